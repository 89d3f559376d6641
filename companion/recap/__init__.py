"""What a conversation knows of itself: topic, aim, mood, and summaries of what went before, with dates that stay right."""

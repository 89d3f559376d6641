"""What the companion may ask of its own accord, and what an answer settles; and the log of what it has told and asked."""

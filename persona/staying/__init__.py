"""Whether a character stays itself: reply by reply, and over the months."""

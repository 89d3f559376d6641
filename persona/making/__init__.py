"""Making a character one's own: writing it, its versions, its portrait."""

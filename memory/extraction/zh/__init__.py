"""Chinese rule families."""

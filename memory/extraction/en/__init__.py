"""English rule families."""

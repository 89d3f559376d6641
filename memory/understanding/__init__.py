"""How memories hang together: entities, relations, and what a change makes doubtful."""

"""Consolidation: what many memories say together, proposed within limits, with premises and reasons, and undoable."""

"""The interface's promises, row by row: docs/interface.md says which scenario holds which."""

"""The memory centre's pages: the shelf, what can be done with a row, the switches, and what is not yet remembered."""

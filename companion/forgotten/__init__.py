"""The proof that something deleted is gone: every table, index, cache and prompt looked through for it."""

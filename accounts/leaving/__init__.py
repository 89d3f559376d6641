"""An account is deleted: asked for, perhaps taken back within some days, then its key is destroyed and its rows go, table by
table. What stays is a receipt without content, and an entry in the ledger for a restored backup.
"""

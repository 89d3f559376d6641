"""Characters in the site: beginning to talk with one, which version a conversation speaks with, and trying a draft."""

"""Character cards: V1, V2, V3 and Pygmalion, in PNG and JSON. Whatever a card holds is kept, what can't be used included."""

"""Why a reply says what it says: the memories it used, those it saw and did not use, those that were held back, and what can
be done about each.
"""

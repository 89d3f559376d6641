"""Connecting a language model: reading an address, looking around, trying it, and the operators' page."""

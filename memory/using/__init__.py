"""What became of the memories behind a reply: which it really drew on, which were kept out of it and why, and which the user
set aside for one conversation.
"""

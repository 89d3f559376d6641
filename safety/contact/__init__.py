"""The emergency contact: somebody the user named, who agreed by a link, and who is asked to get in touch when it is serious. Nothing
that was said ever reaches them.
"""

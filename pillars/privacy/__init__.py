"""Personal data in texts: e-mail addresses, phone numbers, IBANs and names of cities; what stands for them.

Nothing is replaced by itself: ``finding`` says what there may be, a person chooses, ``replacing`` does it.
"""

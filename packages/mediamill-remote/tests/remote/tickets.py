"""What tests of tickets share."""

FULL = {"seconds_max": "10", "estimate": "9" * 12, "seed_sent": "yes"}  # what a ticket may keep of any model

"""Where sounds are put: moments, places, rooms, what they pass through on their way to the listener."""

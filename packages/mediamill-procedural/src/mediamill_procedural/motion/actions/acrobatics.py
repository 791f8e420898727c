"""Upside down: on the hands, over the back, and through the air."""

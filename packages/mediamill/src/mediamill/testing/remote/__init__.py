"""The kit for remote engines: it buys nothing unless it is told to."""

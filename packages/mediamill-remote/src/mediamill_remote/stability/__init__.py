"""Pictures and objects that Stability AI makes."""

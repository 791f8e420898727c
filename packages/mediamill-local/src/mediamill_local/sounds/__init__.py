"""Sound made and taken apart by open models: stems, music, effects."""

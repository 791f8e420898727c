"""Titles of files."""

TITLE_CHARACTERS_MAX = 80


def printable(prompt: str) -> str:
    """The start of a prompt as one line that any player can show."""
    line = " ".join(prompt[: 4 * TITLE_CHARACTERS_MAX].split())
    return "".join(character for character in line if character.isprintable())[:TITLE_CHARACTERS_MAX].strip()

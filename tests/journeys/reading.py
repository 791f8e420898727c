"""Texts that take a while to speak."""

SENTENCES = (
    "The heron stands where the millrace leaves the pond, and waits for what the water brings.",
    "Upstream the old wheel turns, and every turn lifts the same small weight of the same brown river.",
    "In the evening the miller counts the sacks, writes the number into his book, and puts the pen away.",
)


def page(number: int, characters: int) -> str:
    """A text of just so many characters, another one for each number."""
    text = f"Page {number}. " + " ".join(SENTENCES * (characters // 100))
    return text[:characters]


def price(text: str) -> int:
    """What it costs to have it spoken."""
    return -(-len(text) // 10)

"""Which words of a prompt nothing was made of: what every craft tells its caller in the same way."""

from collections.abc import Collection, Iterable

from mediamill_procedural.kit.data import load

STOP_WORDS = load("mediamill_procedural.kit", "small_words.toml", dict[str, frozenset[str]])["stop"]


def left_over(words: Iterable[str], used: Collection[str], asking: Collection[str] = ()) -> tuple[str, ...]:
    """The words of a prompt, each once and in order, that are neither used nor small ones.

    `asking` are small words of one craft: "picture" asks a painter for nothing.
    """
    small = STOP_WORDS | frozenset(asking)
    return tuple(
        dict.fromkeys(
            word
            for word in words
            if len(word) > 1 and word not in used and word not in small and any(letter.isalpha() for letter in word)
        )
    )


def is_slip(said: str, meant: str) -> bool:
    """Whether a word is another one with two letters swapped, or a letter more or fewer: then it was understood.

    A wrong letter makes another word as often as a misspelt one, such as "sheep" and "sweep".
    """
    if abs(len(said) - len(meant)) != 1:
        return len(said) == len(meant) and sorted(said) == sorted(meant)
    short, long = sorted((said, meant), key=len)
    at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    return short[at:] == long[at + 1 :]

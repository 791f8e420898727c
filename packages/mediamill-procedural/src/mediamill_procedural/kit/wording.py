"""Which words of a prompt nothing was made of: what every craft tells its caller in the same way."""

from collections.abc import Collection, Iterable

# Words that say how a sentence hangs together, not what is to be made; and those of asking for something.
STOP_WORDS = frozenset(
    """a about above across after again against ago all almost along alongside already also although always am amid
    among an and another any anybody anyone anything are aren around as at atop away back be because been before behind
    being below beneath beside besides between beyond both but by can cannot could create did do does doing don done
    down during each either else even ever every everybody everyone everything except few for from full further
    generate get gets getting give given go goes going gone got had has have having he hence her here hers herself him
    himself his how however i if im in inside instead into is isn it its itself just kind least less let like lot lots
    made make makes making many may maybe me might mine more most mostly much must my myself near nearby neither never
    next no nobody non none nor not nothing now of off often on once one only onto or other others ought our ours out
    outside over own per perhaps please plenty quite rather really s same seem seems several shall she should so some
    somebody someone something sometimes somewhat somewhere sort still such t than that the their theirs them
    themselves then there these they thing things this those though through throughout thus till to together too
    toward towards under underneath until up upon us very via want wants was we were what whatever when where whether
    which while who whole whom whose why will with within without would yet you your yours zero one two three four
    five six seven eight nine ten der die das ein eine und mit im la le les un une el los las y con et de du des il lo
    e o em com""".split()
)


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

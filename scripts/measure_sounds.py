"""Measure what the built-in sounds and music do with their prompts: events, silence, company, brightness.

`python -m scripts.measure_sounds` prints the tables of docs/effects.md and docs/music.md. It takes two minutes.
"""

import statistics

from mediamill_procedural.effects.effect import make_effect
from mediamill_procedural.kit.chance import seed_of
from mediamill_procedural.music.piece import make_piece
from scripts.sounds.ears import Samples, brightness, end_db, events, silent_tail
from scripts.sounds.prompts import COUNTED, ENDING, MUSIC, RINGING, UNASKED

USUAL_INFLUENCE = 0.3  # the default of the catalogue
PLAIN_INFLUENCE = 0.5  # nothing was ever added here: a place around a sound would hide that it has ended
PIECE_SECONDS = 15.0
ASKED_SECONDS, CUT_DB = (1.0, 2.0, 3.0, 5.0), -20.0


def main() -> None:
    counted = {prompt: len(events(heard(prompt, USUAL_INFLUENCE))) for prompt in COUNTED}
    print(f"events: {sum(counted[prompt] == count for prompt, count in COUNTED.items())} of {len(COUNTED)} right")
    for prompt, count in COUNTED.items():
        if counted[prompt] != count:
            print(f"    {prompt}: {counted[prompt]} instead of {count}")
    tails = [silent_tail(heard(prompt, PLAIN_INFLUENCE)) for prompt in (*COUNTED, *RINGING)]
    over = sum(tail > 0.15 for tail in tails)
    print(f"silent tails: {statistics.mean(tails):.0%} of the length, at most {max(tails):.0%}; {over} over 15 %")
    ends = [
        end_db(make_effect(prompt, seconds, PLAIN_INFLUENCE, 3, quietly).samples)
        for prompt in ENDING
        for seconds in ASKED_SECONDS
    ]
    print(f"cut above {CUT_DB:.0f} dB: {sum(end > CUT_DB for end in ends)} of {len(ends)}")
    company = sum(bool(make_effect(prompt, 1.0, USUAL_INFLUENCE, 1, quietly).added) for prompt in UNASKED)
    print(f"with something unasked: {company} of {len(UNASKED)}")
    print("genre: centre of the power, 85 % roll-off")
    for genre, prompt in MUSIC.items():
        centre, edge = brightness(make_piece(prompt, PIECE_SECONDS, quietly).samples)
        print(f"    {genre}: {centre:,.0f} Hz, {edge:,.0f} Hz")


def heard(prompt: str, influence: float) -> Samples:
    """A sound that chooses its own length."""
    return make_effect(prompt, None, influence, seed_of(prompt), quietly).samples


def quietly(fraction: float, stage: str) -> None:
    """Nobody watches the progress."""


if __name__ == "__main__":
    main()

"""What works without a program that may be installed beside mediamill, and what the program would add."""

from collections.abc import Iterator
from dataclasses import dataclass

from mediamill.engines.builtin.dub.languages import ENGLISH, NAMES, ROUTES, works
from mediamill.engines.builtin.dub.translation import installed_directions
from mediamill.engines.builtin.speech.flite import flite_program


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """One program: which engine uses it, what is there, and the advice where something is not."""

    engine: str
    program: str
    state: str
    advice: str | None


def optional_parts() -> Iterator[OptionalPart]:
    """The optional programs as they are here."""
    yield translator()
    yield better_english()


def translator() -> OptionalPart:
    """Apertium and its pairs of languages."""
    directions = installed_directions()
    here = ", ".join(NAMES[code] for code in ROUTES if works(code, directions))
    missing = [code for code in ROUTES if not works(code, directions)]
    if not missing:
        return OptionalPart("builtin/dub", "Apertium", f"dubs into {here}", None)
    packages = dict.fromkeys(package for code in missing for package in ROUTES[code].packages)
    more = ", ".join(NAMES[code] for code in missing)
    advice = f"For {more}: apt-get install {' '.join(packages)}."
    only = " only" if here == NAMES[ENGLISH] else ""
    return OptionalPart("builtin/dub", "Apertium", f"dubs into {here}{only}", advice)


def better_english() -> OptionalPart:
    """flite, for the English of the voices."""
    if flite_program() is None:
        return OptionalPart("builtin/speech", "flite", "espeak-ng speaks English", "For better: apt-get install flite.")
    return OptionalPart("builtin/speech", "flite", "speaks English", None)

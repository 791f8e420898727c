"""The languages of the catalogue, and which of them the built-in engine can reach from English."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from mediamill.engines.sdk import Offer, OptionalProgram
from mediamill_procedural.kit.data import load

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Route:
    """How English becomes another language: Apertium's directions in turn, and Debian's packages that have them."""

    directions: tuple[str, ...]
    packages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    names: dict[str, str]
    routes: dict[str, Route]


_TABLE = load("mediamill_procedural.dub", "languages.toml", _Table)
NAMES: Mapping[str, str] = _TABLE.names
ROUTES: Mapping[str, Route] = {ENGLISH: Route((), ()), **_TABLE.routes}


def works(language: str, directions: Collection[str]) -> bool:
    """Whether the language can be reached with the directions that are installed."""
    return language in ROUTES and set(ROUTES[language].directions) <= set(directions)


def why_not(language: str, directions: Collection[str]) -> str:
    """The sentence for a language that does not work here: what to install or set up, and what works."""
    here = [f"{NAMES[code]} ({code})" for code in ROUTES if works(code, directions)]
    working = f"{', '.join(here[:-1])} and {here[-1]} work" if len(here) > 1 else f"{here[0]} works"
    if language in ROUTES:
        packages = " ".join(ROUTES[language].packages)
        return (
            f"Dubbing into {NAMES[language]} needs Apertium, which is not complete on this server: {working} here, and "
            f"the operator can add {NAMES[language]} with `apt-get install {packages}`."
        )
    return (
        f"The built-in engine cannot translate into {NAMES[language]}: {working} here, and for {NAMES[language]} the "
        "operator has to set up an engine of their own for translate-audio."
    )


def offer_of(directions: Collection[str]) -> Offer:
    """What can be had with these directions, and how to have more."""
    here = [code for code in ROUTES if works(code, directions)]
    names = [NAMES[code] for code in here]
    spoken = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else f"{names[0]} only"
    lacking = [code for code in ROUTES if code not in here]
    packages = dict.fromkeys(package for code in lacking for package in ROUTES[code].packages)
    more = ", ".join(NAMES[code] for code in lacking)
    adding = f"the operator can add {more} with `apt-get install {' '.join(packages)}`, and " if lacking else ""
    return Offer(
        values=frozenset(here),
        note=f"{spoken} on this installation",
        sentence=f"This installation dubs into {spoken}; {adding}{'' if adding else 'the operator can add '}"
        "other languages with an engine of their own for translate-audio.",
    )


def translator(directions: Collection[str]) -> OptionalProgram:
    """What Apertium can do here, and what its other packages would add."""
    here = [code for code in ROUTES if works(code, directions)]
    names = ", ".join(NAMES[code] for code in here)
    lacking = [code for code in ROUTES if code not in here]
    if not lacking:
        return OptionalProgram("Apertium", f"dubs into {names}")
    packages = dict.fromkeys(package for code in lacking for package in ROUTES[code].packages)
    more = ", ".join(NAMES[code] for code in lacking)
    only = " only" if len(here) == 1 else ""
    return OptionalProgram("Apertium", f"dubs into {names}{only}", f"For {more}: apt-get install {' '.join(packages)}.")

"""The lock's entries for what some packages need: `python -m scripts.ci.lock_of "mediamill[procedural]"`.

Every package has to be installed where this runs (`make install` does so): what requires what is read there.
"""

import re
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.places import REPOSITORY

ENTRY = re.compile(r"^([A-Za-z0-9._-]+)==[^\n]*\\\n(?:    --hash=[^\n]*\n)+", re.M)


def main() -> None:
    """Print the entries for the packages that are named, without those of this repository."""
    needed = closure(map(Requirement, sys.argv[1:]))
    entries: dict[str, list[str]] = {}
    for entry in ENTRY.finditer((REPOSITORY / "requirements.lock").read_text()):
        entries.setdefault(canonicalize_name(entry[1]), []).append(entry[0])
    for name in sorted(needed):
        print("".join(entries.get(name, [])), end="")
    missing = [name for name in needed - set(entries) if not name.startswith("mediamill")]
    if missing:
        sys.exit(f"not in requirements.lock: {', '.join(sorted(missing))}")


def closure(requirements: Iterable[Requirement]) -> set[str]:
    """The names of all packages that these need here, themselves included."""
    waiting, seen = list(requirements), set[tuple[str, str]]()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for extra in ("", *requirement.extras):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            below = requirements_of(name)
            waiting += [one for one in below if one.marker is None or one.marker.evaluate({"extra": extra})]
    return {name for name, _ in seen}


@cache
def requirements_of(name: str) -> tuple[Requirement, ...]:
    """What an installed package says that it needs."""
    return tuple(map(Requirement, distribution(name).requires or []))


if __name__ == "__main__":
    main()

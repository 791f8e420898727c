"""docs/reference/licences.md: the licences of everything that an installation has. `python -m scripts.release.licences`

Every package has to be installed where this runs (`make install` does so): what they require and say is read there.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageMetadata, metadata
from pathlib import Path

from packaging.requirements import Requirement

from scripts.ci.lock_of import closure

REPOSITORY = Path(__file__).parents[2]
PAGE = REPOSITORY / "docs/reference/licences.md"
KNOWN: Mapping[str, Mapping[str, str]] = tomllib.loads(Path(__file__).with_name("licences.toml").read_text())
# What may be installed, the smallest first: a package is listed where it comes in first.
EXTRAS = ("", "codecs", "procedural", "neural", "remote", "local", "fleet", "otel", "c2pa")
BUILD_ONLY = {"vite", "@mediamill/client"}  # of what the page depends on: not in it, or ours
BUNDLED_TOO = ("@preact/signals-core",)  # what those bring into it
LONGEST = 60  # characters of a licence's name; longer ones are the licence itself
WORDS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
HEAD = """# Licences of what is installed

Made by `python -m scripts.release.licences` from what the locked packages say of themselves; a test says so. mediamill
itself is Apache-2.0. The versions are those of `requirements.lock`; `make dist` writes them into a bill of materials
(CycloneDX). What is copyleft, and how it is kept apart, stands in the NOTICE of each package.
"""


class NoLicence(Exception):
    """A package says nothing of its licence that can be read: name it in scripts/release/licences.toml."""


def main() -> None:
    PAGE.write_text(page())


def page() -> str:
    """The page as Markdown."""
    return "\n".join([HEAD, *(line for lines in map(brought_by, EXTRAS) for line in lines), *bundled()])


def brought_by(extra: str) -> Iterator[str]:
    """The table of what an extra brings beside those before it."""
    known = set[str]().union(*map(names_of, EXTRAS[: EXTRAS.index(extra)]))
    command = f"mediamill[{extra}]" if extra else "mediamill"
    yield f'## `pip install "{command}"`{" adds" if extra else ""}\n'
    yield "| package | licence | in its wheel beside its own code |"
    yield "|---|---|---|"
    for name in sorted(names_of(extra) - known):
        yield f"| {name} | {licence_of(name)} | {KNOWN['inside'].get(name, '')} |"
    yield ""


@cache
def names_of(extra: str) -> frozenset[str]:
    """What it brings, without packages of this repository."""
    wanted = Requirement(f"mediamill[{extra}]" if extra else "mediamill")
    return frozenset(name for name in closure([wanted]) if not name.startswith("mediamill"))


def licence_of(name: str) -> str:
    """In as few words as can be; raises NoLicence."""
    return KNOWN["unsaid"].get(name) or said(metadata(name)) or unsaid(name)


def said(about: PackageMetadata) -> str:
    """What the metadata say: an expression, a name, or classifiers."""
    if "License-Expression" in about:
        return str(about["License-Expression"])
    name = str(about["License"]).strip() if "License" in about else ""
    if name and len(name) <= LONGEST and "\n" not in name:
        return WORDS.get(name, name)
    found = [one.rpartition(" :: ")[2] for one in about.get_all("Classifier") or () if one.startswith("License ::")]
    return " OR ".join(WORDS.get(one, one) for one in found)


def unsaid(name: str) -> str:
    raise NoLicence(name)


def bundled() -> Iterator[str]:
    """The table of what is built into the files of the service."""
    wanted = json.loads((REPOSITORY / "studio/package.json").read_text())["dependencies"]
    locked = json.loads((REPOSITORY / "package-lock.json").read_text())["packages"]
    zensical = re.findall(r"^zensical==(\S+)", (REPOSITORY / "scripts/guide/requirements.txt").read_text(), re.M)
    yield "## Built into the wheel of `mediamill`\n"
    yield "| package | licence | for |"
    yield "|---|---|---|"
    for name in sorted([*(name for name in wanted if name not in BUILD_ONLY), *BUNDLED_TOO]):
        one = locked[f"node_modules/{name}"]
        yield f"| {name} {one['version']} | {one['license']} | the page |"
    yield f"| Zensical {zensical[0]} | MIT | the guide; `guide/assets/javascripts/LICENSE` has the rest |"
    yield ""


if __name__ == "__main__":
    main()

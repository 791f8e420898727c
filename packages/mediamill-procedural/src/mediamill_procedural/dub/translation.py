"""English into another language by Apertium, a rule-based translator whose program runs as a child, hop by hop."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mediamill.engines.sdk import EngineFailed
from mediamill_procedural.dub.languages import Route

PROGRAM = "apertium"
TIMEOUT = 60.0  # seconds; a phrase takes 0.15
FOLDERS = "/usr/local/bin:/usr/bin:/bin"  # of the programs that Apertium starts
# Before a word: not in the dictionary; known, but not to the dictionary of the pair; right word, uncertain form.
UNKNOWN = re.compile(r"[*@]+#?(\w[\w'’-]*)")
MARKS = re.compile(r"[*@#]+(?=\w)|#(?=\s|$)")
WORD = re.compile(r"\w[\w'’-]*")
BROKE_OFF = "The translator broke off; please try again."


@dataclass(frozen=True, slots=True)
class Translation:
    """A translated text, and the words in it that are as they were."""

    text: str
    unknown: tuple[str, ...]

    @property
    def unknown_share(self) -> float:
        """Of the words, 0 to 1."""
        return len(self.unknown) / max(1, len(WORD.findall(self.text)))


def installed_directions() -> frozenset[str]:
    """What Apertium can translate here, such as "eng-spa"; empty where it is not installed."""
    program = shutil.which(PROGRAM)
    if program is None:
        return frozenset()
    listed = subprocess.run([program, "-l"], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    return frozenset(listed.stdout.split()) if listed.returncode == 0 else frozenset()


def translate(text: str, route: Route, folder: Path) -> Translation:
    """The text at the end of the route; `folder` is for Apertium's own files. Raises EngineFailed."""
    unknown: dict[str, None] = {}
    for direction in route.directions:
        marked = _hop(text, direction, folder)
        unknown.update(dict.fromkeys(word.lower() for word in UNKNOWN.findall(marked)))
        text = " ".join(MARKS.sub("", marked).split())
    words = {word.lower() for word in WORD.findall(text)}
    return Translation(text, tuple(word for word in unknown if word in words))


def _hop(text: str, direction: str, folder: Path) -> str:
    program = shutil.which(PROGRAM)
    if program is None:
        raise EngineFailed(sentence=BROKE_OFF)
    try:
        done = subprocess.run(
            [program, direction],
            input=text.encode(),
            capture_output=True,
            cwd=folder,
            env={"PATH": f"{Path(program).parent}:{FOLDERS}", "TMPDIR": str(folder), "LC_ALL": "C.UTF-8"},
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise EngineFailed(sentence="The translator did not finish; please try again.") from error
    if done.returncode != 0 or not done.stdout.strip():
        raise EngineFailed(sentence=BROKE_OFF)
    return done.stdout.decode()

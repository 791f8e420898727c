"""The tables of docs/effects.md, written from what the craft knows; `python -m … handbook PAGE` puts them there."""

import inspect
import sys
from pathlib import Path

from mediamill_procedural.effects.reading.modifiers import GROUPS
from mediamill_procedural.effects.sound import Kind, Sound
from mediamill_procedural.effects.sounds import FAMILIES, SOUNDS

START = "<!-- the tables from here on are written by mediamill_procedural.effects.handbook -->"
END = "<!-- end of the tables -->"
PHRASES_SHOWN = 6
GOES = {Kind.SUSTAINED: "goes on", Kind.REPEATED: "a row of events", Kind.ONCE: "happens once"}


def tables() -> str:
    """All sounds by family and all modifiers by group, as Markdown."""
    lines = ["", "| family | sounds |", "|---|---|"]
    lines += [f"| {family} | {', '.join(sound.name for sound in sounds)} |" for family, sounds in FAMILIES.items()]
    for family, sounds in FAMILIES.items():
        lines += [
            "",
            f"### {family}",
            "",
            "| sound | asked for by | goes | seconds | aims at |",
            "|---|---|---|--:|---|",
        ]
        lines += [_sound_row(sound) for sound in sounds]
    lines += ["", "## Modifiers"]
    for group, modifiers in GROUPS.items():
        lines += ["", f"### {group}", "", "| modifier | said as | heard as |", "|---|---|---|"]
        lines += [f"| {one.name} | {_shown(one.phrases)} | {one.heard_as} |" for one in modifiers]
    return "\n".join(lines[1:])


def page_with_tables(page: str) -> str:
    """The page with its tables as they are now; everything around them as it was."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n## {len(SOUNDS)} sounds\n\n{tables()}\n\n{END}{after}"


def _sound_row(sound: Sound) -> str:
    aim = " ".join((inspect.getdoc(sound.make) or "").split("\n\n")[0].split())
    return f"| {sound.name} | {_shown(sound.phrases)} | {GOES[sound.kind]} | {sound.seconds:g} | {aim.rstrip('.')} |"


def _shown(phrases: str) -> str:
    said = [phrase for phrase in phrases.split(", ") if not phrase.startswith("?")]
    more = ", …" if len(said) > PHRASES_SHOWN else ""
    return ", ".join(said[:PHRASES_SHOWN]) + more


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(page_with_tables(path.read_text()))

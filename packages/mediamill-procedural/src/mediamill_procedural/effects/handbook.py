"""All sounds and modifiers as a handbook in Markdown: `python -m mediamill_procedural.effects.handbook`."""

import inspect

from mediamill_procedural.effects.reading.modifiers import GROUPS
from mediamill_procedural.effects.sound import Kind, Sound
from mediamill_procedural.effects.sounds import FAMILIES, SOUNDS

PHRASES_SHOWN = 6
GOES = {Kind.SUSTAINED: "goes on", Kind.REPEATED: "a row of events", Kind.ONCE: "happens once"}


def handbook() -> str:
    """All sounds by family and all modifiers by group."""
    lines = [f"# {len(SOUNDS)} sounds", "", "| family | sounds |", "|---|---|"]
    lines += [f"| {family} | {', '.join(sound.name for sound in sounds)} |" for family, sounds in FAMILIES.items()]
    for family, sounds in FAMILIES.items():
        lines += [
            "",
            f"## {family}",
            "",
            "| sound | asked for by | goes | seconds | aims at |",
            "|---|---|---|--:|---|",
        ]
        lines += [_sound_row(sound) for sound in sounds]
    lines += ["", "# Modifiers"]
    for group, modifiers in GROUPS.items():
        lines += ["", f"## {group}", "", "| modifier | said as | heard as |", "|---|---|---|"]
        lines += [f"| {one.name} | {_shown(one.phrases)} | {one.heard_as} |" for one in modifiers]
    return "\n".join(lines)


def _sound_row(sound: Sound) -> str:
    aim = " ".join((inspect.getdoc(sound.make) or "").split("\n\n")[0].split())
    return f"| {sound.name} | {_shown(sound.phrases)} | {GOES[sound.kind]} | {sound.seconds:g} | {aim.rstrip('.')} |"


def _shown(phrases: tuple[str, ...]) -> str:
    said = [phrase for phrase in phrases if not phrase.startswith("?")]
    more = ", …" if len(said) > PHRASES_SHOWN else ""
    return ", ".join(said[:PHRASES_SHOWN]) + more


if __name__ == "__main__":
    print(handbook())  # noqa: T201 - what the command is for

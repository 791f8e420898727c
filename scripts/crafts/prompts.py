"""The corpus: prompts that no craft was tuned to, in tests/corpus/prompts.txt, one to a line."""

import re
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "tests" / "corpus" / "prompts.txt"
# \n, \t, \r, \\, \xHH, \uHHHH, \UHHHHHHHH, and \{text|count} for a text over and over.
ESCAPE = re.compile(r"\\(?:([ntr\\])|x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|\{([^|}]+)\|(\d+)\})")
PLAIN = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def read_prompts(file: Path = FILE) -> dict[str, tuple[str, ...]]:
    """Every prompt by its group, in order; a line `# group` begins a group."""
    groups: dict[str, list[str]] = {}
    group = ""
    for line in file.read_text(encoding="utf-8").split("\n"):
        if line.startswith("# "):
            group = line.removeprefix("# ")
        elif line:
            groups.setdefault(group, []).append(unescaped(line))
    return {name: tuple(prompts) for name, prompts in groups.items()}


def unescaped(line: str) -> str:
    """The prompt that a line stands for. Raises ValueError for a backslash that begins no escape."""
    if "\\" in ESCAPE.sub("", line):
        raise ValueError(f"a backslash that begins no escape: {line!r}")
    return ESCAPE.sub(_character, line)


def _character(match: re.Match[str]) -> str:
    plain, *codes, text, count = match.groups()
    if plain:
        return PLAIN[plain]
    if text:
        return unescaped(text) * int(count)
    return chr(int(next(code for code in codes if code), 16))

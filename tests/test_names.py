"""Names that were replaced by the field's words stay replaced, in the package that each was replaced in."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import REPOSITORY

SERVICE, CLIENT = "packages/mediamill/src/mediamill", "packages/mediamill-client/src/mediamill_client"
# Folder -> names that are no more: classes, functions, parameters and constants; `x.py` is a module, `x/` a package.
FORMER = {
    f"{SERVICE}/http": "Shop Site Doors Pages Watched Wanted Once meters gate.py room.py waiting.py watching.py "
    "rates.py",
    f"{SERVICE}/generations": "lose lose_all put_back hand_back take_back wait_again count_loss bury outlived "
    "contested enrol Order Once",
    f"{SERVICE}/webhooks": "hand_back take_back",
    f"{SERVICE}/dispatch": "Workshop carry EmbeddedDispatcher Running Run Housekeeping lose put_back hand_back "
    "take_back meters worker.py embedded.py",
    f"{SERVICE}/db": "Bells ring look read_aside Poisoned bells.py",
    f"{SERVICE}/telemetry": "Meters tell lines.py meters.py spans.py",
    f"{SERVICE}/engines": "Keeper Family DEAF_TO Conversation hold LastWord read_word word_line _epitaph "
    "conversation.py CONFESSED OutOfService told judged",
    f"{SERVICE}/outbound": "Lanes Trouble ContactFailed lanes.py trouble.py trust.py route.py",
    f"{SERVICE}/storage": "Desk",
    SERVICE: "Shop Site Workshop EmbeddedDispatcher sight/ web/ media/ disk.py",
    CLIENT: "Basin Landing Walk pace.py verdict.py nouns.py shell.py async_shell.py landing.py",
}
# What would read as translated, in anything that people read.
FORMER_SENTENCES = (
    r"is no image that can be read",
    r"the credits do not suffice",
    r"is told of success",
    r"is no slug",
    r"is nothing to look at",
    r"way out to the world",
    r"at its owner's wish",
    r"One try fewer",
    r"patience has ended",
    r"deaf to",
    r"keeping house",
    r"nothing is told",
    r"is no storage key",
)


@pytest.mark.parametrize(("folder", "former"), FORMER.items(), ids=lambda part: str(part).rpartition("/")[2][:20])
def test_former_names_are_gone(folder: str, former: str) -> None:
    forbidden = set(former.split())
    here = REPOSITORY / folder
    found = [
        f"{path.relative_to(REPOSITORY)}: {name}"
        for path in here.rglob("*.py")
        for name in {path.name, *(f"{folder}/" for folder in path.relative_to(here).parts[:-1]), *names_in(path)}
        if name in forbidden
    ]

    assert found == []


def test_two_public_classes_of_the_service_never_have_the_same_name() -> None:
    homes: dict[str, list[str]] = {}
    for path in sorted((REPOSITORY / SERVICE).rglob("*.py")):
        for name in public_classes_in(path):
            homes.setdefault(name, []).append(str(path.relative_to(REPOSITORY / SERVICE)))

    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def public_classes_in(path: Path) -> Iterator[str]:
    """The classes at the top of a module that others may name."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def names_in(path: Path) -> Iterator[str]:
    """Everything that a module defines: classes, functions, parameters, constants."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.isupper():
            yield node.id


def test_sentences_are_plain_english() -> None:
    former = re.compile("|".join(FORMER_SENTENCES))
    texts = [
        path for suffix in ("py", "md", "toml", "html") for path in REPOSITORY.glob(f"packages/*/src/**/*.{suffix}")
    ]
    texts += [*REPOSITORY.glob("docs/**/*.md"), *REPOSITORY.glob("*.md")]
    found = [
        f"{path.relative_to(REPOSITORY)}: {match.group()}"
        for path in texts
        for match in former.finditer(path.read_text())
    ]

    assert found == []


def test_a_former_name_would_be_seen(tmp_path: Path) -> None:
    planted = tmp_path / "gate.py"
    planted.write_text("DEAF_TO = 1\nclass Shop:\n    def carry(self, meters: int) -> None:\n        room = meters\n")

    assert set(names_in(planted)) == {"DEAF_TO", "Shop", "carry", "self", "meters"}
    assert list(public_classes_in(planted)) == ["Shop"]

"""The documentation site: no page is forgotten, the ten tasks are near, generated pages are as the program."""

import re
import shutil
from pathlib import Path

import pytest

from mediamill.config import Settings
from scripts.guide import finish, stage
from scripts.guide.navigation import DOCS, Section, Unlisted, sections
from scripts.reference.__main__ import FOLDER
from scripts.reference.__main__ import pages as made_pages

TASKS = (
    "Start in five minutes",
    "Put it behind nginx",
    "My own engine in 40 lines",
    "A GPU model",
    "A vendor key",
    "Three machines",
    "Upgrade",
    "Rotate a key",
    "Why did it fail",
    "Limit spending",
)
CLICKS_MAX = 2
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s:]+)(?:#[^)\s]*)?\)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as Zensical is given them."""
    folder = tmp_path_factory.mktemp("stage")
    stage.stage(folder)
    return folder / "docs"


def title_of(page: Path) -> str:
    found = re.search(r"^# (.+)$", page.read_text(), re.M)
    assert found, page
    return found[1]


def test_the_site_has_four_parts_and_every_page() -> None:
    parts = sections()
    everything = [page.source.resolve() for part in parts for page in part.every_page()]

    assert [part.title for part in parts] == ["Start", "Tasks", "Reference", "Explanations"]
    assert len(everything) == len(set(everything))
    assert set(everything) >= {path.resolve() for path in DOCS.rglob("*.md")}


def test_a_forgotten_page_and_a_missing_one_are_seen(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "guide.toml").write_text('[[part]]\ntitle = "Start"\npages = ["index.md", "late/*.md"]\n')
    with pytest.raises(Unlisted, match=r"index\.md, which is not there"):
        sections(docs)
    (docs / "index.md").write_text("# Start\n")
    (docs / "lost.md").write_text("# Lost\n")
    with pytest.raises(Unlisted, match=r"not in docs/guide\.toml: lost\.md"):
        sections(docs)
    (docs / "lost.md").rename(docs / "index.md")
    (docs / "late").mkdir()
    (docs / "late/one.md").write_text("# One\n")

    assert [page.place for part in sections(docs) for page in part.every_page()] == ["index.md", "late/one.md"]


def test_each_of_the_ten_tasks_is_found_by_two_clicks_at_most(site: Path) -> None:
    clicks = {site / "index.md": 0}
    for page, distance in clicks.items():
        near = [(page.parent / target).resolve() for target in LINK.findall(page.read_text())]
        assert all(target.is_file() for target in near), page
        pages = [target for target in near if target.suffix == ".md"]
        clicks |= {target: distance + 1 for target in pages if target not in clicks and distance < CLICKS_MAX}
        if set(TASKS) <= (found := set(map(title_of, clicks))):
            break

    assert [task for task in TASKS if task not in found] == []
    tasks = next(part for part in sections() if part.title == "Tasks")
    assert {title_of(page.source) for page in tasks.pages} == {*TASKS[1:]}


def test_links_lead_to_pages_of_the_site_or_are_only_paths(site: Path) -> None:
    engines = (site / "deploying.md").read_text()

    assert "[SECURITY.md](security.md)" in engines
    assert "](../deploy)" not in engines
    assert "`deploy/`" in engines
    assert (site / "pictures/demo.webp").is_file()


def test_what_belongs_to_a_list_stays_in_it() -> None:
    text = "- One\n  goes on.\n\n  ```toml\n  a = 1\n\n  b = 2\n  ```\n- Two\n\nEnd\n  - no list\n1. First\n\n   More\n"
    shown = stage.indented(text)

    assert "\n    ```toml\n    a = 1\n\n    b = 2\n    ```\n- Two\n\nEnd\n  - no list\n1. First\n\n    More\n" in shown


def test_language_models_are_told_of_every_page(site: Path) -> None:
    short, full = ((site / name).read_text() for name in ("llms.txt", "llms-full.txt"))
    listed = re.findall(r"^- \[[^\]]+\]\(([\w./-]+\.html)\)", short, re.M)
    pages = [page for part in sections() for page in part.every_page()]

    assert short.startswith("# mediamill\n\n> ")
    assert len(listed) == len(pages)
    assert "tasks/failed.html" in listed
    assert all(page.source.read_text().strip() in full for page in pages)


@pytest.mark.parametrize(
    "planted",
    [
        '<script src="https://cdn.example.com/a.js"></script>',
        '<link rel="stylesheet" href="//fonts.example.com/css">',
        '<img alt="" src="https://img.example.com/badge.svg">',
    ],
)
def test_what_would_be_loaded_from_elsewhere_is_seen(tmp_path: Path, planted: str) -> None:
    (tmp_path / "index.html").write_text(f'<a href="https://example.com/">fine</a><img src="a.png">{planted}')

    assert len(list(finish.from_elsewhere(tmp_path))) == 1


def test_nothing_built_is_loaded_from_elsewhere() -> None:
    built = DOCS.parent / "packages/mediamill/src/mediamill/http/static/guide"
    if not (built / "index.html").is_file():
        pytest.skip("the guide is not built: make guide")

    assert list(finish.from_elsewhere(built)) == []


@pytest.mark.parametrize("name", made_pages())
def test_a_page_that_is_made_of_the_program_is_as_the_program(name: str) -> None:
    assert (FOLDER / name).read_text() == made_pages()[name], "python -m scripts.reference"


def test_defaults_of_settings_are_those_of_the_program() -> None:
    page = (FOLDER / "settings.md").read_text()
    told = dict(re.findall(r"^\| `MEDIAMILL_([A-Z0-9_]+)` \| `([^`{]+)` \|", page, re.M))
    wrong = {name for name, shown in told.items() if shown not in spellings(name.lower())}

    assert len(told) >= 40
    assert wrong == set()


def spellings(name: str) -> set[str]:
    """How a default may be written."""
    default = Settings.model_fields[name].default
    if isinstance(default, bool):
        return {str(default).lower()}
    if isinstance(default, tuple):
        return {",".join(f"{one:g}" if isinstance(one, float) else str(one) for one in default)}
    return {str(default), f"{default:g}"} if isinstance(default, float) else {str(default)}


def pages_in(section: Section) -> list[str]:
    return [page.place for page in section.every_page()]


def test_pages_to_come_have_their_places(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(DOCS, docs, ignore=shutil.ignore_patterns("*.webp"))
    for name in ("ARCHITECTURE", "SECURITY", "CONTRIBUTING", "CHANGELOG"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n")
    for name in ("compat.md", "cli.md", "mcp.md", "cookbook/django.md", "engines/local.md", "decisions/new.md"):
        (docs / name).parent.mkdir(exist_ok=True)
        (docs / name).write_text(f"# {name}\n")
    start, tasks, reference, explanations = map(pages_in, sections(docs))

    assert start == ["index.md", "start.md"]
    assert {"compat.md", "cookbook/django.md", "engines/local.md"} <= set(tasks)
    assert {"cli.md", "mcp.md"} <= set(reference)
    assert "decisions/new.md" in explanations

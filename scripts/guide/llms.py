"""llms.txt and llms-full.txt: what language models read of the site (llmstxt.org)."""

import re
from collections.abc import Iterator, Sequence

from scripts.guide.navigation import Page, Section

ABOUT = """# mediamill

> A self-hostable media generation service over HTTP. Post {tool, input} with an API key, get an id at once, and poll
> it (or be called back) when the image, video, sound, speech, music, 3D object or motion is there. Every run costs
> credits; nothing is lost, charged twice or left hanging.

Addresses are relative to this file. llms-full.txt has the text of all pages. The interface of a running service is
its /openapi.json.
"""
FENCED = re.compile(r"^```.*?^```", re.M | re.S)
LINKED = re.compile(r"\[([^\]]*)\]\([^)]*\)")
SENTENCE = re.compile(r"^(.{20,}?[.:?!])(?:\s|$)", re.S)
DECISIONS = "Decisions"  # many and small: by their titles, after everything else


def llms(parts: Sequence[Section]) -> str:
    """The list of pages, each with its first sentence."""
    lines = [ABOUT]
    for part in parts:
        lines += [f"## {part.title}", ""]
        groups = [group for group in part.groups if group.title != DECISIONS]
        lines += [entry(page) for page in (*part.pages, *(page for group in groups for page in group.pages))]
        lines.append("")
    decisions = [group for part in parts for group in part.groups if group.title == DECISIONS]
    lines += ["## Optional", ""]
    lines += [f"- [{page.title}]({address(page)})" for group in decisions for page in group.pages]
    return "\n".join(lines) + "\n"


def entry(page: Page) -> str:
    about = first_sentence(page.source.read_text())
    return f"- [{page.title}]({address(page)}){': ' + about if about else ''}"


def address(page: Page) -> str:
    """Where the page is in the built site."""
    return re.sub(r"(^|/)README\.md$", r"\1index.md", page.place).removesuffix(".md") + ".html"


def first_sentence(text: str) -> str:
    """Of a page's first paragraph of prose; nothing where it begins otherwise."""
    for paragraph in FENCED.sub("", text).split("\n\n"):
        if paragraph.strip() and not paragraph.startswith(("#", "|", "-", "!", "<", "*")):
            found = SENTENCE.match(LINKED.sub(r"\1", " ".join(paragraph.split())))
            return found[1].rstrip(":") if found else ""
    return ""


def llms_full(parts: Sequence[Section]) -> str:
    """Every page, decisions last."""
    return "\n\n".join(["\n".join(ABOUT.split("\n")[:5]), *(texts(parts))]) + "\n"


def texts(parts: Sequence[Section]) -> Iterator[str]:
    groups = [group for part in parts for group in part.groups if group.title == DECISIONS]
    late = {page.place for group in groups for page in group.pages}
    pages = [page for part in parts for page in part.every_page()]
    for page in sorted(pages, key=lambda page: page.place in late):
        yield f"<!-- {address(page)} -->\n\n{page.source.read_text().strip()}"

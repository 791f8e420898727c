"""The contact sheet: one HTML page beside the files it shows, without a script and without a request to outside."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote

import mediamill
from mediamill.formats import MediaKind, format_of
from scripts.demos.making import Result, State
from scripts.demos.sounds import peaks, samples_of

TEMPLATE = Template(Path(__file__).with_name("sheet.html").read_text())
PAGE = "index.html"
BARS, BAR_STEP, BAR_HEIGHT = 96, 4, 84  # of a waveform, in units of its picture
HEADINGS: dict[str, tuple[MediaKind | None, ...]] = {
    "Pictures and films": (MediaKind.IMAGE, MediaKind.VIDEO),
    "Objects and motions": (MediaKind.OBJECT,),
    "Sounds": (MediaKind.AUDIO,),
    "Not made": (None,),
}


def write_sheet(results: Sequence[Result], folder: Path, summary: str) -> Path:
    """Write `index.html` into the folder that the results' files are in (or below); returns its path."""
    sections = []
    for heading, kinds in HEADINGS.items():
        cards = [card(result, kind_of(result), folder) for result in results if kind_of(result) in kinds]
        if cards:
            sections += [f'<h2>{heading}</h2>\n<div class="grid">', *cards, "</div>"]
    page = folder / PAGE
    page.write_text(
        TEMPLATE.substitute(summary=escape(summary), sections="\n".join(sections), version=mediamill.__version__),
        encoding="utf-8",
    )
    return page


def kind_of(result: Result) -> MediaKind | None:
    """What a result is; None where nothing was made."""
    if result.file is None:
        return None
    known = format_of(result.file.name)
    assert known is not None, f"the service made a file of no known kind: {result.file.name}"
    return known.kind


def card(result: Result, kind: MediaKind | None, folder: Path) -> str:
    """One wish: what came of it, what was asked, what it took."""
    facts = f'<p class="facts bad">{escape(result.why)}</p>'
    if result.file is not None:
        link = f'<a href="{address(result.file, folder)}">{escape(result.file.suffix[1:].upper())}</a>'
        facts = (
            f'<p class="facts">{result.credits} credits · {result.seconds:.1f} s · {size_of(result.file)} · {link}</p>'
        )
    wish = result.wish
    return (
        f"<article>{shown(result, kind, folder)}"
        f'<div class="text"><h3>{escape(wish.tool)} <small>{escape(wish.model)}</small></h3>'
        f'<p class="said">{escape(wish.said)}</p>{facts}</div></article>'
    )


def shown(result: Result, kind: MediaKind | None, folder: Path) -> str:
    """The picture, player or poster."""
    if result.file is None or kind is None:
        return f'<div class="media none">{escape(result.state.value)}</div>'
    source = address(result.file, folder)
    words = escape(result.wish.said, quote=True)
    poster = address(result.thumbnail, folder) if result.thumbnail else ""
    match kind:
        case MediaKind.IMAGE:
            return f'<div class="media"><img src="{source}" alt="{words}" loading="lazy"></div>'
        case MediaKind.VIDEO:
            player = f'<video src="{source}" poster="{poster}" controls loop preload="none"></video>'
            return f'<div class="media">{player}</div>'
        case MediaKind.AUDIO:
            wave = waveform(result.file)
            return f'<div class="media sound">{wave}<audio src="{source}" controls preload="none"></audio></div>'
        case _:
            image = f'<img src="{poster}" alt="{words}" loading="lazy">'
            return f'<div class="media object"><a href="{source}">{image}</a></div>'


def address(path: Path, folder: Path) -> str:
    """A relative address that also works from file://."""
    return quote(path.relative_to(folder).as_posix())


def waveform(path: Path) -> str:
    """A sound as bars, in the colour of the text around it."""
    bars = []
    for number, peak in enumerate(peaks(samples_of(path), BARS)):
        half = max(1.0, peak * BAR_HEIGHT / 2)
        bars.append(f"M{number * BAR_STEP + 2} {BAR_HEIGHT / 2 - half:.1f}v{2 * half:.1f}")
    view = f'viewBox="0 0 {BARS * BAR_STEP} {BAR_HEIGHT}" preserveAspectRatio="none"'
    stroke = 'stroke="currentColor" stroke-width="2.2" stroke-linecap="round"'
    return f'<svg {view} aria-hidden="true"><path d="{"".join(bars)}" {stroke}/></svg>'


def size_of(path: Path) -> str:
    """Kilobytes, or megabytes from a thousand of them on."""
    kilobytes = path.stat().st_size / 1_000
    return f"{kilobytes:.0f} kB" if kilobytes < 1_000 else f"{kilobytes / 1_000:.1f} MB"


def all_made(results: Sequence[Result]) -> bool:
    """Whether nothing failed; a model without an engine is no failure."""
    return all(result.state is not State.FAILED for result in results)

"""docs/benchmarks.md: every tool writes its own part of the page and leaves the others alone."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from scripts.benches.goals import Finding, short
from scripts.benches.load import Seen
from scripts.benches.machine import Machine

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
TITLE = """# Benchmarks

Measured, not promised. Compare ratios: both sides of each were measured in turn, in the same run.
"""


def write_part(part: str, text: str, page: Path = PAGE) -> None:
    """Put the text between `<!-- part -->` and `<!-- /part -->`; a part that is not there yet is added at the end."""
    old = page.read_text() if page.exists() else TITLE
    begin, end = f"<!-- {part} -->", f"<!-- /{part} -->"
    body = f"{begin}\n{text.strip()}\n{end}"
    if begin not in old or end not in old:
        page.write_text(f"{old.rstrip()}\n\n{body}\n")
        return
    before, _, rest = old.partition(begin)
    after = rest.partition(end)[2]
    page.write_text(f"{before}{body}{after}")


def facts(machine: Machine, command: str, sync_ms: float) -> str:
    """On what, and how to do it again."""
    lines = [
        f"Taken with `{command}`, mediamill {machine.version}, on {machine.cores} cores of {machine.cpu}, "
        f"{machine.kernel}, {machine.python}. One 4 KiB append and its sync (F): {short(sync_ms)} ms."
    ]
    if machine.was_busy:
        lines.append(
            f"**The machine was busy with other work** (a load of {machine.load_before:.1f} before the run): "
            "absolute figures are too low, and ratios of rates are rough. CPU times suffer least."
        )
    return "\n".join(lines)


def findings_table(findings: Sequence[Finding]) -> str:
    """Each figure beside its goal."""
    return table(("What", "Measured", "Goal", "", ""), (finding.cells() for finding in findings))


def loads_table(loads: Sequence[Seen]) -> str:
    """Each load in absolute figures."""
    cells = (
        (seen.name, f"{seen.rate:,.0f}", short(seen.p50_ms), short(seen.p95_ms), short(seen.p99_ms), cpu(seen))
        for seen in loads
    )
    return table(("Load", "per second", "p50 ms", "p95 ms", "p99 ms", "CPU µs each"), cells)


def cpu(seen: Seen) -> str:
    """What the serving process used for one answer."""
    return short(seen.cpu_us) if seen.cpu_us else "–"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

"""Full-size models of random numbers on this machine's GPUs: time, memory, and what happens when memory or a process
is gone. Nothing is pulled. `--small` tries the same on the processor, in a minute.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext

from mediamill.engines import Failed, Made
from mediamill_local.kit.memory import CARD_SHARE, Memory
from scripts.benches import machine, page
from scripts.benches.goals import Finding, at_most, short
from scripts.gpu.bay import Bay, CheckFailed, bay, facts_of
from scripts.gpu.cards import MEGABYTE, Card, cards, seconds_until_free, used_megabytes
from scripts.gpu.random_models import MODELS, bytes_of

KEPT = (Memory.RESIDENT, Memory.OFFLOAD, Memory.FP8, Memory.FP8_OFFLOAD)
KEPT_SMALL = (Memory.RESIDENT, Memory.FP8)  # a processor has nowhere to move parts to
FIRST = f"{next(iter(MODELS))} {Memory.RESIDENT}"  # what is killed, and runs out of memory
SEED = 7
RUNS, RUNS_SMALL = 3, 2  # of each: the first chooses kernels, the others are measured
FREE_SECONDS_MAX = 2.0
SLACK_MEGABYTES = 200.0  # of a card's memory: other processes come and go
Place = Callable[[], AbstractAsyncContextManager[Bay]]  # a process of the first card, or the processor
PHASES = ("encode", "step", "decode")
HEAD = (
    "Model", "Kept", "Made s", "Encode s", "Step s", "Decode s", "Encode MB", "Step MB", "Decode MB", "Reserved MB"
)  # fmt: skip
INTRODUCTION = """## Local engines on a GPU

Pipelines of the real classes in their real sizes, in bf16, with random numbers instead of weights: time and memory are
those of trained ones, what they make is noise. FLUX.2-klein: 1024 × 1024 in 4 steps; LTX-2: 1280 × 704, 121 frames with
sound in 8 steps. Each row is a process of its own, as in the service; MB are the most that torch had allocated in that
phase."""


def main() -> None:
    options = arguments()
    found = cards()
    if not options.small and not found:
        print("gpu-check: skipped: no GPU is here (nvidia-smi shows none)")
        return
    print(f"[on {'the processor' if options.small else found[0].name}]", file=sys.stderr, flush=True)
    text, is_well = asyncio.run(check([] if options.small else found, small=options.small))
    print(text)
    if not options.small and not options.no_page:
        page.write_part("gpu", text)
    sys.exit(0 if is_well else 1)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.gpu_check", description=__doc__)
    parser.add_argument(
        "--small", action="store_true", help="tiny models on the processor: does the check itself work?"
    )
    parser.add_argument("--no-page", action="store_true", help="print only")
    return parser.parse_args()


async def check(found: Sequence[Card], *, small: bool) -> tuple[str, bool]:
    """The part of the page, and whether all goals were reached."""
    here = machine.this_machine()
    if small:
        async with bay(["cpu"], small=True) as one:
            rows, findings = await everything(found, lambda: nullcontext(one))
    else:
        rows, findings = await everything(found, lambda: bay([found[0].device], small=False))
    where = "the processor, small models" if small else ", ".join(f"{one.name} (driver {one.driver})" for one in found)
    text = "\n\n".join(
        (
            INTRODUCTION,
            f"Taken with `make gpu-check`, mediamill {here.version}, on {where}; {here.cores} cores of {here.cpu}, "
            f"{here.python}.",
            page.table(HEAD, rows),
            page.findings_table(findings),
        )
    )
    return text, all(one.verdict in ("", "reached", "skipped") for one in findings)


async def everything(found: Sequence[Card], place: Place) -> tuple[list[tuple[str, ...]], list[Finding]]:
    """The rows of the models, and what was found besides."""
    rows = [row async for row in measured(found, place)]
    return rows, [
        *await what_follows_a_lack_of_memory(place),
        *await what_follows_a_kill(found, place),
        *await two_devices(found),
    ]


async def measured(found: Sequence[Card], place: Place) -> AsyncIterator[tuple[str, ...]]:
    """A row for each model and each way to keep it."""
    for name, model in MODELS.items():
        for kept in KEPT if found else KEPT_SMALL:
            if found and (lack := lacking(bytes_of(model), kept, found[0])):
                yield (name, kept, lack, *("–" for _ in HEAD[3:]))
                continue
            async with place() as one:
                try:
                    runs = [await one.facts(f"{name} {kept}", SEED) for _ in range(RUNS if found else RUNS_SMALL)]
                except CheckFailed as fault:
                    yield (name, kept, f"failed: {fault}"[:200], *("–" for _ in HEAD[3:]))
                    continue
            yield row_of(name, kept, runs)


def row_of(name: str, kept: str, runs: Sequence[dict[str, float]]) -> tuple[str, ...]:
    """Means of the runs after the first one. Raises CheckFailed where they made different pictures."""
    if len({run["sha256"] for run in runs}) != 1:
        raise CheckFailed(f"{name} {kept}: one seed made several pictures")
    warm = runs[1:]
    seconds = [sum(run[f"{phase}_seconds"] for run in warm) / len(warm) for phase in PHASES]
    peaks = [max(run.get(f"{phase}_megabytes", 0.0) for run in warm) for phase in (*PHASES, "reserved")]
    cells = [short(one) if one else "–" for one in (runs[0]["make_seconds"], *seconds, *peaks)]
    return (name, kept, *cells)


def lacking(parts: dict[str, int], kept: Memory, card: Card) -> str:
    """Why a model cannot be kept that way on this card; nothing where it can, as far as weights go."""
    sizes = [size // 2 if kept.is_eight_bit else size for size in parts.values()]
    needed = (max(sizes) if kept.comes_and_goes else sum(sizes)) / MEGABYTE
    return f"needs {needed:,.0f} MB" if needed > card.megabytes * CARD_SHARE else ""


async def what_follows_a_lack_of_memory(place: Place) -> list[Finding]:
    """A run that asks for more than there is begins anew on an empty device, and makes the same."""
    async with place() as one:
        before = await one.facts(FIRST, SEED)
        after = await one.facts(FIRST, SEED, exhaust=True)
        (device,) = one.devices
    is_same = before["sha256"] == after["sha256"] and device.memory_retries == 1
    note = "everything was unloaded, the run began anew and made the same picture"
    return [Finding("runs lost to a real lack of memory", 0.0 if is_same else 1.0, "", at_most(0), note)]


async def what_follows_a_kill(found: Sequence[Card], place: Place) -> list[Finding]:
    """SIGKILL between two steps: its memory is free again, and the next run makes what the killed one would have."""
    used = used_megabytes(found[0]) if found else 0.0
    async with place() as one:
        before = await one.facts(FIRST, SEED)
        running = one.begin(FIRST, SEED)
        await one.steps.wait()
        one.kill()
        freed = await asyncio.to_thread(seconds_until_free, found[0], used + SLACK_MEGABYTES, 60.0) if found else None
        killed = await running
        began = time.perf_counter()
        after = await one.facts(FIRST, SEED)
        again = time.perf_counter() - began
    is_told = isinstance(killed, Failed) and after["sha256"] == before["sha256"]
    return [
        Finding("VRAM free after SIGKILL in mid-run", freed, "s", at_most(FREE_SECONDS_MAX)),
        Finding("killed runs that were not told, or came out otherwise", 0.0 if is_told else 1.0, "", at_most(0)),
        Finding("a run in a new process, from its start", again, "s", None, "imports, making the numbers, the run"),
    ]


async def two_devices(found: Sequence[Card]) -> list[Finding]:
    """Two runs at once on two cards, beside one."""
    what = "two runs at once on two cards, beside one on one"
    if len(found) < 2:
        return [Finding(what, None, "×", at_most(1.3), "one card or none")]
    async with bay([one.device for one in found[:2]], small=False) as both:
        await asyncio.gather(*(both.run(FIRST, SEED, name=f"gen_{number}") for number in range(2)))  # both load
        began = time.perf_counter()
        alone = await both.facts(FIRST, SEED)
        single, began = time.perf_counter() - began, time.perf_counter()
        outcomes = await asyncio.gather(*(both.run(FIRST, SEED, name=f"gen_{number}") for number in range(2)))
        double = time.perf_counter() - began
    same = {alone["sha256"]} == {facts_of(outcome)["sha256"] for outcome in outcomes if isinstance(outcome, Made)}
    return [Finding(what, double / single, "×", at_most(1.3), "the same bytes" if same else "other bytes on the other")]


if __name__ == "__main__":
    main()

"""The table of the crafts: what it measures, what it calls missed, where it writes."""

import asyncio
from pathlib import Path

import pytest

from mediamill.catalogue import load
from scripts.benches.machine import this_machine
from scripts.benches.page import write_part
from scripts.crafts import kernel
from scripts.crafts.witness import Spent
from scripts.measure_crafts import WORKS, Cost, Work, findings_of, measured, middle, part

DRUMS = next(work for work in WORKS if work.tool == "drum-generator")
FILM = next(work for work in WORKS if work.tool == "create-video")
PICTURE = next(work for work in WORKS if work.tool == "create-image")


def took(cpu: float, *, main: float | None = None, thumbnail: float = 0.1) -> Spent:
    return Spent(cpu, cpu if main is None else main, thumbnail, peak_mb=200.0)


def cost(work: Work, warm: Spent, media_seconds: float | None = None) -> Cost:
    return Cost(work, took(9.0), warm, media_seconds)


def test_every_model_of_the_catalogue_is_measured() -> None:
    assert {work.name for work in WORKS} == {f"{model.tool}/{model.slug}" for model in load().models()}


@pytest.mark.slow
def test_a_drum_loop_is_measured_in_a_process_of_its_own(tmp_path: Path) -> None:
    (found,) = asyncio.run(measured([DRUMS], tmp_path))

    assert 0 < found.warm.cpu_seconds <= found.first.cpu_seconds
    assert 30 < found.first.peak_mb < 1_536
    assert found.media_seconds == pytest.approx(8, abs=6)


def test_sound_is_measured_against_real_time() -> None:
    (quick,) = findings_of(cost(DRUMS, took(1.0), 10.0))
    (slow,) = findings_of(cost(DRUMS, took(4.0), 10.0))

    assert (quick.measured, quick.verdict) == (10.0, "reached")
    assert (slow.measured, slow.verdict) == (2.5, "**missed**")


def test_a_film_may_use_two_cores_but_no_more() -> None:
    even, _ = findings_of(cost(FILM, took(20.0, main=8.0), 5.0))
    lonely, _ = findings_of(cost(FILM, took(20.0, main=15.0), 5.0))

    assert (even.measured, even.verdict) == (10.0, "reached")
    assert (lonely.measured, lonely.verdict) == (15.0, "**missed**")


def test_a_slow_thumbnail_is_missed_by_its_own_name() -> None:
    _, thumbnail = findings_of(cost(PICTURE, took(1.0, thumbnail=2.0)))

    assert (thumbnail.what, thumbnail.verdict) == (f"{PICTURE.name}: thumbnail", "**missed**")


def test_the_middle_run_counts() -> None:
    assert middle([took(3.0), took(1.0), took(2.0)]).cpu_seconds == 2.0


def test_only_the_part_of_the_crafts_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    costs = [cost(DRUMS, took(4.0), 10.0)]
    findings = [finding for one in costs for finding in findings_of(one)]
    write_part("service", "of others", page)
    write_part("crafts", "old", page)
    write_part("crafts", part(this_machine(), costs, findings, 0.5, 0.5), page)

    assert "of others" in page.read_text()
    assert "old" not in page.read_text()
    assert "| `drum-generator/drumgen` | 10.0 s | 4.00 | 8.00 | 2.50 × real time |" in page.read_text()
    assert "Missed: drum-generator/drumgen." in page.read_text()


@pytest.mark.slow
def test_the_kernel_takes_processor_time() -> None:
    assert 0.01 < kernel.seconds() < 60

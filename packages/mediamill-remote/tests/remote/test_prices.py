"""Price lines and what a body costs by them."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from mediamill.engines.sdk import Estimate
from mediamill_remote.fal.engine import FalEngine, FalOptions
from mediamill_remote.mapping import Body, Measure, MeasureHow, Quantity
from mediamill_remote.prices import (
    RECORDING_SECONDS_MAX,
    Prices,
    Tokens,
    quantities_of,
    read_prices,
    today,
    wav_seconds,
)
from mediamill_remote.tables import TableFault, parsed
from tests.fakes.media import media, silence

LINES = """
[[price]]
model = "acme/painter"
unit = "megapixel"
amount = 0.05
valid_from = 2026-11-01

[[price]]
model = "acme/painter"
unit = "megapixel"
amount = 0.06
valid_from = 2026-12-01
note = "announced"

[[price]]
model = "acme/painter"
unit = "run"
amount = 1
valid_from = 2026-11-01
when = { quality = "high" }

[[price]]
model = "acme/singer"
unit = "minute"
amount = 0.6
valid_from = 2026-11-01
started = true

[[price]]
model = "acme/writer"
unit = "image"
amount = 0.04
valid_from = 2026-11-01
tokens = { input = 0.30, text = 2.5, image = 30 }
"""
NOVEMBER, DECEMBER, OCTOBER = date(2026, 11, 22), date(2026, 12, 1), date(2026, 10, 31)
PRICES = Prices("acme", read_prices("prices.toml", parsed("prices.toml", LINES.encode())))
SIZE = {Quantity.PIXELS: Decimal(2_000_000)}


def estimate(model: str, body: Body, day: date, quantities: dict[Quantity, Decimal]) -> Estimate | None:
    return PRICES.estimate(PRICES.line_of(model, body, day), quantities)


def test_the_newest_line_that_is_valid_counts() -> None:
    assert estimate("acme/painter", {}, NOVEMBER, SIZE) == Estimate(
        100_000, "acme acme/painter: 0.05 USD per megapixel since 2026-11-01"
    )
    assert estimate("acme/painter", {}, DECEMBER, SIZE) == Estimate(
        120_000, "acme acme/painter: 0.06 USD per megapixel since 2026-12-01"
    )
    assert estimate("acme/painter", {}, OCTOBER, SIZE) is None


def test_a_line_with_a_condition_counts_where_the_body_meets_it() -> None:
    assert estimate("acme/painter", {"quality": "high"}, NOVEMBER, SIZE) == Estimate(
        1_000_000, "acme acme/painter: 1 USD per run with quality high since 2026-11-01"
    )


@pytest.mark.parametrize(("seconds", "amount"), [(1, 600_000), (60, 600_000), (61, 1_200_000)])
def test_a_started_minute_is_a_whole_one(seconds: int, amount: int) -> None:
    found = estimate("acme/singer", {}, NOVEMBER, {Quantity.SECONDS: Decimal(seconds)})

    assert found == Estimate(amount, "acme acme/singer: 0.6 USD per started minute since 2026-11-01")


def test_without_a_line_or_a_measure_there_is_no_estimate() -> None:
    assert estimate("acme/unknown", {}, NOVEMBER, SIZE) is None
    assert estimate("acme/singer", {}, NOVEMBER, SIZE) is None


def test_fractions_of_a_millionth_are_rounded_up() -> None:
    found = estimate("acme/painter", {}, NOVEMBER, {Quantity.PIXELS: Decimal(1)})

    assert found is not None
    assert found.amount == 1


@pytest.mark.parametrize(
    ("measure", "body", "told"),
    [
        (Measure(how=MeasureHow.NUMBER, of="s"), {"s": 2.5}, "2.5"),
        (Measure(how=MeasureHow.NUMBER, of="s", unsaid=22), {}, "22.0"),
        (Measure(how=MeasureHow.NUMBER, of="s"), {"s": True}, None),
        (Measure(how=MeasureHow.MILLISECONDS, of="s"), {"s": 2_500}, "2.5"),
        (Measure(how=MeasureHow.CHARACTERS, of="a.b"), {"a": {"b": "héron"}}, "5"),
        (Measure(how=MeasureHow.CHARACTERS, of="a"), {"a": 7}, None),
        (Measure(how=MeasureHow.PIXELS, of="size"), {"size": {"width": 10, "height": 20}}, "200.0"),
        (Measure(how=MeasureHow.PIXELS), {"width": 10, "height": 20}, "200.0"),
        (Measure(how=MeasureHow.PIXELS), {"width": 10}, None),
        (Measure(how=MeasureHow.FRAMES, of="n", rate="r"), {"n": 121, "r": 24}, str(121 / 24)),
        (Measure(how=MeasureHow.FRAMES, of="n", rate="r"), {"n": 121, "r": 0}, None),
        (Measure(how=MeasureHow.RECORDING, of="file"), {}, None),
    ],
)
def test_a_quantity_is_read_from_the_body(measure: Measure, body: Body, told: str | None) -> None:
    found = quantities_of({Quantity.SECONDS: measure}, body, {}, 40.0)

    assert found.get(Quantity.SECONDS) == (None if told is None else Decimal(told))


@pytest.mark.parametrize(
    ("measures", "told"),
    [({}, "40.0"), ({Quantity.WORK: Measure(how=MeasureHow.NUMBER, of="steps")}, "8")],
)
def test_work_takes_the_typical_time_unless_the_body_says_more(measures: dict[Quantity, Measure], told: str) -> None:
    assert quantities_of(measures, {"steps": 8}, {}, 40.0)[Quantity.WORK] == Decimal(told)


def test_a_recording_is_as_long_as_its_file_says(tmp_path: Path) -> None:
    song, tune = tmp_path / "song.wav", tmp_path / "tune.mp3"
    song.write_bytes(silence(3.25))
    tune.write_bytes(media("mp3"))

    assert wav_seconds(song) == 3.25
    assert wav_seconds(tune) == wav_seconds(tmp_path / "gone.wav") == RECORDING_SECONDS_MAX


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("price = 1", "prices.toml: price: a line is a table [[price]]"),
        ("[[prices]]", "unknown: prices"),
        ('[[price]]\nmodel = "a/b"', "prices.toml: price 1 (`a/b`): unit: it is missing"),
        (LINES.replace("megapixel", "gigapixel", 1), "price 1 (`acme/painter`): unit: Input should be 'run'"),
        (LINES.replace("0.05", "-1"), "amount: Input should be greater than or equal to 0"),
        (LINES.replace("0.05", "nan"), "amount: "),
        (LINES.replace("0.6\n", "true\n"), "price 4 (`acme/singer`): amount: "),
        (LINES.replace("started", "begun"), "price 4 (`acme/singer`): there is no key `begun`; there are: "),
        (LINES + 'currency = "EUR"', "currency: Input should be 'USD'"),
    ],
)
def test_a_fault_names_the_line_and_the_field(text: str, fault: str) -> None:
    with pytest.raises(TableFault) as raised:
        read_prices("prices.toml", parsed("prices.toml", text.encode()))

    assert fault in str(raised.value)


def test_an_operators_lines_take_the_place_of_the_packaged_ones(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text(LINES.replace("acme/painter", "fal-ai/trellis-2"))
    engine = FalEngine(FalOptions(prices_file=str(own)))

    assert engine.ready() is None
    assert {line.amount for line in engine.prices.lines if line.model == "fal-ai/trellis-2"} == {
        Decimal("0.05"),
        Decimal("0.06"),
        Decimal(1),
    }
    assert engine.prices.line_of("fal-ai/triposr", {}, NOVEMBER) is not None


def test_no_packaged_line_begins_in_the_future() -> None:
    assert all(line.valid_from <= today() for line in FalEngine(FalOptions()).prices.lines)


def test_tokens_that_an_answer_counts_are_billed_exactly_and_rounded_up() -> None:
    line = PRICES.line_of("acme/writer", {}, NOVEMBER)
    assert line is not None
    assert line.tokens is not None

    assert line.tokens.cost(Tokens(input=0, text=0, image=0)) == 0
    assert line.tokens.cost(Tokens(input=1, text=0, image=0)) == 1
    assert line.tokens.cost(Tokens(input=10, text=100, image=1_290)) == 3 + 250 + 38_700
    assert PRICES.estimate(line, {Quantity.IMAGES: Decimal(1)}) == Estimate(
        40_000, "acme acme/writer: 0.04 USD per image since 2026-11-01"
    )


def test_rates_of_tokens_are_whole_or_none() -> None:
    text = LINES.replace("text = 2.5, ", "")

    with pytest.raises(TableFault, match=r"acme/writer.*tokens\.text: it is missing"):
        read_prices("prices.toml", parsed("prices.toml", text.encode()))

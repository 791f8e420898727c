"""How weights are kept, by what the card has: FLUX.2-klein and LTX-2 on cards that people own."""

import pytest

from mediamill_local.kit import Memory
from mediamill_local.kit.memory import bytes_of, chosen_memory

GB = 1_000_000_000
KLEIN = {"text_encoder": 8 * GB, "transformer": 8 * GB, "vae": GB // 5}
KLEIN_8 = {"text_encoder": 4 * GB, "transformer": 4 * GB, "vae": GB // 5}
LTX = {"text_encoder": 24 * GB, "transformer": 38 * GB, "vae": 2 * GB}
LTX_8 = {"text_encoder": 12 * GB, "transformer": 19 * GB, "vae": 2 * GB}


@pytest.mark.parametrize(
    ("card", "expected"),
    [(24, Memory.RESIDENT), (16, Memory.OFFLOAD), (12, Memory.OFFLOAD), (8, Memory.FP8_OFFLOAD)],
)
def test_what_fits_is_resident_then_parts_come_and_go_then_numbers_shrink(card: int, expected: Memory) -> None:
    assert chosen_memory(Memory.AUTO, KLEIN, KLEIN_8, 2 * GB, card * GB) is expected


@pytest.mark.parametrize(
    ("card", "expected"),
    [(80, Memory.RESIDENT), (48, Memory.OFFLOAD), (40, Memory.FP8_OFFLOAD), (24, Memory.FP8_OFFLOAD)],
)
def test_films_of_the_large_model(card: int, expected: Memory) -> None:
    assert chosen_memory(Memory.AUTO, LTX, LTX_8, 5 * GB, card * GB) is expected


def test_the_operator_decides_where_there_is_a_card() -> None:
    for mode in set(Memory) - {Memory.AUTO}:
        assert chosen_memory(mode, KLEIN, KLEIN_8, 2 * GB, 80 * GB) is mode


def test_nothing_comes_and_goes_without_a_card() -> None:
    chosen = {mode: chosen_memory(mode, KLEIN, KLEIN_8, 0, None) for mode in Memory}

    assert chosen == {
        Memory.AUTO: Memory.RESIDENT,
        Memory.RESIDENT: Memory.RESIDENT,
        Memory.OFFLOAD: Memory.RESIDENT,
        Memory.FP8: Memory.FP8,
        Memory.FP8_OFFLOAD: Memory.FP8,
    }


def test_what_is_on_the_device_at_a_time() -> None:
    assert bytes_of(Memory.RESIDENT, KLEIN, KLEIN_8) == sum(KLEIN.values())
    assert bytes_of(Memory.OFFLOAD, KLEIN, KLEIN_8) == 8 * GB
    assert bytes_of(Memory.FP8, KLEIN, KLEIN_8) == sum(KLEIN_8.values())

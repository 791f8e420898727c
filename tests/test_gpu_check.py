"""The check of GPUs, as far as it can be tried without torch and without a GPU."""

import pytest

from mediamill_local.kit.memory import Memory
from scripts import gpu_check
from scripts.gpu.bay import CheckFailed
from scripts.gpu.cards import Card

GIGABYTE = 10**9
LTX = {"text_encoder": 24 * GIGABYTE, "transformer": 38 * GIGABYTE, "vae": 2 * GIGABYTE}
CARD = Card(0, "a card", "570", 24_000.0)


def test_without_a_gpu_it_is_skipped_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gpu_check, "cards", list)
    monkeypatch.setattr("sys.argv", ["gpu_check"])
    gpu_check.main()

    assert capsys.readouterr().out == "gpu-check: skipped: no GPU is here (nvidia-smi shows none)\n"


@pytest.mark.parametrize(
    ("kept", "megabytes"),
    [(Memory.RESIDENT, 64_000), (Memory.OFFLOAD, 38_000), (Memory.FP8, 32_000), (Memory.FP8_OFFLOAD, None)],
)
def test_what_does_not_fit_on_a_card_is_not_tried(kept: Memory, megabytes: int | None) -> None:
    assert gpu_check.lacking(LTX, kept, CARD) == (f"needs {megabytes:,} MB" if megabytes else "")


def test_times_are_those_of_warm_runs() -> None:
    seconds = {"make_seconds": 9.0, "encode_seconds": 1.0, "decode_seconds": 2.0, "sha256": 1}
    runs = [seconds | {"step_seconds": step, "step_megabytes": 10.0} for step in (50.0, 2.0, 4.0)]

    assert gpu_check.row_of("a", "resident", runs) == (
        "a", "resident", "9.00", "1.00", "3.00", "2.00", "–", "10.0", "–", "–",
    )  # fmt: skip


def test_one_seed_that_makes_two_pictures_is_a_failure() -> None:
    with pytest.raises(CheckFailed, match="several pictures"):
        gpu_check.row_of("a", "resident", [{"sha256": 1}, {"sha256": 2}])

"""What `make gpu-check` does, tried with small models on the processor."""

import asyncio

from scripts.gpu_check import check


def test_the_check_of_gpus_works_from_end_to_end() -> None:
    text, is_well = asyncio.run(check([], small=True))

    assert is_well, text
    assert all(f"| {model} | {kept} | " in text for model in ("flux2-klein", "ltx-2") for kept in ("resident", "fp8"))
    assert "failed" not in text
    assert "| runs lost to a real lack of memory | 0 | ≤ 0 | reached |" in text

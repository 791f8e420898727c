"""How weights are kept in the memory of a device."""

from collections.abc import Mapping
from enum import StrEnum

CARD_SHARE = 0.92  # of a card's memory that weights and runs may take, as the shelf of the device counts


class Memory(StrEnum):
    """From the fastest to the smallest."""

    AUTO = "auto"
    RESIDENT = "resident"  # all of it on the device
    OFFLOAD = "offload"  # in the machine's memory, on the device one part at a time
    FP8 = "fp8"  # on the device, transformers and encoders in 8 bits: other files of the same seed, and a little worse
    FP8_OFFLOAD = "fp8-offload"  # both

    @property
    def is_eight_bit(self) -> bool:
        """Whether large parts are kept in 8 bits."""
        return self in (Memory.FP8, Memory.FP8_OFFLOAD)

    @property
    def comes_and_goes(self) -> bool:
        """Whether parts are on the device only while they work."""
        return self in (Memory.OFFLOAD, Memory.FP8_OFFLOAD)


def chosen_memory(
    asked: Memory, parts: Mapping[str, int], eight_bit: Mapping[str, int], run: int, card: int | None
) -> Memory:
    """The mode for parts of so many bytes, in 16 and in 8 bits, where a run takes `run` more and the card has `card`;
    None: no card, where nothing is gained by moving parts.
    """
    if card is None:
        return {Memory.AUTO: Memory.RESIDENT, Memory.OFFLOAD: Memory.RESIDENT, Memory.FP8_OFFLOAD: Memory.FP8}.get(
            asked, asked
        )
    if asked is not Memory.AUTO:
        return asked
    room = int(card * CARD_SHARE) - run
    for mode in (Memory.RESIDENT, Memory.OFFLOAD):  # the same files, faster first
        if bytes_of(mode, parts, eight_bit) <= room:
            return mode
    return Memory.FP8 if bytes_of(Memory.FP8, parts, eight_bit) <= room else Memory.FP8_OFFLOAD


def bytes_of(mode: Memory, parts: Mapping[str, int], eight_bit: Mapping[str, int]) -> int:
    """What of the parts is on the device at a time."""
    kept = eight_bit if mode.is_eight_bit else parts
    return max(kept.values(), default=0) if mode.comes_and_goes else sum(kept.values())

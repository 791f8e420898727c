"""A delivery of nothing: what a receiver can be tried with."""

from dataclasses import dataclass

import orjson

from mediamill import clock, ids


@dataclass(frozen=True, slots=True)
class SampleDelivery:
    """The body of a made-up success."""

    generation_id: str
    body: str


def sample_delivery(media_base: str, now: int) -> SampleDelivery:
    """One that looks as every delivery does."""
    generation_id = ids.new("gen", now)
    sample = {
        "id": generation_id,
        "status": "success",
        "tool": "text-to-speech",
        "type": "audio",
        "output": f"{media_base}/{generation_id}/sample.mp3",
        "thumbnail": None,
        "createdAt": clock.iso(now),
    }
    return SampleDelivery(generation_id, orjson.dumps(sample).decode())

"""Speech as the file that is delivered."""

from collections.abc import Mapping
from pathlib import Path

from mediamill.codecs import Tags, encode_audio, master
from mediamill.engines.sdk import Artifact, facts_of
from mediamill_local.speech.sound import Samples

LUFS = -18.0  # speech alone: as loud as a podcast
TITLE_CHARACTERS_MAX = 60


def delivered(samples: Samples, rate: int, path: Path, title: str, provenance: Mapping[str, object]) -> Artifact:
    """Write samples, (n,), as mp3 at the loudness of speech; what the provenance has as `not_understood` is told."""
    tags = Tags(title=shortened(title), provenance=provenance)
    seconds = encode_audio(master(samples, rate, lufs=LUFS), rate, path, tags=tags)
    missed = provenance.get("not_understood", ())
    not_understood = tuple(map(str, missed)) if isinstance(missed, list | tuple) else ()
    return Artifact(path, seconds=seconds, provenance=facts_of(tags.provenance), not_understood=not_understood)


def shortened(text: str) -> str:
    """The first words of a text."""
    words = " ".join(
        "".join(one for one in text[: 4 * TITLE_CHARACTERS_MAX] if one.isprintable() or one.isspace()).split()
    )
    if len(words) <= TITLE_CHARACTERS_MAX:
        return words
    return words[:TITLE_CHARACTERS_MAX].rsplit(" ", 1)[0] + "…"

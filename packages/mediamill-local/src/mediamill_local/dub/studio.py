"""A dub from a recording: heard, translated, spoken and laid into the time of the original."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mediamill.codecs import NotMedia, Tags, decode_audio, encode_audio, probe
from mediamill.engines.sdk import Artifact, EngineRefused, Report, Request, WeightsFolders, facts_of
from mediamill_local.dub import listening, speaking, timeline, translating
from mediamill_local.dub.dub import CLONE, M2M100, WHISPER, DubOptions
from mediamill_local.dub.languages import NAMES, in_m2m100

SECONDS_MAX = 1_800.0  # half an hour
REFERENCE_SECONDS = (6.0, 15.0)  # of the speaker, for the clone
NO_ROOM = "The translation does not fit into the time of the recording: send it with some silence at its end."


@dataclass(frozen=True, slots=True)
class Studio:
    """What is loaded."""

    listener: Any  # faster_whisper.WhisperModel
    translator: translating.Translator
    kokoro: speaking.KokoroSpeaker | None
    cloning: Any  # voxcpm.VoxCPM, or None

    def speaker(self, reference: Path | None, seed: int) -> speaking.Speaker:
        """For one recording."""
        if self.kokoro is not None:
            self.kokoro.voices = ()
            return self.kokoro
        assert reference is not None, "a clone is made of a recording"
        return speaking.ClonedSpeaker(self.cloning, reference, seed)


def opened(folders: WeightsFolders, options: DubOptions, device: str) -> Studio:
    """Everything loaded to a device; Kokoro to the CPU."""
    from faster_whisper import WhisperModel

    kind, _, number = device.partition(":")
    threads = options.threads or len(os.sched_getaffinity(0))
    listener = WhisperModel(
        str(folders.of(WHISPER)),
        device=kind,
        device_index=int(number or 0),
        compute_type=options.compute,
        cpu_threads=threads,
        local_files_only=True,
    )
    translator = translating.load(folders.of(M2M100), device)
    if options.voice == CLONE:
        return Studio(listener, translator, None, speaking.load_cloning(folders.of(CLONE), device))
    return Studio(listener, translator, speaking.load_kokoro(folders, options.voices, threads), None)


def dubbed(
    studio: Studio, options: DubOptions, request: Request, report: Report, facts: Mapping[str, object]
) -> Artifact:
    """Make `dub.mp3`, as long as the recording; `facts` are what is known beforehand. Raises EngineRefused."""
    target = str(request.input["target_lang"])
    report.progress(0.0, "reading the recording")
    recording, channels = read_recording(Path(request.files["audio_url"]))
    heard = listening.heard(
        studio.listener,
        recording,
        options.source_lang,
        options.sure_min,
        lambda part: report.progress(0.05 + 0.35 * part, "listening"),
    )
    texts = in_language(studio.translator, heard, target, report)
    reference = None if studio.cloning is None else reference_of(recording, heard.phrases, request.folder)
    speaker = studio.speaker(reference, int(request.seed))
    laid = spoken_in_time(speaker, texts, heard, recording, report)
    report.progress(0.9, "writing")
    left_out = [phrase for number, phrase in enumerate(heard.phrases) if number not in laid.placed]
    provenance = {
        **facts,
        "language": target,
        "source_language": heard.language,
        "dtype": f"{studio.listener.model.compute_type}, {studio.translator.model.dtype}",
        "beams": f"{listening.BEAMS}, {translating.BEAMS}",
        "seed": request.seed,
        "voices": list(speaker.voices),
        "recognised": [phrase.text for phrase in heard.phrases],
        "spoken": [texts[number] for number in laid.placed],
        "not_placed": [phrase.text for phrase in left_out],
        "late_seconds": round(laid.late_seconds, 2),
        "not_understood": in_seconds([*heard.dropped, *left_out]),
    }
    return written(laid, speaker.rate, channels, request.folder / "dub.mp3", provenance)


def spoken_in_time(
    speaker: speaking.Speaker, texts: list[str], heard: listening.Heard, recording: listening.Samples, report: Report
) -> timeline.Laid:
    """Each text in the time and at the loudness of its phrase. Raises EngineRefused where none has room."""
    times = [(phrase.start, phrase.end) for phrase in heard.phrases]
    length = len(recording) / listening.RATE

    def speak(number: int) -> speaking.Samples:
        report.progress(0.55 + 0.35 * number / len(texts), "speaking")
        start, end = (round(time * listening.RATE) for time in times[number])
        return speaker.say(texts[number], listening.pitch_of(recording[start:end]))

    loudness = timeline.loudness_of(recording, times, listening.RATE)
    laid = timeline.laid_out(timeline.slots_of(times, length), loudness, length, speaker.rate, speak)
    if not laid.placed:
        raise EngineRefused(sentence=NO_ROOM)
    return laid


def read_recording(path: Path) -> tuple[listening.Samples, int]:
    """Samples, (n,) at the recogniser's rate, and how many channels there were. Raises EngineRefused."""
    try:
        track = probe(path, max_seconds=SECONDS_MAX).audio
        sound = decode_audio(path, rate=listening.RATE, channels=1, seconds_max=SECONDS_MAX)[:, 0]
    except NotMedia as error:
        raise EngineRefused(sentence=str(error)) from None
    return sound, 2 if track is not None and track.channels > 1 else 1


def in_language(translator: translating.Translator, heard: listening.Heard, target: str, report: Report) -> list[str]:
    """What is said for each phrase. Raises EngineRefused for a language that the translator does not know."""
    source, wanted = in_m2m100(heard.language), in_m2m100(target)
    if source == wanted:
        return [phrase.text for phrase in heard.phrases]
    if not translator.knows(source):
        raise EngineRefused(sentence=f"The language of the recording ({heard.language}) cannot be translated here.")
    texts = []
    for number, phrase in enumerate(heard.phrases):
        report.progress(0.4 + 0.15 * number / len(heard.phrases), f"translating into {NAMES[target]}")
        texts.append(translator.translated(phrase.text, source, wanted))
    return texts


def reference_of(recording: listening.Samples, phrases: Iterable[listening.Phrase], folder: Path) -> Path:
    """A file with some seconds of the speaker: the surest phrases, in their order."""
    chosen: list[listening.Phrase] = []
    for phrase in sorted(phrases, key=lambda one: -one.sure):
        seconds = sum(one.end - one.start for one in chosen)
        if seconds >= REFERENCE_SECONDS[0]:
            break
        if seconds + phrase.end - phrase.start <= REFERENCE_SECONDS[1] or not chosen:
            chosen.append(phrase)
    rate = listening.RATE
    parts = [
        recording[round(one.start * rate) : round(one.end * rate)] for one in sorted(chosen, key=lambda one: one.start)
    ]
    path = folder / "speaker.wav"
    most = round(REFERENCE_SECONDS[1] * rate)
    encode_audio(np.concatenate(parts)[:most], rate, path, tags=Tags(title="speaker", provenance={}))
    return path


def written(laid: timeline.Laid, rate: int, channels: int, path: Path, provenance: Mapping[str, Any]) -> Artifact:
    """The file, mono or stereo as the recording was."""
    tags = Tags(title=f"Dubbed into {NAMES[provenance['language']]}", provenance=provenance)
    samples = laid.samples if channels == 1 else laid.samples.repeat(2).reshape(-1, 2)
    seconds = encode_audio(samples, rate, path, tags=tags)
    missed = tuple(provenance["not_understood"])
    return Artifact(path, seconds=seconds, provenance=facts_of(tags.provenance), not_understood=missed)


def in_seconds(phrases: Iterable[listening.Phrase]) -> list[str]:
    """The times of phrases, as callers read them."""
    return [f"{one.start:.1f} s to {one.end:.1f} s" for one in sorted(phrases, key=lambda one: one.start)]

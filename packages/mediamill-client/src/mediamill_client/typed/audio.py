"""The audio tools as methods. Made by `python -m scripts.client_types`; a test says so."""

from typing import Any, Literal, overload

from mediamill_client.news import OnProgress
from mediamill_client.running import Running, given
from mediamill_client.sources import FileInput
from mediamill_client.typed.inputs import (
    CreateMusicDuration,
    CreateMusicModel,
    DrumGeneratorModel,
    SongSplitterInstrument,
    SongSplitterModel,
    SoundEffectsDuration,
    SoundEffectsModel,
    TextToSpeechModel,
    TextToSpeechVoice,
    TranslateAudioModel,
    TranslateAudioTargetLang,
    VoiceIsolatorModel,
)
from mediamill_client.types import Generation


class AudioTools(Running):
    """The audio tools. What is None is left out: the service's default holds."""

    def create_music(
        self,
        *,
        prompt: str,
        duration: CreateMusicDuration | None = None,
        model: CreateMusicModel = "voicevendor-music",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Create music. A piece of music from a description of its genre, mood and instruments.

            prompt: What the music is like.
            duration: Length in seconds. Default: 30.
            model: voicevendor-music (1 credit per second).

        Raises as `run` does.
        """
        return self.run(
            "create-music",
            given(model=model, prompt=prompt, duration=duration),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    def text_to_speech(
        self,
        *,
        prompt: str,
        voice: TextToSpeechVoice | None = None,
        model: TextToSpeechModel = "voicevendor-tts",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Text to speech. A text read aloud by one of twenty voices.

            prompt: The text to read, with at least one letter or digit. At most 3000 characters.
            voice: Who reads. Default: Adam.
            model: voicevendor-tts (1 credit per 10 characters).

        Raises as `run` does.
        """
        return self.run(
            "text-to-speech",
            given(model=model, prompt=prompt, voice=voice),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    @overload
    def sound_effects(
        self,
        *,
        prompt: str,
        model: Literal["audiogen"] = "audiogen",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation: ...
    @overload
    def sound_effects(
        self,
        *,
        prompt: str,
        duration: SoundEffectsDuration | None = None,
        prompt_influence: float | None = None,
        model: Literal["voicevendor-sound-effects"],
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation: ...
    def sound_effects(
        self,
        *,
        model: SoundEffectsModel = "audiogen",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
        **fields: Any,
    ) -> Generation:
        """Sound effects. A sound from a description of what makes it.

            prompt: The sound, in English.
            duration: Length in seconds; auto lets the sound decide, up to 10. Default: auto.
            prompt_influence: How closely the sound follows the prompt. One of 0.1, 0.3, 0.5, 0.7, 0.9. Default: 0.3.
            model: audiogen (2 credits per run); voicevendor-sound-effects (1 credit per second (10 at most when no
                length is asked for)).

        Raises as `run` does.
        """
        return self.run(
            "sound-effects",
            given(model=model, **fields),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    def drum_generator(
        self,
        *,
        seed: float | None = None,
        model: DrumGeneratorModel = "drumgen",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Drum generator. A drum loop, new each time or again by its seed.

            seed: The same seed gives the same loop; -1 draws one. Default: -1.
            model: drumgen (free).

        Raises as `run` does.
        """
        return self.run(
            "drum-generator",
            given(model=model, seed=seed),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    def song_splitter(
        self,
        *,
        file: FileInput,
        instrument: SongSplitterInstrument | None = None,
        model: SongSplitterModel = "demucs",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Song splitter. One part of a song by itself: drums, bass, vocals or the instrumental, which is everything but
        the vocals.

            file: URL of the song. A file of your own is uploaded.
            instrument: Which stem; other is the instrumental: the song without its vocals. Default: other.
            model: demucs (3 credits per run).

        Raises as `run` does.
        """
        return self.run(
            "song-splitter",
            given(model=model, file=file, instrument=instrument),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    def voice_isolator(
        self,
        *,
        audio_url: FileInput,
        model: VoiceIsolatorModel = "voicevendor-voice-isolator",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Voice isolator. The voice of a recording without the noise around it.

            audio_url: URL of the recording. A file of your own is uploaded.
            model: voicevendor-voice-isolator (1 credit per second of the input).

        Raises as `run` does.
        """
        return self.run(
            "voice-isolator",
            given(model=model, audio_url=audio_url),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

    def translate_audio(
        self,
        *,
        audio_url: FileInput,
        target_lang: TranslateAudioTargetLang | None = None,
        model: TranslateAudioModel = "voicevendor-dubbing",
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Translate audio. A recording of speech, spoken again in another language.

            audio_url: URL of the recording. A file of your own is uploaded.
            target_lang: Code of the language to speak. Default: es.
            model: voicevendor-dubbing (1 credit per second of the input).

        Raises as `run` does.
        """
        return self.run(
            "translate-audio",
            given(model=model, audio_url=audio_url, target_lang=target_lang),
            webhook=webhook,
            timeout=timeout,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
        )

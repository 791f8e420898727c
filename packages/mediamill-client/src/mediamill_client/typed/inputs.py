"""What each tool takes, for `run` and `map`. Made by `python -m scripts.client_types`; a test says so."""

from typing import Literal, TypeAlias, TypedDict

from mediamill_client.sources import FileInput

CreateImageModel: TypeAlias = Literal["nano-banana", "flux-2-flex"]
CreateImageAspectRatio: TypeAlias = Literal["1:1", "16:9", "9:16", "4:3", "3:4"]
CreateVideoModel: TypeAlias = Literal["ltx-video"]
CreateVideoDuration: TypeAlias = Literal[3, 5, 8]
CreateVideoAspectRatio: TypeAlias = Literal["16:9", "9:16", "1:1"]
TextTo3dModel: TypeAlias = Literal["alpha3d-v3", "beta-v6", "trellis-2"]
ImageTo3dObjectModel: TypeAlias = Literal["alpha3d-v21", "instantmesh", "triposr"]
Motion3dModel: TypeAlias = Literal["alpha-motion"]
CreateMusicModel: TypeAlias = Literal["voicevendor-music"]
CreateMusicDuration: TypeAlias = Literal[3, 5, 10, 15, 20, 30, 45, 60, 90, 120]
TextToSpeechModel: TypeAlias = Literal["voicevendor-tts"]
TextToSpeechVoice: TypeAlias = Literal[
    "Adam",
    "Alice",
    "Antoni",
    "Aria",
    "Bill",
    "Brian",
    "Callum",
    "Charlotte",
    "Chris",
    "Daniel",
    "Eric",
    "Matilda",
    "Jessica",
    "Laura",
    "Liam",
    "Lily",
    "River",
    "Roger",
    "Sarah",
    "Will",
]
SoundEffectsModel: TypeAlias = Literal["audiogen", "voicevendor-sound-effects"]
SoundEffectsDuration: TypeAlias = Literal[
    "auto", "1", "2", "3", "5", "10", "15", "20", "30", 1, 2, 3, 5, 10, 15, 20, 30
]
DrumGeneratorModel: TypeAlias = Literal["drumgen"]
SongSplitterModel: TypeAlias = Literal["demucs"]
SongSplitterInstrument: TypeAlias = Literal["drums", "other", "vocals", "bass"]
VoiceIsolatorModel: TypeAlias = Literal["voicevendor-voice-isolator"]
TranslateAudioModel: TypeAlias = Literal["voicevendor-dubbing"]
TranslateAudioTargetLang: TypeAlias = Literal[
    "en",
    "es",
    "fr",
    "de",
    "it",
    "pt",
    "zh",
    "ja",
    "ko",
    "ru",
    "ar",
    "hi",
    "nl",
    "pl",
    "tr",
    "sv",
    "da",
    "fi",
    "el",
    "cs",
    "ro",
    "id",
    "fil",
    "uk",
    "bg",
    "ms",
    "sk",
    "hr",
    "ta",
    "vi",
    "th",
]


class _CreateImageInput(TypedDict):
    model: Literal["nano-banana", "flux-2-flex"]
    prompt: str


class CreateImageInput(_CreateImageInput, total=False):
    """The input of create-image with nano-banana, flux-2-flex."""

    aspect_ratio: CreateImageAspectRatio
    seed: int


class _CreateVideoInput(TypedDict):
    prompt: str


class CreateVideoInput(_CreateVideoInput, total=False):
    """The input of create-video with ltx-video."""

    model: Literal["ltx-video"]
    duration: CreateVideoDuration
    aspect_ratio: CreateVideoAspectRatio
    seed: int


class TextTo3dAlpha3dV3Input(TypedDict):
    """The input of text-to-3d with alpha3d-v3, beta-v6."""

    model: Literal["alpha3d-v3", "beta-v6"]
    prompt: str


class TextTo3dTrellis2Input(TypedDict):
    """The input of text-to-3d with trellis-2."""

    model: Literal["trellis-2"]
    image_url: FileInput


class ImageTo3dObjectInput(TypedDict):
    """The input of image-to-3d-object with alpha3d-v21, instantmesh, triposr."""

    model: Literal["alpha3d-v21", "instantmesh", "triposr"]
    image_url: FileInput


class _Motion3dInput(TypedDict):
    model: Literal["alpha-motion"]
    prompt: str


class Motion3dInput(_Motion3dInput, total=False):
    """The input of motion-3d with alpha-motion."""

    duration: float


class _CreateMusicInput(TypedDict):
    model: Literal["voicevendor-music"]
    prompt: str


class CreateMusicInput(_CreateMusicInput, total=False):
    """The input of create-music with voicevendor-music."""

    duration: CreateMusicDuration


class _TextToSpeechInput(TypedDict):
    model: Literal["voicevendor-tts"]
    prompt: str


class TextToSpeechInput(_TextToSpeechInput, total=False):
    """The input of text-to-speech with voicevendor-tts."""

    voice: TextToSpeechVoice


class SoundEffectsAudiogenInput(TypedDict):
    """The input of sound-effects with audiogen."""

    model: Literal["audiogen"]
    prompt: str


class _SoundEffectsVoicevendorSoundEffectsInput(TypedDict):
    model: Literal["voicevendor-sound-effects"]
    prompt: str


class SoundEffectsVoicevendorSoundEffectsInput(_SoundEffectsVoicevendorSoundEffectsInput, total=False):
    """The input of sound-effects with voicevendor-sound-effects."""

    duration: SoundEffectsDuration
    prompt_influence: float


class _DrumGeneratorInput(TypedDict):
    model: Literal["drumgen"]


class DrumGeneratorInput(_DrumGeneratorInput, total=False):
    """The input of drum-generator with drumgen."""

    seed: float


class _SongSplitterInput(TypedDict):
    model: Literal["demucs"]
    file: FileInput


class SongSplitterInput(_SongSplitterInput, total=False):
    """The input of song-splitter with demucs."""

    instrument: SongSplitterInstrument


class _VoiceIsolatorInput(TypedDict):
    audio_url: FileInput


class VoiceIsolatorInput(_VoiceIsolatorInput, total=False):
    """The input of voice-isolator with voicevendor-voice-isolator."""

    model: Literal["voicevendor-voice-isolator"]


class _TranslateAudioInput(TypedDict):
    model: Literal["voicevendor-dubbing"]
    audio_url: FileInput


class TranslateAudioInput(_TranslateAudioInput, total=False):
    """The input of translate-audio with voicevendor-dubbing."""

    target_lang: TranslateAudioTargetLang

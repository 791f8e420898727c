"""What the demonstration asks for: one good wish for every tool and model of the catalogue."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = str | int | float


@dataclass(frozen=True, slots=True)
class Wish:
    """One generation to ask for; the output of `made_from`, another wish's name, becomes the input field `into`."""

    tool: str
    model: str
    input: Mapping[str, Value] = field(default_factory=dict)
    made_from: str = ""
    into: str = ""
    title: str = ""  # where one model is asked for more than once

    @property
    def name(self) -> str:
        """No two wishes of one demonstration have the same."""
        return self.title or f"{self.tool}/{self.model}"

    @property
    def said(self) -> str:
        """The wish in words: the prompt, and what else was chosen."""
        chosen = [f"{name.replace('_', ' ')} {value}" for name, value in self.input.items() if name != "prompt"]
        source = [f"made from {self.made_from}"] if self.made_from else []
        return " · ".join([*([str(self.input["prompt"])] if "prompt" in self.input else []), *source, *chosen])


SPEECH = "text-to-speech/voicevendor-tts"
MUSIC = "create-music/voicevendor-music"
PICTURE = "create-image/nano-banana"
SCENE = "create-image/flux-2-flex"

WISHES = (
    Wish(
        "create-image",
        "nano-banana",
        {"prompt": "A yellow rubber duck, flat vector logo", "aspect_ratio": "1:1", "seed": 1},
    ),
    Wish(
        "create-image",
        "flux-2-flex",
        {
            "prompt": "A lighthouse on a cliff at dusk, soft fog over the sea, oil painting",
            "aspect_ratio": "4:3",
            "seed": 7,
        },
    ),
    Wish(
        "create-video",
        "ltx-video",
        {
            "prompt": "A sailing boat on the sea at sunset, the camera moves slowly towards it",
            "duration": 3,
            "seed": 4,
        },
    ),
    Wish("text-to-3d", "alpha3d-v3", {"prompt": "A wooden sailing ship with white sails"}),
    Wish("text-to-3d", "beta-v6", {"prompt": "A small red rocket with white fins"}),
    Wish("text-to-3d", "trellis-2", made_from=PICTURE, into="image_url"),
    Wish("image-to-3d-object", "alpha3d-v21", made_from=PICTURE, into="image_url"),
    Wish("image-to-3d-object", "instantmesh", made_from=SCENE, into="image_url"),
    Wish("image-to-3d-object", "triposr", made_from=PICTURE, into="image_url"),
    Wish("motion-3d", "alpha-motion", {"prompt": "Walk forward, then kick a ball, then cheer", "duration": 6}),
    Wish(
        "create-music",
        "voicevendor-music",
        {"prompt": "Bossa nova with nylon guitar, flute and soft drums, a warm evening", "duration": 15},
    ),
    Wish(
        "text-to-speech",
        "voicevendor-tts",
        {"prompt": "The mill by the river has been turning for two hundred years.", "voice": "Alice"},
    ),
    Wish("sound-effects", "audiogen", {"prompt": "Heavy rain on a tin roof with distant thunder"}),
    Wish(
        "sound-effects",
        "voicevendor-sound-effects",
        {"prompt": "A wooden door creaks open and slams, then footsteps on gravel", "duration": "5"},
    ),
    Wish("drum-generator", "drumgen", {"seed": 42}),
    Wish("song-splitter", "demucs", {"instrument": "drums"}, made_from=MUSIC, into="file"),
    Wish("voice-isolator", "voicevendor-voice-isolator", made_from=SPEECH, into="audio_url"),
    # English needs nothing but what pip installed.
    Wish("translate-audio", "voicevendor-dubbing", {"target_lang": "en"}, made_from=SPEECH, into="audio_url"),
)

"""Draw the pictures of the tools from what the tools make: `python -m scripts.draw_tool_pictures [folder]`.

Sounds are drawn in one style, each tool in colours of its own. A tool whose engine is not ready keeps its picture.
"""

import io
import sys
import tempfile
import wave
from collections.abc import Callable, Iterable, Mapping
from math import cos, pi, sin
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageOps

from mediamill.codecs import Drawn, draw_meshes
from mediamill_client import Client
from mediamill_procedural.motion.clip import clip_of
from mediamill_procedural.motion.figure import body
from mediamill_procedural.motion.moment import posed
from scripts.demos.making import Result, State, make_all
from scripts.demos.sounds import RATE, Glow, Samples, samples_of, sound_picture, spectrum, waveform
from scripts.demos.wishes import Wish
from scripts.stage import running_service

FOLDER = Path(__file__).parents[1] / "src" / "mediamill" / "catalogue" / "pictures"
SIZE = 512  # pixels
BYTES_MAX = 40 * 1_024
QUALITIES = range(90, 39, -5)  # of WebP: the best that fits is taken
LARGER = 4  # what has edges is drawn so much larger
NOISE = 0.08  # root mean square of the noise over the voice that is isolated
MOVES, MOVES_SECONDS, POSES = "Run forward", 3.0, (0.3, 0.46, 0.62, 0.78)
MARGIN = 88  # pixels around several figures that show nothing
STEMS = ("drums", "bass", "vocals", "other")

ORANGE = Glow((30, 12, 14), (140, 40, 40), (244, 110, 60), (255, 206, 96))
ROSE = Glow((30, 8, 30), (130, 24, 90), (240, 80, 140), (255, 180, 150))
BLUE = Glow((8, 16, 44), (36, 60, 170), (70, 140, 250), (150, 230, 255))
TEAL = Glow((4, 26, 34), (10, 84, 110), (40, 180, 190), (190, 250, 210))
GREEN = Glow((8, 26, 16), (24, 110, 70), (90, 210, 120), (230, 250, 150))
VIOLET = Glow((20, 14, 46), (84, 54, 190), (160, 120, 255), (230, 200, 255))

SCENE = "A lighthouse on a cliff at dusk, soft fog over the sea, oil painting"
DUCK, SONG, VOICE, NOISY = "the duck", "the song", "the voice", "the noisy voice"
ISOLATED = "voice-isolator/voicevendor-voice-isolator"
BAND = "create-music/voicevendor-music"
WISHES = (
    Wish("create-image", "flux-2-flex", {"prompt": SCENE, "aspect_ratio": "1:1", "seed": 7}),
    Wish("create-video", "ltx-video", {"prompt": "A sailing boat on the sea at sunset", "duration": 3, "seed": 4}),
    Wish("text-to-3d", "beta-v6", {"prompt": "A small red rocket with white fins"}),
    Wish("create-image", "nano-banana", {"prompt": "A yellow rubber duck, flat vector logo", "seed": 1}, title=DUCK),
    Wish("image-to-3d-object", "alpha3d-v21", made_from=DUCK, into="image_url"),
    Wish(
        "create-music",
        "voicevendor-music",
        {"prompt": "Solo harp, a slow waltz, large intervals", "duration": 10},
        title=SONG,
    ),
    Wish(
        "create-music",
        "voicevendor-music",
        {"prompt": "Funk band with bass, drums, organ, and a singer", "duration": 10},
    ),
    *(Wish("song-splitter", "demucs", {"instrument": stem}, BAND, "file", stem) for stem in STEMS),
    Wish(
        "text-to-speech",
        "voicevendor-tts",
        {"prompt": "The mill by the river has been turning for two hundred years.", "voice": "Alice"},
        title=VOICE,
    ),
    Wish("sound-effects", "audiogen", {"prompt": "A police siren passes, then a dog barks twice"}),
    Wish("drum-generator", "drumgen", {"seed": 42}),
    Wish("voice-isolator", "voicevendor-voice-isolator", made_from=NOISY, into="audio_url"),
    Wish("translate-audio", "voicevendor-dubbing", {"target_lang": "en"}, made_from=VOICE, into="audio_url"),
)
Made = Mapping[str, Path]  # by the name of the wish


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="mediamill-pictures-") as name:
        made = everything(Path(name))
        for slug, draw in PICTURES.items():
            try:
                picture = draw(made)
            except KeyError as missing:
                print(f"{slug}: kept as it is, {missing} was not made")
                continue
            path = folder / f"{slug}.webp"
            path.write_bytes(small_enough(picture))
            print(f"{path.name}: {path.stat().st_size / 1_024:.1f} KB")


def everything(folder: Path) -> dict[str, Path]:
    """The files of all wishes that came true, by name; thumbnails as "name thumbnail"."""
    with running_service(MEDIAMILL_LOG_LEVEL="warning") as stage:
        first = [wish for wish in WISHES if wish.made_from != NOISY]
        results = make_all(stage, first, folder, lambda *_: None)
        made = files_of(results)
        if VOICE in made:
            noisy = write_noisy(made[VOICE], folder / "noisy.wav")
            with Client(stage.api_key, stage.base_url) as client:
                address = client.upload(noisy).url
            last = [wish for wish in WISHES if wish.made_from == NOISY]
            results = make_all(stage, last, folder, lambda *_: None, {NOISY: address})
            made |= {**files_of(results), NOISY: noisy}
    return made


def files_of(results: list[Result]) -> dict[str, Path]:
    """What came true, by name. Raises SystemExit for what failed."""
    made: dict[str, Path] = {}
    for result in results:
        if result.state is State.FAILED:
            raise SystemExit(f"{result.wish.name}: {result.why}")
        if result.file is not None:
            made[result.wish.name] = result.file
        if result.thumbnail is not None:
            made[f"{result.wish.name} thumbnail"] = result.thumbnail
    return made


def write_noisy(voice: Path, path: Path) -> Path:
    """The voice in a room with a fan: 16-bit WAV."""
    samples = samples_of(voice)
    noise = np.random.default_rng(7).standard_normal(len(samples)).astype(np.float32) * NOISE
    pcm = (np.clip(samples + noise, -1, 1) * 32_767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(pcm.tobytes())
    return path


def square(path: Path) -> Image.Image:
    """The middle of a picture."""
    with Image.open(path) as image:
        return ImageOps.fit(image.convert("RGB"), (SIZE, SIZE), Image.Resampling.LANCZOS)


def create_image(made: Made) -> Image.Image:
    return square(made["create-image/flux-2-flex"])


def create_video(made: Made) -> Image.Image:
    """A frame, and the sign that it moves."""
    with av.open(str(made["create-video/ltx-video"])) as container:
        frames = [Image.fromarray(frame.to_ndarray(format="rgb24")) for frame in container.decode(video=0)]
    picture = ImageOps.fit(frames[len(frames) // 2], (SIZE, SIZE), Image.Resampling.LANCZOS)
    disc, middle, radius = Image.new("L", (SIZE * LARGER,) * 2), SIZE * LARGER / 2, 58 * LARGER
    pen = ImageDraw.Draw(disc)
    pen.ellipse((middle - radius, middle - radius, middle + radius, middle + radius), fill=215)
    tips = [(middle - 0.28 * radius, middle + side * 0.45 * radius) for side in (-1, 1)]
    pen.polygon([*tips, (middle + 0.52 * radius, middle)], fill=0)
    picture.paste((255, 255, 255), mask=disc.resize((SIZE, SIZE), Image.Resampling.LANCZOS))
    return picture


def text_to_3d(made: Made) -> Image.Image:
    return square(made["text-to-3d/beta-v6 thumbnail"])


def image_to_3d_object(made: Made) -> Image.Image:
    """The object, and in a corner the picture it was made from."""
    picture, side, edge = square(made["image-to-3d-object/alpha3d-v21 thumbnail"]), 150, 24
    card = Image.new("L", (SIZE, SIZE))
    left = SIZE - edge - side
    ImageDraw.Draw(card).rounded_rectangle((left, edge, left + side, edge + side), 14, fill=255)
    shade = card.filter(ImageFilter.GaussianBlur(10)).point(lambda value: value * 0.4)
    picture.paste((40, 40, 60), (0, 5), shade)
    picture.paste((255, 255, 255), mask=card)
    small = square(made[DUCK]).resize((side - 16, side - 16), Image.Resampling.LANCZOS)
    picture.paste(small, (left + 8, edge + 8))
    return picture


def motion_3d(made: Made) -> Image.Image:
    """One movement at several moments, side by side."""
    figure, motion = body(), clip_of(MOVES, MOVES_SECONDS).motion
    meshes = []
    for number, share in enumerate(POSES):
        frame = int(share * (len(motion.places) - 1))
        for part in posed(figure, motion, frame):
            vertices = part.vertices - np.array([0.0, 0.0, motion.places[frame, 0, 2] - 95.0 * number])
            colours = linear(part.colour)
            meshes.append(Drawn(vertices=vertices, faces=part.faces, normals=part.normals, colours=colours))
    target = next(iter(made.values())).with_name("moves.png")
    draw_meshes(meshes, target, azimuth=62.0, ground=0.0, size=SIZE + 2 * MARGIN)
    with Image.open(target) as image:
        return ImageOps.crop(image.convert("RGB"), MARGIN)


def linear(colour: tuple[float, float, float]) -> NDArray[np.float64]:
    """From sRGB to linear light (IEC 61966-2-1)."""
    told = np.array(colour)
    return np.asarray(np.where(told <= 0.04045, told / 12.92, ((told + 0.055) / 1.055) ** 2.4))


def sounding(name: str, glow: Glow) -> Callable[[Made], Image.Image]:
    """Spectrogram and waveform of one sound."""
    return lambda made: sound_picture(samples_of(made[name]), (SIZE, SIZE), glow)


def song_splitter(made: Made) -> Image.Image:
    """The four stems, one below the other."""
    picture = Image.new("RGB", (SIZE, SIZE))
    sounds = [samples_of(made[stem]) for stem in STEMS]
    loudest = max(rms(sound) for sound in sounds)
    for number, (sound, glow) in enumerate(zip(sounds, (ORANGE, TEAL, ROSE, VIOLET), strict=True)):
        height = SIZE // len(STEMS)
        lane = waveform(sound, (SIZE, height), glow, scale=max(0.45, rms(sound) / loudest))
        picture.paste(lane, (0, number * height))
    return picture


def voice_isolator(made: Made) -> Image.Image:
    """The same recording, above with noise, below without."""
    return stacked(spectrum(samples_of(made[name]), (SIZE, SIZE // 2), TEAL) for name in (NOISY, ISOLATED))


def translate_audio(made: Made) -> Image.Image:
    """The speech, and the same said again."""
    halves = ((VOICE, BLUE), ("translate-audio/voicevendor-dubbing", ORANGE))
    return stacked(waveform(samples_of(made[name]), (SIZE, SIZE // 2), glow, bar=14) for name, glow in halves)


def stacked(halves: Iterable[Image.Image]) -> Image.Image:
    """Pictures from top to bottom."""
    picture, top = Image.new("RGB", (SIZE, SIZE)), 0
    for half in halves:
        picture.paste(half, (0, top))
        top += half.height
    return picture


def rms(samples: Samples) -> float:
    return float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))


def any_tool(_made: Made) -> Image.Image:
    """For tools without a picture: gleams on a plain ground."""
    rows = np.linspace(0, 1, SIZE * LARGER)[:, None, None]
    ground = np.array([142, 154, 184]) * (1 - rows) + np.array([64, 72, 110]) * rows
    picture = Image.fromarray(np.broadcast_to(ground, (SIZE * LARGER, SIZE * LARGER, 3)).astype(np.uint8))
    pen = ImageDraw.Draw(picture)
    for x, y, size in ((226, 276, 150), (378, 150, 66), (386, 386, 40)):
        turns = np.linspace(0, 2 * pi, 720)
        # An astroid: four points and hollow sides.
        gleam = [(x + size * cos(turn) ** 3, y + size * sin(turn) ** 3) for turn in turns]
        pen.polygon([(across * LARGER, down * LARGER) for across, down in gleam], fill=(255, 255, 255))
    return picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


# The last one is for tools that have no picture (no slug has an underscore).
PICTURES: dict[str, Callable[[Made], Image.Image]] = {
    "create-image": create_image,
    "create-video": create_video,
    "text-to-3d": text_to_3d,
    "image-to-3d-object": image_to_3d_object,
    "motion-3d": motion_3d,
    "create-music": sounding(SONG, ROSE),
    "text-to-speech": sounding(VOICE, BLUE),
    "sound-effects": sounding("sound-effects/audiogen", GREEN),
    "drum-generator": sounding("drum-generator/drumgen", ORANGE),
    "song-splitter": song_splitter,
    "voice-isolator": voice_isolator,
    "translate-audio": translate_audio,
    "any_tool": any_tool,
}


def small_enough(picture: Image.Image) -> bytes:
    """A WebP of at most BYTES_MAX."""
    for quality in QUALITIES:
        stream = io.BytesIO()
        picture.save(stream, "WEBP", quality=quality, method=6)
        if stream.tell() <= BYTES_MAX:
            return stream.getvalue()
    raise ValueError(f"a picture is larger than {BYTES_MAX} bytes at any quality")


if __name__ == "__main__":
    main()

"""Every row of the interface's table of tools and models, with its bounds."""

from typing import Any

import pytest

from mediamill.catalogue import Category, Fixed, Media, OutputType, PerCharacters, PerInputSecond, PerSecond, Price
from mediamill.catalogue.price import PerOutputSecond
from tests.catalogue.shop import CATALOGUE, faults_of, model_named, values_of

URL = "https://example.com/file"
LANGUAGES = [
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
VOICES = [
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
RATIOS = ["1:1", "16:9", "9:16", "4:3", "3:4"]
SEEDS = [-1, 0, 42, 42.0, 2**53 - 1]

# tool, model, must it be named, price, values of the smallest input
ROWS: list[tuple[str, str, bool, Price, dict[str, Any], dict[str, Any]]] = [
    ("motion-3d", "alpha-motion", True, Fixed(16), {"prompt": "walk"}, {"duration": 5}),
    ("image-to-3d-object", "alpha3d-v21", True, Fixed(60), {"image_url": URL}, {}),
    ("image-to-3d-object", "instantmesh", True, Fixed(7), {"image_url": URL}, {}),
    ("image-to-3d-object", "triposr", True, Fixed(4), {"image_url": URL}, {}),
    ("text-to-3d", "alpha3d-v3", True, Fixed(75), {"prompt": "mug"}, {}),
    ("text-to-3d", "beta-v6", True, Fixed(160), {"prompt": "mug"}, {}),
    ("text-to-3d", "trellis-2", True, Fixed(60), {"image_url": URL}, {}),
    ("sound-effects", "audiogen", True, Fixed(2), {"prompt": "rain"}, {}),
    (
        "sound-effects",
        "voicevendor-sound-effects",
        True,
        PerOutputSecond(1, seconds_max=10, field="duration"),
        {"prompt": "rain"},
        {"duration": "auto", "prompt_influence": 0.3},
    ),
    ("song-splitter", "demucs", True, Fixed(3), {"file": URL}, {"instrument": "other"}),
    ("drum-generator", "drumgen", True, Fixed(0), {}, {"seed": -1}),
    ("translate-audio", "voicevendor-dubbing", True, PerInputSecond(1), {"audio_url": URL}, {"target_lang": "es"}),
    ("create-music", "voicevendor-music", True, PerSecond(1, "duration"), {"prompt": "jazz"}, {"duration": 30}),
    ("text-to-speech", "voicevendor-tts", True, PerCharacters(1, "prompt", 10), {"prompt": "Hi"}, {"voice": "Adam"}),
    ("voice-isolator", "voicevendor-voice-isolator", False, PerInputSecond(1), {"audio_url": URL}, {}),
    ("create-image", "nano-banana", False, Fixed(8), {"prompt": "fog"}, {"aspect_ratio": "1:1", "seed": -1}),
    ("create-image", "flux-2-flex", False, Fixed(10), {"prompt": "fog"}, {"aspect_ratio": "1:1", "seed": -1}),
    (
        "create-video",
        "ltx-video",
        False,
        PerSecond(5, "duration"),
        {"prompt": "sea"},
        {"duration": 5, "aspect_ratio": "16:9", "seed": -1},
    ),
]

# model, field, values taken, values refused with their code
BOUNDS: list[tuple[str, str, list[Any], dict[str, list[Any]]]] = [
    ("alpha-motion", "prompt", ["a", "é" * 1024, " "], {"too_long": ["é" * 1025], "too_short": [""]}),
    ("alpha-motion", "duration", [0.5, 1, 5.0, 12, 12.0], {"out_of_range": [0.49, 12.01, -1, 0, 2**31]}),
    ("alpha3d-v3", "prompt", ["🧑‍🚀" * 341], {"too_long": ["🧑‍🚀" * 342], "too_short": [""]}),
    ("beta-v6", "prompt", ["a" * 600], {"too_long": ["a" * 601], "too_short": [""]}),
    ("audiogen", "prompt", ["a" * 100_000], {"too_short": [""]}),
    ("voicevendor-sound-effects", "prompt", ["a" * 100_000], {"too_short": [""]}),
    (
        "voicevendor-sound-effects",
        "duration",
        ["auto", "1", "2", "3", "5", "10", "15", "20", "30", 1, 2.0, 5, 30.0],
        {"not_allowed": ["4", "5.0", "05", " 5", "", "Auto", 0, 4, 5.5, 31], "invalid_type": [True, [], {}]},
    ),
    (
        "voicevendor-sound-effects",
        "prompt_influence",
        [0.1, 0.3, 0.5, 0.7, 0.9],
        {"not_allowed": [0, 0.2, 1, 0.30000001], "invalid_type": ["0.3", True]},
    ),
    (
        "demucs",
        "instrument",
        ["drums", "other", "vocals", "bass"],
        {"not_allowed": ["", "Drums", "piano"], "invalid_type": [1]},
    ),
    ("drumgen", "seed", [-1, 0, -2, 0.5, 1e300, -1e308, 2**63, -1.0], {"invalid_type": ["1", True]}),
    ("voicevendor-dubbing", "target_lang", LANGUAGES, {"not_allowed": ["", "EN", "xx"], "invalid_type": [5]}),
    (
        "voicevendor-music",
        "duration",
        [3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 120.0],
        {"not_allowed": [0, 1, 4, 5.5, 121, -3, 2**31], "invalid_type": ["30", True]},
    ),
    ("voicevendor-music", "prompt", ["a" * 100_000], {"too_short": [""]}),
    ("voicevendor-tts", "prompt", ["a" * 3000], {"too_long": ["a" * 3001], "too_short": [""]}),
    ("voicevendor-tts", "voice", VOICES, {"not_allowed": ["adam", "", "Eve"], "invalid_type": [1]}),
    ("nano-banana", "prompt", ["a" * 2000], {"too_long": ["a" * 2001], "too_short": [""]}),
    ("nano-banana", "aspect_ratio", RATIOS, {"not_allowed": ["2:1", "1:1 "], "invalid_type": [1]}),
    ("nano-banana", "seed", SEEDS, {"out_of_range": [-2, 2**53, 1e300], "invalid_type": [0.5, "1", True]}),
    ("flux-2-flex", "prompt", ["a" * 2000], {"too_long": ["a" * 2001], "too_short": [""]}),
    ("flux-2-flex", "aspect_ratio", RATIOS, {"not_allowed": ["2:1"], "invalid_type": [1]}),
    ("flux-2-flex", "seed", SEEDS, {"out_of_range": [-2, 2**53], "invalid_type": [0.5]}),
    ("ltx-video", "prompt", ["a" * 2000], {"too_long": ["a" * 2001], "too_short": [""]}),
    ("ltx-video", "duration", [3, 5, 8, 8.0], {"not_allowed": [4, 5.5, 0], "invalid_type": ["5", True]}),
    ("ltx-video", "aspect_ratio", ["16:9", "9:16", "1:1"], {"not_allowed": ["4:3"], "invalid_type": [1]}),
    ("ltx-video", "seed", SEEDS, {"out_of_range": [-2, 2**53], "invalid_type": [0.5]}),
]
URL_FIELDS = [
    ("alpha3d-v21", "image_url"),
    ("instantmesh", "image_url"),
    ("triposr", "image_url"),
    ("trellis-2", "image_url"),
    ("demucs", "file"),
    ("voicevendor-dubbing", "audio_url"),
    ("voicevendor-voice-isolator", "audio_url"),
]
URLS_TAKEN = [URL, "http://example.com/a.png", "HTTPS://EXAMPLE.COM/" + "a" * 2028]
URLS_REFUSED: dict[str, list[Any]] = {
    "too_long": ["https://example.com/" + "a" * 2029],
    "too_short": [""],
    "invalid_url": ["ftp://example.com/a", "//example.com/a", "chair.png", " https://example.com"],
    "invalid_type": [5, [URL], {"url": URL}],
}
BOUNDS += [(slug, field, URLS_TAKEN, URLS_REFUSED) for slug, field in URL_FIELDS]
SMALLEST = {model: given for _, model, _, _, given, _ in ROWS}


def test_the_catalogue_has_the_models_of_the_table_and_no_others() -> None:
    expected = {(tool, model) for tool, model, *_ in ROWS}

    assert expected == {(model.tool, model.slug) for model in CATALOGUE.models()}
    assert len(ROWS) == len(list(CATALOGUE.models()))


@pytest.mark.parametrize(("tool", "slug", "required", "price", "given", "defaults"), ROWS, ids=lambda value: str(value))
def test_a_row_of_the_table(
    tool: str, slug: str, required: bool, price: Price, given: dict[str, Any], defaults: dict[str, Any]
) -> None:
    model = model_named(slug)

    assert tool == model.tool
    assert required == model.required
    assert price == model.price
    assert {**given, **defaults} == values_of(slug, **given)
    assert [(f"input.{name}", "missing") for name in given] == (faults_of(slug) if given else [])


@pytest.mark.parametrize(("slug", "field", "taken", "refused"), BOUNDS, ids=lambda value: str(value)[:30])
def test_the_bounds_of_a_field(slug: str, field: str, taken: list[Any], refused: dict[str, list[Any]]) -> None:
    for value in taken:
        values = values_of(slug, **{**SMALLEST[slug], field: value})
        assert field in values, value

    for code, unwanted in refused.items():
        for value in unwanted:
            expected = [(f"input.{field}", code)]
            assert expected == faults_of(slug, **{**SMALLEST[slug], field: value}), value


def test_every_field_of_every_model_has_its_row_of_bounds() -> None:
    tried = {(slug, field) for slug, field, *_ in BOUNDS}

    assert tried == {(model.slug, field.name) for model in CATALOGUE.models() for field in model.fields}


def test_a_choice_lists_exactly_what_the_interface_lists() -> None:
    for slug, name, taken, _ in BOUNDS:
        [field] = [field for field in model_named(slug).fields if field.name == name]
        if field.allowed:
            assert set(field.allowed) <= set(taken)
            assert {spelling for spelling, _ in field.spellings()} >= set(taken)


@pytest.mark.parametrize(
    ("category", "output_type", "tools"),
    [
        (Category.IMAGE, OutputType.IMAGE, {"create-image"}),
        (Category.VIDEO, OutputType.VIDEO, {"create-video"}),
        (Category.THREE_D, OutputType.OBJECT, {"motion-3d", "image-to-3d-object", "text-to-3d"}),
        (
            Category.AUDIO,
            OutputType.AUDIO,
            {"sound-effects", "song-splitter", "drum-generator", "translate-audio"}
            | {"create-music", "text-to-speech", "voice-isolator"},
        ),
    ],
)
def test_a_tool_has_its_category_and_output_type(category: Category, output_type: OutputType, tools: set[str]) -> None:
    found = {tool.slug: tool.output_type for tool in CATALOGUE.tools.values() if tool.category is category}

    assert dict.fromkeys(tools, output_type) == found


def test_tools_come_in_display_order() -> None:
    expected = [
        "create-image",
        "create-video",
        "text-to-3d",
        "image-to-3d-object",
        "motion-3d",
        "create-music",
        "text-to-speech",
        "sound-effects",
        "drum-generator",
        "song-splitter",
        "voice-isolator",
        "translate-audio",
    ]

    assert expected == list(CATALOGUE.tools)


def test_the_primary_models() -> None:
    assert CATALOGUE.tools["create-image"].primary == "nano-banana"
    assert all(tool.primary in tool.models for tool in CATALOGUE.tools.values())
    assert all(
        model.primary == (model.slug == tool.primary)
        for tool in CATALOGUE.tools.values()
        for model in tool.models.values()
    )


def test_url_fields_say_what_media_they_lead_to() -> None:
    found = {model.slug: [(field.name, field.media) for field in model.url_fields] for model in CATALOGUE.models()}

    assert {slug: fields for slug, fields in found.items() if fields} == {
        "alpha3d-v21": [("image_url", Media.IMAGE)],
        "instantmesh": [("image_url", Media.IMAGE)],
        "triposr": [("image_url", Media.IMAGE)],
        "trellis-2": [("image_url", Media.IMAGE)],
        "demucs": [("file", Media.AUDIO)],
        "voicevendor-dubbing": [("audio_url", Media.AUDIO)],
        "voicevendor-voice-isolator": [("audio_url", Media.AUDIO)],
    }


def test_every_builtin_model_runs_on_a_cpu_within_limits() -> None:
    for model in CATALOGUE.models():
        assert model.pool == "cpu"
        assert 60 <= model.limits.seconds <= 900
        assert 1024 <= model.limits.memory_mb <= 4096
        assert 16 <= model.limits.output_mb <= 256


def test_every_name_and_description_is_a_sentence_or_a_name() -> None:
    for tool in CATALOGUE.tools.values():
        assert tool.description.endswith(".")
        for model in tool.models.values():
            assert model.description.endswith(".")
            assert all(field.description.endswith(".") for field in model.fields)

"""fal and Replicate are down: every model that they would have made is made by the next engine, and bought once."""

import socket
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from mediamill import purchases
from mediamill.catalogue import Media
from mediamill.engines import installed_engines
from mediamill.purchases import PurchaseState
from tests.fakes.bfl import FakeBfl
from tests.fakes.cog import FakeCog
from tests.fakes.elevenlabs import FakeElevenLabs
from tests.fakes.gemini import FakeGemini
from tests.fakes.ltx import FakeLtx
from tests.fakes.meshy import FakeMeshy
from tests.fakes.server import FakeVendor, running
from tests.fakes.stability import FakeStability
from tests.fakes.tencent import FakeTencent
from tests.remote.conftest import MODELS
from tests.remote.serving import handed_in, serving
from tests.service import Person, Service

NO_VENDOR = "drum-generator/drumgen"  # it takes nothing but a seed, and is free
# Model -> who is down, and who takes over.
PAIRS: Mapping[str, tuple[str, str]] = {
    "create-image/nano-banana": ("fal", "gemini"),
    "create-image/flux-2-flex": ("fal", "bfl"),
    "create-video/ltx-video": ("fal", "ltx"),
    "text-to-3d/alpha3d-v3": ("fal", "tencent"),
    "text-to-3d/beta-v6": ("fal", "meshy"),
    "text-to-3d/trellis-2": ("fal", "cog.objects"),
    "image-to-3d-object/alpha3d-v21": ("fal", "tencent"),
    "image-to-3d-object/triposr": ("fal", "stability"),
    "image-to-3d-object/instantmesh": ("replicate", "cog.objects"),
    "motion-3d/alpha-motion": ("fal", "meshy"),
    "sound-effects/voicevendor-sound-effects": ("fal", "elevenlabs"),
    "sound-effects/audiogen": ("replicate", "cog.sounds"),
    "song-splitter/demucs": ("fal", "cog.stems"),
    "voice-isolator/voicevendor-voice-isolator": ("fal", "elevenlabs"),
    "translate-audio/voicevendor-dubbing": ("fal", "elevenlabs"),
    "create-music/voicevendor-music": ("fal", "elevenlabs"),
    "text-to-speech/voicevendor-tts": ("fal", "elevenlabs"),
}
MINUTES = 180.0
pytestmark = [pytest.mark.xdist_group("fall over"), pytest.mark.slow]  # one service for all of them


@dataclass(frozen=True)
class Understudy:
    """An engine that takes over."""

    fake: Callable[[], FakeVendor]
    options: Mapping[str, str] = field(default_factory=lambda: {"base_url": ""})  # each a path below the fake's address


UNDERSTUDIES: Mapping[str, Understudy] = {
    "bfl": Understudy(FakeBfl),
    "cog.objects": Understudy(lambda: FakeCog("glb")),
    "cog.sounds": Understudy(lambda: FakeCog("wav")),
    "cog.stems": Understudy(lambda: FakeCog("wav", "vocals", "drums", "bass", "other")),
    "elevenlabs": Understudy(FakeElevenLabs),
    "gemini": Understudy(FakeGemini, {"base_url": "/v1beta"}),
    "ltx": Understudy(FakeLtx),
    "meshy": Understudy(FakeMeshy),
    "stability": Understudy(FakeStability),
    "tencent": Understudy(FakeTencent),
}
WISHES: Mapping[str, Mapping[str, object]] = {"create-video/ltx-video": {"duration": 8}}  # beside the example


@dataclass(frozen=True)
class Evening:
    """A service on which everything was ordered."""

    service: Service
    ada: Person
    fakes: Mapping[str, FakeVendor]
    ordered: Mapping[str, str]  # model -> id


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    fakes = {name: understudy.fake() for name, understudy in UNDERSTUDIES.items()}
    with ExitStack() as stack:
        for fake in fakes.values():
            stack.enter_context(running(fake))
        keys = {f"{name.replace('.', '_')}_key": fake.key for name, fake in fakes.items() if fake.key}
        sections = [section_of(name, fake, UNDERSTUDIES[name]) for name, fake in fakes.items()]
        section = "\n".join([*sections, *map(down, ("fal", "replicate")), choice()])
        files = {**keys, "down_key": "k3y-of-a-vendor-that-is-down"}
        service = stack.enter_context(serving(folder, section, files, running_pro="100"))
        ada = service.open_account("ada", credits=10_000)
        urls = {media: handed_in(ada, media, folder) for media in Media}
        yield Evening(service, ada, fakes, {name: order(ada, name, urls) for name in PAIRS})


def section_of(name: str, fake: FakeVendor, understudy: Understudy) -> str:
    """The engine's section of mediamill.toml."""
    options = [f'{option} = "{fake.base}{path}"' for option, path in understudy.options.items()]
    key = [f'key_file = "{{{name.replace(".", "_")}_key}}"'] if fake.key else []
    return "\n".join([f'[engine."{name}"]', *options, *key, ""])


def down(name: str) -> str:
    """The section of a vendor at whose address nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
    return f'[engine."{name}"]\nbase_url = "{address}"\nkey_file = "{{down_key}}"\n'


def choice() -> str:
    """Which engines make which model, in their order."""
    lines = [f'"{model}" = ["{first}", "{second}"]' for model, (first, second) in PAIRS.items()]
    return "\n".join(["[engines]", *lines, ""])


def order(ada: Person, name: str, urls: Mapping[Media, str]) -> str:
    model = MODELS[name]
    files = {field.name: urls[field.media or Media.IMAGE] for field in model.url_fields}
    return ada.start(model.tool, **{**model.example, **WISHES.get(name, {}), "model": model.slug, **files})


def test_every_model_has_two_engines_that_ask_elsewhere() -> None:
    kinds = {entry.name: entry for entry in installed_engines() if entry.kind == "remote"}

    assert set(PAIRS) == set(MODELS) - {NO_VENDOR}
    for name, pair in PAIRS.items():
        tool, slug = name.split("/")
        assert all((tool, slug) in kinds[engine.partition(".")[0]].serves for engine in pair), name


@pytest.mark.parametrize("name", PAIRS)
def test_where_one_vendor_is_down_the_next_one_makes_it(evening: Evening, name: str) -> None:
    _, second = PAIRS[name]

    shown = evening.ada.wait(evening.ordered[name], seconds=MINUTES)
    told = evening.ada.get(f"/ext/generations/{evening.ordered[name]}").json()
    bought = evening.service.write(lambda tx: purchases.of_generation(tx, evening.ordered[name]))

    assert shown["status"] == "success", shown
    assert told["engine"] == second
    assert [one.engine for one in bought if one.state is PurchaseState.SETTLED] == [second]
    assert all(one.state is PurchaseState.VOID for one in bought if one.engine != second)


def test_each_was_bought_once_and_the_books_are_exact(evening: Evening) -> None:
    for id in evening.ordered.values():
        evening.ada.wait(id, seconds=MINUTES)

    expected = Counter(second for _, second in PAIRS.values())
    assert Counter({name: len(fake.ledger) for name, fake in evening.fakes.items()}) == expected
    assert evening.service.is_exact()

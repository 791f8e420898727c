"""Objects from words: judged by reading the files back, by trimesh and by the Khronos validator."""

import hashlib
import time
from pathlib import Path

import numpy as np
import pytest

import mediamill_procedural.modeller.objects  # noqa: F401 registers what can be built
from mediamill.engines import EngineRefused
from mediamill_procedural.modeller.bench import Asked, Bench
from mediamill_procedural.modeller.model import MODELS
from mediamill_procedural.modeller.shapes import PLAIN
from tests.codecs.gltf_judge import bounds, judge, solid, validate_all
from tests.engines.apart import run_apart
from tests.procedural.modelling import FINE_MODEL, PLAIN_MODEL, Make, make
from tests.sampling import one_in

__all__ = ["make"]

SOME = one_in(4, sorted(MODELS)[::9])
BYTES_MAX = 3_000_000
HOSTILE = [
    "!!! ???",
    "\x00\x07\x1b",
    "a" * 1_024,
    "red " * 250,
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "1e999 m tall chair",
    "999999999999 apples",
    "0 apples",
    "with with and of on",
    "a chair on a chair on a chair",
    "\u202e\u200f\ufeff",
    "on a table",
    "a table in itself",
    ", ".join(sorted(MODELS)[:60]),
    "0 mm wide mug",
    "🙂🙃🚗",
    "%s %d {0}",
    "\n\n\t\nchair",
]

# What a measure of an object may be, in metres: (side, least, most); sides are wide, high, deep.
SANE = {
    "chair": (1, 0.7, 1.2), "table": (1, 0.6, 0.9), "bed": (2, 1.8, 2.4), "sofa": (0, 1.6, 2.6), "mug": (1, 0.07, 0.16),
    "bottle": (1, 0.2, 0.4), "apple": (1, 0.06, 0.12), "banana": (0, 0.14, 0.26), "car": (2, 3.5, 5.5),
    "bus": (2, 7, 13), "bicycle": (2, 1.4, 2.0), "house": (1, 4, 9), "lighthouse": (1, 8, 30), "castle": (0, 6, 40),
    "tree": (1, 3, 12), "mushroom": (1, 0.08, 0.3), "cat": (1, 0.2, 0.5), "dog": (1, 0.5, 1.2), "horse": (1, 1.6, 2.8),
    "elephant": (1, 2, 4), "mouse": (2, 0.06, 0.3), "giraffe": (1, 4, 6), "person": (1, 1.6, 1.9),
    "sword": (1, 0.8, 1.3), "guitar": (1, 0.9, 1.1), "piano": (0, 1.2, 1.6), "ring": (1, 0.015, 0.04),
    "mountain": (1, 15, 60), "dice": (0, 0.01, 0.06), "key": (1, 0.05, 0.2),
}  # fmt: skip


def test_many_objects_are_known() -> None:
    families = {model.family for model in MODELS.values()}

    assert len(MODELS) >= 150
    assert len({word for model in MODELS.values() for word in model.words}) >= 500
    assert {"furniture", "vessels", "tools", "animals", "houses", "trees", "fruit", "arms", "toys"} <= families


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_an_object_stands_on_the_ground_in_solid_parts(make: Make, name: str) -> None:
    made = make(f"a {name}")
    parts = judge(made.path)
    low, high = bounds(parts)

    assert made.told["objects"] == [name]
    assert low[1] == pytest.approx(0.0, abs=1e-4 * (high - low).max())
    assert (low + high)[[0, 2]] == pytest.approx(0.0, abs=1e-3 * (high - low).max())
    assert made.path.stat().st_size <= BYTES_MAX
    assert all(part.node for part in parts)


def test_the_khronos_validator_finds_nothing(make: Make) -> None:
    prompts = ["a teapot", "a glass vase on a marble table", "zorblax", "東京", "three red apples"]
    paths = [make(prompt).path for prompt in prompts]
    reports = validate_all([*paths, make(prompts[0], FINE_MODEL).path])

    assert [report for report in reports if not report.clean] == []


@pytest.mark.slow
@pytest.mark.parametrize("model", [PLAIN_MODEL, FINE_MODEL])
def test_every_object_is_valid_and_solid_and_quick(make: Make, model: str) -> None:
    paths = []
    for name in sorted(MODELS):
        started = time.process_time()
        made = make(f"a {name}", model)

        assert time.process_time() - started <= 5.0, name
        assert [told.split(" ", 1)[-1] if told[0].isdigit() else told for told in made.told["objects"]] == [name]
        assert made.path.stat().st_size <= BYTES_MAX, name
        judge(made.path)
        paths.append(made.path)
    reports = validate_all(paths)

    assert [report for report in reports if not report.clean] == []


@pytest.mark.parametrize("name", sorted(SANE))
def test_an_object_has_its_size_in_the_world(name: str) -> None:
    side, least, most = SANE[name]
    model = MODELS[name]
    bench = Bench(PLAIN, model.reach, Asked(), 1)
    model.build(bench)
    boxes = np.array([part.solid.bounding_box() for part in bench.parts])
    size = boxes[:, 3:].max(axis=0) - boxes[:, :3].min(axis=0)

    assert least <= size[side] <= most


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, ["mug", "rocket", "chair", "car", "cat", "teapot", "house"]))
def test_the_finer_model_is_finer(make: Make, name: str) -> None:
    plain, fine = make(f"a {name}"), make(f"a {name}", FINE_MODEL)

    assert fine.triangles >= 1.5 * plain.triangles
    assert (plain.told["detail"], fine.told["detail"]) == ("plain", "fine")
    assert fine.size == pytest.approx(plain.size, rel=0.25)


@pytest.mark.parametrize(("thing", "inside"), [("bottle", 0.0), ("apple", 0.0), ("vase", 0.0)])
def test_a_round_thing_encloses_a_volume(make: Make, thing: str, inside: float) -> None:
    volumes = [solid(part).volume for part in make(f"a {thing}").parts]

    assert all(volume > inside for volume in volumes)


def test_an_unknown_word_becomes_its_letters(make: Make) -> None:
    made = make("a golden zorblax")
    letters = made.named("letters")
    judge(made.path)

    assert made.told["letters"] == ["ZORBLAX"]
    assert made.told["objects"] == []
    assert sum(solid(part).body_count for part in letters) == len("ZORBLAX")
    assert sum(solid(part).volume for part in letters) > 7 * 1e-4
    assert {part.material["name"] for part in letters} == {"gold"}


def test_letters_have_their_holes(make: Make) -> None:
    letters = make("qqq bbb ooo")
    found = letters.named("letters")

    # Q and O have one hole, which makes 0 of Euler's number; B has two, which makes -2.
    assert sum(solid(part).euler_number for part in found) == -6


@pytest.mark.slow
@pytest.mark.parametrize(("prompt", "read"), [("東京", "DONGJING"), ("Привет", "PRIVET"), ("Übermut", "UBERMUT")])
def test_other_scripts_are_transliterated(make: Make, prompt: str, read: str) -> None:
    made = make(prompt)

    assert made.told["letters"] == [read]
    judge(made.path)


@pytest.mark.parametrize("prompt", one_in(4, HOSTILE), ids=range(len(HOSTILE)))
def test_a_hostile_prompt_becomes_a_valid_file(make: Make, prompt: str) -> None:
    made = make(prompt)
    judge(made.path)

    assert made.path.stat().st_size <= 2 * BYTES_MAX
    assert len(made.roots) <= 48


def test_an_empty_prompt_is_refused(make: Make) -> None:
    with pytest.raises(EngineRefused) as refused:
        make("  \n ")

    assert str(refused.value).endswith(".")


@pytest.mark.slow
def test_two_processes_make_the_same_bytes_without_gl(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from mediamill.engines import Request
from mediamill_procedural.modeller.engine import ModellerEngine
from tests.procedural.modelling import Silent
prompt = "two old cats, an oak tree with apples and a striped mug on a marble table"
request = Request("gen_1", "text-to-3d", "alpha3d-v3", {"prompt": prompt}, Path(sys.argv[1]))
ModellerEngine().generate(request, Silent())
maps = Path("/proc/self/maps").read_text()
assert not [name for name in ("libGL", "libEGL", "libOSMesa", "libvulkan") if name in maps], "graphics were loaded"
"""
    digests = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        run_apart(code, folder, PYTHONHASHSEED=seed, PATH="")
        digests.append(hashlib.sha256((folder / "object.glb").read_bytes()).hexdigest())

    assert digests[0] == digests[1]

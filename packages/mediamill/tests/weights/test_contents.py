"""Weights are numbers: what runs code when it is loaded, or is not what its name says, is refused."""

import gzip
import io
import itertools
import pickle
import struct
import tarfile
import zipfile
from pathlib import Path

import orjson
import pytest

from mediamill.weights.contents import UnsafeWeights, refuse_unsafe
from mediamill.weights.paths import clashes, fault_of, is_admitted, is_refused, matches
from tests.weights.samples import ctranslate2, safetensors, with_head


def a_zip() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps({"a": 1}))
    return made.getvalue()


def a_tar() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("data.pkl"), io.BytesIO())
    return made.getvalue()


def span(begins: int, ends: int, shape: list[int] | list[float] | None = None, dtype: str = "U8") -> dict[str, object]:
    return {"dtype": dtype, "shape": [ends - begins] if shape is None else shape, "data_offsets": [begins, ends]}


def refused(folder: Path, path: str, content: bytes, others: tuple[str, ...] = ()) -> str | None:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    try:
        refuse_unsafe(folder, path, others)
    except UnsafeWeights as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    "content",
    [
        safetensors(),
        with_head({}, b""),
        with_head({"a": span(0, 0)}, b""),
        with_head({"a": span(0, 8, [2, 2], "F16"), "b": span(8, 12, [1], "F32")}, bytes(12)),
        with_head({"b": span(8, 12, [1], "F32"), "a": span(0, 8, [2, 2], "BF16")}, bytes(12)),
        with_head({"a": span(0, 8, [2], "F128_OF_NEXT_YEAR")}, bytes(8)),
        with_head(orjson.dumps({"a": span(0, 4)}) + b" " * 600, bytes(4)),
        # Its length begins as a pickle does, by chance.
        with_head(orjson.dumps({"a": span(0, 4)}).ljust(0x0280), bytes(4)),
    ],
    ids=itertools.count(),
)
def test_sound_safetensors_are_taken(tmp_path: Path, content: bytes) -> None:
    assert refused(tmp_path, "model.safetensors", content) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"1234567",
        struct.pack("<Q", 2) + b"{",
        struct.pack("<Q", 1 << 62) + b"{}",
        with_head(b"[]", b""),
        with_head(b"{", b""),
        with_head(b"\xff\xfe{}", b""),
        with_head({"a": span(0, 5)}, bytes(4)),
        with_head({"a": span(0, 3)}, bytes(4)),
        with_head({"a": span(1, 4)}, bytes(4)),
        with_head({"a": span(0, 3), "b": span(2, 4)}, bytes(4)),
        with_head({"a": span(0, 4, [3])}, bytes(4)),
        with_head({"a": span(0, 4, [-4])}, bytes(4)),
        with_head({"a": span(0, 4, [2.0])}, bytes(4)),
        with_head({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0]}}, bytes(4)),
        with_head({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, True]}}, bytes(4)),
        with_head({"a": 7}, bytes(4)),
        with_head({"__metadata__": {"format": 7}}, b""),
        pickle.dumps({"a": 1}, protocol=2),
        pickle.dumps({"a": 1}, protocol=4),
        pickle.dumps({"a": 1}, protocol=0),
        a_zip(),
        a_tar(),
        gzip.compress(safetensors()),
    ],
    ids=itertools.count(),
)
def test_what_only_has_the_name_of_safetensors_is_refused(tmp_path: Path, content: bytes) -> None:
    assert refused(tmp_path, "model.safetensors", content)


@pytest.mark.parametrize(
    "content",
    [pickle.dumps({"a": 1}), a_zip(), a_tar(), b"\x7fELF" + bytes(99), b"\x93NUMPY\x01\x00"],
    ids=["pickle", "zip", "tar", "program", "numpy"],
)
@pytest.mark.parametrize("name", ["config.json", "merges.txt", "tokenizer.model", "chat_template.jinja", "model.bin"])
def test_pickles_and_archives_are_refused_whatever_they_are_called(tmp_path: Path, name: str, content: bytes) -> None:
    assert refused(tmp_path, name, content)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (
            "model_index.json",
            {"_class_name": "A", "vae": ["diffusers", "V"], "text": ["transformers", "T"], "x": [None, None]},
        ),
        # Of Lightricks/LTX-2, in part.
        ("model_index.json", {"_class_name": "LTX2Pipeline", "vocoder": ["ltx2", "LTX2Vocoder"]}),
        ("model_index.json", {"_class_name": "A", "is_distilled": True, "sizes": [1, 2]}),
        ("transformer/config.json", {"layers": 2}),
        ("tokenizer/tokenizer.json", {"model": {"vocab": {"auto_map": 7}}}),
        ("text/model.safetensors.index.json", {"weight_map": {"a": "a.safetensors", "b": "b.safetensors"}}),
    ],
)
def test_plain_settings_are_taken(tmp_path: Path, path: str, value: object) -> None:
    assert refused(tmp_path, path, orjson.dumps(value), ("text/a.safetensors", "text/b.safetensors")) is None


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("model_index.json", {"_class_name": "A", "vae": ["my_code", "V"]}, "neither diffusers nor transformers"),
        (
            "model_index.json",
            {"_class_name": "A", "vae": ["ltx2.models.vae", "V"]},
            "neither diffusers nor transformers",
        ),
        ("modular_model_index.json", {"_class_name": "A"}, "modular pipeline"),
        ("model_index.json", {"_class_name": ["pipeline", "A"]}, "custom pipeline"),
        ("model_index.json", {"vae": ["diffusers", "V"]}, "custom pipeline"),
        ("model_index.json", ["diffusers"], "not a JSON object"),
        ("config.json", {"auto_map": {"AutoModel": "code.A"}}, "auto_map"),
        ("a/config.json", {"text_config": {"auto_map": {"AutoModel": "code.A"}}}, "auto_map"),
        ("tokenizer_config.json", {"auto_map": {"AutoTokenizer": ["code.A", None]}}, "auto_map"),
        ("config.json", {"custom_pipelines": {"x": {"impl": "code.A"}}}, "custom_pipelines"),
        ("text/x.index.json", {"weight_map": {"a": "../../a.safetensors"}}, "no safetensors file beside it"),
        ("text/x.index.json", {"weight_map": {"a": "pytorch_model.bin"}}, "no safetensors file beside it"),
        ("text/x.index.json", {"weight_map": {"a": 7}}, "no safetensors file beside it"),
        ("text/x.index.json", {"weight_map": {"a": "c.safetensors"}}, "is not there"),
        ("text/x.index.json", {}, "not an index"),
    ],
)
def test_settings_that_name_code_are_refused(tmp_path: Path, path: str, value: object, sentence: str) -> None:
    said = refused(tmp_path, path, orjson.dumps(value), ("text/a.safetensors",))

    assert said is not None
    assert sentence in said


@pytest.mark.parametrize("text", [b"", b"{", b"import os", b"[" * 100_000])
def test_settings_that_are_no_json_are_refused(tmp_path: Path, text: bytes) -> None:
    assert "is not JSON" in str(refused(tmp_path, "config.json", text))


def test_a_ctranslate2_model_is_known_by_its_head(tmp_path: Path) -> None:
    assert refused(tmp_path, "model.bin", ctranslate2()) is None
    for content in (b"", bytes(100), ctranslate2()[4:], struct.pack("<IH", 6, 12) + b"os.system()\x00"):
        assert refused(tmp_path, "model.bin", content)


def test_patterns_stay_within_a_folder() -> None:
    assert matches("vae/model.safetensors", "*/*.safetensors")
    assert not matches("model.safetensors", "*/*.safetensors")
    assert not matches("a/b/model.safetensors", "*/*.safetensors")
    assert not matches("vae/model.safetensors", "*.safetensors")


@pytest.mark.parametrize(
    "name", "a.bin a.pt a.pth a.ckpt a.pkl a.pickle a.npy a.npz a.py a.zip a.tar a.tar.gz a.PT a.7z a.so".split()
)
def test_what_may_hold_code_is_never_admitted(name: str) -> None:
    assert (is_admitted(name, "safetensors"), is_refused(name, "safetensors")) == (False, True)
    assert (is_admitted(name, "ctranslate2"), is_refused(name, "ctranslate2")) == (False, True)


def test_the_one_file_of_ctranslate2_is_admitted_where_a_row_is_of_that_format() -> None:
    assert (is_admitted("model.bin", "ctranslate2"), is_refused("model.bin", "ctranslate2")) == (True, False)
    assert (is_admitted("model.bin", "safetensors"), is_refused("model.bin", "safetensors")) == (False, True)


def test_paths_that_lead_elsewhere_are_seen() -> None:
    good = ["a.json", "a/b c/d-1.safetensors", "ü/x.txt"]
    bad = ["/a", "a//b", "a/../b", "..", "a/.", "a/.b", "a\\b", "a\x00", "a\x7f", "x" * 256, "\u202etxt"]

    assert [fault_of(path) for path in good] == [None] * 3
    assert None not in [fault_of(path) for path in bad]
    assert (clashes(["a", "b/c"]), clashes(["a", "a/b"]), clashes(["a", "a"])) == (None, "a", "a")

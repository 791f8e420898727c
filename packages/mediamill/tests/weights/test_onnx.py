"""ONNX models of speech: a graph of known operators with its numbers inside, and voices that are numbers alone."""

import importlib.util
import pickle
import struct
from pathlib import Path

import pytest

from mediamill.weights.contents import UnsafeWeights, refuse_unsafe
from mediamill.weights.paths import is_admitted, is_refused
from mediamill.weights.row import RowTable
from tests.weights.samples import field, onnx_model, onnx_node, styles

ADD = onnx_node("Add")
EXTERNAL = field(13, field(1, "location") + field(2, "../../secret.bin"))


def refused(folder: Path, name: str, content: bytes) -> str | None:
    (folder / name).write_bytes(content)
    try:
        refuse_unsafe(folder, name, ())
    except UnsafeWeights as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    "content",
    [
        onnx_model(ADD),
        onnx_model(onnx_node("DynamicQuantizeLSTM", "com.microsoft"), onnx_node("Add", "ai.onnx")),
        onnx_model(ADD, more=field(8, field(1, "org.pytorch.aten") + field(2, 1))),
        onnx_model(onnx_node("Swish", "acme"), more=field(25, field(1, "Swish") + field(10, "acme") + field(7, ADD))),
        onnx_model(onnx_node("If", attribute=field(5, field(6, field(1, ADD))))),
        onnx_model(ADD, tensor=field(14, 0)),
    ],
    ids=["plain", "the runtime's own", "a domain that is named alone", "a function", "a branch", "numbers inside"],
)
def test_a_graph_of_known_operators_is_taken(tmp_path: Path, content: bytes) -> None:
    assert refused(tmp_path, "model.onnx", content) is None


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (onnx_model(ADD, tensor=field(14, 1) + EXTERNAL), "another file"),
        (onnx_model(ADD, tensor=EXTERNAL), "another file"),
        (onnx_model(onnx_node("Constant", attribute=field(5, field(5, field(14, 1))))), "another file"),
        (onnx_model(onnx_node("If", attribute=field(5, field(11, field(5, field(14, 1)))))), "another file"),
        (onnx_model(onnx_node("RunShell", "acme.ops")), "operators of 'acme.ops'"),
        (onnx_model(onnx_node("If", attribute=field(5, field(6, field(1, onnx_node("X", "acme")))))), "of 'acme'"),
        (
            onnx_model(more=field(25, field(10, "acme") + field(7, onnx_node("X", "other")))),
            "operators of 'other'",
        ),
        (onnx_model(ADD)[:-3], "no ONNX model"),
        (onnx_model(ADD) + b"\x0b", "no ONNX model"),
        (field(1, 8), "no ONNX model"),
        (b"", "no ONNX model"),
        (b"{}" * 100, "no ONNX model"),
        (pickle.dumps({"a": 1}), "a pickle"),
    ],
)
def test_what_needs_other_files_or_code_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    assert sentence in (refused(tmp_path, "model.onnx", content) or "taken")


@pytest.mark.parametrize("place", range(0, 60, 3))
def test_a_model_that_was_cut_anywhere_ends_in_a_sentence(tmp_path: Path, place: int) -> None:
    assert refused(tmp_path, "model.onnx", onnx_model(ADD)[:place])


def test_a_real_model_is_taken(tmp_path: Path) -> None:
    found = importlib.util.find_spec("hibari")
    if found is None or found.origin is None:
        pytest.skip("hibari-tts, which has an ONNX model in its wheel, is not installed")

    model = Path(found.origin).parent / "assets" / "hibari.onnx"

    assert refused(tmp_path, "model.onnx", model.read_bytes()) is None


def test_a_voice_is_numbers_of_one_size(tmp_path: Path) -> None:
    assert refused(tmp_path, "af_heart.bin", styles()) is None
    assert "bytes of a voice" in str(refused(tmp_path, "af_heart.bin", styles()[:-4]))
    assert "something else" in str(refused(tmp_path, "af_heart.bin", styles()[:-4] + struct.pack("<f", 1e9)))
    assert "something else" in str(refused(tmp_path, "af_heart.bin", styles()[:-4] + struct.pack("<f", float("nan"))))
    padded = pickle.dumps({"a": "\xff" * 40}).ljust(len(styles()), b"\xff")
    assert "something else" in str(refused(tmp_path, "af_heart.bin", padded))


def test_only_rows_of_that_format_have_such_files() -> None:
    assert [is_admitted(name, "onnx") for name in ("model.onnx", "voices/a.bin", "model.bin", "a.pt")] == [
        True,
        True,
        False,
        False,
    ]
    assert is_refused("model.bin", "onnx")
    assert not is_admitted("model.onnx", "safetensors")
    assert is_refused("voices/a.bin", "safetensors")
    row = {"engine": "local.heron", "repository": "acme/heron", "licence": "MIT", "licence_url": "https://acme.example"}
    files = ["onnx/model.onnx", "voices/*.bin"]
    assert RowTable.model_validate(row | {"files": files, "format": "onnx"}).row("heron", "the test").files
    with pytest.raises(ValueError, match="may hold code"):
        RowTable.model_validate(row | {"files": files}).row("heron", "the test")

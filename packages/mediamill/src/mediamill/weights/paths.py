"""Which paths may be stored, and which files are taken at all."""

import re
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

PATH_BYTES_MAX = 1_000
FILES_MAX = 2_000  # of one name
NAME_BYTES_MAX = 255  # of one part: what file systems take
# What models are made of besides numbers: configurations, vocabularies, chat templates.
ADMITTED = frozenset({".safetensors", ".json", ".txt", ".model", ".jinja", ".md"})
CTRANSLATE2_FILE = "model.bin"
ONNX_SUFFIX = ".onnx"
STYLES_SUFFIX = ".bin"  # beside an ONNX model of speech: a voice's numbers and nothing else
PLAN_FILE = ".plan.json"  # in a part: what the hub said when it was begun
LOCK_FILE = "mediamill-lock.json"  # ours: never taken from elsewhere
# What runs code when it is loaded, or hides what is in it.
REFUSED = frozenset(
    ".bin .ckpt .dill .h5 .joblib .keras .marshal .mar .npy .npz .pb .pickle .pkl .pt .pt2 .pth .t7 .th"
    " .dll .dylib .ipynb .py .pyc .pyd .pyw .pyz .sh .so"
    " .7z .bz2 .gz .lz4 .nemo .rar .tar .tgz .txz .whl .xz .zip .zst".split()
)
CONTROL = re.compile(r"[\x00-\x1f\x7f\\]")


def matches(path: str, pattern: str) -> bool:
    """Whether a pattern names the path; each `*` stays within one folder."""
    parts, wanted = path.split("/"), pattern.split("/")
    return len(parts) == len(wanted) and all(map(fnmatchcase, parts, wanted))


def is_admitted(path: str, format: str) -> bool:
    """Whether a file of that name may be among weights of that format."""
    name = PurePosixPath(path).name
    if name == LOCK_FILE:
        return False
    suffix = PurePosixPath(name).suffix
    match format:
        case "ctranslate2":
            return suffix in ADMITTED or name == CTRANSLATE2_FILE
        case "onnx":
            return suffix in ADMITTED or (suffix in (ONNX_SUFFIX, STYLES_SUFFIX) and name != CTRANSLATE2_FILE)
        case _:
            return suffix in ADMITTED


def is_refused(path: str, format: str) -> bool:
    """Whether a file of that name must not even lie beside weights of that format."""
    return not is_admitted(path, format) and bool(
        REFUSED.intersection(suffix.lower() for suffix in PurePosixPath(path).suffixes)
    )


def fault_of(path: str) -> str | None:
    """Why a path of the hub's cannot be stored below a folder; None where it can."""
    parts = path.split("/")
    if CONTROL.search(path) or not path.isprintable():
        return "it has characters that names of files do not have"
    if any(part in ("", ".", "..") for part in parts):
        return "it leads out of its folder"
    if any(part.startswith(".") for part in parts):
        return "it is hidden"
    if len(path.encode()) > PATH_BYTES_MAX or any(len(part.encode()) > NAME_BYTES_MAX for part in parts):
        return "it is too long"
    return None


def clashes(paths: list[str]) -> str | None:
    """A path that is there twice, or is a folder of another's; None where there is none."""
    seen = set(paths)
    folders = {str(folder) for path in paths for folder in PurePosixPath(path).parents}
    return next((path for path in sorted(seen) if path in folders or paths.count(path) > 1), None)

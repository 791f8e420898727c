"""Without the extra `codecs` callers' files are decoded, pictures and films made small; the rest says what to do."""

import subprocess
import sys
from pathlib import Path

import pytest

from mediamill.codecs.extra import PACKAGES
from tests.codecs.samples import flat_png, glb, sound_file, video_file

BARE = f"""
import sys
from pathlib import Path
sys.modules.update(dict.fromkeys({list(PACKAGES)!r}))  # imports of these fail
folder = Path(sys.argv[1])
"""


def in_bare_process(program: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BARE + program, folder], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "picture.png").write_bytes(flat_png(64, 32))
    (tmp_path / "object.glb").write_bytes(glb())
    video_file(tmp_path / "film.mp4")
    sound_file(tmp_path / "sound.wav")
    return tmp_path


def test_pictures_and_films_get_thumbnails(folder: Path) -> None:
    program = """
from mediamill.codecs import thumbnail_of
for name in ("picture.png", "film.mp4"):
    print(thumbnail_of(folder / name, folder).read_bytes()[:4])
"""
    assert in_bare_process(program, folder) == "b'RIFF'\n" * 2


def test_strangers_files_are_decoded(folder: Path) -> None:
    program = """
from mediamill.codecs import decode_audio, decode_image, probe
print(decode_image(folder / "picture.png").pixels.shape)
print(round(probe(folder / "sound.wav").seconds))
import mediamill.engines.decoder.one_file
"""
    assert in_bare_process(program, folder) == "(32, 64, 3)\n1\n"


@pytest.mark.parametrize("use", ["thumbnail_of(folder / 'object.glb', folder)", "VideoWriter", "master", "draw_meshes"])
def test_what_needs_the_extra_says_what_to_install(folder: Path, use: str) -> None:
    program = f"""
from mediamill import codecs
from mediamill.codecs import MissingExtra, thumbnail_of
try:
    {use if "(" in use else f"codecs.{use}"}
except MissingExtra as missing:
    print(missing)
"""
    assert in_bare_process(program, folder).endswith(' is not installed: pip install "mediamill[codecs]".\n')

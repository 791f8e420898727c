"""Engine processes calculate with the same instructions on every x86-64 machine with AVX2."""

import platform
import subprocess
import sys

import pytest

from mediamill.engines.host import kernels
from mediamill.engines.host.host import ENVIRONMENT

ZEN_3 = {"sse4_2", "avx", "fma", "avx2"}
SKYLAKE_SERVER = {*ZEN_3, "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"}
IVY_BRIDGE = {"sse4_2", "avx"}

x86 = pytest.mark.skipif(not kernels.here(), reason="needs an x86-64 processor with AVX2")


def test_a_desktop_and_a_server_use_the_same_kernels() -> None:
    desktop = kernels.kernel_environment("x86_64", ZEN_3)
    server = kernels.kernel_environment("x86_64", SKYLAKE_SERVER)

    assert desktop["OPENBLAS_CORETYPE"] == server["OPENBLAS_CORETYPE"] == "Haswell"
    assert desktop["NPY_DISABLE_CPU_FEATURES"] == server["NPY_DISABLE_CPU_FEATURES"]
    assert "OPENCV_CPU_DISABLE" in server.keys() - desktop.keys()


def test_nothing_is_fixed_where_avx2_would_not_run() -> None:
    assert kernels.kernel_environment("x86_64", IVY_BRIDGE) == {}
    assert kernels.kernel_environment("aarch64", {"asimd"}) == {}


@x86
def test_the_installed_numpy_accepts_the_names_and_uses_no_more_than_avx2() -> None:
    code = """
from numpy._core import _multiarray_umath as core
used = [name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]]
beyond = set(core.__cpu_dispatch__) - {"X86_V3"}
print(*used, "|", *sorted(beyond))
"""
    ended = subprocess.run(
        [sys.executable, "-W", "error::ImportWarning", "-c", code],
        env=ENVIRONMENT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    used, _, beyond = ended.stdout.partition("|")

    assert used.split() == ["X86_V3"]
    assert beyond.split() == sorted(kernels.NUMPY_BEYOND_AVX2.split())  # a new numpy has no level that we do not know


@x86
@pytest.mark.parametrize("given", ["", "Nehalem"])
def test_openblas_takes_the_kernels_that_it_is_told(given: str) -> None:
    code = """
import ctypes, numpy
from pathlib import Path
libraries = Path(numpy.__file__).parent.with_name("numpy.libs").glob("*openblas*")
for library in map(ctypes.CDLL, map(str, libraries)):
    name = library.scipy_openblas_get_corename64_
    name.restype = ctypes.c_char_p
    print(name().decode())
"""
    environment = {**ENVIRONMENT, **({"OPENBLAS_CORETYPE": given} if given else {})}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)

    assert ended.stdout.split() == [given or "Haswell"]


@x86
def test_opencv_knows_the_name_that_it_may_be_told() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import cv2"],
        env={**ENVIRONMENT, "OPENCV_CPU_DISABLE": kernels.OPENCV_BEYOND_AVX2},
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert "unknown CPU feature" not in ended.stderr


def test_here_is_this_machine() -> None:
    assert bool(kernels.here()) <= (platform.machine() == "x86_64")

"""Which vector instructions libraries use: the same on every x86-64 machine with AVX2, so that the bytes are the same.

Left to themselves they take the widest that the processor has, and sums in another order differ in the last bit, which
one threshold further on is another file. AVX2 with FMA is what nearly every server since 2013 has and costs little
beside AVX-512. Where a processor lacks it nothing is fixed: code for AVX2 would not run there.
"""

import platform
from collections.abc import Collection, Mapping
from pathlib import Path

# OpenBLAS knows its kernels by the first processor that they were written for. Those for Zen are the same ones.
OPENBLAS_AVX2 = "Haswell"
# What numpy's wheels choose from beyond X86_V3 (AVX2 and FMA). It is silent about those that the processor lacks, but
# warns of names that it does not know and refuses those that it was built to need: a test asks the installed numpy.
NUMPY_BEYOND_AVX2 = "X86_V4 AVX512_ICL AVX512_SPR"
# OpenCV has code of its own for one level beyond AVX2. It warns about a name that the processor lacks, so the
# variable is set only where there is something to disable.
OPENCV_BEYOND_AVX2 = "AVX512-SKX"
AVX512_SKX = frozenset({"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"})


def kernel_environment(machine: str, flags: Collection[str]) -> Mapping[str, str]:
    """The variables that fix the kernels for a processor of this kind with these flags (as in /proc/cpuinfo)."""
    if machine != "x86_64" or not {"avx2", "fma"}.issubset(flags):
        return {}
    fixed = {"OPENBLAS_CORETYPE": OPENBLAS_AVX2, "NPY_DISABLE_CPU_FEATURES": NUMPY_BEYOND_AVX2}
    return {**fixed, "OPENCV_CPU_DISABLE": OPENCV_BEYOND_AVX2} if AVX512_SKX.issubset(flags) else fixed


def here() -> Mapping[str, str]:
    """The same for this machine."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return {}  # no Linux, then: engines do not run here
    flags = next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), [])
    return kernel_environment(platform.machine(), flags)

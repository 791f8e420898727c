"""What exceptions mean, whatever led to them."""

import pytest

from mediamill.engines.causes import is_out_of_memory


class OutOfMemoryError(RuntimeError):
    """As torch calls its own."""


@pytest.mark.parametrize(
    ("fault", "is_memory"),
    [
        (MemoryError(), True),
        (OutOfMemoryError("CUDA out of memory"), True),
        (
            RuntimeError("[enforce fail at alloc_cpu.cpp:127] DefaultCPUAllocator: can't allocate memory: you tried"),
            True,
        ),
        (RuntimeError("shape mismatch"), False),
        (ValueError("can't allocate memory"), False),
    ],
    ids=["python", "torch on a card", "torch on a processor", "another fault", "another kind"],
)
def test_too_little_memory_is_known_by_every_name(fault: Exception, is_memory: bool) -> None:
    wrapped = RuntimeError("the pipeline broke")
    wrapped.__cause__ = fault

    assert is_out_of_memory(fault) is is_memory
    assert is_out_of_memory(wrapped) is is_memory

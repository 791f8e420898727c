"""Converts untrusted files to plain ones, each in a process of its own, before any engine sees them.

The service's side loads only when first named: the program whose forks decode loads this package too, and has to
stay small.
"""

import importlib
from typing import TYPE_CHECKING

from mediamill.engines.decoder.limits import SOURCE, InputKind

if TYPE_CHECKING:
    from mediamill.engines.decoder.decoder import Decoded, DecoderFailed, FileDecoder, Undecodable

__all__ = ["SOURCE", "Decoded", "DecoderFailed", "FileDecoder", "InputKind", "Undecodable"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("mediamill.engines.decoder.decoder"), name)

"""Converts untrusted files to plain ones, each in a process of its own, before any engine sees them."""

from mediamill.engines.decoder.decoder import Decoded, DecoderFailed, FileDecoder, Undecodable
from mediamill.engines.decoder.limits import SOURCE, InputKind

__all__ = ["SOURCE", "Decoded", "DecoderFailed", "FileDecoder", "InputKind", "Undecodable"]

"""Strangers' files become plain ones in a process each, before any engine sees them."""

from mediamill.engines.decoder.decoder import Decoded, DecoderFailed, FileDecoder, Undecodable
from mediamill.engines.decoder.limits import SOURCE, InputKind

__all__ = ["SOURCE", "Decoded", "DecoderFailed", "FileDecoder", "InputKind", "Undecodable"]

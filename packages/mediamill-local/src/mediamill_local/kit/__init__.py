"""What engines of diffusers share: how a pipeline is opened, kept in memory and run, and what a file says of it."""

from mediamill_local.kit.engine import DiffusionEngine
from mediamill_local.kit.facts import facts, title_of
from mediamill_local.kit.libraries import missing_library
from mediamill_local.kit.memory import Memory
from mediamill_local.kit.opening import Checkpoint, Opened, open_pipeline
from mediamill_local.kit.options import DiffusionOptions, Precision
from mediamill_local.kit.prompts import Fitted, Wording, fitted, tokens_in
from mediamill_local.kit.running import NOBODY, refuse_broken, run, seeded
from mediamill_local.kit.sizes import Size, VisualOptions, scaled, sizes_in
from mediamill_local.kit.stored import Stored, stored_in
from mediamill_local.kit.tables import read_table

__all__ = [
    "NOBODY",
    "Checkpoint",
    "DiffusionEngine",
    "DiffusionOptions",
    "Fitted",
    "Memory",
    "Opened",
    "Precision",
    "Size",
    "Stored",
    "VisualOptions",
    "Wording",
    "facts",
    "fitted",
    "missing_library",
    "open_pipeline",
    "read_table",
    "refuse_broken",
    "run",
    "scaled",
    "seeded",
    "sizes_in",
    "stored_in",
    "title_of",
    "tokens_in",
]

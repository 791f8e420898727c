"""What an engine of your own builds on whose models are tables; all else of this package may change without notice."""

from mediamill_remote.answers import FAILED, REFUSED, SAFETY, retry_after, words_at
from mediamill_remote.files import data_url
from mediamill_remote.mapped import Mapped, MappedEngine, MappedOptions
from mediamill_remote.mapping import FileForm, find_files, put
from mediamill_remote.outages import Outages
from mediamill_remote.tickets import read, written

__all__ = [
    "FAILED",
    "REFUSED",
    "SAFETY",
    "FileForm",
    "Mapped",
    "MappedEngine",
    "MappedOptions",
    "Outages",
    "data_url",
    "find_files",
    "put",
    "read",
    "retry_after",
    "words_at",
    "written",
]

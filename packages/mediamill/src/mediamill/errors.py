"""The error tree: every error is a fact with data, its docstring the sentence people read.

MediamillError
├── InvalidSettings, InvalidCatalogue     the operator has to mend something before the service starts
├── AccountExists, AccountNotFound, KeyNotFound, InvalidAmount
├── InsufficientCredits
├── StoreBusy, StoreFailed                the store refuses for now
├── LeaseLost                             another attempt owns the generation
├── IllegalTransition                     a program error: the state table forbids it
└── EngineRefused, EngineFailed, EngineUnavailable           what an engine says of its work
Each leaf lives in the room it speaks of; only what several rooms share stands here.
"""

from typing import ClassVar


class MediamillError(Exception):
    """Something went wrong in mediamill."""

    code: ClassVar[str] = "error"

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(" ".join((type(self).__doc__ or "").split()).format(**facts))

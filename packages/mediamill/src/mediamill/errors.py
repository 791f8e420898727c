"""The base of every error of the service. Each error is defined in the package that raises it."""

from typing import ClassVar


class MediamillError(Exception):
    """The docstring of a subclass is its message, a template that is filled with `facts`; `code` is for programs."""

    code: ClassVar[str] = "error"

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(" ".join((type(self).__doc__ or "").split()).format(**facts))

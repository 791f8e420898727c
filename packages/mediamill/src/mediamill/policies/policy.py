"""What a content policy has to be."""

from collections.abc import Mapping
from typing import Any, Protocol


class ContentPolicy(Protocol):
    """Made once for a process, without arguments, and called from several threads at the same time."""

    def judge(self, tool: str, model: str, input: Mapping[str, Any]) -> str | None:
        """None where it may be made; else the sentence with which the generation ends in error, free of charge.

        `input` is the checked input of the run. Whatever is raised counts as trouble that passes: it is tried again.
        """

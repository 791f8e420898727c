"""OpenAI's models as we have them, and what is sent for them."""

from typing import Any

from mediamill.compat.asking import ModelCall, refuse_steering
from mediamill.compat.table import Mapping, read_table
from mediamill.http import Call

NAME = "openai"
TABLE = read_table(__file__)


def asked_for(call: Call, body: dict[str, Any], mapping: Mapping, name: str) -> ModelCall:
    """What is asked for. Raises 400 where something chooses an address, a key or an engine."""
    refuse_steering(call, "authorization")
    return ModelCall(NAME, name, mapping, body)

"""The schemas of `GET /ext/generations/{id}`."""

from mediamill.generations import EACH_MAX, OTHERS_MAX, OWN_AHEAD_MAX, AttemptOutcome
from mediamill.http.endpoint import JsonObject
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, generation_schemas, ref

NULLABLE_TEXT: JsonObject = {"type": ["string", "null"]}
NULLABLE_SECONDS: JsonObject = {"type": ["number", "null"], "minimum": 0}
QUEUE_POSITION = (
    "The estimated place in the queue of its pool, 1 being next; null unless it waits. Counted are the account's own "
    f"generations that come before it (at most {OWN_AHEAD_MAX:,}) and, because accounts take turns, as many of each "
    f"other account as there are turns until then (at most {EACH_MAX} of each of {OTHERS_MAX} accounts)."
)


def inspection_schemas() -> JsonObject:
    """`Inspection` and `Attempt`."""
    return {"Inspection": inspection_schema(), "Attempt": attempt_schema()}


def inspection_schema() -> JsonObject:
    """The public fields of a generation and all others."""
    public = generation_schemas()["Generation"]["properties"]
    return closed(
        {
            **public,
            "engine": {**NULLABLE_TEXT, "description": "The engine of the last attempt."},
            "engineVersion": NULLABLE_TEXT,
            "model": {"type": "string"},
            "seed": {
                "type": ["number", "null"],
                "description": "Chosen when the run was accepted; null for runs older than this field.",
            },
            "credits": closed(
                {
                    "held": {**COUNT, "description": "Held until it ends."},
                    "captured": {**COUNT, "description": "Charged on success."},
                }
            ),
            "queueSeconds": {**NULLABLE_SECONDS, "description": "Time spent in the queue, including between attempts."},
            "runSeconds": {**NULLABLE_SECONDS, "description": "Time spent running, over all attempts."},
            "attempts": {"type": "array", "items": ref("Attempt")},
            "queuePosition": {"type": ["integer", "null"], "minimum": 1, "description": QUEUE_POSITION},
            "progress": {"type": "number", "minimum": 0, "maximum": 1},
            "stage": {"type": "string", "description": "What the engine is doing, in a few words; may be empty."},
            "provenance": {
                "type": "object",
                "description": "How the output was made, as reported by its engine; empty until `success`.",
                "additionalProperties": {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]},
            },
            "hasWebhook": {"type": "boolean", "description": "Whether its success is told to a webhook."},
            "notUnderstood": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Words of the prompt that had no effect on the output.",
            },
        }
    )


def attempt_schema() -> JsonObject:
    """One attempt at a generation."""
    return closed(
        {
            "number": {"type": "integer", "minimum": 1},
            "engine": NULLABLE_TEXT,
            "startedAt": INSTANT,
            "endedAt": {**INSTANT, "type": ["string", "null"], "description": "Null while it runs."},
            "outcome": {
                "anyOf": [{"type": "string", "enum": [*AttemptOutcome]}, {"type": "null"}],
                "description": "`error`: the input cannot be processed. `failed` and `lost` (its worker stopped "
                "responding) use up a try, `released` does not. Null while it runs.",
            },
            "reason": {**NULLABLE_TEXT, "description": "Why it did not end in success."},
        }
    )

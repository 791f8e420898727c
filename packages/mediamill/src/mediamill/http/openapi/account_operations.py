"""How the endpoints are documented by which an account's owner manages it."""

from mediamill.accounts import KEYS_MAX
from mediamill.http.endpoint import Operation
from mediamill.http.openapi.operations import EXTRAS, GENERATION_ID, LIMIT, OFFSET, STATUS
from mediamill.http.openapi.parts import in_path, json_answer, json_body, query
from mediamill.http.openapi.schemas import closed, ref
from mediamill.http.problems import (
    GENERATION_NOT_FOUND,
    KEY_NOT_FOUND,
    MISSING_PARAMETERS,
    NO_SOUND,
    VOUCHER_NOT_FOUND,
    too_many_keys,
)
from mediamill.usage import UsagePart

CODE = {
    "type": "string",
    "maxLength": 100,
    "description": "In any case, with or without dashes.",
}
IDS_MAX = 1_000  # of one request that is about several generations
LIST_KEYS = Operation(
    id="listKeys",
    tag=EXTRAS,
    summary="List the account's API keys with what they used and have left, oldest first",
    success=json_answer(ref("KeyList")),
)
CREATE_KEY = Operation(
    id="createKey",
    tag=EXTRAS,
    summary="Create an API key that has no more rights than the calling one",
    success=json_answer(ref("NewKey")),
    problems=(MISSING_PARAMETERS, NO_SOUND, too_many_keys(KEYS_MAX)),
    body=lambda _: json_body(ref("KeyRequest"), {"name": "nightly renders", "scopes": ["read", "run"]}),
)
REVOKE_KEY = Operation(
    id="revokeKey",
    tag=EXTRAS,
    summary="Revoke an API key, the calling one too",
    no_content="Revoked",
    problems=(KEY_NOT_FOUND,),
    parameters=(in_path("id", "The key's id."),),
)
REDEEM = Operation(
    id="redeemVoucher",
    tag=EXTRAS,
    summary="Redeem a voucher: its credits are the account's, once",
    success=json_answer(ref("Redeemed")),
    problems=(MISSING_PARAMETERS, VOUCHER_NOT_FOUND),
    body=lambda _: json_body(closed({"code": {**CODE, "minLength": 1}}), {"code": "7K3Q-9M2X-TB4D-W8ZN-5RHC"}),
)

SEARCH = Operation(
    id="searchGenerations",
    tag=EXTRAS,
    summary="Find generations by what they are and by their inputs, newest first",
    success=json_answer(ref("FoundPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(
        LIMIT,
        OFFSET,
        STATUS,
        query("tool", {"type": "string"}, "Only of this tool."),
        query("model", {"type": "string"}, "Only of this model."),
        query("type", {"type": "string"}, "Only of this type."),
        query("q", {"type": "string"}, "Only with this in a text of the input, in capitals or not."),
        query("from", {"type": "string"}, "Only those accepted then or later: a day (UTC) or an instant."),
        query("to", {"type": "string"}, "Only those accepted before this instant, or up to the end of this day (UTC)."),
    ),
)
USAGE = Operation(
    id="getUsage",
    tag=EXTRAS,
    summary="Get what the account used, by day, tool, model and key",
    success=json_answer(ref("Usage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(
        query("from", {"type": "string", "format": "date"}, "The first day (UTC); 30 days up to `to` without it."),
        query("to", {"type": "string", "format": "date"}, "The last day (UTC); today without it."),
        query(
            "by",
            {"type": "string", "default": "day,tool"},
            f"What it is split by: some of {', '.join(UsagePart)}, separated by commas.",
        ),
    ),
)

IDS = closed({"ids": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": IDS_MAX}})
EXAMPLE_IDS = {"ids": ["gen_0199c4d2a1b05f1c2d3e4f5061728394"]}
ARCHIVE = Operation(
    id="archiveGenerations",
    tag=EXTRAS,
    summary="Download the outputs of several generations as one zip archive; those without one are left out",
    success={
        "description": "The archive; each file is named by tool and id.",
        "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
    },
    problems=(MISSING_PARAMETERS, GENERATION_NOT_FOUND),
    body=lambda _: json_body(IDS, EXAMPLE_IDS),
)
DELETE_ALL = Operation(
    id="deleteGenerations",
    tag=EXTRAS,
    summary="Delete several generations that have ended, and their files",
    success=json_answer(ref("SeveralDeleted")),
    problems=(MISSING_PARAMETERS,),
    body=lambda _: json_body(IDS, EXAMPLE_IDS),
)
PEAKS = Operation(
    id="getPeaks",
    tag=EXTRAS,
    summary="Get the outline of an output's sound",
    success=json_answer(ref("Peaks")),
    problems=(NO_SOUND,),
    parameters=(GENERATION_ID,),
)

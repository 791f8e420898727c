"""How each endpoint is documented: in the OpenAPI document, where it has a tag, and in docs/reference.md."""

from mediamill.generations import Status
from mediamill.http.endpoint import Operation
from mediamill.http.openapi.parts import file_body, header, in_path, json_answer, query, run_bodies
from mediamill.http.openapi.schemas import ref
from mediamill.http.paging import LIMIT_DEFAULT, LIMIT_MAX
from mediamill.http.problems import (
    EMPTY_FILE,
    ENDED,
    FILE_NOT_FOUND,
    FORBIDDEN,
    GENERATION_NOT_FOUND,
    INSUFFICIENT_CREDITS,
    MISSING_PARAMETERS,
    OTHER_BODY,
    TOOL_NOT_FOUND,
    UNDER_WAY,
    UNSUPPORTED_FILE,
    file_too_large,
)

GENERATIONS, TOOLS, ACCOUNT, EXTRAS = "generations", "tools", "account", "extras"
IDEMPOTENCY_KEY = header(
    "Idempotency-Key",
    "The same key and body within 24 hours give the same generation; another body gives 409.",
    minLength=1,
    maxLength=255,
    pattern="^[!-~]([ -~]*[!-~])?$",
)
PREFER = header(
    "Prefer",
    "`wait=N`: answer with the whole generation once it has ended, after N seconds (60) at the latest.",
)
LAST_EVENT_ID = header("Last-Event-ID", "The last event seen: what came after it is sent.")
LIMIT = query(
    "limit",
    {"type": "integer", "minimum": 1, "default": LIMIT_DEFAULT},
    f"Results per page; more than {LIMIT_MAX} is used as {LIMIT_MAX}.",
)
OFFSET = query("offset", {"type": "integer", "minimum": 0, "default": 0}, "Results to skip.")
STATUS = query("status", {"type": "string", "enum": [*Status]}, "Only those in this status.")
GENERATION_ID = in_path("id", "The generation's id.")

RUN = Operation(
    id="run",
    tag=GENERATIONS,
    summary="Start a generation",
    success=json_answer({"anyOf": [ref("Accepted"), ref("Generation")]}),
    problems=(MISSING_PARAMETERS, INSUFFICIENT_CREDITS, TOOL_NOT_FOUND, OTHER_BODY),
    parameters=(IDEMPOTENCY_KEY, PREFER),
    body=run_bodies,
)
LIST_GENERATIONS = Operation(
    id="listGenerations",
    tag=GENERATIONS,
    summary="Generations, newest first",
    success=json_answer(ref("GenerationPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(LIMIT, OFFSET, STATUS),
)
GET_GENERATION = Operation(
    id="getGeneration",
    tag=GENERATIONS,
    summary="One generation",
    success=json_answer(ref("Generation")),
    problems=(FORBIDDEN, GENERATION_NOT_FOUND),
    parameters=(GENERATION_ID, PREFER),
)
GET_ACCOUNT = Operation(
    id="getAccount", tag=ACCOUNT, summary="The account of this key", success=json_answer(ref("Account"))
)
LIST_TOOLS = Operation(id="listTools", tag=TOOLS, summary="All tools", success=json_answer(ref("ToolList")))
GET_TOOL = Operation(
    id="getTool",
    tag=TOOLS,
    summary="One tool with its models",
    success=json_answer(ref("ToolDetail")),
    problems=(TOOL_NOT_FOUND,),
    parameters=(in_path("slug", "The tool's slug."),),
)
QUOTE = Operation(
    id="quote",
    tag=EXTRAS,
    summary="What a run would cost; nothing is written",
    success=json_answer(ref("Quote")),
    problems=(MISSING_PARAMETERS, TOOL_NOT_FOUND),
    body=run_bodies,
)
LIST_LEDGER = Operation(
    id="listLedger",
    tag=EXTRAS,
    summary="Every grant, hold, capture and release, newest first",
    success=json_answer(ref("LedgerPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(LIMIT, OFFSET),
)
INSPECT = Operation(
    id="inspectGeneration",
    tag=EXTRAS,
    summary="Everything about a generation: attempts, times, credits, seed, provenance, what was not understood",
    success=json_answer(ref("Inspection")),
    problems=(FORBIDDEN, GENERATION_NOT_FOUND),
    parameters=(GENERATION_ID,),
)
DELETE = Operation(
    id="deleteGeneration",
    tag=EXTRAS,
    summary="Delete a generation that has ended, with its media",
    no_content="Deleted",
    problems=(FORBIDDEN, GENERATION_NOT_FOUND, UNDER_WAY),
    parameters=(GENERATION_ID,),
)
CANCEL = Operation(
    id="cancelGeneration",
    tag=EXTRAS,
    summary="Stop a generation: it ends in error “Canceled” and costs nothing",
    success=json_answer(ref("Generation")),
    problems=(FORBIDDEN, GENERATION_NOT_FOUND, ENDED),
    parameters=(GENERATION_ID,),
)
FOLLOW = Operation(
    id="followGeneration",
    tag=EXTRAS,
    summary="States and progress as server-sent events, until the generation has ended",
    success={
        "description": f"`status` events ({', '.join(Status)}), kept and numbered, and `progress` events between them.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    no_content="The end was seen: do not come back",
    problems=(FORBIDDEN, GENERATION_NOT_FOUND),
    parameters=(GENERATION_ID, LAST_EVENT_ID),
)
LIST_FILES = Operation(
    id="listFiles",
    tag=EXTRAS,
    summary="Uploaded files that have not expired, newest first",
    success=json_answer(ref("FilePage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(LIMIT, OFFSET),
)
UPLOAD_FILE = Operation(
    id="uploadFile",
    tag=EXTRAS,
    summary="Upload an image or a recording; its URL works as an input of this account",
    success=json_answer(ref("File")),
    problems=(EMPTY_FILE, file_too_large(50), UNSUPPORTED_FILE),
    body=file_body,
)
DELETE_FILE = Operation(
    id="deleteFile",
    tag=EXTRAS,
    summary="Delete an uploaded file; a generation that has not read it yet ends in error",
    no_content="Deleted",
    problems=(FORBIDDEN, FILE_NOT_FOUND),
    parameters=(in_path("id", "The file's id."),),
)

GET_MEDIA = Operation(id="getMedia", summary="An output, a thumbnail or an upload, whole or one byte range of it")
GET_PICTURE = Operation(id="getPicture", summary="The picture of a tool")
OPENAPI = Operation(id="getOpenApi", summary="The OpenAPI 3.1 document of this service")
DOCS = Operation(id="getDocs", summary="A page that shows the OpenAPI document")
STATIC = Operation(id="getStatic", summary="The files of that page")
FRONT_PAGE = Operation(id="getFrontPage", summary="Redirects to the page")
HEALTHZ = Operation(id="getHealth", summary="200 while the process answers")
READYZ = Operation(id="getReadiness", summary="200 when the process can do its work, else 503; operators see why")
METRICS = Operation(id="getMetrics", summary="Metrics for Prometheus")

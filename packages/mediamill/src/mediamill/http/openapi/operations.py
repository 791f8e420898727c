"""How each endpoint is documented: in the OpenAPI document, where it has a tag, and in docs/reference/endpoints.md."""

from mediamill.generations import Status
from mediamill.http.endpoint import Operation
from mediamill.http.openapi.parts import code_body, file_body, header, in_path, json_answer, query, run_bodies
from mediamill.http.openapi.schemas import ref
from mediamill.http.paging import LIMIT_DEFAULT, LIMIT_MAX
from mediamill.http.problems import (
    EMPTY_FILE,
    ENDED,
    FILE_NOT_FOUND,
    FORBIDDEN,
    GENERATION_NOT_FOUND,
    INSUFFICIENT_CREDITS,
    LINK_USED,
    MISSING_PARAMETERS,
    OTHER_BODY,
    TOOL_NOT_FOUND,
    UNDER_WAY,
    UNSUPPORTED_FILE,
    file_too_large,
    too_many_requests,
)

GENERATIONS, TOOLS, ACCOUNT, EXTRAS = "generations", "tools", "account", "extras"
IDEMPOTENCY_KEY = header(
    "Idempotency-Key",
    "The same key and body within 24 hours return the same generation; a different body is refused with 409.",
    minLength=1,
    maxLength=255,
    pattern="^[!-~]([ -~]*[!-~])?$",
)
PREFER = header(
    "Prefer",
    "`wait=N`: respond with the full generation once it has ended, or after N seconds (at most 60).",
)
LAST_EVENT_ID = header("Last-Event-ID", "The id of the last event received; the stream continues after it.")
LIMIT = query(
    "limit",
    {"type": "integer", "minimum": 1, "default": LIMIT_DEFAULT},
    f"Results per page; values above {LIMIT_MAX} are treated as {LIMIT_MAX}.",
)
OFFSET = query("offset", {"type": "integer", "minimum": 0, "default": 0}, "Number of results to skip.")
STATUS = query("status", {"type": "string", "enum": [*Status]}, "Only generations in this status.")
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
    summary="List generations, newest first",
    success=json_answer(ref("GenerationPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(LIMIT, OFFSET, STATUS),
)
GET_GENERATION = Operation(
    id="getGeneration",
    tag=GENERATIONS,
    summary="Get a generation",
    success=json_answer(ref("Generation")),
    problems=(FORBIDDEN, GENERATION_NOT_FOUND),
    parameters=(GENERATION_ID, PREFER),
)
GET_ACCOUNT = Operation(
    id="getAccount", tag=ACCOUNT, summary="Get the account of the API key", success=json_answer(ref("Account"))
)
LIST_TOOLS = Operation(id="listTools", tag=TOOLS, summary="List tools", success=json_answer(ref("ToolList")))
GET_TOOL = Operation(
    id="getTool",
    tag=TOOLS,
    summary="Get a tool with its models",
    success=json_answer(ref("ToolDetail")),
    problems=(TOOL_NOT_FOUND,),
    parameters=(in_path("slug", "The tool's slug."),),
)
QUOTE = Operation(
    id="quote",
    tag=EXTRAS,
    summary="Quote the price of a run without starting it",
    success=json_answer(ref("Quote")),
    problems=(MISSING_PARAMETERS, TOOL_NOT_FOUND),
    body=run_bodies,
)
LIST_LEDGER = Operation(
    id="listLedger",
    tag=EXTRAS,
    summary="List what moved the credits of the account, newest first",
    success=json_answer(ref("LedgerPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(LIMIT, OFFSET),
)
INSPECT = Operation(
    id="inspectGeneration",
    tag=EXTRAS,
    summary="Inspect a generation: attempts, timings, credits, seed, provenance, words without effect",
    success=json_answer(ref("Inspection")),
    problems=(FORBIDDEN, GENERATION_NOT_FOUND),
    parameters=(GENERATION_ID,),
)
DELETE = Operation(
    id="deleteGeneration",
    tag=EXTRAS,
    summary="Delete a generation that has ended, and its files",
    no_content="Deleted",
    problems=(FORBIDDEN, GENERATION_NOT_FOUND, UNDER_WAY),
    parameters=(GENERATION_ID,),
)
CANCEL = Operation(
    id="cancelGeneration",
    tag=EXTRAS,
    summary="Cancel a generation; it ends in error “Canceled” and is not charged",
    success=json_answer(ref("Generation")),
    problems=(FORBIDDEN, GENERATION_NOT_FOUND, ENDED),
    parameters=(GENERATION_ID,),
)
FOLLOW = Operation(
    id="followGeneration",
    tag=EXTRAS,
    summary="Follow status and progress as server-sent events until the generation ends",
    success={
        "description": f"Numbered `status` events ({', '.join(Status)}) with `progress` events between them.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    no_content="All events have been received; do not reconnect",
    problems=(FORBIDDEN, GENERATION_NOT_FOUND),
    parameters=(GENERATION_ID, LAST_EVENT_ID),
)
LIST_FILES = Operation(
    id="listFiles",
    tag=EXTRAS,
    summary="List uploaded files that have not expired, newest first",
    success=json_answer(ref("FilePage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(LIMIT, OFFSET),
)
UPLOAD_FILE = Operation(
    id="uploadFile",
    tag=EXTRAS,
    summary="Upload an image or audio file; use its URL as an input",
    success=json_answer(ref("File")),
    problems=(EMPTY_FILE, file_too_large(50), UNSUPPORTED_FILE),
    body=file_body,
)
DELETE_FILE = Operation(
    id="deleteFile",
    tag=EXTRAS,
    summary="Delete an uploaded file; generations that have not read it yet end in error",
    no_content="Deleted",
    problems=(FORBIDDEN, FILE_NOT_FOUND),
    parameters=(in_path("id", "The file's id."),),
)

SIGN_IN = Operation(
    id="signIn",
    tag=EXTRAS,
    summary="Sign in with the code of a one-time link",
    success=json_answer(ref("SignedIn")),
    problems=(MISSING_PARAMETERS, LINK_USED, too_many_requests(1)),
    body=code_body,
)

GET_MEDIA = Operation(id="getMedia", summary="Download an output, thumbnail or upload, or one byte range of it")
GET_PICTURE = Operation(id="getPicture", summary="Get the picture of a tool")
OPENAPI = Operation(id="getOpenApi", summary="Get the OpenAPI 3.1 document")
DOCS = Operation(id="getDocs", summary="API reference that shows the OpenAPI document")
GUIDE = Operation(id="getGuide", summary="The documentation: on to its first page")
GUIDE_FILE = Operation(id="getGuideFile", summary="A page of the documentation, llms.txt, and their files")
STATIC = Operation(id="getStatic", summary="Files of the pages")
# The addresses of the page: one document answers all of them, its script shows what belongs there.
PAGES = {
    "/": Operation(id="showStudio", summary="Studio: make things, see and hear them"),
    "/history": Operation(id="showHistory", summary="Page of everything that the account made"),
    "/generations/{id}": Operation(id="showGeneration", summary="Page of one generation"),
    "/account": Operation(id="showAccount", summary="Page of balance, usage, keys and webhooks"),
    "/inbox": Operation(id="showInbox", summary="Page of the webhooks that successes would send"),
    "/console": Operation(id="showConsole", summary="Page for operators"),
    "/console/{rest:path}": Operation(id="showConsolePage", summary="Pages for operators"),
}
HEALTHZ = Operation(id="getHealth", summary="Liveness: 200 while the process responds")
READYZ = Operation(id="getReadiness", summary="Readiness: 200 or 503; operators also see each check")
METRICS = Operation(id="getMetrics", summary="Metrics for Prometheus")

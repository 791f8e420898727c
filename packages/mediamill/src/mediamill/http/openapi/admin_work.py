"""How the endpoints about work are documented, and what they answer."""

from mediamill.catalogue import Pool
from mediamill.http.endpoint import JsonObject, Operation
from mediamill.http.openapi.admin_operations import ADMIN, body_of, text
from mediamill.http.openapi.parts import in_path, json_answer
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, ref
from mediamill.http.problems import MISSING_PARAMETERS
from mediamill.workers import HaltMode

TEXT: JsonObject = {"type": "string"}
NULLABLE_TEXT: JsonObject = {"type": ["string", "null"]}
NULLABLE_INSTANT: JsonObject = {**INSTANT, "type": ["string", "null"]}
BOOLEAN: JsonObject = {"type": "boolean"}
REASON = body_of({"reason": text("For other operators.")})
POOL = in_path("pool", "The pool.")
TOOL = in_path("tool", "The tool's slug.")
MODEL = in_path("model", "The model's slug.")
WORKER = in_path("name", "The name of the process.")
ENGINE = in_path("name", "The engine's name.")


def look(id: str, summary: str, schema: str) -> Operation:
    """A look at everything of a kind."""
    return Operation(id=id, tag=ADMIN, summary=summary, success=json_answer(ref(schema)))


def stop(id: str, summary: str, *places: JsonObject) -> Operation:
    """An act that may be given a reason."""
    return Operation(
        id=id,
        tag=ADMIN,
        summary=summary,
        success=json_answer(ref("AdminChanged")),
        problems=(MISSING_PARAMETERS,),
        parameters=places,
        body=REASON,
    )


def go_on(id: str, summary: str, *places: JsonObject) -> Operation:
    """An act without a body."""
    return Operation(id=id, tag=ADMIN, summary=summary, success=json_answer(ref("AdminChanged")), parameters=places)


LIST_POOLS = look("listPools", "List pools: stopped or not, what waits and runs, who works for them", "AdminPoolList")
PAUSE_POOL = stop("pausePool", "Claim nothing of a pool; what is ordered waits", POOL)
DRAIN_POOL = stop("drainPool", "Accept nothing new for a pool (503); what waits is worked off", POOL)
RESUME_POOL = go_on("resumePool", "Let a pool go on", POOL)
LIST_TOOLS = look("listAllTools", "List tools and models: stopped or not, and their engines", "AdminToolList")
PAUSE_TOOL = stop("pauseTool", "Accept nothing new for a tool (503), and let what waits go on waiting", TOOL)
DRAIN_TOOL = stop("drainTool", "Accept nothing new for a tool (503); what waits is worked off", TOOL)
RESUME_TOOL = go_on("resumeTool", "Let a tool go on", TOOL)
PAUSE_MODEL = stop("pauseModel", "Accept nothing new for a model (503), and let what waits go on waiting", TOOL, MODEL)
DRAIN_MODEL = stop("drainModel", "Accept nothing new for a model (503); what waits is worked off", TOOL, MODEL)
RESUME_MODEL = go_on("resumeModel", "Let a model go on", TOOL, MODEL)
GET_MAINTENANCE = look("getMaintenance", "Get whether the service is under maintenance", "AdminMaintenance")
BEGIN_MAINTENANCE = Operation(
    id="beginMaintenance",
    tag=ADMIN,
    summary="Accept nothing new at all: 503 with a sentence; what waits is worked off, and reads go on",
    success=json_answer(ref("AdminChanged")),
    problems=(MISSING_PARAMETERS,),
    body=body_of({"sentence": text("What callers are told.")}),
)
END_MAINTENANCE = go_on("endMaintenance", "Accept new generations again")
LIST_WORKERS = look("listWorkers", "List the processes that are alive, and what each runs", "AdminWorkerList")
DRAIN_WORKER = go_on("drainWorker", "Have a process finish what runs and claim nothing more", WORKER)
RESUME_WORKER = go_on("resumeWorker", "Have a process claim again", WORKER)
LIST_ENGINES = look("listEngines", "List vendors' engines: state, breakers, jobs, money and caps", "AdminEngineList")
PAUSE_ENGINE = stop("pauseEngine", "Submit nothing more to a vendor's engine; jobs under way go on", ENGINE)
RESUME_ENGINE = go_on("resumeEngine", "Let a vendor's engine work again", ENGINE)


def work_schemas() -> JsonObject:
    """Every schema about work by its name."""
    halt = {
        "state": {"type": "string", "enum": ["open", *HaltMode]},
        "since": NULLABLE_INSTANT,
        "reason": TEXT,
    }
    model = {
        "slug": TEXT,
        "name": TEXT,
        **halt,
        "pools": texts(),
        "engines": {**texts(), "description": "In order of preference; empty where none can make it."},
        "isServed": {**BOOLEAN, "description": "Whether a process that is alive runs it."},
    }
    return {
        "AdminChanged": closed({"changed": BOOLEAN}),
        "AdminPoolList": listed(
            {
                "pool": {"type": "string", "enum": [*Pool]},
                **halt,
                "waiting": COUNT,
                "running": COUNT,
                "oldestSeconds": {"type": ["number", "null"], "minimum": 0},
                "slots": COUNT,
                "workers": COUNT,
            }
        ),
        "AdminToolList": listed({"slug": TEXT, "name": TEXT, **halt, "models": array(closed(model))}),
        "AdminMaintenance": closed({"active": BOOLEAN, "since": NULLABLE_INSTANT, "sentence": TEXT}),
        "AdminWorkerList": listed(worker()),
        "AdminEngineList": listed(engine()),
    }


def worker() -> JsonObject:
    """A process."""
    return {
        "name": TEXT,
        "host": TEXT,
        "version": TEXT,
        "state": {"type": "string", "enum": ["working", "draining", "drained", "serving only"]},
        "pools": array(closed({"pool": TEXT, "slots": COUNT, "paused": BOOLEAN})),
        "models": {**texts(), "description": "What it can run."},
        "loaded": {**texts(), "description": "Engines in the memory of its engine processes, at its last beat."},
        "running": COUNT,
        "runs": array(closed({"id": TEXT, "tool": TEXT, "model": TEXT})),
        "startedAt": INSTANT,
        "beatAt": INSTANT,
        "reloadedAt": NULLABLE_INSTANT,
        "reloadFault": {**NULLABLE_TEXT, "description": "Why the last reload changed nothing."},
    }


def engine() -> JsonObject:
    """A vendor's engine."""
    money = {"type": "number", "minimum": 0, "description": "In the currency of the service."}
    spent = closed({"period": TEXT, "used": money, "cap": {**money, "type": ["number", "null"]}})
    key = closed({"key": NULLABLE_TEXT, "jobs": COUNT, "today": spent, "thisMonth": spent})
    breaker = {
        "key": NULLABLE_TEXT,
        "model": NULLABLE_TEXT,
        "openedAt": INSTANT,
        "nextProbeAt": INSTANT,
        "reason": TEXT,
        "needsOperator": {**BOOLEAN, "description": "Time alone will not help."},
    }
    return {
        "engine": TEXT,
        "state": {
            "type": "string",
            "enum": ["working", "broken", "paused", "draining"],
            "description": "`broken`: left alone for a while. `draining`: not in the settings any more.",
        },
        "since": NULLABLE_INSTANT,
        "reason": TEXT,
        "isByItself": {**BOOLEAN, "description": "Whether the service paused it, not an operator."},
        "breakers": array(closed(breaker)),
        "missing": {**NULLABLE_TEXT, "description": "What has to be set before it can work."},
        "total": key,
        "keys": array(key),
    }


def listed(item: JsonObject) -> JsonObject:
    """All of a kind."""
    return closed({"data": array(closed(item))})


def array(item: JsonObject) -> JsonObject:
    """Any number of these."""
    return {"type": "array", "items": item}


def texts() -> JsonObject:
    """Any number of texts."""
    return array(TEXT)

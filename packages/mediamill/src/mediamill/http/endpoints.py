"""The table of endpoints. Dispatch, 405, metric labels, /openapi.json and docs/reference.md are derived from it."""

from mediamill.http.endpoint import Auth, Endpoint, RateClass
from mediamill.http.handlers import account, events, files, generations, health, media, pages, runs, tools
from mediamill.http.openapi import operations

KEY, LINK, OPERATOR, NONE = Auth.KEY, Auth.LINK, Auth.OPERATOR, Auth.NONE
CREATE, READ = RateClass.CREATE, RateClass.READ

# What every process answers, also one that only works.
PROBES = (
    Endpoint("GET", "/healthz", health.healthz, NONE, None, operations.HEALTHZ),
    Endpoint("GET", "/readyz", health.readyz, NONE, None, operations.READYZ),
    Endpoint("GET", "/metrics", health.metrics, OPERATOR, None, operations.METRICS),
)
# fmt: off
ENDPOINTS = (
    Endpoint("POST", "/api/run", runs.run, KEY, CREATE, operations.RUN),
    Endpoint("GET", "/api/generations", generations.list_generations, KEY, READ, operations.LIST_GENERATIONS),
    Endpoint("GET", "/api/generations/{id}", generations.get_generation, KEY, READ, operations.GET_GENERATION),
    Endpoint("GET", "/api/account", account.get_account, KEY, READ, operations.GET_ACCOUNT),
    Endpoint("GET", "/api/tools", tools.list_tools, KEY, READ, operations.LIST_TOOLS),
    Endpoint("GET", "/api/tools/{slug}", tools.get_tool, KEY, READ, operations.GET_TOOL),
    Endpoint("POST", "/ext/quote", runs.quote, KEY, READ, operations.QUOTE),
    Endpoint("GET", "/ext/ledger", account.list_ledger, KEY, READ, operations.LIST_LEDGER),
    Endpoint("GET", "/ext/generations/{id}", generations.inspect_generation, KEY, READ, operations.INSPECT),
    Endpoint("DELETE", "/ext/generations/{id}", generations.delete_generation, KEY, READ, operations.DELETE),
    Endpoint("POST", "/ext/generations/{id}/cancel", generations.cancel_generation, KEY, READ, operations.CANCEL),
    Endpoint("GET", "/ext/generations/{id}/events", events.follow_generation, KEY, READ, operations.FOLLOW),
    Endpoint("GET", "/ext/files", files.list_files, KEY, READ, operations.LIST_FILES),
    Endpoint("POST", "/ext/files", files.upload_file, KEY, CREATE, operations.UPLOAD_FILE),
    Endpoint("DELETE", "/ext/files/{id}", files.delete_file, KEY, READ, operations.DELETE_FILE),
    Endpoint("GET", "/media/{key:path}", media.get_media, LINK, None, operations.GET_MEDIA),
    Endpoint("GET", "/ext/pictures/{name}", tools.get_picture, NONE, None, operations.GET_PICTURE),
    Endpoint("GET", "/openapi.json", pages.openapi_document, NONE, None, operations.OPENAPI),
    Endpoint("GET", "/docs", pages.docs_page, NONE, None, operations.DOCS),
    Endpoint("GET", "/static/{name:path}", pages.static_file, NONE, None, operations.STATIC),
    Endpoint("GET", "/", pages.front_page, NONE, None, operations.FRONT_PAGE),
    *PROBES,
)
# fmt: on

"""The table of endpoints. Dispatch, 405, metric labels, /openapi.json and docs/reference/ are derived from it."""

from mediamill.accounts import KeyScope
from mediamill.http.admin.endpoints import ADMIN_ENDPOINTS
from mediamill.http.endpoint import Auth, Endpoint, RateClass
from mediamill.http.handlers import (
    account,
    events,
    files,
    generations,
    health,
    inbox,
    keys,
    media,
    notifications,
    pages,
    peaks,
    runs,
    search,
    several,
    sign_in,
    tools,
    vouchers,
    webhooks,
)
from mediamill.http.openapi import account_operations as owners
from mediamill.http.openapi import operations
from mediamill.http.openapi import webhook_operations as hooks

KEY, LINK, OPERATOR, NONE = Auth.KEY, Auth.LINK, Auth.OPERATOR, Auth.NONE
CREATE, READ = RateClass.CREATE, RateClass.READ
SEE, RUN, MANAGE = KeyScope.READ, KeyScope.RUN, KeyScope.MANAGE  # what a key has to be for

# What every process answers, also one that only works.
PROBES = (
    Endpoint("GET", "/healthz", health.healthz, NONE, None, operations.HEALTHZ),
    Endpoint("GET", "/readyz", health.readyz, NONE, None, operations.READYZ),
    Endpoint("GET", "/metrics", health.metrics, OPERATOR, None, operations.METRICS),
)
# fmt: off
ENDPOINTS = (
    Endpoint("POST", "/api/run", runs.run, KEY, CREATE, operations.RUN, RUN),
    Endpoint("GET", "/api/generations", generations.list_generations, KEY, READ, operations.LIST_GENERATIONS, SEE),
    Endpoint("GET", "/api/generations/{id}", generations.get_generation, KEY, READ, operations.GET_GENERATION, SEE),
    Endpoint("GET", "/api/account", account.get_account, KEY, READ, operations.GET_ACCOUNT, SEE),
    Endpoint("GET", "/api/tools", tools.list_tools, KEY, READ, operations.LIST_TOOLS, SEE),
    Endpoint("GET", "/api/tools/{slug}", tools.get_tool, KEY, READ, operations.GET_TOOL, SEE),
    Endpoint("POST", "/ext/quote", runs.quote, KEY, READ, operations.QUOTE, SEE),
    Endpoint("GET", "/ext/ledger", account.list_ledger, KEY, READ, operations.LIST_LEDGER, SEE),
    Endpoint("GET", "/ext/usage", search.get_usage, KEY, READ, owners.USAGE, SEE),
    Endpoint("GET", "/ext/generations", search.search_generations, KEY, READ, owners.SEARCH, SEE),
    Endpoint("POST", "/ext/generations/archive", several.archive_generations, KEY, READ, owners.ARCHIVE, SEE),
    Endpoint("POST", "/ext/generations/delete", several.delete_generations, KEY, READ, owners.DELETE_ALL, MANAGE),
    Endpoint("GET", "/ext/generations/{id}", generations.inspect_generation, KEY, READ, operations.INSPECT, SEE),
    Endpoint("DELETE", "/ext/generations/{id}", generations.delete_generation, KEY, READ, operations.DELETE, MANAGE),
    Endpoint("POST", "/ext/generations/{id}/cancel", generations.cancel_generation, KEY, READ, operations.CANCEL, RUN),
    Endpoint("GET", "/ext/generations/{id}/peaks", peaks.get_peaks, KEY, READ, owners.PEAKS, SEE),
    Endpoint("GET", "/ext/generations/{id}/events", events.follow_generation, KEY, READ, operations.FOLLOW, SEE),
    Endpoint("GET", "/ext/files", files.list_files, KEY, READ, operations.LIST_FILES, SEE),
    Endpoint("POST", "/ext/files", files.upload_file, KEY, CREATE, operations.UPLOAD_FILE, RUN),
    Endpoint("DELETE", "/ext/files/{id}", files.delete_file, KEY, READ, operations.DELETE_FILE, MANAGE),
    Endpoint("GET", "/ext/keys", keys.list_keys, KEY, READ, owners.LIST_KEYS, MANAGE),
    Endpoint("POST", "/ext/keys", keys.create_key, KEY, CREATE, owners.CREATE_KEY, MANAGE),
    Endpoint("DELETE", "/ext/keys/{id}", keys.revoke_key, KEY, READ, owners.REVOKE_KEY, MANAGE),
    Endpoint("POST", "/ext/vouchers/redeem", vouchers.redeem_voucher, KEY, CREATE, owners.REDEEM, MANAGE),
    Endpoint("GET", "/ext/deliveries", webhooks.list_deliveries, KEY, READ, hooks.LIST, MANAGE),
    Endpoint("POST", "/ext/deliveries/test", webhooks.test_delivery, KEY, CREATE, hooks.TEST, MANAGE),
    Endpoint("GET", "/ext/deliveries/{id}", webhooks.get_delivery, KEY, READ, hooks.GET, MANAGE),
    Endpoint("POST", "/ext/deliveries/{id}/resend", webhooks.resend_delivery, KEY, READ, hooks.RESEND, MANAGE),
    Endpoint("GET", "/ext/webhook-secret", webhooks.get_secret, KEY, READ, hooks.GET_SECRET, MANAGE),
    Endpoint("POST", "/ext/webhook-secret/rotate", webhooks.rotate_secret, KEY, READ, hooks.ROTATE, MANAGE),
    Endpoint("GET", "/ext/notifications", notifications.get_address, KEY, READ, hooks.GET_ADDRESS, MANAGE),
    Endpoint("PUT", "/ext/notifications", notifications.set_address, KEY, CREATE, hooks.SET_ADDRESS, MANAGE),
    Endpoint("DELETE", "/ext/notifications", notifications.remove_address, KEY, READ, hooks.REMOVE_ADDRESS, MANAGE),
    Endpoint("GET", "/ext/inbox", inbox.follow_inbox, KEY, READ, hooks.FOLLOW_INBOX, MANAGE),
    Endpoint("POST", "/ext/sign-in", sign_in.sign_in, NONE, None, operations.SIGN_IN),
    Endpoint("GET", "/media/{key:path}", media.get_media, LINK, None, operations.GET_MEDIA),
    Endpoint("GET", "/ext/pictures/{name}", tools.get_picture, NONE, None, operations.GET_PICTURE),
    Endpoint("GET", "/openapi.json", pages.openapi_document, NONE, None, operations.OPENAPI),
    Endpoint("GET", "/docs", pages.docs_page, NONE, None, operations.DOCS),
    Endpoint("GET", "/guide", pages.open_guide, NONE, None, operations.GUIDE),
    Endpoint("GET", "/guide/{name:path}", pages.guide_file, NONE, None, operations.GUIDE_FILE),
    Endpoint("GET", "/static/{name:path}", pages.static_file, NONE, None, operations.STATIC),
    *ADMIN_ENDPOINTS,
    *(Endpoint("GET", path, pages.show_page, NONE, None, operation) for path, operation in operations.PAGES.items()),
    *PROBES,
)
# fmt: on

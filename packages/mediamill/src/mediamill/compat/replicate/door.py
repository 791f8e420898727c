"""Replicate's interface: which paths there are."""

from starlette.requests import Request

from mediamill.accounts import KeyScope
from mediamill.compat.bearer import bearer_key
from mediamill.compat.replicate import files, models, predictions
from mediamill.compat.replicate.problems import word
from mediamill.compat.replicate.table import NAME
from mediamill.http import Auth, Door, Endpoint, Operation, RateClass

V1 = f"/compat/{NAME}/v1"
ONE = f"{V1}/predictions/{{id}}"
MODEL = f"{V1}/models/{{owner}}/{{name}}"
KEY, CREATE, READ = Auth.KEY, RateClass.CREATE, RateClass.READ
SEE, RUN, MANAGE = KeyScope.READ, KeyScope.RUN, KeyScope.MANAGE
UNDOCUMENTED = Operation(NAME, "Replicate's own")


def key_of(request: Request) -> str | None:
    """`Authorization: Bearer KEY`, or `Token KEY` from older clients."""
    return bearer_key(request, "bearer", "token")


REPLICATE = Door(
    NAME,
    (
        Endpoint("POST", f"{V1}/predictions", predictions.create_prediction, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("GET", f"{V1}/predictions", predictions.list_predictions, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", ONE, predictions.get_prediction, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("POST", f"{ONE}/cancel", predictions.cancel_prediction, KEY, READ, UNDOCUMENTED, RUN),
        Endpoint("GET", f"{V1}/models", models.list_models, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", MODEL, models.get_model, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", f"{MODEL}/versions/{{id}}", models.get_version, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("POST", f"{MODEL}/predictions", predictions.create_of_model, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{V1}/files", files.create_file, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("GET", f"{V1}/files", files.list_files, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", f"{V1}/files/{{id}}", files.get_file, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("DELETE", f"{V1}/files/{{id}}", files.delete_file, KEY, READ, UNDOCUMENTED, MANAGE),
        Endpoint("GET", f"{V1}/webhooks/default/secret", models.get_secret, KEY, READ, UNDOCUMENTED, MANAGE),
        Endpoint("GET", f"{V1}/account", models.get_account, KEY, READ, UNDOCUMENTED, SEE),
    ),
    key_of,
    word,
)

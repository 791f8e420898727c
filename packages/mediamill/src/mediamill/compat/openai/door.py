"""OpenAI's interface: which paths there are."""

from starlette.requests import Request

from mediamill.accounts import KeyScope
from mediamill.compat.bearer import bearer_key
from mediamill.compat.openai import media, models, videos
from mediamill.compat.openai.problems import word
from mediamill.http import Auth, Door, Endpoint, Operation, RateClass

V1 = "/compat/openai/v1"
KEY, CREATE, READ = Auth.KEY, RateClass.CREATE, RateClass.READ
SEE, RUN, MANAGE = KeyScope.READ, KeyScope.RUN, KeyScope.MANAGE
UNDOCUMENTED = Operation("openai", "OpenAI's own")


def key_of(request: Request) -> str | None:
    """`Authorization: Bearer KEY`."""
    return bearer_key(request, "bearer")


OPENAI = Door(
    "openai",
    (
        Endpoint("POST", f"{V1}/images/generations", media.create_image, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{V1}/audio/speech", media.create_speech, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("GET", f"{V1}/models", models.list_models, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", f"{V1}/models/{{id}}", models.get_model, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("POST", f"{V1}/videos", videos.create_video, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("GET", f"{V1}/videos", videos.list_videos, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", f"{V1}/videos/{{id}}", videos.get_video, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("DELETE", f"{V1}/videos/{{id}}", videos.delete_video, KEY, READ, UNDOCUMENTED, MANAGE),
        Endpoint("GET", f"{V1}/videos/{{id}}/content", videos.get_content, KEY, READ, UNDOCUMENTED, SEE),
    ),
    key_of,
    word,
)

"""ElevenLabs' interface: which paths there are."""

from starlette.requests import Request

from mediamill.accounts import KeyScope
from mediamill.compat.elevenlabs import dubbing, lists, sounds
from mediamill.compat.elevenlabs.problems import word
from mediamill.compat.elevenlabs.table import NAME
from mediamill.http import Auth, Door, Endpoint, Operation, RateClass

BASE = f"/compat/{NAME}"
V1 = f"{BASE}/v1"
VOICE, DUB = f"{V1}/text-to-speech/{{voice_id}}", f"{V1}/dubbing/{{id}}"
KEY, CREATE, READ = Auth.KEY, RateClass.CREATE, RateClass.READ
SEE, RUN, MANAGE = KeyScope.READ, KeyScope.RUN, KeyScope.MANAGE
UNDOCUMENTED = Operation(NAME, "ElevenLabs' own")


def key_of(request: Request) -> str | None:
    """`xi-api-key: KEY`."""
    given = request.headers.getlist(sounds.KEY_HEADER)
    return given[0].strip() if len(given) == 1 and given[0].isascii() else None


ELEVENLABS = Door(
    NAME,
    (
        Endpoint("POST", VOICE, sounds.speak, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{VOICE}/stream", sounds.speak, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{V1}/sound-generation", sounds.make_effect, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{V1}/music", sounds.compose, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{V1}/music/stream", sounds.compose, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{V1}/audio-isolation", sounds.isolate, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{V1}/audio-isolation/stream", sounds.isolate, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("POST", f"{V1}/dubbing", dubbing.create, KEY, CREATE, UNDOCUMENTED, RUN),
        Endpoint("GET", DUB, dubbing.get, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("DELETE", DUB, dubbing.delete, KEY, READ, UNDOCUMENTED, MANAGE),
        Endpoint("GET", f"{DUB}/audio/{{language}}", dubbing.get_audio, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", f"{V1}/voices", lists.list_voices, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", f"{BASE}/v2/voices", lists.list_voices, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", f"{V1}/voices/{{id}}", lists.get_voice, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("GET", f"{V1}/models", lists.list_models, KEY, READ, UNDOCUMENTED, SEE),
    ),
    key_of,
    word,
)

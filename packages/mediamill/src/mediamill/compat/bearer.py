"""Keys that stand in `Authorization` behind a word."""

from starlette.requests import Request


def bearer_key(request: Request, *schemes: str) -> str | None:
    """The key behind one of these words (lower case); None for none, two, or another word."""
    given = request.headers.getlist("authorization")
    if len(given) != 1 or not given[0].isascii():
        return None
    scheme, _, key = given[0].strip().partition(" ")
    return key.strip() if scheme.lower() in schemes and key.strip() else None

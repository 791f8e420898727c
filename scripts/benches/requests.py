"""Requests as bytes, made before anything is measured."""

from collections.abc import Iterable

PROMPT_BODY = b'{"tool":"create-image","input":{"prompt":"a red fox in the snow"}}'
IDLE_BODY = b'{"tool":"drum-generator","input":{"model":"drumgen"}}'


def get(path: str, key: str = "", **headers: str) -> bytes:
    """A GET."""
    return f"GET {path} HTTP/1.1\r\n{lines(key, headers)}\r\n".encode()


def gets(paths: Iterable[str], key: str) -> tuple[bytes, ...]:
    """A GET for each path."""
    return tuple(get(path, key) for path in paths)


def post(key: str, body: bytes = PROMPT_BODY, path: str = "/api/run", **headers: str) -> bytes:
    """A POST of JSON."""
    given = {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}
    return f"POST {path} HTTP/1.1\r\n{lines(key, given)}\r\n".encode() + body


def lines(key: str, headers: dict[str, str]) -> str:
    """The head below its first line."""
    given = {"Host": "127.0.0.1", **({"Authorization": key} if key else {}), **headers}
    return "".join(f"{name}: {value}\r\n" for name, value in given.items())

"""Keys that `mediamill login` keeps, each with the address of its service, in a file of the user's alone."""

import configparser
import contextlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import click

from mediamill_client.cli.failures import EXIT_UNEXPECTED, EXIT_USAGE, Stopped

VARIABLE = "MEDIAMILL_PROFILE"
PRIVATE = 0o600
PRIVATE_FOLDER = 0o700
OTHERS = 0o077  # the rights that nobody else may have
OF_ALL = "*"  # the section that is no profile: no profile can be called so
CURRENT = "current"


@dataclass(frozen=True, slots=True)
class Profile:
    """A key and where it is for."""

    name: str
    api_key: str
    base_url: str


@dataclass(frozen=True, slots=True)
class Profiles:
    """All that are kept, and which is in force where none is named."""

    kept: dict[str, Profile]
    current: str | None


def file() -> Path:
    """Where they are kept: `~/.config/mediamill/profiles.ini`, or where the system has such files."""
    return Path(click.get_app_dir("mediamill")) / "profiles.ini"


def chosen(name: str | None) -> Profile | None:
    """The profile of this name; without one that of MEDIAMILL_PROFILE, else the current one. Raises Stopped."""
    wanted = name or os.environ.get(VARIABLE)
    profiles = read()
    if wanted is None:
        return profiles.kept.get(profiles.current or "")
    if wanted not in profiles.kept:
        raise Stopped(EXIT_USAGE, f"there is no profile {wanted!r}: mediamill login --profile {wanted}")
    return profiles.kept[wanted]


def read() -> Profiles:
    """What is kept; nothing without a file. Raises Stopped for a file that others can read, or that is none of ours."""
    path = file()
    try:
        text = path.read_text("utf-8")
        mode = path.stat().st_mode
    except FileNotFoundError:
        return Profiles({}, None)
    except (OSError, UnicodeDecodeError) as error:
        raise Stopped(EXIT_UNEXPECTED, f"{path} cannot be read: {error}") from error
    if os.name == "posix" and mode & OTHERS:
        raise Stopped(EXIT_UNEXPECTED, f"{path} holds keys and others can read it: chmod 600 {path}")
    parser = configparser.ConfigParser(interpolation=None, default_section=OF_ALL)
    try:
        parser.read_string(text)
        kept = {name: Profile(name, parser[name]["api_key"], parser[name]["base_url"]) for name in parser.sections()}
    except (configparser.Error, KeyError) as error:
        raise Stopped(EXIT_UNEXPECTED, f"{path} is not as `mediamill login` writes it: {error}") from error
    return Profiles(kept, parser.defaults().get(CURRENT))


def write(profiles: Profiles) -> None:
    """Keep them, the file whole at any moment and the user's alone. Raises Stopped."""
    parser = configparser.ConfigParser(interpolation=None, default_section=OF_ALL)
    if profiles.current is not None:
        parser[OF_ALL] = {CURRENT: profiles.current}
    for one in profiles.kept.values():
        parser[one.name] = {"base_url": one.base_url, "api_key": one.api_key}
    path = file()
    partial = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        with open(partial, "x", encoding="utf-8", opener=private) as out:
            parser.write(out)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise Stopped(EXIT_UNEXPECTED, f"{path} cannot be written: {error.strerror}") from error


def private(path: str, flags: int) -> int:
    """Open a file that nobody else may read."""
    return os.open(path, flags, PRIVATE)

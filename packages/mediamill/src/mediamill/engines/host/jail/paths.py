"""What an engine may read: interpreter, packages and libraries; never a folder that holds what is private."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

PARTS_OF_A_PREFIX = ("bin", "lib", "lib64", "share", "pyvenv.cfg")  # not the rest: a prefix may be /usr/local
SYSTEM = (
    *("/bin", "/lib", "/lib64", "/usr/bin", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/share"),
    *("/usr/local/bin", "/usr/local/lib", "/usr/local/share"),  # fonts, ICU and eSpeak's data lie in these too
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types", "/etc/fonts"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node"),
)
# Rules on what lies below /proc die when the kernel forgets that name: `enter` keeps a handle of each open.
PROCESSOR = ("/proc/cpuinfo", "/proc/meminfo")
# For engines with network: certificates, and how names are looked up.
ONLINE = (
    *("/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/resolv.conf", "/run/systemd/resolve"),
    *("/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services"),
)
ENTRIES_MAX = 1_000  # of a folder on the path that also holds private things; a larger one is nobody's code


@dataclass(frozen=True, slots=True)
class Readable:
    """Paths to read below, and the search path for imports that goes with them."""

    paths: tuple[Path, ...]
    search: tuple[str, ...]


def readable_paths(search: Sequence[str], *, private: Iterable[Path], workplace: Path) -> Readable:
    """All that imports need. A folder of `search` that holds something private (the data folder in the current one,
    often) is not given as a whole: a folder of links to what else is in it, made in `workplace`, takes its place.
    """
    secrets = tuple(path.resolve() for path in private)
    prefixes = {Path(prefix) for prefix in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)}
    paths = [prefix / part for prefix in sorted(prefixes) for part in PARTS_OF_A_PREFIX]
    paths += [Path(path) for path in SYSTEM]
    paths = [path for path in paths if not _holds(path, secrets)]
    kept: list[str] = []
    for number, entry in enumerate(search):
        if not _holds(Path(entry), secrets):
            paths.append(Path(entry))
            kept.append(entry)
        elif shared := _shared(Path(entry), secrets):
            paths += shared
            kept.append(str(_linked(shared, workplace / f"imports-{number}")))
    return Readable(tuple(paths), tuple(kept))


def _holds(path: Path, secrets: Iterable[Path]) -> bool:
    whole = path.resolve()
    return any(secret.is_relative_to(whole) for secret in secrets)


def _shared(folder: Path, secrets: Iterable[Path]) -> list[Path]:
    """What is in a folder without that which is private; nothing when it is too much."""
    if not folder.is_dir():
        return []
    entries = sorted(folder.resolve().iterdir())
    return [] if len(entries) > ENTRIES_MAX else [entry for entry in entries if not _holds(entry, secrets)]


def _linked(entries: Iterable[Path], folder: Path) -> Path:
    folder.mkdir()
    for entry in entries:
        (folder / entry.name).symlink_to(entry)
    folder.chmod(0o755)  # whatever the umask: it is read under another user
    return folder

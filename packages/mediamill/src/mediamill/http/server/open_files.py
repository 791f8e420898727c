"""How many connections the system's limit on open files leaves room for."""

import resource

from mediamill.errors import MediamillError

OPEN_FILES_WANTED = 65_536  # of which connections get most
FILES_APART = 200  # for database, storage, engines and webhooks
CONNECTIONS_MIN = 56  # with fewer, one busy client would keep everybody else out


class TooFewFiles(MediamillError):
    """This process may open only {limit} files and needs {needed}: raise its hard limit.

    In a shell that is `ulimit -Hn 4096`, in a systemd unit LimitNOFILE=4096, for Docker --ulimit nofile=4096.
    """

    code = "too_few_files"


def connections_possible() -> int:
    """What is left for connections, after asking for as many files as are allowed. Raises TooFewFiles."""
    files = open_files_max()
    if files < FILES_APART + CONNECTIONS_MIN:
        raise TooFewFiles(limit=files, needed=FILES_APART + CONNECTIONS_MIN)
    return files - FILES_APART


def open_files_max() -> int:
    """How many files and connections this process may have open, after asking for as many as it is allowed."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES_WANTED)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted

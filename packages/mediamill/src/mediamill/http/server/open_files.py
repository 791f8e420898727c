"""How many connections the limit on open files allows."""

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
    """The number of connections, after raising the soft limit on files to the hard one. Raises TooFewFiles."""
    files = open_files_max()
    if files < FILES_APART + CONNECTIONS_MIN:
        raise TooFewFiles(limit=files, needed=FILES_APART + CONNECTIONS_MIN)
    return files - FILES_APART


def open_files_max() -> int:
    """The limit on open files of this process, after raising it as far as is allowed."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES_WANTED)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted

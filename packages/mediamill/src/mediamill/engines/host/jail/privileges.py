"""No capability, now or after any exec; another user where the service is root."""

import errno
import os
import signal
import struct

from mediamill.engines.host.jail import calls

PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_SECUREBITS, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 1, 24, 28, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
CAPABILITIES_MAX = 64  # the sets have so many bits; EINVAL comes beyond the kernel's last
# NOROOT, NO_SETUID_FIXUP, NO_CAP_AMBIENT_RAISE with their locks, and the lock of KEEP_CAPS: uid 0 means nothing.
SECUREBITS = 0xEF
CAPABILITY_VERSION_3 = 0x20080522


def drop(uid: int | None) -> None:
    """Give up every capability, and become `uid` (and the group of that number) where one is given."""
    _empty_bounding_set()
    _make_root_ordinary()
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        calls.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # a change of user clears it
    _clear_ambient_set()
    calls.library("capset", struct.pack("=Ii", CAPABILITY_VERSION_3, 0), bytes(24))
    calls.prctl(PR_SET_NO_NEW_PRIVS, 1)  # Landlock and the filter ask for it; set-user-id programs give nothing


def _empty_bounding_set() -> None:
    for capability in range(CAPABILITIES_MAX):
        try:
            calls.prctl(PR_CAPBSET_DROP, capability)
        except PermissionError:
            return  # an ordinary user, who has none to give up
        except OSError as fault:
            if fault.errno != errno.EINVAL:
                raise
            return


def _make_root_ordinary() -> None:
    try:
        calls.prctl(PR_SET_SECUREBITS, SECUREBITS)
    except PermissionError:
        return  # without CAP_SETPCAP: no_new_privs keeps an exec from bringing capabilities back


def _clear_ambient_set() -> None:
    calls.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)

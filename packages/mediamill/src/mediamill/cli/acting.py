"""Who runs an operator's command, for the audit log."""

import os
import pwd

from mediamill.admin import Operator, operator_at_machine


def operator() -> Operator:
    """The user of the operating system that this process belongs to."""
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container may give its user no name
        name = str(os.getuid())
    return operator_at_machine(name)

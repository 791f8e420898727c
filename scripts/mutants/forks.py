"""How forked processes end."""

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def last_of_this_process() -> Iterator[None]:
    """A forked process ends here, whatever happens: it runs nothing of its parent's."""
    status = 1
    try:
        yield
        status = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)

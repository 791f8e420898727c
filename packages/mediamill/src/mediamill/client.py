"""The client's former place, for one version: import `mediamill_client` instead."""

import warnings

from mediamill_client import *  # noqa: F403 - every public name of it, none of this module's own

warnings.warn("mediamill.client is now the package mediamill_client", DeprecationWarning, stacklevel=2)

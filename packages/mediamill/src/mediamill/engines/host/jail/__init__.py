"""The jail of an engine process: it gives up, for good, what making media does not need.

`enter(Profile(…))` takes capabilities, files, network and kernel calls from the calling process and all that it starts.
It holds for the calling thread: enter with one thread, before an engine or numpy is imported. `SECURITY.md` says what
holds on which kernel; `attacks.py` is the list of what must not succeed inside.
"""

from mediamill.engines.host.jail.enter import HasThreads, Layers, Profile, enter
from mediamill.engines.host.jail.paths import Readable, readable_paths

__all__ = ["HasThreads", "Layers", "Profile", "Readable", "enter", "readable_paths"]

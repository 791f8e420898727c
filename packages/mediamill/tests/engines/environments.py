"""An environment for engines that need one of their own."""

import sys
import venv
from pathlib import Path


def environment_at(folder: Path) -> Path:
    """Make one with a library, `herons`, and an `orjson` of its own; returns its interpreter."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = folder / "lib" / "python{}.{}".format(*sys.version_info) / "site-packages"
    (packages / "herons.py").write_text("CRY = 'kraak'\n")
    (packages / "orjson.py").write_text("__version__ = 'of the herons'\n")
    return folder / "bin" / "python"

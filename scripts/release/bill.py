"""The bill of materials of a release: `python -m scripts.release.bill VERSION FROM TO`.

cyclonedx-py does not know a version that hatchling reads from the source: it is added. Fails where a package of ours is
missing, or where one has no version.
"""

import json
import sys
from pathlib import Path
from typing import Any

OURS = {"mediamill", "mediamill-client", "mediamill-local", "mediamill-procedural", "mediamill-remote"}


class IncompleteBill(Exception):
    """What the bill of materials lacks."""


def main() -> None:
    version, source, target = sys.argv[1:]
    bill = completed(json.loads(Path(source).read_text()), version)
    Path(target).write_text(json.dumps(bill, indent=2, sort_keys=True) + "\n")
    print(f"{len(bill['components'])} components in {Path(target).name}")


def completed(bill: dict[str, Any], version: str) -> dict[str, Any]:
    """The bill with the version of what it is about. Raises IncompleteBill."""
    root = {**bill["metadata"]["component"], "version": version}
    listed = [*bill["components"], root]
    if unversioned := sorted(one["name"] for one in listed if not one.get("version")):
        raise IncompleteBill(f"no version: {', '.join(unversioned)}")
    if missing := OURS - {one["name"] for one in listed}:
        raise IncompleteBill(f"not listed: {', '.join(sorted(missing))}")
    if wrong := sorted(one["name"] for one in listed if one["name"] in OURS and one["version"] != version):
        raise IncompleteBill(f"not {version}: {', '.join(wrong)}")
    return {**bill, "metadata": {**bill["metadata"], "component": root}}


if __name__ == "__main__":
    main()

"""The files in deploy/, as tests read them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.places import REPOSITORY

DEPLOY = REPOSITORY / "deploy"
GUIDE = REPOSITORY / "docs/deploying.md"
KUBERNETES = sorted((DEPLOY / "kubernetes").rglob("*.yaml"))
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
ALERTS = DEPLOY / "prometheus/alerts.yaml"
DASHBOARD = DEPLOY / "grafana/mediamill.json"
SECONDS = {"s": 1, "m": 60, "h": 3_600}


def every_file() -> list[Path]:
    return [path for path in sorted(DEPLOY.rglob("*")) if path.is_file() and "secrets" not in path.parts]


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return content


def ours() -> dict[str, dict[str, Any]]:
    """The services of compose.yaml that run mediamill."""
    return {name: one for name, one in compose()["services"].items() if one["image"].startswith("mediamill:")}


def gpu_worker() -> dict[str, Any]:
    """The service with GPUs that the guide adds to compose.yaml, with the anchors of that file."""
    anchors = (DEPLOY / "compose.yaml").read_text().partition("\nservices:")[0]
    (added,) = re.findall(r"```yaml\n(  worker-gpu:.+?)```", GUIDE.read_text(), re.S)
    content: dict[str, Any] = yaml.safe_load(f"{anchors}\nservices:\n{added}")
    return dict(content["services"]["worker-gpu"])


def manifests(kind: str) -> list[dict[str, Any]]:
    """All Kubernetes objects of this kind."""
    return [one for path in KUBERNETES for one in yaml.safe_load_all(path.read_text()) if one["kind"] == kind]


def pods() -> list[dict[str, Any]]:
    return [one["spec"]["template"]["spec"] for one in manifests("Deployment")]


def command_lines() -> Iterator[tuple[str, list[str]]]:
    """Where, and with which arguments, each file runs mediamill."""
    for name, service in ours().items():
        yield f"compose.yaml {name}", service["command"]
    for pod in pods():
        for container in pod["containers"]:
            yield f"kubernetes {container['name']}", container["args"]
    for path in UNITS:
        for line in re.findall(r"^ExecStart=/opt/mediamill/bin/mediamill (.+)$", path.read_text(), re.M):
            yield path.name, line.split()
    for image in ("Dockerfile", "Dockerfile.gpu"):
        yield image, json.loads(re.findall(r"^CMD (\[.+\])$", (DEPLOY / image).read_text(), re.M)[-1])
    for line in re.findall(r"(?:^|`|exec [\w-]+ )mediamill ([a-z][^\n`#|>]*)", GUIDE.read_text(), re.M):
        yield GUIDE.name, line.split()


def expressions() -> list[str]:
    """Every PromQL expression: of the alerts, the dashboard, the autoscaler and the guide."""
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    panels = json.loads(DASHBOARD.read_text())["panels"]
    triggers = [trigger for one in manifests("ScaledObject") for trigger in one["spec"]["triggers"]]
    return [
        *(rule["expr"] for group in groups for rule in group["rules"]),
        *(target["expr"] for panel in panels for target in panel.get("targets", ())),
        *(trigger["metadata"]["query"] for trigger in triggers),
    ]


def seconds(text: str) -> int:
    """Of `60s`, `2m`, `75`."""
    return int(text.rstrip("smh")) * SECONDS.get(text[-1], 1)

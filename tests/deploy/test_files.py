"""What the files in deploy/ say of the product is true of it: settings, commands, ports, paths, times and sizes."""

import ipaddress
import json
import re
from pathlib import Path

import click
import pytest

from mediamill.app.service import GRACE_SECONDS, WEBHOOK_GRACE_SECONDS
from mediamill.cli.main import COMMANDS, cli
from mediamill.config import Settings
from mediamill.dispatch.remote.buyer import SUBMIT_GRACE_SECONDS
from mediamill.http import ENDPOINTS
from mediamill.http.handlers.events import QUIET_SECONDS_MAX
from mediamill.http.json_body import BODY_BYTES_MAX
from mediamill.http.prefer_wait import WAIT_SECONDS_MAX
from mediamill.http.readiness import CHECK_SECONDS
from mediamill.http.server.protocol import BODY_SECONDS_MAX, HEAD_BYTES_MAX, HEAD_SECONDS_MAX, TAKE_SECONDS_MAX
from mediamill.http.server.serving import CLOSE_SECONDS
from mediamill.units import MEGABYTE
from tests.deploy.files import (
    DEPLOY,
    GUIDE,
    UNITS,
    command_lines,
    compose,
    every_file,
    gpu_worker,
    manifests,
    ours,
    pods,
    seconds,
)
from tests.places import REPOSITORY

STOP_SECONDS = CLOSE_SECONDS + GRACE_SECONDS + SUBMIT_GRACE_SECONDS + WEBHOOK_GRACE_SECONDS
SETTINGS = {str(one.validation_alias or f"MEDIAMILL_{name.upper()}") for name, one in Settings.model_fields.items()}
VARIABLES = SETTINGS | {"MEDIAMILL_CONFIG", "MEDIAMILL_API_KEY", "MEDIAMILL_BASE_URL"}
PATHS = {endpoint.path for endpoint in ENDPOINTS}
USER = 10_001
NGINX = (DEPLOY / "nginx/mediamill.conf").read_text()
IMAGE = (DEPLOY / "Dockerfile").read_text()
# Rights of processes that a container or a unit takes away; the engines' jail needs none of them.
CONFINED = {"read_only": True, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}


def test_every_setting_exists() -> None:
    for file in (*every_file(), GUIDE):
        named = set(re.findall(r"\bMEDIAMILL_[A-Z_]+\b", file.read_text()))
        assert named <= VARIABLES, file.name


def test_values_of_settings_are_taken() -> None:
    given = [service["environment"] for service in ours().values()]
    given += [one["data"] for one in manifests("ConfigMap")]
    given += [
        {one["name"]: one["value"] for one in container.get("env", ())}
        for pod in pods()
        for container in pod["containers"]
    ]
    given += [dict(re.findall(r"\b(MEDIAMILL_[A-Z_]+)=(\S+)", IMAGE))]
    fields = set(Settings.model_fields)

    for environment in given:
        values = {name.removeprefix("MEDIAMILL_").lower(): value for name, value in environment.items()}
        Settings.model_validate({name: value for name, value in values.items() if name in fields})
    assert len(given) > 6


def test_every_command_and_flag_exists() -> None:
    lines = list(command_lines())

    assert {where.split()[0] for where, _ in lines} >= {"compose.yaml", "kubernetes", "Dockerfile", GUIDE.name}
    for where, words in lines:
        command = command_of(words)
        flags = {flag for one in command.params for flag in one.opts} | {"--help"}
        used = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert used <= flags, f"{where}: mediamill {' '.join(words)}"


def command_of(words: list[str]) -> click.Command:
    """The command that these words call, inside its groups."""
    context = click.Context(cli)
    assert words[0] in COMMANDS, words
    command = cli.get_command(context, words[0])
    assert command is not None
    if isinstance(command, click.Group) and words[1:]:
        command = command.get_command(context, words[1])
        assert command is not None, words
    return command


def test_pools_are_those_of_the_product() -> None:
    pools = [pool for _, words in command_lines() if "--pools" in words for pool in pools_in(words)]

    assert set(pools) <= {"cpu", "gpu", "remote"}
    assert set(pools) >= {"cpu", "remote"}


def pools_in(words: list[str]) -> list[str]:
    return words[words.index("--pools") + 1].split(",")


def test_every_process_has_time_to_stop() -> None:
    for service in ours().values():
        assert seconds(service["stop_grace_period"]) > STOP_SECONDS
    for pod in pods():
        for container in pod["containers"]:
            before = int(container["lifecycle"]["preStop"]["exec"]["command"][-1])
            assert pod["terminationGracePeriodSeconds"] > STOP_SECONDS + before
    for path in UNITS:
        assert int(re.findall(r"^TimeoutStopSec=(\d+)$", path.read_text(), re.M)[0]) > STOP_SECONDS
    assert int(re.findall(r"--stop-timeout (\d+)", IMAGE)[0]) > STOP_SECONDS
    assert "STOPSIGNAL SIGTERM\n" in IMAGE


def test_what_is_probed_is_served_where_it_is_looked_for() -> None:
    port = re.findall(r"MEDIAMILL_PORT=(\d+)", IMAGE)[0]
    probes = [
        probe["httpGet"]
        for pod in pods()
        for container in pod["containers"]
        for name, probe in container.items()
        if name.endswith("Probe")
    ]
    checks = [" ".join(service["healthcheck"]["test"]) for service in ours().values() if "healthcheck" in service]
    checks += re.findall(r"^    CMD (\[.+\])$", IMAGE, re.M)

    assert {probe["path"] for probe in probes} == {"/healthz", "/readyz"} <= PATHS
    assert len(checks) == 3
    for check in checks:
        assert f"'127.0.0.1', {port}" in check
        assert set(re.findall(r"'(/\w+)'", check)) <= PATHS
    for _, words in command_lines():
        if words[0] == "worker" and "--metrics-port" in words:
            assert words[words.index("--metrics-port") + 1] in (port, "9101")
    assert re.findall(r"server [\d.]+:(\d+);", NGINX) == [port, port]
    for pod in pods():
        assert [one["containerPort"] for one in pod["containers"][0]["ports"]] == [int(port)]


def test_a_probe_waits_longer_than_a_check() -> None:
    for pod in pods():
        assert pod["containers"][0]["readinessProbe"]["timeoutSeconds"] > CHECK_SECONDS
    for service in ours().values():
        if "healthcheck" in service:
            assert seconds(service["healthcheck"]["timeout"]) > CHECK_SECONDS


def test_nobody_is_root_and_nothing_is_written_but_data_and_tmp() -> None:
    assert f"USER {USER}:{USER}\n" in IMAGE
    for service in ours().values():
        assert CONFINED.items() <= service.items()
        assert [volume.partition(":")[2] for volume in service["volumes"]] == ["/data"]
        assert [folder.partition(":")[0] for folder in service["tmpfs"]] == ["/tmp"]
    for pod in pods():
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["runAsUser"] == pod["securityContext"]["fsGroup"] == USER
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in pod["containers"]:
            mine = container["securityContext"]
            assert (mine["readOnlyRootFilesystem"], mine["allowPrivilegeEscalation"]) == (True, False)
            assert mine["capabilities"] == {"drop": ["ALL"]}
            written = {one["mountPath"] for one in container["volumeMounts"] if not one.get("readOnly")}
            assert written == {"/data", "/tmp"}


def test_an_engine_can_enter_its_jail_in_a_unit() -> None:
    for path in UNITS:
        text = path.read_text()
        assert "SystemCallFilter=seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self\n" in text
        assert "NoNewPrivileges=yes\n" in text


def test_nginx_is_trusted_and_waits_as_long_as_mediamill_takes() -> None:
    address = compose()["services"]["balancer"]["networks"]["inside"]["ipv4_address"]
    addresses = [one["networks"]["inside"]["ipv4_address"] for name, one in ours().items() if name.startswith("api")]
    one_header = int(nginx("large_client_header_buffers").split()[1].rstrip("k")) * 1024
    headers = int(nginx("large_client_header_buffers").split()[0])

    for service in ours().values():
        trusted = ipaddress.ip_network(service["environment"]["MEDIAMILL_TRUSTED_PROXIES"])
        assert ipaddress.ip_address(address) in trusted
    assert re.findall(r"server ([\d.]+):8000;", NGINX) == addresses
    assert seconds(nginx("proxy_read_timeout")) > max(WAIT_SECONDS_MAX, QUIET_SECONDS_MAX)
    assert seconds(nginx("client_header_timeout")) >= HEAD_SECONDS_MAX
    assert seconds(nginx("client_body_timeout")) >= BODY_SECONDS_MAX
    assert seconds(nginx("send_timeout")) >= TAKE_SECONDS_MAX
    assert one_header * headers == HEAD_BYTES_MAX


def nginx(directive: str) -> str:
    return str(re.findall(rf"^ +{directive} ([^;]+);", NGINX, re.M)[0])


def test_proxies_let_through_what_mediamill_takes() -> None:
    settings = Settings.model_validate({})
    largest = max(settings.image_bytes_max, settings.audio_bytes_max)
    api, uploads = (int(size) * 2**20 for size in re.findall(r"client_max_body_size (\d+)m;", NGINX))
    ingress = manifests("Ingress")[0]["metadata"]["annotations"]
    allowed = ingress["nginx.ingress.kubernetes.io/proxy-body-size"]

    assert api > BODY_BYTES_MAX
    assert uploads > largest
    assert largest == 50 * MEGABYTE
    assert int(allowed.removesuffix("m")) * 2**20 > largest
    assert int(ingress["nginx.ingress.kubernetes.io/proxy-read-timeout"]) > WAIT_SECONDS_MAX
    assert ingress["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"


@pytest.mark.parametrize("path", re.findall(r"location (?:= |~ )?(\S+) \{", NGINX))
def test_a_location_of_nginx_is_an_endpoint(path: str) -> None:
    if path.startswith("^"):
        assert re.search(path, "/ext/generations/gen_01/events")
        assert [one for one in PATHS if re.search(path, one)] == ["/ext/generations/{id}/events"]
    else:
        assert [one for one in PATHS if one == path or (path.endswith("/") and one.startswith(path))]


def test_the_world_does_not_get_metrics_and_streams_are_not_buffered() -> None:
    blocks = dict(re.findall(r"location (.+?) \{\n(.*?)\n    \}", NGINX, re.S))

    assert "return 404;" in blocks["= /metrics"]
    assert "proxy_buffering off;" in blocks["~ ^/ext/generations/[^/]+/events$"]


def test_images_have_a_version_and_no_host() -> None:
    bases = re.findall(r"^FROM (\S+)", IMAGE, re.M)
    images = {service["image"] for service in compose()["services"].values()}

    assert set(bases) == {"python:3.12-slim-bookworm"}
    assert all(re.fullmatch(r"[a-z]+(/[a-z]+)?:[\w.-]*\d[\w.-]*", image) for image in images), images
    for file in every_file():
        assert not re.search(r"--index|--find-links (?!/wheels)|pypi|registry", file.read_text()), file.name


def test_secrets_are_files_and_every_one_is_made_by_the_guide() -> None:
    files = {Path(one["file"]).name for one in compose()["secrets"].values()}
    guide = GUIDE.read_text()

    for name in files:
        assert f"deploy/secrets/{name}" in guide, name
    for file in every_file():
        assert not re.search(r"(?i)(password|secret|key): +[\w-]{6,}$", file.read_text(), re.M), file.name
    for one in ours().values():
        assert set(one["secrets"]) <= set(compose()["secrets"])
    assert "deploy/secrets/" in (REPOSITORY / ".gitignore").read_text()


def test_programs_are_optional_and_named_in_the_documentation() -> None:
    named = re.findall(r'PROGRAMS="([a-z -]+)"', IMAGE + GUIDE.read_text())
    documented = (REPOSITORY / "docs/dubbing.md").read_text() + (REPOSITORY / "docs/voices.md").read_text()

    assert 'ARG PROGRAMS=""' in IMAGE
    assert named
    assert all(f"`{program}" in documented or f" {program}" in documented for line in named for program in line.split())


def test_what_the_image_is_made_of_is_there() -> None:
    copied = [word for line in re.findall(r"^COPY (?!--from)(.+) \S+$", IMAGE, re.M) for word in line.split()]
    carried = set(re.findall(r"^!(\S+)$", (DEPLOY / "Dockerfile.dockerignore").read_text(), re.M))

    assert set(copied) == carried
    assert all((REPOSITORY / path).exists() for path in copied)


def test_the_image_with_gpus_has_the_torch_that_was_tested_and_carries_one_file() -> None:
    image, local = (DEPLOY / "Dockerfile.gpu").read_text(), (REPOSITORY / "scripts/local.sh").read_text()
    copied = re.findall(r"^COPY (?!--from)(\S+) \S+$", image, re.M)
    carried = re.findall(r"^!(\S+)$", (DEPLOY / "Dockerfile.gpu.dockerignore").read_text(), re.M)

    assert re.findall(r"torch==(\S+)", image) == re.findall(r"^TORCH=(\S+)", local, re.M)
    assert copied == carried
    assert (REPOSITORY / copied[0]).is_file()
    assert set(re.findall(r"^FROM (python\S+)", image, re.M)) <= set(re.findall(r"^FROM (\S+)", IMAGE, re.M))


def test_a_worker_with_gpus_is_confined_as_the_others_and_reads_weights_alone() -> None:
    worker = gpu_worker()
    devices = worker["deploy"]["resources"]["reservations"]["devices"]

    assert {name: worker[name] for name in CONFINED} == CONFINED
    assert devices == [{"driver": "nvidia", "count": "all", "capabilities": ["gpu"]}]
    assert f"{worker['environment']['MEDIAMILL_WEIGHTS_DIR']}:ro" in "".join(worker["volumes"])
    assert set(worker["environment"]) >= set(ours()["worker-1"]["environment"])


def test_the_guide_names_every_file_and_every_alert() -> None:
    guide = GUIDE.read_text()
    alerts = re.findall(r"alert: (\w+)", (DEPLOY / "prometheus/alerts.yaml").read_text())

    assert [file.name for file in every_file() if not is_named(file, guide)] == []
    assert [alert for alert in alerts if f"`{alert}`" not in guide] == []
    assert [name for name in re.findall(r"`(Mediamill\w+)`", guide) if name not in alerts] == []


def is_named(file: Path, guide: str) -> bool:
    """The file itself, or its folder where that has a part of its own."""
    place = file.relative_to(REPOSITORY)
    return str(place) in guide or f"{place.parent}/" in guide


def test_the_dashboard_is_of_grafana_s_shape() -> None:
    board = json.loads((DEPLOY / "grafana/mediamill.json").read_text())
    ids = [panel["id"] for panel in board["panels"]]

    assert len(ids) == len(set(ids)) > 20
    assert all(target["expr"] for panel in board["panels"] for target in panel.get("targets", ()))
    assert {variable["name"] for variable in board["templating"]["list"]} == {"datasource"}

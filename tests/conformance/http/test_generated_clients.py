"""Clients that two independent generators make of /openapi.json talk to the service, without a word written by us.

Generators are fetched into throw-away folders; without a registry, or without Node.js, the test is skipped and says so.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.service import Person, Service

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("generated-clients")]

INSTALL_SECONDS = 240
CALL_SECONDS = 120
PYTHON_GENERATOR = "openapi-python-client==0.29.1"
NODE_GENERATORS = ("@hey-api/openapi-ts@0.95.0", "typescript@5.9.3", "tsx@4")

PYTHON_CALLS = """
import json, sys
from made.client import AuthenticatedClient
from made.api.account import get_account
from made.api.generations import run, get_generation, list_generations
from made.api.extras import quote
from made.api.tools import get_tool, list_tools
from made import models

address, key = sys.argv[1:]
client = AuthenticatedClient(base_url=address, token=key, prefix="", auth_header_name="Authorization")
drums = models.DrumGeneratorDrumGen.from_dict({"tool": "drum-generator", "input": {"model": "drumgen", "seed": 7}})
effect = models.SoundEffectsVoicevendorSoundEffects(tool="sound-effects", input_=models.VoicevendorSoundEffects(
    model="voicevendor-sound-effects", prompt="rain", prompt_influence=0.7,
    duration=models.VoicevendorSoundEffectsDurationType1(5)))
started = [run.sync(client=client, body=body) for body in (drums, effect)]
read = get_generation.sync(started[0].id, client=client)
refused = run.sync_detailed(client=client, body=models.DrumGeneratorDrumGen.from_dict(
    {"tool": "drum-generator", "input": {"model": "drumgen"}, "webhook": "https://127.0.0.1/"}))
print(json.dumps({
    "email": get_account.sync(client=client).email,
    "tools": len(list_tools.sync(client=client).data),
    "models": [model.slug for model in get_tool.sync("create-image", client=client).models],
    "started": [one.id for one in started],
    "seed": read.payload.to_dict()["seed"],
    "total": list_generations.sync(client=client, limit=1).pagination.total,
    "quoted": quote.sync(client=client, body=effect).credits_,
    "refused": [refused.status_code, refused.parsed.errors[0].code],
}))
"""
NODE_CALLS = """
import { client } from "./made/client.gen";
import { getAccount, getGeneration, getTool, listGenerations, listTools, quote, run } from "./made/sdk.gen";

const [address, key] = process.argv.slice(2);
client.setConfig({ baseUrl: address, auth: () => key });
const effect = { tool: "sound-effects", input: { model: "voicevendor-sound-effects", prompt: "rain", duration: 5,
                 prompt_influence: 0.7 } } as const;
const bodies = [{ tool: "drum-generator", input: { model: "drumgen", seed: 7 } } as const, effect];
const started = [];
for (const body of bodies) started.push((await run({ body, throwOnError: true })).data);
const read = (await getGeneration({ path: { id: started[0].id }, throwOnError: true })).data;
const refused = await run({ body: { ...bodies[0], webhook: "https://127.0.0.1/" } });
console.log(JSON.stringify({
  email: (await getAccount({ throwOnError: true })).data.email,
  tools: (await listTools({ throwOnError: true })).data.data.length,
  models: (await getTool({ path: { slug: "create-image" }, throwOnError: true })).data.models.map((one) => one.slug),
  started: started.map((one) => one.id),
  seed: (read.payload as any).seed,
  total: (await listGenerations({ query: { limit: 1 }, throwOnError: true })).data.pagination.total,
  quoted: (await quote({ body: effect, throwOnError: true })).data.credits,
  refused: [refused.response.status, refused.error!.errors![0].code],
}));
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    started = Service(tmp_path_factory.mktemp("house") / "data", "--no-worker", rate_limit="off").start()
    yield started
    started.close()


def document_of(house: Service) -> dict[str, Any]:
    document: dict[str, Any] = httpx2.get(f"{house.address}/openapi.json", trust_env=False).json()
    return document


def installed(*command: str, cwd: Path) -> None:
    """Run an installer. Skips the test where its registry cannot be reached."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"{command[0]} reached no registry within {INSTALL_SECONDS} s")
    if done.returncode != 0:
        pytest.skip(f"{Path(command[0]).name} could not install the generator: {done.stderr[-300:]}")


def told(*command: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=CALL_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def judged(said: str, person: Person, document: dict[str, Any], operations: int) -> None:
    """What a generated client saw of the service is what there is, and it has each operation of the document."""
    seen: dict[str, Any] = json.loads(said.splitlines()[-1])

    assert (person.email, 12) == (seen["email"], seen["tools"])
    assert ["nano-banana", "flux-2-flex"] == seen["models"]
    assert [person.generation(id)["tool"] for id in seen["started"]] == ["drum-generator", "sound-effects"]
    assert (7, 2, 5) == (seen["seed"], seen["total"], seen["quoted"])
    assert [400, "forbidden_url"] == seen["refused"]
    assert sum(map(len, document["paths"].values())) == operations, "an operation of the document was left out"


def test_a_client_of_openapi_python_client_works(house: Service, tmp_path: Path) -> None:
    installed(sys.executable, "-m", "venv", "tools", cwd=tmp_path)
    python = str(tmp_path / "tools/bin/python")
    installed(python, "-m", "pip", "install", "-q", PYTHON_GENERATOR, cwd=tmp_path)
    generate = ("--url", f"{house.address}/openapi.json", "--output-path", str(tmp_path / "made"), "--meta", "none")
    path = f"{tmp_path / 'tools/bin'}{os.pathsep}{os.environ['PATH']}"
    warned = told("tools/bin/openapi-python-client", "generate", *generate, cwd=tmp_path, PATH=path)
    assert "WARNING" not in warned, warned
    (tmp_path / "calls.py").write_text(PYTHON_CALLS)
    vera = house.open_account("vera", credits=1_000)
    operations = [path for path in (tmp_path / "made/api").glob("*/*.py") if path.name != "__init__.py"]

    judged(told(python, "calls.py", house.address, vera.key, cwd=tmp_path), vera, document_of(house), len(operations))


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_a_client_of_hey_api_works(house: Service, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"name": "calls", "private": true, "type": "module"}')
    installed("npm", "install", "--silent", "--no-audit", "--no-fund", *NODE_GENERATORS, cwd=tmp_path)
    document = document_of(house)
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    bin = tmp_path / "node_modules/.bin"
    told(str(bin / "openapi-ts"), "-i", "openapi.json", "-o", "made", "-c", "@hey-api/client-fetch", cwd=tmp_path)
    (tmp_path / "calls.ts").write_text(NODE_CALLS)
    vera = house.open_account("vera-of-node", credits=1_000)
    operations = (tmp_path / "made/sdk.gen.ts").read_text().count("\nexport const ")

    judged(told(str(bin / "tsx"), "calls.ts", house.address, vera.key, cwd=tmp_path), vera, document, operations)

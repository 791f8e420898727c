"""Readers of FBX that know nothing of our writer: ufbx (a wheel), an old and a new three.js; each in a child process.

All tell joint positions in centimetres at asked times, and what they found in the file. Until 0.182 three.js reads as
many keys of each axis as the X curve has. Both of them:
`npm install --prefix .readers three-old@npm:three@0.182 three@latest`.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.places import REPOSITORY

READ_SECONDS_MAX = 120
NEEDS_UFBX = pytest.mark.skipif(find_spec("ufbx") is None, reason="ufbx is missing: pip install ufbx==0.0.5")

# The binding frees what is still in use: everything is kept, and the child leaves without tearing down.
_UFBX = """
import json, os, sys
import ufbx
kept = []
def keep(thing):
    kept.append(thing)
    return thing
scene = keep(ufbx.load_file(sys.argv[1]))
stack = keep(keep(scene.anim_stacks)[0])
anim = keep(stack.anim)
meshes = keep(scene.meshes)
mesh = keep(meshes[0]) if len(meshes) else None
skin = keep(keep(mesh.skin_deformers)[0]) if mesh else None
settings, metadata = keep(scene.settings), keep(scene.metadata)
places = {}
for time in json.loads(sys.argv[2]):
    for node in keep(keep(scene.evaluate(anim, float(time))).nodes):
        name = keep(keep(node).name)
        if name:
            place = keep(keep(node.node_to_world).c3)
            places.setdefault(name, []).append([place.x, place.y, place.z])
told = {
    "places": places,
    "seconds": stack.time_end - stack.time_begin,
    "bones": len(keep(scene.bones)),
    "clusters": len(keep(skin.clusters)) if skin else 0,
    "vertices": mesh.num_vertices if mesh else 0,
    "curves": len(keep(scene.anim_curves)),
    "poses": len(keep(scene.poses)),
    "rate": settings.frames_per_second,
    "metres": settings.unit_meters,
    "application": keep(keep(metadata.original_application).name),
    "warnings": len(keep(metadata.warnings)),
}
sys.stdout.write(json.dumps(told))
sys.stdout.flush()
os._exit(0)
"""

_THREE = """
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { readFileSync } from 'node:fs';
const [, base, three, file, times] = process.argv;
const require = createRequire(base);
const home = require.resolve(`${three}/examples/jsm/loaders/FBXLoader.js`);
const { FBXLoader } = await import(pathToFileURL(home));
const THREE = await import(pathToFileURL(createRequire(home).resolve('three').replace('three.cjs', 'three.module.js')));
const bytes = readFileSync(file);
const warnings = [];
console.warn = (...words) => warnings.push(words.join(' '));
const scene = new FBXLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');
const clip = scene.animations[0];
const mixer = new THREE.AnimationMixer(scene);
mixer.clipAction(clip).setLoop(THREE.LoopOnce, 1).play();
mixer.clipAction(clip).clampWhenFinished = true;
const places = {};
let meshes = 0, bones = 0, weights = 0, vertices = 0, materials = 0;
scene.traverse((node) => {
  if (node.isBone) bones += 1;
  if (node.isSkinnedMesh) {
    meshes += 1;
    vertices += node.geometry.attributes.position.count;
    materials = Array.isArray(node.material) ? node.material.length : 1;
    const own = node.geometry.attributes.skinWeight;
    for (let i = 0; i < own.count; i++) {
      weights = Math.max(weights, Math.abs(own.getX(i) + own.getY(i) + own.getZ(i) + own.getW(i) - 1));
    }
  }
});
for (const time of JSON.parse(times)) {
  mixer.setTime(time);
  scene.updateMatrixWorld(true);
  scene.traverse((node) => {
    if (!node.name || !node.isBone) return;
    const place = new THREE.Vector3().setFromMatrixPosition(node.matrixWorld);
    (places[node.name] ??= []).push([place.x, place.y, place.z]);
  });
}
process.stdout.write(JSON.stringify({
  places, seconds: clip.duration, bones, vertices, meshes, materials, weights, curves: clip.tracks.length,
  warnings: warnings.length, version: THREE.REVISION,
}));
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader found."""

    places: dict[str, NDArray[np.float64]]  # joint -> (times, 3) in cm
    facts: dict[str, float | str]


def read_by_ufbx(path: Path, times: Sequence[float]) -> Reading:
    """As ufbx evaluates it; needs the wheel (`NEEDS_UFBX`)."""
    return _reading([sys.executable, "-c", _UFBX, str(path), json.dumps(list(times))])


def read_by_three(path: Path, times: Sequence[float]) -> Reading:
    """As today's three.js plays it; skips where Node or the package is missing."""
    return _read_by("three", path, times)


def read_by_old_three(path: Path, times: Sequence[float]) -> Reading:
    """As three.js 0.182 plays it; skips where Node or the package is missing."""
    reading = _read_by("three-old", path, times)
    assert int(reading.facts["version"]) <= 182, "three-old is too new to show what old readers do"
    return reading


def read_where_node_is(path: Path, times: Sequence[float]) -> list[Reading]:
    """As today's three.js plays it; nothing where Node or the package is missing."""
    return [] if _base_of("three") is None else [_read_by("three", path, times)]


def _read_by(package: str, path: Path, times: Sequence[float]) -> Reading:
    base = _base_of(package)
    if base is None:
        pytest.skip(f"{package} is missing: npm install --prefix .readers three-old@npm:three@0.182 three@latest")
    program = ["node", "--input-type=module", "-e", _THREE, str(base), package]
    return _reading([*program, str(path), json.dumps(list(times))])


@cache
def _base_of(package: str) -> Path | None:
    """A file beside a `node_modules` with the package in it, when Node is there too."""
    if shutil.which("node") is None:
        return None
    folders = [
        REPOSITORY / ".readers" / "node_modules",
        *(Path(part) for part in os.environ.get("NODE_PATH", "").split(os.pathsep) if part),
    ]
    for folder in folders:
        if (folder / package / "package.json").exists():
            return folder.parent / "reader.mjs"
    return None


def _reading(command: list[str]) -> Reading:
    done = subprocess.run(command, capture_output=True, text=True, timeout=READ_SECONDS_MAX, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    places = {name: np.array(rows) for name, rows in told.pop("places").items()}
    return Reading(places, told)

"""A skeleton, its skin where it has one, and its animation as FBX objects."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.animation import Animation, Skeleton, Skin, world_of
from mediamill.codecs.fbx.document import PARTS_VERSION, TICKS, FbxDocument
from mediamill.codecs.fbx.euler import euler_degrees
from mediamill.codecs.fbx.records import Int32, WrittenRecord

Array = NDArray[np.float64]

TAKE = "Motion"
LINEAR = 4  # interpolation between dense keys
STILL = 1e-4  # degrees or cm: a channel whose three axes all move less is written with its two ends
LEAST_WEIGHT = 1e-4


def write_fbx(animation: Animation, path: Path, *, facts: Mapping[str, str], skin: Skin | None = None) -> None:
    """Write binary FBX 7.4: centimetres, Y up, one key a frame; `facts` are its provenance. The same gives the same."""
    document = FbxDocument(TAKE, animation.seconds, animation.rate, facts)
    skeleton = animation.skeleton
    rest_turns, rest_places = world_of(skeleton.parents, skeleton.offsets, skeleton.rest_turns)
    bones = _skeleton(document, skeleton, facts)
    posed = list(zip(bones, map(_matrix, rest_turns, rest_places), strict=True))
    if skin is not None:
        mesh = _mesh(document, skeleton, skin, bones, (rest_turns, rest_places))
        posed.insert(0, (mesh, np.eye(4).ravel()))
    _bind_pose(document, posed)
    _animation(document, bones, animation)
    path.write_bytes(document.encoded())


def _skeleton(document: FbxDocument, skeleton: Skeleton, facts: Mapping[str, str]) -> list[int]:
    bones: list[int] = []
    angles = euler_degrees(skeleton.rest_turns[np.newaxis])[0] + 0.0  # no -0
    for joint, (name, parent) in enumerate(zip(skeleton.names, skeleton.parents, strict=True)):
        bone, model = document.put("Model", name, "Model", "LimbNode")
        _model(model, skeleton.offsets[joint], angles[joint], facts if parent < 0 else {})
        kind, attribute = document.put("NodeAttribute", name, "NodeAttribute", "LimbNode")
        attribute.add("Properties70").prop("Size", "double", "Number", "", 3.0)
        attribute.add("TypeFlags", "Skeleton")
        document.link(bone, bones[parent] if parent >= 0 else 0)
        document.link(kind, bone)
        bones.append(bone)
    return bones


def _model(model: WrittenRecord, place: Array, angles: Array, facts: Mapping[str, str]) -> None:
    model.add("Version", Int32(PARTS_VERSION["Model"]))
    props = model.add("Properties70")
    props.prop("RotationActive", "bool", "", "", Int32(1))
    props.prop("InheritType", "enum", "", "", Int32(1))
    props.prop("DefaultAttributeIndex", "int", "Integer", "", Int32(0))
    props.prop("Lcl Translation", "Lcl Translation", "", "A", *(float(value) for value in place))
    props.prop("Lcl Rotation", "Lcl Rotation", "", "A", *(float(value) for value in angles))
    props.prop("Lcl Scaling", "Lcl Scaling", "", "A", 1.0, 1.0, 1.0)
    for name, text in facts.items():
        props.prop(f"mediamill_{name}", "KString", "", "U", text)
    model.add("Shading", True)
    model.add("Culling", "CullingOff")


def _mesh(document: FbxDocument, skeleton: Skeleton, skin: Skin, bones: list[int], rest: tuple[Array, Array]) -> int:
    mesh, model = document.put("Model", "Body", "Model", "Mesh")
    _model(model, np.zeros(3), np.zeros(3), {})
    document.link(mesh, 0)
    shape, geometry = document.put("Geometry", "Body", "Geometry", "Mesh")
    _surface(geometry, skin)
    document.link(shape, mesh)
    for name, colour in skin.palette:
        paint, material = document.put("Material", name, "Material", "")
        material.add("Version", Int32(PARTS_VERSION["Material"]))
        material.add("ShadingModel", "phong")
        material.add("MultiLayer", Int32(0))
        props = material.add("Properties70")
        props.prop("DiffuseColor", "Color", "", "A", *colour)
        props.prop("SpecularColor", "Color", "", "A", 0.2, 0.2, 0.2)
        props.prop("Shininess", "double", "Number", "", 12.0)
        document.link(paint, mesh)
    holder, deformer = document.put("Deformer", "Skin", "Deformer", "Skin")
    deformer.add("Version", Int32(PARTS_VERSION["Skin"]))
    deformer.add("Link_DeformAcuracy", 50.0)  # the format's own spelling
    document.link(holder, shape)
    for joint, (name, turn, place) in enumerate(zip(skeleton.names, *rest, strict=True)):
        touched = np.flatnonzero(skin.weights[:, joint] > LEAST_WEIGHT)
        if not len(touched):
            continue
        bone, cluster = document.put("Deformer", name, "SubDeformer", "Cluster")
        cluster.add("Version", Int32(PARTS_VERSION["Cluster"]))
        cluster.add("UserData", "", "")
        cluster.add("Indexes", touched.astype(np.int32))
        cluster.add("Weights", skin.weights[touched, joint])
        cluster.add("Transform", _matrix(turn.T, -(turn.T @ place)))
        cluster.add("TransformLink", _matrix(turn, place))
        document.link(bone, holder)
        document.link(bones[joint], bone)
    return mesh


def _surface(geometry: WrittenRecord, skin: Skin) -> None:
    geometry.add("GeometryVersion", Int32(PARTS_VERSION["Geometry"]))
    geometry.add("Vertices", skin.vertices.ravel())
    corners: list[int] = []
    for face in skin.faces.tolist():
        own = face[:3] if face[3] == face[2] else face
        corners += [*own[:-1], -own[-1] - 1]
    geometry.add("PolygonVertexIndex", np.array(corners, np.int32))
    normals = _layer(geometry, "LayerElementNormal", "ByVertice", "Direct")
    normals.add("Normals", skin.normals.ravel())
    materials = _layer(geometry, "LayerElementMaterial", "ByPolygon", "IndexToDirect")
    materials.add("Materials", skin.materials)
    layer = geometry.add("Layer", Int32(0))
    layer.add("Version", Int32(100))
    for kind in ("LayerElementNormal", "LayerElementMaterial"):
        element = layer.add("LayerElement")
        element.add("Type", kind)
        element.add("TypedIndex", Int32(0))


def _layer(geometry: WrittenRecord, kind: str, mapping: str, reference: str) -> WrittenRecord:
    layer = geometry.add(kind, Int32(0))
    layer.add("Version", Int32(101))
    layer.add("Name", "")
    layer.add("MappingInformationType", mapping)
    layer.add("ReferenceInformationType", reference)
    return layer


def _bind_pose(document: FbxDocument, posed: list[tuple[int, Array]]) -> None:
    _, bind = document.put("Pose", "BindPose", "Pose", "BindPose")
    bind.add("Type", "BindPose")
    bind.add("Version", Int32(PARTS_VERSION["Pose"]))
    bind.add("NbPoseNodes", Int32(len(posed)))
    for number, matrix in posed:
        node = bind.add("PoseNode")
        node.add("Node", number)
        node.add("Matrix", matrix)


def _matrix(turn: Array, place: Array) -> Array:
    """As the format has it: for row vectors."""
    matrix = np.eye(4)
    matrix[:3, :3] = turn.T
    matrix[3, :3] = place
    return matrix.ravel()


def _animation(document: FbxDocument, bones: list[int], animation: Animation) -> None:
    stack, record = document.put("AnimationStack", TAKE, "AnimStack", "")
    props = record.add("Properties70")
    for name in ("LocalStart", "ReferenceStart"):
        props.prop(name, "KTime", "Time", "", 0)
    for name in ("LocalStop", "ReferenceStop"):
        props.prop(name, "KTime", "Time", "", document.end)
    layer, _ = document.put("AnimationLayer", "BaseLayer", "AnimLayer", "")
    document.link(layer, stack)
    ticks = np.rint(animation.times * TICKS).astype(np.int64)
    for joint, places in sorted(animation.places.items()):
        _curves(document, layer, bones[joint], "Lcl Translation", "T", ticks, places)
    angles = euler_degrees(animation.turns)
    for joint in turning(animation):
        _curves(document, layer, bones[joint], "Lcl Rotation", "R", ticks, angles[:, joint])


def turning(animation: Animation) -> list[int]:
    """The joints whose rotation is animated: all but ends of the skeleton that keep theirs."""
    skeleton = animation.skeleton
    ends = set(range(len(skeleton.names))) - set(skeleton.parents)
    still = {joint for joint in ends if (animation.turns[:, joint] == skeleton.rest_turns[joint]).all()}
    return [joint for joint in range(len(skeleton.names)) if joint not in still]


def _curves(
    document: FbxDocument, layer: int, bone: int, prop: str, short: str, ticks: NDArray[np.int64], values: Array
) -> None:
    node, record = document.put("AnimationCurveNode", short, "AnimCurveNode", "")
    props = record.add("Properties70")
    for axis in range(3):
        props.prop(f"d|{'XYZ'[axis]}", "Number", "", "A", float(values[0, axis]))
    document.link(node, layer)
    document.link(node, bone, prop)
    keys, rows = ticks, values.astype(np.float32)
    if (np.ptp(rows, axis=0) < STILL).all():
        keys, rows = ticks[[0, -1]], rows[[0, 0]]
    for axis in range(3):  # equally many keys on each: common readers take the number of the X curve for all three
        own = rows[:, axis]
        number, curve = document.put("AnimationCurve", "", "AnimCurve", "")
        curve.add("Default", float(own[0]))
        curve.add("KeyVer", Int32(4008))
        curve.add("KeyTime", keys)
        curve.add("KeyValueFloat", own)
        curve.add("KeyAttrFlags", np.array([LINEAR], np.int32))
        curve.add("KeyAttrDataFloat", np.zeros(4, np.float32))
        curve.add("KeyAttrRefCount", np.array([len(keys)], np.int32))
        document.link(number, node, f"d|{'XYZ'[axis]}")

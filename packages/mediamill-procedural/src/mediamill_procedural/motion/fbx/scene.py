"""Skeleton, skin and animation of the figure as FBX objects."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.fbx.document import PARTS_VERSION, TICKS, Document
from mediamill_procedural.motion.fbx.records import Int32, Record
from mediamill_procedural.motion.figure import MATERIALS, Body
from mediamill_procedural.motion.jointing import Motion
from mediamill_procedural.motion.rotations import euler_degrees
from mediamill_procedural.motion.skeleton import JOINTS, OFFSETS, REST

Array = NDArray[np.float64]

TAKE = "Motion"
LINEAR = 4  # interpolation between dense keys
STILL = 1e-4  # degrees or cm: a channel whose three axes all move less is written with its two ends
LEAST_WEIGHT = 1e-4


def fbx_of(times: Array, motion: Motion, body: Body, facts: Mapping[str, str]) -> bytes:
    """A binary FBX 7.4 file: centimetres, Y up, 30 frames a second, one key per frame; `facts` are its provenance."""
    document = Document(TAKE, float(times[-1]), facts)
    bones = _skeleton(document, facts)
    mesh = _mesh(document, body, bones)
    _bind_pose(document, bones, mesh)
    _animation(document, bones, times, motion)
    return document.encoded()


def _skeleton(document: Document, facts: Mapping[str, str]) -> list[int]:
    bones: list[int] = []
    for number, joint in enumerate(JOINTS):
        bone, model = document.put("Model", joint.name, "Model", "LimbNode")
        _model(model, OFFSETS[number], facts if joint.parent < 0 else {})
        kind, attribute = document.put("NodeAttribute", joint.name, "NodeAttribute", "LimbNode")
        attribute.add("Properties70").prop("Size", "double", "Number", "", 3.0)
        attribute.add("TypeFlags", "Skeleton")
        document.link(bone, bones[joint.parent] if joint.parent >= 0 else 0)
        document.link(kind, bone)
        bones.append(bone)
    return bones


def _model(model: Record, place: Array, facts: Mapping[str, str]) -> None:
    model.add("Version", Int32(PARTS_VERSION["Model"]))
    props = model.add("Properties70")
    props.prop("RotationActive", "bool", "", "", Int32(1))
    props.prop("InheritType", "enum", "", "", Int32(1))
    props.prop("DefaultAttributeIndex", "int", "Integer", "", Int32(0))
    props.prop("Lcl Translation", "Lcl Translation", "", "A", *(float(value) for value in place))
    props.prop("Lcl Rotation", "Lcl Rotation", "", "A", 0.0, 0.0, 0.0)
    props.prop("Lcl Scaling", "Lcl Scaling", "", "A", 1.0, 1.0, 1.0)
    for name, text in facts.items():
        props.prop(f"mediamill_{name}", "KString", "", "U", text)
    model.add("Shading", True)
    model.add("Culling", "CullingOff")


def _mesh(document: Document, body: Body, bones: list[int]) -> int:
    mesh, model = document.put("Model", "Body", "Model", "Mesh")
    _model(model, np.zeros(3), {})
    document.link(mesh, 0)
    shape, geometry = document.put("Geometry", "Body", "Geometry", "Mesh")
    _surface(geometry, body)
    document.link(shape, mesh)
    for name, colour in MATERIALS:
        paint, material = document.put("Material", name, "Material", "")
        material.add("Version", Int32(PARTS_VERSION["Material"]))
        material.add("ShadingModel", "phong")
        material.add("MultiLayer", Int32(0))
        props = material.add("Properties70")
        props.prop("DiffuseColor", "Color", "", "A", *colour)
        props.prop("SpecularColor", "Color", "", "A", 0.2, 0.2, 0.2)
        props.prop("Shininess", "double", "Number", "", 12.0)
        document.link(paint, mesh)
    skin, deformer = document.put("Deformer", "Skin", "Deformer", "Skin")
    deformer.add("Version", Int32(PARTS_VERSION["Skin"]))
    deformer.add("Link_DeformAcuracy", 50.0)  # the format's own spelling
    document.link(skin, shape)
    for number, joint in enumerate(JOINTS):
        touched = np.flatnonzero(body.weights[:, number] > LEAST_WEIGHT)
        if not len(touched):
            continue
        bone, cluster = document.put("Deformer", joint.name, "SubDeformer", "Cluster")
        cluster.add("Version", Int32(PARTS_VERSION["Cluster"]))
        cluster.add("UserData", "", "")
        cluster.add("Indexes", touched.astype(np.int32))
        cluster.add("Weights", body.weights[touched, number])
        cluster.add("Transform", _moved(-REST[number]))
        cluster.add("TransformLink", _moved(REST[number]))
        document.link(bone, skin)
        document.link(bones[number], bone)
    return mesh


def _surface(geometry: Record, body: Body) -> None:
    geometry.add("GeometryVersion", Int32(PARTS_VERSION["Geometry"]))
    geometry.add("Vertices", body.vertices.ravel())
    corners: list[int] = []
    for face in body.faces.tolist():
        own = face[:3] if face[3] == face[2] else face
        corners += [*own[:-1], -own[-1] - 1]
    geometry.add("PolygonVertexIndex", np.array(corners, np.int32))
    normals = _layer(geometry, "LayerElementNormal", "ByVertice", "Direct")
    normals.add("Normals", body.normals.ravel())
    materials = _layer(geometry, "LayerElementMaterial", "ByPolygon", "IndexToDirect")
    materials.add("Materials", body.materials)
    layer = geometry.add("Layer", Int32(0))
    layer.add("Version", Int32(100))
    for kind in ("LayerElementNormal", "LayerElementMaterial"):
        element = layer.add("LayerElement")
        element.add("Type", kind)
        element.add("TypedIndex", Int32(0))


def _layer(geometry: Record, kind: str, mapping: str, reference: str) -> Record:
    layer = geometry.add(kind, Int32(0))
    layer.add("Version", Int32(101))
    layer.add("Name", "")
    layer.add("MappingInformationType", mapping)
    layer.add("ReferenceInformationType", reference)
    return layer


def _bind_pose(document: Document, bones: list[int], mesh: int) -> None:
    _, bind = document.put("Pose", "BindPose", "Pose", "BindPose")
    bind.add("Type", "BindPose")
    bind.add("Version", Int32(PARTS_VERSION["Pose"]))
    bind.add("NbPoseNodes", Int32(len(bones) + 1))
    for number, place in ((mesh, np.zeros(3)), *zip(bones, REST, strict=True)):
        node = bind.add("PoseNode")
        node.add("Node", number)
        node.add("Matrix", _moved(place))


def _moved(place: Array) -> Array:
    matrix = np.eye(4)
    matrix[3, :3] = place
    return matrix.ravel()


def _animation(document: Document, bones: list[int], times: Array, motion: Motion) -> None:
    stack, record = document.put("AnimationStack", TAKE, "AnimStack", "")
    props = record.add("Properties70")
    for name in ("LocalStart", "ReferenceStart"):
        props.prop(name, "KTime", "Time", "", 0)
    for name in ("LocalStop", "ReferenceStop"):
        props.prop(name, "KTime", "Time", "", document.end)
    layer, _ = document.put("AnimationLayer", "BaseLayer", "AnimLayer", "")
    document.link(layer, stack)
    ticks = np.rint(times * TICKS).astype(np.int64)
    angles = euler_degrees(motion.local)
    _curves(document, layer, bones[0], "Lcl Translation", "T", ticks, motion.root)
    for number, joint in enumerate(JOINTS):
        if not joint.name.endswith("_End"):
            _curves(document, layer, bones[number], "Lcl Rotation", "R", ticks, angles[:, number])


def _curves(
    document: Document, layer: int, bone: int, prop: str, short: str, ticks: NDArray[np.int64], values: Array
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

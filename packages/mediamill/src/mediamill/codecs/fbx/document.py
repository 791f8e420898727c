"""An FBX scene of one animated skeleton: what stands around the objects, and how they hang together."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.fbx.records import CREATION_TIME, FILE_ID, VERSION, Int32, Value, WrittenRecord, file_of

Array = NDArray[np.float64]

TICKS = 46_186_158_000  # per second
TIME_MODES = {  # frames per second -> FbxTime::EMode; any other rate is a custom one
    24.0: 11, 25.0: 10, 30.0: 6, 48.0: 5, 50.0: 4, 60.0: 3, 72.0: 16, 96.0: 15, 100.0: 2, 120.0: 1,
}  # fmt: skip
CUSTOM_RATE = 14
FIRST_ID = 1_000_001
AXES = (("UpAxis", 1), ("FrontAxis", 2), ("CoordAxis", 0))  # Y up, Z to the front, X to the side
PARTS_VERSION = {"Model": 232, "Geometry": 124, "Skin": 101, "Cluster": 100, "Material": 102, "Pose": 100}


@dataclass(slots=True)
class FbxDocument:
    """Objects and connections while they are gathered."""

    name: str
    seconds: float
    rate: float  # frames per second
    facts: Mapping[str, str]  # provenance: written into the scene's information
    objects: WrittenRecord = field(default_factory=lambda: WrittenRecord("Objects"))
    links: WrittenRecord = field(default_factory=lambda: WrittenRecord("Connections"))
    kinds: dict[str, int] = field(default_factory=dict)
    last_id: int = FIRST_ID

    @property
    def end(self) -> int:
        """Ticks of the last frame."""
        return round(self.seconds * TICKS)

    def new_id(self) -> int:
        """The next unused id."""
        self.last_id += 1
        return self.last_id

    def put(self, kind: str, name: str, family: str, role: str) -> tuple[int, WrittenRecord]:
        """A new object and its id."""
        number = self.new_id()
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        record = WrittenRecord(kind, (number, f"{name}\x00\x01{family}", role))
        self.objects.children.append(record)
        return number, record

    def link(self, child: int, parent: int, prop: str = "") -> None:
        """Hang one object on another, or on one of its properties; 0 is the scene."""
        values: tuple[Value, ...] = ("OP", child, parent, prop) if prop else ("OO", child, parent)
        self.links.children.append(WrittenRecord("C", values))

    def encoded(self) -> bytes:
        """The file."""
        creator = self.facts.get("engine", "mediamill")
        return file_of(
            [
                self._header(creator),
                WrittenRecord("FileId", (FILE_ID,)),
                WrittenRecord("CreationTime", (CREATION_TIME,)),
                WrittenRecord("Creator", (creator,)),
                self._settings(),
                self._documents(),
                WrittenRecord("References"),
                self._definitions(),
                self.objects,
                self.links,
                self._takes(),
            ]
        )

    def _header(self, creator: str) -> WrittenRecord:
        header = WrittenRecord("FBXHeaderExtension")
        header.add("FBXHeaderVersion", Int32(1003))
        header.add("FBXVersion", Int32(VERSION))
        header.add("EncryptionType", Int32(0))
        stamp = header.add("CreationTimeStamp")
        stamp.add("Version", Int32(1000))
        for part, value in (("Year", 1970), ("Month", 1), ("Day", 1), ("Hour", 10), ("Minute", 0), ("Second", 0)):
            stamp.add(part, Int32(value))
        stamp.add("Millisecond", Int32(0))
        header.add("Creator", creator)
        info = header.add("SceneInfo", "GlobalInfo\x00\x01SceneInfo", "UserData")
        info.add("Type", "UserData")
        info.add("Version", Int32(100))
        told = info.add("MetaData")
        told.add("Version", Int32(100))
        comment = "; ".join(f"{name}: {value}" for name, value in self.facts.items())
        for part, text in (
            ("Title", self.name),
            ("Subject", "Human motion"),
            ("Author", creator),
            ("Keywords", "motion, humanoid, animation"),
            ("Revision", self.facts.get("version", "")),
            ("Comment", comment),
        ):
            told.add(part, text)
        props = info.add("Properties70")
        for stage in ("Original", "LastSaved"):
            props.prop(stage, "Compound", "", "")
            for part, text in (
                ("ApplicationVendor", "mediamill"),
                ("ApplicationName", creator),
                ("ApplicationVersion", self.facts.get("version", "")),
            ):
                props.prop(f"{stage}|{part}", "KString", "", "", text)
        return header

    def _settings(self) -> WrittenRecord:
        settings = WrittenRecord("GlobalSettings")
        settings.add("Version", Int32(1000))
        props = settings.add("Properties70")
        for name, axis in AXES:
            props.prop(name, "int", "Integer", "", Int32(axis))
            props.prop(f"{name}Sign", "int", "Integer", "", Int32(1))
        props.prop("OriginalUpAxis", "int", "Integer", "", Int32(1))
        props.prop("OriginalUpAxisSign", "int", "Integer", "", Int32(1))
        props.prop("UnitScaleFactor", "double", "Number", "", 1.0)  # centimetres
        props.prop("OriginalUnitScaleFactor", "double", "Number", "", 1.0)
        props.prop("TimeMode", "enum", "", "", Int32(TIME_MODES.get(self.rate, CUSTOM_RATE)))
        props.prop("TimeProtocol", "enum", "", "", Int32(2))
        props.prop("TimeSpanStart", "KTime", "Time", "", 0)
        props.prop("TimeSpanStop", "KTime", "Time", "", self.end)
        props.prop("CustomFrameRate", "double", "Number", "", self.rate)
        return settings

    def _documents(self) -> WrittenRecord:
        documents = WrittenRecord("Documents")
        documents.add("Count", Int32(1))
        document = documents.add("Document", FIRST_ID, "", "Scene")
        props = document.add("Properties70")
        props.prop("SourceObject", "object", "", "")
        props.prop("ActiveAnimStackName", "KString", "", "", self.name)
        document.add("RootNode", 0)
        return documents

    def _definitions(self) -> WrittenRecord:
        definitions = WrittenRecord("Definitions")
        definitions.add("Version", Int32(100))
        definitions.add("Count", Int32(sum(self.kinds.values()) + 1))
        for kind, count in (("GlobalSettings", 1), *self.kinds.items()):
            definitions.add("ObjectType", kind).add("Count", Int32(count))
        return definitions

    def _takes(self) -> WrittenRecord:
        takes = WrittenRecord("Takes")
        takes.add("Current", self.name)
        take = takes.add("Take", self.name)
        take.add("FileName", f"{self.name}.tak")
        take.add("LocalTime", 0, self.end)
        take.add("ReferenceTime", 0, self.end)
        return takes

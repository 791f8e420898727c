"""What an archive holds, written as its last member: an archive that ends before it is not whole."""

from pydantic import ConfigDict, TypeAdapter
from pydantic.alias_generators import to_camel
from pydantic.dataclasses import dataclass

FORMAT = 1  # of archives; a higher one belongs to a later version of mediamill
MANIFEST = "manifest.json"
DATABASE = "mediamill.db"
SECRETS = ("secret.key", "demo.key")  # the service's own secret; the key of `serve --demo`
MEDIA = "media"  # the folder of stored files, in the archive as in the data folder
IN_JSON = ConfigDict(alias_generator=to_camel, populate_by_name=True)


@dataclass(frozen=True, slots=True, config=IN_JSON)
class Entry:
    """One file of the archive."""

    name: str
    size: int  # bytes
    sha256: str


@dataclass(frozen=True, slots=True, config=IN_JSON)
class Manifest:
    """What was backed up, when and by whom."""

    format: int
    mediamill: str  # the version that wrote it
    schema_version: int
    created_at: str
    counts: dict[str, int]  # accounts, generations, uploads
    media_in: str | None  # the bucket that the media stayed in; None when they are in the archive
    missing: tuple[str, ...]  # media deleted after the database was copied
    files: tuple[Entry, ...]

    @property
    def media(self) -> tuple[Entry, ...]:
        """The media among its files."""
        return tuple(entry for entry in self.files if entry.name.startswith(f"{MEDIA}/"))

    @property
    def holds_secret(self) -> bool:
        """Whether the service's secret is in it, or in the operator's settings."""
        return any(entry.name == SECRETS[0] for entry in self.files)


IN_WORDS: TypeAdapter[Manifest] = TypeAdapter(Manifest)


def written(manifest: Manifest) -> bytes:
    """As the archive's last member."""
    return IN_WORDS.dump_json(manifest, by_alias=True, indent=1) + b"\n"


def read(text: bytes) -> Manifest:
    """The manifest. Raises ValueError when it is none."""
    return IN_WORDS.validate_json(text)

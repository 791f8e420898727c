"""Backups: one archive with all that a data folder needs to go on, taken from a running service, and put back."""

from mediamill.backups.manifest import MEDIA, Manifest
from mediamill.backups.moving import InUse, MediaMissing, NotExact, move_database, move_media
from mediamill.backups.restoring import BackupNewer, FolderTaken, NotRestorable, restore
from mediamill.backups.saving import BackupFailed, Source, back_up, back_up_to

__all__ = [
    "MEDIA",
    "BackupFailed",
    "BackupNewer",
    "FolderTaken",
    "InUse",
    "Manifest",
    "MediaMissing",
    "NotExact",
    "NotRestorable",
    "Source",
    "back_up",
    "back_up_to",
    "move_database",
    "move_media",
    "restore",
]

"""Backups: one archive with all that a data folder needs to go on, taken from a running service, and put back."""

from mediamill.backups.manifest import MEDIA, Manifest
from mediamill.backups.restoring import BackupNewer, FolderTaken, NotRestorable, restore
from mediamill.backups.saving import BackupFailed, Source, back_up, back_up_to

__all__ = [
    "MEDIA",
    "BackupFailed",
    "BackupNewer",
    "FolderTaken",
    "Manifest",
    "NotRestorable",
    "Source",
    "back_up",
    "back_up_to",
    "restore",
]

"""The folder in which uploads are received and checked before they are stored."""

import os
import tempfile
import threading
from pathlib import Path

from mediamill import clock
from mediamill.config import Settings
from mediamill.formats import MediaKind
from mediamill.fsync import make_folder
from mediamill.storage import StagingDir, UploadPolicy, sweep_staging
from mediamill.units import HOUR_MS

LEFTOVER_MS = HOUR_MS  # no upload takes an hour: what is older belongs to a process that died


class UploadArea:
    """Where uploads wait until they are whole, and how large they may be."""

    def __init__(self, settings: Settings) -> None:
        self.folder = settings.data_dir / "uploads"
        self.policy = UploadPolicy(settings.upload_bytes_max, settings.upload_ms)
        self.bytes_max_of = {
            MediaKind.IMAGE: settings.image_bytes_max,
            MediaKind.AUDIO: settings.audio_bytes_max,
        }
        self.lock = threading.Lock()
        self.staging: StagingDir | None = None  # made with the first upload: a full disk keeps nobody from starting

    @property
    def bytes_max(self) -> int:
        """The size of the largest file of any kind."""
        return max(self.bytes_max_of.values())

    def prepare(self) -> None:
        """Make the folder and remove what killed processes left in it. Raises OSError."""
        make_folder(self.folder)
        sweep_staging(self.folder, clock.now() - LEFTOVER_MS)

    def new_file(self) -> Path:
        """An empty file in this process's own folder. Raises OSError."""
        with self.lock:
            if self.staging is None:
                self.staging = StagingDir(self.folder)
        descriptor, name = tempfile.mkstemp(dir=self.staging.path)
        os.close(descriptor)
        return Path(name)

    def new_folder(self) -> Path:
        """An empty folder there. Raises OSError."""
        with self.lock:
            if self.staging is None:
                self.staging = StagingDir(self.folder)
        return Path(tempfile.mkdtemp(dir=self.staging.path))

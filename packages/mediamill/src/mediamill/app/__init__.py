"""The composition root: one process of mediamill, and running it."""

from mediamill.app.locking import AlreadyServing, lock_folder
from mediamill.app.reloading import read_again, reload
from mediamill.app.running import serve, work
from mediamill.app.service import Service

__all__ = ["AlreadyServing", "Service", "lock_folder", "read_again", "reload", "serve", "work"]

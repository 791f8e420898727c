"""The composition root: one process of mediamill, and running it."""

from mediamill.app.reloading import read_again, reload
from mediamill.app.running import serve, work
from mediamill.app.service import AlreadyServing, Service, lock_folder

__all__ = ["AlreadyServing", "Service", "lock_folder", "read_again", "reload", "serve", "work"]

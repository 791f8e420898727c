"""A request's folder moves into the home of the engine process that works on it, and out again at the end of the run.

So a warm process reaches one request at a time, inputs too, without a new jail: Landlock judges by the path. The
process owns its home and may be hostile: what comes out is only believed to be the folder when it is the same inode.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from mediamill.engines.engine import Request
from mediamill.engines.host import wire
from mediamill.engines.host.outcome import Refused, Unavailable


class NotGivenBack(Exception):
    """What stands in the folder's place is not the folder that was lent."""


@dataclass(frozen=True, slots=True)
class Loan:
    """One folder, while it is lent."""

    ours: Path
    theirs: Path
    inode: tuple[int, int]

    def as_theirs(self, request: Request) -> Request:
        """The request with every path as the process finds it."""
        files = {field: _moved(path, self.ours, self.theirs) for field, path in request.files.items()}
        return replace(request, folder=self.theirs, files=files)

    def as_ours(self, message: wire.FinalMessage) -> wire.FinalMessage:
        """A last message with every path, in sentences too, as the host finds it."""
        match message:
            case wire.RunFinished(artifact, warning):
                path = _moved(artifact.path, self.theirs, self.ours)
                thumbnail = artifact.thumbnail and _moved(artifact.thumbnail, self.theirs, self.ours)
                return wire.RunFinished(replace(artifact, path=path, thumbnail=thumbnail), self._renamed(warning))
            case Refused(sentence) | Unavailable(sentence):
                return replace(message, sentence=self._renamed(sentence))
            case wire.Broke(_, sentence, detail):
                return replace(message, sentence=sentence and self._renamed(sentence), detail=self._renamed(detail))
            case wire.Cancelled() | wire.Preloaded():
                return message

    def _renamed(self, text: str) -> str:
        return text.replace(str(self.theirs), str(self.ours))


def lend(folder: Path, home: Path, uid: int | None) -> Loan:
    """Move the folder into the home, as `uid`'s own where one is given. Raises OSError."""
    if uid is not None:
        for path, owner in _inside(folder):
            os.chown(path, uid, uid, dir_fd=owner, follow_symlinks=False)
        os.chown(folder, uid, uid, follow_symlinks=False)
    facts = folder.lstat()
    theirs = home / folder.name
    folder.rename(theirs)
    return Loan(folder, theirs, (facts.st_dev, facts.st_ino))


def take_back(loan: Loan) -> None:
    """Move the folder out again. Raises NotGivenBack; then its place stays empty."""
    try:
        facts = loan.theirs.lstat()
        if stat.S_ISDIR(facts.st_mode):
            loan.theirs.rename(loan.ours)
            facts = loan.ours.lstat()  # asked again: what was looked at before is not what had to be moved
    except OSError as fault:
        raise NotGivenBack from fault
    if (facts.st_dev, facts.st_ino) != loan.inode:
        if os.path.lexists(loan.ours):
            loan.ours.rename(loan.theirs.with_name(f"{loan.ours.name}-impostor"))
        raise NotGivenBack


def _inside(folder: Path) -> Iterator[tuple[str, int]]:
    """(name, descriptor of its folder) of everything below; links are not followed, names for other files left out."""
    for _, folders, files, handle in os.fwalk(folder, follow_symlinks=False):
        for name in (*folders, *files):
            facts = os.stat(name, dir_fd=handle, follow_symlinks=False)
            if stat.S_ISDIR(facts.st_mode) or facts.st_nlink == 1:
                yield name, handle


def _moved(path: Path, source: Path, target: Path) -> Path:
    return target / path.relative_to(source) if path.is_relative_to(source) else path

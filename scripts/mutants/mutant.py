"""One small fault: which file, which line, what was changed."""

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one fault in it."""

    file: str  # below the repository
    line: int
    place: str  # the function or the query
    change: str  # what stands there now, and instead of what
    text: str  # the whole file, the fault included

    @property
    def name(self) -> str:
        """Stays the same while the faulty place does, wherever it moves in its file and its package goes."""
        file = f"src/{self.file.rpartition('src/')[2]}"
        digest = hashlib.sha256(f"{file}\0{self.place}\0{self.change}".encode()).hexdigest()
        return f"{Path(self.file).stem}.{self.place}.{digest[:8]}"

    def __str__(self) -> str:
        return f"{self.name}  {self.file}:{self.line}  {self.change}"

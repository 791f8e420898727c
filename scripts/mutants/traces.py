"""Which functions and queries each test executes: only these tests can notice a fault there."""

import inspect
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

from scripts.mutants.in_place import outermost
from scripts.mutants.mutant import Mutant

Place = tuple[str, str]  # file below the repository; function or query


@dataclass(slots=True)
class Traces:
    """What each test did on the code as it is."""

    places: dict[str, set[Place]] = field(default_factory=dict)  # by test
    seconds: dict[str, float] = field(default_factory=dict)  # by test
    while_importing: set[Place] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that execute the place of the fault, the quickest first."""
        found = [test for test, places in self.places.items() if any(reaches(place, mutant) for place in places)]
        return sorted(found, key=self.seconds.__getitem__)


def reaches(place: Place, mutant: Mutant) -> bool:
    """Whether what was executed holds the fault; nested functions belong to the one that they stand in."""
    file, name = place
    return file == mutant.file and f"{mutant.place}.".startswith(f"{name}.")


class Tracer:
    """Sees every call of a Python function below a folder, in every thread; put what it saw where you want it."""

    def __init__(self, folder: Path) -> None:
        self.prefix = f"{folder}/"
        self.known: dict[CodeType, Place | None] = {}
        self.seen: set[Place] = set()

    def start(self) -> None:
        threading.setprofile(self.on_event)
        sys.setprofile(self.on_event)

    def stop(self) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def take(self) -> set[Place]:
        """What was seen since the last time."""
        seen, self.seen = self.seen, set()
        return seen

    def on_event(self, frame: FrameType, event: str, _argument: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in self.known:
            self.known[code] = self.place_of(code)
        place = self.known[code]
        if place is None:
            return
        self.seen.add(place)
        if place[1] == "Queries.__getattr__":
            source = frame.f_locals["self"]._source
            self.seen.add((source.removeprefix(self.prefix), frame.f_locals["name"]))

    def place_of(self, code: CodeType) -> Place | None:
        is_function = code.co_flags & inspect.CO_OPTIMIZED  # the body of a module or a class is not
        if not is_function or not code.co_filename.startswith(self.prefix):
            return None
        return code.co_filename.removeprefix(self.prefix), outermost(code.co_qualname)

"""How something is done: what each manner changes of tempo, size and bearing."""

from dataclasses import dataclass, fields

from mediamill_procedural.lexicon import table


@dataclass(frozen=True, slots=True)
class Manner:
    """Changes to an action; several are put together."""

    tempo: float = 1.0  # times
    size: float = 1.0  # times
    bend: float = 0.0  # degrees of the trunk forward
    nod: float = 0.0  # degrees of the head down
    shrug: float = 0.0  # degrees of the shoulders up
    spread: float = 0.0  # degrees of the arms away from the body
    elbow: float = 0.0  # degrees
    crouch: float = 0.0  # cm
    bounce: float = 0.0  # cm
    sway: float = 0.0  # cm
    weave: float = 0.0  # cm off the way
    tremble: float = 0.0  # degrees
    width: float = 0.0  # cm of each foot outwards
    lift: float = 1.0  # times
    stamp: float = 0.0

    def with_(self, other: "Manner") -> "Manner":
        """Both at once."""
        told = {}
        for field in fields(self):
            mine, its = getattr(self, field.name), getattr(other, field.name)
            told[field.name] = mine * its if field.name in ("tempo", "size", "lift") else mine + its
        told["tempo"] = min(max(told["tempo"], TEMPO_LEAST), TEMPO_MOST)
        told["size"] = min(max(told["size"], SIZE_LEAST), SIZE_MOST)
        return Manner(**told)


TEMPO_LEAST, TEMPO_MOST = 0.5, 1.6
SIZE_LEAST, SIZE_MOST = 0.5, 1.3
PLAIN = Manner()
MANNERS = table("motion", "manners").records(Manner)

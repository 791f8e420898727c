"""How something is done: what each manner changes of tempo, size and bearing."""

from dataclasses import dataclass, fields


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
MANNERS: dict[str, Manner] = {
    "angry": Manner(tempo=1.12, size=1.08, bend=7, nod=4, shrug=4, elbow=22, spread=5, stamp=1.0, lift=1.15),
    "careful": Manner(tempo=0.72, size=0.85, bend=6, nod=6, crouch=4, spread=5, lift=1.2),
    "confident": Manner(tempo=0.98, size=1.12, bend=-5, nod=-3, spread=4, sway=0.8, width=1.0),
    "cool": Manner(tempo=0.85, size=1.06, bend=-3, nod=-2, sway=1.6, bounce=1.2, spread=3),
    "drunk": Manner(tempo=0.78, size=0.95, bend=7, nod=8, weave=17, sway=3.5, spread=12, width=5, elbow=10),
    "fast": Manner(tempo=1.4),
    "gentle": Manner(tempo=0.85, size=0.85, lift=0.85),
    "happy": Manner(tempo=1.08, size=1.12, bend=-4, nod=-6, bounce=1.8, lift=1.25, elbow=12, spread=3),
    "heavy": Manner(
        tempo=0.72, size=0.92, bend=6, nod=2, crouch=5, sway=3.2, spread=12, width=4, bounce=0.8, stamp=0.6
    ),
    "huge": Manner(size=1.25, tempo=0.9),
    "injured": Manner(tempo=0.7, size=0.75, bend=14, nod=8, elbow=24),
    "light": Manner(tempo=1.05, size=0.95, bounce=1.2, lift=1.2, bend=-3, nod=-3),
    "nervous": Manner(tempo=1.12, size=0.78, bend=7, shrug=9, nod=6, tremble=1.1, elbow=32, spread=-2),
    "old": Manner(tempo=0.6, size=0.66, bend=34, nod=-4, crouch=7, tremble=0.5, elbow=26, lift=0.55, width=1.5),
    "proud": Manner(tempo=0.9, size=1.05, bend=-7, nod=-8, shrug=-3, spread=3),
    "sad": Manner(tempo=0.66, size=0.72, bend=27, nod=34, crouch=2, shrug=-6, lift=0.6, spread=-3),
    "scared": Manner(tempo=1.05, size=0.8, bend=12, shrug=14, crouch=7, tremble=1.3, elbow=44),
    "slow": Manner(tempo=0.62),
    "small": Manner(size=0.7),
    "strong": Manner(size=1.14, bend=-3, spread=7, width=2, tempo=0.97),
    "tired": Manner(tempo=0.62, size=0.74, bend=21, nod=28, shrug=-6, sway=1.5, lift=0.55, crouch=3),
}

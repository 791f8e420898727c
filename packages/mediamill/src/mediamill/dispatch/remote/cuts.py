"""Answers that are cut after the same time again and again: something between here and the vendor ends connections."""

CUTS_MIN = 3  # alike, one after another
SECONDS_MIN = 10.0  # shorter ones are ordinary faults of a network
ALIKE = 0.1  # of their length may they differ
PATTERN = (
    "{engine}: the last {count} answers were cut after about {seconds:.0f} s each. A proxy or balancer on the way ends "
    "connections then, while the vendor goes on and bills: raise its time limit, then run "
    "`mediamill engines resume {engine}`."
)


class Cuts:
    """The last cuts of each engine."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = {}

    def note(self, engine: str, seconds: object) -> str | None:
        """One more; a sentence for the operator when they make a pattern."""
        if not isinstance(seconds, int | float) or seconds < SECONDS_MIN:
            self.forget(engine)
            return None
        last = self._seconds.setdefault(engine, [])
        last.append(float(seconds))
        del last[:-CUTS_MIN]
        if len(last) < CUTS_MIN or max(last) - min(last) > ALIKE * max(last):
            return None
        self.forget(engine)
        return PATTERN.format(engine=engine, count=CUTS_MIN, seconds=seconds)

    def forget(self, engine: str) -> None:
        """An answer came whole."""
        self._seconds.pop(engine, None)

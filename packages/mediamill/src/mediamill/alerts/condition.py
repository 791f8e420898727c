"""What holds at one moment: the alerts that should be open."""

from dataclasses import dataclass

from mediamill.alerts.alert import AlertKind


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that holds; kind and subject say what it is, the sentence how it stands."""

    kind: AlertKind
    subject: str
    sentence: str
    count: int = 1

    @property
    def place(self) -> tuple[AlertKind, str]:
        """What an open alert about it is known by."""
        return self.kind, self.subject

"""Calls that are signed: the key makes headers, and is not sent itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mediamill import clock
from mediamill.engines.remote import NotSent, Signer, Unsigned
from mediamill.outbound import Body, Destination, StreamedBody


@dataclass(frozen=True, slots=True)
class Signing:
    """A signer and its key."""

    signer: Signer
    key: str = field(repr=False)

    def of(self, method: str, place: Destination, headers: Mapping[str, str], body: Body) -> dict[str, str]:
        """The headers for one call. Raises NotSent where it cannot be signed, without a word that may hold the key."""
        if isinstance(body, StreamedBody):  # a form is read from disk as it is sent
            raise NotSent(reason="a form cannot be signed")
        small = {name.lower(): value for name, value in headers.items()}
        call = Unsigned(method, place.authority.decode(), place.target.decode(), small, body or b"", clock.now())
        try:
            made = dict(self.signer.sign(call, self.key))
        except Exception as error:  # noqa: BLE001 (third-party code: whatever it raises, nothing was sent)
            raise NotSent(reason=f"the call could not be signed: {type(error).__name__}") from None
        if {name.lower() for name in made} != self.signer.headers or not all(map(is_sendable, made.values())):
            raise NotSent(reason="the call could not be signed: its headers are not those that the signer makes")
        return made


def is_sendable(value: object) -> bool:
    """Whether a header can have it."""
    return isinstance(value, str) and value.isascii() and value.isprintable()

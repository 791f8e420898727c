"""XMP packets: what they say of a picture's origin, and how that is added to one (XMP specification, parts 1 and 3)."""

import re
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

TRAINED_ALGORITHMIC_MEDIA = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"
PACKET_BYTES_MAX = 1 << 20  # of a packet that is read; an honest one has a few kilobytes

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
IPTC = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
# As expat names things: namespace, blank, local name.
TREE, DESCRIPTION, ABOUT, RESOURCE = (f"{RDF} {name}" for name in ("RDF", "Description", "about", "resource"))
SOURCE_TYPE = f"{IPTC} DigitalSourceType"
REMOTE_MANIFEST = "http://purl.org/dc/terms/ provenance"  # where a C2PA manifest is kept that is not in the file
STATEMENT = (
    '<rdf:Description rdf:about={about} xmlns:rdf="' + RDF + '" xmlns:Iptc4xmpExt="' + IPTC + '">'
    f"<Iptc4xmpExt:DigitalSourceType>{TRAINED_ALGORITHMIC_MEDIA}</Iptc4xmpExt:DigitalSourceType>"
    "</rdf:Description>\n"
)
PACKET = (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
    f'<x:xmpmeta xmlns:x="adobe:ns:meta/">\n<rdf:RDF xmlns:rdf="{RDF}">\n'
    f"{STATEMENT.format(about=quoteattr(''))}"
    '</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>'
)
PADDING = re.compile(rb"\s+(?=<\?xpacket end=)")


class UnreadableXmp(Exception):
    """It is not XMP of a form that can be added to."""


@dataclass
class XmpFacts:
    """What a packet says of the whole file's origin."""

    source_type: str | None = None
    is_signed: bool = False  # by a C2PA manifest that is kept elsewhere
    about: str = ""  # what its statements are about, which has to be the same in all of them
    end: int = -1  # byte at which further statements can be put


def facts_in(packet: bytes) -> XmpFacts:
    """Raises UnreadableXmp."""
    if len(packet) > PACKET_BYTES_MAX:
        raise UnreadableXmp
    reader = Reader()
    try:
        packet.decode()
        reader.parser.Parse(packet, True)
    except (expat.ExpatError, UnicodeDecodeError) as error:
        raise UnreadableXmp from error
    if not packet.startswith(b"</", reader.facts.end):  # none, or one without content
        raise UnreadableXmp
    return reader.facts


def with_statement(packet: bytes, facts: XmpFacts) -> bytes:
    """The packet with the statement that the file was generated; the rest stays as it is."""
    statement = STATEMENT.format(about=quoteattr(facts.about)).encode()
    return packet[: facts.end] + statement + packet[facts.end :]


def new_packet() -> bytes:
    """A packet that says nothing else."""
    return PACKET.encode()


def without_padding(packet: bytes) -> bytes:
    """The packet without the room that its writer left for changes."""
    return PADDING.sub(b"\n", packet)


@dataclass
class Reader:
    """Collects the facts while a packet is parsed."""

    facts: XmpFacts = field(default_factory=XmpFacts)
    path: list[str] = field(default_factory=list)
    text: str = ""  # of the statement being read

    def __post_init__(self) -> None:
        self.parser = expat.ParserCreate("UTF-8", " ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.refuse

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """A statement is an attribute or a child of a description, which is a child of the tree."""
        if self.path[-1:] == [TREE] and name == DESCRIPTION:
            self.facts.about = self.facts.about or attributes.get(ABOUT, "")
            self.facts.is_signed |= REMOTE_MANIFEST in attributes
            self.state(attributes.get(SOURCE_TYPE))
        elif self.path[-2:] == [TREE, DESCRIPTION]:
            self.facts.is_signed |= name == REMOTE_MANIFEST
            self.text = ""
            if name == SOURCE_TYPE:
                self.state(attributes.get(RESOURCE))
        self.path.append(name)

    def end(self, name: str) -> None:
        """The end of a statement, or of all of them."""
        if self.path[-3:] == [TREE, DESCRIPTION, SOURCE_TYPE]:
            self.state(self.text.strip())
        elif name == TREE and self.facts.end < 0:
            self.facts.end = self.parser.CurrentByteIndex
        self.path.pop()

    def characters(self, text: str) -> None:
        """Part of a statement's text."""
        self.text += text

    def state(self, value: str | None) -> None:
        """The first statement counts."""
        self.facts.source_type = self.facts.source_type or value

    def refuse(self, *_: object) -> None:
        """XMP has no document type; what has one plays with entities."""
        raise UnreadableXmp

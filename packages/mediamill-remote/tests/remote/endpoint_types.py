"""What fal's JavaScript client says of its endpoints: a reader of the types in its `endpoints.d.ts`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

COMMENT = re.compile(r"/\*.*?\*/", re.S)
TYPE = re.compile(r"^export type (\w+) = (\{\n.*?^\}|[^;{]+);", re.S | re.M)
FIELD = re.compile(r"^ {4}(\w+)(\?)?: (.+);$", re.M)
ENDPOINT = re.compile(r'^ {4}"([^"]+)": \{\s+input: (\w+);\s+output: (\w+);', re.M)
UNION = re.compile(r"(?:[^|<]|<[^>]*>)+")  # its parts; what stands in <> is one
PLAIN: Mapping[str, type | tuple[type, ...]] = {"string": str, "number": (int, float), "boolean": bool}


@dataclass(frozen=True)
class EndpointTypes:
    """The types of a file."""

    text: str

    @cached_property
    def types(self) -> Mapping[str, str]:
        return {found[1]: found[2] for found in TYPE.finditer(COMMENT.sub("", self.text))}

    @cached_property
    def endpoints(self) -> Mapping[str, tuple[str, str]]:
        """Endpoint -> the names of the types of its input and output."""
        return {found[1]: (found[2], found[3]) for found in ENDPOINT.finditer(self.text)}

    def fields(self, name: str) -> Mapping[str, tuple[str, bool]]:
        """Field -> its type, and whether it may be left out."""
        written = self.types[name]
        if not written.startswith("{"):
            return self.fields(written.strip())
        return {found[1]: (found[3], bool(found[2])) for found in FIELD.finditer(written)}

    def faults_of(self, name: str, value: Mapping[str, object]) -> Iterator[str]:
        """What a value of that type may not be."""
        fields = self.fields(name)
        for key, held in value.items():
            if key not in fields:
                yield f"{name} has no {key}"
            elif not self.fits(fields[key][0], held):
                yield f"{name}.{key} is {fields[key][0]}, not {held!r}"
        for key, (_, optional) in fields.items():
            if not optional and key not in value:
                yield f"{name} lacks {key}"

    def fits(self, written: str, value: object) -> bool:
        """Whether a value is of a type as it is written."""
        return any(self._fits_one(one.strip(), value) for one in UNION.findall(written))

    def _fits_one(self, one: str, value: object) -> bool:
        if one in PLAIN:
            return isinstance(value, PLAIN[one]) and (one == "boolean") == isinstance(value, bool)
        if one.startswith('"'):
            return value == one.strip('"')
        if array := re.fullmatch(r"Array<(.+)>", one):
            return isinstance(value, list) and all(self.fits(array[1], each) for each in value)
        if one in self.types and isinstance(value, dict):
            return not list(self.faults_of(one, value))
        return False

    def leads_to_text(self, name: str, path: str) -> bool:
        """Whether a dotted path into that type ends at a string."""
        step, _, rest = path.partition(".")
        if step not in self.fields(name):
            return False
        written = self.fields(name)[step][0]
        if array := re.fullmatch(r"Array<(\w+)>", written):
            number, _, rest = rest.partition(".")
            if not number.isdecimal():
                return False
            written = array[1]
        return written == "string" if not rest else written in self.types and self.leads_to_text(written, rest)

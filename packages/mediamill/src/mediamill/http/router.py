"""From a path to its endpoints: literal paths by one look-up, templates by one regular expression each."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mediamill.http.endpoint import Auth, Endpoint

API = "/api"  # everything below it needs a key, also where nothing is
ADMIN = "/admin/"  # everything below it is for operators, also where nothing is
PLACEHOLDER = re.compile(r"\{(\w+)(:path)?\}")
OTHER = "other"  # the label of paths that lead nowhere: nobody can make up labels


@dataclass(frozen=True, slots=True)
class Route:
    """One path template and what may be done there."""

    label: str  # the template, as metrics, logs and traces name it
    methods: Mapping[str, Endpoint]


@dataclass(frozen=True, slots=True)
class Match:
    """A route, and what stands for its placeholders in this path."""

    route: Route
    parameters: Mapping[str, str]


class Router:
    """The routes of a table of endpoints."""

    def __init__(self, endpoints: Iterable[Endpoint]) -> None:
        """Raises ValueError for an open endpoint whose path begins like that of one that needs a key."""
        endpoints = tuple(endpoints)
        self.literal: dict[str, Match] = {}
        self.templates: list[tuple[str, re.Pattern[str], Route]] = []  # each with how its paths begin
        for path in dict.fromkeys(endpoint.path for endpoint in endpoints):
            route = Route(label_of(path), methods_of(endpoint for endpoint in endpoints if endpoint.path == path))
            if PLACEHOLDER.search(path):
                self.templates.append((path.partition("{")[0], pattern_of(path), route))
            else:
                self.literal[path] = Match(route, {})
        with_key = [endpoint.path for endpoint in endpoints if endpoint.auth is Auth.KEY]
        prefixes = dict.fromkeys(path.partition("/{")[0] for path in with_key)
        self.key_prefixes = (f"{API}/", *prefixes) if with_key else ()  # a worker has no interface to hide
        self.has_admin = any(endpoint.auth is Auth.ADMIN for endpoint in endpoints)
        for endpoint in endpoints:
            if (endpoint.auth is Auth.ADMIN) != endpoint.path.startswith(ADMIN):
                raise ValueError(f"{endpoint.path}: what is for operators lies below {ADMIN}, and nothing else does")
            if endpoint.auth is not Auth.KEY and self.needs_key(endpoint.path):
                raise ValueError(f"{endpoint.path} is open, but lies among paths that need a key")

    def match(self, path: str) -> Match | None:
        """The route at this path, whatever the method."""
        if found := self.literal.get(path):
            return found
        for beginning, pattern, route in self.templates:
            if path.startswith(beginning) and (match := pattern.fullmatch(path)):
                return Match(route, match.groupdict())
        return None

    def label(self, path: str) -> str:
        """The path without what differs from request to request."""
        match = self.match(path)
        return match.route.label if match else OTHER

    def needs_key(self, path: str) -> bool:
        """Whether this path is hidden from callers without a key: they get 401 whether or not it exists."""
        return path.startswith(self.key_prefixes) or (path == API and bool(self.key_prefixes))

    def is_admin(self, path: str) -> bool:
        """Whether this path is hidden from everybody but operators."""
        return self.has_admin and path.startswith(ADMIN)


def methods_of(endpoints: Iterable[Endpoint]) -> dict[str, Endpoint]:
    """The endpoints of one path by method."""
    methods = {endpoint.method: endpoint for endpoint in endpoints}
    if "GET" in methods and methods["GET"].auth not in (Auth.KEY, Auth.ADMIN):
        methods.setdefault("HEAD", methods["GET"])
    return methods


def label_of(path: str) -> str:
    """The template as people write it: `/media/{key}`."""
    return PLACEHOLDER.sub(r"{\1}", path)


def pattern_of(path: str) -> re.Pattern[str]:
    """The paths that fit a template."""
    literal = PLACEHOLDER.split(path)[::3]
    wanted = [f"(?P<{name}>{'.*' if rest else '[^/]+'})" for name, rest in PLACEHOLDER.findall(path)]
    parts = [re.escape(text) + group for text, group in zip(literal, [*wanted, ""], strict=True)]
    return re.compile("".join(parts))

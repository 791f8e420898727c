"""Putting a fault into a process that has imported the code already."""

import gc
import importlib
import types
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.mutants.mutant import Mutant
from scripts.mutants.sql_faults import NAME


class NeedsFreshProcess(Exception):
    """This fault cannot be put into code that is imported already."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The functions and the queries of this process, by file."""

    functions: dict[str, list[types.FunctionType]]
    queries: dict[str, list[Any]]  # mediamill.db.Queries

    @classmethod
    def found(cls, folder: Path) -> "Imported":
        """What stands in files below the folder."""
        kind = queries_module().Queries
        functions, queries = defaultdict(list), defaultdict(list)
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__code__.co_filename.startswith(f"{folder}/"):
                functions[thing.__code__.co_filename].append(thing)
            elif isinstance(thing, kind):
                queries[thing._source].append(thing)
        return cls(functions, queries)


def put_in_place(mutant: Mutant, file: Path, imported: Imported) -> None:
    """Make this process faulty. Raises NeedsFreshProcess, having changed nothing."""
    if file.suffix == ".sql":
        change_query(mutant, imported.queries.get(str(file), []))
    else:
        change_function(mutant, file, imported.functions.get(str(file), []))


def outermost(qualified_name: str) -> str:
    """The function of a module or a class inside of which this code stands."""
    return qualified_name.split(".<locals>")[0]


def change_query(mutant: Mutant, holders: list[Any]) -> None:
    if not holders:
        raise NeedsFreshProcess
    parts = NAME.split(mutant.text)
    text = dict(zip(parts[1::2], parts[2::2], strict=True))[mutant.place].strip()
    for holder in holders:
        query = getattr(holder, mutant.place)
        object.__setattr__(query, "text", text)
        object.__setattr__(query, "sqlite", queries_module().for_dialect(text, "sqlite"))


def change_function(mutant: Mutant, file: Path, functions: list[types.FunctionType]) -> None:
    faulty = {code.co_qualname: code for code in codes_in(compile(mutant.text, str(file), "exec"))}
    holding = [found for found in functions if f"{mutant.place}.".startswith(f"{found.__code__.co_qualname}.")]
    if len(holding) != 1:
        raise NeedsFreshProcess
    (function,) = holding
    try:
        function.__code__ = faulty[function.__code__.co_qualname]
    except ValueError as error:  # it uses other variables of what it stands in
        raise NeedsFreshProcess from error


def queries_module() -> Any:
    """The one that the tests use: of the copy, which this process imports from."""
    return importlib.import_module("mediamill.db.query")


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """Every function and class of a module."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from codes_in(constant)

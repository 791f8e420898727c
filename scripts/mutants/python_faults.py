"""Faults of a Python file: a comparison that is off by one, a condition turned round, a call left out."""

import ast
from collections.abc import Iterator
from pathlib import Path

from scripts.mutants.mutant import Mutant

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
# What is only told to people, or only to type checkers, is no promise that a test should keep word by word.
TOLD = ("log.", "telemetry.", "log_event", "log_warning")


def faults_of(path: Path, root: Path) -> Iterator[Mutant]:
    """Every fault that this module can make of the file, one at a time."""
    source = path.read_text()
    tree = ast.parse(source)
    for place, node in nodes_of(tree):
        for change, fault in faults_at(node):
            segment = ast.get_source_segment(source, node) or ""
            text = replaced(source, node, "pass" if fault is None else f"({ast.unparse(fault)})")
            if text != source:
                shown = " ".join(segment.split())
                yield Mutant(str(path.relative_to(root)), node.lineno, place, f"{shown}  →  {change}", text)


def nodes_of(tree: ast.Module) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Every statement and expression of a function, with the function's name; nothing that is only told."""

    def walk(node: ast.AST, place: str) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                for statement in child.body:
                    yield from inside(statement, f"{place}.{child.name}".lstrip("."))
            elif isinstance(child, ast.ClassDef):
                yield from walk(child, f"{place}.{child.name}".lstrip("."))

    def inside(node: ast.AST, place: str) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
        if isinstance(node, ast.Assert | ast.Raise) or is_told(node):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body:
                yield from inside(statement, f"{place}.{node.name}")
            return
        if isinstance(node, ast.expr | ast.stmt):
            yield place, node
        if isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(
            node.test, ast.Name | ast.Call | ast.Attribute
        ):
            yield place, ast.copy_location(ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), node.test)), node.test)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from inside(child, place)

    return walk(tree, "")


def is_told(node: ast.AST) -> bool:
    """Whether this is a log line, or a docstring."""
    if not isinstance(node, ast.Expr):
        return False
    return isinstance(node.value, ast.Constant) or ast.unparse(node).startswith(TOLD)


def faults_at(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """What could stand here by mistake; None stands for nothing at all."""
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in COMPARISONS:
            fault: ast.expr = ast.Compare(left, [COMPARISONS[type(operator)]()], [right])
            yield ast.unparse(fault), fault
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC and not is_text(left, right):
            fault = ast.BinOp(left, ARITHMETIC[type(operator)](), right)
            yield ast.unparse(fault), fault
        case ast.BoolOp(operator, values):
            fault = ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            yield ast.unparse(fault), fault
            for left_out in range(len(values)):
                rest = [value for position, value in enumerate(values) if position != left_out]
                fault = rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)
                yield ast.unparse(fault), fault
        case ast.UnaryOp(ast.Not(), operand):
            yield ast.unparse(operand), operand
        case ast.IfExp(test, body, orelse):
            fault = ast.IfExp(test, orelse, body)
            yield ast.unparse(fault), fault
        case ast.Constant(bool() as value):
            yield str(not value), ast.Constant(not value)
        case ast.Constant(int() as value):
            yield str(value + 1), ast.Constant(value + 1)
        case ast.Call(ast.Name(name), arguments, keywords) if name in CALLS:
            fault = ast.Call(ast.Name(CALLS[name]), arguments, keywords)
            yield ast.unparse(fault), fault
        case ast.Expr(ast.Call() | ast.Await()):
            yield "left out", None


def is_text(*sides: ast.expr) -> bool:
    """Whether a sum joins texts: taking one from another is no mistake that anybody makes."""
    return any(isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", None), str) for side in sides)


def replaced(source: str, node: ast.expr | ast.stmt, text: str) -> str:
    """The source with something else where the node is."""
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + text.encode() + after).decode()

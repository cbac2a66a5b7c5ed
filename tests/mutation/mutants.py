"""The mutants of a file: every small change that is tried in it, one at a time.

What is changed, and into what, is up to mutmut; here it is only said where. Changed is what functions, methods,
properties and the lambdas of a table do. Not changed are annotations, decorators, defaults of parameters, what else
stands in a table, the name of a codec, and the sentences of an error: what is refused is tested, how that is put is
not. It must never know which tests there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Final, TypeAlias, cast

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import NEVER_MUTATE_FUNCTION_CALLS, deep_replace
from mutmut.mutation.mutators import mutation_operators

Function: TypeAlias = cst.FunctionDef | cst.Lambda

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change in one function of a file. `was` and `becomes` are the lines that differ."""

    file: str
    function: str  # of a lambda, the table it stands in
    was: str
    becomes: str
    nth: int  # among equal changes of the function, from 1
    line: int  # where the statement begins that is changed; of a lambda, its body
    begins: int  # where the function begins
    text: str  # the whole function as changed

    def __str__(self) -> str:
        """Return the change as the list of survivors has it."""
        return f"`{self.function}`: `{self.was}` → `{self.becomes}`" + (f" ({self.nth})" if self.nth > 1 else "")

    @property
    def is_lambda(self) -> bool:
        """Whether it is known by its place alone."""
        return self.text.startswith("lambda")

    def code(self) -> CodeType:
        """Return what the changed function does."""
        if self.is_lambda:
            return _inner(compile(f"({self.text})", self.file, "eval", dont_inherit=True))
        around = "class Around" if "." in self.function else "if True"  # within a class it may say `super()`
        code = compile(f"{around}:\n{self.text}", self.file, "exec", dont_inherit=True)
        while code.co_name != self.function.rpartition(".")[2]:
            code = _inner(code)
        return code


def mutants_of(file: str) -> Iterator[Mutant]:
    """Yield the mutants of a file, named from the root of the project, function by function."""
    wrapper = MetadataWrapper(cst.parse_module((ROOT / file).read_text(encoding="utf-8")))
    lines = wrapper.resolve(PositionProvider)
    tables = _Tables()
    wrapper.module.visit(tables)
    functions: list[tuple[str, Function]] = [*_functions(wrapper.module, ""), *tables.lambdas]
    seen: Counter[tuple[str, str, str]] = Counter()
    for name, function in functions:
        changes = _Changes(function)
        function.body.visit(changes)
        whole: Function = function
        if isinstance(function, cst.FunctionDef):
            whole = function.with_changes(decorators=(), leading_lines=(), lines_after_decorators=())
        plain = _written(whole)
        for node, statement, changed in changes.found:
            text = _written(cast(Function, deep_replace(whole, node, changed)))
            was, becomes = _difference(plain, text)
            seen[name, was, becomes] += 1
            yield Mutant(
                file=file,
                function=name,
                was=was,
                becomes=becomes,
                nth=seen[name, was, becomes],
                line=lines[statement].start.line,
                begins=lines[function].start.line,
                text=text,
            )


class _Changes(cst.CSTVisitor):
    """Collects what may be changed: the node, the statement it is part of, and what it becomes."""

    def __init__(self, function: Function) -> None:
        self.found: list[tuple[cst.CSTNode, cst.CSTNode, cst.CSTNode]] = []
        self._statements: list[cst.CSTNode] = [function.body]
        self._raising = False

    def on_visit(self, node: cst.CSTNode) -> bool:
        if self._is_let_be(node):
            return False
        if isinstance(node, cst.BaseStatement):
            self._statements.append(node)
        if isinstance(node, cst.Raise):
            self._raising = True
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                self.found += [(node, self._statements[-1], changed) for changed in operator(node)]
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.Raise):
            self._raising = False
        if isinstance(original_node, cst.BaseStatement):
            self._statements.pop()

    def _is_let_be(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Parameters | cst.Decorator):
            return True
        if isinstance(node, cst.SimpleString):
            # A codec is there or not, in capitals or not: changing its name either fails at once or is no change.
            return node.value == '"ascii"' or (self._raising and " " in node.value)
        # Almost whatever is changed about these calls fails at once; mutmut lets them be, too.
        called = node.func if isinstance(node, cst.Call) else None
        return isinstance(called, cst.Name) and called.value in NEVER_MUTATE_FUNCTION_CALLS


def _functions(inside: cst.CSTNode, prefix: str) -> Iterator[tuple[str, cst.FunctionDef]]:
    """Functions of a module and methods of its classes, by the names Python gives them."""
    for child in inside.children:
        if isinstance(child, cst.FunctionDef):
            yield prefix + child.name.value, child
        elif isinstance(child, cst.ClassDef):
            yield from _functions(child, f"{prefix}{child.name.value}.")
        else:
            yield from _functions(child, prefix)


class _Tables(cst.CSTVisitor):
    """Collects the lambdas that stand in the tables of a module."""

    def __init__(self) -> None:
        self.lambdas: list[tuple[str, cst.Lambda]] = []
        self._table = ""

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.AnnAssign):
            self._table = cst.ensure_type(node.target, cst.Name).value
        if isinstance(node, cst.Lambda):
            self.lambdas.append((self._table, node))
        return not isinstance(node, cst.FunctionDef | cst.Lambda)


def _inner(code: CodeType) -> CodeType:
    return next(const for const in code.co_consts if isinstance(const, CodeType))


def _written(function: Function) -> str:
    if isinstance(function, cst.Lambda):
        return cst.Module([]).code_for_node(function)
    return "".join(f"    {line}" for line in cst.Module([function]).code.splitlines(keepends=True))


def _difference(old: str, new: str) -> tuple[str, str]:
    """Return the lines that differ, each side made one line."""
    before, after = old.splitlines(), new.splitlines()
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    return " ".join(" ".join(before).split()), " ".join(" ".join(after).split())

"""The names in some code: which it defines, and which it reads from outside."""

import ast
from symtable import SymbolTable, symtable


def is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def binds(source: str) -> set[str]:
    """The names that some code defines or imports at its outermost level."""
    names = set()
    for symbol in _table(source).get_symbols():
        if symbol.is_assigned() or symbol.is_imported():
            names.add(symbol.get_name())
    return names


def reads(source: str) -> set[str]:
    """The names from outside that some code reads, in its functions as well."""
    return _reads_of(_table(source))


def _table(source: str) -> SymbolTable:
    """What Python knows of the names of some code, or of no code if it is not Python."""
    return symtable(source if is_python(source) else "", "", "exec")


def _reads_of(table: SymbolTable) -> set[str]:
    names = set()
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            names.add(symbol.get_name())
    return names.union(*map(_reads_of, table.get_children()))

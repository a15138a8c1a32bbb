"""Cases that are made of Python values: the YAML that they are, and which line of it is which value.

A number is written as `0.005 SI`, which the library takes for any dimension, so floats are metres, pascals, radians. Under `let`
numbers stay plain, since a name there has the dimension of its expression. Texts are written as they are ("5 mm"). A quantity of
pint or of its kind is told by `to_base_units`, and becomes a number with the unit that it has, so that a wrong dimension is found.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Mapping, Set
from decimal import Decimal
from numbers import Real
from typing import Any

from ._errors import Error

_SYMBOLS = {"meter": "m", "metre": "m", "kilogram": "kg", "second": "s", "radian": "rad"}
# A factor of what pint writes as kilogram/meter/second**2.
_UNIT = re.compile(r"([*/]?)\b(?!dimensionless\b)([A-Za-z_]+)(?:\*\*([0-9.]+))?")
# Texts that YAML takes as they are; others get quotes. `none` must have none to take a wall away.
_PLAIN_TEXT = re.compile(r"(?:[A-Za-z0-9_./]|[+-](?=[0-9.]))(?:[A-Za-z0-9_./+*^()%<>= -]*[A-Za-z0-9_./)%])?\Z")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_WITH_UNIT = re.compile(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?(?![eE][-+]?[0-9])\s*[A-Za-z\u00b5\u00b0%]")
_LET = re.compile(r"^(?:let:\s*\{([^}]*)\}|let:[^\n]*\n((?:[ \t]+[^\n]*\n|\s*\n)*))", re.M)


def _refuse(way: str, what: str, hint: str) -> Error:
    return Error((way or "case", what, hint))


def _number(value: float, way: str, unit: str) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        raise _refuse(way, f"{value} is no number", "give a finite one")
    text = repr(value)
    return f"{text} {unit}" if unit else text


def _powers(base: Any, way: str) -> dict[str, str]:
    """Of a quantity in base units which power of which unit it has."""
    powers = {}
    for sign, name, power in _UNIT.findall(f"{base.units:C}"):
        symbol = _SYMBOLS.get(name)
        if symbol is None:
            raise _refuse(way, f"{base} is in {name}, which no value of a case has", "cases know m, kg, s and rad")
        powers[symbol] = f"{'-' if sign == '/' else ''}{power or 1}"
    return powers


def in_si(values: Any, unit: str | None) -> Any:
    """Numbers for the library: what has units as numbers in SI, which are to be of the dimension of `unit`, such as "kg*m^2/s"; others as
    they are. So are those of a list or a tuple, one by one."""
    if isinstance(values, (list, tuple)):
        return [in_si(value, unit) for value in values] if _has_units(values) else values
    if hasattr(values, "to_base_units"):
        base = values.to_base_units()
        powers = {symbol: float(power) for symbol, power in _powers(base, "values").items() if symbol != "rad"}
        if unit is None or powers != _powers_of(unit):
            raise TypeError(f"a quantity in {values.units} is no number " + (f"in {unit}" if unit else "of this kind; give plain numbers"))
        return base.magnitude
    if hasattr(values, "unit") or hasattr(values, "units"):
        raise TypeError(f"a {type(values).__name__} with units is none of those that are known (pint); give plain numbers in SI")
    return values


def _has_units(values: list | tuple) -> bool:
    return any(
        _has_units(value) if isinstance(value, (list, tuple)) else hasattr(value, "to_base_units") for value in values
    )


def number_of(value: Any, unit: str | None) -> float:
    """A number in SI of a number or of a quantity of the dimension of `unit`; None: of none."""
    return float(in_si(value, unit))


def numbers_of(values: Any, unit: str | None) -> tuple[float, ...]:
    """The same of several, as of a vector."""
    return tuple(number_of(value, None) for value in in_si(values, unit))


def is_truth(value: Any) -> bool:
    """Whether it is True or False, of Python or of NumPy, and does not only count as one of them."""
    return isinstance(value, bool) or type(value).__name__ in ("bool_", "bool")


def truth_of(value: Any, name: str) -> bool:
    """True or False; what only counts as one of them, such as the text "no", is refused."""
    if is_truth(value):
        return bool(value)
    raise TypeError(f"{name} is True or False, not {value!r}")


def _powers_of(unit: str) -> dict[str, float]:
    powers = {}
    for part in re.findall(r"[*/]?[^*/]+", unit):
        symbol, _, power = part.strip("*/").partition("^")
        powers[symbol] = float(power or 1) * (-1 if part[0] == "/" else 1)
    return {symbol: power for symbol, power in powers.items() if symbol not in ("rad", "1")}


def _quantity(value: Any, way: str) -> str | list:
    base = value.to_base_units()
    unit = "*".join(f"{symbol}^{power}" for symbol, power in _powers(base, way).items())
    numbers = base.magnitude
    if hasattr(numbers, "tolist"):
        numbers = numbers.tolist()
    if isinstance(numbers, (list, tuple)):
        return [_Literal(_number(float(number), way, unit)) for number in numbers]
    return _number(float(numbers), way, unit)


_ENDLESS = ("a dict or a list holds itself, or is nested too deep", "give each value once")


def check_signs(text: str, way: str) -> None:
    """Refuses what cannot be written, as a lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        sign = error.object[error.start]
        raise _refuse(way, f"a text has a sign that is none, {sign!r}", "decode it as what it is, such as UTF-8") from None


def names_of_let(text: str) -> dict[str, str]:
    """What a case has in `let`, by names: plain numbers, numbers with units, expressions."""
    names: dict[str, str] = {}
    for inline, block in _LET.findall(text):
        parts = re.split(r"(?:^|,)\s*(\w+)\s*:", inline)
        names.update(zip(parts[1::2], (value.strip() for value in parts[2::2])))
        names.update((name, value.strip()) for name, value in re.findall(r"^[ \t]+(\w+)\s*:([^\n#]*)", block, re.M))
    return names


def check_let(key: str, values: Iterable[Any], names: Mapping[str, str]) -> None:
    """Refuses plain numbers for a name of `let` that has a unit, of which nobody knows whether they are in that or in SI."""
    name = key.removeprefix("let.")
    is_ = names.get(name, "").strip("'\"")
    for value in values if _WITH_UNIT.match(is_) else ():
        if isinstance(value, (Real, Decimal)) and not isinstance(value, bool):
            raise _refuse(key, f"{value} is a plain number, and the case has let: {{{name}: {is_}}}", f"write the unit, as '{is_}'")


class _Literal(str):
    """A scalar that is YAML already."""


def simple(value: Any, way: str, plain: bool = False) -> Any:
    """A value as a dict, a list or a `_Literal`; `plain`: numbers without SI."""
    if isinstance(value, _Literal) or isinstance(value, Mapping):
        return value
    if hasattr(value, "to_base_units"):
        made = _quantity(value, way)
        return made if isinstance(made, list) else _Literal(made)
    if hasattr(value, "tolist"):  # arrays and scalars of NumPy
        value = value.tolist()
    if value is None:
        return _Literal("none")
    if isinstance(value, bool):
        return _Literal("true" if value else "false")
    if isinstance(value, (Real, Decimal)) and not isinstance(value, (int, float)):
        value = float(value)
    if isinstance(value, (int, float)):
        return _Literal(_number(value, way, "" if plain else "SI"))
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        return _Literal(value if _PLAIN_TEXT.match(value) else json.dumps(value, ensure_ascii=False))
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray, Set)):
        return list(value)
    raise _refuse(way, f"a {type(value).__name__} is no value of a case", "give numbers, texts with units, lists or dicts")


def _entry_name(entry: Any, index: int) -> str:
    name = entry.get("name") if isinstance(entry, Mapping) else None
    return name if isinstance(name, str) else str(index)


class Writer:
    """Block YAML, a value a line; `ways[i]` is the way of what stands on line i + 1."""

    def __init__(self, case: Mapping, first: str = "scree"):
        self.lines: list[str] = []
        self.ways: list[str] = []
        if not case:
            raise _refuse("", "an empty dict is no case", "begin with domain, materials, pairs, shapes, grains, run")
        if first not in case:
            self._line(f"{first}: 1", first)
        try:
            self._map(case, "", 0, False)
        except RecursionError:
            raise _refuse("", *_ENDLESS) from None

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def _line(self, text: str, way: str) -> None:
        check_signs(text, way)
        self.lines.append(text)
        self.ways.append(way)

    def _map(self, value: Mapping, way: str, depth: int, plain: bool) -> None:
        for key, inner in value.items():
            if not isinstance(key, str):
                raise _refuse(way, f"the key {key!r} is no text", "keys are texts")
            word = key if _PLAIN_KEY.match(key) else json.dumps(key, ensure_ascii=False)
            below = f"{way}.{key}" if way else key
            self._value("  " * depth + word + ":", inner, below, depth + 1, plain or below in ("scree", "scree_fit", "let"))

    def _value(self, head: str, value: Any, way: str, depth: int, plain: bool) -> None:
        value = simple(value, way, plain)
        if isinstance(value, Mapping):
            self._line(head if value else head + " {}", way)
            self._map(value, way, depth, plain)
        elif isinstance(value, list):
            self._line(head if value else head + " []", way)
            for index, entry in enumerate(value):
                self._value("  " * depth + "-", entry, f"{way}.{_entry_name(entry, index)}", depth + 1, plain)
        else:
            self._line(f"{head} {value}", way)

    def way_of(self, where: str, name: str) -> str:
        """The way of a place `name:line:column`; other places stay."""
        match = re.fullmatch(re.escape(name) + r":(\d+):\d+", where)
        line = int(match[1]) if match else 0
        if not 1 <= line <= len(self.ways):
            return where
        return self.ways[line - 1] if line > 1 else name


def _flow(value: Any, way: str, plain: bool) -> str:
    value = simple(value, way, plain)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)}: {_flow(inner, way, plain)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(inner, way, plain) for inner in value) + "]"
    return value


def setting(key: str, value: Any, plain: bool = False) -> str:
    """`key=value` as --set of the program takes it; a text is taken as YAML. `plain`: numbers without SI."""
    if not isinstance(key, str):
        raise _refuse("settings", f"the key {key!r} is no text", 'keys are texts such as "run.duration"')
    text = value
    if not isinstance(value, str):
        try:
            text = _flow(value, key, plain or key == "let" or key.startswith("let."))
        except RecursionError:
            raise _refuse(key, *_ENDLESS) from None
    check_signs(f"{key}={text}", "settings")
    return f"{key}={text}"

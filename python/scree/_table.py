"""Tables of runs: CSV files whose first line names columns with units."""

from __future__ import annotations

import csv
import os
import re
from array import array
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from ._errors import Error

_HEAD = re.compile(r"(.*?)(?: \[([^\]]*)\])?\Z")


def _numbers(texts: list[str]) -> Any:
    """An array of doubles, nan where nothing stands; where a text is no number, the texts."""
    try:
        values = array("d", [float(text.removesuffix(" SI") or "nan") for text in texts])
    except ValueError:
        return texts
    try:
        import numpy
    except ImportError:
        return values
    return numpy.array(values)


def as_array(values: list[float]) -> Any:
    """Doubles as an array, of NumPy where that is installed."""
    try:
        import numpy
    except ImportError:
        return array("d", values)
    return numpy.array(values, dtype=float)


class Columns:
    """A table by columns, in SI; a column is an item or an attribute."""

    name = ""
    # Of a table that could not be made, which a debugger may still show.
    _columns: Mapping[str, Any] = MappingProxyType({})
    units: Mapping[str, str] = MappingProxyType({})

    def __init__(self, columns: list[tuple[str, str, Any]]):
        self._columns = {name: values for name, _, values in columns}
        self.units = {name: unit for name, unit, _ in columns}

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self._columns)

    def __getitem__(self, name: str) -> Any:
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f"{self.name} has no column '{name}'; there are {', '.join(self._columns)}") from None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._columns:
            raise AttributeError(f"there is no column '{name}'")
        return self._columns[name]

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __dir__(self):
        return [*super().__dir__(), *self._columns]

    def label(self, name: str) -> str:
        """A column with its unit, for an axis."""
        _ = self[name]  # one that is not there is told with those that are
        unit = self.units[name]
        words = name.replace("_", " ")
        return words if unit == "1" else f"{words} [{unit}]"

    def to_pandas(self) -> Any:
        """A pandas DataFrame; its attrs["units"] are the units."""
        import pandas  # type: ignore[import]

        frame = pandas.DataFrame(dict(self._columns))
        frame.attrs["units"] = dict(self.units)
        return frame

    def plot(self, *columns: str, x: str | None = None, axes: Any = None, **named: Any) -> Any:
        """Columns over `x`, by default all numbers over the first column, in matplotlib; gives the axes.

        Columns with an error beside them (NAME_error) get a band. Columns of different units get axes of their own, one below
        another; `axes` draws on what is given.
        """
        from matplotlib import pyplot  # type: ignore[import]

        for name in (*columns, *([x] if x else [])):
            _ = self[name]  # one that is not there is told with those that are
        x = x or self.columns[0]
        wanted = list(columns) or [name for name in self.columns if name != x and not name.endswith("_error")]
        wanted = [name for name in wanted if columns or not isinstance(self[name], list)]
        units = list(dict.fromkeys(self.units[name] for name in wanted))
        if axes is None:
            _, made = pyplot.subplots(len(units), sharex=True, squeeze=False, figsize=(7, 2.2 + 2 * len(units)))
            of_unit = dict(zip(units, made[:, 0]))
        else:
            of_unit = dict.fromkeys(units, axes)
        for name in wanted:
            to = of_unit[self.units[name]]
            (line,) = to.plot(self[x], self[name], **{"label": name.replace("_", " "), **named})
            if f"{name}_error" in self:
                error = self[f"{name}_error"]
                to.fill_between(self[x], self[name] - error, self[name] + error, color=line.get_color(), alpha=0.2)
        for unit, to in of_unit.items():
            alone = [name for name in wanted if self.units[name] == unit]
            to.set_ylabel(self.label(alone[0]) if len(alone) == 1 else f"[{unit}]")
            if len(alone) > 1:
                to.legend(fontsize="small")
        list(of_unit.values())[-1].set_xlabel(self.label(x))
        return axes if axes is not None else list(of_unit.values())[0] if len(units) == 1 else list(of_unit.values())

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {', '.join(self.columns)}>"


class MemoryTable(Columns):
    """A table that a probe has measured in memory."""

    def __init__(self, name: str, columns: list[tuple[str, str, Any]]):
        super().__init__(columns)
        self.name = name


class CsvTable(Columns):
    """A table that a run, a sweep or a fit has left; a column is an item or an attribute, in SI.

    >>> table = run.probe("profile")     # doctest: +SKIP
    >>> table["velocity_x"], table.units["velocity_x"]  # doctest: +SKIP
    """

    def __init__(self, path: str | os.PathLike[str]):
        self.path = os.fspath(path)
        try:
            with open(self.path, newline="", encoding="utf-8") as file:
                lines = list(csv.reader(line for line in file if not line.startswith("#")))
        except OSError as error:
            raise Error((self.path, f"cannot be read: {error.strerror}", ""), "input/output error") from None
        if not lines:
            raise Error((self.path, "is empty", "give a table with a line that names its columns"))
        heads = [_HEAD.fullmatch(head) for head in lines[0]]
        names = [match[1] if match else "" for match in heads]
        rows = [line for line in lines[1:] if len(line) == len(names)]  # a run at work may be writing the last one
        columns = zip(*rows) if rows else [()] * len(names)
        units = [(match[2] or "1") if match else "1" for match in heads]
        super().__init__([(name, unit, _numbers(list(texts))) for name, unit, texts in zip(names, units, columns)])
        self.name = os.path.splitext(os.path.basename(self.path))[0]

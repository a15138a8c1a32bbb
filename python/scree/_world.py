"""Worlds: the grains, walls and laws of a case, which take steps."""

from __future__ import annotations

import os
from array import array
from typing import Any, Callable, NamedTuple

from . import _core
from ._case import Case, Source, as_case
from ._frame import Column, Frame


class Domain(NamedTuple):
    """Corners of the domain, m, and along which axes what leaves comes back."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]
    periodic: tuple[bool, bool, bool]


Watch = Callable[["World"], Any]


class World(_core.World):
    """Grains, walls and laws of a case, at time 0.

    `case` is a Case or what makes one. `threads`: None takes all cores, but none for fewer than 4000 balls; results have the same
    bits for any number, and for any number of `parts`. A world is used by one thread at a time; different worlds step at the same
    time in different threads.
    """

    def __init__(
        self,
        case: Case | Source,
        threads: int | None = None,
        parts: int = 1,
        *,
        snapshot: str | os.PathLike[str] | None = None,
    ):
        self._case = as_case(case)
        named = {} if snapshot is None else {"snapshot": snapshot}
        super().__init__(self._case, threads, parts, **named)

    @classmethod
    def load(
        cls, case: Case | Source, path: str | os.PathLike[str], threads: int | None = None, parts: int = 1
    ) -> World:
        """The world as it was saved, to the bit. The case may differ in what a branch may change (docs/program.md)."""
        return cls(case, threads, parts, snapshot=path)

    @property
    def case(self) -> Case:
        """The case it was made of."""
        return self._case

    @property
    def domain(self) -> Domain:
        """Corners of the domain, m, and along which axes it is periodic."""
        return Domain(*super().domain)

    @property
    def materials(self) -> list[str]:
        """Names of the materials; columns have their indices."""
        return self.names_of(_core.MATERIALS)

    @property
    def shapes(self) -> list[str]:
        """Names of the shapes."""
        return self.names_of(_core.SHAPES)

    @property
    def sets(self) -> list[str]:
        """Names of the sets of grains, streams behind them."""
        return self.names_of(_core.SETS)

    @property
    def walls(self) -> list[str]:
        """Names of the walls, the planes of the domain first."""
        return self.names_of(_core.WALL_NAMES)

    @property
    def columns(self) -> list[str]:
        """Names of the columns of the state; not every world keeps all of them."""
        return _core.column_names(_core.STATE)

    def describe(self, name: str) -> Column:
        """Type, width, unit and meaning of a column of the state."""
        return Column(*super().describe(name))

    def frame(self) -> Frame:
        """What is seen now, by id, in memory of its own."""
        return Frame(self)

    def run(self, watch: Watch | None = None) -> int:
        """Steps on to the end of the run of the case, through its stages; how many were taken."""
        if self.stage is None:
            return self.step(max(0, self.last_step - self.steps), watch)
        taken = 0
        while not self.over:
            now = self.step(1)
            taken += now
            if now == 0 or (watch is not None and watch(self)):
                break
        return taken

    def write(self, column: str, values: Any, ids: Any = None) -> None:
        """Gives grains of one ball another "velocity" (m/s) or "spin" (rad/s) of the current time.

        `values` is an array or a list of rows of three, `ids` those of the grains; without them it is all balls in the order of
        ids. Springs feel nothing of it at once, and the ledger counts the energy as added.
        """
        self.write_rows(column, _plain(values, "d", 3), None if ids is None else _plain(ids, "q", 1))

    def __reduce__(self):
        raise TypeError("a world does not travel; save it, and load the snapshot there")

    def __repr__(self) -> str:
        return f"<scree.World at {self.time:.6g} s: {self.grain_count} grains>"


def _plain(values: Any, format: str, width: int) -> Any:
    """A plain buffer of doubles or 64-bit integers."""
    if hasattr(values, "__array__"):
        import numpy

        wanted = numpy.float64 if format == "d" else numpy.int64
        if format == "q" and not numpy.issubdtype(values.dtype, numpy.integer):
            raise TypeError(f"ids are whole numbers, not {values.dtype}")
        if width > 1 and (values.ndim != 2 or values.shape[1] != width):
            raise ValueError(f"an array of shape {values.shape} is not rows of {width}")
        return numpy.ascontiguousarray(values, dtype=wanted)
    if isinstance(values, (array, memoryview)):
        return values
    rows = [values] if width == 1 else values
    for row in rows:
        if width > 1 and len(row) != width:
            raise ValueError(f"a row of {len(row)} numbers is not one of {width}")
    return array(format, [number for row in rows for number in row])

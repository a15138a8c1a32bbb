"""Worlds: the grains, walls and laws of a case, which take steps."""

from __future__ import annotations

import math
import os
import sys
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from . import _core
from ._buffers import copy_of, ids_from, ids_of, is_single, rows_of
from ._calls import Calling
from ._case import Case, Source, _text_of, as_case
from ._errors import Error
from ._fixed import Fixed
from ._frame import Column, Frame
from ._picture import Picture, fields_of, file_of
from ._query import Query
from ._table import MemoryTable
from ._text import in_si, number_of, truth_of
from ._walls import WallsOfWorld


class Domain(NamedTuple):
    """Corners of the domain, m, and along which axes what leaves comes back."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]
    periodic: tuple[bool, bool, bool]


class LiveProbe(_core.Probe):
    """A probe of the case, sampled when Python says so: world.probe("flow"), .sample(), .table()."""

    def __init__(self, world: World, name: str):
        super().__init__(world, name)
        self.name = name

    def table(self) -> MemoryTable:
        """What was measured so far, a copy; of a probe that averages the means of its samples."""
        self.finish()
        columns: list[tuple[str, str, Any]] = []
        while (column := self._column_at(len(columns))) is not None:
            columns.append((column[0], column[1] or "1", copy_of(column[2])))
        return MemoryTable(self.name, columns)


Watch = Callable[["World"], Any]


class World(Fixed, Calling):
    """Grains, walls and laws of a case, at time 0.

    `case` is a Case or what makes one. `threads`: None takes all cores, but none for fewer than 4000 balls; results have the same
    bits for any number, and for any number of `parts`. A world is used by one thread at a time; different worlds step at the same
    time in different threads.
    """

    _remedy = "write, push, add, change, walls[...].move change a world; another case is World(case.changed({...}))"

    def __init__(
        self,
        case: Case | Source,
        threads: int | None = None,
        parts: int = 1,
        *,
        snapshot: str | os.PathLike[str] | bytes | None = None,
    ):
        self._case = as_case(case)
        if threads is None and any(law.alone for law in self._case.laws):
            threads = 1
        if snapshot is None:
            super().__init__(self._case, threads, parts)
        elif isinstance(snapshot, (bytes, bytearray, memoryview)):
            super().__init__(self._case, threads, parts, memory=bytes(snapshot))
        else:
            super().__init__(self._case, threads, parts, snapshot=snapshot)

    @classmethod
    def load(
        cls, case: Case | Source, path: str | os.PathLike[str] | bytes, threads: int | None = None, parts: int = 1
    ) -> World:
        """The world as it was saved, to the bit, from a file or from the bytes of `save_bytes`.

        The case may differ in what a branch may change (docs/program.md).
        """
        return cls(case, threads, parts, snapshot=path)

    def copy(self) -> World:
        """The same world once more, to the bit; both go their own ways."""
        return World(self._case, self.threads, snapshot=self.save_bytes())

    def save_run(self, folder: str | os.PathLike[str]) -> None:
        """Writes what the program goes on from to a folder, which is made where it is not there: case.yaml, as it is run, and snapshot.h5.

        `scree resume FOLDER` goes on to the bit, `scree view FOLDER` shows it. A snapshot that stood there becomes snapshot.h5.previous. Refused: a
        folder with another case.
        """
        path = os.path.join(folder, "case.yaml")
        text = self._case._as_run()
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(path) and _text_of(path) != text:
            raise Error((path, "is another case than that of the world", "choose another folder"), "bad input")
        self.save(os.path.join(folder, "snapshot.h5"))
        self._case._write_text(path, text)

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
        return self._names_of(_core.MATERIALS)

    @property
    def shapes(self) -> list[str]:
        """Names of the shapes."""
        return self._names_of(_core.SHAPES)

    @property
    def sets(self) -> list[str]:
        """Names of the sets of grains, streams behind them."""
        return self._names_of(_core.SETS)

    @property
    def walls(self) -> WallsOfWorld:
        """The walls by name, the planes of the domain first: world.walls["lid"].pose."""
        return WallsOfWorld(self)

    @property
    def columns(self) -> list[str]:
        """Names of the columns of the state; not every world keeps all of them."""
        return _core.column_names(_core.STATE)

    def describe(self, name: str) -> Column:
        """Type, width, unit and meaning of a column of the state."""
        return Column(*super().describe(name))

    if not TYPE_CHECKING:  # a checker of types finds names that are not there by itself

        def __getattr__(self, name: str) -> Any:
            what = f"a world has no '{name}'"
            if name in _core.column_names(_core.BALLS):
                what += f"; world.frame().{name} is what is seen of the balls"
            raise AttributeError(what)

    def frame(self) -> Frame:
        """What is seen now, by id, in memory of its own."""
        return Frame(self)

    def glance(self) -> Frame:
        """A short look, for a small part of a step: where balls and walls are and how fast balls go, in the order of memory (`id`).

        Velocities are those half a step before the positions. Forces, contacts and the ledger are not looked at, and refused.
        """
        return Frame(self, glance=True)

    def step_until(self, time: float, watch: Watch | None = None) -> int:
        """Steps on to the first step whose time (s) is not before `time`, as `step` does."""
        return super().step_until(number_of(time, "s"), watch)

    def run(self, watch: Watch | None = None) -> int:
        """Steps on to the end of the run of the case, through its stages; how many were taken."""
        if self.stage is None:
            return self.step(max(0, self.last_step - self.steps), watch)
        taken = 0
        while not self.over:
            now = self.step(1)
            taken += now
            if now == 0 or self._stopped or (watch is not None and watch(self)):
                break
        return taken

    def every(self, period: float, until: float | None = None) -> Iterator[World]:
        """Steps from one multiple of a period (s) to the next, and gives the world at each, now included.

        It goes on to the time `until`; without it to the end of the run, where the world is given last. It ends where a call of `at` or `when` ends the steps.

        >>> heights = [w.frame().position[:, 2].mean() for w in world.every(0.01, until=0.5)]  # doctest: +SKIP
        """
        period = number_of(period, "s")
        until = None if until is None else number_of(until, "s")
        if not period > 0:
            raise ValueError(f"a period of {period} s has no end; give one above 0")
        yield self
        end = math.inf if until is None else until
        count = math.floor(self.time / period * (1 + 1e-12)) + 1
        while count * period <= end * (1 + 1e-12) and not (until is None and self.over):
            if until is None:
                self._step_within_run(count * period)
            else:
                self.step_until(count * period)
            if self._stopped:
                return
            yield self
            count += 1

    def _step_within_run(self, time: float) -> None:
        """Steps on to a time, or to the end of the run where that comes first."""
        if self.stage is None:
            _ = self.step_until(time) if time <= self.last_step * self.step_size else self.run()
            return
        while not self.over and self.time < time - 1e-12 * self.step_size:  # a stage may end with any step
            self.step(1)
            if self._stopped:
                return

    def write(self, column: str, values: Any, ids: Any = None) -> None:
        """Gives grains another "velocity" (m/s), of their centre of mass, or "spin" (rad/s) of the current time.

        `values` is an array or a list of rows of three, `ids` those of the grains, of several balls that of the first; without them it is all grains in
        the order of ids. Springs feel nothing of it at once, and the ledger counts the energy as added.
        """
        self._write_rows(column, rows_of(values, 3, None, {"velocity": "m/s", "spin": "rad/s"}.get(column)), None if ids is None else ids_of(ids))

    def push(self, forces: Any, ids: Any = None) -> None:
        """Gives grains a force on their centre of mass, N, until they are given another one: rows of three, or one row for all of `ids`.

        The case has forces: {NAME: {law: given}}. Without `ids` it is all grains in the order of ids.
        """
        self._give_rows(self._push_rows, forces, ids, "kg*m/s^2")

    def turn(self, moments: Any, ids: Any = None) -> None:
        """Gives grains a moment about their centre of mass, N m, beside the forces of `push` and in the same way."""
        self._give_rows(self._turn_rows, moments, ids, "kg*m^2/s^2")

    def _give_rows(self, give: Callable[[Any, Any], None], rows: Any, ids: Any, unit: str) -> None:
        if ids is None:
            give(rows_of(rows, 3, self.grain_count, unit), None)
            return
        of = ids_of(ids)
        give(rows_of(rows, 3, memoryview(of).nbytes // 8, unit), of)

    def add(
        self, set: str, position: Any, *, radius: Any = None, velocity: Any = None, spin: Any = None, orientation: Any = None
    ) -> Any:
        """Adds grains of a set or stream of the case, which says shape and material, all of them or none; gives their ids.

        `position` (m) is one place or an array of them (grains x 3); radius (m, of balls; by default that of the shape), velocity
        (m/s), spin (rad/s) and orientation (quaternion w, x, y, z) are one for all or as many. Grains are checked as those of a
        case; the ledger counts their energy as added.
        """
        position = in_si(position, "m")
        places = rows_of(position, 3)
        count = memoryview(places).nbytes // 24
        given = [
            None if of is None else rows_of(of, width, count, unit)
            for of, width, unit in ((radius, 1, "m"), (orientation, 4, "1"), (velocity, 3, "m/s"), (spin, 3, "rad/s"))
        ]
        ids = self._add_rows(set, places, *given)
        if is_single(position):
            return int.from_bytes(ids, sys.byteorder)
        return ids_from(ids)

    def remove(self, ids: Any) -> None:
        """Removes grains by their ids, with their contacts, all of them or none; the ledger counts their energy as removed."""
        self._remove_rows(ids_of(ids))

    def change(
        self,
        ids: Any,
        *,
        position: Any = None,
        orientation: Any = None,
        velocity: Any = None,
        spin: Any = None,
        fixed: bool | None = None,
        material: str | None = None,
        set: str | None = None,
    ) -> None:
        """Changes grains by their ids, all of them or none: where they are, whether they are fixed, of which set or material they are.

        Rows of numbers are one for each grain, or one for all. `material` finds the set of the same shape with it. Grains begin their contacts
        anew; what is not told stays. The ledger counts what they were as removed and what they are as added.
        """
        of = ids_of(ids)
        count = memoryview(of).nbytes // 8
        given = ((position, 3, "m"), (orientation, 4, "1"), (velocity, 3, "m/s"), (spin, 3, "rad/s"))
        told = [None if one is None else rows_of(one, width, count, unit) for one, width, unit in given]
        hold = 0 if fixed is None else 1 if truth_of(fixed, "fixed") else 2
        self._become_rows(of, told[0], told[1], told[2], told[3], set, material, hold)

    def share(self, by: str | None = "clock", every: float = 1 / 60, glance: bool = False) -> None:
        """From now on steps share frames with other threads, which get the newest one by `shared_frame` while steps are taken.

        `by` "clock": one every so many seconds of the clock; "time": of the time of the world; "call": one at the end of each call that
        takes steps; None: no more. `glance`: they are short looks, as of World.glance.
        """
        paces = {"call": 0, "time": 1, "clock": 2, None: -1}
        if by not in paces:
            raise ValueError(f"frames are shared by 'clock', 'time' or 'call', not by {by!r}")
        self._share_glances(truth_of(glance, "glance"))
        self._share(paces[by], number_of(every, "s"))
        self._names_of_walls = list(self.walls)

    def shared_frame(self) -> Frame | None:
        """The newest frame that `share` has put, at any time and from any thread, without waiting; None: it shares none.

        It stays as it is while somebody has it. Names of walls are those of when no steps were taken last.
        """
        frame = self._shared(Frame)
        if frame is None:
            return None
        try:
            self._names_of_walls = list(self.walls)
        except RuntimeError:
            pass  # steps are taken
        frame._walls = getattr(self, "_names_of_walls", [])
        return frame

    def probe(self, name: str) -> LiveProbe:
        """The probe of that name in the case, with nothing measured yet."""
        return LiveProbe(self, name)

    def give(self, name: str, function: Callable[[Frame], float] | None) -> None:
        """Who gives the number of the probe `name`, of a case with probes: {name: {law: given, unit: J}}; None: nobody.

        `function` is called with a frame at each look of a condition (until: 'name.value > 3 J') and each sample, and gives the number
        in SI. What it raises ends the steps. A world that is loaded, copied or pickled is to be given it again.
        """
        if function is not None and not callable(function):
            raise TypeError("give takes a function of a frame, or None")
        numbers = {**getattr(self, "_numbers", {}), name: None if function is None else self._asking(function)}
        self._give(name, Frame, numbers[name])
        self._numbers = numbers

    def _asking(self, function: Callable[[Frame], float]) -> Callable[[Frame], float]:
        world = weakref.proxy(self)

        def ask(frame: Frame) -> float:
            frame._walls = list(world.walls)
            return number_of(function(frame), None)

        return ask

    def query(self) -> Query:
        """Questions about space to the world as it is now: who is in a box, what a ray meets, which grain is nearest, what touches."""
        return Query(self)

    def picture(self, **named: Any) -> Picture:
        """The world as it is now, drawn: view="front", colour="force", cut="y=5 mm", force_chains=True, size=(1280, 720), dark=True, ...

        as Run.picture has them. `walls` are the wall maps of its probes.
        """
        return Picture(self._draw(fields_of(named)))

    def vtk(self, what: str = "bodies") -> bytes:
        """What a run writes of a frame, for ParaView: "bodies", "shapes", "contacts" or "walls", as a .vtp file in memory."""
        return self._vtk(file_of(what))

    def __reduce__(self):
        return _revived, (self._case, self.threads, self.save_bytes())

    def __repr__(self) -> str:
        try:
            return f"<scree.World at {self.time:.6g} s: {self.grain_count} grains>"
        except RuntimeError as error:  # another thread takes its steps, or it was never made
            return f"<scree.World: {error}>"


def _revived(case: Case, threads: int, snapshot: bytes) -> World:
    """A world that has come from another process."""
    return World(case, threads, snapshot=snapshot)

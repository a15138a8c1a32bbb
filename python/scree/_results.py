"""What a run has left in its folder: tables of probes, frames, fields, pictures, the state at its end."""

from __future__ import annotations

import functools
import glob
import math
import os
import re
from collections.abc import Sequence
from typing import Any, overload

from . import _core
from ._case import Case
from ._errors import Error, json_of
from ._picture import Picture, fields_of, quantity
from ._table import Columns, CsvTable, MemoryTable, as_array
from ._text import number_of
from ._vtk import VtkFile
from ._world import World

_SPELT = {"spin": "angular_velocity", "a": "id_a", "b": "id_b"}


class FileTable:
    """A table of a frame of a run; columns are attributes or items."""

    def __init__(self, path: str, place: str, missing: str):
        if not os.path.exists(path):
            raise Error((path, "was not written", missing))
        self._file = VtkFile(path)
        self._place = place

    def __getitem__(self, name: str) -> Any:
        if name == "position" and self._place == "point":
            return self._file.array("points", "points")
        spelt = _SPELT.get(name, name)
        if spelt not in self._file.names(self._place):
            raise KeyError(f"{self._file.path} has no column '{name}'; there are {', '.join(self.columns)}")
        return self._file.array(self._place, spelt)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        back = {spelt: name for name, spelt in _SPELT.items()}
        first = ["position"] if self._place == "point" else []
        return first + [back.get(name, name) for name in self._file.names(self._place)]

    def __dir__(self):
        return [*super().__dir__(), *self.columns]

    def __repr__(self) -> str:
        return f"<{', '.join(self.columns)}>"


class RunWall(dict):
    """A wall of a frame of a run; columns are items or attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no column '{name}'; there are {', '.join(self)}") from None

    def __dir__(self):
        return [*super().__dir__(), *self]


class RunFrame(FileTable):
    """A frame of a run: frame.position, frame.velocity, ... of grains, frame.contacts, frame.time, frame.ledger."""

    def __init__(self, run: Run, path: str):
        super().__init__(path, "point", "the case writes frames with output: {every: 10 ms, bodies: true}")
        self._path = path

    @property
    def time(self) -> float:
        """Time, s."""
        return self._file.time

    @property
    def steps(self) -> int:
        """Steps taken until then."""
        return int(self._file.array("field", "step")[0])

    @property
    def ledger(self) -> dict[str, float]:
        """Energies, works and losses, J."""
        return dict(zip(_core.column_names(_core.LEDGER), self._file.array("field", "ledger")))

    @property
    def contacts(self) -> FileTable:
        """Contacts, of a run with output: {contacts: true}."""
        return FileTable(self._beside("contacts"), "cell", "the case writes contacts with output: {contacts: true}")

    @property
    def walls(self) -> dict[str, RunWall]:
        """Walls by name, each with position, force, torque, ..., of a run with output: {walls: true}."""
        path = self._beside("walls")
        if not os.path.exists(path):
            raise Error((path, "was not written", "the case writes walls with output: {walls: true}"))
        file = VtkFile(path)
        columns = {name[5:]: file.array("field", name) for name in file.names("field") if name.startswith("wall_")}
        absent = columns.pop("absent", None)
        return {
            name: RunWall((column, values[i] if values.ndim == 1 or hasattr(values, "dtype") else values.tolist()[i]) for column, values in columns.items())
            for i, name in enumerate(file.words("names"))
            if absent is None or not absent[i]
        }

    def _beside(self, kind: str) -> str:
        folder, name = os.path.split(self._path)
        return os.path.join(folder, name.replace("bodies_", kind + "_", 1))

    def __len__(self) -> int:
        return len(self["id"])

    def __repr__(self) -> str:
        return f"<frame at {self.time:.6g} s: {len(self)} balls>"


class Frames(Sequence):
    """The frames of a run in the order of time; each is read when it is asked for."""

    def __init__(self, run: Run):
        self._run = run
        self._paths = _numbered(os.path.join(glob.escape(run.folder), "bodies_*.vtp"))

    def __len__(self) -> int:
        return len(self._paths)

    @overload
    def __getitem__(self, index: int) -> RunFrame: ...
    @overload
    def __getitem__(self, index: slice) -> list[RunFrame]: ...
    def __getitem__(self, index):
        if isinstance(index, slice):
            return [RunFrame(self._run, path) for path in self._paths[index]]
        return RunFrame(self._run, self._paths[index])

    @functools.cached_property
    def times(self) -> list[float]:
        """The times of all, s."""
        return [frame.time for frame in self]

    def at(self, time: float) -> RunFrame:
        """The frame that is nearest to a time, s."""
        if not self._paths:
            raise Error((self._run.folder, "has no frames", "the case writes them with output: {every: 10 ms, bodies: true}"))
        wanted = number_of(time, "s")
        if math.isnan(wanted):
            raise ValueError("no frame is nearest to a time that is no number")
        nearest = min(range(len(self)), key=lambda index: abs(self.times[index] - wanted))
        return self[nearest]

    def __repr__(self) -> str:
        return f"<{len(self)} frames of {self._run.folder}>"


def _numbered(pattern: str) -> list[str]:
    """Files in the order of the number at the end of their name."""
    return sorted(glob.glob(pattern), key=lambda path: int("0" + re.sub(r".*?(\d*)\.\w+\Z", r"\1", path)))


class Grid:
    """A field on a grid: columns are arrays (z, y, x) and more for vectors and tensors."""

    def __init__(self, path: str):
        self._file = VtkFile(path)
        self.cells, self.corner, self.spacing = self._file.image

    @property
    def time(self) -> float:
        """Time, s."""
        return self._file.time

    @property
    def columns(self) -> list[str]:
        """Names of the fields."""
        return self._file.names("cell")

    def centres(self, axis: int) -> list[float]:
        """Middles of the cells along x (0), y (1) or z (2), m."""
        return [self.corner[axis] + (i + 0.5) * self.spacing[axis] for i in range(self.cells[axis])]

    def __getitem__(self, name: str) -> Any:
        values = self._file.array("cell", name)
        if not hasattr(values, "reshape"):
            return values
        return values.reshape(*self.cells[::-1], *values.shape[1:])

    def to_xarray(self) -> Any:
        """An xarray Dataset with the dimensions z, y, x; vectors have `component`, tensors `pair` besides."""
        import xarray  # type: ignore[import]

        places: dict[str, list] = {axis: self.centres(i) for i, axis in enumerate("xyz")}
        ends = {3: ("component", list("xyz")), 6: ("pair", ["xx", "yy", "zz", "xy", "yz", "xz"])}
        data = {}
        for name in self.columns:
            values = self[name]
            more = []
            if values.ndim == 4:
                more, places[ends[values.shape[3]][0]] = [ends[values.shape[3]][0]], ends[values.shape[3]][1]
            data[name] = (["z", "y", "x", *more], values)
        made = xarray.Dataset(data, coords=places, attrs={"time": self.time})
        for axis in "xyz":
            made[axis].attrs["units"] = "m"
        return made

    def __repr__(self) -> str:
        return "<grid of {} x {} x {} cells: {}>".format(*self.cells, ", ".join(self.columns))


class Probe(CsvTable):
    """The table of a probe, and where it measures fields, their grids."""

    @property
    def grid(self) -> Grid:
        """The means of a probe of the law `fields`, on their grid."""
        return Grid(os.path.splitext(self.path)[0] + ".vti")

    @property
    def grids(self) -> list[Grid]:
        """The samples of a probe of the law `field-series`, in the order of time."""
        base = os.path.splitext(self.path)[0]
        return [Grid(path) for path in _numbered(glob.escape(base) + "_[0-9]*.vti")]

    def to_xarray(self) -> Any:
        """Fields as an xarray Dataset, a series with the dimension `time`; another table over its first column."""
        import xarray  # type: ignore[import]

        if os.path.exists(os.path.splitext(self.path)[0] + ".vti"):
            made = self.grid.to_xarray()
        elif self.grids:
            grids = self.grids
            made = xarray.concat([grid.to_xarray() for grid in grids], "time", combine_attrs="drop")
            return made.assign_coords(time=[grid.time for grid in grids])
        else:
            first = self.columns[0]
            made = xarray.Dataset({name: (first, self[name]) for name in self.columns[1:]}, coords={first: self[first]})
        for name in made.variables:
            unit = next((self.units[end] for end in (name, f"{name}_x", f"{name}_xx") if end in self.units), None)
            if unit:
                made[name].attrs["units"] = unit
        return made


class Run:
    """The folder of a run, or of one that is at work."""

    def __init__(self, folder: str | os.PathLike[str]):
        self.folder = os.fspath(folder)
        if not os.path.isfile(os.path.join(self.folder, "case.yaml")):
            raise Error((self.folder, "is no folder of a run", "give the folder that `scree run` has written (--out)"))

    def path(self, *names: str) -> str:
        """The path of a file in the folder."""
        return os.path.join(self.folder, *names)

    @property
    def info(self) -> dict[str, Any]:
        """How it ended: time, steps, energies, state hash, speed (summary.json); empty while it is at work."""
        try:
            return json_of(self.path("summary.json"))
        except FileNotFoundError:
            return {}

    @property
    def case(self) -> Case:
        """The case with all defaults."""
        return Case(self.path("case.yaml"))

    @property
    def probes(self) -> list[str]:
        """Names of the probes that have written something."""
        return sorted(os.path.basename(path)[:-4] for path in glob.glob(glob.escape(self.path("probes")) + "/*.csv"))

    def probe(self, name: str) -> Probe:
        """What a probe has measured."""
        path = self.path("probes", name + ".csv")
        if not os.path.exists(path):
            raise Error((path, "was not written", f"there are {', '.join(self.probes) or 'no probes'}"))
        return Probe(path)

    def pair(self, y: str, x: str) -> Columns:
        """One column of a probe beside one of another, "PROBE.COLUMN" both, in the rows of the same time (or of the same first column).

        >>> run.pair("sample.q", "strain.yy")     # doctest: +SKIP
        """
        tables, columns = [], []
        for wanted in (x, y):
            name, dot, column = wanted.partition(".")
            if not dot:
                raise Error((wanted, "is no column of a probe", "write PROBE.COLUMN, as sample.q"))
            table = self.probe(name)
            if column not in table:
                raise Error((wanted, f"{name} has no column '{column}'", f"there are {', '.join(table.columns)}"))
            tables.append(table)
            columns.append((wanted, table.units[column], dict(zip(table[table.columns[0]], table[column]))))
        key, other = (table.columns[0] for table in tables)
        if key != other:
            raise Error((f"{y} over {x}", f"{y} stands over {other}, {x} over {key}", "take two columns over the same, as over time"))
        of_both = [place for place in tables[0][key] if place in columns[1][2]]
        numbers = [(name, unit, as_array([of[place] for place in of_both])) for name, unit, of in columns]
        return MemoryTable(f"{y} over {x}", [(key, tables[0].units[key], as_array(of_both)), *numbers])

    def plot(self, y: str, x: str, axes: Any = None, **named: Any) -> Any:
        """One column of a probe over one of another in matplotlib, as stress over strain; gives the axes.

        >>> run.plot("sample.q", "strain.yy")     # doctest: +SKIP
        """
        return self.pair(y, x).plot(y, x=x, axes=axes, **named)

    @property
    def solver(self) -> CsvTable:
        """What the nonsmooth solver did (solver.csv)."""
        if not os.path.exists(self.path("solver.csv")):
            raise Error((self.path("solver.csv"), "was not written", "runs with solver: nonsmooth write it"))
        return CsvTable(self.path("solver.csv"))

    @property
    def frames(self) -> Frames:
        """The frames, of a case with output: {every: ...}."""
        return Frames(self)

    @property
    def log(self) -> str:
        """What happened when."""
        with open(self.path("log.txt"), encoding="utf-8") as file:
            return file.read()

    def world(self, threads: int | None = None) -> World:
        """The world at the end, or at the last snapshot, to go on with."""
        return World.load(self.case, self.path("snapshot.h5"), threads)

    def picture(self, at: float | str | None = None, **named: Any) -> Picture:
        """A moment drawn: the frame nearest to `at` (s), the last one by default.

        view="front" or a direction, colour="force", range=(0, 2), cut="y=5 mm", force_chains=True, size=(1280, 720),
        title="...", dark=True, as `scree picture` has them (docs/afterwards.md).
        """
        time = None if at is None else quantity(at)
        return Picture(_core.folder_picture(self.folder, time, fields_of(named)))

    def report(self) -> str:
        """Writes report.html, one page on the run (docs/report.md); gives its path."""
        from ._program import call

        call(["report", self.folder])
        return self.path("report.html")

    def _repr_png_(self) -> bytes | None:
        try:
            with open(self.path("picture.png"), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def __repr__(self) -> str:
        info = self.info
        return f"<run {self.folder}: {info['status']} at {info['time']:.6g} s>" if info else f"<run {self.folder}>"


def read(folder: str | os.PathLike[str]) -> Run:
    """The results of a run: scree.read("out").probe("profile").plot()."""
    return Run(folder)


"""Frames: what is seen of a world at one instant, as tables of columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._errors import Error
from ._fixed import Fixed
from ._picture import Picture, fields_of, file_of
from ._text import truth_of

if TYPE_CHECKING:
    from ._world import World


class Column(NamedTuple):
    """What a column holds."""

    type: str
    width: int
    unit: str
    doc: str


class Table:
    """A table of a frame: a column is an attribute, or an item by its name.

    Columns are NumPy arrays that can be read and not written, without a copy; memoryviews where there is no NumPy. They live on
    with the memory of their frame.
    """

    __slots__ = ("_frame", "_table")

    def __init__(self, frame: Frame, table: int):
        self._frame = frame
        self._table = table

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self._frame._column_of(self._table, name)
        except Error as error:
            raise AttributeError(str(error)) from None

    def __getitem__(self, name: str) -> Any:
        return self._frame._column_of(self._table, name)

    @property
    def columns(self) -> list[str]:
        """Names of the columns that this frame has."""
        names = []
        for name in _core.column_names(self._table):
            try:
                self._frame._describe(self._table, name)
            except Error:
                continue  # orientations that are not followed
            names.append(name)
        return names

    def describe(self, name: str) -> Column:
        """Type, width, unit and meaning of a column."""
        return Column(*self._frame._describe(self._table, name))

    def unit(self, name: str) -> str:
        """The unit of a column: "m/s"; "1" for plain numbers."""
        return self.describe(name).unit

    def __len__(self) -> int:
        return self._frame._rows(self._table, _core.column_names(self._table)[0])

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __dir__(self):
        return [*super().__dir__(), *self.columns]

    def array(self) -> Any:
        """All columns as one structured NumPy array, a copy: frame.contacts.array()["overlap"]."""
        import numpy

        described = [(name, self.describe(name)) for name in self.columns]
        kinds = [(name, of.type, (of.width,)) if of.width > 1 else (name, of.type) for name, of in described]
        rows = numpy.empty(len(self), dtype=kinds)
        for name, _ in described:
            rows[name] = self._whole(name)
        return rows

    def _whole(self, name: str) -> Any:
        """A column with all its rows, also of tables whose items are those of their one row."""
        return self._frame._column_of(self._table, name)

    def to_pandas(self) -> Any:
        """A pandas DataFrame, a copy; a vector becomes columns name_x, name_y, name_z, other widths name_0, name_1, ..."""
        import numpy
        import pandas  # type: ignore[import]

        data = {}
        for name in self.columns:
            values = numpy.array(self._whole(name))
            if values.ndim == 1:
                data[name] = values
                continue
            ends = "xyz" if values.shape[1] == 3 else range(values.shape[1])
            data.update({f"{name}_{end}": values[:, i] for i, end in enumerate(ends)})
        return pandas.DataFrame(data)

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {', '.join(self.columns)}>"


class Row:
    """One row of a table; columns are attributes, or items by their names."""

    __slots__ = ("_of", "_index")

    def __init__(self, of: Table, index: int):
        self._of = of
        self._index = index

    def __getattr__(self, name: str) -> Any:
        column = getattr(self._of, name)
        if column.ndim == 1 or hasattr(column, "dtype"):
            return column[self._index]
        return tuple(column[self._index, i] for i in range(column.shape[1]))  # a memoryview

    def __getitem__(self, name: str) -> Any:
        if name not in self._of.columns:
            raise KeyError(f"there is no column '{name}'; there are {', '.join(self._of.columns)}")
        return getattr(self, name)

    def __dir__(self):
        return [*super().__dir__(), *self._of.columns]

    def __repr__(self) -> str:
        return ", ".join(f"{name}={getattr(self, name)}" for name in self._of.columns)


class Walls(Table):
    """Where walls are and what grains do to them; frame.walls["lid"].force is that of one wall."""

    __slots__ = ("names",)

    def __init__(self, frame: Frame, names: list[str]):
        super().__init__(frame, _core.WALLS)
        self.names = names

    def __getitem__(self, name: str) -> Any:
        if name in self.names:
            return Row(self, self.names.index(name))
        if name in _core.column_names(_core.WALLS):
            return super().__getitem__(name)
        raise KeyError(f"no wall and no column '{name}'; there are {', '.join(self.names)}")


class Ledger(Table):
    """Energies, works and losses, J: frame.ledger.kinetic is a number."""

    __slots__ = ()

    def __init__(self, frame: Frame):
        super().__init__(frame, _core.LEDGER)

    def __getattr__(self, name: str) -> Any:
        return super().__getattr__(name)[0]

    def __getitem__(self, name: str) -> Any:
        return super().__getitem__(name)[0]

    def __len__(self) -> int:
        return 1

    def as_dict(self) -> dict[str, float]:
        """All of it."""
        return {name: self[name] for name in self.columns}

    def __repr__(self) -> str:
        return ", ".join(f"{name} {value:.6g}" for name, value in self.as_dict().items())


class Frame(Fixed, _core.Frame):
    """What is seen of a world at one instant: positions, velocities and forces of the same time, balls by id.

    A column of the balls is an attribute: frame.position (balls x 3), frame.velocity, frame.radius, frame.id (docs/columns.md).
    It is a copy that lives on when the world steps; `take` fills it anew. Taking one costs some steps: all contacts are computed.
    One of World.glance is a short look instead, which costs a small part of a step; `glance` fills it anew.
    """

    _remedy = "a frame is a copy to look at; numpy.array(frame.position) is one to write to"

    def __init__(self, world: World, glance: bool = False):
        super().__init__(world, truth_of(glance, "glance"))
        self._walls = list(world.walls)

    def take(self, world: World) -> None:
        super().take(world)
        self._walls = list(world.walls)

    def glance(self, world: World) -> None:
        super().glance(world)
        self._walls = list(world.walls)

    def picture(self, world: World, **named: Any) -> Picture:
        """What the frame has, drawn, with options as World.picture has them but `walls`; `world` is the one that it was taken of."""
        return Picture(self._draw(world, fields_of(named)))

    def vtk(self, world: World, what: str = "bodies") -> bytes:
        """The same as World.vtk of what the frame has."""
        return self._vtk(world, file_of(what))

    @property
    def balls(self) -> Table:
        """A row per ball in the order of ids."""
        return Table(self, _core.BALLS)

    @property
    def contacts(self) -> Table:
        """A row per contact that overlaps. How many a ball has is frame.balls.contacts."""
        return Table(self, _core.CONTACTS)

    @property
    def walls(self) -> Walls:
        """A row per wall, the planes of the domain first."""
        return Walls(self, self._walls)

    @property
    def ledger(self) -> Ledger:
        """Energies, works and losses."""
        return Ledger(self)

    def column(self, name: str) -> Any:
        """A column of the balls by its name."""
        return self._column_of(_core.BALLS, name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._column_of(_core.BALLS, name)
        except Error as error:
            raise AttributeError(str(error)) from None

    def __len__(self) -> int:
        return self._rows(_core.BALLS, "id")

    def __dir__(self):
        return [*super().__dir__(), *self.balls.columns]

    def __repr__(self) -> str:
        short = "force" not in self.balls.columns and len(self) > 0
        contacts = "a short look" if short else f"{len(self.contacts)} contacts"
        return f"<scree.Frame at {self.time:.6g} s: {len(self)} balls, {contacts}>"

"""Walls of a world: where they are, and those that a program leads and pushes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from . import _core
from ._text import number_of, numbers_of

if TYPE_CHECKING:
    from ._world import World


class Pose(NamedTuple):
    """Where a wall is and how it moves: m, quaternion (w, x, y, z), m/s, rad/s."""

    position: tuple[float, float, float]
    orientation: tuple[float, float, float, float]
    velocity: tuple[float, float, float]
    spin: tuple[float, float, float]


class Wall:
    """A wall of a world. One with drive: {law: led, speed: 1 m/s} goes where it is told to, one with {law: body, ...} is pushed."""

    __slots__ = ("_world", "name")

    def __init__(self, world: World, name: str):
        self._world = world
        self.name = name

    @property
    def pose(self) -> Pose:
        """Where it is and how it moves. By forces (solver: smooth) one that answers to forces, as {law: body, ...} does, has the velocity and spin of half a
        step before, with which it came to this place; world.frame().walls has all of one time.
        """
        return Pose(*self._world._wall_pose(self.name))

    def move(self, velocity: Any = (0, 0, 0), spin: Any = (0, 0, 0), duration: float = math.inf) -> None:
        """From now on with this velocity (m/s) and spin (rad/s), for a time (s), by default until the next word."""
        self._world._wall_move(self.name, numbers_of(velocity, "m/s"), numbers_of(spin, "rad/s"), number_of(duration, "s"))

    def move_to(self, position: Any, orientation: Any = None, *, duration: float) -> None:
        """To a place (m) and an orientation (quaternion w, x, y, z; None: as it is turned now), within a time (s)."""
        turned = None if orientation is None else numbers_of(orientation, "1")
        self._world._wall_to(self.name, numbers_of(position, "m"), turned, number_of(duration, "s"))

    def drive(self, function: Callable[[World], Any] | None) -> None:
        """Asks `function(world)` before each step how it moves: a velocity (m/s), or that and a spin (rad/s), or None to stand.

        The world may be read in it, and what it raises ends the steps. Of a wall with drive: {law: led, ...}; None: it stands after its step, until it is
        told otherwise. Snapshots and copies do not hold the function.
        """
        self._world._lead(self.name, function)

    def push(self, force: Any = (0, 0, 0), torque: Any = (0, 0, 0)) -> None:
        """From now on with a force on its centre of mass (N) and a torque besides (N m, in space), of a wall with drive: {law: body, ...}."""
        self._world._wall_push(self.name, numbers_of(force, "kg*m/s^2"), numbers_of(torque, "kg*m^2/s^2"))

    def __repr__(self) -> str:
        return f"<wall {self.name} at {self.pose.position}>"


class WallsOfWorld(Mapping):
    """The walls of a world by name, the planes of the domain first."""

    __slots__ = ("_world",)

    def __init__(self, world: World):
        self._world = world

    def __getitem__(self, name: str) -> Wall:
        if name not in self._world._names_of(_core.WALL_NAMES):
            raise KeyError(f"no wall '{name}'; there are {', '.join(self)}")
        return Wall(self._world, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._world._names_of(_core.WALL_NAMES))

    def __len__(self) -> int:
        return len(self._world._names_of(_core.WALL_NAMES))

    def __repr__(self) -> str:
        return f"<walls {', '.join(self)}>"

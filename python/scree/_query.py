"""Questions about space to a world: who is in a box or a ball, what a ray meets, which grain is nearest, what touches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from . import _core
from ._buffers import ids_from
from ._text import number_of, numbers_of

Vector = tuple[float, float, float]


class Hit(NamedTuple):
    """What was found: the id of a grain or a wall, the name of the wall (None: a grain), distance and place, m, and the normal of the surface there."""

    id: int
    wall: str | None
    distance: float
    place: Vector
    normal: Vector


class Touch(NamedTuple):
    """A contact as one of the two has it: the id of the partner, its name where it is a wall, place, m, normal towards it, overlap, m, force on the one, N."""

    partner: int
    wall: str | None
    place: Vector
    normal: Vector
    overlap: float
    force: Vector


def vector(of: Any) -> Vector:
    """Three numbers or lengths, m, of which in the plane the third may be left out."""
    x, y, *rest = numbers_of(of, "m")
    (z,) = rest or (0.0,)
    return x, y, z


class Query(_core.Query):
    """A look at a world that answers questions until the world goes on; then `renew`. Surfaces and periodic images count as they are."""

    def __init__(self, world: Any) -> None:
        super().__init__(world)
        self._world = world

    def _wall(self, number: int) -> str | None:
        return None if number < 0 else str(self._world._names_of(_core.WALL_NAMES)[number])

    def _hit(self, found: Any) -> Hit | None:
        return None if found is None else Hit(found[0], self._wall(found[1]), *found[2:])

    def box(self, low: Sequence[float], high: Sequence[float]) -> Any:
        """The ids of the grains with any point in a box, m; sides may be of no length or infinite."""
        return ids_from(self._box(vector(low), vector(high)))

    def ball(self, centre: Sequence[float], radius: float) -> Any:
        """The ids of the grains within `radius` of a point, m."""
        return ids_from(self._ball(vector(centre), number_of(radius, "m")))

    def ray(self, start: Sequence[float], direction: Sequence[float], length: float = math.inf) -> Hit | None:
        """What a ray meets first within `length`, m: a grain, or a wall from either side. Where an axis is periodic the length is finite."""
        return self._hit(self._ray(vector(start), vector(direction), number_of(length, "m")))

    def nearest(self, point: Sequence[float], most: float = math.inf) -> Hit | None:
        """The grain whose surface is nearest to a point, no farther than `most`, m; of distance 0 where the point is in it."""
        return self._hit(self._nearest(vector(point), number_of(most, "m")))

    def contacts(self, id: int) -> list[Touch]:
        """The contacts of a grain or a wall."""
        return [Touch(one[0], self._wall(one[1]), *one[2:]) for one in self._contacts(id)]

"""Functions that a world calls while it takes steps: at times, at conditions, for what there is to tell, for the motion of walls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from . import _core
from ._errors import Fault, spelt
from ._text import is_truth, number_of, numbers_of

if TYPE_CHECKING:
    from ._world import World

Call = Callable[["World"], Any]
Log = Callable[[Fault], Any]
Drive = Callable[["World"], Any]
Motion = tuple[tuple[float, ...], tuple[float, ...]]

_LOOK_EVERY = 100  # steps, of a condition


class _Pending:
    """A function that is to be called. The world keeps it by its number until it has been called for the last time."""

    def __init__(self, function: Call, once: bool):
        self.function = function
        self.once = once
        self.number = 0

    def __call__(self, world: World) -> bool:
        if self.once:
            world._calls.pop(self.number, None)
        answer = self.function(world)
        return is_truth(answer) and bool(answer)  # the ids that `lambda w: w.add(...)` answers are no wish to end


class Calling(_core.World):
    """What of a World calls functions."""

    @property
    def _calls(self) -> dict[Any, Any]:
        """The functions, by the numbers of calls, by the walls that they drive, and that of the log. They may lead back to the world."""
        return self.__dict__.setdefault("_asked", {})

    def at(self, time: float, function: Call, *, every: float = 0.0) -> int:
        """Calls `function(world)` after the first step not before `time` (s), and with `every` (s) above 0 again and again that much later.

        It may look at the world and change it by `add`, `remove`, `change`, `write`, `push`, walls[...].move and their like, ask for other calls and
        cancel some; it takes no steps. Where it answers True the steps end, whatever else it answers they do not; what it raises comes out of them, once the step is whole.
        Calls at one step come in the order in which they were asked for. Snapshots, copies and pickles do not hold them. Gives a number for `cancel`.
        """
        length = number_of(every, "s")
        pending = _Pending(_callable(function, "at"), not length > 0)
        pending.number = self._at(number_of(time, "s"), length, pending)
        self._calls[pending.number] = pending
        return pending.number

    def when(self, condition: str, function: Call, *, every: float | None = None) -> int:
        """Calls `function(world)` once, when a condition holds: "kinetic < 1e-4 J and time > 0.1 s", in the words of `until` of stages.

        It is looked at every so many seconds, by default every hundred steps, as a look costs as much as some twenty. What the function may do is what
        it may in `at`.
        """
        length = _LOOK_EVERY * self.step_size if every is None else number_of(every, "s")
        pending = _Pending(_callable(function, "when"), True)
        pending.number = self._when(condition, length, pending)
        self._calls[pending.number] = pending
        return pending.number

    def cancel(self, number: int) -> None:
        """Forgets a call that `at` or `when` was asked for, by its number."""
        self._cancel(number)
        self._calls.pop(number, None)

    def log(self, function: Log | None) -> None:
        """Calls `function(note)` for what happens beside the steps: stages that begin, grains that go over open borders, streams that fall short, servos.

        A note has `where`, `what` and `hint`, as a Fault. The world may be read in it. What it raises ends the steps. None: nobody is told any more.
        """
        if function is None:
            self._log(None)
            self._calls.pop("log", None)
            return
        tells = _callable(function, "log")

        def tell(where: str, what: str, hint: str) -> None:
            tells(Fault(where, spelt(what), spelt(hint)))

        self._log(tell)
        self._calls["log"] = tell

    def _lead(self, wall: str, function: Drive | None) -> None:
        """For Wall.drive."""
        asks = None if function is None else _motion_of(_callable(function, "drive"))
        self._drive(wall, asks)
        self._calls[f"walls.{wall}"] = asks


def _callable(function: Any, name: str) -> Any:
    if not callable(function):
        raise TypeError(f"{name} takes a function, not {function!r}")
    return function


def _motion_of(function: Drive) -> Callable[[World], Motion]:
    """The same with an answer that the library takes: velocity and spin."""
    still = (0.0, 0.0, 0.0)

    def ask(world: World) -> Motion:
        told = function(world)
        if told is None:
            return still, still
        velocity, spin = told if len(told) == 2 else (told, still)
        motion = numbers_of(velocity, "m/s"), numbers_of(spin, "rad/s")
        if any(len(part) != 3 for part in motion):
            raise ValueError(f"a drive gives a velocity of three numbers, or that and a spin, not {told!r}")
        return motion

    return ask

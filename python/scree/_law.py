"""Contact laws of a program: a function that says how hard grains push each other apart, pull, rub or resist rolling."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Mapping
from typing import Any, Callable, NamedTuple

from . import _core
from ._fixed import Fixed

_MOST = 64  # contacts in a call, and how far rows are apart
_PARAMETERS = 8
_GIVEN = (
    *("overlap", "closing", "approach", "radius", "mass", "contact", "push"),
    *("normal_stiffness", "normal_dashpot", "grip", "slip", "rate", "held", "slid"),
)
_CTYPES_FUNCTION: Any = ctypes.CFUNCTYPE(None).__base__  # what all functions of ctypes are, whatever their arguments
_ANSWERS = ("elastic", "damping", "stiffness", "dashpot", "energy", "lost", "friction", "sliding")
_KINDS = ("normal", "cohesion", "tangential", "rolling")
_FOLLOWS = ("free", "still", "stiffness", "grip")
_NO_DASHPOT = -1.0
_AS_NORMAL = -2.0


class LawParameter(NamedTuple):
    """A value that a case gives a law: its unit of SI, its default (None: it must be given), its range, a line about it."""

    unit: str
    default: float | None = None
    low: float = -math.inf
    high: float = math.inf
    doc: str | None = None


class Contacts:
    """Contacts that a law is asked about, of one pair of materials: arrays of as many numbers.

    Given are `overlap` (m, above 0), `closing` (speed, m/s, below 0 as they part), `approach` (the same over the step that led here),
    `radius` (R*, m), `mass` (m*, kg); for all of them `step` (s), `modulus` and `shear_modulus` (E*, G*, Pa, 0: rigid), and the
    parameters by name in `parameter`; of a law that pulls, and of springs, also `contact` (contact radius, m) and `push` (of the normal law,
    N); of springs `normal_stiffness` (N/m), `normal_dashpot` (N s/m), `grip` (m), `slip` and `rate` (speed that stretches them, and that dashpots see,
    m/s or rad/s), `held` (one step ago, N or N m), `slid` (1: it slid one step ago). `kept[j]` is what contacts keep from step to step, 0 as they begin. To be filled are
    `elastic` and `damping` (the push, N), `stiffness` (N/m), `dashpot` (N s/m), `energy`
    (J, that is stored now) and `lost` (J, in this step, otherwise than by `damping`), all 0 at first;
    of a law that pulls `elastic` is the pull, N, and `energy` may be below 0; springs have `stiffness`, `dashpot`, `friction` and `sliding` alone.
    `contacts.elastic = ...` fills it as `contacts.elastic[:] = ...` does. What is written to the arrays after the call has no effect.
    """

    __slots__ = (*_GIVEN, *_ANSWERS, "kept", "step", "modulus", "shear_modulus", "parameter")

    overlap: Any
    closing: Any
    approach: Any
    radius: Any
    mass: Any
    contact: Any
    push: Any
    normal_stiffness: Any
    normal_dashpot: Any
    grip: Any
    slip: Any
    rate: Any
    held: Any
    slid: Any
    elastic: Any
    damping: Any
    stiffness: Any
    dashpot: Any
    energy: Any
    lost: Any
    friction: Any
    sliding: Any
    kept: Any
    step: float
    modulus: float
    shear_modulus: float
    parameter: dict[str, float]

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _ANSWERS and name != "kept":
            raise AttributeError(f"{name} of contacts is given; a law fills {', '.join(_ANSWERS)} and kept")
        room = getattr(self, name)
        if value is not room:  # `+=` has filled it
            room[:] = value


class Law(Fixed, _core.Law):
    """A law of the program for cases that are read with it: `{"law": "own-NAME", ...}`.

    `push` is the function: of Numba (`cfunc`), ctypes or cffi, or its address, with the arguments of `scree_law_function` in
    scree/law.h, to which `context` is an address as well; or a Python function of Contacts, which needs NumPy, is slow, and takes
    worlds to one thread. `parameters` are units by name, or LawParameters.

    `kind` is the slot of the case: "normal", "cohesion", "tangential" or "rolling". `kept` is how many numbers a contact keeps, `rise`
    the power of the overlap with which the push begins and ends (1 of a spring, 1.5 of spheres; default 1.5) or the stiffness of a spring that is
    "free" (default 0), `onset` the power of time with which damping begins (0: suddenly; of springs also "normal": as that of the
    normal law, and None: there is none), `yields` whether an overlap may stay when the push is gone, `version` what tells one
    function from the next, `alone` whether it is not for several threads at once. Of springs ("tangential", "rolling") `follows` tells
    how the stiffness goes on: "free", "still", as the "stiffness" of the normal law, or as its "grip"; and `slides` that there is
    less friction while they slide.

    >>> def spring(contacts):
    ...     stiffness = contacts.parameter["stiffness"]
    ...     contacts.elastic[:] = stiffness * contacts.overlap
    ...     contacts.stiffness[:] = stiffness
    ...     contacts.energy[:] = 0.5 * stiffness * contacts.overlap**2
    >>> law = Law("spring", spring, {"stiffness": "N/m"}, rise=1)
    >>> case = Case("examples/02-settling", laws=[law], settings={  # doctest: +SKIP
    ...     "pairs": {"default": {"normal": {"law": "own-spring", "stiffness": 1e5}, "tangential": "none"}}})
    """

    _remedy = "make another one, with another version"

    def __init__(
        self,
        name: str,
        push: Any,
        parameters: Mapping[str, str | LawParameter] | None = None,
        *,
        kept: int = 0,
        rise: float | None = None,
        onset: float | str | None = 0.0,
        yields: bool = False,
        version: int = 1,
        doc: str | None = None,
        alone: bool = False,
        context: int = 0,
        kind: str = "normal",
        follows: str = "free",
        slides: bool = False,
    ):
        if kind not in _KINDS:
            raise ValueError(f"a law of a program is one of {', '.join(_KINDS)}, not of {kind!r}")
        if follows not in _FOLLOWS:
            raise ValueError(f"the stiffness of a spring follows one of {', '.join(_FOLLOWS)}, not {follows!r}")
        if rise is None:
            rise = 1.5 if kind in ("normal", "cohesion") else 0.0
        rows = tuple(_row(key, value) for key, value in (parameters or {}).items())
        address = _address_of(push)
        asks = None if address is not None else _asker(push, [row[0] for row in rows], kept)
        self._name = name
        self._alone = alone or asks is not None
        self._kind = kind
        more = (_KINDS.index(kind), _FOLLOWS.index(follows), slides)
        super().__init__(name, version, doc, rows, kept, rise, _onset(onset), yields, self._alone, address or 0, context, push, asks, *more)

    @property
    def name(self) -> str:
        """What it is called: own-NAME in cases."""
        return self._name

    @property
    def kind(self) -> str:
        """The slot of a case that it is for: "normal", "cohesion", "tangential" or "rolling"."""
        return self._kind

    @property
    def alone(self) -> bool:
        """Whether worlds with it take one thread."""
        return self._alone

    def __reduce__(self):
        raise TypeError("a law is a function of this process; make it again where it is wanted")

    def __repr__(self) -> str:
        return f"<law own-{self._name}>"


_Row = tuple[str, str, float, float, float, "str | None"]


def _row(name: str, value: str | LawParameter) -> _Row:
    is_ = LawParameter(value) if isinstance(value, str) else LawParameter(*value)
    default = math.nan if is_.default is None else is_.default
    return (name, is_.unit, default, is_.low, is_.high, is_.doc)


def _onset(onset: float | str | None) -> float:
    if onset is None:
        return _NO_DASHPOT
    if isinstance(onset, str):
        if onset != "normal":
            raise ValueError(f"onset is a number, 'normal' or None, not {onset!r}")
        return _AS_NORMAL
    return float(onset)


def _address_of(push: Any) -> int | None:
    """Where the function is; None: it is one of Python."""
    if isinstance(push, bool):
        raise TypeError("push is a function or an address, not a truth value")
    if isinstance(push, int):
        return push
    if isinstance(getattr(push, "address", None), int):  # Numba
        return push.address
    if isinstance(push, _CTYPES_FUNCTION):
        return ctypes.cast(push, ctypes.c_void_p).value
    if type(push).__module__ == "_cffi_backend":
        import cffi

        return int(cffi.FFI().cast("uintptr_t", push))
    if callable(push):
        return None
    raise TypeError("push is a function of Python, Numba, ctypes or cffi, or an address")


def _asker(push: Callable[[Contacts], Any], names: list[str], kept_rows: int) -> Callable[[int, int, int, int, int], Any]:
    """What the library calls, with the number of contacts and the addresses of its arrays; what it raises is a failure."""
    import numpy

    put = object.__setattr__

    # The arrays of the library end with the call. Somebody may keep those of `contacts`, and a traceback does, so they are copies.
    def rows_at(address: int, rows: int, count: int) -> Any:
        if not rows:
            return numpy.empty((0, count))
        room = (ctypes.c_double * (rows * _MOST)).from_address(address)
        return numpy.frombuffer(memoryview(room), dtype=float).reshape(rows, _MOST)[:, :count]

    def give_back(address: int, rows: Any) -> None:
        rows_at(address, *rows.shape)[:] = rows

    def ask(count: int, pair: int, given: int, kept: int, answer: int) -> None:
        contacts = Contacts()
        values = (ctypes.c_double * (_PARAMETERS + 3)).from_address(pair)[:]
        answers = rows_at(answer, len(_ANSWERS), count).copy()
        keeps = rows_at(kept, kept_rows, count).copy()
        put(contacts, "parameter", dict(zip(names, values)))
        for name, value in zip(("step", "modulus", "shear_modulus"), values[_PARAMETERS:]):
            put(contacts, name, value)
        for name, row in zip(_GIVEN, rows_at(given, len(_GIVEN), count).copy()):
            put(contacts, name, row)
        for name, row in zip(_ANSWERS, answers):
            put(contacts, name, row)
        put(contacts, "kept", keeps)
        push(contacts)
        give_back(answer, answers)
        give_back(kept, keeps)

    return ask

"""Pictures as PNG files in memory, which Jupyter shows in their place."""

from __future__ import annotations

import difflib
import os
import struct
import tempfile
from typing import Any

from ._errors import Error
from ._program import call
from ._text import numbers_of, simple, truth_of


class Picture:
    """A PNG file in memory. A notebook shows it; `save` writes it."""

    def __init__(self, data: bytes):
        self.data = data

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        width, height = struct.unpack(">II", self.data[16:24])
        return width, height

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        try:
            with open(path, "wb") as file:
                file.write(self.data)
        except OSError as error:
            what = f"the picture cannot be written: {error.strerror}"
            raise Error((os.fspath(path), what, "check the name, and that its folder is there"), "input/output error") from None

    def _repr_png_(self) -> bytes:
        return self.data

    def __repr__(self) -> str:
        return "<scree.Picture {} x {}>".format(*self.size)


# The fields of scree_picture_options, in their order.
FIELDS = ("view", "colour", "range", "cut", "size", "title", "walls", "walls_range", "force_chains", "dark")
# The kinds of scree_vtk, likewise.
FILES = ("bodies", "shapes", "contacts", "walls")


def fields_of(named: dict[str, Any]) -> tuple[Any, ...]:
    """What _core takes: texts as the program has them, size=(640, 480) as 640x480."""
    for name in named:
        if name not in FIELDS:
            near = difflib.get_close_matches(name, FIELDS, 1)
            raise TypeError(f"a picture has no option {name!r}" + (f"; did you mean {near[0]!r}?" if near else ": " + ", ".join(FIELDS)))
    return tuple(field_of(name, named.get(name)) for name in FIELDS)


def field_of(name: str, value: Any) -> Any:
    """One of them."""
    if name in ("force_chains", "dark"):
        return value is not None and truth_of(value, name)
    if value is None or isinstance(value, str):
        return value
    if name == "size":
        return "{}x{}".format(*value)
    if name in ("range", "walls_range"):
        return ":".join(quantity(end) for end in value)
    if name == "view":
        return ",".join(repr(part) for part in numbers_of(value, "m"))
    raise TypeError(f"{name} = {value!r} is no text")


def file_of(what: str) -> int:
    """The number of a kind of VTK file."""
    if what not in FILES:
        raise ValueError(f"there is no file {what!r}; there are " + ", ".join(FILES))
    return FILES.index(what)


def options_of(named: dict[str, Any]) -> list[str]:
    """Options of a command of the program: no_limit=True is --no-limit, size=(640, 480) is --size 640x480."""
    words = []
    for name, value in named.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, list):
            words += [word for one in value for word in (option, one)]
        elif name == "size" and not isinstance(value, str):
            words += [option, "{}x{}".format(*value)]
        else:
            words += [option, quantity(value)]
    return words


def quantity(value: Any) -> str:
    """A number in SI, or a quantity of pint, as the program takes it; a text is what it is."""
    if isinstance(value, str):
        return value
    return simple(value, "values") if hasattr(value, "to_base_units") else f"{float(value)!r} SI"


def draw_case(path: str, **named: Any) -> Picture:
    """What `scree check` draws of a case."""
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "picture.png")
        call(["check", path, "--picture", picture, *options_of(named)])
        with open(picture, "rb") as file:
            return Picture(file.read())

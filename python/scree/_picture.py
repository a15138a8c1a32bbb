"""Pictures as PNG files in memory, which Jupyter shows in their place."""

from __future__ import annotations

import os
import struct
import tempfile
from typing import Any

from ._program import call


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
        with open(path, "wb") as file:
            file.write(self.data)

    def _repr_png_(self) -> bytes:
        return self.data

    def __repr__(self) -> str:
        return "<scree.Picture {} x {}>".format(*self.size)


def options_of(named: dict[str, Any]) -> list[str]:
    """Options of a command of the program: force_chains=True is --force-chains, size=(640, 480) is --size 640x480."""
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
        elif name == "range" and not isinstance(value, str):
            words += [option, ":".join(quantity(end) for end in value)]
        elif name == "view" and not isinstance(value, str):
            words += [option, ",".join(repr(float(part)) for part in value)]
        else:
            words += [option, quantity(value)]
    return words


def quantity(value: Any) -> str:
    """A number in SI as the program takes it; a text is what it is."""
    return value if isinstance(value, str) else f"{float(value)!r} SI"


def draw(command: str, of: str, **named: Any) -> Picture:
    """What a command of the program draws into a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "picture.png")
        into = "--picture" if command == "check" else "--out"
        call([command, of, into, path, *options_of(named)])
        with open(path, "rb") as file:
            return Picture(file.read())

"""Reads the VTK XML files of runs: arrays in appended raw form, packed by zlib, named with their components.

An array is unpacked when it is asked for. With NumPy it is an array, without it a memoryview of the same shape.
"""

from __future__ import annotations

import os
import struct
import xml.etree.ElementTree as tree
import zlib
from typing import Any

from ._errors import Error

_FORMATS = {"Float64": ("d", "float64"), "Int64": ("q", "int64"), "Int32": ("i", "int32"), "UInt8": ("B", "uint8")}


def shaped(data: bytes, kind: str, width: int) -> Any:
    """Bytes as rows of `width` items of a type of VTK."""
    letter, name = _FORMATS[kind]
    rows = len(data) // (struct.calcsize(letter) * width)
    try:
        import numpy
    except ImportError:
        view = memoryview(data)
        # a memoryview has no shape with a zero in it
        return view.cast(letter, (rows, width)) if width > 1 and rows else view.cast(letter)
    array = numpy.frombuffer(data, dtype=name)
    return array.reshape(rows, width) if width > 1 else array


class VtkFile:
    """A .vtp or .vti file: `arrays` of each place ("points", "point", "cell", "field") by name."""

    def __init__(self, path: str | os.PathLike[str]):
        self.path = os.fspath(path)
        with open(self.path, "rb") as file:
            content = file.read()
        head, mark, rest = content.partition(b"<AppendedData")
        start = rest.find(b"_") + 1
        if not mark or not start:
            raise self._fault("it has no appended data")
        self._data = memoryview(rest)[start:]
        try:
            self._root = tree.fromstring(head + b"</VTKFile>")[0]
        except (tree.ParseError, IndexError) as error:
            raise self._fault(f"its head cannot be read: {error}") from None
        self._arrays: dict[str, dict[str, tree.Element]] = {}
        for place, tag in ("field", "FieldData"), ("points", "Points"), ("point", "PointData"), ("cell", "CellData"):
            self._arrays[place] = {of.get("Name", ""): of for part in self._root.iter(tag) for of in part}

    def _fault(self, what: str) -> Error:
        return Error((self.path, f"is no VTK file of a run: {what}", "give a file that a run has written"))

    @property
    def time(self) -> float:
        """TimeValue, s."""
        found = self._arrays["field"].get("TimeValue")
        return float(found.text or "nan") if found is not None else float("nan")

    @property
    def image(self) -> tuple[list[int], list[float], list[float]]:
        """Cells along x, y, z, corner and size of a cell, of image data."""
        ends = [int(word) for word in self._root.get("WholeExtent", "").split()]
        corner = [float(word) for word in self._root.get("Origin", "").split()]
        spacing = [float(word) for word in self._root.get("Spacing", "").split()]
        return [max(1, ends[2 * axis + 1] - ends[2 * axis]) for axis in range(3)], corner, spacing

    def names(self, place: str) -> list[str]:
        """Which arrays there are."""
        return list(self._arrays[place])

    def words(self, name: str) -> list[str]:
        """An array of texts in the field data."""
        found = self._arrays["field"].get(name)
        if found is None:
            return []
        letters = bytes(int(word) for word in (found.text or "").split())
        return [word.decode() for word in letters.split(b"\0")[:-1]]

    def array(self, place: str, name: str) -> Any:
        """An array by its name."""
        found = self._arrays[place].get(name)
        if found is None:
            raise KeyError(f"{self.path} has no array '{name}'; there are {', '.join(self._arrays[place])}")
        width = int(found.get("NumberOfComponents", "1"))
        try:
            data = self._unpack(int(found.get("offset", "-1")))
        except (struct.error, zlib.error) as error:
            raise self._fault(f"its array {name} is damaged: {error}") from None
        return shaped(data, found.get("type", ""), width)

    def _unpack(self, offset: int) -> bytes:
        blocks, _, _ = struct.unpack_from("<3Q", self._data, offset)
        sizes = struct.unpack_from(f"<{blocks}Q", self._data, offset + 24)
        at = offset + 24 + 8 * blocks
        parts = []
        for size in sizes:
            parts.append(zlib.decompress(self._data[at : at + size]))
            at += size
        return b"".join(parts)

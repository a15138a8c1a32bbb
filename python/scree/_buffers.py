"""Numbers that Python gives to the library, as plain buffers: with NumPy or without it."""

from __future__ import annotations

from array import array
from typing import Any

from ._text import in_si


def is_single(values: Any) -> bool:
    """Whether it is one row, and no array of rows."""
    shape = getattr(values, "shape", None)
    if shape is not None:
        return len(shape) == 1
    return len(values) > 0 and not hasattr(values[0], "__len__")


def rows_of(values: Any, width: int, count: int | None = None, unit: str | None = None) -> Any:
    """Rows of `width` doubles; of one row as many as `count` says, each the same. `width` 1: numbers, or one for all. Quantities with
    units, as pint has them, must be of the dimension of `unit`; where that is None they are refused."""
    values = in_si(values, unit)
    if hasattr(values, "__array__"):
        import numpy

        if numpy.ma.is_masked(values):
            raise ValueError("an array has masked numbers; fill them in (values.filled(...))")
        made = numpy.asarray(values, dtype=numpy.float64)
        if made.ndim > (2 if width > 1 else 1) or (width > 1 and made.shape[-1:] != (width,)):
            raise ValueError(f"an array of shape {made.shape} is not rows of {width}")
        if count is not None and made.ndim < (2 if width > 1 else 1):
            made = numpy.broadcast_to(made, (count, width) if width > 1 else (count,))
        return numpy.ascontiguousarray(made)
    if isinstance(values, memoryview) and values.format == "d" and values.c_contiguous:
        return values
    if isinstance(values, (bytes, bytearray)) or getattr(values, "format", "d") not in ("d", "f", "i", "l", "q"):
        raise ValueError(f"bytes are not rows of {width} numbers")
    if width == 1:
        return array("d", [values] * (count or 1) if isinstance(values, (int, float)) else values)
    rows = values.tolist() if isinstance(values, (memoryview, array)) else values
    if is_single(rows):
        rows = [rows] * (count or 1)
    for row in rows:
        if len(row) != width:
            raise ValueError(f"a row of {len(row)} numbers is not one of {width}")
    return array("d", [number for row in rows for number in row])


def ids_of(values: Any) -> Any:
    """64-bit whole numbers; one alone is a list of one."""
    values = in_si(values, None)
    if hasattr(values, "__array__"):
        import numpy

        if not numpy.issubdtype(values.dtype, numpy.integer):
            raise TypeError(f"ids are whole numbers, not {values.dtype}")
        return numpy.ascontiguousarray(values, dtype=numpy.int64)
    if isinstance(values, memoryview):
        return values
    return array("q", [values] if isinstance(values, int) else values)


def ids_from(data: bytes) -> Any:
    """Ids that the library gives."""
    try:
        import numpy
    except ImportError:
        return array("q", data)
    return numpy.frombuffer(data, dtype=numpy.int64).copy()


def copy_of(column: Any) -> Any:
    """A column in memory of its own."""
    if hasattr(column, "copy"):
        return column.copy()
    return array(column.format, column.tolist())

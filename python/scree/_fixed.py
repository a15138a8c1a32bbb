"""Objects whose attributes are not to be set, so that a typing error is not taken in silence."""

from __future__ import annotations

from typing import Any


class Fixed:
    """Refuses to set attributes; `_remedy` says what to do instead. Classes that are made of these may have attributes of their own."""

    __slots__ = ()
    _remedy = ""

    def __setattr__(self, name: str, value: Any) -> None:
        kind = type(self)
        if not name.startswith("_") and kind.__module__.partition(".")[0] == "scree":
            raise AttributeError(f"'{name}' of a {kind.__name__} cannot be set: {self._remedy}")
        super().__setattr__(name, value)

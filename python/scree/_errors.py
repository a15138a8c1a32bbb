"""The exception of the library: where, what is wrong, what to do."""

from __future__ import annotations

import json
import os
import re
from typing import Any, NamedTuple


# What words of the library call by the names of C, as it is called here.
SPELT = {
    "scree_case_fault": "Error.faults",
    "scree_column_name": "columns",
    "scree_frame_take": "World.frame",
    "scree_query_renew": "renew",
    "scree_world_at": "World.at",
    "scree_world_drive with drive NULL": "Wall.drive(None)",
    "scree_world_drive": "Wall.drive",
    "scree_world_effort in scree.h": "docs/nonsmooth.md",
    "scree_world_give": "World.give",
    "scree_world_step": "World.step",
    "scree_world_write": "World.write",
    "(scree/measure.h)": "(World.probe)",
}
_IN_C = re.compile("|".join(re.escape(word) + r"\b" * word[-1].isalpha() for word in SPELT))


def spelt(words: str) -> str:
    """Words of the library with the names of Python."""
    return _IN_C.sub(lambda found: SPELT[found[0]], words)


class Fault(NamedTuple):
    """One of several faults of a case."""

    where: str
    what: str
    hint: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" + (f" ({self.hint})" if self.hint else "")


class Error(Exception):
    """A failure that the library or the program tells of.

    `where` is a place (file:line:column, the way of a value in a case, or a body and a time), `what` what is wrong there, `hint`
    what to do, and `status` the kind: "bad input", "input or output", "diverged" and so on. `faults` has all faults of a case.
    """

    def __init__(self, texts, status: str = "bad input", faults=()):
        self.where, what, hint = texts
        self.what, self.hint = spelt(what), spelt(hint)
        self.status = status
        self.faults = [Fault(where, spelt(what), spelt(hint)) for where, what, hint in faults]
        super().__init__(self.where, self.what, self.hint)

    def __str__(self) -> str:
        if len(self.faults) > 1:
            return f"{len(self.faults)} faults\n" + "\n".join(str(fault) for fault in self.faults)
        return str(Fault(self.where, self.what, self.hint))

    def __reduce__(self):
        return Error, ((self.where, self.what, self.hint), self.status, [tuple(fault) for fault in self.faults])


def json_of(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What a file of the program says. FileNotFoundError where there is none, Error where it is torn."""
    with open(path, encoding="utf-8") as file:
        try:
            return json.load(file)
        except ValueError as error:
            raise Error((os.fspath(path), f"is damaged: {error}", "it was cut off or changed; run it again"), "input/output error") from None

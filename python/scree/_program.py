"""The program scree: where it is, and calling it with its messages as exceptions."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from ._errors import Error


def program() -> str:
    """The path of the program: that of the package, else the one on the PATH."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "scree")
    found = beside if os.access(beside, os.X_OK) else shutil.which("scree")
    if not found:
        raise Error(("scree", "the program is not in the package", "install it with pip, or `make install`"))
    return found

"""Scree: granular matter, simulated.

>>> import scree
>>> world = scree.World("examples/02-settling")  # doctest: +SKIP
>>> world.step_until(0.5)                        # doctest: +SKIP
>>> world.frame().position                       # doctest: +SKIP

Case reads a case from a file, a YAML text, a dict or keywords; World takes steps; a Frame shows balls, contacts, walls and the
ledger of energy as arrays. All numbers are in SI. Failures are Error, with `where`, `what` and `hint`.
"""

import atexit as _atexit
import os as _os

# Threads of OpenMP that wait awake for the next loop keep others from their work. OpenMP reads its environment as it is loaded.
_waits = "OMP_WAIT_POLICY" in _os.environ
_os.environ.setdefault("OMP_WAIT_POLICY", "passive")
from . import _core

if not _waits:
    del _os.environ["OMP_WAIT_POLICY"]
from ._case import Case
from ._errors import Error, Fault
from ._frame import Column, Frame, Ledger, Row, Table, Walls
from ._law import Contacts, Law, LawParameter
from ._picture import Picture
from ._query import Hit, Query, Touch
from ._results import FileTable, Frames, Grid, Probe, Run, RunFrame, RunWall, read
from ._studies import Fit, Parameter, Sweep, fit, new, run, sweep
from ._table import CsvTable, MemoryTable
from ._walls import Pose, Wall
from ._world import Domain, LiveProbe, World

try:
    import numpy as _numpy
except ImportError:
    _core.use_arrays(None)
else:
    _core.use_arrays(_numpy.asarray)
_atexit.register(_core.end_laws)

__version__ = "{}.{}.{}".format(
    _core.VERSION_NUMBER // 10000, _core.VERSION_NUMBER // 100 % 100, _core.VERSION_NUMBER % 100
)
__all__ = [
    "Case",
    "Column",
    "Contacts",
    "CsvTable",
    "Domain",
    "Error",
    "Fault",
    "FileTable",
    "Fit",
    "Frame",
    "Frames",
    "Grid",
    "Hit",
    "Ledger",
    "Law",
    "LawParameter",
    "LiveProbe",
    "MemoryTable",
    "Parameter",
    "Picture",
    "Pose",
    "Probe",
    "Query",
    "Row",
    "Run",
    "RunFrame",
    "RunWall",
    "Sweep",
    "Table",
    "Touch",
    "Wall",
    "Walls",
    "World",
    "fit",
    "new",
    "read",
    "run",
    "sweep",
]

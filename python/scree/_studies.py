"""Runs, sweeps and fits by the program, in processes of their own, with results as arrays."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping
from typing import Any

from ._case import Case, Source, as_case
from ._errors import Error, json_of
from ._picture import options_of
from ._program import call, case_file, file_of, names_files, new_file, starts_in
from ._results import Run
from ._table import CsvTable
from ._text import Writer, check_let, names_of_let, setting


def _settings_of(case: Case) -> list[str]:
    return [setting(key, value) for key, value in case.settings.items()]


def new(name: str, folder: str | os.PathLike[str]) -> Case:
    """Writes one of the commented cases to start from ("hopper", "mixer", "triaxial", ...) to `folder`, and reads it."""
    call(["new", name, os.fspath(folder)])
    return Case(folder)


def run(
    case: Case | Source,
    out: str | os.PathLike[str],
    *,
    settings: Mapping[str, Any] | None = None,
    threads: int | None = None,
    force: bool = False,
) -> Run:
    """Runs a case to its end as `scree run` does, into the folder `out`, and gives its results.

    A folder that holds something is refused; `force` removes the files of an older run in it, and no others. Ctrl-C stops the run,
    which saves: `scree resume` goes on.
    """
    case = as_case(case)
    if settings:
        case = case.changed(settings)
    with case_file(case) as path:
        call(["run", path, "--out", os.fspath(out), "--quiet", *options_of({"set": _settings_of(case), "threads": _word(threads), "force": force})])
    return Run(out)


def _word(value: Any) -> str | None:
    return None if value is None else str(value)


class Sweep:
    """The folder of a sweep: a table with a row per point, and the run of each."""

    def __init__(self, folder: str | os.PathLike[str]):
        self.folder = os.fspath(folder)
        self._plan_path = os.path.join(self.folder, "sweep.json")
        try:
            self.plan: dict[str, Any] = json_of(self._plan_path)
        except OSError:
            raise Error((self.folder, "is no folder of a sweep", "give the folder that scree.sweep has written")) from None

    @property
    def table(self) -> CsvTable:
        """A row per point: what was varied, the status, and numbers of all columns of all probes, "probe.column:take"."""
        return CsvTable(os.path.join(self.folder, "table.csv"))

    @property
    def scatter(self) -> CsvTable:
        """A row per group of points that differ in seeds alone, with deviation and error of each number."""
        return CsvTable(os.path.join(self.folder, "scatter.csv"))

    @property
    def sobol(self) -> CsvTable:
        """Sobol's indices, of a sweep with `sobol`."""
        return CsvTable(os.path.join(self.folder, "sobol.csv"))

    @property
    def runs(self) -> list[Run]:
        """The run of each point."""
        return [Run(os.path.join(self.folder, point["folder"])) for point in self.plan["points"]]

    def plot(self, y: str, x: str, axes: Any = None, **named: Any) -> Any:
        """One column of a probe over one of another, "PROBE.COLUMN" both, of every point in one plot of matplotlib; gives the axes.

        Points that differ in seeds alone have one colour.

        >>> study.plot("sample.q", "strain.yy")     # doctest: +SKIP
        """
        colours: dict[str, str] = {}
        for point, run in zip(self.plan["points"], self.runs):
            if not os.path.isdir(run.path("probes")):
                continue
            words = self._words(point)
            own = {"color": colours[words]} if words in colours else {}
            axes = run.plot(y, x, axes=axes, label=None if own else words, **{**own, **named})
            colours.setdefault(words, axes.lines[-1].get_color())
        if axes is None:
            raise Error((self.folder, "no point has been run", "run the sweep again: it goes on"))
        if any(colours):
            axes.legend(fontsize="small")
        return axes

    def _words(self, point: dict[str, Any]) -> str:
        """What a point was given, without its seed."""
        given = ((name, point[name]) for name, _ in self.plan["over"])
        return ", ".join(f"{name.removeprefix('let.')} {value}" for name, value in given if name.rpartition(".")[2] != "seed")

    def __len__(self) -> int:
        return len(self.plan["points"])

    def __repr__(self) -> str:
        return f"<sweep {self.folder}: {len(self)} points over {', '.join(name for name, _ in self.plan['over'])}>"


def _values(name: str, values: Any, plain: bool) -> str:
    if isinstance(values, str):
        return f"{name}={values}"
    if not isinstance(values, Iterable):
        raise TypeError(f"{name}: give a list of values, or a text as --over has it")
    words = [_value(name, value, plain) for value in values]
    return f"{name}={','.join(words)}"


def _value(name: str, value: Any, plain: bool) -> str:
    """A value as --over takes it: what cases take, but a whole number or a text as it is."""
    if type(value).__module__ == "numpy" and not getattr(value, "shape", ()):
        value = value.item()
    if isinstance(value, str):
        return value
    return setting(name, value, plain or (isinstance(value, int) and not isinstance(value, bool))).partition("=")[2]


def sweep(
    case: Case | Source,
    over: Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    jobs: int | None = None,
    threads: int | None = None,
    latin: int | None = None,
    sobol: int | None = None,
    of: str | None = None,
    since: float | str | None = None,
    seed: int | None = None,
) -> Sweep:
    """Runs a case over values of its keys (docs/sweep.md), into the folder `out`.

    over={"friction": [0.1, 0.2, 0.3], "young": ["1 MPa", "2 MPa"], "seed": range(1, 4)}: whole numbers and those of names in `let`
    are taken as they are, other numbers in SI; a name in `let` that has a unit wants texts with one; a text is what --over takes, "0.1:1:0.1" or "1 kPa:1 MPa:log". The same call goes on
    with a sweep that was stopped; `of` and `since` that are left out stay as they were. A point that fails leaves the others running, and has its status in the table.
    """
    case = as_case(case)
    names = names_of_let(case.text)
    plain = {name: name in names or name.startswith("let.") for name in over}
    for name, values in over.items():
        if isinstance(values, Iterable) and not isinstance(values, str):
            check_let(name, values, names)
    varied = [_values(name, values, plain[name]) for name, values in over.items()]
    settings = _settings_of(case)
    options = {
        "over": varied,
        "set": settings,
        "jobs": _word(jobs), "threads": _word(threads), "latin": _word(latin), "sobol": _word(sobol), "of": of,
        "from": since, "seed": _word(seed), "quiet": True,
    }  # fmt: skip
    path, made = _kept_case(case, os.fspath(out), [*varied, *settings])
    try:
        call(["sweep", path, "--out", os.fspath(out), "--no-plots", *options_of(options)], good=(0, 3))
    except BaseException:
        if made and not os.path.exists(os.path.join(out, "sweep.json")):  # it was refused, and nobody goes on with it
            os.unlink(path)
        raise
    return Sweep(out)


def _kept_case(case: Case, out: str, more: list[str]) -> tuple[str, bool]:
    """A file of a case that stays, since the sweep asks for it when it goes on, and whether it was made now.

    It is beside the folder of the sweep and has its name, or of a case that names files in the folder where their paths start. A file
    that is there is never written to: one that says the same serves, else another name is taken.
    """
    if case._is_as_on_disk:
        return case.name, False
    out = os.path.abspath(out)
    text = case.text.encode()
    folder = starts_in(case) if names_files(case.text + "".join(more)) else os.path.dirname(out)
    for number in itertools.count(1):
        name = os.path.basename(out) + (f"-{number}" if number > 1 else "") + ".yaml"
        path = os.path.join(folder, name)
        if _holds(path, text):
            return path, False
        if new_file(folder, name, text):
            return path, True
    raise AssertionError("numbers do not end")


def _holds(path: str, text: bytes) -> bool:
    """Whether a plain file says this and nothing else."""
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(text) + 1) == text
    except OSError:
        return False


class Parameter:
    """What a fit says of a parameter: `value` with `unit`, the interval `low` to `high`, whether it is `identified`."""

    def __init__(self, name: str, found: Mapping[str, Any]):
        self.name = name
        self.value: float = found["value"]
        self.unit: str = found["unit"]
        self.low: float | None = found["low"]
        self.high: float | None = found["high"]
        self.identified: bool = found["identified"]

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        known = f"{self.low:.4g} to {self.high:.4g}" if self.low is not None and self.high is not None else "not told by the data"
        return f"{self.name} = {self.value:.6g} {self.unit} ({known})"


class Fit:
    """The result of a fit: fit.parameters["young"].value, what the data tell of it, and tables of what was compared."""

    def __init__(self, folder: str | os.PathLike[str]):
        self.folder = os.fspath(folder)
        try:
            self.result: dict[str, Any] = json_of(os.path.join(self.folder, "result.json"))
        except OSError:
            raise Error((self.folder, "is no folder of a fit that is done", "give the folder that scree.fit has written")) from None

    @property
    def objective(self) -> float:
        """What was made small."""
        return self.result["objective"]

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name, SI."""
        return {name: Parameter(name, found) for name, found in self.result["parameters"].items()}

    @property
    def derived(self) -> dict[str, Parameter]:
        """Combinations of them that the data may know better."""
        return {name: Parameter(name, found) for name, found in self.result.get("derived", {}).items()}

    @property
    def tables(self) -> list[str]:
        """Names of the tables that it left."""
        return sorted(name[:-4] for name in os.listdir(self.folder) if name.endswith(".csv"))

    def table(self, name: str = "fit") -> CsvTable:
        """A table: "fit" (measurements beside the model), "history" (the search)."""
        return CsvTable(os.path.join(self.folder, name + ".csv"))

    def __repr__(self) -> str:
        return "\n".join([f"objective {self.objective:.6g}", *map(repr, self.parameters.values())])


def fit(
    source: str | os.PathLike[str] | Mapping,
    out: str | os.PathLike[str],
    *,
    folder: str | os.PathLike[str] | None = None,
    settings: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    threads: int | None = None,
    force: bool = False,
) -> Fit:
    """Finds parameters from experiments (docs/fit.md), into the folder `out`.

    `source` is a file or folder of a fit, or a dict with what such a file holds, numbers in SI; tables that it names are looked for in
    `folder`.
    """
    options = {
        "set": [setting(key, value) for key, value in (settings or {}).items()],
        "jobs": _word(jobs), "threads": _word(threads), "force": force, "quiet": True,
    }  # fmt: skip
    words = ["--out", os.fspath(out), *options_of(options)]
    if not isinstance(source, Mapping):
        call(["fit", os.fspath(source), *words], good=(0, 1))
        return Fit(out)
    text = Writer(source, "scree_fit").text
    with file_of(text, os.fspath(folder or ".")) as path:
        call(["fit", path, *words], good=(0, 1))
    return Fit(out)

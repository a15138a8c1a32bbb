"""The program scree: where it is, and calling it with its messages as exceptions."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ._errors import Error

if TYPE_CHECKING:
    from ._case import Case

# place: words (remedy), as the program writes its errors
_TOLD = re.compile(r"(?P<where>.*?:\d+:\d+|[^:]*[^\s:]): (?P<what>.*?)(?: \((?P<hint>.*)\))?\Z")
_KINDS = {2: "bad input", 3: "diverged", 130: "stopped"}


def program() -> str:
    """The path of the program: that of the package, else the one on the PATH."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "scree")
    found = beside if os.access(beside, os.X_OK) else shutil.which("scree")
    if not found:
        raise Error(("scree", "the program is not in the package", "install it with pip, or `make install`"))
    return found


def _faults(complaints: str) -> list[tuple[str, str, str]]:
    """What the program complains of; a line without a place belongs to the one before."""
    faults: list[tuple[str, str, str]] = []
    for line in complaints.splitlines():
        match = _TOLD.match(line)
        if match:
            faults.append((match["where"], match["what"], match["hint"] or ""))
        elif faults and line.strip() and not re.fullmatch(r"\d+ faults?", line):
            where, what, hint = faults[-1]
            faults[-1] = (where, f"{what}; {line.strip()}", hint)
    return faults


def call(words: Sequence[str], good: Sequence[int] = (0,)) -> str:
    """Runs a command and gives what it prints; Error with what it complains of. What ends the call, as Ctrl-C, stops it, and is waited for."""
    path = program()
    with subprocess.Popen([path, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace") as started:
        try:
            told, complaints = started.communicate()
        except BaseException:
            _stop(started)
            raise
    if started.returncode in good:
        return told
    faults = _faults(complaints) or [(f"scree {words[0]}", f"ended with {started.returncode}", "")]
    raise Error(faults[0], _KINDS.get(started.returncode, "bad input"), faults)


def _stop(started: subprocess.Popen) -> None:
    """Asks the program to save and end, and waits for that; one more Ctrl-C ends it at once.

    From a terminal it has had SIGINT already, but not where a signal was sent to Python alone. A second SIGINT would end it without
    saving; SIGTERM is counted apart.
    """
    while started.poll() is None:
        try:
            started.terminate()
            started.communicate()
        except KeyboardInterrupt:
            continue


def starts_in(case: Case) -> str:
    """The folder where relative paths of a case start."""
    return os.path.dirname(case.name) or "."


def names_files(text: str) -> bool:
    """Whether the text of a case may name files. All keys that do are called `file`; those of fits are `case`, too."""
    return re.search(r"\b(file|case)\b", text) is not None


def new_file(folder: str, name: str, text: bytes, rights: int = 0o666) -> str | None:
    """Writes a file that was not there, and gives its path; None: the name is taken, be it by a link that leads nowhere."""
    path = os.path.join(folder, name)
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, rights)
        with open(number, "wb") as file:
            file.write(text)
    except FileExistsError:
        return None
    except OSError as error:
        what = f"a case for the program cannot be written here: {error.strerror}"
        hint = "give folder=, one that can be written to and has the files that the case names"
        raise Error((os.path.abspath(folder), what, hint), "input/output error") from None
    return path


@contextlib.contextmanager
def file_of(text: str, folder: str, settings: str = "") -> Iterator[str]:
    """The path of a file of this text for as long, of a name that nobody else has. Relative paths of it start in `folder`, where the
    program looks for them beside the file; where it names none the file is in the system's temporary folder."""
    beside = folder if names_files(text + settings) else tempfile.gettempdir()
    path = None
    while path is None:
        path = new_file(beside, f".scree-{secrets.token_hex(8)}.yaml", text.encode(), 0o600)
    try:
        yield path
    finally:
        os.unlink(path)


@contextlib.contextmanager
def case_file(case: Case) -> Iterator[str]:
    """The path of a case; one that is no file, or of a file that has changed since, is written for as long."""
    if case._is_as_on_disk:
        yield case.name
        return
    settings = "".join(str(value) for value in case.settings.items())
    with file_of(case.text, starts_in(case), settings) as path:
        try:
            yield path
        except Error as error:
            raise case._told(error, path) from None

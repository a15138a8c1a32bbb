"""The program scree: where it is, and calling it with its messages as exceptions."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
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


def write_for_program(path: str, text: bytes) -> None:
    """Writes a case that is no file where its relative paths start, as the program reads files."""
    try:
        with open(path, "wb") as file:
            file.write(text)
    except OSError as error:
        what = f"a case for the program cannot be written here: {error.strerror}"
        folder = os.path.abspath(os.path.dirname(path))
        raise Error((folder, what, "give folder=, one that can be written to and has the files that the case names"), "input/output error") from None


@contextlib.contextmanager
def case_file(case: Case) -> Iterator[str]:
    """The path of a case; one that is no file, or of a file that has changed since, is written for as long, where its relative paths start."""
    if case._is_as_on_disk:
        yield case.name
        return
    text = case.text.encode()
    folder = os.path.dirname(case.name) or "."
    path = os.path.join(folder, f".scree-{hashlib.sha256(text).hexdigest()[:16]}-{os.getpid()}.yaml")
    write_for_program(path, text)
    try:
        yield path
    except Error as error:
        raise case._told(error, path) from None
    finally:
        os.unlink(path)

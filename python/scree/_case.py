"""Cases: from a file, a YAML text, a dict, or keywords."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

from . import _core
from ._errors import Error
from ._fixed import Fixed
from ._law import Law
from ._text import Writer, check_let, check_signs, names_of_let, setting

if TYPE_CHECKING:
    from ._picture import Picture

# Cases of another program, which are read by their path, with the files beside them.
_NO_YAML = ".par"
_LONGEST = 64 << 20  # bytes, as the library has it

Source = Union[str, "os.PathLike[str]", Mapping]


class Case(Fixed, _core.Case):
    """A case that was read and checked.

    `source` is the path of a case file or of a folder with a case.yaml, a YAML text (one with a line break), or a dict. Keywords
    are sections of a dict. Numbers are in SI, texts carry their unit:

    >>> ball = Case(
    ...     gravity=[0, 0, -9.81],
    ...     domain={"low": [-1, -1, -1], "high": [1, 1, 3]},
    ...     materials={"stuff": {"density": "1 g/cm^3", "young": 1e7, "poisson": 0.25}},
    ...     pairs={"default": {"normal": {"law": "hertz", "restitution": 0.5}, "tangential": "none"}},
    ...     shapes={"ball": {"ball": {"radius": 0.1}}},
    ...     grains=[{"name": "one", "shape": "ball", "material": "stuff", "packing": {
    ...         "law": "lattice", "spacing": [1, 1, 1], "counts": [1, 1, 1], "origin": [0, 0, 1.5]}}],
    ...     run={"duration": "0.2 s"},
    ... )
    >>> World(ball).grain_count
    1

    `settings` replaces or adds values as --set of the program does: {"run.duration": "2 s", "materials.glass.young": 7e7}.
    `folder` is where relative paths of a text or dict start, `laws` are contact laws of the program that it may name. A case that is refused raises Error with all its faults.
    """

    _remedy = "case.changed({...}) is a case with other values"

    def __init__(
        self,
        source: Source | None = None,
        /,
        *,
        settings: Mapping[str, Any] | None = None,
        folder: str | os.PathLike[str] | None = None,
        laws: Iterable[Law] = (),
        **sections: Any,
    ):
        self._laws = tuple(laws)
        self._sections: Mapping | None = None
        self._text: str | None = None
        self._writer: Writer | None = None
        self._is_file = False
        self._settings = dict(settings or {})
        self._name = os.path.join(os.fspath(folder), "case") if folder is not None else "case"
        if source is None or isinstance(source, Mapping):
            self._sections = {**(source or {}), **sections}
        elif sections:
            raise TypeError("keywords are sections of a case that is made of them; change a file by settings={...}")
        elif isinstance(source, str) and "\n" in source:
            check_signs(source, "case")
            self._text = source
        else:
            self._open_file(_file_of(source))
            return
        if folder is not None:
            self._name = os.path.abspath(self._name)  # another folder may be the current one when files are read
        self._open()

    def _open_file(self, path: str) -> None:
        """Reads a file and keeps its text, so that the case stays what it is when the file changes."""
        self._name = os.path.abspath(path)
        self._is_file = True
        self._text = _text_of(self._name)
        try:
            self._open()
        except Error as error:
            raise _moved(error, self._name, path) from None

    def _check_settings(self) -> None:
        for key, value in self._settings.items():
            if isinstance(key, str) and key.startswith("let."):
                check_let(key, [value], names_of_let(self._text or ""))

    def _open(self) -> None:
        settings = [setting(key, value) for key, value in self._settings.items()]
        if self._sections is None:
            self._check_settings()
            super().__init__(self._name, text=self._text, settings=settings, laws=self._laws)
            return
        self._writer = Writer(self._sections)
        self._text = self._writer.text
        self._check_settings()
        try:
            super().__init__(self._name, text=self._text, settings=settings, laws=self._laws)
        except Error as error:
            raise self._told(error, self._name) from None

    def _told(self, error: Error, path: str) -> Error:
        """The same error with places of the file `path`, which holds the text of this case, as those of the case."""

        def place(where: str) -> str:
            return self._writer.way_of(where, path) if self._writer else where.replace(path, self._name)

        faults = [(place(where), what, hint) for where, what, hint in error.faults]
        return Error((place(error.where), error.what, error.hint), error.status, faults)

    @property
    def _is_as_on_disk(self) -> bool:
        """Whether its file is there and still holds its text."""
        return self._is_file and (self._text is None or _text_of(self._name) == self._text)

    @property
    def name(self) -> str:
        """The whole path of the file, or what stands for it in messages."""
        return self._name

    @property
    def is_file(self) -> bool:
        """Whether it was read from a file, whose path is `name`."""
        return self._is_file

    @property
    def _has_folder(self) -> bool:
        """Whether relative paths start at a folder that was given, or at that of the file."""
        return self.is_file or os.path.dirname(self._name) != ""

    @property
    def text(self) -> str:
        """The YAML of the case as it was given, without the settings; `write` has them in it."""
        if self._text is None:
            with open(self._name, encoding="utf-8") as file:
                return file.read()
        return self._text

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the case as it is run: YAML with all settings and defaults in it, which reads back to the same case bit for bit.

        Files that it names are whole paths, so that `path` may be anywhere. A file that is there is replaced.
        """
        self._write_text(path, self._as_run())

    def _as_run(self) -> str:
        # Asked of a case of its own: others may be stepping worlds of this one.
        return _again(self._name, self._text, self._settings, self._is_file, self._laws)._resolved()

    def _write_text(self, path: str | os.PathLike[str], text: str) -> None:
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            what = f"the case cannot be written: {error.strerror}"
            raise Error((os.fspath(path), what, "check the name, and that its folder is there"), "input/output error") from None

    @property
    def settings(self) -> dict[str, Any]:
        """The values that replace those of the text."""
        return dict(self._settings)

    def picture(self, size: tuple[int, int] | str | None = None) -> Picture:
        """The case at its start, drawn with its walls and streams."""
        from ._picture import draw_case
        from ._program import case_file

        with case_file(self) as path:
            return draw_case(path, set=[setting(*pair) for pair in self._settings.items()], size=size)

    @property
    def laws(self) -> tuple[Law, ...]:
        """The contact laws of the program that it may name."""
        return self._laws

    def changed(self, settings: Mapping[str, Any]) -> Case:
        """The same case with these values besides: case.changed({"run.duration": "2 s"})."""
        return _again(self._name, self._text, {**self._settings, **settings}, self._is_file, self._laws)

    def __reduce__(self):
        return _again, (self._name, self._text, self._settings, self._is_file, self._laws)

    def __repr__(self) -> str:
        return f"<scree.Case {self._name}>"


def _again(
    name: str, text: str | None, settings: Mapping[str, Any], is_file: bool, laws: tuple[Law, ...] = ()
) -> Case:
    case = Case.__new__(Case)
    case._laws = laws
    case._sections, case._writer, case._text, case._settings, case._name = None, None, text, dict(settings), name
    case._is_file = is_file
    case._open()
    return case


def _text_of(path: str) -> str | None:
    """The text of a YAML file. None where there is none to keep, so that the library reads the path or says what is wrong with it."""
    if path.endswith(_NO_YAML):
        return None
    try:
        with open(path, "rb") as file:
            text = file.read(_LONGEST + 1).decode()
    except (OSError, UnicodeDecodeError):
        return None
    return None if "\0" in text or len(text) > _LONGEST or text.startswith("scree-snapshot ") else text


def _moved(error: Error, path: str, given: str) -> Error:
    """The same error with places in the file as its path was given."""
    faults = [(where.replace(path, given), what, hint) for where, what, hint in error.faults]
    return Error((error.where.replace(path, given), error.what, error.hint), error.status, faults)


def _file_of(source: Any) -> str:
    path = os.fsdecode(source)
    return os.path.join(path, "case.yaml") if os.path.isdir(path) else path


def as_case(source: Any) -> Case:
    """A Case of whatever Case takes."""
    return source if isinstance(source, Case) else Case(source)

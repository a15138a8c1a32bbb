"""The package: without NumPy, as the program, its stubs, its docstrings."""

import doctest
import importlib.util
import inspect
import os
import pathlib
import signal
import subprocess
import sys

import pytest

import scree

WITHOUT = """
import sys
sys.modules["numpy"] = None
sys.path.insert(0, sys.argv[1])
import scree
from conftest import ball
world = scree.World(ball(), threads=1)
view = world.column("position")
assert type(view) is memoryview and view.shape == (1, 4) and view[0, 2] == 1.1 and view.readonly, view
try:
    world.step()
    raise SystemExit("a step with a view")
except BufferError:
    pass
view.release()
world.step(23000)
frame = world.frame()
assert frame.position.shape == (1, 3) and len(frame.contacts.overlap) == 1
assert frame.walls["floor"].force[2] < 0 and frame.ledger.kinetic > 0
world.write("velocity", [[0.5, 0, 0]], [frame.id[0]])
assert frame.id.format == "q" and world.frame().velocity[0, 0] == 0.5
"""


def test_without_numpy():
    subprocess.run([sys.executable, "-c", WITHOUT, os.path.dirname(__file__)], check=True)


def test_the_program():
    told = subprocess.run([sys.executable, "-m", "scree", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == f"scree {scree.__version__}\n"
    bad = subprocess.run([sys.executable, "-m", "scree", "run", "/none.yaml"], capture_output=True, text=True)
    assert bad.returncode == 2 and "none.yaml" in bad.stderr
    bench = subprocess.run([sys.executable, "-m", "scree", "verify", "--help"], capture_output=True, text=True)
    assert bench.returncode == 0 and "usage" in bench.stdout + bench.stderr


def test_the_program_ends_where_nobody_reads_on():
    # As `python -m scree list probes | head -1`.
    command = [sys.executable, "-m", "scree", "list", "probes"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        started.stdout.close()
        assert started.stderr.read() == "" and started.wait() == -signal.SIGPIPE


def test_everything_says_what_it_is():
    for name in scree.__all__:
        value = getattr(scree, name)
        assert inspect.getdoc(value), name
        if inspect.isclass(value) and value.__module__.startswith("scree"):
            for method, of in vars(value).items():
                if not method.startswith("_") and (callable(of) or isinstance(of, property)):
                    assert inspect.getdoc(getattr(value, method)), f"{name}.{method}"


def test_examples_in_docstrings():
    package = pathlib.Path(scree.__file__).parent
    for path in sorted(package.glob("*.py")):
        if path.stem == "__main__":
            continue
        module = __import__(f"scree.{path.stem}", fromlist=["x"]) if path.stem != "__init__" else scree
        result = doctest.testmod(module, extraglobs={name: getattr(scree, name) for name in scree.__all__})
        assert result.failed == 0, path


def test_the_page_of_names_is_fresh(root):
    made = subprocess.run([sys.executable, root / "scripts/make-python-page"], capture_output=True, text=True, check=True)
    assert made.stdout == (root / "docs/python-api.md").read_text(), "PYTHONPATH=build/python scripts/make-python-page >docs/python-api.md"


@pytest.mark.slow
def test_stubs():
    pytest.importorskip("mypy.stubtest")
    told = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "scree._core"], capture_output=True, text=True,
        env={**os.environ, "MYPY_CACHE_DIR": os.devnull},
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.slow
def test_types(root):
    pytest.importorskip("mypy")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", os.devnull, "--config-file", root / "pyproject.toml", os.path.dirname(scree.__file__)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr


STABLE = {"_Py_Dealloc", "_Py_NoneStruct", "_Py_TrueStruct", "_Py_FalseStruct"}


def test_nothing_but_the_stable_abi_is_used():
    told = subprocess.run(["nm", "-D", "--undefined-only", scree._core.__file__], capture_output=True, text=True)
    if told.returncode:
        pytest.skip("no nm")
    names = {line.split()[-1] for line in told.stdout.splitlines()}
    assert not any(name.startswith("_Py") and name not in STABLE and not name.endswith("_SizeT") for name in names)
    shown = subprocess.run(["nm", "-D", "--defined-only", scree._core.__file__], capture_output=True, text=True).stdout
    assert [line.split()[-1] for line in shown.splitlines()] == ["PyInit__core"]


def test_a_wheel_has_the_pages_where_they_were_made(root, tmp_path):
    spec = importlib.util.spec_from_file_location("build_backend", root / "python/build_backend.py")
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    for name in ("python/scree/_core.abi3.so", "python/scree/bin/scree"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    for path in filter(pathlib.Path.is_file, (root / "python/scree").iterdir()):
        (tmp_path / "python/scree" / path.name).write_bytes(path.read_bytes())
    without = backend._package(tmp_path)
    assert {"scree/__init__.py", "scree/_core.abi3.so", "scree/bin/scree"} <= set(without)
    (tmp_path / "assets").mkdir()
    for name in ("view.js", "view.css"):
        (tmp_path / "assets" / name).write_text(name)
    assert set(backend._package(tmp_path)) - set(without) == {"scree/bin/assets/view.js", "scree/bin/assets/view.css"}


INTERPRETERS = """
import _xxsubinterpreters as interpreters
import numpy
import scree
from conftest import ball
frame = scree.World(ball(), threads=1).frame()
for isolated in (True, False):
    other = interpreters.create(isolated=isolated)
    try:
        interpreters.run_string(other, "import sys; sys.modules['numpy'] = None; import scree")
        print("it imports")
    except interpreters.RunFailedError as error:
        print("ImportError" in str(error))
print(type(frame.position) is numpy.ndarray)
"""


def test_it_is_for_the_main_interpreter():
    pytest.importorskip("numpy")
    pytest.importorskip("_xxsubinterpreters")
    told = subprocess.run([sys.executable, "-c", INTERPRETERS], cwd=os.path.dirname(__file__), capture_output=True, text=True)
    assert told.stdout == "True\nTrue\nTrue\n", told.stdout + told.stderr


def test_the_whole_of_the_tests_leaves_none_out(root, tmp_path):
    (tmp_path / "conftest.py").write_text((root / "python/tests/conftest.py").read_text())
    (tmp_path / "test_one.py").write_text("import pytest\n\n\ndef test_one():\n    pytest.importorskip('no_such_package')\n")

    def ends(**environment):
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path]
        plain = {name: value for name, value in os.environ.items() if name not in ("SCREE_WHOLE", "SCREE_NO_APT")}
        return subprocess.run(command, env={**plain, **environment}, capture_output=True, text=True)

    assert ends().returncode == 0 and ends(SCREE_WHOLE="1", SCREE_NO_APT="1").returncode == 0
    told = ends(SCREE_WHOLE="1")
    assert told.returncode == 1 and "scripts/set-up python python-check installs it" in told.stdout

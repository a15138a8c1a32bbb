"""The tutorials: their cells run from top to bottom, and say what their words promise."""

import json
import os
import subprocess
import sys

import pytest

from conftest import ROOT

TUTORIALS = ROOT / "python/tutorials"


def cells_of(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def run_cells(name, monkeypatch):
    """What the names of a notebook are in the end. Its cells run as in Jupyter, in its own folder, but for what they show."""
    pytest.importorskip("numpy")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    names = {}
    monkeypatch.chdir(TUTORIALS)
    for cell in cells_of(TUTORIALS / f"{name}.ipynb"):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{name}.ipynb", "exec"), names)
    matplotlib.pyplot.close("all")
    return names


def test_they_are_stored_without_output():
    paths = sorted(TUTORIALS.glob("*.ipynb"))
    assert len(paths) == 4
    for path in paths:
        for cell in cells_of(path):
            assert cell.get("outputs", []) == [] and cell.get("execution_count") is None, path


def test_first_bed(monkeypatch):
    names = run_cells("first-bed", monkeypatch)
    assert 0.55 < names["solid_fraction"] < 0.64
    assert 4 < names["coordination"] < 6.5
    assert abs(names["floor"] / -names["weight"] - 1) < 0.05
    whole = names["kinetic"] + names["height"] + names["elastic"] + names["friction"] + names["damping"]
    assert abs(whole - whole[0]).max() < 1e-3 * (names["height"].max() - names["height"].min())


@pytest.mark.slow
def test_triaxial(monkeypatch):
    names = run_cells("triaxial", monkeypatch)
    assert abs(names["angle"] - 20) < 1 and names["axial"][0] < 1e-3 and names["axial"][-1] > 0.15
    assert len(names["study"]) == 2 and names["study"].table["status"] == ["finished"] * 2


@pytest.mark.slow
def test_soybean_fit(monkeypatch):
    names = run_cells("soybean-fit", monkeypatch)
    assert names["fit"].objective < 0.5202 and names["fit"].parameters["plastic_radius"].identified


@pytest.mark.slow
def test_mixer(monkeypatch):
    names = run_cells("mixer", monkeypatch)
    assert names["mixed"][0] < 0.2 and names["mixed"][-20:].mean() > 0.7


@pytest.mark.slow
def test_the_first_one_runs_in_jupyter(tmp_path):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    environment = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    environment["JUPYTER_PATH"] = str(tmp_path / "share" / "jupyter")  # Debian's own kernel is another Python than that of a venv
    subprocess.run([sys.executable, "-m", "ipykernel", "install", "--prefix", tmp_path], check=True)
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", tmp_path, TUTORIALS / "first-bed.ipynb"],
        check=True, env=environment,
    )  # fmt: skip
    shown = [part for cell in cells_of(tmp_path / "first-bed.ipynb") for part in cell.get("outputs", [])]
    assert sum("image/png" in part.get("data", {}) for part in shown) == 3

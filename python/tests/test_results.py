"""Results of runs, sweeps and fits: the numbers are those of the world that made them."""

import json
import os
import struct
import subprocess
import sys

import pytest

import scree
from conftest import ball, bed

CASE = {
    **bed(4),
    "run": {"duration": 0.03, "ledger": True},
    "output": {"every": 0.01, "contacts": True, "walls": True},
    "probes": {
        "books": {"law": "energy", "every": 0.005},
        "rare": {"law": "energy", "every": 0.01},
        "mean": {"law": "fields", "cells": [2, 1, 3], "width": 0.015, "every": 0.01},
        "film": {"law": "field-series", "cells": [2, 1, 3], "width": 0.015, "every": 0.01},
    },
}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return scree.run(CASE, tmp_path_factory.mktemp("run") / "out")


def test_a_run(done):
    world = scree.World(CASE, threads=1)
    world.run()
    assert done.info["state_hash"] == world.hash() and done.info["status"] == "finished"
    assert repr(done) == f"<run {done.folder}: finished at 0.03 s>"
    again = done.world(threads=1)
    assert again.hash() == world.hash() and "\nscree: 1\n" in done.case.text
    assert "finished" in done.log or done.log
    assert not [name for name in os.listdir(".") if name.startswith(".scree-")]


def test_frames_are_those_of_the_world(done):
    numpy = pytest.importorskip("numpy")
    assert len(done.frames) == 4 and done.frames.times == pytest.approx([0, 0.01, 0.02, 0.03])
    world = scree.World(CASE, threads=1)
    seen = done.frames[2]
    world.step(seen.steps)
    frame = world.frame()
    for name in ("position", "velocity", "spin", "radius", "force", "id", "contacts", "image", "material"):
        assert numpy.array_equal(seen[name], frame.balls[name]), name
    assert numpy.array_equal(seen.contacts.overlap, frame.contacts.overlap) and len(frame.contacts) > 0
    assert numpy.array_equal(seen.contacts.b, frame.contacts.b)
    assert seen.ledger["kinetic"] == frame.ledger.kinetic and list(seen.ledger) == frame.ledger.columns
    assert seen.walls["domain-z-low"]["force"].tolist() == seen.walls["domain-z-low"].force.tolist() == frame.walls["domain-z-low"].force.tolist()
    with pytest.raises(AttributeError, match="no column 'heat'; there are .*force"):
        seen.walls["domain-z-low"].heat
    with pytest.raises(AttributeError, match="no column 'heat'; there are .*spin") as raised:
        seen.heat
    assert "angular_velocity" not in str(raised.value)
    assert seen.time == world.time == done.frames.at(0.021).time
    assert set(seen.columns) >= {"position", "spin"} and len(done.frames[1:]) == 3
    with pytest.raises(AttributeError, match="no column 'velocty'"):
        seen.velocty


def test_probes(done):
    assert done.probes == ["books", "film", "mean", "rare"]
    books = done.probe("books")
    assert books.units["friction"] == "J" and books.label("turned_over") == "turned over [J]"
    assert list(books.time) == pytest.approx([0.005 * i for i in range(7)], abs=2e-5)  # at whole steps
    assert books["friction"][-1] == pytest.approx(done.info["energy"]["friction"])
    assert "friction" in books and len(books) == 7 and "friction" in dir(books)
    with pytest.raises(KeyError, match="no column 'frictoin'"):
        books["frictoin"]
    with pytest.raises(AttributeError):
        books.frictoin
    with pytest.raises(scree.Error) as caught:
        done.probe("boks")
    assert "books, film, mean" in caught.value.hint


def test_grids(done):
    numpy = pytest.importorskip("numpy")
    mean = done.probe("mean")
    grid = mean.grid
    assert grid.cells == [2, 1, 3] and grid["density"].shape == (3, 1, 2) and grid["velocity"].shape == (3, 1, 2, 3)
    assert numpy.array_equal(grid["density"].ravel(), mean["density"])
    assert numpy.array_equal(grid["velocity"][..., 2].ravel(), mean["velocity_z"], equal_nan=True)
    assert grid.centres(2) == pytest.approx(sorted(set(mean["z"])))
    assert [grid.time for grid in done.probe("film").grids] == pytest.approx([0, 0.01, 0.02, 0.03])


def test_xarray(done):
    pytest.importorskip("xarray")
    mean = done.probe("mean").to_xarray()
    assert mean.density.dims == ("z", "y", "x") and mean.density.units == "kg/m^3" and mean.x.units == "m"
    assert mean.velocity.units == "m/s" and mean.stress_contact.sel(pair="zz").shape == (3, 1, 2)
    film = done.probe("film").to_xarray()
    assert film.density.dims == ("time", "z", "y", "x") and film.sizes["time"] == 4
    assert float(film.velocity.isel(time=0, z=0, y=0, x=0).sel(component="z")) == pytest.approx(-1.0, rel=1e-6)
    books = done.probe("books").to_xarray()
    assert books.friction.dims == ("time",) and books.friction.units == "J"


def test_pairs(done):
    few = done.pair("books.friction", "rare.translational")
    books, rare = done.probe("books"), done.probe("rare")
    assert list(few["time"]) == list(rare["time"]) and len(rare) < len(books)
    assert [books["time"].tolist().index(t) for t in few["time"]] == [i for i, f in enumerate(books["friction"]) if f in few["books.friction"]]
    for y, words in {"books": "PROBE.COLUMN", "books.nothing": "no column 'nothing'", "none.q": "was not written"}.items():
        with pytest.raises(scree.Error, match=words):
            done.pair(y, "books.damping")
    with pytest.raises(scree.Error, match="mean.density stands over x, books.damping over time"):
        done.pair("mean.density", "books.damping")


def test_pandas(done):
    pytest.importorskip("pandas")
    table = done.probe("books").to_pandas()
    assert table.attrs["units"]["friction"] == "J" and list(table["time"]) == list(done.probe("books").time)


def test_plots(done):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    books = done.probe("books")
    axes = books.plot("friction", "damping")
    assert axes.get_ylabel() == "[J]" and axes.get_xlabel() == "time [s]" and len(axes.lines) == 2
    assert list(axes.lines[0].get_ydata()) == list(books["friction"])
    profile = done.probe("mean").plot("density", "pressure", x="z")
    assert [of.get_ylabel() for of in profile] == ["density [kg/m^3]", "pressure [Pa]"]
    assert len(books.plot("friction", x="damping", axes=axes).lines) == 3
    for refused in (lambda: books.plot("nix"), lambda: books.plot("friction", x="nix"), lambda: books.label("nix")):
        with pytest.raises(KeyError, match="books has no column 'nix'; there are time, "):
            refused()
    one = done.plot("books.friction", "books.damping")
    assert list(one.lines[0].get_xdata()) == list(books["damping"]) and one.get_ylabel() == "books.friction [J]"
    matplotlib.pyplot.close("all")


def test_pictures(done):
    picture = done.picture(at=0.02, colour="force", size=(320, 240), view=(1, 2, -1), range=(0, 1e-3))
    assert done.picture(at=0.02, size=(320, 240), view=(1, 2, -1), force_chains=True).data != picture.data
    assert picture.size == (320, 240) and picture._repr_png_()[:4] == b"\x89PNG"
    assert done.picture(at=0.0, size=(320, 240)).data != done.picture(size="320x240").data
    assert done._repr_png_()[:4] == b"\x89PNG"
    start = scree.Case(ball()).picture(size=(200, 100))
    assert start.size == (200, 100) and scree.Case(ball()).picture().size == (1200, 900)
    assert struct.unpack(">II", start.data[16:24]) == start.size
    with pytest.raises(scree.Error, match="colour"):
        done.picture(colour="green")


def test_a_picture_of_a_world(done, root):
    world = scree.World(CASE, threads=1)
    start = world.picture(size=(200, 150))
    world.step(done.frames[2].steps)
    seen = world.picture(size=(200, 150), view="front", colour="force")
    assert seen.size == (200, 150) and seen.data != start.data
    assert seen.data == done.picture(at=0.02, size=(200, 150), view="front", colour="force").data
    world.add("bed", [0.02, 0.02, 0.07])
    assert world.picture(size=(200, 150), view="front", colour="force").data != seen.data
    staged = scree.World(scree.new("triaxial", done.folder + "-case"), threads=1)
    assert staged.stage is not None and staged.picture(size=(200, 150)).size == (200, 150)
    with pytest.raises(scree.Error, match="'speed'") as caught:
        world.picture(colour="sped")
    assert caught.value.where == "colour"
    with pytest.raises(TypeError, match="did you mean 'colour'"):
        world.picture(color="speed")


def test_a_frame_is_drawn_and_written_as_it_was(done):
    world = scree.World(CASE, threads=1)
    world.step(done.frames[2].steps)
    frame = world.frame()
    pictures = [world.picture(size=(200, 150)), frame.picture(world, size=(200, 150))]
    files = {what: world.vtk(what) for what in ("bodies", "shapes", "contacts", "walls")}
    assert files["bodies"] == open(done.path("bodies_000002.vtp"), "rb").read()
    assert all(frame.vtk(world, what) == data and data.startswith(b"<?xml") for what, data in files.items())
    world.step(20)
    pictures.append(frame.picture(world, size=(200, 150)))
    assert len({picture.data for picture in pictures}) == 1 != len({pictures[0].data, world.picture(size=(200, 150)).data})
    with pytest.raises(scree.Error, match="another case"):
        frame.picture(scree.World(CASE, threads=1))
    with pytest.raises(ValueError, match="bodies, shapes, contacts, walls"):
        world.vtk("grains")


def test_a_picture_can_be_saved(done, tmp_path):
    picture = done.picture(size=(64, 64))
    picture.save(tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes() == picture.data and repr(picture) == "<scree.Picture 64 x 64>"


def test_files_that_are_torn_or_cannot_be_written(done, tmp_path):
    with pytest.raises(scree.Error, match="cannot be written"):
        done.picture(size=(64, 64)).save(tmp_path / "none/x.png")
    (tmp_path / "case.yaml").write_text("scree: 1")
    (tmp_path / "summary.json").write_text("{")
    with pytest.raises(scree.Error, match="is damaged"):
        scree.read(tmp_path).info
    with pytest.raises(scree.Error, match="no folder of a fit"):
        scree.Fit(tmp_path)
    with pytest.raises(scree.Error, match="solver: nonsmooth"):
        done.solver
    with pytest.raises(ValueError, match="no number"):
        done.frames.at(float("nan"))


def test_a_report(done):
    assert open(done.report()).read().startswith("<!")


def test_what_is_no_run(tmp_path):
    with pytest.raises(scree.Error, match="no folder of a run"):
        scree.read(tmp_path)
    (tmp_path / "case.yaml").write_text("scree: 1\n")
    run = scree.read(tmp_path)
    assert run.info == {} and run.probes == [] and len(run.frames) == 0 and run._repr_png_() is None
    with pytest.raises(scree.Error, match="has no frames"):
        run.frames.at(0)
    (tmp_path / "bodies_000000.vtp").write_text("<VTKFile>")
    with pytest.raises(scree.Error, match="no VTK file of a run"):
        run.frames[0]


def test_a_damaged_frame_is_told(done, tmp_path):
    source = done.frames[1]._path
    content = bytearray(open(source, "rb").read())
    content[content.index(b"_", content.index(b"<AppendedData")) + 3000 :] = b""
    (tmp_path / "case.yaml").write_text("scree: 1\n")
    (tmp_path / "bodies_000000.vtp").write_bytes(content)
    frame = scree.read(tmp_path).frames[0]
    with pytest.raises(scree.Error, match="damaged|no VTK file"):
        for name in frame.columns:
            frame[name]


def test_a_table_that_grows(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('time [s],"a, b [N]",word\n0,1,x\n1,nan,y\n2,in')
    table = scree.CsvTable(path)
    assert table.columns == ["time", "a, b", "word"] and list(table.time) == [0, 1] and table["word"] == ["x", "y"]
    assert table.units == {"time": "s", "a, b": "N", "word": "1"}
    path.write_text("")
    with pytest.raises(scree.Error, match="is empty"):
        scree.CsvTable(path)
    with pytest.raises(scree.Error, match="cannot be read"):
        scree.CsvTable(tmp_path / "none.csv")
    assert repr(scree.CsvTable.__new__(scree.CsvTable)) == "<0 rows of >"  # as a debugger shows one that was not made


def test_runs_that_are_refused(done):
    with pytest.raises(scree.Error) as caught:
        scree.run(CASE, done.folder)
    with pytest.raises(scree.Error) as told:
        scree.run({**CASE, "probes": {"mean": {"law": "fields", "cells": [2, 1, 3], "width": 0.05}}}, done.folder + "-wide")
    assert told.value.where.startswith("probes.mean") and "width" in told.value.hint
    assert "holds a run already" in caught.value.what and caught.value.where == done.folder
    with pytest.raises(scree.Error) as caught:
        scree.run(ball(walls={}, gravity=[0, 0, -100.0], run={"duration": 2.0, "step": 2e-5}), done.folder + "-lost")
    assert caught.value.status == "diverged" and "grain" in str(caught.value)
    assert scree.read(done.folder + "-lost").info["status"] != "finished"
    shorter = scree.run(CASE, done.folder + "-lost", force=True, settings={"run.duration": 0.01}, threads=1)
    assert shorter.info["time"] == pytest.approx(0.01)


def test_a_sweep(tmp_path):
    case = {**CASE, "run": {"duration": 0.01, "ledger": True}, "output": {"every": 0.01}, "probes": {"books": CASE["probes"]["books"]}}
    over = {"friction": [0.1, 0.9], "seed": range(1, 3)}
    found = scree.sweep(case, over, tmp_path / "out", jobs=2)
    assert len(found) == 4 and repr(found).endswith("4 points over friction, seed>")
    assert list(found.table["friction"]) == [0.1, 0.1, 0.9, 0.9] and found.table["status"] == ["finished"] * 4
    assert found.table["books.friction:last"][1] == found.runs[1].probe("books")["friction"][-1]
    assert len(found.scatter) == 2 and found.scatter.units["books.friction:last error"] == "J"
    before = os.stat(found.runs[0].path("summary.json")).st_mtime_ns
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = found.plot("books.friction", "books.translational")
    assert len(axes.lines) == len(found) and len({line.get_color() for line in axes.lines}) == len(found) // 2
    assert len(axes.get_legend().get_texts()) == len(found) // 2
    seeds = {"friction": [0.1, 0.9], "grains.bed.packing.seed": [1, 2]}
    other = scree.sweep(case, seeds, tmp_path / "seeds", jobs=2)
    assert len({line.get_color() for line in other.plot("books.friction", "books.translational").lines}) == 2
    again = scree.sweep(case, over, tmp_path / "out")
    assert os.stat(again.runs[0].path("summary.json")).st_mtime_ns == before
    with pytest.raises(scree.Error, match="no folder of a sweep"):
        scree.Sweep(tmp_path)


def test_what_a_sweep_varies(tmp_path):
    from scree._studies import _values
    from scree._text import names_of_let

    assert names_of_let(scree.Case(ball(let={"rate": 3, "size": "1 mm"})).text) == {"rate": "3", "size": "1 mm"}
    assert names_of_let(scree.Case("scree: 1\nlet: {rate: 3, size: 1 mm}\n" + scree.Case(ball()).text.partition("\n")[2]).text) == {"rate": "3", "size": "1 mm"}
    assert _values("a", [1, 2.5, "3 mm"], False) == "a=1,2.5 SI,3 mm" and _values("a", "1:2:0.5", False) == "a=1:2:0.5"
    assert _values("rate", [1.5], True) == "rate=1.5"
    with pytest.raises(TypeError):
        _values("a", 3, False)
    assert _values("a", [True, None], False) == "a=true,none" and _values("a", [[0, 0, -9.81]], False) == "a=[0 SI, 0 SI, -9.81 SI]"
    named = ball(let={"height": "1.1 m", "factor": 1}, run={"duration": 0.001, "step": "20 us * factor"})
    named["run"]["step"] = "${20 us * factor}"
    named["probes"] = {"one": {"law": "body", "grain": "one/1", "every": 1e-3}}
    found = scree.sweep(named, {"factor": [0.5, 1.0]}, tmp_path / "out")
    assert [run.info["steps"] for run in found.runs] == [100, 50]
    with pytest.raises(scree.Error, match="frictoin"):
        scree.sweep(ball(), {"frictoin": [0.1]}, tmp_path / "other")


def test_a_name_of_let_with_a_unit_wants_one(tmp_path):
    named = ball(let={"stiff": "1e7 Pa", "factor": 1e0, "half": "stiff / 2"}, run={"duration": 0.001, "step": "${20 us * factor}"})
    named["gravity"] = [0, 0, "${half / stiff * 20 m/s^2}"]
    named["materials"] = {"stuff": {"density": 1000.0, "young": "${stiff}", "poisson": 0.25}}
    named["probes"] = {"one": {"law": "body", "grain": "one/1", "every": 1e-3}}
    for over in ({"stiff": [1e7, 2e7]}, {"let.stiff": (["1 MPa", 20000000])}):
        with pytest.raises(scree.Error, match="is a plain number, and the case has let: {stiff: 1e7 Pa}") as raised:
            scree.sweep(named, over, tmp_path / "none")
        assert raised.value.hint == "write the unit, as '1e7 Pa'" and raised.value.where in over
    assert not (tmp_path / "none").exists()
    found = scree.sweep(named, {"stiff": ["10 MPa", "20 MPa"], "factor": [1.0]}, tmp_path / "out", jobs=1)
    assert found.table["status"] == ["finished"] * 2


def test_a_sweep_takes_what_cases_take(tmp_path):
    unit = pytest.importorskip("pint").UnitRegistry()
    short = ball(run={"duration": 1e-3, "step": 1e-4}, probes={"one": {"law": "body", "grain": "one/1", "every": 1e-3}})
    over = {"materials.stuff.young": [10 * unit.MPa, unit.Quantity(2e7, "Pa")], "gravity": [[0, 0, -1.5], [0.0, 0.0, -3]], "run.ledger": [True]}
    found = scree.sweep(short, over, tmp_path / "out", jobs=1)
    young = [run.case.text.partition("young: ")[2].partition(" ")[0] for run in found.runs]
    assert [float(value) for value in young] == [1e7, 1e7, 2e7, 2e7] and found.table["status"] == ["finished"] * 4
    speeds = [run.probe("one")["velocity_z"][-1] for run in found.runs]
    assert speeds[1] == pytest.approx(2 * speeds[0], rel=1e-9) and speeds[0] < 0


def test_a_fit(tmp_path, root):
    found = scree.fit(root / "examples/05-soybean-fit", tmp_path / "fit")
    radius = found.parameters["plastic_radius"]
    assert radius.identified and radius.low < float(radius) < radius.high and radius.unit == "m/N"
    assert found.parameters["young"].low is None and "not told by the data" in repr(found)
    assert found.objective == found.result["objective"] < 0.6005 and "history" in found.tables
    assert len(found.table()["measured"]) == found.result["measurements"]
    assert found.derived["young/(1-poisson^2)"].identified


def test_a_fit_of_a_dict(tmp_path, root):
    yaml = pytest.importorskip("yaml")
    folder = root / "examples/05-soybean-fit"
    mapping = yaml.safe_load((folder / "fit.yaml").read_text())
    mapping["searches"] = {"descent": {"law": "steepest-descent", "target": 0.6005}}
    mapping["parameters"]["young"] = {"start": 126e6, "low": 50e6, "high": 400e6}
    found = scree.fit(mapping, tmp_path / "fit", folder=folder)
    assert found.objective <= 0.6005
    assert not [name for name in os.listdir(folder) if name.startswith(".scree-")]
    with pytest.raises(scree.Error, match="no number"):
        scree.fit({**mapping, "title": float("nan")}, tmp_path / "other", folder=folder)
    assert not [name for name in os.listdir(folder) if name.startswith(".scree-")]
    mapping["parameters"]["young"] = {"start": 126e6, "low": 500e6, "high": 400e6}
    with pytest.raises(scree.Error, match="young"):
        scree.fit(mapping, tmp_path / "other", folder=folder)


WITHOUT = """
import sys
sys.modules["numpy"] = None
import json
import scree
run = scree.read(sys.argv[1])
frame = run.frames[1]
assert type(frame.position) is memoryview and frame.position.shape == (64, 3)
assert frame.position[0, 2] > 0 and len(run.probe("books").friction) == 7
assert frame.walls["domain-z-low"]["position"] == [0, 0, 0] and frame.contacts.overlap[0] > 0
"""


def test_without_numpy(done):
    subprocess.run([sys.executable, "-c", WITHOUT, done.folder], check=True)
    assert json.dumps(done.info)

"""Cases from files, texts, dicts and keywords; what is refused, and in which words."""

import math
import pathlib
import pickle
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import pytest

import scree
from conftest import ball


def hash_of(*given, **named):
    return scree.World(scree.Case(*given, **named), threads=1).hash()


def test_dict_keywords_text_and_file_are_the_same_case(tmp_path):
    text = """
scree: 1
title: One ball
gravity: [0, 0, -10 m/s^2]
domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 3 m]}
materials: {stuff: {density: 1 g/cm^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: none}}
shapes: {ball: {ball: {radius: 100 mm}}}
walls: {floor: {material: stuff, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, drive: {law: fixed}}}
grains: [{name: one, shape: ball, material: stuff, velocity: [1 m/s, 0 m/s, 0 m/s],
          packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 1.1 m]}}]
run: {duration: 0.2 s, step: 20 us, ledger: true}
"""
    (tmp_path / "case.yaml").write_text(text)
    wanted = hash_of(text)
    assert hash_of(ball()) == wanted
    assert hash_of(**ball()) == wanted
    assert hash_of(tmp_path / "case.yaml") == wanted
    assert hash_of(str(tmp_path)) == wanted
    assert hash_of(ball(), gravity=[0, 0, -9.0]) != wanted


def test_texts_carry_their_units():
    mixed = ball(gravity=[0, 0, "-10 m/s^2"], materials={"stuff": {"density": "1 g/cm^3", "young": 1e7, "poisson": "25 %"}})
    assert hash_of(mixed) == hash_of(ball())


def test_let_and_expressions():
    named = ball(let={"factor": 10, "drop": "1.1 m", "pull": "factor * 1 m/s^2"}, gravity=[0, 0, "-${pull}"])
    assert "  factor: 10\n" in scree.Case(named).text
    assert hash_of(named) == hash_of(ball())
    with pytest.raises(scree.Error, match="0.5 is a plain number, and the case has let: {drop: 1.1 m}") as raised:
        scree.Case(named, settings={"let.drop": 0.5})
    assert raised.value.where == "let.drop" and raised.value.hint == "write the unit, as '1.1 m'"
    assert hash_of(named, settings={"let.factor": 9.5}) == hash_of(ball(gravity=[0, 0, -9.5]))


def led_by(drive):
    wall = {"material": "stuff", "plane": {"point": [0, 0, 2.9], "normal": [0, 0, -1]}, "drive": drive}
    return ball(walls={**ball()["walls"], "lid": wall})


@pytest.mark.parametrize(
    "drive, key, unit",
    [
        ({"law": "expression", "z": -1e-3}, "z", "m"),
        ({"law": "force", "axis": [0, 0, -1], "force": 2.5, "mass": 1}, "force", "N"),
        ({"law": "servo", "axis": [0, 0, -1], "force": 2.5, "speed": 1}, "force", "N"),
        ({"law": "servo", "axis": [0, 0, -1], "pressure": 2e4, "area": 4, "speed": 1}, "pressure", "Pa"),
    ],
)
def test_numbers_in_si_where_expressions_may_stand(drive, key, unit):
    spelt = led_by({**drive, key: f"{drive[key]!r} {unit}"})
    assert hash_of(led_by(drive)) == hash_of(spelt)
    way = f"walls.lid.drive.{key}"
    assert scree.World(scree.Case(spelt).changed({way: drive[key]}), threads=1).hash() == hash_of(spelt)
    worlds = [scree.World(case, threads=1) for case in (led_by(drive), spelt)]
    assert worlds[0].run() == worlds[1].run() and worlds[0].hash() == worlds[1].hash()
    with pytest.raises(scree.Error) as caught:
        scree.Case(led_by({**drive, key: "2*3 SI"}))
    assert caught.value.where == way and " a unit" in caught.value.hint


def test_settings_have_texts_as_keys():
    with pytest.raises(scree.Error, match="the key 3 is no text"):
        scree.Case(ball()).changed({3: 4})


def test_a_folder_where_no_case_can_be_written(tmp_path):
    case = scree.Case(ball(title="of a file"), folder=tmp_path / "none")
    data = {"d": {"model": "drop", "file": "drops.csv"}}
    for call in case.picture, lambda: scree.fit({"data": data}, tmp_path / "out", folder=tmp_path / "none"):
        with pytest.raises(scree.Error, match="cannot be written here") as caught:
            call()
        assert caught.value.where == str(tmp_path / "none") and "folder=" in caught.value.hint


def test_a_rate_that_may_be_of_grains_or_of_mass_is_refused():
    def fed(rate):
        return ball(streams={"feed": {"shape": "ball", "material": "stuff", "low": [-0.9, -0.9, 2], "high": [0.9, 0.9, 2.9], "rate": rate}})

    for rate in 100, 0.5:
        with pytest.raises(scree.Error, match="grains or of mass") as caught:
            scree.Case(fed(rate))
        assert caught.value.where == "streams.feed.rate" and "100/s" in caught.value.hint and "kg/s" in caught.value.hint
    with pytest.raises(scree.Error, match="not above 0"):
        scree.Case(fed(0))
    counted, weighed = (scree.World(fed(rate), threads=1) for rate in ("100/s", "100 kg/s"))
    assert counted.run() == weighed.run() and counted.grain_count > weighed.grain_count > 1


def test_settings_and_changed():
    case = scree.Case(ball(), settings={"run.duration": 0.4})
    assert scree.World(case, threads=1).last_step == 20000
    assert scree.World(case.changed({"run.duration": "0.1 s"}), threads=1).last_step == 5000
    assert scree.World(case, threads=1).last_step == 20000
    heavier = case.changed({"materials.stuff": {"density": 2000, "young": 1e7, "poisson": 0.25}})
    assert scree.World(heavier, threads=1).frame().mass[0] == pytest.approx(2000 * 4 / 3 * math.pi * 1e-3)
    turned = case.changed({"gravity": [0, -10, 0]})
    assert "gravity" in turned.settings
    with pytest.raises(scree.Error) as caught:
        case.changed({"run.duratoin": 1})
    assert "did you mean 'duration'" in str(caught.value)


def test_all_faults_with_the_way_of_the_value():
    bad = ball(materials={"stuff": {"density": -1.0, "young": 1e7, "poison": 0.25, "poisson": 0.7}}, gravty=[0, 0, 1])
    with pytest.raises(scree.Error) as caught:
        scree.Case(bad)
    error = caught.value
    ways = [fault.where for fault in error.faults]
    assert "materials.stuff.density" in ways and "materials.stuff.poisson" in ways and "gravty" in ways
    assert error.status == "bad input" and (error.where, error.what, error.hint) == tuple(error.faults[0])
    told = next(fault for fault in error.faults if fault.where == "materials.stuff.poison")
    assert told.hint == "did you mean 'poisson'?"
    assert str(len(ways)) + " faults" in str(error)


def test_entries_of_lists_go_by_their_name():
    grains = ball()["grains"]
    grains[0]["velocity"] = ["1 m", 0, 0]
    with pytest.raises(scree.Error) as caught:
        scree.Case(ball(grains=grains))
    assert caught.value.where == "grains.one.velocity.0"


def test_faults_of_a_file_have_line_and_column(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("scree: 1\ngravty: 0\n")
    with pytest.raises(scree.Error) as caught:
        scree.Case(path)
    assert any(fault.where == f"{path}:2:1" for fault in caught.value.faults)
    with pytest.raises(scree.Error) as caught:
        scree.Case(tmp_path / "none.yaml")
    assert "No such file" in caught.value.what


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -math.inf])
def test_what_is_no_number_is_refused_by_its_way(value):
    with pytest.raises(scree.Error) as caught:
        scree.Case(ball(shapes={"ball": {"ball": {"radius": value}}}))
    assert caught.value.where == "shapes.ball.ball.radius" and "finite" in caught.value.hint


def test_other_values():
    with pytest.raises(scree.Error, match="a bytes is no value"):
        scree.Case(ball(title=b"x"))
    with pytest.raises(scree.Error, match="a set is no value"):
        scree.Case(ball(gravity={0, 1, 2}))
    with pytest.raises(scree.Error, match="a complex is no value"):
        scree.Case(ball(gravity=[0, 0, 1j]))
    assert hash_of(ball(gravity=(Fraction(0), 0, Decimal("-10")))) == hash_of(ball())
    for title in "- a", "a: b", "a #b", "[x", "{x", "*x", "&x", "!x", "%x", "@x", "`x", "'x", "a ", " a", "-", "?", "~", "x\u00b5":
        assert hash_of(ball(title=title)) == hash_of(ball()), title
    with pytest.raises(scree.Error, match="is no text"):
        scree.Case(ball(materials={1: {}}))
    with pytest.raises(scree.Error, match="an empty dict"):
        scree.Case({})
    with pytest.raises(TypeError, match="settings"):
        scree.Case("case.yaml", gravity=1)
    title = 'A "quoted" title: with # signs, {braces}, and µ'
    assert hash_of(ball(title=title)) == hash_of(ball())
    assert scree.Case(ball(title=title)).text.count("µ") == 1
    assert hash_of(ball(pairs={"default": {"normal": {"law": "linear", "stiffness": 1e5, "restitution": 0.5}, "tangential": None}})) == hash_of(ball())


def test_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    case = ball(
        gravity=numpy.array([0, 0, -10.0]),
        shapes={"ball": {"ball": {"radius": numpy.float64(0.1)}}},
        run={"duration": numpy.float64(0.2), "step": 2e-5, "ledger": numpy.bool_(True)},
    )
    case["grains"][0]["packing"]["counts"] = numpy.ones(3, dtype=int)
    assert hash_of(case) == hash_of(ball())


def test_quantities_of_pint():
    pint = pytest.importorskip("pint")
    unit = pint.UnitRegistry()
    case = ball(
        gravity=[0, 0, -10.0] * unit.meter / unit.second**2,
        shapes={"ball": {"ball": {"radius": 10 * unit.centimeter}}},
        materials={"stuff": {"density": 1 * unit.gram / unit.centimeter**3, "young": 10 * unit.megapascal, "poisson": 0.25 * unit.dimensionless}},
    )
    world = scree.World(case, threads=1)
    assert world.frame().radius[0] == pytest.approx(0.1)
    assert world.frame().mass[0] == pytest.approx(1000 * 4 / 3 * math.pi * 1e-3)
    with pytest.raises(scree.Error) as caught:
        scree.Case(ball(shapes={"ball": {"ball": {"radius": 3 * unit.second}}}))
    assert caught.value.where == "shapes.ball.ball.radius" and "length" in str(caught.value)
    with pytest.raises(scree.Error, match="kelvin"):
        scree.Case(ball(shapes={"ball": {"ball": {"radius": 3 * unit.kelvin}}}))


def test_cases_travel():
    case = scree.Case(ball(), settings={"run.duration": 0.1})
    again = pickle.loads(pickle.dumps(case))
    assert scree.World(again, threads=1).last_step == 5000
    error = scree.Error(("a", "b", "c"), "diverged", [("a", "b", "c")])
    back = pickle.loads(pickle.dumps(error))
    assert (back.where, back.status, back.faults) == ("a", "diverged", error.faults)


def test_a_case_of_a_file_keeps_its_text(tmp_path, monkeypatch):
    old = scree.Case(ball()).text
    path = tmp_path / "edited.yaml"
    path.write_text(old)
    monkeypatch.chdir(tmp_path)
    case = scree.Case("edited.yaml")
    world = scree.World(case, threads=1)
    world.step(5)
    pickled_case, pickled_world = pickle.dumps(case), pickle.dumps(world)
    path.write_text(old.replace("-10.0 SI", "-1.0 SI"))
    assert case.is_file and case.name == str(path) and case.text == old
    assert case.changed({"run.duration": 0.1}).text == pickle.loads(pickled_case).text == old
    picture = case.picture(size=(64, 64)).data
    path.unlink()
    monkeypatch.chdir("/")
    again = pickle.loads(pickled_world)
    assert again.step(100) == world.step(100) and again.hash() == world.hash() == world.copy().hash()
    monkeypatch.chdir(tmp_path)
    assert case.picture(size=(64, 64)).data == picture
    assert scree.run(case, "out", settings={"run.duration": 0.01}).info["status"] == "finished"
    path.write_text("gravty: 0")
    with pytest.raises(scree.Error) as caught:
        scree.Case("edited.yaml")
    assert any(fault.where == "edited.yaml:1:1" for fault in caught.value.faults)


def test_relative_paths_outlive_another_folder(tmp_path, monkeypatch):
    (tmp_path / "beds.csv").write_text("x,y,z,radius\n0,0,1.1,0.1\n")
    grains = [{"name": "one", "shape": "ball", "material": "stuff", "packing": {"law": "csv", "file": "beds.csv"}}]
    monkeypatch.chdir(tmp_path.parent)
    text = scree.Case(ball(grains=grains), folder=tmp_path.name)
    (tmp_path / "case.yaml").write_text(text.text)
    file = scree.Case(tmp_path.name)
    monkeypatch.chdir("/")
    for case in text, file, pickle.loads(pickle.dumps(text)), pickle.loads(pickle.dumps(file)), file.changed({"run.duration": 0.1}):
        assert scree.World(case, threads=1).grain_count == 1


def test_relative_paths_start_at_the_folder(tmp_path):
    (tmp_path / "beds.csv").write_text("x,y,z,radius\n0,0,1.1,0.1\n")
    grains = [{"name": "one", "shape": "ball", "material": "stuff", "packing": {"law": "csv", "file": "beds.csv"}}]
    assert scree.World(scree.Case(ball(grains=grains), folder=tmp_path), threads=1).grain_count == 1
    with pytest.raises(scree.Error, match="beds.csv"):
        scree.World(scree.Case(ball(grains=grains), folder=pathlib.Path("/")), threads=1)


def test_every_example_can_be_a_dict(root):
    yaml = pytest.importorskip("yaml")
    for path in sorted((root / "examples").glob("*/case.yaml")):
        mapping = yaml.safe_load(path.read_text())
        made = scree.Case(mapping, folder=path.parent)
        assert made.text.startswith("scree: 1\n"), path


def test_texts_that_are_none_and_dicts_without_end():
    for call in (
        lambda: scree.Case(ball(title="a\ud800b")),
        lambda: scree.Case(ball()).changed({"title": "a\ud800b"}),
        lambda: scree.Case("scree: 1\ntitle: a\ud800b\n"),
    ):
        with pytest.raises(scree.Error, match="a sign that is none"):
            call()
    endless = ball()
    endless["walls"]["floor"]["again"] = endless["walls"]
    with pytest.raises(scree.Error, match="holds itself"):
        scree.Case(endless)
    with pytest.raises(scree.Error, match="holds itself"):
        scree.Case(ball()).changed({"walls": endless["walls"]})


def test_a_case_as_it_is_run(tmp_path, monkeypatch):
    case = scree.Case(ball(), settings={"materials.stuff.young": 7e6, "run.duration": 0.05})
    assert "young: 10000000" in case.text and "0.05" not in case.text
    case.write(tmp_path / "case.yaml")
    written = scree.Case(tmp_path / "case.yaml")
    assert "young: 7e+06 Pa" in written.text and "duration: 0.05 s" in written.text
    worlds = [scree.World(one, threads=1) for one in (case, written)]
    assert [world.run() for world in worlds] == [2500, 2500] and worlds[0].hash() == worlds[1].hash()
    with pytest.raises(scree.Error, match="cannot be written"):
        case.write(tmp_path / "none" / "case.yaml")
    # A file that it names is found from anywhere.
    (tmp_path / "here").mkdir()
    (tmp_path / "here/factors.csv").write_text("t, factor\n0, 1\n1, 1.1\n")
    monkeypatch.chdir(tmp_path / "here")
    grows = scree.Case(ball(), settings={"grains.one.growth": {"file": "factors.csv"}})
    grows.write(tmp_path / "grows.yaml")
    monkeypatch.chdir(tmp_path)
    scree.World(tmp_path / "grows.yaml", threads=1).step(3)


def test_the_program_goes_on_with_the_settings(tmp_path):
    case = scree.Case(ball(), settings={"materials.stuff.young": 7e6, "run.duration": 0.05})
    world = scree.World(case, threads=1)
    world.step(100)
    world.save_run(tmp_path / "saved")
    world.step(100)
    world.save_run(tmp_path / "saved")
    with pytest.raises(scree.Error, match="another case"):
        scree.World(case.changed({"run.duration": 1}), threads=1).save_run(tmp_path / "saved")
    subprocess.run([sys.executable, "-m", "scree", "resume", tmp_path / "saved", "--quiet", "--no-picture"], check=True)
    gone_on = scree.read(tmp_path / "saved")
    world.run()
    assert gone_on.info["state_hash"] == world.hash() and gone_on.info["time"] == pytest.approx(0.05)

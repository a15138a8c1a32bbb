"""Worlds that Python changes: grains come and go, walls are led, probes are sampled, worlds are copied and travel."""

import copy
import gc
import math
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor

import pytest

import scree
from conftest import ball, bed
from test_threads import wait_for_steps

HAND = {
    "floor": {"material": "stuff", "plane": {"point": [0, 0, 0], "normal": [0, 0, 1]}, "drive": {"law": "fixed"}},
    "hand": {
        "material": "stuff",
        "box": {"low": [-0.2, -0.2, 2.0], "high": [0.2, 0.2, 2.1], "side": "outside"},
        "drive": {"law": "led", "speed": 2.0},
    },
}

# Grains of several sizes may come.
SIZES = {"ball": {"ball": {"radius": {"distribution": "uniform", "from": 0.05, "to": 0.1}}}}


def test_a_grain_comes_and_goes():
    world = scree.World(ball(shapes=SIZES), threads=1)
    grain = world.add("one", [0.5, 0.5, 1.0], velocity=[0, 0, 1.0], radius=0.05)
    assert isinstance(grain, int) and world.grain_count == 2
    frame = world.frame()
    row = list(frame.id).index(grain)
    assert list(frame.position[row]) == [0.5, 0.5, 1.0] and frame.radius[row] == 0.05 and frame.velocity[row, 2] == 1
    assert frame.mass[row] == pytest.approx(1000 * 4 / 3 * math.pi * 0.05**3) and frame.ledger.added > 0
    world.step(1000)
    assert world.frame().velocity[row, 2] == pytest.approx(1 - 10 * world.time)
    world.remove(grain)
    assert world.grain_count == 1 and world.frame().ledger.removed > 0


def test_a_grain_that_comes_first_is_one_of_the_case():
    grains = ball()["grains"]
    packing = {**grains[0]["packing"], "spacing": [0.5, 1, 1], "counts": [2, 1, 1]}
    run = {"duration": 0.2, "step": 2e-5}  # a ledger would tell how they came
    both = scree.World(ball(grains=[{**grains[0], "packing": packing}], run=run), threads=1)
    one = scree.World(ball(run=run), threads=1)
    one.add("one", [0.5, 0, 1.1], velocity=[1.0, 0, 0])
    assert one.hash() == both.hash()
    one.step(100)
    both.step(100)
    assert one.hash() == both.hash()
    one.remove(one.frame().id)
    assert one.grain_count == 0


def test_many_at_once():
    numpy = pytest.importorskip("numpy")
    world = scree.World(ball(shapes=SIZES), threads=1)
    assert world.add("one", numpy.zeros((0, 3))).shape == (0,)
    places = numpy.array([[x, y, 0.6] for x in (-0.5, 0, 0.5) for y in (-0.5, 0, 0.5)])
    radii = numpy.linspace(0.05, 0.1, 9)
    ids = world.add("one", places, radius=radii, velocity=(0.1, 0, 0), spin=numpy.ones((9, 3)), orientation=[1, 0, 0, 0])
    assert ids.dtype == numpy.int64 and ids.tolist() == sorted(ids.tolist()) and world.grain_count == 10
    frame = world.frame()
    new = numpy.isin(frame.id, ids)
    assert numpy.array_equal(frame.position[new], places) and numpy.array_equal(frame.radius[new], radii)
    assert (frame.velocity[new] == (0.1, 0, 0)).all() and (frame.spin[new] == 1).all()
    world.remove(ids[::2])
    assert world.grain_count == 5
    same = world.add("one", places[::2].tolist(), radius=0.05)
    assert len(same) == 5


def test_grains_that_are_refused(world):
    for bad, word in (
        (lambda: world.add("two", [0, 0, 0.5]), "two"),
        (lambda: world.add("one", [0, 0, 1.15]), "grain|overlap"),
        (lambda: world.add("one", [0, 0, 7.0]), "outside|domain"),
        (lambda: world.add("one", [0.5, 0.5, 1.0], radius=0.05), "none of 'one'"),
        (lambda: world.remove([777]), "777"),
    ):
        with pytest.raises(scree.Error, match=word):
            bad()
    with pytest.raises(ValueError):
        world.add("one", [0, 0])
    with pytest.raises(ValueError, match="as many grains"):
        world.add("one", [[0, 0, 0.5], [0.5, 0, 0.5]], radius=[0.1, 0.1, 0.1])
    assert len(world.add("one", [])) == 0 and world.remove([]) is None
    assert world.grain_count == 1
    column = world.column("position")
    with pytest.raises(BufferError):
        world.add("one", [0.5, 0.5, 0.5])
    with pytest.raises(BufferError):
        world.remove([1])
    assert column[0, 2] == 1.1


def test_grains_are_pushed():
    world = scree.World(ball(forces={"hand": {"law": "given"}}), threads=1)
    mass = world.frame().mass[0]
    world.push([0, 0, 10 * mass])  # holds it against gravity
    world.step(1000)
    assert world.frame().velocity[0, 2] == pytest.approx(0, abs=1e-9)
    other = world.add("one", [0.5, 0.5, 0.5])
    world.push((0, 0, 20 * world.frame().mass[1]), other)
    before = world.time
    world.step(1000)
    frame = world.frame()
    assert frame.velocity[0, 2] == pytest.approx(0, abs=1e-9)
    assert frame.velocity[1, 2] == pytest.approx(10 * (world.time - before), abs=10 * world.step_size * 1.01)
    world.push([[0, 0, 0]] * 2)
    assert frame.ledger.drag < 0
    with pytest.raises(scree.Error, match="777"):
        world.push([0, 0, 1.0], 777)
    with pytest.raises(scree.Error, match="given"):
        scree.World(ball(), threads=1).push([0, 0, 1.0])


def test_walls_are_led():
    world = scree.World(ball(walls=HAND), threads=1)
    hand = world.walls["hand"]
    begin = hand.pose
    assert begin.velocity == (0, 0, 0) and begin.orientation == (1, 0, 0, 0)
    hand.move((0, 0, -1.0), duration=0.1)
    world.step_until(0.05)
    assert hand.pose.position[2] == pytest.approx(begin.position[2] - 0.05, abs=1e-4) and hand.pose.velocity[2] == -1
    world.step_until(0.15)
    assert hand.pose.velocity == (0, 0, 0) and hand.pose.position[2] == pytest.approx(begin.position[2] - 0.1, abs=1e-4)
    quarter = (math.cos(math.pi / 8), 0, 0, math.sin(math.pi / 8))
    hand.move_to(begin.position, quarter, duration=0.5)
    world.step_until(0.7)
    assert hand.pose.position == pytest.approx(begin.position, abs=1e-6) and hand.pose.orientation == pytest.approx(quarter, abs=1e-6)
    assert world.frame().walls["hand"].position[2] == hand.pose.position[2]
    assert "hand" in world.walls and len(world.walls) == len(list(world.walls)) and "hand" in repr(world.walls)
    with pytest.raises(scree.Error, match="floor"):
        world.walls["floor"].move((0, 0, 1))
    with pytest.raises(scree.Error, match="speed"):
        hand.move((0, 0, 3.0))
    with pytest.raises(KeyError, match="no wall 'hnd'; there are .*hand"):
        world.walls["hnd"]


PROBED = {
    **bed(4),
    "run": {"duration": 0.02, "ledger": True},
    "probes": {"books": {"law": "energy", "every": 0.005}, "profile": {"law": "velocity-profile", "axis": "z", "bins": 4, "every": 0.005}},
}


def test_walls_that_are_bodies_are_pushed():
    block = {"material": "stuff", "box": {"low": [-0.02, -0.03, 2.0], "high": [0.02, 0.03, 2.02], "side": "outside"}, "drive": {"law": "body", "density": 1000.0}}
    case = ball(gravity=[0, 0, 0])
    case["walls"] = {**case["walls"], "block": block}
    world = scree.World(case)
    before = world.walls["block"].pose
    world.walls["block"].push(force=[0.048, 0, 0], torque=(0, 0, 0.048 / 12 * 52e-4))
    world.step_until(0.1)
    pose = world.walls["block"].pose
    assert pose.position[0] - before.position[0] == pytest.approx(0.005, rel=1e-3)
    assert pose.velocity[0] == pytest.approx(0.1, rel=1e-3) and pose.spin[2] == pytest.approx(0.1, rel=1e-3)
    world.walls["block"].push()
    world.step(100)
    assert world.walls["block"].pose.velocity[0] == pytest.approx(pose.velocity[0], rel=1e-3)
    with pytest.raises(scree.Error, match="no rigid body that a program could push"):
        world.walls["floor"].push([0, 0, 1])


def test_probes_in_memory(tmp_path):
    done = scree.run(PROBED, tmp_path / "out")
    world = scree.World(PROBED, threads=1)
    books, profile = world.probe("books"), world.probe("profile")
    for time_of in done.probe("books").time:
        world.step_until(time_of)
        books.sample()
        profile.sample()
    for probe, table in (books, done.probe("books")), (profile, done.probe("profile")):
        found = probe.table()
        assert found.columns == table.columns and found.units == table.units and found.name == table.name
        for name in table.columns:
            assert [repr(float(value)) for value in found[name]] == [repr(float(value)) for value in table[name]], name
    with pytest.raises(scree.Error, match="boks"):
        world.probe("boks")


def test_the_table_of_a_probe_is_a_copy_and_columns_hold_it():
    world = scree.World(PROBED, threads=1)
    probe = world.probe("books")
    probe.sample()
    before = probe.table()
    world.step(100)
    column = probe._column_at(0)[2]
    with pytest.raises(BufferError, match="look into the probe"):
        probe.sample()
    del column
    probe.sample()
    assert len(before) == 1 and len(probe.table()) == 2
    assert scree._core.Probe.__new__(scree._core.Probe)._column_at(0) is None
    with pytest.raises(RuntimeError, match="never made"):
        scree._core.Probe.__new__(scree._core.Probe).sample()


def test_a_probe_keeps_its_world_and_may_be_left_in_the_middle_of_steps():
    world = scree.World(PROBED, threads=1)
    probe = world.probe("books")
    held = [world.probe("books")]
    del world
    gc.collect()
    probe.sample()
    world = scree.World(PROBED, threads=1)
    held.append(world.probe("profile"))
    stop = threading.Event()
    stepping = threading.Thread(target=lambda: world.step(10**9, lambda w: stop.is_set()))
    stepping.start()
    wait_for_steps(world)
    held.clear()
    stop.set()
    stepping.join(20)
    world.step(10)
    assert len(probe.table()) == 1


def test_copies():
    world = scree.World(bed(4), threads=1)
    world.step(200)
    other, third = world.copy(), copy.deepcopy(world)
    assert other.hash() == world.hash() == third.hash() and other.steps == 200
    other.step(100)
    assert world.steps == 200
    world.step(100)
    assert other.hash() == world.hash() != third.hash()


def step_it(world):
    world.step(50)
    return world


def test_worlds_travel():
    world = scree.World(bed(4), threads=1)
    world.step(50)
    again = pickle.loads(pickle.dumps(world))
    assert again.hash() == world.hash() and again.threads == 1
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        back = pool.submit(step_it, world).result()
    world.step(50)
    assert back.hash() == world.hash()
    with pytest.raises(scree.Error):
        scree.World.load(world.case, b"no snapshot")


WITHOUT = """
import sys
sys.modules["numpy"] = None
sys.path.insert(0, sys.argv[1])
import scree
from conftest import ball
world = scree.World(ball(), threads=1)
ids = world.add("one", [[0.5, 0.5, 0.5], (0.5, -0.5, 0.5)], velocity=[0, 0, 1], radius=0.1)
assert ids.typecode == "q" and len(ids) == 2
world.remove(ids[0])
frame = world.frame()
assert len(frame) == 2 and frame.velocity[1, 2] == 1
world.write("velocity", frame.velocity)
world.remove(frame.id)
assert world.grain_count == 0
"""


def test_without_numpy():
    subprocess.run([sys.executable, "-c", WITHOUT, os.path.dirname(__file__)], check=True)


def test_a_body_of_several_balls_is_written():
    pair = {"clump": {"balls": [{"at": [-0.05, 0, 0], "radius": 0.06}, {"at": [0.05, 0, 0], "radius": 0.06}]}}
    world = scree.World(ball(shapes={"ball": pair}), threads=1)
    world.step(20)
    frame = world.frame()
    assert len(frame) == 2 and world.grain_count == 1
    world.write("velocity", [[1, 2, 3]], frame.body[:1])
    world.write("spin", [[0, 0, 4]])
    frame.take(world)
    middle = (frame.velocity[0] + frame.velocity[1]) / 2
    assert middle.tolist() == pytest.approx([1, 2, 3], rel=1e-12)
    assert frame.spin.tolist() == [[0, 0, 4]] * 2
    with pytest.raises(scree.Error, match="one of the balls of a body"):
        world.write("velocity", [[1, 2, 3]], frame.id[1:])


def test_names_and_numbers_that_are_half_there(world):
    numpy = pytest.importorskip("numpy")
    with pytest.raises(ValueError, match="no null character"):
        world.column("position\0")
    with pytest.raises(ValueError, match="masked"):
        world.write("velocity", numpy.ma.masked_array([[0.0, 0, 1]], mask=[[False, True, False]]))
    world.write("velocity", numpy.ma.masked_array([[0.0, 0, 1]]))


def test_quantities_of_pint_keep_their_unit():
    pint = pytest.importorskip("pint")
    unit = pint.UnitRegistry()
    world = scree.World(ball(forces={"hand": {"law": "given"}}, gravity=[0, 0, 0]), threads=1)
    world.write("velocity", [[0, 0, 50.0]] * unit.mm / unit.s)
    assert world.frame().velocity[0, 2] == pytest.approx(0.05, rel=1e-12)
    world.write("spin", [[0, 0, 60.0]] * unit.rpm)
    assert world.frame().spin[0, 2] == pytest.approx(2 * math.pi, rel=1e-6)
    before = world.frame().velocity[0, 0]
    world.push([1.0, 0, 0] * unit.mN, world.frame().id)
    world.step(1)
    mass, gained = world.frame().mass[0], world.frame().velocity[0, 0] - before
    assert gained * mass == pytest.approx(1e-3 * world.step_size, rel=0.51) and gained > 0  # the first step is half of one
    new = world.add("one", [50.0, 30, 40] * unit.cm, radius=10 * unit.cm, velocity=[0, 0, 1] * unit.cm / unit.s)
    frame = world.frame()
    row = list(frame.id).index(new)
    assert list(frame.position[row]) == pytest.approx([0.5, 0.3, 0.4]) and frame.velocity[row, 2] == pytest.approx(0.01)
    for refused in (
        lambda: world.write("velocity", [[0, 0, 1.0]] * unit.mm),
        lambda: world.push([[0, 0, 1.0]] * unit.mN * unit.m),
        lambda: world.turn([[0, 0, 1.0]] * unit.mN),
        lambda: world.remove([1] * unit.m),
    ):
        with pytest.raises(TypeError, match="a quantity in"):
            refused()

    class Other:
        unit = "mm"

        def __array__(self, *more, **named):
            return numpy.zeros((1, 3))

    numpy = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="with units"):
        world.write("velocity", Other())


def row_of(world, grain, column):
    frame = world.frame()
    return frame.column(column)[list(frame.id).index(grain)]


def test_grains_become_others():
    grains = ball()["grains"]
    case = ball(
        materials={**ball()["materials"], "lead": {"density": 11000.0, "young": 1e7, "poisson": 0.25}},
        grains=[*grains, {**grains[0], "name": "other", "material": "lead", "packing": {**grains[0]["packing"], "origin": [0.5, 0.5, 1.1]}}],
    )
    world = scree.World(case, threads=1)
    first, second = (int(i) for i in world.frame().id)
    world.step(50)
    world.change(first, position=[0.2, 0.3, 0.9], fixed=True)
    assert list(row_of(world, first, "position")) == [0.2, 0.3, 0.9]
    world.step(50)
    assert list(row_of(world, first, "position")) == [0.2, 0.3, 0.9]
    world.change(first, fixed=False, material="lead")
    assert world.sets[row_of(world, first, "set")] == "other"
    world.change([first, second], position=[[0, 0, 1], [0.5, 0.5, 1]], velocity=[0, 0, 1.0], set="other")
    world.step(100)
    assert row_of(world, first, "velocity")[2] == pytest.approx(1 - 10 * 100 * world.step_size)
    assert abs(world.frame().ledger.residual) < 1e-9
    with pytest.raises(scree.Error, match="have another shape|there is no set"):
        world.change(first, set="none")
    with pytest.raises(scree.Error, match="nothing is told"):
        world.change(first)
    with pytest.raises(ValueError, match="do not fit"):
        world.change([first, second], position=[[0, 0, 1]] * 3)


def test_quantities_of_pint_for_walls_and_times():
    unit = pytest.importorskip("pint").UnitRegistry()
    walls = {
        "hand": {"material": "stuff", "plane": {"point": [0, 0, 0], "normal": [0, 0, 1]}, "drive": {"law": "led", "speed": 1.0}},
    }
    world = scree.World(ball(walls=walls), threads=1)
    hand = world.walls["hand"]
    world.step_until(1 * unit.ms)
    assert world.time == pytest.approx(1e-3, abs=world.step_size)
    hand.move([0, 0, 50.0] * unit.cm / unit.s, duration=1 * unit.ms)
    world.step_until(2.1 * unit.ms)
    assert hand.pose.position[2] == pytest.approx(5e-4, rel=1e-9)
    hand.move_to([0 * unit.mm, 0 * unit.mm, 0 * unit.mm], duration=1 * unit.ms)
    assert len(list(world.every(1 * unit.ms, until=5 * unit.ms))) == 4
    assert abs(hand.pose.position[2]) < 1e-12
    world.share("time", 1 * unit.ms)
    for refused in (
        lambda: world.step_until(1 * unit.m),
        lambda: next(world.every(1 * unit.m)),
        lambda: hand.move([0, 0, 1.0] * unit.m),
        lambda: hand.move_to([0, 0, 0.0] * unit.s, duration=1.0),
        lambda: hand.move_to([0, 0, 0], duration=1 * unit.m),
        lambda: hand.push([0, 0, 1.0] * unit.m),
        lambda: world.share("time", 1 * unit.m),
    ):
        with pytest.raises(TypeError, match="quantity in"):
            refused()


def test_truths_are_truths(world):
    grain = int(world.frame().id[0])
    for refused in (
        lambda: world.change(grain, fixed="no"),
        lambda: world.change(grain, fixed=0),
        lambda: world.share("call", glance="no"),
        lambda: scree.Frame(world, glance="no"),
        lambda: world.picture(dark="no"),
    ):
        with pytest.raises(TypeError, match="is True or False, not"):
            refused()
    world.change(grain, fixed=True)
    world.change(grain, fixed=False)

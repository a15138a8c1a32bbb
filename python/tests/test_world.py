"""Worlds: steps, snapshots, columns, what is written, stages; the bits of the program."""

import json
import os
import subprocess
import sys

import pytest

import scree
from conftest import ball, bed


def test_a_fall(world):
    assert world.step(5000) == 5000
    assert world.steps == 5000 and world.time == pytest.approx(0.1, rel=1e-12)
    frame = world.frame()
    assert frame.position[0, 2] == pytest.approx(1.1 - 5 * 0.1**2, rel=1e-12)
    assert frame.velocity[0, 2] == pytest.approx(-1.0, rel=1e-12)
    assert world.step_until(0.15) == 2500 and world.step_until(0.1) == 0
    assert world.run() == 2500 and world.over and world.steps == world.last_step


def test_attributes_are_not_set_by_mistake(world):
    frame = world.frame()
    for of, name, remedy in (world, "gravity", "changed"), (world, "time", "write"), (frame, "velocity", "numpy.array"), (world.case, "gravity", "changed"):
        with pytest.raises(AttributeError, match=f"'{name}' of a .*{remedy}"):
            setattr(of, name, 0)
    assert frame.velocity[0, 0] == 1.0
    with pytest.raises(AttributeError, match=r"world.frame\(\).position"):
        world.position
    assert not hasattr(world, "positon")

    class Mine(scree.World):
        def __init__(self):
            super().__init__(ball(), threads=1)
            self.seen = 3

    assert Mine().seen == 3


def test_steps_from_time_to_time(world):
    times = [seen.time for seen in world.every(0.01, until=0.05)]
    assert times == pytest.approx([0, 0.01, 0.02, 0.03, 0.04, 0.05])
    assert [seen.steps for seen in world.every(0.02, until=0.1)] == [2500, 3000, 4000, 5000]
    assert [seen.steps for seen in world.every(0.03)] == [5000, 6000, 7500, 9000, 10000] and world.over
    assert [seen.steps for seen in world.every(0.03)] == [10000]
    assert [seen.steps for seen in world.every(0.03, until=0.21)] == [10000, 10500]
    with pytest.raises(ValueError, match="above 0"):
        next(world.every(0))


def test_what_it_says_of_itself(world):
    assert world.grain_count == world.ball_count == 1 and world.threads == 1
    assert world.domain == ((-1, -1, -1), (1, 1, 3), (False, False, False))
    assert world.domain.high[2] == 3
    assert world.materials == ["stuff"] and world.shapes == ["ball"] and world.sets == ["one"]
    assert "floor" in world.walls and world.stage is None and not world.over
    assert world.step_size == pytest.approx(2e-5)
    assert world.effort("sweeps") == 0
    with pytest.raises(scree.Error, match="no such number"):
        world.effort("swep")
    assert repr(world) == "<scree.World at 0 s: 1 grains>"


def test_columns_of_the_state(world):
    numpy = pytest.importorskip("numpy")
    column = world.column("position")
    assert column.shape == (1, 4) and column.dtype == numpy.float64 and not column.flags.writeable
    assert column[0].tolist() == [0, 0, 1.1, 0.1]
    assert world.column("id").dtype == numpy.int64 and world.column("material").dtype == numpy.int32
    assert world.describe("position") == ("float64", 4, "m", world.describe("position").doc)
    assert set(world.columns) >= {"position", "velocity", "spin", "id"}
    with pytest.raises(scree.Error, match="positoin"):
        world.column("positoin")
    with pytest.raises(scree.Error, match="swing"):
        world.column("swing")
    with pytest.raises(ValueError):
        column[0, 0] = 1
    with pytest.raises(ValueError):
        column.flags.writeable = True


def test_a_snapshot_goes_on_to_the_bit(tmp_path):
    case = scree.Case(ball())
    straight = scree.World(case, threads=1)
    straight.step(9000)
    path = tmp_path / "at.h5"
    straight.save(path)
    straight.step(1000)
    loaded = scree.World.load(case, path, threads=1)
    assert loaded.steps == 9000
    loaded.step(1000)
    assert loaded.hash() == straight.hash() and len(loaded.hash()) == 16
    with pytest.raises(scree.Error) as caught:
        scree.World.load(scree.Case(ball(shapes={"ball": {"ball": {"radius": 0.05}}})), path)
    assert caught.value.status == "bad input"
    with pytest.raises(scree.Error, match="none.h5"):
        scree.World.load(case, tmp_path / "none.h5")
    with pytest.raises(scree.Error) as caught:
        straight.save(tmp_path / "no" / "such" / "folder.h5")
    assert caught.value.status == "input/output error"


def test_the_bits_are_those_of_the_program_for_any_threads_and_parts(tmp_path, root):
    example = root / "examples/02-settling"
    out = tmp_path / "out"
    subprocess.run(
        [sys.executable, "-m", "scree", "run", example, "--out", out, "--set", "run.duration=0.02 s", "--quiet"],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    wanted = json.loads((out / "summary.json").read_text())["state_hash"]
    case = scree.Case(example, settings={"run.duration": 0.02})
    for threads, parts in (1, 1), (3, 1), (None, 4):
        world = scree.World(case, threads, parts)
        world.run()
        assert world.hash() == wanted, (threads, parts)


def test_threads_by_default_are_those_that_pay():
    assert scree.World(ball()).threads == 1
    many = scree.World(bed(22)).threads  # 10,648 balls
    assert many == (2 if os.cpu_count() > 2 else 0 if os.cpu_count() == 2 else 1)


@pytest.mark.parametrize("threads", [-1, 1025, 10**12])
def test_odd_threads_are_refused(threads):
    with pytest.raises(scree.Error, match="threads"):
        scree.World(ball(), threads)


def test_odd_calls(world):
    with pytest.raises(scree.Error, match="cannot be taken"):
        world.step(-1)
    with pytest.raises(TypeError):
        world.step(1.5)
    with pytest.raises(scree.Error, match="no time"):
        world.step_until(float("nan"))
    with pytest.raises(scree.Error, match="parts"):
        scree.World(ball(), parts=0)
    with pytest.raises(TypeError):
        scree.World(3)
    with pytest.raises(TypeError, match="which is a text"):
        world.column(3)
    with pytest.raises(RuntimeError, match="made once"):
        world.__init__(ball())
    with pytest.raises(RuntimeError, match="never made"):
        scree.World.__new__(scree.World).step()
    assert world.step(0) == 0 and world.steps == 0


def test_a_step_that_fails_says_where():
    text = ball(run={"duration": 2.0, "step": 2e-5, "on_loss": "stop"}, walls={}, gravity=[0, 0, -100.0])
    world = scree.World(text, threads=1)
    with pytest.raises(scree.Error) as caught:
        world.run()
    assert caught.value.status == "diverged" and "grain" in str(caught.value)
    assert world.steps > 0 and world.frame().time == world.time


def test_velocities_can_be_written(world):
    world.step(100)
    world.write("velocity", [[0.5, 0.25, 2.0]])
    assert list(world.frame().velocity[0]) == [0.5, 0.25, 2.0]
    grain = int(world.frame().id[0])
    world.write("spin", [(0.0, 3.0, 0.0)], ids=[grain])
    assert list(world.frame().spin[0]) == [0, 3, 0]
    assert world.frame().ledger.added != 0
    with pytest.raises(scree.Error, match="can be written"):
        world.write("position", [[0.0, 0, 0]])
    with pytest.raises(scree.Error):
        world.write("velocity", [[0.0, 0, 0]], ids=[grain + 7])
    with pytest.raises(ValueError, match="rows"):
        world.write("velocity", [[0.0, 0, 0]], ids=[grain, grain])
    with pytest.raises(ValueError, match="a row of 2"):
        world.write("velocity", [[0.0, 0]])
    with pytest.raises(ValueError, match="rows of 3"):
        world.write("velocity", memoryview(b"abc"))


def test_arrays_can_be_written(world):
    numpy = pytest.importorskip("numpy")
    velocity = numpy.array(world.frame().velocity)
    velocity[:, 0] = 7
    before = world.hash()
    world.write("velocity", world.frame().velocity, world.frame().id)
    assert world.hash() == before
    world.write("velocity", velocity[::-1].astype(numpy.float32))
    assert world.frame().velocity[0, 0] == 7
    with pytest.raises(ValueError, match="shape"):
        world.write("velocity", numpy.zeros((3, 1)))
    with pytest.raises(TypeError, match="whole numbers"):
        world.write("velocity", velocity, numpy.array([1.0]))


def test_stages_are_gone_through():
    stages = [{"name": "fall", "until": 0.05}, {"name": "rest", "until": "time >= 0.07 s"}]
    world = scree.World(ball(stages=stages), threads=1)
    assert world.stage == "fall"
    world.step_until(0.06)
    assert world.stage == "rest" and not world.over
    world.run()
    assert world.over and world.time == pytest.approx(0.07, abs=1e-4)
    looked = scree.World(ball(stages=stages), threads=1)
    assert [round(seen.time, 3) for seen in looked.every(0.03)] == [0, 0.03, 0.06, 0.07]
    assert looked.over and looked.hash() == world.hash()


def test_the_nonsmooth_solver():
    case = {**bed(4), "solver": "nonsmooth", "run": {"duration": 0.05, "step": 1e-3}}
    case["pairs"] = {"default": {"normal": {"law": "hertz", "restitution": 0.2}, "tangential": {"law": "cundall_strack", "friction": 0.4}, "rolling": "none"}}
    world = scree.World(case, threads=1)
    world.run()
    assert world.effort("steps") == 50


def test_numbers_of_python_in_conditions():
    def until(number):
        world = scree.World(ball(probes={"fall": {"law": "given", "unit": "J", "every": 1}}, run={"duration": 0.2, "step": 2e-5}, stages=[
            {"name": "down", "until": f"{number} > 8 J", "every": 10}, {"name": "rest"}]), threads=1)
        frames = []
        world.give("fall", lambda frame: frames.append(frame) or 2 * frame.ledger.kinetic)
        world.step_until(0.15)
        return world, frames

    world, frames = until("fall.value")
    known, unasked = until("2*kinetic")
    assert frames and not unasked and world.stage == known.stage == "rest" and world.hash() == known.hash()
    assert frames[0].steps == 10 and frames[-1].walls["floor"].force.shape == (3,) and 2 * frames[-1].ledger.kinetic > 8
    probe = world.probe("fall")
    probe.sample()
    assert probe.table()["value"][0] == 2 * world.frame().ledger.kinetic and probe.table().units["value"] == "J"


def test_a_number_that_fails_ends_the_steps():
    world = scree.World(ball(probes={"fall": {"law": "given", "every": 1}}, stages=[
        {"name": "down", "until": "fall.value > 1", "every": 10, "limit": 1}, {"name": "rest"}]), threads=1)
    with pytest.raises(scree.Error, match="nobody gives its number"):
        world.step(10)

    def number(frame):
        assert world.time == frame.time
        with pytest.raises(RuntimeError, match="a watch, a drive and a log may read"):
            world.step()
        if frame.steps == 30:
            raise KeyError("no more")
        return 0

    world.give("fall", number)
    with pytest.raises(KeyError, match="no more"):
        world.step(1000)
    assert world.steps == 30
    world.give("fall", lambda frame: None)
    with pytest.raises(TypeError):
        world.probe("fall").sample()
    with pytest.raises(TypeError, match="function of a frame"):
        world.give("fall", 3)
    world.give("fall", None)
    with pytest.raises(scree.Error, match="nobody gives"):
        world.probe("fall").sample()
    with pytest.raises(scree.Error, match="no probe of that name"):
        world.give("climb", number)

"""Functions that a world calls while it takes steps: at times, at conditions, for what there is to tell, for the motion of walls."""

import gc
import math
import threading
import traceback
import weakref

import pytest

import scree
from conftest import ball, bed

LED = {"hand": {"material": "stuff", "plane": {"point": [0, 0, 0], "normal": [0, 0, 1]}, "drive": {"law": "led", "speed": 2.0}}}


def test_calls_at_times(world):
    seen = []
    world.at(1e-3, lambda w: seen.append(("once", w.steps)))
    world.at(1e-3, lambda w: seen.append(("often", w.steps)), every=1e-3)
    world.at(0, lambda w: seen.append(("now", w.steps)))
    plain = scree.World(ball(), threads=1)
    plain.step(150)
    world.step(100)
    world.step(50)
    assert seen == [("now", 0), ("once", 50), ("often", 50), ("often", 100), ("often", 150)]
    assert world.hash() == plain.hash()
    with pytest.raises(scree.Error, match="no time from"):
        world.at(1e-3, print)
    with pytest.raises(TypeError, match="at takes a function"):
        world.at(1, "print")


def test_conditions_and_ends(world):
    seen = []
    world.when("kinetic > 50 J", lambda w: seen.append(w.frame().ledger.kinetic))
    world.when("time > 0.0999 s", lambda w: True, every=1e-4)
    world.run()
    assert world.time == pytest.approx(0.1, abs=2e-4) and world.steps < world.last_step
    mass = world.frame().mass[0]
    assert seen == [] and mass < 5
    world.when(f"kinetic > {1.5 * mass} J", lambda w: seen.append(w.frame().ledger.kinetic), every=world.step_size)
    world.run()
    assert world.steps == world.last_step and seen == [pytest.approx(1.5 * mass, rel=1e-3)]
    with pytest.raises(scree.Error, match="condition 'kinetik < 1 J'"):
        world.when("kinetik < 1 J", print)


def test_calls_change_the_world_and_each_other():
    world = scree.World(ball(gravity=[0, 0, 0]), threads=1)
    seen = []

    def add(w):
        seen.append(w.add("one", [0.5, 0.5, 2.0]))
        w.write("velocity", [[0, 0, 1.0]], [seen[0]])
        w.at(w.time + 1e-3, lambda w: w.remove(seen[0]))

    world.at(1e-3, add)
    number = world.at(5e-3, lambda w: pytest.fail("it was cancelled"))
    own = [world.at(0, lambda w: w.cancel(own[0]), every=1e-4)]
    world.at(2e-3, lambda w: w.cancel(number))
    world.step_until(1.5e-3)
    assert world.grain_count == 2
    world.step_until(6e-3)
    assert world.grain_count == 1 and world._calls == {}
    for over in (number, own[0], 99):
        with pytest.raises(scree.Error, match="no call of the number"):
            world.cancel(over)


def test_what_a_call_may_not(world):
    elsewhere = []

    def ask(w):
        for refused in (lambda: w.step(1), lambda: w.run(), lambda: w.column("position")):
            with pytest.raises(RuntimeError, match="takes none itself|gets no columns"):
                refused()
        other = threading.Thread(target=lambda: elsewhere.append(pytest.raises(RuntimeError, w.frame)))
        other.start()
        other.join()
        assert len(w.frame()) == 1 and w.query().nearest([0, 0, 0]) and w.save_bytes() and w.copy().steps == 10

    world.at(10 * world.step_size, ask)
    assert world.step(20) == 20 and "another thread" in str(elsewhere[0].value)


def test_what_a_call_raises_comes_out(world):
    def break_it(w):
        raise LookupError("no such grain")

    def break_too(w):
        raise ValueError("neither this")

    world.at(10 * world.step_size, break_it)
    world.at(10 * world.step_size, break_too)
    later = []
    world.at(10 * world.step_size, lambda w: later.append(w.steps))
    with pytest.raises(ValueError, match="neither this") as raised:
        world.step(20)
    assert isinstance(raised.value.__context__, LookupError) and world.steps == 10 and later == [10]
    assert "break_too" in traceback.format_tb(raised.value.__traceback__)[-1]
    assert world.step(20) == 20
    world.at(world.time, lambda w: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        world.run()
    assert world.step(3) == 3


def test_ends_of_staged_runs():
    stages = [{"name": "first", "until": "10 ms"}, {"name": "second", "until": "10 ms"}]
    world = scree.World(ball(stages=stages), threads=1)
    notes = []
    world.log(notes.append)
    world.at(5e-3, lambda w: True)
    world.run()
    assert world.time == pytest.approx(5e-3) and world.stage == "first" and not world.over
    world.at(7e-3, lambda w: True)
    assert [w.steps for w in world.every(1e-3)] == [250, 300]
    world.run()
    assert world.over and [(note.where, note.what[:6]) for note in notes] == [("stages.second", "begins")]
    assert isinstance(notes[0], scree.Fault)


def test_a_log_that_fails_and_ends():
    stages = [{"name": "first", "until": "2 ms"}, {"name": "second", "until": "10 ms"}]
    world = scree.World(ball(stages=stages), threads=1)

    def tell(note):
        raise OSError(note.where)

    world.log(tell)
    with pytest.raises(OSError, match="stages.second"):
        world.run()
    world.log(None)
    world.run()
    assert world.over


def test_a_drive_of_python():
    world = scree.World(ball(walls=LED, gravity=[0, 0, 0]), threads=1)
    hand = world.walls["hand"]
    hand.drive(lambda w: [0, 0, math.sin(300 * w.time)])
    world.step_until(5e-3)
    assert hand.pose.position[2] == pytest.approx((1 - math.cos(1.5)) / 300, rel=0.02)
    hand.drive(lambda w: ([0, 0, 0], [0, 0, 0.2]))
    world.step(2)
    assert hand.pose.spin == (0, 0, 0.2) and hand.pose.velocity == (0, 0, 0)
    hand.drive(lambda w: None)
    world.step(2)
    assert hand.pose.spin == (0, 0, 0)
    steps = world.steps
    for wrong, kind, words in (
        (lambda w: [0, 0, 50.0], scree.Error, "speed"),
        (lambda w: [0, 1.0], TypeError, ""),
        (lambda w: [0, 1.0, 2, 3], ValueError, "three numbers"),
        (lambda w: w.write("velocity", [[0, 0, 0]]), RuntimeError, "a drive"),
        (lambda w: 1 / 0, ZeroDivisionError, ""),
    ):
        hand.drive(wrong)
        with pytest.raises(kind, match=words):
            world.step(5)
        assert world.steps == steps
    hand.drive(None)
    assert world.step(5) == 5
    hand.move([0, 0, 1.0])
    with pytest.raises(scree.Error, match="not that of a program"):
        scree.World(ball(), threads=1).walls["floor"].drive(lambda w: None)


def test_drives_have_the_same_bits():
    hashes = set()
    for parts in (1, 3):
        walls = {"hand": {"material": "soft", "plane": {"point": [0, 0, 0.001], "normal": [0, 0, 1]}, "drive": {"law": "led", "speed": 2.0}}}
        world = scree.World({**bed(5), "walls": walls}, threads=1, parts=parts)
        world.walls["hand"].drive(lambda w: [0, 0, 0.5 * math.sin(300 * w.time)])
        world.at(5e-3, lambda w: w.add("bed", [0.025, 0.025, 0.09]))
        world.step_until(1e-2)
        hashes.add(world.hash())
    assert len(hashes) == 1


def test_functions_do_not_keep_worlds():
    world = scree.World(ball(walls=LED), threads=1)
    gone = weakref.ref(world)
    world.at(1.0, lambda w: world.steps)
    world.when("time > 1 s", lambda w: world.steps)
    world.log(lambda note: world.steps)
    world.walls["hand"].drive(lambda w: world.steps)
    del world
    gc.collect()
    assert gone() is None


def test_laws_cannot_use_their_world():
    pytest.importorskip("numpy")
    seen, worlds = [], []

    def spring(contacts):
        for world in worlds:  # none while its step is chosen
            with pytest.raises(RuntimeError, match="in the middle of a step"):
                world.frame()
            assert "in the middle of a step" in repr(world)
        seen.append(len(worlds))
        contacts.elastic[:] = 1e5 * contacts.overlap
        contacts.stiffness[:] = 1e5

    law = scree.Law("spring", spring, rise=1)
    worlds.append(scree.World(scree.Case(ball(), laws=[law], settings={"pairs.default.normal": {"law": "own-spring"}})))
    worlds[0].step(22700)
    assert seen[-1] == 1


def test_pint_in_calls():
    unit = pytest.importorskip("pint").UnitRegistry()
    world = scree.World(ball(walls=LED), threads=1)
    seen = []
    world.at(1 * unit.ms, lambda w: seen.append(w.steps), every=1 * unit.ms)
    world.walls["hand"].drive(lambda w: [0, 0, 50.0] * unit.cm / unit.s)
    world.step(100)
    assert seen == [50, 100] and world.walls["hand"].pose.position[2] == pytest.approx(1e-3)
    for refused in (lambda: world.at(1 * unit.m, print), lambda: world.when("time > 1 s", print, every=1 * unit.m)):
        with pytest.raises(TypeError, match="quantity in"):
            refused()

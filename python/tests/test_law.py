"""Contact laws of the program: functions of Python, ctypes and Numba; what they raise, keep and refuse."""

import copy
import ctypes
import doctest
import gc
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref

import pytest

import scree
from conftest import ball, bed

numpy = pytest.importorskip("numpy")
NONE = {"default": {"normal": {"law": "own-spring", "stiffness": 1e5}, "tangential": "none"}}
LINEAR = {"default": {"normal": {"law": "linear", "stiffness": 1e5, "restitution": 1}, "tangential": "none"}}


def spring(contacts):
    stiffness = contacts.parameter["stiffness"]
    contacts.elastic[:] = stiffness * contacts.overlap
    contacts.stiffness[:] = stiffness
    contacts.energy[:] = 0.5 * stiffness * contacts.overlap**2


def of_python(push=spring, **more):
    return scree.Law("spring", push, {"stiffness": "N/m"}, rise=1, **more)


def falls(law, **changes):
    return scree.Case(ball(pairs=NONE, **changes), laws=[law])


def after(case, steps=25000, **more):
    world = scree.World(case, **more)
    world.step(steps)
    return world


def test_a_spring_of_python_is_that_of_the_library():
    own = after(falls(of_python()))
    build = after(scree.Case(ball(pairs=LINEAR)))
    assert own.frame().velocity[0, 2] > 0
    assert (own.frame().position == build.frame().position).all()
    assert (own.frame().velocity == build.frame().velocity).all()
    assert abs(own.frame().ledger.residual) < 1e-7 * own.frame().ledger.kinetic


def latch(contacts):
    """Stiffer on the way back, by what is kept: the largest overlap."""
    stiffness, back = contacts.parameter["stiffness"], 4.0
    before = contacts.kept[0].copy()
    deepest = contacts.kept[0]
    numpy.maximum(before, contacts.overlap, out=deepest)
    contacts.elastic[:] = stiffness * numpy.maximum(deepest - back * (deepest - contacts.overlap), 0)
    contacts.stiffness[:] = stiffness * back
    contacts.energy[:] = contacts.elastic**2 / (2 * stiffness * back)
    contacts.lost[:] = 0.5 * stiffness * (deepest**2 - before**2) * (1 - 1 / back)


def test_what_contacts_keep_goes_on_after_a_snapshot():
    case = falls(of_python(latch, kept=1, yields=True))
    world = scree.World(case)
    assert world.threads == 1
    world.step_until(0.445)
    while len(world.frame().contacts) == 0:
        world.step(5)
    saved = world.save_bytes()
    again = scree.World.load(case, saved)
    world.step(5000)
    again.step(5000)
    assert world.hash() == again.hash()
    # half of the speed comes back, the root of the softer stiffness over the stiffer one, where three quarters of the overlap stay
    frame = world.frame()
    touch = math.sqrt(2 * 10)
    deepest = touch * math.sqrt(1000 * 4 / 3 * math.pi * 0.1**3 / 1e5)
    height = frame.position[0, 2] - 0.1 + 0.75 * deepest
    rebound = math.sqrt(frame.velocity[0, 2] ** 2 + 2 * 10 * height)
    assert rebound == pytest.approx(touch / 2, rel=0.01)
    with pytest.raises(scree.Error, match="version 2 is given"):
        scree.World.load(falls(of_python(latch, kept=1, yields=True, version=2)), saved)
    with pytest.raises(scree.Error, match="own_spring of a program"):
        scree.World.load(scree.Case(ball(pairs=LINEAR)), saved)


def of_ctypes():
    numbers = ctypes.POINTER(ctypes.c_double)
    signature = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, *[numbers] * 4)

    @signature
    def push(context, count, pair, given, kept, answer):
        for i in range(count):
            answer[i] = pair[0] * given[i]
            answer[2 * 64 + i] = pair[0]
            answer[4 * 64 + i] = 0.5 * pair[0] * given[i] ** 2
        return 0

    return push


def test_a_function_of_ctypes():
    law = of_python(of_ctypes(), alone=True)
    assert (after(falls(law)).frame().position == after(falls(of_python())).frame().position).all()
    pointer = of_ctypes()
    by_address = of_python(ctypes.cast(pointer, ctypes.c_void_p).value, alone=True)
    assert after(falls(by_address), 20000).hash() == after(falls(law), 20000).hash()


def test_a_function_of_numba_in_all_threads():
    numba = pytest.importorskip("numba")
    numbers = numba.types.CPointer(numba.types.float64)
    signature = numba.types.int32(numba.types.voidptr, numba.types.int64, *[numbers] * 4)

    @numba.cfunc(signature)
    def push(context, count, pair, given, kept, answer):
        rows = numba.carray(given, (5, 64))
        answers = numba.carray(answer, (6, 64))
        for i in range(count):
            answers[0, i] = pair[0] * rows[0, i]
            answers[2, i] = pair[0]
            answers[4, i] = 0.5 * pair[0] * rows[0, i] ** 2
        return 0

    case = scree.Case({**bed(6), "pairs": NONE}, laws=[of_python(push)], settings={"run.step": 2e-5})
    one, two = after(case, 500, threads=1), after(case, 500, threads=2)
    assert one.hash() == two.hash()
    assert len(one.frame().contacts) > 0


def test_what_a_law_raises_is_told():
    def fails(contacts):
        if contacts.overlap[0] > 1e-4 and contacts.step > 0 and ready:
            raise LookupError("no such overlap")
        spring(contacts)

    ready = []
    world = scree.World(falls(of_python(fails)))
    ready.append(1)
    with pytest.raises(scree.Error, match="own-spring failed at contacts") as raised:
        world.step(40000)
    assert isinstance(raised.value.__cause__, LookupError)
    # Later calls to the world tell it, too: law, step and what was raised.
    told = str(raised.value)
    assert "LookupError: no such overlap" in told and f"step {world.steps}" in told
    with pytest.raises(scree.Error) as again:
        world.step(1)
    assert str(again.value) == told
    with pytest.raises(scree.Error, match="has no answer to an impact"):
        scree.World(falls(of_python(fails)))


def test_ctrl_c_in_a_law_is_ctrl_c():
    def interrupted(contacts):
        if ready:
            raise KeyboardInterrupt
        spring(contacts)

    ready = []
    world = scree.World(falls(of_python(interrupted)))
    ready.append(1)
    with pytest.raises(KeyboardInterrupt):
        world.step(40000)


def interrupts(law, world, step, event):
    """Ctrl-C that strikes as the interpreter enters the function that asks the law, before any line of it."""

    def trace(frame, what, argument):
        if what == event and frame.f_code.co_name == "ask":
            sys.setprofile(None)
            raise KeyboardInterrupt
        return None

    sys.setprofile(trace)
    try:
        with pytest.raises(KeyboardInterrupt):
            world.step(step)
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("event", ["call", "return"])
def test_ctrl_c_at_the_edge_of_a_law_is_ctrl_c(event):
    law = of_python()
    world = after(falls(law), 20000)
    interrupts(law, world, 40000, event)
    with pytest.raises(scree.Error, match="own-spring failed at contacts"):
        world.step(1)


def in_touch(law):
    world = scree.World(falls(law))
    world.step_until(0.445)
    while len(world.frame().contacts) == 0:
        world.step(5)
    return world


def test_looks_fail_as_steps_do_and_are_forgotten():
    def fails(contacts):
        if broken:
            raise LookupError("in a look")
        spring(contacts)

    broken = []
    world = in_touch(of_python(fails))
    before = world.frame()
    broken.append(1)
    for look in (world.frame, world.query, world.picture, lambda: world.vtk("contacts")):
        with pytest.raises(scree.Error, match="own-spring failed at contacts") as raised:
            look()
        assert isinstance(raised.value.__cause__, LookupError)
    with pytest.raises((scree.Error, ValueError)) as raised:
        world.step_until(math.nan)
    assert raised.value.__cause__ is None
    broken.clear()
    assert world.frame().ledger.elastic == before.ledger.elastic
    world.step(100)


def test_answers_that_are_assigned_are_filled_in():
    def assigned(contacts):
        stiffness = contacts.parameter["stiffness"]
        contacts.elastic = stiffness * contacts.overlap
        contacts.stiffness = stiffness
        contacts.energy += 0.5 * stiffness * contacts.overlap**2

    assert after(falls(of_python(assigned))).hash() == after(falls(of_python())).hash()

    def changed(contacts):
        contacts.overlap = contacts.overlap + 1

    with pytest.raises(scree.Error, match="has no answer to an impact") as raised:
        scree.World(falls(of_python(changed)))
    assert "overlap of contacts is given" in str(raised.value.__cause__)


def test_units_are_of_si():
    with pytest.raises(scree.Error, match="unit 'furlong' of a parameter is none"):
        scree.Law("spring", spring, {"stiffness": "furlong"})
    with pytest.raises(scree.Error, match="unit 'N/mm' of a parameter is not SI"):
        scree.Law("spring", spring, {"stiffness": scree.LawParameter("N/mm", 5.0)})


def test_the_example_of_the_page(root, monkeypatch):
    monkeypatch.chdir(root)
    text = scree.Law.__doc__.replace("# doctest: +SKIP", "")
    example = doctest.DocTestParser().get_doctest(text, dict(vars(scree)), "Law", None, 0)
    runner = doctest.DocTestRunner()
    assert runner.run(example, clear_globs=False).failed == 0
    assert scree.World(example.globs["case"]).step(1) == 1


def test_refusals():
    with pytest.raises(scree.Error, match="embeds Scree"):
        scree.Case(ball(pairs=NONE))
    with pytest.raises(scree.Error, match="not for several threads"):
        scree.World(falls(of_python()), threads=2)
    with pytest.raises(scree.Error, match="no name that a case could spell"):
        scree.Law("Spring", spring)
    with pytest.raises(TypeError, match="push is a function"):
        scree.Law("spring", 1.5)
    with pytest.raises(ValueError, match="up to 8 parameters"):
        scree.Law("spring", spring, {f"p{i}": "1" for i in range(9)})
    with pytest.raises(TypeError, match="not a truth value"):
        scree.Law("a", True)
    with pytest.raises(ValueError, match="address 0"):
        scree.Law("spring", 0)
    with pytest.raises(TypeError, match="objects of scree.Law"):
        scree.Case(ball(), laws=[spring])
    with pytest.raises(TypeError, match="make it again"):
        pickle.dumps(of_python())
    with pytest.raises(AttributeError, match="cannot be set"):
        of_python().version = 2


def test_a_case_that_is_changed_keeps_its_laws():
    case = falls(of_python()).changed({"run.duration": 0.1})
    assert [law.name for law in case.laws] == ["spring"]
    assert copy.copy(scree.World(case)).hash() == scree.World(case).hash()


def test_a_function_lives_as_long_as_worlds_need_it():
    class Push:
        def __call__(self, contacts):
            spring(contacts)

    push = Push()
    gone = weakref.ref(push)
    world = scree.World(falls(of_python(push)))
    del push
    gc.collect()
    assert gone() is not None
    world.step(30000)
    del world
    gc.collect()
    assert gone() is None


def test_arrays_that_are_kept_stay_what_they_were():
    kept = []

    def keeps(contacts):
        spring(contacts)
        kept.append((contacts.overlap, contacts.overlap.copy(), contacts.elastic, contacts.elastic.copy()))

    case = scree.Case({**bed(4), "pairs": NONE}, laws=[of_python(keeps)], settings={"run.step": 2e-5})
    world = after(case, 200)
    assert len(kept) > 10
    assert all((overlap == was).all() and (elastic == then).all() for overlap, was, elastic, then in kept)
    again = after(case, 100)
    for _, _, elastic, _ in kept:
        elastic[:] = 1e9
    again.step(100)
    assert again.hash() == world.hash()


def test_a_law_that_leads_to_its_world_is_freed():
    worlds = []

    def make():
        box = []

        def closure(contacts):
            assert box is not None
            spring(contacts)

        world = scree.World(falls(of_python(closure)))
        box.append(world)
        worlds.append(weakref.ref(world))
        world.step(10)

    make()
    gc.collect()
    assert worlds[0]() is None


def test_a_law_that_is_reached_is_not_freed():
    world = scree.World(falls(of_python(lambda contacts: spring(contacts))))
    gc.collect()
    world.step(30000)
    assert world.steps == 30000


def busy_world():
    case = scree.Case({**bed(5), "pairs": NONE}, laws=[of_python()], settings={"run.step": 2e-5})
    return scree.World(case)


@pytest.mark.parametrize("watch", [None, lambda world: False])
def test_ctrl_c_leaves_a_world_with_a_law_whole(watch):
    for delay in (0.05, 0.11, 0.17, 0.23):
        world = busy_world()
        timer = threading.Timer(delay, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            world.step(10**7, watch=watch)
        timer.join()
        assert world.steps > 0
        again = busy_world()
        again.step(world.steps)
        assert world.hash() == again.hash()
        assert world.step(5) == 5 and len(world.save_bytes()) > 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_signal_is_handled_between_steps():
    seen = []
    world = busy_world()
    before = signal.signal(signal.SIGALRM, lambda number, frame: seen.append(world.steps))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
        assert sum(world.step(1) for _ in range(300)) == 300
        assert world.step(300) == 300
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen and world.step(1) == 1
    other = threading.Thread(target=world.step)
    other.start()
    other.join()
    assert world.steps == 602


DAEMON = """
import threading, time
import scree
from conftest import bed
from test_law import NONE, of_python
world = scree.World(scree.Case({**bed(5), "pairs": NONE}, laws=[of_python()], settings={"run.step": 2e-5}))
world.step(50)
threading.Thread(target=world.step, args=(10**9,), daemon=True).start()
time.sleep(0.3)
print("the end")
"""


def test_the_interpreter_ends_while_a_thread_asks_a_law():
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", DAEMON], cwd=os.path.dirname(__file__), capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, "the end\n", "")


def test_an_attraction_of_python_is_that_of_the_build():
    def pull(contacts):
        contacts.elastic[:] = math.pi * contacts.parameter["density"] * contacts.contact**2
        contacts.energy[:] = -0.5 * contacts.elastic * contacts.overlap

    law = scree.Law("sjkr", pull, {"density": "Pa"}, kind="cohesion")
    bound = {"cohesion": {"law": "own-sjkr", "density": 2000.0}}
    build = {"cohesion": {"law": "sjkr", "energy_density": 2000.0}}
    laws = {"normal": {"law": "hertz", "restitution": 0.7}, "tangential": "none"}
    own = after(scree.Case({**bed(4), "pairs": {"default": {**laws, **bound}}}, laws=[law], settings={"run.step": 2e-5}), 1500)
    same = after(scree.Case({**bed(4), "pairs": {"default": {**laws, **build}}}, settings={"run.step": 2e-5}), 1500)
    assert len(own.frame().contacts) > 0
    assert (own.frame().position == same.frame().position).all() and (own.frame().velocity == same.frame().velocity).all()
    with pytest.raises(ValueError, match="rolling, not of 'twisting'"):
        scree.Law("sjkr", pull, {"density": "Pa"}, kind="twisting")


HERTZ = {"law": "hertz", "restitution": 0.7}


def springs(laws, tangential, rolling="none", **more):
    pairs = {"default": {"normal": HERTZ, "tangential": tangential, "rolling": rolling}}
    case = scree.Case({**bed(4), "pairs": pairs}, laws=laws, settings={"run.step": 2e-5, "run.ledger": True})
    return after(case, 1000, **more)


def test_springs_of_python_have_the_state_of_the_build():
    def mindlin(contacts):
        contacts.stiffness = 8 * contacts.shear_modulus * contacts.grip
        contacts.dashpot = contacts.normal_dashpot
        contacts.friction[:] = contacts.parameter["friction"]

    def rolls(contacts):
        friction = contacts.parameter["friction"]
        contacts.stiffness = 2.25 * friction * friction * contacts.normal_stiffness * (contacts.radius * contacts.radius)
        contacts.friction[:] = friction

    across = scree.Law("mindlin", mindlin, {"friction": "1"}, kind="tangential", onset="normal", follows="grip")
    against = scree.Law("roller", rolls, {"friction": "1"}, kind="rolling", onset=None, follows="stiffness")
    assert (across.kind, against.kind, of_python().kind) == ("tangential", "rolling", "normal")
    own = springs([across, against], {"law": "own-mindlin", "friction": 0.3}, {"law": "own-roller", "friction": 0.05})
    build = springs([], {"law": "mindlin", "friction": 0.3}, {"law": "elastic-plastic", "friction": 0.05})
    assert own.frame().ledger.friction > 0 and own.hash() == build.hash()
    with pytest.raises(ValueError, match="one of free, still, stiffness, grip, not 'all'"):
        scree.Law("a", mindlin, kind="tangential", follows="all")
    with pytest.raises(ValueError, match="onset is a number, 'normal' or None, not 'soon'"):
        scree.Law("a", mindlin, kind="tangential", onset="soon")


def test_friction_that_falls_with_the_speed():
    def weakens(contacts):
        rest = contacts.parameter["friction"]
        contacts.stiffness[:] = 1e4
        contacts.friction[:] = rest
        contacts.sliding[:] = rest / (1 + contacts.rate / 0.1)
        seen.append(contacts.slid.max())

    seen = []
    law = scree.Law("weakens", weakens, {"friction": "1"}, kind="tangential", onset=None, slides=True)
    world = springs([law], {"law": "own-weakens", "friction": 0.4})
    ledger = world.frame().ledger
    assert max(seen) == 1 and ledger.friction > 0
    assert abs(ledger.residual) < 3e-4 * ledger.turned_over  # as with a law of the build: it goes by the square of the step

    def wrong(contacts):
        contacts.stiffness[:] = 1e4
        contacts.friction[:] = -0.25

    with pytest.raises(scree.Error, match="tangential law own-weakens answered .* no spring: friction = -0.25"):
        springs([scree.Law("weakens", wrong, {"friction": "1"}, kind="tangential")], {"law": "own-weakens", "friction": 0.4})


def test_friction_of_ctypes():
    numbers = ctypes.POINTER(ctypes.c_double)
    signature = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, *[numbers] * 4)

    @signature
    def mindlin(context, count, pair, given, kept, answer):
        for i in range(count):
            answer[2 * 64 + i] = 8 * pair[10] * given[9 * 64 + i]  # stiffness: G*, grip
            answer[3 * 64 + i] = given[8 * 64 + i]  # dashpot: that of the normal law
            answer[6 * 64 + i] = pair[0]  # friction
        return 0

    law = scree.Law("mindlin", mindlin, {"friction": "1"}, kind="tangential", onset="normal", follows="grip", alone=True)
    own = springs([law], {"law": "own-mindlin", "friction": 0.3})
    assert own.hash() == springs([], {"law": "mindlin", "friction": 0.3}).hash()


def test_friction_of_numba_in_all_threads():
    numba = pytest.importorskip("numba")
    numbers = numba.types.CPointer(numba.types.float64)
    signature = numba.types.int32(numba.types.voidptr, numba.types.int64, *[numbers] * 4)

    @numba.cfunc(signature)
    def mindlin(context, count, pair, given, kept, answer):
        rows = numba.carray(given, (14, 64))
        answers = numba.carray(answer, (8, 64))
        for i in range(count):
            answers[2, i] = 8 * pair[10] * rows[9, i]
            answers[3, i] = rows[8, i]
            answers[6, i] = pair[0]
        return 0

    law = scree.Law("mindlin", mindlin, {"friction": "1"}, kind="tangential", onset="normal", follows="grip")
    two = springs([law], {"law": "own-mindlin", "friction": 0.3}, threads=2)
    assert two.hash() == springs([], {"law": "mindlin", "friction": 0.3}).hash()

"""Threads, processes and signals: the interpreter lock is free while steps are taken, a world serves one thread at a time, Ctrl-C
ends a step, and a child of fork does not wait for threads that it has not got."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import scree
from conftest import ball, bed

LONG = 10**9


def wait_for_steps(world):
    """Until another thread takes steps."""
    for _ in range(2000):
        try:
            world.frame()
        except RuntimeError:
            return
        time.sleep(0.005)
    raise AssertionError("no steps are taken")


@pytest.mark.parametrize("wish", [None, "active"])
def test_threads_wait_passively_where_nothing_else_is_asked(wish):
    """OpenMP tells with which settings it was loaded; nothing is left of ours."""
    environment = {**os.environ, "OMP_DISPLAY_ENV": "true"}
    environment.pop("OMP_WAIT_POLICY", None)
    if wish:
        environment["OMP_WAIT_POLICY"] = wish
    code = "import scree, os; print(os.environ.get('OMP_WAIT_POLICY'))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert f"OMP_WAIT_POLICY = '{(wish or 'passive').upper()}'" in told.stderr
    assert told.stdout == f"{wish}\n"


def test_other_threads_run_meanwhile_and_are_kept_out():
    world = scree.World(bed(6), threads=1)
    seen = []
    stop = threading.Event()
    stepping = threading.Thread(target=lambda: world.step(LONG, watch=lambda w: stop.is_set()))
    stepping.start()
    wait_for_steps(world)
    for call in (world.frame, world.hash, world.step, lambda: world.time, lambda: world.column("id")):
        try:
            call()
        except RuntimeError as error:
            seen.append(str(error))
    stop.set()
    stepping.join(20)
    assert not stepping.is_alive()
    assert len(seen) >= 4 and all("another thread" in text or "middle of steps" in text for text in seen)
    assert world.steps > 0 and world.step() == 1


def test_ctrl_c_ends_a_step():
    world = scree.World(bed(5), threads=1)

    def interrupt():
        wait_for_steps(world)
        os.kill(os.getpid(), signal.SIGINT)

    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        threading.Thread(target=interrupt).start()
        world.step(LONG)
    assert time.monotonic() - begin < 20
    steps = world.steps
    other = scree.World(bed(5), threads=1)
    other.step(steps)
    assert other.hash() == world.hash()


@pytest.mark.parametrize("everyone", [False, True], ids=["python-alone", "as-a-terminal-does"])
def test_an_interrupt_stops_the_program_which_saves(tmp_path, everyone):
    words = """
import signal, sys, scree
sys.path.insert(0, sys.argv[1])
from conftest import bed
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    scree.run({**bed(6), "run": {"duration": 1000}, "output": {"every": 0.001}}, "out")
except KeyboardInterrupt:
    run = scree.read("out")
    print(run.info["status"], scree.World.load(run.case, "out/autosave.h5", threads=1).steps == run.info["steps"] > 0)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    python = subprocess.Popen(
        [sys.executable, "-c", words, os.path.dirname(__file__)],
        cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while not list(tmp_path.glob("out/**/*000001*")) and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(python.pid, signal.SIGINT) if everyone else python.send_signal(signal.SIGINT)
        assert python.communicate(timeout=30)[0] == "stopped True\n"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(python.pid, signal.SIGKILL)


def test_a_watch_reads_and_stops():
    world = scree.World(bed(4), threads=1)
    times = []

    def watch(seen):
        times.append(seen.time)
        for refused in (seen.step, seen.frame, seen.hash, lambda: seen.column("id")):
            with pytest.raises(RuntimeError):
                refused()
        return len(times) == 3

    taken = world.step(LONG, watch)
    assert taken == world.steps > 0 and len(times) == 3 and times == sorted(times)
    world.step(5)

    def fail(seen):
        raise ValueError("from the watch")

    with pytest.raises(ValueError, match="from the watch"):
        world.step(LONG, watch=fail)
    with pytest.raises(TypeError, match="function"):
        world.step(1, watch=3)


def hash_after(steps):
    world = scree.World(bed(4), threads=1)
    world.step(steps)
    return world.hash()


def hash_of_default_threads(steps):
    world = scree.World(bed(4))
    world.step(steps)
    return world.hash()


def test_worlds_in_threads():
    wanted = hash_after(400)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(hash_after, [400] * 8)) == {wanted}


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worlds_in_processes(method):
    wanted = hash_after(100)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert set(pool.map(hash_after, [100] * 4)) == {wanted}


def in_child(world, results):
    """What a child of fork is told of threads."""
    told = []
    for call in (lambda: world.step(), lambda: scree.World(ball(), threads=2)):
        try:
            call()
            told.append("done")
        except RuntimeError as error:
            told.append(str(error))
    results.put((told, hash_of_default_threads(100)))


def test_a_child_of_fork_is_told_that_threads_are_gone():
    world = scree.World(bed(4), threads=2)
    world.step(10)
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    child = context.Process(target=in_child, args=(world, results))
    child.start()
    told, found = results.get(timeout=60)
    child.join(20)
    assert len(told) == 2 and all("child of fork" in text and "spawn" in text for text in told)
    assert found == hash_after(100)
    assert world.step() == 1  # the parent goes on


def test_a_case_goes_to_a_process():
    case = scree.Case(ball())
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(steps_of, case).result() == 10000


def steps_of(case):
    return scree.World(case, threads=1).last_step


def test_another_thread_looks_without_waiting():
    world = scree.World(bed(5), threads=1)
    assert world.shared_frame() is None
    with pytest.raises(ValueError, match="not by 'hand'"):
        world.share("hand")
    world.share("time", 1e-4)
    first = world.shared_frame()
    kept = first.position
    before = kept.tolist()
    stop = threading.Event()
    stepping = threading.Thread(target=lambda: world.step(LONG, watch=lambda w: stop.is_set()))
    stepping.start()
    wait_for_steps(world)
    seen = [0]
    for _ in range(5000):
        frame = world.shared_frame()
        assert frame.steps >= seen[-1] and len(frame) == len(first)
        if frame.steps > seen[-1]:
            seen.append(frame.steps)
            assert "domain-z-low" in frame.walls.names
        if len(seen) > 5:
            break
        time.sleep(0.002)
    stop.set()
    stepping.join(20)
    assert len(seen) > 5 and first.steps == 0 and kept.tolist() == before
    last = world.shared_frame()
    del world
    assert len(last) == len(first) and last.time > 0
    other = scree.World(bed(5), threads=1)
    last.take(other)
    assert last.steps == 0
    other.share("call")
    other.step(3)
    assert other.shared_frame().steps == 3
    held = other.shared_frame()
    other.share(None)
    other.step(3)
    assert other.shared_frame() is None and held.steps == 3
    other.share("call")
    assert other.shared_frame().steps == 6

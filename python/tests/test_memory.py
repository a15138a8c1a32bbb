"""No array shows memory that is gone: what would move numbers is refused while somebody looks at them."""

import gc

import pytest

import scree
from conftest import ball, bed


def test_a_column_of_the_state_holds_the_world(world, tmp_path):
    column = world.column("position")
    for refused in (
        lambda: world.step(),
        lambda: world.step_until(1.0),
        lambda: world.frame(),
        lambda: world.hash(),
        lambda: world.save(tmp_path / "x.h5"),
        lambda: world.write("velocity", [[0.0, 0, 0]]),
        lambda: scree.Frame(world),
    ):
        with pytest.raises(BufferError, match="1 arrays still look into the world"):
            refused()
    assert world.steps == 0
    del column
    assert world.step() == 1


def test_parts_of_an_array_hold_it_too(world):
    numpy = pytest.importorskip("numpy")
    heights = world.column("position")[:, 2]
    other = numpy.asarray(memoryview(world.column("velocity")))
    with pytest.raises(BufferError, match="2 arrays"):
        world.step()
    copy = numpy.array(heights)
    del heights, other
    world.step()
    assert copy[0] == 1.1


def test_an_array_keeps_its_world():
    world = scree.World(ball(), threads=1)
    column = world.column("position")
    del world
    gc.collect()
    assert column[0, 2] == 1.1


def test_a_frame_outlives_its_world_and_stays(world):
    frame = world.frame()
    before = frame.position
    world.step(1000)
    assert before[0, 2] == 1.1 and frame.time == 0
    del world, frame
    gc.collect()
    assert before[0, 2] == 1.1


def test_a_frame_is_not_taken_anew_while_somebody_looks(world):
    frame = world.frame()
    column = frame.position
    world.step(10)
    with pytest.raises(BufferError, match="1 arrays still look into the frame"):
        frame.take(world)
    assert frame.steps == 0
    del column
    frame.take(world)
    assert frame.steps == 10


def test_memoryviews_can_be_let_go(world):
    view = memoryview(world.column("id"))
    view.release()
    assert world.step() == 1


def test_nothing_is_left_over():
    """Neither objects nor counts: many columns, frames and worlds come and go."""
    world = scree.World(bed(3), threads=1)
    for _ in range(200):
        world.column("position")
        world.frame().contacts.array() if _have_numpy() else world.frame().contacts.overlap
        world.step()
    assert len(gc.get_referrers(world)) <= 2


def _have_numpy():
    try:
        import numpy  # noqa: F401
    except ImportError:
        return False
    return True

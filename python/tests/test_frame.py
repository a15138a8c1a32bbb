"""Frames: columns with units, contacts, walls, the ledger; copies as structured arrays and for pandas."""

import math

import pytest

import scree
from conftest import ball, bed

G = 10.0
MASS = 1000 * 4 / 3 * math.pi * 1e-3


@pytest.fixture
def landed():
    """The ball in its first contact with the floor."""
    world = scree.World(ball(), threads=1)
    world.step_until(math.sqrt(2 * 1.0 / G) + 0.004)
    return world


def test_columns(world):
    numpy = pytest.importorskip("numpy")
    frame = world.frame()
    assert frame.position.shape == (1, 3) and frame.position.dtype == numpy.float64
    assert frame.velocity.tolist() == [[1, 0, 0]] and frame.radius.tolist() == [0.1]
    assert frame.mass[0] == pytest.approx(MASS)
    assert frame.id.dtype == numpy.int64 and frame.material.dtype == numpy.int32
    assert (frame.column("velocity") == frame.balls.velocity).all() and (frame.balls["velocity"] == frame.velocity).all()
    assert not frame.position.flags.writeable and not frame.position.flags.owndata
    assert len(frame) == len(frame.balls) == 1
    assert "position" in dir(frame) and "overlap" in dir(frame.contacts)
    assert "orientation" not in frame.balls.columns
    assert repr(frame) == "<scree.Frame at 0 s: 1 balls, 0 contacts>"


def test_what_columns_are(world):
    table = world.frame().balls
    assert table.unit("force") == "N" and table.describe("position").width == 3
    assert "contact forces" in table.describe("force").doc
    with pytest.raises(AttributeError, match="no column of that name"):
        table.velocty
    with pytest.raises(AttributeError):
        world.frame().velocty
    with pytest.raises(scree.Error):
        table["velocty"]
    with pytest.raises(AttributeError):
        table.orientation


def test_contacts(landed):
    frame = landed.frame()
    contacts = frame.contacts
    assert len(contacts) == 1 and frame.balls.contacts[0] == 1
    assert contacts.overlap[0] == pytest.approx(0.1 - frame.position[0, 2], rel=1e-9)
    assert contacts.normal_force[0] > 0
    assert contacts.b[0] == frame.id[0]
    assert contacts.force[0, 2] == pytest.approx(frame.force[0, 2])


def test_contacts_as_structured_arrays(landed):
    numpy = pytest.importorskip("numpy")
    rows = landed.frame().contacts.array()
    assert rows.dtype["normal"].shape == (3,) and rows["normal"].tolist() == [[0, 0, 1]]
    assert rows[0]["overlap"] == landed.frame().contacts.overlap[0]
    assert rows.flags.owndata and numpy.isfinite(rows["force"]).all()


def test_walls_by_name(landed):
    frame = landed.frame()
    floor = frame.walls["floor"]
    assert floor.force[2] == pytest.approx(-frame.force[0, 2])
    assert "floor" in frame.walls.names and len(frame.walls) == len(landed.walls)
    assert list(frame.walls["id"]) == list(frame.walls.id)
    with pytest.raises(KeyError, match="no wall and no column 'flor'; there are .*floor"):
        frame.walls["flor"]


def test_ledger(landed):
    ledger = landed.frame().ledger
    assert isinstance(float(ledger.kinetic), float) and ledger["elastic"] > 0
    now = ledger.kinetic + ledger.gravitational + ledger.elastic
    assert now + ledger.damping == pytest.approx(ledger.start + ledger.residual, rel=1e-12)
    assert abs(ledger.residual) < 1e-5 * ledger.start
    assert set(ledger.as_dict()) == set(ledger.columns) and len(ledger) == 1
    assert "kinetic" in repr(ledger)


def test_pandas(landed):
    pytest.importorskip("pandas")
    table = landed.frame().balls.to_pandas()
    assert table.loc[0, "velocity_x"] == landed.frame().velocity[0, 0]
    assert list(table.columns[:4]) == ["id", "position_x", "position_y", "position_z"]


def test_no_rows():
    world = scree.World(ball(), threads=1)
    contacts = world.frame().contacts
    assert len(contacts) == 0 and len(contacts.overlap) == 0 and contacts.force.shape == (0, 3)


def test_periodic_worlds_and_many_balls():
    world = scree.World(bed(6), threads=1)
    world.step(500)
    frame = world.frame()
    assert len(frame) == 216 and frame.walls.names == ["domain-z-low", "domain-z-high"]
    assert world.domain.periodic == (True, True, False)
    ids = list(frame.id)
    assert ids == sorted(ids)


def test_short_looks():
    numpy = pytest.importorskip("numpy")
    world = scree.World(bed(6), threads=1)
    world.step(200)
    short, whole = world.glance(), world.frame()
    order = numpy.argsort(short.id)
    assert (short.id[order] == whole.id).all() and (short.position[order] == whole.position).all()
    assert short.time == world.time and "a short look" in repr(short) and "force" not in short.balls.columns
    assert set(short.balls.columns) == {"id", "position", "radius", "velocity", "material", "body", "shape", "set"}
    for refused in (lambda: short.balls["force"], lambda: short.contacts["a"], lambda: short.picture(world)):
        with pytest.raises(scree.Error, match="short look"):
            refused()
    world.step(10)
    short.glance(world)
    assert short.time == world.time
    world.share("call", glance=True)
    world.step(10)
    shared = world.shared_frame()
    assert shared.time == world.time and "force" not in shared.balls.columns


def test_the_ledger_and_walls_are_tables(landed):
    numpy = pytest.importorskip("numpy")
    frame = landed.frame()
    assert frame.ledger.array()["kinetic"].tolist() == [frame.ledger.kinetic]
    lid = frame.walls["floor"]
    assert numpy.array_equal(lid["force"], lid.force) and "force" in dir(lid)
    with pytest.raises(KeyError, match="no column 'heat'; there are .*force"):
        lid["heat"]
    pandas = pytest.importorskip("pandas")
    told = frame.ledger.to_pandas()
    assert isinstance(told, pandas.DataFrame) and len(told) == 1 and told["kinetic"][0] == frame.ledger.kinetic

"""Questions about space: what the library tells, as Python has it."""

import math

import pytest

import scree
from conftest import ball, bed


def test_who_is_where(world):
    query = world.query()
    grain = int(world.frame().id[0])
    x, y, z = (float(number) for number in world.frame().position[0])
    assert list(query.ball([x, y, z], 0)) == [grain]
    assert list(query.box([x, y, z - 1], [x, y, z + 1])) == [grain]
    assert len(query.box([x + 0.2, y, z], [x + 0.3, y, z])) == 0
    hit = query.nearest([x + 0.5, y, z])
    assert isinstance(hit, scree.Hit) and hit.id == grain and hit.wall is None
    assert hit.distance == pytest.approx(0.4) and hit.place == pytest.approx((x + 0.1, y, z)) and hit.normal == pytest.approx((1, 0, 0))
    assert query.nearest([x + 0.5, y, z], 0.3) is None
    above = query.ray([x, y, z + 0.5], [0, 0, -2])
    assert above.id == grain and above.distance == pytest.approx(0.4)
    floor = query.ray([x + 0.2, y, z], [0, 0, -1])
    assert floor.wall == "floor" and floor.distance == pytest.approx(z) and floor.normal == pytest.approx((0, 0, 1))
    assert query.ray([x, y, z + 0.5], [0, 0, -1], 0.3) is None


def test_queries_are_of_their_step(world):
    query = world.query()
    world.step(10)
    with pytest.raises(scree.Error, match="gone on"):
        query.nearest([0, 0, 0])
    query.renew()
    assert query.nearest([0, 0, 0]).distance > 0
    with pytest.raises(scree.Error, match="no direction"):
        query.ray([0, 0, 0], [0, 0, 0])
    with pytest.raises(scree.Error, match="none of the id 99999"):
        query.contacts(99999)


def test_queries_are_of_their_grains(world):
    query = world.query()
    one = world.add("one", [0.5, 0.5, 2.0])
    for change in (lambda: None, lambda: world.change(one, position=[0.5, 0.5, 2.3]), lambda: world.remove(one)):
        change()
        with pytest.raises(scree.Error, match="grains were added, removed or changed"):
            query.nearest([0, 0, 0])
        query.renew()
        assert query.nearest([0, 0, 0]).distance > 0


def test_contacts():
    world = scree.World(bed(5), threads=1)
    world.step_until(0.08)
    query = world.query()
    contacts = world.frame().contacts
    seen = 0
    for grain in world.frame().id:
        for touch in query.contacts(int(grain)):
            assert isinstance(touch, scree.Touch) and touch.partner != grain
            assert math.hypot(*touch.normal) == pytest.approx(1)
            seen += 1
    walls = sum(len(query.contacts(int(number))) for number in world.frame().walls.id)
    assert seen + walls == 2 * len(contacts.a)


def test_moments():
    world = scree.World(ball(forces={"hand": {"law": "given"}}), threads=1)
    world.turn([0, 0, 1e-3])
    world.step(100)
    assert world.frame().spin[0][2] > 0
    with pytest.raises(scree.Error, match="moments for"):
        world.turn([[0, 0, 1], [0, 0, 1]])

"""Questions about space: what the library tells, as Python has it."""

import math
import re

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


def test_quantities_of_pint_in_questions(world):
    unit = pytest.importorskip("pint").UnitRegistry()
    query = world.query()
    grain = int(world.frame().id[0])
    place = [100 * float(number) for number in world.frame().position[0]] * unit.cm
    assert list(query.ball(place, 1 * unit.mm)) == [grain]
    assert list(query.box(place, [number for number in place])) == [grain]
    assert query.nearest(place, 1 * unit.mm).id == grain
    assert query.ray(place, [0, 0, -1.0] * unit.m, 3 * unit.m).id == grain
    for refused in (lambda: query.ball(place, 1 * unit.s), lambda: query.nearest(place * unit.s), lambda: query.ray(place, [0, 0, 1], 1 * unit.K)):
        with pytest.raises((TypeError, scree.Error), match="quantity in|which no value of a case has"):
            refused()


def test_hints_speak_of_names_of_python(world, root):
    from scree._errors import SPELT

    query = world.query()
    world.step(1)
    with pytest.raises(scree.Error) as raised:
        query.nearest([0, 0, 0])
    assert raised.value.hint == "call renew" and "scree_" not in str(raised.value)
    # What words of the library call by a name of C, Python knows by one of its own.
    declared = set()
    for header in (root / "include/scree").glob("*.h"):
        declared |= set(re.findall(r"\b(scree_\w+)\(", header.read_text()))
    said = set()
    for source in (root / "src").rglob("*.[ch]"):
        code = "\n".join(line for line in source.read_text().splitlines() if not line.lstrip().startswith("//"))
        for words in re.findall(r'"[^"\n]*"', code):
            said |= set(re.findall(r"\bscree_\w+", words)) & declared
    assert said and said - {re.split(r"\s", word)[0] for word in SPELT} == {"scree_friction_create"}  # Python has none

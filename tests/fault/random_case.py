"""random_case.py - a case drawn from a seed: solvers, laws, shapes, walls with drives, streams, removals, outputs and probes
in any combination that the random numbers give, and what random_scene.py adds. Many are refused, as their parts do not fit; none may crash."""
import json
import os
import random

from random_scene import extend

PLANES_OF_FLOW = ("often", "1 ms"), ("seldom", "10 ms")
DURATION_MS = 10
NAMES = {"rate": "2*pi*(1 rad)/(4*life)", "life": "5 ms", "way": "0.3 mm"}


def mm(*lengths):
    texts = [f"{length:.6g} mm" for length in lengths]
    return texts if len(texts) > 1 else texts[0]


class Draw:
    """What the parts of one case share."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.flat = self.chance(0.25)
        self.nonsmooth = self.chance(0.25)
        self.dimensions = 2 if self.flat else 3
        self.up = self.dimensions - 1  # the axis along which gravity acts
        self.size = [self.random.uniform(20, 40) for _ in range(self.dimensions)]  # mm
        self.size[self.up] = self.random.uniform(40, 60)
        self.materials = ["glass", "steel", "mud"][: self.one_of(1, 1, 2, 3)]

    def chance(self, share):
        return self.random.random() < share

    def one_of(self, *choices):
        return self.random.choice(choices)

    def some(self, share, **entries):
        """Each entry with that chance."""
        return {name: value for name, value in entries.items() if self.chance(share)}

    def axes(self, *values):
        """The first numbers of a vector in space; the last one is along gravity."""
        return [*values[: self.dimensions - 1], values[-1]]


def material(draw):
    return {
        "density": f"{draw.one_of(1000, 2500, 7800)} kg/m^3",
        "young": f"{draw.one_of(2, 5, 20)} MPa",
        "poisson": draw.one_of(0.2, 0.3, 0.45),
        "yield": f"{draw.one_of(20, 100)} kPa",
    }


def normal_law(draw):
    restitution = draw.one_of(0.3, 0.6, 0.9, 1)
    stiffness = draw.one_of(300, 1000, 4000)
    laws = {
        "hertz": {"restitution": restitution},
        "linear": {"stiffness": f"{stiffness} N/m", "restitution": restitution},
        "kuwabara-kono": {"damping_time": "10 us"},
    }
    if not draw.nonsmooth:
        laws |= {
            "hunt-crossley": {"restitution": restitution},
            "thornton": {},
            "jkr": {"work_of_adhesion": draw.one_of("0.01 J/m^2", "0.1 J/m^2"), "restitution": restitution},
            "walton-braun": {"stiffness": f"{stiffness} N/m", "restitution": restitution},
            "vu-quoc-zhang": {"plastic_radius": "2 mm/N", "flattening": "0.2 /N"},
            "luding": {
                "stiffness": f"{stiffness} N/m",
                "unloading_stiffness": f"{2 * stiffness} N/m",
                "cohesion_stiffness": draw.one_of("0 N/m", f"{stiffness / 4} N/m"),
            },
            "eepa": {
                "stiffness": f"{stiffness} N/m",
                "plasticity": 0.5,
                "adhesion_ratio": draw.one_of(0, 0.3),
                "restitution": restitution,
                "exponent": draw.one_of(1, 1.5, 2),
            },
        }
    name = draw.one_of(*laws)
    return {"law": name, **laws[name]}


def tangential_law(draw, normal):
    laws = {"cundall-strack": {**draw.some(0.4, damping_ratio=0.5)}, "viscous-coulomb": {"damping": "0.1 N s/m"}}
    if normal not in ("walton-braun", "luding", "linear", "eepa"):
        laws["mindlin"] = draw.some(0.4, form=draw.one_of("rescale", "total"))
    if not draw.nonsmooth:
        laws |= {"vu-quoc-zhang": {"stiffness_ratio": 0.3}, "walton-braun": {"stiffness_ratio": 0.3}}
        laws["cundall-strack"] |= draw.some(0.3, dynamic_friction=0.05)
        if "mindlin" in laws:
            laws["mindlin-deresiewicz"] = {}
    name = draw.one_of("none", *laws)
    return "none" if name == "none" else {"law": name, "friction": draw.one_of(0.1, 0.3, 0.8), **laws[name]}


def pair(draw):
    laws = {"normal": normal_law(draw)}
    laws["tangential"] = tangential_law(draw, laws["normal"]["law"])
    if laws["normal"]["law"] not in ("jkr", "luding", "eepa") and draw.chance(0.3):
        cohesion = {"adhesion": {"force": "1 mN", "overlap": "2 um"}}
        if not draw.nonsmooth:
            cohesion |= {
                "capillary": {"surface_tension": "0.07 N/m", "relative_volume": 0.01, "contact_angle": "20 deg"},
                "dmt": {"work_of_adhesion": "0.05 J/m^2"},
                "sjkr": {"energy_density": "5 kPa"},
            }
        name = draw.one_of(*cohesion)
        laws["cohesion"] = {"law": name, **cohesion[name]}
    against_turning = {
        "constant": {"friction": 0.05},
        "elastic-plastic": {"friction": 0.05},
        "viscous": {"damping": "1e-8 N m s"},
    }
    for slot in ("rolling", "twisting"):
        if draw.chance(0.3):
            name = draw.one_of(*against_turning)
            laws[slot] = {"law": name, **against_turning[name]}
    return laws


def ball(draw):
    radius = draw.random.uniform(1, 1.5)
    spread = {"distribution": "uniform", "from": mm(radius), "to": mm(1.6 * radius)}
    return {"ball": {"radius": draw.one_of(mm(radius), spread)}}


def clump(draw):
    pair_of_balls = [{"at": mm(*draw.axes(x, 0, 0)), "radius": mm(radius)} for x, radius in ((0, 1), (1.2, 0.8))]
    forms = [{"balls": pair_of_balls, **draw.some(0.4, mass="sum")}]
    if not draw.flat:
        forms += [
            {"ellipsoid": {"length": "4 mm", "width": "3 mm", "height": "2.6 mm"}},
            {"ring": {"balls": draw.one_of(5, 18), "radius": "1.6 mm", "ball_radius": "0.7 mm"}},
        ]
    return {"clump": draw.one_of(*forms)}


def cornered(draw):
    if draw.flat:
        corners = draw.one_of(
            [(0, 0), (2.5, 0)],
            [(0, 0), (2.4, 0), (0, 1.8)],
            [(0, 0), (2.4, 0), (2.4, 1.8), (1.2, 0.6), (0, 1.8)],
        )
        return {"spheropolygon": {"vertices": [mm(*corner) for corner in corners], "radius": "0.4 mm"}}
    return draw.one_of(sharp_solid, rounded_solid)(draw)


# An L of two boxes: six sides around and two lids of triangles.
CORNERS_OF_L = (0, 0), (2.4, 0), (2.4, 1.0), (1.0, 1.0), (1.0, 2.4), (0, 2.4)
LID_OF_L = (0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)


def ell(draw):
    thick = draw.random.uniform(0.8, 1.6)
    vertices = [mm(x, y, z) for z in (0, thick) for x, y in CORNERS_OF_L]
    sides = [[k, (k + 1) % 6, 6 + (k + 1) % 6, 6 + k] for k in range(6)]
    lids = [[c, b, a] for a, b, c in LID_OF_L] + [[6 + a, 6 + b, 6 + c] for a, b, c in LID_OF_L]
    return {"vertices": vertices, "faces": sides + lids}


def sharp_solid(draw):
    solid = draw.one_of("cube", "tetrahedron", "octahedron")
    sides = draw.one_of(3, 7, 40)
    convex = draw.one_of(
        {"builder": {"platonic": solid, "size": "2.4 mm"}},
        {"builder": {"box": mm(3, 2, draw.one_of(0.3, 1.6))}},
        {"builder": {"prism": {"sides": sides, "radius": "1.4 mm", "length": "2 mm"}}},
    )
    if draw.chance(0.4):
        return {"polyhedron": ell(draw) | draw.some(0.4, meeting=draw.one_of("potential", "solid"))}
    return {"polyhedron": convex | draw.some(0.4, meeting=draw.one_of("potential", "convex", "solid"))}


def rounded_solid(draw):
    plate = [mm(*corner, 0) for corner in ((0, 0), (2.4, 0), (2.4, 1.8), (0, 1.8))]
    core = draw.one_of(
        {"vertices": [mm(0, 0, 0), mm(2.5, 0, 0)], "radius": "0.8 mm"},
        {"vertices": plate, "radius": "0.5 mm"},
        {"builder": {"platonic": "cube", "size": "1.6 mm"}, "radius": "0.3 mm"},
        {**ell(draw), "radius": "0.2 mm"},
    )
    core |= draw.some(0.4, meeting=draw.one_of("potential", "features"))
    core |= draw.some(0.4, weights=draw.one_of("norm", "shared", "sum"))
    return {"spheropolyhedron": core}


def motion_by_expressions(draw):
    """Of names of the case (NAMES) and the time."""
    names = "xyz"[: draw.dimensions]
    course = draw.one_of("way*sin(rate*t)", "2*way*(1 - exp(-t/${life}))", "way*t/life*min(t/life, 1)")
    made = {names[-1]: course} | draw.some(0.3, x="way*cos(rate*t)")
    turn = {"angle": "rate*t/5 + (0.1 rad)*sin(rate*t)", "axis": [0, 0, 1]}
    return made | turn if draw.chance(0.3) else made


def drive(draw):
    if draw.chance(0.3):
        return [motion(draw, may_yield=False) for _ in range(draw.one_of(2, 3))]
    return motion(draw, may_yield=True)


def motion(draw, may_yield):
    along = draw.axes(0, 0, 1)
    velocity = [f"{draw.random.uniform(-0.1, 0.1):.3g} m/s" for _ in along]
    laws = {
        "velocity": {"velocity": velocity},
        "rotation": {"axis": [0, 0, 1], "rate": f"{draw.one_of(30, -120, 600)} rpm"},
        "oscillation": {"direction": along, "amplitude": "0.5 mm", "frequency": f"{draw.one_of(20, 100)} Hz"},
        "expression": motion_by_expressions(draw),
    }
    if may_yield:
        pushed = f"{draw.one_of(-0.5, 0.02)} N"
        laws["force"] = {"axis": along, "force": pushed, "mass": "20 g", "low": "-3 mm", "high": "3 mm"}
    name = draw.one_of(*laws)
    timing = {} if name == "force" else draw.some(0.4, **{"from": "2 ms", "to": "7 ms"})
    return {"law": name, **laws[name], **timing}


def wall(draw, folder, number):
    middle = [length / 2 for length in draw.size]
    if draw.flat:
        axis = {"from": mm(*middle, -1000), "to": mm(*middle, 1000)}
    else:
        axis = {"from": mm(*middle), "to": mm(middle[0], middle[1] + 5, middle[2])}
    forms = {
        "plane": {"point": mm(*draw.axes(0, 0, 2)), "normal": draw.axes(0, 0, 1)},
        "cylinder": {**axis, "radius": "3 mm", "side": "outside"},
    }
    if not draw.flat:
        name = f"pyramid{number}.obj"
        with open(os.path.join(folder, name), "w", encoding="ascii") as mesh:
            mesh.write("v -5 -5 0\nv 5 -5 0\nv 5 5 0\nv -5 5 0\nv 0 0 4\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n")
        forms |= {
            "box": {"low": mm(*(x - 2 for x in middle)), "high": mm(*(x + 2 for x in middle)), "side": "outside"},
            "disk": {"centre": mm(*middle), "normal": [0, draw.one_of(0, 0.3), 1], "radius": "4 mm"},
            "mesh": {"file": name, "unit": "mm", "position": mm(middle[0], middle[1], 4)},
        }
    form = draw.one_of(*forms)
    made = {"material": draw.one_of(*draw.materials), form: forms[form]}
    return made | ({"drive": drive(draw)} if draw.chance(0.6) else {})


def grain_set(draw, number, sets, shapes):
    low = [3.0] * draw.dimensions
    high = [length - 3 for length in draw.size]
    layer = (draw.size[draw.up] - 22) / sets
    low[draw.up] = 22 + number * layer
    high[draw.up] = 22 + (number + 1) * layer - 1
    box = {"low": mm(*low), "high": mm(*high)}
    spacing = mm(*[5.5] * draw.dimensions)
    packing = draw.one_of(
        {"law": "random", "count": draw.random.randrange(1, 10), **box},
        {"law": "lattice", "spacing": spacing, "most": draw.random.randrange(1, 20), **box},
    )
    made = {
        "name": f"g{number}",
        "shape": draw.one_of(*shapes),
        "material": draw.one_of(*draw.materials),
        "packing": packing,
    }
    made |= draw.some(0.6, velocity=[f"{draw.random.uniform(-3, 3):.3g} m/s" for _ in low])
    made |= draw.some(0.2, locked="rotation")
    if not draw.flat and "locked" not in made:
        made |= draw.some(0.3, spin=[f"{draw.one_of(0, 50, -300)} rad/s" for _ in low])
    return made


def stream(draw, shapes):
    low = [4.0] * draw.dimensions
    high = [length - 4 for length in draw.size]
    low[draw.up], high[draw.up] = draw.size[draw.up] - 10, draw.size[draw.up] - 3
    made = {"shape": draw.one_of(*shapes), "material": draw.one_of(*draw.materials)}
    made |= {"low": mm(*low), "high": mm(*high), "rate": draw.one_of("300/s", "1000/s")}
    made |= {"velocity": [f"{speed} m/s" for speed in draw.axes(0, 0, -0.8)]}
    made |= draw.some(0.2, locked="rotation")
    return made | draw.some(0.3, **{"from": "3 ms", "to": "7 ms", "count": draw.one_of(1, 3, 7)})


def run_settings(draw):
    made = {"duration": f"{DURATION_MS} ms", "deepest_overlap": draw.one_of("none", 0.9), "on_loss": "remove"}
    made |= draw.some(0.5, ledger=True, orientation=True)
    if not draw.nonsmooth:
        made |= draw.some(0.3, integrator=draw.one_of("leapfrog", "gear"), search="sorted-list")
        if made.get("integrator") != "gear":
            made |= draw.some(0.3, rotation=draw.one_of("axes", "leapfrog", "split"))
    return made


def probes(draw, names):
    axes = "xyz"[: draw.dimensions]
    axis, at = draw.one_of(*axes), mm(draw.random.uniform(3, 25))
    made = {name: {"law": "flow-rate", "axis": axis, "at": at, "every": every} for name, every in PLANES_OF_FLOW}
    low, high = mm(*[0] * draw.dimensions), mm(*(length / 2 for length in draw.size))
    others = {
        "profile": {"law": "velocity-profile", "axis": axes[-1], "bins": 7, "every": "0.7 ms"},
        "forces": {"law": "force-histogram", "high": "0.1 N", "bins": 5},
        "one": {"law": "body", "grain": draw.one_of(*names)},
        "contacts": {"law": "contacts"},
        "box": {"law": "region", "low": low, "high": high},
    }
    return made | draw.some(0.4, **others)


def random_case(seed, folder):
    """The case of a seed; its meshes are written into the folder."""
    draw = Draw(seed)
    case = {"scree": 1, "title": f"random case {seed}", "let": NAMES, "dimensions": draw.dimensions}
    case["solver"] = "nonsmooth" if draw.nonsmooth else "smooth"
    case["gravity"] = [f"{g} m/s^2" for g in draw.axes(draw.one_of(0, 2), 0, draw.one_of(0, -9.81))]
    kinds = [draw.one_of("wall", "periodic", "periodic", "open") for _ in draw.size]
    kinds[draw.up] = draw.one_of("wall", "open")
    case["domain"] = {
        "low": mm(*[0] * draw.dimensions),
        "high": mm(*draw.size),
        "boundary": dict(zip("xyz", kinds)),
        "material": draw.one_of(*draw.materials),
    }
    if "wall" not in kinds:
        del case["domain"]["material"]
    case["materials"] = {name: material(draw) for name in draw.materials}
    case["pairs"] = {"default": pair(draw)}
    if len(draw.materials) > 1 and draw.chance(0.5):
        case["pairs"][f"{draw.materials[0]}-{draw.materials[1]}"] = pair(draw)
    makers = ball, ball, ball, clump, cornered
    shapes = {f"s{k}": draw.one_of(*makers)(draw) for k in range(draw.one_of(1, 1, 2, 3))}
    case["shapes"] = shapes
    case["walls"] = {f"w{k}": wall(draw, folder, k) for k in range(draw.one_of(0, 1, 1, 2))}
    sets = draw.one_of(1, 1, 2)
    case["grains"] = [grain_set(draw, k, sets, list(shapes)) for k in range(sets)]
    names = [entry["name"] for entry in case["grains"]]
    if draw.chance(0.35):
        case["streams"] = {"rain": stream(draw, list(shapes))}
    if draw.chance(0.25):
        high = mm(*(length / 2 for length in draw.size))
        case["removals"] = {"sink": {"low": mm(*[0] * draw.dimensions), "high": high, "every": "1 ms"}}
    case["run"] = run_settings(draw)
    case["output"] = {"every": draw.one_of("1 ms", "3.3 ms")} | draw.some(0.4, contacts=True, walls=True, dump=True)
    case["output"] |= draw.some(0.4, snapshot_every="3 ms")
    case["probes"] = probes(draw, names)
    extend(draw, case)
    return {key: value for key, value in case.items() if value != {}}


def write_case(seed, folder):
    """Writes case.yaml, a line for each section, and gives the case."""
    os.makedirs(folder, exist_ok=True)
    case = random_case(seed, folder)
    path = os.path.join(folder, "case.yaml")
    with open(path, "w", encoding="ascii") as file:
        lines = (f"{key}: {json.dumps(value)}\n" for key, value in case.items())
        file.writelines(line.replace('"none"', "none") for line in lines)
    return case

"""random_scene.py - what a random case (random_case.py) gets besides: regions, mixtures, forces, local damping, scaled masses,
growth, cells that deform, stages, a periodic stretch that feeds, dense packings. All of it is drawn behind the rest, so that
the rest of a seed stays what it was."""


def mm(*lengths):
    return [f"{length:.6g} mm" for length in lengths]


def solid(draw, middle, reach):
    """A form around a place, with keys as `scree list regions` has them."""
    low, high = (mm(*(x + sign * reach for x in middle)) for sign in (-1, 1))
    forms = {"box": {"low": low, "high": high}, "ball": {"centre": mm(*middle), "radius": mm(reach)[0]}}
    if not draw.flat:
        ends = [mm(*middle[:2], middle[2] + sign * reach) for sign in (-1, 1)]
        axis = {"from": ends[0], "to": ends[1]}
        forms["cylinder"] = {**axis, "radius": mm(reach)[0]}
        forms["cone"] = {**axis, "radius_from": mm(reach)[0], "radius_to": mm(0.4 * reach)[0]}
    form = draw.one_of(*forms)
    return {form: forms[form]}


def regions(draw):
    middle = [length / 2 for length in draw.size]
    middle[draw.up] = draw.size[draw.up] - 13
    aside = [x + 3 for x in middle]
    made = {"zone": solid(draw, middle, 8), "core": solid(draw, aside, 4)}
    made["both"] = {"union": ["zone", "core"]}
    made["shell"] = {"difference": ["zone", "core"]}
    return made


def use_regions(draw, case):
    case["regions"] = regions(draw)
    names = list(case["regions"])
    law = draw.one_of({"law": "random", "count": 5}, {"law": "dense", "count": draw.one_of(4, 30)})
    law["inside"] = draw.one_of(*names)
    case["grains"][0]["packing"] = law
    if "streams" in case and draw.chance(0.5):
        rain = case["streams"]["rain"]
        for key in ("low", "high"):
            rain.pop(key, None)
        rain["inside"] = draw.one_of(*names)
    if draw.chance(0.5):
        sink = {"inside": draw.one_of(*names), "every": "2 ms"} | draw.some(0.5, fraction=0.5)
        case.setdefault("removals", {})["some"] = sink
    case["probes"]["inside"] = {"law": "region", "inside": draw.one_of(*names)}


def use_mixture(draw, case):
    entry = draw.one_of(*case["grains"], *case.get("streams", {}).values())
    shapes = list(case["shapes"])
    if not {"shape", "material"} <= entry.keys():
        return
    del entry["shape"], entry["material"]
    shares = draw.one_of((0.5, 0.5), (0.2, 0.3, 0.5))
    entry["by"] = draw.one_of("number", "mass", "volume")
    entry["mixture"] = [
        {"name": f"m{k}", "shape": draw.one_of(*shapes), "material": draw.one_of(*draw.materials), "fraction": share}
        for k, share in enumerate(shares)
    ]


def is_gear(case):
    return case["run"].get("integrator") == "gear"


def kinds(case):
    """Of the shapes of an entry: ball, clump, ..."""
    return {name: next(iter(shape)) for name, shape in case["shapes"].items()}


def balls_alone(case, entry):
    known = kinds(case)
    names = [entry["shape"]] if "shape" in entry else [part["shape"] for part in entry["mixture"]]
    return all(known[name] == "ball" for name in names) and "locked" not in entry


def entries(case):
    return [*case["grains"], *case.get("streams", {}).values()]


def use_forces(draw, case):
    if is_gear(case):
        return
    middle = mm(*(length / 2 for length in draw.size))
    laws = {
        "towards": {"point": middle, "acceleration": "3 m/s^2", **draw.some(0.5, core="2 mm")},
        "spring": {"point": middle, "rate": "50 rad/s", **draw.some(0.5, outwards=True)},
        "drag": {"time": draw.one_of("5 ms", "10 us")},
    }
    periodic = "periodic" in case["domain"]["boundary"].values()
    for name in laws:
        if draw.chance(0.5) and not (periodic and name != "drag"):
            case.setdefault("forces", {})[name] = {"law": name, **laws[name]}


def use_kit(draw, case):
    if draw.nonsmooth or is_gear(case) or "forces" in case:
        return
    case["run"] |= draw.some(0.7, damping={"local": draw.one_of(0.1, 0.8)}, mass_scaling=draw.one_of(0.5, 100))


def use_growth(draw, case):
    laws = {"rate": f"{draw.one_of(-20, 10)}/s"}, {"velocity": f"{draw.one_of(-20, 10)} mm/s"}
    law = dict(draw.one_of(*laws))
    if str(next(iter(law.values()))).startswith("-"):
        law["removed_below"] = "0.5 mm"
    law |= draw.some(0.4, keeps="mass") | draw.some(0.4, **{"from": "2 ms", "until": "6 ms"})
    grow = [entry for entry in entries(case) if balls_alone(case, entry)]
    if grow and not is_gear(case) and "mass_scaling" not in case["run"]:
        draw.one_of(*grow)["growth"] = law


def use_cell(draw, case):
    axes = [axis for axis in "xyz"[: draw.dimensions] if case["domain"]["boundary"][axis] == "periodic"]
    if not axes or draw.nonsmooth or is_gear(case) or "forces" in case:
        return
    case["run"].pop("search", None)
    case["gravity"] = ["0 m/s^2" if axis in axes else g for axis, g in zip("xyz", case["gravity"])]
    for name in ("often", "seldom"):
        case["probes"].pop(name)
    case["cell"] = {"rate": {2 * draw.one_of(*axes): f"{draw.one_of(-5, 5)}/s"}}
    if "y" in axes and "x" in axes and draw.chance(0.5):
        case["cell"]["rate"]["xy"] = "20/s"
        case["cell"] |= draw.some(0.5, motion="borders")
    case["walls"] = {name: wall for name, wall in case.get("walls", {}).items() if "plane" in wall}
    for wall in case["walls"].values():
        wall.pop("drive", None)


def use_stages(draw, case):
    if "maser" in case:
        return
    changes = [{"gravity": [f"{g} m/s^2" for g in draw.axes(1, 0, 0)]}, {"run.step": "3 us"}]
    changes += [{f"walls.{name}": "none"} for name in case.get("walls", {})]
    changes += [{f"forces.{name}": "none"} for name in case.get("forces", {})]
    if case["run"].get("damping"):
        changes.append({"run.damping.local": 0.5})
    ends = draw.one_of("3 ms", "stage_time > 2 ms"), draw.one_of("2 ms", "kinetic >= 0 J")
    case["stages"] = [{"name": f"stage{k}", "until": end} for k, end in enumerate(ends)]
    case["stages"][1]["set"] = draw.one_of(*changes)
    case["stages"].append({"name": "rest"})


def use_maser(draw, case):
    """The first half of the domain feeds the second one."""
    if draw.nonsmooth or is_gear(case) or "cell" in case:
        return
    axis, low, high = "x", 6, 6 + draw.size[0] / 2
    case["domain"]["boundary"][axis] = "open"
    if "wall" not in case["domain"]["boundary"].values():
        case["domain"].pop("material", None)
    case["maser"] = {"axis": axis, "from": f"{low} mm", "to": f"{high} mm"}
    for entry in case["grains"]:
        entry["velocity"] = [f"{v} m/s" for v in [1.5, 0, 0][: draw.dimensions]]
        entry["packing"]["low"] = [f"{low + 1.7} mm", *entry["packing"].get("low", mm(3, 3, 3))[1:]]
        entry.pop("locked", None)
        entry.pop("growth", None)
        entry["packing"].pop("inside", None)
    for name, shape in case["shapes"].items():
        if "ball" not in shape:
            case["shapes"][name] = {"ball": {"radius": "1.1 mm"}}
    for wall in case.get("walls", {}).values():
        wall.pop("drive", None)
    for key in ("streams", "removals"):
        case.pop(key, None)


USES = {
    use_regions: 0.35,
    use_mixture: 0.25,
    use_forces: 0.2,
    use_kit: 0.2,
    use_growth: 0.15,
    use_cell: 0.25,
    use_maser: 0.1,
    use_stages: 0.25,
}


def extend(draw, case):
    for use, share in USES.items():
        if draw.chance(share):
            use(draw, case)

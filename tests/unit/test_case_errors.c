// test_case_errors.c - golden messages: what a faulty case is told, word for word, with file, line, column and remedy.
//
// Each entry changes one place of a good case. A message that changes is looked at by a person and changed here.
#include "case_fixture.h"
#include "harness.h"

#include <unistd.h>

static const char good[] =
    "scree: 1\n"
    "title: Chute\n"
    "gravity: {magnitude: 9.81 m/s^2, direction: [0.36, 0, -0.933]}\n"
    "solver: smooth\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 15 cm, 12 cm], boundary: {x: periodic, z: open}}\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}\n"
    "pairs:\n"
    "  default: {normal: {law: hertz, restitution: 0.9}, tangential: {law: mindlin, friction: "
    "0.3}, rolling: {law: "
    "none}}\n"
    "shapes:\n"
    "  bead: {ball: {radius: 1.5 mm}}\n"
    "walls:\n"
    "  bottom: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, drive: {law: "
    "fixed}}\n"
    "grains:\n"
    "  - {name: flow, shape: bead, material: glass, packing: {law: random, count: 40, inside: "
    "domain, seed: 7}}\n"
    "run: {duration: 2 s, step: auto, on_loss: stop}\n"
    "output: {every: 10 ms}\n"
    "probes:\n"
    "  profile: {law: velocity-profile, axis: z, bins: 24}\n";

typedef struct golden {
    const char *old, *changed; // the place in the good case, and what stands there instead
    const char *says;          // all faults: where: what; remedy
} golden;

static const golden table[] = {
    {"density: 2500 kg/m^3", "densty: 2500 kg/m^3",
     "case.yaml:7:10: missing key 'density' in materials.glass; give a density, such as 2500 "
     "kg/m^3\n"
     "case.yaml:7:11: unknown key 'densty' in materials.glass; did you mean 'density'?\n"},
    {"poisson: 0.22", "poisson: 0.7",
     "case.yaml:7:57: materials.glass.poisson = 0.7 is outside [-1, 0.5]\n"},
    {"young: 70 GPa", "young: stiff",
     "case.yaml:7:40: materials.glass.young = stiff is not a number; give a pressure or modulus, "
     "such as 70 GPa\n"},
    {"young: 70 GPa", "young: 70 GPA",
     "case.yaml:7:40: materials.glass.young = 70 GPA: unknown unit 'GPA'; did you mean 'GPa'?\n"},
    {"young: 70 GPa", "young: 70 GP",
     "case.yaml:7:40: materials.glass.young = 70 GP: unknown unit 'GP'; did you mean 'GPa'?\n"},
    {"duration: 2 s", "duration: 2 mS",
     "case.yaml:16:17: run.duration = 2 mS: unknown unit 'mS'; did you mean 'ms'?\n"},
    {"9.81 m/s^2", "9.81 m/s2",
     "case.yaml:3:22: gravity.magnitude = 9.81 m/s2: '2' is left over behind the unit; write "
     "powers with ^, as in "
     "m/s^2\n"},
    {"normal: [0, 0, 1]", "normal: [0, 0,5, 1]",
     "case.yaml:13:69: walls.bottom.plane.normal needs 3 values, got 4; write [x, y, z], with "
     "points before "
     "decimals\n"},
    {"young: 70 GPa", "young: -70 GPa",
     "case.yaml:7:40: materials.glass.young = -70 GPa is not above 0 Pa\n"},
    {"young: 70 GPa", "young: 70 mm",
     "case.yaml:7:40: materials.glass.young = 70 mm is a length; give a pressure or modulus, such "
     "as 70 GPa\n"},
    {"young: 70 GPa", "young: 6 kg/s",
     "case.yaml:7:40: materials.glass.young = 6 kg/s is a damping coefficient or a mass flow; give "
     "a pressure or "
     "modulus, such as 70 GPa\n"},
    {"young: 70 GPa", "young: 70",
     "case.yaml:7:40: materials.glass.young = 70 has no unit; give a pressure or modulus, such as "
     "70 GPa\n"},
    {"young: 70 GPa", "young: .nan",
     "case.yaml:7:40: materials.glass.young = .nan is not a finite number; give a pressure or "
     "modulus, such as 70 "
     "GPa\n"},
    {"young: 70 GPa", "young: 1e999 Pa",
     "case.yaml:7:40: materials.glass.young = 1e999 Pa is too large or too small for a double\n"},
    {"poisson: 0.22", "poisson: 0.22, poisson: 0.3",
     "case.yaml:7:63: key 'poisson' stands twice, first on line 7; leave one of them\n"},
    {"density: 2500 kg/m^3, ", "",
     "case.yaml:7:10: missing key 'density' in materials.glass; give a density, such as 2500 "
     "kg/m^3\n"},
    {", poisson: 0.22", "",
     "case.yaml:7:10: missing key 'poisson' beside 'young'; give Poisson's ratio, such as poisson: "
     "0.25\n"},
    {"density: 2500 kg/m^3", "density: [1, 2]",
     "case.yaml:7:20: materials.glass.density must be a number, but is a list\n"},
    {"glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}",
     "glass-x: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}",
     "case.yaml:7:12: 'glass-x' cannot name a material: pairs are written a-b or default; use '_' "
     "instead\n"
     "case.yaml:13:22: there is no material 'glass'; did you mean 'glass-x'?\n"
     "case.yaml:15:41: there is no material 'glass'; did you mean 'glass-x'?\n"},
    {"restitution: 0.9", "restitution: -1",
     "case.yaml:9:47: pairs.default.normal.restitution = -1 is outside [0, 1]\n"},
    {"restitution: 0.9", "restitution: 0",
     "case.yaml:9:21: the law hertz with a restitution of 0 takes a dashpot that no step follows; "
     "give at least 0.01, or choose solver: nonsmooth\n"},
    {"law: hertz", "law: herz",
     "case.yaml:9:27: there is no normal law 'herz'; did you mean 'hertz'? there are: hertz, "
     "linear\n"},
    {"law: hertz", "law: granular",
     "case.yaml:9:27: there is no normal law 'granular'; there are: hertz, linear\n"},
    {"law: hertz, ", "",
     "case.yaml:9:21: missing key 'law' in pairs.default.normal; say which one: law: NAME\n"},
    {"tangential: {law: mindlin, friction: 0.3}, ", "",
     "case.yaml:9:12: missing key 'tangential' in pairs.default; say which law holds or slides, or "
     "write tangential: "
     "{law: none}\n"},
    {"friction: 0.3", "friction: 0,3",
     "case.yaml:9:92: unknown key '3' in pairs.default.tangential; write a point, not a comma, "
     "before decimals\n"},
    {"friction: 0.3", "friction: 0.3, fricton: 0.2",
     "case.yaml:9:95: unknown key 'fricton' in pairs.default.tangential; did you mean "
     "'friction'?\n"},
    {"friction: 0.3", "friction: -0.3",
     "case.yaml:9:90: pairs.default.tangential.friction = -0.3 is below 0\n"},
    {"normal: {law: hertz, restitution: 0.9}", "normal: none",
     "case.yaml:9:21: pairs.default.normal = none does not say which law with which values; write "
     "{law: NAME, ...}\n"},
    {"default: {", "glass-steel: {",
     "case.yaml:9:3: no laws for glass-glass, which can meet; add that pair, or `default` for all "
     "that are not given\n"
     "case.yaml:9:16: pairs.glass-steel: there is no material 'steel'; name two of `materials`, or "
     "write default\n"},
    {"default: {", "gravel: {",
     "case.yaml:9:3: no laws for glass-glass, which can meet; add that pair, or `default` for all "
     "that are not given\n"
     "case.yaml:9:11: pairs.gravel is no pair of materials; write the names of two materials as "
     "a-b, or default\n"},
    {"default: {", "glass-glass: {normal: {law: hertz}, tangential: none}\n  glass-glass: {",
     "case.yaml:10:3: key 'glass-glass' stands twice, first on line 9; leave one of them\n"},
    {"radius: 1.5 mm", "radius: -1.5 mm",
     "case.yaml:11:25: shapes.bead.ball.radius = -1.5 mm is not above 0 m\n"},
    {"radius: 1.5 mm", "radius: 1.5 mm, diameter: 3 mm",
     "case.yaml:11:16: give radius or diameter, not both; such as radius: 1 mm\n"},
    {"{radius: 1.5 mm}", "{}",
     "case.yaml:11:16: missing key 'radius' or 'diameter'; such as radius: 1 mm\n"},
    {"radius: 1.5 mm", "radius: {distribution: gauss, from: 1 mm, to: 2 mm}",
     "case.yaml:11:40: shapes.bead.ball.radius.distribution = gauss is not known; known are: "
     "uniform, normal, "
     "lognormal, rosin-rammler, table\n"},
    {"radius: 1.5 mm", "radius: {distribution: uniform, from: 3 mm, to: 2 mm}",
     "case.yaml:11:25: shapes.bead.ball.radius: 'from' is above 'to'; exchange the two\n"},
    {"radius: 1.5 mm",
     "radius: {distribution: normal, mean: 3 mm, deviation: 1 mm, from: 1 mm, to: 2 mm}",
     "case.yaml:11:25: shapes.bead.ball.radius: 'mean' lies outside of 'from' and 'to'; widen the "
     "limits\n"},
    {"radius: 1.5 mm", "radius: {distribution: uniform, by: mass, from: 0 mm, to: 2 mm}",
     "case.yaml:11:65: shapes.bead.ball.radius.from = 0 mm is not above 0 m\n"},
    {"radius: 1.5 mm",
     "radius: {distribution: normal, by: weight, mean: 2 mm, deviation: 1 mm, from: 1 mm, to: 3 "
     "mm}",
     "case.yaml:11:52: shapes.bead.ball.radius.by = weight is not known; known are: number, mass, "
     "volume\n"},
    {"radius: 1.5 mm", "radius: {distribution: rosin-rammler, size: 2 mm, from: 1 mm, to: 3 mm}",
     "case.yaml:11:25: missing key 'exponent' in shapes.bead.ball.radius; give the exponent, such "
     "as 3: the larger, the narrower\n"},
    {"radius: 1.5 mm", "radius: {distribution: table, sizes: [2 mm, 1 mm], shares: [1, 2]}",
     "case.yaml:11:25: shapes.bead.ball.radius: `sizes` do not ascend; write each size once, the "
     "smallest first\n"},
    {"radius: 1.5 mm",
     "radius: {distribution: table, sizes: [1 mm, 2 mm, 3 mm], finer: [0, 0.5, 0.9]}",
     "case.yaml:11:25: shapes.bead.ball.radius: `finer` does not end with all; end with a size "
     "that all is finer than: 1, or 100 of a curve in percent\n"},
    {"radius: 1.5 mm", "radius: {distribution: table, sizes: [1 mm, 2 mm], finer: [0.1, 1]}",
     "case.yaml:11:25: shapes.bead.ball.radius: `finer` does not begin with 0; begin with a size "
     "that nothing is finer than, or write curve: steps\n"},
    {"radius: 1.5 mm", "radius: {distribution: table, sizes: [1 mm, 2 mm, 3 mm], finer: [0, 1]}",
     "case.yaml:11:25: shapes.bead.ball.radius: the lists are not of one length; give a number for "
     "each size\n"},
    {"radius: 1.5 mm",
     "radius: {distribution: table, sizes: [1 mm, 2 mm], shares: [1, 2], from: 3 mm}",
     "case.yaml:11:25: shapes.bead.ball.radius: 'from' is above 'to'; exchange the two\n"},
    {"ball: {radius: 1.5 mm}",
     "ball: {radius: 1.5 mm}, scale: {distribution: uniform, from: 1, to: 2}",
     "case.yaml:11:41: a ball has no `scale`; give its radius or diameter as a distribution\n"},
    {"ball: {radius", "cube: {radius",
     "case.yaml:11:9: missing form of a shape; give its form, such as ball: {radius: 1 mm}, or one "
     "of: clump, "
     "spheropolygon, spheropolyhedron, polyhedron\n"
     "case.yaml:11:10: unknown key 'cube' in shapes.bead; known here: scale, classes, ball, clump, "
     "spheropolygon, spheropolyhedron, "
     "polyhedron\n"},
    {"plane: {", "plain: {",
     "case.yaml:13:11: missing form in walls.bottom; give one of: mesh, plane\n"
     "case.yaml:13:29: unknown key 'plain' in walls.bottom; did you mean 'plane'?\n"},
    {"drive: {law: fixed}", "drive: {law: rotation, rate: 30 Hz, axis: [0, 1, 0]}",
     "case.yaml:13:110: walls.bottom.drive.rate = 30 Hz is a rate or frequency; give an angular "
     "velocity, such as 30 "
     "rpm\n"},
    {"normal: [0, 0, 1]", "normal: [0, 1]",
     "case.yaml:13:69: walls.bottom.plane.normal needs 3 values, got 2; write [x, y, z]\n"},
    {"normal: [0, 0, 1]", "normal: up",
     "case.yaml:13:69: walls.bottom.plane.normal must be a vector [x, y, z], but is up\n"},
    {"normal: [0, 0, 1]", "normal: 1",
     "case.yaml:13:69: walls.bottom.plane.normal must be a vector [x, y, z], but is 1\n"},
    {"normal: [0, 0, 1]", "normal: 0 m",
     "case.yaml:13:69: walls.bottom.plane.normal must be a vector [x, y, z], but is 0 m\n"},
    {"bead: {ball: {radius: 1.5 mm}}", "bead: {polyhedron: {builder: {box: 0}}}",
     "case.yaml:11:38: shapes.bead.polyhedron.builder.box = 0 is not above 0 m\n"},
    {"material: glass, packing", "material: glass, velocity: 1 m/s, packing",
     "case.yaml:15:58: grains[0].velocity must be a vector [x, y, z], but is 1 m/s\n"},
    {"material: glass, plane", "material: glas, plane",
     "case.yaml:13:22: there is no material 'glas'; did you mean 'glass'?\n"},
    {"shapes:\n  bead: {ball: {radius: 1.5 mm}}\n", "",
     "case.yaml:13:25: there is no shape 'bead'; add `shapes` with that name in it\n"},
    {"shape: bead", "shape: beed",
     "case.yaml:15:25: there is no shape 'beed'; did you mean 'bead'?\n"},
    {"shape: bead, ", "",
     "case.yaml:15:5: missing key 'shape' in grains[0]; name one of `shapes`\n"},
    {"count: 40,", "count: 40.5,",
     "case.yaml:15:78: grains[0].packing.count = 40.5 is not a whole number below 2^53\n"},
    {"count: 40,", "count: many,",
     "case.yaml:15:78: grains[0].packing.count = many is not a number; give a whole number\n"},
    {"count: 40,", "count: 0,",
     "case.yaml:15:78: grains[0].packing.count = 0 is outside [1, 2e+09]\n"},
    {"packing: {law: random, count: 40, inside: domain, seed: 7}", "packing: {}",
     "case.yaml:15:57: missing key 'law' in grains[0].packing; say which one: law: NAME\n"},
    {"- {name: flow, ", "- {",
     "case.yaml:15:5: missing key 'name' in grains[0]; give it a name for messages and results\n"},
    {"- {name: flow,", "- {name: ../flow,",
     "case.yaml:15:12: '../flow' cannot be a name: it becomes part of file names; use letters, "
     "digits, '_' and '-', at "
     "most 47 of them\n"},
    {"run: {",
     "streams: [{name: flow, shape: bead, material: glass, low: 0, high: [1 cm, 1 cm, 1 "
     "cm], rate: 1/s}]\nrun: {",
     "case.yaml:16:18: the name 'flow' is taken by an entry of `grains`; give each its own\n"},
    {"seed: 7}}", "seed: 7}, fixed: yes}",
     "case.yaml:15:115: grains[0].fixed = yes is neither true nor false; write true or false\n"},
    {"seed: 7}}", "seed: 7}, fixed: true, velocity: [1 m/s, 0, 0]}",
     "case.yaml:15:131: fixed grains cannot move; leave it out, or leave out `fixed`\n"},
    {"duration: 2 s", "duration: 2",
     "case.yaml:16:17: run.duration = 2 has no unit; give a time, such as 10 ms\n"},
    {"duration: 2 s", "duration: 2 s, steps: 10",
     "case.yaml:16:6: give duration or steps, not both; such as duration: 2 s\n"},
    {"duration: 2 s, ", "",
     "case.yaml:16:6: missing key 'duration' in run; such as duration: 2 s\n"},
    {"step: auto", "step: 0 s", "case.yaml:16:28: run.step = 0 s is not above 0 s\n"},
    {"on_loss: stop", "on_loss: forget",
     "case.yaml:16:43: run.on_loss = forget is not known; known are: stop, remove\n"},
    {"on_loss: stop", "search: grit",
     "case.yaml:16:42: run.search = grit is not known; did you mean 'grid'?\n"},
    {"on_loss: stop", "search: octree",
     "case.yaml:16:42: run.search = octree is not known; known are: grid, sorted-list\n"},
    {"solver: smooth", "solver: smooth\nnonsmooth: {tolerance: 0}",
     "case.yaml:5:24: nonsmooth.tolerance = 0 is outside (0, 0.5]\n"},
    {"solver: smooth", "solver: smooth\nnonsmooth: {iterations: 0}",
     "case.yaml:5:25: nonsmooth.iterations = 0 is outside [1, 1e+06]\n"},
    {"solver: smooth", "solver: smooth\nnonsmooth: {iterations: many}",
     "case.yaml:5:25: nonsmooth.iterations = many is not a number; give a whole number\n"},
    {"solver: smooth", "solver: smooth\nnonsmooth: {diameter: 3}",
     "case.yaml:5:23: nonsmooth.diameter = 3 has no unit; give a length, such as 5 mm\n"},
    {"solver: smooth", "solver: smooth\nnonsmooth: {warm: 1.5, impact_speed: -1 m/s}",
     "case.yaml:5:19: nonsmooth.warm = 1.5 is outside [0, 1]\n"
     "case.yaml:5:38: nonsmooth.impact_speed = -1 m/s is below 0 m/s\n"},
    {"solver: smooth", "solver: nonsmooth\nnonsmooth: {impact: newton, precission: single}",
     "case.yaml:5:21: nonsmooth.impact = newton is not known; known are: simultaneous, cascade\n"
     "case.yaml:5:29: unknown key 'precission' in nonsmooth; did you mean 'precision'?\n"},
    {"solver: smooth", "nonsmooth: 5",
     "case.yaml:4:12: nonsmooth must be a mapping {key: value, ...}, but is 5\n"},
    {"solver: smooth", "solver: smoth",
     "case.yaml:4:9: solver = smoth is not known; did you mean 'smooth'?\n"},
    {"scree: 1", "scree: 2",
     "case.yaml:1:8: scree = 2 is a version of the format that is not known; this program reads "
     "scree: 1\n"},
    {"scree: 1\n", "\n",
     "case.yaml:2:1: missing key 'scree' in the case; begin the file with scree: 1\n"},
    {"low: [0 m, 0 m, 0 m]", "low: [5 m, 0 m, 0 m]",
     "case.yaml:5:9: the domain is empty; every component of `low` must be below that of `high`\n"},
    {"z: open", "z: mirror",
     "case.yaml:5:87: domain.boundary.z = mirror is not known; known are: open, periodic, wall\n"},
    {"x: periodic", "x: wall",
     "case.yaml:5:9: missing key 'material' in domain: its walls are made of something; name one "
     "of `materials`: "
     "material: NAME\n"},
    {"direction: [0.36, 0, -0.933]", "direction: [0, 0, 0]",
     "case.yaml:3:45: gravity.direction has no length; such as [0, 0, -1]\n"},
    {"gravity: {magnitude: 9.81 m/s^2, direction: [0.36, 0, -0.933]}", "gravity: 9.81 m/s^2",
     "case.yaml:3:10: gravity = 9.81 m/s^2 has no direction; write [0, 0, -9.81 m/s^2] or "
     "{magnitude: 9.81 m/s^2, "
     "direction: [0, 0, -1]}\n"},
    {"bins: 24", "bins: 24, <<: {from: 1 s}",
     "case.yaml:19:55: merge keys '<<' are not supported; repeat the keys, or use an alias for a "
     "whole value\n"},
    {"title: Chute", "title: !!int 5",
     "case.yaml:2:8: tags such as !!float are not used in cases; leave the tag out\n"},
    {"title: Chute", "title: \"a\\tb\"",
     "case.yaml:2:8: control character or line break in a text; write the text on one line, "
     "without tabs and "
     "escapes\n"},
    {"title: Chute", "title: [Chute",
     "case.yaml:3:8: YAML syntax: did not find expected ',' or ']' while parsing a flow sequence "
     "(line 2); put a comma "
     "between the values, or close the bracket\n"},
    {"title: Chute", "title: a: b",
     "case.yaml:2:9: YAML syntax: mapping values are not allowed in this context; put texts that "
     "hold ': ' in quotes; "
     "look for a missing ',' or '{' before it\n"},
    {"title: Chute", "title: Chute\ntitle: Again",
     "case.yaml:3:1: key 'title' stands twice, first on line 2; leave one of them\n"},
    {"title: Chute", "? [a]\n: b\ntitle: Chute",
     "case.yaml:2:3: a key must be a name; write a name before the ':'\n"},
    {"every: 10 ms", "every: 10 ms, bodes: true",
     "case.yaml:17:24: unknown key 'bodes' in output; did you mean 'bodies'?\n"},
    {"every: 10 ms", "every: 10 kg",
     "case.yaml:17:17: output.every = 10 kg is a mass; give a time, such as 10 ms\n"},
    {"output:", "outputs:",
     "case.yaml:17:1: unknown key 'outputs' in the case; did you mean 'output'?\n"},
    {"output: {every: 10 ms}", "output: 10 ms",
     "case.yaml:17:9: output must be a mapping {key: value, ...}, but is 10 ms\n"},
    {"output: {every: 10 ms}", "output: &o {every: 10 ms, bodies: *o}",
     "case.yaml:17:20: nested too deep; write it flatter, and without an alias inside its own "
     "anchor\n"},
    {"bins: 24}", "bins: 24}\n---\nscree: 1",
     "case.yaml:21:1: a second document begins here; keep one case per file\n"},
    {"title: Chute", "title: Ch\001ute",
     "case.yaml:2:10: YAML syntax: control characters are not allowed; save the file as UTF-8 "
     "text\n"},
    {"title: Chute", "title: *nothing",
     "case.yaml:2:8: YAML syntax: found undefined alias; put texts that begin with * in quotes\n"},
    {"title: Chute", "random: {seed: 9007199254740993}",
     "case.yaml:2:16: random.seed = 9007199254740993 is not a whole number below 2^53\n"},
};

static char *changed(const golden *g)
{
    const char *at = strstr(good, g->old);
    size_t before = (size_t)(at - good), room = strlen(good) + strlen(g->changed) + 1;
    char *text = malloc(room);
    if (!at || !text)
        abort();
    snprintf(text, room, "%.*s%s%s", (int)before, good, g->changed, at + strlen(g->old));
    return text;
}

TEST(golden_messages)
{
    reading r = read_case(good);
    CHECK(r.status == SCREE_OK && r.faults.count == 0 && r.notes.count == 0);
    reading_clear(&r);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *text = changed(&table[i]);
        r = read_case(text);
        char *says = fault_text(&r.faults);
        CHECK(r.status == SCREE_BAD_INPUT && r.m.material == NULL);
        CHECK_STR(says, table[i].says);
        for (int k = 0; k < r.faults.count; k++)
            CHECK(r.faults.item[k].status == SCREE_BAD_INPUT);
        reading_clear(&r);
        free(says);
        free(text);
    }
}

static void set_says(const case_override *set, const char *want)
{
    reading r = read_with(good, strlen(good), set, 1);
    char *says = fault_text(&r.faults);
    CHECK(r.status == SCREE_BAD_INPUT);
    CHECK_STR(says, want);
    free(says);
    reading_clear(&r);
}

// What the nonsmooth solver has not.
TEST(faulty_for_the_nonsmooth_solver)
{
    set_says(&(case_override){"solver", "rough"},
             "--set solver: solver = rough is not known; known are: smooth, nonsmooth\n");
    const case_override set[] = {{"run.arm", "full"}, {"solver", "nonsmooth"}};
    reading r = read_with(good, strlen(good), set, 2);
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "--set run.arm: run.arm: the nonsmooth solver knows the common contact point "
                    "alone; leave it out, "
                    "or choose solver: smooth\n");
    free(says);
    reading_clear(&r);
}

TEST(faulty_settings)
{
    set_says(&(case_override){"run.durration", "1 s"},
             "--set run.durration: unknown key 'durration' in run; did you mean 'duration'?\n");
    set_says(&(case_override){"run.duration", "1"},
             "--set run.duration: run.duration = 1 has no unit; give a time, such as 10 ms\n");
    set_says(&(case_override){"run.duration.much", "1 s"},
             "--set run.duration.much: run.duration is a single value "
             "and has no 'much' in it; set the whole value instead\n");
    set_says(&(case_override){"grains.1.packing.count", "5"},
             "--set grains.1.packing.count: grains has no entry '1'; entries are called by number "
             "from 0, or by "
             "name\n");
    set_says(&(case_override){"run..duration", "1 s"},
             "--set run..duration: is not the name of a value; write keys joined by points, such "
             "as run.duration\n");
    set_says(&(case_override){"title", ""}, "--set title: holds no value\n");
    set_says(&(case_override){"domain.low", "[0 m, 1"},
             "--set domain.low: YAML syntax: did not find expected ',' or ']' while parsing a flow "
             "sequence (line 1); "
             "put a comma between the values, or close the bracket\n");
}

// A setting takes the place of what excludes it, finds pairs either way round, and is refused where it has no effect.
TEST(settings_and_what_they_exclude)
{
    const case_override steps = {"run.steps", "70"}, size = {"shapes.bead.ball.diameter", "4 mm"};
    reading r = read_with(good, strlen(good), &steps, 1);
    CHECK(r.status == SCREE_OK && r.m.steps == 70 && r.m.duration == 0);
    reading_clear(&r);
    r = read_with(good, strlen(good), &size, 1);
    CHECK(r.status == SCREE_OK && r.m.shape[0].radius.value == 0.002);
    reading_clear(&r);
    const case_override both[] = {{"run.steps", "70"}, {"run.duration", "1 s"}};
    r = read_with(good, strlen(good), both, 2);
    CHECK(r.status == SCREE_BAD_INPUT);
    reading_clear(&r);
    char text[4000];
    const char *at = strstr(good, "  default: {");
    snprintf(text, sizeof text, "%.*s  glass-glass: {%s", (int)(at - good), good,
             at + strlen("  default: {"));
    const case_override idle = {"pairs.default.tangential.friction", "0.1"};
    r = read_with(text, strlen(text), &idle, 1);
    char *says = fault_text(&r.faults);
    CHECK_STR(
        says,
        "--set pairs.default.tangential.friction: pairs.default has no effect: all pairs of "
        "materials have laws "
        "of their own; set the pair by its name, such as pairs.glass-glass.tangential.friction\n");
    free(says);
    reading_clear(&r);
}

TEST(places_of_values)
{
    char path[] = "scree_case_XXXXXX", place[200], want[200];
    int file = mkstemp(path);
    if (file < 0 || write(file, good, strlen(good)) != (ssize_t)strlen(good) || close(file))
        abort();
    CHECK(case_locate(path, NULL, 0, "walls.bottom.plane.normal", place, sizeof place));
    snprintf(want, sizeof want, "%s:13:69: walls.bottom.plane.normal", path);
    CHECK_STR(place, want);
    CHECK(case_locate(path, NULL, 0, "grains.flow.packing.nothing", place, sizeof place));
    snprintf(want, sizeof want, "%s:15:57: grains.flow.packing.nothing", path);
    CHECK_STR(place, want);
    const case_override set = {"probes.profile.bins", "7"};
    CHECK(case_locate(path, &set, 1, "probes.profile.bins", place, sizeof place));
    CHECK_STR(place, "--set probes.profile.bins");
    CHECK(!case_locate(path, NULL, 0, "grains/flow", place, sizeof place));
    CHECK(!case_locate(path, NULL, 0, "nothing.here", place, sizeof place));
    unlink(path);
}

TEST(all_faults_at_once_in_order)
{
    reading r = read_case("scree: 1\nrun: {duration: 1}\nmaterials: {a: {density: 0 "
                          "kg/m^3}}\ngravity: 0\nshape: {}\n");
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "case.yaml:1:1: missing key 'domain' in the case; give domain: {low: [x, y, "
                    "z], high: [x, y, z], "
                    "boundary: {...}}\n"
                    "case.yaml:2:17: run.duration = 1 has no unit; give a time, such as 10 ms\n"
                    "case.yaml:3:26: materials.a.density = 0 kg/m^3 is not above 0 kg/m^3\n"
                    "case.yaml:5:1: unknown key 'shape' in the case; did you mean 'shapes'?\n");
    free(says);
    reading_clear(&r);
    r = read_case(
        "scree: 1\ngravity: 0\nmaterials: {a: {density: 1 kg/m^3}, b: {density: 1 kg/m^3}}\n"
        "pairs: {a-a: {normal: {law: linear, stiffness: 1 N/m}, tangential: none}}\n"
        "shapes: {s: {ball: {radius: 1 m}}}\ndomain: {low: [0, 0, 0], high: [9 m, 9 m, 9 m], "
        "boundary: {x: "
        "wall}, material: b}\n"
        "grains: [{name: g, shape: s, material: a, packing: {law: random, count: 1}}]\nrun: "
        "{duration: 0}\n");
    says = fault_text(&r.faults);
    CHECK_STR(says, "case.yaml:4:8: no laws for a-b, which can meet; add that pair, or `default` "
                    "for all that are not given\n");
    free(says);
    reading_clear(&r);
}

// A few lines that would expand to a billion values, a file that contains itself, and very deep nesting: refused,
// quickly.
TEST(bombs)
{
    char text[4000] = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
    for (char c = 'b'; c < 'k'; c++) {
        char line[200];
        snprintf(line, sizeof line, "%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n",
                 c, c, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
        strcat(text, line);
    }
    reading r = read_case(text);
    CHECK(r.status == SCREE_BAD_INPUT && r.faults.count == 1);
    CHECK_STR(r.faults.item[0].what, "too many values once all aliases are expanded");
    reading_clear(&r);
    memset(text, '[', 3000);
    text[3000] = 0;
    r = read_case(text);
    CHECK(r.status == SCREE_BAD_INPUT && r.faults.count == 1);
    reading_clear(&r);
    for (int i = 0; i < 60; i++) {
        text[i] = '[';
        text[60 + i] = ']';
    }
    text[120] = 0;
    r = read_case(text);
    CHECK_STR(r.faults.item[0].what, "nested too deep");
    reading_clear(&r);
}

TEST(files_that_cannot_be_read)
{
    case_families f = test_families();
    model m = {0};
    fault_list faults = {0}, notes = {0};
    CHECK(case_read("no/such/case.yaml", &(case_context){.families = &f}, &m, &faults, &notes) ==
          SCREE_BAD_INPUT);
    CHECK(case_read("/", &(case_context){.families = &f}, &m, &faults, &notes) == SCREE_BAD_INPUT);
    REQUIRE(faults.count == 2);
    CHECK_STR(faults.item[0].where, "no/such/case.yaml");
    CHECK_STR(faults.item[0].what, "cannot be read: No such file or directory");
    CHECK_HAS(faults.item[1].what, "cannot be read");
    fault_list_clear(&faults);
    reading r = read_case("");
    CHECK_STR(r.faults.item[0].what, "holds no value");
    reading_clear(&r);
    r = read_with("scree: 1\ntitle: \xff\xfe\n", 18, NULL, 0);
    CHECK_HAS(r.faults.item[0].what, "YAML syntax: ");
    CHECK_STR(r.faults.item[0].hint, "save the file as UTF-8 text");
    reading_clear(&r);
}

TEST_MAIN

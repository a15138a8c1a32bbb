// template.c - the cases that `scree new NAME` writes: short, commented, and running as they are.
#include "case/case.h"

#include <string.h>

static const char chute[] =
    "# Beads flow down a rough incline, periodic along the flow.\n"
    "# The command `check` tells what it will cost and what limits the step; `run` puts results "
    "into a folder\n"
    "# beside this file.\n"
    "scree: 1\n"
    "title: Glass beads down a rough chute\n"
    "\n"
    "# The chute lies flat and gravity is tilted: 24 degrees, downhill is +x.\n"
    "gravity: {magnitude: 9.81 m/s^2, direction: [0.4067, 0, -0.9135]}\n"
    "\n"
    "# Boundaries: periodic, wall (a plane, needs `material`) or open (grains that leave stop the "
    "run).\n"
    "domain:\n"
    "  low: [0 mm, 0 mm, 0 mm]\n"
    "  high: [30 mm, 15 mm, 60 mm]\n"
    "  boundary: {x: periodic, y: wall, z: open}\n"
    "  material: glass\n"
    "\n"
    "# Glass is softened a thousand times: the flow hardly feels it and the step grows thirty "
    "times.\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m^3, young: 70 MPa, poisson: 0.22}\n"
    "\n"
    "# Laws of every pair of materials that can meet: a-b, or default for all the others.\n"
    "pairs:\n"
    "  default:\n"
    "    normal: {law: hertz, restitution: 0.9}\n"
    "    tangential: {law: mindlin, friction: 0.5}\n"
    "    rolling: {law: none}\n"
    "\n"
    "shapes:\n"
    "  bead: {ball: {radius: {distribution: uniform, from: 1.4 mm, to: 1.6 mm}}}\n"
    "  fixed_bead: {ball: {radius: 1.5 mm}}\n"
    "\n"
    "grains:\n"
    "  # The bottom: one layer of beads that do not move, side by side.\n"
    "  - name: bottom\n"
    "    shape: fixed_bead\n"
    "    material: glass\n"
    "    fixed: true\n"
    "    packing: {law: lattice, spacing: [3 mm, 3 mm, 3 mm], counts: [10, 5, 1]}\n"
    "  - name: flow\n"
    "    shape: bead\n"
    "    material: glass\n"
    "    packing: {law: random, count: 400, low: [0 mm, 0 mm, 4 mm], high: [30 mm, 15 mm, 55 mm], "
    "seed: 7}\n"
    "\n"
    "# step: auto is chosen once from stiffness, mass and speed.\n"
    "run: {duration: 1 s, step: auto, on_loss: stop}\n"
    "output: {every: 10 ms, bodies: true, contacts: false}\n";

static const char settling[] =
    "# Beads of two sizes fall into a box and come to rest.\n"
    "scree: 1\n"
    "title: Beads settle in a box\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "\n"
    "# Four side walls and a floor are the domain itself; the top is open.\n"
    "domain:\n"
    "  low: [0 cm, 0 cm, 0 cm]\n"
    "  high: [4 cm, 4 cm, 20 cm]\n"
    "  boundary: {x: wall, y: wall, z: wall}\n"
    "  material: steel\n"
    "\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m^3, young: 70 MPa, poisson: 0.22}\n"
    "  steel: {density: 7800 kg/m^3, young: 200 GPa, poisson: 0.3}\n"
    "\n"
    "pairs:\n"
    "  glass-glass:\n"
    "    normal: {law: hertz, restitution: 0.8}\n"
    "    tangential: {law: mindlin, friction: 0.5}\n"
    "    rolling: {law: none}\n"
    "  glass-steel:\n"
    "    normal: {law: hertz, restitution: 0.7}\n"
    "    tangential: {law: mindlin, friction: 0.3}\n"
    "    rolling: {law: none}\n"
    "\n"
    "shapes:\n"
    "  large: {ball: {diameter: 4 mm}}\n"
    "  small: {ball: {diameter: {distribution: normal, mean: 2.5 mm, deviation: 0.2 mm, from: 2 "
    "mm, to: 3 mm}}}\n"
    "\n"
    "# The same seed gives the same packing on every machine.\n"
    "random: {seed: 1}\n"
    "grains:\n"
    "  - {name: large, shape: large, material: glass, packing: {law: random, count: 500}}\n"
    "  - {name: small, shape: small, material: glass, packing: {law: random, count: 1500}}\n"
    "\n"
    "run: {duration: 0.6 s, step: auto}\n"
    "output: {every: 10 ms, contacts: true}\n";

static const char minimal[] = "# One ball falls on a floor: the shortest case there is. Values "
                              "carry units; unknown keys are errors.\n"
                              "scree: 1\n"
                              "title: A ball falls\n"
                              "gravity: [0, 0, -9.81 m/s^2]\n"
                              "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
                              "materials:\n"
                              "  rubber: {density: 1100 kg/m^3, young: 5 MPa, poisson: 0.48}\n"
                              "pairs:\n"
                              "  default: {normal: {law: hertz, restitution: 0.8}, tangential: "
                              "{law: mindlin, friction: 0.9}, rolling: {law: "
                              "none}}\n"
                              "shapes:\n"
                              "  ball: {ball: {radius: 2 cm}}\n"
                              "walls:\n"
                              "  floor: {material: rubber, plane: {point: [0 m, 0 m, 0 m], normal: "
                              "[0, 0, 1]}, drive: {law: fixed}}\n"
                              "grains:\n"
                              "  - {name: ball, shape: ball, material: rubber, packing: {law: "
                              "lattice, counts: [1, 1, 1], spacing: [4 cm, 4 cm, "
                              "4 cm],\n"
                              "     origin: [0 m, 0 m, 30 cm]}}\n"
                              "run: {duration: 1 s}\n"
                              "output: {every: 5 ms}\n";

static const char *const names[] = {"chute", "minimal", "settling"};
static const char *const texts[] = {chute, minimal, settling};
enum { COUNT = sizeof names / sizeof *names };

const char *case_template(const char *name)
{
    for (int i = 0; i < COUNT; i++) {
        if (!strcmp(names[i], name))
            return texts[i];
    }
    return NULL;
}

const char *const *case_template_names(int *count)
{
    *count = COUNT;
    return names;
}

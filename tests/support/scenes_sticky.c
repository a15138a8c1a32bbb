// scenes_sticky.c - see scenes_sticky.h. Bridges of liquid and JKR contacts that form, hold across gaps as wide as the
// skin and tear; adhesion in the nonsmooth solver.
#include "support/scenes_sticky.h"

#define SHAPES                                                                                     \
    "shapes:\n"                                                                                    \
    "  cube: {polyhedron: {builder: {platonic: cube, size: 4 mm}}}\n"                              \
    "  angle: {polyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [6 mm, 0 mm, 0 mm], [6 mm, 2 mm, 0 "    \
    "mm], [2 mm, 2 mm, 0 "                                                                         \
    "mm], [2 mm, 6 mm, 0 mm], [0 mm, 6 mm, 0 mm], [0 mm, 0 mm, 3 mm], [6 mm, 0 mm, 3 mm], [6 mm, " \
    "2 mm, 3 mm], [2 "                                                                             \
    "mm, 2 mm, 3 mm], [2 mm, 6 mm, 3 mm], [0 mm, 6 mm, 3 mm]], faces: [[5, 4, 3, 2, 1, 0], [6, "   \
    "7, 8, 9, 10, 11], "                                                                           \
    "[0, 1, 7, 6], [1, 2, 8, 7], [2, 3, 9, 8], [3, 4, 10, 9], [4, 5, 11, 10], [5, 0, 6, 11]]}}\n"  \
    "  stone: {spheropolyhedron: {builder: {platonic: tetrahedron, size: 4 mm}, radius: 0.8 mm, "  \
    "meeting: "                                                                                    \
    "features}}\n"                                                                                 \
    "  rod: {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [6 mm, 0 mm, 0 mm]], radius: 1 "    \
    "mm}}\n"                                                                                       \
    "  ball: {ball: {radius: 2.5 mm}}\n"

#define GRAINS                                                                                     \
    "grains:\n"                                                                                    \
    "  - {name: cubes, shape: cube, material: soft, velocity: [0.8 m/s, 0.2 m/s, -1 m/s], spin: "  \
    "[30 rad/s, 0 rad/s, "                                                                         \
    "90 rad/s], packing: {law: lattice, spacing: [6 mm, 6.2 mm, 6.2 mm], counts: [4, 4, 1], "      \
    "origin: [3 mm, 3 mm, 3.6 "                                                                    \
    "mm]}}\n"                                                                                      \
    "  - {name: angles, shape: angle, material: hard, velocity: [-0.6 m/s, 0 m/s, -2 m/s], "       \
    "packing: {law: random, "                                                                      \
    "count: 4, low: [0 m, 0 m, 7 mm], high: [2.5 cm, 2.5 cm, 2.5 cm], seed: 4}}\n"                 \
    "  - {name: stones, shape: stone, material: soft, velocity: [0.3 m/s, 0 m/s, -2 m/s], "        \
    "packing: {law: random, "                                                                      \
    "count: 12, low: [0 m, 0 m, 7 mm], high: [2.5 cm, 2.5 cm, 2.5 cm], seed: 5}}\n"                \
    "  - {name: rods, shape: rod, material: hard, velocity: [0.3 m/s, 0.5 m/s, -2 m/s], packing: " \
    "{law: random, "                                                                               \
    "count: "                                                                                      \
    "6, low: [0 m, 0 m, 2 cm], high: [2.5 cm, 2.5 cm, 4 cm], seed: 6}}\n"                          \
    "  - {name: balls, shape: ball, material: soft, velocity: [0 m/s, 0.5 m/s, -2 m/s], packing: " \
    "{law: random, "                                                                               \
    "count: "                                                                                      \
    "8, low: [0 m, 0 m, 7 mm], high: [2.5 cm, 2.5 cm, 2.5 cm], seed: 8}}\n"

#define BOX                                                                                        \
    "domain: {low: [0 m, 0 m, 0 m], high: [2.5 cm, 2.5 cm, 12 cm], boundary: {x: periodic, y: "    \
    "wall, z: wall}, "                                                                             \
    "material: hard}\n"

const char sticky_solids_text[] =
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}, hard: {density: 2500 "
    "kg/m^3, young: 8 MPa, "
    "poisson: 0.25}}\n"
    "pairs:\n"
    "  soft-soft: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: "
    "0.4}, cohesion: {law: "
    "capillary, surface_tension: 20 N/m, volume: 0.1 mm^3}}\n"
    "  soft-hard: {normal: {law: jkr, work_of_adhesion: 30 J/m^2, restitution: 0.6}, tangential: "
    "{law: mindlin, "
    "friction: 0.4}}\n"
    "  hard-hard: {normal: {law: eepa, adhesion_ratio: 0.5, restitution: 0.7}, tangential: {law: "
    "mindlin, friction: "
    "0.4}, rolling: {law: elastic-plastic, friction: 0.05}}\n" SHAPES BOX GRAINS "streams:\n"
    "  rain: {shape: cube, material: soft, low: [0 m, 0 m, 3 cm], high: [2.5 cm, 2.5 cm, 5 cm], "
    "velocity: [0 m/s, 0 "
    "m/s, -1 m/s], rate: 5000/s, count: 5, seed: 9}\n"
    "removals:\n"
    "  sink: {low: [1 cm, 1 cm, 0 m], high: [1.5 cm, 1.5 cm, 1 cm], every: 3 ms}\n"
    "run: {duration: 1 s, ledger: true}\n";

const char sticky_outlines_text[] =
    "scree: 1\n"
    "gravity: [0, -20 m/s^2]\nmaterials: {soft: {density: 2500 kg/m^3, young: 200 MPa, poisson: "
    "0.25}, wet: {density: "
    "2500 kg/m^3, young: 200 MPa, poisson: 0.25}}\ndimensions: 2\n"
    "pairs:\n"
    "  default: {normal: {law: jkr, work_of_adhesion: 40 J/m^2, restitution: 0.6}, tangential: "
    "{law: mindlin, "
    "friction: "
    "0.4}}\n"
    "  wet-wet: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: "
    "0.4}, cohesion: {law: "
    "capillary, surface_tension: 300 N/m, volume: 0.3 mm^3}}\n"
    "shapes:\n"
    "  rice: {spheropolygon: {vertices: [[0 mm, 0 mm], [5 mm, 0 mm]], radius: 1 mm}}\n"
    "  star: {spheropolygon: {vertices: [[0 mm, 0 mm], [6 mm, 0 mm], [6 mm, 6 mm], [3 mm, 1.5 mm], "
    "[0 mm, 6 mm]], "
    "closed: true, radius: 0.6 mm}}\n"
    "  disk: {ball: {radius: 2.5 mm}}\n"
    "domain: {low: [0 m, 0 m], high: [6 cm, 15 cm], boundary: {x: periodic, y: wall}, material: "
    "soft}\n"
    "grains:\n"
    "  - {name: rice, shape: rice, material: wet, turn: [0 rad, 0 rad, 0.1 rad], velocity: [0.5 "
    "m/s, -0.4 m/s], spin: "
    "[0 rad/s, 0 rad/s, 90 rad/s], packing: {law: lattice, spacing: [7.5 mm, 2.15 mm], counts: [8, "
    "6], origin: [3 mm, "
    "1.5 mm]}}\n"
    "  - {name: stars, shape: star, material: wet, velocity: [-0.6 m/s, -0.9 m/s], packing: {law: "
    "random, count: 9, "
    "low: "
    "[0 m, 2.4 cm], high: [6 cm, 5.5 cm], seed: 4}}\n"
    "  - {name: disks, shape: disk, material: soft, velocity: [0 m/s, -0.7 m/s], packing: {law: "
    "random, count: 12, "
    "low: "
    "[0 m, 1.5 cm], high: [6 cm, 3.5 cm], seed: 5}}\n"
    "run: {duration: 1 s, deepest_overlap: none, ledger: true}\n";

const char nonsmooth_sticky_solids_text[] =
    "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.25}, hard: {density: 2500 "
    "kg/m^3, young: 5 GPa, "
    "poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: 0.4}, cohesion: "
    "{law: adhesion, force: 5 mN, overlap: 1 um}}}\n" SHAPES BOX GRAINS
    "run: {duration: 1 s, step: 0.2 ms, ledger: true}\n";

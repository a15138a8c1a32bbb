// scenes_walls.c - see scenes_walls.h. The floor is that of scenes.c.
#include "support/scenes_walls.h"

#define MATERIALS "materials: {soft: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"

#define SHAPES                                                                                     \
    "shapes:\n"                                                                                    \
    "  cube: {polyhedron: {builder: {platonic: cube, size: 5 mm}}}\n"                              \
    "  angle: {polyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [8 mm, 0 mm, 0 mm], [8 mm, 3 mm, 0 "    \
    "mm], [3 mm, 3 mm, "                                                                           \
    "0 mm], [3 mm, 8 mm, 0 mm], [0 mm, 8 mm, 0 mm], [0 mm, 0 mm, 4 mm], [8 mm, 0 mm, 4 mm], [8 "   \
    "mm, 3 mm, 4 mm], "                                                                            \
    "[3 mm, 3 mm, 4 mm], [3 mm, 8 mm, 4 mm], [0 mm, 8 mm, 4 mm]], faces: [[5, 4, 3, 2, 1, 0], "    \
    "[6, 7, 8, 9, 10, "                                                                            \
    "11], [0, 1, 7, 6], [1, 2, 8, 7], [2, 3, 9, 8], [3, 4, 10, 9], [4, 5, 11, 10], [5, 0, 6, "     \
    "11]]}}\n"                                                                                     \
    "  stone: {spheropolyhedron: {builder: {platonic: tetrahedron, size: 5 mm}, radius: 1 mm, "    \
    "meeting: features}}\n"                                                                        \
    "  dice: {spheropolyhedron: {builder: {platonic: cube, size: 3 mm}, radius: 1 mm}}\n"          \
    "  rod: {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [6 mm, 0 mm, 0 mm]], radius: 1 "    \
    "mm}}\n"                                                                                       \
    "  ball: {ball: {radius: 2.5 mm}}\n"

#define WALLS                                                                                      \
    "domain: {low: [-20 cm, -20 cm, -10 cm], high: [20 cm, 20 cm, 20 cm]}\n"                       \
    "walls:\n"                                                                                     \
    "  floor: {material: soft, mesh: {file: scene-floor.stl, unit: mm, position: [0 m, 0 m, 1.3 "  \
    "cm]}}\n"                                                                                      \
    "  shelf: {material: soft, disk: {centre: [-2 cm, -2 cm, 1.6 cm], normal: [0.2, 0, 1], "       \
    "radius: 1.5 cm}}\n"                                                                           \
    "  post: {material: soft, cylinder: {from: [2 cm, 2 cm, -1 cm], to: [2 cm, 2 cm, 2.6 cm], "    \
    "radius: 8 mm, side: "                                                                         \
    "outside}}\n"                                                                                  \
    "  hat: {material: soft, cone: {from: [2 cm, -2 cm, 5 mm], to: [2 cm, -2 cm, 2.5 cm], "        \
    "radius_from: 12 mm, "                                                                         \
    "radius_to: 0 mm, side: outside}}\n"                                                           \
    "  block: {material: soft, box: {low: [-3 cm, 1 cm, -1 cm], high: [-1.5 cm, 2.6 cm, 1.4 cm], " \
    "side: outside}, "                                                                             \
    "drive: {law: oscillation, direction: [0.3, 0, 1], amplitude: 1 mm, frequency: 60 Hz}}\n"      \
    "  pipe: {material: soft, cylinder: {from: [0 cm, 0 cm, 1.4 cm], to: [0 cm, 0 cm, 2.8 cm], "   \
    "radius: 1 cm, side: "                                                                         \
    "inside}, drive: {law: rotation, axis: [0, 0, 1], rate: 20 rad/s}}\n"

#define POUR(name, shape, seed)                                                                    \
    "  - {name: " name ", shape: " shape                                                           \
    ", material: soft, velocity: [0.4 m/s, 0.3 m/s, -2 m/s], spin: [40 rad/s, 0 "                  \
    "rad/s, 60 rad/s], packing: {law: random, count: 36, low: [-4 cm, -4 cm, 2.7 cm], high: [4 "   \
    "cm, 4 cm, 7 cm], "                                                                            \
    "seed: " seed "}}\n"

#define GRAINS                                                                                     \
    "grains:\n" POUR("cubes", "cube", "1") POUR("angles", "angle", "2")                            \
        POUR("stones", "stone", "3") POUR("dice", "dice", "4") POUR("rods", "rod", "5")            \
            POUR("balls", "ball",                                                                  \
                 "6") "streams:\n"                                                                 \
                      "  rain: {shape: dice, material: soft, low: [-2 cm, -2 cm, 9 cm], high: [2 " \
                      "cm, 2 cm, 13 cm], velocity: [0 m/s, "                                       \
                      "0 m/s, -2 m/s], rate: 2000/s, count: 12, seed: 9}\n"

#define HERTZ                                                                                      \
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "        \
    "friction: 0.4}, rolling: "                                                                    \
    "none}}\n"

const char corners_at_walls_text[] =
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n" MATERIALS HERTZ SHAPES WALLS GRAINS
    "run: {duration: 1 s, ledger: true, deepest_overlap: 1}\n";

const char nonsmooth_corners_at_walls_text[] =
    "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n" MATERIALS HERTZ SHAPES WALLS
        GRAINS "run: {duration: 1 s, step: 0.2 ms, ledger: true, deepest_overlap: 1}\n";

const char outlines_at_walls_text[] =
    "scree: 1\ndimensions: 2\ngravity: [0, -9.81 m/s^2]\n" MATERIALS
    "pairs: {default: {normal: {law: linear, stiffness: 400 kN/m, restitution: 0.6}, tangential: "
    "{law: cundall-strack, "
    "friction: 0.4}, rolling: none}}\n"
    "shapes:\n"
    "  rice: {spheropolygon: {vertices: [[0 mm, 0 mm], [5 mm, 0 mm]], radius: 1 mm, weights: "
    "sum}}\n"
    "  star: {spheropolygon: {vertices: [[0 mm, 0 mm], [6 mm, 0 mm], [6 mm, 6 mm], [3 mm, 1.5 mm], "
    "[0 mm, 6 mm]], "
    "closed: true, radius: 0.6 mm}}\n"
    "domain: {low: [-6 cm, -2 cm], high: [6 cm, 18 cm], boundary: {x: wall, y: wall}, material: "
    "soft}\n"
    "walls:\n"
    "  block: {material: soft, box: {low: [-4 cm, -1 cm, -1 cm], high: [-1 cm, 1 cm, 1 cm], side: "
    "outside}}\n"
    "  post: {material: soft, cylinder: {from: [2 cm, 0 cm, -1 cm], to: [2 cm, 0 cm, 1 cm], "
    "radius: 1 cm, side: "
    "outside}, drive: {law: rotation, axis: [0, 0, 1], rate: 30 rad/s}}\n"
    "grains:\n"
    "  - {name: rice, shape: rice, material: soft, velocity: [0.5 m/s, -2 m/s], spin: [0 rad/s, 0 "
    "rad/s, 90 rad/s], "
    "packing: {law: random, count: 60, low: [-5 cm, 1.2 cm], high: [5 cm, 7 cm], seed: 3}}\n"
    "  - {name: stars, shape: star, material: soft, velocity: [-0.6 m/s, -1 m/s], packing: {law: "
    "random, count: 12, "
    "low: [-5 cm, 1.2 cm], high: [5 cm, 13 cm], seed: 4}}\n"
    "run: {duration: 1 s, ledger: true, deepest_overlap: 1}\n";

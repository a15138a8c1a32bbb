// scenes.c - see scenes.h.
#include "support/scenes.h"

#include "smooth/smooth.h"
#include "support/scene_files.h"
#include "support/scenes_nonsmooth.h"
#include "support/scenes_sticky.h"
#include "support/scenes_walls.h"

#include <stdio.h>
#include <string.h>

#define HEAD "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
#define SOFT "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
#define SOFTER "materials: {soft: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
#define HERTZ                                                                                      \
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "        \
    "friction: 0.4}, rolling: "                                                                    \
    "none}}\n"
#define LINEAR                                                                                     \
    "pairs: {default: {normal: {law: linear, stiffness: 40 kN/m, restitution: 0.6},\n"             \
    "                  tangential: {law: cundall-strack, friction: 0.5, dynamic_friction: 0.4, "   \
    "damping_ratio: 0.2}, "                                                                        \
    "rolling: none}}\n"
#define ROLLING                                                                                    \
    "pairs: {default: {normal: {law: linear, stiffness: 40 kN/m, restitution: 0.6},\n"             \
    "                  tangential: {law: cundall-strack, friction: 0.5},\n"                        \
    "                  rolling: {law: elastic-plastic, friction: 0.1, damping: 0.3}}}\n"
#define BEADS                                                                                      \
    "shapes: {bead: {ball: {radius: {distribution: uniform, from: 4.5 mm, to: 5.1 mm}}}}\n"

static const char bed_text[] = HEAD SOFT HERTZ BEADS
    "domain: {low: [0 m, 0 m, 0 m], high: [12 cm, 12 cm, 30 cm], boundary: {x: periodic, y: "
    "periodic, z: wall}, material: soft}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: soft, velocity: [0.8 m/s, 0.3 m/s, -1 m/s],\n"
    "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [12, 12, 12], origin: "
    "[9.6 mm, 9.9 mm, 5.2 mm], jitter: 0.3 mm, seed: 3}}\n"
    "run: {duration: 1 s}\n";

static const char slope_text[] =
    "scree: 1\ngravity: {magnitude: 9.81 m/s^2, direction: [0.5, 0, -0.866]}\n" SOFT LINEAR BEADS
    "domain: {low: [0 m, 0 m, 0 m], high: [16 cm, 8 cm, 20 cm], boundary: {x: periodic, y: wall, "
    "z: open}, material: "
    "soft}\n"
    "grains:\n"
    "  - {name: bottom, shape: bead, material: soft, fixed: true,\n"
    "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [16, 8, 1], origin: [5 "
    "mm, 5 mm, 6 mm]}}\n"
    "  - {name: flow, shape: bead, material: soft, velocity: [1 m/s, 0.2 m/s, 0 m/s],\n"
    "     packing: {law: lattice, spacing: [10.2 mm, 9.9 mm, 10 mm], counts: [15, 8, 9], origin: "
    "[4 mm, 5.3 mm, 16 "
    "mm], jitter: 0.2 mm, seed: 5}}\n"
    "run: {duration: 1 s}\n";

static const char stirred_text[] = HEAD SOFT HERTZ BEADS
    "domain: {low: [-10 cm, -10 cm, -10 cm], high: [10 cm, 10 cm, 20 cm]}\n"
    "walls:\n"
    "  drum: {material: soft, cylinder: {from: [0 m, -4 cm, 0 m], to: [0 m, 4 cm, 0 m], radius: "
    "6.5 cm, side: inside, "
    "ends: true},\n"
    "         drive: {law: rotation, axis: [0, 1, 0], rate: 8 rad/s}}\n"
    "  blade: {material: soft, box: {low: [-4 cm, -1 cm, -6 mm], high: [4 cm, 1 cm, 0 mm], side: "
    "outside},\n"
    "          drive: {law: oscillation, direction: [0.3, 0, 1], amplitude: 4 mm, frequency: 15 "
    "Hz}}\n"
    "  piston: {material: soft, disk: {centre: [0 m, 3.2 cm, 0 m], normal: [0, -1, 0], radius: 3 "
    "cm},\n"
    "           drive: {law: velocity, velocity: [0 m/s, -0.1 m/s, 0 m/s], to: 10 ms}}\n"
    "  lid: {material: soft, plane: {point: [0 m, 0 m, 5.6 cm], normal: [0, 0, -1]},\n"
    "        drive: {law: force, axis: [0, 0, 1], force: -3 N, mass: 50 g}}\n"
    "grains:\n"
    "  - {name: low, shape: bead, material: soft, velocity: [0.5 m/s, 0.2 m/s, -0.5 m/s],\n"
    "     packing: {law: lattice, spacing: [9.8 mm, 9.8 mm, 9.8 mm], counts: [8, 6, 3], origin: "
    "[-3.5 cm, -2.4 cm, -4 "
    "cm], jitter: 0.2 mm, seed: 7}}\n"
    "  - {name: high, shape: bead, material: soft, spin: [10 rad/s, -20 rad/s, 5 rad/s],\n"
    "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [7, 5, 4], origin: [-3 "
    "cm, -2.4 cm, 1.2 cm], "
    "jitter: 0.2 mm, seed: 8}}\n"
    "run: {duration: 1 s, ledger: true}\n";

static const char mesh_text[] = HEAD SOFT HERTZ BEADS
    "domain: {low: [-20 cm, -20 cm, -10 cm], high: [20 cm, 20 cm, 20 cm]}\n"
    "walls:\n"
    "  floor: {material: soft, mesh: {file: scene-floor.stl, unit: mm}}\n"
    "grains:\n"
    "  - {name: heap, shape: bead, material: soft, velocity: [0.7 m/s, 0.4 m/s, -0.8 m/s],\n"
    "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [8, 8, 4], origin: [-4 "
    "cm, -4 cm, 1.4 cm], jitter: 0.3 mm, seed: 2}}\n"
    "run: {duration: 1 s, ledger: true}\n";

static const char sizes_text[] = HEAD SOFT LINEAR
    "shapes: {dust: {ball: {radius: {distribution: uniform, from: 1 mm, to: 1.5 mm}}}, rock: "
    "{ball: {radius: "
    "{distribution: uniform, from: 8 mm, to: 10 mm}}}}\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [5 cm, 5 cm, 10 cm], boundary: {x: wall, y: periodic, z: "
    "wall}, material: "
    "soft}\n"
    "grains:\n"
    "  - {name: rocks, shape: rock, material: soft, velocity: [0.5 m/s, 0.8 m/s, -1 m/s],\n"
    "     packing: {law: lattice, spacing: [20 mm, 20 mm, 20 mm], counts: [2, 2, 2], origin: [14 "
    "mm, 12 mm, 12 mm], "
    "jitter: 0.5 mm, seed: 4}}\n"
    "  - {name: dust, shape: dust, material: soft, velocity: [0 m/s, 0 m/s, -1 m/s],\n"
    "     packing: {law: random, count: 1200, low: [1.6 mm, 0 m, 1.6 mm], high: [4.8 cm, 5 cm, 5 "
    "cm], seed: 4}}\n"
    "run: {duration: 1 s}\n";

static const char stream_text[] = HEAD SOFT LINEAR BEADS
    "domain: {low: [-6 cm, -6 cm, 0 m], high: [6 cm, 6 cm, 20 cm], boundary: {x: open, y: "
    "periodic, z: wall}, material: soft}\n"
    "grains:\n"
    "  - {name: heap, shape: bead, material: soft, velocity: [1.5 m/s, 0 m/s, -0.2 m/s],\n"
    "     packing: {law: lattice, spacing: [9.9 mm, 10 mm, 9.9 mm], counts: [9, 11, 6], origin: "
    "[-4 cm, -5 cm, 5.2 mm], jitter: 0.2 mm, seed: 1}}\n"
    "streams:\n"
    "  rain: {shape: bead, material: soft, low: [-5 cm, -6 cm, 8 cm], high: [3 cm, 6 cm, 12 "
    "cm], velocity: [0 m/s, 0 m/s, -1 m/s], rate: 20000/s, count: 150, seed: 9}\n"
    "removals:\n"
    "  sink: {low: [2 cm, -6 cm, 0 m], high: [4 cm, 6 cm, 3 cm], every: 5 ms}\n"
    "run: {duration: 1 s, on_loss: remove, ledger: true}\n";

static const char rolling_text[] = HEAD SOFT ROLLING BEADS
    "domain: {low: [0 m, 0 m, 0 m], high: [12 cm, 5 cm, 20 cm], boundary: {x: periodic, y: "
    "wall, z: wall}, material: soft}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: soft, velocity: [0.6 m/s, 0.3 m/s, -0.8 m/s], "
    "spin: [5 rad/s, 60 rad/s, 20 rad/s],\n"
    "     packing: {law: lattice, spacing: [10 mm, 9.9 mm, 9.9 mm], counts: [12, 4, 8], "
    "origin: [2 mm, 7 mm, 5.2 mm], jitter: 0.3 mm, seed: 3}}\n"
    "run: {duration: 1 s, ledger: true, orientation: true}\n";

static const char disks_text[] =
    "scree: 1\ndimensions: 2\ngravity: [0, -9.81 m/s^2]\n" SOFT
    "pairs: {default: {normal: {law: linear, stiffness: 4 MN/m, restitution: 0.6}, tangential: "
    "{law: cundall-strack, "
    "friction: 0.5}, rolling: none}}\n" BEADS "domain: {low: [0 m, 0 m], high: [40 cm, 60 cm], "
    "boundary: {x: periodic, y: wall}, material: soft}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: soft, velocity: [0.9 m/s, -1 m/s],\n"
    "     packing: {law: lattice, spacing: [10 mm, 10 mm], counts: [40, 30], origin: [2 mm, 5.2 "
    "mm], jitter: 0.3 mm, "
    "seed: 3}}\n"
    "run: {duration: 1 s, ledger: true}\n";

static const char mixture_text[] =
    HEAD "materials:\n"
         "  glass: {density: 2500 kg/m^3, young: 30 MPa, poisson: 0.22}\n"
         "  steel: {density: 7800 kg/m^3, young: 80 MPa, poisson: 0.3}\n"
         "  wood: {density: 700 kg/m^3, young: 15 MPa, poisson: 0.35}\n"
         "pairs:\n"
         "  glass-glass: {normal: {law: hertz, restitution: 0.9}, tangential: {law: mindlin, "
         "friction: 0.2}}\n"
         "  steel-steel: {normal: {law: linear, stiffness: 60 kN/m, damping_rate: 200/s}, "
         "tangential: {law: "
         "viscous-coulomb, friction: 0.3, damping: 0.5 N s/m}}\n"
         "  glass-wood: {normal: {law: hertz, restitution: 0.5}, tangential: {law: cundall-strack, "
         "friction: 0.6}, "
         "rolling: {law: elastic-plastic, friction: 0.05}}\n"
         "  default: {normal: {law: linear, stiffness: 40 kN/m, restitution: 0.8}, tangential: "
         "none}\n" BEADS "domain: {low: [0 m, 0 m, 0 m], high: [10 cm, 10 cm, 20 cm], boundary: "
         "{x: periodic, y: periodic, z: wall}, "
         "material: wood}\n"
         "grains:\n"
         "  - {name: a, shape: bead, material: glass, velocity: [0.5 m/s, 0 m/s, -1 m/s],\n"
         "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [10, 10, 2], "
         "origin: [5 mm, 5 mm, 6 "
         "mm], jitter: 0.3 mm, seed: 1}}\n"
         "  - {name: b, shape: bead, material: steel, velocity: [-0.5 m/s, 0.3 m/s, -1 m/s],\n"
         "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [10, 10, 2], "
         "origin: [5 mm, 5 mm, 26 "
         "mm], jitter: 0.3 mm, seed: 1}}\n"
         "  - {name: c, shape: bead, material: wood, velocity: [0 m/s, -0.5 m/s, -2 m/s],\n"
         "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [10, 10, 3], "
         "origin: [5 mm, 5 mm, 46 "
         "mm], jitter: 0.3 mm, seed: 1}}\n"
         "run: {duration: 1 s}\n";

static const char course_text[] = HEAD SOFT
    "pairs: {default: {normal: {law: linear, stiffness: 40 kN/m, damping: 2 N s/m, tension: true}, "
    "tangential: {law: viscous-coulomb, friction: 0.5, damping: 1 N s/m}, rolling: none}}\n" BEADS
    "domain: {low: [0 m, 0 m, 0 m], high: [6 cm, 6 cm, 20 cm], boundary: {x: periodic, y: "
    "periodic, z: "
    "wall}, material: soft}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: soft, velocity: [0.6 m/s, 0.3 m/s, -0.8 m/s],\n"
    "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [6, 6, 8], origin: [2 "
    "mm, 7 mm, "
    "5.2 mm], jitter: 0.3 mm, seed: 3}}\n"
    "run: {duration: 1 s, integrator: leapfrog, ledger: true}\n";

#define CLUMPS                                                                                     \
    HEAD SOFT "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: "       \
              "mindlin, friction: 0.3}, "                                                          \
              "rolling: none}}\n"                                                                  \
              "shapes:\n"                                                                          \
              "  bean: {clump: {ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}}}\n"    \
              "  bar: {clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 2 mm}, {at: [4 mm, 0 m, 0 "   \
              "m], radius: 2 mm}, {at: "                                                           \
              "[8 mm, 0 m, 0 m], radius: 2.4 mm}]}}\n"                                             \
              "  ball: {ball: {radius: 2.5 mm}}\n"                                                 \
              "domain: {low: [0 m, 0 m, 0 m], high: [5 cm, 5 cm, 15 cm], boundary: {x: periodic, " \
              "y: wall, z: wall}, "                                                                \
              "material: soft}\n"                                                                  \
              "walls: {lip: {material: soft, box: {low: [1 cm, 1 cm, 0 cm], high: [2 cm, 2 cm, 8 " \
              "mm], side: "                                                                        \
              "outside}}}\n"                                                                       \
              "grains:\n"                                                                          \
              "  - {name: beans, shape: bean, material: soft, velocity: [0.8 m/s, 0.2 m/s, -2 "    \
              "m/s], spin: [30 rad/s, 0 "                                                          \
              "rad/s, 90 rad/s], packing: {law: random, count: 60, low: [0 m, 0 m, 1 cm], high: "  \
              "[5 cm, 5 cm, 4 cm], "                                                               \
              "seed: 3}}\n"                                                                        \
              "  - {name: bars, shape: bar, material: soft, velocity: [-0.6 m/s, 0 m/s, -3 m/s], " \
              "packing: {law: "                                                                    \
              "random, count: 15, low: [0 m, 0 m, 4.5 cm], high: [5 cm, 5 cm, 9 cm], seed: 4}}\n"  \
              "  - {name: balls, shape: ball, material: soft, velocity: [0 m/s, 0.5 m/s, -2 "      \
              "m/s], packing: {law: "                                                              \
              "random, count: 20, low: [0 m, 0 m, 1 cm], high: [5 cm, 5 cm, 5 cm], seed: 5}}\n"    \
              "streams:\n"                                                                         \
              "  rain: {shape: bean, material: soft, low: [0 m, 0 m, 10 cm], high: [5 cm, 5 cm, "  \
              "14 cm], velocity: [0 m/s, "                                                         \
              "0 m/s, -1 m/s], rate: 20000/s, count: 40, seed: 9}\n"                               \
              "removals:\n"                                                                        \
              "  sink: {low: [3 cm, 3 cm, 0 m], high: [4 cm, 4 cm, 2 cm], every: 3 ms}\n"
static const char clumps_text[] = CLUMPS "run: {duration: 1 s, ledger: true}\n";
static const char geared_text[] = CLUMPS "run: {duration: 1 s, integrator: gear, ledger: true}\n";
static const char leaping_text[] = CLUMPS "run: {duration: 1 s, rotation: leapfrog}\n";

// Grains with corners of every kind, balls and clumps among them.
#define OUTLINES                                                                                   \
    "scree: 1\n"                                                                                   \
    "gravity: [0, -40 m/s^2, 0]\n" SOFT "dimensions: 2\n"                                          \
    "pairs: {default: {normal: {law: linear, stiffness: 200 kN/m, restitution: 0.6}, tangential: " \
    "{law: "                                                                                       \
    "cundall-strack, friction: 0.4}, rolling: {law: elastic-plastic, friction: 0.05}}}\n"          \
    "shapes:\n"                                                                                    \
    "  rice: {spheropolygon: {vertices: [[0 mm, 0 mm], [5 mm, 0 mm]], radius: 1 mm, weights: "     \
    "sum}}\n"                                                                                      \
    "  star: {spheropolygon: {vertices: [[0 mm, 0 mm], [6 mm, 0 mm], [6 mm, 6 mm], [3 mm, 1.5 "    \
    "mm], [0 mm, 6 mm]], "                                                                         \
    "closed: true, radius: 0.6 mm}}\n"                                                             \
    "  disk: {ball: {radius: 2.5 mm}}\n"                                                           \
    "domain: {low: [0 m, 0 m], high: [6 cm, 15 cm], boundary: {x: periodic, y: wall}, material: "  \
    "soft}\n"                                                                                      \
    "grains:\n"                                                                                    \
    "  - {name: rice, shape: rice, material: soft, turn: [0 rad, 0 rad, 0.1 rad], velocity: [0.5 " \
    "m/s, -0.4 m/s], "                                                                             \
    "spin: [0 rad/s, 0 rad/s, 90 rad/s], packing: {law: lattice, spacing: [7.5 mm, 2.15 mm], "     \
    "counts: [8, 12], "                                                                            \
    "origin: [3 mm, 1.5 mm]}}\n"                                                                   \
    "  - {name: stars, shape: star, material: soft, velocity: [-0.6 m/s, -0.9 m/s], packing: "     \
    "{law: random, count: 9, "                                                                     \
    "low: [0 m, 4.6 cm], high: [6 cm, 8 cm], seed: 4}}\n"                                          \
    "  - {name: disks, shape: disk, material: soft, velocity: [0 m/s, -0.7 m/s], packing: {law: "  \
    "random, count: 22, "                                                                          \
    "low: [0 m, 2.8 cm], high: [6 cm, 4.8 cm], seed: 5}}\n"                                        \
    "streams:\n"                                                                                   \
    "  rain: {shape: star, material: soft, low: [0 m, 10 cm], high: [6 cm, 13 cm], velocity: [0 "  \
    "m/s, -1 m/s], rate: "                                                                         \
    "5000/s, count: 10, seed: 9}\n"                                                                \
    "removals:\n"                                                                                  \
    "  sink: {low: [3 cm, 0 m], high: [5 cm, 1 cm], every: 3 ms}\n"
static const char outlines_text[] =
    OUTLINES "run: {duration: 1 s, deepest_overlap: none, ledger: true}\n";
static const char gear_outlines_text[] =
    OUTLINES "run: {duration: 1 s, deepest_overlap: none, integrator: gear, ledger: true}\n";

#define SOLIDS                                                                                     \
    HEAD SOFTER "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: "     \
                "mindlin, friction: 0.4}, "                                                        \
                "rolling: none}}\n"                                                                \
                "shapes:\n"                                                                        \
                "  cube: {polyhedron: {builder: {platonic: cube, size: 4 mm}}}\n"                  \
                "  angle: {polyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [6 mm, 0 mm, 0 mm], [6 "    \
                "mm, 2 mm, 0 mm], [2 mm, 2 mm, "                                                   \
                "0 mm], [2 mm, 6 mm, 0 mm], [0 mm, 6 mm, 0 mm], [0 mm, 0 mm, 3 mm], [6 mm, 0 mm, " \
                "3 mm], [6 mm, 2 mm, 3 mm], "                                                      \
                "[2 mm, 2 mm, 3 mm], [2 mm, 6 mm, 3 mm], [0 mm, 6 mm, 3 mm]], faces: [[5, 4, 3, "  \
                "2, 1, 0], [6, 7, 8, 9, 10, "                                                      \
                "11], [0, 1, 7, 6], [1, 2, 8, 7], [2, 3, 9, 8], [3, 4, 10, 9], [4, 5, 11, 10], "   \
                "[5, 0, 6, 11]]}}\n"                                                               \
                "  stone: {spheropolyhedron: {builder: {platonic: tetrahedron, size: 4 mm}, "      \
                "radius: 0.8 mm, meeting: "                                                        \
                "features}}\n"                                                                     \
                "  rod: {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [6 mm, 0 mm, 0 mm]], "  \
                "radius: 1 mm}}\n"                                                                 \
                "  bean: {clump: {ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}}}\n"  \
                "  ball: {ball: {radius: 2.5 mm}}\n"                                               \
                "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 15 cm], boundary: {x: "         \
                "periodic, y: wall, z: wall}, "                                                    \
                "material: soft}\n"                                                                \
                "grains:\n"                                                                        \
                "  - {name: cubes, shape: cube, material: soft, velocity: [0.8 m/s, 0.2 m/s, -1 "  \
                "m/s], spin: [30 rad/s, 0 "                                                        \
                "rad/s, 90 rad/s], packing: {law: lattice, spacing: [8 mm, 7.2 mm, 7.2 mm], "      \
                "counts: [5, 5, 2], origin: [3 "                                                   \
                "mm, 5 mm, 3.6 mm]}}\n"                                                            \
                "  - {name: angles, shape: angle, material: soft, velocity: [-0.6 m/s, 0 m/s, -2 " \
                "m/s], packing: {law: "                                                            \
                "random, count: 10, low: [0 m, 0 m, 3 cm], high: [4 cm, 4 cm, 5 cm], seed: 4}}\n"  \
                "  - {name: stones, shape: stone, material: soft, velocity: [0.3 m/s, 0 m/s, -2 "  \
                "m/s], packing: {law: random, "                                                    \
                "count: 40, low: [0 m, 0 m, 1.5 cm], high: [4 cm, 4 cm, 5 cm], seed: 5}}\n"        \
                "  - {name: rods, shape: rod, material: soft, velocity: [0.3 m/s, 0.5 m/s, -2 "    \
                "m/s], packing: {law: random, "                                                    \
                "count: 12, low: [0 m, 0 m, 1.5 cm], high: [4 cm, 4 cm, 5 cm], seed: 6}}\n"        \
                "  - {name: beans, shape: bean, material: soft, velocity: [0 m/s, 0.5 m/s, -2 "    \
                "m/s], packing: {law: random, "                                                    \
                "count: 20, low: [0 m, 0 m, 5 cm], high: [4 cm, 4 cm, 8 cm], seed: 7}}\n"          \
                "  - {name: balls, shape: ball, material: soft, velocity: [0 m/s, 0.5 m/s, -2 "    \
                "m/s], packing: {law: random, "                                                    \
                "count: 20, low: [0 m, 0 m, 5 cm], high: [4 cm, 4 cm, 8 cm], seed: 8}}\n"          \
                "streams:\n"                                                                       \
                "  rain: {shape: cube, material: soft, low: [0 m, 0 m, 10 cm], high: [4 cm, 4 "    \
                "cm, 14 cm], velocity: [0 m/s, "                                                   \
                "0 m/s, -1 m/s], rate: 5000/s, count: 10, seed: 9}\n"                              \
                "removals:\n"                                                                      \
                "  sink: {low: [2 cm, 2 cm, 0 m], high: [3 cm, 3 cm, 2 cm], every: 3 ms}\n"
static const char solids_text[] = SOLIDS "run: {duration: 1 s, ledger: true}\n";
static const char gear_solids_text[] =
    SOLIDS "run: {duration: 1 s, integrator: gear, ledger: true}\n";

// Clumps of so many balls that steps move those alone which something may meet, with small ones and grains with
// corners.
static const char leaves_text[] =
    HEAD SOFT "dimensions: 2\n"
              "pairs: {default: {normal: {law: linear, stiffness: 1 MN/m, restitution: 0.6}, "
              "tangential: {law: "
              "cundall-strack, friction: 0.4}, rolling: {law: elastic-plastic, friction: 0.05}}}\n"
              "shapes:\n"
              "  leaf: {clump: {fill: {vertices: [[0 mm, 0 mm], [6 mm, 0 mm], [6 mm, 6 mm], [3 mm, "
              "1.5 mm], [0 mm, 6 "
              "mm]], radius: 0.5 mm, spacing: 0.7 mm}}}\n"
              "  rice: {spheropolygon: {vertices: [[0 mm, 0 mm], [5 mm, 0 mm]], radius: 1 mm}}\n"
              "  disk: {ball: {radius: 2 mm}}\n"
              "domain: {low: [0 m, 0 m], high: [6 cm, 12 cm], boundary: {x: periodic, y: open}}\n"
              "walls: {floor: {material: soft, plane: {point: [0 m, 4 mm], normal: [0, 1]}}, lid: "
              "{material: soft, "
              "plane: {point: [0 m, 11.7 cm], normal: [0, -1]}}}\n"
              "grains:\n"
              "  - {name: leaves, shape: leaf, material: soft, velocity: [0.9 m/s, -2.5 m/s], "
              "spin: [0 rad/s, 0 rad/s, "
              "60 rad/s], packing: {law: random, count: 30, low: [0 m, 0.5 cm], high: [6 cm, 8 "
              "cm], seed: 3}}\n"
              "  - {name: rice, shape: rice, material: soft, velocity: [-0.5 m/s, -2 m/s], "
              "packing: {law: random, "
              "count: 8, low: [0 m, 0.5 cm], high: [6 cm, 7 cm], seed: 6}}\n"
              "  - {name: disks, shape: disk, material: soft, velocity: [0 m/s, -2 m/s], packing: "
              "{law: random, count: "
              "10, low: [0 m, 0.5 cm], high: [6 cm, 6 cm], seed: 5}}\n"
              "streams:\n"
              "  rain: {shape: leaf, material: soft, low: [0 m, 8 cm], high: [6 cm, 11 cm], "
              "velocity: [0.8 m/s, -1 m/s], "
              "rate: 5000/s, count: 8, seed: 9}\n"
              "removals:\n"
              "  sink: {low: [4 cm, 4 mm], high: [5 cm, 9 mm], every: 4 ms}\n"
              "run: {duration: 1 s, on_loss: remove, deepest_overlap: 1, ledger: true}\n";
static const char stones_text[] = HEAD SOFT HERTZ
    "shapes:\n"
    "  stone: {clump: {fill: {builder: {box: [9 mm, 6 mm, 4 mm]}, balls_most: 30}}}\n"
    "  ball: {ball: {radius: 2 mm}}\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 12 cm], boundary: {x: periodic, y: "
    "periodic, z: wall}, "
    "material: "
    "soft}\n"
    "grains:\n"
    "  - {name: stones, shape: stone, material: soft, velocity: [0.9 m/s, 0.4 m/s, -4 m/s], spin: "
    "[30 rad/s, 20 "
    "rad/s, "
    "40 rad/s], packing: {law: random, count: 45, low: [0 m, 0 m, 1 cm], high: [4 cm, 4 cm, 9 cm], "
    "seed: 3}}\n"
    "  - {name: balls, shape: ball, material: soft, velocity: [0 m/s, 0.5 m/s, -4 m/s], packing: "
    "{law: random, count: "
    "20, "
    "low: [0 m, 0 m, 0.5 cm], high: [4 cm, 4 cm, 4 cm], seed: 8}}\n"
    "run: {duration: 1 s, integrator: gear, deepest_overlap: 1, ledger: true}\n";

// Sanitizers see every line of a costly step as well in a third of the steps.
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
const bool scenes_are_short = true;
#define EITHER(steps, few) few, few
#else
const bool scenes_are_short = false;
#define EITHER(steps, few) steps, few
#endif
#define WHOLE(steps) EITHER(steps, steps)
#define SOLVED(steps) EITHER(steps, (steps) / 3)

const scene scenes[] = {
    {"clumps", clumps_text, WHOLE(1200)},
    {"bed", bed_text, WHOLE(300)},
    {"slope", slope_text, WHOLE(200)},
    {"stirred", stirred_text, WHOLE(400)},
    {"mesh", mesh_text, WHOLE(400)},
    {"sizes", sizes_text, WHOLE(300)},
    {"stream", stream_text, WHOLE(300)},
    {"rolling", rolling_text, WHOLE(300)},
    {"disks", disks_text, WHOLE(300)},
    {"mixture", mixture_text, WHOLE(300)},
    {"course", course_text, WHOLE(300)},
    {"leaping", leaping_text, WHOLE(600)},
    {"outlines", outlines_text, WHOLE(500)},
    {"solids", solids_text, WHOLE(600)},
    {"geared", geared_text, WHOLE(900)},
    {"gear-outlines", gear_outlines_text, WHOLE(300)},
    {"gear-solids", gear_solids_text, WHOLE(300)},
    {"nonsmooth-bed", nonsmooth_bed_text, SOLVED(60)},
    {"nonsmooth-sticky", nonsmooth_sticky_text, SOLVED(80)},
    {"nonsmooth-stirred", nonsmooth_stirred_text, WHOLE(155)},
    {"nonsmooth-mesh", nonsmooth_mesh_text, WHOLE(120)},
    {"nonsmooth-hubs", nonsmooth_hubs_text, WHOLE(60)},
    {"nonsmooth-stream", nonsmooth_stream_text, WHOLE(160)},
    {"nonsmooth-solids", nonsmooth_solids_text, SOLVED(150)},
    {"nonsmooth-outlines", nonsmooth_outlines_text, WHOLE(260)},
    {"sticky-solids", sticky_solids_text, WHOLE(500)},
    {"sticky-outlines", sticky_outlines_text, WHOLE(500)},
    {"nonsmooth-sticky-solids", nonsmooth_sticky_solids_text, SOLVED(100)},
    {"corners-at-walls", corners_at_walls_text, SOLVED(3500)},
    {"outlines-at-walls", outlines_at_walls_text, SOLVED(2000)},
    {"nonsmooth-corners-at-walls", nonsmooth_corners_at_walls_text, SOLVED(120)},
    {"leaves", leaves_text, SOLVED(1500)},
    {"stones", stones_text, SOLVED(900)},
};
const int scene_count = (int)(sizeof scenes / sizeof *scenes);

const scene *scene_find(const char *name)
{
    for (int i = 0; i < scene_count; i++)
        if (!strcmp(scenes[i].name, name))
            return &scenes[i];
    return NULL;
}

static bool say(scree_status status, const scree_error *e)
{
    if (status != SCREE_OK)
        printf("    %s: %s (%s)\n", e->where, e->what, e->hint);
    return status == SCREE_OK;
}

bool sim_read(sim *s, const char *text, const case_override *set, int sets)
{
    case_families families = all_families();
    fault_list faults = {0}, notes = {0};
    memset(s, 0, sizeof *s);
    scree_status status = case_parse(&(case_source){text, strlen(text), "scene.yaml"},
                                     &(case_context){&families, set, sets}, &s->m, &faults, &notes);
    for (int i = 0; i < faults.count; i++)
        printf("    %s: %s (%s)\n", faults.item[i].where, faults.item[i].what, faults.item[i].hint);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    if (status != SCREE_OK || scene_files_settle(&s->m))
        return status == SCREE_OK;
    sim_close(s);
    return false;
}

world_options options_of(int threads, int width, double skin)
{
    world_options o = {0};
    o.threads = threads;
    o.width = width;
    o.skin = skin;
    return o;
}

bool sim_open(sim *s, const char *text, const case_override *set, int sets,
              const world_options *options)
{
    world_options plain = options_of(1, 0, 0);
    scree_error e = {0};
    if (!sim_read(s, text, set, sets))
        return false;
    if (say(world_create(&s->m, options ? options : &plain, &s->w, &e), &e))
        return true;
    sim_close(s);
    return false;
}

void sim_close(sim *s)
{
    world_destroy(s->w);
    model_clear(&s->m);
    memset(s, 0, sizeof *s);
}

bool sim_step(sim *s, int64_t steps)
{
    scree_error e = {0};
    return say(world_step(s->w, steps, &e), &e);
}

uint64_t sim_hash(sim *s)
{
    scree_error e = {0};
    uint64_t hash = 0;
    return say(world_hash(s->w, &hash, &e), &e) ? hash : 0;
}

frame sim_frame(sim *s)
{
    scree_error e = {0};
    frame f = {0};
    if (!say(world_frame(s->w, &f, &e), &e))
        frame_clear(&f);
    return f;
}

bool sim_restore(sim *to, const image *im, const world_options *options)
{
    scree_error e = {0};
    return say(world_restore(&to->m, options, im, &to->w, &e), &e);
}

bool sim_hand_over(sim *from, sim *to, const char *text, const case_override *set,
                   const world_options *options)
{
    scree_error e = {0};
    image im = {0};
    const bool good = say(world_image(from->w, &im, &e), &e) &&
                      sim_read(to, text, set, set != NULL) && sim_restore(to, &im, options);
    image_clear(&im);
    sim_close(from);
    return good;
}

int widths_here(int out[4])
{
    int n = 0;
    for (int width = 1; width <= 8; width *= 2)
        if (kernel_choose(width))
            out[n++] = width;
    return n;
}

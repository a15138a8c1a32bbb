// scenes_nonsmooth.c - scenes of the nonsmooth solver, each with parts of it that the others do not have: several
// blocks and phases, hubs (grains, lids) and what two hubs do to each other, walls with every kind of drive, rich rows,
// both impact stages, relaxation, grains with corners and clumps, 2D, births and removals. Contacts are as stiff as
// glass.
#include "support/scenes_nonsmooth.h"

#include "base/vec.h"

#include <math.h>
#include <stdio.h>

#define HEAD "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
#define GLASS "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
#define DRY                                                                                        \
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "        \
    "friction: 0.4}, rolling: "                                                                    \
    "none}}\n"
#define RICH                                                                                       \
    "pairs: {default: {normal: {law: linear, stiffness: 2 MN/m, restitution: 0.4}, tangential: "   \
    "{law: "                                                                                       \
    "viscous-coulomb, friction: 0.4, damping: 2 kN s/m}, cohesion: {law: adhesion, force: 0.05 "   \
    "N, overlap: 2 um}, "                                                                          \
    "rolling: {law: elastic-plastic, friction: 0.05}, twisting: {law: constant, friction: "        \
    "0.1}}}\n"
#define BEADS                                                                                      \
    "shapes: {bead: {ball: {radius: {distribution: uniform, from: 4.5 mm, to: 5.1 mm}}}}\n"
#define LATTICE(counts, spacing, origin, seed)                                                     \
    "packing: {law: lattice, spacing: [" spacing ", " spacing ", " spacing "], counts: [" counts   \
    "], origin: [" origin "], jitter: 0.3 mm, seed: " seed "}}\n"

// Several blocks and phases; the lid is in most of them.
const char nonsmooth_bed_text[] = HEAD GLASS DRY BEADS
    "domain: {low: [0 m, 0 m, 0 m], high: [14 cm, 14 cm, 30 cm], boundary: {x: periodic, y: "
    "periodic, z: wall}, material: glass}\n"
    "walls: {lid: {material: glass, plane: {point: [0 m, 0 m, 16.2 cm], normal: [0, 0, -1]}, "
    "drive: {law: force, axis: [0, 0, 1], force: -30 N, mass: 1 kg}}}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: glass, velocity: [0.8 m/s, 0.3 m/s, -1 m/s], " //
    LATTICE("14, 14, 16", "10 mm", "9.6 mm, 9.9 mm, 5.5 mm",
            "3") "run: {duration: 1 s, step: 0.5 ms}\n";

// Sticky, rolling and twisting; fixed grains; a heap with walls on two sides.
const char nonsmooth_sticky_text[] =
    "scree: 1\nsolver: nonsmooth\ngravity: {magnitude: 9.81 m/s^2, direction: [0.5, 0, "
    "-0.866]}\n" GLASS RICH BEADS "domain: {low: [0 m, 0 m, 0 m], high: [16 cm, 8 cm, 20 cm], "
    "boundary: {x: periodic, y: wall, z: open}, material: "
    "glass}\n"
    "grains:\n"
    "  - {name: bottom, shape: bead, material: glass, fixed: true, " //
    LATTICE("16, 8, 1", "10 mm", "5 mm, 5 mm, 6 mm", "4")            //
    "  - {name: flow, shape: bead, material: glass, velocity: [1 m/s, 0.2 m/s, 0 m/s], spin: [9 "
    "rad/s, 30 rad/s, 60 "
    "rad/s], " //
    LATTICE("15, 8, 9", "9.9 mm", "4 mm, 5.3 mm, 16 mm",
            "5") "run: {duration: 1 s, step: 0.5 ms, ledger: true, "
                 "orientation: true}\n";

// All kinds of drives; the lid and the press are hubs that meet the great ball, a hub as well.
const char nonsmooth_stirred_text[] = HEAD GLASS
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "
    "friction: 0.4}, rolling: "
    "{law: viscous, damping: 1 mN mm s, friction: 0.1}}}\n"
    "shapes: {bead: {ball: {radius: {distribution: uniform, from: 4.5 mm, to: 5.1 mm}}}, great: "
    "{ball: {radius: 22 "
    "mm}}}\n"
    "domain: {low: [-10 cm, -10 cm, -10 cm], high: [10 cm, 10 cm, 20 cm]}\n"
    "walls:\n"
    "  drum: {material: glass, cylinder: {from: [0 m, -5 cm, 0 m], to: [0 m, 5 cm, 0 m], radius: "
    "6.5 cm, side: inside, "
    "ends: true},\n"
    "         drive: {law: rotation, axis: [0, 1, 0], rate: 8 rad/s}}\n"
    "  blade: {material: glass, box: {low: [-5 cm, -3.5 cm, -6 mm], high: [-3 cm, 3.5 cm, 0 mm], "
    "side: outside},\n"
    "          drive: {law: oscillation, direction: [0.3, 0, 1], amplitude: 4 mm, frequency: 15 "
    "Hz}}\n"
    "  piston: {material: glass, disk: {centre: [0 m, 4.6 cm, 0 m], normal: [0, -1, 0], radius: 3 "
    "cm},\n"
    "           drive: {law: velocity, velocity: [0 m/s, -0.1 m/s, 0 m/s], to: 30 ms}}\n"
    "  lid: {material: glass, plane: {point: [0 m, 0 m, 4.6 cm], normal: [0, 0, -1]},\n"
    "        drive: {law: force, axis: [0, 0, 1], force: -3 N, mass: 50 g}}\n"
    "  press: {material: glass, plane: {point: [5.6 cm, 0 m, 0 m], normal: [-1, 0, -0.3]},\n"
    "        drive: {law: force, axis: [1, 0, 0], force: -20 N, mass: 200 g}}\n"
    "grains:\n"
    "  - {name: great, shape: great, material: glass, velocity: [0.3 m/s, 0 m/s, 0 m/s], spin: [0 "
    "rad/s, 0 rad/s, 20 "
    "rad/s], packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [0 "
    "cm, 0 m, 2.3 cm]}}\n"
    "  - {name: beads, shape: bead, material: glass, spin: [10 rad/s, -20 rad/s, 5 rad/s], "
    "packing: {law: random, "
    "count: 100, low: [-2.5 cm, -4 cm, -4 cm], high: [4.2 cm, 4 cm, 4 cm], seed: 7}}\n"
    "run: {duration: 1 s, step: 0.5 ms, ledger: true}\n";

const char nonsmooth_mesh_text[] = HEAD GLASS DRY BEADS
    "domain: {low: [-20 cm, -20 cm, -10 cm], high: [20 cm, 20 cm, 20 cm]}\n"
    "nonsmooth: {impact: cascade}\n"
    "walls:\n"
    "  floor: {material: glass, mesh: {file: scene-floor.stl, unit: mm}, drive: {law: "
    "oscillation, direction: [0.3, 0, 1], amplitude: 2 mm, frequency: 20 Hz}}\n"
    "grains:\n"
    "  - {name: heap, shape: bead, material: glass, velocity: [0.7 m/s, 0.4 m/s, -0.8 m/s], " //
    LATTICE("8, 8, 4", "10.3 mm", "-4 cm, -4 cm, 1.8 cm",
            "2") "run: {duration: 1 s, step: 0.5 ms, ledger: true}\n";

// Two rocks, covered with more dust than a body may meet that is no hub, between a floor and a lid: hubs that meet
// hubs.
const char nonsmooth_hubs_text[] =
    HEAD GLASS RICH "shapes: {any: {ball: {radius: 1 mm}}}\n"
                    "domain: {low: [0 m, 0 m, 0 m], high: [6 cm, 5 cm, 6 cm], boundary: {x: wall, "
                    "y: periodic, z: wall}, material: "
                    "glass}\n"
                    "walls: {lid: {material: glass, plane: {point: [0 m, 0 m, 20.6 mm], normal: "
                    "[0, 0, -1]}, drive: {law: force, axis: "
                    "[0, 0, 1], force: -0.5 N, mass: 5 g}}}\n"
                    "grains: [{name: all, shape: any, material: glass, packing: {law: csv, file: "
                    "scene-hubs.csv, scale: 0.001}}]\n"
                    "run: {duration: 1 s, step: 0.2 ms, ledger: true}\n";

static void write_rock(FILE *f, double x, double y, double z, double other)
{
    enum { DUST = 200 };
    const double radius = 9.5, dust = 0.95, at = radius + dust - 0.0005;
    fprintf(f, "%.17g,%.17g,%.17g,%.17g,0,0,0\n", x, y, z, radius);
    for (int i = 0; i < DUST; i++) {
        double c = 1 - (2 * i + 1.0) / DUST, s = sqrt(1 - c * c), angle = 2.399963229728653 * i;
        v3 d = v3_make(s * cos(angle), s * sin(angle), c),
           p = v3_make(x + at * d.x, y + at * d.y, z + at * d.z);
        if (p.z < 1.2 || p.z > 19.4 || hypot(hypot(p.x - other, p.y - y), p.z - z) < at + dust)
            continue;
        if (fabs(p.x - 0.5 * (x + other)) < dust)
            continue; // nor into the dust of the other rock
        fprintf(f, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", p.x, p.y, p.z, dust, -100 * d.y,
                100 * d.x, 0.0);
    }
}

bool nonsmooth_write_hubs(const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    fprintf(f, "x,y,z,radius,vx,vy,vz\n");
    write_rock(f, 20, 2, 9.6, 39.02);
    write_rock(f, 39.02, 2, 9.6, 20);
    return fclose(f) == 0;
}

const char nonsmooth_stream_text[] = HEAD GLASS RICH BEADS
    "domain: {low: [-6 cm, -6 cm, 0 m], high: [6 cm, 6 cm, 20 cm], boundary: {x: open, y: "
    "periodic, z: wall}, material: glass}\n"
    "nonsmooth: {relax: 2, speculative: false, precision: single}\n"
    "walls: {lid: {material: glass, plane: {point: [0 m, 0 m, 12.5 cm], normal: [0, 0, -1]}, "
    "drive: {law: force, axis: [0, 0, 1], force: -4 N, mass: 300 g}}}\n"
    "grains:\n"
    "  - {name: heap, shape: bead, material: glass, velocity: [1.5 m/s, 0 m/s, -0.2 m/s], " //
    LATTICE("9, 11, 6", "10 mm", "-4 cm, -5 cm, 5.5 mm", "1")                               //
    "streams:\n"
    "  rain: {shape: bead, material: glass, low: [-5 cm, -6 cm, 8 cm], high: [3 cm, 6 cm, 12 cm], "
    "velocity: [0 m/s, 0 "
    "m/s, -1 m/s], rate: 10000/s, count: 150, seed: 9}\n"
    "removals:\n"
    "  sink: {low: [2 cm, -6 cm, 0 m], high: [4 cm, 6 cm, 3 cm], every: 5 ms}\n"
    "run: {duration: 1 s, step: 0.25 ms, on_loss: remove, ledger: true}\n";

#define SHAPES                                                                                     \
    "shapes:\n"                                                                                    \
    "  cube: {polyhedron: {builder: {platonic: cube, size: 4 mm}}}\n"                              \
    "  table: {polyhedron: {builder: {box: [26 mm, 26 mm, 3 mm]}}}\n"                              \
    "  stone: {spheropolyhedron: {builder: {platonic: tetrahedron, size: 4 mm}, radius: 0.8 mm, "  \
    "meeting: features}}\n"                                                                        \
    "  rod: {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [6 mm, 0 mm, 0 mm]], radius: 1 "    \
    "mm}}\n"                                                                                       \
    "  bean: {clump: {ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}}}\n"              \
    "  ball: {ball: {radius: 2.5 mm}}\n"
#define SOME(name, shape, velocity, count, from, to, seed)                                         \
    "  - {name: " name ", shape: " shape ", material: glass, velocity: [" velocity                 \
    "], spin: [30 rad/s, 0 rad/s, 90 "                                                             \
    "rad/s], packing: {law: random, count: " count ", low: [0 m, 0 m, " from                       \
    "], high: [3 cm, 4 cm, " to "], seed: " seed "}}\n"

// A table with dice all over it, bodies of every kind, births and removals.
const char nonsmooth_solids_text[] =
    HEAD GLASS "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: "
               "mindlin, friction: 0.4}, rolling: "
               "none}}\n" SHAPES "domain: {low: [0 m, 0 m, 0 m], high: [8 cm, 4 cm, 15 cm], "
               "boundary: {x: periodic, y: wall, z: wall}, material: "
               "glass}\n"
               "grains:\n"
               "  - {name: table, shape: table, material: glass, turn: [0 rad, 0 rad, 0 rad], "
               "packing: {law: lattice, "
               "spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [2.5 cm, 2 cm, 1.5 mm]}}\n"
               "  - {name: dice, shape: cube, material: glass, turn: [0 rad, 0 rad, 0 rad], "
               "packing: {law: lattice, spacing: [4.2 "
               "mm, 4.2 mm, 1 cm], counts: [6, 6, 1], origin: [14.5 mm, 9.5 mm, 5 mm]}}\n" //
    SOME("cubes", "cube", "0.8 m/s, 0.2 m/s, -2 m/s", "16", "2.5 cm", "4.5 cm", "3")       //
    SOME("stones", "stone", "0.3 m/s, 0 m/s, -2 m/s", "10", "2.5 cm", "5 cm", "5")         //
    SOME("rods", "rod", "0.3 m/s, 0.5 m/s, -1 m/s", "10", "2.5 cm", "5 cm", "6")           //
    SOME("beans", "bean", "0 m/s, 0.5 m/s, -2 m/s", "10", "5 cm", "8 cm", "7")             //
    SOME("balls", "ball", "0 m/s, 0.5 m/s, -2 m/s", "10", "5 cm", "8 cm", "8")             //
    "streams:\n"
    "  rain: {shape: cube, material: glass, low: [0 m, 0 m, 10 cm], high: [3 cm, 4 cm, 14 cm], "
    "velocity: [0 m/s, 0 "
    "m/s, -1 m/s], rate: 1000/s, count: 10, seed: 9}\n"
    "removals:\n"
    "  sink: {low: [5 cm, 1 cm, 0 m], high: [6 cm, 3 cm, 1 cm], every: 3 ms}\n"
    "run: {duration: 1 s, step: 0.2 ms, ledger: true}\n";

const char nonsmooth_outlines_text[] =
    "scree: 1\nsolver: nonsmooth\ndimensions: 2\ngravity: [0, -9.81 m/s^2]\n" GLASS
    "pairs: {default: {normal: {law: linear, stiffness: 200 MN/m, restitution: 0.6}, tangential: "
    "{law: cundall-strack, "
    "friction: 0.4}, rolling: {law: elastic-plastic, friction: 0.05}}}\n"
    "nonsmooth: {impact: cascade, relax: 4}\n"
    "shapes:\n"
    "  rice: {spheropolygon: {vertices: [[0 mm, 0 mm], [5 mm, 0 mm]], radius: 1 mm, weights: "
    "sum}}\n"
    "  star: {spheropolygon: {vertices: [[0 mm, 0 mm], [6 mm, 0 mm], [6 mm, 6 mm], [3 mm, 1.5 mm], "
    "[0 mm, 6 mm]], "
    "closed: true, radius: 0.6 mm}}\n"
    "  pair: {clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 2 mm}, {at: [3 mm, 0 m, 0 m], radius: "
    "2 mm}]}}\n"
    "  disk: {ball: {radius: 2.5 mm}}\n"
    "domain: {low: [0 m, 0 m], high: [6 cm, 15 cm], boundary: {x: periodic, y: wall}, material: "
    "glass}\n"
    "grains:\n"
    "  - {name: rice, shape: rice, material: glass, velocity: [0.5 m/s, -0.7 m/s], spin: [0 rad/s, "
    "0 rad/s, 90 rad/s], "
    "packing: {law: random, count: 20, low: [0 m, 1 cm], high: [6 cm, 6 cm], seed: 3}}\n"
    "  - {name: stars, shape: star, material: glass, velocity: [-0.6 m/s, -0.9 m/s], packing: "
    "{law: random, count: 8, "
    "low: [0 m, 6 cm], high: [6 cm, 10 cm], seed: 4}}\n"
    "  - {name: pairs, shape: pair, material: glass, velocity: [-0.6 m/s, -0.9 m/s], packing: "
    "{law: random, count: 8, "
    "low: [0 m, 6 cm], high: [6 cm, 10 cm], seed: 7}}\n"
    "  - {name: disks, shape: disk, material: glass, velocity: [0 m/s, -0.7 m/s], packing: {law: "
    "random, count: 10, "
    "low: [0 m, 1 cm], high: [6 cm, 6 cm], seed: 5}}\n"
    "run: {duration: 1 s, step: 0.2 ms, ledger: true}\n";

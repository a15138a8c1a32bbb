// test_attraction.c - grains with corners that attract: what a pair pulls with, how far apart it holds, what hangs and
// what falls, and whether the books close.
#include "harness.h"
#include "support/scenes.h"

#include "law/single.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the law of the pair, whatever touches where
//
// Two grains so heavy that nothing stops them start in overlap and part. In every step the contacts together must push
// with the force that one contact of the laws has on the same path.

enum { OVERLAP = 20, SPEED = 100 }; // um, mm/s; a step of 10 us takes 1 um

typedef struct couple {
    const char *name, *shapes;
    bool flat, wall;
    double apart;  // of the centres in touch, mm
    double radius; // R*, m
    int contacts;  // in touch; 0: any number
    double beside; // of b in both other directions, mm
} couple;

#define ANGLE                                                                                      \
    "polyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [12 mm, 0 mm, 0 mm], [12 mm, 4 mm, 0 mm], [4 "    \
    "mm, 4 mm, 0 mm], [4 "                                                                         \
    "mm, 12 mm, 0 mm], [0 mm, 12 mm, 0 mm], [0 mm, 0 mm, 6 mm], [12 mm, 0 mm, 6 mm], [12 mm, 4 "   \
    "mm, 6 mm], [4 mm, 4 "                                                                         \
    "mm, 6 mm], [4 mm, 12 mm, 6 mm], [0 mm, 12 mm, 6 mm]], faces: [[5, 4, 3, 2, 1, 0], [6, 7, 8, " \
    "9, 10, 11], [0, 1, "                                                                          \
    "7, 6], [1, 2, 8, 7], [2, 3, 9, 8], [3, 4, 10, 9], [4, 5, 11, 10], [5, 0, 6, 11]], "           \
    "contact_radius: 6 mm}"
#define CUBE "polyhedron: {builder: {box: [20 mm, 20 mm, 20 mm]}, contact_radius: 12 mm}"
#define ROUND "spheropolyhedron: {builder: {box: [16 mm, 16 mm, 16 mm]}, radius: 2 mm}"
#define STAR                                                                                       \
    "spheropolygon: {vertices: [[-3 mm, -3 mm], [3 mm, -3 mm], [3 mm, 3 mm], [0 mm, 1 mm], [-3 "   \
    "mm, 3 mm]], closed: "                                                                         \
    "true, radius: 1 mm}"
#define SQUARE                                                                                     \
    "spheropolygon: {vertices: [[-3 mm, -3 mm], [3 mm, -3 mm], [3 mm, 3 mm], [-3 mm, 3 mm]], "     \
    "closed: true, radius: 1 "                                                                     \
    "mm}"

static const couple couples[] = {
    {"cube on a plane", "a: {" CUBE "}, b: {" CUBE "}", false, true, 10, 12e-3, 4, 0},
    {"two cubes", "a: {" CUBE "}, b: {" CUBE "}", false, false, 20, 6e-3, 4, 0},
    {"two rounded cubes", "a: {" ROUND "}, b: {" ROUND "}", false, false, 20, 1e-3, 4, 0},
    {"two rounded cubes by features",
     "a: {spheropolyhedron: {builder: {box: [16 mm, 16 mm, 16 mm]}, radius: 2 mm, meeting: "
     "features}}, b: "
     "{spheropolyhedron: {builder: {box: [12 mm, 12 mm, 16 mm]}, radius: 2 mm, meeting: features}}",
     false, false, 20, 1e-3, 4, 0},
    {"ball on a rounded cube", "a: {" ROUND "}, b: {ball: {radius: 5 mm}}", false, false, 15,
     1 / (1 / 2e-3 + 1 / 5e-3), 1, 1},
    {"ball on a solid", "a: {" ANGLE "}, b: {ball: {radius: 5 mm}}", false, false, 8,
     1 / (1 / 6e-3 + 1 / 5e-3), 1, -2.4},
    {"two solids", "a: {" ANGLE "}, b: {" ANGLE "}", false, false, 6, 3e-3, 0, -1},
    {"solid on a plane", "a: {" ANGLE "}, b: {" ANGLE "}", false, true, 3, 6e-3, 6, 0},
    {"two rods end to end",
     "a: {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [0 mm, 0 mm, 8 mm]], radius: 5 mm}}, "
     "b: {spheropolyhedron: "
     "{vertices: [[0 mm, 0 mm, 0 mm], [0 mm, 0 mm, 8 mm]], radius: 5 mm}}",
     false, false, 18, 2.5e-3, 1, 0},
    {"outline on a line", "a: {" SQUARE "}, b: {" SQUARE "}", true, true, 4, 1e-3, 2, 0},
    {"two outlines", "a: {" SQUARE "}, b: {" SQUARE "}", true, false, 8, 0.5e-3, 8, 0},
    {"disk on an outline", "a: {" SQUARE "}, b: {ball: {radius: 5 mm}}", true, false, 9,
     1 / (1e3 + 200), 1, 0},
};

typedef struct sticky {
    const char *name, *laws;
    bool far;
} sticky;

static const sticky laws[] = {
    {"adhesion",
     "normal: {law: hertz, restitution: 1}, cohesion: {law: adhesion, force: 0.1 N, overlap: 8 um}",
     false},
    {"capillary",
     "normal: {law: hertz, restitution: 1}, cohesion: {law: capillary, surface_tension: 0.072 N/m, "
     "contact_angle: 0.3 "
     "rad, relative_volume: 2e-5}",
     true},
    {"bridges on a yielding contact",
     "normal: {law: thornton, yield_pressure: 10 kPa}, cohesion: {law: capillary, surface_tension: "
     "0.072 N/m, volume: "
     "1e-4 mm^3}",
     true},
    {"dmt", "normal: {law: hertz, restitution: 1}, cohesion: {law: dmt, work_of_adhesion: 1 J/m^2}",
     false},
    {"sjkr", "normal: {law: hertz, restitution: 1}, cohesion: {law: sjkr, energy_density: 10 kPa}",
     false},
    {"jkr", "normal: {law: jkr, work_of_adhesion: 3 J/m^2}", true},
    {"luding",
     "normal: {law: luding, stiffness: 1 kN/m, unloading_stiffness: 3 kN/m, cohesion_stiffness: 1 "
     "kN/m}",
     false},
    {"eepa", "normal: {law: eepa, adhesion_ratio: 0.5, pull: 10 mN}", false},
};

// Density of both, kg/m^3; gap at first, m; speed at which they part, m/s; by what b is off level, rad.
typedef struct start {
    double density[2], gap, speed, tilt;
} start;

static void pair_text(const couple *c, const char *law, start from, char *text, size_t room)
{
    const char *low = c->flat ? "-1 m, -1 m" : "-1 m, -1 m, -1 m",
               *high = c->flat ? "1 m, 1 m" : "1 m, 1 m, 1 m";
    const char *one = c->flat ? "spacing: [1 m, 1 m], counts: [1, 1]"
                              : "spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1]";
    char at[80], wall[160] = "", first[300] = "";
    double up = c->apart + 1e3 * from.gap;
    char turn[80];
    snprintf(turn, sizeof turn, "%.17g rad, 0 rad, %.17g rad", c->flat ? 0 : from.tilt,
             c->flat ? from.tilt : 0);
    if (c->flat)
        snprintf(at, sizeof at, "%g mm, %.17g mm", c->beside, up);
    else
        snprintf(at, sizeof at, "%g mm, %g mm, %.17g mm", c->beside, c->beside, up);
    if (c->wall)
        snprintf(wall, sizeof wall,
                 "walls: {floor: {material: m, plane: {point: [%s], normal: [%s]}}}\n",
                 c->flat ? "0 m, 0 m" : "0 m, 0 m, 0 m", c->flat ? "0, 1" : "0, 0, 1");
    else
        snprintf(first, sizeof first,
                 "  one: {shape: a, material: m, turn: [0 rad, 0 rad, 0 rad], packing: {law: "
                 "lattice, %s, origin: [%s]}}\n",
                 one, c->flat ? "0 m, 0 m" : "0 m, 0 m, 0 m");
    snprintf(text, room,
             "scree: 1\ngravity: 0\n%smaterials: {m: {density: %.17g kg/m^3, young: 1 MPa, "
             "poisson: 0.3}, n: {density: "
             "%.17g kg/m^3, young: 1 MPa, poisson: 0.3}}\n"
             "pairs: {default: {%s, tangential: none}}\nshapes: {%s}\ndomain: {low: [%s], high: "
             "[%s]}\n%sgrains:\n%s"
             "  two: {shape: b, material: n, turn: [%s], velocity: [%s%.17g m/s], packing: {law: "
             "lattice, %s, origin: [%s]}}\nrun: {steps: 1, step: 10 us, deepest_overlap: none, "
             "ledger: true}\n",
             c->flat ? "dimensions: 2\n" : "", from.density[0], from.density[1], law, c->shapes,
             low, high, wall, first, turn, c->flat ? "0 m/s, " : "0 m/s, 0 m/s, ", from.speed, one,
             at);
}

static void part(const couple *c, const sticky *law)
{
    char text[4096];
    sim s;
    law_set set;
    law_single alone;
    scree_error e;
    pair_text(c, law->laws, (start){{1e12, 1e12}, OVERLAP * -1e-6, SPEED * 1e-3, 0}, text,
              sizeof text);
    world_options options = options_of(1, 0, 3e-5); // lists look less far than bridges reach
    REQUIRE(sim_open(&s, text, NULL, 0, &options));
    REQUIRE(law_set_mix(&s.m, 0, 1, &set, &e) == SCREE_OK);
    law_single_begin(&alone, &set, c->radius, 1);
    const double step = SPEED * 1e-3 * 1e-5, reach = law_set_reach(&set, c->radius);
    double most = 0, off = 0, last = 1, held = -1;
    int first = 0;
    CHECK_MSG(law->far == (reach > 0), "%s", law->name);
    for (int i = 0; held < reach + 3 * step && i < 2000; i++) {
        frame f = sim_frame(&s);
        double force = 0, overlap = OVERLAP * 1e-6 - i * step;
        for (int64_t k = 0; k < f.contact.count; k++)
            force += f.contact.normal_force[k];
        if (i == 0)
            first = (int)f.contact.count;
        if (f.contact.count)
            last = -overlap;
        frame_clear(&f);
        double want = law_single_step(&alone, (law_motion){.overlap = overlap, .dt = 1e-5}).push;
        most = fmax(most, fabs(want));
        // where a force begins or ends with a jump a step counts as what it is of one
        if (fabs(overlap) > 1.5 * step && fabs(overlap + reach) > 1.5 * step)
            off = fmax(off, fabs(force - want));
        held = -overlap;
        REQUIRE(sim_step(&s, 1));
    }
    CHECK_MSG(c->contacts == 0 || first == c->contacts, "%s, %s: %d contacts", c->name, law->name,
              first);
    CHECK_MSG(off < 1e-8 * most, "%s, %s: off by %.3g of %.3g N", c->name, law->name, off, most);
    CHECK_MSG(fabs(last - reach) < 1.5 * step, "%s, %s: parts at %.4g m, not %.4g", c->name,
              law->name, last, reach);
    sim_close(&s);
}

TEST(a_pair_pulls_as_its_law_says)
{
    for (size_t i = 0; i < sizeof couples / sizeof *couples; i++)
        for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
            part(&couples[i], &laws[k]);
}

// Off level: as soon as a corner has touched, those within reach pull with it, each with its share of the law at its
// own gap, and all are held on to as long as the nearest is.
static void lean(const couple *c, const sticky *law, double width)
{
    char text[4096];
    sim s;
    law_set set;
    scree_error e;
    const double step = SPEED * 1e-3 * 1e-5;
    pair_text(c, law->laws, (start){{1e12, 1e12}, 0, SPEED * 1e-3, 0}, text, sizeof text);
    REQUIRE(sim_open(&s, text, NULL, 0, NULL) && law_set_mix(&s.m, 0, 1, &set, &e) == SCREE_OK);
    sim_close(&s);
    double range = law_set_reach(&set, c->radius), tilt = 0.6 * range / width;
    REQUIRE(range > 0);
    // the lowest corners are 3 um deep
    pair_text(c, law->laws, (start){{1e12, 1e12}, 0.5 * width * tilt - 3e-6, SPEED * 1e-3, tilt},
              text, sizeof text);
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    int most = 0, seen = 0;
    for (int i = 0; i * step < range; i++) {
        REQUIRE(sim_step(&s, 1));
        frame f = sim_frame(&s);
        double sum = 0, off = 0, largest = 0;
        for (int64_t k = 0; k < f.contact.count; k++)
            sum += range + f.contact.overlap[k];
        for (int64_t k = 0; k < f.contact.count && i > 0; k++) {
            law_single one;
            law_single_begin(&one, &set, c->radius, 1);
            law_single_step(&one, (law_motion){.overlap = 1e-6, .dt = 1});
            double share = (range + f.contact.overlap[k]) / sum,
                   want = share * law_single_step(
                                      &one, (law_motion){.overlap = f.contact.overlap[k], .dt = 1})
                                      .push;
            largest = fmax(largest, fabs(want));
            // in the gap, and not where a step counts as what it is of a jump
            if (f.contact.overlap[k] < -step && range + f.contact.overlap[k] > 1.5 * step) {
                off = fmax(off, fabs(f.contact.normal_force[k] - want));
                seen++;
            }
        }
        most = f.contact.count > most ? (int)f.contact.count : most;
        CHECK_MSG(off <= 1e-7 * largest, "%s, %s, step %d: off by %.3g of %.3g N", c->name,
                  law->name, i, off, largest);
        frame_clear(&f);
    }
    CHECK_MSG(most == c->contacts, "%s, %s: %d contacts", c->name, law->name, most);
    CHECK_MSG(seen > range / step && world_pulse_of(s.w).contacts > 0, "%s, %s", c->name,
              law->name);
    REQUIRE(sim_step(&s, 10));
    CHECK_MSG(world_pulse_of(s.w).contacts == 0, "%s, %s", c->name, law->name);
    sim_close(&s);
}

TEST(what_is_within_reach_takes_part)
{
    const couple square = {
        "square on a line", "a: {" SQUARE "}, b: {" SQUARE "}", true, true, 4, 1e-3, 2, 0};
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        if (!laws[k].far)
            continue;
        lean(&couples[0], &laws[k], 20e-3);
        lean(&square, &laws[k], 6e-3);
    }
}

// ---- impacts
//
// Faces that meet squarely, the centre of mass over the middle of their corners, bounce, stick and tear as two balls of
// the same R* and masses, and the books of both close.

typedef struct bounce {
    double speed, mass[2]; // of parting, m/s; mass[0] is 0 for a wall
    double lost, residual; // of the kinetic energy at first
} bounce;

static bounce strike(const couple *c, const sticky *law, start from)
{
    char text[4096];
    sim s;
    bounce out = {0};
    pair_text(c, law->laws, from, text, sizeof text);
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return out;
    frame f = sim_frame(&s);
    int last = (int)f.ball.count - 1;
    double energy = f.ledger.kinetic;
    out.mass[0] = last ? f.ball.mass[0] : 0;
    out.mass[1] = f.ball.mass[last];
    frame_clear(&f);
    CHECK(sim_step(&s, 4000));
    f = sim_frame(&s);
    v3 v = f.ball.velocity[last];
    if (last)
        v = v3_sub(v, f.ball.velocity[0]);
    out.speed = c->flat ? v.y : v.z;
    out.lost = 1 - f.ledger.kinetic / energy;
    out.residual = f.ledger.residual / energy;
    frame_clear(&f);
    sim_close(&s);
    return out;
}

static void compare_bounces(const couple *c, const sticky *law)
{
    char shapes[200];
    start from = {{1000, 1000}, 5e-6, c->flat ? -0.02 : -0.03, 0};
    bounce real = strike(c, law, from);
    double r = (c->wall ? 1 : 2) * c->radius, size = c->flat ? r * r : 4.0 / 3 * r * r * r;
    for (int k = 0; k < 2; k++)
        from.density[k] = real.mass[k] > 0 ? real.mass[k] / (size * 3.14159265358979324) : 1000;
    snprintf(shapes, sizeof shapes, "a: {ball: {radius: %.17g m}}, b: {ball: {radius: %.17g m}}", r,
             r);
    couple balls = *c;
    balls.shapes = shapes;
    balls.apart = 1e3 * (c->wall ? r : 2 * r);
    bounce want = strike(&balls, law, from);
    CHECK_MSG(fabs(real.speed - want.speed) < 1e-6 * fabs(from.speed),
              "%s, %s: %.9g m/s, balls %.9g", c->name, law->name, real.speed, want.speed);
    CHECK_MSG(fabs(real.residual) < 1e-4 && fabs(real.residual) < fabs(want.residual) + 1e-6,
              "%s, %s: residual %.3g, of balls %.3g", c->name, law->name, real.residual,
              want.residual);
}

TEST(faces_bounce_as_balls_do)
{
    for (size_t i = 0; i < sizeof couples / sizeof *couples; i++)
        for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
            if (couples[i].contacts == 4 || couples[i].contacts == 2)
                compare_bounces(&couples[i], &laws[k]);
}

// ---- what hangs and what falls
//
// A cube of 2 cm under a plane, a thousandth of a degree off level, where the law alone would hold it. Weights shift
// towards the corners that are nearer, so level hangs what has d/dg [(r - g) P(g)] < 0, P the push at gap g and r the
// gap up to which the pair holds on (docs/contacts-of-shapes.md): under Hertz and a constant pull F up to 3/5 F, with a
// bridge of long range next to F, under JKR up to 0.747 of 3/2 pi w R. More tips over. What hangs by a corner holds all
// of the pull.

#define CUBE_UNDER                                                                                 \
    "materials: {m: {density: 1000 kg/m^3, young: 1 MPa, poisson: 0.3}}\ndomain: {low: [-1 m, -1 " \
    "m, -9 m], high: [1 "                                                                          \
    "m, 1 m, 1 m]}\nwalls: {ceiling: {material: m, plane: {point: [0 m, 0 m, 0 m], normal: [0, "   \
    "0, -1]}}}\n"

typedef struct hanging {
    double down, tilt; // of the centre, m; of a side, as a sine
    int contacts;
} hanging;

// Under `load` of the greatest pull, for 0.4 s.
static hanging hang(const char *solver, const char *pairs, const char *shape, bool corner,
                    double pull, double load)
{
    char text[2048];
    sim s;
    scree_error e;
    hanging out = {INFINITY, INFINITY, -1};
    const double mass = 8e-3, gravity = load * pull / mass, far = corner ? 0.01 * sqrt(3.0) : 0.01;
    law_set set;
    law_single alone;
    for (int round = 0; round < 2; round++) {
        double level = round ? out.down : far; // first to ask the law where it hangs
        snprintf(text, sizeof text,
                 "scree: 1\nsolver: %s\ngravity: [0, 0, -%.17g m/s^2]\n" CUBE_UNDER
                 "pairs: {default: {%s}}\nshapes: {a: {%s}}\n"
                 "grains: [{name: one, shape: a, material: m, turn: [%s], packing: {law: lattice, "
                 "spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, -%.17g m]}}]\n"
                 "run: {steps: 1, step: 20 us, orientation: true, ledger: true, deepest_overlap: "
                 "none}\n",
                 solver, gravity, pairs, shape,
                 corner ? "0.67551085 rad, -0.67551085 rad, 0 rad" : "2e-5 rad, 1e-5 rad, 0 rad",
                 level);
        if (!CHECK(sim_open(&s, text, NULL, 0, NULL)) ||
            !CHECK(law_set_mix(&s.m, 0, 0, &set, &e) == SCREE_OK))
            return out;
        if (round)
            break;
        law_single_begin(&alone, &set, 12e-3, mass);
        double depth = law_single_overlap_at(&alone, (law_motion){.dt = 1},
                                             -fmin(load, 0.999) * pull, 1e-9, 1e-3);
        out.down = far - (isfinite(depth) ? depth : 1e-6);
        sim_close(&s);
    }
    CHECK(sim_step(&s, 20000));
    frame f = sim_frame(&s);
    q4 q = f.ball.orientation[0];
    out.down += f.ball.position[0].z;
    out.tilt = 1 - q4_rotate(q, v3_make(0, 0, 1)).z;
    out.tilt = sqrt(out.tilt * (2 - out.tilt));
    out.contacts = (int)f.contact.count;
    frame_clear(&f);
    sim_close(&s);
    return out;
}

TEST(hangs_up_to_the_pull_off_and_falls_above)
{
    const double pi = 3.14159265358979323846;
    static const struct {
        const char *name, *pairs;
        double pull, level; // over w R or surface tension times R; up to what load it stays level
    } law[] = {{"dmt",
                "normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: "
                "0.5}, cohesion: {law: dmt, "
                "work_of_adhesion: 1 J/m^2}",
                2, 0.6},
               {"capillary",
                "normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: "
                "0.5}, cohesion: {law: "
                "capillary, "
                "surface_tension: 1 N/m, volume: 1 mm^3}",
                4, 0.97},
               {"jkr",
                "normal: {law: jkr, work_of_adhesion: 1 J/m^2, restitution: 0.3}, tangential: "
                "{law: mindlin, friction: "
                "0.5}",
                1.5, 0.747}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            const char *shape =
                k ? "spheropolyhedron: {builder: {box: [19 mm, 19 mm, 19 mm]}, radius: 0.5 mm, "
                    "contact_radius: 12 mm}"
                  : CUBE;
            double pull = law[i].pull * pi * 12e-3;
            hanging low = hang("smooth", law[i].pairs, shape, false, pull, 0.4),
                    high = hang("smooth", law[i].pairs, shape, false, pull, law[i].level - 0.03),
                    over = hang("smooth", law[i].pairs, shape, false, pull, law[i].level + 0.06),
                    fallen = hang("smooth", law[i].pairs, shape, false, pull, 1.03);
            CHECK_MSG(low.contacts == 4 && fabs(low.down) < 1e-6 && low.tilt < 1e-7,
                      "%s: %g m, tilt %g", law[i].name, low.down, low.tilt);
            CHECK_MSG(high.contacts == 4 && fabs(high.down) < 1e-6 && high.tilt < 1e-7,
                      "%s: %g m, tilt %g", law[i].name, high.down, high.tilt);
            CHECK_MSG(over.contacts < 4 && over.tilt > 0.01, "%s: tilt %g", law[i].name, over.tilt);
            CHECK_MSG(fallen.contacts == 0 && fallen.down < -0.1, "%s: %g m", law[i].name,
                      fallen.down);
            if (k)
                continue;
            high = hang("smooth", law[i].pairs, shape, true, pull, 0.97);
            fallen = hang("smooth", law[i].pairs, shape, true, pull, 1.03);
            CHECK_MSG(high.contacts == 1 && fabs(high.down) < 1e-4, "%s, corner: %g m", law[i].name,
                      high.down);
            CHECK_MSG(fallen.contacts == 0 && fallen.down < -0.1, "%s, corner: %g m", law[i].name,
                      fallen.down);
        }
}

// The law that the nonsmooth solver has a row for, whose bound counts with the share: all corners together pull with
// it.
TEST(hangs_in_both_solvers)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    const char *pairs = "normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "
                        "friction: 0.5}, cohesion: "
                        "{law: adhesion, force: 20 mN, overlap: 200 um}";
    for (int k = 0; k < 2; k++) {
        hanging holds = hang(solvers[k], pairs, CUBE, false, 0.02, 0.9),
                fallen = hang(solvers[k], pairs, CUBE, false, 0.02, 1.1),
                corner = hang(solvers[k], pairs, CUBE, true, 0.02, 0.9);
        CHECK_MSG(holds.contacts == 4 && fabs(holds.down) < 1e-6 && holds.tilt < 1e-5,
                  "%s: %g m, tilt %g", solvers[k], holds.down, holds.tilt);
        CHECK_MSG(corner.contacts == 1 && fabs(corner.down) < 1e-6, "%s, corner: %g m", solvers[k],
                  corner.down);
        CHECK_MSG(fallen.contacts == 0 && fallen.down < -0.01, "%s: %g m", solvers[k], fallen.down);
    }
}

// ---- books of many
//
// Wet solids with corners fall on each other. Where another corner comes next, or a gap opens, the stiffness under a
// spring jumps to next to nothing: what the spring held is lost, and no more.
TEST(books_close_where_stiffness_jumps)
{
    static const char text[] =
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\nmaterials: {m: {density: 2500 kg/m^3, young: 50 "
        "MPa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.4}, tangential: {law: mindlin, "
        "friction: 0.3}, "
        "cohesion: "
        "{law: capillary, surface_tension: 0.3 N/m, volume: 1 mm^3}}}\nshapes: {a: {" ANGLE "}}\n"
        "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
        "grains: {one: {shape: a, material: m, packing: {law: random, count: 20, low: [-3 cm, -3 "
        "cm, 1 cm], high: [3 "
        "cm, 3 cm, 9 cm], seed: 3}}}\nrun: {steps: 1, step: 5 us, ledger: true}\n";
    sim s;
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return;
    CHECK(sim_step(&s, 30000));
    frame f = sim_frame(&s);
    frame_ledger l = f.ledger;
    // 24 g that fall by at most 0.1 m
    CHECK_MSG(l.friction > 0 && l.friction < 0.01, "friction %g J", l.friction);
    CHECK_MSG(fabs(l.residual) < 2e-4 && l.worst < 1e-4, "residual %g, worst %g J", l.residual,
              l.worst);
    frame_clear(&f);
    sim_close(&s);
}

// ---- the same grain under other names

static bool same_motion(sim *a, sim *b)
{
    frame f = sim_frame(a), g = sim_frame(b);
    size_t size = (size_t)f.ball.count * sizeof(v3);
    bool same = f.ball.count == g.ball.count && f.contact.count == g.contact.count &&
                !memcmp(f.ball.position, g.ball.position, size) &&
                !memcmp(f.ball.velocity, g.ball.velocity, size) &&
                !memcmp(f.ball.spin, g.ball.spin, size) &&
                !memcmp(f.ball.force, g.ball.force, size);
    frame_clear(&f);
    frame_clear(&g);
    return same;
}

// A ball, a clump of one and a point with a radius meet a ball and a floor with the same bits.
TEST(a_point_with_a_radius_is_a_ball)
{
    static const char *const forms[] = {
        "ball: {radius: 5 mm}", "spheropolyhedron: {vertices: [[1 mm, 2 mm, -3 mm]], radius: 5 mm}",
        "clump: {balls: [{at: [1 mm, -2 mm, 0 mm], radius: 5 mm}]}"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        sim s[3];
        int differ = 0, touching = 0;
        for (int k = 0; k < 3; k++) {
            char text[2048];
            snprintf(text, sizeof text,
                     "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\ndomain: {low: [-1 m, -1 m, -1 m], "
                     "high: [1 m, 1 m, 1 m]}\n"
                     "materials: {m: {density: 2500 kg/m^3, young: 1 MPa, poisson: 0.3}}\npairs: "
                     "{default: {%s, "
                     "tangential: none}}\nshapes: {a: {%s}, b: {ball: {radius: 5 mm}}}\nwalls: "
                     "{floor: {material: m, "
                     "plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\ngrains:\n"
                     "  one: {shape: a, material: m, velocity: [0.2 m/s, 0.02 m/s, -0.1 m/s], "
                     "packing: {law: lattice, "
                     "spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 5.2 mm]}}\n"
                     "  two: {shape: b, material: m, velocity: [-0.2 m/s, 0, 0], packing: {law: "
                     "lattice, spacing: [1 m, "
                     "1 m, 1 m], counts: [1, 1, 1], origin: [9.3 mm, 4.1 mm, 5.6 mm]}}\n"
                     "run: {steps: 1, step: 20 us, deepest_overlap: none}\n",
                     laws[i].laws, forms[k]);
            REQUIRE(sim_open(&s[k], text, NULL, 0, NULL));
        }
        for (int n = 0; n < 1500; n++) {
            for (int k = 0; k < 3; k++)
                REQUIRE(sim_step(&s[k], 1));
            differ += !same_motion(&s[0], &s[1]) || !same_motion(&s[0], &s[2]);
            touching += world_pulse_of(s[0].w).contacts > 0;
        }
        CHECK_MSG(differ == 0 && touching > 100, "%s: %d of %d steps in contact differ",
                  laws[i].name, differ, touching);
        for (int k = 0; k < 3; k++)
            sim_close(&s[k]);
    }
}

// ---- what is refused

// What is refused and why; "" where the case runs.
static const char *fault_of(const char *shape, const char *pairs)
{
    static char out[1200];
    char text[1600];
    sim s;
    scree_error e = {0};
    snprintf(text, sizeof text,
             "scree: 1\ngravity: 0\nmaterials: {grit: {density: 2500 kg/m^3, young: 1 MPa, "
             "poisson: 0.3}}\n"
             "pairs: {default: {%s, tangential: none}}\nshapes: {chip: {%s}}\ndomain: {low: [-1 m, "
             "-1 m, -1 m], high: [1 "
             "m, 1 m, 1 m]}\ngrains: {one: {shape: chip, material: grit, packing: {law: lattice, "
             "spacing: [1 m, 1 m, 1 "
             "m], counts: [1, 1, 1]}}}\nrun: {steps: 1, step: 10 us}\n",
             pairs, shape);
    if (!CHECK(sim_read(&s, text, NULL, 0)))
        return "";
    out[0] = 0;
    world_options plain = options_of(1, 0, 0);
    if (world_create(&s.m, &plain, &s.w, &e) != SCREE_OK)
        snprintf(out, sizeof out, "%s: %s (%s)", e.where, e.what, e.hint);
    sim_close(&s);
    return out;
}

TEST(refuses_bridges_between_features)
{
    const char *summed =
        "spheropolyhedron: {builder: {box: [8 mm, 8 mm, 8 mm]}, radius: 1 mm, meeting: features, "
        "weights: sum}";
    const char *said = fault_of(summed, laws[1].laws);
    CHECK_MSG(!strncmp(said, "pairs: by the law '", 19) &&
                  strstr(said,
                         "the pair grit, grit attracts across a gap, which is not defined for "
                         "the plain sum of features of the shape `chip` (leave `weights: sum` "
                         "out, or use a law that ends with touch)"),
              "%s", said);
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        if (!laws[i].far)
            CHECK_MSG(!*fault_of(summed, laws[i].laws), "%s: %s", laws[i].name,
                      fault_of(summed, laws[i].laws));
}

TEST_MAIN

// test_fields.c - coarse-grained fields: smoothing functions, sums over a domain, balances of mass and momentum at a point.
#include "swarm_fixture.h"

#include "measure/coarse.h"
#include "measure/smoothing.h"
#include "smooth/smooth.h"

TEST(smoothing_functions_have_integral_1)
{
    const double width = 0.7;
    for (int kind = 0; kind < 3; kind++) {
        for (int dimensions = 1; dimensions <= 3; dimensions++) {
            const smoothing f = smoothing_make((smoothing_kind)kind, width, dimensions);
            const int steps = 200000;
            double sum = 0;
            for (int i = 0; i < steps; i++) {
                const double r = f.reach * (i + 0.5) / steps;
                const double shell = dimensions == 1   ? 2
                                     : dimensions == 2 ? 2 * pi * r
                                                       : 4 * pi * r * r;
                sum += shell * smoothing_at(&f, r * r) * f.reach / steps;
            }
            CHECK_NEAR(sum, 1, 1e-9);
            CHECK_NEAR(smoothing_at(&f, f.reach * f.reach * 1.0001), 0, 0);
        }
    }
}

// The mean along lines beside, through and out of a function is that of very many points, and has the same bits whatever the
// width of vectors and wherever in one it is.
TEST(means_along_lines)
{
    enum { MIDDLES = 11, ROOM = MIDDLES + SMOOTHING_SLACK };
    rng random = rng_make(9, 0);
    for (int trial = 0; trial < 120; trial++) {
        const int kind = trial % 3;
        const smoothing f = smoothing_make((smoothing_kind)kind, 1, 3);
        const double length[5] = {1.2, 0.7, 0.2, 0.09, 0};
        const smoothing_line line = {
            .from = v3_scale(0.5, draw_normal(&random)),
            .way = v3_scale(length[trial / 3 % 5], rng_direction(&random)),
        };
        double place[3][ROOM] = {{0}}, plain[ROOM], wide[ROOM];
        for (int i = 0; i < MIDDLES; i++) {
            // about one on the line itself, others anywhere
            const v3 middle = i ? draw_normal(&random) : v3_fma(line.from, 0.3, line.way);
            for (int axis = 0; axis < 3; axis++)
                place[axis][i] = v3_component(middle, axis);
        }
        const smoothing_middles at = {place[0], place[1], place[2], MIDDLES};
        smoothing_kernel_of(1).means(&f, &line, &at, plain);
        for (int width = 2; width <= 8; width *= 2) {
            if (!kernel_choose(width))
                continue;
            smoothing_kernel_of(width).means(&f, &line, &at, wide);
            CHECK(!memcmp(plain, wide, MIDDLES * sizeof *plain));
        }
        for (int i = 0; i < MIDDLES; i++) {
            const v3 middle = v3_make(place[0][i], place[1][i], place[2][i]);
            const v3 from = v3_sub(line.from, middle);
            const int points = 20000;
            double sum = 0;
            for (int k = 0; k < points; k++) {
                const v3 way = v3_fma(from, (k + 0.5) / points, line.way);
                sum += smoothing_at(&f, v3_dot(way, way)) / points;
            }
            CHECK_NEAR(plain[i], sum, kind == 0 ? 1.7e-5 : 5e-5);
        }
    }
}

// ---- sums over a domain

enum { LINKS_MOST = 3000 };
typedef struct forces {
    int64_t a[LINKS_MOST], b[LINKS_MOST];
    v3 point[LINKS_MOST], normal[LINKS_MOST], force[LINKS_MOST];
    v3 position_a[LINKS_MOST], position_b[LINKS_MOST];
} forces;

// Grains that move, and contacts with all sorts of forces between near ones and at the walls of y.
static swarm *make_crowd(forces *f, int count, int dimensions)
{
    swarm *s = swarm_make(count);
    rng random = rng_make(3, (uint64_t)dimensions);
    s->m.dimensions = dimensions;
    s->m.high = v3_make(1, 1.2, 0.9);
    s->m.boundary[0] = BOUNDARY_PERIODIC;
    s->m.boundary[1] = BOUNDARY_WALL;
    for (int i = 0; i < count; i++) {
        s->position[i] = draw_place(&random, v3_make(1, 1.2, 0.9));
        s->velocity[i] = draw_normal(&random);
        s->velocity[i].y += 2;
        if (dimensions == 2)
            s->position[i].z = s->velocity[i].z = 0;
        s->mass[i] = 1 + rng_uniform(&random);
        s->set[i] = i % 3 == 0;
    }
    s->f.contact = (frame_contacts){.a = f->a,
                                    .b = f->b,
                                    .point = f->point,
                                    .normal = f->normal,
                                    .force = f->force,
                                    .position_a = f->position_a,
                                    .position_b = f->position_b};
    for (int b = 0; b < count; b++) {
        for (int a = -1; a < b && s->f.contact.count < LINKS_MOST; a++) {
            const v3 to = s->position[b];
            v3 from = a < 0 ? v3_make(to.x, 0, to.z) : s->position[a];
            from.x -= floor(from.x - to.x + 0.5);
            if (v3_distance(from, to) > 0.2)
                continue;
            const int64_t at = s->f.contact.count++;
            f->a[at] = a < 0 ? 1 : s->id[a];
            f->b[at] = s->id[b];
            f->position_a[at] = from;
            f->position_b[at] = to;
            f->point[at] = a < 0 ? from : v3_fma(v3_scale(0.6, from), 0.4, to);
            f->normal[at] = v3_unit(v3_sub(to, from));
            f->force[at] = draw_normal(&random);
            if (dimensions == 2)
                f->force[at].z = 0;
        }
    }
    return s;
}

// Whatever the function, its width and the cells: mass, momentum and the sum of F d are those of the grains to rounding.
TEST(sums_over_the_domain_are_those_of_the_grains)
{
    forces *f = calloc(1, sizeof *f);
    for (int way = 0; way < 24; way++) {
        const int dimensions = way % 2 ? 3 : 2;
        swarm *s = make_crowd(f, 120, dimensions);
        rig r = rig_make("field-series");
        const double counts[4][3] = {{5, 6, 4}, {1, 9, 1}, {7, 1, 3}, {1, 1, 1}};
        const double *count = counts[way / 2 % 4];
        set(&r, "cells", count[0], count[1], count[2]);
        set(&r, "function", way / 8, 0, 0);
        set(&r, "width", way / 8 == 1 ? 0.12 : way % 3 ? 0.3 : 0.01, 0, 0);
        REQUIRE(swarm_begin(&r, s) == SCREE_OK);
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        double mass = 0, momentum = 0, kinetic = 0, xy = 0, yy = 0;
        for (int i = 0; i < 120; i++) {
            const v3 v = s->velocity[i];
            mass += s->mass[i];
            momentum += s->mass[i] * v.y;
            kinetic += 0.5 * s->mass[i] * v3_dot(v, v);
        }
        for (int64_t i = 0; i < s->f.contact.count; i++) {
            const v3 d = v3_sub(f->position_b[i], f->position_a[i]);
            xy += f->force[i].x * d.y;
            yy += f->force[i].y * d.y;
        }
        CHECK(s->f.contact.count > 100);
        CHECK_NEAR(cell(&r, 0, "grains"), 120, 1e-11);
        CHECK_REL(cell(&r, 0, "mass"), mass, 1e-13);
        CHECK_REL(cell(&r, 0, "momentum_y"), momentum, 1e-12);
        CHECK_REL(cell(&r, 0, "kinetic"), kinetic, 1e-12);
        CHECK_NEAR(cell(&r, 0, "contact_xy"), xy, 1e-11);
        CHECK_NEAR(cell(&r, 0, "contact_yy"), yy, 1e-11);
        rig_clear(&r);
        free(s);
    }
    free(f);
}

// Two sets together make the whole, and half a box has what is in it: also a part of a periodic axis.
TEST(parts_make_the_whole)
{
    forces *f = calloc(1, sizeof *f);
    swarm *s = make_crowd(f, 120, 3);
    double sum[3][2] = {{0, 0}, {0, 0}, {0, 0}}, whole[2] = {0, 0};
    for (int k = 0; k < 7; k++) {
        const bool first = k == 3 || k == 5;
        rig r = rig_make("field-series");
        set(&r, "cells", k > 4 ? 1 : k > 2 ? 4 : 8, 6, 4);
        set(&r, "width", 0.2, 0, 0);
        if (k == 1 || k == 2)
            set_text(&r, "set", k == 1 ? "red" : "blue");
        if (k > 2) {
            set(&r, "low", first ? 0 : 0.5, 0, 0);
            set(&r, "high", first ? 0.5 : 1, 1.2, 0.9);
        }
        REQUIRE(swarm_begin(&r, s) == SCREE_OK);
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        for (int i = 0; i < 2; i++) {
            const double value = cell(&r, 0, i ? "contact_yy" : "momentum_x");
            if (k == 0)
                whole[i] = value;
            else
                sum[(k - 1) / 2][i] += value;
        }
        rig_clear(&r);
    }
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(sum[0][i], whole[i], 1e-11);
        CHECK_NEAR(sum[1][i], whole[i], 1e-11);
        CHECK_NEAR(sum[2][i], whole[i], 1e-11);
    }
    free(s);
    free(f);
}

// ---- balances at a point

static void values_at(const swarm *s, int cells, double edge, v3 middle, bool conserving,
                      double out[COARSE_VALUES])
{
    rig r = rig_make("fields");
    coarse fields = {0};
    set(&r, "cells", cells, cells, s->m.dimensions == 3 ? cells : 1);
    set(&r, "width", 0.25, 0, 0);
    set(&r, "conserving", conserving, 0, 0);
    const v3 half = v3_make(1.5 * edge, 1.5 * edge, 1.5 * edge);
    const v3 low = v3_sub(middle, half), high = v3_add(middle, half);
    set(&r, "low", low.x, low.y, low.z);
    set(&r, "high", high.x, high.y, high.z);
    REQUIRE(coarse_begin(&r.c, &s->m, "fields", 1000, &fields, &r.error) == SCREE_OK &&
            coarse_add(&fields, &s->m, &s->f));
    coarse_values(&fields, 13, 1, out);
    coarse_end(&fields);
    rig_clear(&r);
}

enum { DENSITY = 4, MOMENTUM = 6, CONTACT = 14, KINETIC = 20, VELOCITY = 9 };

static void fly(swarm *s, double dt)
{
    for (int i = 0; i < (int)s->f.ball.count; i++)
        s->position[i] = v3_fma(s->position[i], dt, s->velocity[i]);
}

// d rho/dt + div p = 0 where grains fly, by small differences in space and time, in the middle of an open domain.
TEST(mass_is_balanced_at_a_point)
{
    forces *f = calloc(1, sizeof *f);
    swarm *s = make_crowd(f, 300, 3);
    const v3 at = v3_make(0.45, 0.6, 0.5);
    const double h = 2e-5;
    double then[COARSE_VALUES], now[COARSE_VALUES], side[2][COARSE_VALUES];
    double divergence = 0, scale = 0;
    fly(s, -h);
    values_at(s, 3, 0.01, at, false, then);
    fly(s, 2 * h);
    values_at(s, 3, 0.01, at, false, now);
    fly(s, -h);
    for (int axis = 0; axis < 3; axis++) {
        const v3 step = v3_make(axis == 0, axis == 1, axis == 2);
        values_at(s, 3, 0.01, v3_fma(at, -h, step), false, side[0]);
        values_at(s, 3, 0.01, v3_fma(at, h, step), false, side[1]);
        const double part = (side[1][MOMENTUM + axis] - side[0][MOMENTUM + axis]) / (2 * h);
        divergence += part;
        scale += fabs(part);
    }
    const double rate = (now[DENSITY] - then[DENSITY]) / (2 * h);
    CHECK(scale > 100);
    CHECK_NEAR((rate + divergence) / scale, 0, 1e-6);
    free(s);
    free(f);
}

// At rest the divergence of the contact stress is what the grains get, spread by the function: each contact pushes one grain
// and draws on the other, and what a wall gives stands at the contact. Along x, of which xx, xy and xz are the flux.
TEST(momentum_is_balanced_at_a_point)
{
    forces *f = calloc(1, sizeof *f);
    swarm *s = make_crowd(f, 300, 3);
    const v3 at = v3_make(0.45, 0.3, 0.5);
    const double h = 2e-5;
    double side[2][COARSE_VALUES], divergence = 0, given = 0, scale = 0;
    const smoothing function = smoothing_make(SMOOTHING_LUCY, 0.25, 3);
    for (int i = 0; i < 300; i++)
        s->velocity[i] = v3_make(0, 0, 0);
    for (int axis = 0; axis < 3; axis++) {
        static const int place[3] = {0, 3, 4}; // xx, xy, xz
        const v3 step = v3_make(axis == 0, axis == 1, axis == 2);
        const int column = CONTACT + place[axis];
        values_at(s, 3, 0.01, v3_fma(at, -h, step), false, side[0]);
        values_at(s, 3, 0.01, v3_fma(at, h, step), false, side[1]);
        divergence += (side[1][column] - side[0][column]) / (2 * h);
    }
    for (int64_t i = 0; i < s->f.contact.count; i++) {
        const v3 to = v3_sub(f->position_b[i], at);
        const v3 from = v3_sub(f->position_a[i], at);
        const double there = smoothing_at(&function, v3_dot(to, to));
        const double here = smoothing_at(&function, v3_dot(from, from));
        given += f->force[i].x * (there - here);
        scale += fabs(f->force[i].x) * (there + here);
    }
    CHECK(fabs(given) > 0.01 * scale);
    CHECK_NEAR((divergence + given) / scale, 0, 1e-6);
    free(s);
    free(f);
}

// ---- what the fields say

// A common velocity is no heat, and a grain alone with it carries no energy beside it.
TEST(motion_is_split_into_flow_and_heat)
{
    forces *f = calloc(1, sizeof *f);
    swarm *s = make_crowd(f, 300, 3);
    double out[2][COARSE_VALUES];
    const v3 at = v3_make(0.45, 0.6, 0.5);
    const v3 common = v3_make(3, -1, 2);
    values_at(s, 3, 0.01, at, false, out[0]);
    for (int i = 0; i < 300; i++)
        s->velocity[i] = v3_add(s->velocity[i], common);
    values_at(s, 3, 0.01, at, false, out[1]);
    CHECK_NEAR(out[1][VELOCITY] - out[0][VELOCITY], 3, 1e-12);
    for (int i = 12; i < COARSE_VALUES; i++)
        CHECK_NEAR(out[1][i], out[0][i], 1e-9 * (1 + fabs(out[0][i])));
    CHECK(out[0][12] > 0.5 && out[0][12] < 1.5); // temperature 1
    CHECK_REL(out[0][12] * out[0][DENSITY], (out[0][KINETIC] + out[0][21] + out[0][22]) / 3, 1e-12);
    for (int i = 0; i < 300; i++)
        s->velocity[i] = common;
    values_at(s, 3, 0.01, at, false, out[0]);
    CHECK_NEAR(out[0][12], 0, 1e-12);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(out[0][29 + i] / out[0][DENSITY], 0, 1e-11);
    free(s);
    free(f);
}

// A row of balls that touch: one contact between each two, so coordination 2 and a fabric along x; a push P over spacing d
// and section A is a stress P/A.
TEST(a_row_of_balls)
{
    forces *f = calloc(1, sizeof *f);
    swarm *s = swarm_make(20);
    rig r = rig_make("fields");
    s->m.boundary[0] = BOUNDARY_PERIODIC;
    s->f.contact = (frame_contacts){.a = f->a,
                                    .b = f->b,
                                    .point = f->point,
                                    .normal = f->normal,
                                    .force = f->force,
                                    .position_a = f->position_a,
                                    .position_b = f->position_b};
    for (int i = 0; i < 20; i++) {
        const int next = (i + 1) % 20;
        const int64_t at = s->f.contact.count++;
        s->position[i] = v3_make(0.05 * (i + 0.5), 0.5, 0.5);
        s->velocity[i] = v3_make(4, 0, 0);
        f->a[at] = s->id[i < next ? i : next];
        f->b[at] = s->id[i < next ? next : i];
        const double along = i < next ? 1 : -1;
        f->position_b[at] = i < next ? v3_make(0.05 * (next + 0.5), 0.5, 0.5) : s->position[i];
        f->position_a[at] = v3_sub(f->position_b[at], v3_make(0.05 * along, 0, 0));
        f->point[at] = v3_sub(f->position_b[at], v3_make(0.025 * along, 0, 0));
        f->normal[at] = v3_make(along, 0, 0);
        f->force[at] = v3_make(6 * along, 0, 0);
    }
    set(&r, "cells", 10, 1, 1);
    set(&r, "width", 0.3, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    for (int k = 0; k < 3; k++) {
        s->f.time = k;
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        REQUIRE(swarm_interrupt(&r, s));
    }
    REQUIRE(swarm_finish(&r, s) == SCREE_OK);
    CHECK(r.table.rows == 10);
    for (int row = 0; row < 10; row++) {
        CHECK_NEAR(cell(&r, row, "x"), 0.1 * row + 0.05, 1e-15);
        CHECK_REL(cell(&r, row, "density"), 20, 2e-3);
        CHECK_REL(cell(&r, row, "stress_contact_xx"), 6, 2e-3);
        CHECK_NEAR(cell(&r, row, "stress_contact_yy"), 0, 0);
        CHECK_NEAR(cell(&r, row, "flux_contact_x"), 0,
                   1e-12); // a push that flows along brings nothing beside
        CHECK_REL(cell(&r, row, "coordination"), 2, 2e-3);
        CHECK_NEAR(cell(&r, row, "fabric_xx"), 1, 1e-14);
        CHECK_NEAR(cell(&r, row, "velocity_x"), 4, 1e-13);
        CHECK_REL(cell(&r, row, "solid_fraction"), 20 * 4.0 / 3 * pi * 1e-3, 2e-3);
    }
    rig_clear(&r);
    free(s);
    free(f);
}

// A density that changes from sample to sample, by known numbers, and a velocity that does not.
TEST(means_have_errors)
{
    swarm *s = swarm_make(2);
    rig r = rig_make("fields");
    set(&r, "cells", 1, 1, 1);
    set(&r, "errors", 1, 0, 0);
    s->position[0] = s->position[1] = v3_make(0.5, 0.5, 0.5);
    s->velocity[0] = s->velocity[1] = v3_make(2, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    for (int k = 0; k < 16; k++) {
        s->f.time = k;
        s->f.ball.count = 1 + k % 2;
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        if (k == 9)
            REQUIRE(swarm_interrupt(&r, s));
    }
    REQUIRE(swarm_finish(&r, s) == SCREE_OK);
    CHECK_REL(cell(&r, 0, "density"), 1.5, 1e-14);
    CHECK_REL(cell(&r, 0, "density_error"), sqrt(16 * 0.25 / (16 * 15)), 1e-12);
    CHECK_NEAR(cell(&r, 0, "velocity_x_error"), 0, 1e-15);
    CHECK_NEAR(cell(&r, 0, "pressure"), 0,
               1e-14); // all move alike: there is none, and no error of it
    CHECK_NEAR(cell(&r, 0, "pressure_error"), 0, 1e-14);
    rig_clear(&r);
    free(s);
}

TEST(what_fields_refuse)
{
    swarm *s = swarm_make(1);
    rig r = rig_make("fields");
    s->m.boundary[0] = BOUNDARY_PERIODIC;
    set(&r, "cells", 4, 4, 4);
    set(&r, "width", 1.2, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "reaches 1.2 m");
    set(&r, "cells", 1, 4, 4); // averaged over x, nothing reaches around
    CHECK(swarm_begin(&r, s) == SCREE_OK);
    rig_clear(&r);
    r = rig_make("fields");
    set(&r, "cells", 4, 4, 4.5);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "4.5");
    set(&r, "cells", 1000, 1000, 4);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "4e+06 cells");
    rig_clear(&r);
    free(s);
}
TEST_MAIN

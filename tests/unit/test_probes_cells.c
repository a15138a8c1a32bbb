// test_probes_cells.c - probes in cells that deform: pairs of all images, cells of mixtures and slices that follow the cell.
#include "swarm_fixture.h"

static void make_cell(swarm *s)
{
    s->m.cell.given = s->f.cell.deforms = true;
    for (int axis = 0; axis < 3; axis++)
        s->m.boundary[axis] = BOUNDARY_PERIODIC;
}

// n^3 balls on a lattice in the middles of cells of 1/n.
static void put_lattice(swarm *s, int n)
{
    for (int i = 0; i < n * n * n; i++) {
        const int x = i % n, y = i / n % n, z = i / (n * n);
        s->position[i] = v3_make((x + 0.5) / n, (y + 0.5) / n, (z + 0.5) / n);
    }
}

enum { POINTS = 40, BINS = 5 };

// All images within a few edges, one after another.
static void count_by_hand(const swarm *s, const cell_matrix *edges, double reach,
                          double count[BINS])
{
    enum { FAR = 4 };
    for (int i = 0; i < POINTS * POINTS; i++) {
        const v3 way = v3_sub(s->position[i % POINTS], s->position[i / POINTS]);
        for (int x = -FAR; x <= FAR; x++) {
            for (int y = -FAR; y <= FAR; y++) {
                for (int z = -FAR; z <= FAR; z++) {
                    const v3 to = v3_add(way, cell_times(edges, v3_make(x, y, z)));
                    const double place = floor(v3_norm(to) / reach * BINS);
                    if (v3_norm(to) > 0 && place < BINS)
                        count[(int)place] += 1;
                }
            }
        }
    }
}

// Pairs of a cell that leans and shrinks are those of all images, and g is against the volume of each sample.
TEST(a_cell_that_deforms_has_the_pairs_of_its_images)
{
    const double reach = 0.45;
    const cell_matrix edges[2] = {{{1, 1, 1, 0.3, -0.45, 0.2}}, {{0.8, 0.9, 0.5, -0.4, 0.1, 0.45}}};
    const double volume[2] = {1, 0.8 * 0.9 * 0.5};
    swarm *s = swarm_make(POINTS);
    rig r = rig_make("radial-distribution");
    rng random = rng_make(5, 0);
    double count[BINS] = {0};
    double dense = 0;
    make_cell(s);
    set(&r, "reach", reach, 0, 0);
    set(&r, "bins", BINS, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    for (int k = 0; k < 2; k++) {
        const double *of = edges[k].of;
        s->f.time = k;
        s->f.cell.edges = edges[k];
        for (int i = 0; i < POINTS; i++)
            s->position[i] = draw_place(&random, v3_make(of[0], of[1], of[2]));
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        REQUIRE(swarm_interrupt(&r, s));
        count_by_hand(s, &edges[k], reach, count);
        dense += POINTS * (POINTS - 1) / volume[k];
    }
    REQUIRE(swarm_finish(&r, s) == SCREE_OK);
    for (int bin = 0; bin < BINS; bin++) {
        const double low = reach * bin / BINS, high = reach * (bin + 1) / BINS;
        const double shell = 4.0 / 3 * pi * (high * high * high - low * low * low);
        CHECK_REL(cell(&r, bin, "pairs"), count[bin] / 2, 1e-12);
        CHECK_REL(cell(&r, bin, "g"), count[bin] / (dense * shell), 1e-12);
    }
    set(&r, "low", 0, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "the whole cell");
    rig_clear(&r);
    free(s);
}

// Cells of a mixture are parts of the brick, as long as it is.
TEST(mixing_follows_a_cell_that_deforms)
{
    swarm *s = swarm_make(64);
    rig r = rig_make("mixing");
    make_cell(s);
    put_lattice(s, 4);
    set_text(&r, "of", "red");
    set(&r, "cell", 0.5, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    for (int k = 0; k < 2; k++) {
        const double length = k ? 0.3 : 1.5;
        s->f.cell.edges = (cell_matrix){{length, 2 * length, length, 0.1, 0, 0}};
        put_lattice(s, 4);
        for (int i = 0; i < 64; i++) {
            s->set[i] = s->position[i].x > 0.5;
            s->position[i].x *= length;
            s->position[i].y *= 2 * length;
            s->position[i].z *= length;
        }
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        CHECK_NEAR(cell(&r, k, "lacey"), 0, 1e-15);
        CHECK_NEAR(cell(&r, k, "cells"), 8, 0);
        CHECK_NEAR(cell(&r, k, "grains"), 64, 0);
    }
    rig_clear(&r);
    free(s);
}

// A lattice that is sheared and pressed: each slice has its grains, their velocity and the solid fraction of all.
TEST(slices_follow_a_cell_that_deforms)
{
    enum { SLICES = 4 };
    swarm *s = swarm_make(64);
    rig r = rig_make("velocity-profile");
    const double rate = 3;
    make_cell(s);
    set_text(&r, "axis", "y");
    set(&r, "bins", SLICES, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    double solid = 0;
    for (int k = 0; k < 2; k++) {
        const double length = k ? 0.8 : 1.25;
        s->f.time = k;
        s->f.cell.edges = (cell_matrix){{1, length, 1, 0.2, 0, 0}};
        put_lattice(s, 4);
        for (int i = 0; i < 64; i++) {
            s->position[i].y *= length;
            s->velocity[i].x = rate * s->position[i].y;
        }
        s->position[0].y = -1e-17; // on the border, as rounding has it
        s->velocity[0].x = rate * 0.125 * length;
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        REQUIRE(swarm_interrupt(&r, s));
        solid += 0.5 * 64 * 4.0 / 3 * pi * 0.001 / length;
    }
    REQUIRE(swarm_finish(&r, s) == SCREE_OK);
    double all = 0;
    for (int bin = 0; bin < SLICES; bin++) {
        CHECK_REL(cell(&r, bin, "position"), (bin + 0.5) / SLICES, 1e-14);
        CHECK_NEAR(cell(&r, bin, "grains"), 16, 1e-12);
        CHECK_REL(cell(&r, bin, "velocity_x"), rate * (bin + 0.5) / SLICES * 1.025, 1e-12);
        all += cell(&r, bin, "solid_fraction") / SLICES;
    }
    CHECK_REL(all, solid, 1e-12);
    set(&r, "low", 0, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "the whole cell");
    rig_clear(&r);
    free(s);
}

TEST_MAIN

// label: sanitize
// test_nonsmooth_order.c - what the order of contacts promises to the sweeps, looked up in worlds after a step: each
// contact is in one lane, lanes of a batch share no body, blocks of a phase share none but hubs. And what the sweeps
// promise in turn: momentum and angular momentum stay, and a hub moves as the mass that it is.
#include "harness.h"
#include "support/scenes.h"
#include "support/network_of.h"

#include <math.h>
#include <stdlib.h>

typedef struct marks {
    int32_t *body; // who has it: batch or block, from 1 on
    int *seen;     // per contact
    int bad;
} marks;

// The mover is of the group `who` alone.
static void claim(marks *m, const ns_solver *s, int32_t mover, int32_t who, bool hubs_too)
{
    if (mover < 0 || (!hubs_too && s->hubs.of_mover[mover] >= 0))
        return;
    m->bad += m->body[mover] != 0 && m->body[mover] != who;
    m->body[mover] = who;
}

static void check_lanes(const ns_solver *s, const ns_block *b, bool last, marks *m)
{
    for (int32_t k = 0; k < b->batches; k++) {
        const sweep_batch *p = &b->batch[k];
        memset(m->body, 0, ((size_t)s->movers.count + 1) * sizeof *m->body);
        for (int l = 0; l < SWEEP_LANES; l++) {
            int32_t at = b->lane[k][l];
            if (at < 0) {
                CHECK(p->b[l] >= s->movers.count &&
                      (p->kind.side != SIDE_MOBILE || p->a[l] >= s->movers.count));
                continue;
            }
            const ns_contact *c = &s->network.contact[at];
            m->seen[at]++;
            claim(m, s, c->b, l + 1, true);
            if (p->kind.side == SIDE_MOBILE)
                claim(m, s, c->a, l + 1, true);
            CHECK(p->b[l] == c->b && (p->kind.side == SIDE_STILL) == (c->a < 0));
            CHECK(p->kind.side != SIDE_MOBILE || p->a[l] == c->a);
            CHECK(p->kind.side != SIDE_HUB ||
                  (p->a[l] == s->hubs.of_mover[c->a] && p->kind.general));
            CHECK(last == (s->hubs.of_mover[c->b] >= 0));
        }
    }
}

static void check_order(const ns_solver *s, const char *name)
{
    marks m = {calloc((size_t)s->movers.count + 1, sizeof *m.body),
               calloc((size_t)s->network.contacts + 1, sizeof *m.seen), 0};
    REQUIRE(m.body && m.seen);
    for (int i = 0; i < s->order.phase_first[NS_PHASES]; i++)
        check_lanes(s, &s->order.block[s->order.phase_block[i]], false, &m);
    check_lanes(s, &s->order.block[s->order.blocks], true, &m);
    CHECK_MSG(m.bad == 0, "%s: lanes of a batch share %d bodies", name, m.bad);
    int wrong = 0;
    for (int64_t i = 0; i < s->network.ordered; i++)
        wrong += m.seen[i] != 1;
    CHECK_MSG(wrong == 0, "%s: %d contacts are not in one lane", name, wrong);
    for (int p = 0; p < NS_PHASES; p++) {
        memset(m.body, 0, ((size_t)s->movers.count + 1) * sizeof *m.body);
        for (int i = s->order.phase_first[p]; i < s->order.phase_first[p + 1]; i++) {
            const ns_block *b = &s->order.block[s->order.phase_block[i]];
            for (int64_t c = b->first; c < b->first + b->contacts; c++) {
                claim(&m, s, s->network.contact[c].a, i + 1, false);
                claim(&m, s, s->network.contact[c].b, i + 1, false);
            }
        }
    }
    CHECK_MSG(m.bad == 0, "%s: blocks of a phase share %d bodies", name, m.bad);
    free(m.body);
    free(m.seen);
}

TEST(lanes_and_blocks_share_no_body)
{
    static const struct {
        const char *scene;
        int hubs, blocks; // at least
    } all[] = {{"nonsmooth-bed", 1, 4},      {"nonsmooth-hubs", 3, 1},
               {"nonsmooth-stirred", 2, 1},  {"nonsmooth-solids", 1, 1},
               {"nonsmooth-outlines", 0, 1}, {"nonsmooth-stream", 1, 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const scene *what = scene_find(all[i].scene);
        sim s;
        int hubs = 0, blocks = 0;
        REQUIRE(what && sim_open(&s, what->text, NULL, 0, NULL));
        for (int k = 0; k < 6; k++) {
            REQUIRE(sim_step(&s, k == 0 ? 1 : what->steps / 5));
            check_order(network_of(s.w), what->name);
            hubs = hubs > network_of(s.w)->hubs.count ? hubs : network_of(s.w)->hubs.count;
            blocks =
                blocks > network_of(s.w)->report.blocks ? blocks : network_of(s.w)->report.blocks;
        }
        CHECK_MSG(hubs >= all[i].hubs && blocks >= all[i].blocks, "%s: %d hubs, %d blocks",
                  what->name, hubs, blocks);
        sim_close(&s);
    }
}

// ---- stacks

static const char cubes[] =
    "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
    "materials: {stone: {density: 2000 kg/m^3, young: 10 GPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "
    "friction: 0.6}}}\n"
    "shapes: {cube: {polyhedron: {builder: {box: [10 cm, 10 cm, 10 cm]}}}}\n"
    "domain: {low: [-1 m, -1 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {z: wall}, material: "
    "stone}\n"
    "grains: [{name: all, shape: cube, material: stone, turn: [0, 0, 0], packing: {law: lattice, "
    "%s}}]\n"
    "run: {duration: 1 s, step: 5 ms}\n";

static bool open_cubes(sim *s, const char *packing)
{
    char text[2000];
    snprintf(text, sizeof text, cubes, packing);
    return sim_open(s, text, NULL, 0, NULL);
}

// The cube in the middle touches 26 others. As a hub it would be coupled to them too loosely to come to rest.
TEST(a_cube_among_cubes_is_no_hub)
{
    sim s;
    int most = 0;
    REQUIRE(open_cubes(
        &s, "counts: [3, 3, 3], spacing: [10 cm, 10 cm, 10 cm], origin: [0 m, 0 m, 5 cm]"));
    for (int k = 0; k < 20; k++) {
        REQUIRE(sim_step(&s, 5));
        const ns_solver *n = network_of(s.w);
        int count[27] = {0};
        for (int64_t i = 0; i < n->network.contacts; i++) {
            const ns_contact *c = &n->network.contact[i];
            count[c->b]++;
            if (c->a >= 0)
                count[c->a]++;
        }
        for (int i = 0; i < 27; i++)
            most = count[i] > most ? count[i] : most;
        CHECK_MSG(n->hubs.count == 0, "%d hubs", n->hubs.count);
    }
    CHECK_MSG(most > 62, "%d contacts", most);
    sim_close(&s);
}

// Two cubes that meet along an edge, by faces that lie over each other in a strip of no width: ahead of touch, a corner
// at either end says all.
TEST(edges_meet_at_their_ends_alone)
{
    sim s;
    REQUIRE(open_cubes(
        &s, "counts: [2, 1, 1], spacing: [10.001 cm, 10 cm, 10 cm], origin: [0 m, 0 m, 5 cm]"));
    const ns_solver *n = network_of(s.w);
    s.w->part->body.position[s.w->part->body.now][1].v[2] += 0.0999999;
    REQUIRE(sim_step(&s, 1));
    int between = 0;
    for (int64_t i = 0; i < n->network.contacts; i++)
        between += n->network.contact[i].a >= 0;
    CHECK_MSG(between == 2, "%d contacts", between);
    sim_close(&s);
}

// ---- momentum

static const char cloud[] =
    "scree: 1\nsolver: nonsmooth\ngravity: 0\nnonsmooth: {impact_speed: 0.2 m/s}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "
    "friction: 0.4}, rolling: "
    "{law: constant, friction: 0.1}, twisting: {law: constant, friction: 0.1}}}\n"
    "shapes:\n"
    "  cube: {polyhedron: {builder: {platonic: cube, size: 4 mm}}}\n"
    "  rod: {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [6 mm, 0 mm, 0 mm]], radius: 1 "
    "mm}}\n"
    "  bean: {clump: {ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}}}\n"
    "  dust: {ball: {radius: 1 mm}}\n"
    "  plate: {polyhedron: {builder: {box: [30 mm, 30 mm, 3 mm]}}}\n"
    "domain: {low: [-10 cm, -10 cm, -10 cm], high: [10 cm, 10 cm, 10 cm]}\n"
    "grains:\n"
    "  - {name: plate, shape: plate, material: glass, velocity: [0 m/s, 0 m/s, 0.5 m/s], turn: [0 "
    "rad, 0 rad, 0.1 "
    "rad], packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [0 m, 0 "
    "m, -6 mm]}}\n"
    "  - {name: dust, shape: dust, material: glass, velocity: [0 m/s, 0 m/s, -0.5 m/s], packing: "
    "{law: lattice, "
    "spacing: [2.1 mm, 2.1 mm, 2.1 mm], counts: [12, 12, 3], origin: [-12 mm, -12 mm, -2 mm]}}\n"
    "  - {name: cubes, shape: cube, material: glass, velocity: [0 m/s, 0 m/s, -0.8 m/s], spin: [30 "
    "rad/s, 0 rad/s, 9 "
    "rad/s], packing: {law: random, count: 12, low: [-2 cm, -2 cm, 6 mm], high: [2 cm, 2 cm, 4 "
    "cm], seed: 3}}\n"
    "  - {name: rods, shape: rod, material: glass, velocity: [0 m/s, 0 m/s, -0.8 m/s], spin: [0 "
    "rad/s, 99 rad/s, 0 "
    "rad/s], packing: {law: random, count: 12, low: [-2 cm, -2 cm, 6 mm], high: [2 cm, 2 cm, 4 "
    "cm], seed: 4}}\n"
    "  - {name: beans, shape: bean, material: glass, velocity: [0 m/s, 0 m/s, -1 m/s], packing: "
    "{law: random, count: "
    "12, low: [-2 cm, -2 cm, 6 mm], high: [2 cm, 2 cm, 4 cm], seed: 5}}\n"
    "run: {duration: 1 s, step: 0.2 ms, deepest_overlap: none}\n";

// x of J x = b, J symmetric.
static v3 solve3(const mover_inertia *j, v3 b)
{
    v3 x = v3_make(j->xx, j->xy, j->xz), y = v3_make(j->xy, j->yy, j->yz),
       z = v3_make(j->xz, j->yz, j->zz);
    double det = v3_dot(x, v3_cross(y, z));
    return v3_make(v3_dot(b, v3_cross(y, z)) / det, v3_dot(x, v3_cross(b, z)) / det,
                   v3_dot(x, v3_cross(y, b)) / det);
}

static double size3(v3 x)
{
    return fabs(x.x) + fabs(x.y) + fabs(x.z);
}

// What a step has changed of the momentum and of the angular momentum of all, against what it has moved about, and what
// velocities are rounded by.
TEST(momentum_stays)
{
    sim s;
    world_options o = options_of(2, 0, 0);
    REQUIRE(sim_open(&s, cloud, NULL, 0, &o));
    const ns_solver *n = network_of(s.w);
    double moved = 0, turned = 0;
    int hubs = 0, impacts = 0, rows = 0;
    for (int step = 0; step < 60; step++) {
        v3 p = {0, 0, 0}, l = {0, 0, 0};
        double p_size = 1e-12, l_size = 1e-14;
        REQUIRE(sim_step(&s, 1));
        for (int32_t i = 0; i < n->movers.count; i++) {
            const mover *now = &n->movers.body[i], *was = &n->past.start.at[i];
            if (!(now->inverse_mass > 0))
                continue;
            v3 dp = v3_scale(1 / now->inverse_mass,
                             v3_sub(mover_velocity(now), mover_velocity(was))),
               dl = v3_scale(1 / now->inverse_rho,
                             solve3(&n->movers.inertia[i], v3_sub(mover_rim(now), mover_rim(was)))),
               orbit = v3_cross(n->movers.position[i], dp);
            if (n->impacts.lagging) // a blow later in the step, with all of the way that it makes
                orbit =
                    v3_sub(orbit, v3_cross(n->impacts.lag[i].way,
                                           v3_scale(1 / now->inverse_mass, mover_velocity(now))));
            p = v3_add(p, dp);
            l = v3_add(l, v3_add(dl, orbit));
            double rounded = 1e-3 * size3(mover_velocity(now)) / now->inverse_mass;
            p_size += size3(dp) + rounded;
            l_size += size3(dl) + size3(orbit) + rounded * size3(n->movers.position[i]);
        }
        CHECK_MSG(size3(p) <= 1e-13 * p_size && size3(l) <= 1e-12 * l_size,
                  "step %d: %g of %g N s, %g of %g N m s", step, size3(p), p_size, size3(l),
                  l_size);
        moved += p_size;
        turned += l_size;
        hubs = hubs > n->hubs.count ? hubs : n->hubs.count;
        impacts += n->report.impact_sweeps > 0;
        rows += n->report.residual > 0;
    }
    CHECK_MSG(hubs >= 1 && impacts >= 5 && rows >= 5,
              "%d hubs, %d steps with impacts, %d with rows", hubs, impacts, rows);
    CHECK(moved > 1e-4 && turned > 1e-6);
    sim_close(&s);
}

// In the plane nothing turns about the normal of a contact: a blow that would twist it finds nothing that it moves.
TEST(a_cascade_in_the_plane_twists_nothing)
{
    static const char rice[] =
        "scree: 1\nsolver: nonsmooth\ndimensions: 2\ngravity: [0, -9.81 m/s^2]\nnonsmooth: "
        "{impact: cascade}\n"
        "domain: {low: [0 cm, 0 cm], high: [6 cm, 20 cm], boundary: {x: periodic, y: wall}, "
        "material: m}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 1e6 N/m, restitution: 0.5}, "
        "tangential: {law: "
        "cundall-strack, friction: 0.5}, rolling: {law: elastic-plastic, friction: 0.1}, twisting: "
        "{law: constant, "
        "friction: 0.1}}}\n"
        "shapes: {rice: {spheropolygon: {vertices: [[-3 mm, 0 mm], [3 mm, 0 mm]], radius: 1 mm}}}\n"
        "grains: [{name: rice, shape: rice, material: m, velocity: [0.3 m/s, -1 m/s], packing: "
        "{law: lattice, counts: "
        "[6, 3], spacing: [1 cm, 1 cm], origin: [5 mm, 5 mm], jitter: 0.5 mm, seed: 1}}]\nrun: "
        "{steps: 100}\n";
    sim s;
    REQUIRE(sim_open(&s, rice, NULL, 0, NULL));
    int impacts = 0;
    for (int step = 0; step < 100; step++) {
        REQUIRE(sim_step(&s, 1));
        impacts += network_of(s.w)->report.impact_sweeps > 0;
        for (int32_t i = 0; i < network_of(s.w)->movers.count; i++)
            CHECK(size3(mover_velocity(&network_of(s.w)->movers.body[i])) < 10);
    }
    CHECK(impacts >= 5);
    sim_close(&s);
}

// ---- hubs

// A plate of mass M that a force F pushes carries n balls along: both have the acceleration F / (M + n m). The mass of
// a hub is split among its contacts, so that this comes out of many sweeps, not of one.
TEST(a_plate_and_what_it_pushes)
{
    static const char text[] =
        "scree: 1\nsolver: nonsmooth\ngravity: 0\nnonsmooth: {iterations: 100}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "
        "friction: 0.4}}}\n"
        "shapes: {ball: {ball: {radius: 5 mm}}}\n"
        "domain: {low: [-20 cm, -20 cm, -20 cm], high: [20 cm, 20 cm, 20 cm]}\n"
        "walls: {plate: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, "
        "drive: {law: force, "
        "axis: [0, 0, 1], force: 2 N, mass: 20 g}}}\n"
        "grains: [{name: balls, shape: ball, material: glass, packing: {law: lattice, spacing: [11 "
        "mm, 11 mm, 11 mm], "
        "counts: [15, 15, 1], origin: [-8 cm, -8 cm, 5 mm]}}]\n"
        "run: {duration: 1 s, step: 0.2 ms}\n";
    const double m = 2500 * 4.0 / 3.0 * 3.14159265358979323846 * 125e-9, a = 2 / (0.02 + 225 * m);
    sim s;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL) && sim_step(&s, 50));
    frame f = sim_frame(&s);
    double v = a * 50 * 2e-4;
    CHECK(network_of(s.w)->hubs.count == 1);
    CHECK_REL(f.wall[0].velocity.z, v, 1e-6);
    for (int64_t i = 0; i < f.ball.count; i++)
        CHECK_REL(f.ball.velocity[i].z, v, 1e-6);
    CHECK_REL(-f.wall[0].force.z, 225 * m * a, 1e-6);
    frame_clear(&f);
    sim_close(&s);
}

// A light plate that its force holds at its lower limit carries what lies on it, however heavy: what it cannot do is go
// further down.
TEST(a_plate_at_its_limit)
{
    static const char text[] =
        "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -10 m/s^2]\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "
        "friction: 0.4}}}\n"
        "shapes: {ball: {ball: {radius: 5 mm}}, cube: {polyhedron: {builder: {platonic: cube, "
        "size: 8 mm}}}}\n"
        "domain: {low: [-20 cm, -20 cm, -20 cm], high: [20 cm, 20 cm, 20 cm]}\n"
        "walls: {plate: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, "
        "drive: {law: force, "
        "axis: [0, 0, 1], force: -0.01 N, mass: 1 g, low: 0 m}}}\n"
        "grains:\n"
        "  - {name: balls, shape: ball, material: glass, packing: {law: lattice, spacing: [11 mm, "
        "11 mm, 11 mm], "
        "counts: [4, 4, 1], origin: [-8 cm, -8 cm, 5 mm]}}\n"
        "  - {name: cubes, shape: cube, material: glass, turn: [0 rad, 0 rad, 0 rad], packing: "
        "{law: lattice, "
        "spacing: [15 mm, 15 mm, 15 mm], counts: [2, 2, 1], origin: [8 cm, 8 cm, 4 mm]}}\n"
        "run: {duration: 1 s, step: 1 ms}\n";
    const double weight =
        2500 * 10 * (16 * 4.0 / 3.0 * 3.14159265358979323846 * 125e-9 + 4 * 512e-9);
    sim s;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL) && sim_step(&s, 200));
    frame f = sim_frame(&s);
    CHECK(f.wall[0].position.z == 0 && f.wall[0].velocity.z == 0);
    CHECK_REL(-f.wall[0].force.z, weight, 1e-4);
    for (int64_t i = 0; i < f.ball.count; i++)
        CHECK_NEAR(f.ball.position[i].z, i < 16 ? 5e-3 : 4e-3, 1e-6);
    frame_clear(&f);
    sim_close(&s);
}

TEST_MAIN

// test_energy_planted.c - an error of 1 % in the force of one law is found by the ledger, which names a contact of that
// law.
//
// The scalar kernel is compiled here once more, with the forces of two laws multiplied by a number; their energies
// stay. At 1.00 it is the kernel of the library, and the books close.
#include "harness.h"

#include "law/normal_hertz.h"
#include "law/tangential_mindlin.h"
#include "support/law_pairs.h"
#include "smooth/forces.h"
#include "world/internal.h"

static double push_factor = 1, drag_factor = 1;

static normal_out planted_push(const double *k, normal_in in, vd *h)
{
    normal_out o = normal_hertz_push(k, in, h);
    o.elastic *= push_factor;
    o.load = o.elastic + o.damping;
    return o;
}

static tangential_out planted_drag(const double *k, tangential_in in, vd *h)
{
    tangential_out o = tangential_mindlin_drag(k, in, h);
    o.force = vd3_scale(drag_factor, o.force);
    return o;
}

#define normal_hertz_push planted_push
#define tangential_mindlin_drag planted_drag
#define block_sum planted_block_sum
#define scree_kernel_1 planted_kernel
pull_sum planted_block_sum(const block *b, int32_t slot, const scratch *t);
#include "../src/smooth/kernel.c"
#undef block_sum

enum { EACH = 20 };

typedef struct speeds {
    double normal, tangential;
} speeds;
static const speeds straight = {1, 0.1}, grazing = {1, 1.5}; // the second slides all the time

static void make_duos(duo *d, double height, speeds v)
{
    rng r = rng_make(21, 0);
    for (int i = 0; i < EACH; i++) {
        v3 n = duos_direction(&r), t = v3_perpendicular(n),
           place = v3_make(0.1 * (i % 5), 0.1 * (i / 5), height);
        d[i] = (duo){{5e-3, 5e-3},
                     {place, v3_fma(place, 10.001e-3, n)},
                     {v3_fma(v3_scale(0.5 * v.normal, n), -0.5 * v.tangential, t),
                      v3_fma(v3_scale(-0.5 * v.normal, n), 0.5 * v.tangential, t)},
                     {v3_make(0, 0, 0), v3_make(0, 0, 0)}};
    }
}

// Impacts by two sets of laws side by side; grains 0 .. 2 EACH - 1 are those of hertz and mindlin.
static const char text[] = "scree: 1\ngravity: 0\nmaterials: {a: {density: 2500 kg/m^3, young: 20 "
                           "MPa, poisson: 0.25}, b: {density: 2500 "
                           "kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
                           "pairs: {default: {normal: {law: linear, stiffness: 30 kN/m, "
                           "restitution: 0.8}, tangential: {law: cundall-strack, "
                           "friction: 0.3}},\n"
                           "        a-a: {normal: {law: hertz, restitution: 0.8}, tangential: "
                           "{law: mindlin, friction: 0.4}}}\n"
                           "shapes: {any: {ball: {radius: 1 cm}}}\n"
                           "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
                           "grains: [{name: one, shape: any, material: a, packing: {law: csv, "
                           "file: planted-a.csv}}, {name: two, shape: any, "
                           "material: b, packing: {law: csv, file: planted-b.csv}}]\n"
                           "run: {duration: 1 s, ledger: true}\n";

// Runs the impacts for `steps`; the ledger then, by the frame of the library.
static frame_ledger run_planted(double push, double drag, speeds v, int steps)
{
    duo d[EACH];
    sim s;
    frame_ledger l = {0};
    push_factor = push;
    drag_factor = drag;
    make_duos(d, 0, v);
    bool ok = duos_write("planted-a.csv", d, EACH);
    make_duos(d, 1, v);
    ok = ok && duos_write("planted-b.csv", d, EACH / 4);
    world_options o = options_of(1, 1, 0);
    const case_override set = {"run.step", "6e-6 s"}; // about 1/100 of the duration
    if (!CHECK(ok && sim_open(&s, text, &set, 1, &o)))
        return l;
    ((forces *)s.w->solver)->kernel = &planted_kernel;
    if (CHECK(sim_step(&s, steps))) {
        frame f = sim_frame(&s);
        l = f.ledger;
        frame_clear(&f);
    }
    sim_close(&s);
    return l;
}

enum { MIDDLE = 50, AFTER = 400 }; // steps: in the middle of the impacts, and when all are over

TEST(true_laws_close)
{
    for (int k = 0; k < 4; k++) {
        frame_ledger l = run_planted(1, 1, k / 2 ? grazing : straight, k % 2 ? AFTER : MIDDLE);
        CHECK(l.turned_over > 0);
        CHECK_MSG(fabs(l.residual) < 1e-3 * l.turned_over, "residual %g of %g J", l.residual,
                  l.turned_over);
    }
}

// A conservative error shows while it is stored: in the middle of impacts.
TEST(wrong_normal_force_is_found)
{
    frame_ledger l = run_planted(1.01, 1, straight, MIDDLE);
    CHECK_MSG(fabs(l.residual) > 1e-3 * l.turned_over, "residual %g of %g J", l.residual,
              l.turned_over);
    CHECK_MSG(l.worst_a >= 0 && l.worst_a < 2 * EACH && l.worst_b == l.worst_a + 1,
              "it names %lld and %lld", (long long)l.worst_a, (long long)l.worst_b);
}

// One in a sliding force stays in the books for ever.
TEST(wrong_friction_is_found)
{
    frame_ledger l = run_planted(1, 1.01, grazing, AFTER),
                 truth = run_planted(1, 1, grazing, AFTER);
    CHECK_MSG(fabs(l.residual) > 1e-3 * l.turned_over, "residual %g of %g J", l.residual,
              l.turned_over);
    CHECK(fabs(l.residual) > 5 * fabs(truth.residual));
    CHECK_MSG(l.worst_a >= 0 && l.worst_a < 2 * EACH && l.worst_b == l.worst_a + 1,
              "it names %lld and %lld", (long long)l.worst_a, (long long)l.worst_b);
}

TEST_MAIN

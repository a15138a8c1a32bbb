// test_sweep.c - the sweeps of the nonsmooth solver against a plain oracle (support/sweep_network.h), all kinds and
// widths. label: sanitize
#include "harness.h"

#include "base/memory.h"
#include "smooth/smooth.h"
#include "support/sweep_network.h"

enum { SWEEPS = 4 };

static const sweep_kind kinds[] = {{SIDE_MOBILE, false, false}, {SIDE_MOBILE, false, true}, {SIDE_MOBILE, true, false},
                                   {SIDE_MOBILE, true, true},   {SIDE_STILL, false, false}, {SIDE_STILL, false, true},
                                   {SIDE_STILL, true, false},   {SIDE_STILL, true, true},   {SIDE_HUB, true, false},
                                   {SIDE_HUB, true, true}};
enum { KINDS = sizeof kinds / sizeof *kinds };

// What a sweep works on; the last body is the dummy.
typedef struct packed {
    mover body[NET_BODIES + 1], hub[NET_HUBS];
    mover_inertia inertia[NET_BODIES + 1];
    double column[NET_CONTACTS][NET_COLUMNS * SWEEP_LANES] __attribute__((aligned(64)));
    sweep_batch batch[NET_CONTACTS];
    hub_sum sum[NET_HUBS];
    sweep_task task;
    int batches;
} packed;

static mover pack_body(const net_body *x)
{
    mover m = {
        {x->v.x, x->v.y, x->v.z}, x->inverse_mass, {x->rho * x->w.x, x->rho * x->w.y, x->rho * x->w.z}, 1 / x->rho};
    return m;
}

static mover_inertia pack_inertia(const net_body *x)
{
    const v3 *r = x->inverse_inertia.row;
    const double s = x->rho * x->rho;
    mover_inertia m = {s * r[0].x, s * r[1].y, s * r[2].z, s * r[0].y, s * r[0].z, s * r[1].z, {0}};
    return m;
}

static void pack_batch(packed *p, const network *net, int q)
{
    sweep_batch *b = &p->batch[q];
    b->kind = net->batch[q].kind;
    b->column = p->column[q];
    memset(p->column[q], 0, sizeof p->column[q]);
    for (int l = 0; l < SWEEP_LANES; l++) {
        int slot = net->batch[q].slot[l];
        b->a[l] = b->kind.side == SIDE_MOBILE ? NET_BODIES : 0, b->b[l] = NET_BODIES;
        if (slot < 0) continue;
        double value[NET_COLUMNS];
        network_columns(net, &net->contact[slot], value);
        for (int k = 0; k < sweep_columns(b->kind); k++) b->column[k * SWEEP_LANES + l] = value[k];
        b->a[l] = net->contact[slot].a, b->b[l] = net->contact[slot].b;
    }
}

static packed *pack(const network *net)
{
    packed *p = aligned_alloc(64, (sizeof *p + 63) / 64 * 64);
    if (!p) return NULL;
    memset(p, 0, sizeof *p);
    for (int i = 0; i < NET_BODIES; i++)
        p->body[i] = pack_body(&net->body[i]), p->inertia[i] = pack_inertia(&net->body[i]);
    for (int i = 0; i < NET_HUBS; i++) p->hub[i] = pack_body(&net->hub[i]);
    p->body[NET_BODIES].inverse_mass = 1;
    p->task = (sweep_task){p->body, p->inertia, net->spin_factor, p->hub, p->sum};
    p->batches = net->batches;
    for (int q = 0; q < net->batches; q++) pack_batch(p, net, q);
    return p;
}

static double run(packed *p, int width)
{
    double lack = 0;
    for (int k = 0; k < SWEEPS; k++) lack = sweep_choose(width)->sweep(&p->task, p->batch, p->batches, k == SWEEPS - 1);
    return lack;
}

static void near3(const double *got, v3 want, double tolerance)
{
    CHECK_NEAR(got[0], want.x, tolerance);
    CHECK_NEAR(got[1], want.y, tolerance);
    CHECK_NEAR(got[2], want.z, tolerance);
}

static void check_bodies(const packed *p, const network *net, double tolerance)
{
    for (int i = 0; i < NET_BODIES; i++) {
        const net_body *x = &net->body[i];
        near3(p->body[i].velocity, x->v, tolerance);
        near3(p->body[i].rim, v3_scale(x->rho, x->w), tolerance);
        CHECK(p->body[i].inverse_mass == x->inverse_mass && p->body[i].inverse_rho == 1 / x->rho);
    }
    for (int i = 0; i < NET_HUBS; i++) {
        near3(p->sum[i].impulse, net->hub_impulse[i], tolerance);
        near3(p->sum[i].turn, v3_scale(1 / net->hub[i].rho, net->hub_torque[i]), tolerance);
    }
    const mover rest = {.inverse_mass = 1};
    CHECK(!memcmp(&p->body[NET_BODIES], &rest, sizeof rest));
}

static void check_impulses(const packed *p, const network *net, double tolerance)
{
    for (int q = 0; q < p->batches; q++)
        for (int l = 0; l < SWEEP_LANES; l++) {
            const net_contact *c = &net->contact[net->batch[q].slot[l]];
            const sweep_batch *b = &p->batch[q];
            const int r = sweep_rich_column(b->kind);
            double value[NET_COLUMNS];
            for (int k = 0; k < sweep_columns(b->kind); k++) value[k] = b->column[k * SWEEP_LANES + l];
            if (net->batch[q].slot[l] < 0) {
                for (int k = 0; k < sweep_columns(b->kind); k++) CHECK(value[k] == 0);
                continue;
            }
            CHECK_NEAR(value[B_PUSH], c->push, tolerance);
            near3(value + B_T, c->t, tolerance);
            if (!b->kind.rich) continue;
            near3(value + r + R_ROLL, c->roll, tolerance);
            CHECK_NEAR(value[r + R_TWIST], c->twist, tolerance);
        }
}

static void check_against_oracle(const sweep_kind *kind, int count, uint64_t seed)
{
    network *net = network_make(kind, count, SWEEP_LANES, seed);
    REQUIRE(net);
    packed *p = pack(net);
    if (CHECK(p)) {
        double lack = run(p, 1), want = 0;
        for (int k = 0; k < SWEEPS; k++) want = network_sweep(net);
        CHECK(want > 1e-3);
        CHECK_NEAR(lack, want, 1e-13);
        check_bodies(p, net, 1e-13);
        check_impulses(p, net, 1e-13);
    }
    free(p);
    mem_free(net);
}

TEST(each_kind_does_what_the_formulas_say)
{
    for (int k = 0; k < KINDS; k++)
        for (uint64_t seed = 1; seed <= 4; seed++) check_against_oracle(&kinds[k], 1, seed);
}

TEST(kinds_mix)
{
    for (uint64_t seed = 11; seed <= 14; seed++) check_against_oracle(kinds, KINDS, seed);
}

TEST(all_widths_give_the_same_bits)
{
    for (int k = 0; k <= KINDS; k++) {
        network *net =
            k < KINDS ? network_make(&kinds[k], 1, SWEEP_LANES, 21) : network_make(kinds, KINDS, SWEEP_LANES, 21);
        REQUIRE(net);
        packed *plain = pack(net);
        double lack = plain ? run(plain, 1) : 0;
        for (int width = 2; width <= 8; width *= 2) {
            packed *wide = kernel_choose(width) ? pack(net) : NULL;
            if (!wide) continue;
            CHECK(run(wide, width) == lack);
            CHECK(!memcmp(wide->body, plain->body, sizeof plain->body));
            CHECK(!memcmp(wide->column, plain->column, sizeof plain->column));
            CHECK(!memcmp(wide->sum, plain->sum, sizeof plain->sum));
            free(wide);
        }
        free(plain);
        mem_free(net);
    }
}

TEST(only_what_was_built_can_be_chosen)
{
    CHECK(sweep_choose(1)->width == 1);
    CHECK(!sweep_choose(0) && !sweep_choose(3) && !sweep_choose(16));
    CHECK(sweep_choose(kernel_choose(0)->width));
}

static v3 momentum(const packed *p)
{
    v3 sum = {0, 0, 0};
    for (int i = 0; i < NET_BODIES; i++) {
        const double *v = p->body[i].velocity;
        sum = v3_fma(sum, 1 / p->body[i].inverse_mass, v3_make(v[0], v[1], v[2]));
    }
    for (int i = 0; i < NET_HUBS; i++) {
        const double *v = p->sum[i].impulse;
        sum = v3_add(sum, v3_make(v[0], v[1], v[2]));
    }
    return sum;
}

TEST(momentum_is_conserved)
{
    for (int k = 0; k < KINDS; k++) {
        if (kinds[k].side == SIDE_STILL) continue;
        network *net = network_make(&kinds[k], 1, SWEEP_LANES, 31);
        REQUIRE(net);
        packed *p = pack(net);
        if (CHECK(p)) {
            v3 before = momentum(p);
            run(p, kernel_choose(0)->width);
            v3 after = momentum(p);
            CHECK_NEAR(v3_norm(v3_sub(after, before)), 0, 1e-12);
        }
        free(p);
        mem_free(net);
    }
}

// Impulses after a sweep: pushes not below their bound, friction and rolling in the plane and in their circles, and
// some contacts at the limit, some below.
TEST(friction_stays_in_its_cone)
{
    int sticking = 0, sliding = 0;
    for (int k = 0; k < KINDS; k++) {
        network *net = network_make(&kinds[k], 1, SWEEP_LANES, 41);
        REQUIRE(net);
        packed *p = pack(net);
        REQUIRE(p);
        run(p, kernel_choose(0)->width);
        const int r = sweep_rich_column(kinds[k]);
        for (int q = 0; q < p->batches; q++)
            for (int l = 0; l < SWEEP_LANES; l++) {
                const double *c = p->batch[q].column + l;
                v3 n = {c[0], c[8], c[16]}, t = {c[8 * B_T], c[8 * B_T + 8], c[8 * B_T + 16]};
                double push = c[8 * B_PUSH], most = c[8 * B_FRICTION] * fabs(push);
                CHECK(push >= (kinds[k].rich ? c[8 * (r + R_LOW)] : 0));
                CHECK(v3_norm(t) <= most * (1 + 1e-15));
                CHECK_NEAR(v3_dot(n, t), 0, 1e-15);
                if (most > 0) *(v3_norm(t) < 0.999 * most ? &sticking : &sliding) += 1;
                if (!kinds[k].rich) continue;
                c += 8 * r;
                v3 roll = {c[8 * R_ROLL], c[8 * R_ROLL + 8], c[8 * R_ROLL + 16]};
                CHECK(v3_norm(roll) <= c[8 * R_ROLL_LIMIT] * fabs(push) * (1 + 1e-15));
                CHECK(fabs(c[8 * R_TWIST]) <= c[8 * R_TWIST_LIMIT] * fabs(push));
            }
        free(p);
        mem_free(net);
    }
    CHECK_MSG(sticking > 100 && sliding > 100, "%d stick, %d slide", sticking, sliding);
}

TEST(what_the_rows_lack_goes_to_zero)
{
    const sweep_kind kind = {SIDE_MOBILE, false, false};
    network *net = network_make(&kind, 1, SWEEP_LANES, 51);
    REQUIRE(net);
    packed *p = pack(net);
    if (CHECK(p)) {
        const sweep_kernel *s = sweep_choose(kernel_choose(0)->width);
        double first = s->sweep(&p->task, p->batch, p->batches, true), last = first;
        for (int k = 0; k < 2000; k++) last = s->sweep(&p->task, p->batch, p->batches, true);
        CHECK(first > 0.1);
        CHECK(last < 1e-9);
        CHECK(s->sweep(&p->task, p->batch, p->batches, false) == 0);
    }
    free(p);
    mem_free(net);
}

TEST_MAIN

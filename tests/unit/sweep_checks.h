// sweep_checks.h - the sweeps of the nonsmooth solver against a plain oracle (support/sweep_network.h), all kinds and
// widths. Both precisions include this, and say before what `number`, the records, `choose`, LANES, NEAR (what the
// solver may be off the oracle) and ROUNDING (of one operation) are.
#ifndef SCREE_TESTS_UNIT_SWEEP_CHECKS_H
#define SCREE_TESTS_UNIT_SWEEP_CHECKS_H

#include "harness.h"

#include "base/memory.h"
#include "smooth/smooth.h"
#include "support/sweep_network.h"

enum { SWEEPS = 4 };

static const sweep_kind kinds[] = {{SIDE_MOBILE, false, false}, {SIDE_MOBILE, false, true},
                                   {SIDE_MOBILE, true, false},  {SIDE_MOBILE, true, true},
                                   {SIDE_STILL, false, false},  {SIDE_STILL, false, true},
                                   {SIDE_STILL, true, false},   {SIDE_STILL, true, true},
                                   {SIDE_HUB, true, false},     {SIDE_HUB, true, true}};
enum { KINDS = sizeof kinds / sizeof *kinds };

// What a sweep works on; the last body is the dummy.
typedef struct packed {
    record body[NET_BODIES + 1], hub[NET_HUBS];
    inertia_record inertia[NET_BODIES + 1];
    number column[NET_CONTACTS][NET_COLUMNS * LANES] __attribute__((aligned(64)));
    batch_record batch[NET_CONTACTS];
    hub_sum sum[NET_HUBS];
    task_record task;
    int batches;
} packed;

static record pack_body(const net_body *x)
{
    const double rho = x->rho;
    record m = {.inverse_mass = (number)x->inverse_mass, .inverse_rho = (number)(1 / rho)};
    m.velocity[0] = (number)x->v.x;
    m.velocity[1] = (number)x->v.y;
    m.velocity[2] = (number)x->v.z;
    m.rim[0] = (number)(rho * x->w.x);
    m.rim[1] = (number)(rho * x->w.y);
    m.rim[2] = (number)(rho * x->w.z);
    return m;
}

static inertia_record pack_inertia(const net_body *x)
{
    const v3 *r = x->inverse_inertia.row;
    const double s = x->rho * x->rho;
    inertia_record m = {
        .xx = (number)(s * r[0].x), .yy = (number)(s * r[1].y), .zz = (number)(s * r[2].z)};
    m.xy = (number)(s * r[0].y);
    m.xz = (number)(s * r[0].z);
    m.yz = (number)(s * r[1].z);
    return m;
}

static void pack_batch(packed *p, const network *net, int q)
{
    batch_record *b = &p->batch[q];
    b->kind = net->batch[q].kind;
    b->column = p->column[q];
    memset(p->column[q], 0, sizeof p->column[q]);
    for (int l = 0; l < LANES; l++) {
        int slot = net->batch[q].slot[l];
        b->a[l] = b->kind.side == SIDE_MOBILE ? NET_BODIES : 0;
        b->b[l] = NET_BODIES;
        if (slot < 0)
            continue;
        double value[NET_COLUMNS];
        network_columns(net, &net->contact[slot], value);
        for (int k = 0; k < sweep_columns(b->kind); k++)
            b->column[k * LANES + l] = (number)value[k];
        b->a[l] = net->contact[slot].a;
        b->b[l] = net->contact[slot].b;
    }
}

static packed *pack(const network *net)
{
    packed *p = aligned_alloc(64, (sizeof *p + 63) / 64 * 64);
    if (!p)
        return NULL;
    memset(p, 0, sizeof *p);
    for (int i = 0; i < NET_BODIES; i++) {
        p->body[i] = pack_body(&net->body[i]);
        p->inertia[i] = pack_inertia(&net->body[i]);
    }
    for (int i = 0; i < NET_HUBS; i++)
        p->hub[i] = pack_body(&net->hub[i]);
    p->body[NET_BODIES].inverse_mass = 1;
    p->task = (task_record){p->body, p->inertia, net->spin_factor, p->hub, p->sum};
    p->batches = net->batches;
    for (int q = 0; q < net->batches; q++)
        pack_batch(p, net, q);
    return p;
}

static double run(packed *p, int width)
{
    double lack = 0;
    for (int k = 0; k < SWEEPS; k++)
        lack = choose(width)->sweep(&p->task, p->batch, p->batches, k == SWEEPS - 1);
    return lack;
}

static void near3(const number *got, v3 want, double tolerance)
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
        CHECK(p->body[i].inverse_mass == (number)x->inverse_mass);
        CHECK(p->body[i].inverse_rho == (number)(1 / x->rho));
    }
    for (int i = 0; i < NET_HUBS; i++) {
        const double *f = p->sum[i].impulse, *m = p->sum[i].turn;
        const v3 turn = v3_scale(1 / net->hub[i].rho, net->hub_torque[i]);
        CHECK_NEAR(v3_norm(v3_sub(v3_make(f[0], f[1], f[2]), net->hub_impulse[i])), 0, tolerance);
        CHECK_NEAR(v3_norm(v3_sub(v3_make(m[0], m[1], m[2]), turn)), 0, tolerance);
    }
    const record rest = {.inverse_mass = 1};
    CHECK(!memcmp(&p->body[NET_BODIES], &rest, sizeof rest));
}

static void check_impulses(const packed *p, const network *net, double tolerance)
{
    for (int q = 0; q < p->batches; q++)
        for (int l = 0; l < LANES; l++) {
            const batch_record *b = &p->batch[q];
            const int r = sweep_rich_column(b->kind);
            number value[NET_COLUMNS];
            for (int k = 0; k < sweep_columns(b->kind); k++)
                value[k] = b->column[k * LANES + l];
            if (net->batch[q].slot[l] < 0) {
                for (int k = 0; k < sweep_columns(b->kind); k++)
                    CHECK(value[k] == 0);
                continue;
            }
            const net_contact *c = &net->contact[net->batch[q].slot[l]];
            CHECK_NEAR(value[B_PUSH], c->push, tolerance);
            near3(value + B_T, c->t, tolerance);
            if (!b->kind.rich)
                continue;
            near3(value + r + R_ROLL, c->roll, tolerance);
            CHECK_NEAR(value[r + R_TWIST], c->twist, tolerance);
        }
}

static void check_against_oracle(const sweep_kind *kind, int count, uint64_t seed)
{
    network *net = network_make(kind, count, LANES, seed);
    REQUIRE(net);
    packed *p = pack(net);
    if (CHECK(p)) {
        double lack = run(p, 1), want = 0;
        for (int k = 0; k < SWEEPS; k++)
            want = network_sweep(net);
        CHECK(want > 1e-3);
        CHECK_NEAR(lack, want, NEAR);
        check_bodies(p, net, NEAR);
        check_impulses(p, net, NEAR);
    }
    free(p);
    mem_free(net);
}

TEST(each_kind_does_what_the_formulas_say)
{
    for (int k = 0; k < KINDS; k++)
        for (uint64_t seed = 1; seed <= 4; seed++)
            check_against_oracle(&kinds[k], 1, seed);
}

TEST(kinds_mix)
{
    for (uint64_t seed = 11; seed <= 14; seed++)
        check_against_oracle(kinds, KINDS, seed);
}

TEST(all_widths_give_the_same_bits)
{
    for (int k = 0; k <= KINDS; k++) {
        network *net = k < KINDS ? network_make(&kinds[k], 1, LANES, 21)
                                 : network_make(kinds, KINDS, LANES, 21);
        REQUIRE(net);
        packed *plain = pack(net);
        double lack = plain ? run(plain, 1) : 0;
        for (int width = 2; width <= 8; width *= 2) {
            packed *wide = kernel_choose(width) ? pack(net) : NULL;
            if (!wide)
                continue;
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
    CHECK(choose(1)->width == 1);
    CHECK(!choose(0) && !choose(3) && !choose(16));
    CHECK(choose(kernel_choose(0)->width));
}

static v3 momentum(const packed *p)
{
    v3 sum = {0, 0, 0};
    for (int i = 0; i < NET_BODIES; i++) {
        const number *v = p->body[i].velocity;
        sum = v3_fma(sum, 1 / (double)p->body[i].inverse_mass, v3_make(v[0], v[1], v[2]));
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
        if (kinds[k].side == SIDE_STILL)
            continue;
        network *net = network_make(&kinds[k], 1, LANES, 31);
        REQUIRE(net);
        packed *p = pack(net);
        if (CHECK(p)) {
            v3 before = momentum(p);
            run(p, kernel_choose(0)->width);
            v3 after = momentum(p);
            CHECK_NEAR(v3_norm(v3_sub(after, before)), 0, 10 * NEAR);
        }
        free(p);
        mem_free(net);
    }
}

static v3 three(const number *column)
{
    return v3_make((double)column[0], (double)column[LANES], (double)column[2 * LANES]);
}

// Pushes not below their bound, friction and rolling in the plane and in their circles. `c` is one lane of the columns.
// Returns 1 where the contact sticks, -1 where it slides, 0 without friction.
static int check_cone(const number *c, sweep_kind k)
{
    const int r = sweep_rich_column(k);
    const v3 n = three(c + B_N * LANES), t = three(c + B_T * LANES);
    const double push = (double)c[B_PUSH * LANES],
                 most = (double)c[B_FRICTION * LANES] * fabs(push);
    const double over = 1 + 8 * ROUNDING;
    CHECK(push >= (k.rich ? (double)c[(r + R_LOW) * LANES] : 0));
    CHECK(v3_norm(t) <= most * over);
    CHECK_NEAR(v3_dot(n, t), 0, 8 * ROUNDING);
    if (k.rich) {
        c += r * LANES;
        CHECK(v3_norm(three(c + R_ROLL * LANES)) <=
              (double)c[R_ROLL_LIMIT * LANES] * fabs(push) * over);
        CHECK(fabs((double)c[R_TWIST * LANES]) <=
              (double)c[R_TWIST_LIMIT * LANES] * fabs(push) * over);
    }
    if (most == 0)
        return 0;
    return v3_norm(t) < 0.999 * most ? 1 : -1;
}

TEST(friction_stays_in_its_cone)
{
    int sticking = 0, sliding = 0;
    for (int k = 0; k < KINDS; k++) {
        network *net = network_make(&kinds[k], 1, LANES, 41);
        REQUIRE(net);
        packed *p = pack(net);
        REQUIRE(p);
        run(p, kernel_choose(0)->width);
        for (int q = 0; q < p->batches; q++)
            for (int l = 0; l < LANES; l++) {
                int how = check_cone(p->batch[q].column + l, kinds[k]);
                sticking += how > 0;
                sliding += how < 0;
            }
        free(p);
        mem_free(net);
    }
    CHECK_MSG(sticking > 100 && sliding > 100, "%d stick, %d slide", sticking, sliding);
}

TEST(what_the_rows_lack_goes_to_zero)
{
    const sweep_kind kind = {SIDE_MOBILE, false, false};
    network *net = network_make(&kind, 1, LANES, 51);
    REQUIRE(net);
    packed *p = pack(net);
    if (CHECK(p)) {
        const kernel_record *s = choose(kernel_choose(0)->width);
        double first = s->sweep(&p->task, p->batch, p->batches, true), last = first;
        for (int k = 0; k < 2000; k++)
            last = s->sweep(&p->task, p->batch, p->batches, true);
        CHECK(first > 0.1);
        CHECK(last < 10 * NEAR);
        CHECK(s->sweep(&p->task, p->batch, p->batches, false) == 0);
    }
    free(p);
    mem_free(net);
}

#endif

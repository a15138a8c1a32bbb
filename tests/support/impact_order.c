// impact_order.c - see impact_order.h.
#include "support/impact_order.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int order_steps[ORDER_STEPS] = {25, 50, 100, 200, 400};

static const double closing = 1; // m/s

// Radii of the balls of the i-th impact. They differ by a few per cent, as phases of the first touch alone would leave
// the end of all impacts at one place within a step.
static double radius_of(int i, int ball)
{
    double share = 0.6180339887498949 * i;
    return (ball ? 4e-3 : 5e-3) * (1 + 0.08 * (share - floor(share)));
}

enum { BLOWS_MOST = 16, IMPACTS_MOST = BLOWS_MOST * ORDER_PHASES };

static const char material[] =
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25, yield: 0.2 MPa}}\n";

// Normal and tangent of the i-th kind of impact, from the partner to the ball.
static void axes_of(const order_job *j, int kind, v3 *n, v3 *t)
{
    *n = v3_make(0, 0, 1);
    if (j->partner == ORDER_BALL)
        *n = v3_unit(v3_make(0.3 + 0.1 * kind, -0.5, 0.8));
    *t = v3_unit(v3_cross(*n, v3_make(0.8, -0.6, 0.1)));
}

// All impacts of the job begin when `step` has passed once and a share of it.
static bool write_balls(const order_job *j, double step, const char *file)
{
    FILE *f = fopen(file, "w");
    if (!f)
        return false;
    fprintf(f, "x,y,z,radius,vx,vy,vz,wx,wy,wz\n");
    for (int i = 0; i < j->blows * ORDER_PHASES; i++) {
        const order_blow *b = &j->blow[i / ORDER_PHASES];
        double until = step * (1 + (i % ORDER_PHASES + 0.5) / ORDER_PHASES);
        v3 n, t, place = v3_make(0.05 * (i % 16), 0.05 * (i / 16), 0);
        axes_of(j, i / ORDER_PHASES, &n, &t);
        v3 u = v3_add(v3_scale(-closing, n), v3_scale(b->across, t));
        v3 w = v3_add(v3_scale(b->twirl, n), v3_scale(b->rolling, t));
        double apart = radius_of(i, 0);
        if (j->partner == ORDER_BALL) {
            v3 half = v3_scale(0.5, w);
            apart += radius_of(i, 1);
            fprintf(f, "%.17g,%.17g,%.17g,%.17g,0,0,0,%.17g,%.17g,%.17g\n", place.x, place.y,
                    place.z, radius_of(i, 1), half.x, half.y, half.z);
        }
        v3 x = v3_sub(v3_add(place, v3_scale(apart, n)), v3_scale(until, u));
        fprintf(f, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", x.x, x.y, x.z,
                radius_of(i, 0), u.x, u.y, u.z, w.x, w.y, w.z);
    }
    return fclose(f) == 0;
}

// Rods with round ends that fall on one of them. They turn in the plane of the blow alone, as the spin of a rod that
// turns about several axes would go on changing in flight.
static void write_rods(const order_job *j, double step, text_buffer *text)
{
    const double tilt = 0.7, half = 3e-3;
    int count = j->blows * ORDER_PHASES;
    text_append(text, "shapes:\n");
    for (int i = 0; i < count; i++) {
        double size = radius_of(i, 0) / 5e-3;
        text_append_format(text,
                           "  rod%d: {spheropolyhedron: {vertices: [[%.17g m, 0, 0], [%.17g m, 0, "
                           "0]], radius: %.17g "
                           "m}}\n",
                           i, -half * size, half * size, 4e-3 * size);
    }
    text_append(text, "grains:\n");
    for (int i = 0; i < count; i++) {
        double across = j->blow[i / ORDER_PHASES].across, size = radius_of(i, 0) / 5e-3;
        double until = step * (1 + (i % ORDER_PHASES + 0.5) / ORDER_PHASES);
        text_append_format(text,
                           "  - {name: g%d, shape: rod%d, material: soft, velocity: [%.17g m/s, 0, "
                           "%.17g m/s], turn: "
                           "[0, %.17g rad, 0], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], "
                           "counts: [1, 1, 1], "
                           "origin: [%.17g m, 0, %.17g m]}}\n",
                           i, i, across, -closing, tilt, 0.05 * i - across * until,
                           (half * sin(tilt) + 4e-3) * size + closing * until);
    }
}

static bool open_world(const order_job *j, double step, sim *s)
{
    static const char floor_[] =
        "walls: {floor: {material: soft, plane: {point: 0, normal: [0, 0, 1]}}}\n";
    text_buffer text = {0};
    if (j->partner != ORDER_ROD && !write_balls(j, step, "order.csv"))
        return false;
    text_append_format(
        &text,
        "scree: 1\ngravity: 0\n%s%sdomain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n%s",
        material, j->pairs, j->partner == ORDER_BALL ? "" : floor_);
    if (j->partner == ORDER_ROD)
        write_rods(j, step, &text);
    else
        text_append(&text, "shapes: {any: {ball: {radius: 1 cm}}}\n"
                           "grains: [{name: balls, shape: any, material: soft, packing: {law: csv, "
                           "file: order.csv}}]\n");
    text_append(&text, "run: {duration: 1 s, deepest_overlap: none, step: ");
    if (step > 0)
        text_append_format(&text, "%.17g s", step);
    else
        text_append(&text, "auto");
    text_append_format(&text, ", integrator: %s}\n", j->integrator);
    world_options o = options_of(1, 0, 0);
    bool good = !text.failed && sim_open(s, text.data, NULL, 0, &o);
    if (!good)
        printf("%s", text.data);
    text_buffer_clear(&text);
    return good;
}

// What an impact leaves: the relative velocity, and for each ball its radius times its spin.
typedef struct outcome {
    v3 velocity, spin, other;
} outcome;

// Does nothing push or pull any more? (A contact may be there still, of a ball that leaves its dent.)
static bool all_free(const frame *f)
{
    for (int64_t i = 0; i < f->ball.count; i++)
        if (v3_norm(f->ball.force[i]) > 0)
            return false;
    return true;
}

enum { PARTS_MOST = 60 }; // quarters of an impact

static bool run_blows(const order_job *j, double duration, int steps, outcome *out, bool *parted)
{
    sim s;
    double step = duration / steps;
    bool done = false, ran;
    if (!open_world(j, step, &s))
        return false;
    *parted = false;
    ran = sim_step(&s, (int64_t)(1.5 * steps));
    for (int part = 0; ran && !done; part++) {
        frame f = sim_frame(&s);
        *parted = all_free(&f);
        done = *parted || part == PARTS_MOST;
        if (done)
            for (int i = 0; i < j->blows * ORDER_PHASES; i++) {
                int b = j->partner == ORDER_BALL ? 2 * i + 1 : i;
                out[i] = (outcome){f.ball.velocity[b], v3_scale(radius_of(i, 0), f.ball.spin[b]),
                                   v3_make(0, 0, 0)};
                if (j->partner == ORDER_BALL) {
                    out[i].velocity = v3_sub(out[i].velocity, f.ball.velocity[2 * i]);
                    out[i].other = v3_scale(radius_of(i, 1), f.ball.spin[2 * i]);
                }
            }
        frame_clear(&f);
        if (!done)
            ran = sim_step(&s, steps / 4);
    }
    sim_close(&s);
    return ran;
}

static double duration_of(const order_job *j, law_set *set)
{
    sim s;
    scree_error error;
    if (!open_world(j, 0, &s))
        return 0;
    double tau = world_step_choice(s.w)->duration;
    if (law_set_mix(&s.m, 0, 0, set, &error) != SCREE_OK)
        tau = 0;
    sim_close(&s);
    return tau;
}

static void errors_at(const order_job *j, const outcome *got, const outcome *want,
                      double error[ORDER_QUANTITIES])
{
    for (int k = 0; k < j->blows; k++) {
        double sum[ORDER_QUANTITIES] = {0};
        v3 n, t;
        axes_of(j, k, &n, &t);
        for (int p = 0; p < ORDER_PHASES; p++) {
            const outcome *o = &got[k * ORDER_PHASES + p], *w = &want[k * ORDER_PHASES + p];
            v3 off = v3_sub(o->velocity, w->velocity), spin = v3_sub(o->spin, w->spin),
               other = v3_sub(o->other, w->other);
            double along = v3_dot(off, n);
            v3 across = v3_sub(off, v3_scale(along, n));
            sum[ORDER_NORMAL] += along * along;
            sum[ORDER_TANGENTIAL] += v3_dot(across, across);
            sum[ORDER_SPIN] += v3_dot(spin, spin) + v3_dot(other, other);
        }
        for (int q = 0; q < ORDER_QUANTITIES; q++)
            error[q] = fmax(error[q], sqrt(sum[q] / ORDER_PHASES));
    }
}

bool order_measure(const order_job *job, order_errors *out)
{
    static outcome got[IMPACTS_MOST], want[IMPACTS_MOST];
    bool parted;
    // no multiple of the contact time, or both ends would err alike
    memset(out, 0, sizeof *out);
    double duration = 0.963 * duration_of(job, &out->set);
    if (!(duration > 0) || !run_blows(job, duration, job->fine, want, &out->parted))
        return false;
    for (int k = 0; k < ORDER_STEPS; k++) {
        double error[ORDER_QUANTITIES] = {0};
        if (!run_blows(job, duration, order_steps[k], got, &parted))
            return false;
        errors_at(job, got, want, error);
        for (int q = 0; q < ORDER_QUANTITIES; q++)
            out->error[q][k] = error[q];
    }
    return true;
}

double order_fit(const double error[ORDER_STEPS])
{
    double sum = 0;
    for (int k = 0; k < ORDER_STEPS; k++)
        sum += (ORDER_STEPS - 1 - 2 * k) * log2(fmax(error[k], 1e-300));
    return sum / 20; // least squares: the squares of -2 ... 2 are 10, twice
}

double order_slope(const double error[ORDER_STEPS])
{
    return 0.5 * log2(error[ORDER_STEPS - 3] / error[ORDER_STEPS - 1]);
}

// energy.c - no impact gains energy; an elastic gas keeps its energy; the ledger of lossy systems closes.
//
// Energies are those of the frames, at the time of the positions; those of single impacts are kinetic energies before
// and after.
#include "verify/verify.h"

#include "base/constants.h"
#include "law/yield.h"

#include <stdio.h>
#include <stdlib.h>

static const scene_material softish = {2500, 1e8, 0.25};
enum { ANGLES = 181, SPINS = 3, HITS = ANGLES * SPINS };
static const double speed = 1, large = 0.005, small = 0.0035;

static double kinetic(const scene *scene, int ball, v3 u, v3 w)
{
    double m = ball_mass(scene, ball);
    double r = scene->ball[ball].radius;
    return 0.5 * m * (v3_dot(u, u) + 0.4 * r * r * v3_dot(w, w));
}

// Duration of a head-on impact of the large and the small ball.
static double head_on(bool hertz, double stiffness)
{
    const double a = 2500 * 4.0 / 3.0 * PI * large * large * large;
    const double b = a * (small * small * small) / (large * large * large);
    const double mass = a * b / (a + b);
    const double radius = large * small / (large + small);
    const double e_star = 0.5 * softish.young / (1 - softish.poisson * softish.poisson);
    if (!hertz)
        return PI * sqrt(mass / stiffness);
    return hertz_peak_of(radius, e_star, mass, speed).duration;
}

// Two balls that will touch after `wait`, at `angle` between their relative velocity and the line of centres; no
// momentum.
static void aim(scene_ball *ball, v3 at, double angle, v3 spin, double wait)
{
    const v3 n = {0.48, 0.6, 0.64};
    const v3 t = {0.8, -0.6, 0}; // one across the other
    const double vn = speed * cos(angle);
    const double vt = speed * sin(angle);
    const double share = 1 / (1 + pow(small / large, 3)); // mass of the large one
    const v3 part = v3_scale(v3_dot(t, n), n);
    const v3 across = v3_unit(v3_sub(t, part));
    const v3 u = v3_sub(v3_scale(vt, across), v3_scale(vn, n));
    const v3 touch = v3_scale(large + small, n);
    const v3 apart = v3_sub(touch, v3_scale(wait, u));
    ball[0] = (scene_ball){
        .radius = large, .position = at, .velocity = v3_scale(share - 1, u), .spin = spin};
    ball[1] = (scene_ball){.radius = small,
                           .position = v3_add(at, apart),
                           .velocity = v3_scale(share, u),
                           .spin = v3_scale(-0.5, spin)};
}

// Backwards, none and forwards.
static v3 spin_of(int which)
{
    const double turn = (which - 1) * 0.7 * speed / large;
    return v3_make(0.36 * turn, -0.48 * turn, 0.8 * turn);
}

// First touches fall anywhere between two steps.
static double touch_after(int i, double step)
{
    const double phase = 0.6180339887498949 * i;
    return (1 + phase - floor(phase)) * step;
}

// All angles and spins in one world, each pair for itself.
static void aim_all(scene_ball *ball, double step)
{
    for (int i = 0; i < HITS; i++) {
        const double angle = 0.5 * PI * (i % ANGLES) / (ANGLES - 1);
        const v3 at = {0.03 * (i % 9), 0.03 * (i / 9 % 9), 0.03 * (i / 81)};
        aim(&ball[2 * i], at, angle, spin_of(i / ANGLES), touch_after(i, step));
    }
}

// Pairs that are in contact at the end.
static void mark_touching(const frame *frame, bool *touching)
{
    for (int64_t i = 0; i < frame->contact.count; i++)
        touching[frame->contact.a[i] / 2] = true;
}

bool gain_measure(const claim *claim, const gain_job *job, double *gain)
{
    const int hits = ANGLES * job->spins;
    scene_ball *ball = malloc(2 * HITS * sizeof *ball);
    bool *touching = calloc(HITS, sizeof *touching);
    trial trial;
    scene scene = {.laws = job->laws,
                   .material = {softish},
                   .materials = 1,
                   .ball = ball,
                   .balls = 2 * hits,
                   .reach = 1,
                   .step = job->duration / job->parts};
    bool good = ball && touching;
    if (good)
        aim_all(ball, scene.step);
    good = good && trial_open(&trial, claim, &scene) &&
           trial_step(&trial, (int64_t)(job->length * job->parts)) && trial_look(&trial);
    *gain = -1;
    if (good && job->attracts)
        mark_touching(&trial.frame, touching);
    for (int i = 0; good && i < hits; i++) {
        double before = 0;
        double after = 0;
        for (int k = 2 * i; k < 2 * i + 2; k++) {
            before += kinetic(&scene, k, ball[k].velocity, ball[k].spin);
            after += kinetic(&scene, k, trial.frame.ball.velocity[k], trial.frame.ball.spin[k]);
        }
        if (!touching[i])
            *gain = fmax(*gain, after / before - 1);
    }
    if (good)
        trial_close(&trial);
    free(ball);
    free(touching);
    return good;
}

static bool largest_gain(const claim *claim, const char *laws, double duration, double parts,
                         double *gain)
{
    const gain_job job = {laws, duration, parts, SPINS, 3, false};
    return gain_measure(claim, &job, gain);
}

static void no_gain(verify *verify)
{
    static const char *const normal[] = {"law: hertz, restitution: 1",
                                         "law: hertz, restitution: 0.7",
                                         "law: linear, stiffness: 2e4 N/m, restitution: 1",
                                         "law: linear, stiffness: 2e4 N/m, restitution: 0.7"};
    static const char *const normal_name[] = {"hertz e=1", "hertz e=0.7", "linear e=1",
                                              "linear e=0.7"};
    static const char *const drag[] = {"law: none", "law: mindlin, friction: 0.5",
                                       "law: cundall-strack, friction: 0.5",
                                       "law: viscous-coulomb, friction: 0.5, damping: 0.5 N s/m"};
    static const char *const drag_name[] = {"frictionless", "mindlin", "cundall-strack",
                                            "viscous-coulomb"};
    static const char *const roll[] = {"law: none", "law: elastic-plastic, friction: 0.2"};
    claim claim;
    for (int n = 0; n < 4; n++)
        for (int d = 0; d < 4; d++)
            for (int r = 0; r < 2; r++) {
                char laws[320];
                double duration = head_on(n < 2, 2e4);
                double gain;
                if (!claim_begin(&claim, verify, "181 angles x 3 spins", "no gain %s %s%s",
                                 normal_name[n], drag_name[d], r ? " rolling" : ""))
                    continue;
                snprintf(laws, sizeof laws, "normal: {%s}, tangential: {%s}, rolling: {%s}",
                         normal[n], drag[d], roll[r]);
                if (largest_gain(&claim, laws, duration, 50, &gain))
                    claim_at_most(&claim, "gain of energy, t/50", gain, 1e-3);
                if (largest_gain(&claim, laws, duration, 2000, &gain))
                    claim_at_most(&claim, "gain of energy, t/2000", gain, 1e-6);
            }
}

// --- an elastic gas -------------------------------------------------------------------------------------------------

// 8 * `each` balls at random places of a periodic box, a tenth of it full; each eighth goes along one diagonal of the
// box.
static void write_gas(text_buffer *text, const char *laws, int each, double step, const char *run)
{
    double r = 0.005;
    double edge = cbrt(8 * each * 4.0 / 3.0 * PI * r * r * r / 0.1);
    text_append_format(
        text,
        "scree: 1\ngravity: 0\ndomain: {low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m], "
        "boundary: {x: periodic, y: periodic, z: periodic}}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.25}}\npairs: {default: "
        "{%s}}\n"
        "shapes: {s: {ball: {radius: 5 mm}}}\ngrains:\n",
        edge, edge, edge, laws);
    for (int i = 0; i < 8; i++)
        text_append_format(text,
                           "  g%d: {shape: s, material: m, velocity: [%d m/s, %d m/s, %d m/s], "
                           "packing: {law: random, count: %d, "
                           "seed: %d}}\n",
                           i, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1, each, i + 1);
    text_append_format(text, "run: {steps: 1, step: %.17g s%s}\n", step, run);
}

// Impacts of one of the balls in a second: 4 n d^2 chi sqrt(pi T / m), chi after Carnahan and Starling.
static double impact_rate(void)
{
    double d = 0.01;
    double n = 0.1 * 6 / (PI * d * d * d);
    double chi = (1 - 0.05) / (0.9 * 0.9 * 0.9);
    return 4 * n * d * d * chi * sqrt(PI); // T / m = 1 m^2/s^2
}

// Deviations over a run, in 100 looks. Errors of impacts add up like the steps of a random walk, of which one end tells
// next to nothing; from one look to the next they are independent of each other, so a hundred of them tell the order.
typedef struct kept {
    double worst; // largest deviation
    double rms;   // root of the mean square of what it changes by from look to look
    double drift; // mean of the last fifth less that of the first
} kept;
enum { LOOKS = 100 };

static kept kept_of(const double e[LOOKS])
{
    kept kept = {0, 0, 0};
    for (int i = 0; i < LOOKS; i++) {
        kept.worst = fmax(kept.worst, fabs(e[i]));
        const double change = i > 0 ? e[i] - e[i - 1] : e[i];
        kept.rms += change * change / LOOKS;
        if (i < LOOKS / 5)
            kept.drift -= e[i] / (LOOKS / 5);
        if (i >= LOOKS - LOOKS / 5)
            kept.drift += e[i] / (LOOKS / 5);
    }
    kept.rms = sqrt(kept.rms);
    return kept;
}

// Of two balls of the gas, at the mean of their relative speeds.
static double mean_impact(void)
{
    const double mass = 2500 * 4.0 / 3.0 * PI * 1.25e-7;
    const double e_star = 0.5 * softish.young / (1 - 0.0625);
    return hertz_peak_of(0.0025, e_star, 0.5 * mass, 4 / sqrt(PI)).duration;
}

typedef struct gas_job {
    const char *laws, *run;
    double duration, impacts; // s of an impact; how many for each ball
    int each;                 // balls in an eighth
} gas_job;

// Of the total energy where there is no ledger, else of its residual over the energy turned over.
static bool gas_keeps(const claim *claim, const gas_job *job, double parts, kept *out)
{
    text_buffer text = {0};
    trial trial;
    double start = 0;
    double e[LOOKS];
    double step = job->duration / parts;
    int64_t steps = (int64_t)(job->impacts / impact_rate() / step);
    write_gas(&text, job->laws, job->each, step, job->run);
    bool good = !text.failed && trial_open_text(&trial, claim, text.data) && trial_look(&trial);
    text_buffer_clear(&text);
    if (good)
        start = trial.frame.ledger.kinetic + trial.frame.ledger.elastic;
    for (int i = 0; good && i < LOOKS; i++) {
        good = trial_step(&trial, steps / LOOKS) && trial_look(&trial);
        if (!good)
            break;
        const frame_ledger *ledger = &trial.frame.ledger;
        e[i] = trial.model.ledger ? ledger->residual / ledger->turned_over
                                  : (ledger->kinetic + ledger->elastic) / start - 1;
    }
    if (good)
        *out = kept_of(e);
    if (good)
        trial_close(&trial);
    return good;
}

static void elastic_gas(verify *verify)
{
    static const char *const law[] = {
        "normal: {law: hertz}, tangential: none",
        "normal: {law: linear, stiffness: 2e5 N/m}, tangential: none"};
    static const char *const name[] = {"hertz", "linear"};
    static const double fine[] = {200, 500};
    const double mass = 2500 * 4.0 / 3.0 * PI * 1.25e-7;
    claim claim;
    for (int l = 0; l < 2; l++) {
        const double duration = l ? PI * sqrt(0.5 * mass / 2e5) : mean_impact();
        gas_job job = {law[l], "", duration, 22, 125};
        kept first;
        kept second;
        if (!claim_begin(&claim, verify, "1000 balls, 22 impacts each", "elastic gas %s", name[l]))
            continue;
        if (!gas_keeps(&claim, &job, 50, &first) || !gas_keeps(&claim, &job, fine[l], &second))
            continue;
        claim_at_most(&claim, "energy, t/50", first.worst, 1e-4);
        claim_at_most(&claim, "drift of energy, t/50", fabs(first.drift), 5e-5);
        claim_at_most(&claim, l ? "energy, t/500" : "energy, t/200", second.worst, 1e-6);
        claim_at_least(&claim, "order in the step", log(first.rms / second.rms) / log(fine[l] / 50),
                       1.8);
    }
}

// --- the ledger -----------------------------------------------------------------------------------------------------

static const char lossy[] =
    "normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, friction: 0.5}";

static bool ledger_of_impact(const claim *claim, const gain_job *job, int i, double *most,
                             double *apart)
{
    const double parts = job->parts;
    const double step = job->duration / parts;
    const int stride = parts > 100 ? (int)(parts / 50) : 1;
    scene_ball ball[2];
    scene scene = {.laws = job->laws,
                   .material = {softish},
                   .materials = 1,
                   .ball = ball,
                   .balls = 2,
                   .reach = 1,
                   .step = step,
                   .run = "ledger: true"};
    trial trial;
    aim(ball, v3_make(0, 0, 0), 0.5 * PI * (i % 19) / 19, spin_of(i / 19), touch_after(i, step));
    bool good = trial_open(&trial, claim, &scene);
    *most = 0;
    for (double k = 0; good && k < job->length * parts; k += stride) {
        good = trial_step(&trial, stride) && trial_look(&trial);
        double residual =
            good ? fabs(trial.frame.ledger.residual) / trial.frame.ledger.turned_over : 0;
        *most = fmax(*most, residual);
        if (good && trial.frame.contact.count == 0)
            *apart = fmax(*apart, residual);
    }
    if (good)
        trial_close(&trial);
    return good;
}

bool ledger_measure(const claim *claim, const gain_job *job, closure *out)
{
    *out = (closure){0, 0, 0};
    for (int i = 0; i < 19 * job->spins; i++) {
        double most;
        if (!ledger_of_impact(claim, job, i, &most, &out->apart))
            return false;
        out->most = fmax(out->most, most);
        out->mean += most / (19 * job->spins);
    }
    return true;
}

static void ledger(verify *verify)
{
    const gas_job job = {lossy, ", ledger: true", mean_impact(), 4, 25};
    const gain_job coarse = {lossy, head_on(true, 0), 50, SPINS, 3, false};
    const gain_job fine = {lossy, head_on(true, 0), 1000, SPINS, 3, false};
    closure left;
    closure closure;
    kept first;
    kept second;
    claim claim;
    if (claim_begin(&claim, verify, "19 angles x 3 spins", "ledger impact e=0.8 mu=0.5") &&
        ledger_measure(&claim, &coarse, &left) && ledger_measure(&claim, &fine, &closure)) {
        claim_at_most(&claim, "residual, t/50", left.most, 1e-3);
        claim_noted(&claim, "residual, t/1000, while touching", closure.most, 1e-6);
        claim_at_most(&claim, "residual, t/1000, once parted", closure.apart, 1e-6);
        const double order = log(left.mean / closure.mean) / log(20);
        claim_at_least(&claim, "order in the step", order, 1.9);
    }
    if (claim_begin(&claim, verify, "200 balls, 4 impacts each", "ledger gas e=0.8 mu=0.5") &&
        gas_keeps(&claim, &job, 50, &first) && gas_keeps(&claim, &job, 1000, &second)) {
        claim_at_most(&claim, "residual, t/50", first.worst, 1e-3);
        claim_at_most(&claim, "residual, t/1000", second.worst, 1e-6);
        const double order = log(first.rms / second.rms) / log(20);
        claim_at_least(&claim, "order in the step", order, 1.8);
    }
}

void verify_energy(verify *verify)
{
    no_gain(verify);
    elastic_gas(verify);
    ledger(verify);
}

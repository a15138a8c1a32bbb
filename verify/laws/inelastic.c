// inelastic.c - oblique impacts that lose energy along the normal and along the surface: Hertz with Tsuji's
// dashpot, and a tangential law with a share of that dashpot (Thornton, Cummins and Cleary, Powder Technology 233
// (2013) 30). Figures of that paper are printed, tables are not; so what stands here are the two ends, of which the
// solution is known: an impact that slides throughout loses (7/2) mu (1 + e) Vn of the speed of its patch, dashpot or
// not, and one that never slips, with Mindlin's spring, obeys a differential equation, which is integrated here by the
// classical scheme of Runge and Kutta. The impacts between are held to those of 8 times shorter steps, and told without
// the dashpot along the surface.
#include "law/law.h"
#include "base/constants.h"
#include "law/yield.h"
#include "verify/laws/laws.h"

#include <stdio.h>

// A steel ball of 1 cm at 1 m/s.
static const scene_material steel = {7850, 2.08e11, 0.3};
static const double radius = 0.01, normal_speed = 1;

typedef struct lossy_job {
    const char *law;
    double friction, restitution, damping; // damping: share of the normal dashpot
    double ratio;                          // tangential over normal speed
    double parts;                          // steps an elastic impact
} lossy_job;

static double mass_of_ball(void)
{
    return steel.density * 4.0 / 3.0 * PI * radius * radius * radius;
}
static double modulus_of_ball(void)
{
    return steel.young / (1 - steel.poisson * steel.poisson);
}

// Speed of the patch after the impact, over that before.
static bool lossy_strike(const claim *claim, const lossy_job *job, double *patch)
{
    char laws[240];
    strike got;
    hertz_peak peak = hertz_peak_of(radius, modulus_of_ball(), mass_of_ball(), normal_speed);
    snprintf(
        laws, sizeof laws,
        "normal: {law: hertz, restitution: %g}, tangential: {law: %s, friction: %g, damping: %g}",
        job->restitution, job->law, job->friction, job->damping);
    strike_job s = {.laws = laws,
                    .ball = steel,
                    .other = rigid_floor,
                    .radius = radius,
                    .normal = normal_speed,
                    .tangential = job->ratio * normal_speed,
                    .step = peak.duration / job->parts,
                    .longest = 4 * peak.duration};
    if (!strike_measure(claim, &s, &got))
        return false;
    *patch = got.patch / (job->ratio * normal_speed);
    return true;
}

// --- the impact that never slips ------------------------------------------------------------------------------------

// Overlap, its rate, slip speed of the patch, and the force of the tangential spring.
typedef struct clinging {
    double overlap, rate, slip, force;
} clinging;

typedef struct clinging_pair {
    double mass, hertz; // m, 4/3 E* sqrt(R)
    double dashpot;     // c over overlap^(1/4)
    double grip;        // K_T over the root of the overlap
    double damping;     // share of the dashpot along the surface
} clinging_pair;

static double push_of(const clinging_pair *pair, const clinging *clinging)
{
    if (!(clinging->overlap > 0))
        return 0;
    const double root = sqrt(clinging->overlap);
    const double spring = pair->hertz * clinging->overlap * root;
    const double dashpot = pair->dashpot * sqrt(root) * clinging->rate;
    return fmax(spring + dashpot, 0);
}

// The spring keeps its force while it stiffens and loses it with its stiffness (spring.h).
static clinging change_of(const clinging_pair *pair, const clinging *state)
{
    double root = state->overlap > 0 ? sqrt(state->overlap) : 0;
    double drag = state->force + pair->damping * pair->dashpot * sqrt(root) * state->slip;
    clinging change = {.overlap = state->rate,
                       .rate = -push_of(pair, state) / pair->mass,
                       .slip = -3.5 * drag / pair->mass,
                       .force = pair->grip * root * state->slip};
    if (state->rate < 0 && state->overlap > 0)
        change.force += 0.5 * state->force * state->rate / state->overlap;
    return change;
}

static clinging moved_by(const clinging *state, const clinging *change, double h)
{
    clinging moved = *state;
    moved.overlap += h * change->overlap;
    moved.rate += h * change->rate;
    moved.slip += h * change->slip;
    moved.force += h * change->force;
    return moved;
}

// A step of the scheme of fourth order.
static void runge_kutta(const clinging_pair *pair, double step, clinging *state)
{
    const clinging first = change_of(pair, state);
    clinging at = moved_by(state, &first, 0.5 * step);
    const clinging second = change_of(pair, &at);
    at = moved_by(state, &second, 0.5 * step);
    const clinging third = change_of(pair, &at);
    at = moved_by(state, &third, step);
    const clinging fourth = change_of(pair, &at);
    *state = moved_by(state, &first, step / 6);
    *state = moved_by(state, &second, step / 3);
    *state = moved_by(state, &third, step / 3);
    *state = moved_by(state, &fourth, step / 6);
}

static double clinging_ratio(const lossy_job *job)
{
    const double e_star = modulus_of_ball();
    const double shear = steel.young / (2 * (1 + steel.poisson));
    const double zeta = law_damping_ratio(job->restitution, false);
    clinging_pair pair = {.mass = mass_of_ball(),
                          .hertz = 4.0 / 3.0 * e_star * sqrt(radius),
                          .damping = job->damping};
    pair.dashpot = sqrt(5) * zeta * sqrt(pair.mass * pair.hertz);
    pair.grip = 8 * shear / (2 - steel.poisson) * sqrt(radius);
    const double step = hertz_peak_of(radius, e_star, pair.mass, normal_speed).duration / 40000;
    clinging state = {
        .overlap = step * normal_speed, .rate = normal_speed, .slip = job->ratio * normal_speed};
    while (push_of(&pair, &state) > 0)
        runge_kutta(&pair, step, &state);
    return state.slip / (job->ratio * normal_speed);
}

// --- rows -----------------------------------------------------------------------------------------------------------

static void sticks(const claim *claim, lossy_job job)
{
    double coarse;
    double fine;
    job.friction = 1e4;
    job.ratio = 0.5;
    double exact = clinging_ratio(&job);
    job.parts = 400;
    if (!lossy_strike(claim, &job, &coarse))
        return;
    job.parts = 4000;
    if (!lossy_strike(claim, &job, &fine))
        return;
    claim_absolute(claim, "patch speed, sticks, t/4000", fine, exact, 2e-3);
    claim_absolute(claim, "patch speed, sticks, t/400", coarse, exact, 2e-3);
}

static void slides(const claim *claim, lossy_job job)
{
    double patch;
    job.friction = 0.1;
    job.ratio = 2;
    job.parts = 1000;
    if (!lossy_strike(claim, &job, &patch))
        return;
    claim_absolute(claim, "patch speed, slides", patch,
                   1 - 3.5 * job.friction * (1 + job.restitution) / job.ratio, 1e-3);
}

static bool struck_at(const claim *claim, lossy_job job, double parts, double *patch)
{
    job.parts = parts;
    return lossy_strike(claim, &job, patch);
}

static void between(const claim *claim, lossy_job job)
{
    static const double ratios[] = {0.1, 0.3, 0.6};
    double coarse;
    double fine;
    double bare;
    char name[64];
    job.friction = 0.1;
    for (int i = 0; i < 3; i++) {
        job.ratio = ratios[i];
        lossy_job undamped = job;
        undamped.damping = 0;
        if (!struck_at(claim, job, 1000, &coarse) || !struck_at(claim, job, 8000, &fine))
            return;
        if (!struck_at(claim, undamped, 8000, &bare))
            return;
        snprintf(name, sizeof name, "patch speed, Vt/Vn = %g, t/1000", ratios[i]);
        claim_absolute(claim, name, coarse, fine, 3e-3);
        claim_noted(claim, "the same without the dashpot", bare, fine);
    }
}

void verify_laws_inelastic(verify *verify)
{
    static const char *const law[] = {"mindlin", "mindlin-deresiewicz", "vu-quoc-zhang"};
    claim claim;
    for (int l = 0; l < 3; l++)
        for (int i = 0; i < 2; i++) {
            lossy_job job = {.law = law[l], .restitution = 0.5 + 0.3 * i, .damping = 1};
            if (!claim_begin(&claim, verify, "impulses; ODE; t/8000", "inelastic %s e=%.1f", law[l],
                             job.restitution))
                continue;
            if (l == 0)
                sticks(&claim, job);
            slides(&claim, job);
            between(&claim, job);
        }
}

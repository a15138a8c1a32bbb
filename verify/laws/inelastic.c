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
static bool lossy_strike(const claim *c, const lossy_job *j, double *patch)
{
    char laws[240];
    strike got;
    hertz_peak h = hertz_peak_of(radius, modulus_of_ball(), mass_of_ball(), normal_speed);
    snprintf(
        laws, sizeof laws,
        "normal: {law: hertz, restitution: %g}, tangential: {law: %s, friction: %g, damping: %g}",
        j->restitution, j->law, j->friction, j->damping);
    strike_job s = {.laws = laws,
                    .ball = steel,
                    .other = law_rigid,
                    .radius = radius,
                    .normal = normal_speed,
                    .tangential = j->ratio * normal_speed,
                    .step = h.duration / j->parts,
                    .longest = 4 * h.duration};
    if (!strike_measure(c, &s, &got))
        return false;
    *patch = got.patch / (j->ratio * normal_speed);
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

static double push_of(const clinging_pair *p, const clinging *x)
{
    if (!(x->overlap > 0))
        return 0;
    double push =
        p->hertz * x->overlap * sqrt(x->overlap) + p->dashpot * sqrt(sqrt(x->overlap)) * x->rate;
    return push > 0 ? push : 0;
}

// The spring keeps its force while it stiffens and loses it with its stiffness (spring.h).
static clinging change_of(const clinging_pair *p, const clinging *x)
{
    double root = x->overlap > 0 ? sqrt(x->overlap) : 0;
    double drag = x->force + p->damping * p->dashpot * sqrt(root) * x->slip;
    clinging d = {x->rate, -push_of(p, x) / p->mass, -3.5 * drag / p->mass,
                  p->grip * root * x->slip};
    if (x->rate < 0 && x->overlap > 0)
        d.force += 0.5 * x->force * x->rate / x->overlap;
    return d;
}

static clinging moved_by(const clinging *x, const clinging *d, double h)
{
    clinging y = {x->overlap + h * d->overlap, x->rate + h * d->rate, x->slip + h * d->slip,
                  x->force + h * d->force};
    return y;
}

static double clinging_ratio(const lossy_job *j)
{
    const double e_star = modulus_of_ball();
    const double shear = steel.young / (2 * (1 + steel.poisson));
    const double zeta = law_damping_ratio(j->restitution, false);
    clinging_pair p = {
        .mass = mass_of_ball(), .hertz = 4.0 / 3.0 * e_star * sqrt(radius), .damping = j->damping};
    p.dashpot = sqrt(5) * zeta * sqrt(p.mass * p.hertz);
    p.grip = 8 * shear / (2 - steel.poisson) * sqrt(radius);
    const double step = hertz_peak_of(radius, e_star, p.mass, normal_speed).duration / 40000;
    clinging x = {step * normal_speed, normal_speed, j->ratio * normal_speed, 0};
    while (push_of(&p, &x) > 0) {
        clinging a = change_of(&p, &x);
        clinging at = moved_by(&x, &a, 0.5 * step);
        clinging b = change_of(&p, &at);
        at = moved_by(&x, &b, 0.5 * step);
        clinging c = change_of(&p, &at);
        at = moved_by(&x, &c, step);
        clinging d = change_of(&p, &at);
        x = moved_by(&x, &a, step / 6);
        x = moved_by(&x, &b, step / 3);
        x = moved_by(&x, &c, step / 3);
        x = moved_by(&x, &d, step / 6);
    }
    return x.slip / (j->ratio * normal_speed);
}

// --- rows -----------------------------------------------------------------------------------------------------------

static void sticks(const claim *c, lossy_job j)
{
    double coarse;
    double fine;
    j.friction = 1e4;
    j.ratio = 0.5;
    double exact = clinging_ratio(&j);
    j.parts = 400;
    if (!lossy_strike(c, &j, &coarse))
        return;
    j.parts = 4000;
    if (!lossy_strike(c, &j, &fine))
        return;
    claim_absolute(c, "patch speed, sticks, t/4000", fine, exact, 2e-3);
    claim_absolute(c, "patch speed, sticks, t/400", coarse, exact, 2e-3);
}

static void slides(const claim *c, lossy_job j)
{
    double patch;
    j.friction = 0.1;
    j.ratio = 2;
    j.parts = 1000;
    if (!lossy_strike(c, &j, &patch))
        return;
    claim_absolute(c, "patch speed, slides", patch,
                   1 - 3.5 * j.friction * (1 + j.restitution) / j.ratio, 1e-3);
}

static bool struck_at(const claim *c, lossy_job j, double parts, double *patch)
{
    j.parts = parts;
    return lossy_strike(c, &j, patch);
}

static void between(const claim *c, lossy_job j)
{
    static const double ratios[] = {0.1, 0.3, 0.6};
    double coarse;
    double fine;
    double bare;
    char name[64];
    j.friction = 0.1;
    for (int i = 0; i < 3; i++) {
        j.ratio = ratios[i];
        lossy_job undamped = j;
        undamped.damping = 0;
        if (!struck_at(c, j, 1000, &coarse) || !struck_at(c, j, 8000, &fine))
            return;
        if (!struck_at(c, undamped, 8000, &bare))
            return;
        snprintf(name, sizeof name, "patch speed, Vt/Vn = %g, t/1000", ratios[i]);
        claim_absolute(c, name, coarse, fine, 3e-3);
        claim_noted(c, "the same without the dashpot", bare, fine);
    }
}

void verify_laws_inelastic(verify *v)
{
    static const char *const law[] = {"mindlin", "mindlin-deresiewicz", "vu-quoc-zhang"};
    claim c;
    for (int l = 0; l < 3; l++)
        for (int i = 0; i < 2; i++) {
            lossy_job j = {.law = law[l], .restitution = 0.5 + 0.3 * i, .damping = 1};
            if (!claim_begin(&c, v, "impulses; ODE; t/8000", "inelastic %s e=%.1f", law[l],
                             j.restitution))
                continue;
            if (l == 0)
                sticks(&c, j);
            slides(&c, j);
            between(&c, j);
        }
}

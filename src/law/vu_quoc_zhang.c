// vu_quoc_zhang.c - see vu_quoc_zhang.h.
//
// Integrals over the virgin curve are taken over t = P^(1/3), in which it is a rational function without a root, by
// Gauss-Legendre quadrature with 20 points. The impact begins with the energy m* v^2 / 2, which the work of loading
// gives the peak force; what the elastic unloading gives back of it is e^2. Nothing is stepped in time.
#include "law/vu_quoc_zhang.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "law/yield.h"

enum { NODES = 10 };
static const double node[NODES][2] = {
    // place in (0, 1), weight; the others mirror them
    {0.076526521133497338, 0.15275338713072584}, {0.22778585114164507, 0.14917298647260374},
    {0.37370608871541955, 0.14209610931838204},  {0.51086700195082713, 0.13168863844917664},
    {0.63605368072651502, 0.11819453196151841},  {0.7463319064601508, 0.10193011981724044},
    {0.83911697182221878, 0.083276741576704755}, {0.91223442825132595, 0.062672048334109068},
    {0.96397192727791381, 0.040601429800386939}, {0.99312859918509488, 0.017614007139152118},
};

static double beyond(const vqz_pair *p, double force)
{
    return real_max(force - p->yield_load, 0);
}

double vqz_elastic_radius(const vqz_pair *p, double force)
{
    return real_cbrt(0.75 * force * p->r_eff / p->e_star);
}

double vqz_plastic_radius(const vqz_pair *p, double force)
{
    return p->c_a * beyond(p, force);
}

double vqz_curvature_factor(const vqz_pair *p, double force)
{
    return 1 + p->k_c * beyond(p, force);
}

double vqz_overlap(const vqz_pair *p, double force)
{
    double a = vqz_elastic_radius(p, force) + vqz_plastic_radius(p, force);
    return a * a / (vqz_curvature_factor(p, force) * p->r_eff);
}

double vqz_residual(const vqz_pair *p, double peak)
{
    double a = vqz_elastic_radius(p, peak);
    double ap = vqz_plastic_radius(p, peak);
    return ap * (2 * a + ap) / (vqz_curvature_factor(p, peak) * p->r_eff);
}

double vqz_unloading_force(const vqz_pair *p, double peak, double overlap)
{
    double elastic = vqz_curvature_factor(p, peak) * (overlap - vqz_residual(p, peak));
    return elastic > 0 ? 4.0 / 3.0 * p->e_star * sqrt(p->r_eff) * elastic * sqrt(elastic) : 0;
}

// Newton's method on g(P) = a_e + a_p - sqrt(C_R R* alpha), which is negative at P_Y and grows; bisection where a step
// would leave the bracket.
double vqz_force(const vqz_pair *p, double overlap)
{
    if (!(overlap > 0))
        return 0;
    double hertz = 4.0 / 3.0 * p->e_star * sqrt(p->r_eff) * overlap * sqrt(overlap);
    if (hertz <= p->yield_load)
        return hertz;
    double low = p->yield_load;
    double high = INFINITY;
    double force = low;
    for (int i = 0; i < 200; i++) {
        double radius = sqrt(vqz_curvature_factor(p, force) * p->r_eff * overlap);
        double elastic = vqz_elastic_radius(p, force);
        double g = elastic + vqz_plastic_radius(p, force) - radius;
        double slope = elastic / (3 * force) + p->c_a - 0.5 * p->k_c * p->r_eff * overlap / radius;
        if (g == 0)
            return force;
        if (g > 0)
            high = force;
        else
            low = force;
        double next = force - g / slope;
        if (!(next > low && next < high))
            next = isinf(high) ? 2 * low : 0.5 * (low + high);
        if (fabs(next - force) <= 4e-16 * force)
            return next;
        force = next;
    }
    return isinf(high) ? NAN : force;
}

// --- over t = P^(1/3) -----------------------------------------------------------------------------------------------

// a_e / P^(1/3).
static double elastic_factor(const vqz_pair *p)
{
    return real_cbrt(0.75 * p->r_eff / p->e_star);
}

// d alpha / d t on the plastic part of the virgin curve, k its elastic_factor.
static double overlap_rate(const vqz_pair *p, double k, double t)
{
    double more = beyond(p, t * t * t);
    double a = k * t + p->c_a * more;
    double rate = k + 3 * p->c_a * t * t;
    double c = 1 + p->k_c * more;
    double c_rate = 3 * p->k_c * t * t;
    return a * (2 * rate * c - a * c_rate) / (c * c * p->r_eff);
}

// Work on the plastic part from t = low to high; NaN where alpha does not grow.
static double work_between(const vqz_pair *p, double k, double low, double high)
{
    double middle = 0.5 * (low + high);
    double half = 0.5 * (high - low);
    double sum = 0;
    for (int i = 0; i < 2 * NODES; i++) {
        double t = middle + (i < NODES ? half : -half) * node[i % NODES][0];
        double rate = overlap_rate(p, k, t);
        if (!(rate > 0))
            return NAN;
        sum += node[i % NODES][1] * t * t * t * rate;
    }
    return half * sum;
}

static double elastic_work(const vqz_pair *p, double force)
{
    double a = vqz_elastic_radius(p, force);
    return 0.4 * force * a * a / p->r_eff;
}

double vqz_work(const vqz_pair *p, double force)
{
    if (force <= p->yield_load)
        return elastic_work(p, force);
    return elastic_work(p, p->yield_load) +
           work_between(p, elastic_factor(p), real_cbrt(p->yield_load), real_cbrt(force));
}

double vqz_work_back(const vqz_pair *p, double force)
{
    return elastic_work(p, force) / vqz_curvature_factor(p, force);
}

// --- impacts --------------------------------------------------------------------------------------------------------

// t of the peak of a loading that takes `work` beyond yield: Newton's method with bisection.
static double peak_of(const vqz_pair *p, double work)
{
    const double k = elastic_factor(p);
    double yield = real_cbrt(p->yield_load);
    double low = yield;
    double high = 2 * yield;
    while (work_between(p, k, yield, high) < work) {
        low = high;
        high *= 1.5;
        if (high > 1e100)
            return NAN;
    }
    double t = high;
    for (int i = 0; i < 200; i++) {
        double off = work_between(p, k, yield, t) - work;
        if (isnan(off))
            return NAN;
        if (off > 0)
            high = t;
        else
            low = t;
        double next = t - off / (t * t * t * overlap_rate(p, k, t));
        if (!(next >= low && next <= high))
            next = 0.5 * (low + high);
        if (fabs(next - t) <= 4e-16 * t)
            return next;
        t = next;
    }
    return t;
}

// Time to load from t = 0 to the peak. With t = peak (1 - y^2) the speed, which ends like y, is divided out.
static double loading_time(const vqz_pair *p, double m_eff, double peak)
{
    double yield = real_cbrt(p->yield_load);
    double k = elastic_factor(p);
    double sum = 0;
    double plastic = work_between(p, k, yield, peak);
    double bend = sqrt(1 - yield / peak);
    double yield_5 = yield * yield * yield * yield * yield;
    for (int part = 0; part < 2; part++) {
        double middle = part ? 0.5 * bend : 0.5 * (bend + 1);
        double half = part ? 0.5 * bend : 0.5 * (1 - bend);
        for (int i = 0; i < 2 * NODES; i++) {
            double y = middle + (i < NODES ? half : -half) * node[i % NODES][0];
            double t = peak * (1 - y * y);
            double left = part ? work_between(p, k, t, peak)
                               : plastic + 0.4 * k * k / p->r_eff * (yield_5 - t * t * t * t * t);
            double rate = part ? overlap_rate(p, k, t) : 2 * k * k * t / p->r_eff;
            sum += half * node[i % NODES][1] * 2 * peak * y * rate / sqrt(2 * left / m_eff);
        }
    }
    return sum;
}

// The cube root of the largest force; 0 where the grain does not yield.
static double impact_peak(const vqz_pair *p, double energy)
{
    double work = energy - elastic_work(p, p->yield_load);
    return work > 0 ? peak_of(p, work) : work <= 0 ? 0 : NAN;
}

static double restitution_of(const vqz_pair *p, double force, double energy)
{
    return sqrt(vqz_work_back(p, force) / energy);
}

double vqz_restitution(const vqz_pair *p, double m_eff, double speed)
{
    double energy = 0.5 * m_eff * speed * speed;
    double t = impact_peak(p, energy);
    return t == 0 ? 1 : restitution_of(p, t * t * t, energy);
}

vqz_impact vqz_impact_of(const vqz_pair *p, double m_eff, double speed)
{
    double energy = 0.5 * m_eff * speed * speed;
    double t = impact_peak(p, energy);
    vqz_impact o;
    if (t == 0) {
        hertz_peak h = hertz_peak_of(p->r_eff, p->e_star, m_eff, speed);
        o = (vqz_impact){
            .force = h.force,
            .overlap = h.overlap,
            .residual = 0,
            .restitution = 1,
            .duration = h.duration,
        };
        return o;
    }
    o.force = t * t * t;
    o.overlap = vqz_overlap(p, o.force);
    o.residual = vqz_residual(p, o.force);
    o.restitution = restitution_of(p, o.force, energy);
    o.duration = loading_time(p, m_eff, t) +
                 0.5 * HERTZ_DURATION * (o.overlap - o.residual) / (o.restitution * speed);
    return o;
}

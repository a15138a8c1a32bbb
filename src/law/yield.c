// yield.c - see yield.h.
#include "law/yield.h"

#include "base/constants.h"
#include "base/mathlib.h"

// |sigma_z - sigma_r| / p_m. It rises from 1/2 - nu at the surface to one maximum and falls to zero below.
static double stress_at(double poisson, double zeta)
{
    return 1.5 / (1 + zeta * zeta) - (1 + poisson) * (1 - zeta * real_atan2(1, zeta));
}

yield_point yield_point_of(double poisson)
{
    const double golden = 0.61803398874989485;
    double low = 0;
    double high = 2;
    double a = high - golden * (high - low);
    double b = low + golden * (high - low);
    double fa = stress_at(poisson, a);
    double fb = stress_at(poisson, b);
    while (high - low > 1e-9) {
        if (fa > fb) {
            high = b;
            b = a;
            fb = fa;
            a = high - golden * (high - low);
            fa = stress_at(poisson, a);
        } else {
            low = a;
            a = b;
            fa = fb;
            b = low + golden * (high - low);
            fb = stress_at(poisson, b);
        }
    }
    double depth = 0.5 * (low + high);
    yield_point found = {1 / stress_at(poisson, depth), depth};
    return found;
}

double yield_load_of(double r_eff, double e_star, yield_body body)
{
    if (isinf(body.stress))
        return INFINITY;
    double pressure = yield_point_of(body.poisson).factor * body.stress;
    double ratio = r_eff / e_star;
    return PI * PI * PI / 6 * ratio * ratio * pressure * pressure * pressure;
}

double yield_load_of_pair(double r_eff, double e_star, yield_body a, yield_body b)
{
    return real_min(yield_load_of(r_eff, e_star, a), yield_load_of(r_eff, e_star, b));
}

double yield_stress_from(double load, double r_eff, double e_star, double poisson)
{
    double ratio = e_star / r_eff;
    return real_cbrt(6 * load * ratio * ratio) / (PI * yield_point_of(poisson).factor);
}

// All of the energy m* v^2 / 2 is the elastic 2/5 P d, with d = (3 P / (4 E* sqrt(R*)))^(2/3).
double yield_speed_of(double load, double r_eff, double e_star, double m_eff)
{
    double radius = real_cbrt(0.75 * load * r_eff / e_star);
    return sqrt(0.8 * load * (radius * radius / r_eff) / m_eff);
}

hertz_peak hertz_peak_of(double r_eff, double e_star, double m_eff, double speed)
{
    double stiff = 4.0 / 3.0 * e_star * sqrt(r_eff);
    hertz_peak p;
    p.overlap = real_pow(1.25 * m_eff * speed * speed / stiff, 0.4);
    p.force = stiff * p.overlap * sqrt(p.overlap);
    p.radius = sqrt(r_eff * p.overlap);
    p.duration = HERTZ_DURATION * p.overlap / speed;
    return p;
}

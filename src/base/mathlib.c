// mathlib.c - see mathlib.h.
//
// Everything is built from three kernels in double-double arithmetic (an unevaluated sum of two doubles, about 106
// bits; T. J. Dekker, "A floating-point technique for extending the available precision", 1971): logarithm,
// exponential, and the arctangent of a ratio; and from sine and cosine on [-pi/4, pi/4]. Arguments are reduced until
// plain Taylor series are short, so the only constants are reciprocals of whole numbers and the digits of ln 2 and pi.
// Splitting products by Veltkamp's constant instead of a fused multiply-add keeps the bits the same on processors with
// and without one.
#include "base/mathlib.h"

#include <float.h>
#include <stdint.h>

_Static_assert(FLT_EVAL_METHOD == 0, "doubles are computed as doubles");

typedef struct dd {
    double h, l;
} dd; // h + l, |l| <= ulp(h) / 2 where normalised

static double power_of_two(int64_t e)
{
    return real_from_bits((uint64_t)(e + 1023) << 52);
} // -1022 <= e <= 1023

// a + b exactly.
static dd two_sum(double a, double b)
{
    double h = a + b;
    double t = h - a;
    return (dd){h, (a - (h - t)) + (b - t)};
}

// a + b exactly, for |a| >= |b| or a == 0.
static dd fast_sum(double a, double b)
{
    double h = a + b;
    return (dd){h, b - (h - a)};
}

// a * b exactly, unless it overflows or underflows.
static dd two_product(double a, double b)
{
    double ca = 134217729.0 * a;
    double cb = 134217729.0 * b; // 2^27 + 1 cuts 53 bits into 26 and 26
    double ah = ca - (ca - a);
    double bh = cb - (cb - b);
    double al = a - ah;
    double bl = b - bh;
    double h = a * b;
    return (dd){h, ((ah * bh - h) + ah * bl + al * bh) + al * bl};
}

static dd dd_product(dd a, dd b)
{
    dd p = two_product(a.h, b.h);
    return fast_sum(p.h, p.l + (a.h * b.l + a.l * b.h));
}

// c[0] + c[1] x + ... + c[count - 1] x^(count - 1)
static inline double polynomial(double x, const double *c, int count)
{
    double sum = c[count - 1];
    for (int i = count - 2; i >= 0; i--)
        sum = sum * x + c[i];
    return sum;
}

// ln 2 in two parts; the first has 41 bits, so that its product with a binary exponent is exact.
static const double ln2_high = 0x1.62e42fefa3000p-1, ln2_low = 0x1.3de6af278ece6p-42;

// ln x of a finite x > 0, to about 2^-66 relative. x = 2^k m with m in [sqrt(1/2), sqrt(2)); with s = (m - 1) / (m +
// 1), ln m = 2 s (1 + z/3 + z^2/5 + ...), z = s^2 < 0.0295. Only the first terms need double-double arithmetic.
static dd log_kernel(double x)
{
    static const double tail[] = {1. / 7,  1. / 9,  1. / 11, 1. / 13, 1. / 15,
                                  1. / 17, 1. / 19, 1. / 21, 1. / 23};
    int denormal = x < 0x1p-1022;
    uint64_t bits = bits_of_real(denormal ? x * 0x1p54 : x);
    uint64_t shifted =
        bits - UINT64_C(0x3fe6a09e667f3bcd); // sqrt(1/2): the exponent of the difference is k
    int64_t k = (int64_t)(shifted >> 52) - (shifted >> 63 ? 4096 : 0);
    double m = real_from_bits(bits - ((uint64_t)k << 52));
    double scale = (double)(k - (denormal ? 54 : 0));

    double f = m - 1; // exact
    dd d = two_sum(m, 1);
    dd s = {f / d.h, 0};
    dd back = two_product(s.h, d.h);
    s.l = (((f - back.h) - back.l) - s.h * d.l) / d.h;
    dd z = dd_product(s, s);

    dd t = fast_sum(0.2, z.h * polynomial(z.h, tail, 9));
    t.l += -0x1.999999999999ap-57; // what 0.2 lacks of 1/5
    t = dd_product(z, t);
    dd u = fast_sum(0x1.5555555555555p-2, t.h);
    u.l += 0x1.5555555555555p-56 + t.l;
    dd rest = dd_product(s, dd_product(z, u));

    dd sum = fast_sum(2 * s.h, 2 * rest.h);
    sum.l += 2 * s.l + 2 * rest.l;
    dd all = two_sum(scale * ln2_high, sum.h);
    return fast_sum(all.h, all.l + (sum.l + scale * ln2_low));
}

// exp(a.h + a.l). With k = round(a / ln 2) the rest r is within ln(2)/2, where 13 terms of the series are enough; 2^k
// is multiplied on in two steps, so that results down to the smallest denormal are rounded once.
static double exp_kernel(dd a)
{
    static const double inverse_factorial[] = {
        1. / 2,     1. / 6,      1. / 24,      1. / 120,      1. / 720,       1. / 5040,
        1. / 40320, 1. / 362880, 1. / 3628800, 1. / 39916800, 1. / 479001600, 1. / 6227020800};
    double x = a.h > 710    ? 710
               : a.h < -746 ? -746
                            : a.h; // beyond, the result is infinite or zero all the same
    double low = x == a.h ? a.l : 0;
    double k = real_round(x * 0x1.71547652b82fep+0);
    dd r = two_sum(x - k * ln2_high, low - k * ln2_low);
    double q = r.h * r.h * polynomial(r.h, inverse_factorial, 12);
    dd one = fast_sum(1, r.h);
    double y = one.h + (one.l + (q + r.l * one.h));
    int64_t n = k == k ? (int64_t)k : 0;
    int64_t half = n / 2; // NaN stays NaN through y
    return y * power_of_two(half) * power_of_two(n - half);
}

double real_exp(double x)
{
    return exp_kernel((dd){x, 0});
}

double real_log(double x)
{
    if (!(x > 0))
        return x == 0 ? -INFINITY : NAN;
    if (x == INFINITY)
        return x;
    return log_kernel(x).h;
}

double real_pow(double x, double y)
{
    if (x == 1 || y == 0)
        return 1;
    if (!(x >= 0) || y != y)
        return NAN;
    if (x == 0 || x == INFINITY)
        return (x == 0) == (y < 0) ? INFINITY : 0;
    // |ln x| > 2^-54, so beyond 2^66 the result is infinite or zero for any exponent, and the product below cannot
    // overflow.
    double e = y > 0x1p66 ? 0x1p66 : y < -0x1p66 ? -0x1p66 : y;
    dd log_x = log_kernel(x);
    dd p = two_product(e, log_x.h);
    return exp_kernel(fast_sum(p.h, p.l + e * log_x.l));
}

// The bits of a double, read as a whole number, are nearly a logarithm: a third of them, plus two thirds of the bias,
// is a first guess within 3.2 %. Two steps of Halley's method leave 1e-13; the third starts from a guess of 26 bits,
// whose square is exact, so that the only errors are those of one division and of the last sum: 0.67 ulp.
double real_cbrt(double x)
{
    double a = fabs(x);
    if (!(a > 0 && a < INFINITY))
        return x + x;
    int small = a < 0x1p-1000;
    int large = a > 0x1p1000; // denormals, and what three times itself would overflow
    a *= small ? 0x1p54 : large ? 0x1p-54 : 1;
    double t = real_from_bits(bits_of_real(a) / 3 + UINT64_C(0x2a9f7625406d5cec));
    for (int i = 0; i < 2; i++) {
        double cube = t * t * t;
        t = t * ((cube + 2 * a) / (2 * cube + a));
    }
    t = real_from_bits((bits_of_real(t) + (UINT64_C(1) << 26)) & ~((UINT64_C(1) << 27) - 1));
    double r = a / (t * t);
    t = t + t * ((r - t) / ((t + t) + r));
    t *= small ? 0x1p-18 : large ? 0x1p18 : 1;
    return x < 0 ? -t : t;
}

// High 64 bits of a * b; the low ones are what the product wraps to.
static uint64_t high_product(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a;
    uint64_t ah = a >> 32;
    uint64_t bl = (uint32_t)b;
    uint64_t bh = b >> 32;
    uint64_t middle = ah * bl + (al * bl >> 32);
    uint64_t other = al * bh + (uint32_t)middle;
    return ah * bh + (middle >> 32) + (other >> 32);
}

static const dd half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// For |x| >= 2^20: multiplies the 53-bit mantissa with just those 192 bits of 2/pi that make the quadrant and the next
// 190 bits of the fraction; higher bits would add whole turns (M. Payne and R. Hanek, 1983). Of no double does the
// fraction begin with more than about 62 equal bits, so that 75 good ones are left.
static int reduce_large(double x, dd *r)
{
    static const uint64_t two_over_pi[] = {0, // bits before the point
                                           UINT64_C(0xa2f9836e4e441529),
                                           UINT64_C(0xfc2757d1f534ddc0),
                                           UINT64_C(0xdb6295993c439041),
                                           UINT64_C(0xfe5163abdebbc561),
                                           UINT64_C(0xb7246e3a424dd2e0),
                                           UINT64_C(0x06492eea09d1921c),
                                           UINT64_C(0xfe1deb1cb129a73e),
                                           UINT64_C(0xe88235f52ebb4484),
                                           UINT64_C(0xe99c7026b45f7e41),
                                           UINT64_C(0x3991d639835339f4),
                                           UINT64_C(0x9c845f8bbdf9283b),
                                           UINT64_C(0x1ff897ffde05980f),
                                           UINT64_C(0xef2f118b5a0a6d1f),
                                           UINT64_C(0x6d367ecf27cb09b7),
                                           UINT64_C(0x4f463f669e5fea2d),
                                           UINT64_C(0x7527bac7ebe5f17b),
                                           UINT64_C(0x3d0739f78a5292ea),
                                           UINT64_C(0x6bfb5fb11f8d5d08),
                                           UINT64_C(0x56033046fc7b6bab),
                                           UINT64_C(0xf0cfbc209af4361d)};
    uint64_t bits = bits_of_real(x);
    uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    uint64_t w[3];
    int first =
        (int)(bits >> 52 & 0x7ff) - 1075 - 2 + 64; // of the bit that weighs 2 when |x| = m 2^e
    for (int i = 0; i < 3; i++) {
        int word = first / 64 + i;
        int shift = first % 64;
        w[i] = two_over_pi[word] << shift | (shift ? two_over_pi[word + 1] >> (64 - shift) : 0);
    }
    uint64_t c = m * w[2];
    uint64_t b = m * w[1];
    uint64_t carry = high_product(m, w[2]);
    b += carry;
    uint64_t a = m * w[0] + high_product(m, w[1]) + (b < carry);
    int quadrant = (int)(a >> 62);
    uint64_t piece[3] = {a << 2 | b >> 62, b << 2 | c >> 62, c << 2}; // the fraction
    int above_half = (int)(piece[0] >> 63);
    quadrant += above_half;
    dd sum = {0, 0};
    double weight = above_half ? -0x1p-32 : 0x1p-32;
    for (int i = 0; i < 6; i++, weight *= 0x1p-32) {
        uint64_t p =
            above_half ? ~piece[i / 2] : piece[i / 2]; // 1 - fraction, but for the last bit of all
        dd next = two_sum(sum.h, weight * (double)(i % 2 ? p & 0xffffffff : p >> 32));
        sum = (dd){next.h, sum.l + next.l};
    }
    *r = dd_product(fast_sum(sum.h, sum.l), half_pi);
    if (x < 0) {
        *r = (dd){-r->h, -r->l};
        quadrant = -quadrant;
    }
    return quadrant & 3;
}

// x = quadrant * pi/2 + r with |r| <= pi/4 (and a little), for finite x. W. J. Cody and W. Waite (1980): pi/2 in parts
// of 33 bits, whose products with a quadrant number below 2^20 are exact, and a last part that brings the error to
// 2^-135.
static int reduce(double x, dd *r)
{
    if (fabs(x) >= 0x1p20)
        return reduce_large(x, r);
    double k = real_round(x * 0x1.45f306dc9c883p-1);
    double h = x - k * 0x1.921fb54400000p+0; // exact
    dd a = two_sum(h, -(k * 0x1.0b4611a600000p-34));
    dd b = two_sum(a.h, -(k * 0x1.3198a2e000000p-69));
    *r = fast_sum(b.h, b.l + (a.l - k * 0x1.b839a252049c1p-104));
    return (int)((int64_t)k & 3);
}

static double sin_kernel(dd r)
{
    static const double c[] = {
        -1. / 6,        1. / 120,        -1. / 5040,          1. / 362880,
        -1. / 39916800, 1. / 6227020800, -1. / 1307674368000, 1. / 355687428096000};
    double z = r.h * r.h;
    return r.h + (r.h * z * polynomial(z, c, 8) + r.l * (1 - 0.5 * z));
}

static double cos_kernel(dd r)
{
    static const double c[] = {
        1. / 24,        -1. / 720,         1. / 40320,          -1. / 3628800,
        1. / 479001600, -1. / 87178291200, 1. / 20922789888000, -1. / 6402373705728000};
    double z = r.h * r.h;
    double half = 0.5 * z;
    double most = 1 - half;
    return most + (((1 - most) - half) + (z * z * polynomial(z, c, 8) - r.h * r.l));
}

void real_sin_cos(double x, double *sine, double *cosine)
{
    if (!(fabs(x) < INFINITY)) {
        *sine = *cosine = NAN;
        return;
    }
    dd r;
    int quadrant = reduce(x, &r);
    double s = sin_kernel(r);
    double c = cos_kernel(r);
    double along = quadrant & 1 ? c : s;
    double across = quadrant & 1 ? s : c;
    *sine = x == 0 ? x : quadrant & 2 ? -along : along;
    *cosine = (quadrant + 1) & 2 ? -across : across;
}

double real_sin(double x)
{
    double s;
    double c;
    real_sin_cos(x, &s, &c);
    return s;
}

double real_cos(double x)
{
    double s;
    double c;
    real_sin_cos(x, &s, &c);
    return c;
}

// atan(low / high) for 2^-30 high <= low <= high, neither near the ends of the range. With the pivot p = 0, 1/2 or 1
// nearest to the ratio, atan = atan(p) + atan(q), q = (low - p high) / (high + p low), |q| <= 1/4; products with p are
// exact.
static dd atan_kernel(double low, double high)
{
    static const double series[] = {-1. / 3,  1. / 5,   -1. / 7, 1. / 9,   -1. / 11,
                                    1. / 13,  -1. / 15, 1. / 17, -1. / 19, 1. / 21,
                                    -1. / 23, 1. / 25,  -1. / 27};
    static const dd pivot_angle[] = {{0, 0},
                                     {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                     {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
    int pivot = (low > 0.25 * high) + (low > 0.75 * high);
    double p = 0.5 * pivot;
    dd n = two_sum(low, -p * high);
    dd d = two_sum(high, p * low);
    double q = n.h / d.h;
    dd back = two_product(q, d.h);
    double q_low = (((n.h - back.h) - back.l) + (n.l - q * d.l)) / d.h;
    double z = q * q;
    dd sum = two_sum(pivot_angle[pivot].h, q);
    return fast_sum(sum.h, sum.l + (pivot_angle[pivot].l +
                                    (q_low * (1 - z) + q * z * polynomial(z, series, 13))));
}

double real_atan2(double y, double x)
{
    if (x != x || y != y)
        return x + y;
    double ax = fabs(x);
    double ay = fabs(y);
    if (ax == INFINITY || ay == INFINITY) {
        ax = ax == INFINITY;
        ay = ay == INFINITY;
    }
    int steep = ay > ax;
    int left = (int)(bits_of_real(x) >> 63);
    double high = steep ? ay : ax;
    double low = steep ? ax : ay;
    dd a = {0, 0};
    if (low < 0x1p-30 * high) {
        a.h = low / high; // the next term of the series is below 2^-61 of this one
    } else if (high > 0) {
        double scale = high > 0x1p500 ? 0x1p-600 : high < 0x1p-400 ? 0x1p600 : 1;
        a = atan_kernel(scale * low, scale * high);
    }
    double quarters = steep ? 1 : 2 * left;
    double sign = steep != left ? -1 : 1; // angle = quarters * pi/2 + sign * a
    dd sum = two_sum(quarters * half_pi.h, sign * a.h);
    double angle = sum.h + (sum.l + (quarters * half_pi.l + sign * a.l));
    return bits_of_real(y) >> 63 ? -angle : angle;
}

double real_asin(double x)
{
    return real_atan2(x, sqrt((1 - x) * (1 + x)));
}
double real_acos(double x)
{
    return real_atan2(sqrt((1 - x) * (1 + x)), x);
}

// simd_lanes.h - vectors of SCREE_WIDTH doubles and what is done lane by lane: roots, bounds, comparisons, selections,
// roundings, the bits of a number; three of them as a vector in space. See simd.h.
#ifndef SCREE_BASE_SIMD_LANES_H
#define SCREE_BASE_SIMD_LANES_H

#include "base/plain_math.h"

#include <stdint.h>

#ifndef SCREE_WIDTH
#define SCREE_WIDTH 1
#endif

// One record: three numbers and a companion.
typedef struct rec4 {
    double v[4];
} __attribute__((aligned(32))) rec4;

#define VD_ROUND_SHIFT                                                                             \
    6755399441055744.0 // 1.5 * 2^52: adding and taking it away rounds to the nearest integer

#if SCREE_WIDTH == 8
#include <immintrin.h>
typedef __m512d vd;
typedef __mmask8 vm;
static inline vd vd_set(double s)
{
    return _mm512_set1_pd(s);
}
static inline vd vd_load(const double *p)
{
    return _mm512_loadu_pd(p);
}
static inline void vd_store(double *p, vd x)
{
    _mm512_storeu_pd(p, x);
}
static inline vd vd_sqrt(vd x)
{
    return _mm512_sqrt_pd(x);
}
static inline vd vd_max(vd a, vd b)
{
    return _mm512_max_pd(a, b);
}
static inline vd vd_min(vd a, vd b)
{
    return _mm512_min_pd(a, b);
}
static inline vm vd_gt(vd a, vd b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ);
}
static inline vd vd_select(vm m, vd yes, vd no)
{
    return _mm512_mask_blend_pd(m, no, yes);
}
static inline vd vd_keep(vm m, vd x)
{
    return _mm512_maskz_mov_pd(m, x);
}
static inline unsigned vm_bits(vm m)
{
    return m;
}
static inline vd vd_abs(vd x)
{
    return _mm512_abs_pd(x);
}

#elif SCREE_WIDTH == 4
#include <immintrin.h>
typedef __m256d vd;
typedef __m256d vm;
static inline vd vd_set(double s)
{
    return _mm256_set1_pd(s);
}
static inline vd vd_load(const double *p)
{
    return _mm256_loadu_pd(p);
}
static inline void vd_store(double *p, vd x)
{
    _mm256_storeu_pd(p, x);
}
static inline vd vd_sqrt(vd x)
{
    return _mm256_sqrt_pd(x);
}
static inline vd vd_max(vd a, vd b)
{
    return _mm256_max_pd(a, b);
}
static inline vd vd_min(vd a, vd b)
{
    return _mm256_min_pd(a, b);
}
static inline vm vd_gt(vd a, vd b)
{
    return _mm256_cmp_pd(a, b, _CMP_GT_OQ);
}
static inline vd vd_select(vm m, vd yes, vd no)
{
    return _mm256_blendv_pd(no, yes, m);
}
static inline vd vd_keep(vm m, vd x)
{
    return _mm256_and_pd(m, x);
}
static inline unsigned vm_bits(vm m)
{
    return (unsigned)_mm256_movemask_pd(m);
}
static inline vd vd_abs(vd x)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
}

#elif SCREE_WIDTH == 2
#include <emmintrin.h>
typedef __m128d vd;
typedef __m128d vm;
static inline vd vd_set(double s)
{
    return _mm_set1_pd(s);
}
static inline vd vd_load(const double *p)
{
    return _mm_loadu_pd(p);
}
static inline void vd_store(double *p, vd x)
{
    _mm_storeu_pd(p, x);
}
static inline vd vd_sqrt(vd x)
{
    return _mm_sqrt_pd(x);
}
static inline vd vd_max(vd a, vd b)
{
    return _mm_max_pd(a, b);
}
static inline vd vd_min(vd a, vd b)
{
    return _mm_min_pd(a, b);
}
static inline vm vd_gt(vd a, vd b)
{
    return _mm_cmpgt_pd(a, b);
}
static inline vd vd_select(vm m, vd yes, vd no)
{
    return _mm_or_pd(_mm_and_pd(m, yes), _mm_andnot_pd(m, no));
}
static inline vd vd_keep(vm m, vd x)
{
    return _mm_and_pd(m, x);
}
static inline unsigned vm_bits(vm m)
{
    return (unsigned)_mm_movemask_pd(m);
}
static inline vd vd_abs(vd x)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), x);
}

#elif SCREE_WIDTH == 1
typedef double vd;
typedef int vm;
static inline vd vd_set(double s)
{
    return s;
}
static inline vd vd_load(const double *p)
{
    return *p;
}
static inline void vd_store(double *p, vd x)
{
    *p = x;
}
static inline vd vd_sqrt(vd x)
{
    return sqrt(x);
}
static inline vd vd_max(vd a, vd b)
{
    return a > b ? a : b;
} // as maxpd: the second where one is NaN
#ifdef __NVPTX__
// Of `a < 0 ? a : 0` clang makes min.f64, which takes -0 for smaller than 0; so it must not see that the two are one.
static inline vd vd_min(vd a, vd b)
{
    vd other = b;
    __asm__("" : "+d"(other));
    return a < b ? a : other;
}
#else
static inline vd vd_min(vd a, vd b)
{
    return a < b ? a : b;
}
#endif
static inline vm vd_gt(vd a, vd b)
{
    return a > b;
}
static inline vd vd_select(vm m, vd yes, vd no)
{
    return m ? yes : no;
}
static inline vd vd_keep(vm m, vd x)
{
    return m ? x : 0.0;
}
static inline unsigned vm_bits(vm m)
{
    return (unsigned)m;
}
static inline vd vd_abs(vd x)
{
    return fabs(x);
}
#else
#error "SCREE_WIDTH must be 1, 2, 4 or 8"
#endif

// Nearest integer, halves to even, for |x| < 2^51.
static inline vd vd_round(vd x)
{
    return (x + vd_set(VD_ROUND_SHIFT)) - vd_set(VD_ROUND_SHIFT);
}

// The bits of a number, as whole numbers: what roots, exponentials and logarithms begin with (base/wide_math.h).
#if SCREE_WIDTH > 1
typedef uint64_t vd_word __attribute__((vector_size(8 * SCREE_WIDTH)));
static inline vd_word vd_bits(vd x)
{
    return (vd_word)x;
}
static inline vd vd_from_bits(vd_word w)
{
    return (vd)w;
}
#else
typedef uint64_t vd_word;
static inline vd_word vd_bits(vd x)
{
    return bits_of_real(x);
}
static inline vd vd_from_bits(vd_word w)
{
    return real_from_bits(w);
}
#endif

// The upper 52 bits of a number >= 0 as a whole number below 2^51, and back: exponent * 2^40 plus the first 40 bits of
// the mantissa, nearly a logarithm. 2^52 + n has n in its last bits, so no conversion is needed.
#define VD_CODE_ONE 0x1p40
static inline vd vd_code(vd x)
{
    return vd_from_bits((vd_bits(x) >> 12) | UINT64_C(0x4330000000000000)) - vd_set(0x1p52);
}
static inline vd vd_from_code(vd code)
{
    return vd_from_bits(vd_bits(code + vd_set(0x1p52)) << 12);
}

// x 2^n for whole n, where x and the result are normal numbers.
static inline vd vd_shift_exponent(vd x, vd n)
{
    return vd_from_bits(vd_bits(x) + (vd_bits(n + vd_set(VD_ROUND_SHIFT)) << 52));
}

typedef struct vd3 {
    vd x, y, z;
} vd3;
static inline vd3 vd3_make(vd x, vd y, vd z)
{
    vd3 r = {x, y, z};
    return r;
}
static inline vd3 vd3_zero(void)
{
    return vd3_make(vd_set(0), vd_set(0), vd_set(0));
}
static inline vd vd3_dot(vd3 a, vd3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
static inline vd3 vd3_add(vd3 a, vd3 b)
{
    return vd3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline vd3 vd3_sub(vd3 a, vd3 b)
{
    return vd3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline vd3 vd3_scale(vd s, vd3 a)
{
    return vd3_make(s * a.x, s * a.y, s * a.z);
}
static inline vd3 vd3_keep(vm m, vd3 a)
{
    return vd3_make(vd_keep(m, a.x), vd_keep(m, a.y), vd_keep(m, a.z));
}
static inline vd3 vd3_select(vm m, vd3 yes, vd3 no)
{
    return vd3_make(vd_select(m, yes.x, no.x), vd_select(m, yes.y, no.y),
                    vd_select(m, yes.z, no.z));
}
static inline vd3 vd3_cross(vd3 a, vd3 b)
{
    return vd3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#endif

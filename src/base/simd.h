// simd.h - the one vocabulary of wide operations; no other file of the physics knows an intrinsic.
//
// A `vd` holds SCREE_WIDTH doubles (1, 2, 4 or 8; 1 is a plain double and the oracle of the others). Arithmetic is
// written with + - * /, which are IEEE operations lane by lane, so that with contraction off every width gives the same
// bits. What operators cannot say has a name here: square root, larger, nearest integer, comparison, selection, the
// bits of a number, and the transposes that turn records of four doubles into columns and back. A file that uses it is
// compiled once per width.
#ifndef SCREE_BASE_SIMD_H
#define SCREE_BASE_SIMD_H

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

// Records b[] +/- a[] as four columns: the first three are subtracted (REC_DIFFERENCE) or added (REC_SUM), the fourth
// is always added. Combining before the transpose halves the shuffles.
enum { REC_SUM, REC_DIFFERENCE };

#if SCREE_WIDTH == 8
static inline __m512d rec4_two(const rec4 *lo, const rec4 *hi)
{
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(lo->v)), _mm256_load_pd(hi->v),
                              1);
}
static inline void rec4_turn(const __m512d q[4], vd *x, vd *y, vd *z, vd *w)
{
    const __m512i lo = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
    const __m512i hi = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
    __m512d xz01 = _mm512_unpacklo_pd(q[0], q[1]);
    __m512d yw01 = _mm512_unpackhi_pd(q[0], q[1]); // x0 x1 z0 z1 x4 x5 z4 z5
    __m512d xz23 = _mm512_unpacklo_pd(q[2], q[3]);
    __m512d yw23 = _mm512_unpackhi_pd(q[2], q[3]);
    *x = _mm512_permutex2var_pd(xz01, lo, xz23);
    *z = _mm512_permutex2var_pd(xz01, hi, xz23);
    *y = _mm512_permutex2var_pd(yw01, lo, yw23);
    *w = _mm512_permutex2var_pd(yw01, hi, yw23);
}
static inline void rec4_combine(int how, const rec4 *p, const int32_t *a, const int32_t *b, vd *x,
                                vd *y, vd *z, vd *w)
{
    const vd flip = _mm512_set_pd(0, -0.0, -0.0, -0.0, 0, -0.0, -0.0, -0.0);
    __m512d q[4];
    for (int k = 0; k < 4; k++) {
        __m512d from = rec4_two(p + a[k], p + a[k + 4]);
        q[k] = rec4_two(p + b[k], p + b[k + 4]) +
               (how == REC_DIFFERENCE ? _mm512_xor_pd(from, flip) : from);
    }
    rec4_turn(q, x, y, z, w);
}
static inline void rec4_gather(const rec4 *p, const int32_t *a, vd *x, vd *y, vd *z, vd *w)
{
    __m512d q[4];
    for (int k = 0; k < 4; k++)
        q[k] = rec4_two(p + a[k], p + a[k + 4]);
    rec4_turn(q, x, y, z, w);
}
// Columns to records: what rec4_gather undoes.
static inline void rec4_scatter(rec4 *p, const int32_t *a, vd x, vd y, vd z, vd w)
{
    const __m512i lo = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    const __m512i hi = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    __m512d xy[2] = {_mm512_unpacklo_pd(x, y),
                     _mm512_unpackhi_pd(x, y)}; // of even and of odd records
    __m512d zw[2] = {_mm512_unpacklo_pd(z, w), _mm512_unpackhi_pd(z, w)};
    for (int k = 0; k < 2; k++) {
        __m512d q02 = _mm512_permutex2var_pd(xy[k], lo, zw[k]);
        __m512d q46 = _mm512_permutex2var_pd(xy[k], hi, zw[k]);
        _mm256_store_pd(p[a[k]].v, _mm512_castpd512_pd256(q02));
        _mm256_store_pd(p[a[k + 2]].v, _mm512_extractf64x4_pd(q02, 1));
        _mm256_store_pd(p[a[k + 4]].v, _mm512_castpd512_pd256(q46));
        _mm256_store_pd(p[a[k + 6]].v, _mm512_extractf64x4_pd(q46, 1));
    }
}
// Columns to eight lines of 64 bytes each: f.x f.y f.z 0 | t.x t.y t.z 0.
static inline void lines_write(double *line, vd3 f, vd3 t)
{
    const vd o = _mm512_setzero_pd();
    __m512d even[4] = {_mm512_unpacklo_pd(f.x, f.y), _mm512_unpacklo_pd(f.z, o),
                       _mm512_unpacklo_pd(t.x, t.y), _mm512_unpacklo_pd(t.z, o)};
    __m512d odd[4] = {_mm512_unpackhi_pd(f.x, f.y), _mm512_unpackhi_pd(f.z, o),
                      _mm512_unpackhi_pd(t.x, t.y), _mm512_unpackhi_pd(t.z, o)};
    for (int h = 0; h < 2; h++, line += 8) {
        const __m512d *q = h ? odd : even;
        __m512d ab02 = _mm512_shuffle_f64x2(q[0], q[1], 0x88);
        __m512d cd02 = _mm512_shuffle_f64x2(q[2], q[3], 0x88);
        __m512d ab13 = _mm512_shuffle_f64x2(q[0], q[1], 0xdd);
        __m512d cd13 = _mm512_shuffle_f64x2(q[2], q[3], 0xdd);
        _mm512_store_pd(line, _mm512_shuffle_f64x2(ab02, cd02, 0x88));
        _mm512_store_pd(line + 16, _mm512_shuffle_f64x2(ab13, cd13, 0x88));
        _mm512_store_pd(line + 32, _mm512_shuffle_f64x2(ab02, cd02, 0xdd));
        _mm512_store_pd(line + 48, _mm512_shuffle_f64x2(ab13, cd13, 0xdd));
    }
}

#elif SCREE_WIDTH == 4
static inline void rec4_turn(vd *a, vd *b, vd *c, vd *d)
{
    vd p = _mm256_unpacklo_pd(*a, *b);
    vd q = _mm256_unpackhi_pd(*a, *b);
    vd r = _mm256_unpacklo_pd(*c, *d);
    vd s = _mm256_unpackhi_pd(*c, *d);
    *a = _mm256_permute2f128_pd(p, r, 0x20);
    *b = _mm256_permute2f128_pd(q, s, 0x20);
    *c = _mm256_permute2f128_pd(p, r, 0x31);
    *d = _mm256_permute2f128_pd(q, s, 0x31);
}
static inline void rec4_combine(int how, const rec4 *p, const int32_t *a, const int32_t *b, vd *x,
                                vd *y, vd *z, vd *w)
{
    const vd flip = _mm256_set_pd(0, -0.0, -0.0, -0.0);
    vd q[4];
    for (int k = 0; k < 4; k++) {
        vd from = _mm256_load_pd(p[a[k]].v);
        q[k] =
            _mm256_load_pd(p[b[k]].v) + (how == REC_DIFFERENCE ? _mm256_xor_pd(from, flip) : from);
    }
    rec4_turn(&q[0], &q[1], &q[2], &q[3]);
    *x = q[0];
    *y = q[1];
    *z = q[2];
    *w = q[3];
}
static inline void rec4_gather(const rec4 *p, const int32_t *a, vd *x, vd *y, vd *z, vd *w)
{
    *x = _mm256_load_pd(p[a[0]].v);
    *y = _mm256_load_pd(p[a[1]].v);
    *z = _mm256_load_pd(p[a[2]].v);
    *w = _mm256_load_pd(p[a[3]].v);
    rec4_turn(x, y, z, w);
}
static inline void rec4_scatter(rec4 *p, const int32_t *a, vd x, vd y, vd z, vd w)
{
    rec4_turn(&x, &y, &z, &w);
    _mm256_store_pd(p[a[0]].v, x);
    _mm256_store_pd(p[a[1]].v, y);
    _mm256_store_pd(p[a[2]].v, z);
    _mm256_store_pd(p[a[3]].v, w);
}
static inline void lines_write(double *line, vd3 f, vd3 t)
{
    vd o = _mm256_setzero_pd();
    vd p = o;
    rec4_turn(&f.x, &f.y, &f.z, &o);
    rec4_turn(&t.x, &t.y, &t.z, &p);
    _mm256_store_pd(line, f.x);
    _mm256_store_pd(line + 4, t.x);
    _mm256_store_pd(line + 8, f.y);
    _mm256_store_pd(line + 12, t.y);
    _mm256_store_pd(line + 16, f.z);
    _mm256_store_pd(line + 20, t.z);
    _mm256_store_pd(line + 24, o);
    _mm256_store_pd(line + 28, p);
}

#else
static inline void rec4_gather(const rec4 *p, const int32_t *a, vd *x, vd *y, vd *z, vd *w)
{
    double c[4][SCREE_WIDTH];
    for (int k = 0; k < SCREE_WIDTH; k++)
        for (int d = 0; d < 4; d++)
            c[d][k] = p[a[k]].v[d];
    *x = vd_load(c[0]);
    *y = vd_load(c[1]);
    *z = vd_load(c[2]);
    *w = vd_load(c[3]);
}
static inline void rec4_scatter(rec4 *p, const int32_t *a, vd x, vd y, vd z, vd w)
{
    double c[4][SCREE_WIDTH];
    vd_store(c[0], x);
    vd_store(c[1], y);
    vd_store(c[2], z);
    vd_store(c[3], w);
    for (int k = 0; k < SCREE_WIDTH; k++)
        for (int d = 0; d < 4; d++)
            p[a[k]].v[d] = c[d][k];
}
static inline void rec4_combine(int how, const rec4 *p, const int32_t *a, const int32_t *b, vd *x,
                                vd *y, vd *z, vd *w)
{
    vd q[4];
    rec4_gather(p, a, &q[0], &q[1], &q[2], &q[3]);
    rec4_gather(p, b, x, y, z, w);
    *x = how == REC_DIFFERENCE ? *x - q[0] : *x + q[0];
    *y = how == REC_DIFFERENCE ? *y - q[1] : *y + q[1];
    *z = how == REC_DIFFERENCE ? *z - q[2] : *z + q[2];
    *w = *w + q[3];
}
static inline void lines_write(double *line, vd3 f, vd3 t)
{
    double c[6][SCREE_WIDTH];
    vd_store(c[0], f.x);
    vd_store(c[1], f.y);
    vd_store(c[2], f.z);
    vd_store(c[3], t.x);
    vd_store(c[4], t.y);
    vd_store(c[5], t.z);
    for (int k = 0; k < SCREE_WIDTH; k++, line += 8) {
        line[0] = c[0][k];
        line[1] = c[1][k];
        line[2] = c[2][k];
        line[3] = 0;
        line[4] = c[3][k];
        line[5] = c[4][k];
        line[6] = c[5][k];
        line[7] = 0;
    }
}
#endif

#endif

// simd.h - the one vocabulary of wide operations: records of four doubles here, lanes in simd_lanes.h. No other file of
// the physics knows an intrinsic.
//
// A `vd` holds SCREE_WIDTH doubles (1, 2, 4 or 8; 1 is a plain double and the oracle of the others). Arithmetic is
// written with + - * /, which are IEEE operations lane by lane, so that with contraction off every width gives the same
// bits. What operators cannot say has a name here: square root, larger, nearest integer, comparison, selection, the
// bits of a number, and the transposes that turn records of four doubles into columns and back. A file that uses it is
// compiled once per width.
#ifndef SCREE_BASE_SIMD_H
#define SCREE_BASE_SIMD_H

#include "base/simd_lanes.h"

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
static inline vd3 rec4_combine(int how, const rec4 *record, const int32_t *a, const int32_t *b,
                               vd *companion)
{
    const vd flip = _mm512_set_pd(0, -0.0, -0.0, -0.0, 0, -0.0, -0.0, -0.0);
    __m512d q[4];
    for (int k = 0; k < 4; k++) {
        __m512d from = rec4_two(record + a[k], record + a[k + 4]);
        q[k] = rec4_two(record + b[k], record + b[k + 4]) +
               (how == REC_DIFFERENCE ? _mm512_xor_pd(from, flip) : from);
    }
    vd3 combined;
    rec4_turn(q, &combined.x, &combined.y, &combined.z, companion);
    return combined;
}
static inline void rec4_gather(const rec4 *record, const int32_t *a, vd *x, vd *y, vd *z, vd *w)
{
    __m512d q[4];
    for (int k = 0; k < 4; k++)
        q[k] = rec4_two(record + a[k], record + a[k + 4]);
    rec4_turn(q, x, y, z, w);
}
// Columns to records: what rec4_gather undoes.
static inline void rec4_scatter(rec4 *record, const int32_t *a, vd x, vd y, vd z, vd w)
{
    const __m512i lo = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    const __m512i hi = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    __m512d xy[2] = {_mm512_unpacklo_pd(x, y),
                     _mm512_unpackhi_pd(x, y)}; // of even and of odd records
    __m512d zw[2] = {_mm512_unpacklo_pd(z, w), _mm512_unpackhi_pd(z, w)};
    for (int k = 0; k < 2; k++) {
        __m512d q02 = _mm512_permutex2var_pd(xy[k], lo, zw[k]);
        __m512d q46 = _mm512_permutex2var_pd(xy[k], hi, zw[k]);
        _mm256_store_pd(record[a[k]].v, _mm512_castpd512_pd256(q02));
        _mm256_store_pd(record[a[k + 2]].v, _mm512_extractf64x4_pd(q02, 1));
        _mm256_store_pd(record[a[k + 4]].v, _mm512_castpd512_pd256(q46));
        _mm256_store_pd(record[a[k + 6]].v, _mm512_extractf64x4_pd(q46, 1));
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
static inline vd3 rec4_combine(int how, const rec4 *record, const int32_t *a, const int32_t *b,
                               vd *companion)
{
    const vd flip = _mm256_set_pd(0, -0.0, -0.0, -0.0);
    vd q[4];
    for (int k = 0; k < 4; k++) {
        vd from = _mm256_load_pd(record[a[k]].v);
        q[k] = _mm256_load_pd(record[b[k]].v) +
               (how == REC_DIFFERENCE ? _mm256_xor_pd(from, flip) : from);
    }
    rec4_turn(&q[0], &q[1], &q[2], &q[3]);
    *companion = q[3];
    return (vd3){q[0], q[1], q[2]};
}
static inline void rec4_gather(const rec4 *record, const int32_t *a, vd *x, vd *y, vd *z, vd *w)
{
    *x = _mm256_load_pd(record[a[0]].v);
    *y = _mm256_load_pd(record[a[1]].v);
    *z = _mm256_load_pd(record[a[2]].v);
    *w = _mm256_load_pd(record[a[3]].v);
    rec4_turn(x, y, z, w);
}
static inline void rec4_scatter(rec4 *record, const int32_t *a, vd x, vd y, vd z, vd w)
{
    rec4_turn(&x, &y, &z, &w);
    _mm256_store_pd(record[a[0]].v, x);
    _mm256_store_pd(record[a[1]].v, y);
    _mm256_store_pd(record[a[2]].v, z);
    _mm256_store_pd(record[a[3]].v, w);
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
static inline void rec4_gather(const rec4 *record, const int32_t *a, vd *x, vd *y, vd *z, vd *w)
{
    double c[4][SCREE_WIDTH];
    for (int k = 0; k < SCREE_WIDTH; k++)
        for (int d = 0; d < 4; d++)
            c[d][k] = record[a[k]].v[d];
    *x = vd_load(c[0]);
    *y = vd_load(c[1]);
    *z = vd_load(c[2]);
    *w = vd_load(c[3]);
}
static inline void rec4_scatter(rec4 *record, const int32_t *a, vd x, vd y, vd z, vd w)
{
    double c[4][SCREE_WIDTH];
    vd_store(c[0], x);
    vd_store(c[1], y);
    vd_store(c[2], z);
    vd_store(c[3], w);
    for (int k = 0; k < SCREE_WIDTH; k++)
        for (int d = 0; d < 4; d++)
            record[a[k]].v[d] = c[d][k];
}
static inline vd3 rec4_combine(int how, const rec4 *record, const int32_t *a, const int32_t *b,
                               vd *companion)
{
    vd3 of_a;
    vd3 of_b;
    vd companion_a;
    vd companion_b;
    rec4_gather(record, a, &of_a.x, &of_a.y, &of_a.z, &companion_a);
    rec4_gather(record, b, &of_b.x, &of_b.y, &of_b.z, &companion_b);
    *companion = companion_b + companion_a;
    return how == REC_DIFFERENCE ? vd3_sub(of_b, of_a) : vd3_add(of_b, of_a);
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

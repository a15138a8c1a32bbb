// rec8.h - records of eight numbers in memory, one cache line each, to columns of a vector and back.
//
// A record is p[8 i ... 8 i + 7], aligned to 64 bytes. Column k of lane l is number k of record a[l]. Whole records are
// loaded and turned in registers; the gather instructions of processors are slower.
#ifndef SCREE_BASE_REC8_H
#define SCREE_BASE_REC8_H

#include "base/simd.h"

#define REC8_INLINE static inline __attribute__((always_inline))

#if SCREE_WIDTH == 8
// Eight rows to eight columns: pairs of numbers, then pairs of pairs, then halves.
REC8_INLINE void rec8_turn(__m512d q[8])
{
    __m512d s[8];
    __m512d t[8];
#pragma GCC unroll 8
    for (int k = 0; k < 4; k++) {
        s[k] = _mm512_unpacklo_pd(q[2 * k], q[2 * k + 1]); // columns 0 2 4 6 of two rows
        s[k + 4] = _mm512_unpackhi_pd(q[2 * k], q[2 * k + 1]);
    }
#pragma GCC unroll 8
    for (int k = 0; k < 4; k++) {
        t[2 * k] = _mm512_shuffle_f64x2(s[2 * k], s[2 * k + 1], 0x88);
        t[2 * k + 1] = _mm512_shuffle_f64x2(s[2 * k], s[2 * k + 1], 0xdd);
    }
#pragma GCC unroll 8
    for (int odd = 0; odd < 2; odd++) {
        const __m512d *h =
            t + 4 * odd; // columns 0 4 and 2 6 of the first four rows, then of the last four
        q[odd] = _mm512_shuffle_f64x2(h[0], h[2], 0x88);
        q[odd + 4] = _mm512_shuffle_f64x2(h[0], h[2], 0xdd);
        q[odd + 2] = _mm512_shuffle_f64x2(h[1], h[3], 0x88);
        q[odd + 6] = _mm512_shuffle_f64x2(h[1], h[3], 0xdd);
    }
}
REC8_INLINE void rec8_gather(const double *p, const int32_t *a, vd c[8])
{
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        c[k] = _mm512_load_pd(p + 8 * (int64_t)a[k]);
    rec8_turn(c);
}
REC8_INLINE void rec8_scatter(double *p, const int32_t *a, vd c[8])
{
    rec8_turn(c);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        _mm512_store_pd(p + 8 * (int64_t)a[k], c[k]);
}
// Records b - a in the first three columns, b + a in the others.
REC8_INLINE void rec8_combine(const double *p, const int32_t *a, const int32_t *b, vd c[8])
{
    const vd flip = _mm512_set_pd(0, 0, 0, 0, 0, -0.0, -0.0, -0.0);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        c[k] = _mm512_load_pd(p + 8 * (int64_t)b[k]) +
               _mm512_xor_pd(_mm512_load_pd(p + 8 * (int64_t)a[k]), flip);
    rec8_turn(c);
}
// Record += its number 3 times (sign f, 0, t, 0), for each of the lists: sign -1 for those of a (may be NULL), 1 for b.
REC8_INLINE void rec8_kick(double *p, const int32_t *a, const int32_t *b, vd3 f, vd3 t)
{
    const vd o = _mm512_setzero_pd();
    const vd flip = _mm512_set_pd(0, 0, 0, 0, 0, -0.0, -0.0, -0.0);
    vd c[8] = {f.x, f.y, f.z, o, t.x, t.y, t.z, o};
    rec8_turn(c);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        double *r = p + 8 * (int64_t)b[k];
        _mm512_store_pd(r, _mm512_load_pd(r) + _mm512_set1_pd(r[3]) * c[k]);
    }
    if (!a)
        return;
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        double *r = p + 8 * (int64_t)a[k];
        _mm512_store_pd(r, _mm512_load_pd(r) + _mm512_xor_pd(_mm512_set1_pd(r[3]), flip) * c[k]);
    }
}

#elif SCREE_WIDTH == 4
// The lower and the upper half of records are turned by themselves.
REC8_INLINE void rec8_turn(vd c[8])
{
    rec4_turn(&c[0], &c[1], &c[2], &c[3]);
    rec4_turn(&c[4], &c[5], &c[6], &c[7]);
}
REC8_INLINE void rec8_gather(const double *p, const int32_t *a, vd c[8])
{
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        const double *r = p + 8 * (int64_t)a[k];
        c[k] = _mm256_load_pd(r);
        c[k + 4] = _mm256_load_pd(r + 4);
    }
    rec8_turn(c);
}
REC8_INLINE void rec8_scatter(double *p, const int32_t *a, vd c[8])
{
    rec8_turn(c);
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        double *r = p + 8 * (int64_t)a[k];
        _mm256_store_pd(r, c[k]);
        _mm256_store_pd(r + 4, c[k + 4]);
    }
}
REC8_INLINE void rec8_combine(const double *p, const int32_t *a, const int32_t *b, vd c[8])
{
    const vd flip = _mm256_set_pd(0, -0.0, -0.0, -0.0);
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        const double *r = p + 8 * (int64_t)a[k];
        const double *s = p + 8 * (int64_t)b[k];
        c[k] = _mm256_load_pd(s) + _mm256_xor_pd(_mm256_load_pd(r), flip);
        c[k + 4] = _mm256_load_pd(s + 4) + _mm256_load_pd(r + 4);
    }
    rec8_turn(c);
}
REC8_INLINE void rec8_kick(double *p, const int32_t *a, const int32_t *b, vd3 f, vd3 t)
{
    vd c[8] = {f.x, f.y, f.z, vd_set(0), t.x, t.y, t.z, vd_set(0)};
    rec8_turn(c);
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        double *r = p + 8 * (int64_t)b[k];
        vd m = _mm256_set1_pd(r[3]);
        _mm256_store_pd(r, _mm256_load_pd(r) + m * c[k]);
        _mm256_store_pd(r + 4, _mm256_load_pd(r + 4) + m * c[k + 4]);
    }
    if (!a)
        return;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        double *r = p + 8 * (int64_t)a[k];
        vd m = _mm256_set1_pd(r[3]);
        _mm256_store_pd(r, _mm256_load_pd(r) - m * c[k]);
        _mm256_store_pd(r + 4, _mm256_load_pd(r + 4) + m * c[k + 4]);
    }
}

#else
// The lower and the upper four numbers of SCREE_WIDTH records, as columns, and back.
#if SCREE_WIDTH == 2
REC8_INLINE void rec8_half(const double *p, const int32_t *a, vd c[4])
{
    for (int k = 0; k < 4; k += 2) {
        vd s = _mm_load_pd(p + 8 * (int64_t)a[0] + k);
        vd t = _mm_load_pd(p + 8 * (int64_t)a[1] + k);
        c[k] = _mm_unpacklo_pd(s, t);
        c[k + 1] = _mm_unpackhi_pd(s, t);
    }
}
REC8_INLINE void rec8_half_write(double *p, const int32_t *a, vd c[4])
{
    for (int k = 0; k < 4; k += 2) {
        _mm_store_pd(p + 8 * (int64_t)a[0] + k, _mm_unpacklo_pd(c[k], c[k + 1]));
        _mm_store_pd(p + 8 * (int64_t)a[1] + k, _mm_unpackhi_pd(c[k], c[k + 1]));
    }
}
#else
REC8_INLINE void rec8_half(const double *p, const int32_t *a, vd c[4])
{
    for (int k = 0; k < 4; k++)
        c[k] = p[8 * (int64_t)a[0] + k];
}
REC8_INLINE void rec8_half_write(double *p, const int32_t *a, vd c[4])
{
    for (int k = 0; k < 4; k++)
        p[8 * (int64_t)a[0] + k] = c[k];
}
#endif
REC8_INLINE void rec8_gather(const double *p, const int32_t *a, vd c[8])
{
    rec8_half(p, a, c);
    rec8_half(p + 4, a, c + 4);
}
REC8_INLINE void rec8_scatter(double *p, const int32_t *a, vd c[8])
{
    rec8_half_write(p, a, c);
    rec8_half_write(p + 4, a, c + 4);
}
REC8_INLINE void rec8_combine(const double *p, const int32_t *a, const int32_t *b, vd c[8])
{
    vd d[8];
    rec8_gather(p, a, d);
    rec8_gather(p, b, c);
    for (int k = 0; k < 8; k++)
        c[k] = k < 3 ? c[k] - d[k] : c[k] + d[k];
}
REC8_INLINE void rec8_kick(double *p, const int32_t *a, const int32_t *b, vd3 f, vd3 t)
{
    vd c[8];
    rec8_gather(p, b, c);
    c[0] = c[0] + c[3] * f.x;
    c[1] = c[1] + c[3] * f.y;
    c[2] = c[2] + c[3] * f.z;
    c[4] = c[4] + c[3] * t.x;
    c[5] = c[5] + c[3] * t.y;
    c[6] = c[6] + c[3] * t.z;
    rec8_scatter(p, b, c);
    if (!a)
        return;
    rec8_gather(p, a, c);
    c[0] = c[0] - c[3] * f.x;
    c[1] = c[1] - c[3] * f.y;
    c[2] = c[2] - c[3] * f.z;
    c[4] = c[4] + c[3] * t.x;
    c[5] = c[5] + c[3] * t.y;
    c[6] = c[6] + c[3] * t.z;
    rec8_scatter(p, a, c);
}
#endif

#endif

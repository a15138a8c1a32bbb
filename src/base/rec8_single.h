// rec8_single.h - records of eight floats, 32 bytes each, to columns of a vector and back: base/rec8.h in single
// precision.
#ifndef SCREE_BASE_REC8_SINGLE_H
#define SCREE_BASE_REC8_SINGLE_H

#include "base/rec8.h"
#include "base/simd_single.h"

#if SCREE_WIDTH == 8
// A register has two records: q[k] those of the lanes rec8f_lane(k) and four later.
REC8_INLINE int rec8f_lane(int k)
{
    return k < 4 ? k : k + 4;
}
REC8_INLINE __m512 rec8f_two(const float *p, const int32_t *a, int k)
{
    const float *low = p + 8 * (int64_t)a[rec8f_lane(k)];
    const float *high = p + 8 * (int64_t)a[rec8f_lane(k) + 4];
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps(low)), _mm256_load_ps(high), 1);
}
REC8_INLINE void rec8f_two_write(float *p, const int32_t *a, int k, __m512 x)
{
    _mm256_store_ps(p + 8 * (int64_t)a[rec8f_lane(k)], _mm512_castps512_ps256(x));
    _mm256_store_ps(p + 8 * (int64_t)a[rec8f_lane(k) + 4], _mm512_extractf32x8_ps(x, 1));
}
REC8_INLINE __m512 rec8f_low(__m512 x, __m512 y)
{
    return _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(x), _mm512_castps_pd(y)));
}
REC8_INLINE __m512 rec8f_high(__m512 x, __m512 y)
{
    return _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(x), _mm512_castps_pd(y)));
}
// Four by four within each 16 bytes: of q[0 ... 3], q[4 ... 7].
REC8_INLINE void rec8f_quarters(__m512 q[8])
{
#pragma GCC unroll 2
    for (int h = 0; h < 8; h += 4) {
        __m512 s = _mm512_unpacklo_ps(q[h], q[h + 1]);
        __m512 t = _mm512_unpackhi_ps(q[h], q[h + 1]);
        __m512 v = _mm512_unpacklo_ps(q[h + 2], q[h + 3]);
        __m512 w = _mm512_unpackhi_ps(q[h + 2], q[h + 3]);
        q[h] = rec8f_low(s, v);
        q[h + 1] = rec8f_high(s, v);
        q[h + 2] = rec8f_low(t, w);
        q[h + 3] = rec8f_high(t, w);
    }
}
REC8_INLINE void rec8f_columns(__m512 q[8])
{
    rec8f_quarters(q);
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        __m512 s = q[k];
        __m512 t = q[k + 4]; // columns k and k + 4 of lanes 0-3 and 4-7; 8-11 and 12-15
        q[k] = _mm512_shuffle_f32x4(s, t, 0x88);
        q[k + 4] = _mm512_shuffle_f32x4(s, t, 0xdd);
    }
}
REC8_INLINE void rec8f_rows(__m512 q[8])
{
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    rec8f_quarters(q);
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        __m512d s = _mm512_castps_pd(q[k]);
        __m512d t = _mm512_castps_pd(q[k + 4]); // halves of lanes k, k + 4, k + 8, k + 12
        q[k] = _mm512_castpd_ps(_mm512_permutex2var_pd(s, low, t));
        q[k + 4] = _mm512_castpd_ps(_mm512_permutex2var_pd(s, high, t));
    }
}
REC8_INLINE __m512 rec8f_flip(__m512 x)
{
    const float z = -0.0f;
    return _mm512_xor_ps(x, _mm512_setr_ps(z, z, z, 0, 0, 0, 0, 0, z, z, z, 0, 0, 0, 0, 0));
}
REC8_INLINE __m512 rec8f_third(__m512 x)
{
    return _mm512_permutexvar_ps(
        _mm512_setr_epi32(3, 3, 3, 3, 3, 3, 3, 3, 11, 11, 11, 11, 11, 11, 11, 11), x);
}
REC8_INLINE void rec8f_gather(const float *p, const int32_t *a, vf c[8])
{
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        c[k] = rec8f_two(p, a, k);
    rec8f_columns(c);
}
REC8_INLINE void rec8f_scatter(float *p, const int32_t *a, vf c[8])
{
    rec8f_rows(c);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        rec8f_two_write(p, a, k, c[k]);
}
REC8_INLINE void rec8f_combine(const float *p, const int32_t *a, const int32_t *b, vf c[8])
{
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        c[k] = rec8f_two(p, b, k) + rec8f_flip(rec8f_two(p, a, k));
    rec8f_columns(c);
}
REC8_INLINE void rec8f_kick(float *p, const int32_t *a, const int32_t *b, vf3 f, vf3 t)
{
    vf c[8] = {f.x, f.y, f.z, vf_set(0), t.x, t.y, t.z, vf_set(0)};
    rec8f_rows(c);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        __m512 r = rec8f_two(p, b, k);
        rec8f_two_write(p, b, k, r + rec8f_third(r) * c[k]);
    }
    if (!a)
        return;
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        __m512 r = rec8f_two(p, a, k);
        rec8f_two_write(p, a, k, r + rec8f_flip(rec8f_third(r)) * c[k]);
    }
}

#elif SCREE_WIDTH == 4
REC8_INLINE vf rec8f_low(vf x, vf y)
{
    return _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(x), _mm256_castps_pd(y)));
}
REC8_INLINE vf rec8f_high(vf x, vf y)
{
    return _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(x), _mm256_castps_pd(y)));
}
// Eight rows to eight columns; its own inverse.
REC8_INLINE void rec8f_turn(vf q[8])
{
#pragma GCC unroll 2
    for (int h = 0; h < 8; h += 4) {
        vf s = _mm256_unpacklo_ps(q[h], q[h + 1]);
        vf t = _mm256_unpackhi_ps(q[h], q[h + 1]);
        vf v = _mm256_unpacklo_ps(q[h + 2], q[h + 3]);
        vf w = _mm256_unpackhi_ps(q[h + 2], q[h + 3]);
        q[h] = rec8f_low(s, v);
        q[h + 1] = rec8f_high(s, v);
        q[h + 2] = rec8f_low(t, w);
        q[h + 3] = rec8f_high(t, w);
    }
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        vf s = q[k];
        vf t = q[k + 4];
        q[k] = _mm256_permute2f128_ps(s, t, 0x20);
        q[k + 4] = _mm256_permute2f128_ps(s, t, 0x31);
    }
}
REC8_INLINE vf rec8f_flip(vf x)
{
    return _mm256_xor_ps(x, _mm256_setr_ps(-0.0f, -0.0f, -0.0f, 0, 0, 0, 0, 0));
}
REC8_INLINE void rec8f_gather(const float *p, const int32_t *a, vf c[8])
{
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        c[k] = _mm256_load_ps(p + 8 * (int64_t)a[k]);
    rec8f_turn(c);
}
REC8_INLINE void rec8f_scatter(float *p, const int32_t *a, vf c[8])
{
    rec8f_turn(c);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        _mm256_store_ps(p + 8 * (int64_t)a[k], c[k]);
}
REC8_INLINE void rec8f_combine(const float *p, const int32_t *a, const int32_t *b, vf c[8])
{
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
        c[k] = _mm256_load_ps(p + 8 * (int64_t)b[k]) +
               rec8f_flip(_mm256_load_ps(p + 8 * (int64_t)a[k]));
    rec8f_turn(c);
}
REC8_INLINE void rec8f_kick(float *p, const int32_t *a, const int32_t *b, vf3 f, vf3 t)
{
    vf c[8] = {f.x, f.y, f.z, vf_set(0), t.x, t.y, t.z, vf_set(0)};
    rec8f_turn(c);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        float *r = p + 8 * (int64_t)b[k];
        _mm256_store_ps(r, _mm256_load_ps(r) + _mm256_set1_ps(r[3]) * c[k]);
    }
    if (!a)
        return;
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        float *r = p + 8 * (int64_t)a[k];
        _mm256_store_ps(r, _mm256_load_ps(r) + rec8f_flip(_mm256_set1_ps(r[3])) * c[k]);
    }
}

#else
#if SCREE_WIDTH == 2
REC8_INLINE void rec8f_gather(const float *p, const int32_t *a, vf c[8])
{
    for (int k = 0; k < 8; k++)
        c[k] = _mm_load_ps(p + 8 * (int64_t)a[k % 4] + k / 4 * 4);
    _MM_TRANSPOSE4_PS(c[0], c[1], c[2], c[3]);
    _MM_TRANSPOSE4_PS(c[4], c[5], c[6], c[7]);
}
REC8_INLINE void rec8f_scatter(float *p, const int32_t *a, vf c[8])
{
    _MM_TRANSPOSE4_PS(c[0], c[1], c[2], c[3]);
    _MM_TRANSPOSE4_PS(c[4], c[5], c[6], c[7]);
    for (int k = 0; k < 8; k++)
        _mm_store_ps(p + 8 * (int64_t)a[k % 4] + k / 4 * 4, c[k]);
}
#else
REC8_INLINE void rec8f_gather(const float *p, const int32_t *a, vf c[8])
{
    for (int k = 0; k < 8; k++)
        c[k] = p[8 * (int64_t)a[0] + k];
}
REC8_INLINE void rec8f_scatter(float *p, const int32_t *a, vf c[8])
{
    for (int k = 0; k < 8; k++)
        p[8 * (int64_t)a[0] + k] = c[k];
}
#endif
REC8_INLINE void rec8f_combine(const float *p, const int32_t *a, const int32_t *b, vf c[8])
{
    vf d[8];
    rec8f_gather(p, a, d);
    rec8f_gather(p, b, c);
    for (int k = 0; k < 8; k++)
        c[k] = k < 3 ? c[k] - d[k] : c[k] + d[k];
}
REC8_INLINE void rec8f_kick(float *p, const int32_t *a, const int32_t *b, vf3 f, vf3 t)
{
    vf c[8];
    rec8f_gather(p, b, c);
    c[0] = c[0] + c[3] * f.x;
    c[1] = c[1] + c[3] * f.y;
    c[2] = c[2] + c[3] * f.z;
    c[4] = c[4] + c[3] * t.x;
    c[5] = c[5] + c[3] * t.y;
    c[6] = c[6] + c[3] * t.z;
    rec8f_scatter(p, b, c);
    if (!a)
        return;
    rec8f_gather(p, a, c);
    c[0] = c[0] - c[3] * f.x;
    c[1] = c[1] - c[3] * f.y;
    c[2] = c[2] - c[3] * f.z;
    c[4] = c[4] + c[3] * t.x;
    c[5] = c[5] + c[3] * t.y;
    c[6] = c[6] + c[3] * t.z;
    rec8f_scatter(p, a, c);
}
#endif

#endif

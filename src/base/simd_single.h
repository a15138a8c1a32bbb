// simd_single.h - the wide vocabulary (base/simd.h) for numbers of single precision: `vf` holds as many bytes as `vd`,
// so VF_LANES = 16, 8 or 4 floats; width 1 is a plain float and the oracle of the others.
#ifndef SCREE_BASE_SIMD_SINGLE_H
#define SCREE_BASE_SIMD_SINGLE_H

#include "base/simd.h"

#if SCREE_WIDTH == 8
enum { VF_LANES = 16 };
typedef __m512 vf;
typedef __mmask16 vfm;
static inline vf vf_set(float s)
{
    return _mm512_set1_ps(s);
}
static inline vf vf_load(const float *p)
{
    return _mm512_loadu_ps(p);
}
static inline void vf_store(float *p, vf x)
{
    _mm512_storeu_ps(p, x);
}
static inline vf vf_sqrt(vf x)
{
    return _mm512_sqrt_ps(x);
}
static inline vf vf_max(vf a, vf b)
{
    return _mm512_max_ps(a, b);
}
static inline vf vf_min(vf a, vf b)
{
    return _mm512_min_ps(a, b);
}
static inline vf vf_abs(vf x)
{
    return _mm512_abs_ps(x);
}
static inline vfm vf_gt(vf a, vf b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}
static inline vf vf_select(vfm m, vf yes, vf no)
{
    return _mm512_mask_blend_ps(m, no, yes);
}
static inline vf vf_keep(vfm m, vf x)
{
    return _mm512_maskz_mov_ps(m, x);
}

#elif SCREE_WIDTH == 4
enum { VF_LANES = 8 };
typedef __m256 vf;
typedef __m256 vfm;
static inline vf vf_set(float s)
{
    return _mm256_set1_ps(s);
}
static inline vf vf_load(const float *p)
{
    return _mm256_loadu_ps(p);
}
static inline void vf_store(float *p, vf x)
{
    _mm256_storeu_ps(p, x);
}
static inline vf vf_sqrt(vf x)
{
    return _mm256_sqrt_ps(x);
}
static inline vf vf_max(vf a, vf b)
{
    return _mm256_max_ps(a, b);
}
static inline vf vf_min(vf a, vf b)
{
    return _mm256_min_ps(a, b);
}
static inline vf vf_abs(vf x)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}
static inline vfm vf_gt(vf a, vf b)
{
    return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}
static inline vf vf_select(vfm m, vf yes, vf no)
{
    return _mm256_blendv_ps(no, yes, m);
}
static inline vf vf_keep(vfm m, vf x)
{
    return _mm256_and_ps(m, x);
}

#elif SCREE_WIDTH == 2
enum { VF_LANES = 4 };
typedef __m128 vf;
typedef __m128 vfm;
static inline vf vf_set(float s)
{
    return _mm_set1_ps(s);
}
static inline vf vf_load(const float *p)
{
    return _mm_loadu_ps(p);
}
static inline void vf_store(float *p, vf x)
{
    _mm_storeu_ps(p, x);
}
static inline vf vf_sqrt(vf x)
{
    return _mm_sqrt_ps(x);
}
static inline vf vf_max(vf a, vf b)
{
    return _mm_max_ps(a, b);
}
static inline vf vf_min(vf a, vf b)
{
    return _mm_min_ps(a, b);
}
static inline vf vf_abs(vf x)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), x);
}
static inline vfm vf_gt(vf a, vf b)
{
    return _mm_cmpgt_ps(a, b);
}
static inline vf vf_select(vfm m, vf yes, vf no)
{
    return _mm_or_ps(_mm_and_ps(m, yes), _mm_andnot_ps(m, no));
}
static inline vf vf_keep(vfm m, vf x)
{
    return _mm_and_ps(m, x);
}

#else
enum { VF_LANES = 1 };
typedef float vf;
typedef int vfm;
static inline vf vf_set(float s)
{
    return s;
}
static inline vf vf_load(const float *p)
{
    return *p;
}
static inline void vf_store(float *p, vf x)
{
    *p = x;
}
static inline vf vf_sqrt(vf x)
{
    return (float)sqrt(x);
} // rounding twice gives the same
static inline vf vf_max(vf a, vf b)
{
    return a > b ? a : b;
} // as maxps: the second where one is NaN
static inline vf vf_min(vf a, vf b)
{
    return a < b ? a : b;
}
static inline vf vf_abs(vf x)
{
    return (float)fabs(x);
}
static inline vfm vf_gt(vf a, vf b)
{
    return a > b;
}
static inline vf vf_select(vfm m, vf yes, vf no)
{
    return m ? yes : no;
}
static inline vf vf_keep(vfm m, vf x)
{
    return m ? x : 0.0f;
}
#endif

typedef struct vf3 {
    vf x, y, z;
} vf3;
static inline vf3 vf3_make(vf x, vf y, vf z)
{
    vf3 r = {x, y, z};
    return r;
}
static inline vf3 vf3_zero(void)
{
    return vf3_make(vf_set(0), vf_set(0), vf_set(0));
}
static inline vf vf3_dot(vf3 a, vf3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
static inline vf3 vf3_add(vf3 a, vf3 b)
{
    return vf3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline vf3 vf3_sub(vf3 a, vf3 b)
{
    return vf3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline vf3 vf3_scale(vf s, vf3 a)
{
    return vf3_make(s * a.x, s * a.y, s * a.z);
}
static inline vf3 vf3_cross(vf3 a, vf3 b)
{
    return vf3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#endif

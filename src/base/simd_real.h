// simd_real.h - the wide vocabulary under names that leave the precision open, for physics that is compiled for both:
// `vr` is `vf` where SCREE_SINGLE is defined, else `vd`.
#ifndef SCREE_BASE_SIMD_REAL_H
#define SCREE_BASE_SIMD_REAL_H

#ifdef SCREE_SINGLE
#include "base/rec8_single.h"
typedef float real;
typedef vf vr;
typedef vfm vrm;
typedef vf3 vr3;
enum { VR_LANES = VF_LANES };
#define VR(name) vf##name
#define REC(name) rec8f##name
#else
#include "base/rec8.h"
typedef double real;
typedef vd vr;
typedef vm vrm;
typedef vd3 vr3;
enum { VR_LANES = SCREE_WIDTH };
#define VR(name) vd##name
#define REC(name) rec8##name
#endif

static inline vr vr_set(real s)
{
    return VR(_set)(s);
}
static inline vr vr_load(const real *p)
{
    return VR(_load)(p);
}
static inline void vr_store(real *p, vr x)
{
    VR(_store)(p, x);
}
static inline vr vr_sqrt(vr x)
{
    return VR(_sqrt)(x);
}
static inline vr vr_max(vr a, vr b)
{
    return VR(_max)(a, b);
}
static inline vr vr_min(vr a, vr b)
{
    return VR(_min)(a, b);
}
static inline vr vr_abs(vr x)
{
    return VR(_abs)(x);
}
static inline vrm vr_gt(vr a, vr b)
{
    return VR(_gt)(a, b);
}
static inline vr vr_select(vrm m, vr yes, vr no)
{
    return VR(_select)(m, yes, no);
}
static inline vr vr_keep(vrm m, vr x)
{
    return VR(_keep)(m, x);
}

static inline vr3 vr3_make(vr x, vr y, vr z)
{
    return VR(3_make)(x, y, z);
}
static inline vr3 vr3_zero(void)
{
    return VR(3_zero)();
}
static inline vr vr3_dot(vr3 a, vr3 b)
{
    return VR(3_dot)(a, b);
}
static inline vr3 vr3_add(vr3 a, vr3 b)
{
    return VR(3_add)(a, b);
}
static inline vr3 vr3_sub(vr3 a, vr3 b)
{
    return VR(3_sub)(a, b);
}
static inline vr3 vr3_scale(vr s, vr3 a)
{
    return VR(3_scale)(s, a);
}
static inline vr3 vr3_cross(vr3 a, vr3 b)
{
    return VR(3_cross)(a, b);
}

REC8_INLINE void rec_gather(const real *p, const int32_t *a, vr c[8])
{
    REC(_gather)(p, a, c);
}
REC8_INLINE void rec_scatter(real *p, const int32_t *a, vr c[8])
{
    REC(_scatter)(p, a, c);
}
REC8_INLINE void rec_combine(const real *p, const int32_t *a, const int32_t *b, vr c[8])
{
    REC(_combine)(p, a, b, c);
}
REC8_INLINE void rec_kick(real *p, const int32_t *a, const int32_t *b, vr3 f, vr3 t)
{
    REC(_kick)(p, a, b, f, t);
}

#endif

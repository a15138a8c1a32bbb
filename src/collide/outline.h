// outline.h - vertices and edges of two outlines in the plane that may touch, several pairs of them at a time.
//
// Four pairs of features stand side by side with the places of their corners in the axes of their bodies, so that a
// step neither turns whole outlines nor looks anything up; most pairs of grains have no more. The operations are those
// of sphero_touches() on turned corners, in the same order, for any number of lanes: the bits are the same.
#ifndef SCREE_COLLIDE_OUTLINE_H
#define SCREE_COLLIDE_OUTLINE_H

#include "base/simd.h"
#include "collide/sphero.h"

enum { OUTLINE_LANES = 4 };

typedef struct outline_group {
    double point[2][OUTLINE_LANES], from[2][OUTLINE_LANES],
        to[2][OUTLINE_LANES];       // a vertex and an edge, m
    int32_t contact[OUTLINE_LANES]; // the caller's; -1: none
    uint8_t count, of_a; // lanes in use; the first of them, whose vertices are of a and edges of b
    uint8_t held;        // which have a contact
    int64_t key[OUTLINE_LANES]; // touch_feature()
} outline_group;

// Two outlines as they lie: cosines and sines of the angles of a and b, from the centre of a to that of b.
typedef struct outline_pose {
    double cosine[2], sine[2], offset[2], radius[2];
    double beyond; // gap up to which lanes hold on, m
} outline_pose;

// The first two rows of what q4_rotate does are (cosine, -sine) and (sine, cosine).
static inline void outline_turn(outline_pose *outline_pose, int body, double w, double z)
{
    double twice = 2 * z;
    outline_pose->cosine[body] = 1 - z * twice;
    outline_pose->sine[body] = w * twice;
}

typedef struct outline_touches {
    double gap[OUTLINE_LANES], normal[2][OUTLINE_LANES], point[2][OUTLINE_LANES]; // as in touch.h
    unsigned hit, lost; // lanes that touch, or hold on; that lie on each other
} outline_touches;

typedef struct vd2 {
    vd x, y;
} vd2;
static inline vd2 vd2_make(vd x, vd y)
{
    vd2 vd2 = {x, y};
    return vd2;
}
static inline vd2 vd2_load(const double at[2][OUTLINE_LANES], int i)
{
    return vd2_make(vd_load(at[0] + i), vd_load(at[1] + i));
}
static inline vd2 vd2_turn(vd cosine, vd sine, vd2 vd2)
{
    return vd2_make(cosine * vd2.x + -sine * vd2.y, sine * vd2.x + cosine * vd2.y);
}
static inline vd2 vd2_add(vd2 a, vd2 b)
{
    return vd2_make(a.x + b.x, a.y + b.y);
}
static inline vd2 vd2_sub(vd2 a, vd2 b)
{
    return vd2_make(a.x - b.x, a.y - b.y);
}
static inline vd2 vd2_scale(vd s, vd2 vd2)
{
    return vd2_make(s * vd2.x, s * vd2.y);
}
static inline vd vd2_dot(vd2 a, vd2 b)
{
    return a.x * b.x + a.y * b.y;
}
static inline vd2 vd2_select(vm m, vd2 yes, vd2 no)
{
    return vd2_make(vd_select(m, yes.x, no.x), vd_select(m, yes.y, no.y));
}

static inline void outline_meet(const outline_pose *outline_pose,
                                const outline_group *outline_group, outline_touches *out)
{
    static const double place[OUTLINE_LANES] = {0.5, 1.5, 2.5, 3.5};
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd radii = vd_set(outline_pose->radius[0] + outline_pose->radius[1]);
    const vd beyond = vd_set(outline_pose->beyond);
    const vd limit = radii + beyond;
    const vd half = vd_set(0.5 * (outline_pose->radius[0] - outline_pose->radius[1]));
    const vd c0 = vd_set(outline_pose->cosine[0]);
    const vd c1 = vd_set(outline_pose->cosine[1]);
    const vd s0 = vd_set(outline_pose->sine[0]);
    const vd s1 = vd_set(outline_pose->sine[1]);
    const vd2 offset = vd2_make(vd_set(outline_pose->offset[0]), vd_set(outline_pose->offset[1]));
    unsigned hit = 0;
    unsigned lost = 0;
    for (int i = 0; i < outline_group->count; i += SCREE_WIDTH) {
        vm of_a = vd_gt(vd_set((double)outline_group->of_a), vd_load(place + i));
        vd side = vd_select(of_a, one, -one);
        vd2 vertex = vd2_turn(vd_select(of_a, c0, c1), vd_select(of_a, s0, s1),
                              vd2_load(outline_group->point, i));
        vd c = vd_select(of_a, c1, c0);
        vd s = vd_select(of_a, s1, s0);
        vd2 from = vd2_turn(c, s, vd2_load(outline_group->from, i));
        vd2 to = vd2_turn(c, s, vd2_load(outline_group->to, i));
        // a vertex of a goes to the place of b, and its nearest point back; a vertex of b goes to the place of a
        vd2 there = vd2_sub(vertex, vd2_scale(side, offset));
        vd2 along = vd2_sub(to, from);
        vd square = vd2_dot(along, along);
        vd share = vd2_dot(vd2_sub(there, from), along);
        vd2 foot = vd2_add(from, vd2_scale(share / square, along));
        foot = vd2_select(vd_gt(share, zero), vd2_select(vd_gt(square, share), foot, to), from);
        vd2 mine = vd2_select(of_a, vertex, there);
        vd2 other = vd2_select(of_a, vd2_add(foot, offset), foot);
        vd2 way = vd2_scale(side, vd2_sub(other, mine));
        vd distance2 = vd2_dot(way, way);
        vd distance = vd_sqrt(distance2);
        vd gap = distance - radii;
        vd2 normal = vd2_scale(one / distance, way);
        vd2 point = vd2_add(vd2_scale(vd_set(0.5), vd2_add(mine, other)), vd2_scale(half, normal));
        unsigned near = vm_bits(vd_gt(limit * limit, distance2));
        unsigned some = vm_bits(vd_gt(distance2, zero));
        hit |= (near & some & vm_bits(vd_gt(beyond, gap))) << i;
        lost |= (near & ~some) << i;
        vd_store(out->gap + i, gap);
        vd_store(out->normal[0] + i, normal.x);
        vd_store(out->normal[1] + i, normal.y);
        vd_store(out->point[0] + i, point.x);
        vd_store(out->point[1] + i, point.y);
    }
    unsigned used = (1u << outline_group->count) - 1;
    out->hit = hit & used;
    out->lost = lost & used;
}

#endif

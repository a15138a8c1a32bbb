// mass_balls.c - a clump of balls: the union to round-off, the plain sum, the ellipsoid that it stands for.
//
// Gauss's theorem over the free surface of each sphere. A sphere is cut into circles of latitude t about some pole; by
// Archimedes the area between two of them is 2 pi r^2 dt, so the surface integral is one over t of integrals over the
// free arcs of a circle, which are closed forms (arcs.h). Over t it is an adaptive quadrature between all values where
// the arcs begin, end or meet; there they go like square roots, which t = m + h sin u makes smooth. Spheres
// that meet in one point or one circle, touch or coincide need no care: surfaces of zero area add nothing.
#include "shape/mass_clump.h"

#include "shape/arcs.h"
#include "shape/quadrature.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-13 // of one panel of one sphere, over the sphere's area times the clump's size

// The part n . axis > cosine of a sphere that another ball covers.
typedef struct cap {
    v3 axis;
    double cosine, angle;   // angle: acos of it
    double across, azimuth; // the axis seen from above
} cap;

typedef struct sphere_scan {
    v3 centre;            // from the origin of the moments
    v3 east, north, pole; // of the circles of latitude
    double radius;
    cap *cap;
    int32_t caps;
    arc_span *span; // room for two per cap
    // Values of t where something changes, as sortable keys; at_room of them and of scratch.
    sort_pair *at;
    int64_t ats, at_room; // the second half of `at` is scratch
    double low, half;     // the panel in hand: t = low + half (1 + sin u)
} sphere_scan;

// ---- integrals over one sphere

static void on_latitude(void *context, double u, double *value)
{
    sphere_scan *s = context;
    double sine;
    double cosine;
    real_sin_cos(u, &sine, &cosine);
    double t = s->low + s->half * (1 + sine);
    double ring = sqrt(real_max((1 - t) * (1 + t), 0));
    arcs a = {s->span, 0, false};
    for (int32_t i = 0; i < s->caps && !a.all; i++) {
        const cap *c = &s->cap[i];
        double rest = c->cosine - t * c->axis.z;
        double wide = ring * c->across;
        if (fabs(rest) >= wide)
            a.all = rest < 0;
        else
            arcs_cover(&a, c->azimuth, rest / wide);
    }
    arc_integrals free_part = arcs_integrate(&a);
    v3 c = s->centre;
    v3 e = v3_scale(ring, s->east);
    v3 n = v3_scale(ring, s->north);
    v3 p = v3_scale(t, s->pole);
    double r = s->radius;
    arc_form normal = {r + v3_dot(c, p), v3_dot(c, e), v3_dot(c, n)};
    arc_form x[3] = {{c.x + r * p.x, r * e.x, r * n.x},
                     {c.y + r * p.y, r * e.y, r * n.y},
                     {c.z + r * p.z, r * e.z, r * n.z}};
    mass_moments m = arcs_moments(&free_part, 3, r * r * s->half * cosine, normal, x);
    double all[10] = {m.volume,    m.first.x,   m.first.y,   m.first.z,   m.second.xx,
                      m.second.yy, m.second.zz, m.second.xy, m.second.xz, m.second.yz};
    for (int k = 0; k < 10; k++)
        value[k] = all[k];
}

// Is cap c of the sphere a part of another one? Of two equal caps the first stays.
static bool is_hidden(const sphere_scan *s, int32_t c)
{
    const cap *own = &s->cap[c];
    for (int32_t i = 0; i < s->caps; i++) {
        if (i == c)
            continue;
        const cap *other = &s->cap[i];
        double between =
            real_atan2(v3_norm(v3_cross(own->axis, other->axis)), v3_dot(own->axis, other->axis));
        double room = other->angle - own->angle;
        if (room > between || (room == between && (room > 0 || i < c)))
            return true;
    }
    return false;
}

static bool add_change(sphere_scan *s, double t)
{
    if (!(t > -1 && t < 1))
        return true;
    if (s->ats == s->at_room) {
        int64_t room = s->at_room;
        if (!mem_grow((void **)&s->at, &room, 2 * s->ats + 16, 2 * sizeof *s->at))
            return false;
        s->at_room = room;
    }
    s->at[s->ats++] = (sort_pair){sort_key_f64(t), 0};
    return true;
}

// Where the rims of caps i and k cross and no third cap covers the place.
static bool add_crossings(sphere_scan *s, int32_t i, int32_t k)
{
    const cap *a = &s->cap[i];
    const cap *b = &s->cap[k];
    v3 across = v3_cross(a->axis, b->axis);
    double g = v3_dot(a->axis, b->axis);
    double d = v3_dot(across, across);
    if (!(d > 1e-24))
        return true;
    double x = (a->cosine - g * b->cosine) / d;
    double y = (b->cosine - g * a->cosine) / d;
    double square = (1 - (x * a->cosine + y * b->cosine)) / d;
    if (!(square > 0))
        return true;
    v3 foot = v3_fma(v3_scale(x, a->axis), y, b->axis);
    for (int side = -1; side <= 1; side += 2) {
        v3 n = v3_fma(foot, side * sqrt(square), across);
        bool seen = true;
        for (int32_t c = 0; c < s->caps && seen; c++)
            seen = c == i || c == k || v3_dot(n, s->cap[c].axis) < s->cap[c].cosine + 1e-9;
        if (seen && !add_change(s, n.z))
            return false;
    }
    return true;
}

// All t where the set of free arcs changes its kind, sorted.
static bool find_changes(sphere_scan *s)
{
    s->ats = 0;
    bool ok = true;
    for (int32_t i = 0; i < s->caps && ok; i++) {
        const cap *c = &s->cap[i];
        double lift = c->axis.z * c->cosine;
        double swing = c->across * sqrt((1 - c->cosine) * (1 + c->cosine));
        ok = add_change(s, lift - swing) && add_change(s, lift + swing);
        for (int32_t k = i + 1; k < s->caps && ok; k++)
            ok = add_crossings(s, i, k);
    }
    if (ok && s->ats)
        sort_u64_by_key(s->at, s->ats, s->at + s->at_room);
    return ok;
}

static double value_of_key(uint64_t key)
{
    uint64_t bits = key >> 63 ? key ^ UINT64_C(1) << 63 : ~key;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Caps of sphere i; false where it is covered altogether.
static bool find_caps(sphere_scan *s, const v3 *centre, const double *radius, int32_t count,
                      int32_t i)
{
    s->caps = 0;
    for (int32_t k = 0; k < count; k++) {
        if (k == i)
            continue;
        clump_role role = mass_clump_role(centre[i], radius[i], centre[k], radius[k], k < i);
        if (role == CLUMP_COVERED)
            return false;
        if (role == CLUMP_APART)
            continue;
        v3 apart = v3_sub(centre[k], centre[i]);
        double d = v3_norm(apart);
        double cosine = mass_clump_cosine(d, radius[i], radius[k]);
        if (cosine >= 1)
            continue;
        if (cosine <= -1)
            return false;
        v3 n = v3_scale(1 / d, apart);
        s->cap[s->caps++] = (cap){.axis = n, .cosine = cosine, .angle = real_acos(cosine)};
    }
    for (int32_t c = 0; c < s->caps;)
        if (is_hidden(s, c))
            s->cap[c] = s->cap[--s->caps];
        else
            c++;
    return true;
}

// The least distance in t from either pole to where a rim comes nearest to it.
static double pole_room(const sphere_scan *s, v3 pole)
{
    double least = 1;
    for (int32_t i = 0; i < s->caps; i++) {
        const cap *c = &s->cap[i];
        double z = v3_dot(c->axis, pole);
        double sine = sqrt((1 - c->cosine) * (1 + c->cosine));
        double lift = z * c->cosine;
        double swing = sqrt(real_max(1 - z * z, 0)) * sine;
        least = real_min(1 - real_max(fabs(lift - swing), fabs(lift + swing)), least);
    }
    return least;
}

// Near a rim through a pole arcs change faster than a quadrature sees; of some directions the best is taken. From then
// on the axes of the caps are (east, north, pole).
static void choose_pole(sphere_scan *s)
{
    static const v3 candidate[13] = {{0, 0, 1},  {1, 0, 0},  {0, 1, 0}, {1, 1, 0},  {1, -1, 0},
                                     {1, 0, 1},  {1, 0, -1}, {0, 1, 1}, {0, 1, -1}, {1, 1, 1},
                                     {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}};
    double best = -1;
    for (int k = 0; k < 13; k++) {
        v3 pole = v3_unit(candidate[k]);
        double room = pole_room(s, pole);
        if (room <= best)
            continue;
        best = room;
        s->pole = pole;
    }
    s->east = v3_perpendicular(s->pole);
    s->north = v3_cross(s->pole, s->east);
    for (int32_t i = 0; i < s->caps; i++) {
        cap *c = &s->cap[i];
        v3 n =
            v3_make(v3_dot(c->axis, s->east), v3_dot(c->axis, s->north), v3_dot(c->axis, s->pole));
        c->axis = n;
        c->across = sqrt(n.x * n.x + n.y * n.y);
        c->azimuth = real_atan2(n.y, n.x);
    }
}

static bool integrate_sphere(sphere_scan *s, quadrature *q, double *sum)
{
    choose_pole(s);
    if (!find_changes(s))
        return false;
    double low = -1;
    for (int64_t i = 0; i <= s->ats; i++) {
        double high = i < s->ats ? value_of_key(s->at[i].key) : 1;
        if (high - low <= 4e-16)
            continue;
        s->low = low;
        s->half = 0.5 * (high - low);
        quadrature_add(q, -0.5 * PI, 0.5 * PI, sum);
        low = high;
    }
    return true;
}

// ---- the clump

static bool balls_union(const v3 *centre, const double *radius, int32_t count, v3 origin,
                        mass_moments *out, double *error)
{
    sphere_scan s = {.cap = malloc((size_t)count * sizeof(cap)),
                     .span = malloc(2 * (size_t)count * sizeof(arc_span))};
    double size = mass_reach(origin, centre, radius, count);
    double sum[10] = {0};
    bool ok = s.cap && s.span;
    *error = 0;
    for (int32_t i = 0; i < count && ok; i++) {
        if (!find_caps(&s, centre, radius, count, i))
            continue;
        s.centre = v3_sub(centre[i], origin);
        s.radius = radius[i];
        quadrature q = {
            .function = on_latitude, .context = &s, .components = 10, .tolerance = TOLERANCE};
        double unit = radius[i] * radius[i] * size;
        for (int k = 0; k < 10; k++)
            q.unit[k] = k < 1 ? unit : k < 4 ? unit * size : unit * size * size;
        ok = integrate_sphere(&s, &q, sum);
        *error += q.error * unit;
    }
    free(s.cap);
    free(s.span);
    free(s.at);
    *out = (mass_moments){
        sum[0], v3_make(sum[1], sum[2], sum[3]), {sum[4], sum[5], sum[6], sum[7], sum[8], sum[9]}};
    *error *= 4 / sum[0]; // the bounding radius, which `error` is about, is half of `size` at least
    return ok;
}

static mass_moments balls_sum(const v3 *centre, const double *radius, int32_t count, v3 origin)
{
    mass_moments m = {0};
    for (int32_t i = 0; i < count; i++) {
        v3 c = v3_sub(centre[i], origin);
        double r = radius[i];
        double volume = 4 * PI / 3 * (r * r * r);
        double own = volume * r * r / 5;
        mass_moments part = {volume, v3_scale(volume, c), sym3_scale(volume, sym3_dyad(c, c))};
        part.second.xx += own;
        part.second.yy += own;
        part.second.zz += own;
        mass_moments_add(&m, 1, &part);
    }
    return m;
}

scree_status mass_balls(const v3 *centre, const double *radius, int32_t count, mass_overlap overlap,
                        mass_properties *out, scree_error *error)
{
    scree_status status = mass_clump_check(centre, radius, count, "ball", error);
    if (status)
        return status;
    v3 origin = mass_middle(centre, count);
    mass_moments m;
    double off = 0;
    if (overlap == MASS_SUM || count == 1)
        m = balls_sum(centre, radius, count, origin);
    else if (!balls_union(centre, radius, count, origin, &m, &off))
        return fail_memory(error, "mass of a clump");
    mass_finish(&m, origin, mass_reach(mass_centre(&m, origin), centre, radius, count), off, out);
    return SCREE_OK;
}

scree_status mass_ellipsoid(v3 diameter, const v3 *centre, const double *radius, int32_t count,
                            mass_properties *out, scree_error *error)
{
    scree_status status = mass_clump_check(centre, radius, count, "ball", error);
    if (!status)
        status = mass_check_points(&diameter, 1, "ellipsoid", error);
    if (status)
        return status;
    if (!(diameter.x > 0 && diameter.y > 0 && diameter.z > 0))
        return fail(error, SCREE_BAD_INPUT, "ellipsoid", "give three diameters above zero",
                    "diameters %g, %g, %g", diameter.x, diameter.y, diameter.z);
    double volume = PI / 6 * (diameter.x * diameter.y * diameter.z);
    double part = volume / 20;
    mass_moments m = {.volume = volume};
    m.second.xx = part * diameter.x * diameter.x;
    m.second.yy = part * diameter.y * diameter.y;
    m.second.zz = part * diameter.z * diameter.z;
    v3 zero = {0, 0, 0};
    mass_finish(&m, zero, mass_reach(zero, centre, radius, count), 0, out);
    return SCREE_OK;
}

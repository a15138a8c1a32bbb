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
    sphere_scan *scan = context;
    double sine;
    double cosine;
    real_sin_cos(u, &sine, &cosine);
    double height = scan->low + scan->half * (1 + sine);
    double ring = sqrt(real_max((1 - height) * (1 + height), 0));
    arcs arcs = {
        .covered = scan->span,
        .count = 0,
        .all = false,
    };
    for (int32_t i = 0; i < scan->caps && !arcs.all; i++) {
        const cap *cap = &scan->cap[i];
        double rest = cap->cosine - height * cap->axis.z;
        double wide = ring * cap->across;
        if (fabs(rest) >= wide)
            arcs.all = rest < 0;
        else
            arcs_cover(&arcs, cap->azimuth, rest / wide);
    }
    arc_integrals free_part = arcs_integrate(&arcs);
    v3 centre = scan->centre;
    v3 east = v3_scale(ring, scan->east);
    v3 north = v3_scale(ring, scan->north);
    v3 pole = v3_scale(height, scan->pole);
    double radius = scan->radius;
    arc_form normal = {
        .one = radius + v3_dot(centre, pole),
        .cosine = v3_dot(centre, east),
        .sine = v3_dot(centre, north),
    };
    const v3 middle = v3_fma(centre, radius, pole);
    const v3 eastwards = v3_scale(radius, east);
    const v3 northwards = v3_scale(radius, north);
    arc_form x[3] = {
        {middle.x, eastwards.x, northwards.x},
        {middle.y, eastwards.y, northwards.y},
        {middle.z, eastwards.z, northwards.z},
    };
    mass_moments moments =
        arcs_moments(&free_part, 3, radius * radius * scan->half * cosine, normal, x);
    double all[10] = {moments.volume,    moments.first.x,   moments.first.y,   moments.first.z,
                      moments.second.xx, moments.second.yy, moments.second.zz, moments.second.xy,
                      moments.second.xz, moments.second.yz};
    for (int k = 0; k < 10; k++)
        value[k] = all[k];
}

// Is cap c of the sphere a part of another one? Of two equal caps the first stays.
static bool is_hidden(const sphere_scan *scan, int32_t c)
{
    const cap *own = &scan->cap[c];
    for (int32_t i = 0; i < scan->caps; i++) {
        if (i == c)
            continue;
        const cap *other = &scan->cap[i];
        const double sine = v3_norm(v3_cross(own->axis, other->axis));
        const double cosine = v3_dot(own->axis, other->axis);
        const double between = real_atan2(sine, cosine);
        double room = other->angle - own->angle;
        if (room > between || (room == between && (room > 0 || i < c)))
            return true;
    }
    return false;
}

static bool add_change(sphere_scan *scan, double place)
{
    if (!(place > -1 && place < 1))
        return true;
    if (scan->ats == scan->at_room) {
        int64_t room = scan->at_room;
        if (!mem_grow((void **)&scan->at, &room, 2 * scan->ats + 16, 2 * sizeof *scan->at))
            return false;
        scan->at_room = room;
    }
    scan->at[scan->ats++] = (sort_pair){sort_key_f64(place), 0};
    return true;
}

// Where the rims of caps i and k cross and no third cap covers the place.
static bool add_crossings(sphere_scan *scan, int32_t i, int32_t k)
{
    const cap *first = &scan->cap[i];
    const cap *second = &scan->cap[k];
    v3 across = v3_cross(first->axis, second->axis);
    double g = v3_dot(first->axis, second->axis);
    double d = v3_dot(across, across);
    if (!(d > 1e-24))
        return true;
    double x = (first->cosine - g * second->cosine) / d;
    double y = (second->cosine - g * first->cosine) / d;
    double square = (1 - (x * first->cosine + y * second->cosine)) / d;
    if (!(square > 0))
        return true;
    v3 foot = v3_fma(v3_scale(x, first->axis), y, second->axis);
    for (int side = -1; side <= 1; side += 2) {
        v3 normal = v3_fma(foot, side * sqrt(square), across);
        bool seen = true;
        for (int32_t cap = 0; cap < scan->caps && seen; cap++) {
            seen = cap == i || cap == k ||
                   v3_dot(normal, scan->cap[cap].axis) < scan->cap[cap].cosine + 1e-9;
        }
        if (seen && !add_change(scan, normal.z))
            return false;
    }
    return true;
}

// All t where the set of free arcs changes its kind, sorted.
static bool find_changes(sphere_scan *scan)
{
    scan->ats = 0;
    bool ok = true;
    for (int32_t i = 0; i < scan->caps && ok; i++) {
        const cap *cap = &scan->cap[i];
        double lift = cap->axis.z * cap->cosine;
        double swing = cap->across * sqrt((1 - cap->cosine) * (1 + cap->cosine));
        ok = add_change(scan, lift - swing) && add_change(scan, lift + swing);
        for (int32_t k = i + 1; k < scan->caps && ok; k++)
            ok = add_crossings(scan, i, k);
    }
    if (ok && scan->ats)
        sort_u64_by_key(scan->at, scan->ats, scan->at + scan->at_room);
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
static bool find_caps(sphere_scan *scan, const v3 *centre, const double *radius, int32_t count,
                      int32_t i)
{
    scan->caps = 0;
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
        v3 normal = v3_scale(1 / d, apart);
        scan->cap[scan->caps++] =
            (cap){.axis = normal, .cosine = cosine, .angle = real_acos(cosine)};
    }
    for (int32_t cap = 0; cap < scan->caps;) {
        if (is_hidden(scan, cap))
            scan->cap[cap] = scan->cap[--scan->caps];
        else
            cap++;
    }
    return true;
}

// The least distance in t from either pole to where a rim comes nearest to it.
static double pole_room(const sphere_scan *scan, v3 pole)
{
    double least = 1;
    for (int32_t i = 0; i < scan->caps; i++) {
        const cap *cap = &scan->cap[i];
        double z = v3_dot(cap->axis, pole);
        double sine = sqrt((1 - cap->cosine) * (1 + cap->cosine));
        double lift = z * cap->cosine;
        double swing = sqrt(real_max(1 - z * z, 0)) * sine;
        least = real_min(1 - real_max(fabs(lift - swing), fabs(lift + swing)), least);
    }
    return least;
}

// Near a rim through a pole arcs change faster than a quadrature sees; of some directions the best is taken. From then
// on the axes of the caps are (east, north, pole).
static void choose_pole(sphere_scan *scan)
{
    static const v3 candidate[13] = {{0, 0, 1},  {1, 0, 0},  {0, 1, 0}, {1, 1, 0},  {1, -1, 0},
                                     {1, 0, 1},  {1, 0, -1}, {0, 1, 1}, {0, 1, -1}, {1, 1, 1},
                                     {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}};
    double best = -1;
    for (int k = 0; k < 13; k++) {
        v3 pole = v3_unit(candidate[k]);
        double room = pole_room(scan, pole);
        if (room <= best)
            continue;
        best = room;
        scan->pole = pole;
    }
    scan->east = v3_perpendicular(scan->pole);
    scan->north = v3_cross(scan->pole, scan->east);
    for (int32_t i = 0; i < scan->caps; i++) {
        cap *cap = &scan->cap[i];
        const double eastwards = v3_dot(cap->axis, scan->east);
        const double northwards = v3_dot(cap->axis, scan->north);
        const double upwards = v3_dot(cap->axis, scan->pole);
        const v3 axis = v3_make(eastwards, northwards, upwards);
        cap->axis = axis;
        cap->across = sqrt(axis.x * axis.x + axis.y * axis.y);
        cap->azimuth = real_atan2(axis.y, axis.x);
    }
}

static bool integrate_sphere(sphere_scan *scan, quadrature *quadrature, double *sum)
{
    choose_pole(scan);
    if (!find_changes(scan))
        return false;
    double low = -1;
    for (int64_t i = 0; i <= scan->ats; i++) {
        double high = i < scan->ats ? value_of_key(scan->at[i].key) : 1;
        if (high - low <= 4e-16)
            continue;
        scan->low = low;
        scan->half = 0.5 * (high - low);
        quadrature_add(quadrature, -0.5 * PI, 0.5 * PI, sum);
        low = high;
    }
    return true;
}

// ---- the clump

static bool balls_union(const v3 *centre, const double *radius, int32_t count, v3 origin,
                        mass_moments *out, double *error)
{
    sphere_scan scan = {.cap = malloc((size_t)count * sizeof(cap)),
                        .span = malloc(2 * (size_t)count * sizeof(arc_span))};
    double size = mass_reach(origin, centre, radius, count);
    double sum[10] = {0};
    bool ok = scan.cap && scan.span;
    *error = 0;
    for (int32_t i = 0; i < count && ok; i++) {
        if (!find_caps(&scan, centre, radius, count, i))
            continue;
        scan.centre = v3_sub(centre[i], origin);
        scan.radius = radius[i];
        quadrature quadrature = {
            .function = on_latitude,
            .context = &scan,
            .components = 10,
            .tolerance = TOLERANCE,
        };
        double unit = radius[i] * radius[i] * size;
        for (int k = 0; k < 10; k++)
            quadrature.unit[k] = k < 1 ? unit : k < 4 ? unit * size : unit * size * size;
        ok = integrate_sphere(&scan, &quadrature, sum);
        *error += quadrature.error * unit;
    }
    free(scan.cap);
    free(scan.span);
    free(scan.at);
    *out = (mass_moments){
        .volume = sum[0],
        .first = v3_make(sum[1], sum[2], sum[3]),
        .second = {sum[4], sum[5], sum[6], sum[7], sum[8], sum[9]},
    };
    *error *= 4 / sum[0]; // the bounding radius, which `error` is about, is half of `size` at least
    return ok;
}

static mass_moments balls_sum(const v3 *centre, const double *radius, int32_t count, v3 origin)
{
    mass_moments moments = {0};
    for (int32_t i = 0; i < count; i++) {
        v3 place = v3_sub(centre[i], origin);
        double r = radius[i];
        double volume = 4 * PI / 3 * (r * r * r);
        double own = volume * r * r / 5;
        mass_moments part = {
            .volume = volume,
            .first = v3_scale(volume, place),
            .second = sym3_scale(volume, sym3_dyad(place, place)),
        };
        part.second.xx += own;
        part.second.yy += own;
        part.second.zz += own;
        mass_moments_add(&moments, 1, &part);
    }
    return moments;
}

scree_status mass_balls(const v3 *centre, const double *radius, int32_t count, mass_overlap overlap,
                        mass_properties *out, scree_error *error)
{
    scree_status status = mass_clump_check(centre, radius, count, "ball", error);
    if (status)
        return status;
    v3 origin = mass_middle(centre, count);
    mass_moments moments;
    double off = 0;
    if (overlap == MASS_SUM || count == 1)
        moments = balls_sum(centre, radius, count, origin);
    else if (!balls_union(centre, radius, count, origin, &moments, &off))
        return fail_memory(error, "mass of a clump");
    mass_finish(&moments, origin, mass_reach(mass_centre(&moments, origin), centre, radius, count),
                off, out);
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
    if (!(diameter.x > 0 && diameter.y > 0 && diameter.z > 0)) {
        return fail(error, SCREE_BAD_INPUT, "ellipsoid", "give three diameters above zero",
                    "diameters %g, %g, %g", diameter.x, diameter.y, diameter.z);
    }
    double volume = PI / 6 * (diameter.x * diameter.y * diameter.z);
    double part = volume / 20;
    mass_moments moments = {.volume = volume};
    moments.second.xx = part * diameter.x * diameter.x;
    moments.second.yy = part * diameter.y * diameter.y;
    moments.second.zz = part * diameter.z * diameter.z;
    v3 zero = {0, 0, 0};
    mass_finish(&moments, zero, mass_reach(zero, centre, radius, count), 0, out);
    return SCREE_OK;
}

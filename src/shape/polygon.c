// polygon.c - see polygon.h.
//
// Whether a corner is convex and what an ear holds is decided in the coordinate plane on which the polygon looks
// largest: the coordinates stay those of the file. What an ear is worth is kept per corner and found anew for the two
// neighbours of a clipped one, so that the whole takes O(n^2).
#include "shape/polygon.h"

#include <stdlib.h>

#define FLAT 1e-12 // of the square of the polygon's size: an area that counts as none
#define NEARLY (1 - 1e-5)

typedef struct flat_point {
    double x, y;
} flat_point;

typedef struct cutter {
    const v3 *corner;
    flat_point *at;
    int32_t *next, *before;
    double *worth; // of the ear at a corner: > 0, or 0 where there is none
    double least;  // twice an area that counts as none
    int32_t first; // some corner that is left
    int left;
} cutter;

// Twice the signed area of a b c.
static double area(const cutter *cutter, int32_t i, int32_t j, int32_t k)
{
    const flat_point a = cutter->at[i];
    const flat_point b = cutter->at[j];
    const flat_point d = cutter->at[k];
    const double left = (b.x - a.x) * (d.y - a.y);
    const double right = (b.y - a.y) * (d.x - a.x);
    return left - right;
}

static bool same_place(const cutter *cutter, int32_t i, int32_t j)
{
    const flat_point one = cutter->at[i];
    const flat_point other = cutter->at[j];
    return one.x == other.x && one.y == other.y;
}

// Twice the area of the triangle in space over the square of its longest side.
static double quality(v3 a, v3 b, v3 c)
{
    v3 ab = v3_sub(b, a);
    v3 bc = v3_sub(c, b);
    v3 ca = v3_sub(a, c);
    double longest = v3_dot(ab, ab);
    if (v3_dot(bc, bc) > longest)
        longest = v3_dot(bc, bc);
    if (v3_dot(ca, ca) > longest)
        longest = v3_dot(ca, ca);
    return longest > 0 ? v3_norm(v3_cross(ab, ca)) / longest : 0;
}

static double ear_worth(const cutter *cutter, int32_t i)
{
    const int32_t before = cutter->before[i];
    const int32_t after = cutter->next[i];
    if (!(area(cutter, before, i, after) > cutter->least))
        return 0;
    for (int32_t other = cutter->next[after]; other != before; other = cutter->next[other]) {
        if (same_place(cutter, other, before) || same_place(cutter, other, i) ||
            same_place(cutter, other, after))
            continue;
        if (area(cutter, before, i, other) >= -cutter->least &&
            area(cutter, i, after, other) >= -cutter->least &&
            area(cutter, after, before, other) >= -cutter->least)
            return 0;
    }
    return quality(cutter->corner[before], cutter->corner[i], cutter->corner[after]);
}

// The first corner whose ear is the best but for rounding, so that rounding does not choose between equals, as the two
// diagonals of a rectangle are.
static int32_t best_ear(const cutter *cutter)
{
    int32_t best = -1;
    int32_t i = cutter->first;
    double most = 0;
    for (int n = 0; n < cutter->left; n++, i = cutter->next[i]) {
        if (cutter->worth[i] > most)
            most = cutter->worth[i];
    }
    for (int n = 0; n < cutter->left && most > 0; n++, i = cutter->next[i]) {
        if (cutter->worth[i] >= NEARLY * most && (best < 0 || i < best))
            best = i;
    }
    return best;
}

static void value_all(cutter *cutter)
{
    int32_t i = cutter->first;
    for (int n = 0; n < cutter->left; n++, i = cutter->next[i])
        cutter->worth[i] = ear_worth(cutter, i);
}

static int clip(cutter *cutter, int32_t (*triangle)[3])
{
    int made = 0;
    value_all(cutter);
    while (cutter->left > 3) {
        int32_t i = best_ear(cutter);
        // Clipping may have freed an ear that is not a neighbour.
        if (i < 0) {
            value_all(cutter);
            i = best_ear(cutter);
        }
        if (i < 0)
            return POLYGON_CROSSED;
        const int32_t before = cutter->before[i];
        const int32_t after = cutter->next[i];
        const int32_t ear[3] = {before, i, after};
        for (int k = 0; k < 3; k++)
            triangle[made][k] = ear[k];
        made++;
        cutter->next[before] = after;
        cutter->before[after] = before;
        cutter->first = before;
        cutter->left--;
        cutter->worth[before] = ear_worth(cutter, before);
        cutter->worth[after] = ear_worth(cutter, after);
    }
    const int32_t last[3] = {cutter->before[cutter->first], cutter->first,
                             cutter->next[cutter->first]};
    if (area(cutter, last[0], last[1], last[2]) < -cutter->least)
        return POLYGON_CROSSED;
    for (int k = 0; k < 3; k++)
        triangle[made][k] = last[k];
    return made + 1;
}

// Twice the vector area; the size of the polygon as seen from its first corner, and what the areas sum up to where they
// do not cancel.
static v3 vector_area(const v3 *corner, int count, double *size, double *spread)
{
    v3 sum = v3_make(0, 0, 0);
    *size = 0;
    *spread = 0;
    for (int i = 1; i < count; i++) {
        v3 apart = v3_sub(corner[i], corner[0]);
        double far = v3_norm(apart);
        if (far > *size)
            *size = far;
        if (i + 1 == count)
            break;
        v3 part = v3_cross(apart, v3_sub(corner[i + 1], corner[0]));
        sum = v3_add(sum, part);
        *spread += v3_norm(part);
    }
    return sum;
}

// Coordinates without that along which the normal is longest, so that the polygon turns to the left.
static int steepest_axis(v3 normal)
{
    const double x = fabs(normal.x);
    const double y = fabs(normal.y);
    const double z = fabs(normal.z);
    if (z >= x && z >= y)
        return 2;
    return y >= x ? 1 : 0;
}

static void flatten(cutter *cutter, const v3 *corner, int count, v3 normal)
{
    const int axis = steepest_axis(normal);
    const double along[3] = {normal.x, normal.y, normal.z};
    const bool from_behind = along[axis] < 0;
    for (int i = 0; i < count; i++) {
        const double x[3] = {corner[i].x, corner[i].y, corner[i].z};
        const double first = x[(axis + 1) % 3];
        const double second = x[(axis + 2) % 3];
        cutter->at[i] = from_behind ? (flat_point){second, first} : (flat_point){first, second};
    }
}

// Links the corners into a ring without those that repeat the one before.
static void link_corners(cutter *cutter, int count)
{
    int32_t last = -1;
    cutter->left = 0;
    for (int32_t i = 0; i < count; i++) {
        v3 apart = v3_sub(cutter->corner[i], cutter->corner[last < 0 ? count - 1 : last]);
        if (apart.x == 0 && apart.y == 0 && apart.z == 0)
            continue;
        if (last < 0)
            cutter->first = i;
        else {
            cutter->next[last] = i;
            cutter->before[i] = last;
        }
        last = i;
        cutter->left++;
    }
    if (last < 0)
        return;
    cutter->next[last] = cutter->first;
    cutter->before[cutter->first] = last;
}

static int cut_flat(cutter *cutter, int count, int32_t (*triangle)[3], double *bend)
{
    double size;
    double spread;
    const v3 twice = vector_area(cutter->corner, count, &size, &spread);
    const v3 normal = v3_unit(twice);
    link_corners(cutter, count);
    if (cutter->left < 3)
        return 0;
    flatten(cutter, cutter->corner, count, normal);
    if (!(v3_norm(twice) > FLAT * size * size)) {
        if (spread > 1000 * FLAT * size * size)
            return POLYGON_CROSSED;
        // Corners on a line have no side to look from; their triangles are as thin as they are, and found out later.
        int made = 0;
        for (int32_t i = cutter->next[cutter->first]; cutter->next[i] != cutter->first;
             i = cutter->next[i], made++) {
            triangle[made][0] = cutter->first;
            triangle[made][1] = i;
            triangle[made][2] = cutter->next[i];
        }
        return made;
    }
    v3 middle = v3_make(0, 0, 0);
    for (int i = 0; i < count; i++)
        middle = v3_fma(middle, 1.0 / count, v3_sub(cutter->corner[i], cutter->corner[0]));
    for (int i = 0; i < count; i++) {
        const v3 corner = v3_sub(cutter->corner[i], cutter->corner[0]);
        const double height = v3_dot(normal, v3_sub(corner, middle));
        const double off = fabs(height) / size;
        if (off > *bend)
            *bend = off;
    }
    cutter->least = FLAT * size * size;
    return clip(cutter, triangle);
}

int polygon_cut(const v3 *corner, int count, int32_t (*triangle)[3], double *bend)
{
    *bend = 0;
    if (count == 3) {
        for (int32_t k = 0; k < 3; k++)
            triangle[0][k] = k;
        return 1;
    }
    cutter cutter = {.corner = corner};
    const size_t n = (size_t)count;
    cutter.at = malloc(n * sizeof *cutter.at);
    cutter.next = malloc(2 * n * sizeof *cutter.next);
    cutter.worth = malloc(n * sizeof *cutter.worth);
    int made = POLYGON_NO_MEMORY;
    if (cutter.at && cutter.next && cutter.worth) {
        cutter.before = cutter.next + n;
        made = cut_flat(&cutter, count, triangle, bend);
    }
    free(cutter.at);
    free(cutter.next);
    free(cutter.worth);
    return made;
}

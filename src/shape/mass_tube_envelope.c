// mass_tube_envelope.c - where along a line or an arc of normals another part of the core becomes the nearest.
//
// The reach is the lower envelope of one function per part. Without its kinks as borders a quadrature can miss what is
// narrow. On a line p + s a with one normal u, the points (s, t) equally far from p and a part lie on a conic
//   c t^2 + 2 b(s) t - w(s) = 0,   c constant, b linear, w quadratic in s,
// with one root t > 0; c = 0 for points, c = 0 and two straight lines for planes. Two of them meet at the roots of a
// polynomial of fourth degree at most. On an arc 1/t is alpha + g . u
// for points, and for edges in the plane of the arc and triangles.
#include "shape/mass_tube.h"

#include "base/mathlib.h"

#include <string.h>

#define NEAR_ENOUGH                                                                                \
    1e-4 // of the radius: how far above the envelope, for round-off, a crossing may be and still count

// ---- polynomials

static double horner(const double *c, int degree, double x)
{
    double y = c[degree];
    for (int k = degree - 1; k >= 0; k--)
        y = y * x + c[k];
    return y;
}

// The root between low and high, at which the signs differ: Newton's steps where they stay between, else halves.
static double root_between(const double *c, const double *slope, int degree, double low,
                           double high)
{
    bool rising = horner(c, degree, low) < 0;
    double x = 0.5 * (low + high);
    for (int i = 0; i < 60; i++) {
        double y = horner(c, degree, x);
        double next = x - y / horner(slope, degree - 1, x);
        if ((y < 0) == rising)
            low = x;
        else
            high = x;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        if (fabs(next - x) < 1e-14)
            return next;
        x = next;
    }
    return x;
}

// Simple roots in (0, 1), rising: between those of the derivative the polynomial is monotone.
static int roots_in_unit(const double *c, int degree, double *root)
{
    double slope[5];
    double turn[6];
    int turns = 0;
    int roots = 0;
    if (degree < 1)
        return 0;
    for (int k = 1; k <= degree; k++)
        slope[k - 1] = k * c[k];
    turn[turns++] = 0;
    turns += roots_in_unit(slope, degree - 1, turn + 1);
    turn[turns++] = 1;
    for (int i = 0; i + 1 < turns; i++) {
        double low = horner(c, degree, turn[i]);
        double high = horner(c, degree, turn[i + 1]);
        if ((low < 0 && high > 0) || (low > 0 && high < 0))
            root[roots++] = root_between(c, slope, degree, turn[i], turn[i + 1]);
    }
    return roots;
}

// Most polynomials have no root at all: all Bernstein coefficients on [0, 1] have one sign.
static int roots_of(const double *c, int degree, double *root)
{
    static const double choose[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    double b[5];
    bool positive = false, negative = false;
    for (int k = 0; k <= degree; k++)
        b[k] = c[k] / choose[degree][k];
    for (int k = 1; k <= degree; k++) {
        for (int i = degree; i >= k; i--)
            b[i] += b[i - 1];
    }
    for (int k = 0; k <= degree; k++) {
        positive = positive || b[k] > 0;
        negative = negative || b[k] < 0;
    }
    return positive && negative ? roots_in_unit(c, degree, root) : 0;
}

static void multiply_add(double *sum, double factor, const double *a, int as, const double *b,
                         int bs)
{
    for (int i = 0; i <= as; i++) {
        for (int k = 0; k <= bs; k++)
            sum[i + k] += factor * a[i] * b[k];
    }
}

// ---- lines

static tube_conic across(double c, v3 u, v3 off, v3 along)
{
    tube_conic conic = {
        .c = c,
        .b = {v3_dot(u, off), -v3_dot(u, along)},
        .w = {v3_dot(off, off), -2 * v3_dot(off, along), v3_dot(along, along)},
    };
    return conic;
}

// A plane seen from either side: |h(s) - t normal.u| = t has one root for h > 0 and one for h < 0, w = +h and -h.
static int plane_conics(v3 normal, v3 to_plane, v3 a, v3 u, tube_conic *out)
{
    double k = v3_dot(normal, u);
    double h = v3_dot(normal, to_plane);
    double fall = -v3_dot(normal, a);
    out[0] = (tube_conic){
        .c = 0,
        .b = {0.5 * (1 + k), 0},
        .w = {h, fall, 0},
    };
    out[1] = (tube_conic){
        .c = 0,
        .b = {0.5 * (1 - k), 0},
        .w = {-h, -fall, 0},
    };
    return 2;
}

// Of all parts selected. `a` is the whole line, s from 0 to 1.
static int32_t find_conics(const tube *tube, v3 point, v3 a, v3 u)
{
    int32_t count = 0;
    for (int32_t i = 0; i < tube->near_points; i++) {
        const v3 off = v3_sub(tube->point[tube->near_point[i]], point);
        tube->conic[count++] = across(0, u, off, a);
    }
    for (int32_t i = 0; i < tube->near_edges; i++) {
        const tube_edge *edge = &tube->edge[tube->near_edge[i]];
        v3 off = v3_sub(edge->from, point);
        if (tube->plane) {
            const v3 normal = v3_make(-edge->along.y, edge->along.x, 0);
            count += plane_conics(normal, off, a, u, &tube->conic[count]);
            continue;
        }
        double slope = v3_dot(u, edge->along);
        off = v3_fma(off, -v3_dot(off, edge->along), edge->along);
        const v3 beside = v3_fma(a, -v3_dot(a, edge->along), edge->along);
        tube->conic[count++] = across(slope * slope, u, off, beside);
    }
    for (int32_t i = 0; i < tube->near_faces; i++) {
        const tube_face *face = &tube->face[tube->near_face[i]];
        const v3 off = v3_sub(face->corner[0], point);
        count += plane_conics(face->normal, off, a, u, &tube->conic[count]);
    }
    return count;
}

static bool is_plane(const tube_conic *conic)
{
    return conic->w[2] == 0;
}

static double height_at(const tube_conic *conic, double s)
{
    double b = conic->b[0] + s * conic->b[1];
    double w = real_max(horner(conic->w, 2, s), 0);
    double root = sqrt(b * b + conic->c * w);
    if (b < 0)
        return (root - b) / conic->c;
    return w > 0 ? w / (b + root) : 0;
}

// c2 (first) - c1 (second) gives t = n / (2 d); put into the first: c1 n^2 + 4 b1 n d - 4 w1 d^2 = 0.
static int meetings(const tube_conic *conic, const tube_conic *tube_conic, double *root)
{
    double n[3];
    double d[2];
    double all[5] = {0};
    double nd[4] = {0};
    double dd[3] = {0};
    double rest[5] = {0};
    if (conic->c == 0 && tube_conic->c == 0) {
        multiply_add(all, 1, conic->w, 2, tube_conic->b, 1);
        multiply_add(all, -1, tube_conic->w, 2, conic->b, 1);
        return roots_of(all, 3, root);
    }
    if (conic->c == 0)
        return meetings(tube_conic, conic, root);
    for (int k = 0; k < 3; k++)
        n[k] = tube_conic->c * conic->w[k] - conic->c * tube_conic->w[k];
    for (int k = 0; k < 2; k++)
        d[k] = tube_conic->c * conic->b[k] - conic->c * tube_conic->b[k];
    multiply_add(nd, 4, n, 2, d, 1);
    multiply_add(dd, 4, d, 1, d, 1);
    multiply_add(all, conic->c, n, 2, n, 2);
    multiply_add(rest, 1, nd, 3, conic->b, 1);
    multiply_add(rest, -1, dd, 2, conic->w, 2);
    for (int k = 0; k < 5; k++)
        all[k] += rest[k];
    return roots_of(all, 4, root);
}

typedef struct line_job {
    const tube *tube;
    v3 p, a, u;
    double length;
    tube_cuts *cuts;
} line_job;

static void add_if_lowest(const line_job *job, const tube_conic *own, double at)
{
    const tube *tube = job->tube;
    if (is_plane(own) && horner(own->w, 2, at) < -NEAR_ENOUGH * tube->radius)
        return;
    double height = height_at(own, at);
    if (!(height < tube->radius))
        return;
    const double reach = tube_reach(tube, v3_fma(job->p, at, job->a), job->u);
    if (height <= reach + NEAR_ENOUGH * tube->radius)
        tube_cut_add(job->cuts, at * job->length, job->length);
}

// Where the nearest point of a part crosses from an edge to its end or from a triangle to its edge, that is where
// p + s a + t u passes the plane through `at` with this normal: the curvature of the reach jumps there.
static void add_border(const line_job *job, const tube_conic *own, v3 normal, v3 at)
{
    const double ahead[2] = {v3_dot(normal, v3_sub(job->p, at)), v3_dot(normal, job->a)};
    double all[5] = {0};
    double slope = v3_dot(normal, job->u);
    double root[4];
    multiply_add(all, 2, own->b, 1, ahead, 1);
    for (int k = 0; k < 3; k++)
        all[k] += slope * own->w[k];
    int roots = roots_of(all, 2, root);
    for (int k = 0; k < roots; k++)
        add_if_lowest(job, own, root[k]);
}

static void add_borders(const line_job *job)
{
    const tube *tube = job->tube;
    for (int32_t i = 0; i < tube->near_edges; i++) {
        const tube_edge *edge = &tube->edge[tube->near_edge[i]];
        for (int k = 0; k < 2; k++) {
            v3 end = tube->point[edge->vertex[k]];
            tube_conic own = across(0, job->u, v3_sub(end, job->p), job->a);
            add_border(job, &own, edge->along, end);
        }
    }
    for (int32_t i = 0; i < tube->near_faces; i++) {
        const tube_face *face = &tube->face[tube->near_face[i]];
        tube_conic side[2];
        plane_conics(face->normal, v3_sub(face->corner[0], job->p), job->a, job->u, side);
        for (int k = 0; k < 6; k++)
            add_border(job, &side[k / 3], face->inward[k % 3], face->corner[k % 3]);
    }
}

// Beside the meetings, where the line passes a part: through one, the reach has a kink at zero.
void tube_cut_line_envelope(const tube *tube, v3 point, v3 along, double length, v3 u,
                            tube_cuts *cuts)
{
    line_job job = {
        .tube = tube,
        .p = point,
        .a = v3_scale(length, along),
        .u = u,
        .length = length,
        .cuts = cuts,
    };
    int32_t count = find_conics(tube, point, job.a, u);
    for (int32_t i = 0; i < count; i++) {
        const tube_conic *own = &tube->conic[i];
        for (int32_t k = 0; k < i; k++) {
            double root[4];
            int roots = meetings(own, &tube->conic[k], root);
            for (int j = 0; j < roots; j++)
                add_if_lowest(&job, own, root[j]);
        }
        double passing = is_plane(own) ? -own->w[0] / own->w[1] : -0.5 * own->w[1] / own->w[2];
        if (passing > 0 && passing < 1)
            add_if_lowest(&job, own, passing);
    }
    add_borders(&job);
}

// ---- arcs

typedef struct inverse {
    double alpha;
    v3 g;
} inverse;

// 1/t of a plane at distance h along its normal.
static inverse of_plane(v3 normal, double h)
{
    inverse inverse = {1 / fabs(h), v3_scale(1 / h, normal)};
    return inverse;
}

// Are the points equally far from p and from part i on an arc of that form? Those of edges in space are not.
static bool has_inverse(const tube *tube, int32_t i)
{
    return tube->plane || i < tube->near_points || i >= tube->near_points + tube->near_edges;
}

static inverse inverse_of(const tube *tube, int32_t i, v3 point, v3 axis)
{
    if (i < tube->near_points) {
        v3 w = v3_sub(tube->point[tube->near_point[i]], point);
        inverse inverse = {0, v3_scale(2 / v3_dot(w, w), w)};
        return inverse;
    }
    i -= tube->near_points;
    if (i < tube->near_edges) {
        const tube_edge *edge = &tube->edge[tube->near_edge[i]];
        v3 normal = v3_cross(axis, edge->along);
        return of_plane(normal, v3_dot(normal, v3_sub(edge->from, point)));
    }
    const tube_face *face = &tube->face[tube->near_face[i - tube->near_edges]];
    return of_plane(face->normal, v3_dot(face->normal, v3_sub(face->corner[0], point)));
}

typedef struct arc_job {
    const tube *tube;
    v3 p, a, b;
    double angle;
    tube_cuts *cuts;
} arc_job;

// Adds the angles at which g . u = value and `own` is the lowest.
static void add_lowest_angles(const arc_job *job, inverse own, v3 g, double value)
{
    double at[2];
    int count = tube_angles(g, value, job->a, job->b, at);
    for (int j = 0; j < count; j++) {
        double s;
        double c;
        if (at[j] >= job->angle)
            continue;
        real_sin_cos(at[j], &s, &c);
        v3 u = v3_fma(v3_scale(c, job->a), s, job->b);
        double inverse_height = own.alpha + v3_dot(own.g, u);
        double reach = tube_reach(job->tube, job->p, u);
        if (inverse_height * (reach + NEAR_ENOUGH * job->tube->radius) >= 1 &&
            reach < job->tube->radius)
            tube_cut_add(job->cuts, at[j], job->angle);
    }
}

// Borders as on lines: normal . (p - at) / t + normal . u = 0.
static void add_arc_border(const arc_job *job, inverse own, v3 normal, v3 at)
{
    double ahead = v3_dot(normal, v3_sub(job->p, at));
    add_lowest_angles(job, own, v3_fma(normal, ahead, own.g), -ahead * own.alpha);
}

void tube_cut_arc_envelope(const tube *tube, v3 point, v3 a, v3 b, double angle, tube_cuts *cuts)
{
    arc_job job = {
        .tube = tube,
        .p = point,
        .a = a,
        .b = b,
        .angle = angle,
        .cuts = cuts,
    };
    int32_t parts = tube->near_points + tube->near_edges + tube->near_faces;
    v3 axis = v3_cross(a, b);
    for (int32_t i = 0; i < parts; i++) {
        if (!has_inverse(tube, i))
            continue;
        inverse own = inverse_of(tube, i, point, axis);
        for (int32_t k = 0; k < i; k++) {
            if (!has_inverse(tube, k))
                continue;
            inverse other = inverse_of(tube, k, point, axis);
            add_lowest_angles(&job, own, v3_sub(own.g, other.g), other.alpha - own.alpha);
        }
    }
    for (int32_t i = 0; i < tube->near_edges; i++) {
        for (int k = 0; k < 2; k++) {
            const tube_edge *edge = &tube->edge[tube->near_edge[i]];
            v3 end = tube->point[edge->vertex[k]];
            v3 w = v3_sub(end, point);
            inverse own = {0, v3_scale(2 / v3_dot(w, w), w)};
            add_arc_border(&job, own, edge->along, end);
        }
    }
    for (int32_t i = 0; i < tube->near_faces; i++) {
        for (int k = 0; k < 3; k++) {
            const tube_face *face = &tube->face[tube->near_face[i]];
            inverse own = inverse_of(tube, tube->near_points + tube->near_edges + i, point, axis);
            add_arc_border(&job, own, face->inward[k], face->corner[k]);
        }
    }
}

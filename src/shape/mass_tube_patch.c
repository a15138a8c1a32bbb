// mass_tube_patch.c - what is missing from the tube over faces, edges and corners: integrals over lines of integrals.
//
// Inside a line all borders are known (mass_tube_envelope.c). Across the lines they are at least those that vertices
// cast; the rest is found by halving, and by then the integrand is smooth but for weak kinks.
#include "shape/mass_tube.h"

#include "base/mathlib.h"

typedef struct patch {
    tube *t;
    v3 corner, a, b, up, side; // as the functions below use them
    double size, width;
    double worst; // the largest estimate of a line's error
} patch;

static void across_lines(patch *p, quadrature_function *line, double length, double *sum)
{
    tube *t = p->t;
    quadrature q = {.function = line, .context = p, .components = 10, .tolerance = t->tolerance};
    for (int k = 0; k < 10; k++)
        q.unit[k] = t->unit[k];
    double low = 0;
    double before = t->error;
    tube_cut_sort(&t->outer);
    for (int32_t i = 0; i <= t->outer.count; i++) {
        double high = i < t->outer.count ? t->outer.at[i] : length;
        if (high - low <= 1e-12 * length)
            continue;
        quadrature_add(&q, low, high, sum);
        low = high;
    }
    t->error = before + q.error + p->worst;
}

static void note_error(patch *p, double before)
{
    p->worst = real_max(p->t->error - before, p->worst);
    p->t->error = before;
}

// ---- faces: lines along the longest side (corner, a) from that side to the opposite corner, b away

static void face_line(void *context, double y, double *value)
{
    patch *p = context;
    double part = y / p->size;
    double before = p->t->error;
    for (int k = 0; k < 10; k++)
        value[k] = 0;
    tube_line(p->t, v3_fma(p->corner, part, p->b), p->a, p->width * (1 - part), p->up, TUBE_FLAT,
              p->size, value);
    note_error(p, before);
}

void tube_face_patch(tube *t, const tube_face *f, v3 up, double *sum)
{
    int k = 0;
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        double length = v3_norm(v3_sub(f->corner[(i + 1) % 3], f->corner[i]));
        if (length > longest)
            k = i;
        longest = real_max(length, longest);
    }
    v3 from = f->corner[k];
    v3 way = v3_sub(f->corner[(k + 1) % 3], from);
    v3 top = v3_sub(f->corner[(k + 2) % 3], from);
    patch p = {t, from, v3_unit(way), top, up, f->inward[k], v3_dot(top, f->inward[k]), longest, 0};
    double r = t->radius;
    t->outer.count = 0;
    for (int32_t i = 0; i < t->near_points; i++) {
        v3 w = v3_sub(t->point[t->near_point[i]], from);
        double y = v3_dot(w, p.side);
        double height = v3_dot(w, up);
        double square = height * (2 * r - height);
        tube_cut_add(&t->outer, y, p.size);
        if (!(square > 0))
            continue;
        tube_cut_add(&t->outer, y - sqrt(square), p.size);
        tube_cut_add(&t->outer, y + sqrt(square), p.size);
    }
    across_lines(&p, face_line, p.size, sum);
}

// ---- edges: lines along the edge, one for each normal

static void edge_line(void *context, double angle, double *value)
{
    patch *p = context;
    double s;
    double c;
    double before = p->t->error;
    for (int k = 0; k < 10; k++)
        value[k] = 0;
    real_sin_cos(angle, &s, &c);
    v3 u = v3_fma(v3_scale(c, p->a), s, p->b);
    tube_line(p->t, p->corner, p->side, p->width, u, TUBE_ROUND_EDGE, p->size, value);
    note_error(p, before);
}

void tube_edge_patch(tube *t, const tube_edge *e, v3 a, v3 b, double angle, double *sum)
{
    patch p = {t, e->from, a, b, {0, 0, 0}, e->along, angle, e->length, 0};
    tube_cut_fan(t, e->from, a, b, angle, &t->outer);
    across_lines(&p, edge_line, angle, sum);
}

// ---- points: arcs from the middle (up) of a polygon of normals to its side, whose plane has the normal `side`

static void point_line(void *context, double azimuth, double *value)
{
    patch *p = context;
    double s;
    double c;
    double before = p->t->error;
    for (int k = 0; k < 10; k++)
        value[k] = 0;
    real_sin_cos(azimuth, &s, &c);
    v3 d = v3_fma(v3_scale(c, p->a), s, p->b);
    double angle = real_atan2(v3_dot(p->side, p->up), -v3_dot(p->side, d));
    tube_arc(p->t, p->corner, p->up, d, angle, TUBE_ROUND_POINT, true, p->size, value);
    note_error(p, before);
}

void tube_point_patch(tube *t, v3 at, const v3 *corner, int32_t corners, double *sum)
{
    v3 middle = {0, 0, 0};
    for (int32_t i = 0; i < corners; i++)
        middle = v3_add(middle, corner[i]);
    middle = v3_unit(middle);
    for (int32_t i = 0; i < corners; i++) {
        v3 from = corner[i];
        v3 to = corner[(i + 1) % corners];
        v3 side = v3_unit(v3_cross(from, to));
        v3 a = v3_unit(v3_fma(from, -v3_dot(from, middle), middle));
        v3 b = v3_cross(middle, a);
        double width = real_atan2(v3_dot(to, b), v3_dot(to, a));
        if (!(width > 1e-12))
            continue;
        patch p = {t, at, a, b, middle, side, width, 0, 0};
        tube_cut_fan(t, at, a, b, width, &t->outer);
        across_lines(&p, point_line, width, sum);
    }
}

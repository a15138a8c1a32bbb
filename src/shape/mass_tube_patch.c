// mass_tube_patch.c - what is missing from the tube over faces, edges and corners: integrals over lines of integrals.
//
// Inside a line all borders are known (mass_tube_envelope.c). Across the lines they are at least those that vertices
// cast; the rest is found by halving, and by then the integrand is smooth but for weak kinks.
#include "shape/mass_tube.h"

#include "base/mathlib.h"

typedef struct patch {
    tube *tube;
    v3 corner, a, b, up, side; // as the functions below use them
    double size, width;
    double worst; // the largest estimate of a line's error
} patch;

static void across_lines(patch *patch, quadrature_function *line, double length, double *sum)
{
    tube *tube = patch->tube;
    quadrature quadrature = {
        .function = line,
        .context = patch,
        .components = 10,
        .tolerance = tube->tolerance,
    };
    for (int k = 0; k < 10; k++)
        quadrature.unit[k] = tube->unit[k];
    double low = 0;
    double before = tube->error;
    tube_cut_sort(&tube->outer);
    for (int32_t i = 0; i <= tube->outer.count; i++) {
        double high = i < tube->outer.count ? tube->outer.at[i] : length;
        if (high - low <= 1e-12 * length)
            continue;
        quadrature_add(&quadrature, low, high, sum);
        low = high;
    }
    tube->error = before + quadrature.error + patch->worst;
}

static void note_error(patch *patch, double before)
{
    patch->worst = real_max(patch->tube->error - before, patch->worst);
    patch->tube->error = before;
}

// ---- faces: lines along the longest side (corner, a) from that side to the opposite corner, b away

static void face_line(void *context, double y, double *value)
{
    patch *patch = context;
    double part = y / patch->size;
    double before = patch->tube->error;
    for (int k = 0; k < 10; k++)
        value[k] = 0;
    tube_line(patch->tube,
              &(tube_sweep){.point = v3_fma(patch->corner, part, patch->b),
                            .a = patch->a,
                            .b = patch->up,
                            .extent = patch->width * (1 - part),
                            .power = TUBE_FLAT,
                            .units = patch->size},
              value);
    note_error(patch, before);
}

void tube_face_patch(tube *tube, const tube_face *face, v3 up, double *sum)
{
    int k = 0;
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        double length = v3_distance(face->corner[(i + 1) % 3], face->corner[i]);
        if (length > longest)
            k = i;
        longest = real_max(length, longest);
    }
    v3 from = face->corner[k];
    v3 way = v3_sub(face->corner[(k + 1) % 3], from);
    v3 top = v3_sub(face->corner[(k + 2) % 3], from);
    patch patch = {
        .tube = tube,
        .corner = from,
        .a = v3_unit(way),
        .b = top,
        .up = up,
        .side = face->inward[k],
        .size = v3_dot(top, face->inward[k]),
        .width = longest,
        .worst = 0,
    };
    double radius = tube->radius;
    tube->outer.count = 0;
    for (int32_t i = 0; i < tube->near_points; i++) {
        v3 w = v3_sub(tube->point[tube->near_point[i]], from);
        double y = v3_dot(w, patch.side);
        double height = v3_dot(w, up);
        double square = height * (2 * radius - height);
        tube_cut_add(&tube->outer, y, patch.size);
        if (!(square > 0))
            continue;
        tube_cut_add(&tube->outer, y - sqrt(square), patch.size);
        tube_cut_add(&tube->outer, y + sqrt(square), patch.size);
    }
    across_lines(&patch, face_line, patch.size, sum);
}

// ---- edges: lines along the edge, one for each normal

static void edge_line(void *context, double angle, double *value)
{
    patch *patch = context;
    double s;
    double c;
    double before = patch->tube->error;
    for (int k = 0; k < 10; k++)
        value[k] = 0;
    real_sin_cos(angle, &s, &c);
    v3 u = v3_fma(v3_scale(c, patch->a), s, patch->b);
    tube_line(patch->tube,
              &(tube_sweep){.point = patch->corner,
                            .a = patch->side,
                            .b = u,
                            .extent = patch->width,
                            .power = TUBE_ROUND_EDGE,
                            .units = patch->size},
              value);
    note_error(patch, before);
}

void tube_edge_patch(tube *tube, const tube_edge *edge, v3 a, v3 b, double angle, double *sum)
{
    patch patch = {
        .tube = tube,
        .corner = edge->from,
        .a = a,
        .b = b,
        .up = {0, 0, 0},
        .side = edge->along,
        .size = angle,
        .width = edge->length,
        .worst = 0,
    };
    tube_cut_fan(tube, edge->from, a, b, angle, &tube->outer);
    across_lines(&patch, edge_line, angle, sum);
}

// ---- points: arcs from the middle (up) of a polygon of normals to its side, whose plane has the normal `side`

static void point_line(void *context, double azimuth, double *value)
{
    patch *patch = context;
    double s;
    double c;
    double before = patch->tube->error;
    for (int k = 0; k < 10; k++)
        value[k] = 0;
    real_sin_cos(azimuth, &s, &c);
    v3 d = v3_fma(v3_scale(c, patch->a), s, patch->b);
    double angle = real_atan2(v3_dot(patch->side, patch->up), -v3_dot(patch->side, d));
    tube_arc(patch->tube,
             &(tube_sweep){.point = patch->corner,
                           .a = patch->up,
                           .b = d,
                           .extent = angle,
                           .power = TUBE_ROUND_POINT,
                           .polar = true,
                           .units = patch->size},
             value);
    note_error(patch, before);
}

void tube_point_patch(tube *tube, v3 point, const v3 *corner, int32_t corners, double *sum)
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
        patch patch = {
            .tube = tube,
            .corner = point,
            .a = a,
            .b = b,
            .up = middle,
            .side = side,
            .size = width,
            .width = 0,
            .worst = 0,
        };
        tube_cut_fan(tube, point, a, b, width, &tube->outer);
        across_lines(&patch, point_line, width, sum);
    }
}

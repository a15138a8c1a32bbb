// shape_clumps.c - clumps of balls in a case: given one by one, for an ellipsoid, in a ring, filling a solid or an
// outline; see shapes.h.
#include "case/shapes.h"

#include "scene/fill.h"
#include "shape/clump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool clump_room(reader *r, model_clump *c, int balls)
{
    c->at = calloc((size_t)balls + 1, sizeof *c->at);
    c->radius = calloc((size_t)balls + 1, sizeof *c->radius);
    if (!c->at || !c->radius)
        r->book->no_memory = true;
    return c->at && c->radius;
}

// A ball given twice would push twice; one inside of another adds nothing to the outline.
static bool are_different(reader *r, const node *n, const model_clump *c)
{
    int inside = 0;
    int first = 0;
    int of = 0;
    for (int i = 1; i < c->balls; i++)
        for (int j = 0; j < i; j++) {
            const double wider = c->radius[i] - c->radius[j];
            const double apart = v3_norm(v3_sub(c->at[i], c->at[j]));
            if (apart > fabs(wider))
                continue;
            if (apart == 0 && wider == 0) {
                reader_fault(r, n->entry[i].value, "leave one of them out",
                             "balls %d and %d have the same place and radius", j, i);
                return false;
            }
            if (!inside++) {
                first = wider > 0 ? j : i;
                of = wider > 0 ? i : j;
            }
        }
    if (inside == 1)
        reader_note(r, n, "ball %d lies inside of ball %d, where hardly anything meets it", first,
                    of);
    if (inside > 1)
        reader_note(r, n,
                    "balls lie inside of others, where hardly anything meets them: %d inside of "
                    "%d, and %d more",
                    first, of, inside - 1);
    return true;
}

static bool read_balls(reader *r, node *n, model_clump *c)
{
    bool good = true;
    if (n->kind != NODE_LIST || n->count < 1) {
        reader_fault(r, n, "such as balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1 mm}, ...]",
                     "a clump needs a list of balls");
        return false;
    }
    if (!clump_room(r, c, n->count))
        return false;
    c->balls = n->count;
    for (int i = 0; i < n->count; i++) {
        node *ball = n->entry[i].value;
        n->entry[i].seen = true;
        if (!reader_is_map(r, ball))
            return false;
        good = reader_vector(r, reader_need(r, ball, "at", "give its place"), "m", -INFINITY,
                             INFINITY, 0, &c->at[i]) &&
               good;
        good = reader_real(r, reader_need(r, ball, "radius", "give its radius"), "m", ROW_POSITIVE,
                           INFINITY, &c->radius[i]) &&
               good;
        reader_finish(r, ball);
    }
    return good && are_different(r, n, c);
}

static mass_overlap read_overlap(reader *r, const node *n)
{
    const char *how = n ? reader_text(r, n) : "union";
    if (how && strcmp(how, "union") != 0 && strcmp(how, "sum") != 0)
        reader_fault(r, n, "write union or sum", "mass = %.40s is not known", how);
    return how && !strcmp(how, "sum") ? MASS_SUM : MASS_UNION;
}

// `volume` and `inertia` over density given: places are about the centre of mass, in the principal axes.
static double read_properties(reader *r, node *n, node *volume, node *inertia, model_clump *c)
{
    double most = 0;
    scree_error error;
    bool flat = r->dimensions == 2;
    node *mass = reader_take(r, n, "mass");
    if (!volume && !inertia) {
        scree_status status = clump_from_balls(c, read_overlap(r, mass), flat, &most, &error);
        if (status != SCREE_OK)
            shape_refused(r, n, &error);
        return most;
    }
    c->axes = q4_identity();
    if (mass)
        reader_fault(r, mass, "leave it out", "volume and inertia say what the mass is");
    reader_real(r, volume ? volume : reader_need(r, n, "volume", "give both or none"),
                flat ? "m^2" : "m^3", ROW_POSITIVE, INFINITY, &c->volume);
    reader_vector(r, inertia ? inertia : reader_need(r, n, "inertia", "give both or none"),
                  flat ? "m^4" : "m^5", ROW_POSITIVE, INFINITY, 1, &c->inertia);
    for (int k = 0; k < c->balls; k++) {
        double reach = v3_norm(c->at[k]) + c->radius[k];
        most = reach > most ? reach : most;
    }
    return most;
}

static double read_ellipsoid(reader *r, node *n, model_clump *c)
{
    double length = 0;
    double width = 0;
    double height = 0;
    double most = 0;
    scree_error error;
    if (!reader_is_map(r, n))
        return 0;
    bool good = reader_real(r, reader_need(r, n, "length", "give the longest axis"), "m",
                            ROW_POSITIVE, INFINITY, &length);
    good = reader_real(r, reader_need(r, n, "width", "give the middle axis"), "m", ROW_POSITIVE,
                       INFINITY, &width) &&
           good;
    good = reader_real(r, reader_need(r, n, "height", "give the shortest axis"), "m", ROW_POSITIVE,
                       INFINITY, &height) &&
           good;
    if (good && !(length >= width && width >= height))
        reader_fault(r, n, "sort them", "an ellipsoid needs length >= width >= height");
    else if (good && length == height)
        reader_fault(r, n, "make it a ball", "an ellipsoid of three equal axes is a ball");
    else if (good && r->dimensions == 2)
        reader_fault(r, n, "give balls",
                     "an ellipsoid of four balls is a shape of three dimensions");
    else if (good && clump_room(r, c, 4) &&
             clump_from_ellipsoid(c, length, width, height, &most, &error) != SCREE_OK)
        shape_refused(r, n, &error);
    reader_finish(r, n);
    return most;
}

static double read_ring(reader *r, node *n, model_clump *c)
{
    int64_t balls = 6;
    double radius = 0;
    double ball_radius = 0;
    double most = 0;
    scree_error error;
    if (!reader_is_map(r, n))
        return 0;
    bool good = reader_integer(r, reader_need(r, n, "balls", "such as balls: 6"), 3,
                               CLUMP_RING_MOST, &balls);
    good =
        shape_read_length(
            r, reader_need(r, n, "radius", "give the radius of the circle of centres"), &radius) &&
        good;
    good = shape_read_length(r, reader_need(r, n, "ball_radius", "give the radius of the balls"),
                             &ball_radius) &&
           good;
    if (good && r->dimensions == 2)
        reader_fault(r, n, "give balls", "a ring of balls is a shape of three dimensions");
    else if (good && clump_room(r, c, (int)balls) &&
             clump_from_ring(c, (int)balls, radius, ball_radius, &most, &error) != SCREE_OK)
        shape_refused(r, n, &error);
    reader_finish(r, n);
    return most;
}

static bool read_filled_outline(reader *r, node *n, model_clump *c, fill_report *report)
{
    node *list =
        reader_need(r, n, "vertices", "give the corners of the outline: [[0 mm, 0 mm], ...]");
    v3 *vertex = NULL;
    int32_t vertices = 0;
    double radius = 0;
    double spacing = 0;
    scree_error error;
    bool good = shape_read_vertices(r, list, &vertex, &vertices);
    good = shape_read_length(r, reader_need(r, n, "radius", "give the radius of the disks"),
                             &radius) &&
           good;
    good = shape_read_length(r, reader_need(r, n, "spacing", "give the distance of their centres"),
                             &spacing) &&
           good;
    good =
        good && (fill_outline(vertex, vertices, radius, spacing, c, report, &error) == SCREE_OK ||
                 shape_refused(r, list, &error));
    free(vertex);
    return good;
}

static bool read_filled_solid(reader *r, node *n, model_clump *c, fill_report *report)
{
    node *most = reader_take(r, n, "balls_most");
    node *part = reader_take(r, n, "error");
    int64_t balls = FILL_BALLS_MOST;
    double left = 0;
    shape_source from;
    solid body;
    scree_error error;
    bool good = most || part;
    if (!good)
        reader_fault(r, n, "such as error: 10 %, or balls_most: 30",
                     "missing key 'error' or 'balls_most'");
    good = (!most || reader_integer(r, most, 1, FILL_BALLS_MOST, &balls)) && good;
    good = (!part || reader_real(r, part, "1", 1e-3, 0.999, &left)) && good;
    good = shape_read_source(r, n, &from) && good;
    if (good && (good = shape_source_solid(r, &from, &body))) {
        good = fill_solid(&body, (int)balls, left, from.name, c, report, &error) == SCREE_OK ||
               shape_refused(r, from.at, &error);
        solid_clear(&body);
    }
    shape_source_clear(&from);
    return good;
}

static double read_fill(reader *r, node *n, model_clump *c)
{
    fill_report report = {0};
    if (!reader_is_map(r, n))
        return 0;
    bool flat = r->dimensions == 2;
    bool good = flat ? read_filled_outline(r, n, c, &report) : read_filled_solid(r, n, c, &report);
    if (good)
        reader_note(r, n, "filled with %d %s%s: %.3g %% of the %s is left out", c->balls,
                    flat ? "disk" : "ball", c->balls == 1 ? "" : "s", 100 * report.left,
                    flat ? "area" : "volume");
    reader_finish(r, n);
    return report.reach;
}

// A clump of one ball, without properties of its own, is that ball wherever it stood, and moves with the same bits.
// Returns its radius.
static double single_ball(reader *r, node *n, model_clump *c)
{
    double radius = c->radius[0];
    v3 centre = c->at[0];
    read_overlap(r, reader_take(r, n, "mass")); // the same for one
    free(c->at);
    free(c->radius);
    *c = (model_clump){.centre = centre};
    return radius;
}

void shape_read_clump(reader *r, node *n, model_shape *out)
{
    shape_set_reach(out, 0);
    if (!reader_is_map(r, n))
        return;
    node *balls = reader_take(r, n, "balls");
    node *ellipsoid = reader_take(r, n, "ellipsoid");
    node *ring = reader_take(r, n, "ring");
    node *fill = reader_take(r, n, "fill");
    node *volume = reader_take(r, n, "volume");
    node *inertia = reader_take(r, n, "inertia");
    double most = 0;
    if (!!balls + !!ellipsoid + !!ring + !!fill != 1)
        reader_fault(r, n, "such as ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}",
                     "a clump needs one of: balls, ellipsoid, ring, fill");
    else if (!balls && (volume || inertia))
        reader_fault(r, n, "leave them out", "%s has its own volume and inertia",
                     ring   ? "the ring"
                     : fill ? "what is filled"
                            : "the ellipsoid");
    else if (ellipsoid)
        most = read_ellipsoid(r, ellipsoid, &out->clump);
    else if (ring)
        most = read_ring(r, ring, &out->clump);
    else if (fill)
        most = read_fill(r, fill, &out->clump);
    else if (read_balls(r, balls, &out->clump))
        most = out->clump.balls == 1 && !volume && !inertia
                   ? single_ball(r, n, &out->clump)
                   : read_properties(r, n, volume, inertia, &out->clump);
    shape_set_reach(out, most);
    reader_finish(r, n);
}

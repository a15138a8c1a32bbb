// shape_clumps.c - clumps of balls in a case: given one by one, for an ellipsoid, in a ring, filling a solid or an
// outline; see shapes.h.
#include "case/shapes.h"

#include "scene/fill.h"
#include "shape/clump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool clump_room(reader *reader, model_clump *clump, int balls)
{
    clump->at = calloc((size_t)balls + 1, sizeof *clump->at);
    clump->radius = calloc((size_t)balls + 1, sizeof *clump->radius);
    if (!clump->at || !clump->radius)
        reader->book->no_memory = true;
    return clump->at && clump->radius;
}

// A ball given twice would push twice; one inside of another adds nothing to the outline.
static bool are_different(reader *reader, const node *node, const model_clump *clump)
{
    int inside = 0;
    int first = 0;
    int of = 0;
    for (int i = 1; i < clump->balls; i++) {
        for (int j = 0; j < i; j++) {
            const double wider = clump->radius[i] - clump->radius[j];
            const double apart = v3_distance(clump->at[i], clump->at[j]);
            if (apart > fabs(wider))
                continue;
            if (apart == 0 && wider == 0) {
                reader_fault(reader, node->kind == NODE_LIST ? node->entry[i].value : node,
                             "leave one of them out",
                             "balls %d and %d have the same place and radius", j, i);
                return false;
            }
            if (!inside++) {
                first = wider > 0 ? j : i;
                of = wider > 0 ? i : j;
            }
        }
    }
    if (inside == 1) {
        reader_note(reader, node, "ball %d lies inside of ball %d, where hardly anything meets it",
                    first, of);
    }
    if (inside > 1) {
        reader_note(reader, node,
                    "balls lie inside of others, where hardly anything meets them: %d inside of "
                    "%d, and %d more",
                    first, of, inside - 1);
    }
    return true;
}

static bool read_balls(reader *reader, node *map, model_clump *clump)
{
    bool good = true;
    if (map->kind == NODE_MAP)
        return shape_ball_file(reader, map, clump) && are_different(reader, map, clump);
    if (map->kind != NODE_LIST || map->count < 1) {
        reader_fault(reader, map, "such as balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1 mm}, ...]",
                     "a clump needs a list of balls");
        return false;
    }
    if (!clump_room(reader, clump, map->count))
        return false;
    clump->balls = map->count;
    for (int i = 0; i < map->count; i++) {
        node *ball = map->entry[i].value;
        map->entry[i].seen = true;
        if (!reader_is_map(reader, ball))
            return false;
        good = reader_vector(reader, reader_need(reader, ball, "at", "give its place"),
                             &(value_range){"m", -INFINITY, INFINITY}, 0, &clump->at[i]) &&
               good;
        good = reader_real(reader, reader_need(reader, ball, "radius", "give its radius"), "m",
                           ROW_POSITIVE, INFINITY, &clump->radius[i]) &&
               good;
        reader_finish(reader, ball);
    }
    return good && are_different(reader, map, clump);
}

static mass_overlap read_overlap(reader *reader, const node *node)
{
    const char *how = node ? reader_text(reader, node) : "union";
    const bool is_sum = how && !strcmp(how, "sum");
    const bool is_union = how && !strcmp(how, "union");
    if (how && !is_sum && !is_union)
        reader_fault(reader, node, "write union or sum", "mass = %.40s is not known", how);
    return is_sum ? MASS_SUM : MASS_UNION;
}

// `volume` and `inertia` over density given: places are about the centre of mass, in the principal axes.
static double read_properties(reader *reader, node *map, node *volume, node *inertia,
                              model_clump *clump)
{
    double most = 0;
    scree_error error;
    const bool flat = reader->dimensions == 2;
    node *mass = reader_take(reader, map, "mass");
    if (!volume && !inertia) {
        scree_status status =
            clump_from_balls(clump, read_overlap(reader, mass), flat, &most, &error);
        if (status != SCREE_OK)
            shape_refused(reader, map, &error);
        return most;
    }
    clump->axes = q4_identity();
    if (mass)
        reader_fault(reader, mass, "leave it out", "volume and inertia say what the mass is");
    shape_given given = {0};
    shape_read_given(reader, map, volume, inertia, &given);
    clump->volume = given.volume;
    clump->inertia = given.inertia;
    clump_weigh(clump, flat);
    for (int k = 0; k < clump->balls; k++) {
        double reach = v3_norm(clump->at[k]) + clump->radius[k];
        most = reach > most ? reach : most;
    }
    return most;
}

static double read_ellipsoid(reader *reader, node *node, model_clump *clump)
{
    double length = 0;
    double width = 0;
    double height = 0;
    double most = 0;
    scree_error error;
    if (!reader_is_map(reader, node))
        return 0;
    bool good = reader_real(reader, reader_need(reader, node, "length", "give the longest axis"),
                            "m", ROW_POSITIVE, INFINITY, &length);
    good = reader_real(reader, reader_need(reader, node, "width", "give the middle axis"), "m",
                       ROW_POSITIVE, INFINITY, &width) &&
           good;
    good = reader_real(reader, reader_need(reader, node, "height", "give the shortest axis"), "m",
                       ROW_POSITIVE, INFINITY, &height) &&
           good;
    if (good && !(length >= width && width >= height)) {
        reader_fault(reader, node, "sort them", "an ellipsoid needs length >= width >= height");
    } else if (good && length == height) {
        reader_fault(reader, node, "make it a ball", "an ellipsoid of three equal axes is a ball");
    } else if (good && reader->dimensions == 2) {
        reader_fault(reader, node, "give balls",
                     "an ellipsoid of four balls is a shape of three dimensions");
    } else if (good && clump_room(reader, clump, 4) &&
               clump_from_ellipsoid(clump, length, width, height, &most, &error) != SCREE_OK) {
        shape_refused(reader, node, &error);
    }
    reader_finish(reader, node);
    return most;
}

static double read_ring(reader *reader, node *node, model_clump *clump)
{
    int64_t balls = 6;
    double radius = 0;
    double ball_radius = 0;
    double most = 0;
    scree_error error;
    if (!reader_is_map(reader, node))
        return 0;
    bool good = reader_integer(reader, reader_need(reader, node, "balls", "such as balls: 6"), 3,
                               CLUMP_RING_MOST, &balls);
    good =
        shape_read_length(
            reader, reader_need(reader, node, "radius", "give the radius of the circle of centres"),
            &radius) &&
        good;
    good = shape_read_length(
               reader, reader_need(reader, node, "ball_radius", "give the radius of the balls"),
               &ball_radius) &&
           good;
    if (good && reader->dimensions == 2)
        reader_fault(reader, node, "give balls", "a ring of balls is a shape of three dimensions");
    else if (good && clump_room(reader, clump, (int)balls) &&
             clump_from_ring(clump, (int)balls, radius, ball_radius, &most, &error) != SCREE_OK)
        shape_refused(reader, node, &error);
    reader_finish(reader, node);
    return most;
}

static bool read_filled_outline(reader *reader, node *map, model_clump *clump, fill_report *report)
{
    node *list = reader_need(reader, map, "vertices",
                             "give the corners of the outline: [[0 mm, 0 mm], ...]");
    v3 *vertex = NULL;
    int32_t vertices = 0;
    double radius = 0;
    double spacing = 0;
    scree_error error;
    bool good = shape_read_vertices(reader, list, &vertex, &vertices);
    good = shape_read_length(reader,
                             reader_need(reader, map, "radius", "give the radius of the disks"),
                             &radius) &&
           good;
    good = shape_read_length(
               reader, reader_need(reader, map, "spacing", "give the distance of their centres"),
               &spacing) &&
           good;
    good = good &&
           (fill_outline(
                &(fill_disks){
                    .vertex = vertex, .vertices = vertices, .radius = radius, .spacing = spacing},
                clump, report, &error) == SCREE_OK ||
            shape_refused(reader, list, &error));
    free(vertex);
    return good;
}

static bool read_filled_solid(reader *reader, node *map, model_clump *clump, fill_report *report)
{
    node *most = reader_take(reader, map, "balls_most");
    node *part = reader_take(reader, map, "error");
    int64_t balls = FILL_BALLS_MOST;
    double left = 0;
    shape_source from;
    solid body;
    scree_error error;
    bool good = most || part;
    if (!good) {
        reader_fault(reader, map, "such as error: 10 %, or balls_most: 30",
                     "missing key 'error' or 'balls_most'");
    }
    good = (!most || reader_integer(reader, most, 1, FILL_BALLS_MOST, &balls)) && good;
    good = (!part || reader_real(reader, part, "1", 1e-3, 0.999, &left)) && good;
    good = shape_read_source(reader, map, &from) && good;
    if (good && (good = shape_source_solid(reader, &from, &body))) {
        good = fill_solid(&body,
                          &(fill_balls){.most = (int)balls, .error_most = left, .name = from.name},
                          clump, report, &error) == SCREE_OK ||
               shape_refused(reader, from.at, &error);
        solid_clear(&body);
    }
    shape_source_clear(&from);
    return good;
}

// Is that the filling of a solid in a case of the plane, or of an outline in one of space?
static bool check_filling(reader *reader, const node *map)
{
    const bool flat = reader->dimensions == 2;
    const node *file = node_find(map, "file");
    const node *solid = file ? file : node_find(map, "builder");
    const node *other = flat ? solid : node_find(map, "spacing");
    if (!other || (!flat && solid))
        return true;
    reader_fault(reader, other,
                 flat ? "give vertices, radius and spacing" : "give file or builder, and error",
                 flat ? "a solid that is filled is a shape of three dimensions"
                      : "an outline that is filled is a shape of two dimensions");
    return false;
}

static double read_fill(reader *reader, node *node, model_clump *clump)
{
    fill_report report = {0};
    if (!reader_is_map(reader, node))
        return 0;
    bool flat = reader->dimensions == 2;
    if (!check_filling(reader, node))
        return 0;
    bool good = flat ? read_filled_outline(reader, node, clump, &report)
                     : read_filled_solid(reader, node, clump, &report);
    if (good) {
        reader_note(reader, node, "filled with %d %s%s: %.3g %% of the %s is left out",
                    clump->balls, flat ? "disk" : "ball", clump->balls == 1 ? "" : "s",
                    100 * report.left, flat ? "area" : "volume");
    }
    reader_finish(reader, node);
    return report.reach;
}

// A clump of one ball, without properties of its own, is that ball wherever it stood, and moves with the same bits.
// Returns its radius.
static double single_ball(reader *reader, node *node, model_clump *clump)
{
    double radius = clump->radius[0];
    v3 centre = clump->at[0];
    read_overlap(reader, reader_take(reader, node, "mass")); // the same for one
    free(clump->at);
    free(clump->radius);
    *clump = (model_clump){.centre = centre};
    return radius;
}

void shape_read_clump(reader *reader, node *map, model_shape *out)
{
    shape_set_reach(out, 0);
    if (!reader_is_map(reader, map))
        return;
    node *balls = reader_take(reader, map, "balls");
    node *ellipsoid = reader_take(reader, map, "ellipsoid");
    node *ring = reader_take(reader, map, "ring");
    node *fill = reader_take(reader, map, "fill");
    node *volume = reader_take(reader, map, "volume");
    node *inertia = reader_take(reader, map, "inertia");
    double most = 0;
    if (!!balls + !!ellipsoid + !!ring + !!fill != 1) {
        reader_fault(reader, map,
                     "such as ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}",
                     "a clump needs one of: balls, ellipsoid, ring, fill");
    } else if (!balls && (volume || inertia)) {
        reader_fault(reader, map, "leave them out", "%s has its own volume and inertia",
                     ring   ? "the ring"
                     : fill ? "what is filled"
                            : "the ellipsoid");
    } else if (ellipsoid) {
        most = read_ellipsoid(reader, ellipsoid, &out->clump);
    } else if (ring) {
        most = read_ring(reader, ring, &out->clump);
    } else if (fill) {
        most = read_fill(reader, fill, &out->clump);
    } else if (read_balls(reader, balls, &out->clump)) {
        most = out->clump.balls == 1 && !volume && !inertia
                   ? single_ball(reader, map, &out->clump)
                   : read_properties(reader, map, volume, inertia, &out->clump);
    }
    shape_set_reach(out, most);
    reader_finish(reader, map);
}

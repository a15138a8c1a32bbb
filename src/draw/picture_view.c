// picture_view.c - from where a picture is seen, and how large: the grains, the box and what lies near them of the walls fill it.
#include "draw/picture_parts.h"

typedef struct extent {
    double low[2], high[2];
} extent;

static void cover(extent *extent, const view *view, v3 p, double r)
{
    const double at[2] = {v3_dot(view->right, p), v3_dot(view->up, p)};
    for (int k = 0; k < 2; k++) {
        const double low = at[k] - r;
        const double high = at[k] + r;
        if (!isfinite(at[k]) || !isfinite(r))
            continue;
        extent->low[k] = fmin(extent->low[k], low);
        extent->high[k] = fmax(extent->high[k], high);
    }
}

static void cover_box(extent *extent, const view *view, v3 low, v3 high)
{
    for (int k = 0; k < 8; k++) {
        const double x = k & 1 ? high.x : low.x;
        const double y = k & 2 ? high.y : low.y;
        const double z = k & 4 ? high.z : low.z;
        cover(extent, view, v3_make(x, y, z), 0);
    }
}

// Walls may be far larger than what happens between them: they widen the view by at most a part of its size.
static void cover_walls(extent *bounds, const view *view, const wall_surface *walls)
{
    extent all = *bounds;
    const bool empty = !(bounds->low[0] <= bounds->high[0]);
    for (int64_t i = 0; i < 3 * walls->triangles; i++)
        cover(&all, view, walls->point[walls->corner[i / 3][i % 3]], 0);
    if (empty) {
        *bounds = all;
        return;
    }
    const double width = bounds->high[0] - bounds->low[0];
    const double height = bounds->high[1] - bounds->low[1];
    const double more = 0.6 * fmax(width, height);
    for (int k = 0; k < 2; k++) {
        const double lowest = bounds->low[k] - more;
        const double highest = bounds->high[k] + more;
        bounds->low[k] = fmax(all.low[k], lowest);
        bounds->high[k] = fmin(all.high[k], highest);
    }
}

// The directions of a picture: to the right, upwards, and away from the onlooker.
static view look_along(const picture_options *options)
{
    const bool along_given = v3_norm(options->view) > 0;
    const bool up_given = v3_norm(options->up) > 0;
    const v3 along = along_given ? options->view : v3_make(1, 2, -0.8);
    const v3 up = v3_unit(up_given ? options->up : v3_make(0, 0, 1));
    view view = {.forward = v3_unit(along)};
    v3 across = v3_cross(view.forward, up);
    // Looking straight along the upward direction, y (or what is next best) becomes the picture's upward direction.
    if (v3_norm(across) < 1e-6) {
        const v3 next_best = fabs(up.y) < 0.9 ? v3_make(0, 1, 0) : v3_make(0, 0, 1);
        across = v3_cross(view.forward, next_best);
    }
    view.right = v3_unit(across);
    view.up = v3_cross(view.right, view.forward);
    return view;
}

view picture_view(const frame *frame, const wall_surface *walls, const picture_options *options,
                  picture_area space)
{
    const frame_balls *balls = &frame->ball;
    view view = look_along(options);
    extent extent = {
        .low = {INFINITY, INFINITY},
        .high = {-INFINITY, -INFINITY},
    };
    for (int64_t i = 0; i < balls->count && !options->still; i++)
        cover(&extent, &view, balls->position[i], balls->radius[i]);
    if (options->box || options->fit)
        cover_box(&extent, &view, options->box_low, options->box_high);
    if (walls && !options->still)
        cover_walls(&extent, &view, walls);
    for (int i = 0; i < options->outlines; i++)
        cover_box(&extent, &view, options->outline[i].low, options->outline[i].high);
    double size[2];
    double middle[2];
    for (int k = 0; k < 2; k++) {
        const bool nothing_to_see = !(extent.low[k] <= extent.high[k]);
        if (nothing_to_see) {
            extent.low[k] = 0;
            extent.high[k] = 1;
        }
        size[k] = fmax(extent.high[k] - extent.low[k], 1e-300);
        middle[k] = extent.low[k] + extent.high[k];
    }
    // the smallest pictures have hardly any space beside the legend
    const float width = fmaxf(space.right - space.left, 8);
    const float height = fmaxf(space.bottom - space.top, 8);
    const float twice_x = space.left + space.right;
    const float twice_y = space.top + space.bottom;
    view.scale = fmin(width / size[0], height / size[1]);
    view.x = 0.5 * twice_x - view.scale * 0.5 * middle[0];
    view.y = 0.5 * twice_y + view.scale * 0.5 * middle[1];
    return view;
}

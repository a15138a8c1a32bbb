// picture_parts.h - what the files of the picture share: the view, grains as they lie in it, and the two drawing
// passes.
//
// View coordinates are pixels: x to the right, y down, depth away from the eye, all in the same scale.
#ifndef SCREE_DRAW_PICTURE_PARTS_H
#define SCREE_DRAW_PICTURE_PARTS_H

#include "draw/canvas.h"
#include "draw/picture.h"
#include "draw/picture_buffer.h"
#include "draw/sheet.h"
#include "state/model.h"
#include "store/vtp.h"

typedef struct view {
    v3 right, up, forward; // unit vectors in space
    double scale;          // pixels per metre
    double x, y;           // pixel of the origin of space
} view;

// The part of the canvas that is not for words, pixels.
typedef struct picture_area {
    float left, top, right, bottom;
} picture_area;

view picture_view(const frame *frame, const wall_surface *walls, const picture_options *options,
                  picture_area space);

// A grain with corners: its surface, and the axes of its body in the view.
typedef struct shaped_grain {
    const model_core *core; // NULL: a ball
    vec axis[3];            // pixels per metre long
    float radius;           // of the thickening, pixels
    bool filled;            // the edges of the core are the outline of a plate
} shaped_grain;

// Walls that take shadows.
typedef struct floor_picture {
    const view *view;
    const wall_surface *surface;    // NULL: none
    const picture_map *map;         // triangles that it colours take none
    const model *model;             // of which borders that are walls take shadows, too, if
    const picture_options *options; // the box that is drawn has them; NULL: none
    v3 up;                          // against gravity, a unit vector
} floor_picture;

typedef struct grain_picture {
    int64_t count;
    disc *disc;           // of each grain; of one with corners the ball around it
    shaped_grain *shaped; // of each grain; NULL: all are balls
    rgb *colour;          // of each grain, display values
    bool numbers;         // colours are those of a colour bar, and stay near it in shadow
    v3 *mark;             // body x axis of each grain in view coordinates, or NULL
    rgb ground;           // colour that far grains fade to
    const depth_buffer *
        solid; // what of the walls is no glass, as large as the samples of the picture; NULL: nothing
    const floor_picture *floor; // NULL: none
    // Out: depth of the nearest grain or solid wall at each pixel, INFINITY where there is none; owned.
    float *nearest;
} grain_picture;

// Far-away places are drawn in, so that what does not fit into an int of pixels can do no harm.
static inline float view_length(double pixels)
{
    return (float)fmax(-1e7, fmin(1e7, pixels));
}

static inline canvas_point view_point(const view *view, v3 p)
{
    canvas_point q = {
        .x = view_length(view->x + view->scale * v3_dot(view->right, p)),
        .y = view_length(view->y - view->scale * v3_dot(view->up, p)),
        .depth = view_length(view->scale * v3_dot(view->forward, p)),
    };
    return q;
}

// What the colour of grain i is made of (picture_range.c).
double picture_value(const frame *frame, const picture_options *options, int64_t i);

// The index of its material, shape or set.
int picture_kind_of(const frame *frame, const picture_options *options, int64_t i);

// What the colours of the grains stand for.
typedef struct picture_scale {
    double low, high;
    bool uniform; // all grains have this value, but for rounding, and one colour
    double value;
} picture_scale;

picture_scale picture_scale_of(const frame *frame, const picture_options *options);

typedef struct picture_style {
    rgb top, bottom, ink, glass; // ground above and below, text, walls
    float unit;                  // size of everything: 1 at a height of 900 pixels
} picture_style;

enum {
    PICTURE_KINDS = 24,
    PICTURE_SHADES = 6
};                          // colours of materials, and at equal steps along the colour bar
rgb picture_kind(int kind); // from 0; those beyond have them again
rgb picture_shade(const picture_scale *scale, double value);
rgb picture_map_shade(const picture_scale *scale, double value);

// The words beside and above the grains, the colour bar, the direction of gravity (picture_legend.c).
void picture_draw_legend(sheet *sheet, const picture_style *style, const frame *frame,
                         const picture_options *options, const picture_scale *scale,
                         const picture_scale *map);
void picture_draw_gravity(sheet *sheet, const picture_style *style, const view *view, v3 gravity);

// A line of a round length, below on the left.
void picture_draw_length(sheet *sheet, const picture_style *style, const view *view);

double picture_strongest(const frame *frame, const picture_options *options); // N
// Half of the width of the line of the strongest contact, pixels.
static inline float picture_widest(const picture_style *style)
{
    return 6 * style->unit;
}
// Lines along the contacts, which nothing hides (picture_chains.c). False: out of memory.
bool picture_draw_chains(canvas *canvas, const picture_style *style, const view *view,
                         const frame *frame, const picture_options *options);

// Samples of a pixel, along each of its sides.
enum { PICTURE_SAMPLES = 2 };

// What the colours of a map stand for (picture_map.c).
picture_scale picture_map_scale(const picture_map *map, int64_t triangles);
// Draws the triangles that have a number, and leaves their depth in `solid`. False: out of memory.
bool picture_draw_map(canvas *canvas, const view *view, const wall_surface *surface,
                      const picture_map *map, const picture_scale *scale, depth_buffer *solid);

// Draws the spheres and makes `nearest`. False: out of memory.
bool picture_draw_grains(canvas *canvas, grain_picture *picture);
// Draws the surfaces as thin glass, but for triangles with a number in the map, and their edges as lines. False: out of memory.
bool picture_draw_walls(canvas *canvas, const view *view, const wall_surface *surface,
                        const picture_map *map, const float *nearest, rgb colour);

#endif

// picture.h - a picture of a frame without any other program: shaded grains, walls, a colour bar and a title, as a PNG
// file.
//
// Balls are drawn as balls, grains with corners by the core of their shape in the frame's model and its radius.
// The view is orthographic and fitted to the grains, the box and what lies near them of the walls. Grains throw shadows
// on each other and on floors (picture_floor.h), and darken the gaps between them. A hundred thousand balls at 1200 x 900 take a few tenths of a second, cubes two
// to three times that.
#ifndef SCREE_DRAW_PICTURE_H
#define SCREE_DRAW_PICTURE_H

#include "base/fail.h"
#include "state/frame.h"
#include "store/vtp.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum picture_colour {
    PICTURE_SPEED,
    PICTURE_RADIUS,
    PICTURE_HEIGHT,
    PICTURE_COLUMN,   // a number of each grain that is given
    PICTURE_MATERIAL, // from here on kinds: a colour of its own for each
    PICTURE_SHAPE,
    PICTURE_SET
} picture_colour;

typedef struct picture_column {
    const char *name, *unit;
    const double *value; // of each ball of the frame, in SI
    double
        scale; // what its values are small against where they are noise, in SI; 0: nothing is known
} picture_column;

// A number of each triangle of the walls, which then are no glass but have its colour; of a triangle of which it is nan nothing
// changes.
typedef struct picture_map {
    const char *name, *unit;
    const double *value; // in SI; NULL: walls are glass
    double low, high;    // ends of its colours in SI; equal: from the values, see picture_map_range
} picture_map;

// Something to come, such as the place of a stream: the edges of a box, and an arrow from its middle.
typedef struct picture_frame {
    v3 low, high;
    v3 arrow; // m; zero: none
} picture_frame;

// All zero is a good choice: 1200 x 900, seen obliquely from the front, coloured by speed, on a light ground.
typedef struct picture_options {
    int width, height; // pixels, 64 to 8192; 0: 1200 x 900
    v3 view;           // direction of looking; zero: (1, 2, -0.8)
    v3 up;             // what is upwards in the picture, and height is measured along; zero: z
    picture_colour colour;
    double low, high;  // ends of the colour bar in SI; equal: from the grains, see picture_range
    v3 gravity;        // drawn as an arrow that shows its direction; zero: none
    const char *title; // UTF-8; NULL: none
    const char *words; // the line below it; NULL: time and number of grains
    double pace; // s from frame to frame, which tells how finely times are told; 0: in four digits
    bool dark;   // dark ground
    // Draw the edges of the box from box_low to box_high and fit the view to it; must be finite.
    bool box;
    bool fit; // fit the view to that box without drawing it
    bool
        still; // the view is that of the box alone, whatever is in it: all pictures of a film have one
    v3 box_low, box_high;
    const picture_frame *outline; // drawn as lines, and in view
    int outlines;
    const char *const *kind; // names by index for PICTURE_MATERIAL and its like, or NULL
    int kinds;
    picture_column column; // for PICTURE_COLUMN
    picture_map map;
    const bool *hidden; // balls that are left out, though the view has room for them; NULL: none
    // Contacts of the frame as lines over pale grains, as wide as their normal forces, of which the widest is `strongest`; 0: that of the frame.
    bool chains;
    double strongest; // N
} picture_options;

// The ends of the colour bar where none are given: from the least to nearly the greatest value, since a few runaways
// shall not darken all others; speeds begin at zero. What lies within the noise of a computation makes no rainbow. The
// bar is at least as long as
//   speed:  PICTURE_REST sqrt(g d), a thousandth of the speed that a grain of the mean diameter d falls by its own
//           size (up to sqrt 2), and without gravity PICTURE_REST d in a second;
//   height: half a mean diameter;
//   radius, column: a thousandth of the greatest, of a column with a scale of that.
// Where all values lie within a thousandth of the bar, they are one: grains have one colour, and the legend has one
// number, 0 for speeds of rounding.
#define PICTURE_REST 1e-3
void picture_range(const frame *frame, const picture_options *options, double *low, double *high);

// The ends of the colours of a map: from zero, or the least value below it, to 1.15 times the 98.5th percentile of the values that
// are not zero, or the greatest where that is less. False: there is no number in it.
bool picture_map_range(const double *value, int64_t triangles, double *low, double *high);

// "t = 0.20 s", with as many decimals as frames at that pace differ by; `plain` leaves out zeros at their end.
void picture_time(double time, double pace, bool plain, char *out, size_t room);

// `walls` and `options` may be NULL.
// The picture as height rows of width numbers 0x00RRGGBB, the topmost first; `name` is what a fault names.
scree_status picture_draw(const char *name, const frame *frame, const wall_surface *walls,
                          const picture_options *options, uint32_t *pixel, scree_error *error);
scree_status picture_write_png(const char *path, const frame *frame, const wall_surface *walls,
                               const picture_options *options, scree_error *error);

#endif

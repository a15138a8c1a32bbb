// triangle.c - see triangle.h.
#include "draw/triangle.h"

#include <math.h>

// The place where the side between two corners crosses the height y. The upper end always comes first, so that
// triangles which share a side agree on it to the last bit and leave neither gap nor overlap.
static canvas_point crossing(canvas_point from, canvas_point to, float y)
{
    const bool falls = to.y < from.y;
    const canvas_point upper = falls ? to : from;
    const canvas_point lower = falls ? from : to;
    const float share = (y - upper.y) / (lower.y - upper.y);
    return (canvas_point){
        .x = upper.x + share * (lower.x - upper.x),
        .y = y,
        .depth = upper.depth + share * (lower.depth - upper.depth),
    };
}

// The first pixel whose centre is not before a place, within the picture.
static int first_pixel(float place, int pixels)
{
    const float first = ceilf(place - 0.5f);
    if (first < 0)
        return 0;
    return first > (float)pixels ? pixels : (int)first;
}

// Where a horizontal line meets the sides, from left to right. False: nowhere.
static bool ends_of_row(const canvas_point corner[3], float y, canvas_point *left,
                        canvas_point *right)
{
    canvas_point end[2];
    int ends = 0;
    for (int k = 0; k < 3 && ends < 2; k++) {
        const canvas_point from = corner[k];
        const canvas_point to = corner[(k + 1) % 3];
        const bool meets = (from.y <= y) != (to.y <= y);
        if (meets)
            end[ends++] = crossing(from, to, y);
    }
    if (ends < 2)
        return false;
    *left = end[end[0].x > end[1].x];
    *right = end[end[0].x <= end[1].x];
    return true;
}

triangle_rows triangle_rows_of(const canvas *canvas, const canvas_point corner[3])
{
    const float upper = fminf(corner[1].y, corner[2].y);
    const float lower = fmaxf(corner[1].y, corner[2].y);
    const float low = fminf(corner[0].y, upper);
    const float high = fmaxf(corner[0].y, lower);
    return (triangle_rows){
        .top = first_pixel(low, canvas->height),
        .bottom = first_pixel(high, canvas->height),
    };
}

bool triangle_row_of(const canvas *canvas, const canvas_point corner[3], int y, triangle_row *out)
{
    const float middle = (float)y + 0.5f;
    canvas_point left;
    canvas_point right;
    if (!ends_of_row(corner, middle, &left, &right))
        return false;
    const float width = right.x - left.x;
    const float deeper = right.depth - left.depth;
    *out = (triangle_row){
        .from = first_pixel(left.x, canvas->width),
        .to = first_pixel(right.x, canvas->width),
        .left = left.x,
        .depth = left.depth,
        .slope = right.x > left.x ? deeper / width : 0,
    };
    return true;
}

// picture_floor.c - see picture_floor.h.
//
// A floor is a triangle of a wall, or of a border of the domain that is one, that lies more or less across gravity and is seen
// from above. Light comes to it from the lamp of the picture (picture_lamp.h), past the grains as the lamp sees them. A shadow
// falls on the first floor behind the grain and on none below it, else it would be seen again through each sheet of glass: so
// the depth of that first floor is found for each sample of the lamp. Grains behind it are then drawn for the lamp without
// those before it, and so on, a layer of floors at a time. The mean over points around each pixel makes borders soft
// (percentage closer filtering; Reeves, Salesin and Cook 1987). Where several floors are seen at one pixel, the darkest counts,
// so that two in one place are as one.
#include "draw/picture_floor.h"

#include "draw/triangle.h"

#include <math.h>
#include <stdlib.h>

enum { TAPS = 24, OUTER = 5, BORDER_TRIANGLES = 12, LAYERS = 8 };

static const float deepest = 0.42f; // part of the light of the ground that a full shadow takes
static const float level = 0.7f;    // of the normal along gravity: from here on a floor is one
static const float steep = 0.3f;    // down to here it is none

typedef struct shade {
    const lamp *lamp;
    const depth_buffer *seen;
    float *behind; // depth of the first floor behind the grain, for each sample of the lamp
    float *light;  // of the floor at each pixel
    float tap_x[TAPS], tap_y[TAPS]; // points of the floor that are looked at, around each, pixels
} shade;

typedef struct floor_face { // a triangle of a floor in view coordinates
    canvas_point corner[3];
    vec normal; // upwards
    float weight;
    vec tap[TAPS]; // points around one, samples of the lamp
    float slack;   // of depth there
} floor_face;

static vec turned(const view *view, v3 a)
{
    const float x = (float)v3_dot(view->right, a);
    const float y = -(float)v3_dot(view->up, a);
    const float z = (float)v3_dot(view->forward, a);
    return vec_make(x, y, z);
}

static int64_t triangles_of(const floor_picture *floor)
{
    return (floor->surface ? floor->surface->triangles : 0) + BORDER_TRIANGLES;
}

static v3 corner_of_box(const picture_options *options, int at)
{
    return (v3){
        .x = at & 1 ? options->box_high.x : options->box_low.x,
        .y = at & 2 ? options->box_high.y : options->box_low.y,
        .z = at & 4 ? options->box_high.z : options->box_low.z,
    };
}

// One of the two triangles of a border of the domain, as far as the box that is drawn has it. False: no wall is there.
static bool border_of(const floor_picture *floor, int t, v3 at[3])
{
    // bits of the corners of a side: first and second axis across
    static const int around[2][3] = {{0, 1, 3}, {0, 3, 2}};
    const picture_options *options = floor->options;
    const model *model = floor->model;
    const int axis = t / 4;
    const bool upper = t % 4 >= 2;
    const bool box = options && options->box && model;
    if (!box || axis >= model->dimensions || model->boundary[axis] != BOUNDARY_WALL)
        return false;
    const double low = v3_component(options->box_low, axis);
    const double high = v3_component(options->box_high, axis);
    const bool reaches =
        upper ? high >= v3_component(model->high, axis) : low <= v3_component(model->low, axis);
    for (int k = 0; k < 3; k++) {
        const int corner = around[t % 2][k];
        const int first = corner & 1 ? 1 << (axis + 1) % 3 : 0;
        const int second = corner & 2 ? 1 << (axis + 2) % 3 : 0;
        at[k] = corner_of_box(options, first | second | (upper ? 1 << axis : 0));
    }
    return reaches;
}

// Triangle t of the walls, and behind those of the borders. False: there is none.
static bool corners_of(const floor_picture *floor, int64_t t, v3 at[3])
{
    const wall_surface *surface = floor->surface;
    const int64_t walls = surface ? surface->triangles : 0;
    if (t >= walls)
        return border_of(floor, (int)(t - walls), at);
    for (int k = 0; k < 3; k++)
        at[k] = surface->point[surface->corner[t][k]];
    return true;
}

// False: the triangle is no floor, or none that lamp and onlooker see from above.
static bool face_of(const floor_picture *floor, const lamp *lamp, int64_t t, floor_face *out)
{
    v3 at[3];
    if (!corners_of(floor, t, at))
        return false;
    for (int k = 0; k < 3; k++)
        out->corner[k] = view_point(floor->view, at[k]);
    const v3 across = v3_cross(v3_sub(at[1], at[0]), v3_sub(at[2], at[0]));
    const double size = v3_norm(across);
    if (!(size > 0))
        return false;
    const double rise = v3_dot(across, floor->up) / size;
    out->normal = turned(floor->view, v3_scale((rise < 0 ? -1 : 1) / size, across));
    const float share = ((float)fabs(rise) - steep) / (level - steep);
    out->weight = fminf(share, 1);
    const bool seen = out->normal.z < -1e-3f;
    return share > 0 && seen && vec_dot(out->normal, lamp->to) > 0.05f;
}

// The first floor behind the grain at each sample of the lamp.
static void cover(const shade *shade, const floor_face *face)
{
    const lamp *lamp = shade->lamp;
    const depth_buffer *buffer = &lamp->buffer;
    const canvas size = {.width = buffer->width, .height = buffer->height};
    canvas_point corner[3];
    for (int k = 0; k < 3; k++) {
        const canvas_point own = face->corner[k];
        const vec at = lamp_sample(lamp, vec_make(own.x, own.y, own.depth));
        corner[k] = (canvas_point){at.x, at.y, at.z};
    }
    const triangle_rows rows = triangle_rows_of(&size, corner);
    triangle_row row;
    for (int y = rows.top; y < rows.bottom; y++) {
        if (!triangle_row_of(&size, corner, y, &row))
            continue;
        for (int x = row.from; x < row.to; x++) {
            const size_t at = buffer_at(buffer, x, y);
            const float depth = triangle_depth(&row, x);
            if (depth > buffer->depth[at] && depth < shade->behind[at])
                shade->behind[at] = depth;
        }
    }
}

// Points of the floor around one, as the lamp sees them: what is to be added to its sample.
static void place_around(const shade *shade, floor_face *face)
{
    const lamp *lamp = shade->lamp;
    const vec aside = fabsf(face->normal.x) < 0.7f ? vec_make(1, 0, 0) : vec_make(0, 1, 0);
    const vec first = vec_unit(vec_cross(face->normal, aside));
    const vec second = vec_cross(face->normal, first);
    const vec origin = lamp_sample(lamp, vec_make(0, 0, 0));
    for (int k = 0; k < TAPS; k++) {
        vec beside = vec_scale(lamp->bias, face->normal);
        beside = vec_fma(beside, shade->tap_x[k], first);
        beside = vec_fma(beside, shade->tap_y[k], second);
        face->tap[k] = vec_sub(lamp_sample(lamp, beside), origin);
    }
    // So much deeper the floor may lie at the next sample.
    face->slack = 4 * lamp->bias / fmaxf(vec_dot(face->normal, lamp->to), 0.05f);
}

// The mean over points around the place on the floor, beginning with the outer ones: where these are all in the light, or all
// in the dark, so are the others.
static float light_at(const shade *shade, const floor_face *face, vec place)
{
    const vec middle = lamp_sample(shade->lamp, place);
    float sum = 0;
    for (int k = 0; k < TAPS; k++) {
        const vec at = vec_fma(middle, 1, face->tap[k]);
        sum += lamp_lights_sample(shade->lamp, at, shade->behind, face->slack);
        if (k + 1 == OUTER && (sum == 0 || sum == OUTER))
            return sum / OUTER;
    }
    return sum / TAPS;
}

// Does a sample of the pixel see what lies at that depth?
static bool is_seen(const depth_buffer *seen, int x, int y, float depth)
{
    const float *upper = seen->depth + buffer_at(seen, PICTURE_SAMPLES * x, PICTURE_SAMPLES * y);
    const float *lower = upper + seen->width;
    return depth < fmaxf(fmaxf(upper[0], upper[1]), fmaxf(lower[0], lower[1]));
}

static void darken(const shade *shade, const canvas *canvas, floor_face *face)
{
    place_around(shade, face);
    const triangle_rows rows = triangle_rows_of(canvas, face->corner);
    triangle_row row;
    for (int y = rows.top; y < rows.bottom; y++) {
        if (!triangle_row_of(canvas, face->corner, y, &row))
            continue;
        for (int x = row.from; x < row.to; x++) {
            const float depth = triangle_depth(&row, x);
            if (!is_seen(shade->seen, x, y, depth))
                continue;
            const vec place = vec_make((float)x + 0.5f, (float)y + 0.5f, depth);
            const float taken = face->weight * (1 - light_at(shade, face, place));
            float *light = &shade->light[canvas_at(canvas, x, y)];
            *light = fminf(*light, 1 - deepest * taken);
        }
    }
}

// A spiral by the golden angle covers a disc evenly; it goes inwards.
static void place_taps(shade *shade)
{
    const float soft = fminf(fmaxf(0.3f * shade->lamp->mean_radius, 1), 30);
    for (int k = 0; k < TAPS; k++) {
        const float angle = 2.39996f * (float)k;
        const float far = soft * sqrtf(((float)(TAPS - k) - 0.5f) / TAPS);
        shade->tap_x[k] = far * cosf(angle);
        shade->tap_y[k] = far * sinf(angle);
    }
}

static bool has_colour(const floor_picture *floor, int64_t t)
{
    const bool of_wall = floor->surface && t < floor->surface->triangles;
    return of_wall && floor->map->value && isfinite(floor->map->value[t]);
}

// Where the lamp sees the grains of the list: the first floor behind each, and the shadows there. False: out of memory.
static bool shade_layer(shade *shade, const canvas *canvas, const floor_picture *floor)
{
    const depth_buffer *buffer = &shade->lamp->buffer;
    const size_t samples = (size_t)buffer->width * (size_t)buffer->height;
    const int64_t triangles = triangles_of(floor);
    if (!shade->behind)
        shade->behind = malloc(samples * sizeof *shade->behind);
    if (!shade->behind)
        return false;
    for (size_t i = 0; i < samples; i++)
        shade->behind[i] = INFINITY;
    floor_face face;
    for (int64_t t = 0; t < triangles; t++) {
        if (face_of(floor, shade->lamp, t, &face))
            cover(shade, &face);
    }
    for (int64_t t = 0; t < triangles; t++) {
        if (!has_colour(floor, t) && face_of(floor, shade->lamp, t, &face))
            darken(shade, canvas, &face);
    }
    return true;
}

static bool is_behind(const shade *shade, float across, float down, float depth)
{
    const depth_buffer *buffer = &shade->lamp->buffer;
    const int x = (int)(across * buffer->per_unit);
    const int y = (int)(down * buffer->per_unit);
    const bool here = across >= 0 && down >= 0 && buffer_has(buffer, x, y);
    return here && depth > shade->behind[buffer_at(buffer, x, y)];
}

// Leaves those grains in the list of which the middle, or an end of the outline, lies behind the first floor behind what the
// lamp saw. False: none.
static bool take_behind(const shade *shade, int64_t count, disc *list)
{
    static const float nowhere = -1e9f;
    static const float off_x[5] = {0, -0.9f, 0.9f, 0, 0};
    static const float off_y[5] = {0, 0, 0, -0.9f, 0.9f};
    bool any = false;
    for (int64_t i = 0; i < count; i++) {
        const disc own = list[i];
        bool behind = false;
        for (int k = 0; k < 5 && !behind; k++) {
            const float x = own.x + own.radius * off_x[k];
            const float y = own.y + own.radius * off_y[k];
            behind = is_behind(shade, x, y, own.depth);
        }
        any = any || behind;
        if (!behind)
            list[i].x = nowhere;
    }
    return any;
}

bool picture_shade_floors(canvas *canvas, const grain_picture *picture, const lamp *lamp,
                          const depth_buffer *seen)
{
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    struct lamp below = *lamp;
    shade shade = {.lamp = lamp, .seen = seen};
    disc *list = lamp_discs(lamp, picture);
    shade.light = malloc(pixels * sizeof *shade.light);
    bool good = list && shade.light;
    place_taps(&shade);
    for (size_t i = 0; good && i < pixels; i++)
        shade.light[i] = 1;
    good = good && shade_layer(&shade, canvas, picture->floor);
    for (int layer = 1; good && layer < LAYERS && take_behind(&shade, picture->count, list);
         layer++) {
        if (layer > 1)
            buffer_clear(&below.buffer);
        good = lamp_draw(&below, picture, list);
        shade.lamp = &below;
        good = good && shade_layer(&shade, canvas, picture->floor);
    }
    if (shade.lamp == &below)
        buffer_clear(&below.buffer);
    for (size_t i = 0; good && i < pixels; i++) {
        rgb *pixel = &canvas->pixel[i];
        const float light = shade.light[i];
        *pixel = (rgb){pixel->r * light, pixel->g * light, pixel->b * light};
    }
    free(shade.behind);
    free(shade.light);
    free(list);
    return good;
}

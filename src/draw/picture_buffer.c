// picture_buffer.c - see picture_buffer.h.
//
// A rod: points at distance r from its axis. Along a line of sight z alone varies, which gives a quadratic equation. A
// face: the lines of the picture cross its edges an even number of times, and between the first and the second, the
// third and the fourth crossing lies its inside.
#include "draw/picture_buffer.h"

#include <stdlib.h>
#include <string.h>

bool buffer_make(depth_buffer *buffer, int width, int height, float per_unit, bool owners,
                 bool normals)
{
    const size_t count = (size_t)width * (size_t)height;
    *buffer = (depth_buffer){
        .width = width,
        .height = height,
        .per_unit = per_unit,
        .depth = malloc(count * sizeof *buffer->depth),
        .owner = NULL,
        .normal = NULL,
    };
    if (owners)
        buffer->owner = malloc(count * sizeof *buffer->owner);
    if (normals)
        buffer->normal = malloc(count * sizeof *buffer->normal);
    const bool no_owner = owners && !buffer->owner;
    const bool no_normal = normals && !buffer->normal;
    if (!buffer->depth || no_owner || no_normal)
        return false;
    for (size_t i = 0; i < count; i++)
        buffer->depth[i] = INFINITY;
    if (owners)
        memset(buffer->owner, 0xFF, count * sizeof *buffer->owner);
    return true;
}

void buffer_clear(depth_buffer *buffer)
{
    free(buffer->depth);
    free(buffer->owner);
    free(buffer->normal);
}

// The samples of an interval, cut to the buffer: first..last. None where its ends are no numbers.
static void samples(float from, float to, float per_unit, int size, int *first, int *last)
{
    const float end = (float)size;
    float a = from * per_unit - 0.5f;
    const float b = to * per_unit - 0.5f;
    if (!(a > 0))
        a = 0;
    else if (!(a < end))
        a = end;
    const int below = (int)a;
    *first = below + ((float)below < a);
    if (!(b >= 0))
        *last = -1;
    else
        *last = b < (float)(size - 1) ? (int)b : size - 1;
}

bool buffer_hides(const depth_buffer *buffer, disc disc)
{
    const float radius = disc.radius + 1 / buffer->per_unit;
    const float front = disc.depth - radius;
    int top;
    int bottom;
    int left;
    int right;
    samples(disc.y - radius, disc.y + radius, buffer->per_unit, buffer->height, &top, &bottom);
    samples(disc.x - radius, disc.x + radius, buffer->per_unit, buffer->width, &left, &right);
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) {
            if (buffer->depth[buffer_at(buffer, x, y)] > front)
                return false;
        }
    }
    return true;
}

static int16_t share_of_normal(float x)
{
    const float within = fmaxf(-1, fminf(x, 1));
    return (int16_t)lrintf(32767 * within);
}

static void put_normal(depth_buffer *buffer, size_t at, float x, float y)
{
    buffer->normal[at] = (normal16){share_of_normal(x), share_of_normal(y)};
}

void buffer_ball(depth_buffer *buffer, disc disc, int32_t owner, bool normals)
{
    const float step = 1 / buffer->per_unit;
    const float radius = fmaxf(disc.radius, 0.75f * step); // the smallest still hit a sample
    int top;
    int bottom;
    int left;
    int right;
    normals = normals && buffer->normal;
    samples(disc.y - radius, disc.y + radius, buffer->per_unit, buffer->height, &top, &bottom);
    for (int y = top; y <= bottom; y++) {
        const float dy = ((float)y + 0.5f) * step - disc.y;
        const float half2 = radius * radius - dy * dy;
        if (half2 <= 0)
            continue;
        const float half = sqrtf(half2);
        samples(disc.x - half, disc.x + half, buffer->per_unit, buffer->width, &left, &right);
        const size_t row = (size_t)y * (size_t)buffer->width;
        for (int x = left; x <= right; x++) {
            const size_t at = row + (size_t)x;
            if (buffer->depth[at] <= disc.depth - half)
                continue; // spares most square roots
            float dx = ((float)x + 0.5f) * step - disc.x;
            float rest = half2 - dx * dx;
            float depth = disc.depth - sqrtf(rest > 0 ? rest : 0);
            if (depth >= buffer->depth[at])
                continue;
            buffer->depth[at] = depth;
            if (buffer->owner)
                buffer->owner[at] = owner;
            if (normals)
                put_normal(buffer, at, dx / radius, dy / radius);
        }
    }
}

// The samples of one line of the picture that a rod may cover: what its axis passes within that line, and r around.
static void rod_span(vec p, vec q, float radius, float y, float *from, float *to)
{
    const float dy = q.y - p.y;
    float s = 0;
    float t = 1;
    if (fabsf(dy) > 1e-3f * radius) {
        s = fmaxf(0, fminf(1, (y - radius - p.y) / dy));
        t = fmaxf(0, fminf(1, (y + radius - p.y) / dy));
    }
    const float a = p.x + s * (q.x - p.x);
    const float b = p.x + t * (q.x - p.x);
    *from = fminf(a, b) - radius;
    *to = fmaxf(a, b) + radius;
}

void buffer_rod(depth_buffer *buffer, vec p, vec q, float radius, int32_t owner)
{
    const float step = 1 / buffer->per_unit;
    const float r = fmaxf(radius, 0.75f * step);
    const vec whole = vec_sub(q, p);
    const float length = sqrtf(vec_dot(whole, whole));
    if (!(length > 0))
        return;
    const vec axis = vec_scale(1 / length, whole);
    // sine squared of the angle to the line of sight
    const float across = axis.x * axis.x + axis.y * axis.y;
    if (across < 1e-6f)
        return; // seen from its end
    int top;
    int bottom;
    int left;
    int right;
    const float upper = fminf(p.y, q.y) - r;
    const float lower = fmaxf(p.y, q.y) + r;
    samples(upper, lower, buffer->per_unit, buffer->height, &top, &bottom);
    for (int y = top; y <= bottom; y++) {
        const float py = ((float)y + 0.5f) * step;
        float from;
        float to;
        rod_span(p, q, r, py, &from, &to);
        samples(from, to, buffer->per_unit, buffer->width, &left, &right);
        for (int x = left; x <= right; x++) {
            const size_t at = buffer_at(buffer, x, y);
            const float dx = ((float)x + 0.5f) * step - p.x;
            const float dy = py - p.y;
            const float along = dx * axis.x + dy * axis.y;
            // times 1 / sqrt(across): distance of the lines
            const float off = dx * axis.y - dy * axis.x;
            const float rest = r * r * across - off * off;
            if (rest < 0)
                continue;
            const float z = (along * axis.z - sqrtf(rest)) / across;
            const float t = along + z * axis.z;
            if (t < 0 || t > length || p.z + z >= buffer->depth[at])
                continue;
            buffer->depth[at] = p.z + z;
            if (buffer->owner)
                buffer->owner[at] = owner;
            if (buffer->normal) {
                const float normal_x = (dx - t * axis.x) / r;
                const float normal_y = (dy - t * axis.y) / r;
                put_normal(buffer, at, normal_x, normal_y);
            }
        }
    }
}

// Where the side p q crosses the height y; its upper end first, so that neighbours agree to the last bit.
static float crossing_of(vec from, vec to, float y)
{
    const bool falls = to.y < from.y;
    const vec a = falls ? to : from;
    const vec b = falls ? from : to;
    return a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
}

static int crossings_at(const vec *corner, const int32_t (*edge)[2], int32_t edges, float y,
                        float *crossing)
{
    int count = 0;
    for (int32_t k = 0; k < edges; k++) {
        const vec p = corner[edge[k][0]];
        const vec q = corner[edge[k][1]];
        if ((p.y <= y) == (q.y <= y))
            continue;
        const float x = crossing_of(p, q, y);
        int place = count++;
        for (; place && crossing[place - 1] > x; place--)
            crossing[place] = crossing[place - 1];
        crossing[place] = x;
    }
    return count;
}

static void put_sample(depth_buffer *buffer, size_t at, float depth, int32_t owner, vec normal)
{
    if (depth >= buffer->depth[at])
        return;
    buffer->depth[at] = depth;
    if (buffer->owner)
        buffer->owner[at] = owner;
    if (buffer->normal)
        put_normal(buffer, at, normal.x, normal.y);
}

void buffer_face(depth_buffer *buffer, const flat_face *face, int32_t owner, float *crossing)
{
    const vec *corner = face->corner;
    const int32_t(*edge)[2] = face->edge;
    const int32_t edges = face->edges;
    const vec normal = face->normal.z > 0 ? vec_scale(-1, face->normal) : face->normal;
    if (edges < 3 || !(normal.z < -1e-4f))
        return; // seen from its side
    const vec shift = vec_scale(face->above, normal);
    const vec at0 = corner[edge[0][0]];
    const float per_unit = buffer->per_unit;
    const float step = 1 / per_unit;
    float low = INFINITY;
    float high = -INFINITY;
    for (int32_t k = 0; k < edges; k++) {
        const float from = corner[edge[k][0]].y;
        const float to = corner[edge[k][1]].y;
        const float upper = fminf(from, to);
        const float lower = fmaxf(from, to);
        low = fminf(low, upper);
        high = fmaxf(high, lower);
    }
    int top;
    int bottom;
    int left;
    int right;
    samples(low + shift.y, high + shift.y, per_unit, buffer->height, &top, &bottom);
    for (int y = top; y <= bottom; y++) {
        const float py = ((float)y + 0.5f) * step - shift.y;
        const int count = crossings_at(corner, edge, edges, py, crossing);
        const float below = py - at0.y;
        const float depth_of_row = at0.z + shift.z - below * normal.y / normal.z;
        for (int k = 0; k + 1 < count; k += 2) {
            const float from = crossing[k] + shift.x;
            const float to = crossing[k + 1] + shift.x;
            samples(from, to, per_unit, buffer->width, &left, &right);
            for (int x = left; x <= right; x++) {
                const size_t at = buffer_at(buffer, x, y);
                const float px = ((float)x + 0.5f) * step - shift.x;
                const float beside = px - at0.x;
                const float depth = depth_of_row - beside * normal.x / normal.z;
                put_sample(buffer, at, depth, owner, normal);
            }
        }
    }
}

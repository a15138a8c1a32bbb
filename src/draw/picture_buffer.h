// picture_buffer.h - depth and owner of what is seen, sample by sample: balls, rods and flat faces drawn into it.
//
// x runs to the right, y down, z away from the eye, all in the unit of the view; sample i lies at (i + 1/2) / per_unit.
// Of two things at one sample the nearer stays, of two equally near the first.
#ifndef SCREE_DRAW_PICTURE_BUFFER_H
#define SCREE_DRAW_PICTURE_BUFFER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vec {
    float x, y, z;
} vec;

typedef struct disc { // a ball, seen
    float x, y, depth, radius;
} disc;

typedef struct normal16 { // of what faces the eye: x and y times 32767, z is negative
    int16_t x, y;
} normal16;

typedef struct depth_buffer {
    int width, height;
    float per_unit; // samples per unit of the view
    float *depth;
    int32_t *owner;   // -1: nothing there; or NULL
    normal16 *normal; // or NULL
} depth_buffer;

// Which of the samples it is that stands at x, y.
static inline size_t buffer_at(const depth_buffer *buffer, int x, int y)
{
    return (size_t)y * (size_t)buffer->width + (size_t)x;
}

// Does the buffer have a sample at x, y?
static inline bool buffer_has(const depth_buffer *buffer, int x, int y)
{
    const bool in_row = x >= 0 && x < buffer->width;
    const bool in_column = y >= 0 && y < buffer->height;
    return in_row && in_column;
}

static inline vec vec_make(float x, float y, float z)
{
    return (vec){x, y, z};
}
static inline float vec_dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vec vec_sub(vec a, vec b)
{
    return vec_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline vec vec_scale(float s, vec a)
{
    return vec_make(s * a.x, s * a.y, s * a.z);
}
static inline vec vec_fma(vec a, float s, vec b)
{
    return vec_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline vec vec_cross(vec a, vec b)
{
    const float x = a.y * b.z - a.z * b.y;
    const float y = a.z * b.x - a.x * b.z;
    const float z = a.x * b.y - a.y * b.x;
    return vec_make(x, y, z);
}
static inline vec vec_unit(vec a)
{
    return vec_scale(1 / sqrtf(vec_dot(a, a)), a);
}

static inline vec normal_of_sample(normal16 normal16)
{
    const float x = (float)normal16.x / 32767;
    const float y = (float)normal16.y / 32767;
    const float rest = 1 - x * x - y * y;
    return vec_make(x, y, -sqrtf(rest > 0 ? rest : 0));
}

bool buffer_make(depth_buffer *buffer, int width, int height, float per_unit, bool owners,
                 bool normals);
void buffer_clear(depth_buffer *buffer);

// Is every sample that the ball might cover nearer than the ball?
bool buffer_hides(const depth_buffer *buffer, disc disc);
// Balls alone leave no normals: those follow from the place.
void buffer_ball(depth_buffer *buffer, disc disc, int32_t owner, bool normals);
// The round side of a cylinder from p to q; balls close its ends.
void buffer_rod(depth_buffer *buffer, vec p, vec q, float radius, int32_t owner);

// What an even-odd number of the edges encloses, which lie in one plane.
typedef struct flat_face {
    const vec *corner;
    const int32_t (*edge)[2];
    int32_t edges;
    vec normal;
    float above; // so far it is raised towards the eye
} flat_face;

// `crossing` has room for a number per edge.
void buffer_face(depth_buffer *buffer, const flat_face *face, int32_t owner, float *crossing);

#endif

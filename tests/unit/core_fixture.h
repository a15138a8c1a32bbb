// core_fixture.h - grains with corners made by hand, for the tests of what shows them: an arrow and a zigzag in the
// plane, a cube, a sheet and a rod in space.
#ifndef SCREE_TESTS_CORE_FIXTURE_H
#define SCREE_TESTS_CORE_FIXTURE_H

#include "../harness.h"

#include "state/frame.h"
#include "state/model.h"

#include <stdlib.h>

enum { ARROW_CORNERS = 7, CUBE_CORNERS = 8, CUBE_EDGES = 12, CUBE_TRIANGLES = 12 };

// A pointed head on a shaft; two of its corners are bent inwards. Anticlockwise.
static v3 arrow_corner[ARROW_CORNERS] = {{-0.2, -0.04, 0}, {0, -0.04, 0}, {0, -0.14, 0},
                                         {0.2, 0, 0},      {0, 0.14, 0},  {0, 0.04, 0},
                                         {-0.2, 0.04, 0}};
static int32_t ring[ARROW_CORNERS][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 0}};
static v3 zigzag_corner[4] = {{-0.2, -0.1, 0}, {-0.05, 0.1, 0}, {0.05, -0.1, 0}, {0.2, 0.1, 0}};

// Of edge 2, about the origin.
static v3 cube_corner[CUBE_CORNERS] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                       {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static int32_t cube_edge[CUBE_EDGES][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                           {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
static int32_t cube_triangle[CUBE_TRIANGLES][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                                   {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                                   {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
static int32_t cube_face[7] = {0, 2, 4, 6, 8, 10, 12};

// A polygon, or, open, a polyline through the corners; edges are borrowed from `ring`.
HARNESS_MAYBE_UNUSED static model_core line_core(v3 *corner, int corners, bool closed,
                                                 double radius)
{
    static int32_t none[1] = {0};
    return (model_core){.vertices = corners,
                        .vertex = corner,
                        .edges = closed ? corners : corners - 1,
                        .edge = ring,
                        .face = none,
                        .radius = radius};
}

HARNESS_MAYBE_UNUSED static model_core arrow_core(double radius)
{
    return line_core(arrow_corner, ARROW_CORNERS, true, radius);
}

HARNESS_MAYBE_UNUSED static model_core cube_core(double radius)
{
    return (model_core){.vertices = CUBE_CORNERS,
                        .vertex = cube_corner,
                        .edges = CUBE_EDGES,
                        .edge = cube_edge,
                        .triangles = CUBE_TRIANGLES,
                        .triangle = cube_triangle,
                        .faces = 6,
                        .face = cube_face,
                        .radius = radius};
}

// A frame of n grains of the shapes of m, all of shape 0, at the origin, at rest, not turned.
HARNESS_MAYBE_UNUSED static frame shaped_frame(const model *m, int n)
{
    frame f = {.time = 0.5, .model = m};
    frame_balls *b = &f.ball;
    frame_balls_reserve(b, n + 1, true);
    b->count = n;
    for (int i = 0; i < n; i++) {
        b->id[i] = b->body[i] = 10 + i;
        b->position[i] = b->velocity[i] = b->spin[i] = b->force[i] = b->torque[i] =
            v3_make(0, 0, 0);
        b->radius[i] = b->mass[i] = 1;
        b->orientation[i] = q4_identity();
        b->material[i] = b->shape[i] = b->set[i] = b->contacts[i] = 0;
    }
    return f;
}

#endif

// test_grain_cores.c - how deep cores are in each other where contacts do not tell (collide/grain_cores.h): cubes face on
// face and corner in face, however both lie, and a place in a cube.
#include "harness.h"

#include "base/random.h"
#include "collide/grain_cores.h"
#include "shape/builders.h"
#include "shape/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct grain {
    model_shape shape;
    grain_form form;
    v3 turned[256];
} grain;

// Of edge 2.
static bool make_cube(grain *cube)
{
    v3 corner[20];
    scree_error error;
    const int32_t corners = build_platonic(CUBE, 2, corner);
    const core_points given = {.point = corner, .points = corners, .name = "a cube"};
    memset(cube, 0, sizeof *cube);
    return core_from_hull(&given, &cube->shape, NULL, &error) == SCREE_OK &&
           grain_form_make(&cube->shape.core, "a cube", &cube->form, &error) == SCREE_OK &&
           cube->form.turned <= 256;
}

static void clear_cube(grain *cube)
{
    grain_form_clear(&cube->form);
    free(cube->shape.core.vertex);
    free(cube->shape.core.edge);
    free(cube->shape.core.triangle);
    free(cube->shape.core.face);
    free(cube->shape.clump.at);
    free(cube->shape.clump.radius);
}

static grain_pose lie(grain *cube, q4 turn)
{
    grain_turn(&cube->form, turn, cube->turned);
    return (grain_pose){.form = &cube->form, .turn = turn, .turned = cube->turned};
}

static q4 any_turn(rng *r)
{
    const double w = rng_range(r, -1, 1);
    const double x = rng_range(r, -1, 1);
    const double y = rng_range(r, -1, 1);
    const double z = rng_range(r, -1, 1);
    const double norm = sqrt(w * w + x * x + y * y + z * z);
    return (q4){w / norm, x / norm, y / norm, z / norm};
}

// From one cube to another that has come down on its upper face, `beside` its middle.
TEST(cubes_face_on_face_are_as_deep_as_one_has_come_down)
{
    static grain low, high;
    rng r = rng_make(4, 1);
    REQUIRE(make_cube(&low) && make_cube(&high));
    for (int n = 0; n < 100; n++) {
        const double depth = rng_range(&r, 0.01, 0.6);
        const v3 beside = {rng_range(&r, -1, 1), rng_range(&r, -1, 1), 2 - depth};
        const q4 turn = any_turn(&r);
        const grain_pose a = lie(&low, turn);
        const grain_pose b = lie(&high, turn);
        const grain_pair pair = {&a, &b, q4_rotate(turn, beside), false};
        const cores_overlap deep = grain_cores_overlap(&pair);
        CHECK_NEAR(deep.depth, depth, 0.02 * depth);
        CHECK(deep.depth <= depth + 1e-12); // it is no more than the shift that parts them
        CHECK(deep.radius > 0.8 && deep.radius <= 1 + 1e-12);
        const grain_pair apart = {&a, &b, q4_rotate(turn, v3_make(0.1, 0.2, 2.01)), false};
        CHECK(grain_cores_overlap(&apart).depth == -INFINITY);
    }
    clear_cube(&low);
    clear_cube(&high);
}

TEST(a_place_in_a_cube_is_as_deep_as_its_nearest_face)
{
    static grain cube;
    rng r = rng_make(5, 1);
    REQUIRE(make_cube(&cube));
    for (int n = 0; n < 100; n++) {
        const v3 place = {rng_range(&r, -0.9, 0.9), rng_range(&r, -0.9, 0.9),
                          rng_range(&r, -0.9, 0.9)};
        const double middle = fmax(fabs(place.x), fmax(fabs(place.y), fabs(place.z)));
        const q4 turn = any_turn(&r);
        const grain_pose a = lie(&cube, turn);
        const grain_pose ball = {.radius = 0.1, .turn = {1, 0, 0, 0}};
        const grain_pair pair = {&a, &ball, q4_rotate(turn, place), false};
        CHECK_NEAR(grain_cores_overlap(&pair).depth, 1 - middle, 1e-12);
    }
    clear_cube(&cube);
}

TEST_MAIN

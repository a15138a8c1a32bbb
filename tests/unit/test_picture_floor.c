// test_picture_floor.c - grains throw shadows on floors: where light from over the left shoulder takes them, on the first floor
// behind each, on borders of the domain that are walls, and nowhere else.
#include "picture_fixture.h"

#include "state/model.h"

#include <math.h>

// Light goes to the right, down and away from the eye as 0.36 : 0.72 : 0.60. Seen from above, a ball at a height h over the
// floor has the middle of its shadow 0.6 h to the right and 1.2 h further down.
static const double to_right = 0.6, downwards = 1.2, ball = 0.06;

static frame balls_at(const v3 *place, int count)
{
    frame f = {.time = 0.5};
    frame_balls *b = &f.ball;
    b->count = count;
    b->position = calloc((size_t)count, sizeof *b->position);
    b->velocity = calloc((size_t)count, sizeof *b->velocity);
    b->radius = calloc((size_t)count, sizeof *b->radius);
    b->mass = calloc((size_t)count, sizeof *b->mass);
    b->material = calloc((size_t)count, sizeof *b->material);
    b->id = calloc((size_t)count, sizeof *b->id);
    b->body = calloc((size_t)count, sizeof *b->body);
    for (int i = 0; i < count; i++) {
        b->position[i] = place[i];
        b->radius[i] = ball;
        b->id[i] = b->body[i] = i;
    }
    return f;
}

// Up to two square floors of a metre at the heights given, of two triangles each.
typedef struct floors {
    v3 point[8];
    int64_t corner[4][3];
    int32_t wall[4];
    wall_surface surface;
} floors;

static void floors_at(floors *is, const double *height, int count)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++)
            is->point[4 * i + k] = v3_make(k == 1 || k == 2, k >= 2, height[i]);
        for (int t = 0; t < 2; t++) {
            is->corner[2 * i + t][0] = 4 * i;
            is->corner[2 * i + t][1] = 4 * i + 1 + t;
            is->corner[2 * i + t][2] = 4 * i + 2 + t;
            is->wall[2 * i + t] = i;
        }
    }
    is->surface = (wall_surface){
        .point = is->point,
        .points = 4 * count,
        .corner = (const int64_t(*)[3])is->corner,
        .wall = is->wall,
        .triangles = 2 * count,
    };
}

// Seen from above; without gravity nothing is a floor.
static bitmap seen(const frame *f, const wall_surface *walls, bool falls)
{
    picture_options options = above;
    options.gravity = v3_make(0, 0, falls ? -9.81 : 0);
    return picture(f, walls, options);
}

static double brightness(const bitmap *b, double x, double y)
{
    const uint8_t *p = b->rgb + 3 * ((size_t)y * (size_t)b->width + (size_t)x);
    return p[0] + p[1] + p[2];
}

// How much darker the point of the floor is for its shadows: as a share of its light. The square metre of the fixture fills the
// room for grains.
typedef struct place {
    double x, y, scale;
} place;

static place place_of_metre(void)
{
    const v3 middle = {0.5, 0.5, 0.5};
    frame f = balls_at(&middle, 1);
    frame none = balls_at(&middle, 1);
    none.ball.count = 0;
    bitmap with = picture(&f, NULL, above);
    bitmap without = picture(&none, NULL, above);
    const spot disc = difference(&without, &with);
    free(with.rgb);
    free(without.rgb);
    frame_clear(&f);
    frame_clear(&none);
    return (place){disc.x, disc.y, sqrt(disc.area / 3.14159265358979) / ball};
}

static double shadow_at(const bitmap *lit, const bitmap *shadowed, const place *is, double x,
                        double y)
{
    const double across = is->x + (x - 0.5) * is->scale;
    const double down = is->y - (y - 0.5) * is->scale;
    return 1 - brightness(shadowed, across, down) / brightness(lit, across, down);
}

TEST(a_shadow_falls_where_the_light_takes_it)
{
    REQUIRE(ready());
    const place is = place_of_metre();
    const v3 at = {0.3, 0.8, 0.5};
    const double height = 0.3;
    frame f = balls_at(&at, 1);
    floors floor = {0};
    floors_at(&floor, &height, 1);
    bitmap lit = seen(&f, &floor.surface, false);
    bitmap dark = seen(&f, &floor.surface, true);
    REQUIRE(lit.rgb && dark.rgb);
    const double x = at.x + to_right * 0.2;
    const double y = at.y - downwards * 0.2;
    CHECK(shadow_at(&lit, &dark, &is, x, y) > 0.3);
    CHECK(shadow_at(&lit, &dark, &is, x, y + 0.05) > 0.3); // as wide as the ball
    CHECK_NEAR(shadow_at(&lit, &dark, &is, x + 0.2, y), 0, 1e-9);
    CHECK_NEAR(shadow_at(&lit, &dark, &is, x - 0.2, y), 0, 1e-9);
    CHECK_NEAR(shadow_at(&lit, &dark, &is, at.x, at.y), 0, 1e-9); // the ball itself
    free(lit.rgb);
    free(dark.rgb);
    frame_clear(&f);
}

// Glass above the grains takes no shadow, and below the first floor there is none.
TEST(the_first_floor_behind_takes_the_shadow)
{
    REQUIRE(ready());
    const place is = place_of_metre();
    const v3 at[2] = {{0.3, 0.8, 0.5}, {0.54, 0.32, 0.1}};
    const double lid = 0.9;
    const double two[2] = {0.3, 0};
    floors floor = {0};
    frame f = balls_at(at, 1);
    floors_at(&floor, &lid, 1);
    bitmap lit = seen(&f, &floor.surface, false);
    bitmap dark = seen(&f, &floor.surface, true);
    REQUIRE(lit.rgb && dark.rgb);
    CHECK(difference(&lit, &dark).area == 0);
    free(lit.rgb);
    free(dark.rgb);
    floors_at(&floor, two, 2);
    lit = seen(&f, &floor.surface, false);
    dark = seen(&f, &floor.surface, true);
    REQUIRE(lit.rgb && dark.rgb);
    CHECK(shadow_at(&lit, &dark, &is, 0.42, 0.56) > 0.25);
    CHECK_NEAR(shadow_at(&lit, &dark, &is, 0.60, 0.20), 0, 1e-9); // on the lower floor
    free(lit.rgb);
    free(dark.rgb);
    frame_clear(&f);
    // The second ball lies below the upper floor on the same ray of light, and has its own shadow.
    f = balls_at(at, 2);
    lit = seen(&f, &floor.surface, false);
    dark = seen(&f, &floor.surface, true);
    REQUIRE(lit.rgb && dark.rgb);
    CHECK(shadow_at(&lit, &dark, &is, 0.42, 0.56) > 0.25);
    CHECK(shadow_at(&lit, &dark, &is, 0.62, 0.17) > 0.2);
    free(lit.rgb);
    free(dark.rgb);
    frame_clear(&f);
}

// The lower border of the box that is drawn, where it is a wall.
TEST(a_border_is_a_floor)
{
    REQUIRE(ready());
    const place is = place_of_metre();
    const v3 at = {0.3, 0.8, 0.2};
    for (int wall = 0; wall < 2; wall++) {
        const model space = {
            .dimensions = 3,
            .low = {0, 0, 0},
            .high = {1, 1, 1},
            .boundary = {BOUNDARY_OPEN, BOUNDARY_OPEN, wall ? BOUNDARY_WALL : BOUNDARY_OPEN},
        };
        frame f = balls_at(&at, 1);
        f.model = &space;
        bitmap lit = seen(&f, NULL, false);
        bitmap dark = seen(&f, NULL, true);
        REQUIRE(lit.rgb && dark.rgb);
        const double taken = shadow_at(&lit, &dark, &is, 0.42, 0.56);
        CHECK_MSG(wall ? taken > 0.3 : taken == 0, "wall %d: %g", wall, taken);
        free(lit.rgb);
        free(dark.rgb);
        frame_clear(&f);
    }
    unlink(path);
}

TEST_MAIN

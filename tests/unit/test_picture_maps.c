// test_picture_maps.c - walls in the colours of a map, the scale of lengths, the light in shadows, times.
#include "picture_fixture.h"

#include "draw/picture_parts.h"

// A square of two triangles at that height, one below and one above its diagonal.
typedef struct square {
    v3 point[4];
    wall_surface surface;
} square;

static const int64_t corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
static const int32_t wall[2] = {0, 0};

static void square_make(square *out, double z)
{
    const double low = 0.2;
    const double high = 0.8;
    const v3 point[4] = {{low, low, z}, {high, low, z}, {high, high, z}, {low, high, z}};
    memcpy(out->point, point, sizeof point);
    out->surface = (wall_surface){out->point, 4, corners, wall, 2, NULL, 0, NULL};
}

static frame one_ball(double z, double speed)
{
    frame f = {.time = 0.5};
    frame_balls *b = &f.ball;
    if (!CHECK(frame_balls_reserve(b, 1, false)))
        return f;
    b->count = 1;
    b->position[0] = v3_make(0.5, 0.5, z);
    b->radius[0] = 0.2;
    b->mass[0] = 1;
    b->velocity[0] = v3_make(speed, 0, 0);
    b->spin[0] = b->force[0] = b->torque[0] = v3_make(0, 0, 0);
    b->id[0] = b->body[0] = 0;
    b->material[0] = b->shape[0] = b->set[0] = b->contacts[0] = 0;
    return f;
}

// The pixel that shows the place x, y of the square metre of `above`; the box fills the height.
static const uint8_t *pixel_at(const bitmap *m, double x, double y)
{
    const double unit = 0.6;
    const double top = 92 * unit;
    const double bottom = m->height - 48 * unit;
    const double scale = bottom - top;
    const double middle = 0.5 * (30 * unit + m->width - 165 * unit);
    const int column = (int)(middle + (x - 0.5) * scale);
    const int row = (int)(0.5 * (top + bottom) - (y - 0.5) * scale);
    return m->rgb + 3 * (row * m->width + column);
}

static bool has_colour(const uint8_t *pixel, rgb colour, int most)
{
    const int r = abs(pixel[0] - (int)(255 * colour.r));
    const int g = abs(pixel[1] - (int)(255 * colour.g));
    const int b = abs(pixel[2] - (int)(255 * colour.b));
    return r <= most && g <= most && b <= most;
}

// A triangle with a number has its colour and hides what is behind it; one without stays glass.
TEST(a_map_colours_walls_and_hides)
{
    REQUIRE(ready());
    square s;
    const double value[2] = {3, NAN};
    frame behind = one_ball(0.2, 0);
    frame before = one_ball(1.2, 0);
    frame none = {.time = 0.5};
    picture_options o = above;
    square_make(&s, 0.5);
    o.map = (picture_map){.name = "pressure", .unit = "Pa", .value = value, .low = 1, .high = 3};
    const picture_scale scale = {.low = 1, .high = 3};
    const rgb dark = picture_map_shade(&scale, 3);
    // the map takes some of the space for its legend: the picture is 25 units narrower
    bitmap empty = picture(&none, &s.surface, o);
    bitmap back = picture(&behind, &s.surface, o);
    bitmap front = picture(&before, &s.surface, o);
    REQUIRE(empty.rgb && back.rgb && front.rgb);
    const double shift = -0.5 * 25 * 0.6 / (500 - 140 * 0.6);
    CHECK(has_colour(pixel_at(&empty, 0.7 + shift, 0.3), dark, 3));
    CHECK(!has_colour(pixel_at(&empty, 0.3 + shift, 0.7), dark, 60)); // glass
    // right below the middle: the wall hides the ball behind it, and not the one before it
    CHECK(has_colour(pixel_at(&back, 0.55 + shift, 0.45), dark, 3));
    CHECK(!has_colour(pixel_at(&front, 0.55 + shift, 0.45), dark, 60));
    // left above it the ball is seen through the glass
    CHECK(memcmp(pixel_at(&back, 0.45 + shift, 0.55), pixel_at(&empty, 0.45 + shift, 0.55), 3));
    free(empty.rgb);
    free(back.rgb);
    free(front.rgb);
    frame_clear(&behind);
    frame_clear(&before);
}

TEST(a_map_has_a_range)
{
    double value[1000] = {0};
    double low;
    double high;
    CHECK(!picture_map_range(value, 0, &low, &high));
    for (int i = 0; i < 1000; i++)
        value[i] = i < 600 ? 0 : i < 650 ? NAN : i - 649;
    value[700] = 1e6; // one runaway of 350 numbers that are not zero
    CHECK(picture_map_range(value, 1000, &low, &high));
    CHECK(low == 0);
    CHECK_MSG(high > 350 && high < 410, "%g", high);
    value[3] = -7;
    CHECK(picture_map_range(value, 1000, &low, &high));
    CHECK(low == -7);
}

// The scale of a square metre in a picture of that size is 0.2 m.
TEST(a_line_tells_lengths)
{
    REQUIRE(ready());
    frame none = {.time = 0.5};
    bitmap m = picture(&none, NULL, above);
    REQUIRE(m.rgb != NULL);
    const double scale = m.height - 140 * 0.6;
    const int row = (int)(m.height - 26 * 0.6);
    int run = 0;
    int longest = 0;
    for (int x = 0; x < m.width; x++) {
        run = m.rgb[3 * (row * m.width + x)] < 150 ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    CHECK_MSG(fabs(longest - 0.2 * scale) < 3, "%d pixels at %g a metre", longest, scale);
    free(m.rgb);
}

static double saturation(const uint8_t *pixel)
{
    const int most = pixel[0] > pixel[1] ? pixel[0] : pixel[1];
    return (double)(most - pixel[2]) / most;
}

// A yellow ball: its side away from the light is greyer, and not as yellow as the other.
TEST(shadows_are_neutral)
{
    REQUIRE(ready());
    frame f = one_ball(0.5, 1);
    picture_options o = above;
    o.colour = PICTURE_SPEED;
    o.low = 0;
    o.high = 1.1;
    bitmap m = picture(&f, NULL, o);
    REQUIRE(m.rgb != NULL);
    const uint8_t *light = pixel_at(&m, 0.42, 0.58);
    const uint8_t *dark = pixel_at(&m, 0.6, 0.35);
    CHECK_MSG(dark[0] < light[0] - 40, "%d %d", light[0], dark[0]);
    CHECK_MSG(saturation(dark) < 0.75 * saturation(light), "%g %g", saturation(light),
              saturation(dark));
    free(m.rgb);
    frame_clear(&f);
}

static void is_time(double time, double pace, bool plain, const char *expected)
{
    char text[60];
    picture_time(time, pace, plain, text, sizeof text);
    CHECK_STR(text, expected);
}

TEST(times_are_as_fine_as_the_frames)
{
    is_time(0.0200021, 0.0200021, false, "t = 0.02 s");
    is_time(0.3000001, 0.0200021, false, "t = 0.30 s");
    is_time(0.3000001, 0.0200021, true, "t = 0.3 s");
    is_time(0.0250003, 0.0250001, false, "t = 0.025 s");
    is_time(0.1000003, 0.1000003, false, "t = 0.1 s");
    is_time(0.1333333, 1.0 / 30, false, "t = 0.133 s");
    is_time(120, 10, true, "t = 120 s");
    is_time(0, 0.02, true, "t = 0 s");
    is_time(0.12345678, 0, true, "t = 0.1235 s");
}

TEST_MAIN

// test_picture.c - the picture is decoded by libpng; spheres stand where they should, as large
// as they should, and hide what is behind them.
#include "picture_fixture.h"

#include "draw/canvas.h"
#include "draw/font.h"
#include "draw/picture_solid.h"
#include "draw/png.h"
#include "draw/sheet.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

static frame make_frame(int n)
{
    frame f = {.time = 0.5};
    frame_balls *b = &f.ball;
    b->count = n;
    b->position = calloc((size_t)n + 1, sizeof *b->position);
    b->velocity = calloc((size_t)n + 1, sizeof *b->velocity);
    b->radius = calloc((size_t)n + 1, sizeof *b->radius);
    b->mass = calloc((size_t)n + 1, sizeof *b->mass);
    b->material = calloc((size_t)n + 1, sizeof *b->material);
    b->id = calloc((size_t)n + 1, sizeof *b->id);
    b->body = calloc((size_t)n + 1, sizeof *b->body);
    for (int i = 0; i < n; i++)
        b->id[i] = b->body[i] = i;
    return f;
}

TEST(png_holds_every_pixel)
{
    REQUIRE(ready());
    enum { W = 37, H = 29 };
    uint32_t pixel[W * H];
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < W * H; i++) {
            const uint32_t number = (uint32_t)(kind == 0   ? i * 7919
                                               : kind == 1 ? i % W * 0x30201
                                                           : i / W * 0x10903);
            pixel[i] = number & 0xffffff;
        }
        REQUIRE(png_write(path, W, H, pixel, NULL) == SCREE_OK);
        bitmap m = decode(path);
        REQUIRE(m.rgb && m.width == W && m.height == H);
        int wrong = 0;
        for (int i = 0; i < W * H; i++) {
            const uint8_t *at = m.rgb + 3 * i;
            wrong += ((uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2]) != pixel[i];
        }
        CHECK_MSG(!wrong, "%d of %d pixels", wrong, W * H);
        free(m.rgb);
    }
}

// libpng refuses a line of two million pixels, by a jump: it is told in words, and the file is as it was.
TEST(what_libpng_refuses_is_told)
{
    REQUIRE(ready());
    enum { WIDE = 2000000 };
    uint32_t *pixel = calloc(WIDE, sizeof *pixel);
    scree_error error = {0};
    REQUIRE(pixel && png_write(path, 3, 2, pixel, &error) == SCREE_OK);
    CHECK(png_write(path, WIDE, 1, pixel, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "libpng cannot write it: ");
    CHECK_HAS(error.what, "IHDR");
    bitmap m = decode(path);
    CHECK(m.rgb && m.width == 3 && m.height == 2);
    free(m.rgb);
    free(pixel);
}

TEST(sphere_has_its_place_and_size)
{
    REQUIRE(ready());
    frame none = make_frame(0), f = make_frame(1);
    bitmap empty = picture(&none, NULL, above);
    REQUIRE(empty.rgb && empty.width == 600 && empty.height == 500);
    const double pi = 3.14159265358979323846, radius[3] = {0.05, 0.1, 0.2};
    const v3 place[3] = {{0.5, 0.5, 0.5}, {0.75, 0.5, 0.2}, {0.5, 0.25, 0.8}};
    spot s[3];
    double scale[3];
    for (int i = 0; i < 3; i++) {
        f.ball.position[0] = place[i];
        f.ball.radius[0] = radius[i];
        f.ball.mass[0] = 1;
        bitmap m = picture(&f, NULL, above);
        REQUIRE(m.rgb != NULL);
        s[i] = difference(&empty, &m);
        scale[i] = sqrt(s[i].area / pi) / radius[i];
        free(m.rgb);
    }
    CHECK_REL(scale[0], scale[2], 0.05); // the rim pixels, half covered, count whole
    CHECK_REL(scale[1], scale[2], 0.02);
    CHECK_NEAR(s[1].x - s[0].x, 0.25 * scale[2], 2);
    CHECK_NEAR(s[1].y - s[0].y, 0, 1);
    CHECK_NEAR(s[2].y - s[0].y, 0.25 * scale[2], 2); // downwards
    CHECK_NEAR(s[2].x - s[0].x, 0, 1);
    free(empty.rgb);
    frame_clear(&none);
    frame_clear(&f);
}

TEST(near_sphere_hides_the_far_one)
{
    REQUIRE(ready());
    frame f = make_frame(2), front = make_frame(1);
    front.ball.radius[0] = f.ball.radius[0] = 0.2;
    front.ball.mass[0] = f.ball.mass[0] = f.ball.mass[1] = 1;
    front.ball.position[0] = f.ball.position[0] = v3_make(0.5, 0.5, 0.7);
    f.ball.position[1] = v3_make(0.5, 0.5, 0.25);
    f.ball.radius[1] = 0.1;
    bitmap one = picture(&front, NULL, above), two = picture(&f, NULL, above);
    REQUIRE(one.rgb && two.rgb);
    int differ = 0;
    // Not only hidden but unfelt, as the fog depends on the depths of all grains: colours may change a little, not the
    // shape.
    for (int i = 3 * 600 * 60; i < 3 * 600 * 500; i++)
        differ += abs(one.rgb[i] - two.rgb[i]) > 40;
    CHECK(differ == 0);
    free(two.rgb);
    f.ball.position[1].z = 0.95; // now in front
    two = picture(&f, NULL, above);
    REQUIRE(two.rgb != NULL);
    differ = 0;
    for (int i = 3 * 600 * 60; i < 3 * 600 * 500; i++)
        differ += abs(one.rgb[i] - two.rgb[i]) > 40;
    CHECK(differ > 1000);
    free(one.rgb);
    free(two.rgb);
    frame_clear(&f);
    frame_clear(&front);
}

TEST(walls_are_seen_and_hidden)
{
    REQUIRE(ready());
    frame none = make_frame(0);
    static const v3 points[6] = {{0.2, 0.2, 0}, {0.8, 0.2, 0}, {0.8, 0.8, 0},
                                 {0.2, 0.2, 0}, {0.8, 0.8, 0}, {0.2, 0.8, 0}};
    static const int64_t corners[2][3] = {{0, 1, 2}, {3, 4, 5}};
    static const int32_t wall[2] = {0, 0};
    const wall_surface s = {points, 6, corners, wall, 2, NULL, 0, NULL};
    bitmap empty = picture(&none, NULL, above), glass = picture(&none, &s, above);
    REQUIRE(empty.rgb && glass.rgb);
    spot seen = difference(&empty, &glass);
    frame f = make_frame(1);
    f.ball.position[0] = v3_make(0.5, 0.5, 0.5);
    f.ball.radius[0] = 0.2;
    bitmap ball = picture(&f, NULL, above);
    REQUIRE(ball.rgb != NULL);
    spot disc = difference(&empty, &ball);
    CHECK_REL(seen.area / disc.area, 0.36 / (3.14159265358979 * 0.04), 0.02);
    CHECK_NEAR(seen.x, disc.x, 1);
    CHECK_NEAR(seen.y, disc.y, 1);
    // The two triangles meet in a diagonal that is no edge, though their corners are not shared: all inside has one
    // colour.
    const int x = (int)disc.x, y = (int)disc.y;
    const uint8_t *p = glass.rgb + 3 * (y * 600 + x), *q = glass.rgb + 3 * (y * 600 + x + 40);
    CHECK(abs(p[0] - q[0]) <= 1 && abs(p[1] - q[1]) <= 1 && abs(p[2] - q[2]) <= 1);
    bitmap both = picture(&f, &s, above);
    REQUIRE(both.rgb != NULL);
    p = both.rgb + 3 * (y * 600 + x);
    q = ball.rgb + 3 * (y * 600 + x);
    CHECK(!memcmp(p, q, 3)); // the wall is behind the ball
    free(empty.rgb);
    free(glass.rgb);
    free(ball.rgb);
    free(both.rgb);
    frame_clear(&none);
    frame_clear(&f);
}

// What is outlined stands in its place, with an arrow along what is given; a picture without grains has no scale.
TEST(outlines_have_their_place)
{
    REQUIRE(ready());
    frame none = make_frame(0);
    const picture_frame still = {{0.2, 0.2, 0}, {0.8, 0.8, 0}, {0, 0, 0}};
    const picture_frame moving = {{0.2, 0.2, 0}, {0.8, 0.8, 0}, {0.4, 0, 0}};
    picture_options options = above;
    options.box = false;
    options.fit = true;
    options.high = options.low;
    bitmap empty = picture(&none, NULL, options);
    options.outlines = 1;
    options.outline = &still;
    bitmap square = picture(&none, NULL, options);
    options.outline = &moving;
    bitmap arrow = picture(&none, NULL, options);
    REQUIRE(empty.rgb && square.rgb && arrow.rgb);
    const spot edges = difference(&empty, &square);
    const spot more = difference(&square, &arrow);
    CHECK(edges.area > 500 && more.area > 100);
    // an edge may fall on two rows of pixels or on three, which moves the middle of all edges
    CHECK_MSG(more.x > edges.x + 20 && fabs(more.y - edges.y) < 15, "%g %g, %g %g", more.x, more.y,
              edges.x, edges.y);
    int red = 0;
    for (int i = 0; i < square.width * square.height; i++) {
        const uint8_t *colour = square.rgb + 3 * i;
        red += colour[0] > colour[2] + 60;
    }
    CHECK_MSG(red > 300, "%d", red);
    for (int y = 100; y < 400; y++) {
        const uint8_t *row = empty.rgb + 3 * (y * 600);
        CHECK_MSG(!memcmp(row + 3 * 10, row + 3 * 560, 3), "something stands in row %d", y);
    }
    free(empty.rgb);
    free(square.rgb);
    free(arrow.rgb);
    frame_clear(&none);
}

// Grains at rest move by rounding only: that is no rainbow. Heights of a flat layer and radii that are alike neither.
TEST(noise_is_no_rainbow)
{
    enum { GRAINS = 50 };
    frame f = {0};
    REQUIRE(frame_balls_reserve(&f.ball, GRAINS, false));
    f.ball.count = GRAINS;
    for (int i = 0; i < GRAINS; i++) {
        f.ball.position[i] = v3_make(2e-3 * i, 0, 1e-3 + 1e-17 * i);
        f.ball.velocity[i] = v3_make(0, 0, 8e-15 * i / GRAINS);
        f.ball.radius[i] = 1e-3 * (1 + 1e-12 * i);
    }
    double low, high;
    picture_options o = {.gravity = v3_make(0, 0, -9.81)};
    picture_range(&f, &o, &low, &high);
    CHECK(low == 0);
    CHECK_REL(high, 1e-3 * sqrt(9.81 * 2e-3), 1e-9);
    o.gravity = v3_make(0, 0, 0);
    picture_range(&f, &o, &low, &high);
    CHECK_REL(high, 1e-3 * 2e-3, 1e-9);
    o.colour = PICTURE_HEIGHT;
    picture_range(&f, &o, &low, &high);
    CHECK_REL(high - low, 1e-3, 1e-9);
    o.colour = PICTURE_RADIUS;
    picture_range(&f, &o, &low, &high);
    CHECK_REL(high - low, 1e-6, 1e-3);
    double force[GRAINS]; // of rounding, where contacts carry 0.2 N
    for (int i = 0; i < GRAINS; i++)
        force[i] = 1e-15 * (1 + i);
    o.colour = PICTURE_COLUMN;
    o.column = (picture_column){.name = "force", .unit = "N", .value = force, .scale = 0.2};
    picture_range(&f, &o, &low, &high);
    CHECK_REL(high - low, 2e-4, 1e-9);
    // What moves is shown as it was, and what was asked for as well.
    o.colour = PICTURE_SPEED;
    for (int i = 0; i < GRAINS; i++)
        f.ball.velocity[i] = v3_make(0.01 * i, 0, 0);
    picture_range(&f, &o, &low, &high);
    CHECK(low == 0 && high > 0.4 && high <= 0.49);
    o.low = 1e-15;
    o.high = 2e-15;
    picture_range(&f, &o, &low, &high);
    CHECK(low == 1e-15 && high == 2e-15);
    frame_clear(&f);
}

// A pile at rest looks as one whose speeds are zero: one colour, and no colour bar, which would begin below the upper
// end of the square of that colour. Half of the grains at a speed that can be seen bring the bar back.
TEST(rounding_is_drawn_as_zero)
{
    REQUIRE(ready());
    bitmap seen[3];
    const double speed[3] = {0, 8e-15, 1e-3};
    for (int k = 0; k < 3; k++) {
        frame f = make_frame(20);
        for (int i = 0; i < 20; i++) {
            f.ball.position[i] = v3_make(i % 5, i / 5, 0);
            f.ball.velocity[i] = v3_make(0, 0, i % 2 ? speed[k] : 0);
            f.ball.radius[i] = 0.5;
            f.ball.mass[i] = 1;
        }
        const picture_options o = {.width = 400, .height = 300, .gravity = v3_make(0, 0, -9.81)};
        seen[k] = picture(&f, NULL, o);
        REQUIRE(seen[k].rgb != NULL);
        frame_clear(&f);
    }
    CHECK(!memcmp(seen[0].rgb, seen[1].rgb, 3 * 400 * 300));
    const size_t bar = 3 * (150 * 400 + 400 - 70),
                 beside = 3 * (150 * 400 + 2); // half way up the picture
    CHECK(!memcmp(seen[1].rgb + bar, seen[1].rgb + beside, 3));
    CHECK(abs(seen[2].rgb[bar] - seen[2].rgb[beside]) > 60);
    for (int k = 0; k < 3; k++)
        free(seen[k].rgb);
}

// The numbers of a colour bar have room between them and to the border, whatever they are and however large the
// picture.
TEST(numbers_do_not_overlap)
{
    REQUIRE(ready());
    const double low[] = {0, 0, 1000, -0.03, 2e-9, 1e9, -7},
                 high[] = {1.9, 0.0134, 1000.02, 0.04, 7e-9, 1e9 + 3, 1e12};
    const int size[] = {150, 300, 900};
    for (size_t k = 0; k < sizeof low / sizeof *low; k++)
        for (size_t of = 0; of < sizeof size / sizeof *size; of++) {
            const int height = size[of], width = height * 4 / 3;
            frame none = make_frame(0);
            const picture_options o = {.width = width,
                                       .height = height,
                                       .colour = PICTURE_HEIGHT,
                                       .low = low[k],
                                       .high = high[k]};
            bitmap m = picture(&none, NULL, o);
            REQUIRE(m.rgb != NULL);
            const float unit = fmaxf((float)height / 900, 0.6f);
            const int left = width - (int)(96 * unit), right = width - 2,
                      top = (int)(0.19f * (float)height);
            int numbers = 0, ink_at_border = 0;
            bool inked = false;
            for (int y = top; y < height * 0.82; y++) {
                bool ink = false;
                for (int x = left; x < width; x++) {
                    const bool dark = m.rgb[3 * ((size_t)y * (size_t)width + (size_t)x)] < 140;
                    ink = ink || dark;
                    ink_at_border += dark && x >= right;
                }
                numbers += ink && !inked;
                inked = ink;
            }
            CHECK_MSG(numbers >= 2 && numbers <= 11 && !ink_at_border,
                      "%g to %g, %d high: %d numbers, %d pixels at the border", low[k], high[k],
                      height, numbers, ink_at_border);
            free(m.rgb);
            frame_clear(&none);
        }
}

// The view can be fitted to a box that is not drawn: the grain is as large as its share of it.
TEST(views_are_fitted_to_a_box)
{
    int wide[2];
    for (int k = 0; k < 2; k++) {
        frame f = {0};
        REQUIRE(frame_balls_reserve(&f.ball, 1, false));
        f.ball.count = 1;
        f.ball.position[0] = v3_make(0, 0, 0);
        f.ball.velocity[0] = v3_make(1, 0, 0);
        f.ball.radius[0] = f.ball.mass[0] = 1;
        f.ball.material[0] = 0;
        const picture_options o = {.width = 400,
                                   .height = 400,
                                   .view = {0, 0, -1},
                                   .up = {0, 1, 0},
                                   .fit = k,
                                   .box_low = {-5, -5, -5},
                                   .box_high = {5, 5, 5}};
        REQUIRE(!picture_write_png("fit.png", &f, NULL, &o, NULL));
        bitmap m = decode("fit.png");
        REQUIRE(m.rgb != NULL);
        wide[k] = 0;
        for (int x = 20; x < 300; x++) {
            const uint8_t *c = m.rgb + 3 * ((size_t)215 * 400 + (size_t)x);
            wide[k] += c[2] + 40 < c[0];
        }
        free(m.rgb);
        frame_clear(&f);
    }
    CHECK_MSG(wide[1] > 0 && wide[0] > 3 * wide[1], "%d pixels alone, %d in the box", wide[0],
              wide[1]);
}

// The red of white words on black.
static uint8_t red_at(const sheet *s, int x, int y)
{
    const unsigned char *bytes = cairo_image_surface_get_data(s->surface);
    return bytes[(size_t)y * (size_t)cairo_image_surface_get_stride(s->surface) + 4 * (size_t)x +
                 1];
}

TEST(letters_differ)
{
    static const char *const sign[] = {"0",        "1",        "2",        "3",
                                       "4",        "5",        "6",        "7",
                                       "8",        "9",        "A",        "B",
                                       "C",        "D",        "E",        "F",
                                       "G",        "H",        "J",        "K",
                                       "L",        "M",        "N",        "O",
                                       "P",        "Q",        "R",        "S",
                                       "T",        "U",        "V",        "W",
                                       "X",        "Y",        "Z",        "a",
                                       "b",        "c",        "d",        "e",
                                       "f",        "g",        "h",        "i",
                                       "j",        "k",        "m",        "n",
                                       "o",        "p",        "q",        "r",
                                       "s",        "t",        "u",        "v",
                                       "w",        "x",        "y",        "z",
                                       ".",        ",",        ":",        "-",
                                       "+",        "=",        "/",        "(",
                                       ")",        "[",        "]",        "%",
                                       "\xc2\xb5", "\xc2\xb3", "\xc3\xa9", "\xe2\x80\xa6",
                                       "\x01"};
    enum { SIZE = 40, COUNT = sizeof sign / sizeof *sign };
    static float ink[COUNT][SIZE * SIZE];
    canvas c;
    REQUIRE(canvas_make(&c, SIZE, SIZE));
    for (int k = 0; k < COUNT; k++) {
        sheet s;
        sheet_make(&s, &c);
        sheet_text(&s, 5, 30, (sheet_words){.size = 20, .colour = {1, 1, 1}}, sign[k]);
        const float width = sheet_text_width(&s, 20, sign[k]);
        CHECK_MSG(width > 0 && width < SIZE, "%s is %g wide", sign[k], (double)width);
        cairo_surface_flush(s.surface);
        for (int i = 0; i < SIZE * SIZE; i++)
            ink[k][i] = red_at(&s, i % SIZE, i / SIZE);
        CHECK(cairo_status(s.cairo) == CAIRO_STATUS_SUCCESS);
        sheet_clear(&s);
    }
    canvas_clear(&c);
    for (int k = 0; k < COUNT; k++)
        for (int j = 0; j < k; j++) {
            double off = 0;
            for (int i = 0; i < SIZE * SIZE; i++)
                off += fabs((double)ink[k][i] - (double)ink[j][i]) / 255;
            CHECK_MSG(off > 4, "%s %s %g", sign[k], sign[j], off);
        }
}

// Words that are too long end in an ellipsis within their room; whatever their bytes are, they are drawn.
TEST(words_stay_in_their_room)
{
    enum { WIDTH = 300, HEIGHT = 40 };
    char endless[4000];
    memset(endless, 'w', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    const char *const text[] = {
        "Grains flow down a chute between two side walls, and more of that",
        "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f and \xe7\xb2\x92 and \xf0\x9f\x8f\x94, all of them real "
        "signs",
        "\xff\xc3(\xe2\x82\xed\xa0\x80\xc0\xaf\xf5\x80 no sign of any kind at all, this", endless};
    canvas c;
    REQUIRE(canvas_make(&c, WIDTH, HEIGHT));
    for (int k = 0; k < 4; k++) {
        sheet s;
        sheet_make(&s, &c);
        sheet_text(&s, 10, 30, (sheet_words){.size = 12, .colour = {1, 1, 1}, .room = 200},
                   text[k]);
        cairo_surface_flush(s.surface);
        int last = 0;
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            if (red_at(&s, i % WIDTH, i / WIDTH) > 40 && i % WIDTH > last)
                last = i % WIDTH;
        CHECK_MSG(last > 180 && last <= 210, "words %d end at %d", k, last);
        CHECK(cairo_status(s.cairo) == CAIRO_STATUS_SUCCESS);
        sheet_clear(&s);
    }
    canvas_clear(&c);
}

TEST(what_is_no_font_is_not_taken)
{
    CHECK(!font_open("/no/such/font.ttf"));
    CHECK(!font_open(SCREE_SOURCE_DIR "/README.md"));
    cairo_font_face_t *letters = font_take();
    CHECK(cairo_font_face_status(letters) == CAIRO_STATUS_SUCCESS);
    CHECK_MSG(!font_missing(), "%s is missing: install fonts-dejavu-core", font_missing());
    cairo_font_face_destroy(letters);
}

TEST(awkward_frames_are_drawn)
{
    REQUIRE(ready());
    frame f = make_frame(6);
    f.ball.position[0] = v3_make(NAN, 0, 0);
    f.ball.position[1] = v3_make(INFINITY, 0, 0);
    f.ball.position[2] = v3_make(1e200, -1e200, 0);
    f.ball.radius[3] = NAN;
    f.ball.velocity[4] = v3_make(NAN, INFINITY, 0);
    f.ball.radius[4] = f.ball.radius[5] = 1e-9;
    f.ball.mass[5] = INFINITY;
    f.ball.orientation = calloc(6, sizeof(q4)); // zero: no rotation at all
    if (!f.ball.shape)
        f.ball.shape = calloc(6, sizeof *f.ball.shape);
    if (!f.ball.set)
        f.ball.set = calloc(6, sizeof *f.ball.set);
    for (int colour = PICTURE_SPEED; colour <= PICTURE_SET; colour++) {
        const double column[6] = {0, 1, NAN, INFINITY, -1e300, 5};
        picture_options o = {.width = 64,
                             .height = 64,
                             .colour = (picture_colour)colour,
                             .title = "\xc3\xa9\x01 long long long",
                             .dark = true,
                             .column = {.name = "something", .unit = "kg m", .value = column},
                             .view = {0, 0, 1}};
        bitmap m = picture(&f, NULL, o);
        CHECK(m.rgb != NULL);
        free(m.rgb);
    }
    frame_clear(&f);
}

TEST(faults_are_told)
{
    REQUIRE(ready());
    frame f = make_frame(1);
    scree_error error = {0};
    picture_options o = {.width = 20, .height = 900};
    CHECK(picture_write_png(path, &f, NULL, &o, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "20 x 900");
    CHECK_HAS(error.hint, "64 to 8192");
    CHECK(picture_write_png("/no/such/folder/a.png", &f, NULL, NULL, &error) == SCREE_IO);
    static const v3 points[1] = {{0, 0, 0}};
    static const int64_t corners[1][3] = {{0, 0, 1}};
    static const int32_t wall[1] = {0};
    const wall_surface bad = {points, 1, corners, wall, 1, NULL, 0, NULL};
    CHECK(picture_write_png(path, &f, &bad, NULL, &error) == SCREE_BAD_INPUT);
    struct rlimit limit, old;
    REQUIRE(picture_write_png(path, &f, NULL, NULL, &error) == SCREE_OK);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &limit);
    scree_status status = picture_write_png(path, &f, NULL, NULL, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    CHECK(status == SCREE_IO);
    bitmap m = decode(path); // the old one
    CHECK(m.rgb && m.width == 1200);
    free(m.rgb);
    frame_clear(&f);
}

TEST(same_frame_gives_the_same_picture)
{
    REQUIRE(ready());
    frame f = make_frame(3000);
    for (int i = 0; i < 3000; i++) {
        f.ball.position[i] = v3_make(i % 15, i / 15 % 15, i / 225.0);
        f.ball.velocity[i] = v3_make(i % 7, 0, 0);
        f.ball.radius[i] = 0.5;
    }
    picture_options o = {.width = 400, .height = 300};
    bitmap a = picture(&f, NULL, o), b = picture(&f, NULL, o);
    CHECK(a.rgb && b.rgb && !memcmp(a.rgb, b.rgb, 3 * 400 * 300));
    free(a.rgb);
    free(b.rgb);
    frame_clear(&f);
    unlink(path);
}

// The words below the title count grains, not balls: those of a picture that is given them.
TEST(a_clump_is_one_grain)
{
    REQUIRE(ready());
    static const struct {
        int64_t second; // the body of the second of three balls
        const char *words;
    } is[] = {{1, "t = 0.5 s    3 grains"}, {0, "t = 0.5 s    2 grains"}};
    for (int k = 0; k < 2; k++) {
        frame f = make_frame(3);
        for (int i = 0; i < 3; i++) {
            f.ball.position[i] = v3_make(i, 0, 0);
            f.ball.radius[i] = 0.6;
        }
        f.ball.body[1] = is[k].second;
        picture_options o = {.width = 400, .height = 300, .title = "three balls"}, told = o,
                        other = o;
        told.words = is[k].words;
        other.words = is[!k].words;
        bitmap a = picture(&f, NULL, o), b = picture(&f, NULL, told), c = picture(&f, NULL, other);
        CHECK(a.rgb && b.rgb && !memcmp(a.rgb, b.rgb, 3 * 400 * 300));
        CHECK(a.rgb && c.rgb && memcmp(a.rgb, c.rgb, 3 * 400 * 300));
        free(a.rgb);
        free(b.rgb);
        free(c.rgb);
        frame_clear(&f);
    }
    unlink(path);
}

// Two triangles a metre wide before each other, seen from the front: which is in front, which side is seen, what is
// marked.
TEST(a_solid_shows_its_sides_and_its_marks)
{
    REQUIRE(ready());
    const v3 corner[2][6] = {{{0, 0, 0}, {2, 0, 0}, {1, 0, 2}, {0, 1, 0}, {1, 1, 2}, {2, 1, 0}},
                             {{0, 1, 0}, {2, 1, 0}, {1, 1, 2}, {0, 0, 0}, {1, 0, 2}, {2, 0, 0}}};
    const picture_line mark = {{1, 1, 1.5}, {1, 1, 1.5}}, edge = {{0.5, 2, 0.2}, {1.5, 2, 0.2}};
    for (int k = 0; k < 2; k++) {
        scree_error error = {0};
        picture_solid p = {
            .corner = corner[k], .triangles = 2, .width = 400, .height = 400, .view = {0, 1, 0}};
        REQUIRE(!picture_solid_png(path, &p, &error));
        bitmap plain = decode(path);
        p.mark = &mark;
        p.edge = &edge;
        p.marks = p.edges = 1;
        REQUIRE(!picture_solid_png(path, &p, &error));
        bitmap marked = decode(path);
        REQUIRE(plain.rgb && marked.rgb && plain.width == 400 && plain.height == 400);
        const uint8_t *middle = plain.rgb + 3 * (400 * 230 + 200);
        CHECK(k ? middle[0] > middle[2] + 30
                : middle[2] > middle[0] + 10); // orange inside, blue outside
        const uint8_t *corner_of = plain.rgb + 3 * (400 * 80 + 5);
        CHECK(corner_of[0] > 220 && corner_of[1] > 220);
        // The edge lies behind the triangles and is not seen; the mark lies behind them too and is.
        double area = 0, x = 0, red = 0;
        for (int i = 0; i < 400 * 400; i++) {
            if (!memcmp(plain.rgb + 3 * i, marked.rgb + 3 * i, 3))
                continue;
            area++;
            x += i % 400 + 0.5;
            red += marked.rgb[3 * i] > 2 * marked.rgb[3 * i + 1];
        }
        CHECK(area > 20 && area < 200 && red > 0.5 * area);
        CHECK_NEAR(x / area, 200, 1.5);
        free(plain.rgb);
        free(marked.rgb);
    }
    scree_error error;
    const picture_solid none = {.width = 400, .height = 400},
                        wide = {.triangles = 1, .width = 9000, .height = 10};
    CHECK(picture_solid_png(path, &none, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "nothing to draw");
    CHECK(picture_solid_png(path, &wide, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "9000 x 10 pixels");
    unlink(path);
}
TEST_MAIN

// test_picture_shapes.c - grains with corners in pictures: their outlines against the distance from the core, areas
// seen against closed forms, what hides what, which faces are bright.
#include "core_fixture.h"
#include "picture_fixture.h"

static const double pi = 3.14159265358979323846;

// Where a picture shows the metre: pixels per metre and the pixel of (0.5, 0.5), from a ball of radius 0.3 there.
typedef struct measure {
    bitmap empty;
    double scale, x, y;
} measure;

static measure measure_of(picture_options o)
{
    static const model none = {0};
    frame f = shaped_frame(&none, 1);
    f.model = NULL;
    f.ball.position[0] = v3_make(0.5, 0.5, 0.5);
    f.ball.radius[0] = 0.3;
    bitmap ball = picture(&f, NULL, o);
    f.ball.count = 0;
    measure m = {.empty = picture(&f, NULL, o)};
    if (ball.rgb && m.empty.rgb) {
        const spot s = difference(&m.empty, &ball);
        m.scale = (sqrt(s.area / pi) - 0.4) / 0.3; // pixels of the rim count whole
        m.x = s.x;
        m.y = s.y;
    }
    free(ball.rgb);
    frame_clear(&f);
    return m;
}

// The point of the core's outline nearest to p, or zero where p lies inside the polygon.
static double distance(const model_core *core, v3 p)
{
    double least = INFINITY;
    bool inside = false;
    for (int k = 0; k < core->edges; k++) {
        const v3 a = core->vertex[core->edge[k][0]], b = core->vertex[core->edge[k][1]],
                 u = v3_sub(b, a);
        const double t = fmax(0, fmin(1, v3_dot(v3_sub(p, a), u) / v3_dot(u, u)));
        least = fmin(least, v3_norm(v3_sub(p, v3_fma(a, t, u))));
        if ((a.y <= p.y) != (b.y <= p.y) && a.x + (p.y - a.y) / u.y * u.x > p.x)
            inside = !inside;
    }
    return inside && core->edges == core->vertices ? 0 : least;
}

typedef struct match {
    double drawn, wanted, both;
} match;

// Pixels that the picture shows, against those whose middle lies within the radius of the core.
static match compare(const measure *m, const bitmap *seen, const model_core *core, q4 turn)
{
    match a = {0, 0, 0};
    for (int y = 60; y < seen->height; y++)
        for (int x = 0; x < seen->width - 90; x++) {
            const size_t at = 3 * ((size_t)y * (size_t)seen->width + (size_t)x);
            const v3 p = v3_make((x + 0.5 - m->x) / m->scale, (m->y - y - 0.5) / m->scale, 0);
            const bool drawn = memcmp(seen->rgb + at, m->empty.rgb + at, 3) != 0;
            const bool wanted =
                distance(core, q4_rotate(q4_conjugate(turn), p)) <= core->radius + 0.35 / m->scale;
            a.drawn += drawn;
            a.wanted += wanted;
            a.both += drawn && wanted;
        }
    return a;
}

TEST(plates_have_their_outlines)
{
    REQUIRE(ready());
    const measure m = measure_of(above);
    REQUIRE(m.empty.rgb != NULL);
    const double angle = 0.6;
    const q4 turn = {cos(angle / 2), 0, 0, sin(angle / 2)};
    const model_core cores[] = {
        arrow_core(0), arrow_core(0.05), line_core(zigzag_corner, 4, false, 0.04),
        line_core(zigzag_corner, 2, false, 0.08), line_core(zigzag_corner, 1, false, 0.2)};
    for (int k = 0; k < 5; k++) {
        model_shape shape = {.core = cores[k]};
        const model plane = {.dimensions = 2, .shape = &shape, .shapes = 1};
        frame f = shaped_frame(&plane, 1);
        f.ball.position[0] = v3_make(0.5, 0.5, 0);
        f.ball.radius[0] = 0.3;
        f.ball.orientation[0] = turn;
        bitmap seen = picture(&f, NULL, above);
        REQUIRE(seen.rgb != NULL);
        if (k == 4)
            shape.core.edges = 1, shape.core.edge = (int32_t(*)[2])(int32_t[2]){0, 0};
        match a = {0, 0, 0};
        if (k < 4)
            a = compare(&m, &seen, &cores[k], turn);
        else // a point alone: a disc about its place, which is not that of the grain
        {
            a.drawn = a.both = difference(&m.empty, &seen).area;
            a.wanted = pi * pow(0.2 * m.scale + 0.4, 2);
        }
        CHECK_MSG(fabs(a.drawn - a.wanted) < 0.02 * a.wanted, "core %d: %g, wanted %g", k, a.drawn,
                  a.wanted);
        CHECK_MSG(a.both > 0.975 * a.wanted, "core %d: %g of %g in place", k, a.both, a.wanted);
        free(seen.rgb);
        frame_clear(&f);
    }
    free(m.empty.rgb);
}

// A cube of edge 0.3 shows 0.09 (|d.x| + |d.y| + |d.z|) along the direction d in its own axes; rounded, the outline of
// its core grows by perimeter times r + pi r^2.
TEST(cubes_show_the_area_they_should)
{
    REQUIRE(ready());
    const measure m = measure_of(above);
    REQUIRE(m.empty.rgb != NULL);
    v3 corner[CUBE_CORNERS];
    for (int k = 0; k < CUBE_CORNERS; k++)
        corner[k] = v3_scale(0.15, cube_corner[k]);
    const double tilt = acos(1 / sqrt(3));
    const q4 upright = {cos(0.2), 0, 0, sin(0.2)}, on_edge = {cos(pi / 8), sin(pi / 8), 0, 0};
    const v3 axis = v3_unit(v3_make(1, -1, 0));
    const q4 on_corner = {cos(tilt / 2), sin(tilt / 2) * axis.x, sin(tilt / 2) * axis.y, 0};
    const struct {
        q4 turn;
        double radius, area;
    } cases[] = {{upright, 0, 0.09},
                 {on_edge, 0, 0.09 * sqrt(2)},
                 {on_corner, 0, 0.09 * sqrt(3)},
                 {upright, 0.05, 0.09 + 1.2 * 0.05 + pi * 0.0025},
                 {on_corner, 0.05, 0.09 * sqrt(3) + 6 * 0.3 * sqrt(2.0 / 3) * 0.05 + pi * 0.0025}};
    for (int k = 0; k < 5; k++) {
        model_shape shape = {.core = cube_core(cases[k].radius)};
        const model space = {.dimensions = 3, .shape = &shape, .shapes = 1};
        shape.core.vertex = corner;
        frame f = shaped_frame(&space, 1);
        f.ball.position[0] = v3_make(0.5, 0.5, 0.5);
        f.ball.radius[0] = 0.3;
        f.ball.orientation[0] = cases[k].turn;
        bitmap seen = picture(&f, NULL, above);
        REQUIRE(seen.rgb != NULL);
        const spot s = difference(&m.empty, &seen);
        CHECK_MSG(fabs(s.area / (m.scale * m.scale) / cases[k].area - 1) < 0.025,
                  "%d: %g, wanted %g", k, s.area / (m.scale * m.scale), cases[k].area);
        CHECK_NEAR(s.x, m.x, 1);
        CHECK_NEAR(s.y, m.y, 1);
        free(seen.rgb);
        frame_clear(&f);
    }
    free(m.empty.rgb);
}

static const uint8_t *pixel_at(const bitmap *b, double x, double y)
{
    return b->rgb + 3 * ((size_t)y * (size_t)b->width + (size_t)x);
}

// A ball and a cube, one over the other: the nearer is seen in the middle; a sheet of glass before the cube tints it,
// one behind does not.
TEST(what_is_nearer_is_seen)
{
    REQUIRE(ready());
    const measure m = measure_of(above);
    REQUIRE(m.empty.rgb != NULL);
    v3 corner[CUBE_CORNERS];
    for (int k = 0; k < CUBE_CORNERS; k++)
        corner[k] = v3_scale(0.15, cube_corner[k]);
    model_shape shape[2] = {{.core = cube_core(0)}, {.core = {.vertices = 0}}};
    const model space = {.dimensions = 3, .shape = shape, .shapes = 2};
    shape[0].core.vertex = corner;
    frame f = shaped_frame(&space, 2);
    picture_options o = above;
    o.colour = PICTURE_MATERIAL;
    f.ball.shape[1] = 1;
    f.ball.material[1] = 1; // the cube is blue, the ball orange
    f.ball.radius[0] = 0.26;
    f.ball.radius[1] = 0.1;
    f.ball.position[0] = v3_make(0.5, 0.5, 0.5);
    for (int above_it = 0; above_it < 2; above_it++) {
        f.ball.position[1] = v3_make(0.5, 0.5, above_it ? 0.8 : 0.2);
        bitmap seen = picture(&f, NULL, o);
        REQUIRE(seen.rgb != NULL);
        const uint8_t *middle = pixel_at(&seen, m.x, m.y),
                      *side = pixel_at(&seen, m.x + 0.12 * m.scale, m.y);
        CHECK((middle[0] > middle[2]) == above_it);
        CHECK(side[2] > side[0]);
        free(seen.rgb);
    }
    f.ball.count = 1;
    bitmap bare = picture(&f, NULL, o);
    static const int64_t triangle[1][3] = {{0, 1, 2}};
    static const int32_t wall[1] = {0};
    for (int before = 0; before < 2; before++) {
        const double z = before ? 0.7 : 0.3;
        const v3 point[3] = {{0, 0, z}, {1, 0, z}, {0.5, 1, z}};
        const wall_surface glass = {point, 3, triangle, wall, 1, NULL, 0, NULL};
        bitmap seen = picture(&f, &glass, o);
        REQUIRE(bare.rgb && seen.rgb);
        CHECK((memcmp(pixel_at(&seen, m.x, m.y), pixel_at(&bare, m.x, m.y), 3) != 0) == before);
        free(seen.rgb);
    }
    free(bare.rgb);
    free(m.empty.rgb);
    frame_clear(&f);
}

static double brightness(const bitmap *b, double x, double y)
{
    const uint8_t *p = pixel_at(b, x, y);
    return p[0] + p[1] + p[2];
}

// On a corner, three faces are seen from above, each of one brightness, the one towards the light (left, above) the
// brightest. A rounded cube has no step of brightness at its upper edges: the face passes into the round edge.
TEST(faces_are_flat_and_edges_round)
{
    REQUIRE(ready());
    const measure m = measure_of(above);
    REQUIRE(m.empty.rgb != NULL);
    v3 corner[CUBE_CORNERS];
    for (int k = 0; k < CUBE_CORNERS; k++)
        corner[k] = v3_scale(0.2, cube_corner[k]);
    model_shape shape = {.core = cube_core(0)};
    const model space = {.dimensions = 3, .shape = &shape, .shapes = 1};
    shape.core.vertex = corner;
    frame f = shaped_frame(&space, 1);
    const double tilt = acos(1 / sqrt(3));
    const v3 axis = v3_unit(v3_make(1, -1, 0));
    f.ball.position[0] = v3_make(0.5, 0.5, 0.5);
    f.ball.radius[0] = 0.35;
    f.ball.orientation[0] = (q4){cos(tilt / 2), sin(tilt / 2) * axis.x, sin(tilt / 2) * axis.y, 0};
    bitmap seen = picture(&f, NULL, above);
    REQUIRE(seen.rgb != NULL);
    double bright[3];
    for (int k = 0; k < 3; k++) { // the middles of the faces lie around the middle of the picture
        const v3 face = v3_make(k == 0, k == 1, k == 2),
                 up = q4_rotate(f.ball.orientation[0], v3_scale(0.2, face));
        const double x = m.x + up.x * m.scale, y = m.y - up.y * m.scale;
        CHECK(up.z > 0);
        bright[k] = brightness(&seen, x, y);
        CHECK_NEAR(brightness(&seen, x + 8, y), bright[k], 6);
        CHECK_NEAR(brightness(&seen, x, y + 8), bright[k], 6);
    }
    CHECK(fabs(bright[0] - bright[1]) > 12 && fabs(bright[1] - bright[2]) > 12 &&
          fabs(bright[2] - bright[0]) > 12);
    free(seen.rgb);
    shape.core.radius = 0.06;
    f.ball.orientation[0] = q4_identity();
    seen = picture(&f, NULL, above);
    REQUIRE(seen.rgb != NULL);
    double step = 0, fall = brightness(&seen, m.x, m.y) -
                            brightness(&seen, m.x + 0.25 * m.scale, m.y + 0.1 * m.scale);
    for (double x = 0; x < 0.245 * m.scale; x++)
        step =
            fmax(step, fabs(brightness(&seen, m.x + x, m.y) - brightness(&seen, m.x + x + 1, m.y)));
    CHECK_MSG(step < 25 && fall > 60, "step %g, fall %g", step, fall);
    free(seen.rgb);
    free(m.empty.rgb);
    frame_clear(&f);
}

// What hardly covers a pixel is drawn as a ball of its volume, and what is nowhere is left out.
TEST(small_and_lost_grains_do_no_harm)
{
    REQUIRE(ready());
    model_shape shape = {.core = cube_core(0.2), .clump = {.balls = 1, .volume = 8}};
    const model space = {.dimensions = 3, .shape = &shape, .shapes = 1};
    frame f = shaped_frame(&space, 4);
    f.ball.position[1] = v3_make(NAN, 0, 0);
    f.ball.position[2] = v3_make(1e200, 0, 0);
    f.ball.position[3] = v3_make(3000, 4000, 0);
    f.ball.orientation[3] = (q4){NAN, 0, 0, 0};
    bitmap m = picture(&f, NULL, (picture_options){.width = 64, .height = 64});
    CHECK(m.rgb != NULL);
    free(m.rgb);
    for (int i = 0; i < 4; i++) {
        f.ball.position[i] = f.ball.position[3];
        f.ball.radius[i] = 2;
    }
    m = picture(&f, NULL,
                (picture_options){.width = 400, .height = 300}); // large, one without a turn
    CHECK(m.rgb != NULL);
    free(m.rgb);
    frame_clear(&f);
    unlink(path);
}

TEST_MAIN

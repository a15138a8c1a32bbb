// test_ball_wall.c - a ball against every analytic primitive: random balls against a search over the sampled surface,
// continuity, sides, features, curvature, fitting, bounds and drawing. label: sanitize
#include "harness.h"
#include "mesh_shapes.h"
#include "wall_choice.h"

#include "collide/ball_wall.h"

// ---- the oracle: a surface as pieces, each a function of two parameters in [0, 1]

typedef enum subject {
    PLANE,
    BOX_OUT,
    BOX_IN,
    PIPE,
    ROD,
    DRUM,
    FUNNEL,
    CONE_SOLID,
    CONE_CLOSED,
    DISK,
    SUBJECTS
} subject;

static const char *const subject_name[SUBJECTS] = {
    "plane",       "solid box", "hollow box", "open pipe",   "rod",
    "closed drum", "funnel",    "solid cone", "closed cone", "disk"};

static const v3 box_low = {-0.7, -0.2, 0.1}, box_high = {0.5, 0.6, 1.4};
static const v3 axis_from = {0.1, -0.3, 0.2}, axis_to = {0.7, 0.5, 1.1};
static const double wide = 0.8, narrow = 0.3;

static void add_axis(choice *c, const char *side, bool ends)
{
    set_vector(c, "from", axis_from.x, axis_from.y, axis_from.z);
    set_vector(c, "to", axis_to.x, axis_to.y, axis_to.z);
    set_text(c, "side", side);
    set_real(c, "ends", ends);
}

static primitive *make_subject(subject s)
{
    static const char *const kind[SUBJECTS] = {"plane",    "box",  "box",  "cylinder", "cylinder",
                                               "cylinder", "cone", "cone", "cone",     "disk"};
    choice c = choose(kind[s]);
    bool inside = s == BOX_IN || s == PIPE || s == DRUM || s == FUNNEL || s == CONE_CLOSED;
    if (s == PLANE) {
        set_vector(&c, "point", 0.3, 0.2, -0.1);
        set_vector(&c, "normal", 1, -2, 2);
    } else if (s == BOX_OUT || s == BOX_IN) {
        set_vector(&c, "low", box_low.x, box_low.y, box_low.z);
        set_vector(&c, "high", box_high.x, box_high.y, box_high.z);
        set_text(&c, "side", inside ? "inside" : "outside");
    } else if (s == DISK) {
        set_vector(&c, "centre", axis_from.x, axis_from.y, axis_from.z);
        set_vector(&c, "normal", 0.6, 0.8, 0.9);
        set_real(&c, "radius", wide);
    } else {
        add_axis(&c, inside ? "inside" : "outside", s != PIPE && s != FUNNEL);
        if (s >= FUNNEL) {
            set_real(&c, "radius_from", narrow);
            set_real(&c, "radius_to", wide);
        } else {
            set_real(&c, "radius", wide);
        }
    }
    primitive *p = NULL;
    scree_error error;
    if (made(&c, &p, NULL, &error))
        printf("%s: %s\n", error.where, error.what);
    return p;
}

static int pieces_of(subject s)
{
    if (s == BOX_OUT || s == BOX_IN)
        return 6;
    return s == ROD || s == DRUM || s == CONE_SOLID || s == CONE_CLOSED ? 3 : 1;
}

static v3 round_piece(subject s, int piece, double u, double v)
{
    v3 axis = v3_sub(axis_to, axis_from), a = v3_unit(axis), x = v3_perpendicular(a),
       y = v3_cross(a, x);
    double angle = 2 * 3.14159265358979323846 * u, from = s >= FUNNEL ? narrow : wide, along,
           radius;
    if (s == DISK) {
        along = 0;
        radius = v * wide;
        a = v3_unit(v3_make(0.6, 0.8, 0.9));
        x = v3_perpendicular(a);
        y = v3_cross(a, x);
    } else {
        along = piece == 0 ? v : piece - 1;
        radius = piece == 0 ? from + v * (wide - from) : v * (piece == 1 ? from : wide);
    }
    v3 p = v3_fma(axis_from, along, axis);
    return v3_fma(v3_fma(p, radius * cos(angle), x), radius * sin(angle), y);
}

static v3 surface_point(subject s, int piece, double u, double v)
{
    if (s == PLANE) {
        v3 n = v3_unit(v3_make(1, -2, 2)), x = v3_perpendicular(n), y = v3_cross(n, x);
        return v3_fma(v3_fma(v3_make(0.3, 0.2, -0.1), 8 * u - 4, x), 8 * v - 4, y);
    }
    if (s != BOX_OUT && s != BOX_IN)
        return round_piece(s, piece, u, v);
    double c[3], low[3] = {box_low.x, box_low.y, box_low.z},
                 high[3] = {box_high.x, box_high.y, box_high.z};
    int k = piece / 2;
    c[k] = piece % 2 ? high[k] : low[k];
    c[(k + 1) % 3] = low[(k + 1) % 3] + u * (high[(k + 1) % 3] - low[(k + 1) % 3]);
    c[(k + 2) % 3] = low[(k + 2) % 3] + v * (high[(k + 2) % 3] - low[(k + 2) % 3]);
    return v3_make(c[0], c[1], c[2]);
}

// Samples a grid, then ever smaller grids around the best sample.
static double search_piece(subject s, int piece, v3 centre, v3 *point)
{
    enum { COARSE = 12, FINE = 4 };
    double best = INFINITY, bu = 0.5, bv = 0.5, size = 0.5;
    for (int round = 0; round < 44; round++) {
        int n = round ? FINE : COARSE;
        double mu = bu, mv = bv;
        for (int i = 0; i <= n; i++)
            for (int j = 0; j <= n; j++) {
                double u = mu + size * (2.0 * i / n - 1), v = mv + size * (2.0 * j / n - 1);
                v = v < 0 ? 0 : v > 1 ? 1 : v;
                if (s == PLANE || s == BOX_IN || s == BOX_OUT)
                    u = u < 0 ? 0 : u > 1 ? 1 : u; // else it is an angle
                v3 q = surface_point(s, piece, u, v);
                double d = v3_norm(v3_sub(centre, q));
                if (d < best) {
                    best = d;
                    bu = u;
                    bv = v;
                    *point = q;
                }
            }
        size *= round ? 0.75 : 2.0 / COARSE;
    }
    return best;
}

static double search_surface(subject s, v3 centre, v3 *point)
{
    double best = INFINITY;
    for (int piece = 0; piece < pieces_of(s); piece++) {
        v3 q = centre;
        double d = search_piece(s, piece, centre, &q);
        if (d < best) {
            best = d;
            *point = q;
        }
    }
    return best;
}

// Is the centre in the solid? Sheets have none.
static bool in_solid(subject s, v3 c)
{
    if (s == PLANE)
        return v3_dot(v3_sub(c, v3_make(0.3, 0.2, -0.1)), v3_make(1, -2, 2)) < 0;
    if (s == PIPE || s == FUNNEL || s == DISK)
        return false;
    bool within;
    if (s == BOX_OUT || s == BOX_IN) {
        within = c.x > box_low.x && c.x < box_high.x && c.y > box_low.y && c.y < box_high.y &&
                 c.z > box_low.z && c.z < box_high.z;
    } else {
        v3 axis = v3_sub(axis_to, axis_from), off = v3_sub(c, axis_from);
        double share = v3_dot(off, axis) / v3_dot(axis, axis), from = s >= FUNNEL ? narrow : wide;
        double r = v3_norm(v3_fma(off, -share, axis));
        within = share > 0 && share < 1 && r < from + share * (wide - from);
    }
    return within == (s == BOX_OUT || s == ROD || s == CONE_SOLID);
}

static q4 random_turn(uint64_t *state)
{
    q4 q = {uniform(state, -1, 1), uniform(state, -1, 1), uniform(state, -1, 1),
            uniform(state, 0.1, 1)};
    return q4_unit(q);
}

static int deepest(const wall_touch *t, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (t[i].gap < t[best].gap)
            best = i;
    return best;
}

// One random ball at a wall with a random pose.
static void check_ball(subject s, const primitive *p, uint64_t *state)
{
    q4 turn = random_turn(state);
    v3 position = uniform_v3(state, v3_make(-2, -2, -2), v3_make(2, 2, 2)), q = {0, 0, 0};
    v3 local = uniform_v3(state, v3_make(-1.5, -1.5, -1), v3_make(1.5, 1.5, 2));
    bool hollow = s == BOX_IN || s == DRUM || s == CONE_CLOSED, sunk = in_solid(s, local);
    if (hollow && sunk)
        return; // outside of a container: its faces go on for ever there
    double radius = uniform(state, 0.01, 3), want = search_surface(s, local, &q);
    v3 centre = v3_add(position, q4_rotate(turn, v3_sub(local, primitive_reference(p))));
    wall_touch t[WALL_TOUCH_MOST];
    int32_t none = 0;
    int count = ball_wall_touches(&(placed_wall){p, position, turn, NULL}, centre, radius, 0,
                                  wall_whole(), t);
    double gap = (sunk ? -want : want) - radius;
    if (fabs(gap) < 1e-6)
        return;
    if (!CHECK_MSG((count > 0) == (gap < 0), "%s: %d contacts, gap %g", subject_name[s], count,
                   gap))
        return;
    CHECK(ball_wall_near(&(placed_wall){p, position, turn, NULL}, centre, radius, 0, &none, 1) ==
          (count > 0));
    if (!count)
        return;
    const wall_touch *w = &t[deepest(t, count)];
    CHECK_MSG(fabs(w->gap - gap) < 2e-7, "%s: gap %.12g, searched %.12g", subject_name[s], w->gap,
              gap);
    CHECK_NEAR(v3_norm(w->normal), 1, 1e-14);
    CHECK_NEAR(v3_norm(v3_sub(v3_fma(centre, -(w->gap + radius), w->normal), w->point)), 0, 1e-14);
    v3 q_space = v3_add(position, q4_rotate(turn, v3_sub(q, primitive_reference(p))));
    double off = v3_norm(v3_sub(
        q_space, w->point)); // two places may be as near as each other: then the distance decides
    CHECK_MSG(off < 1e-3 || fabs(v3_norm(v3_sub(centre, q_space)) - fabs(w->gap + radius)) < 2e-7,
              "%s: point off by %g", subject_name[s], off);
    for (int i = 1; i < count; i++)
        CHECK(t[i].feature > t[i - 1].feature);
}

TEST(random_balls_against_the_sampled_surface)
{
    const int balls = harness_of(harness_of(5000)); // each searches the whole surface
    uint64_t state = 2024;
    for (int s = 0; s < SUBJECTS; s++) {
        primitive *p = make_subject((subject)s);
        REQUIRE(p);
        for (int i = 0; i < balls; i++)
            check_ball((subject)s, p, &state);
        primitive_free(p);
    }
}

// The overlap is a distance function: it cannot change by more than the centre moves, wherever edges are.
TEST(depth_goes_on_without_a_step)
{
    const int lines = harness_of(200);
    uint64_t state = 77;
    for (int s = 0; s < SUBJECTS; s++) {
        primitive *p = make_subject((subject)s);
        REQUIRE(p);
        v3 home = primitive_reference(p);
        for (int line = 0; line < lines; line++) {
            v3 at = uniform_v3(&state, v3_make(-1.5, -1.5, -1.5), v3_make(1.5, 1.5, 2));
            v3 step = v3_scale(1e-2, uniform_v3(&state, v3_make(-1, -1, -1), v3_make(1, 1, 1)));
            double last = NAN;
            for (int i = 0; i < 100; i++, at = v3_add(at, step)) {
                wall_touch t[WALL_TOUCH_MOST];
                if ((s == BOX_IN || s == DRUM || s == CONE_CLOSED) && in_solid((subject)s, at))
                    break;
                int count = ball_wall_touches(&(placed_wall){p, home, q4_identity(), NULL}, at, 0.1,
                                              10, wall_whole(), t);
                REQUIRE(count > 0);
                double gap = t[deepest(t, count)].gap;
                if (i)
                    CHECK_MSG(fabs(gap - last) <= v3_norm(step) * (1 + 1e-12), "%s",
                              subject_name[s]);
                last = gap;
            }
        }
        primitive_free(p);
    }
}

TEST(many_random_balls_agree_with_closed_forms)
{
    const int balls = harness_of(100000);
    uint64_t state = 5;
    primitive *plane = make_subject(PLANE), *pipe = make_subject(PIPE),
              *box = make_subject(BOX_OUT);
    REQUIRE(plane && pipe && box);
    v3 n = v3_unit(v3_make(1, -2, 2)), axis = v3_unit(v3_sub(axis_to, axis_from)),
       half = v3_scale(0.5, v3_sub(box_high, box_low));
    double length = v3_norm(v3_sub(axis_to, axis_from));
    for (int i = 0; i < balls; i++) {
        v3 c = uniform_v3(&state, v3_make(-2, -2, -2), v3_make(2, 2, 2));
        wall_touch t[WALL_TOUCH_MOST];
        REQUIRE(ball_wall_touches(&(placed_wall){plane, v3_make(0, 0, 0), q4_identity(), NULL}, c,
                                  0.5, 10, wall_whole(), t) == 1);
        CHECK(fabs(t[0].gap - (v3_dot(n, c) - 0.5)) < 4e-15);
        REQUIRE(ball_wall_touches(&(placed_wall){pipe, v3_make(0, 0, 0), q4_identity(), NULL}, c,
                                  0.5, 10, wall_whole(), t) == 1);
        double z = v3_dot(axis, c), rho = v3_norm(v3_fma(c, -z, axis)),
               past = fabs(z) - 0.5 * length;
        double d = past > 0 ? sqrt(past * past + (rho - wide) * (rho - wide)) : fabs(rho - wide);
        CHECK(fabs(t[0].gap - (d - 0.5)) < 4e-15);
        CHECK(fabs(t[0].curvature + 1 / wide) < 1e-14 && t[0].round == !(past > 0));
        REQUIRE(ball_wall_touches(&(placed_wall){box, v3_make(0, 0, 0), q4_identity(), NULL}, c,
                                  0.5, 10, wall_whole(), t) == 1);
        double x = fabs(c.x) - half.x, y = fabs(c.y) - half.y, w = fabs(c.z) - half.z;
        double most = x > y ? (x > w ? x : w) : y > w ? y : w;
        double out = sqrt((x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (w > 0 ? w * w : 0));
        CHECK(fabs(t[0].gap - ((most > 0 ? out : most) - 0.5)) < 4e-15);
    }
    primitive_free(plane);
    primitive_free(pipe);
    primitive_free(box);
}

// One contact passes over all places with its feature, and has a potential only where they all add the same to 1/R*.
TEST(a_feature_has_one_curvature)
{
    uint64_t state = 99;
    for (int k = 0; k < SUBJECTS; k++) {
        primitive *p = make_subject((subject)k);
        double first[3] = {NAN, NAN, NAN};
        for (int i = 0; i < 2000 && !primitive_is_mesh(p); i++) {
            v3 c = uniform_v3(&state, v3_make(-1, -1, -1), v3_make(1, 1, 1));
            wall_touch t[WALL_TOUCH_MOST];
            int count = ball_wall_touches(&(placed_wall){p, v3_make(0, 0, 0), q4_identity(), NULL},
                                          c, 0.1, 10, wall_whole(), t);
            for (int j = 0; j < count; j++) {
                const int64_t feature = t[j].feature < 3 ? t[j].feature : 2;
                if (isnan(first[feature]))
                    first[feature] = t[j].curvature;
                CHECK(t[j].curvature == first[feature]);
            }
        }
        primitive_free(p);
    }
}

static int touch_at(const primitive *p, double x, double y, double z, double radius, wall_touch *t)
{
    return ball_wall_touches(&(placed_wall){p, primitive_reference(p), q4_identity(), NULL},
                             v3_make(x, y, z), radius, 0, wall_whole(), t);
}

TEST(corners_of_a_container_touch_once_a_face)
{
    wall_touch t[WALL_TOUCH_MOST];
    choice c = choose("box");
    primitive *p;
    scree_error error;
    set_vector(&c, "high", 1, 1, 1);
    set_vector(&c, "low", 0, 0, 0);
    set_text(&c, "side", "inside");
    REQUIRE(!made(&c, &p, NULL, &error));
    CHECK(touch_at(p, 0.5, 0.5, 0.5, 0.1, t) == 0);
    CHECK(touch_at(p, 0.5, 0.5, 0.09, 0.1, t) == 1 && t[0].feature == 4 && t[0].normal.z == 1);
    CHECK(touch_at(p, 0.95, 0.5, 0.09, 0.1, t) == 2 && t[0].feature == 1 && t[1].feature == 4);
    CHECK(touch_at(p, 0.95, 0.96, 0.09, 0.1, t) == 3 && t[1].feature == 3);
    CHECK_NEAR(t[1].gap, -0.06, 1e-15);
    CHECK(touch_at(p, 0.5, 0.5, -0.2, 0.1, t) == 1 &&
          fabs(t[0].gap + 0.3) < 1e-15); // sunk below the floor
    primitive_free(p);
    p = make_subject(DRUM);
    v3 axis = v3_unit(v3_sub(axis_to, axis_from)),
       in = v3_fma(v3_fma(axis_from, 0.05, axis), 0.75, v3_perpendicular(axis));
    CHECK(touch_at(p, in.x, in.y, in.z, 0.1, t) == 2 && t[0].feature == 0 && t[1].feature == 1);
    CHECK_NEAR(t[0].gap, -0.05, 1e-14);
    CHECK_NEAR(t[1].gap, -0.05, 1e-14);
    CHECK_NEAR(t[0].curvature, -1 / wide, 1e-14);
    CHECK(t[1].curvature == 0);
    primitive_free(p);
}

TEST(an_edge_of_a_solid_box_is_one_contact_that_turns)
{
    primitive *p = make_subject(BOX_OUT);
    wall_touch t[WALL_TOUCH_MOST];
    double last = NAN;
    for (int i = 0; i <= 400; i++) { // over the edge at the upper end of x and z
        double x = box_high.x - 0.2 + 0.001 * i;
        REQUIRE(touch_at(p, x, 0.2, box_high.z + 0.05, 0.3, t) == 1);
        double over = x - box_high.x > 0 ? x - box_high.x : 0;
        CHECK_NEAR(t[0].gap, sqrt(over * over + 0.05 * 0.05) - 0.3, 1e-15);
        CHECK(t[0].feature == 0 && t[0].curvature == 0);
        if (i)
            CHECK(fabs(t[0].normal.x - last) < 0.021);
        last = t[0].normal.x;
    }
    primitive_free(p);
}

TEST(a_ball_too_large_is_refused_by_name)
{
    scree_error error;
    static const double limit[SUBJECTS] = {INFINITY, INFINITY, 0.4,      0.8, INFINITY,
                                           0,        0,        INFINITY, 0,   INFINITY};
    for (int s = 0; s < SUBJECTS; s++) {
        primitive *p = make_subject((subject)s);
        double length = v3_norm(v3_sub(axis_to, axis_from)),
               slope = sqrt(length * length + 0.25) / length, most = limit[s];
        if (s == DRUM)
            most = 0.5 * length;
        if (s == FUNNEL || s == CONE_CLOSED)
            most = narrow * slope;
        CHECK(primitive_admits(p, "hopper", 0.99999 * (isfinite(most) ? most : 1e9), &error) ==
              SCREE_OK);
        if (isfinite(most)) {
            CHECK(primitive_admits(p, "hopper", 1.00001 * most, &error) == SCREE_BAD_INPUT);
            CHECK_STR(error.where, "hopper");
            CHECK_HAS(error.what, "does not fit into the");
        }
        primitive_free(p);
    }
    primitive *pipe = make_subject(PIPE);
    CHECK(primitive_admits(pipe, "drum", wide, &error) ==
          SCREE_BAD_INPUT); // as large as the drum: R* is not positive
    primitive_free(pipe);
}

// Bounds and extent hold all of the drawn surface and touch it, in any pose; drawn vertices lie on the surface.
TEST(bounds_extent_and_drawing_agree)
{
    uint64_t state = 3;
    for (int s = 0; s < SUBJECTS; s++) {
        primitive *p = make_subject((subject)s);
        q4 turn = random_turn(&state);
        v3 at = v3_make(0.5, -1, 2), low, high, inner = v3_make(-3, -3, -3),
           outer = v3_make(3, 3, 3);
        triangle_soup soup;
        scree_error error;
        primitive_bounds(p, at, turn, &low, &high);
        REQUIRE(!primitive_surface(p,
                                   &(draw_window){.position = at,
                                                  .orientation = turn,
                                                  .low = inner,
                                                  .high = outer,
                                                  .round = PRIMITIVE_DRAWN},
                                   &soup, &error) &&
                soup.triangles > 0);
        double far = 0;
        for (int32_t i = 0; i < soup.vertices; i++) {
            v3 v = soup.vertex[i];
            wall_touch t[WALL_TOUCH_MOST];
            int count =
                ball_wall_touches(&(placed_wall){p, at, turn, NULL}, v, 0.1, 10, wall_whole(), t);
            bool hub = soup.vertices % 2 == 0 && s >= PIPE && i >= 128; // middle of an end face
            if (s != DISK && !hub)
                CHECK_MSG(count && fabs(t[deepest(t, count)].gap + 0.1) < 1e-13, "%s",
                          subject_name[s]);
            CHECK(v.x >= low.x - 1e-13 && v.y >= low.y - 1e-13 && v.z >= low.z - 1e-13);
            CHECK(v.x <= high.x + 1e-13 && v.y <= high.y + 1e-13 && v.z <= high.z + 1e-13);
            if (s == PLANE)
                CHECK(fabs(v.x) < 3 + 1e-12 && fabs(v.y) < 3 + 1e-12 && fabs(v.z) < 3 + 1e-12);
            if (v3_norm(v3_sub(v, at)) > far)
                far = v3_norm(v3_sub(v, at));
        }
        if (s == PLANE)
            CHECK(isinf(primitive_extent(p)) && isinf(low.x) && isinf(high.z));
        else
            CHECK_NEAR(far, primitive_extent(p), 1e-13);
        for (int32_t i = 0; i < 3 * soup.triangles; i++)
            CHECK(soup.triangle[i] >= 0 && soup.triangle[i] < soup.vertices);
        triangle_soup_clear(&soup);
        primitive_free(p);
    }
}

TEST(bad_values_are_refused_with_place_and_remedy)
{
    scree_error error;
    primitive *p;
    choice c = choose("box");
    set_vector(&c, "low", 0, 0, 0);
    set_vector(&c, "high", 1, 0, 1);
    set_text(&c, "side", "outside");
    CHECK(made(&c, &p, NULL, &error) == SCREE_BAD_INPUT && !p);
    CHECK_STR(error.where, "box.high");
    c = choose("cylinder");
    add_axis(&c, "left", true);
    set_real(&c, "radius", 1);
    CHECK(made(&c, &p, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "cylinder.side");
    CHECK_HAS(error.what, "'left'");
    CHECK_HAS(error.hint, "inside or outside");
    c = choose("plane");
    set_vector(&c, "point", 0, 0, 0);
    set_vector(&c, "normal", 0, 0, 0);
    CHECK(made(&c, &p, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "plane.normal");
    c = choose("cone");
    add_axis(&c, "inside", false);
    set_vector(&c, "to", axis_from.x, axis_from.y, axis_from.z);
    set_real(&c, "radius_from", 1);
    set_real(&c, "radius_to", 2);
    CHECK(made(&c, &p, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "same point");
}

TEST_MAIN

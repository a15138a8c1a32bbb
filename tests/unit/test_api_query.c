// test_api_query.c - questions about space: against distances of balls, pairs, cubes, rounded boxes and rods in closed form, in
// periodic images too; contacts against frames; walls of all kinds; every refusal by its words.
#include "unit/api_box.h"

#include "base/random.h"
#include "base/vec.h"
#include "shape/ray.h"

#include <scree/query.h>

#include <stdlib.h>

#define NUMBERS(vector) ((double[]){(vector).x, (vector).y, (vector).z})

// ---- grains whose distances are known

typedef enum kind { BALL, PAIR, CUBE, ROUNDED, ROD, KINDS } kind;
static const char *const sets[KINDS] = {"bed", "pairs", "cubes", "rounded", "rods"};
enum { SITES = 4, LAYERS = 6, GRAINS = SITES * SITES * LAYERS };

typedef struct known {
    kind kind;
    int64_t id;
    v3 at;
    q4 turn;
} known;

typedef struct scene {
    opened opened;
    scree_query *query;
    known grain[GRAINS];
    double period; // along x, m
} scene;

static const char *const with_all[] = {
    "shapes.rounded={spheropolyhedron: {builder: {box: [10 mm, 16 mm, 6 mm]}, radius: 3 mm}}",
    "shapes.rod={spheropolyhedron: {vertices: [[0 m, 0 m, -8 mm], [0 m, 0 m, 8 mm]], radius: 2 "
    "mm}}",
    "streams.rounded={shape: rounded, material: glass, rate: 1/s, to: 0 s, inside: top}",
    "run.step=2 us",
    "streams.rods={shape: rod, material: glass, rate: 1/s, to: 0 s, inside: top}",
    "grains.bed.packing={law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0.1 "
    "m, "
    "0.01 m, 0.39 m]}",
    NULL};

static q4 any_turn(rng *random)
{
    q4 turn;
    turn.w = rng_normal(random);
    turn.x = rng_normal(random);
    turn.y = rng_normal(random);
    turn.z = rng_normal(random);
    return q4_unit(turn);
}

static v3 any_place(rng *random, double beyond)
{
    v3 at;
    at.x = rng_range(random, -beyond, 0.2 + beyond);
    at.y = rng_range(random, 0, 0.2);
    at.z = rng_range(random, 0, 0.4);
    return at;
}

// One of each kind after the other, some of them over the border at x = 0; nothing touches.
static scene make_scene(void)
{
    scene scene = {.opened = open_box(with_all, 1, 1), .period = 0.2};
    rng random = rng_make(5, 1);
    for (int i = 0; i < GRAINS; i++) {
        known *grain = &scene.grain[i];
        grain->kind = (kind)(i % KINDS);
        grain->turn = any_turn(&random);
        grain->at = v3_make(0.05 * (i % SITES), 0.025 + 0.05 * (i / SITES % SITES),
                            0.03 + 0.055 * (i / (SITES * SITES)));
        const v3 at = grain->at;
        const q4 turn = grain->turn;
        grain->id = add(scene.opened.world, (scree_grain){
                                                .set = sets[grain->kind],
                                                .position = {at.x, at.y, at.z},
                                                .orientation = {turn.w, turn.x, turn.y, turn.z},
                                            });
    }
    // The one ball that the case begins with goes: it must have some.
    CHECK(scree_world_remove(scene.opened.world, &(int64_t){4}, 1, NULL) == SCREE_OK);
    CHECK(scree_query_create(scene.opened.world, &scene.query, NULL) == SCREE_OK);
    return scene;
}

static void end_scene(scene *scene)
{
    scree_query_destroy(scene->query);
    close_box(scene->opened);
}

static double clamp(double x, double half)
{
    return fmax(-half, fmin(half, x));
}

// The core of a convex kind: the place of it that is nearest to one in its own axes, and how thick it is.
static v3 nearest_of_core(kind kind, v3 own, double *radius)
{
    *radius = kind == ROUNDED ? 3e-3 : kind == ROD ? 2e-3 : kind == BALL ? 8e-3 : 0;
    if (kind == CUBE)
        return v3_make(clamp(own.x, 7e-3), clamp(own.y, 7e-3), clamp(own.z, 7e-3));
    if (kind == ROUNDED)
        return v3_make(clamp(own.x, 5e-3), clamp(own.y, 8e-3), clamp(own.z, 3e-3));
    return v3_make(0, 0, kind == ROD ? clamp(own.z, 8e-3) : 0);
}

static v3 own_of(const known *grain, v3 place)
{
    return q4_rotate(q4_conjugate(grain->turn), v3_sub(place, grain->at));
}

// Of the grain where it stands alone.
static double plain_distance(const known *grain, v3 place)
{
    const v3 own = own_of(grain, place);
    if (grain->kind == PAIR) {
        const double left = v3_distance(own, v3_make(-5e-3, 0, 0));
        const double right = v3_distance(own, v3_make(5e-3, 0, 0));
        return fmax(0, fmin(left, right) - 7e-3);
    }
    double radius;
    const v3 core = nearest_of_core(grain->kind, own, &radius);
    return fmax(0, v3_distance(own, core) - radius);
}

static double distance_of(const scene *scene, int i, v3 place)
{
    double least = INFINITY;
    for (int image = -4; image <= 4; image++) {
        const v3 moved = v3_make(place.x - image * scene->period, place.y, place.z);
        least = fmin(least, plain_distance(&scene->grain[i], moved));
    }
    return least;
}

static int64_t *query_ball(const scene *scene, v3 centre, double radius, int64_t *count)
{
    static int64_t id[GRAINS];
    scree_ids ids = {id, GRAINS, -1};
    scree_error e = {0};
    if (scree_query_ball(scene->query, NUMBERS(centre), radius, &ids, &e))
        tell(&e);
    CHECK(!*e.what);
    *count = ids.count;
    return id;
}

static bool is_among(int64_t id, const int64_t *ids, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

TEST(grains_within_a_ball)
{
    scene scene = make_scene();
    rng random = rng_make(7, 1);
    int64_t found = 0;
    for (int n = 0; n < 400; n++) {
        const v3 centre = any_place(&random, 0.5);
        const double radius = n % 4 == 0 ? 0 : rng_range(&random, 0, 0.06);
        int64_t count = -1;
        const int64_t *ids = query_ball(&scene, centre, radius, &count);
        for (int i = 0; i < GRAINS; i++) {
            const double distance = distance_of(&scene, i, centre);
            if (radius > 0 && fabs(distance - radius) < 1e-9)
                continue;
            const bool is_in = is_among(scene.grain[i].id, ids, count);
            CHECK_MSG(is_in == (distance <= radius), "grain %d (%s) at %g of %g", i,
                      sets[scene.grain[i].kind], distance, radius);
        }
        for (int64_t i = 1; i < count; i++)
            CHECK(ids[i] > ids[i - 1]);
        found += count;
    }
    CHECK_MSG(found > 500, "%lld", (long long)found);
    end_scene(&scene);
}

TEST(the_nearest_grain)
{
    scene scene = make_scene();
    rng random = rng_make(8, 1);
    int inside = 0;
    for (int n = 0; n < 400; n++) {
        v3 place = any_place(&random, 0.5);
        if (n % 5 == 0) // in one, or nearly
            place = v3_fma(scene.grain[n % GRAINS].at, 6e-3, rng_direction(&random));
        double least = INFINITY;
        int nearest = 0;
        scree_hit hit = {0};
        for (int i = 0; i < GRAINS; i++) {
            const double distance = distance_of(&scene, i, place);
            nearest = distance < least ? i : nearest;
            least = fmin(least, distance);
        }
        REQUIRE(scree_query_nearest(scene.query, NUMBERS(place), INFINITY, &hit, NULL) == SCREE_OK);
        CHECK_NEAR(hit.distance, least, 1e-12);
        CHECK(hit.id == scene.grain[nearest].id && hit.kind == SCREE_HIT_GRAIN && hit.wall == -1);
        const v3 at = v3_at(hit.place);
        CHECK_NEAR(v3_distance(at, place), least, 1e-12);
        CHECK_NEAR(distance_of(&scene, nearest, at), 0, 1e-12);
        CHECK_NEAR(v3_norm(v3_at(hit.normal)), least > 0, 1e-12);
        CHECK_NEAR(v3_distance(v3_fma(at, least, v3_at(hit.normal)), place), 0, 1e-12);
        inside += least == 0;
        REQUIRE(scree_query_nearest(scene.query, NUMBERS(place), 0.5 * least, &hit, NULL) ==
                SCREE_OK);
        CHECK((hit.kind == SCREE_HIT_NOTHING) == (least > 0));
    }
    CHECK_MSG(inside > 20, "%d", inside);
    end_scene(&scene);
}

// ---- boxes

static v3 nearest_of_grain(const known *grain, v3 place, int ball)
{
    const v3 own = own_of(grain, place);
    double radius;
    v3 core = nearest_of_core(grain->kind, own, &radius);
    if (grain->kind == PAIR) {
        core = v3_make(ball ? 5e-3 : -5e-3, 0, 0);
        radius = 7e-3;
    }
    const v3 apart = v3_sub(own, core);
    const double distance = v3_norm(apart);
    const v3 nearest = distance > radius ? v3_fma(core, radius / distance, apart) : own;
    return v3_add(grain->at, q4_rotate(grain->turn, nearest));
}

// How far a grain is from a box, by projections from one to the other in turn (von Neumann): both are convex, or balls.
static double box_gap(const known *grain, v3 low, v3 high)
{
    double least = INFINITY;
    for (int ball = 0; ball < 2; ball++) {
        v3 on_grain = grain->at;
        double gap = INFINITY;
        for (int n = 0; n < 1000 && gap > 0; n++) {
            const v3 on_box = v3_make(fmax(low.x, fmin(high.x, on_grain.x)),
                                      fmax(low.y, fmin(high.y, on_grain.y)),
                                      fmax(low.z, fmin(high.z, on_grain.z)));
            on_grain = nearest_of_grain(grain, on_box, ball);
            gap = v3_distance(on_grain, on_box);
        }
        least = fmin(least, gap);
    }
    return least;
}

static void check_box(const scene *scene, v3 low, v3 high, int *unsure)
{
    static int64_t id[GRAINS];
    scree_ids ids = {id, GRAINS, -1};
    CHECK(scree_query_box(scene->query, NUMBERS(low), NUMBERS(high), &ids, NULL) == SCREE_OK);
    for (int i = 0; i < GRAINS; i++) {
        double gap = INFINITY;
        for (int image = -1; image <= 1; image++) {
            known grain = scene->grain[i];
            grain.at.x += image * scene->period;
            if (v3_distance(grain.at, v3_scale(0.5, v3_add(low, high))) > 0.07)
                continue; // none of them is so large
            gap = fmin(gap, box_gap(&grain, low, high));
        }
        if (gap > 0 && gap < 2e-5) { // it converges slowly where both touch
            (*unsure)++;
            continue;
        }
        CHECK_MSG(is_among(scene->grain[i].id, id, ids.count) == (gap == 0),
                  "grain %d (%s), gap %g", i, sets[scene->grain[i].kind], gap);
    }
}

TEST(grains_in_a_box)
{
    scene scene = make_scene();
    rng random = rng_make(9, 1);
    int unsure = 0;
    for (int n = 0; n < 200; n++) {
        const double size = n % 8 == 0 ? 0.05 : 4e-3;
        v3 low = any_place(&random, 0.02);
        if (n % 4 != 0) // beside one with a radius
            low = v3_fma(scene.grain[KINDS * (n % 18) + ROUNDED + n % 2].at, 9e-3,
                         rng_direction(&random));
        v3 high;
        high.x = low.x + rng_range(&random, 0, size);
        high.y = low.y + rng_range(&random, 0, size);
        high.z = low.z + rng_range(&random, 0, size);
        check_box(&scene, low, high, &unsure);
    }
    CHECK(unsure < 40);
    // A box in a grain, and one that holds everything.
    for (int i = 0; i < KINDS; i++) {
        if (i == PAIR)
            continue; // its middle is in both balls
        const v3 at = scene.grain[i].at;
        check_box(&scene, v3_sub(at, v3_make(1e-6, 1e-6, 1e-6)), v3_add(at, v3_make(1e-6, 0, 0)),
                  &unsure);
    }
    const double low[3] = {-INFINITY, -INFINITY, -INFINITY};
    const double high[3] = {INFINITY, INFINITY, INFINITY};
    scree_ids ids = {0};
    CHECK(scree_query_box(scene.query, low, high, &ids, NULL) == SCREE_OK);
    CHECK(ids.count == GRAINS);
    const double slice[2][3] = {{-1e6, 0, 0}, {1e6, 0.4, 0.06}};
    CHECK(scree_query_box(scene.query, slice[0], slice[1], &ids, NULL) == SCREE_OK);
    CHECK(ids.count == SITES * SITES);
    end_scene(&scene);
}

// ---- rays

// Where a ray comes to a plane of the domain.
static double way_to_walls(const ray *ray)
{
    double least = INFINITY;
    const double at[4] = {-ray->from.y, 0.2 - ray->from.y, -ray->from.z, 0.4 - ray->from.z};
    for (int i = 0; i < 4; i++) {
        const double way = at[i] / (i < 2 ? ray->along.y : ray->along.z);
        if (way >= 0)
            least = fmin(least, way);
    }
    return least;
}

// By steps as long as there is room for (sphere tracing).
static double marched(const scene *scene, const ray *ray, double length)
{
    double way = 0;
    for (int n = 0; n < 100000 && way < length; n++) {
        double room = INFINITY;
        for (int i = 0; i < GRAINS; i++)
            room = fmin(room, distance_of(scene, i, ray_at(ray, way)));
        if (room < 1e-9)
            return way;
        way += room;
    }
    return INFINITY;
}

TEST(what_a_ray_meets_first)
{
    scene scene = make_scene();
    rng random = rng_make(10, 1);
    int grains = 0;
    int walls = 0;
    for (int n = 0; n < 100; n++) {
        ray ray = {.from = any_place(&random, 0.3)};
        ray.along = v3_unit(
            v3_make(rng_normal(&random), 0.3 * rng_normal(&random), 0.3 * rng_normal(&random)));
        const double wall = way_to_walls(&ray);
        // No farther than the images that the march knows.
        const double most = fmin(wall, 0.15);
        const double way = marched(&scene, &ray, most);
        scree_hit hit = {0};
        REQUIRE(scree_query_ray(scene.query, NUMBERS(ray.from), NUMBERS(ray.along), 2, &hit,
                                NULL) == SCREE_OK);
        if (way == INFINITY && most < wall)
            continue;
        CHECK_NEAR(hit.distance, fmin(way, wall), way == INFINITY ? 1e-12 : 2e-7);
        CHECK(hit.kind == (way == INFINITY ? SCREE_HIT_WALL : SCREE_HIT_GRAIN));
        CHECK_NEAR(v3_distance(v3_at(hit.place), ray_at(&ray, hit.distance)), 0, 1e-12);
        CHECK_NEAR(v3_norm(v3_at(hit.normal)), 1, 1e-12);
        CHECK(v3_dot(v3_at(hit.normal), ray.along) <= 0);
        if (hit.kind == SCREE_HIT_GRAIN &&
            hit.distance > 0) { // its normal leads away from the grain
            const v3 out = v3_fma(v3_at(hit.place), 1e-5, v3_at(hit.normal));
            scree_hit back = {0};
            scree_query_nearest(scene.query, NUMBERS(out), 1, &back, NULL);
            CHECK_NEAR(back.distance, 1e-5, 1e-9);
        }
        grains += way < INFINITY;
        walls += way == INFINITY;
    }
    CHECK(grains > 15 && walls > 10);
    end_scene(&scene);
}

// ---- walls of all kinds

static const char walls_text[] =
    "scree: 1\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m], boundary: {x: open, y: open, z: "
    "open}}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: none}}\n"
    "shapes: {bead: {ball: {radius: 1 mm}}}\n"
    "walls:\n"
    "  pipe: {material: glass, cylinder: {from: [0 m, 0 m, -0.5 m], to: [0 m, 0 m, 0.5 m], radius: "
    "0.1 m, side: inside}}\n"
    "  post: {material: glass, cylinder: {from: [0.5 m, 0 m, 0 m], to: [0.5 m, 0 m, 0.2 m], "
    "radius: "
    "0.1 m, side: outside}}\n"
    "  hopper: {material: glass, cone: {from: [0 m, 0.5 m, 0 m], to: [0 m, 0.5 m, 0.2 m], "
    "radius_from: 0.1 m, radius_to: 0.3 m, side: inside}}\n"
    "  plate: {material: glass, disk: {centre: [0 m, -0.5 m, 0 m], normal: [0, 1, 0], radius: 0.1 "
    "m}}\n"
    "  block: {material: glass, box: {low: [-0.6 m, -0.1 m, 0 m], high: [-0.4 m, 0.1 m, 0.2 m], "
    "side: outside}}\n"
    "  sheet: {material: glass, mesh: {file: sheet.stl, unit: m}}\n"
    "grains: [{name: one, shape: bead, material: glass, packing: {law: lattice, spacing: [1 m, 1 "
    "m, "
    "1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 0.9 m]}}]\n"
    "run: {duration: 1 s, step: 10 us}\n";

// Two triangles at z = -0.8.
static void write_sheet(void)
{
    static const int corner[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
    FILE *file = fopen("sheet.stl", "w");
    REQUIRE(file);
    fprintf(file, "solid sheet\n");
    for (int i = 0; i < 2; i++) {
        fprintf(file, "facet normal 0 0 1\nouter loop\n");
        for (int k = 0; k < 3; k++)
            fprintf(file, "vertex %g %g -0.8\n", 0.4 * corner[i][k][0] - 0.2,
                    0.4 * corner[i][k][1] - 0.2);
        fprintf(file, "endloop\nendfacet\n");
    }
    fprintf(file, "endsolid sheet\n");
    fclose(file);
}

static const struct {
    double from[3], along[3];
    const char *wall; // NULL: nothing
    double distance, normal[3];
} shots[] = {
    {{0, 0, 0}, {1, 0, 0}, "pipe", 0.1, {-1, 0, 0}},
    {{-0.3, 0, 0.3}, {1, 0, 0}, "pipe", 0.2, {-1, 0, 0}},
    {{0, 0, -0.7}, {0, 0, 1}, "grain", 1.599, {0, 0, -1}}, // open at both ends
    {{0.5, -0.3, 0.1}, {0, 2, 0}, "post", 0.2, {0, -1, 0}},
    {{0.5, 0.05, 0.5}, {0, 0, -1}, "post", 0.3, {0, 0, 1}}, // its end
    {{0.5, 0.05, 0.1}, {0, 0, -1}, "post", 0.1, {0, 0, 1}}, // from inside
    {{0, 0.5, 0.1}, {1, 0, 0}, "hopper", 0.2, {-0.7071067811865476, 0, 0.7071067811865476}},
    {{0.15, 0.5, 0.5}, {0, 0, -1}, "hopper", 0.45, {-0.7071067811865476, 0, 0.7071067811865476}},
    {{0.05, 0.5, 0.5}, {0, 0, -1}, NULL, INFINITY, {0, 0, 0}}, // through its hole
    {{0.05, -0.9, 0}, {0, 1, 0}, "plate", 0.4, {0, -1, 0}},
    {{0.2, -0.9, 0.08}, {0, 1, 0}, NULL, INFINITY, {0, 0, 0}},
    {{-0.9, 0, 0.1}, {1, 0, 0}, "block", 0.3, {-1, 0, 0}},
    {{-0.5, 0.05, 0.1}, {0, 1, 0}, "block", 0.05, {0, -1, 0}}, // from inside
    {{0.15, 0.1, -0.9}, {0, 0, 1}, "sheet", 0.1, {0, 0, -1}},
    {{0.15, 0.15, 0}, {0, 0, -1}, "sheet", 0.8, {0, 0, 1}}, // where its triangles meet
    {{0.3, 0.1, -0.9}, {0, 0, 1}, NULL, INFINITY, {0, 0, 0}},
};

TEST(rays_meet_walls_of_all_kinds)
{
    scree_case *c;
    scree_world *w = NULL;
    scree_query *q = NULL;
    scree_error e = {0};
    write_sheet();
    if (scree_case_parse(walls_text, "walls.yaml", NULL, &c, &e) ||
        scree_world_create(c, 1, &w, &e) || scree_query_create(w, &q, &e))
        tell(&e);
    REQUIRE(q);
    for (size_t i = 0; i < sizeof shots / sizeof *shots; i++) {
        scree_hit hit = {0};
        REQUIRE(!scree_query_ray(q, shots[i].from, shots[i].along, INFINITY, &hit, NULL));
        const char *name = hit.kind == SCREE_HIT_GRAIN ? "grain" : "nothing";
        if (hit.kind == SCREE_HIT_WALL)
            name = scree_world_name(w, SCREE_WALL_NAMES, hit.wall);
        CHECK_STR(name, shots[i].wall ? shots[i].wall : "nothing");
        CHECK_MSG(hit.distance == shots[i].distance ||
                      fabs(hit.distance - shots[i].distance) < 1e-12,
                  "shot %zu: %.17g", i, hit.distance);
        CHECK_NEAR(v3_distance(v3_at(hit.normal), v3_at(shots[i].normal)), 0, 1e-12);
    }
    scree_hit hit = {0};
    CHECK(!scree_query_ray(q, shots[0].from, shots[0].along, 0.0999, &hit, NULL));
    CHECK(hit.kind == SCREE_HIT_NOTHING);
    scree_query_destroy(q);
    scree_world_destroy(w);
    scree_case_destroy(c);
}

// ---- the plane

TEST(questions_in_the_plane)
{
    static const char text[] =
        "scree: 1\n"
        "dimensions: 2\n"
        "domain: {low: [-1 m, -1 m], high: [1 m, 1 m], boundary: {x: periodic, y: wall}, material: "
        "glass}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, restitution: 0.7}, "
        "tangential: "
        "none}}\n"
        "shapes:\n"
        "  square: {spheropolygon: {vertices: [[-0.1 m, -0.1 m], [0.1 m, -0.1 m], [0.1 m, 0.1 m], "
        "[-0.1 m, 0.1 m]], radius: 1 cm}}\n"
        "grains: [{name: one, shape: square, material: glass, packing: {law: lattice, spacing: [1 "
        "m, "
        "1 m], counts: [1, 1], origin: [0 m, -0.7 m]}}]\n"
        "run: {duration: 1 s, step: 10 us}\n";
    scree_case *c;
    scree_world *w = NULL;
    scree_query *q = NULL;
    scree_error e = {0};
    scree_hit hit = {0};
    const scree_grain square = {.set = "one", .position = {0.95, 0, 0}};
    if (scree_case_parse(text, "flat.yaml", NULL, &c, &e) || scree_world_create(c, 1, &w, &e) ||
        scree_world_add(w, &square, 1, NULL, &e) || scree_query_create(w, &q, &e))
        tell(&e);
    REQUIRE(q);
    // It stands over the border: from 0.84 to 1.06, or from -1.16 to -0.94.
    CHECK(!scree_query_ray(q, (double[]){0, 0.05, 9}, (double[]){1, 0, 5}, 10, &hit, NULL));
    CHECK_NEAR(hit.distance, 0.84, 1e-12);
    CHECK(!scree_query_ray(q, (double[]){0, 0.05, 9}, (double[]){-1, 0, 0}, 10, &hit, NULL));
    CHECK_NEAR(hit.distance, 0.94, 1e-12);
    CHECK_NEAR(hit.place[0], -0.94, 1e-12);
    CHECK(!scree_query_ray(q, (double[]){0.5, 0.5, 0}, (double[]){0, -1, 0}, 10, &hit, NULL));
    CHECK(hit.kind == SCREE_HIT_WALL);
    CHECK_NEAR(hit.distance, 1.5, 1e-12);
    CHECK(!scree_query_nearest(q, (double[]){-0.9, 0, 3}, 1, &hit, NULL));
    CHECK_NEAR(hit.distance, 0.04, 1e-12);
    CHECK(!scree_query_nearest(q, (double[]){-0.97, 0.02, 3}, 1, &hit, NULL));
    CHECK(hit.distance == 0);
    scree_ids ids = {0};
    CHECK(!scree_query_box(q, (double[]){-0.97, 0.02, 3}, (double[]){-0.97, 0.02, 4}, &ids, NULL));
    CHECK(ids.count == 1);
    CHECK(!scree_query_box(q, (double[]){-0.93, 0.02, 0}, (double[]){0.5, 1, 0}, &ids, NULL));
    CHECK(ids.count == 0);
    CHECK(scree_query_ray(q, (double[]){0, 0, 0}, (double[]){0, 0, 1}, 1, &hit, &e));
    CHECK_HAS(e.hint, "in the plane");
    scree_query_destroy(q);
    scree_world_destroy(w);
    scree_case_destroy(c);
}

// ---- contacts

static const double *column_of(scree_frame *f, scree_table table, const char *name, int64_t *rows)
{
    scree_view v = {0};
    CHECK(scree_frame_column(f, table, name, &v, NULL) == SCREE_OK);
    *rows = v.rows;
    return v.data;
}

// Adds up the forces of the contacts of a body; its contacts look from it to their partners.
static void add_contacts(const scree_query *q, int64_t id, double least, v3 *force,
                         int64_t *contacts)
{
    static scree_touch touch[400];
    scree_touches touches = {touch, 400, 0};
    REQUIRE(scree_query_contacts(q, id, &touches, NULL) == SCREE_OK && touches.count <= 400);
    for (int64_t i = 0; i < touches.count; i++) {
        CHECK(touch[i].partner != id && touch[i].overlap > least);
        CHECK_NEAR(v3_norm(v3_at(touch[i].normal)), 1, 1e-9);
        CHECK(v3_dot(v3_at(touch[i].normal), v3_at(touch[i].force)) <= 0); // they push
        *force = v3_add(*force, v3_at(touch[i].force));
    }
    *contacts += touches.count;
}

static void check_contacts(const char *const *settings, double least)
{
    opened o = open_box(settings, 1, 1);
    for (int i = 0; i < 12; i++) {
        add(o.world,
            (scree_grain){.set = i % 2 ? "pairs" : "cubes",
                          .position = {0.03 + 0.05 * (i % 3), 0.03 + 0.04 * (i / 3), 0.2}});
    }
    CHECK(scree_world_step_until(o.world, 0.35, NULL) == SCREE_OK);
    scree_query *q = NULL;
    scree_frame *f = scree_frame_create();
    REQUIRE(!scree_query_create(o.world, &q, NULL) && !scree_frame_take(f, o.world, NULL));
    int64_t balls;
    int64_t walls;
    const v3 *force = (const v3 *)column_of(f, SCREE_BALLS, "force", &balls);
    const int64_t *body = (const int64_t *)column_of(f, SCREE_BALLS, "body", &balls);
    int64_t seen = 0;
    for (int64_t i = 0, last; i < balls; i = last) {
        v3 sum = {0, 0, 0};
        v3 own = {0, 0, 0};
        for (last = i; last < balls && body[last] == body[i]; last++)
            sum = v3_add(sum, force[last]);
        add_contacts(q, body[i], least, &own, &seen);
        CHECK_NEAR(v3_distance(sum, own), 0, 1e-9 * (1 + v3_norm(sum)));
    }
    scree_view wall = {0};
    scree_view push = {0};
    CHECK(!scree_frame_column(f, SCREE_WALLS, "id", &wall, NULL));
    CHECK(!scree_frame_column(f, SCREE_WALLS, "force", &push, NULL));
    for (int64_t i = 0; i < wall.rows; i++) {
        v3 own = {0, 0, 0};
        add_contacts(q, *scree_row_int64(&wall, i), least, &own, &seen);
        CHECK_NEAR(v3_distance(v3_at(scree_row_float64(&push, i)), own), 0, 1e-9);
    }
    column_of(f, SCREE_CONTACTS, "a", &walls);
    CHECK(seen == 2 * walls && walls > 200);
    scree_query_destroy(q);
    scree_frame_destroy(f);
    close_box(o);
}

TEST(contacts_are_those_of_frames)
{
    static const char *const nonsmooth[] = {"solver=nonsmooth", "run.step=0.5 ms",
                                            "run.ledger=false", NULL};
    check_contacts(NULL, 0);
    check_contacts(nonsmooth, -1e-4); // some that may begin in the step
}

// Two balls over the border: each has the place beside itself.
TEST(contacts_over_a_border)
{
    opened o = open_box(with_all, 1, 1);
    const int64_t left = add(o.world, (scree_grain){.set = "bed", .position = {0.0079, 0.1, 0.1}});
    const int64_t right = add(o.world, (scree_grain){.set = "bed", .position = {0.1921, 0.1, 0.1}});
    scree_query *q = NULL;
    scree_touch touch = {0};
    scree_touches touches = {&touch, 1, 0};
    REQUIRE(scree_query_create(o.world, &q, NULL) == SCREE_OK);
    CHECK(!scree_query_contacts(q, left, &touches, NULL) && touches.count == 1);
    CHECK(touch.partner == right && touch.wall == -1);
    CHECK_NEAR(touch.place[0], 0, 1e-12);
    CHECK_NEAR(touch.normal[0], -1, 1e-12);
    CHECK_NEAR(touch.overlap, 2e-4, 1e-12);
    CHECK(touch.force[0] > 0);
    CHECK(!scree_query_contacts(q, right, &touches, NULL) && touches.count == 1);
    CHECK(touch.partner == left);
    CHECK_NEAR(touch.place[0], 0.2, 1e-12);
    CHECK_NEAR(touch.normal[0], 1, 1e-12);
    scree_query_destroy(q);
    close_box(o);
}

TEST(refusals_of_questions)
{
    opened o = open_box(with_all, 1, 1);
    scree_query *q = NULL;
    scree_error e = {0};
    scree_hit hit = {0};
    scree_ids ids = {0};
    scree_touches touches = {0};
    const double at[3] = {0.1, 0.1, 0.1};
    const double nowhere[3] = {NAN, 0, 0};
    const double still[3] = {0, 0, 0};
    REQUIRE(scree_query_create(o.world, &q, NULL) == SCREE_OK);
    CHECK(scree_query_ball(q, nowhere, 1, &ids, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "centre");
    CHECK(scree_query_ball(q, at, -1, &ids, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "-1 m is no length");
    CHECK(scree_query_ball(q, at, 1e9, &ids, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "100000 periods");
    CHECK(scree_query_ball(q, at, 1, &(scree_ids){NULL, -1, 0}, &e) == SCREE_BAD_INPUT);
    CHECK(scree_query_box(q, at, still, &ids, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "has no inside");
    CHECK(scree_query_box(q, nowhere, at, &ids, &e) == SCREE_BAD_INPUT);
    CHECK(scree_query_ray(q, at, still, 1, &hit, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "it is no direction");
    CHECK(scree_query_ray(q, at, (double[]){1, 0, 0}, INFINITY, &hit, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "100000 periods");
    CHECK(scree_query_nearest(q, at, NAN, &hit, &e) == SCREE_BAD_INPUT);
    CHECK(scree_query_contacts(q, 9999, &touches, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "none of the id 9999");
    step(o.world, 1);
    CHECK(scree_query_nearest(q, at, 1, &hit, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.hint, "call scree_query_renew");
    CHECK(scree_query_renew(q, &e) == SCREE_OK);
    CHECK(scree_query_nearest(q, at, 1, &hit, &e) == SCREE_OK && hit.kind == SCREE_HIT_GRAIN);
    scree_query_destroy(q);
    close_box(o);
}

static void is_stale(scree_query *q)
{
    const double at[3] = {0.1, 0.1, 0.1};
    const double up[3] = {0, 0, 1};
    const char *words = "grains were added, removed or changed since the world was looked at";
    scree_error e = {0};
    scree_hit hit = {0};
    scree_ids ids = {0};
    scree_touches touches = {0};
    CHECK(scree_query_nearest(q, at, 1, &hit, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, words);
    CHECK_STR(e.hint, "call scree_query_renew");
    CHECK(scree_query_ball(q, at, 1, &ids, NULL) == SCREE_BAD_INPUT);
    CHECK(scree_query_box(q, at, at, &ids, NULL) == SCREE_BAD_INPUT);
    CHECK(scree_query_ray(q, at, up, 1, &hit, NULL) == SCREE_BAD_INPUT);
    CHECK(scree_query_contacts(q, 6, &touches, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, words);
    CHECK(scree_query_renew(q, &e) == SCREE_OK);
    CHECK(scree_query_nearest(q, at, 1, &hit, &e) == SCREE_OK);
}

// Also within one step; a change that is refused changes nothing.
TEST(grains_that_come_go_and_change_make_it_stale)
{
    opened o = open_box(with_all, 1, 1);
    scree_query *q = NULL;
    scree_hit hit = {0};
    const double at[3] = {0.1, 0.1, 0.1};
    const double above[3] = {0.1, 0.1, 0.36};
    int64_t id;
    REQUIRE(scree_query_create(o.world, &q, NULL) == SCREE_OK);
    id = add(o.world, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}});
    is_stale(q);
    CHECK(!scree_world_change(o.world, &(scree_change){.id = id, .position = above}, 1, NULL));
    is_stale(q);
    CHECK(!scree_world_remove(o.world, &id, 1, NULL));
    is_stale(q);
    CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_BAD_INPUT);
    CHECK(scree_query_nearest(q, at, 1, &hit, NULL) == SCREE_OK);
    scree_query_destroy(q);
    close_box(o);
}

TEST_MAIN

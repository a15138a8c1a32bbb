// label: threads
// test_api.c - the public C interface: closed forms, the columns against the tables, every refusal by its words, worlds
// that do not know of each other. Only scree/scree.h is used to run; the hash is compared with the engine's own.
#include "harness.h"
#include "state/tables.h"
#include "support/scenes.h"

#include <scree/scree.h>

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static const char ball_text[] =
    "scree: 1\n"
    "title: One ball\n"
    "gravity: [0, 0, -10 m/s^2]\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 3 m]}\n"
    "materials: {stuff: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: "
    "none}}\n"
    "shapes: {ball: {ball: {radius: 0.1 m}}}\n"
    "walls: {floor: {material: stuff, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, drive: "
    "{law: fixed}}}\n"
    "grains: [{name: one, shape: ball, material: stuff, velocity: [1 m/s, 0 m/s, 0 m/s],\n"
    "          packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, "
    "0 m, 1.1 m]}}]\n"
    "run: {duration: 0.2 s, step: 20 us, ledger: true}\n";

static const double pi = 3.14159265358979323846;

static scree_world *world_of(const char *text, const char *const *settings, int threads)
{
    scree_case *c;
    scree_world *w = NULL;
    scree_error e;
    if (scree_case_parse(text, "case.yaml", settings, &c, &e) ||
        scree_world_create(c, threads, &w, &e))
        printf("%s: %s (%s)\n", e.where, e.what, e.hint);
    scree_case_destroy(c); // the world keeps what it needs
    return w;
}

static const double *number(const scree_view *v, int64_t i)
{
    return scree_row_float64(v, i);
}

// A row is had as what it is, and no other.
static void check_rows(const scree_view *v)
{
    const void *row[] = {
        [SCREE_FLOAT64] = scree_row_float64(v, v->rows - 1),
        [SCREE_INT32] = scree_row_int32(v, v->rows - 1),
        [SCREE_INT64] = scree_row_int64(v, v->rows - 1),
    };
    for (int type = 0; type < 3; type++) {
        const char *at = (const char *)v->data + (v->rows - 1) * v->stride;
        CHECK(row[type] == (type == (int)v->type ? at : NULL));
    }
    CHECK(!scree_row_float64(v, v->rows) && !scree_row_float64(v, -1));
    CHECK(!scree_row_int32(v, v->rows) && !scree_row_int64(v, -1));
}

static const double *seen(const scree_frame *f, scree_table t, const char *name)
{
    static const double nothing[4] = {NAN, NAN, NAN, NAN};
    scree_view v;
    scree_error e;
    if (scree_frame_column(f, t, name, &v, &e) || !v.rows || v.type != SCREE_FLOAT64)
        return nothing;
    return number(&v, 0);
}

static uint64_t hash_of(scree_world *w)
{
    uint64_t hash = 0;
    CHECK(scree_world_hash(w, &hash, NULL) == SCREE_OK);
    return hash;
}

TEST(version_is_that_of_the_header)
{
    CHECK(scree_version() == SCREE_VERSION_NUMBER);
}

static double effort_of(const scree_world *w, const char *name)
{
    double value = NAN;
    CHECK(scree_world_effort(w, name, &value, NULL) == SCREE_OK);
    return value;
}

// A ball in the air: eight sweeps a step, the fewest, over nothing; the smooth solver sweeps nothing.
TEST(effort_of_the_nonsmooth_solver)
{
    double value;
    scree_error e;
    const char *const nonsmooth[] = {"solver=nonsmooth", NULL};
    scree_world *w = world_of(ball_text, nonsmooth, 1), *smooth = world_of(ball_text, NULL, 1);
    REQUIRE(w && smooth);
    CHECK(scree_world_step(w, 20, NULL) == SCREE_OK &&
          scree_world_step(smooth, 20, NULL) == SCREE_OK);
    CHECK(effort_of(w, "steps") == 20 && effort_of(w, "sweeps") == 160);
    CHECK(effort_of(w, "contacts") == 0 && effort_of(w, "residual") == 0 &&
          effort_of(w, "overlap_error") == 0);
    CHECK(effort_of(w, "depth") == 1 && effort_of(w, "warm") == 1);
    CHECK(effort_of(smooth, "steps") == 0 && effort_of(smooth, "sweeps") == 0);
    CHECK(scree_world_effort(w, "sweep", &value, &e) == SCREE_BAD_INPUT &&
          strstr(e.what, "no such number"));
    scree_world_destroy(w);
    scree_world_destroy(smooth);
}

// x = v t, z = h - g t^2 / 2: the scheme is exact for a constant force but for roundings.
TEST(free_fall)
{
    scree_world *w = world_of(ball_text, NULL, 1);
    scree_frame *f = scree_frame_create();
    REQUIRE(w && f);
    CHECK(scree_world_step(w, 10000, NULL) == SCREE_OK);
    CHECK(scree_frame_take(f, w, NULL) == SCREE_OK);
    const double *x = seen(f, SCREE_BALLS, "position"), *v = seen(f, SCREE_BALLS, "velocity");
    CHECK_NEAR(scree_frame_time(f), 0.2, 1e-15);
    CHECK(scree_frame_steps(f) == 10000 && scree_world_last_step(w) == 10000);
    CHECK_NEAR(x[0], 0.2, 1e-12);
    CHECK_NEAR(x[2], 1.1 - 5 * 0.04, 1e-12);
    CHECK_NEAR(v[0], 1, 1e-12);
    CHECK_NEAR(v[2], -2, 1e-12);
    double mass = 1000 * 4.0 / 3 * pi * 1e-3;
    CHECK_REL(*seen(f, SCREE_BALLS, "mass"), mass, 1e-14);
    CHECK_REL(*seen(f, SCREE_LEDGER, "kinetic"), 0.5 * mass * 5, 1e-12);
    CHECK_NEAR(*seen(f, SCREE_LEDGER, "residual"), 0, 1e-10);
    scree_frame_destroy(f);
    scree_world_destroy(w);
}

// It falls through one metre, v = sqrt(2 g h), and leaves the floor with half of that; in contact the floor carries
// what the contact says.
TEST(one_bounce)
{
    const char *const stiff[] = {"pairs.default.normal.stiffness=100 MN/m", "run.step=2 us", NULL};
    scree_world *w = world_of(ball_text, stiff, 1);
    scree_frame *f = scree_frame_create();
    scree_view a, b, overlap;
    scree_error e;
    REQUIRE(w && f);
    const double meets = sqrt(0.2), v = sqrt(20.0);
    CHECK(scree_world_step_until(w, meets + 2e-4, &e) == SCREE_OK);
    CHECK(scree_world_time(w) >= meets + 2e-4 && scree_world_time(w) < meets + 2.02e-4 + 1e-12);
    CHECK(scree_frame_take(f, w, &e) == SCREE_OK);
    REQUIRE(scree_frame_column(f, SCREE_CONTACTS, "overlap", &overlap, &e) == SCREE_OK &&
            overlap.rows == 1);
    CHECK(scree_frame_column(f, SCREE_CONTACTS, "a", &a, &e) == SCREE_OK &&
          *(const int64_t *)a.data == 0);
    CHECK(scree_frame_column(f, SCREE_CONTACTS, "b", &b, &e) == SCREE_OK &&
          *(const int64_t *)b.data == 1);
    CHECK_STR(scree_world_name(w, SCREE_WALL_NAMES, 0), "floor");
    CHECK_NEAR(*number(&overlap, 0), 0.1 - seen(f, SCREE_BALLS, "position")[2], 1e-15);
    const double *force = seen(f, SCREE_CONTACTS, "force"), *load = seen(f, SCREE_WALLS, "force");
    CHECK(force[2] > 0);
    CHECK_NEAR(load[2], -force[2], 1e-12 * force[2]);
    CHECK_NEAR(seen(f, SCREE_CONTACTS, "normal")[2], 1, 1e-15);
    CHECK_NEAR(seen(f, SCREE_CONTACTS, "point")[2], 0, 1e-15);
    CHECK(scree_world_step_until(w, meets + 0.1, &e) == SCREE_OK &&
          scree_frame_take(f, w, &e) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_CONTACTS, "overlap", &overlap, &e) == SCREE_OK &&
          overlap.rows == 0);
    CHECK(overlap.data == NULL);
    double left = seen(f, SCREE_BALLS, "velocity")[2] + 10 * (scree_world_time(w) - meets);
    CHECK_REL(left, 0.5 * v, 0.005); // the contact lasts 0.7 ms, in which gravity takes 0.007 m/s
    CHECK(scree_world_step_until(w, 0.1, &e) == SCREE_OK &&
          scree_world_time(w) > 0.5); // past: nothing happens
    scree_frame_destroy(f);
    scree_world_destroy(w);
}

TEST(same_hash_as_the_engine)
{
    const scene *s = scene_find("rolling");
    scree_world *w = world_of(s->text, NULL, 2);
    sim a;
    REQUIRE(w && sim_open(&a, s->text, NULL, 0, NULL));
    CHECK(scree_world_step(w, 200, NULL) == SCREE_OK && sim_step(&a, 200));
    CHECK(hash_of(w) == sim_hash(&a));
    sim_close(&a);
    scree_world_destroy(w);
}

TEST(save_and_load)
{
    const scene *s = scene_find("rolling");
    scree_case *c;
    scree_world *a, *b;
    scree_error e;
    REQUIRE(scree_case_parse(s->text, "case.yaml", NULL, &c, &e) == SCREE_OK);
    REQUIRE(scree_world_create(c, 1, &a, &e) == SCREE_OK);
    CHECK(scree_world_step(a, 100, &e) == SCREE_OK);
    CHECK(scree_world_save(a, "snapshot.h5", &e) == SCREE_OK);
    REQUIRE(scree_world_load(c, "snapshot.h5", 2, &b, &e) == SCREE_OK);
    CHECK(scree_world_steps(b) == 100 && hash_of(a) == hash_of(b));
    CHECK(scree_world_step(a, 100, &e) == SCREE_OK && scree_world_step(b, 100, &e) == SCREE_OK);
    CHECK(hash_of(a) == hash_of(b));
    scree_world_destroy(b);
    CHECK(scree_world_load(c, "nowhere.h5", 1, &b, &e) == SCREE_IO && !b);
    CHECK_HAS(e.where, "nowhere.h5");
    scree_case_destroy(c);
    const char *const slower[] = {"run.step=1 us", NULL};
    REQUIRE(scree_case_parse(s->text, "case.yaml", slower, &c, &e) == SCREE_OK);
    REQUIRE(scree_world_load(c, "snapshot.h5", 1, &b, &e) ==
            SCREE_OK); // a branch with shorter steps: time goes on
    double begin = scree_world_time(b);
    CHECK(scree_world_step_size(b) == 1e-6 && scree_world_steps(b) == 100 && begin > 101e-6);
    CHECK(scree_world_step_until(b, begin + 10e-6, &e) == SCREE_OK);
    CHECK_NEAR(scree_world_time(b), begin + 10e-6, 1e-12);
    CHECK(scree_world_steps(b) == 110);
    scree_world_destroy(b);
    scree_case_destroy(c);
    scree_world_destroy(a);
}

// Two worlds step by step in turns come to what each comes to alone, and so do two at the same time.
static void *run_alone(void *text)
{
    scree_world *w = world_of(text, NULL, 1);
    uint64_t *hash = calloc(1, sizeof *hash);
    if (w && hash && scree_world_step(w, 60, NULL) == SCREE_OK)
        scree_world_hash(w, hash, NULL);
    scree_world_destroy(w);
    return hash;
}

// The bytes in memory are those of the file, and what is cut off or changed in them is refused as it is in a file.
TEST(no_path_is_no_file)
{
    scree_world *w = world_of(ball_text, NULL, 1);
    scree_world *again = w;
    scree_case *c = NULL;
    scree_error e = {0};
    CHECK(scree_world_save(w, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "it is NULL, which names no file");
    CHECK(scree_case_parse(ball_text, "case.yaml", NULL, &c, &e) == SCREE_OK);
    CHECK(scree_world_load(c, NULL, 1, &again, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "path");
    CHECK(again == NULL);
    scree_case_destroy(c);
    scree_world_destroy(w);
}

TEST(save_and_load_in_memory)
{
    scree_world *w = world_of(ball_text, NULL, 1);
    scree_world *again = NULL;
    scree_case *c = NULL;
    scree_error e;
    void *data = NULL;
    int64_t size = 0;
    CHECK(scree_case_parse(ball_text, "case.yaml", NULL, &c, &e) == SCREE_OK);
    CHECK(scree_world_step(w, 3000, &e) == SCREE_OK);
    CHECK(scree_world_save_memory(w, &data, &size, &e) == SCREE_OK);
    CHECK(scree_world_save(w, "memory.h5", &e) == SCREE_OK);
    FILE *file = fopen("memory.h5", "rb");
    char *bytes = malloc((size_t)size + 1);
    CHECK((int64_t)fread(bytes, 1, (size_t)size + 1, file) == size);
    CHECK(memcmp(bytes, data, (size_t)size) == 0);
    fclose(file);
    CHECK(scree_world_load_memory(c, data, size, 1, &again, &e) == SCREE_OK);
    CHECK(hash_of(again) == hash_of(w));
    scree_world_destroy(again);
    CHECK(scree_world_load_memory(c, data, size - 1, 1, &again, &e) == SCREE_IO);
    CHECK_HAS(e.what, "is truncated");
    CHECK(again == NULL);
    bytes[size / 2] ^= 1;
    CHECK(scree_world_load_memory(c, bytes, size, 1, &again, &e) == SCREE_IO);
    CHECK_HAS(e.what, "is damaged");
    CHECK(scree_world_load_memory(c, bytes, 0, 1, &again, &e) == SCREE_IO);
    CHECK_HAS(e.what, "is empty");
    CHECK(scree_world_load_memory(c, "hello", 5, 1, &again, &e) == SCREE_IO);
    CHECK_STR(e.where, "snapshot in memory");
    scree_memory_free(data);
    free(bytes);
    scree_case_destroy(c);
    scree_world_destroy(w);
}

TEST(worlds_are_independent)
{
    char *text[2] = {(char *)(uintptr_t)scene_find("stirred")->text,
                     (char *)(uintptr_t)scene_find("rolling")->text};
    scree_world *w[2] = {world_of(text[0], NULL, 1), world_of(text[1], NULL, 1)};
    uint64_t *alone[2];
    pthread_t thread[2];
    REQUIRE(w[0] && w[1]);
    for (int i = 0; i < 60; i++)
        for (int k = 0; k < 2; k++)
            scree_world_step(w[k], 1, NULL);
    for (int k = 0; k < 2; k++)
        REQUIRE(!pthread_create(&thread[k], NULL, run_alone, text[k]));
    for (int k = 0; k < 2; k++) {
        void *out;
        REQUIRE(!pthread_join(thread[k], &out) && out);
        alone[k] = out;
        CHECK(*alone[k] && *alone[k] == hash_of(w[k]));
        free(alone[k]);
        scree_world_destroy(w[k]);
    }
}

// ---- columns

static void see_columns(const char *text, const char *const *settings, int *seen_in)
{
    scree_world *w = world_of(text, settings, 1);
    scree_frame *f = scree_frame_create();
    scree_error e;
    REQUIRE(w && f);
    CHECK(scree_world_step(w, 1000, NULL) == SCREE_OK && scree_frame_take(f, w, NULL) == SCREE_OK);
    for (int t = 0; t < TABLES; t++) {
        int count;
        const column *list = columns_of((enum table)t, &count);
        for (int i = 0; i < count; i++) {
            scree_view v = {0};
            const char *name = scree_column_name((scree_table)t, i);
            CHECK_STR(name, list[i].name);
            scree_status status = t == TABLE_STATE
                                      ? scree_world_column(w, name, &v, &e)
                                      : scree_frame_column(f, (scree_table)t, name, &v, &e);
            if (t == TABLE_STATE && list[i].optional && status) { // kept by another of the worlds
                CHECK_HAS(e.hint, "case");
                continue;
            }
            if (t == TABLE_STATE)
                seen_in[i]++;
            CHECK(status == SCREE_OK && v.data && v.rows > 0 && v.width == list[i].width);
            CHECK(v.stride >= v.width * (v.type == SCREE_INT32 ? 4 : 8));
            CHECK_STR(v.doc, list[i].doc);
            check_rows(&v);
            if (t <= TABLE_BALLS)
                CHECK(v.rows == scree_world_ball_count(w));
        }
        CHECK(scree_column_name((scree_table)t, count) == NULL &&
              scree_column_name((scree_table)t, -1) == NULL);
    }
    scree_frame_destroy(f);
    scree_world_destroy(w);
}

TEST(every_column_of_the_tables_is_a_view)
{
    // orientations, a periodic axis, bodies of several balls, their leapfrog, all bodies by Gear's scheme, forces of a program
    static const char *const names[] = {"clumps", "leaping", "geared"};
    int seen_in[64] = {0}, columns;
    columns_of(TABLE_STATE, &columns);
    REQUIRE(columns <= 64);
    for (int k = 0; k < 3; k++)
        see_columns(scene_find(names[k])->text, NULL, seen_in);
    static const char *const pushed[] = {"forces={hand: {law: given}}", NULL};
    see_columns(scene_find(names[0])->text, pushed, seen_in);
    for (int i = 0; i < columns; i++)
        CHECK_MSG(seen_in[i] > 0, "%s is never seen", scree_column_name(SCREE_STATE, i));
}

// A clump is one grain of several balls; tables have a row per ball.
TEST(grains_and_balls_are_counted)
{
    scree_world *clumps = world_of(scene_find("clumps")->text, NULL, 1);
    scree_world *bed = world_of(scene_find("bed")->text, NULL, 1);
    scree_frame *frame = scree_frame_create();
    scree_view id;
    scree_view body;
    REQUIRE(clumps && bed && frame);
    CHECK(scree_world_grain_count(bed) == scree_world_ball_count(bed));
    REQUIRE(!scree_frame_take(frame, clumps, NULL) &&
            !scree_frame_column(frame, SCREE_BALLS, "id", &id, NULL) &&
            !scree_frame_column(frame, SCREE_BALLS, "body", &body, NULL));
    int64_t grains = 0;
    for (int64_t i = 0; i < id.rows; i++) {
        const int64_t own = *scree_row_int64(&id, i);
        grains += own == *scree_row_int64(&body, i);
    }
    CHECK(id.rows == scree_world_ball_count(clumps) && grains < id.rows);
    CHECK(grains == scree_world_grain_count(clumps));
    scree_frame_destroy(frame);
    scree_world_destroy(bed);
    scree_world_destroy(clumps);
}

// The state in its own order, by its column of ids, is the frame in the order of ids.
TEST(state_and_frame_agree)
{
    const scene *s = scene_find("bed");
    scree_world *w = world_of(s->text, NULL, 1);
    scree_frame *f = scree_frame_create();
    scree_view id, x, place, seen_id;
    scree_error e;
    REQUIRE(w && f);
    CHECK(scree_world_step(w, 100, NULL) == SCREE_OK && scree_frame_take(f, w, NULL) == SCREE_OK);
    REQUIRE(!scree_world_column(w, "id", &id, &e) && !scree_world_column(w, "position", &x, &e));
    REQUIRE(!scree_frame_column(f, SCREE_BALLS, "position", &place, &e));
    REQUIRE(!scree_frame_column(f, SCREE_BALLS, "id", &seen_id, &e));
    const int64_t first = *(const int64_t *)seen_id.data;
    bool ordered = true;
    for (int64_t i = 0; i < id.rows; i++) {
        const int64_t is = *scree_row_int64(&id, i);
        ordered = ordered && is == first + i;
        CHECK(!memcmp(number(&x, i), number(&place, is - first), 3 * sizeof(double)));
    }
    CHECK(!ordered); // else the test would show nothing
    scree_frame_destroy(f);
    scree_world_destroy(w);
}

TEST(unknown_columns_are_refused_by_name)
{
    scree_world *w = world_of(ball_text, NULL, 1);
    scree_frame *f = scree_frame_create();
    scree_view v;
    scree_error e;
    REQUIRE(w && f && scree_frame_take(f, w, &e) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, "velocty", &v, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "velocty");
    CHECK_STR(e.hint, "did you mean 'velocity'?");
    CHECK(scree_frame_column(f, SCREE_BALLS, "orientation", &v, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.hint, "orientation: true");
    CHECK(scree_frame_column(f, SCREE_STATE, "position", &v, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "no table of a frame");
    CHECK(scree_world_column(w, "image", &v, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.hint, "periodic");
    CHECK(scree_world_column(w, "colour", &v, NULL) ==
          SCREE_BAD_INPUT); // an error nobody wants is no error
    scree_frame_destroy(f);
    scree_world_destroy(w);
}

// A frame taken from one world and then from another has the columns of the other.
TEST(frames_may_be_used_again)
{
    scree_world *one = world_of(ball_text, NULL, 1),
                *turning = world_of(scene_find("rolling")->text, NULL, 1);
    scree_frame *f = scree_frame_create();
    scree_view v;
    REQUIRE(one && turning && f);
    CHECK(scree_frame_column(f, SCREE_BALLS, "id", &v, NULL) == SCREE_OK && v.rows == 0);
    for (int k = 0; k < 2; k++) {
        CHECK(scree_frame_take(f, turning, NULL) == SCREE_OK);
        CHECK(scree_frame_column(f, SCREE_BALLS, "orientation", &v, NULL) == SCREE_OK);
        CHECK(v.rows == scree_world_ball_count(turning) && number(&v, v.rows - 1)[0] == 1);
        CHECK(scree_frame_take(f, one, NULL) == SCREE_OK);
        CHECK(scree_frame_column(f, SCREE_BALLS, "orientation", &v, NULL) == SCREE_BAD_INPUT);
    }
    scree_frame_destroy(f);
    scree_world_destroy(one);
    scree_world_destroy(turning);
}

// ---- writing

// Thrown up again at 3 m/s after 0.1 s: z = z0 + 3 t - g t^2 / 2, and the ledger has the energy as added.
static void throw_up(const char *const *settings)
{
    scree_world *w = world_of(ball_text, settings, 1);
    scree_frame *f = scree_frame_create();
    scree_error e;
    const int64_t id = 1;
    const double up[3] = {0, 0, 3}, turn[3] = {0, 7, 0};
    REQUIRE(w && f);
    CHECK(scree_world_step_until(w, 0.1, &e) == SCREE_OK);
    CHECK(scree_world_write(w, "velocity", &id, up, 1, &e) == SCREE_OK);
    CHECK(scree_world_write(w, "spin", NULL, turn, 1, &e) == SCREE_OK);
    CHECK(scree_frame_take(f, w, &e) == SCREE_OK);
    CHECK_NEAR(seen(f, SCREE_BALLS, "velocity")[2], 3, 1e-14);
    CHECK_NEAR(seen(f, SCREE_BALLS, "spin")[1], 7, 1e-14);
    const double mass = 1000 * 4.0 / 3 * pi * 1e-3;
    CHECK_REL(*seen(f, SCREE_LEDGER, "added"), 0.5 * mass * (9 + 0.4 * 0.49 - 2), 1e-12);
    CHECK_NEAR(*seen(f, SCREE_LEDGER, "residual"), 0, 1e-10);
    CHECK(scree_world_step_until(w, 0.4, &e) == SCREE_OK && scree_frame_take(f, w, &e) == SCREE_OK);
    CHECK_NEAR(seen(f, SCREE_BALLS, "position")[2], 1.05 + 3 * 0.3 - 5 * 0.09, 1e-12);
    CHECK_NEAR(seen(f, SCREE_BALLS, "position")[0], 0.1, 1e-12);
    CHECK_NEAR(*seen(f, SCREE_LEDGER, "residual"), 0, 1e-10);
    scree_frame_destroy(f);
    scree_world_destroy(w);
}

TEST(written_velocities_are_those_of_now)
{
    throw_up(NULL);
    throw_up((const char *const[]){"run.integrator=gear", NULL});
}

// In the thick of a bed: what is read and written back changes no bit, even by ids in another order.
static void write_back(const char *const *settings)
{
    const scene *s = scene_find("bed");
    scree_world *w = world_of(s->text, settings, 1), *twin = world_of(s->text, settings, 1);
    scree_frame *f = scree_frame_create();
    scree_view id, v;
    REQUIRE(w && twin && f);
    CHECK(scree_world_step(w, 100, NULL) == SCREE_OK &&
          scree_world_step(twin, 100, NULL) == SCREE_OK);
    REQUIRE(!scree_frame_take(f, w, NULL) && !scree_frame_column(f, SCREE_BALLS, "id", &id, NULL) &&
            !scree_frame_column(f, SCREE_BALLS, "velocity", &v, NULL));
    int64_t *ids = malloc((size_t)id.rows * sizeof *ids);
    double *values = malloc((size_t)id.rows * 3 * sizeof *values);
    REQUIRE(ids && values);
    for (int64_t i = 0; i < id.rows; i++) {
        ids[i] = ((const int64_t *)id.data)[id.rows - 1 - i];
        memcpy(values + 3 * i, number(&v, id.rows - 1 - i), 3 * sizeof *values);
    }
    CHECK(scree_world_write(w, "velocity", ids, values, id.rows, NULL) == SCREE_OK);
    CHECK(hash_of(w) == hash_of(twin));
    values[0] += 0.01;
    CHECK(scree_world_write(w, "velocity", ids, values, 1, NULL) == SCREE_OK);
    CHECK(hash_of(w) != hash_of(twin));
    free(ids);
    free(values);
    scree_frame_destroy(f);
    scree_world_destroy(w);
    scree_world_destroy(twin);
}

TEST(writing_back_changes_nothing)
{
    write_back(NULL);
    write_back((const char *const[]){"run.integrator=gear", NULL});
}

static double seconds_to_write(scree_world *w, const int64_t *ids, const double *values,
                               int64_t count)
{
    const clock_t start = clock();
    CHECK(scree_world_write(w, "velocity", ids, values, count, NULL) == SCREE_OK);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

// In which order ids are given changes no bit, and makes nobody wait: it took the square of their number.
TEST(writing_in_any_order_takes_as_long)
{
    enum { SIDE = 40, GRAINS = SIDE * SIDE * SIDE };
    static const char text[] =
        "scree: 1\ngravity: 0\ndomain: {low: [0, 0, 0], high: [40 cm, 40 cm, 40 cm]}\n"
        "materials: {soft: {density: 1000 kg/m^3, young: 1 MPa, poisson: 0.2}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
        "shapes: {ball: {ball: {radius: 3 mm}}}\n"
        "grains: [{name: all, shape: ball, material: soft, packing: {law: lattice, spacing: [1 cm, "
        "1 cm, 1 cm]}}]\nrun: {steps: 10, step: 1 us}\n";
    scree_world *up = world_of(text, NULL, 1), *down = world_of(text, NULL, 1);
    int64_t *ids = malloc(GRAINS * sizeof *ids);
    double *values = malloc(3 * GRAINS * sizeof *values);
    REQUIRE(up && down && ids && values);
    REQUIRE(scree_world_grain_count(up) == GRAINS);
    CHECK(!scree_world_step(up, 1, NULL) && !scree_world_step(down, 1, NULL));
    for (int64_t i = 0; i < GRAINS; i++) {
        ids[i] = GRAINS - 1 - i;
        for (int axis = 0; axis < 3; axis++)
            values[3 * i + axis] = 1e-3 * (double)(ids[i] % 97 + axis);
    }
    const double backward = seconds_to_write(down, ids, values, GRAINS);
    for (int64_t i = 0; i < GRAINS; i++) {
        ids[i] = i;
        for (int axis = 0; axis < 3; axis++)
            values[3 * i + axis] = 1e-3 * (double)(ids[i] % 97 + axis);
    }
    const double forward = seconds_to_write(up, ids, values, GRAINS);
    CHECK_MSG(backward < 1 + 10 * forward, "%g s backward, %g s forward", backward, forward);
    CHECK(hash_of(up) == hash_of(down));
    CHECK(!scree_world_step(up, 2, NULL) && !scree_world_step(down, 2, NULL));
    CHECK(hash_of(up) == hash_of(down));
    free(ids);
    free(values);
    scree_world_destroy(up);
    scree_world_destroy(down);
}

static void refused(scree_world *w, const char *column, const int64_t *ids, const double *values,
                    int64_t count, const char *words)
{
    scree_error e = {0};
    uint64_t before = hash_of(w);
    CHECK(scree_world_write(w, column, ids, values, count, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, words);
    CHECK(*e.where && *e.hint);
    CHECK(hash_of(w) == before);
}

TEST(bad_writing_changes_nothing)
{
    scree_world *w = world_of(scene_find("slope")->text, NULL, 1),
                *flat = world_of(scene_find("disks")->text, NULL, 1);
    REQUIRE(w && flat);
    const int64_t last =
        scree_world_grain_count(w) + 1; // two walls before the grains, the fixed ones first
    const double good[6] = {1, 2, 3, 4, 5, 6}, bad[6] = {1, 2, 3, 0, NAN, 0},
                 fast[6] = {1, 2, 3, 0, -1e15, 0};
    refused(w, "position", NULL, good, 1, "only velocity and spin");
    refused(w, "velocity", (int64_t[]){last, last}, good, 2, "stands twice");
    refused(w, "velocity", (int64_t[]){last, 2}, good, 2, "is fixed");
    refused(w, "velocity", (int64_t[]){last, 1}, good, 2, "is not there");
    refused(w, "velocity", (int64_t[]){last, last + 1}, good, 2, "is not there");
    refused(w, "velocity", (int64_t[]){last, INT64_MAX}, good, 2, "is not there");
    refused(w, "spin", (int64_t[]){last, last - 1}, bad, 2, "not a number");
    refused(w, "velocity", (int64_t[]){last, last - 1}, fast, 2, "would be faster than 1e15 m/s");
    refused(w, "spin", (int64_t[]){last, last - 1}, fast, 2, "would spin faster than 1e15 rad/s");
    refused(w, "velocity", NULL, good, 2, "2 values for");
    refused(w, "velocity", NULL, good, -1, "-1 values for");
    refused(flat, "velocity", (int64_t[]){10}, good, 1, "leave the plane");
    refused(flat, "spin", (int64_t[]){10}, good, 1, "leave the plane");
    CHECK(scree_world_write(w, "velocity", (int64_t[]){last}, good, 1, NULL) == SCREE_OK);
    scree_world_destroy(w);
    scree_world_destroy(flat);
}

// What is not refused can be saved and resumed, also where a grain turns round at full speed.
TEST(the_fastest_writing_can_be_resumed)
{
    scree_case *c;
    scree_world *w = NULL;
    scree_world *again = NULL;
    scree_error e = {0};
    REQUIRE(scree_case_parse(scene_find("slope")->text, "case.yaml", NULL, &c, &e) == SCREE_OK);
    REQUIRE(scree_world_create(c, 1, &w, &e) == SCREE_OK);
    CHECK(scree_world_step(w, 3, &e) == SCREE_OK);
    const int64_t last = scree_world_grain_count(w) + 1;
    const double forth[3] = {9.9e14, 0, 0}, back[3] = {-9.9e14, 0, 0};
    CHECK(scree_world_write(w, "velocity", &last, forth, 1, &e) == SCREE_OK);
    CHECK(scree_world_write(w, "velocity", &last, back, 1, &e) == SCREE_OK);
    CHECK(scree_world_save(w, "fast.scree", &e) == SCREE_OK);
    CHECK_MSG(scree_world_load(c, "fast.scree", 1, &again, &e) == SCREE_OK, "%s", e.what);
    scree_world_destroy(again);
    scree_world_destroy(w);
    scree_case_destroy(c);
}

// ---- cases

TEST(all_faults_with_line_and_column)
{
    static const char text[] =
        "scree: 1\ngravity: [0, 0, -9.81 m]\nmaterials: {glass: {densty: 2500 kg/m^3}}\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}\nrun: {duration: -1 s}\n";
    scree_case *c;
    scree_world *w;
    scree_error e;
    CHECK(scree_case_parse(text, "bad.yaml", NULL, &c, &e) == SCREE_BAD_INPUT);
    REQUIRE(c);
    CHECK_HAS(e.where, "bad.yaml:2:");
    CHECK_STR(scree_case_fault(c, 0)->what, e.what);
    int faults = 0, typo = 0, duration = 0;
    for (; scree_case_fault(c, faults); faults++) {
        const scree_error *is = scree_case_fault(c, faults);
        typo += !strcmp(is->where, "bad.yaml:3:21") && strstr(is->what, "densty") &&
                strstr(is->hint, "density");
        duration += !strcmp(is->where, "bad.yaml:5:17");
    }
    CHECK(faults >= 3 && typo == 1 && duration == 1);
    CHECK(scree_case_fault(c, -1) == NULL);
    CHECK(scree_world_create(c, 1, &w, &e) == SCREE_BAD_INPUT && !w);
    CHECK_HAS(e.what, "has faults");
    scree_case_destroy(c);
}

// What a case that is fine has to remark: a name that nothing asks for.
TEST(notes_of_a_case)
{
    scree_case *c = NULL;
    scree_error e = {0};
    char text[2000];
    CHECK(scree_case_parse(ball_text, "ball.yaml", NULL, &c, &e) == SCREE_OK);
    CHECK(scree_case_note(c, 0) == NULL);
    CHECK(scree_case_note(c, -1) == NULL);
    scree_case_destroy(c);
    snprintf(text, sizeof text, "%slet: {unused: 1 mm}\n", ball_text);
    CHECK(scree_case_parse(text, "ball.yaml", NULL, &c, &e) == SCREE_OK);
    const scree_error *note = scree_case_note(c, 0);
    REQUIRE(note);
    CHECK_HAS(note->what, "unused");
    CHECK_HAS(note->where, "ball.yaml:");
    CHECK(scree_case_note(c, 1) == NULL);
    scree_case_destroy(c);
}

TEST(settings_are_read_like_those_of_the_program)
{
    const char *const good[] = {"run.duration=0.3 s", "materials.stuff.young=1 GPa", NULL};
    const char *const bad[] = {"run.duration", "=3", "run.duraton=1 s", NULL};
    scree_case *c;
    scree_error e;
    scree_world *w = world_of(ball_text, good, 1);
    REQUIRE(w);
    CHECK(scree_world_last_step(w) == 15000);
    CHECK(scree_case_parse(ball_text, "x", bad, &c, &e) == SCREE_BAD_INPUT && c);
    CHECK_HAS(scree_case_fault(c, 0)->what, "'run.duration' is not KEY=VALUE");
    CHECK_HAS(scree_case_fault(c, 1)->what, "'=3' is not KEY=VALUE");
    CHECK_HAS(scree_case_fault(c, 2)->hint, "duration");
    scree_case_destroy(c);
    scree_world_destroy(w);
}

TEST(files_and_threads)
{
    const char *path = SCREE_SOURCE_DIR "/examples/02-settling/case.yaml";
    scree_case *c;
    scree_world *w;
    scree_error e;
    CHECK(scree_case_read("no-such.yaml", NULL, &c, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.where, "no-such.yaml");
    CHECK_HAS(e.what, "cannot be read");
    scree_case_destroy(c);
    REQUIRE(scree_case_read(path, NULL, &c, &e) == SCREE_OK);
    CHECK(scree_case_fault(c, 0) == NULL);
    CHECK(scree_world_create(c, -1, &w, &e) == SCREE_BAD_INPUT && !w);
    CHECK_HAS(e.what, "-1 threads");
    scree_case_destroy(c);
    scree_case_destroy(NULL);
    scree_world_destroy(NULL);
    scree_frame_destroy(NULL);
}

TEST(names_and_domain)
{
    scree_world *w = world_of(scene_find("mixture")->text, NULL, 1);
    double low[3], high[3];
    int periodic[3];
    REQUIRE(w);
    CHECK_STR(scree_world_name(w, SCREE_MATERIAL_NAMES, 1), "steel");
    CHECK_STR(scree_world_name(w, SCREE_SET_NAMES, 2), "c");
    CHECK_STR(scree_world_name(w, SCREE_SHAPE_NAMES, 0), "bead");
    CHECK_STR(scree_world_name(w, SCREE_WALL_NAMES, 0), "domain-z-low");
    CHECK(!scree_world_name(w, SCREE_MATERIAL_NAMES, 3) &&
          !scree_world_name(w, SCREE_WALL_NAMES, 2));
    CHECK(!scree_world_name(w, SCREE_SET_NAMES, -1));
    scree_world_domain(w, low, high, periodic);
    CHECK(low[0] == 0 && high[0] == 0.1 && high[2] == 0.2 && periodic[0] && periodic[1] &&
          !periodic[2]);
    scree_world_destroy(w);
}

// A grain that leaves the domain: the step says who and where, and the world is at its end.
TEST(a_lost_grain_is_told)
{
    const char *const away[] = {"run.duration=5 s", NULL};
    scree_world *w = world_of(ball_text, away, 1);
    scree_frame *f = scree_frame_create();
    scree_error e;
    REQUIRE(w && f);
    CHECK(scree_world_step_until(w, INFINITY, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_step(w, -1, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_step_until(w, 5, &e) == SCREE_DIVERGED);
    CHECK_HAS(e.what, "leaves the domain");
    CHECK_NEAR(scree_world_time(w), 1, 1e-4);
    CHECK(scree_frame_take(f, w, &e) == SCREE_OK);
    CHECK_NEAR(seen(f, SCREE_BALLS, "position")[0], 1, 1e-4);
    scree_frame_destroy(f);
    scree_world_destroy(w);
}

TEST_MAIN

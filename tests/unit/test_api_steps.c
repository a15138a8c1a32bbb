// test_api_steps.c - steps of the public C interface: stopped on request, and taken on both sides of a fork.
#include "harness.h"
#include "support/scenes.h"

#include <scree/scree.h>

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

typedef struct patience {
    int asked, most;
    int64_t last; // step when it was asked
} patience;

static int lose_patience(void *context, const scree_world *w)
{
    patience *p = context;
    p->last = scree_world_steps(w);
    return ++p->asked >= p->most;
}

static int step_meanwhile(void *context, const scree_world *w)
{
    scree_error e = {0};
    CHECK(scree_world_step(context, 1, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "in the middle of steps cannot take steps");
    (void)w;
    return 0;
}

TEST(who_is_asked_takes_no_steps)
{
    scree_error e = {0};
    scree_world *w = world_of(ball_text, NULL, 1);
    REQUIRE(w);
    scree_world_watch(w, step_meanwhile, w);
    CHECK(scree_world_step(w, 100, &e) == SCREE_OK);
    CHECK(scree_world_steps(w) == 100);
    scree_world_destroy(w);
}

TEST(steps_can_be_stopped)
{
    scree_error e = {0};
    uint64_t hash[2];
    patience p = {0, 3, 0};
    const int64_t steps = 3000;
    scree_world *w = world_of(ball_text, NULL, 1);
    scree_world *plain = world_of(ball_text, NULL, 1);
    REQUIRE(w && plain);
    CHECK(scree_world_step(plain, steps, &e) == SCREE_OK);
    scree_world_watch(w, lose_patience, &p);
    CHECK(scree_world_step(w, steps, &e) == SCREE_STOPPED);
    CHECK(e.status == SCREE_STOPPED && *e.what && *e.hint);
    CHECK(p.asked == 3 && p.last == scree_world_steps(w) && p.last >= 3 && p.last < steps);
    p.most = INT32_MAX;
    CHECK(scree_world_step(w, steps - p.last, &e) == SCREE_OK);
    CHECK(p.asked > 3);
    const int asked = p.asked;
    CHECK(scree_world_hash(w, &hash[0], &e) == SCREE_OK &&
          scree_world_hash(plain, &hash[1], &e) == SCREE_OK);
    CHECK(hash[0] == hash[1] && scree_world_steps(w) == steps);
    scree_world_watch(w, NULL, NULL);
    CHECK(scree_world_step(w, 10, &e) == SCREE_OK && p.asked == asked);
    scree_world_destroy(w);
    scree_world_destroy(plain);
}

// In one step a stream sends so many grains that it takes long.
static const char crowd_text[] =
    "scree: 1\n"
    "gravity: [0, 0, -10 m/s^2]\n"
    "domain: {low: [-2 m, -2 m, -2 m], high: [2 m, 2 m, 2 m]}\n"
    "materials: {stuff: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m}, tangential: none}}\n"
    "shapes: {ball: {ball: {radius: 20 mm}}, bead: {ball: {radius: 10 mm}}}\n"
    "streams:\n"
    "  - {name: crowd, shape: ball, material: stuff, low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 "
    "m],\n"
    "     rate: 1e9 /s, count: 6000}\n"
    "  - {name: few, shape: bead, material: stuff, low: [-2 m, -2 m, 1.1 m], high: [2 m, 2 m, 1.9 "
    "m], rate: 1e6 /s, "
    "count: 40}\n"
    "removals: [{name: drain, low: [-2 m, -2 m, -2 m], high: [2 m, 2 m, -0.5 m], every: 20 us}]\n"
    "run: {duration: 1 ms, step: 20 us}\n";

typedef struct crowded {
    int asked, inside;
    int64_t step; // at which the call began
} crowded;

// Every time in the middle of the step.
static int stop_in_a_crowd(void *context, const scree_world *w)
{
    crowded *c = context;
    c->asked++;
    if (scree_world_steps(w) > c->step)
        return 0;
    c->inside++;
    return 1;
}

static scree_world *saved_and_loaded(scree_world *w)
{
    scree_error e = {0};
    scree_case *c = NULL;
    scree_world *copy = NULL;
    char path[] = "crowd-XXXXXX";
    const int file = mkstemp(path);
    if (!CHECK(file >= 0))
        return NULL;
    close(file);
    CHECK_MSG(!scree_world_save(w, path, &e), "%s: %s", e.where, e.what);
    CHECK(!scree_case_parse(crowd_text, "case.yaml", NULL, &c, &e));
    CHECK_MSG(!scree_world_load(c, path, 1, &copy, &e), "%s: %s", e.where, e.what);
    scree_case_destroy(c);
    char previous[64];
    snprintf(previous, sizeof previous, "%s.previous", path);
    remove(path);
    remove(previous);
    return copy;
}

TEST(a_long_insertion_can_be_stopped)
{
    scree_error e = {0};
    uint64_t hash[3];
    scree_world *copy = NULL;
    crowded c = {0, 0, 0};
    scree_world *w = world_of(crowd_text, NULL, 1), *plain = world_of(crowd_text, NULL, 1);
    REQUIRE(w && plain);
    CHECK(scree_world_step(plain, 12, &e) == SCREE_OK);
    scree_world_watch(w, stop_in_a_crowd, &c);
    while (scree_world_steps(w) < 12) {
        c.step = scree_world_steps(w);
        const scree_status status = scree_world_step(w, 1, &e);
        if (status == SCREE_OK)
            continue;
        CHECK(status == SCREE_STOPPED && scree_world_steps(w) == c.step);
        if (c.inside == 2)
            copy = saved_and_loaded(w);
    }
    CHECK_MSG(c.inside >= 2, "asked %d times, %d of them within a step", c.asked, c.inside);
    CHECK(scree_world_hash(w, &hash[0], &e) == SCREE_OK &&
          scree_world_hash(plain, &hash[1], &e) == SCREE_OK);
    CHECK(hash[0] == hash[1]);
    CHECK(copy && !scree_world_step(copy, 12 - scree_world_steps(copy), &e) &&
          !scree_world_hash(copy, &hash[2], &e));
    CHECK(hash[2] == hash[1]); // a copy from the middle goes on alike
    scree_world_destroy(copy);
    scree_world_destroy(w);
    scree_world_destroy(plain);
}

// What a child computes, or 0; it ends by an alarm where a thread that is not there is waited for.
static uint64_t hash_of_child(scree_world *inherited, const char *text)
{
    int channel[2];
    uint64_t hash = 0;
    if (pipe(channel))
        return 0;
    const pid_t child = fork();
    if (child == 0) {
        scree_error e;
        uint64_t mine = 0;
        alarm(60);
        scree_world *w = world_of(text, NULL, 1);
        bool good = w && !scree_world_step(w, 40, &e) && !scree_world_step(inherited, 40, &e) &&
                    !scree_world_hash(w, &mine, &e) && !scree_world_hash(inherited, &hash, &e) &&
                    mine == hash;
        scree_world_destroy(w);
        if (!good)
            mine = 0;
        _exit(write(channel[1], &mine, sizeof mine) != sizeof mine);
    }
    close(channel[1]);
    if (read(channel[0], &hash, sizeof hash) != sizeof hash)
        hash = 0;
    close(channel[0]);
    waitpid(child, NULL, 0);
    return hash;
}

TEST(a_child_process_goes_on_with_one_thread)
{
    const char *text = scene_find("bed")->text;
    scree_error e;
    uint64_t hash = 0;
    scree_world *threads = world_of(text, NULL, 3);
    scree_world *one = world_of(text, NULL, 1);
    REQUIRE(threads && one);
    CHECK(scree_world_step(threads, 20, &e) == SCREE_OK); // threads are there now
    const uint64_t of_child = hash_of_child(one, text);
    CHECK(scree_world_step(threads, 20, &e) == SCREE_OK);
    CHECK(scree_world_hash(threads, &hash, &e) == SCREE_OK);
    CHECK(of_child == hash);
    scree_world_destroy(threads);
    scree_world_destroy(one);
}

// Steps go from stage to stage, to a time too where a stage changes their length.
TEST(steps_go_through_stages)
{
    const char *const settings[] = {
        "stages=[{name: fall, until: 10 ms}, {name: rise, until: 10 ms, "
        "set: {gravity: [0, 0, 10 m/s^2], run.step: 10 us}}]",
        NULL};
    scree_error e = {0};
    int over = 1;
    scree_world *w = world_of(ball_text, settings, 1);
    scree_world *other = world_of(ball_text, settings, 1);
    REQUIRE(w && other);
    CHECK(!strcmp(scree_world_stage(w, &over), "fall") && !over);
    CHECK(scree_world_step(w, 1500, &e) == SCREE_OK && scree_world_steps(w) == 1500);
    CHECK(!strcmp(scree_world_stage(w, &over), "rise") && over);
    CHECK(scree_world_step_until(other, 0.02, &e) == SCREE_OK && scree_world_steps(other) == 1500);
    uint64_t hash[2];
    CHECK(scree_world_hash(w, &hash[0], &e) == SCREE_OK &&
          scree_world_hash(other, &hash[1], &e) == SCREE_OK && hash[0] == hash[1]);
    CHECK(scree_world_step(w, 1, &e) == SCREE_OK); // one may go on
    scree_world_destroy(w);
    scree_world_destroy(other);
    w = world_of(ball_text, NULL, 1);
    REQUIRE(w);
    CHECK(!scree_world_stage(w, NULL));
    scree_world_destroy(w);
}

TEST_MAIN

// label: sanitize, limit: 300 s
// test_same_bits.c - one state hash per scene, whatever the threads, the vector width, the skin, and whoever looks.
#include "harness.h"
#include "support/scenes.h"

// One hash of a scene after its steps, looked at every `look` steps (0: never); `contacts`, unless NULL, gets their
// number at the end.
static uint64_t life(const scene *s, world_options o, int steps, int look, int64_t *contacts)
{
    sim a;
    uint64_t hash = 0;
    if (!sim_open(&a, s->text, NULL, 0, &o))
        return 0;
    bool ok = true;
    for (int done = 0; ok && done < steps;) {
        int n = look > 0 && look < steps - done ? look : steps - done;
        ok = sim_step(&a, n);
        done += n;
        if (!ok || look == 0)
            continue;
        frame f = sim_frame(&a);
        image im = {0};
        scree_error e = {0};
        ok = (done / look) % 2 ? world_image(a.w, &im, &e) == SCREE_OK : f.ball.count > 0;
        image_clear(&im);
        frame_clear(&f);
    }
    if (ok)
        hash = sim_hash(&a);
    if (ok && contacts)
        *contacts = world_pulse_of(a.w).contacts;
    sim_close(&a);
    return hash;
}

// The plain run: one thread, widest kernel, automatic skin, nobody looks.
typedef struct plain_life {
    uint64_t hash;
    int64_t contacts;
} plain_life;

static plain_life plain(int i)
{
    static plain_life known[64];
    plain_life *own = &known[i];
    if (!own->hash)
        own->hash = life(&scenes[i], options_of(1, 0, 0), scenes[i].steps, 0, &own->contacts);
    return *own;
}

// A scene in which hardly anything touches tests nothing.
TEST(scenes_run)
{
    for (int i = 0; i < scene_count; i++) {
        const plain_life own = plain(i);
        CHECK_MSG(own.hash != 0, "%s does not run", scenes[i].name);
        CHECK_MSG(own.contacts >= 4 || scenes_are_short, "%s has %lld contacts at its end",
                  scenes[i].name, (long long)own.contacts);
    }
}

// Every second variant of a scene is looked at in quick tests, and every fourth under sanitizers.
static bool left_out(int scene, int variant)
{
    return !harness_takes(scene + variant);
}

// Each value of each factor stands in a row; rows change several at once, because a life costs as much as the scene. A
// row that fails is taken apart by hand: one factor after the other.
typedef struct variant {
    const char *name;
    int threads;
    int width; // the how manyth of the widths below the widest, narrow ones first
    double skin;
    int look; // at every so manyth step; 0: never
} variant;

static const variant variants[] = {
    {"two threads, the narrowest vectors, a thin skin", 2, 0, 0.15e-3, 0},
    {"three threads, the second width, a thick skin, looked at", 3, 1, 4e-3, 5},
    {"two threads, the third width, looked at", 2, 2, 1e-3, 5},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

TEST(threads_vectors_skins_and_looks)
{
    int width[4], narrower = widths_here(width) - 1;
    CHECK(narrower >= 0);
    for (int i = 0; i < scene_count; i++)
        for (int k = 0; k < VARIANTS; k++) {
            const variant *v = &variants[k];
            const int lanes = v->width < narrower ? width[v->width] : 0;
            if (left_out(i, k))
                continue;
            CHECK_MSG(life(&scenes[i], options_of(v->threads, lanes, v->skin), scenes[i].steps,
                           v->look, NULL) == plain(i).hash,
                      "%s with %s", scenes[i].name, v->name);
        }
}

TEST(looked_at_in_every_step)
{
    const scene *s = scene_find("mesh");
    const world_options o = options_of(1, 0, 0);
    CHECK(life(s, o, 150, 1, NULL) == life(s, o, 150, 0, NULL));
}

// The ledger only keeps books: bodies move as they do without it.
static bool body_columns_equal(const image *x, const image *y)
{
    bool same = true;
    for (int i = 0; i < x->count; i++) {
        const image_column *c = &x->column[i];
        if (strncmp(c->name, "body/", 5) != 0)
            continue;
        const image_column *d = image_find(y, c->name, c->type, c->width);
        same = CHECK_MSG(d && d->rows == c->rows &&
                             !memcmp(c->data, d->data,
                                     (size_t)c->rows * (size_t)c->width * image_type_size(c->type)),
                         "%s", c->name) &&
               same;
    }
    return same;
}

TEST(ledger_changes_nothing)
{
    static const char *const names[] = {
        "rolling",  "mesh",   "mixture",           "course",
        "outlines", "solids", "nonsmooth-stirred", "nonsmooth-solids"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const scene *s = scene_find(names[i]);
        image im[2] = {{0}, {0}};
        for (int on = 0; on < 2; on++) {
            sim a;
            scree_error e;
            const case_override set = {"run.ledger", on ? "true" : "false"};
            REQUIRE(sim_open(&a, s->text, &set, 1, NULL));
            CHECK(sim_step(&a, s->steps) && world_image(a.w, &im[on], &e) == SCREE_OK);
            sim_close(&a);
        }
        CHECK_MSG(body_columns_equal(&im[0], &im[1]), "%s", names[i]);
        image_clear(&im[0]);
        image_clear(&im[1]);
    }
}

TEST_MAIN

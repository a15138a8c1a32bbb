// label: sanitize
// test_saved.c - what is saved is what the next step needs, no more: everything else that a world holds (second
// buffers, lists, geometry of wall contacts, scratch) can be overwritten with nonsense between steps, and nothing saved
// can be left out.
#include "harness.h"
#include "support/scenes.h"
#include "support/network_of.h"

#include <math.h>
#include <stdlib.h>

static void scribble_network(ns_solver *ns)
{
    if (ns->movers.body)
        memset(ns->movers.body, 0x5a, (size_t)ns->movers.room * sizeof *ns->movers.body);
    if (ns->network.contact)
        memset(ns->network.contact, 0x5a,
               (size_t)ns->network.contact_room * sizeof *ns->network.contact);
    for (int64_t i = 0; i < ns->order.block_room; i++)
        if (ns->order.block[i].column)
            memset(ns->order.block[i].column, 0x5a,
                   (size_t)ns->order.block[i].column_room * sizeof(double));
}

// Overwrites all that state/columns.h and the image do not call saved. Lists are told to be built anew, as after a
// restart.
static void scribble(world *w)
{
    bodies *o = &w->part->body;
    size_t n = (size_t)o->count;
    memset(o->position[1 - o->now], 0x5a, n * sizeof(rec4));
    memset(o->velocity[1 - o->now], 0x5a, n * sizeof(rec4));
    memset(o->spin[1 - o->now], 0x5a, n * sizeof(rec4));
    memset(o->hold, 0x5a, n * sizeof(rec4));
    w->part->stepping.moved = INFINITY;
    w->part->list.disordered = true;
    for (int i = 0; i < w->part->list.blocks; i++) {
        block *b = &w->part->list.block[i];
        for (int k = 0; k < b->buckets; k++)
            for (int c = 0; b->bucket[k].kind == BUCKET_WALLS && c < WALL_COLUMNS; c++)
                for (int32_t j = 0; j < b->bucket[k].count; j++)
                    b->bucket[k].geometry[c][j] = -3.75;
    }
    if (w->shared->solver == &nonsmooth_solver)
        scribble_network(network_of(w));
    for (int t = 0; t < w->shared->threads; t++)
        if (w->part->scratch[t].lines)
            memset(w->part->scratch[t].lines, 0x5a,
                   (size_t)w->part->scratch[t].line_room * sizeof(double));
}

TEST(what_is_not_saved_does_not_matter)
{
    for (int i = 0; i < scene_count; i++) {
        sim a, b;
        if (!harness_takes(i))
            continue;
        REQUIRE(sim_open(&a, scenes[i].text, NULL, 0, NULL) &&
                sim_open(&b, scenes[i].text, NULL, 0, NULL));
        bool good = true;
        for (int k = 0; good && k < 6; k++) {
            good = CHECK(sim_step(&a, scenes[i].steps / 6) && sim_step(&b, scenes[i].steps / 6));
            good = good && CHECK_MSG(sim_hash(&a) == sim_hash(&b), "%s after %d steps",
                                     scenes[i].name, (k + 1) * scenes[i].steps / 6);
            scribble(b.w);
        }
        sim_close(&a);
        sim_close(&b);
    }
}

// A copy of an image without one column, or with one number of it changed.
static bool spoil(const image *im, int skip, bool drop, image *out)
{
    for (int i = 0; i < im->count; i++) {
        const image_column *c = &im->column[i];
        if (i == skip && drop)
            continue;
        void *data =
            image_add(out, c->name, (image_shape){c->type, c->rows, c->width}, c->unit, c->doc);
        if (!data)
            return false;
        size_t size = (size_t)c->rows * (size_t)c->width * image_type_size(c->type);
        memcpy(data, c->data, size);
        if (i == skip && c->type == IMAGE_F64 && size)
            ((double *)data)[0] += 1e-3 * fabs(((double *)data)[0]) + 1e-9;
    }
    return true;
}

// Without any one column a restart is refused by its name.
TEST(every_saved_column_is_asked_for)
{
    static const char *const names[] = {"stirred",         "rolling", "stream",
                                        "leaping",         "geared",  "nonsmooth-stirred",
                                        "nonsmooth-solids"};
    for (int i = 0; i < 7; i++) {
        const scene *s = scene_find(names[i]);
        sim a;
        image im = {0};
        scree_error e;
        world_options o = options_of(1, 0, 0);
        REQUIRE(sim_open(&a, s->text, NULL, 0, NULL));
        CHECK(sim_step(&a, 50) && world_image(a.w, &im, &e) == SCREE_OK);
        for (int k = 0; k < im.count; k++) {
            if (!strncmp(im.column[k].name, "case/", 5))
                continue; // no part of the state
            sim b;
            image part = {0};
            memset(&e, 0, sizeof e);
            REQUIRE(spoil(&im, k, true, &part) && sim_read(&b, s->text, NULL, 0));
            CHECK_MSG(world_restore(&b.m, &o, &part, &b.w, &e) == SCREE_BAD_INPUT && e.what[0] &&
                          e.hint[0],
                      "%s without %s is taken", names[i], im.column[k].name);
            image_clear(&part);
            sim_close(&b);
        }
        image_clear(&im);
        sim_close(&a);
    }
}

// What a law keeps in another number of columns was written by another version: taken column by column it would be
// another contact.
TEST(laws_that_kept_other_numbers_are_refused)
{
    const scene *s = scene_find("bed");
    sim a;
    sim b;
    image im = {0};
    scree_error e = {0};
    world_options o = options_of(1, 0, 0);
    REQUIRE(sim_open(&a, s->text, NULL, 0, NULL) && sim_read(&b, s->text, NULL, 0));
    CHECK(sim_step(&a, 300) && world_image(a.w, &im, &e) == SCREE_OK);
    for (int i = 0; i < im.count; i++)
        if (!strcmp(im.column[i].name, "contact/layout"))
            // the last number of each row is the width of what a contact keeps, its last part the law's
            for (int64_t row = 1; row <= im.column[i].rows; row++)
                ((int64_t *)im.column[i].data)[row * im.column[i].width - 1]--;
    CHECK(world_restore(&b.m, &o, &im, &b.w, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "contact/layout");
    CHECK_HAS(e.what, "a law keeps");
    CHECK_HAS(e.hint, "version");
    for (int i = 0; i < im.count; i++)
        if (!strcmp(im.column[i].name, "contact/key") ||
            !strcmp(im.column[i].name, "contact/history"))
            im.column[i].rows = 0; // without contacts nothing is kept
    sim c;
    REQUIRE(sim_read(&c, s->text, NULL, 0));
    CHECK_MSG(sim_restore(&c, &im, NULL), "a state without contacts is refused");
    image_clear(&im);
    sim_close(&c);
    sim_close(&a);
    sim_close(&b);
}

// A change of one number in any of these columns changes the grains a few steps later.
static void spoil_each(const scene *s, const char *const *columns)
{
    sim a;
    image im = {0};
    scree_error e;
    world_options o = options_of(1, 0, 0);
    REQUIRE(sim_open(&a, s->text, NULL, 0, NULL));
    CHECK(sim_step(&a, 50) && world_image(a.w, &im, &e) == SCREE_OK && sim_step(&a, 5));
    uint64_t truth = sim_hash(&a);
    for (int k = 0; columns[k]; k++) {
        int at = -1;
        for (int i = 0; i < im.count; i++)
            if (!strcmp(im.column[i].name, columns[k]))
                at = i;
        sim b;
        image other = {0};
        REQUIRE(at >= 0 && spoil(&im, at, false, &other) && sim_read(&b, s->text, NULL, 0));
        if (CHECK(sim_restore(&b, &other, &o)))
            CHECK_MSG(sim_step(&b, 5) && sim_hash(&b) != truth, "%s does not matter", columns[k]);
        image_clear(&other);
        sim_close(&b);
    }
    image_clear(&im);
    sim_close(&a);
}

// What could not be read back is no snapshot: the older one stays, and the world goes no further.
TEST(a_state_that_cannot_be_read_is_not_saved)
{
    static const char *const names[] = {"rolling", "nonsmooth-solids"};
    for (int i = 0; i < 2; i++) {
        sim s;
        image im = {0};
        scree_error error = {0};
        REQUIRE(sim_open(&s, scene_find(names[i])->text, NULL, 0, NULL) && sim_step(&s, 50));
        part *part = s.w->part;
        part->body.spin[part->body.now][3].v[1] = NAN;
        CHECK(world_image(s.w, &im, &error) == SCREE_DIVERGED && im.count == 0);
        CHECK_HAS(error.where, "step 50");
        CHECK_HAS(error.what, "no snapshot can hold this state: body/spin, row");
        CHECK_HAS(error.what, "no finite number");
        CHECK(world_spent(s.w) && world_step(s.w, 1, &error) == SCREE_DIVERGED);
        CHECK_HAS(error.what, "no snapshot can hold this state");
        sim_close(&s);
    }
}

TEST(what_is_saved_matters)
{
    static const char *const columns[][6] = {
        {"body/position", "body/velocity", "body/spin", "body/orientation", "contact/history"},
        {"body/centre", "body/drift", "body/turning", "body/rate", "body/orientation"},
        {"body/centre", "body/path", "body/swing", "body/orientation"},
        {"body/centre", "body/drift", "body/turning", "contact/impulse"}};
    static const char *const names[] = {"rolling", "leaping", "geared", "nonsmooth-solids"};
    for (int i = 0; i < 4; i++)
        spoil_each(scene_find(names[i]), columns[i]);
}

TEST_MAIN

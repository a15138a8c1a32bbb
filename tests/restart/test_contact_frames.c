// test_contact_frames.c - what a frame tells of contacts is the same, line for line, after a restart, also where a
// grain has several contacts with one wall or one other grain. label: sanitize
#include "harness.h"
#include "support/scenes.h"

#include <string.h>

// How many contacts have the bodies of the one before them.
static int64_t repeated(const frame *f)
{
    int64_t found = 0;
    for (int64_t i = 1; i < f->contact.count; i++)
        found += f->contact.a[i] == f->contact.a[i - 1] && f->contact.b[i] == f->contact.b[i - 1];
    return found;
}

static void equal_frames(sim *run, sim *resumed, const char *name, int step)
{
    frame here = sim_frame(run);
    frame there = sim_frame(resumed);
    const size_t count = (size_t)here.contact.count;
    if (CHECK_MSG(here.contact.count == there.contact.count, "%s, step %d: %lld and %lld contacts",
                  name, step, (long long)here.contact.count, (long long)there.contact.count)) {
#define EQUAL(column, type, unit, doc)                                                             \
    CHECK_MSG(!memcmp(here.contact.column, there.contact.column, count * sizeof(type)),            \
              "%s, step %d: %s", name, step, #column);
        if (count > 0) {
            FRAME_CONTACTS(EQUAL)
        }
    }
    frame_clear(&here);
    frame_clear(&there);
}

// Frames at the restart and some steps later; returns how many contacts share their bodies with another.
static int64_t restarted(const char *name, int before)
{
    const scene *scene = scene_find(name);
    const case_override fewer = {"run.ledger", "false"};
    sim run, resumed;
    image im = {0};
    scree_error error;
    if (!CHECK(sim_open(&run, scene->text, &fewer, 1, NULL) &&
               sim_read(&resumed, scene->text, &fewer, 1)))
        return 0;
    int64_t shared = 0;
    CHECK(sim_step(&run, before) && world_image(run.w, &im, &error) == SCREE_OK);
    if (CHECK(sim_restore(&resumed, &im, NULL))) {
        frame f = sim_frame(&run);
        shared = repeated(&f);
        frame_clear(&f);
        equal_frames(&run, &resumed, name, 0);
        CHECK(sim_step(&run, 25) && sim_step(&resumed, 25));
        equal_frames(&run, &resumed, name, 25);
    }
    image_clear(&im);
    sim_close(&run);
    sim_close(&resumed);
    return shared;
}

TEST(contacts_come_in_one_order)
{
    static const struct {
        const char *name;
        int steps;
    } runs[] = {{"bed", 200},
                {"mesh", 300},
                {"solids", 400},
                {"outlines", 400},
                {"corners-at-walls", 1500},
                {"outlines-at-walls", 1000},
                {"nonsmooth-corners-at-walls", 60}};
    int64_t shared = 0;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        shared += restarted(runs[i].name, runs[i].steps);
    CHECK_MSG(shared > 20, "only %lld contacts share their bodies with another", (long long)shared);
}

TEST_MAIN

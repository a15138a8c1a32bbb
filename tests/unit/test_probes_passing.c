// test_probes_passing.c - what passes: flow into regions, residence times, by frames that are filled by hand.
#include "swarm_fixture.h"

#include "scene/region.h"

// A model with a region, the box 0.2 < x < 0.6.
typedef struct place {
    model_region named;
    row_value value[2];
    choice form;
} place;

static void place_make(place *p, swarm *s)
{
    int count;
    memset(p, 0, sizeof *p);
    const plugin *const *list = region_plugins(&count);
    p->form.what = plugin_find(list, count, "box");
    p->form.value = calloc((size_t)p->form.what->count, sizeof *p->form.value);
    for (int i = 0; i < p->form.what->count; i++) {
        const bool high = !strcmp(p->form.what->rows[i].name, "high");
        p->form.value[i].given = true;
        p->form.value[i].number[0] = high ? 0.6 : 0.2;
        p->form.value[i].number[1] = p->form.value[i].number[2] = high ? 1 : 0;
    }
    const region_given given = {.form = &p->form, .low = {0, 0, 0}, .high = {1, 1, 1}};
    scree_error error;
    if (region_make(&given, &p->named.made, &error))
        abort();
    s->m.region = &p->named;
    s->m.regions = 1;
}

static void place_clear(place *p)
{
    region_free(p->named.made);
    choice_clear(&p->form);
}

static scree_status swarm_pass(rig *r, const swarm *s, int from, int count, bool comes)
{
    const frame_balls none = {0};
    frame_balls some = s->f.ball;
    some.count = count;
    some.id += from;
    some.body += from;
    some.position += from;
    some.radius += from;
    some.mass += from;
    some.velocity += from;
    some.material += from;
    some.set += from;
    some.contacts += from;
    some.image += from;
    return r->is->pass(&s->m, comes ? &some : &none, comes ? &none : &some, r->state, &r->error);
}

TEST(grains_are_counted_into_a_region)
{
    swarm *s = swarm_make(4);
    place p;
    rig r = rig_make("flow-rate");
    place_make(&p, s);
    set(&r, "into", 0, 0, 0);
    const double x[4] = {0.1, 0.3, 0.5, 0.9};
    for (int i = 0; i < 4; i++)
        s->position[i] = v3_make(x[i], 0.5, 0.5);
    s->mass[3] = 5;
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK(isnan(cell(&r, 0, "grains_rate")));
    s->f.time = 0.5;
    s->position[0].x = s->position[3].x = 0.4; // two come in
    s->position[1].x = 0.7;                    // one goes out
    REQUIRE(swarm_interrupt(&r, s));
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains"), 1, 0);
    CHECK_NEAR(cell(&r, 0, "grains_rate"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "mass"), 1 + 5 - 1, 0);
    CHECK_NEAR(cell(&r, 0, "mass_rate"), 10, 0);
    set(&r, "at", 0.5, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "contradict");
    rig_clear(&r);
    r = rig_make("flow-rate");
    set(&r, "into", -1, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "'at'");
    rig_clear(&r);
    place_clear(&p);
    free(s);
}

// A grain that goes through the region, one that is there from the start, one that comes in it and is taken out of it.
static void check_residence(bool initial, double mean, double left)
{
    swarm *s = swarm_make(3);
    place p;
    rig r = rig_make("residence");
    place_make(&p, s);
    set(&r, "inside", 0, 0, 0);
    set(&r, "high", 10, 0, 0);
    set(&r, "bins", 10, 0, 0);
    set(&r, "initial", initial, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    for (int k = 0; k <= 8; k++) {
        s->f.time = k;
        s->f.ball.count = k >= 3 && k < 7 ? 3 : 2;
        s->position[0].x = 0.1 * k + 0.05; // in from 1.5 on, out from 5.5 on
        s->position[1].x = k < 5 ? 0.3 : 0.9;
        s->position[2].x = 0.5;
        if (k == 3)
            REQUIRE(swarm_pass(&r, s, 2, 1, true) == SCREE_OK);
        if (k == 7)
            REQUIRE(swarm_pass(&r, s, 2, 1, false) == SCREE_OK);
        if (k == 4 || k == 7)
            REQUIRE(swarm_interrupt(&r, s));
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    }
    REQUIRE(swarm_finish(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 4, "grains"), initial ? 3 : 2, 0);
    CHECK_NEAR(cell(&r, 4, "mass"), initial ? 3 : 2, 0);
    CHECK_NEAR(cell(&r, 4, "density"), 1, 1e-15);
    CHECK_NEAR(cell(&r, 3, "up_to"), 0, 0);
    CHECK_NEAR(cell(&r, 9, "up_to"), 1, 0);
    CHECK_NEAR(cell(&r, 0, "mean"), mean, 1e-14);
    CHECK_NEAR(cell(&r, 0, "left"), left, 0);
    CHECK_NEAR(cell(&r, 0, "inside"), 0, 0);
    rig_clear(&r);
    place_clear(&p);
    free(s);
}

TEST(residence_is_from_the_middle_of_samples)
{
    check_residence(false, 4, 2);
    check_residence(true, (4 + 4 + 4.5) / 3, 3);
}

TEST(who_is_still_inside_is_told)
{
    swarm *s = swarm_make(2);
    rig r = rig_make("residence");
    set(&r, "inside", -1, 0, 0);
    set(&r, "high", 10, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    s->f.time = 1;
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    REQUIRE(swarm_finish(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "inside"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "left"), 0, 0);
    CHECK(isnan(cell(&r, 0, "mean")) && isnan(cell(&r, 0, "deviation")));
    CHECK(isnan(cell(&r, 0, "density")));
    rig_clear(&r);
    free(s);
}
TEST_MAIN

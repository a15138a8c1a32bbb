// test_probes.c - probes on frames made by hand, against sums that can be done on paper.
#include "harness.h"

#include "base/random.h"
#include "measure/probe.h"
#include "measure/slab.h"
#include "measure/table.h"
#include "measure/whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRAINS = 3 };
static const double pi = 3.14159265358979323846;

// Two grains of 1 kg and 3 kg that move along x, and a fixed one, in a box of 1 x 1 x 2 m that is periodic along z.
typedef struct bench {
    model m;
    frame f;
    int64_t id[GRAINS], body[GRAINS];
    v3 position[GRAINS], velocity[GRAINS], spin[GRAINS], force[GRAINS], torque[GRAINS];
    double radius[GRAINS], mass[GRAINS];
    int32_t material[GRAINS], set[GRAINS], contacts[GRAINS];
    frame_wall wall[2];
    model_grains sets[2];
    model_shape shape[1];
    model_wall model_wall[1];
} bench;

static void bench_make(bench *b)
{
    memset(b, 0, sizeof *b);
    static char flow[] = "flow", bottom[] = "bottom", lid[] = "lid";
    b->sets[0].name = flow;
    b->sets[1].name = bottom;
    b->model_wall[0].name = lid;
    b->m = (model){
        .dimensions = 3, .low = {0, 0, 0}, .high = {1, 1, 2}, .grains = b->sets, .grain_sets = 2, .ledger = true};
    b->m.boundary[0] = BOUNDARY_WALL;
    b->m.boundary[2] = BOUNDARY_PERIODIC;
    b->m.wall = b->model_wall;
    b->m.walls = 1;
    b->m.shape = b->shape;
    b->m.shapes = 1;
    for (int i = 0; i < GRAINS; i++) {
        b->id[i] = b->body[i] = 2 + i;
        b->radius[i] = 0.1;
        b->set[i] = i == 2;
    }
    b->position[0] = v3_make(0.5, 0.5, 0.25);
    b->position[1] = v3_make(0.5, 0.5, 0.75);
    b->position[2] = v3_make(0.5, 0.5, 1.95);
    b->velocity[0] = v3_make(2, 0, 0);
    b->velocity[1] = v3_make(-1, 0, 0.5);
    b->mass[0] = 1;
    b->mass[1] = 3;
    b->mass[2] = INFINITY;
    b->wall[0].name = "domain-x-low";
    b->wall[1] =
        (frame_wall){.name = "lid", .force = {1, 2, 3}, .torque = {4, 5, 6}, .power = 7, .position = {8, 9, 10}};
    b->f.body = (frame_bodies){.count = GRAINS,
                               .room = GRAINS,
                               .id = b->id,
                               .position = b->position,
                               .radius = b->radius,
                               .mass = b->mass,
                               .velocity = b->velocity,
                               .spin = b->spin,
                               .force = b->force,
                               .torque = b->torque,
                               .material = b->material,
                               .body = b->body,
                               .set = b->set,
                               .contacts = b->contacts};
    b->f.wall = b->wall;
    b->f.walls = 2;
}

typedef struct rig {
    const probe *is;
    choice c;
    probe_state *state;
    probe_table table;
    scree_error error;
} rig;

static rig rig_make(const char *name)
{
    rig r;
    int count;
    memset(&r, 0, sizeof r);
    const plugin *const *list = probe_plugins(&count);
    r.c.what = plugin_find(list, count, name);
    if (!r.c.what) abort();
    r.is = probe_find(r.c.what);
    r.c.value = calloc((size_t)r.c.what->count + 1, sizeof *r.c.value);
    if (!r.c.value) abort();
    for (int i = 0; i < r.c.what->count; i++) {
        double value = r.c.what->rows[i].fallback;
        for (int k = 0; k < 3; k++) r.c.value[i].number[k] = isfinite(value) ? value : NAN;
    }
    return r;
}

static row_value *value_of(rig *r, const char *name)
{
    for (int i = 0; i < r->c.what->count; i++)
        if (!strcmp(r->c.what->rows[i].name, name)) {
            r->c.value[i].given = true;
            return &r->c.value[i];
        }
    abort();
}

static void set(rig *r, const char *name, double x, double y, double z)
{
    const double value[3] = {x, y, z};
    memcpy(value_of(r, name)->number, value, sizeof value);
}

static void set_text(rig *r, const char *name, const char *text)
{
    row_value *v = value_of(r, name);
    free(v->text);
    v->text = strdup(text);
}

static scree_status begin(rig *r, const bench *b)
{
    return probe_begin(r->is, &r->c, &b->m, &r->state, &r->table, &r->error);
}
static scree_status sample(rig *r, const bench *b)
{
    return r->is->sample(&r->c, &b->m, &b->f, r->state, &r->table, &r->error);
}

// The value of a column in a row, NAN where there is no such column.
static double cell(const rig *r, int64_t line, const char *column)
{
    for (int k = 0; k < r->table.columns; k++)
        if (!strcmp(r->table.column[k].name, column)) return r->table.value[line * r->table.columns + k];
    return NAN;
}

static void rig_clear(rig *r)
{
    probe_end(r->is, r->state);
    table_clear(&r->table);
    choice_clear(&r->c);
}

TEST(a_cut_ball_has_its_volume)
{
    const double volume = 4.0 / 3 * pi;
    CHECK_REL(slab_ball(0.3, 1, -5, 5), volume, 1e-15);
    CHECK_REL(slab_ball(0, 1, 0, 7), 0.5 * volume, 1e-15);
    CHECK_REL(slab_ball(0, 1, 0.5, 2), pi * 0.25 / 3 * 2.5, 1e-14); // cap of height h: pi h^2 (3 R - h)/3
    CHECK_NEAR(slab_ball(0, 1, 1, 2), 0, 0);
    CHECK_NEAR(slab_ball(0, 1, -3, -1), 0, 0);
    double sum = 0;
    for (int i = -12; i < 12; i++) sum += slab_ball(0.037, 1, 0.1 * i, 0.1 * (i + 1));
    CHECK_REL(sum, volume, 1e-14);
}

TEST(a_cut_disk_has_its_area)
{
    CHECK_REL(slab_disk(0, 2, -5, 5), 4 * pi, 1e-15);
    CHECK_REL(slab_disk(0, 2, 0, 5), 2 * pi, 1e-15);
    CHECK_REL(slab_disk(0, 1, 0.5, 1), pi / 3 - sqrt(3.0) / 4, 1e-14); // circular segment of 120 degrees
}

TEST(the_profile_averages_over_slices_and_samples)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("velocity-profile");
    set(&r, "bins", 4, 0, 0);
    set(&r, "from", 1, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(r.is->averages);
    b.f.time = 0.5; // too early: does not count
    CHECK(sample(&r, &b) == SCREE_OK);
    b.f.time = 1;
    CHECK(sample(&r, &b) == SCREE_OK);
    b.velocity[0] = v3_make(4, 0, 0);
    b.position[1].z = 0.3; // both in the first slice now
    b.f.time = 2;
    CHECK(sample(&r, &b) == SCREE_OK);
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    REQUIRE(r.table.rows == 4);
    CHECK_NEAR(cell(&r, 0, "position"), 0.25, 0);
    CHECK_NEAR(cell(&r, 0, "grains"), 1.5, 0);
    CHECK_NEAR(cell(&r, 0, "velocity_x"), (2 + 4 - 1) / 3.0, 1e-15);
    // the second sample has 4 and -1 about 1.5, and 0 and 0.5 about 0.25: one degree of freedom in each of 3
    // dimensions; the first has a grain alone, which has no temperature
    CHECK_NEAR(cell(&r, 0, "temperature"), (2 * 2.5 * 2.5 + 2 * 0.25 * 0.25) / 3, 1e-14);
    CHECK(isnan(cell(&r, 1, "temperature")));
    CHECK_NEAR(cell(&r, 1, "velocity_z"), 0.5, 0);
    CHECK(isnan(cell(&r, 3, "velocity_x")));
    double ball = 4.0 / 3 * pi * 1e-3;
    CHECK_REL(cell(&r, 0, "solid_fraction"), (ball + 2 * ball) / 2 / 0.5, 1e-13);
    rig_clear(&r);
}

TEST(the_profile_cuts_balls_at_slices_and_borders)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("velocity_profile"); // '_' and '-' are the same
    set(&r, "bins", 2, 0, 0);
    set(&r, "fixed", 1, 0, 0);
    set_text(&r, "set", "bottom");
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    // The fixed ball at z = 1.95 reaches 0.05 over the periodic border at 2.
    double cap = pi * 0.05 * 0.05 * (0.3 - 0.05) / 3, ball = 4.0 / 3 * pi * 1e-3;
    CHECK_REL(cell(&r, 0, "solid_fraction"), cap, 1e-12);
    CHECK_REL(cell(&r, 1, "solid_fraction"), ball - cap, 1e-12);
    CHECK_NEAR(cell(&r, 1, "grains"), 1, 0);
    rig_clear(&r);
}

// Corners in the plane say nothing of z.
TEST(a_profile_within_corners)
{
    bench b;
    bench_make(&b);
    b.m.dimensions = 2;
    for (int i = 0; i < GRAINS; i++) b.position[i].y = 0.2 + 0.25 * i, b.position[i].z = 0;
    rig r = rig_make("velocity-profile");
    set_text(&r, "axis", "x");
    set(&r, "bins", 1, 0, 0);
    set(&r, "corner_low", 0, 0.3, 0);
    set(&r, "corner_high", 1, 0.8, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains"), 1, 0); // the second: the first is below, the third is fixed
    CHECK_NEAR(cell(&r, 0, "velocity_x"), -1, 0);
    CHECK_REL(cell(&r, 0, "solid_fraction"), pi * 0.01 / 0.5, 1e-12);
    rig_clear(&r);
}

TEST(the_profile_goes_on_after_an_interruption)
{
    bench b;
    bench_make(&b);
    rig whole = rig_make("velocity-profile"), first = rig_make("velocity-profile"),
        second = rig_make("velocity-profile");
    probe_memory memory = {0};
    REQUIRE(begin(&whole, &b) == SCREE_OK && begin(&first, &b) == SCREE_OK && begin(&second, &b) == SCREE_OK);
    CHECK(sample(&whole, &b) == SCREE_OK && sample(&first, &b) == SCREE_OK);
    CHECK(first.is->save(first.state, &memory));
    CHECK(second.is->load(second.state, memory.value, memory.count));
    CHECK(!second.is->load(second.state, memory.value, memory.count - 1));
    b.velocity[0].x = 5;
    CHECK(sample(&whole, &b) == SCREE_OK && sample(&second, &b) == SCREE_OK);
    CHECK(whole.is->finish(&whole.c, &b.m, whole.state, &whole.table, &whole.error) == SCREE_OK);
    CHECK(second.is->finish(&second.c, &b.m, second.state, &second.table, &second.error) == SCREE_OK);
    REQUIRE(whole.table.rows == 20 && second.table.rows == 20);
    CHECK(!memcmp(whole.table.value, second.table.value, (size_t)(20 * whole.table.columns) * sizeof(double)));
    free(memory.value);
    rig_clear(&whole), rig_clear(&first), rig_clear(&second);
}

TEST(a_profile_of_nothing_is_refused)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("velocity-profile");
    set(&r, "low", 3, 0, 0);
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "from 3 m to 2 m is empty");
    set(&r, "low", 0, 0, 0);
    set_text(&r, "axis", "w");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "x, y or z");
    set_text(&r, "axis", "y");
    set_text(&r, "set", "flov");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "flov");
    rig_clear(&r);
}

TEST(flow_counts_crossings_of_the_plane)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("flow-rate");
    set_text(&r, "axis", "z");
    set(&r, "at", 0.5, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains"), 0, 0);
    b.f.time = 0.5;
    b.position[0].z = 0.6; // 1 kg upwards
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "grains"), 1, 0);
    CHECK_NEAR(cell(&r, 1, "mass_rate"), 2, 1e-15);
    b.f.time = 1;
    b.position[1].z = 0.1; // 3 kg downwards
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 2, "mass"), -3, 0);
    CHECK_NEAR(cell(&r, 2, "mass_total"), -2, 0);
    b.position[1].z = 1.9; // over the periodic border: not through the plane
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 3, "grains"), 0, 0);
    rig_clear(&r);
}

TEST(flow_sees_the_plane_at_the_border)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("flow-rate");
    set_text(&r, "axis", "z");
    set(&r, "at", 0, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    b.position[0].z = 1.9; // downwards over the border
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "grains"), -1, 0);
    rig_clear(&r);
}

TEST(flow_goes_on_after_an_interruption)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("flow-rate"), again = rig_make("flow-rate");
    probe_memory memory = {0};
    set(&r, "at", 0.55, 0, 0);
    set(&again, "at", 0.55, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK && begin(&again, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK(r.is->save(r.state, &memory));
    CHECK(again.is->load(again.state, memory.value, memory.count));
    b.position[1].x = 0.6;
    CHECK(sample(&again, &b) == SCREE_OK);
    CHECK_NEAR(cell(&again, 0, "mass"), 3, 0);
    free(memory.value);
    rig_clear(&r), rig_clear(&again);
}

TEST(a_region_knows_what_is_in_it)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("region");
    set(&r, "low", 0, 0, 0);
    set(&r, "high", 1, 1, 1);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "mass"), 4, 0);
    CHECK_NEAR(cell(&r, 0, "velocity_x"), (2 - 3) / 4.0, 1e-15);
    CHECK_NEAR(cell(&r, 0, "temperature"), 2 * (1.5 * 1.5 + 0.25 * 0.25) / 3, 1e-15);
    CHECK_REL(cell(&r, 0, "solid_fraction"), 8.0 / 3 * pi * 1e-3, 1e-14);
    set(&r, "high", 1, 0, 1);
    rig empty = rig_make("region");
    set(&empty, "low", 0, 0, 0);
    set(&empty, "high", 1, 0, 1);
    CHECK(begin(&empty, &b) == SCREE_BAD_INPUT);
    rig_clear(&r), rig_clear(&empty);
}

// Grains whose velocity components are drawn with the variance 4 about a mean flow of 1e6 m/s: two and three of them in
// one slice or box at a time. The mean over many samples is the variance that was drawn, not (1 - 1/n) times it.
TEST(a_temperature_has_no_bias_however_few_grains_there_are)
{
    enum { SAMPLES = 20000 };
    for (int grains = 2; grains <= 3; grains++) {
        bench b;
        bench_make(&b);
        b.f.body.count = grains;
        b.mass[2] = 7;
        b.position[2].z = 1;
        rng random = rng_make(11, (uint64_t)grains);
        rig profile = rig_make("velocity-profile"), box = rig_make("region");
        set(&profile, "bins", 1, 0, 0);
        set(&box, "low", 0, 0, 0);
        set(&box, "high", 1, 1, 2);
        REQUIRE(begin(&profile, &b) == SCREE_OK && begin(&box, &b) == SCREE_OK);
        double boxes = 0;
        for (int k = 0; k < SAMPLES; k++) {
            for (int i = 0; i < grains; i++) {
                const double spread = 2 * sqrt(12.0); // of a uniform number with the variance 4
                double x = spread * (rng_uniform(&random) - 0.5), y = spread * (rng_uniform(&random) - 0.5),
                       z = spread * (rng_uniform(&random) - 0.5);
                b.velocity[i] = v3_make(1e6 + x, y, z);
            }
            REQUIRE(sample(&profile, &b) == SCREE_OK && sample(&box, &b) == SCREE_OK);
            boxes += cell(&box, k, "temperature") / SAMPLES;
        }
        REQUIRE(profile.is->finish(&profile.c, &b.m, profile.state, &profile.table, &profile.error) == SCREE_OK);
        CHECK_REL(boxes, 4, 0.03);
        CHECK_REL(cell(&profile, 0, "temperature"), 4, 0.03);
        rig_clear(&profile), rig_clear(&box);
    }
}

TEST(means_over_nothing_are_no_numbers)
{
    bench b;
    bench_make(&b);
    rig contacts = rig_make("contacts"), flow = rig_make("flow-rate"), profile = rig_make("velocity-profile"),
        box = rig_make("region");
    set(&flow, "at", 0.5, 0, 0);
    set(&box, "low", 0, 0, 0);
    set(&box, "high", 1, 1, 2);
    REQUIRE(begin(&contacts, &b) == SCREE_OK && begin(&flow, &b) == SCREE_OK);
    REQUIRE(begin(&profile, &b) == SCREE_OK && begin(&box, &b) == SCREE_OK);
    CHECK(sample(&contacts, &b) == SCREE_OK);
    CHECK_NEAR(cell(&contacts, 0, "contacts"), 0, 0); // counted, and there is none
    CHECK_NEAR(cell(&contacts, 0, "coordination"), 0, 0);
    CHECK(isnan(cell(&contacts, 0, "overlap_mean")) && isnan(cell(&contacts, 0, "overlap_max")));
    CHECK(isnan(cell(&contacts, 0, "force_mean")) && isnan(cell(&contacts, 0, "force_max")));
    CHECK(sample(&flow, &b) == SCREE_OK);
    CHECK(isnan(cell(&flow, 0, "mass_rate")) && cell(&flow, 0, "grains") == 0);
    b.f.body.count = 0;
    CHECK(sample(&contacts, &b) == SCREE_OK && sample(&profile, &b) == SCREE_OK && sample(&box, &b) == SCREE_OK);
    CHECK(isnan(cell(&contacts, 1, "coordination")) && isnan(cell(&contacts, 1, "floating")));
    CHECK(isnan(cell(&box, 0, "temperature")) && isnan(cell(&box, 0, "velocity_x")) && cell(&box, 0, "grains") == 0);
    REQUIRE(profile.is->finish(&profile.c, &b.m, profile.state, &profile.table, &profile.error) == SCREE_OK);
    CHECK(cell(&profile, 0, "grains") == 0 && isnan(cell(&profile, 0, "temperature")));
    rig_clear(&contacts), rig_clear(&flow), rig_clear(&profile), rig_clear(&box);
}

// Where all contacts attract, the largest force is that of the weakest of them and not the zero of no contact.
TEST(the_largest_of_attractions_attracts)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("contacts");
    int64_t from[] = {1, 2}, to[] = {2, 3};
    double overlap[] = {0.002, 0.001}, force[] = {-5, -3};
    b.f.contact = (frame_contacts){.count = 2, .a = from, .b = to, .overlap = overlap, .normal_force = force};
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "force_max"), -3, 0);
    CHECK_NEAR(cell(&r, 0, "force_mean"), -4, 0);
    rig_clear(&r);
}

TEST(a_wall_tells_its_force)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("wall-force");
    set_text(&r, "wall", "lit");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "'lit'");
    CHECK_HAS(r.error.hint, "lid");
    set_text(&r, "wall", "domain-y-low"); // y is open
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    set_text(&r, "wall", "lid");
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "force_y"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "torque_z"), 6, 0);
    CHECK_NEAR(cell(&r, 0, "power"), 7, 0);
    CHECK_NEAR(cell(&r, 0, "x"), 8, 0);
    rig_clear(&r);
    r = rig_make("wall-force");
    set_text(&r, "wall", "domain-x-low");
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "force_y"), 0, 0);
    rig_clear(&r);
}

TEST(energy_splits_motion_and_spin)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("energy");
    b.spin[1] = v3_make(0, 10, 0);
    b.f.ledger.rotational = 0.5 * 0.4 * 3 * 0.01 * 100;
    b.f.ledger.kinetic = 0.5 * 4 + 1.5 * 1.25 + b.f.ledger.rotational;
    b.f.ledger.friction = 0.25;
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "translational"), 0.5 * 4 + 1.5 * 1.25, 1e-15);
    CHECK_NEAR(cell(&r, 0, "rotational"), 0.5 * 0.4 * 3 * 0.01 * 100, 1e-15);
    CHECK_NEAR(cell(&r, 0, "friction"), 0.25, 0);
    b.m.ledger = false;
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "ledger: true");
    rig_clear(&r);
}

TEST(contacts_are_counted_per_grain)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("contacts");
    int64_t from[] = {1, 2}, to[] = {2, 3};
    double overlap[] = {0.002, 0.001}, force[] = {5, 3};
    b.radius[1] = 0.05;
    b.contacts[0] = 2, b.contacts[1] = 1;
    b.f.contact = (frame_contacts){.count = 2, .a = from, .b = to, .overlap = overlap, .normal_force = force};
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "contacts"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "wall_contacts"), 1, 0);
    CHECK_NEAR(cell(&r, 0, "coordination"), 1.5, 0); // the fixed grain does not count
    CHECK_NEAR(cell(&r, 0, "floating"), 0.5, 0);
    CHECK_NEAR(cell(&r, 0, "overlap_max"), 0.02, 1e-17);
    CHECK_NEAR(cell(&r, 0, "overlap_mean"), 0.02, 1e-17);
    CHECK_NEAR(cell(&r, 0, "force_mean"), 4, 0);
    CHECK_NEAR(cell(&r, 0, "force_max"), 5, 0);
    rig_clear(&r);
}

// The two grains as balls of one body: radii 0.1 and 0.2 and so weights of 1 and 8, over the periodic border along z,
// turning about y. The body has half of what its balls have each for itself.
static void make_one_body(bench *b)
{
    static double radius[] = {0.1, 0.2};
    b->shape[0].clump = (model_clump){.balls = 2, .radius = radius, .volume = 0.5 * 4.0 / 3 * pi * 9e-3};
    b->radius[1] = 0.2;
    b->mass[0] = 1, b->mass[1] = 8;
    b->body[1] = b->body[0];
    b->position[0] = v3_make(0.5, 0.5, 0.1);
    b->position[1] = v3_make(0.5, 0.5, 1.99); // the centre is at z = 0.1 - 8/9 0.11 = 0.00222...
    b->velocity[0] = v3_make(10, 0, 0);
    b->velocity[1] = v3_make(1, 0, 0);
    b->contacts[0] = 1, b->contacts[1] = 2;
}

TEST(balls_of_a_body_are_one_grain)
{
    bench b;
    bench_make(&b);
    make_one_body(&b);
    whole_grain g = whole_grain_at(&b.m, &b.f.body, 0);
    CHECK_NEAR(g.position.z, 0.1 - 8.0 / 9 * 0.11, 1e-15);
    CHECK_NEAR(g.velocity.x, 2, 1e-15);
    CHECK(g.balls == 2 && g.mass == 9 && g.contacts == 3);
    b.position[1].z = 1.97; // now beyond the border: at 2 + 0.1 - 8/9 0.13
    CHECK_NEAR(whole_grain_at(&b.m, &b.f.body, 0).position.z, 2.1 - 8.0 / 9 * 0.13, 1e-15);
    g = whole_grain_at(&b.m, &b.f.body, 2);
    CHECK(g.balls == 1 && g.id == 4 && isinf(g.mass));

    rig contacts = rig_make("contacts"), energy = rig_make("energy"), flow = rig_make("flow-rate");
    set_text(&flow, "axis", "z");
    set(&flow, "at", 0, 0, 0);
    b.f.ledger.kinetic = 20, b.f.ledger.rotational = 2;
    REQUIRE(begin(&contacts, &b) == SCREE_OK && begin(&energy, &b) == SCREE_OK && begin(&flow, &b) == SCREE_OK);
    CHECK(sample(&contacts, &b) == SCREE_OK && sample(&energy, &b) == SCREE_OK && sample(&flow, &b) == SCREE_OK);
    CHECK_NEAR(cell(&contacts, 0, "coordination"), 3, 0);
    CHECK_NEAR(cell(&contacts, 0, "floating"), 0, 0);
    CHECK_NEAR(cell(&energy, 0, "translational"), 0.5 * 9 * 4, 1e-13);
    CHECK_NEAR(cell(&energy, 0, "rotational"), 2, 1e-13);
    b.position[0].z = 0.13, b.position[1].z = 0.01; // upwards over the border, as one
    CHECK(sample(&flow, &b) == SCREE_OK);
    CHECK_NEAR(cell(&flow, 1, "grains"), 1, 0);
    CHECK_NEAR(cell(&flow, 1, "mass"), 9, 0);
    rig_clear(&contacts), rig_clear(&energy), rig_clear(&flow);
}

TEST(a_body_has_one_velocity_and_the_volume_that_its_balls_fill)
{
    bench b;
    bench_make(&b);
    make_one_body(&b);
    rig profile = rig_make("velocity-profile"), box = rig_make("region");
    set(&profile, "bins", 2, 0, 0);
    set(&box, "low", 0, 0, 0);
    set(&box, "high", 1, 1, 1);
    REQUIRE(begin(&profile, &b) == SCREE_OK && begin(&box, &b) == SCREE_OK);
    CHECK(sample(&profile, &b) == SCREE_OK && sample(&box, &b) == SCREE_OK);
    REQUIRE(profile.is->finish(&profile.c, &b.m, profile.state, &profile.table, &profile.error) == SCREE_OK);
    CHECK_NEAR(cell(&profile, 0, "grains"), 1, 0);
    CHECK_NEAR(cell(&profile, 0, "velocity_x"), 2, 1e-15);
    CHECK(isnan(cell(&profile, 0, "temperature")) && isnan(cell(&box, 0, "temperature")));
    double all = 0.5 * 4.0 / 3 * pi * 9e-3;
    CHECK_REL(cell(&profile, 0, "solid_fraction") + cell(&profile, 1, "solid_fraction"), all, 1e-13);
    CHECK_NEAR(cell(&box, 0, "grains"), 1, 0);
    CHECK_NEAR(cell(&box, 0, "mass"), 9, 0);
    CHECK_NEAR(cell(&box, 0, "velocity_x"), 2, 1e-15);
    CHECK_REL(cell(&box, 0, "solid_fraction"), all, 1e-13);
    rig_clear(&profile), rig_clear(&box);
}

TEST(forces_are_sorted_into_bins)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("force-histogram"), again = rig_make("force-histogram");
    v3 force[] = {{3, 4, 0}, {0, 0, 1}, {0, 0.5, 0}, {0, 0, 90}};
    double normal[] = {4, 1, -0.5, 90};
    b.f.contact = (frame_contacts){.count = 4, .force = force, .normal_force = normal};
    set(&r, "high", 10, 0, 0), set(&again, "high", 10, 0, 0);
    set(&r, "bins", 5, 0, 0), set(&again, "bins", 5, 0, 0);
    set(&r, "from", 1, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK && begin(&again, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK); // too early
    b.f.time = 1;
    CHECK(sample(&r, &b) == SCREE_OK);
    b.f.contact.count = 2;
    b.f.time = 2;
    probe_memory memory = {0};
    CHECK(r.is->save(r.state, &memory));
    CHECK(again.is->load(again.state, memory.value, memory.count));
    CHECK(!again.is->load(again.state, memory.value, memory.count - 1));
    CHECK(sample(&again, &b) == SCREE_OK);
    REQUIRE(again.is->finish(&again.c, &b.m, again.state, &again.table, &again.error) == SCREE_OK);
    REQUIRE(again.table.rows == 5);
    CHECK_NEAR(cell(&again, 0, "force"), 1, 1e-15);
    CHECK_NEAR(cell(&again, 0, "contacts"), 1.5, 0); // 1 and 0.5, then 1
    CHECK_NEAR(cell(&again, 2, "contacts"), 1, 0);   // 5 both times
    CHECK_NEAR(cell(&again, 2, "share"), 2 / 6.0, 1e-15);
    CHECK_NEAR(cell(&again, 4, "up_to"), 5 / 6.0, 1e-15); // all but 90
    free(memory.value);
    rig_clear(&r), rig_clear(&again);
}

TEST(a_histogram_is_of_the_force_that_is_asked_for)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("force-histogram");
    v3 force[] = {{3, 4, 0}, {0, 0.5, 0}};
    double normal[] = {4, -0.5};
    b.f.contact = (frame_contacts){.count = 2, .force = force, .normal_force = normal};
    set(&r, "high", 0, 0, 0);
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "from 0 N to 0 N is empty");
    set(&r, "high", 5, 0, 0);
    set(&r, "bins", 1, 0, 0);
    set_text(&r, "of", "tangential");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "resultant or normal");
    set_text(&r, "of", "normal");
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "share"), 0.5, 0); // 4 N; an attraction of 0.5 N is below
    CHECK_NEAR(cell(&r, 0, "up_to"), 1, 0);
    rig_clear(&r);
}

TEST(one_grain_is_followed_while_it_is_there)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("body");
    set(&r, "id", 3, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "z"), 0.75, 0);
    CHECK_NEAR(cell(&r, 0, "velocity_z"), 0.5, 0);
    b.id[1] = 9;
    CHECK(sample(&r, &b) == SCREE_BAD_INPUT); // at the start it must be there where none can come
    CHECK_HAS(r.error.what, "there is no grain 3: ids reach from 2 to 9");
    b.f.step = 1;
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK(isnan(cell(&r, 1, "z")));
    rig_clear(&r);
    r = rig_make("body");
    set(&r, "id", 1, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "id 1 is a wall, lid; the first grain has the id 2");
    rig_clear(&r);
}

// Makes a probe `body` of that grain and samples once; the place z that it finds.
static double z_of(const char *grain, const bench *b)
{
    rig r = rig_make("body");
    set_text(&r, "grain", grain);
    bool good = begin(&r, b) == SCREE_OK && sample(&r, b) == SCREE_OK;
    double z = good ? cell(&r, 0, "z") : NAN;
    rig_clear(&r);
    return z;
}

TEST(a_grain_is_called_by_the_name_of_its_set)
{
    bench b;
    bench_make(&b);
    CHECK(z_of("flow", &b) == 0.25 && z_of("flow/1", &b) == 0.25);
    CHECK(z_of("flow/2", &b) == 0.75);
    CHECK(z_of("bottom", &b) == 1.95);
    CHECK(z_of("3", &b) == 0.75); // an id
    b.body[1] = b.body[0];        // a clump is one grain
    b.set[2] = 0;
    CHECK(z_of("flow/2", &b) == 1.95);
}

static const char *refusal(const char *grain, const bench *b, const char **hint)
{
    static scree_error error;
    rig r = rig_make("body");
    set_text(&r, "grain", grain);
    bool refused = begin(&r, b) == SCREE_BAD_INPUT || sample(&r, b) == SCREE_BAD_INPUT;
    error = r.error;
    rig_clear(&r);
    *hint = error.hint;
    return refused ? error.what : "";
}

TEST(a_grain_that_is_not_there_is_refused)
{
    bench b;
    const char *hint;
    bench_make(&b);
    CHECK_HAS(refusal("flov", &b, &hint), "there are no grains called 'flov'");
    CHECK_HAS(hint, "did you mean 'flow'?");
    CHECK_HAS(refusal("pebbles", &b, &hint), "there are no grains called 'pebbles'");
    CHECK_HAS(hint, "such as flow, flow/3 for its third");
    CHECK_HAS(refusal("flow/0", &b, &hint), "'0' is no number of a grain");
    CHECK_HAS(hint, "count from 1");
    CHECK_HAS(refusal("flow/-1", &b, &hint), "'-1' is no number of a grain");
    CHECK_HAS(refusal("flow/x", &b, &hint), "'x' is no number of a grain");
    CHECK_HAS(refusal("flow/", &b, &hint), "is no number of a grain");
    CHECK_HAS(refusal("flow/3", &b, &hint), "'flow' has 2 grains, so none is number 3");
    rig r = rig_make("body");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "grain: NAME");
    set(&r, "id", 2, 0, 0);
    set_text(&r, "grain", "flow");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "both `grain` and `id`");
    rig_clear(&r);
}

// The second grain that a stream brings: it comes later, the first has gone by then, and the run is interrupted.
TEST(a_grain_of_a_stream_is_waited_for)
{
    bench b;
    bench_make(&b);
    static char rain[] = "rain";
    model_stream stream = {.name = rain};
    b.m.stream = &stream, b.m.streams = 1;
    rig r = rig_make("body"), again = rig_make("body");
    set_text(&r, "grain", "rain/2"), set_text(&again, "grain", "rain/2");
    REQUIRE(begin(&r, &b) == SCREE_OK && begin(&again, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK && isnan(cell(&r, 0, "z")));
    b.f.step = 1;
    b.set[1] = 2; // the first grain of the stream: the one with the id 3
    CHECK(sample(&r, &b) == SCREE_OK && isnan(cell(&r, 1, "z")));
    probe_memory memory = {0};
    CHECK(r.is->save(r.state, &memory) && again.is->load(again.state, memory.value, memory.count));
    b.id[1] = b.body[1] = 8, b.position[1].z = 0.875; // it went, and the second came
    b.id[2] = b.body[2] = 9;
    CHECK(sample(&again, &b) == SCREE_OK && cell(&again, 0, "z") == 0.875);
    b.set[0] = 2; // whatever else comes, it is this one
    CHECK(sample(&again, &b) == SCREE_OK && cell(&again, 1, "z") == 0.875);
    free(memory.value);
    rig_clear(&r), rig_clear(&again);
}

TEST(turns_of_one_grain)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("orientation");
    set(&r, "id", 3, 0, 0);
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "orientation: true");
    b.m.orientation = true;
    q4 turn[GRAINS] = {{1, 0, 0, 0}, {cos(0.35), 0, 0, sin(0.35)}, {1, 0, 0, 0}}; // by 0.7 about z
    b.f.body.orientation = turn;
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK(cell(&r, 0, "quaternion_w") == turn[1].w && cell(&r, 0, "quaternion_z") == turn[1].z);
    CHECK_NEAR(cell(&r, 0, "gamma"), 0.7, 1e-15);
    CHECK_NEAR(cell(&r, 0, "alpha"), 0, 1e-15);
    turn[1] = (q4){cos(0.1), 0, sin(0.1), 0}; // by 0.2 about y
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "beta"), 0.2, 1e-15);
    b.id[1] = 9, b.f.step = 1;
    CHECK(sample(&r, &b) == SCREE_OK && isnan(cell(&r, 2, "quaternion_w")) && isnan(cell(&r, 2, "alpha")));
    rig_clear(&r);
}

TEST_MAIN

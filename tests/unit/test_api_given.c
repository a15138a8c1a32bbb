// test_api_given.c - numbers of a program as probes: in conditions of calls and of stages they are what a number of the library would be,
// for any number of threads and parts; in tables; across stages; every refusal by its words.
#include "unit/api_box.h"

#include <scree/event.h>
#include <scree/measure.h>

// ---- a number that the library knows as well: twice the kinetic energy

typedef struct asked {
    int times, fails_at; // 0: never
    double last;
    scree_frame *kept; // of the newest time, NULL: nothing is kept
} asked;

static int twice_kinetic(void *context, const scree_world *w, const scree_frame *seen,
                         double *value)
{
    asked *is = context;
    scree_view v = {0};
    CHECK(scree_frame_column(seen, SCREE_LEDGER, "kinetic", &v, NULL) == SCREE_OK);
    CHECK(scree_frame_time(seen) == scree_world_time(w));
    *value = 2 * *scree_row_float64(&v, 0);
    is->last = *value;
    if (is->kept)
        CHECK(scree_frame_copy(is->kept, seen, NULL) == SCREE_OK);
    return ++is->times == is->fails_at;
}

static int nothing(void *context, const scree_world *w, const scree_frame *seen, double *value)
{
    (void)context;
    (void)w;
    (void)seen;
    (void)value; // nan as it was
    return 0;
}

#define HEAT "probes.heat={law: given, unit: J, every: 1 s}"

static int stop(void *context, scree_world *w)
{
    *(double *)context = scree_world_time(w);
    return 1;
}

// When the condition comes true, s; nan: not within the steps.
static double time_of(const char *condition, int threads, int parts)
{
    static const char *const with[] = {HEAT, NULL};
    const opened o = open_box(with, threads, parts);
    asked is = {0};
    double found = NAN;
    scree_error e = {0};
    CHECK(scree_world_give(o.world, "heat", twice_kinetic, &is, &e) == SCREE_OK);
    if (scree_world_when(o.world, condition, 1e-3, (scree_event){stop, &found}, NULL, &e))
        tell(&e);
    const scree_status status = scree_world_step(o.world, 3000, &e);
    CHECK(status == (isfinite(found) ? SCREE_STOPPED : SCREE_OK));
    close_box(o);
    return found;
}

TEST(conditions_of_calls_ask_the_program)
{
    const double known = time_of("2*kinetic > 20 mJ and time > 5 ms", 1, 1);
    CHECK(known > 5e-3 && known < 0.1);
    CHECK(time_of("heat.value > 20 mJ and time > 5 ms", 1, 1) == known);
    CHECK(time_of("probe.heat.value > 20 mJ and time > 5 ms", 2, 1) == known);
    CHECK(time_of("heat.value > 20 mJ and time > 5 ms", 1, 3) == known);
    CHECK(isnan(time_of("heat.value > 1 kJ", 1, 1)));
}

// ---- stages

#define STAGES(until)                                                                              \
    "stages=[{name: fall, until: '" until "', every: 7, limit: 1 s}, {name: rest, set: "           \
    "{gravity: [0 m/s^2, 0 m/s^2, -1 m/s^2]}, until: 'heat.value < 0 J', every: 50, limit: 1 s}]"

static uint64_t hash_after(const char *stages, int threads, int parts, double *begun)
{
    const char *const with[] = {HEAT, stages, "run.duration=1 s", NULL};
    const opened o = open_box(with, threads, parts);
    asked is = {0};
    CHECK(scree_world_give(o.world, "heat", twice_kinetic, &is, NULL) == SCREE_OK);
    *begun = NAN;
    for (int i = 0; i < 1500; i++) {
        step(o.world, 1);
        if (isnan(*begun) && !strcmp(scree_world_stage(o.world, NULL), "rest"))
            *begun = scree_world_time(o.world);
    }
    CHECK(is.times > 10); // in the second stage, too
    const uint64_t hash = hash_of(o.world);
    close_box(o);
    return hash;
}

TEST(stages_end_by_numbers_of_the_program)
{
    double known;
    double begun;
    const uint64_t hash = hash_after(STAGES("2*kinetic > 20 mJ"), 1, 1, &known);
    CHECK(known > 0 && known < 0.07);
    CHECK(hash_after(STAGES("heat.value > 20 mJ"), 1, 1, &begun) == hash);
    CHECK(begun == known);
    CHECK(hash_after(STAGES("heat.value > 20 mJ"), 2, 1, &begun) == hash);
    CHECK(hash_after(STAGES("heat.value > 20 mJ"), 1, 3, &begun) == hash);
}

// ---- tables, and frames that are kept

TEST(tables_have_the_number_with_its_unit)
{
    static const char *const with[] = {HEAT, NULL};
    const opened o = open_box(with, 1, 1);
    asked is = {.kept = scree_frame_create()};
    scree_probe *heat = NULL;
    scree_view v = {0};
    scree_view ids = {0};
    CHECK(scree_probe_create(o.world, "heat", &heat, NULL) == SCREE_OK);
    REQUIRE(heat);
    CHECK(scree_world_give(o.world, "heat", twice_kinetic, &is, NULL) == SCREE_OK);
    step(o.world, 200);
    CHECK(scree_probe_sample(heat, NULL) == SCREE_OK);
    CHECK(scree_probe_column(heat, 1, &v) && !scree_probe_column(heat, 2, &ids));
    CHECK(!strcmp(v.name, "value") && !strcmp(v.unit, "J") && v.rows == 1);
    CHECK(*scree_row_float64(&v, 0) == is.last && is.last > 0);
    step(o.world, 100);
    CHECK(scree_frame_steps(is.kept) == 200);
    CHECK(scree_frame_column(is.kept, SCREE_BALLS, "id", &ids, NULL) == SCREE_OK);
    CHECK(ids.rows == 300);
    scree_frame_destroy(is.kept);
    scree_probe_destroy(heat);
    close_box(o);
}

TEST(a_copy_of_a_frame_is_the_same)
{
    const opened o = open_box(NULL, 1, 1);
    scree_frame *f = scree_frame_create();
    scree_frame *copy = scree_frame_create();
    CHECK(scree_frame_copy(copy, f, NULL) == SCREE_OK); // empty
    add(o.world, (scree_grain){.set = "cubes", .position = {0.05, 0.1, 0.35}});
    step(o.world, 1500);
    CHECK(scree_frame_take(f, o.world, NULL) == SCREE_OK);
    CHECK(scree_frame_copy(copy, f, NULL) == SCREE_OK);
    CHECK(scree_frame_copy(copy, copy, NULL) == SCREE_OK);
    for (int table = SCREE_BALLS; table <= SCREE_LEDGER; table++) {
        const char *name;
        for (int i = 0; (name = scree_column_name((scree_table)table, i)); i++) {
            scree_view one = {0};
            scree_view other = {0};
            if (scree_frame_column(f, (scree_table)table, name, &one, NULL))
                continue;
            CHECK(scree_frame_column(copy, (scree_table)table, name, &other, NULL) == SCREE_OK);
            CHECK(one.rows == other.rows && (one.rows == 0 || one.data != other.data));
            const size_t size = (size_t)one.width * (one.type == SCREE_INT32 ? 4 : 8);
            for (int64_t k = 0; k < one.rows && k < other.rows; k++)
                CHECK(!memcmp((const char *)one.data + k * one.stride,
                              (const char *)other.data + k * other.stride, size));
        }
    }
    scree_frame_destroy(copy);
    scree_frame_destroy(f);
    close_box(o);
}

// ---- refusals

static void check_words(const scree_error *e, const char *where, const char *words)
{
    if (!CHECK(!strcmp(e->where, where) && (strstr(e->what, words) || strstr(e->hint, words))))
        tell(e);
}

TEST(who_gives_nothing_is_told)
{
    static const char *const with[] = {HEAT, "probes.all={law: energy, every: 1 s}", NULL};
    const opened o = open_box(with, 1, 1);
    asked is = {.fails_at = 2};
    scree_probe *heat = NULL;
    scree_error e = {0};
    CHECK(scree_world_give(o.world, "cold", twice_kinetic, &is, &e) == SCREE_BAD_INPUT);
    check_words(&e, "probes.cold", "there is no probe of that name");
    CHECK(scree_world_give(o.world, "all", twice_kinetic, &is, &e) == SCREE_BAD_INPUT);
    check_words(&e, "probes.all", "it measures `energy` itself");
    CHECK(scree_probe_create(o.world, "heat", &heat, NULL) == SCREE_OK);
    CHECK(scree_probe_sample(heat, &e) == SCREE_BAD_INPUT);
    check_words(&e, "probes.heat", "nobody gives its number");
    CHECK(scree_world_give(o.world, "heat", twice_kinetic, &is, &e) == SCREE_OK);
    CHECK(scree_probe_sample(heat, &e) == SCREE_OK);
    CHECK(scree_probe_sample(heat, &e) == SCREE_STOPPED);
    check_words(&e, "probes.heat", "has no number at t = 0 s");
    CHECK(scree_world_give(o.world, "heat", NULL, NULL, &e) == SCREE_OK);
    CHECK(scree_world_give(o.world, "heat", NULL, NULL, &e) == SCREE_OK);
    CHECK(scree_probe_sample(heat, &e) == SCREE_BAD_INPUT);
    scree_probe_destroy(heat);
    double never = NAN;
    CHECK(scree_world_give(o.world, "heat", nothing, NULL, &e) == SCREE_OK);
    CHECK(scree_world_when(o.world, "heat.value < 1 J or heat.value > -1 J", 0,
                           (scree_event){stop, &never}, NULL, &e) == SCREE_OK);
    step(o.world, 20);
    CHECK(isnan(never));
    CHECK(scree_world_when(o.world, "heat.value > 1 m", 0, (scree_event){stop, &never}, NULL, &e) ==
          SCREE_BAD_INPUT);
    check_words(&e, "condition 'heat.value > 1 m'", "compares a torque or energy with a length");
    close_box(o);
}

TEST(units_are_those_of_si)
{
    static const char *const with[] = {"probes.heat={law: given, unit: kJ}", NULL};
    scree_case *of = NULL;
    scree_error e = {0};
    CHECK(scree_case_parse(box, "box.yaml", with, &of, &e) == SCREE_BAD_INPUT);
    if (!CHECK(strstr(e.where, "heat") && strstr(e.what, "kJ")))
        tell(&e);
    scree_case_destroy(of);
}

TEST_MAIN

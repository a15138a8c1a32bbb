// What --over says: values, ranges, units, and the places in a case that a name means; tables of a run read back.
// label: sanitize
#include "sweep/axis.h"
#include "sweep/plan.h"
#include "sweep/probed.h"
#include "sweep/ways.h"

#include "harness.h"

static scree_error error;

// The values of an axis, joined by bars; "range" for one without a step; the fault where it is refused.
static const char *values(const char *given)
{
    static char out[1000];
    axis axis;
    size_t length = 0;
    out[0] = 0;
    if (axis_read("x", given, &axis, &error)) {
        axis_clear(&axis);
        return "refused";
    }
    if (axis.is_range)
        length = (size_t)snprintf(out, sizeof out, "range %g %g %s%s", axis.low, axis.high,
                                  axis.unit, axis.logarithmic ? " log" : "");
    for (int64_t i = 0; i < axis.values && length < sizeof out; i++)
        length +=
            (size_t)snprintf(out + length, sizeof out - length, "%s%s", i ? "|" : "", axis.text[i]);
    axis_clear(&axis);
    return out;
}

TEST(values_are_lists_ranges_whole_numbers_and_words)
{
    CHECK_STR(values("0.1,0.3,0.5"), "0.1|0.3|0.5");
    CHECK_STR(values("0.1:0.5:0.1"), "0.1|0.2|0.3|0.4|0.5");
    CHECK_STR(values("1 mm:3 mm:1 mm"), "1 mm|2 mm|3 mm");
    CHECK_STR(values("1:3:1 mm"), "1 mm|2 mm|3 mm");
    CHECK_STR(values("8 mm:1 cm:1 mm"), "0.008 m|0.009 m|0.01 m");
    CHECK_STR(values("5:1:-2"), "5|3|1");
    CHECK_STR(values("0:1:0.3"), "0|0.3|0.6|0.9");
    CHECK_STR(values("1..3,7"), "1|2|3|7");
    CHECK_STR(values("-1..1"), "-1|0|1");
    CHECK_STR(values("ball, cube"), "ball|cube");
    CHECK_STR(values("[0, 1, 0],[1, 0, 0]"), "[0, 1, 0]|[1, 0, 0]");
    CHECK_STR(values("'a:b',c"), "'a:b'|c");
    CHECK_STR(values("0.1:1"), "range 0.1 1 ");
    CHECK_STR(values("1 kPa:1 MPa:log"), "range 1000 1e+06 Pa log");
}

TEST(values_that_cannot_be_are_refused)
{
    static const char *const bad[] = {"",        "1,,2",    "1:2:0",    "1:2:-1",     "2:1",
                                      "0:1:log", "1:2:3:4", "1:b:1",    "1 m:2 s",    "3..1",
                                      "0.5,0.5", "1,2:3",   "0:1:1e-9", "1 m:2 m:1 s"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (!CHECK_STR(values(bad[i]), "refused"))
            printf("for '%s'\n", bad[i]);
    }
}

TEST(numbers_are_si_and_zero_goes_with_all_units)
{
    axis axis;
    REQUIRE(!axis_read("x", "0,5 mm,1 cm", &axis, &error));
    CHECK(axis.numeric);
    CHECK_STR(axis.unit, "m");
    CHECK_NEAR(axis.number[1], 0.005, 0);
    CHECK_NEAR(axis.number[2], 0.01, 0);
    axis_clear(&axis);
    REQUIRE(!axis_read("x", "5 mm,1 s", &axis, &error));
    CHECK(!axis.numeric);
    CHECK(isnan(axis.number[0]));
    axis_clear(&axis);
}

// ---- ways

static const char text[] =
    "scree: 1\n"
    "let: {rate: 1 m/s, friction_of_walls: 0.2}\n"
    "random: {seed: 3}\n"
    "materials: {a: {density: 1 kg/m^3, young: 1 Pa}, b: {density: 2 kg/m^3}}\n"
    "pairs:\n"
    "  default: {normal: {law: hertz, restitution: 0.5},\n"
    "            tangential: {law: mindlin, friction: 0.5}}\n"
    "  a-a: {tangential: {friction: 0.1}, rolling: {law: spring, twist: 1}}\n"
    "  a-b: {tangential: {friction: 0.1}, rolling: {law: spring, friction: 1}}\n"
    "grains:\n"
    "  - {name: bed, packing: {law: random, seed: 7}}\n"
    "  - {packing: {law: random}}\n"
    "stages:\n"
    "  - {name: one, set: {run.damping.local: 0.1, gravity.direction: [0, 0, 1], walls.lid: "
    "{drive: "
    "{law: force, force: 2 N}}}}\n"
    "  - {name: two, until: 1 s, set: {walls.lid.drive.force: 3 N}}\n";

static const char *ways(const char *name)
{
    static char out[1000];
    axis axis;
    const settings none = {0};
    size_t length = 0;
    FILE *file = fopen("case.yaml", "w");
    fputs(text, file);
    fclose(file);
    out[0] = 0;
    if (axis_read(name, "1", &axis, &error) || ways_find("case.yaml", &none, &axis, &error)) {
        axis_clear(&axis);
        return "refused";
    }
    for (int i = 0; i < axis.keys; i++)
        length +=
            (size_t)snprintf(out + length, sizeof out - length, "%s%s", i ? "|" : "", axis.key[i]);
    axis_clear(&axis);
    return out;
}

TEST(names_are_whole_ways_or_their_ends)
{
    CHECK_STR(ways("materials.a.young"), "materials.a.young");
    CHECK_STR(ways("young"), "materials.a.young");
    CHECK_STR(ways("density"), "refused"); // of two materials
    CHECK_STR(ways("a.density"), "materials.a.density");
    CHECK_STR(ways("rate"), "let.rate");
    CHECK_STR(ways("run.duration"), "run.duration");
    CHECK_STR(ways("friction"), "refused"); // of rolling as well
    CHECK(strstr(error.hint, "pairs.a-b.rolling.friction") != NULL);
    CHECK_STR(ways("tangential.friction"), "pairs.default.tangential.friction|pairs.a-a.tangential."
                                           "friction|pairs.a-b.tangential.friction");
    CHECK_STR(ways("seed"), "random.seed|grains.bed.packing.seed");
    CHECK_STR(ways("local"), "stages.one.set.run.damping.local"); // the case has none
    CHECK_STR(ways("direction"), "stages.one.set.gravity.direction");
    CHECK_STR(ways("drive.force"), "stages.one.set.walls.lid.drive.force|stages.two.set.walls.lid."
                                   "drive.force");
    CHECK_STR(ways("two.until"), "stages.two.until");
    CHECK_STR(ways("yung"), "refused");
    CHECK_STR(error.hint, "did you mean 'young'?");
}

// ---- plans

static scree_status plan_of(const char *one, const char *other, int64_t latin, plan *out)
{
    case_override item[2] = {{"materials.a.young", one}, {"seed", other}};
    const settings over = {.item = item, .count = 2};
    const settings none = {0};
    FILE *file = fopen("case.yaml", "w");
    fputs(text, file);
    fclose(file);
    const plan_wish wish = {
        .path = "case.yaml", .set = &none, .over = &over, .latin = latin, .seed = 1};
    return plan_make(&wish, out, &error);
}

TEST(points_are_all_combinations_and_seeds_make_groups)
{
    plan plan;
    char words[100];
    REQUIRE(!plan_of("1 kPa,2 kPa", "1..3", 0, &plan));
    REQUIRE(plan.points == 6);
    CHECK(plan.groups == 2);
    CHECK(plan.point[2].group == 0);
    CHECK(plan.point[3].group == 1);
    CHECK(plan.first[1] == 3);
    CHECK(plan.point[3].next == 4);
    CHECK(plan.point[5].next == -1);
    CHECK_STR(plan.point[4].name, "5-young=2kPa,seed=2");
    plan_words(&plan, 4, words, sizeof words);
    CHECK_STR(words, "materials.a.young = 2 kPa, seed = 2");
    plan_clear(&plan);
    REQUIRE(!plan_of("1 kPa:2 kPa", "1..3", 5, &plan));
    CHECK(plan.points == 15);
    CHECK(plan.groups == 5);
    for (int i = 0; i < plan.points; i++)
        CHECK(plan.point[i].number[0] >= 1000 && plan.point[i].number[0] <= 2000);
    plan_clear(&plan);
    CHECK(plan_of("1 kPa:2 kPa", "1..3", 0, &plan)); // a range that nobody draws from
    plan_clear(&plan);
}

// ---- tables of runs

static void write_table(const char *what)
{
    mkdir("run", 0777);
    mkdir("run/probes", 0777);
    FILE *file = fopen("run/probes/cell.csv", "w");
    fputs(what, file);
    fclose(file);
}

TEST(numbers_of_a_table_are_last_mean_peak_and_where)
{
    probed probed;
    write_table("time [s],\"a,b [Pa]\",c\n0,1,nan\n1,-5,2\n2,3,4\n3,2");
    REQUIRE(!probed_read("run", &probed, &error));
    REQUIRE(probed.tables == 1);
    const table_in *table = &probed_find(&probed, "cell")->is;
    CHECK(table->rows == 3); // half a row is none
    CHECK_STR(table->head[1].name, "a,b");
    CHECK_STR(table->head[1].unit, "Pa");
    CHECK_STR(table->head[2].unit, "");
    CHECK_NEAR(probed_number(table, 1, PROBED_LAST, 0), 3, 0);
    CHECK_NEAR(probed_number(table, 1, PROBED_MEAN, 0), -1.0 / 3, 1e-15);
    CHECK_NEAR(probed_number(table, 1, PROBED_MEAN, 0.5), -1, 0);
    CHECK_NEAR(probed_number(table, 1, PROBED_PEAK, 0), -5, 0);
    CHECK_NEAR(probed_number(table, 1, PROBED_AT, 0), 1, 0);
    CHECK_NEAR(probed_number(table, 2, PROBED_MEAN, 0), 3, 0);
    CHECK(isnan(probed_number(table, 2, PROBED_MEAN, 9)));
    probed_clear(&probed);
    write_table("time [s],a\n0,1\n1,x\n");
    CHECK(probed_read("run", &probed, &error));
    CHECK(strstr(error.what, "line 3") != NULL);
    probed_clear(&probed);
    write_table(""); // as if it were gone: its point is made again
    CHECK(!probed_read("run", &probed, &error) && probed.tables == 0);
    probed_clear(&probed);
}

TEST(names_of_numbers)
{
    probed_name name;
    CHECK(probed_name_read("lid.force_z:peak", &name));
    CHECK_STR(name.probe, "lid");
    CHECK_STR(name.column, "force_z");
    CHECK(name.take == PROBED_PEAK);
    CHECK(probed_name_read("lid.force_z", &name));
    CHECK(name.take == PROBED_MEAN);
    CHECK(!probed_name_read("lid", &name));
    CHECK(!probed_name_read("lid.:mean", &name));
    CHECK(!probed_name_read(".x", &name));
    CHECK(!probed_name_read("lid.x:most", &name));
}

TEST_MAIN

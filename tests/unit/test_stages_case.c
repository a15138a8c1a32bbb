// test_stages_case.c - stages of a case are read: what they set and when they are over, faults of all stages at once with
// the places of their values, and the resolved case, which reads back to the same cases.
#include "harness.h"

#include "case/case.h"
#include "case/condition.h"
#include "case/freedom.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] =
    "scree: 1\n"
    "let: {fall: 2 s, push: 3 mm/s}\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic, y: wall}, "
    "material: a}\n"
    "materials: {a: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: 0.3}}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "walls:\n"
    "  gate: {material: a, plane: {point: [0 m, 0 m, 10 cm], normal: [0, 0, 1]}}\n"
    "  lid: {material: a, plane: {point: [0 m, 0 m, 90 cm], normal: [0, 0, -1]}, drive: {law: "
    "velocity, "
    "velocity: ['${push}', 0 m/s, 0 m/s]}}\n"
    "grains: [{name: bed, shape: ball, material: a, packing: {law: random, count: 5, seed: 1}}]\n"
    "streams: [{name: feed, shape: ball, material: a, low: [0.1 m, 0.1 m, 0.1 m], high: [0.2 m, "
    "0.2 m, "
    "0.2 m], rate: 3/s}]\n"
    "probes: {lid: {law: wall-force, wall: lid}, slice: {law: velocity-profile, axis: z, bins: "
    "3}}\n";

static fault_list faults, notes;

static scree_status read_text(const char *text, model *out)
{
    const case_families families = all_families();
    const case_context context = {.families = &families};
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return case_parse(&(case_source){text, strlen(text), "case"}, &context, out, &faults, &notes);
}

static scree_status read_stages(const char *stages, model *out)
{
    static char text[8000];
    snprintf(text, sizeof text, "%s%s", head, stages);
    return read_text(text, out);
}

TEST(each_stage_has_a_case_of_its_own)
{
    model m;
    REQUIRE(
        read_stages(
            "stages:\n"
            "  - {name: fill, until: '${fall/2}'}\n"
            "  - {name: open, until: 1 s, set: {walls.gate: none, gravity: [0, 0, -1 m/s^2]}}\n"
            "  - name: more\n"
            "    until: 'probe.lid.force_z > 2 N and not (count(bed) < 4 or time < ${fall})'\n"
            "    limit: 5 s\n"
            "    at_limit: next\n"
            "    every: 7\n"
            "    set:\n"
            "      walls.cut: {material: a, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}\n"
            "      walls.lid.drive: {law: velocity, velocity: [0 m/s, '${2*push}', 0 m/s]}\n"
            "      streams.feed: none\n"
            "      streams.rain: {shape: ball, material: a, low: [0 m, 0 m, 0 m], high: [1 m, 1 m, "
            "1 m], "
            "rate: 1/s}\n"
            "      domain.boundary.z: wall\n"
            "      pairs.default.tangential.friction: 0.1\n",
            &m) == SCREE_OK);
    CHECK(m.stages == 3 && m.no_duration && m.duration == 7);
    CHECK(m.stage[0].lasts == 1 && !m.stage[0].until_holds);
    CHECK(m.stage[0].model->walls == 2 && m.stage[1].model->walls == 1 &&
          m.stage[2].model->walls == 2);
    CHECK(m.stage[1].model->gravity.z == -1 && m.stage[2].model->gravity.z == -1);
    CHECK(m.stage[2].every == 7 && m.stage[2].goes_on && m.stage[2].limit == 5);
    CHECK(m.stage[2].model->streams == 2 && m.stage[2].model->stream[0].to == 0);
    const condition *c = m.stage[2].until_holds;
    CHECK(c && c->variables == 3 && c->steps == 6);
    const double yes[] = {3, 5, 9};
    const double no[] = {3, 5, 1};
    CHECK(condition_holds(c, yes) && !condition_holds(c, no));
    // written out and read back
    const case_families families = all_families();
    char *first = case_resolved(&m, &families);
    model again;
    REQUIRE(first && CHECK_MSG(read_text(first, &again) == SCREE_OK, "%s: %s",
                               faults.count ? faults.item[0].where : "",
                               faults.count ? faults.item[0].what : ""));
    char *second = case_resolved(&again, &families);
    CHECK(second && !strcmp(first, second));
    for (int i = 0; i < 3 && second; i++) {
        char *one = case_resolved(m.stage[i].model, &families);
        char *other = case_resolved(again.stage[i].model, &families);
        CHECK_MSG(one && other && !strcmp(strstr(one, "scree: 1"), strstr(other, "scree: 1")),
                  "stage %d", i);
        free(one);
        free(other);
    }
    free(first);
    free(second);
    model_clear(&m);
    model_clear(&again);
}

static void refuses(const char *stages, const char *where, const char *what, const char *hint)
{
    model m;
    if (!CHECK_MSG(read_stages(stages, &m) == SCREE_BAD_INPUT, "taken: %s", stages)) {
        model_clear(&m);
        return;
    }
    for (int i = 0; i < faults.count; i++) {
        const scree_error *fault = &faults.item[i];
        if (strstr(fault->where, where) && strstr(fault->what, what) && strstr(fault->hint, hint))
            return;
    }
    CHECK_MSG(false, "%s: not '%s' but '%s: %s (%s)'", stages, what, faults.item[0].where,
              faults.item[0].what, faults.item[0].hint);
}

// Stages without a limit, in a run without a duration: how long they take at most; below 0: refused.
static double most_for(const char *stages)
{
    model m;
    if (read_stages(stages, &m) != SCREE_OK)
        return -1;
    const double most = m.duration;
    model_clear(&m);
    return most;
}

TEST(conditions_of_time_need_no_limit)
{
    CHECK_NEAR(most_for("stages: [{name: a, until: 'time >= 40 ms'}]\n"), 0.04, 1e-15);
    CHECK_NEAR(most_for("stages: [{name: a, until: '40 ms < time'}]\n"), 0.04, 1e-15);
    CHECK_NEAR(most_for("stages: [{name: a, until: 'not (time < 40 ms)'}]\n"), 0.04, 1e-15);
    CHECK_NEAR(most_for("stages: [{name: a, until: 2 s}, {name: b, until: 'time > 3 s'}]\n"), 3,
               1e-14);
    CHECK_NEAR(most_for("stages: [{name: a, until: 2 s}, {name: b, until: 'stage_time > 3 s'}]\n"),
               5, 1e-14);
    CHECK_NEAR(most_for("stages: [{name: a, until: 'kinetic < 1 J or time > 3 s'}]\n"), 3, 1e-14);
    CHECK_NEAR(most_for("stages: [{name: a, until: 'time > 1 s and stage_time > 3 s'}]\n"), 3,
               1e-14);
    const char *const never = "may never hold";
    refuses("stages: [{name: a, until: 'time <= 40 ms'}]\n", "case:14", never, "");
    refuses("stages: [{name: a, until: 'kinetic < 1 J and time > 3 s'}]\n", "case:14", never, "");
    refuses("stages: [{name: a, until: 'not (time > 3 s)'}]\n", "case:14", never, "");
    refuses("stages: [{name: a, until: 'kinetic < 1 J or time < 3 s'}]\n", "case:14", never, "");
}

// Regions that are given in place belong to the case of each stage, whatever uses them; what a stage sets may have some, too.
TEST(regions_in_place_are_those_of_each_stage)
{
    static const char regions[] =
        "regions: {middle: {half-space: {point: [0 m, 0 m, 0.2 m], normal: [0, 0, 1]}}}\n"
        "removals: {drain: {inside: {half-space: {point: [0.9 m, 0 m, 0 m], normal: [1, 0, 0]}}, "
        "every: 1 s}}\n"
        "stages:\n"
        "  - {name: fill, until: 'probe.near.grains > 2', limit: 1 s}\n"
        "  - {name: open, until: 2 s, set: {probes.far: {law: region, inside: {half-space: {point: "
        "[0 m, 0 m, 0.2 m], normal: [0, 0, -1]}}}}}\n"
        "  - {name: more, until: 3 s, set: {gravity: [0, 0, -1 m/s^2]}}\n";
    char text[8000];
    model m;
    snprintf(text, sizeof text, "%s", head);
    char *probes = strstr(text, "probes: {");
    REQUIRE(probes != NULL);
    snprintf(probes, sizeof text - (size_t)(probes - text),
             "probes: {near: {law: region, inside: {ball: {centre: [0.5 m, 0.5 m, 0.5 m], radius: "
             "0.2 m}}}}\n%s",
             regions);
    char *packing = strstr(text, "count: 5");
    memcpy(packing, "count: 4", 8);
    const scree_status status = read_text(text, &m);
    for (int i = 0; i < faults.count; i++)
        printf("%s: %s (%s)\n", faults.item[i].where, faults.item[i].what, faults.item[i].hint);
    REQUIRE(status == SCREE_OK);
    for (int i = 0; i < m.stages; i++) {
        const model *of = m.stage[i].model;
        CHECK(of->regions == m.regions + (i > 0));
        CHECK_STR(of->region[1].name, m.region[1].name);
    }
    model_clear(&m);
}

// ---- settings of the command line into what a stage sets

static const char two_stages[] = "stages:\n"
                                 "  - {name: fill, until: 1 s}\n"
                                 "  - name: open\n"
                                 "    until: 1 s\n"
                                 "    set:\n"
                                 "      walls.cut: {material: a, plane: {point: [0 m, 0 m, 0 m], "
                                 "normal: [0, 0, 1]}, drive: {law: "
                                 "velocity, velocity: [0 m/s, 0 m/s, 1 m/s]}}\n"
                                 "      pairs.default.tangential.friction: 0.1\n";

static scree_status read_with(const char *key, const char *value, model *out)
{
    static char text[8000];
    const case_families families = all_families();
    const case_override set = {key, value};
    const case_context context = {.families = &families, .override = &set, .overrides = 1};
    snprintf(text, sizeof text, "%s%s", head, two_stages);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return case_parse(&(case_source){text, strlen(text), "case"}, &context, out, &faults, &notes);
}

static double friction_of(const model *m)
{
    return choice_real(&model_pair_of(m, 0, 0)->law[LAW_TANGENTIAL], "friction");
}

TEST(a_setting_goes_into_what_a_stage_sets)
{
    model m;
    REQUIRE(read_with("stages.open.set.pairs.default.tangential.friction", "0.2", &m) == SCREE_OK);
    CHECK(friction_of(m.stage[0].model) == 0.3 && friction_of(m.stage[1].model) == 0.2);
    model_clear(&m);
    // One that the stage had not set; a stage that had set nothing, by its number.
    REQUIRE(read_with("stages.open.set.run.damping.local", "0.2", &m) == SCREE_OK);
    CHECK(m.stage[0].model->damping == 0 && m.stage[1].model->damping == 0.2);
    model_clear(&m);
    REQUIRE(read_with("stages.0.set.pairs.default.tangential.friction", "0.2", &m) == SCREE_OK);
    CHECK(friction_of(m.stage[0].model) == 0.2 && friction_of(m.stage[1].model) == 0.1);
    model_clear(&m);
    // Down in the value of a key, which is a way with points itself.
    REQUIRE(read_with("stages.open.set.walls.cut.drive.velocity", "[0 m/s, 0 m/s, 2 m/s]", &m) ==
            SCREE_OK);
    const model_wall *cut = &m.stage[1].model->wall[m.stage[1].model->walls - 1];
    double velocity[3];
    choice_vector(&cut->drive[0], "velocity", velocity);
    CHECK(velocity[2] == 2);
    model_clear(&m);
    CHECK(read_with("stages.open.set.walls.cut.drive.speed", "1 m/s", &m) == SCREE_BAD_INPUT);
    CHECK(read_with("stages.opn.set.walls.cut.drive.law", "fixed", &m) == SCREE_BAD_INPUT);
    REQUIRE(faults.count == 1);
    CHECK_STR(faults.item[0].hint, "did you mean 'open'?");
    CHECK(read_with("stages.open.set.run.duration", "1 s", &m) == SCREE_BAD_INPUT);
    CHECK(read_with("stages.open.set.walls.cut.drive.velocity.x", "1 m/s", &m) == SCREE_BAD_INPUT);
}

TEST(what_is_wrong_is_told_with_its_place)
{
    refuses("stages: [{name: a, until: 'kinetic < 2 N', limit: 1 s}]\n", "case:14:27",
            "compares a torque or energy with a force", "");
    refuses("stages: [{name: a, until: 1 s, limit: 2 s}]\n", "case:14",
            "limit has no effect on a stage that lasts for a time", "write a condition");
    refuses("stages: [{name: a, until: 1 s, at_limit: next}]\n", "case:14",
            "at_limit has no effect on a stage", "write a condition");
    refuses("stages: [{name: a, until: 'kinetik < 2 J', limit: 1 s}]\n", "case:14",
            "unknown name 'kinetik'", "did you mean 'kinetic'?");
    refuses("stages: [{name: a, until: 'lit.force_z > 2 N', limit: 1 s}]\n", "case:14",
            "asks the probe 'lit'", "did you mean 'lid'?");
    refuses("stages: [{name: a, until: 'lid.force > 2 N', limit: 1 s}]\n", "case:14",
            "which it does not give", "force_x");
    refuses("stages: [{name: a, until: 'slice.count > 2', limit: 1 s}]\n", "case:14",
            "one table at the end", "");
    refuses("stages: [{name: a, until: 'count(bet) > 2', limit: 1 s}]\n", "case:14", "counts 'bet'",
            "did you mean 'bed'?");
    refuses("stages: [{name: a, until: 'kinetic < 1 J'}]\n", "case:14", "may never hold",
            "limit: 10 s");
    refuses("stages: [{name: a, until: 'kinetic = 1 J', limit: 1 s}]\n", "case:14", "are equal",
            "write <");
    refuses("stages: [{name: a, until: '1 < 2', limit: 1 s}]\n", "case:14", "which never changes",
            "");
    refuses("stages: [{name: a, until: 'kinetic < 1 J and', limit: 1 s}]\n", "case:14",
            "misses a comparison", "");
    refuses("stages: [{name: a}, {name: b, until: 1 s}]\n", "case:14", "missing key 'until'",
            "until: 2 s");
    refuses("stages: [{name: a, until: 1 s}, {name: a, until: 1 s}]\n", "case:14",
            "taken by an earlier entry", "");
    refuses("stages: [{name: a, until: 1 s, limit: 2 s}]\n", "case:14",
            "no effect on a stage that lasts", "");
    refuses("run: {duration: 1 s}\nstages: [{name: a, until: 1 s}, {name: b, until: 1 s}]\n",
            "case:15", "the stages take 2 s, but run.duration is 1 s", "");
    refuses("stages: [{name: a, until: 1 s}, {name: b, until: 1 s, set: {walls.gat: none}}]\n",
            "case:14", "walls has no 'gat' to take away", "did you mean 'gate'?");
    refuses("stages: [{name: a, until: 1 s}, {name: b, until: 1 s, set: {walls.gat.drive: {law: "
            "fixed}}}]\n",
            "case:14", "missing key 'material' in walls.gat", "did you mean 'gate'? else name one");
    refuses("stages: [{name: a, until: 1 s}, {name: b, until: 1 s, set: {walls.gate.plane.point: "
            "[0 m, 0 m, 1 cm]}}]\n",
            "case:14:85", "a stage cannot change walls.gate.plane.point", "a stage may change");
    refuses(
        "stages: [{name: a, until: 1 s}, {name: b, until: 1 s, set: {domain.boundary.x: open}}]\n",
        "case:14", "a stage cannot change domain.boundary.x, which was periodic",
        "a stage may change");
    refuses(
        "stages: [{name: a, until: 1 s}, {name: b, until: 1 s, set: {probes.lid.wall: gate}}]\n",
        "case:14", "a stage cannot change probes.lid.wall", "");
    refuses("stages: [{name: a, until: 1 s, set: {run.duration: 3 s}}]\n", "case:14",
            "which is of the whole run", "");
    refuses(
        "stages: [{name: a, until: 1 s, set: {walls.lid.drive.velocity: [1 kg, 0 m/s, 0 m/s]}}]\n",
        "case:14:65", "walls.lid.drive.velocity", "");
}

// Of what is no number and no condition nothing else is said.
TEST(what_is_no_time_is_one_fault)
{
    model m;
    read_stages("stages: [{name: a, until: 'kinetic', limit: 1 s}]\n", &m);
    CHECK(faults.count == 1 && strstr(faults.item[0].what, "is not a number"));
}

// Also those of the case itself, each once.
TEST(faults_of_all_stages_are_told_at_once)
{
    model m;
    CHECK(read_stages("wrong: 1\n"
                      "stages:\n"
                      "  - {name: a, until: 1 s, set: {gravity: 3 kg}}\n"
                      "  - {name: b, until: 1 m, set: {walls.lid.matter: a}}\n",
                      &m) == SCREE_BAD_INPUT);
    CHECK_MSG(faults.count == 4, "%d faults, %s: %s", faults.count, faults.item[0].where,
              faults.item[0].what);
    CHECK(faults.count == 4 && strstr(faults.item[0].what, "wrong") &&
          strstr(faults.item[1].where, "16:") && strstr(faults.item[2].where, "17:") &&
          strstr(faults.item[3].where, "17:"));
}

// What no value can be is found before the run.
TEST(a_condition_that_cannot_hold_is_known)
{
    model m;
    REQUIRE(read_stages("stages: [{name: a, until: '(count > 10 or time > 3 s) and kinetic >= 0 "
                        "J', limit: 1 s}]\n",
                        &m) == SCREE_OK);
    const condition *c = m.stage[0].until_holds;
    const condition_range few[] = {{0, 5}, {0, 1}, {0, INFINITY}};
    const condition_range many[] = {{0, 11}, {0, 1}, {0, INFINITY}};
    const condition_range late[] = {{0, 5}, {0, 4}, {0, INFINITY}};
    CHECK(!condition_may_hold(c, few) && condition_may_hold(c, many) &&
          condition_may_hold(c, late));
    model_clear(&m);
}

TEST(every_change_has_a_freedom)
{
    static const struct {
        case_change_kind kind;
        const char *path, *was, *is;
        case_freedom freedom;
    } rows[] = {
        {CHANGE_ADDED, "walls.lid", "", "3 values", CHANGE_STAGE},
        {CHANGE_GONE, "walls", "3 values", "", CHANGE_STAGE},
        {CHANGE_OF_VALUE, "walls.lid.material", "a", "b", CHANGE_DECIDED},
        {CHANGE_OF_VALUE, "walls.lid.drive.velocity", "1", "2", CHANGE_STAGE},
        {CHANGE_ADDED, "streams[1]", "", "5 values", CHANGE_STAGE},
        {CHANGE_GONE, "streams[1]", "5 values", "", CHANGE_DECIDED},
        {CHANGE_OF_VALUE, "streams[1].rate", "1", "2", CHANGE_STAGE},
        {CHANGE_OF_VALUE, "solver", "smooth", "nonsmooth", CHANGE_STAGE},
        {CHANGE_OF_VALUE, "domain.boundary.x", "open", "wall", CHANGE_STAGE},
        {CHANGE_OF_VALUE, "domain.boundary.x", "periodic", "wall", CHANGE_DECIDED},
        {CHANGE_OF_VALUE, "domain.low", "0", "1", CHANGE_DECIDED},
        {CHANGE_OF_VALUE, "course.out_every", "1", "2", CHANGE_BRANCH},
        {CHANGE_ADDED, "probes.more", "", "2 values", CHANGE_FREE},
        {CHANGE_OF_VALUE, "probes.more.wall", "a", "b", CHANGE_BRANCH},
        {CHANGE_OF_VALUE, "title", "a", "b", CHANGE_FREE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const case_difference change = {rows[i].kind, rows[i].path, rows[i].was, rows[i].is};
        CHECK_MSG(case_freedom_of_change(&change) == rows[i].freedom, "%s", rows[i].path);
    }
}

TEST_MAIN

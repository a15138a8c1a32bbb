// test_locale.c - in a program whose locale writes 0,5 for 0.5 the library reads and says the same as elsewhere: cases,
// snapshots, messages. The locale is made in the folder of the test by localedef; skipped where that cannot be done.
#include "harness.h"

#include <scree/scree.h>

#include <inttypes.h>
#include <locale.h>

static const char locale_source[] =
    "comment_char %\nescape_char /\nLC_NUMERIC\ndecimal_point \",\"\n"
    "thousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\n";
static const char text[] =
    "scree: 1\ntitle: Half\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [2.5 cm, 2.5 cm, 0.05 m], boundary: {z: wall}, material: "
    "soft}\n"
    "materials: {soft: {density: 2500.5 kg/m^3, young: 0.02 GPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.75}, tangential: none}}\n"
    "shapes: {ball: {ball: {radius: 2.5 mm}}}\n"
    "grains: [{name: all, shape: ball, material: soft, packing: {law: lattice, counts: [2, 2, 2], "
    "spacing: [6.5 mm, "
    "6.5 "
    "mm, 6.5 mm], origin: [7.5 mm, 7.5 mm, 2.6 mm]}}]\n"
    "run: {duration: 0.5 s}\n";

// The folder is that of the test, which is the working one.
static bool use_comma(void)
{
    char half[8];
    char here[1024];
    FILE *source = fopen("comma.source", "w");
    if (!source)
        return false;
    fputs(locale_source, source);
    fclose(source);
    if (system("localedef -c -i comma.source -f ANSI_X3.4-1968 ./comma >localedef.out 2>&1") < 0)
        return false;
    if (!getcwd(here, sizeof here))
        return false;
    setenv("LOCPATH", here, 1);
    if (!setlocale(LC_ALL, "comma"))
        return false;
    snprintf(half, sizeof half, "%.1f", 0.5);
    return strcmp(half, "0,5") == 0;
}

// What a run says: its hash before and after a snapshot, and some messages with numbers.
typedef struct report {
    uint64_t before, after;
    char refusal[900], stop[900];
} report;

static int at_once(void *context, const scree_world *w)
{
    (void)context;
    (void)w;
    return 1;
}

static report run(const char *snapshot)
{
    report r = {0};
    scree_error e = {0};
    scree_case *c = NULL;
    scree_world *w = NULL;
    scree_world *again = NULL;
    const char *const settings[] = {"run.duration=0.25 s", NULL};
    const char *const wrong[] = {"materials.soft.poisson=0.75", NULL};
    CHECK(scree_case_parse(text, "wrong.yaml", wrong, &c, &e) == SCREE_BAD_INPUT);
    snprintf(r.refusal, sizeof r.refusal, "%s: %s", e.where, e.what);
    scree_case_destroy(c);
    CHECK_MSG(scree_case_parse(text, "half.yaml", settings, &c, &e) == SCREE_OK, "%s: %s", e.where,
              e.what);
    CHECK_MSG(scree_world_create(c, 1, &w, &e) == SCREE_OK, "%s: %s", e.where, e.what);
    if (!w)
        return r;
    CHECK(scree_world_step(w, 60, &e) == SCREE_OK);
    CHECK(scree_world_save(w, snapshot, &e) == SCREE_OK);
    CHECK_MSG(scree_world_load(c, snapshot, 1, &again, &e) == SCREE_OK, "%s: %s", e.where, e.what);
    CHECK(scree_world_hash(w, &r.before, &e) == SCREE_OK);
    CHECK(!again || scree_world_hash(again, &r.after, &e) == SCREE_OK);
    scree_world_watch(w, at_once, NULL);
    CHECK(scree_world_step(w, 1, &e) == SCREE_STOPPED);
    snprintf(r.stop, sizeof r.stop, "%s: %s", e.where, e.what);
    scree_world_destroy(w);
    scree_world_destroy(again);
    scree_case_destroy(c);
    return r;
}

TEST(a_locale_with_a_decimal_comma)
{
    char half[8];
    const report point = run("point.h5");
    CHECK(point.before != 0 && point.before == point.after);
    if (!use_comma())
        SKIP("no locale with a decimal comma can be made here");
    const report comma = run("comma.h5");
    CHECK(comma.before == point.before && comma.after == point.after);
    CHECK_STR(comma.refusal, point.refusal);
    CHECK_STR(comma.stop, point.stop);
    snprintf(half, sizeof half, "%.1f", 0.5);
    CHECK_STR(half, "0,5"); // the program keeps its own
    setlocale(LC_ALL, "C");
}

TEST_MAIN

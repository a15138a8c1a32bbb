// test_case_kit.c - what slow flows are computed with in a case, run.damping, run.mass_scaling and radii for a stiffness:
// what is refused, in words, and that the resolved case reads back.
#include "case_fixture.h"
#include "harness.h"
#include "state/slow.h"

static const char good[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "solver: smooth\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 15 cm, 12 cm]}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.9}, tangential: none}}\n"
    "shapes: {bead: {ball: {radius: 1.5 mm}}}\n"
    "grains:\n"
    "  - {name: flow, shape: bead, material: glass, packing: {law: random, count: 40, inside: "
    "domain, seed: 7}}\n"
    "run: {duration: 2 s, KIT}\n";

typedef struct golden {
    const char *old, *changed; // the place in the good case, and what stands there instead
    const char *says;          // all faults: where: what; remedy
} golden;

static const golden table[] = {
    {"KIT", "damping: {local: 1.5}",
     "case.yaml:10:39: run.damping.local = 1.5 is outside [0, 0.99]\n"},
    {"KIT", "damping: {locale: 0.3}",
     "case.yaml:10:31: missing key 'local' in run.damping; such as local: 0.3\n"
     "case.yaml:10:32: unknown key 'locale' in run.damping; did you mean 'local'?\n"},
    {"KIT", "damping: {local: 0.3, except: [flew]}",
     "case.yaml:10:53: run.damping.except: there are no grains 'flew'; name entries of `grains` or "
     "`streams`\n"},
    {"KIT", "damping: {local: 0.3}, integrator: gear",
     "case.yaml:10:31: run.damping: damped forces jump where a motion turns round, which "
     "integrator: gear cannot follow; choose integrator: velocity-verlet or leapfrog\n"},
    {"KIT", "mass_scaling: 0", "case.yaml:10:36: run.mass_scaling = 0 is outside [0.001, 1e+15]\n"},
    {"KIT", "mass_scaling: 3 kg",
     "case.yaml:10:36: run.mass_scaling = 3 kg is a mass; give a plain number, such as 0.5\n"},
    {"KIT", "mass_scalling: 3",
     "case.yaml:10:22: unknown key 'mass_scalling' in run; did you mean 'mass_scaling'?\n"},
};

// The good case with one place changed.
static char *changed_case(const golden *entry)
{
    const char *at = strstr(good, entry->old);
    char *text = malloc(sizeof good + strlen(entry->changed));
    if (!at || !text)
        abort();
    sprintf(text, "%.*s%s%s", (int)(at - good), good, entry->changed, at + strlen(entry->old));
    return text;
}

TEST(what_is_refused)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *text = changed_case(&table[i]);
        reading r = read_case(text);
        char *says = fault_text(&r.faults);
        CHECK_STR(says, table[i].says);
        free(says);
        free(text);
        reading_clear(&r);
    }
}

// With the nonsmooth solver both at once.
TEST(the_nonsmooth_solver_takes_neither)
{
    const case_override set[] = {{"solver", "nonsmooth"}};
    char *text = changed_case(&(golden){"KIT", "damping: {local: 0.3}, mass_scaling: 10", NULL});
    reading r = read_with(text, strlen(text), set, 1);
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "case.yaml:10:31: run.damping: the nonsmooth solver has no forces that could "
                    "be damped; leave it out, or choose solver: smooth\n"
                    "case.yaml:10:59: run.mass_scaling: the step of the nonsmooth solver does not "
                    "follow from masses; leave it out, or choose solver: smooth\n");
    free(says);
    free(text);
    reading_clear(&r);
}

TEST(resolved_case_reads_back)
{
    static const golden whole = {"KIT", "damping: {local: 0.3, except: [flow]}, mass_scaling: 12.5",
                                 NULL};
    case_families families = test_families();
    char *text = changed_case(&whole);
    reading first = read_case(text);
    REQUIRE(first.status == SCREE_OK);
    CHECK(first.m.damping == 0.3 && first.m.grains[0].undamped && first.m.mass_scaling == 12.5);
    CHECK(model_set_damping(&first.m, 0) == 0);
    char *resolved = case_resolved(&first.m, &families);
    reading second = read_case(resolved);
    char *again = case_resolved(&second.m, &families);
    CHECK_STR(again, resolved);
    CHECK(second.m.damping == 0.3 && second.m.grains[0].undamped && second.m.mass_scaling == 12.5);
    free(again);
    free(resolved);
    free(text);
    reading_clear(&second);
    reading_clear(&first);
}

TEST_MAIN

// test_let.c - names and arithmetic in cases: values, units, exactness, faults with their places.
#include "case/expression.h"
#include "case_fixture.h"
#include "harness.h"

#include "base/formula.h"
#include "base/mathlib.h"

#include <math.h>

static const expression_scope nothing = {.time = false};
static const expression_scope with_time = {.time = true};

// ---- values

static void gives(const char *text, const char *want)
{
    formula formula;
    expression_value value;
    quantity_fault fault;
    char printed[100];
    if (!CHECK_MSG(expression_read(text, &nothing, &formula, &value.unit, &fault), "%s %s", text,
                   fault.what))
        return;
    value.value = formula_at(&formula, 0, NULL);
    expression_print(&value, printed, sizeof printed);
    CHECK_STR(printed, want);
}

TEST(arithmetic)
{
    gives("1 + 2*3", "7");
    gives("(1 + 2)*3", "9");
    gives("2^3^2", "512");
    gives("-2^2", "-4");
    gives("(-2)^2", "4");
    gives("2^-1", "0.5");
    gives("8/2/2", "2");
    gives("7 - 2 - 1", "4");
    gives("-3 - -4", "1");
    gives("2/7", "0.2857142857142857");
    gives("1e3*.5", "500");
    gives("max(1, 7, 3) - min(2, 5)", "5");
    gives("abs(-3) + floor(2.9) + sqrt(16)", "9");
    gives("exp(0)*log(1)", "0");
    gives("2*pi", "6.283185307179586");
    gives("5 %", "0.05");
}

TEST(units_go_along)
{
    gives("5 mm", "0.005 m");
    gives("5 mm + 1 cm", "0.015 m");
    gives("9.81 m/s^2*(2 s)^2/2", "19.62 m");
    gives("sqrt(2*8 m/s^2*25 cm)", "2 m/s");
    gives("(4 cm)^0.5", "0.2 m^0.5");
    gives("1/2 s", "0.5 1/s");
    gives("6/2/s", "3 1/s");
    gives("10 mm/mm", "10");
    gives("2500 kg/m^3*1 cm^3", "0.0025 kg");
    gives("2 N/(m*s)*3 s", "6 N/m");
    gives("5e-3 N m + 2 N*1 m", "2.005 N*m");
    gives("3 kg m^2 s^-2/(1 J)", "3");
    gives("100/s*2", "200 1/s");
    gives("100 1/s*2", "200 1/s");
    gives("sin(30 deg)", "0.49999999999999994");
    gives("sin(pi/2)", "1");
    gives("atan2(1 m, 1 m)", "0.7853981633974483 rad");
    gives("tan(45 deg) - 1 + 1", "0.9999999999999999");
    gives("min(5 mm, 1 cm)/(1 mm)", "5");
}

// A number with a unit is rounded once, as where it stands alone: 3.3 ms is not 3.3 times 0.001 s.
TEST(numbers_are_as_exact_as_quantities)
{
    static const char *const texts[] = {"3.3 ms", "70 GPa", "0.1 g", "17.3 um", "2.5 g/cm^3"};
    static const char *const si[] = {"s", "Pa", "kg", "m", "kg/m^3"};
    for (int i = 0; i < 5; i++) {
        formula formula;
        unit_value unit;
        quantity_fault fault;
        double want;
        REQUIRE(expression_read(texts[i], &nothing, &formula, &unit, &fault));
        REQUIRE(quantity_read(texts[i], si[i], &want, &fault));
        CHECK(formula_at(&formula, 0, NULL) == want);
    }
}

static void refuses(const char *text, const char *want)
{
    formula formula;
    unit_value unit;
    quantity_fault fault;
    CHECK_MSG(!expression_read(text, &nothing, &formula, &unit, &fault), "%s", text);
    CHECK_STR(fault.what, want);
    CHECK_MSG(fault.hint[0], "%s: no remedy", text);
}

static const char *hint_of(const char *text)
{
    static quantity_fault fault;
    formula formula;
    unit_value unit;
    CHECK(!expression_read(text, &nothing, &formula, &unit, &fault));
    return fault.hint;
}

TEST(what_has_no_value_is_refused)
{
    char nest[200];
    char powers[200];
    refuses("", "ends where a value should stand");
    refuses("1 +", "ends where a value should stand");
    refuses("(1", "misses a ')'");
    refuses("1)", "has ')' left over at its end");
    refuses("1 mm + 2 s", "adds a length and a time");
    refuses("1 mm - 2", "subtracts a length and a plain number");
    refuses("exp(1 mm)", "exp() of a length");
    refuses("min(1 mm, 1 s)", "min() of a length and a time");
    refuses("min(1)", "min() takes two values or more");
    refuses("sqrt(1, 2)", "sqrt() takes one value");
    refuses("1/0", "has no finite value");
    refuses("sqrt(-1)", "has no finite value");
    refuses("log(0)", "has no finite value");
    refuses("1e999", "is too large or too small for a double");
    refuses("2^(1 mm)", "has a power that is no plain constant number");
    refuses("(1 m)^0.3", "has a unit with a power that is neither whole nor half");
    refuses("foo", "has an unknown name 'foo'");
    refuses("2*t", "has an unknown name 't'");
    refuses("3 N/m s", "a space behind a '/' can be read in two ways in the unit");
    refuses("20 1 4", "has '1 4' left over at its end");
    CHECK_HAS(hint_of("1)"), "leave it out");
    refuses("m/s^22", "has a unit out of all proportion");
    refuses("5 # 3", "has '# 3' left over at its end");
    memset(nest, '(', 150);
    nest[150] = 0;
    refuses(nest, "is nested too deep");
    for (int i = 0; i < 60; i++)
        memcpy(powers + 2 * i, "2^", 3);
    refuses(powers, "is nested too deep");
}

// ---- what changes with time

// The rate is the derivative: against differences.
TEST(rates_are_derivatives)
{
    static const char *const texts[] = {
        "3 mm*sin(2*pi*4 Hz*t + 1)",        "exp(-t/(0.3 s))*cos(t/(1 ms))",
        "(1 + t/(1 s))^2.5/(2 + t^2/s^2)",  "atan2(t, 2 s) - atan(t/(3 s))",
        "abs(t - 1 s)*log(1 + t/s)*(1 m)",  "min(t, 0.5 s)*max(t, 0.1 s)",
        "sqrt(t/(1 s))*tan(t*(0.1 rad/s))", "asin(t/(3 s)) + acos(t/(4 s))*(t/s)^-2",
    };
    const double step = 1e-6;
    for (int i = 0; i < 8; i++) {
        formula formula;
        unit_value unit;
        quantity_fault fault;
        if (!CHECK_MSG(expression_read(texts[i], &with_time, &formula, &unit, &fault), "%s %s",
                       texts[i], fault.what))
            continue;
        CHECK(!formula_is_constant(&formula));
        for (double t = 0.237; t < 2; t += 0.41) {
            double rate;
            const double value = formula_at(&formula, t, &rate);
            const double after = formula_at(&formula, t + step, NULL);
            const double before = formula_at(&formula, t - step, NULL);
            const double slope = (after - before) / (2 * step);
            const double size = fabs(rate) + fabs(value) + 1;
            CHECK_MSG(fabs(slope - rate) < 1e-6 * size, "%s at %g: %g, not %g", texts[i], t, rate,
                      slope);
        }
    }
}

// ---- in a case

static const char drum[] =
    "scree: 1\n"
    "title: a drum of ${2*radius}, ${'}\n"
    "let:\n"
    "  half: ${radius/2}\n"
    "  radius: 5 mm\n"
    "  turns: 20 rpm\n"
    "domain: {low: [${-radius*4}, ${min(-1 cm, half)}, -4 cm], high: [4 cm, 4 cm, ${8*radius}]}\n"
    "materials: {m: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
    "shapes: {b: {ball: {radius: ${radius}}}}\n"
    "grains: [{name: g, shape: b, material: m, packing: {law: random, count: ${2 + 3}}}]\n"
    "run: {duration: ${2*(1 rad)*pi/turns}}\n";

static expression_found two_names(void *names, const char *name, expression_value *out,
                                  quantity_fault *fault)
{
    (void)names;
    const bool height = !strcmp(name, "height");
    if (!height && strcmp(name, "rate") != 0)
        return EXPRESSION_UNKNOWN;
    out->value = height ? 0.25 : 3;
    return unit_parse(height ? "m" : "rad/s", &out->unit, fault) ? EXPRESSION_KNOWN
                                                                 : EXPRESSION_WRONG;
}

// The text with its first `old` changed; owned.
static char *changed(const char *text, const char *old, const char *fresh)
{
    const char *at = strstr(text, old);
    if (!at)
        abort();
    char *out = malloc(strlen(text) + strlen(fresh) + 1);
    if (!out)
        abort();
    sprintf(out, "%.*s%s%s", (int)(at - text), text, fresh, at + strlen(old));
    return out;
}

TEST(expressions_stand_for_their_values)
{
    char *text = changed(drum, "${'}", "and no more");
    reading r = read_case(text);
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "");
    REQUIRE(r.status == SCREE_OK);
    CHECK_STR(r.m.title, "a drum of 0.01 m, and no more");
    CHECK(r.m.low.x == -0.02);
    CHECK(r.m.low.y == -0.01);
    CHECK(r.m.high.z == 0.04);
    CHECK(fabs(r.m.duration - 3) < 1e-14);
    CHECK(r.notes.count == 0 || !strstr(r.notes.item[0].what, "let"));
    free(says);
    free(text);
    reading_clear(&r);
}

// A formula has the names of the case, and its text in the resolved case has their values.
TEST(formulas_have_values_in_place_of_names)
{
    const expression_scope scope = {.lookup = two_names};
    char *text = expression_resolve("-height*sin(rate*t + 2e3*t/s)", &scope);
    CHECK_STR(text, "-(0.25 m)*sin((3 rad/s)*t + 2e3*t/s)");
    free(text);
}

TEST(settings_of_the_command_line_change_names)
{
    char *text = changed(drum, "${'}", "x");
    const case_override set = {"let.radius", "2 mm"};
    reading r = read_with(text, strlen(text), &set, 1);
    REQUIRE(r.status == SCREE_OK);
    CHECK(r.m.low.x == -0.008);
    reading_clear(&r);
    const case_override unused = {"let.raduis", "2 mm"};
    r = read_with(text, strlen(text), &unused, 1);
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "--set let.raduis: let.raduis is not used in this case; write ${NAME} where it "
                    "shall stand\n");
    free(says);
    free(text);
    reading_clear(&r);
}

static void says(const char *old, const char *fresh, const char *want)
{
    char *text = changed(drum, "${'}", "x");
    char *faulty = changed(text, old, fresh);
    reading r = read_case(faulty);
    char *told = fault_text(&r.faults);
    CHECK_STR(told, want);
    free(told);
    free(faulty);
    free(text);
    reading_clear(&r);
}

TEST(faults_have_their_places)
{
    says("${8*radius}", "${8*raduis}",
         "case.yaml:7:78: domain.high[2] = ${8*raduis} has an unknown name 'raduis'; did you mean "
         "'radius'?\n");
    says("${8*radius}", "${8*radius",
         "case.yaml:8:10: YAML syntax: did not find expected ',' or ']' while parsing a flow "
         "sequence (line 7); put a comma between the values, or close the bracket\n");
    says("${8*radius}", "'${8*radius'",
         "case.yaml:7:78: domain.high[2] = ${8*radius misses a '}' behind ${; write ${NAME} or "
         "${2*NAME}\n");
    says("${8*radius}", "${8*turns}",
         "case.yaml:7:78: domain.high[2] = 16.755160819145562 rad/s is an angular velocity; "
         "give a length, such as 5 mm\n");
    says("radius: 5 mm", "radius: 2*half",
         "case.yaml:4:9: let.half = ${radius/2} needs its own value, by the name 'radius'; names "
         "may "
         "not build on each other in a circle\n");
    says("${8*radius}", "${radius}^2",
         "case.yaml:7:78: domain.high[2] = ${radius}^2 raises only the unit of ${...} to a power; "
         "write it inside: ${NAME^2}\n");
    says("radius: 5 mm", "radius: 5 mm, 3",
         "case.yaml:5:11: let.radius = 5 mm, 3 has ', 3' left over at its end; leave it out, or "
         "put *, "
         "/, + or - before it\n");
    says("radius: 5 mm", "radius: 5 mm\n  s: 5 mm",
         "case.yaml:6:6: let: 's' cannot be a name: it is a unit; take a longer one\n");
}

TEST_MAIN

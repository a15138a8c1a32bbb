// test_units.c - quantities: exactness of decimal units, dimensions, and what is said of faulty ones.
#include "case/quantity.h"

#include "harness.h"

#include <stdlib.h>
#include <string.h>

static double value_of(const char *text, const char *si)
{
    double value = -12345;
    quantity_fault fault;
    CHECK_MSG(quantity_read(text, si, &value, &fault), "'%s' in %s: %s; %s", text, si, fault.what,
              fault.hint);
    return value;
}

static void same(const char *text, const char *si, double want)
{
    double got = value_of(text, si);
    CHECK_MSG(!memcmp(&got, &want, sizeof got), "'%s' in %s gives %.17g, not %.17g", text, si, got,
              want);
}

static void refused(const char *text, const char *si, const char *what, const char *hint)
{
    double value = 0;
    quantity_fault fault;
    if (!CHECK_MSG(!quantity_read(text, si, &value, &fault), "'%s' in %s is accepted as %g", text,
                   si, value))
        return;
    CHECK_STR(fault.what, what);
    CHECK_STR(fault.hint, hint);
}

TEST(decimal_units_are_exact)
{
    same("5 mm", "m", 0.005);
    same("5e-3 m", "m", 0.005);
    same("0.5 cm", "m", 0.005);
    same("5000 um", "m", 0.005);
    same("5000 \xC2\xB5m", "m", 0.005);
    same("5000 \xCE\xBCm", "m", 0.005);
    same("5mm", "m", 0.005);
    same("+.5e1 mm", "m", 0.005);
    same("70 GPa", "Pa", 70e9);
    same("70e3 MPa", "Pa", 70e9);
    same("70 kN/mm^2", "Pa", 70e9);
    same("1.5 bar", "Pa", 1.5e5);
    same("2.5 g/cm^3", "kg/m^3", 2500);
    same("2500 kg/m^3", "kg/m^3", 2500);
    same("2.5 mg/mm^3", "kg/m^3", 2500);
    same("0.1 g", "kg", 1e-4);
    same("9.81 m/s^2", "m/s^2", 9.81);
    same("981 cm/s^2", "m/s^2", 9.81);
    same("9.81 N/kg", "m/s^2", 9.81);
    same("1e-5 s", "s", 1e-5);
    same("10 us", "s", 1e-5);
    same("3.3 ms", "s", 0.0033);
    same("100/s", "1/s", 100);
    same("100 1/s", "1/s", 100);
    same("0.1 kHz", "1/s", 100);
    same("3 N*s/m", "kg/s", 3);
    same("3 N s/m", "kg/s", 3);
    same("3 N/(m/s)", "kg/s", 3);
    same("3 g s^-1", "kg/s", 0.003);
}

// Random decimals, each spelt in m, mm, um and km by moving the exponent: always the same double.
TEST(spellings_agree)
{
    srand(5);
    for (int i = 0; i < 20000; i++) {
        char text[4][64];
        double got[4];
        long long digits = (long long)rand() * 100000 + rand() % 100000;
        int exponent = rand() % 20 - 25;
        const char *units[] = {"m", "mm", "um", "km"};
        const int shift[] = {0, 3, 6, -3};
        quantity_fault fault;
        for (int k = 0; k < 4; k++) {
            snprintf(text[k], sizeof *text, "%llde%d %s", digits, exponent + shift[k], units[k]);
            REQUIRE(quantity_read(text[k], "m", &got[k], &fault));
        }
        for (int k = 1; k < 4; k++)
            CHECK_MSG(got[k] == got[0], "%s is not %s", text[k], text[0]);
        CHECK(got[0] == strtod(text[0], NULL));
    }
}

TEST(other_units)
{
    same("0", "m", 0);
    same("0 mm", "m", 0);
    same("-0.0", "kg/m^3", -0.0);
    same("2/7", "1", 2.0 / 7.0);
    same("2 / 7", "1", 2.0 / 7.0);
    same("30 %", "1", 0.3);
    same("30%", "1", 0.3);
    same("4000", "1", 4000);
    CHECK_REL(value_of("180 deg", "rad"), 3.14159265358979324, 1e-15);
    CHECK_REL(value_of("180\xC2\xB0", "rad"), 3.14159265358979324, 1e-15);
    CHECK_REL(value_of("30 rpm", "rad/s"), 3.14159265358979324, 1e-15);
    CHECK_REL(value_of("6 deg/min", "rad/s"), 3.14159265358979324 / 1800, 1e-15);
    CHECK_REL(value_of("90 km/h", "m/s"), 25, 1e-15);
    same("2 min", "s", 120);
    same("1 in", "m", 0.0254);
    CHECK_REL(value_of("4 N/mm^1.5", "N/m^1.5"), 4 * 31622.776601683795, 1e-15);
}

TEST(faulty_quantities)
{
    refused("5", "m", "has no unit", "give a length, such as 5 mm");
    refused("5 s", "m", "is a time", "give a length, such as 5 mm");
    refused("5 kg*m", "m", "is a quantity in kg*m", "give a length, such as 5 mm");
    refused("5 mn", "m", "unknown unit 'mn'", "did you mean 'mN'?");
    refused("5 GPA", "Pa", "unknown unit 'GPA'", "did you mean 'GPa'?");
    refused("5 furlong", "m", "unknown unit 'furlong'",
            "units are products of m, g, s, N, Pa, J, W, Hz, rad, deg, rpm, min, h, bar");
    refused("nan", "m", "is not a finite number", "give a length, such as 5 mm");
    refused(".inf", "1", "is not a finite number", "give a plain number, such as 0.5");
    refused("-.INF", "1", "is not a finite number", "give a plain number, such as 0.5");
    refused("stiff", "Pa", "is not a number", "give a pressure or modulus, such as 70 GPa");
    refused("", "s", "is not a number", "give a time, such as 10 ms");
    refused("1e999 m", "m", "is too large or too small for a double", "");
    refused("1e-999 m", "m", "is too large or too small for a double", "");
    refused("1,5 m", "m", "is not a number", "write a point, not a comma, before the decimals");
    refused("0.01x", "1", "unknown unit 'x'", "did you mean 'm'?");
    refused("0x10 m", "m", "unknown unit 'x'", "did you mean 'm'?");
    refused("2/0", "1", "divides by zero", "write a ratio of two numbers such as 2/7");
    refused("2/7 m", "m", "no unit can be read at '7 m'",
            "write a unit such as mm, m/s^2 or kg/m^3");
    refused("3 N/m s", "kg/s", "a space behind a '/' can be read in two ways in the unit",
            "write N/(m*s) or N/m*s");
    refused("3 m^", "m", "wrong power in the unit",
            "powers are small whole or half numbers, as in m^2, s^-1 or m^1.5");
    refused("3 m^99", "m", "wrong power in the unit",
            "powers are small whole or half numbers, as in m^2, s^-1 or m^1.5");
    refused("3 (m", "m", "missing ')' in the unit", "");
    refused("3 Hz", "rad/s", "is a rate or frequency", "give an angular velocity, such as 30 rpm");
    refused("30", "rad/s", "has no unit", "give an angular velocity, such as 30 rpm");
}

TEST(printed_quantities_read_back)
{
    char text[100];
    quantity_print(0.005, "m", text, sizeof text);
    CHECK_STR(text, "0.005 m");
    quantity_print(0.3, "1", text, sizeof text);
    CHECK_STR(text, "0.3");
    srand(6);
    for (int i = 0; i < 20000; i++) {
        double value = ((double)rand() / 3 - 3e8) * exp2(rand() % 60 - 30);
        quantity_print(value, "kg/m^3", text, sizeof text);
        same(text, "kg/m^3", value);
    }
}

TEST_MAIN

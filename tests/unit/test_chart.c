// test_chart.c - charts: round ticks and their labels, peaks that stay however many points there are, places of curves, and
// what other programs say of the files.
// label: sanitize
#include "harness.h"

#include "base/text.h"
#include "draw/chart.h"
#include "draw/chart_axis.h"

#include <string.h>

// ---- ticks

static void check_axis(double least, double greatest)
{
    const chart_axis axis = chart_axis_of(least, greatest, 6);
    CHECK(axis.low <= least && axis.high >= greatest && axis.low < axis.high);
    CHECK(axis.ticks >= 1 && axis.ticks <= 13);
    CHECK(axis.mantissa == 1 || axis.mantissa == 2 || axis.mantissa == 5);
    for (int k = 0; k < axis.ticks; k++) {
        char label[TICK_ROOM];
        char plain[TICK_ROOM + 20] = "";
        const double tick = chart_axis_tick(&axis, k);
        const double rounding = 1e-8 * (axis.high - axis.low);
        CHECK(tick >= axis.low - rounding && tick <= axis.high + rounding);
        chart_axis_label(&axis, k, label);
        // The label reads back as the tick, with its own minus sign and the shared power of ten.
        const bool negative = !strncmp(label, "\xe2\x88\x92", 3);
        snprintf(plain, sizeof plain, "%s%se%d", negative ? "-" : "", negative ? label + 3 : label,
                 axis.shared);
        CHECK_NEAR(strtod(plain, NULL), tick, 1e-12 * fabs(tick));
    }
}

TEST(ticks_are_round_and_inside)
{
    check_axis(0, 1);
    check_axis(-3.7, 12.9);
    check_axis(0, 5.4e-9);
    check_axis(1.2e7, 9.9e7);
    check_axis(-1e250, 3e250);
    check_axis(0.9999999, 1.0000001);
    check_axis(1234.5, 1234.5);
    check_axis(0, 0);
    check_axis(-1e-300, 1e-300);
    check_axis(-5, -4.999);
    unsigned state = 7;
    for (int k = 0; k < 2000; k++) {
        state = state * 1664525u + 1013904223u;
        const double low = ((double)state / 4294967296.0 - 0.5) * pow(10, (int)(state % 37) - 18);
        state = state * 1664525u + 1013904223u;
        check_axis(low, low + (double)(state + 1u) * pow(10, (int)(state % 31) - 25));
    }
}

TEST(labels_are_as_people_write_them)
{
    char label[TICK_ROOM];
    chart_axis axis = chart_axis_of(0, 1, 5);
    CHECK(axis.ticks == 6 && axis.shared == 0);
    chart_axis_label(&axis, 1, label);
    CHECK_STR(label, "0.2");
    axis = chart_axis_of(-0.00004, 0, 4);
    chart_axis_label(&axis, 0, label);
    CHECK_STR(label, "\xe2\x88\x92"
                     "40");
    chart_axis_power(&axis, label);
    CHECK_STR(label, "10\xe2\x81\xbb\xe2\x81\xb6");
    axis = chart_axis_of(0, 25000, 5);
    chart_axis_label(&axis, 5, label);
    CHECK_STR(label, "25");
    chart_axis_power(&axis, label);
    CHECK_STR(label, "10\xc2\xb3");
}

// ---- an element of a page

static double attribute(const char *svg, const char *name)
{
    const char *at = strstr(svg, name);
    return at ? strtod(at + strlen(name) + 2, NULL) : NAN;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

enum { MANY = 100000 };

// A million points draw no more than four a pixel, and of noise with one spike the spike stays.
TEST(a_peak_stays)
{
    static double x[MANY];
    static double y[MANY];
    for (int i = 0; i < MANY; i++) {
        x[i] = i;
        y[i] = i % 7;
    }
    y[54321] = 100;
    const chart_curve curve = {.name = "y", .x = x, .y = y, .count = MANY};
    const chart chart = {
        .x_name = "x", .y_name = "y", .curve = &curve, .curves = 1, .width = 760, .height = 320};
    text_buffer out = {0};
    chart_append_svg(&out, &chart);
    REQUIRE(!out.failed);
    CHECK(out.length < 60000);
    const double bottom = attribute(out.data, "data-bottom");
    const double top = attribute(out.data, "data-top");
    const double low = attribute(out.data, "data-y0");
    const double high = attribute(out.data, "data-y1");
    const double left = attribute(out.data, "data-left");
    const double right = attribute(out.data, "data-right");
    const double begin = attribute(out.data, "data-x0");
    const double end = attribute(out.data, "data-x1");
    const double wanted_y = bottom - (100 - low) / (high - low) * (bottom - top);
    const double wanted_x = left + (54321 - begin) / (end - begin) * (right - left);
    bool found = false;
    const char *at = strstr(out.data, "class=\"curve c0");
    REQUIRE(at != NULL);
    for (at = strstr(at, "points=\"") + 8; *at != '"';) {
        char *next;
        const double px = strtod(at, &next);
        const double py = strtod(next + 1, &next);
        found = found || (fabs(px - wanted_x) < 0.02 && fabs(py - wanted_y) < 0.02);
        at = next;
    }
    CHECK(found);
    text_buffer_clear(&out);
}

// A curve is broken where there is no number; a number alone is a dot; no numbers at all are told.
TEST(gaps)
{
    const double x[] = {0, 1, 2, 3, 4, 5, 6};
    const double y[] = {1, 2, NAN, 3, NAN, INFINITY, 2};
    chart_curve curve = {.name = "a<b> & \"c\"", .x = x, .y = y, .count = 7};
    chart chart = {.x_name = "x", .x_unit = "s", .y_name = "y", .curve = &curve, .curves = 1};
    text_buffer out = {0};
    chart_append_svg(&out, &chart);
    REQUIRE(!out.failed);
    CHECK(count_of(out.data, "class=\"curve c0") == 2); // a piece, and the sign in the legend
    CHECK(count_of(out.data, "<circle") == 2);
    CHECK(count_of(out.data, "a&lt;b&gt; &amp; &quot;c&quot;</text>") == 1);
    CHECK(count_of(out.data, ">x [s]</text>") == 1);
    CHECK(!strstr(out.data, "nan") && !strstr(out.data, "inf"));
    text_buffer_clear(&out);
    out = (text_buffer){0};
    curve.count = 0;
    chart_append_svg(&out, &chart);
    CHECK(out.data && strstr(out.data, ">no numbers</text>"));
    text_buffer_clear(&out);
}

// The colour of another curve is that of its sign in the legend, too; where colours begin again the dashes are other ones.
TEST(legend_has_the_colours_of_its_curves)
{
    enum { CURVES = CHART_COLOURS + 1 };
    const double x[] = {0, 1};
    chart_curve curve[CURVES];
    for (int k = 0; k < CURVES; k++)
        curve[k] = (chart_curve){.name = "n", .x = x, .y = x, .count = 2, .like = 3};
    const chart chart = {.x_name = "x", .y_name = "y", .curve = curve, .curves = CURVES};
    text_buffer out = {0};
    chart_append_svg(&out, &chart);
    CHECK(strstr(out.data, " c2 d2") != NULL);
    CHECK(strstr(out.data, " c0 ") == NULL && strstr(out.data, " c1 ") == NULL);
    text_buffer_clear(&out);
    for (int k = 0; k < CURVES; k++)
        curve[k].like = 0;
    chart_append_svg(&out, &chart);
    CHECK(strstr(out.data, " c0 d0") != NULL && strstr(out.data, " c0 d1") != NULL);
    text_buffer_clear(&out);
}

// Dots have a bar from the lower to the upper end of each error that is known, and no band.
TEST(dots_have_bars)
{
    const double x[] = {0, 1, 2};
    const double y[] = {1, 4, 2};
    const double low[] = {0.5, NAN, 2};
    const double high[] = {3, 5, 2};
    const chart_curve curve = {
        .x = x, .y = y, .count = 3, .low = low, .high = high, .points = true, .like = 4};
    const chart chart = {.x_name = "x", .y_name = "y", .curve = &curve, .curves = 1};
    text_buffer out = {0};
    chart_append_svg(&out, &chart);
    REQUIRE(!out.failed);
    CHECK(count_of(out.data, "<circle") == 3 && count_of(out.data, "<polygon") == 0);
    CHECK(count_of(out.data, "class=\"whisker c3\"") == 1);
    const char *bar = strstr(strstr(out.data, "whisker"), "points=\"") + strlen("points=\"");
    char *next;
    const double first = strtod(strchr(bar, ',') + 1, &next);
    const double second = strtod(strchr(next, ',') + 1, NULL);
    const double bottom = attribute(out.data, "data-bottom");
    const double share = (bottom - attribute(out.data, "data-top")) /
                         (attribute(out.data, "data-y1") - attribute(out.data, "data-y0"));
    CHECK_NEAR(first - second, 2.5 * share, 0.02);
    CHECK_NEAR(bottom - first, (0.5 - attribute(out.data, "data-y0")) * share, 0.02);
    text_buffer_clear(&out);
}

// ---- files

static bool begins(const char *path, const char *with)
{
    char text[16] = "";
    FILE *file = fopen(path, "rb");
    const size_t length = file ? fread(text, 1, strlen(with), file) : 0;
    if (file)
        fclose(file);
    return length == strlen(with) && !memcmp(text, with, length);
}

static void check_size(const char *path, int width, int height)
{
    unsigned char head[24] = {0};
    FILE *file = fopen(path, "rb");
    REQUIRE(file != NULL);
    CHECK(fread(head, 1, sizeof head, file) == sizeof head);
    fclose(file);
    CHECK(head[18] * 256 + head[19] == width && head[22] * 256 + head[23] == height);
}

// A sheet is as wide as its rows: three charts, two across, are two rows; one chart is no wider for that.
TEST(sheets)
{
    const double x[] = {0, 1};
    const chart_curve curve = {.x = x, .y = x, .count = 2};
    const chart one = {
        .x_name = "x", .y_name = "y", .curve = &curve, .curves = 1, .width = 300, .height = 200};
    const chart charts[] = {one, one, one};
    chart_sheet sheet = {charts, 3, 2};
    scree_error error;
    CHECK(chart_write_sheet("sheet.png", &sheet, &error) == SCREE_OK);
    check_size("sheet.png", 600, 400);
    sheet.charts = 1;
    CHECK(chart_write_sheet("sheet.png", &sheet, &error) == SCREE_OK);
    check_size("sheet.png", 300, 200);
    CHECK(chart_write_sheet("sheet.svg", &sheet, &error) == SCREE_OK &&
          begins("sheet.svg", "<?xml"));
}

TEST(files)
{
    const double x[] = {0, 1, 2};
    const double y[] = {1, 4, 2};
    const double low[] = {0.5, 3, 1.5};
    const double high[] = {1.5, 5, NAN};
    const chart_curve curve[] = {
        {.name = "bad \xff \x01 name", .x = x, .y = y, .count = 3, .low = low, .high = high},
        {.name = "dots", .x = x, .y = high, .count = 3, .points = true}};
    const chart_mark mark = {1, "here"};
    const chart chart = {.title = "T",
                         .x_name = "x",
                         .y_name = "y",
                         .curve = curve,
                         .curves = 2,
                         .mark = &mark,
                         .marks = 1};
    scree_error error;
    CHECK(chart_write("a.png", &chart, &error) == SCREE_OK && begins("a.png", "\211PNG"));
    CHECK(chart_write("a.svg", &chart, &error) == SCREE_OK && begins("a.svg", "<?xml"));
    CHECK(chart_write("a.pdf", &chart, &error) == SCREE_OK && begins("a.pdf", "%PDF-"));
    CHECK(chart_write("a.gif", &chart, &error) == SCREE_BAD_INPUT);
    CHECK(chart_write("none/a.svg", &chart, &error) == SCREE_IO &&
          chart_write("none/a.png", &chart, &error) == SCREE_IO);
    CHECK(access("a.gif", F_OK) != 0 && access("a.svg.part", F_OK) != 0);
}

TEST_MAIN

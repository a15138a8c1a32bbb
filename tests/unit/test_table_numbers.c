// test_table_numbers.c - tables read back, standard errors by blocks against closed forms, and texts for pages.
// label: sanitize
#include "harness.h"

#include "base/random.h"
#include "base/utf8.h"
#include "measure/probe.h"
#include "measure/time_mean.h"
#include "store/column_number.h"
#include "store/table_in.h"

#include <string.h>

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fputs(text, file);
    fclose(file);
}

TEST(a_table)
{
    table_in table;
    scree_error error;
    write_file("a.csv",
               "time [s],\"a \"\"b\"\", c [m/s^2]\",plain\n0,1.5,nan\r\n1e-3,-inf,\n\n2,3,4\n3,5");
    REQUIRE(table_in_read("a.csv", &table, &error) == SCREE_OK);
    CHECK(table.columns == 3 && table.rows == 3); // half a line is none
    CHECK_STR(table.head[0].name, "time");
    CHECK_STR(table.head[0].unit, "s");
    CHECK_STR(table.head[1].name, "a \"b\", c");
    CHECK_STR(table.head[1].unit, "m/s^2");
    CHECK_STR(table.head[2].unit, "");
    CHECK(table.value[1] == 1.5 && isnan(table.value[2]) && table.value[3] == 1e-3);
    CHECK(isinf(table.value[4]) && table.value[4] < 0 && isnan(table.value[5]) &&
          table.value[8] == 4);
    CHECK(table_in_find(&table, "plain") == 2 && table_in_find(&table, "none") == -1);
    table_in_clear(&table);
}

TEST(columns_of_errors)
{
    table_in table;
    scree_error error;
    write_file("a.csv", "x [m],g [N],error [N],h [N],h_error [N],k [J],error [N],m,h_error\n");
    REQUIRE(table_in_read("a.csv", &table, &error) == SCREE_OK);
    CHECK(table_in_error_of(&table, 1) == 2 && table_in_of_error(&table, 2) == 1);
    CHECK(table_in_error_of(&table, 3) == 4 && table_in_of_error(&table, 4) == 3);
    CHECK(table_in_error_of(&table, 5) == -1 &&
          table_in_of_error(&table, 6) == -1); // of another unit
    CHECK(table_in_error_of(&table, 0) == -1 && table_in_of_error(&table, 8) == -1);
    table_in_clear(&table);
}

// Rows that stand for unlike areas, as triangles of a wall do, and rings.
TEST(rows_that_count_with_their_size)
{
    table_in table;
    scree_error error;
    column_number is;
    char unit[TOTAL_UNIT_ROOM];
    write_file("a.csv", "x [m],area [m^2],wear [m],work [J/m^2],pressure [Pa],contacts,none [m]\n"
                        "0,1,2,10,4,1,nan\n1,3,6,20,8,2,nan\n");
    REQUIRE(table_in_read("a.csv", &table, &error) == SCREE_OK);
    const column_rows rows = {0, 2, 0};
    CHECK(column_number_of(&table, 2, &rows, &is));
    CHECK(is.mean == 5 && is.total == 20 && is.peak == 6 && is.at == 1 && isnan(is.error));
    column_total_unit(&table, 2, unit);
    CHECK_STR(unit, "m^3");
    CHECK(column_number_of(&table, 3, &rows, &is) && is.mean == 17.5 && is.total == 70);
    column_total_unit(&table, 3, unit);
    CHECK_STR(unit, "J");
    column_total_unit(&table, 4, unit);
    CHECK_STR(unit, "N");
    CHECK(column_number_of(&table, 5, &rows, &is) && is.total == 3); // a count is of the row
    CHECK(column_number_of(&table, 1, &rows, &is) && is.total == 4 && is.mean == 2);
    column_total_unit(&table, 1, unit);
    CHECK_STR(unit, "m^2");
    CHECK(column_number_of(&table, 6, &rows, &is) && isnan(is.mean) && isnan(is.total));
    table_in_clear(&table);
    write_file("a.csv", "radius [m],speed [m/s]\n1,1\n3,5\n");
    REQUIRE(table_in_read("a.csv", &table, &error) == SCREE_OK);
    CHECK(column_number_of(&table, 1, &rows, &is) && is.mean == 4);
    table_in_clear(&table);
    write_file("a.csv", "time [s],area [m^2],force [N]\n0,1,1\n1,3,5\n");
    REQUIRE(table_in_read("a.csv", &table, &error) == SCREE_OK);
    CHECK(column_number_of(&table, 2, &rows, &is) && is.mean == 3 && isnan(is.total));
    table_in_clear(&table);
}

TEST(roles_are_of_columns)
{
    int count;
    const plugin *const *what = probe_plugins(&count);
    for (int i = 0; i < count; i++) {
        const probe *probe = probe_find(what[i]);
        for (const probe_role *role = probe->roles; role && role->column; role++) {
            bool found = false;
            for (int k = 0; k < probe->columns; k++)
                found = found || !strcmp(probe->head[k].name, role->column);
            CHECK(found);
            CHECK(probe_kind_of(probe, role->column) == role->kind);
        }
        CHECK(probe_kind_of(probe, "no such column") == PROBE_VALUE);
    }
}

TEST(what_is_no_table)
{
    static const char *const bad[] = {"",          "time",        "a,b\n1,2,3\n",
                                      "a,b\n1\n",  "a\n1x\n",     "a,b\n1,2\n1,\"2\"\n",
                                      "a\n0x10\n", "\"a\"b\n1\n", "a,b\n1,,\n"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        table_in table;
        scree_error error = {0};
        write_file("bad.csv", bad[k]);
        const bool refused = table_in_read("bad.csv", &table, &error) == SCREE_BAD_INPUT;
        CHECK(refused && *error.what && !strcmp(error.where, "bad.csv"));
        if (!refused)
            printf("taken: %s\n", bad[k]);
    }
    table_in table;
    scree_error error;
    CHECK(table_in_read("missing.csv", &table, &error) != SCREE_OK);
}

// ---- means

enum { VALUES = 1 << 15, SERIES = 40 };
static double value[VALUES];

// x_i = rho x_(i-1) + e_i has the variance 1 / (1 - rho^2), and its mean the standard error
// sqrt(variance (1 + rho) / (1 - rho) / n) where n is large.
static double error_over_wanted(double rho, int64_t count, int *settled)
{
    double sum = 0;
    for (int k = 0; k < SERIES; k++) {
        rng random = rng_make(11, (uint64_t)k);
        double x = 0;
        for (int64_t i = -1000; i < count; i++) {
            x = rho * x + rng_normal(&random);
            if (i >= 0)
                value[i] = x;
        }
        time_mean mean;
        CHECK(time_mean_of(value, count, 1, &mean) && mean.count == count);
        sum += mean.error;
        *settled += mean.settled;
    }
    const double variance = 1 / (1 - rho * rho);
    return sum / SERIES / sqrt(variance * (1 + rho) / (1 - rho) / (double)count);
}

TEST(the_error_of_a_mean)
{
    int settled = 0;
    const double independent = error_over_wanted(0, 4096, &settled);
    CHECK(independent > 0.97 && independent < 1.1);
    const double bound = error_over_wanted(0.9, VALUES, &settled); // plain counting gives 0.23
    CHECK(bound > 0.9 && bound < 1.1);
    CHECK(settled > 0.85 * 2 * SERIES);
    printf("errors over those of theory: %.3f, %.3f; %d of %d settled\n", independent, bound,
           settled, 2 * SERIES);
}

// Counts of a steady flow: what one row has too much the next one lacks.
TEST(errors_of_values_that_make_up_for_each_other)
{
    int settled = 0;
    time_mean mean;
    for (int i = 0; i < 4096; i++)
        value[i] = i % 5 == 0;
    CHECK(time_mean_of(value, 4096, 1, &mean));
    CHECK(fabs(mean.mean - 0.2) < 3e-4);
    CHECK(mean.error < 1e-3); // plain counting gives 0.00625
    const double against = error_over_wanted(-0.5, 4096, &settled);
    CHECK(against > 0.9 && against < 1.25);
}

TEST(odd_series)
{
    time_mean mean;
    CHECK(time_mean_of(NULL, 0, 1, &mean) && isnan(mean.mean) && isnan(mean.error));
    for (int i = 0; i < 400; i++)
        value[i] = i % 4 == 3 ? NAN : 0.1;
    CHECK(time_mean_of(value, 400, 1, &mean) && mean.count == 300);
    CHECK_NEAR(mean.mean, 0.1, 1e-15);
    CHECK(mean.error == 0);
    CHECK(time_mean_of(value, 10, 1, &mean) && isnan(mean.error) && mean.count == 8);
    for (int i = 0; i < 400; i++)
        value[i] = i;
    CHECK(time_mean_of(value, 400, 1, &mean) && !mean.settled); // it drifts
    CHECK_NEAR(mean.mean, 199.5, 1e-12);
    CHECK(time_mean_of(value, 100, 4, &mean)); // every fourth
    CHECK_NEAR(mean.mean, 198, 1e-12);
}

// ---- texts

static void check_markup(const char *text, const char *wanted)
{
    text_buffer out = {0};
    utf8_append_markup(&out, text);
    CHECK_STR(out.data ? out.data : "", wanted);
    text_buffer_clear(&out);
}

TEST(texts_for_pages)
{
    check_markup("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;");
    check_markup("\xc2\xb5m \xe2\x82\xac \xf0\x9f\x98\x80\n\t",
                 "\xc2\xb5m \xe2\x82\xac \xf0\x9f\x98\x80\n\t");
    check_markup("\x01\x7f\r", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    check_markup("\xff\xc0\xaf",
                 "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); // no UTF-8, and an overlong slash
    check_markup("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); // half of a pair
    check_markup("\xef\xbf\xbe\xc2\x85", "\xef\xbf\xbd\xef\xbf\xbd");
    check_markup("\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"); // cut off
}

TEST_MAIN

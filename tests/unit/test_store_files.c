// test_store_files.c - files appear only when they are whole, nothing is lost on a full disk; numbers, JSON, tables.
#include "store_fixture.h"

#include "store/csv.h"
#include "store/file_out.h"
#include "store/json.h"
#include "store/number.h"

// ---- files

TEST(file_appears_only_when_committed)
{
    const char *path = in_folder("plain.txt");
    file_out out;
    scree_error error;
    REQUIRE(put_file(path, "old\n"));
    REQUIRE(file_out_open(&out, path, &error) == SCREE_OK);
    file_out_printf(&out, "new %d\n", 7);
    CHECK(file_is(path, "old\n"));
    CHECK(file_out_commit(&out, &error) == SCREE_OK);
    CHECK(file_is(path, "new 7\n"));
    CHECK(!exists(in_folder("plain.txt.part")));
    REQUIRE(file_out_open(&out, path, &error) == SCREE_OK);
    file_out_printf(&out, "never");
    file_out_abort(&out);
    file_out_abort(&out);
    CHECK(file_is(path, "new 7\n"));
    CHECK(!exists(in_folder("plain.txt.part")));
}

// Two writers of one file: the second one is told, and the first one's file is whole. After that the name is free.
TEST(file_has_one_writer_at_a_time)
{
    const char *path = in_folder("shared.txt");
    file_out first;
    file_out second;
    scree_error error;
    REQUIRE(file_out_open(&first, path, &error) == SCREE_OK);
    file_out_printf(&first, "first\n");
    CHECK(file_out_open(&second, path, &error) == SCREE_IO);
    CHECK_STR(error.where, path);
    CHECK_HAS(error.what, "another program is writing this file");
    CHECK(exists(in_folder("shared.txt.part")));
    CHECK(file_out_commit(&first, &error) == SCREE_OK);
    CHECK(file_is(path, "first\n"));
    CHECK(!exists(in_folder("shared.txt.part")));
    // What a killed program has left is taken.
    REQUIRE(put_file(in_folder("shared.txt.part"), "half of something that was longer"));
    REQUIRE(file_out_open(&second, path, &error) == SCREE_OK);
    file_out_printf(&second, "second\n");
    CHECK(file_out_commit(&second, &error) == SCREE_OK);
    CHECK(file_is(path, "second\n"));
}

TEST(file_patch_goes_where_it_belongs)
{
    const char *path = in_folder("patch.txt");
    file_out out;
    REQUIRE(file_out_open(&out, path, NULL) == SCREE_OK);
    file_out_printf(&out, "abc");
    long place = file_out_place(&out);
    file_out_printf(&out, "000def");
    file_out_patch(&out, place, "123", 3);
    file_out_printf(&out, "g");
    CHECK(file_out_commit(&out, NULL) == SCREE_OK);
    CHECK(file_is(path, "abc123defg"));
}

TEST(file_on_a_full_disk_leaves_the_old_one)
{
    const char *path = in_folder("full.txt");
    file_out out;
    scree_error error;
    REQUIRE(put_file(path, "old\n"));
    limit_files(10000);
    REQUIRE(file_out_open(&out, path, &error) == SCREE_OK);
    for (int i = 0; i < 5000; i++)
        file_out_printf(&out, "%d\n", i);
    scree_status status = file_out_commit(&out, &error);
    limit_files(0);
    CHECK(status == SCREE_IO);
    CHECK_STR(error.where, path);
    CHECK_HAS(error.what, "File too large");
    CHECK_HAS(error.hint, "ulimit -f");
    CHECK(file_is(path, "old\n"));
    CHECK(!exists(in_folder("full.txt.part")));
}

TEST(file_keeps_the_previous_one)
{
    file_out out;
    for (int i = 1; i <= 3; i++) {
        REQUIRE(file_out_open(&out, in_folder("keep"), NULL) == SCREE_OK);
        file_out_printf(&out, "%d", i);
        CHECK(file_out_commit_keeping(&out, NULL) == SCREE_OK);
    }
    CHECK(file_is(in_folder("keep"), "3"));
    CHECK(file_is(in_folder("keep.previous"), "2"));
    CHECK(!exists(in_folder("keep.previous.part")));
}

TEST(file_refuses_what_a_rename_would_destroy)
{
    file_out out;
    scree_error error;
    CHECK(file_out_open(&out, "/dev/null", &error) == SCREE_IO);
    CHECK_HAS(error.what, "no plain file");
    CHECK(file_out_open(&out, "/tmp", &error) == SCREE_IO);
    CHECK_HAS(error.what, "is a folder");
    CHECK(file_out_open(&out, in_folder("no/such/folder"), &error) == SCREE_IO);
    CHECK_HAS(error.what, "No such file or directory");
    CHECK_HAS(error.hint, "its folder is there");
}

// ---- numbers, JSON, CSV

TEST(number_reads_back_the_same_and_is_short)
{
    char text[NUMBER_ROOM];
    number_text(text, 0.1);
    CHECK_STR(text, "0.1");
    number_text(text, -0.0);
    CHECK_STR(text, "-0");
    number_text(text, INFINITY);
    CHECK_STR(text, "inf");
    number_text(text, NAN);
    CHECK_STR(text, "nan");
    number_text(text, -1.7976931348623157e308);
    CHECK_STR(text, "-1.7976931348623157e+308");
    for (int i = 0; i < 20000; i++) {
        double value = ldexp(chance() - 0.5, (int)(2000 * chance()) - 1000);
        int length = number_text(text, value);
        CHECK((int)strlen(text) == length && length < NUMBER_ROOM);
        if (!CHECK(strtod(text, NULL) == value))
            break;
    }
}

TEST(json_text_is_as_the_standard_wants)
{
    json j = {0};
    json_begin(&j);
    json_text(&j, "na\"me", "a\\b\n\x01\xff\xc3\xa9 end");
    json_number(&j, "third", 1.0 / 3);
    json_number(&j, "nan", NAN);
    json_number(&j, "inf", INFINITY);
    json_integer(&j, "big", INT64_MIN);
    json_list(&j, "list");
    json_flag(&j, NULL, true);
    json_null(&j, NULL);
    json_object(&j, NULL);
    json_close(&j);
    json_close(&j);
    json_text(&j, "none", NULL);
    json_close(&j);
    CHECK(!j.failed);
    CHECK_STR(j.text, "{\"na\\\"me\": \"a\\\\b\\n\\u0001\\ufffd\xc3\xa9 end\", \"third\": "
                      "0.3333333333333333, \"nan\": null, "
                      "\"inf\": null, \"big\": -9223372036854775808, \"list\": [true, null, {}], "
                      "\"none\": null}");
    json_clear(&j);
    json k = {.lines = true};
    json_begin(&k);
    json_integer(&k, "a", 1);
    json_list(&k, "b");
    json_integer(&k, NULL, 2);
    json_close(&k);
    json_close(&k);
    CHECK(json_store(&k, in_folder("a.json"), NULL) == SCREE_OK);
    CHECK(file_is(in_folder("a.json"), "{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}\n"));
    json_clear(&k);
    for (int i = 0; i < 100; i++)
        json_list(&k, NULL);
    CHECK(k.failed);
    json_clear(&k);
}

static const csv_column columns[] = {{"time", "s"}, {"force, x", "N"}, {"count", ""}};

TEST(csv_rows_arrive_whole_and_can_be_continued)
{
    const char *path = in_folder("probe.csv");
    static const char head[] = "time [s],\"force, x [N]\",count\n";
    csv_table t;
    scree_error error;
    char wanted[256];
    REQUIRE(csv_create(&t, path, columns, 3, &error) == SCREE_OK);
    for (int i = 1; i <= 5; i++)
        CHECK(csv_row(&t, (double[]){0.1 * i, 1.0 / 3, i}, &error) == SCREE_OK);
    CHECK(t.rows == 5);
    CHECK(csv_close(&t, &error) == SCREE_OK);
    FILE *out = fopen(path, "a"); // as if the machine had stopped within a row
    REQUIRE(out != NULL);
    fputs("0.6,0.3", out);
    fclose(out);
    REQUIRE(csv_resume(&t, path, columns, 3, 0.3 + 1e-9, &error) == SCREE_OK);
    CHECK(t.rows == 3);
    CHECK(csv_row(&t, (double[]){0.35, NAN, INFINITY}, &error) == SCREE_OK);
    CHECK(csv_close(&t, &error) == SCREE_OK);
    snprintf(wanted, sizeof wanted,
             "%s0.1,0.3333333333333333,1\n0.2,0.3333333333333333,2\n0.30000000000000004,0."
             "3333333333333333,3\n"
             "0.35,nan,inf\n",
             head);
    CHECK(file_is(path, wanted));
    REQUIRE(csv_resume(&t, path, columns, 3, INFINITY, &error) == SCREE_OK);
    CHECK(t.rows == 4);
    CHECK(csv_close(&t, &error) == SCREE_OK);
    CHECK(csv_resume(&t, path, columns, 2, 1, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "other columns");
    CHECK(file_is(path, wanted));
    REQUIRE(csv_resume(&t, in_folder("fresh.csv"), columns, 3, 1, &error) == SCREE_OK);
    CHECK(csv_close(&t, &error) == SCREE_OK);
    CHECK(file_is(in_folder("fresh.csv"), head));
}

TEST(csv_on_a_full_disk_keeps_whole_rows)
{
    const char *path = in_folder("full.csv");
    csv_table t;
    scree_error error = {0};
    REQUIRE(csv_create(&t, path, columns, 3, &error) == SCREE_OK);
    limit_files(1000);
    scree_status status = SCREE_OK;
    for (int i = 0; i < 1000 && !status; i++)
        status = csv_row(&t, (double[]){i, 1.0 / 3, 2}, &error);
    limit_files(0);
    CHECK(status == SCREE_IO);
    CHECK_STR(error.where, path);
    CHECK_HAS(error.what, "cannot write a row");
    csv_close(&t, NULL);
    char *text = slurp(path, NULL);
    REQUIRE(text != NULL);
    CHECK(strlen(text) > 900 && strlen(text) <= 1000 && text[strlen(text) - 1] == '\n');
    free(text);
}

TEST(nothing_is_left_behind)
{
    leave_nothing_behind();
}

TEST_MAIN

// expect_file.c - reading a file of expected values; see expect.h.
#include "verify/expect.h"

#include "base/text.h"
#include "scene/text_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, MAX_FILE = 16 << 20 };

static const reading plain_reading = {.times = 1,
                                      .over = 1,
                                      .at = NAN,
                                      .since = NAN,
                                      .from = NAN,
                                      .reaches = NAN,
                                      .expected = NAN,
                                      .kind = CLAIM_BROKEN};

// --- runs -----------------------------------------------------------------------------------------------------------

static void read_settings(reader *reader, node *map, expect_run *run)
{
    if (!map || !reader_is_map(reader, map))
        return;
    run->set = calloc((size_t)map->count + 1, sizeof *run->set);
    if (!run->set) {
        reader->book->no_memory = true;
        return;
    }
    for (int i = 0; i < map->count; i++) {
        const char *value = reader_text(reader, map->entry[i].value);
        if (value)
            run->set[run->sets++] = (case_override){map->entry[i].key, value};
    }
}

// A quotient is of a reading that stands before it.
static void check_divisor(reader *reader, const node *at, const reading *all, int before)
{
    const reading *of = &all[before];
    if (!of->over_reading)
        return;
    for (int i = 0; i < before; i++)
        if (!strcmp(all[i].key, of->over_reading))
            return;
    reader_fault(reader, at, "give a number, or name a reading that stands before it",
                 "%.60s.over = %.60s is no number and no reading before it", of->key,
                 of->over_reading);
}

static reading *reading_named(expect_run *run, int readings, const char *key)
{
    for (int i = 0; i < readings; i++)
        if (!strcmp(run->reading[i].key, key))
            return &run->reading[i];
    return NULL;
}

// What this run changes of the readings: the number alone, or more of its keys.
static void read_expected(reader *reader, node *map, expect_run *run, int readings)
{
    if (!map || !reader_is_map(reader, map))
        return;
    for (int i = 0; i < map->count; i++) {
        reading *reading = reading_named(run, readings, map->entry[i].key);
        if (reading) {
            reading_read(reader, map->entry[i].value, reading);
            check_divisor(reader, map->entry[i].value, run->reading, (int)(reading - run->reading));
        } else
            reader_fault(reader, map->entry[i].value, "name one of `readings`",
                         "there is no reading '%.60s'", map->entry[i].key);
    }
}

static void check_asked(reader *reader, const expect_run *run, int readings)
{
    for (int i = 0; i < readings; i++) {
        const reading *reading = &run->reading[i];
        if (isfinite(reading->expected) && reading->kind == CLAIM_BROKEN)
            reader_fault(
                reader, run->place,
                "give relative: NUMBER, absolute: NUMBER, or limit: at most, at least or none",
                "how far '%.60s' may be off is not said", reading->key);
    }
}

static void read_run(reader *reader, node *map, const char *source, const reading *readings,
                     expect_run *run, int count)
{
    run->place = map;
    if (!reader_is_map(reader, map))
        return;
    const node *id = reader_need(reader, map, "id", "name the row: id: E6 ball rolls");
    const node *own = reader_take(reader, map, "source");
    const node *full = reader_take(reader, map, "full");
    run->id = id ? reader_text(reader, id) : NULL;
    run->source = own ? reader_text(reader, own) : source;
    if (full)
        reader_flag(reader, full, &run->full);
    reader_take(reader, map, "formula");
    read_settings(reader, reader_take(reader, map, "set"), run);
    run->reading = calloc((size_t)count + 1, sizeof *run->reading);
    if (!run->reading) {
        reader->book->no_memory = true;
        return;
    }
    memcpy(run->reading, readings, (size_t)count * sizeof *readings);
    read_expected(reader, reader_take(reader, map, "expect"), run, count);
    check_asked(reader, run, count);
    reader_finish(reader, map);
}

static void read_runs(reader *reader, node *list, const char *source, const reading *readings,
                      expect_file *out)
{
    if (!reader_is_list(reader, list))
        return;
    out->run = calloc((size_t)list->count + 1, sizeof *out->run);
    if (!out->run) {
        reader->book->no_memory = true;
        return;
    }
    for (int i = 0; i < list->count; i++)
        read_run(reader, list->entry[i].value, source, readings, &out->run[out->runs++],
                 out->readings);
}

// --- readings -------------------------------------------------------------------------------------------------------

static reading *read_readings(reader *reader, node *map, expect_file *out)
{
    if (!map || !reader_is_map(reader, map))
        return NULL;
    reading *all = calloc((size_t)map->count + 1, sizeof *all);
    if (!all) {
        reader->book->no_memory = true;
        return NULL;
    }
    for (int i = 0; i < map->count; i++) {
        map->entry[i].seen = true;
        all[i] = plain_reading;
        all[i].key = map->entry[i].key;
        reading_read(reader, map->entry[i].value, &all[i]);
        check_divisor(reader, map->entry[i].value, all, i);
    }
    out->readings = map->count;
    return all;
}

// --- the whole ------------------------------------------------------------------------------------------------------

// One of the suites, or a list of them.
static void check_suites(reader *reader, const node *node)
{
    static const char *const suites[] = {"spheres",   "laws",   "shapes",
                                         "nonsmooth", "scenes", "experiments"};
    const int count = node && node->kind == NODE_LIST ? node->count : 1;
    for (int i = 0; i < count && node; i++)
        reader_word(reader, node->kind == NODE_LIST ? node->entry[i].value : node, suites,
                    sizeof suites / sizeof *suites);
}

bool expect_is_of(const expect_file *file, const char *suite)
{
    const node *node = file->suites;
    if (node->kind != NODE_LIST)
        return !strcmp(node->text, suite);
    for (int i = 0; i < node->count; i++)
        if (!strcmp(node->entry[i].value->text, suite))
            return true;
    return false;
}

static void read_root(reader *reader, node *root, expect_file *out)
{
    int64_t version;
    if (!reader_is_map(reader, root))
        return;
    const node *number =
        reader_need(reader, root, "scree_expect", "begin the file with scree_expect: 1");
    if (number && reader_integer(reader, number, 0, INT64_MAX, &version) && version != VERSION)
        reader_fault(reader, number, "this program reads scree_expect: 1",
                     "scree_expect = %s is a version that is not known", number->text);
    out->suites = reader_need(reader, root, "suite",
                              "one of spheres, laws, shapes, nonsmooth, scenes, experiments");
    check_suites(reader, out->suites);
    const node *of_case =
        reader_need(reader, root, "case", "name the file of the case beside this one");
    const node *source = reader_need(reader, root, "source", "such as source: Author 1998 (3.22)");
    out->case_name =
        of_case && reader_text(reader, of_case) ? reader_path(reader, of_case->text) : NULL;
    reading *readings = read_readings(
        reader,
        reader_need(reader, root, "readings", "give readings: {NAME: {quantity: ..., take: ...}}"),
        out);
    node *runs =
        reader_need(reader, root, "runs", "give runs: [{id: ..., expect: {NAME: NUMBER}}]");
    if (readings && runs)
        read_runs(reader, runs, source ? reader_text(reader, source) : "", readings, out);
    free(readings);
    reader_finish(reader, root);
}

static scree_status load_case(expect_file *file, bool built_in, scree_error *error)
{
    size_t length;
    if (!built_in)
        return text_file_load(file->case_name, MAX_FILE, &file->case_text, &length, error);
    for (const expect_text *text = expect_texts; text->name; text++)
        if (!strcmp(text->name, file->case_name))
            file->case_text = text_copy(text->text);
    if (file->case_text)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, file->name, "put it into verify/cases",
                "there is no case '%.100s'", file->case_name);
}

bool expect_read(const case_source *source, bool built_in, expect_file *out, fault_list *faults)
{
    fault_book book = {0};
    scree_error error;
    *out = (expect_file){.name = text_copy(source->name)};
    reader reader = {.book = &book, .name = source->name, .dimensions = 3};
    out->tree = tree_read(source->text, source->length, source->name, &book);
    if (out->tree)
        read_root(&reader, out->tree, out);
    bool good = out->tree && out->name && book.count == 0 && book.left_out == 0 && !book.no_memory;
    book_close(&book, faults);
    if (good && load_case(out, built_in, &error)) {
        fault_add(faults, error.status, error.where, error.hint, "%s", error.what);
        good = false;
    }
    if (!good)
        expect_clear(out);
    return good;
}

void expect_clear(expect_file *file)
{
    for (int i = 0; i < file->runs; i++) {
        free(file->run[i].set);
        free(file->run[i].reading);
    }
    free(file->run);
    tree_free(file->tree);
    free(file->name);
    free(file->case_name);
    free(file->case_text);
    *file = (expect_file){0};
}

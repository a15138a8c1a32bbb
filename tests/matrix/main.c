// main.c - the program of the matrix: `make matrix` runs all rows, `matrix --rows N` the first N, which bring the most.
// With `--passed FILE` rows that ran are kept there, and those that stand there are not run again: so a matrix can be run in pieces, and by
// several processes at once, which are given different seeds (passed.c). Such a file belongs to the program that made it.
//
//     matrix [--passed FILE] [--rows N] [--seed N] [--json] [--page] [--verbose] [--show N] [--only 'FACTOR=LEVEL;...']
//            [--known FILE] [--write FILE] [--folder FOLDER]
//
// The files that cases name are written into the folder, which is made where it is not there; it is the present one else.
// What is refused need not be found again where a file says it (refused.txt, which --write makes): rows hold none of it.
// --write goes on from the file where it is there, and adds what is new row by row. Paths of files are to be absolute.
// Exit status: 0 where every row runs and every refusal is by name, else 1; 2: it cannot be run.
#include "matrix/known.h"
#include "matrix/passed.h"
#include "matrix/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct wishes {
    int rows; // how many; 0: all
    int show; // the case of that row is printed and nothing else
    unsigned seed;
    bool json, page, verbose;
    const char *only;
    const char *known;  // file of what is refused
    const char *write;  // such a file is written
    const char *passed; // file of the rows that have run
    const char *folder;
} wishes;

static bool read_wishes(int argc, char **argv, wishes *out)
{
    *out = (wishes){.seed = 1, .folder = "."};
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(word, "--json"))
            out->json = true;
        else if (!strcmp(word, "--page"))
            out->page = true;
        else if (!strcmp(word, "--verbose"))
            out->verbose = true;
        else if (!strcmp(word, "--passed") && ++i)
            out->passed = value;
        else if (!strcmp(word, "--rows") && ++i)
            out->rows = atoi(value);
        else if (!strcmp(word, "--show") && ++i)
            out->show = atoi(value);
        else if (!strcmp(word, "--seed") && ++i)
            out->seed = (unsigned)atoi(value);
        else if (!strcmp(word, "--only") && ++i)
            out->only = value;
        else if (!strcmp(word, "--known") && ++i)
            out->known = value;
        else if (!strcmp(word, "--write") && ++i)
            out->write = value;
        else if (!strcmp(word, "--folder") && ++i)
            out->folder = value;
        else
            return false;
    }
    return true;
}

static void show_case(const factors *all, const selection *row)
{
    char text[CASE_MOST];
    fault_list faults = {0};
    case_length length = {100, 2e-3};
    row_length(all, row, &length, &faults);
    case_of_row(all, row, length, text);
    printf("%s", text);
    for (int i = 0; i < faults.count; i++)
        printf("# %s: %s (%s)\n", faults.item[i].where, faults.item[i].what, faults.item[i].hint);
    fault_list_clear(&faults);
}

// ---- all rows

typedef struct search {
    const factors *all;
    array *array;
    conflict_list conflicts;
    int written; // of them, to the file
    long taken;  // how far the file of rows that have run is read
    int earlier; // rows that stood there, those of this process included
    bool unread; // that file is of something else
    tally tally;
    const wishes *wishes;
} search;

// What was found is kept at once: a search may be cut off.
static void keep_found(search *is)
{
    if (!is->wishes->write || is->conflicts.count == is->written)
        return;
    is->written = is->conflicts.count;
    known_write(is->all, is->wishes->write, &is->conflicts);
}

// A row that is refused is not made again.
static void avoid(search *is, const selection *row)
{
    conflict whole = {.named = true};
    for (int f = 0; f < FACTORS; f++) {
        whole.factor[whole.count] = f;
        whole.level[whole.count++] = row->level[f];
    }
    conflicts_add(&is->conflicts, &whole);
}

// Runs a row, or learns why it is refused. True: it ran.
static bool try_row(search *is, const selection *row)
{
    const int before = is->conflicts.count;
    fault_list faults = {0};
    case_length length;
    const bool opens = row_length(is->all, row, &length, &faults);
    fault_list_clear(&faults);
    if (!opens) {
        blame(is->all, row, &is->conflicts);
        if (is->conflicts.count == before) {
            is->tally.unknown++;
            avoid(is, row);
            if (is->wishes->verbose)
                printf("a row is refused, and why was not found\n");
            return false;
        }
        for (int i = before; i < is->conflicts.count; i++) {
            is->tally.unnamed += !is->conflicts.item[i].named;
            if (is->wishes->verbose || !is->conflicts.item[i].named)
                report_conflict(is->all, &is->conflicts.item[i]);
        }
        keep_found(is);
        return false;
    }
    is->tally.rows++;
    const verdict verdict = judge(is->all, row);
    is->tally.ran += verdict.good;
    is->tally.failed += !verdict.good;
    is->tally.told += verdict.told;
    is->tally.steps += verdict.steps;
    is->tally.seconds += verdict.seconds;
    array_cover(is->array, row);
    if (is->wishes->passed && verdict.good)
        passed_add(is->all, is->wishes->passed, row);
    if (is->wishes->verbose || !verdict.good)
        report_verdict(is->all, is->tally.rows, row, &verdict);
    return true;
}

// Rows that ran before, or that other processes have run since. False: the file cannot be read.
static bool take_passed(search *is)
{
    const char *path = is->wishes->passed;
    is->unread = path && !passed_take(is->all, path, &is->taken, is->array, &is->earlier);
    return !is->unread;
}

static void run_rows(search *is)
{
    selection row = selection_plain(is->all);
    bool more = true;
    if (is->wishes->passed)
        more = take_passed(is) && (is->earlier == 0 || array_next(is->array, &is->conflicts, &row));
    while (more && (!is->wishes->rows || is->tally.rows < is->wishes->rows)) {
        if (is->wishes->show && is->tally.rows + 1 == is->wishes->show) {
            show_case(is->all, &row);
            return;
        }
        if (is->wishes->show)
            is->tally.rows++;
        else
            try_row(is, &row);
        fflush(stdout);
        more = take_passed(is) && array_next(is->array, &is->conflicts, &row);
    }
    is->tally.array = array_count(is->array, &is->conflicts);
}

// ---- one row that is given

static int run_one(search *is)
{
    selection row = selection_plain(is->all);
    conflict chosen = {0};
    if (!known_sides(is->all, is->wishes->only, &chosen))
        return 2;
    for (int k = 0; k < chosen.count; k++)
        row.level[chosen.factor[k]] = chosen.level[k];
    show_case(is->all, &row);
    wishes loud = *is->wishes;
    loud.verbose = true;
    is->wishes = &loud;
    try_row(is, &row);
    return is->tally.failed > 0;
}

static int run(const wishes *wishes)
{
    static factors all;
    if (!files_write() || !factors_make(&all)) {
        fprintf(stderr, "the levels cannot be made\n");
        return 2;
    }
    search search = {.all = &all, .wishes = wishes};
    if (!(search.array = array_make(&all, true, wishes->seed)))
        return 2;
    int status = 0;
    if (wishes->only) {
        status = run_one(&search);
    } else {
        if (wishes->known && !known_read(&all, wishes->known, &search.conflicts))
            return 2;
        if (wishes->write && access(wishes->write, R_OK) == 0 &&
            !known_read(&all, wishes->write, &search.conflicts))
            return 2;
        run_rows(&search);
        if (search.unread)
            return 2;
        if (wishes->write && !known_write(&all, wishes->write, &search.conflicts))
            return 2;
        if (wishes->json)
            report_json(&all, &search.tally, &search.conflicts);
        else if (wishes->page)
            report_page(&all, &search.conflicts);
        else if (!wishes->show)
            report_tally(&search.tally, &search.conflicts);
        status = search.tally.failed > 0 || search.tally.unnamed > 0;
    }
    array_free(search.array);
    free(search.conflicts.item);
    return status;
}

int main(int argc, char **argv)
{
    wishes wishes;
    if (!read_wishes(argc, argv, &wishes)) {
        fprintf(stderr,
                "usage: matrix [--passed FILE] [--rows N] [--seed N] [--json] [--page] [--verbose] "
                "[--show N] [--known FILE] [--write FILE] [--folder FOLDER] "
                "[--only 'FACTOR=LEVEL;...']\n");
        return 2;
    }
    if ((mkdir(wishes.folder, 0777) != 0 && errno != EEXIST) || chdir(wishes.folder) != 0) {
        perror(wishes.folder);
        return 2;
    }
    return run(&wishes);
}

// friction_text.c - friction-contact problems in the text of Siconos (.dat); see friction_file.h.
//
// Numbers one after the other, parted by blanks: the dimension of a contact, the number of contacts, M, q, mu; of a
// global problem M, H, q, b, mu. A matrix begins with the kind of its storage, its rows and its columns. Kind 0 is
// dense: rows and columns once more, then the entries, column by column. Kind 1 has blocks: their number, the numbers
// of rows and columns of blocks, where each of those ends; then the blocks by rows, as how many places there are, how
// many blocks, where each row begins, and the column of each block; then each block as its number and its entries,
// column by column. One number may follow that nobody needs.
#include "base/text.h"
#include "store/file_in.h"
#include "store/friction_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_reading {
    const char *path, *at;
    int64_t line;
    int64_t left; // numbers that have not been read
    friction_parts *out;
    scree_error *error;
} text_reading;

static const char *blank(const char *at)
{
    while (*at && isspace((unsigned char)*at))
        at++;
    return at;
}

static int64_t count_words(const char *at)
{
    int64_t words = 0;
    for (at = blank(at); *at; at = blank(at)) {
        while (*at && !isspace((unsigned char)*at))
            at++;
        words++;
    }
    return words;
}

static scree_status refuse(const text_reading *reading, const char *hint, const char *what)
{
    char where[320];
    snprintf(where, sizeof where, "%.280s:%lld", reading->path, (long long)reading->line);
    return fail(reading->error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

// The beginning of a word as it may be printed: for bytes that are no plain letters there are question marks.
static void quote(const char *word, size_t length, char *out, size_t room)
{
    size_t count = length < room - 1 ? length : room - 1;
    for (size_t i = 0; i < count; i++)
        out[i] = '!' <= word[i] && word[i] <= '~' ? word[i] : '?';
    out[count] = 0;
}

static scree_status read_number(text_reading *reading, const char *what, double *out)
{
    const char hint[] = "give a .dat as Siconos writes it, see docs/friction-problems.md";
    char words[200];
    while (*reading->at && isspace((unsigned char)*reading->at))
        reading->line += *reading->at++ == '\n';
    size_t length = 0;
    while (reading->at[length] && !isspace((unsigned char)reading->at[length]))
        length++;
    const char *end;
    if (length == 0) {
        snprintf(words, sizeof words, "the file ends where %s is due", what);
        return refuse(reading, hint, words);
    }
    if (!text_number(reading->at, out, &end) || end != reading->at + length) {
        char word[60];
        quote(reading->at, length, word, sizeof word);
        snprintf(words, sizeof words, "'%s' is no number, and %s is due", word, what);
        return refuse(reading, hint, words);
    }
    reading->at = end;
    reading->left--;
    return SCREE_OK;
}

static scree_status read_whole(text_reading *reading, const char *what, int32_t least, int32_t *out)
{
    char words[200];
    double value = 0;
    scree_status status = read_number(reading, what, &value);
    if (status)
        return status;
    if (!(value >= least && value <= INT32_MAX) || value != (double)(int32_t)value) {
        snprintf(words, sizeof words, "%s is %g", what, value);
        return refuse(reading, "give a whole number that fits", words);
    }
    *out = (int32_t)value;
    return SCREE_OK;
}

// Room for a list of numbers: no more memory is taken than numbers are left in the file.
static scree_status make_room(text_reading *reading, const char *what, int64_t count, size_t item,
                              void **room)
{
    char words[200];
    *room = NULL;
    if (count > reading->left) {
        snprintf(words, sizeof words, "%lld numbers of %s are due, and %lld are left",
                 (long long)count, what, (long long)reading->left);
        return refuse(reading, "give the whole file", words);
    }
    *room = friction_parts_take(reading->out, count, item);
    return *room ? SCREE_OK : fail_memory(reading->error, reading->path);
}

static scree_status read_numbers(text_reading *reading, const char *what, int64_t count,
                                 const double **out)
{
    void *room;
    scree_status status = make_room(reading, what, count, sizeof **out, &room);
    double *value = room;
    for (int64_t i = 0; i < count && !status; i++)
        status = read_number(reading, what, &value[i]);
    *out = value;
    return status;
}

static scree_status read_wholes(text_reading *reading, const char *what, int64_t count,
                                const int32_t **out)
{
    void *room;
    scree_status status = make_room(reading, what, count, sizeof **out, &room);
    int32_t *value = room;
    for (int64_t i = 0; i < count && !status; i++)
        status = read_whole(reading, what, 0, &value[i]);
    *out = value;
    return status;
}

static scree_status take_entries(text_reading *reading, int64_t entries, int32_t **row,
                                 int32_t **column)
{
    *row = friction_parts_take(reading->out, entries, sizeof **row);
    *column = friction_parts_take(reading->out, entries, sizeof **column);
    return *row && *column ? SCREE_OK : fail_memory(reading->error, reading->path);
}

static scree_status read_dense(text_reading *reading, friction_matrix *out)
{
    int32_t rows;
    int32_t columns;
    scree_status status = read_whole(reading, "the number of rows", 1, &rows);
    if (!status)
        status = read_whole(reading, "the number of columns", 1, &columns);
    if (status)
        return status;
    if (rows != out->rows || columns != out->columns)
        return refuse(reading, "say the same twice", "a dense matrix says two sizes");
    const int64_t entries = (int64_t)rows * columns;
    status = read_numbers(reading, "a dense matrix", entries, &out->value);
    int32_t *row;
    int32_t *column;
    if (!status)
        status = take_entries(reading, entries, &row, &column);
    if (status)
        return status;
    for (int64_t i = 0; i < entries; i++) {
        row[i] = (int32_t)(i % rows);
        column[i] = (int32_t)(i / rows);
    }
    out->row = row;
    out->column = column;
    out->entries = entries;
    return SCREE_OK;
}

// Where rows or columns of blocks end, so that the last one ends with the matrix.
static scree_status check_ends(const text_reading *reading, const int32_t *end, int32_t count,
                               int32_t last)
{
    bool good = count > 0 && end[0] > 0 && end[count - 1] == last;
    for (int32_t i = 1; i < count && good; i++)
        good = end[i] > end[i - 1];
    return good ? SCREE_OK
                : refuse(reading, "let the sizes of the blocks add up",
                         "the blocks of a matrix do not fill it");
}

typedef struct text_blocks {
    int32_t blocks, rows, columns;
    const int32_t *row_end, *column_end;
    const int32_t *begin, *column;
    int32_t begins;
} text_blocks;

// The sizes of the rows and columns of blocks.
static scree_status read_sizes(text_reading *reading, const friction_matrix *out,
                               text_blocks *layout)
{
    scree_status status = read_whole(reading, "the number of blocks", 0, &layout->blocks);
    if (status)
        return status;
    status = read_whole(reading, "the number of rows of blocks", 1, &layout->rows);
    if (status)
        return status;
    status = read_whole(reading, "the number of columns of blocks", 1, &layout->columns);
    if (status)
        return status;
    status = read_wholes(reading, "ends of rows of blocks", layout->rows, &layout->row_end);
    if (status)
        return status;
    status =
        read_wholes(reading, "ends of columns of blocks", layout->columns, &layout->column_end);
    if (status)
        return status;
    status = check_ends(reading, layout->row_end, layout->rows, out->rows);
    if (status)
        return status;
    return check_ends(reading, layout->column_end, layout->columns, out->columns);
}

static bool layout_fits(const text_blocks *layout, int32_t filled)
{
    if (filled != layout->blocks || layout->begins > layout->rows + 1)
        return false;
    if (layout->begin[0] != 0)
        return false;
    if (layout->begin[layout->begins - 1] != filled)
        return false;
    for (int32_t i = 1; i < layout->begins; i++)
        if (layout->begin[i] < layout->begin[i - 1])
            return false;
    for (int32_t i = 0; i < filled; i++)
        if (layout->column[i] >= layout->columns)
            return false;
    return true;
}

static scree_status read_layout(text_reading *reading, const friction_matrix *out,
                                text_blocks *layout)
{
    int32_t filled = 0;
    scree_status status = read_sizes(reading, out, layout);
    if (status)
        return status;
    status = read_whole(reading, "the number of begins", 1, &layout->begins);
    if (status)
        return status;
    status = read_whole(reading, "the number of filled blocks", 0, &filled);
    if (status)
        return status;
    status = read_wholes(reading, "begins of rows", layout->begins, &layout->begin);
    if (status)
        return status;
    status = read_wholes(reading, "columns of blocks", filled, &layout->column);
    if (status)
        return status;
    if (layout_fits(layout, filled))
        return SCREE_OK;
    return refuse(reading, "let them be as Siconos writes them",
                  "the lists of blocks of a matrix do not fit each other");
}

static int32_t span_of(const int32_t *end, int32_t at, int32_t *first)
{
    *first = at > 0 ? end[at - 1] : 0;
    return end[at] - *first;
}

// No further than `most`.
static int64_t count_entries(const text_blocks *layout, int64_t most)
{
    int64_t entries = 0;
    int32_t first;
    for (int32_t row = 0; row + 1 < layout->begins; row++)
        for (int32_t i = layout->begin[row]; i < layout->begin[row + 1] && entries <= most; i++)
            entries += (int64_t)span_of(layout->row_end, row, &first) *
                       span_of(layout->column_end, layout->column[i], &first);
    return entries;
}

static scree_status read_blocks(text_reading *reading, friction_matrix *out)
{
    text_blocks layout = {0};
    int32_t *row_of;
    int32_t *column_of;
    scree_status status = read_layout(reading, out, &layout);
    if (status)
        return status;
    out->entries = count_entries(&layout, reading->left);
    if (out->entries + layout.blocks > reading->left)
        return refuse(reading, "give the whole file", "the file ends before its blocks do");
    double *value = friction_parts_take(reading->out, out->entries, sizeof *value);
    status = take_entries(reading, out->entries, &row_of, &column_of);
    if (!value)
        status = fail_memory(reading->error, reading->path);
    int64_t at = 0;
    for (int32_t row = 0; row + 1 < layout.begins && !status; row++)
        for (int32_t i = layout.begin[row]; i < layout.begin[row + 1] && !status; i++) {
            int32_t first_row;
            int32_t first_column;
            int32_t number;
            int32_t rows = span_of(layout.row_end, row, &first_row);
            int32_t columns = span_of(layout.column_end, layout.column[i], &first_column);
            status = read_whole(reading, "the number of a block", 0, &number);
            for (int32_t k = 0; k < (int64_t)rows * columns && !status; k++) {
                status = read_number(reading, "an entry of a block", &value[at]);
                row_of[at] = first_row + k % rows;
                column_of[at] = first_column + k / rows;
                at++;
            }
        }
    out->value = value;
    out->row = row_of;
    out->column = column_of;
    return status;
}

static scree_status read_matrix(text_reading *reading, const char *name, friction_matrix *out)
{
    int32_t kind;
    out->name = name;
    scree_status status = read_whole(reading, "the kind of storage of a matrix", 0, &kind);
    if (!status)
        status = read_whole(reading, "the number of rows", 1, &out->rows);
    if (!status)
        status = read_whole(reading, "the number of columns", 1, &out->columns);
    if (status)
        return status;
    if (kind == 0)
        return read_dense(reading, out);
    if (kind == 1)
        return read_blocks(reading, out);
    return refuse(reading, "write it as fclib, dense (0) or with blocks (1)",
                  "matrices are read dense (0) or as blocks (1) alone, not by sparse columns (2)");
}

static scree_status read_local(text_reading *reading)
{
    friction_given *given = &reading->out->given;
    scree_status status = read_numbers(reading, "q", given->w.rows, &given->q);
    return status ? status : read_numbers(reading, "mu", given->contacts, &given->friction);
}

static scree_status read_global(text_reading *reading)
{
    friction_given *given = &reading->out->given;
    given->m = given->w;
    given->m.name = "M";
    memset(&given->w, 0, sizeof given->w);
    scree_status status = read_matrix(reading, "H", &given->h);
    if (!status)
        status = read_numbers(reading, "q", given->m.rows, &given->f);
    if (!status)
        status = read_numbers(reading, "b", given->h.columns, &given->offset);
    return status ? status : read_numbers(reading, "mu", given->contacts, &given->friction);
}

// What follows the first matrix tells of which kind a problem is: q and mu, or another matrix.
static scree_status read_problem(text_reading *reading)
{
    friction_given *given = &reading->out->given;
    scree_status status =
        read_whole(reading, "the dimension of a contact, 2 or 3", 2, &given->dimension);
    if (!status && given->dimension > 3)
        return refuse(reading, "rolling friction (5 rows a contact) is not solved",
                      "the dimension of a contact is neither 2 nor 3");
    if (!status)
        status = read_whole(reading, "the number of contacts", 1, &given->contacts);
    if (!status)
        status = read_matrix(reading, "W", &given->w);
    if (status)
        return status;
    const int64_t rows = (int64_t)given->dimension * given->contacts;
    const int64_t more = reading->left - (rows + given->contacts);
    const bool local = given->w.rows == rows && more >= 0 && more <= 1;
    status = local ? read_local(reading) : read_global(reading);
    if (!status && reading->left > 1)
        return refuse(reading, "give one problem a file",
                      "more numbers follow than a problem has; see whether the contacts fit the "
                      "matrices");
    return status;
}

scree_status friction_text_read(const char *path, friction_parts *out, scree_error *error)
{
    char *text = NULL;
    size_t size = 0;
    scree_status status = file_in_load(path, &text, &size, error);
    if (status)
        return status;
    text_reading reading = {
        .path = path, .at = text, .line = 1, .left = count_words(text), .out = out, .error = error};
    status = read_problem(&reading);
    free(text);
    return status;
}

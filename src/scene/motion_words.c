// motion_words.c - see motion_words.h. A drive is "law row=value ... [from to];", the times where it has them.
#include "scene/motion_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double never = 1e300; // s, the end of a motion without one

// Zeros of both signs are one number.
static void put_number(text_buffer *out, double number)
{
    const double value = number + 0.0;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    text_append_format(out, "%016" PRIx64, bits);
}

static void put_formula(text_buffer *out, const formula *formula)
{
    for (int i = 0; i < formula->steps; i++) {
        text_append_format(out, "%d:", (int)formula->step[i].operation);
        put_number(out, formula->step[i].number);
    }
}

static int numbers_of(const row *row)
{
    return row->type == ROW_VECTOR ? 3 : 1;
}

// Has it its default, or was it left out?
static bool is_silent(const row *row, const row_value *value)
{
    bool silent = !value->text && !value->formula;
    for (int i = 0; silent && i < numbers_of(row); i++)
        silent = isnan(value->number[i]) || value->number[i] == row->fallback;
    return silent;
}

static void put_value(text_buffer *out, const row *row, const row_value *value)
{
    text_append_format(out, " %s=", row->name);
    if (value->formula) {
        put_formula(out, value->formula);
        return;
    }
    if (value->text) {
        text_append(out, value->text);
        return;
    }
    for (int i = 0; i < numbers_of(row); i++)
        put_number(out, value->number[i]);
}

void choice_words(text_buffer *out, const choice *choice)
{
    if (!choice->what)
        return;
    text_append(out, choice->what->name);
    for (int i = 0; i < choice->what->count; i++) {
        if (!is_silent(&choice->what->rows[i], &choice->value[i]))
            put_value(out, &choice->what->rows[i], &choice->value[i]);
    }
    text_append(out, ";");
}

// ---- drives

static bool is_among(const char *name, const char *names)
{
    const size_t length = strlen(name);
    for (const char *at = names; at && *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        if (strcspn(at, " ") == length && !strncmp(at, name, length))
            return true;
    }
    return false;
}

static bool is_time(const row *row)
{
    return !strcmp(row->name, "from") || !strcmp(row->name, "to");
}

static void put_row(text_buffer *out, const drive *drive, const choice *choice, int number)
{
    const row *row = &drive->what.rows[number];
    const row_value *value = &choice->value[number];
    const bool passing = is_among(row->name, drive->passing);
    if (is_silent(row, value) || is_time(row) || !strcmp(row->name, "jump"))
        return;
    if (drive->content && !strcmp(row->name, "file")) {
        text_append_format(out, " file=%016" PRIx64, drive->content(choice));
        return;
    }
    // What is wanted may become another number. Of an expression in the time another one is another motion.
    if (passing && value->formula && formula_is_constant(value->formula))
        text_append_format(out, " %s", row->name);
    else if (!passing || value->formula)
        put_value(out, row, value);
}

static void put_times(text_buffer *out, const choice *choice, double clock)
{
    const double to = choice_real(choice, "to");
    text_append(out, " [");
    put_number(out, clock + choice_real(choice, "from"));
    text_append(out, " ");
    put_number(out, isfinite(to) ? clock + to : never);
    text_append(out, "]");
}

void drive_chain_words(text_buffer *out, const drive_chain *chain, double clock)
{
    for (int part = 0; part < chain->parts; part++) {
        const choice *choice = &chain->part[part];
        const drive *drive = drive_find(choice->what);
        text_append(out, drive->what.name);
        for (int i = 0; i < drive->what.count; i++)
            put_row(out, drive, choice, i);
        if (plugin_row(&drive->what, "from"))
            put_times(out, choice, clock);
        text_append(out, ";");
    }
}

// ---- compared

enum { DIGITS = 16, TIMES = 2 * DIGITS + 3 }; // "[from to]"

// False: there are none.
static bool read_times(const char *text, double out[2])
{
    for (int i = 0; i < 2; i++) {
        uint64_t bits;
        if (sscanf(text + 1 + i * (DIGITS + 1), "%16" SCNx64, &bits) != 1)
            return false;
        memcpy(&out[i], &bits, sizeof bits);
    }
    return true;
}

static bool times_go_on(const char *was, const char *is, double now)
{
    double before[2];
    double after[2];
    if (strlen(was) < TIMES || strlen(is) < TIMES)
        return false;
    if (!read_times(was, before) || !read_times(is, after))
        return false;
    for (int i = 0; i < 2; i++) {
        const bool to_come = before[i] > now && after[i] > now;
        if (before[i] != after[i] && !to_come)
            return false;
    }
    return true;
}

bool drive_words_go_on(const char *was, const char *is, double now)
{
    while (*was && *was == *is) {
        const bool timed = *was == '[' && was[-1] == ' ';
        if (timed && !times_go_on(was, is, now))
            return false;
        was += timed ? TIMES : 1;
        is += timed ? TIMES : 1;
    }
    return *was == *is;
}

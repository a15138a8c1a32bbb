// blame.c - which levels of a refused row do not go together. Factors take their plain levels, many and then one at a time;
// where the same fault is still told, they had no part in it. What is left is the smallest set of levels, as far as one at
// a time can tell, and for a level that is left alone the plain ones of others are tried as well: a fault that another level
// of them takes away is theirs, too.
//
// A refusal is by name where its message has a word of each.
//
// Where what is left is known already, the row was refused with another level of a factor whose plain one stands there: it is that level, then,
// that does not go with the others.
#include "matrix/matrix.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { FAULTS_LOOKED_AT = 4 };

// The message without its numbers, which differ from case to case.
static void core_of(const char *what, char out[512])
{
    size_t n = 0;
    for (const char *c = what; *c && n < 511; c++) {
        const bool digit = isdigit((unsigned char)*c) || *c == '.' || *c == '-';
        if (!digit)
            out[n++] = *c;
    }
    out[n] = 0;
}

static bool tells(const fault_list *faults, const char *core)
{
    char other[512];
    for (int i = 0; i < faults->count; i++) {
        core_of(faults->item[i].what, other);
        if (!strcmp(core, other))
            return true;
    }
    return false;
}

// What is looked at: a case that its reader refuses is only read again, which is quick.
typedef struct inquiry {
    const factors *all;
    bool read_only;
    char core[512]; // of the fault
} inquiry;

// Opens the case of a row; false: it is refused.
static bool opens(const inquiry *about, const selection *row, fault_list *faults)
{
    case_length length = {100, 2e-3};
    trial trial;
    if (!about->read_only)
        return row_length(about->all, row, &length, faults);
    case_of_row(about->all, row, length, trial.text);
    const bool good = trial_read(&trial, trial.text, faults);
    if (good)
        trial_close(&trial);
    return good;
}

static bool still_refused(const inquiry *about, const selection *row)
{
    fault_list faults = {0};
    opens(about, row, &faults);
    const bool same = tells(&faults, about->core);
    fault_list_clear(&faults);
    return same;
}

// Do factors from `first` on, as many as that, have no part in it? Then they are plain from now on.
static bool make_plain(const inquiry *about, selection *small, int first, int count)
{
    const factors *all = about->all;
    selection other = *small;
    bool changes = false;
    for (int f = first; f < first + count && f < FACTORS; f++) {
        changes = changes || other.level[f] != all->of[f].plain;
        other.level[f] = all->of[f].plain;
    }
    if (!changes || !still_refused(about, &other))
        return false;
    *small = other;
    return true;
}

// Many factors at once at first, as most have no part in it (A. Zeller and R. Hildebrandt, IEEE Trans. Softw. Eng. 28 (2002)
// 183); then one by one, until a round over all changes nothing: one that stays may stay for another that goes later.
static selection reduce(const inquiry *about, const selection *row)
{
    selection small = *row;
    for (int count = 16; count > 1; count /= 2)
        for (int first = 0; first < FACTORS; first += count)
            make_plain(about, &small, first, count);
    bool changed = true;
    while (changed) {
        changed = false;
        for (int f = 0; f < FACTORS; f++)
            changed = make_plain(about, &small, f, 1) || changed;
    }
    return small;
}

// Is the row taken with another level of one factor?
static bool opens_with(const inquiry *about, const selection *small, int f, int level)
{
    fault_list faults = {0};
    selection other = *small;
    other.level[f] = level;
    const bool good = opens(about, &other, &faults);
    fault_list_clear(&faults);
    return good;
}

// Is the row with each other level of that factor refused as well, be it for something else? Then the level is there for the
// others' sake, as 2D is for a shape of the plane, or any other would do, and it has no part in this.
static bool is_forced(const inquiry *about, const selection *small, int f)
{
    bool forced = true;
    for (int i = 0; forced && i < about->all->of[f].levels; i++)
        forced = i == small->level[f] || !opens_with(about, small, f, i);
    return forced;
}

// Does another level of that factor take the fault away, and bring no other?
static bool is_way_out(const inquiry *about, const selection *small, int f)
{
    bool found = false;
    for (int i = 0; !found && i < about->all->of[f].levels; i++)
        found = opens_with(about, small, f, i);
    return found;
}

// ---- by name

static bool has_word(const char *message, const char *words)
{
    char lower[1300];
    size_t n = 0;
    for (; message[n] && n < sizeof lower - 1; n++)
        lower[n] = (char)tolower((unsigned char)message[n]);
    lower[n] = 0;
    while (*words) {
        char word[120];
        const size_t length = strcspn(words, "|");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        for (char *c = word; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        if (strstr(lower, word))
            return true;
        words += length + (words[length] == '|');
    }
    return false;
}

static bool names(const factors *all, const conflict *is, const char *message)
{
    for (int k = 0; k < is->count; k++) {
        const factor *f = &all->of[is->factor[k]];
        if (!has_word(message, f->words) && !has_word(message, f->level[is->level[k]].words))
            return false;
    }
    return true;
}

static void add_side(conflict *to, int f, int level)
{
    if (to->count == TOGETHER_MOST)
        return;
    to->factor[to->count] = f;
    to->level[to->count++] = level;
}

static bool is_known(const conflict_list *conflicts, const conflict *is)
{
    for (int i = 0; i < conflicts->count; i++) {
        const conflict *other = &conflicts->item[i];
        bool same = other->count == is->count;
        for (int k = 0; same && k < is->count; k++)
            same = other->factor[k] == is->factor[k] && other->level[k] == is->level[k];
        if (same)
            return true;
    }
    return false;
}

static void find_sides(const inquiry *about, const selection *small, conflict *is)
{
    const factors *all = about->all;
    int sides = 0;
    for (int f = 0; f < FACTORS; f++)
        sides += small->level[f] != all->of[f].plain;
    for (int f = 0; f < FACTORS; f++)
        if (small->level[f] != all->of[f].plain && (sides < 3 || !is_forced(about, small, f)))
            add_side(is, f, small->level[f]);
    if (is->count > 1)
        return;
    for (int f = 0; f < FACTORS; f++)
        if (small->level[f] == all->of[f].plain && is_way_out(about, small, f))
            add_side(is, f, small->level[f]);
}

static void write_message(const factors *all, conflict *is, const scree_error *fault)
{
    snprintf(is->message, sizeof is->message, "%s: %s (%s)", fault->where, fault->what,
             fault->hint);
    is->named = names(all, is, is->message);
}

// The message without names in it, which differ from level to level.
static bool says_the_same(const char *what, const char *other)
{
    const size_t length = strlen(other);
    const size_t end = length < 30 ? length : 30;
    return !strcmp(what, other) || !strncmp(what + strlen(what) - end, other + length - end, end);
}

// Other levels of one side that are refused in the same words: each would cost a row and the search of its own.
static void add_like(const inquiry *about, const selection *small, const conflict *is, int side,
                     conflict_list *conflicts)
{
    const int f = is->factor[side];
    for (int level = 0; level < about->all->of[f].levels; level++) {
        fault_list faults = {0};
        selection other = *small;
        conflict like = *is;
        other.level[f] = level;
        like.level[side] = level;
        if (level == is->level[side] || is_known(conflicts, &like) ||
            opens(about, &other, &faults) || faults.count != 1) {
            fault_list_clear(&faults);
            continue;
        }
        char core[512];
        core_of(faults.item[0].what, core);
        write_message(about->all, &like, &faults.item[0]);
        if (strlen(core) >= 30 && says_the_same(about->core, core) && like.named)
            conflicts_add(conflicts, &like);
        fault_list_clear(&faults);
    }
}

// The levels of the row in place of those that it took for being plain; a factor each level of which is refused has no part in it. False: with
// them it is not the same fault.
static bool return_to_row(const inquiry *about, const selection *row, const selection *small,
                          conflict *is)
{
    selection other = *small;
    conflict left = {0};
    for (int k = 0; k < is->count; k++)
        other.level[is->factor[k]] = row->level[is->factor[k]];
    if (!still_refused(about, &other))
        return false;
    for (int k = 0; k < is->count; k++)
        if (!is_forced(about, &other, is->factor[k]))
            add_side(&left, is->factor[k], other.level[is->factor[k]]);
    *is = left;
    return left.count > 0;
}

static void blame_one(inquiry *about, const selection *row, const scree_error *fault,
                      conflict_list *conflicts)
{
    const factors *all = about->all;
    conflict is = {0};
    core_of(fault->what, about->core);
    const selection small = reduce(about, row);
    find_sides(about, &small, &is);
    write_message(all, &is, fault);
    if (is_known(conflicts, &is) &&
        (!return_to_row(about, row, &small, &is) || is_known(conflicts, &is)))
        return;
    conflicts_add(conflicts, &is);
    for (int side = 0; side < is.count; side++)
        add_like(about, &small, &is, side, conflicts);
}

void blame(const factors *all, const selection *row, conflict_list *conflicts)
{
    inquiry about = {.all = all, .read_only = true};
    fault_list faults = {0};
    about.read_only = !opens(&about, row, &faults);
    if (!about.read_only && opens(&about, row, &faults))
        return;
    for (int i = 0; i < faults.count && i < FAULTS_LOOKED_AT; i++)
        blame_one(&about, row, &faults.item[i], conflicts);
    fault_list_clear(&faults);
}

// factor.c - see factor.h.
//
// The order: of the contacts that are left the one with the fewest neighbours goes, and its neighbours become neighbours
// of each other (sets of bits). The numbers: row by row, L U = A with ones on the diagonal of L (Doolittle).
#include "friction/factor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS_MOST = 20000 };

// ---- the order

typedef struct neighbours {
    size_t words;  // of 64 bits, of each set
    uint64_t *set; // of each contact
    int32_t *count;
} neighbours;

static uint64_t *set_of(const neighbours *graph, int32_t contact)
{
    return graph->set + (size_t)contact * graph->words;
}

static void put(uint64_t *set, int32_t contact)
{
    set[contact / 64] |= UINT64_C(1) << (contact % 64);
}

static void take_out(uint64_t *set, int32_t contact)
{
    set[contact / 64] &= ~(UINT64_C(1) << (contact % 64));
}

static int32_t size_of(const uint64_t *set, size_t words)
{
    int32_t size = 0;
    for (size_t i = 0; i < words; i++)
        size += __builtin_popcountll(set[i]);
    return size;
}

// The members of a set, rising; their number.
static int32_t list_of(const uint64_t *set, size_t words, int32_t *out)
{
    int32_t count = 0;
    for (size_t i = 0; i < words; i++)
        for (uint64_t left = set[i]; left; left &= left - 1)
            out[count++] = (int32_t)(64 * i) + __builtin_ctzll(left);
    return count;
}

static bool graph_make(const friction_system *system, neighbours *graph)
{
    const size_t contacts = (size_t)system->contacts;
    graph->words = contacts / 64 + 1;
    graph->set = calloc(contacts * graph->words, sizeof *graph->set);
    graph->count = malloc(contacts * sizeof *graph->count);
    if (!graph->set || !graph->count)
        return false;
    for (int32_t contact = 0; contact < system->contacts; contact++) {
        for (int64_t i = system->first[contact]; i < system->first[contact + 1]; i++) {
            const int32_t other = system->column[i];
            if (other == contact)
                continue;
            put(set_of(graph, contact), other);
            put(set_of(graph, other), contact);
        }
    }
    for (int32_t contact = 0; contact < system->contacts; contact++)
        graph->count[contact] = size_of(set_of(graph, contact), graph->words);
    return true;
}

static int32_t fewest(const neighbours *graph, int32_t contacts)
{
    int32_t best = -1;
    for (int32_t contact = 0; contact < contacts; contact++) {
        const int32_t count = graph->count[contact];
        if (count >= 0 && (best < 0 || count < graph->count[best]))
            best = contact;
    }
    return best;
}

// One contact goes; `list` has room for all and holds its neighbours then, whose number comes back.
static int32_t eliminate(neighbours *graph, int32_t contact, int32_t *list)
{
    const uint64_t *gone = set_of(graph, contact);
    const int32_t count = list_of(gone, graph->words, list);
    graph->count[contact] = -1;
    for (int32_t k = 0; k < count; k++) {
        uint64_t *set = set_of(graph, list[k]);
        for (size_t i = 0; i < graph->words; i++)
            set[i] |= gone[i];
        take_out(set, contact);
        take_out(set, list[k]);
        graph->count[list[k]] = size_of(set, graph->words);
    }
    return count;
}

// ---- the pattern

static bool reserve_order(friction_factor *out)
{
    const size_t contacts = (size_t)out->contacts;
    out->order = malloc(contacts * sizeof *out->order);
    out->place = malloc(contacts * sizeof *out->place);
    out->upper = calloc(contacts + 1, sizeof *out->upper);
    out->lower = calloc(contacts + 1, sizeof *out->lower);
    out->inverse = malloc(contacts * sizeof *out->inverse);
    out->row = calloc(contacts, sizeof *out->row);
    out->moved = malloc(3 * contacts * sizeof *out->moved);
    if (!out->order || !out->place || !out->upper || !out->lower)
        return false;
    return out->inverse && out->row && out->moved;
}

// Contacts in their order, and behind each which of those that are left it meets; false where that is too much.
static bool find_order(neighbours *graph, double most, friction_factor *out)
{
    int32_t *list = malloc((size_t)out->contacts * sizeof *list);
    int64_t room = 1; // never none, so that a place in an empty list is a place
    out->column = malloc((size_t)room * sizeof *out->column);
    bool good = list && out->column;
    out->no_memory = !good;
    for (int32_t at = 0; good && at < out->contacts; at++) {
        const int32_t contact = fewest(graph, out->contacts);
        const int32_t count = eliminate(graph, contact, list);
        const int64_t begin = out->upper[at];
        out->order[at] = contact;
        out->place[contact] = at;
        out->upper[at + 1] = begin + count;
        out->work += (double)count * (count + 1);
        good = out->work <= most;
        if (good && begin + count > room) {
            room = 2 * room + count;
            int32_t *larger = realloc(out->column, (size_t)room * sizeof *larger);
            good = larger != NULL;
            out->no_memory = !good;
            out->column = good ? larger : out->column;
        }
        if (good)
            memcpy(out->column + begin, list, (size_t)count * sizeof *list);
    }
    free(list);
    return good;
}

static int by_number(const void *one, const void *other)
{
    const int32_t *a = one;
    const int32_t *b = other;
    return (*a > *b) - (*a < *b);
}

// Contacts become places, and what lies behind a diagonal lies before another one.
static bool find_rows(friction_factor *out)
{
    const int32_t contacts = out->contacts;
    const int64_t blocks = out->upper[contacts];
    out->before = malloc((size_t)(blocks + 1) * sizeof *out->before);
    out->right = malloc((size_t)(blocks + 1) * sizeof *out->right);
    out->left = malloc((size_t)(blocks + 1) * sizeof *out->left);
    int64_t *next = malloc(((size_t)contacts + 1) * sizeof *next);
    if (!out->before || !out->right || !out->left || !next) {
        free(next);
        return false;
    }
    for (int32_t at = 0; at < contacts; at++) {
        const int64_t begin = out->upper[at];
        const int64_t end = out->upper[at + 1];
        for (int64_t i = begin; i < end; i++) {
            out->column[i] = out->place[out->column[i]];
            out->lower[out->column[i] + 1]++;
        }
        if (end > begin)
            qsort(out->column + begin, (size_t)(end - begin), sizeof *out->column, by_number);
    }
    for (int32_t at = 0; at < contacts; at++)
        out->lower[at + 1] += out->lower[at];
    memcpy(next, out->lower, (size_t)contacts * sizeof *next);
    for (int32_t at = 0; at < contacts; at++)
        for (int64_t i = out->upper[at]; i < out->upper[at + 1]; i++)
            out->before[next[out->column[i]]++] = at;
    free(next);
    return true;
}

bool friction_factor_plan(const friction_system *system, double most, friction_factor *out)
{
    neighbours graph = {0};
    *out = (friction_factor){.contacts = system->contacts};
    if (system->contacts > CONTACTS_MOST)
        return false;
    bool good = reserve_order(out) && graph_make(system, &graph);
    out->no_memory = !good;
    if (good && find_order(&graph, most, out))
        out->no_memory = !find_rows(out);
    else
        good = false;
    free(graph.set);
    free(graph.count);
    if (good && !out->no_memory)
        return true;
    const bool no_memory = out->no_memory;
    friction_factor_clear(out);
    out->no_memory = no_memory;
    return false;
}

void friction_factor_clear(friction_factor *factor)
{
    free(factor->order);
    free(factor->place);
    free(factor->upper);
    free(factor->column);
    free(factor->lower);
    free(factor->before);
    free(factor->right);
    free(factor->left);
    free(factor->inverse);
    free(factor->row);
    free(factor->moved);
    memset(factor, 0, sizeof *factor);
}

// ---- the numbers

static void multiply(const double one[9], const double other[9], double out[9])
{
    for (int row = 0; row < 3; row++) {
        const double *of = one + 3 * row;
        for (int column = 0; column < 3; column++)
            out[3 * row + column] =
                of[0] * other[column] + of[1] * other[3 + column] + of[2] * other[6 + column];
    }
}

static void subtract_product(const double one[9], const double other[9], double out[9])
{
    for (int row = 0; row < 3; row++) {
        const double *of = one + 3 * row;
        for (int column = 0; column < 3; column++)
            out[3 * row + column] -=
                of[0] * other[column] + of[1] * other[3 + column] + of[2] * other[6 + column];
    }
}

static double minor(const double m[9], int row, int column)
{
    const double *next = m + 3 * ((row + 1) % 3);
    const double *last = m + 3 * ((row + 2) % 3);
    const int after = (column + 1) % 3;
    const int behind = (column + 2) % 3;
    return next[after] * last[behind] - next[behind] * last[after];
}

static bool invert(const double m[9], double out[9])
{
    double determinant = 0;
    for (int column = 0; column < 3; column++)
        determinant += m[column] * minor(m, 0, column);
    const double over = 1 / determinant;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            out[3 * column + row] = over * minor(m, row, column);
    return isfinite(over);
}

// The row of a place as it stands in the matrix, laid out by places.
static void lay_out(const friction_factor *factor, const friction_system *system,
                    const double *scale, const double (*added)[9], int32_t at)
{
    const int32_t contact = factor->order[at];
    const double *of_row = scale + 3 * (size_t)contact;
    for (int64_t i = system->first[contact]; i < system->first[contact + 1]; i++) {
        const int32_t other = system->column[i];
        const double *of_column = scale + 3 * (size_t)other;
        double *to = factor->row[factor->place[other]];
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++)
                to[3 * row + column] +=
                    of_row[row] * system->block[i][3 * row + column] * of_column[column];
    }
    for (int k = 0; k < 9; k++)
        factor->row[at][k] += added[contact][k];
}

bool friction_factor_make(friction_factor *factor, const friction_system *system,
                          const double *scale, const double (*added)[9])
{
    double(*row)[9] = factor->row;
    for (int32_t at = 0; at < factor->contacts; at++) {
        lay_out(factor, system, scale, added, at);
        for (int64_t i = factor->lower[at]; i < factor->lower[at + 1]; i++) {
            const int32_t before = factor->before[i];
            double *share = factor->left[i];
            multiply(row[before], factor->inverse[before], share);
            memset(row[before], 0, sizeof row[before]);
            for (int64_t k = factor->upper[before]; k < factor->upper[before + 1]; k++)
                subtract_product(share, factor->right[k], row[factor->column[k]]);
        }
        const bool good = invert(row[at], factor->inverse[at]);
        memset(row[at], 0, sizeof row[at]);
        for (int64_t k = factor->upper[at]; k < factor->upper[at + 1]; k++) {
            double *of = row[factor->column[k]];
            memcpy(factor->right[k], of, sizeof factor->right[k]);
            memset(of, 0, 9 * sizeof *of);
        }
        if (!good)
            return false;
    }
    return true;
}

static double times(const double row[3], const double of[3])
{
    const double first = row[0] * of[0] + row[1] * of[1];
    return first + row[2] * of[2];
}

static void subtract_times(const double block[9], const double of[3], double to[3])
{
    for (int row = 0; row < 3; row++)
        to[row] -= times(block + 3 * row, of);
}

void friction_factor_solve(const friction_factor *factor, double *side)
{
    double *at_place = factor->moved;
    for (int32_t at = 0; at < factor->contacts; at++) {
        double *to = at_place + 3 * (size_t)at;
        memcpy(to, side + 3 * (size_t)factor->order[at], 3 * sizeof *to);
        for (int64_t i = factor->lower[at]; i < factor->lower[at + 1]; i++)
            subtract_times(factor->left[i], at_place + 3 * (size_t)factor->before[i], to);
    }
    for (int32_t at = factor->contacts; at-- > 0;) {
        double *to = at_place + 3 * (size_t)at;
        for (int64_t i = factor->upper[at]; i < factor->upper[at + 1]; i++)
            subtract_times(factor->right[i], at_place + 3 * (size_t)factor->column[i], to);
        const double *inverse = factor->inverse[at];
        const double sum[3] = {to[0], to[1], to[2]};
        for (int row = 0; row < 3; row++)
            to[row] = times(inverse + 3 * row, sum);
        memcpy(side + 3 * (size_t)factor->order[at], to, 3 * sizeof *to);
    }
}

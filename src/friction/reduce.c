// reduce.c - see reduce.h.
#include "friction/reduce.h"

#include "base/memory.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Entries of a matrix and unknowns, dealt out to the groups.
typedef struct grouping {
    int32_t *group;         // of each unknown: the least unknown of its group
    int32_t *place;         // of each unknown in its group
    sort_pair *unknown;     // by group
    sort_pair *of_m, *of_h; // entries by group
    sort_pair *scratch;
    int32_t *slot; // of each column of H while a group is worked on; -1: none
} grouping;

static void grouping_clear(grouping *groups)
{
    free(groups->group);
    free(groups->place);
    free(groups->unknown);
    free(groups->of_m);
    free(groups->of_h);
    free(groups->scratch);
    free(groups->slot);
}

static int32_t root_of(int32_t *group, int32_t unknown)
{
    while (group[unknown] != unknown) {
        group[unknown] = group[group[unknown]];
        unknown = group[unknown];
    }
    return unknown;
}

static void join(int32_t *group, int32_t one, int32_t other)
{
    one = root_of(group, one);
    other = root_of(group, other);
    if (one < other)
        group[other] = one;
    else
        group[one] = other;
}

static void sort_entries(const friction_matrix *matrix, const int32_t *group, sort_pair *pair,
                         sort_pair *scratch)
{
    for (int64_t i = 0; i < matrix->entries; i++)
        pair[i] = (sort_pair){(uint64_t)group[matrix->row[i]], (uint32_t)i};
    sort_u64_by_key(pair, matrix->entries, scratch);
}

static size_t larger(size_t one, size_t other)
{
    return one > other ? one : other;
}

static bool reserve(grouping *groups, size_t unknowns, size_t of_m, size_t of_h)
{
    const size_t most = larger(unknowns, larger(of_m, of_h));
    groups->group = malloc(unknowns * sizeof *groups->group);
    if (!groups->group)
        return false;
    groups->place = malloc(unknowns * sizeof *groups->place);
    if (!groups->place)
        return false;
    groups->unknown = malloc(unknowns * sizeof *groups->unknown);
    if (!groups->unknown)
        return false;
    groups->of_m = malloc((of_m + 1) * sizeof *groups->of_m);
    if (!groups->of_m)
        return false;
    groups->of_h = malloc((of_h + 1) * sizeof *groups->of_h);
    if (!groups->of_h)
        return false;
    groups->scratch = malloc((most + 1) * sizeof *groups->scratch);
    return groups->scratch != NULL;
}

static bool find_groups(const friction_given *given, grouping *groups)
{
    const friction_matrix *m = &given->m;
    const friction_matrix *h = &given->h;
    if (!reserve(groups, (size_t)m->rows, (size_t)m->entries, (size_t)h->entries))
        return false;
    groups->slot = malloc((size_t)h->columns * sizeof *groups->slot);
    if (!groups->slot)
        return false;
    int32_t *group = groups->group;
    for (int32_t i = 0; i < m->rows; i++)
        group[i] = i;
    for (int64_t i = 0; i < m->entries; i++)
        if (m->value[i] != 0)
            join(group, m->row[i], m->column[i]);
    for (int32_t i = 0; i < m->rows; i++) {
        group[i] = root_of(group, i);
        groups->unknown[i] = (sort_pair){(uint64_t)group[i], (uint32_t)i};
    }
    sort_u64_by_key(groups->unknown, m->rows, groups->scratch);
    sort_entries(m, groups->group, groups->of_m, groups->scratch);
    sort_entries(h, groups->group, groups->of_h, groups->scratch);
    for (int32_t i = 0; i < h->columns; i++)
        groups->slot[i] = -1;
    return true;
}

// One group: its unknowns, entries and the columns of H that meet it.
typedef struct group_work {
    int32_t size;
    const sort_pair *unknown, *of_m, *of_h;
    int64_t m_entries, h_entries;
    int32_t columns;
    int32_t *column;
    double *factor; // size x size: M, then its lower factor
    double *half;   // size x (columns + 1): L^-1 of the columns of H, and of f
} group_work;

// The lower factor in the place of a symmetric matrix. The row at which it is not positive definite, or -1.
static int32_t factor(double *m, int32_t size)
{
    const size_t n = (size_t)size;
    for (size_t row = 0; row < n; row++) {
        for (size_t column = 0; column <= row; column++) {
            double sum = m[row * n + column];
            for (size_t k = 0; k < column; k++)
                sum -= m[row * n + k] * m[column * n + k];
            if (column < row)
                m[row * n + column] = sum / m[column * n + column];
            else if (sum > 1e-14 * m[row * n + row])
                m[row * n + row] = sqrt(sum);
            else
                return (int32_t)row;
        }
    }
    return -1;
}

static void forward(const double *lower, int32_t size, double *half, size_t width)
{
    const size_t n = (size_t)size;
    for (size_t row = 0; row < n; row++) {
        for (size_t k = 0; k < row; k++)
            for (size_t column = 0; column < width; column++)
                half[row * width + column] -= lower[row * n + k] * half[k * width + column];
        for (size_t column = 0; column < width; column++)
            half[row * width + column] /= lower[row * n + row];
    }
}

static scree_status check_symmetric(const friction_given *given, const group_work *work,
                                    scree_error *error)
{
    const size_t n = (size_t)work->size;
    const double *m = work->factor;
    for (size_t row = 0; row < n; row++)
        for (size_t column = 0; column < row; column++) {
            double one = m[row * n + column];
            double other = m[column * n + row];
            double size = fabs(m[row * n + row]);
            size += fabs(m[column * n + column]);
            if (!(fabs(one - other) <= 1e-6 * size))
                return fail(error, SCREE_BAD_INPUT, given->where, "give a symmetric M",
                            "M is not symmetric: %g at (%u, %u) and %g across the diagonal", one,
                            work->unknown[row].value, work->unknown[column].value, other);
        }
    return SCREE_OK;
}

static bool add(friction_reduced *out, int32_t row, int32_t column, double value)
{
    int64_t count = out->w.entries;
    if (count + 1 >= UINT32_MAX || !MEM_GROW(out->row, out->row_room, count + 1) ||
        !MEM_GROW(out->column, out->column_room, count + 1) ||
        !MEM_GROW(out->value, out->value_room, count + 1))
        return false;
    out->row[count] = row;
    out->column[count] = column;
    out->value[count] = value;
    out->w.entries++;
    return true;
}

// Of two columns of L^-1 (H, f).
static double product(const group_work *work, size_t one, size_t other)
{
    const size_t width = (size_t)work->columns + 1;
    double sum = 0;
    for (size_t k = 0; k < (size_t)work->size; k++) {
        const double *row = work->half + k * width;
        sum += row[one] * row[other];
    }
    return sum;
}

// What the group adds to W and q: the products of the columns of L^-1 H with each other and with L^-1 f.
static bool add_products(const group_work *work, friction_reduced *out)
{
    const size_t width = (size_t)work->columns + 1;
    for (int32_t one = 0; one < work->columns; one++) {
        for (int32_t other = 0; other < work->columns; other++) {
            const double sum = product(work, (size_t)one, (size_t)other);
            if (!add(out, work->column[one], work->column[other], sum))
                return false;
        }
        out->q[work->column[one]] += product(work, (size_t)one, width - 1);
    }
    return true;
}

static void find_columns(const friction_given *given, grouping *groups, group_work *work)
{
    for (int64_t i = 0; i < work->h_entries; i++) {
        int32_t column = given->h.column[work->of_h[i].value];
        if (groups->slot[column] < 0) {
            groups->slot[column] = work->columns;
            work->column[work->columns++] = column;
        }
    }
}

static void fill(const friction_given *given, const grouping *groups, const group_work *work)
{
    const size_t size = (size_t)work->size;
    const size_t width = (size_t)work->columns + 1;
    const friction_matrix *m = &given->m;
    const friction_matrix *h = &given->h;
    for (int64_t i = 0; i < work->m_entries; i++) {
        uint32_t at = work->of_m[i].value;
        if (m->value[at] == 0)
            continue;
        size_t row = (size_t)groups->place[m->row[at]];
        size_t column = (size_t)groups->place[m->column[at]];
        work->factor[row * size + column] += m->value[at];
    }
    for (int64_t i = 0; i < work->h_entries; i++) {
        uint32_t at = work->of_h[i].value;
        size_t row = (size_t)groups->place[h->row[at]];
        size_t column = (size_t)groups->slot[h->column[at]];
        work->half[row * width + column] += h->value[at];
    }
    for (int32_t k = 0; k < work->size; k++)
        work->half[(size_t)k * width + width - 1] = given->f[work->unknown[k].value];
}

static scree_status work_on(const friction_given *given, const grouping *groups, group_work *work,
                            friction_reduced *out, scree_error *error)
{
    size_t size = (size_t)work->size;
    work->factor = calloc(size * size, sizeof *work->factor);
    work->half = mem_array((int64_t)size * (work->columns + 1), sizeof *work->half);
    if (!work->factor || !work->half)
        return fail_memory(error, given->where);
    fill(given, groups, work);
    scree_status status = check_symmetric(given, work, error);
    if (status)
        return status;
    int32_t bad = factor(work->factor, work->size);
    if (bad >= 0)
        return fail(error, SCREE_BAD_INPUT, given->where, "give masses above 0",
                    "M is not positive definite: see its row %u", work->unknown[bad].value);
    forward(work->factor, work->size, work->half, (size_t)work->columns + 1);
    return add_products(work, out) ? SCREE_OK : fail_memory(error, given->where);
}

static int64_t run_of(const sort_pair *pair, int64_t from, int64_t count, uint64_t key)
{
    int64_t end = from;
    while (end < count && pair[end].key == key)
        end++;
    return end - from;
}

static scree_status reduce_groups(const friction_given *given, grouping *groups,
                                  friction_reduced *out, scree_error *error)
{
    scree_status status = SCREE_OK;
    int64_t at_m = 0;
    int64_t at_h = 0;
    for (int64_t at = 0; at < given->m.rows && !status;) {
        uint64_t key = groups->unknown[at].key;
        int64_t size = run_of(groups->unknown, at, given->m.rows, key);
        group_work work = {
            .unknown = groups->unknown + at,
            .of_m = groups->of_m + at_m,
            .of_h = groups->of_h + at_h,
            .m_entries = run_of(groups->of_m, at_m, given->m.entries, key),
            .h_entries = run_of(groups->of_h, at_h, given->h.entries, key),
        };
        if (size > FRICTION_GROUP_MOST)
            return fail(error, SCREE_BAD_INPUT, given->where,
                        "give the local problem, W = H^T M^-1 H and q = H^T M^-1 f + w",
                        "M couples %lld unknowns, the one of row %llu among them; %d are the most",
                        (long long)size, (unsigned long long)key, FRICTION_GROUP_MOST);
        work.size = (int32_t)size;
        for (int64_t k = 0; k < size; k++)
            groups->place[work.unknown[k].value] = (int32_t)k;
        work.column = malloc(((size_t)work.h_entries + 1) * sizeof *work.column);
        if (work.column)
            find_columns(given, groups, &work);
        status = work.column ? work_on(given, groups, &work, out, error)
                             : fail_memory(error, given->where);
        for (int32_t i = 0; i < work.columns; i++)
            groups->slot[work.column[i]] = -1;
        free(work.column);
        free(work.factor);
        mem_free(work.half);
        at += size;
        at_m += work.m_entries;
        at_h += work.h_entries;
    }
    return status;
}

scree_status friction_reduce(const friction_given *given, friction_reduced *out, scree_error *error)
{
    size_t rows = (size_t)given->h.columns;
    grouping groups = {0};
    memset(out, 0, sizeof *out);
    out->q = malloc(rows * sizeof *out->q);
    scree_status status = SCREE_OK;
    if (!out->q || !find_groups(given, &groups))
        status = fail_memory(error, given->where);
    if (!status) {
        memcpy(out->q, given->offset, rows * sizeof *out->q);
        status = reduce_groups(given, &groups, out, error);
    }
    out->w.rows = given->h.columns;
    out->w.columns = given->h.columns;
    out->w.row = out->row;
    out->w.column = out->column;
    out->w.value = out->value;
    out->w.name = "W";
    grouping_clear(&groups);
    return status;
}

void friction_reduced_clear(friction_reduced *reduced)
{
    free(reduced->q);
    free(reduced->row);
    free(reduced->column);
    free(reduced->value);
    memset(reduced, 0, sizeof *reduced);
}

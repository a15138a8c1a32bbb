// system.c - a friction-contact problem from its entries; see system.h.
#include "friction/system.h"

#include "base/memory.h"
#include "base/sort.h"
#include "friction/cone.h"
#include "friction/reduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- what is given is looked at

static scree_status check_numbers(const friction_given *given, const double *value, int64_t count,
                                  const char *name, scree_error *error)
{
    for (int64_t i = 0; i < count; i++)
        if (!isfinite(value[i]))
            return fail(error, SCREE_BAD_INPUT, given->where, "give a finite number",
                        "entry %lld of %s is %g", (long long)i, name, value[i]);
    return SCREE_OK;
}

static scree_status check_matrix(const friction_given *given, const friction_matrix *matrix,
                                 int64_t rows, int64_t columns, scree_error *error)
{
    if (matrix->rows != rows || matrix->columns != columns)
        return fail(error, SCREE_BAD_INPUT, given->where,
                    "see docs/friction-problems.md for the sizes",
                    "%s is %d x %d where %lld x %lld are due", matrix->name, matrix->rows,
                    matrix->columns, (long long)rows, (long long)columns);
    if (matrix->entries < 0 || matrix->entries >= UINT32_MAX)
        return fail(error, SCREE_BAD_INPUT, given->where, "4294967294 entries are the most",
                    "%s has %lld entries", matrix->name, (long long)matrix->entries);
    for (int64_t i = 0; i < matrix->entries; i++) {
        int32_t row = matrix->row[i];
        int32_t column = matrix->column[i];
        if (row < 0 || row >= rows || column < 0 || column >= columns)
            return fail(error, SCREE_BAD_INPUT, given->where, "indices count from 0",
                        "entry %lld of %s stands at (%d, %d), outside of %lld x %lld", (long long)i,
                        matrix->name, row, column, (long long)rows, (long long)columns);
    }
    return check_numbers(given, matrix->value, matrix->entries, matrix->name, error);
}

static scree_status check_friction(const friction_given *given, scree_error *error)
{
    for (int32_t contact = 0; contact < given->contacts; contact++)
        if (!(given->friction[contact] >= 0 && given->friction[contact] <= FRICTION_MU_MOST))
            return fail(error, SCREE_BAD_INPUT, given->where, "give a coefficient from 0 to 1e6",
                        "mu of contact %d is %g", contact, given->friction[contact]);
    return SCREE_OK;
}

// 0, or of a size whose squares and products are numbers, too.
static bool is_moderate(double value)
{
    const double size = fabs(value);
    return size == 0 || (size >= FRICTION_SIZE_LEAST && size <= FRICTION_SIZE_MOST);
}

// Of W and q as they are solved, given or worked out: single entries may be as small as they like.
static scree_status check_sizes(const friction_given *given, const friction_system *system,
                                scree_error *error)
{
    const char hint[] = "choose units in which they lie between 1e-50 and 1e50";
    const int64_t blocks = system->first[system->contacts];
    double largest = 0;
    for (int64_t i = 0; i < blocks; i++)
        for (int k = 0; k < 9; k++)
            if (!(fabs(system->block[i][k]) <= FRICTION_SIZE_MOST))
                return fail(error, SCREE_BAD_INPUT, given->where, hint,
                            "W has the entry %g beside contact %d", system->block[i][k],
                            system->column[i]);
    for (int32_t contact = 0; contact < system->contacts; contact++) {
        const double normal = system->block[system->diagonal[contact]][0];
        if (!is_moderate(normal))
            return fail(error, SCREE_BAD_INPUT, given->where, hint,
                        "W has %g on its diagonal, at contact %d", normal, contact);
        for (int row = 0; row < 3; row++) {
            const double size = fabs(system->offset[3 * (size_t)contact + row]);
            if (!(size <= FRICTION_SIZE_MOST))
                return fail(error, SCREE_BAD_INPUT, given->where, hint,
                            "q has the entry %g at contact %d", size, contact);
            largest = fmax(largest, size);
        }
    }
    if (!is_moderate(largest))
        return fail(error, SCREE_BAD_INPUT, given->where, hint, "the largest entry of q is %g",
                    largest);
    return SCREE_OK;
}

static scree_status check_given(const friction_given *given, scree_error *error)
{
    if (given->dimension != 2 && given->dimension != 3)
        return fail(error, SCREE_BAD_INPUT, given->where, "a contact has 3 rows, in the plane 2",
                    "the dimension is %d", given->dimension);
    if (given->contacts < 1 || given->contacts > FRICTION_CONTACTS_MOST)
        return fail(error, SCREE_BAD_INPUT, given->where, "give 1 to 10000000 contacts",
                    "there are %d contacts", given->contacts);
    int64_t rows = (int64_t)given->dimension * given->contacts;
    scree_status status = check_friction(given, error);
    if (status)
        return status;
    if (given->m.rows == 0) {
        status = check_matrix(given, &given->w, rows, rows, error);
        return status ? status : check_numbers(given, given->q, rows, "q", error);
    }
    if (given->m.rows < 0)
        return fail(error, SCREE_BAD_INPUT, given->where, "give 0 rows where there is no M",
                    "M has %d rows", given->m.rows);
    status = check_matrix(given, &given->m, given->m.rows, given->m.rows, error);
    if (!status)
        status = check_matrix(given, &given->h, given->m.rows, rows, error);
    if (!status)
        status = check_numbers(given, given->f, given->m.rows, "f", error);
    return status ? status : check_numbers(given, given->offset, rows, "w", error);
}

// ---- entries become blocks

static uint64_t key_of(const friction_given *given, const friction_matrix *matrix, int64_t entry)
{
    uint64_t row = (uint64_t)(matrix->row[entry] / given->dimension);
    uint64_t column = (uint64_t)(matrix->column[entry] / given->dimension);
    return row * (uint64_t)given->contacts + column;
}

// Entries of one block one after the other, in the order in which they were given; each contact has its own block.
static sort_pair *sorted_entries(const friction_given *given, const friction_matrix *matrix)
{
    size_t count = (size_t)matrix->entries;
    sort_pair *pair = malloc((count + 1) * sizeof *pair);
    sort_pair *scratch = malloc((count + 1) * sizeof *scratch);
    if (pair && scratch) {
        for (int64_t i = 0; i < matrix->entries; i++)
            pair[i] = (sort_pair){key_of(given, matrix, i), (uint32_t)i};
        sort_u64_by_key(pair, matrix->entries, scratch);
    } else {
        free(pair);
        pair = NULL;
    }
    free(scratch);
    return pair;
}

static int64_t count_blocks(const sort_pair *pair, int64_t entries)
{
    int64_t blocks = 0;
    for (int64_t i = 0; i < entries; i++)
        blocks += i == 0 || pair[i].key != pair[i - 1].key;
    return blocks;
}

static void fill_blocks(const friction_given *given, const friction_matrix *matrix,
                        const sort_pair *pair, friction_system *out)
{
    const uint64_t contacts = (uint64_t)given->contacts;
    int64_t blocks = 0;
    for (int64_t i = 0; i < matrix->entries; i++) {
        if (i == 0 || pair[i].key != pair[i - 1].key) {
            out->column[blocks++] = (int32_t)(pair[i].key % contacts);
            out->first[pair[i].key / contacts + 1]++;
        }
        const uint32_t entry = pair[i].value;
        int row = matrix->row[entry] % given->dimension;
        int column = matrix->column[entry] % given->dimension;
        double *block = out->block[blocks - 1];
        block[3 * row + column] += matrix->value[entry];
    }
    for (int32_t contact = 0; contact < given->contacts; contact++)
        out->first[contact + 1] += out->first[contact];
}

static scree_status find_diagonals(const friction_given *given, friction_system *out,
                                   scree_error *error)
{
    for (int32_t contact = 0; contact < out->contacts; contact++) {
        int64_t found = -1;
        for (int64_t i = out->first[contact]; i < out->first[contact + 1]; i++)
            if (out->column[i] == contact)
                found = i;
        double normal = found < 0 ? 0 : out->block[found][0];
        if (!(normal > 0))
            return fail(error, SCREE_BAD_INPUT, given->where,
                        "leave out contacts of bodies that cannot move",
                        "contact %d does not answer to its own push: the diagonal of W is %g",
                        contact, normal);
        if (out->dimension == 2)
            out->block[found][8] = 1;
        out->diagonal[contact] = found;
    }
    return SCREE_OK;
}

static bool reserve(friction_system *out, int64_t blocks)
{
    size_t contacts = (size_t)out->contacts;
    out->first = calloc(contacts + 1, sizeof *out->first);
    out->column = calloc((size_t)blocks + 1, sizeof *out->column);
    out->block = calloc((size_t)blocks + 1, sizeof *out->block);
    out->diagonal = calloc(contacts, sizeof *out->diagonal);
    out->offset = calloc(3 * contacts, sizeof *out->offset);
    out->friction = calloc(contacts, sizeof *out->friction);
    if (!out->first || !out->column || !out->block)
        return false;
    if (!out->diagonal || !out->offset)
        return false;
    return out->friction != NULL;
}

static scree_status take(const friction_given *given, const friction_matrix *matrix,
                         const double *offset, friction_system *out, scree_error *error)
{
    sort_pair *pair = sorted_entries(given, matrix);
    out->dimension = given->dimension;
    out->contacts = given->contacts;
    if (!pair || !reserve(out, count_blocks(pair, matrix->entries))) {
        free(pair);
        return fail_memory(error, given->where);
    }
    fill_blocks(given, matrix, pair, out);
    free(pair);
    for (int32_t contact = 0; contact < given->contacts; contact++) {
        out->friction[contact] = given->friction[contact];
        const double *from = offset + (size_t)given->dimension * (size_t)contact;
        double *to = out->offset + 3 * (size_t)contact;
        for (int row = 0; row < given->dimension; row++)
            to[row] = from[row];
    }
    scree_status status = find_diagonals(given, out, error);
    return status ? status : check_sizes(given, out, error);
}

scree_status friction_system_make(const friction_given *given, friction_system *out,
                                  scree_error *error)
{
    memset(out, 0, sizeof *out);
    scree_status status = check_given(given, error);
    if (status)
        return status;
    if (given->m.rows == 0) {
        status = take(given, &given->w, given->q, out, error);
    } else {
        friction_reduced reduced = {0};
        status = friction_reduce(given, &reduced, error);
        if (!status)
            status = take(given, &reduced.w, reduced.q, out, error);
        friction_reduced_clear(&reduced);
    }
    if (status)
        friction_system_clear(out);
    return status;
}

void friction_system_clear(friction_system *system)
{
    free(system->first);
    free(system->column);
    free(system->block);
    free(system->diagonal);
    free(system->offset);
    free(system->friction);
    free(system->guess);
    memset(system, 0, sizeof *system);
}

// ---- what reactions do

void friction_velocity(const friction_system *system, const double *r, double *u)
{
    for (int32_t contact = 0; contact < system->contacts; contact++) {
        double sum[3];
        memcpy(sum, system->offset + 3 * (size_t)contact, sizeof sum);
        for (int64_t i = system->first[contact]; i < system->first[contact + 1]; i++) {
            const double *block = system->block[i];
            const double *of = r + 3 * (size_t)system->column[i];
            friction_block_add(block, of, sum);
        }
        memcpy(u + 3 * (size_t)contact, sum, sizeof sum);
    }
}

// Of its size: what no mechanics gives may stand below 0 there, and a unit must not.
double friction_mean_diagonal(const friction_system *system)
{
    double sum = 0;
    for (int32_t contact = 0; contact < system->contacts; contact++) {
        const double *block = system->block[system->diagonal[contact]];
        sum += fabs(block[0]) + fabs(block[4]);
        sum += system->dimension == 3 ? fabs(block[8]) : 0;
    }
    return sum / ((double)system->dimension * system->contacts);
}

// The larger one; none where one of them is none, which fmax would leave out.
static double larger(double one, double other)
{
    return one > other || isnan(one) ? one : other;
}

friction_residual friction_residual_of(const friction_system *system, const double *r,
                                       const double *u)
{
    const double unit = friction_mean_diagonal(system);
    double given = 0;
    double natural = 0;
    double scaled = 0;
    for (int32_t contact = 0; contact < system->contacts; contact++) {
        size_t at = 3 * (size_t)contact;
        double one[3];
        double other[3];
        cone_natural_map(r + at, u + at, system->friction[contact], 1, one);
        cone_natural_map(r + at, u + at, system->friction[contact], unit, other);
        double of_contact = 0;
        for (int row = 0; row < 3; row++) {
            natural += one[row] * one[row];
            of_contact += other[row] * other[row];
        }
        const double into = u[at] >= 0 ? 0 : -u[at];
        scaled += larger(of_contact, into * into);
        const double *q = system->offset + at;
        for (int row = 0; row < 3; row++)
            given += q[row] * q[row];
    }
    double size = given > 0 ? sqrt(given) : 1;
    return (friction_residual){.natural = sqrt(natural) / size, .scaled = sqrt(scaled) / size};
}

// batches.c - see batches.h.
#include "measure/batches.h"

#include "measure/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool batches_make(batches *is, int64_t columns)
{
    *is = (batches){
        .columns = columns,
        .length = 1,
    };
    is->sum = calloc((size_t)(columns * (BATCHES_MOST + 1)), sizeof *is->sum);
    return is->sum != NULL;
}

void batches_clear(batches *is)
{
    free(is->sum);
    is->sum = NULL;
}

static double *block_at(const batches *is, int64_t block)
{
    return is->sum + block * is->columns;
}

double *batches_open(const batches *is)
{
    return block_at(is, (int64_t)is->blocks);
}

// Each two blocks become one.
static void join_blocks(batches *is)
{
    for (int64_t to = 0; to < BATCHES_MOST / 2; to++) {
        const double *first = block_at(is, 2 * to);
        const double *second = block_at(is, 2 * to + 1);
        double *sum = block_at(is, to);
        for (int64_t i = 0; i < is->columns; i++)
            sum[i] = first[i] + second[i];
    }
    is->blocks = BATCHES_MOST / 2.0;
    is->length *= 2;
}

void batches_close(batches *is)
{
    is->samples += 1;
    if (is->samples < is->length)
        return;
    is->samples = 0;
    is->blocks += 1;
    if (is->blocks == BATCHES_MOST)
        join_blocks(is);
    memset(batches_open(is), 0, (size_t)is->columns * sizeof *is->sum);
}

double batches_samples(const batches *is)
{
    return is->blocks * is->length + is->samples;
}

double batches_total(const batches *is, int64_t column)
{
    double sum = 0;
    for (int64_t block = 0; block <= (int64_t)is->blocks; block++)
        sum += block_at(is, block)[column];
    return sum;
}

double batches_ratio(const batches *is, int64_t y, int64_t x)
{
    return batches_total(is, y) / batches_total(is, x);
}

static double sum_of(const batches *is, int64_t block, const batches_terms *terms)
{
    const double *sum = block_at(is, block) + terms->first;
    double out = 0;
    for (int64_t i = 0; i < terms->count; i++)
        out += terms->factor[i] * sum[i];
    return out;
}

double batches_error_of(const batches *is, const batches_terms *y, int64_t x)
{
    const int64_t blocks = (int64_t)is->blocks;
    double all_y = 0;
    double all_x = 0;
    double square = 0;
    if (blocks < BATCHES_LEAST)
        return NAN;
    for (int64_t block = 0; block < blocks; block++) {
        all_y += sum_of(is, block, y);
        all_x += block_at(is, block)[x];
    }
    for (int64_t block = 0; block < blocks; block++) {
        const double own = sum_of(is, block, y);
        const double beside = own - all_y / all_x * block_at(is, block)[x];
        square += beside * beside;
    }
    const double scatter = sqrt(square / (is->blocks * (is->blocks - 1)));
    return scatter / fabs(all_x / is->blocks);
}

double batches_error(const batches *is, int64_t y, int64_t x)
{
    const double one = 1;
    const batches_terms terms = {
        .first = y,
        .count = 1,
        .factor = &one,
    };
    return batches_error_of(is, &terms, x);
}

enum { HEAD_NUMBERS = 4 };

int64_t batches_numbers(const batches *is)
{
    return HEAD_NUMBERS + is->columns * (BATCHES_MOST + 1);
}

bool batches_save(const batches *is, probe_memory *out)
{
    const double head[HEAD_NUMBERS] = {(double)is->columns, is->samples, is->length, is->blocks};
    return memory_put(out, head, HEAD_NUMBERS) &&
           memory_put(out, is->sum, is->columns * (BATCHES_MOST + 1));
}

bool batches_load(batches *is, const double *value, int64_t count)
{
    const bool own = count == batches_numbers(is) && value[0] == (double)is->columns;
    const bool whole = own && value[3] >= 0 && value[3] < BATCHES_MOST;
    if (!whole)
        return false;
    is->samples = value[1];
    is->length = value[2];
    is->blocks = value[3];
    memcpy(is->sum, value + HEAD_NUMBERS,
           (size_t)(is->columns * (BATCHES_MOST + 1)) * sizeof *is->sum);
    return true;
}

// rounds.c - see rounds.h.
#include "friction/rounds.h"

#include <math.h>
#include <string.h>

enum { PAUSE_MOST = 64 }; // rounds without a jump

static double product(const solving *at, const double *one, const double *other)
{
    double sum = 0;
    for (size_t i = 0; i < at->size; i++)
        sum += at->weight[i] * one[i] * other[i];
    return sum;
}

// Least squares by the normal equations: their matrix and right side. What is on the diagonal besides is for steps that
// are nearly parallel.
static void make_equations(const solving *at, double matrix[DEPTH][DEPTH], double share[DEPTH])
{
    const round_memory *memory = &at->memory;
    double most = 0;
    for (int row = 0; row < memory->kept; row++) {
        share[row] = product(at, memory->steps[row], memory->step);
        for (int column = 0; column <= row; column++)
            matrix[row][column] = product(at, memory->steps[row], memory->steps[column]);
        most = fmax(most, matrix[row][row]);
    }
    for (int row = 0; row < memory->kept; row++)
        matrix[row][row] += 1e-14 * most;
}

// By Cholesky's method; false where the matrix is not positive definite.
static bool solve_equations(double matrix[DEPTH][DEPTH], double share[DEPTH], int count)
{
    for (int row = 0; row < count; row++) {
        for (int column = 0; column <= row; column++) {
            double sum = matrix[row][column];
            for (int k = 0; k < column; k++)
                sum -= matrix[row][k] * matrix[column][k];
            if (column < row)
                matrix[row][column] = sum / matrix[column][column];
            else if (sum > 0)
                matrix[row][row] = sqrt(sum);
            else
                return false;
        }
        for (int k = 0; k < row; k++)
            share[row] -= matrix[row][k] * share[k];
        share[row] /= matrix[row][row];
    }
    for (int row = count; row-- > 0;) {
        for (int k = row + 1; k < count; k++)
            share[row] -= matrix[k][row] * share[k];
        share[row] /= matrix[row][row];
    }
    return true;
}

static void jump(const solving *at)
{
    const round_memory *memory = &at->memory;
    double matrix[DEPTH][DEPTH];
    double share[DEPTH];
    make_equations(at, matrix, share);
    if (!solve_equations(matrix, share, memory->kept))
        return;
    for (int k = 0; k < memory->kept; k++)
        for (size_t i = 0; i < at->size; i++)
            at->r[i] -= share[k] * memory->ends[k][i];
}

static double step_size(const solving *at)
{
    double sum = 0;
    for (size_t i = 0; i < at->size; i++) {
        double step = at->r[i] - at->before[i];
        sum += at->weight[i] * step * step;
    }
    return sqrt(sum);
}

void rounds_forget(round_memory *memory)
{
    memory->kept = 0;
    memory->next = 0;
    memory->jumps = 0;
    memory->first = true;
}

static void remember(solving *at, double size)
{
    round_memory *memory = &at->memory;
    double *steps = memory->steps[memory->next];
    double *ends = memory->ends[memory->next];
    for (size_t i = 0; i < at->size; i++) {
        double step = at->r[i] - at->before[i];
        steps[i] = step - memory->step[i];
        ends[i] = at->r[i] - memory->end[i];
        memory->step[i] = step;
        memory->end[i] = at->r[i];
    }
    if (!memory->first) {
        memory->next = (memory->next + 1) % DEPTH;
        memory->kept += memory->kept < DEPTH;
    }
    memory->least = memory->first ? size : fmin(memory->least, size);
    memory->first = false;
}

void rounds_accelerate(solving *at)
{
    round_memory *memory = &at->memory;
    const double size = step_size(at);
    if (memory->jumps > 0 && !(size <= 2 * memory->least)) {
        memcpy(at->r, memory->end, at->size * sizeof *at->r);
        if (memory->jumps > DEPTH)
            memory->pause = 1;
        else if (memory->pause < PAUSE_MOST)
            memory->pause *= 2;
        memory->plain = memory->pause;
        rounds_forget(memory);
        return;
    }
    if (memory->plain > 0) {
        memory->plain--;
        return;
    }
    remember(at, size);
    if (memory->kept > 0) {
        jump(at);
        memory->jumps++;
    }
}

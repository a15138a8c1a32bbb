// twofold.h - a sum over very many terms that keeps what each addition rounds off, and so is as good as one in twice the
// digits (D. E. Knuth, The Art of Computer Programming 2, 4.2.2). The order of the terms counts.
#ifndef SCREE_MEASURE_TWOFOLD_H
#define SCREE_MEASURE_TWOFOLD_H

typedef struct twofold {
    double sum, rest;
} twofold;

static inline void twofold_add(twofold *is, double term)
{
    const double sum = is->sum + term;
    const double of_term = sum - is->sum;
    const double of_sum = sum - of_term;
    is->rest += (is->sum - of_sum) + (term - of_term);
    is->sum = sum;
}

static inline double twofold_value(const twofold *is)
{
    return is->sum + is->rest;
}

#endif

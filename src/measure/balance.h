// balance.h - how far a sample is from balance: the mean force that accelerates a grain, its weight included, over the
// mean force of a contact; what Yade calls the unbalanced force. Stages may wait for it, and a probe writes it.
#ifndef SCREE_MEASURE_BALANCE_H
#define SCREE_MEASURE_BALANCE_H

#include "state/frame.h"
#include "state/model.h"

typedef struct balance {
    double net, largest; // of grains that are not fixed, mean and largest, N; NaN: there are none
    double contact;      // mean, N; NaN: nothing touches
} balance;
// In the order of the rows of the frame, which ids alone decide. Forces are those of contacts and weights, without what
// local damping makes of them.
balance balance_of(const model *model, const frame *frame);

static inline double balance_unbalanced(const balance *is)
{
    return is->net / is->contact;
}

#endif

// random.h - pseudo-random numbers with the same bits on every processor.
//
// Generator: xoshiro256** (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", 2021), seeded
// by splitmix64 as its authors advise. Period 2^256 - 1. Not for secrets.
//
// Whoever needs random numbers makes a generator of its own from the seed of the case and a number of its own
// (`stream`), and keeps it by value: the numbers of one do not depend on how many another drew. For a stream per grain,
// take its id.
#ifndef SCREE_BASE_RANDOM_H
#define SCREE_BASE_RANDOM_H

#include "base/row.h"
#include "base/vec.h"

#include <stdint.h>

typedef struct rng {
    uint64_t s[4];
} rng; // never all zero; may be saved and restored as it is

// Stream 0 is the published seeding; the streams of one seed have different states.
rng rng_make(uint64_t seed, uint64_t stream);
uint64_t rng_u64(rng *rng);

double rng_uniform(rng *rng);                        // multiples of 2^-53 in [0, 1)
double rng_range(rng *rng, double low, double high); // in [low, high]; finite low <= high
uint64_t rng_below(rng *rng, uint64_t count); // whole numbers 0 ... count - 1, all alike; count > 0
double rng_normal(rng *rng);                  // mean 0, deviation 1
v3 rng_direction(rng *rng);                   // a unit vector, all directions alike

// A value of the distribution `spread`, by number, whatever its shares are shares of. Normal and lognormal are drawn under
// the condition that the value is between spread.from and spread.to (by number a NaN limit does not bind); they are exact
// for all limits and stay fast for limits far out in a tail. The mean and deviation are those without limits: of the
// lognormal, spread.value is the mean of the value and spread.deviation the standard deviation of its logarithm. Expects
// from <= to, and 0 < value, to for the lognormal; by mass and volume 0 < from; of tables, and by mass and volume, a spread
// that is closed (base/spread.h). Without deviation: spread.value.
double rng_spread(rng *rng, spread spread);

#endif

// near_count.c - counts the partners of a point by their distances; compiled once per vector width, a lane for each partner.
// Counts are whole numbers, so no order of them can be seen in the sums.
#include "base/simd.h"
#include "measure/near_points.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

near_count JOIN(scree_near_count_, SCREE_WIDTH);

// Both are in the box, so no more than one length is to be taken off.
static inline vd nearest(vd way, double length)
{
    const vd whole = vd_set(length);
    const vd half = vd_set(0.5 * length);
    const vd back = vd_select(vd_gt(-half, way), way + whole, way);
    return vd_select(vd_gt(way, half), way - whole, back);
}

// The way to the partners from `k` on along an axis.
static inline vd way_along(const near_tally *tally, int axis, int64_t point, int64_t k)
{
    const double *at = tally->at[axis];
    const vd way = vd_load(at + k) - at[point];
    return isfinite(tally->length[axis]) ? nearest(way, tally->length[axis]) : way;
}

static inline void count_hits(const near_tally *tally, const double *weight, const int32_t *kind,
                              const double place[SCREE_WIDTH], unsigned hits)
{
    while (hits) {
        const int lane = __builtin_ctz(hits);
        const int bin = place[lane] < tally->bins ? (int)place[lane] : tally->bins - 1;
        tally->count[bin] += weight[kind[lane]];
        hits &= hits - 1;
    }
}

void JOIN(scree_near_count_, SCREE_WIDTH)(const near_tally *tally, int64_t point, int64_t first,
                                          int64_t end)
{
    const double *weight = tally->weight[tally->kind[point]];
    const unsigned all = (1u << SCREE_WIDTH) - 1;
    double place[SCREE_WIDTH];
    for (int64_t k = first; k < end; k += SCREE_WIDTH) {
        const vd x = way_along(tally, 0, point, k);
        const vd y = way_along(tally, 1, point, k);
        const vd z = way_along(tally, 2, point, k);
        const vd square = (x * x + y * y) + z * z;
        const int64_t left = end - k;
        unsigned hits = all & ~vm_bits(vd_gt(square, vd_set(tally->most)));
        if (left < SCREE_WIDTH)
            hits &= (1u << left) - 1;
        if (!hits)
            continue;
        vd_store(place, vd_sqrt(square) / tally->reach * (double)tally->bins);
        count_hits(tally, weight, tally->kind + k, place, hits);
    }
}

// mixture.c - see mixture.h.
#include "scene/mixture.h"

#include "base/spread.h"
#include "scene/packing.h"

// The first set of the entry to which a set belongs.
static int head_of(const model *model, int set)
{
    return set - model_part_of(model, set)->part;
}

static double density_of(const model *model, int set)
{
    return model->material[model_material_of(model, set)].density;
}

static double counts(const model *model, int set, spread_by by, double mass)
{
    if (by == SPREAD_BY_NUMBER)
        return 1;
    return by == SPREAD_BY_MASS ? mass : mass / density_of(model, set);
}

static void draw(const mixture *mixture, mixture_part *part)
{
    const model *model = mixture->model;
    part->radius = rng_spread(&part->sizes, model_shape_of(model, part->set)->radius);
    part->counts =
        counts(model, part->set, mixture->by, grain_mass(model, part->set, part->radius));
}

void mixture_begin(mixture *mixture, const model *model, int set, uint64_t seed, uint64_t first)
{
    const model_part *entry = model_part_of(model, set);
    mixture->model = model;
    mixture->by = entry->by;
    mixture->parts = model_parts(entry);
    mixture->made = 0;
    for (int i = 0; i < mixture->parts; i++) {
        mixture_part *part = &mixture->part[i];
        *part = (mixture_part){
            .set = set + i,
            .share = mixture->parts > 1 ? model_part_of(model, set + i)->fraction : 1,
            .sizes = rng_make(seed, first + 16 * (uint64_t)i),
        };
        draw(mixture, part);
    }
}

// The part that would be late first, of those that are not early; rounding may make all look early.
static int next_part(const mixture *mixture)
{
    int chosen = -1;
    double first = INFINITY;
    for (int round = 0; round < 2 && chosen < 0; round++) {
        for (int i = 0; i < mixture->parts; i++) {
            const mixture_part *part = &mixture->part[i];
            const bool early = !(part->made < part->share * (mixture->made + part->counts));
            const double late = (part->made + part->counts) / part->share;
            if ((early && round == 0) || !(late < first))
                continue;
            first = late;
            chosen = i;
        }
    }
    return chosen < 0 ? 0 : chosen;
}

mixture_grain mixture_next(mixture *mixture)
{
    const int chosen = mixture->parts > 1 ? next_part(mixture) : 0;
    mixture_part *part = &mixture->part[chosen];
    const mixture_grain grain = {chosen, part->set, part->radius};
    part->made += part->counts;
    mixture->made += part->counts;
    draw(mixture, part);
    return grain;
}

// ---- means

// Grains of a set for each unit of what the fractions of its entry count.
static double grains_of(const model *model, int set, spread_by by)
{
    const double fraction = model_part_of(model, set)->fraction;
    return fraction / counts(model, set, by, grain_mean_mass(model, set));
}

double mixture_number_share(const model *model, int set)
{
    const model_part *entry = model_part_of(model, set);
    const int head = head_of(model, set);
    double all = 0;
    if (model_parts(entry) == 1)
        return 1;
    for (int i = 0; i < entry->parts; i++)
        all += grains_of(model, head + i, entry->by);
    return grains_of(model, set, entry->by) / all;
}

double mixture_mean_mass(const model *model, int set)
{
    const model_part *entry = model_part_of(model, set);
    const int head = head_of(model, set);
    if (model_parts(entry) == 1)
        return grain_mean_mass(model, set);
    double sum = 0;
    for (int i = 0; i < entry->parts; i++)
        sum += mixture_number_share(model, head + i) * grain_mean_mass(model, head + i);
    return sum;
}

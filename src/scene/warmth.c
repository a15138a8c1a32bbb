// warmth.c - see warmth.h.
#include "scene/warmth.h"

#include <math.h>

enum { RNG_OF_VELOCITIES = 2 };

// One after the other, as arguments of a call have no order.
static v3 draw(rng *random, bool flat)
{
    const double x = rng_normal(random);
    const double y = rng_normal(random);
    return v3_make(x, y, flat ? 0 : rng_normal(random));
}

void warm_set(const packing_job *job, grain_list *list, int64_t first)
{
    const double temperature = job->set->temperature;
    const bool flat = job->model->dimensions == 2;
    const int64_t count = list->count - first;
    if (!(temperature > 0) || count == 0)
        return;
    v3 sum = v3_make(0, 0, 0);
    double squares = 0;
    rng random = packing_rng(job, RNG_OF_VELOCITIES);
    for (int64_t i = 0; i < count; i++) {
        const v3 drawn = draw(&random, flat);
        sum = v3_add(sum, drawn);
        squares += v3_dot(drawn, drawn);
    }
    const v3 mean = v3_scale(count > 1 ? 1 / (double)count : 0, sum);
    const double about = squares - (double)count * v3_dot(mean, mean);
    const double freedoms = job->model->dimensions * (double)(count - 1);
    const double scale = sqrt(count > 1 ? temperature * freedoms / about : temperature);
    random = packing_rng(job, RNG_OF_VELOCITIES);
    for (int64_t i = 0; i < count; i++) {
        const v3 away = v3_sub(draw(&random, flat), mean);
        if (!list->fixed[first + i])
            list->velocity[first + i] = v3_fma(list->velocity[first + i], scale, away);
    }
}

v3 warm_stream(const model *model, int stream, int64_t number)
{
    const model_stream *is = &model->stream[stream];
    if (!(is->temperature > 0))
        return v3_make(0, 0, 0);
    rng random = rng_make(is->seed ^ 0x7e3b, (uint64_t)number);
    return v3_scale(sqrt(is->temperature), draw(&random, model->dimensions == 2));
}

double warm_speed(double temperature)
{
    return 5 * sqrt(temperature);
}

// stream.c - see stream.h.
#include "scene/stream.h"

#include "base/random.h"
#include "scene/packing.h"

#include <math.h>

enum { SAMPLE = 1000 }; // grains from which a mean mass is taken

double stream_radius(const model *m, int stream, int64_t number)
{
    const model_stream *s = &m->stream[stream];
    rng size = rng_make(s->seed, (uint64_t)number);
    return rng_spread(&size, m->shape[s->shape].radius);
}

double stream_amount(const model *m, int stream, int64_t number)
{
    if (!m->stream[stream].by_mass)
        return 1;
    return grain_mass(m, m->grain_sets + stream, stream_radius(m, stream, number));
}

double stream_rate(const model *m, int stream)
{
    const model_stream *s = &m->stream[stream];
    if (!s->by_mass)
        return s->rate;
    double mass = 0;
    for (int64_t i = 0; i < SAMPLE; i++)
        mass += stream_amount(m, stream, i) / SAMPLE;
    return s->rate / mass;
}

double stream_expected(const model *m, int stream, double end)
{
    const model_stream *s = &m->stream[stream];
    double span = (s->to < end ? s->to : end) - s->from;
    double grains = span > 0 ? stream_rate(m, stream) * span : 0;
    return grains < (double)s->most ? grains : (double)s->most;
}

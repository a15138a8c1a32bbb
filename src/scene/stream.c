// stream.c - see stream.h.
#include "scene/stream.h"

#include "base/mathlib.h"
#include "base/random.h"
#include "scene/packing.h"

#include <math.h>

enum { SAMPLE = 1000 }; // grains from which a mean mass is taken

double stream_radius(const model *model, int stream, int64_t number)
{
    const model_stream *model_stream = &model->stream[stream];
    rng size = rng_make(model_stream->seed, (uint64_t)number);
    return rng_spread(&size, model->shape[model_stream->shape].radius);
}

double stream_amount(const model *model, int stream, int64_t number)
{
    if (!model->stream[stream].by_mass)
        return 1;
    return grain_mass(model, model->grain_sets + stream, stream_radius(model, stream, number));
}

double stream_rate(const model *model, int stream)
{
    const model_stream *model_stream = &model->stream[stream];
    if (!model_stream->by_mass)
        return model_stream->rate;
    double mass = 0;
    for (int64_t i = 0; i < SAMPLE; i++)
        mass += stream_amount(model, stream, i) / SAMPLE;
    return model_stream->rate / mass;
}

double stream_expected(const model *model, int number, double end)
{
    const model_stream *stream = &model->stream[number];
    double most = (double)stream->most;
    if (isfinite(stream->total)) // it brings mass, and the mean of a grain is its rate over theirs
        most = real_min(most, -floor(-stream->total / stream->rate * stream_rate(model, number)));
    const double last = stream->to < end ? stream->to : end;
    const double span = last - stream->from;
    const double grains = span > 0 ? stream_rate(model, number) * span : 0;
    return grains < most ? grains : most;
}

// stream.c - see stream.h.
#include "scene/stream.h"

#include "base/mathlib.h"
#include "base/random.h"
#include "scene/packing.h"

#include <math.h>

// Of a mixture radii are drawn one after the other for each part, from streams of the seed that no number comes to.
static const uint64_t first_of_parts = UINT64_C(0x6d69780000000000);

static stream_grain mixed_grain(stream_row *row, const model *model, int stream, int64_t number)
{
    if (row->mixture.parts == 0 || number + 1 < row->next) {
        mixture_begin(&row->mixture, model, model->grain_sets + stream, model->stream[stream].seed,
                      first_of_parts);
        row->next = 0;
    }
    while (row->next <= number) {
        const mixture_grain grain = mixture_next(&row->mixture);
        row->last.set = grain.set;
        row->last.radius = grain.radius;
        row->next++;
    }
    return row->last;
}

stream_grain stream_grain_at(stream_row *row, const model *model, int stream, int64_t number)
{
    const model_stream *is = &model->stream[stream];
    stream_grain grain = {.set = model->grain_sets + stream};
    if (is->mixed.parts > 1) {
        grain = mixed_grain(row, model, stream, number);
    } else {
        rng size = rng_make(is->seed, (uint64_t)number);
        grain.radius = rng_spread(&size, model->shape[is->shape].radius);
    }
    grain.amount = is->by_mass ? grain_mass(model, grain.set, grain.radius) : 1;
    return grain;
}

bool stream_is_entry(const model *model, int stream)
{
    return model->stream[stream].mixed.part == 0;
}

double stream_rate_of_entry(const model *model, int stream)
{
    const model_stream *is = &model->stream[stream];
    return is->by_mass ? is->rate / mixture_mean_mass(model, model->grain_sets + stream) : is->rate;
}

double stream_rate(const model *model, int stream)
{
    const double share = mixture_number_share(model, model->grain_sets + stream);
    return share * stream_rate_of_entry(model, stream);
}

double stream_expected(const model *model, int number, double end)
{
    const model_stream *stream = &model->stream[number];
    const double share = mixture_number_share(model, model->grain_sets + number);
    double most = share * (double)stream->most;
    if (isfinite(stream->total)) // it brings mass, and the mean of a grain is its rate over theirs
        most = real_min(most, -floor(-stream->total / stream->rate * stream_rate(model, number)));
    const double last = stream->to < end ? stream->to : end;
    const double span = last - stream->from;
    const double grains = span > 0 ? stream_rate(model, number) * span : 0;
    return grains < most ? grains : most;
}

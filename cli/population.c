// population.c - see population.h. At most all stay. Where grains may go, by removals or across open borders, each is
// taken to stay for as long at least as a fall through the domain takes, or its way through it without gravity; but at
// least a quarter of what came is there, in the mean: on belts, in screws and hoppers it was 0.4 to 1.
#include "cli/population.h"

#include "scene/stream.h"

#include <math.h>

static const double share_least = 0.25;

static double length_along(v3 direction, v3 size)
{
    return fabs(direction.x) * size.x + fabs(direction.y) * size.y + fabs(direction.z) * size.z;
}

static double shortest_stay(const model *model, int stream)
{
    const v3 size = v3_sub(model->high, model->low);
    const double gravity = v3_norm(model->gravity);
    const double speed = v3_norm(model->stream[stream].velocity);
    if (gravity > 0)
        return sqrt(2 * length_along(v3_scale(1 / gravity, model->gravity), size) / gravity);
    return speed > 0 ? v3_norm(size) / speed : INFINITY;
}

static double brought(const model *model, int stream, double time)
{
    return time > 0 ? stream_expected(model, stream, time) : 0;
}

population population_of(const model *model, double end)
{
    enum { LOOKS = 64 };
    population all = {0};
    const bool go = model->removals > 0 || model->loss == ON_LOSS_REMOVE;
    for (int i = 0; i < model->streams; i++) {
        const double stay = go ? shortest_stay(model, i) : INFINITY;
        double least = 0;
        double most = 0;
        all.brought += brought(model, i, end);
        for (int look = 0; look < LOOKS; look++) {
            const double time = end * (look + 0.5) / LOOKS;
            const double come = brought(model, i, time);
            most += come / LOOKS;
            least += (come - brought(model, i, time - stay)) / LOOKS;
        }
        all.most += most;
        all.least += fmax(least, share_least * most);
    }
    return all;
}

// stream_tally.c - what streams have brought so far, and by how much they fall short of their rates.
#include "world/internal.h"
#include "world/maser.h"

#include "scene/stream.h"

int world_streams(const world *world)
{
    int entries = 0;
    for (int i = 0; i < world->shared->model->streams; i++)
        entries += stream_is_entry(world->shared->model, i);
    return entries;
}

// One grain in a hundred may wait for a moment.
static bool falls_short(const world_stream *stream)
{
    return stream->missing > 1 && 100 * stream->missing > stream->made;
}

// The first part of an entry of `streams`.
static int part_of_entry(const model *model, int entry)
{
    int i = 0;
    for (int left = entry; left > 0 || !stream_is_entry(model, i); i++)
        left -= stream_is_entry(model, i);
    return i;
}

stream_tally world_stream_tally(const world *world, int entry)
{
    const int stream = part_of_entry(world->shared->model, entry);
    const world_stream *state = &world->stream[stream];
    const model_stream *given = &world->shared->model->stream[stream];
    double due = (double)(state->made + state->missing);
    double asked = stream_rate_of_entry(world->shared->model, stream);
    return (stream_tally){
        .name = given->mixed.entry ? given->mixed.entry : given->name,
        .made = state->made,
        .missing = state->missing,
        .short_since = state->short_since,
        .asked = asked,
        .got = due > 0 ? asked * ((double)state->made / due) : asked,
        .falls_short = falls_short(state),
    };
}

world_flows world_flows_of(const world *world)
{
    world_flows flows = {
        .streamed = maser_let_go(world),
        .removed = world->removed,
        .lost = world->lost_grains,
    };
    for (int i = 0; i < world->shared->model->streams; i++)
        flows.streamed += world->stream[i].made;
    return flows;
}

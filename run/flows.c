// flows.c - see flows.h.
#include "run/flows.h"

#include "console/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *flows_words(char out[FLOW_ROOM], world_flows flows)
{
    const int64_t count[] = {flows.streamed, flows.removed, flows.lost};
    static const char *const what[] = {"streamed in", "removed", "lost"};
    char number[WORD_ROOM];
    size_t length = 0;
    out[0] = 0;
    for (int i = 0; i < 3; i++)
        if (count[i])
            length += (size_t)snprintf(out + length, FLOW_ROOM - length, "%s%s %s",
                                       length ? ", " : "", word_count(number, count[i]), what[i]);
    return out;
}

void flows_json(json *json, world_flows flows)
{
    json_object(json, "flow");
    json_integer(json, "streamed", flows.streamed);
    json_integer(json, "removed", flows.removed);
    json_integer(json, "lost", flows.lost);
    json_close(json);
}

void streams_json(json *json, const world *world)
{
    if (!world_streams(world))
        return;
    json_list(json, "streams");
    for (int i = 0; i < world_streams(world); i++) {
        const stream_tally tally = world_stream_tally(world, i);
        json_object(json, NULL);
        json_text(json, "name", tally.name);
        json_integer(json, "made", tally.made);
        json_integer(json, "missing", tally.missing);
        json_number(json, "rate_asked", tally.asked);
        json_number(json, "rate_got", tally.got);
        json_number(json, "short_since", tally.short_since); // null: none is missing
        json_close(json);
    }
    json_close(json);
}

const char *stream_words(char out[FLOW_ROOM], stream_tally tally)
{
    char missing[WORD_ROOM];
    char due[WORD_ROOM];
    out[0] = 0;
    if (tally.falls_short)
        snprintf(out, FLOW_ROOM,
                 "stream %.80s finds too little free place since t = %.6g s: asked %.6g/s, got "
                 "%.6g/s, %s of %s grains "
                 "are missing",
                 tally.name, tally.short_since, tally.asked, tally.got,
                 word_count(missing, tally.missing), word_count(due, tally.made + tally.missing));
    return out;
}

// flows.c - see flows.h.
#include "run/flows.h"

#include "console/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *flows_words(char out[FLOW_ROOM], world_flows f)
{
    const int64_t count[] = {f.streamed, f.removed, f.lost};
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

void flows_json(json *j, world_flows f)
{
    json_object(j, "flow");
    json_integer(j, "streamed", f.streamed);
    json_integer(j, "removed", f.removed);
    json_integer(j, "lost", f.lost);
    json_close(j);
}

void streams_json(json *j, const world *w)
{
    if (!world_streams(w))
        return;
    json_list(j, "streams");
    for (int i = 0; i < world_streams(w); i++) {
        const stream_tally s = world_stream_tally(w, i);
        json_object(j, NULL);
        json_text(j, "name", s.name);
        json_integer(j, "made", s.made);
        json_integer(j, "missing", s.missing);
        json_number(j, "rate_asked", s.asked);
        json_number(j, "rate_got", s.got);
        json_number(j, "short_since", s.short_since); // null: none is missing
        json_close(j);
    }
    json_close(j);
}

const char *stream_words(char out[FLOW_ROOM], stream_tally s)
{
    char missing[WORD_ROOM];
    char due[WORD_ROOM];
    out[0] = 0;
    if (s.falls_short)
        snprintf(out, FLOW_ROOM,
                 "stream %.80s finds too little free place since t = %.6g s: asked %.6g/s, got "
                 "%.6g/s, %s of %s grains "
                 "are missing",
                 s.name, s.short_since, s.asked, s.got, word_count(missing, s.missing),
                 word_count(due, s.made + s.missing));
    return out;
}

// bounds.c - see bounds.h.
#include "case/bounds.h"

const char bounds_too_deep[] = "nested too deep";
const char bounds_too_many[] = "too many values once all aliases are expanded";
static const char too_many_anchors[] = "there are more than 1000 anchors";
const char bounds_remedy[] = "write it flatter, and without an alias inside its own anchor";

typedef struct counts {
    int depth, values, anchors;
} counts;

// Which bound the event goes beyond; NULL where it does not.
static const char *count(counts *counts, const yaml_event_t *event)
{
    const yaml_char_t *anchor = NULL;
    if (event->type == YAML_SCALAR_EVENT)
        anchor = event->data.scalar.anchor;
    if (event->type == YAML_SEQUENCE_START_EVENT)
        anchor = event->data.sequence_start.anchor;
    if (event->type == YAML_MAPPING_START_EVENT)
        anchor = event->data.mapping_start.anchor;
    const bool opens =
        event->type == YAML_SEQUENCE_START_EVENT || event->type == YAML_MAPPING_START_EVENT;
    const bool closes =
        event->type == YAML_SEQUENCE_END_EVENT || event->type == YAML_MAPPING_END_EVENT;
    const bool value = opens || event->type == YAML_SCALAR_EVENT || event->type == YAML_ALIAS_EVENT;
    counts->anchors += anchor != NULL;
    counts->values += value;
    const bool deep = value && counts->depth > BOUND_DEPTH;
    counts->depth += opens - closes;
    if (deep)
        return bounds_too_deep;
    if (counts->values > 2 * BOUND_VALUES)
        return bounds_too_many; // keys are values as well
    return counts->anchors > BOUND_ANCHORS ? too_many_anchors : NULL;
}

bool bounds_hold(const char *text, size_t length, bounds_fault *out)
{
    yaml_parser_t parser;
    yaml_event_t event;
    counts counts = {0};
    const char *beyond = NULL;
    bool more = true;
    if (!yaml_parser_initialize(&parser))
        return true;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    while (more && !beyond && yaml_parser_parse(&parser, &event)) {
        beyond = count(&counts, &event);
        if (beyond) {
            *out = (bounds_fault){
                .mark = event.start_mark,
                .what = beyond,
                .remedy =
                    beyond == too_many_anchors ? "write values out that stand once" : bounds_remedy,
            };
        }
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return !beyond;
}

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
static const char *count(counts *c, const yaml_event_t *e)
{
    const yaml_char_t *anchor = NULL;
    if (e->type == YAML_SCALAR_EVENT)
        anchor = e->data.scalar.anchor;
    if (e->type == YAML_SEQUENCE_START_EVENT)
        anchor = e->data.sequence_start.anchor;
    if (e->type == YAML_MAPPING_START_EVENT)
        anchor = e->data.mapping_start.anchor;
    const bool opens = e->type == YAML_SEQUENCE_START_EVENT || e->type == YAML_MAPPING_START_EVENT;
    const bool closes = e->type == YAML_SEQUENCE_END_EVENT || e->type == YAML_MAPPING_END_EVENT;
    const bool value = opens || e->type == YAML_SCALAR_EVENT || e->type == YAML_ALIAS_EVENT;
    c->anchors += anchor != NULL;
    c->values += value;
    const bool deep = value && c->depth > BOUND_DEPTH;
    c->depth += opens - closes;
    if (deep)
        return bounds_too_deep;
    if (c->values > 2 * BOUND_VALUES)
        return bounds_too_many; // keys are values as well
    return c->anchors > BOUND_ANCHORS ? too_many_anchors : NULL;
}

bool bounds_hold(const char *text, size_t length, bounds_fault *out)
{
    yaml_parser_t parser;
    yaml_event_t event;
    counts c = {0};
    const char *beyond = NULL;
    bool more = true;
    if (!yaml_parser_initialize(&parser))
        return true;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    while (more && !beyond && yaml_parser_parse(&parser, &event)) {
        beyond = count(&c, &event);
        if (beyond)
            *out = (bounds_fault){event.start_mark, beyond,
                                  beyond == too_many_anchors ? "write values out that stand once"
                                                             : bounds_remedy};
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return !beyond;
}

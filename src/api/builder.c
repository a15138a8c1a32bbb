// builder.c - cases of scree/builder.h: thin words for those of case/builder.h.
#include "scree/builder.h"

#include "api/plain_locale.h"
#include "base/fail.h"
#include "base/text.h"
#include "case/builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_ROOM = 60 };

struct scree_builder {
    case_builder *inside;
    char *yaml; // of the last time that it was asked for
};

scree_builder *scree_builder_create(void)
{
    scree_builder *builder = calloc(1, sizeof *builder);
    if (builder)
        builder->inside = case_builder_make();
    if (builder && builder->inside)
        return builder;
    free(builder);
    return NULL;
}

void scree_builder_destroy(scree_builder *builder)
{
    if (!builder)
        return;
    case_builder_free(builder->inside);
    free(builder->yaml);
    free(builder);
}

scree_status scree_builder_put(scree_builder *builder, const char *way, const char *value,
                               scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = case_builder_put(builder->inside, way, value, error);
    plain_locale_end(locale);
    return status;
}

static scree_status put(scree_builder *builder, const char *way, const text_buffer *text,
                        scree_error *error)
{
    if (text->failed)
        return fail_memory(error, way);
    return case_builder_put(builder->inside, way, text->data, error);
}

static scree_status check_numbers(const char *way, const double *value, int count,
                                  scree_error *error)
{
    if (count < 1) {
        return fail(error, SCREE_BAD_INPUT, way, "give at least one number",
                    "%d numbers are no list", count);
    }
    for (int i = 0; i < count; i++) {
        if (!isfinite(value[i])) {
            return fail(error, SCREE_BAD_INPUT, way, "give finite numbers",
                        "number %d of the value is %g", i, value[i]);
        }
    }
    return SCREE_OK;
}

scree_status scree_builder_number(scree_builder *builder, const char *way, double value,
                                  scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    char number[NUMBER_ROOM];
    scree_status status = check_numbers(way, &value, 1, error);
    if (!status) {
        case_builder_number(value, number, sizeof number);
        status = case_builder_put(builder->inside, way, number, error);
    }
    plain_locale_end(locale);
    return status;
}

scree_status scree_builder_numbers(scree_builder *builder, const char *way, const double *value,
                                   int count, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    text_buffer text = {0};
    char number[NUMBER_ROOM];
    scree_status status = check_numbers(way, value, count, error);
    for (int i = 0; !status && i < count; i++) {
        case_builder_number(value[i], number, sizeof number);
        text_append(&text, i ? ", " : "[");
        text_append(&text, number);
    }
    text_append(&text, "]");
    status = status ? status : put(builder, way, &text, error);
    text_buffer_clear(&text);
    plain_locale_end(locale);
    return status;
}

scree_status scree_builder_text(scree_builder *builder, const char *way, const char *text,
                                scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    text_buffer quoted = {0};
    case_builder_quote(&quoted, text);
    scree_status status = put(builder, way, &quoted, error);
    text_buffer_clear(&quoted);
    plain_locale_end(locale);
    return status;
}

const char *scree_builder_yaml(scree_builder *builder)
{
    free(builder->yaml);
    builder->yaml = case_builder_text(builder->inside);
    return builder->yaml;
}

scree_status scree_builder_case(scree_builder *builder, const char *name, scree_case **out,
                                scree_error *error)
{
    *out = NULL;
    const char *text = scree_builder_yaml(builder);
    return text ? scree_case_parse(text, name, NULL, out, error) : fail_memory(error, name);
}

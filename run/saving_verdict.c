// saving_verdict.c - the verdict that fell on the step of a state, kept in its snapshot; see saving.h.
#include "run/saving_parts.h"

#include <string.h>

// Columns of this room tell of a state and are no part of it: state hashes do not know them.
static const char verdict_column[] = "case/verdict";

// Place, words and remedy, each ended by a zero.
bool saving_stamp_verdict(image *im, const scree_error *verdict)
{
    const char *text[] = {verdict->where, verdict->what, verdict->hint};
    int64_t length = 0;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        length += (int64_t)strlen(text[i]) + 1;
    char *data = image_add(im, verdict_column, (image_shape){IMAGE_U8, length, 1}, "1",
                           "why the run ended at this step, no part of the state");
    for (size_t i = 0; data && i < sizeof text / sizeof *text; i++) {
        memcpy(data, text[i], strlen(text[i]) + 1);
        data += strlen(text[i]) + 1;
    }
    return data != NULL;
}

// The next text of the column, cut to its room; what cannot be printed is shown as '?'.
static int64_t take_text(const image_column *column, int64_t at, char *out, size_t room)
{
    const unsigned char *data = column->data;
    size_t length = 0;
    for (; at < column->rows && data[at]; at++) {
        const bool printed = data[at] >= ' ' && data[at] != 127;
        if (length + 1 < room)
            out[length++] = printed ? (char)data[at] : '?';
    }
    out[length] = 0;
    return at + 1;
}

bool saving_verdict(const image *im, scree_error *verdict)
{
    const image_column *column = image_find(im, verdict_column, IMAGE_U8, 1);
    if (!column)
        return false;
    *verdict = (scree_error){.status = SCREE_DIVERGED};
    int64_t at = take_text(column, 0, verdict->where, sizeof verdict->where);
    at = take_text(column, at, verdict->what, sizeof verdict->what);
    take_text(column, at, verdict->hint, sizeof verdict->hint);
    return true;
}

// known_drives.c - the drives of walls in the words of scene/motion_words.h go with an image, so that a branch and a stage see
// whether they are given the motion that a wall has. No part of the state.
#include "world/adapt.h"
#include "world/internal.h"

#include "scene/motion_words.h"

#include <stdlib.h>
#include <string.h>

static const char column_name[] = "case/drives";

char *world_drive_words(const moving_wall *wall)
{
    text_buffer words = {0};
    text_append(&words, "");
    drive_chain_words(&words, &wall->drive, wall->clock);
    if (!words.failed)
        return words.data;
    text_buffer_clear(&words);
    return NULL;
}

bool world_save_drives(const world *world, image *im)
{
    const shared *shared = world->shared;
    text_buffer all = {0};
    for (int i = 0; i < shared->walls; i++) {
        drive_chain_words(&all, &shared->wall[i].drive, shared->wall[i].clock);
        text_append(&all, "\n");
    }
    char *text = all.failed
                     ? NULL
                     : image_add(im, column_name, (image_shape){IMAGE_U8, (int64_t)all.length, 1},
                                 "1", "motions of the walls, no part of the state");
    if (text && all.length > 0)
        memcpy(text, all.data, all.length);
    text_buffer_clear(&all);
    return text != NULL;
}

// The piece of that number in a column, each ended by that sign; its length in *length. NULL: there are not so many.
static const char *piece_of(const image_column *column, int64_t number, char end, size_t *length)
{
    const char *at = column->data;
    const char *stop = at + column->rows;
    for (; at < stop; number--) {
        const char *next = memchr(at, end, (size_t)(stop - at));
        if (!next)
            return NULL;
        *length = (size_t)(next - at);
        if (number == 0)
            return at;
        at = next + 1;
    }
    return NULL;
}

scree_status world_known_drive(const image *im, const char *name, char **out, scree_error *error)
{
    const image_column *names = image_find(im, ADAPT_NAMES, IMAGE_U8, 1);
    const image_column *words = image_find(im, column_name, IMAGE_U8, 1);
    const char *one = "";
    size_t length;
    *out = NULL;
    if (!names || !words)
        return SCREE_OK;
    for (int64_t i = 0; one; i++) {
        one = piece_of(names, i, 0, &length);
        if (!one || strcmp(one, name) != 0)
            continue;
        one = piece_of(words, i, '\n', &length);
        *out = one ? text_slice(one, length) : NULL;
        return one && !*out ? fail_memory(error, "walls") : SCREE_OK;
    }
    return SCREE_OK;
}

// adapt_walls.c - the walls of an image are brought to those of a case, by their names; see adapt.h.
#include "world/adapt_columns.h"

#include "world/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct saved_walls {
    const char **name; // borrowed from the image
    int64_t *id;
    int count;
    int64_t first_grain, lowest;
} saved_walls;

static void saved_clear(saved_walls *walls)
{
    free(walls->name);
    free(walls->id);
}

static scree_status harmed(const char *column, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, column, "take an unharmed snapshot",
                "this column does not fit the walls of the snapshot");
}

// The names as they stand in the column; false where there are not as many as walls.
static bool read_names(const image_column *text, saved_walls *out)
{
    const char *at = text->data;
    const char *end = at + text->rows;
    for (int i = 0; i < out->count; i++) {
        const char *stop = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
        if (!stop)
            return false;
        out->name[i] = at;
        at = stop + 1;
    }
    return at == end;
}

static scree_status read_walls(const image *im, const image_column *names, saved_walls *out,
                               scree_error *error)
{
    const image_column *pose = image_find(im, "wall/pose", IMAGE_F64, POSE_NUMBERS);
    const image_column *id = image_find(im, ADAPT_IDS, IMAGE_I64, 1);
    const image_column *range = image_find(im, ADAPT_RANGE, IMAGE_I64, 2);
    if (!pose || pose->rows > INT32_MAX)
        return harmed("wall/pose", error);
    out->count = (int)pose->rows;
    out->first_grain = range && range->rows == 1 ? image_integers(range)[0] : out->count;
    out->lowest = range && range->rows == 1 ? image_integers(range)[1] : 0;
    out->name = calloc((size_t)out->count + 1, sizeof *out->name);
    out->id = calloc((size_t)out->count + 1, sizeof *out->id);
    if (!out->name || !out->id)
        return fail_memory(error, "walls of the snapshot");
    if (!read_names(names, out))
        return harmed(ADAPT_NAMES, error);
    const bool numbered = id && id->rows == out->count;
    if (out->lowest < -INT32_MAX || (id && !numbered))
        return harmed(ADAPT_IDS, error);
    for (int i = 0; i < out->count; i++)
        out->id[i] = numbered ? image_integers(id)[i] : i;
    return SCREE_OK;
}

// The row of the wall of that name; -1: the image has none.
static int row_of(const saved_walls *walls, const char *name)
{
    for (int i = 0; i < walls->count; i++) {
        if (!strcmp(walls->name[i], name))
            return i;
    }
    return -1;
}

// ---- what differs

// Which rows of the contacts stay: all but those with walls that are gone. Returns how many; -1 without memory.
static int64_t mark_contacts(const image_column *key, int of_a, const saved_walls *was,
                             const int64_t *id, int walls, bool **stays)
{
    *stays = malloc((size_t)key->rows + 1);
    int64_t left = 0;
    for (int64_t i = 0; *stays && i < key->rows; i++) {
        const int64_t a = image_integers(key)[key->width * i + of_a];
        bool there = a >= was->first_grain;
        for (int k = 0; !there && k < walls; k++)
            there = id[k] == a;
        (*stays)[i] = there;
        left += there;
    }
    return *stays ? left : -1;
}

// Contacts with walls that are gone end.
static bool end_contacts(adapted *out, const saved_walls *was, const int64_t *id, int walls)
{
    const image_column *forces = image_find(&out->im, "contact/key", IMAGE_I64, 4);
    const image_column *impulses = image_find(&out->im, "contact/key", IMAGE_I64, 3);
    const image_column *key = forces ? forces : impulses;
    bool *stays;
    if (!key)
        return true;
    const int64_t left = mark_contacts(key, forces ? 0 : 1, was, id, walls, &stays);
    bool ok = left >= 0;
    if (ok && left < key->rows) {
        const char *numbers = forces ? "contact/history" : "contact/impulse";
        const int at = adapt_place(&out->im, numbers);
        ok = at < 0 || out->im.column[at].rows == key->rows; // else told when it is checked
        if (ok && forces)
            ok = adapt_close_books(out, key, stays);
        ok = ok && adapt_thin_out(out, numbers, stays, left) &&
             adapt_thin_out(out, "contact/key", stays, left);
    }
    free(stays);
    return ok;
}

static bool put_ids(adapted *out, const int64_t *id, int walls, int64_t first_grain, int64_t lowest)
{
    int64_t *ids = adapt_put(out, ADAPT_IDS, (image_shape){IMAGE_I64, walls, 1});
    int64_t *range = ids ? adapt_put(out, ADAPT_RANGE, (image_shape){IMAGE_I64, 1, 2}) : NULL;
    if (!range)
        return false;
    memcpy(ids, id, (size_t)walls * sizeof *ids);
    range[0] = first_grain;
    range[1] = lowest;
    return true;
}

static image_shape of_walls(int walls, int width)
{
    return (image_shape){IMAGE_F64, walls, width};
}

// Other walls, or the same in another order. Whether one that has come is there its world says (world/restore.c).
static bool adapt_rows(adapted *out, const model *model, const saved_walls *was, const int *row)
{
    const double pose[POSE_NUMBERS] = {[9] = 1};
    const double nothing[DRIVE_STATE + 6] = {0};
    const double motion[MOTION_NUMBERS] = {[3] = 1, [8] = -1};
    const int64_t there = 0; // not absent
    const int walls = adapt_wall_count(model);
    int64_t *id = calloc((size_t)walls + 1, sizeof *id);
    int64_t lowest = was->lowest;
    bool ok = id != NULL;
    for (int i = 0; ok && i < walls; i++)
        id[i] = row[i] >= 0 ? was->id[row[i]] : --lowest;
    ok = ok && put_ids(out, id, walls, was->first_grain, lowest) &&
         adapt_move_rows(out, "wall/pose", of_walls(walls, POSE_NUMBERS), row, pose) &&
         adapt_move_rows(out, "wall/load", of_walls(walls, 6), row, nothing) &&
         adapt_move_rows(out, "wall/state", of_walls(walls, DRIVE_STATE), row, nothing) &&
         adapt_move_rows(out, "wall/push", of_walls(walls, 6), row, nothing) &&
         adapt_move_rows(out, "wall/motion", of_walls(walls, MOTION_NUMBERS), row, motion) &&
         adapt_move_rows(out, "wall/absent", (image_shape){IMAGE_I64, walls, 1}, row, &there) &&
         end_contacts(out, was, id, walls);
    free(id);
    return ok;
}

// The row of each wall of the model in the image. False: they are all there, in this order.
static bool find_rows(const model *model, const saved_walls *was, int *row, adapted *out)
{
    const int walls = adapt_wall_count(model);
    bool differ = walls != was->count;
    for (int i = 0; i < walls; i++) {
        row[i] = row_of(was, adapt_wall_name(model, i));
        out->fresh[i] = row[i] < 0;
        out->any_fresh = out->any_fresh || row[i] < 0;
        differ = differ || row[i] != i;
    }
    return differ;
}

scree_status adapt_walls(const model *model, adapted *out, scree_error *error)
{
    const image_column *names = image_find(&out->im, ADAPT_NAMES, IMAGE_U8, 1);
    saved_walls was = {0};
    if (!names)
        return SCREE_OK; // of an older version, whose branches had the walls of their case
    scree_status status = read_walls(&out->im, names, &was, error);
    int *row = calloc((size_t)adapt_wall_count(model) + 1, sizeof *row);
    if (!status && !row)
        status = fail_memory(error, "walls");
    if (!status && find_rows(model, &was, row, out) && !adapt_rows(out, model, &was, row))
        status = fail_memory(error, "walls");
    free(row);
    saved_clear(&was);
    return status;
}

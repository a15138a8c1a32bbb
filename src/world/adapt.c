// adapt.c - see adapt.h.
#include "world/adapt.h"

#include "world/internal.h"

#include "smooth/save.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the walls of a case

static const char *const plane_names[] = {"domain-x-low",  "domain-x-high", "domain-y-low",
                                          "domain-y-high", "domain-z-low",  "domain-z-high"};

static int axes_of(const model *model)
{
    return model->dimensions == 2 ? 2 : 3;
}

static int planes_of(const model *model)
{
    int planes = 0;
    for (int axis = 0; axis < axes_of(model); axis++)
        planes += model->boundary[axis] == BOUNDARY_WALL ? 2 : 0;
    return planes;
}

int adapt_wall_count(const model *model)
{
    return model->walls + planes_of(model);
}

const char *adapt_wall_name(const model *model, int wall)
{
    const int planes = planes_of(model);
    if (wall >= planes)
        return model->wall[wall - planes].name;
    int axis = 0;
    for (int number = wall;; axis++) {
        if (model->boundary[axis] != BOUNDARY_WALL)
            continue;
        if (number < 2)
            return plane_names[2 * axis + number];
        number -= 2;
    }
}

bool adapt_save_names(const model *model, image *im)
{
    const int walls = adapt_wall_count(model);
    int64_t length = 0;
    for (int i = 0; i < walls; i++)
        length += (int64_t)strlen(adapt_wall_name(model, i)) + 1;
    char *text = image_add(im, ADAPT_NAMES, (image_shape){IMAGE_U8, length, 1}, "1",
                           "names of the walls, no part of the state");
    for (int i = 0; text && i < walls; i++) {
        const char *name = adapt_wall_name(model, i);
        memcpy(text, name, strlen(name) + 1);
        text += strlen(name) + 1;
    }
    return text != NULL;
}

// ---- the walls of an image

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

// ---- columns that differ

static int place_of(const image *im, const char *name)
{
    for (int i = 0; i < im->count; i++) {
        if (!strcmp(im->column[i].name, name))
            return i;
    }
    return -1;
}

// Takes a column out.
static void leave_out(adapted *out, const char *name)
{
    const int at = place_of(&out->im, name);
    if (at < 0)
        return;
    if (out->owned[at])
        free(out->im.column[at].data);
    out->im.count--;
    out->im.column[at] = out->im.column[out->im.count];
    out->owned[at] = out->owned[out->im.count];
}

// A column of that shape in the place of the one that there was; its data, all zero. NULL without memory.
static void *put(adapted *out, const char *name, image_shape shape)
{
    leave_out(out, name);
    void *data = image_add(&out->im, name, shape, "", "");
    if (data)
        out->owned[out->im.count - 1] = true;
    return data;
}

// The rows of a column of walls in the order of the model. A row of a wall that has come is `blank`.
static bool move_rows(adapted *out, const char *name, image_shape shape, const int *row,
                      const void *blank)
{
    const image_column *was = image_find(&out->im, name, shape.type, shape.width);
    if (!was)
        return true; // told when the image is checked, or of another state
    const size_t size = (size_t)shape.width * image_type_size(shape.type);
    char *kept = malloc(((size_t)was->rows + 1) * size);
    if (!kept)
        return false;
    memcpy(kept, was->data, (size_t)was->rows * size);
    char *data = put(out, name, shape);
    for (int64_t i = 0; data && i < shape.rows; i++)
        memcpy(data + size * (size_t)i, row[i] >= 0 ? kept + size * (size_t)row[i] : blank, size);
    free(kept);
    return data != NULL;
}

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

// The books of contacts that go are those of contacts that ended; what they held, the world that is made books as taken
// away (world/change.c).
static bool close_books(adapted *out, const image_column *key, const bool *stays)
{
    const int books_part = LAYOUT_PARTS - 1; // the last one
    const image_column *layout = image_find(&out->im, "contact/layout", IMAGE_I64, LAYOUT_NUMBERS);
    const image_column *ended = image_find(&out->im, "ledger/ended", IMAGE_I64, SUM_NUMBERS);
    const int at = place_of(&out->im, "contact/history");
    if (!layout || !ended || at < 0 || ended->rows != BOOKS)
        return true;
    const image_column history = out->im.column[at];
    exact_sum sum[BOOKS] = {0};
    for (int j = 0; j < BOOKS; j++) {
        const int64_t *limb = image_integers(ended) + SUM_NUMBERS * j;
        memcpy(sum[j].limb, limb, sizeof sum[j].limb);
        sum[j].met = (uint32_t)limb[EXACT_SUM_LIMBS];
    }
    for (int64_t i = 0; i < key->rows && i < history.rows; i++) {
        const int64_t set = image_integers(key)[4 * i + 3];
        if (stays[i] || set < 0 || set >= layout->rows)
            continue;
        const int64_t first = image_integers(layout)[LAYOUT_NUMBERS * set + books_part];
        if (first < 0 || first + BOOK_LET_GO >= history.width)
            continue;
        const double *row = (const double *)history.data + history.width * i;
        for (int j = 0; j < BOOKS; j++)
            exact_sum_add(&sum[j],
                          row[first + j] + (j == BOOK_FRICTION ? row[first + BOOK_LET_GO] : 0));
    }
    int64_t *data = put(out, "ledger/ended", (image_shape){IMAGE_I64, BOOKS, SUM_NUMBERS});
    for (int j = 0; data && j < BOOKS; j++) {
        exact_sum_carry(&sum[j]);
        memcpy(data + SUM_NUMBERS * j, sum[j].limb, sizeof sum[j].limb);
        data[SUM_NUMBERS * j + EXACT_SUM_LIMBS] = sum[j].met;
    }
    return data != NULL;
}

// The rows of a column that stay.
static bool thin_out(adapted *out, const char *name, const bool *stays, int64_t left)
{
    const int at = place_of(&out->im, name);
    if (at < 0)
        return true;
    const image_column was = out->im.column[at];
    const size_t size = (size_t)was.width * image_type_size(was.type);
    char *data = malloc((size_t)left * size + 1);
    if (!data)
        return false;
    char *to = data;
    for (int64_t i = 0; i < was.rows; i++) {
        if (!stays[i])
            continue;
        memcpy(to, (const char *)was.data + (size_t)i * size, size);
        to += size;
    }
    image_column *now = &out->im.column[at];
    if (out->owned[at])
        free(now->data);
    now->data = data;
    now->rows = left;
    out->owned[at] = true;
    return true;
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
        const int at = place_of(&out->im, numbers);
        ok = at < 0 || out->im.column[at].rows == key->rows; // else told when it is checked
        if (ok && forces)
            ok = close_books(out, key, stays);
        ok = ok && thin_out(out, numbers, stays, left) && thin_out(out, "contact/key", stays, left);
    }
    free(stays);
    return ok;
}

static bool put_ids(adapted *out, const int64_t *id, int walls, int64_t first_grain, int64_t lowest)
{
    int64_t *ids = put(out, ADAPT_IDS, (image_shape){IMAGE_I64, walls, 1});
    int64_t *range = ids ? put(out, ADAPT_RANGE, (image_shape){IMAGE_I64, 1, 2}) : NULL;
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
         move_rows(out, "wall/pose", of_walls(walls, POSE_NUMBERS), row, pose) &&
         move_rows(out, "wall/load", of_walls(walls, 6), row, nothing) &&
         move_rows(out, "wall/state", of_walls(walls, DRIVE_STATE), row, nothing) &&
         move_rows(out, "wall/motion", of_walls(walls, MOTION_NUMBERS), row, motion) &&
         move_rows(out, "wall/absent", (image_shape){IMAGE_I64, walls, 1}, row, &there) &&
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

static scree_status adapt_walls(const model *model, adapted *out, scree_error *error)
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

// ---- streams that the image does not know stand behind those that it knows

static bool adapt_streams(const model *model, adapted *out)
{
    static const char *const whole[] = {"stream/made", "stream/missing"};
    const image_column *made = image_find(&out->im, "stream/made", IMAGE_I64, 1);
    const image_column *time = image_find(&out->im, "run/time", IMAGE_F64, 2);
    const int streams = model->streams;
    if (!made || !time || time->rows != 1 || made->rows >= streams)
        return true;
    const int known = (int)made->rows;
    const double now = image_reals(time)[0];
    const int since_at = place_of(&out->im, "stream/short_since");
    const int clock_at = place_of(&out->im, "stream/clock");
    const double *since = since_at >= 0 ? out->im.column[since_at].data : NULL;
    const double *clock = clock_at >= 0 ? out->im.column[clock_at].data : NULL;
    int64_t *kept[2];
    double *new_since = malloc((size_t)streams * sizeof *new_since);
    double *new_clock = malloc((size_t)streams * 4 * sizeof *new_clock);
    bool ok = new_since && new_clock;
    for (int i = 0; ok && i < streams; i++) {
        const model_stream *stream = &model->stream[i];
        const double from = fmin(fmax(stream->from, now), WORLD_NUMBER_MOST);
        const double fresh[4] = {0, from, 0, stream->rate};
        new_since[i] = i < known && since ? since[i] : INFINITY;
        memcpy(new_clock + 4 * i, i < known && clock ? clock + 4 * i : fresh, sizeof fresh);
    }
    for (int k = 0; ok && k < 2; k++) {
        const image_column *was = image_find(&out->im, whole[k], IMAGE_I64, 1);
        kept[k] = calloc((size_t)streams, sizeof *kept[k]);
        ok = kept[k] != NULL;
        for (int i = 0; ok && was && i < known && i < was->rows; i++)
            kept[k][i] = image_integers(was)[i];
        int64_t *data = ok ? put(out, whole[k], (image_shape){IMAGE_I64, streams, 1}) : NULL;
        ok = data != NULL;
        if (ok)
            memcpy(data, kept[k], (size_t)streams * sizeof *data);
        free(kept[k]);
    }
    double *data = ok ? put(out, "stream/short_since", (image_shape){IMAGE_F64, streams, 1}) : NULL;
    if (data)
        memcpy(data, new_since, (size_t)streams * sizeof *data);
    data = data ? put(out, "stream/clock", (image_shape){IMAGE_F64, streams, 4}) : NULL;
    if (data)
        memcpy(data, new_clock, (size_t)streams * 4 * sizeof *data);
    free(new_since);
    free(new_clock);
    return data != NULL;
}

// ---- the other solver

// All contacts of forces end.
static bool close_all_books(adapted *out)
{
    const image_column *key = image_find(&out->im, "contact/key", IMAGE_I64, 4);
    bool *stays = key ? calloc((size_t)key->rows + 1, sizeof *stays) : NULL;
    const bool ok = !key || (stays && close_books(out, key, stays));
    free(stays);
    return ok;
}

// Velocities of the nonsmooth solver are those of the positions, as before the first kick of the smooth one. Those of the
// smooth one are half a step older, which the nonsmooth one takes as they are.
static bool adapt_solver(const model *model, adapted *out)
{
    const bool forces = image_find(&out->im, "contact/history", IMAGE_F64, 1) ||
                        place_of(&out->im, "contact/history") >= 0;
    const bool impulses = place_of(&out->im, "contact/impulse") >= 0;
    const bool resolves = world_solver_of(model)->resolves;
    if (!(resolves ? impulses : forces))
        return true;
    if (!close_all_books(out))
        return false;
    static const char *const of_contacts[] = {
        "contact/key",     "contact/history", "contact/layout",
        "contact/impulse", "written/id",      "written/motion",
    };
    for (size_t i = 0; i < sizeof of_contacts / sizeof *of_contacts; i++)
        leave_out(out, of_contacts[i]);
    out->other_solver = true;
    const image_column *run = image_find(&out->im, "run/step", IMAGE_I64, 3);
    if (!run || run->rows != 1)
        return true;
    const int64_t step = image_integers(run)[0];
    const int64_t next_id = image_integers(run)[2];
    int64_t *now = put(out, "run/step", (image_shape){IMAGE_I64, 1, 3});
    if (!now)
        return false;
    now[0] = step;
    now[1] = 0;
    now[2] = next_id;
    return true;
}

// ---- the whole

scree_status adapt_image(const model *model, const image *im, adapted *out, scree_error *error)
{
    enum { MORE = 16 }; // columns that come
    const int room = im->count + MORE;
    *out = (adapted){0};
    out->im.column = malloc((size_t)room * sizeof *out->im.column);
    out->owned = calloc((size_t)room, sizeof *out->owned);
    out->fresh = calloc((size_t)adapt_wall_count(model) + 1, sizeof *out->fresh);
    if (!out->im.column || !out->owned || !out->fresh)
        return fail_memory(error, "snapshot");
    out->im.room = room;
    out->im.count = im->count;
    if (im->count > 0)
        memcpy(out->im.column, im->column, (size_t)im->count * sizeof *im->column);
    scree_status status = adapt_walls(model, out, error);
    if (!status && !(adapt_streams(model, out) && adapt_solver(model, out)))
        status = fail_memory(error, "snapshot");
    return status;
}

void adapted_clear(adapted *is)
{
    for (int i = 0; is->owned && i < is->im.count; i++) {
        if (is->owned[i])
            free(is->im.column[i].data);
    }
    free(is->im.column);
    free(is->owned);
    free(is->fresh);
    *is = (adapted){0};
}

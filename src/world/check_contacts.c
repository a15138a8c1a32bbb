// check_contacts.c - the contacts of an image, see check_image.h: who touches whom, by which laws, and what is kept of
// it.
#include "world/adapt.h"
#include "world/check_image.h"

#include "smooth/save.h"

#include "law/spring.h"
#include "world/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_A, KEY_B, KEY_FEATURE, KEY_SET, KEYS };

// The law set of two materials, numbered as in the world of this case; -1: they have none.
typedef struct law_numbers {
    int32_t *set_of;
    int sets;
} law_numbers;

// The numbers follow from the model alone, whoever is there (world_mix_laws).
static scree_status number_laws(const image_check *check, law_numbers *out)
{
    const model *model = check->model;
    law_set *law = NULL;
    grain_extremes *nobody = calloc((size_t)model->materials + 1, sizeof *nobody);
    if (!nobody)
        return fail_memory(check->error, "laws");
    for (int i = 0; i < model->materials; i++) {
        nobody[i].radius = INFINITY;
        nobody[i].fixed_radius = INFINITY;
    }
    scree_status status =
        world_mix_laws(model, nobody, &law, &out->set_of, &out->sets, check->error);
    free(nobody);
    free(law);
    return status;
}

static int compare_keys(const int64_t *p, const int64_t *q, int count)
{
    for (int k = 0; k < count; k++) {
        if (p[k] != q[k])
            return p[k] < q[k] ? -1 : 1;
    }
    return 0;
}

// Every contact is there once, in the order in which they are saved.
static scree_status check_order(const image_check *check, const image_column *key, int64_t i)
{
    const int64_t *k = image_integers(key) + i * key->width;
    if (i == 0 || compare_keys(k - key->width, k, KEY_FEATURE + 1) < 0)
        return SCREE_OK;
    return check_fault(check, key, i,
                       "the contact of %" PRId64 " and %" PRId64 ", feature %" PRId64
                       ", does not come after the one "
                       "before",
                       k[KEY_A], k[KEY_B], k[KEY_FEATURE]);
}

static bool has_core(const image_check *check, int64_t row)
{
    return model_shape_of(check->model, (int)check->set[row])->core.vertices > 0;
}

// The place of the wall of that id; -1: there is none.
static int wall_of(const image_check *check, int64_t id)
{
    const image_column *ids = image_find(check->im, ADAPT_IDS, IMAGE_I64, 1);
    if (!ids)
        return id >= 0 && id < check->walls ? (int)id : -1;
    for (int i = 0; i < check->walls; i++) {
        if (image_integers(ids)[i] == id)
            return i;
    }
    return -1;
}

static int material_of_wall(const model *model, int wall)
{
    int planes = 0;
    for (int axis = 0; axis < (model->dimensions == 2 ? 2 : 3); axis++) {
        if (model->boundary[axis] == BOUNDARY_WALL)
            planes += 2;
    }
    return wall < planes ? model->domain_material : model->wall[wall - planes].material;
}

static bool one_body(const image_check *check, int64_t a, int64_t b)
{
    const image_column *member = image_find(check->im, "body/member", IMAGE_I64, 2);
    if (!member || member->rows != check->bodies)
        return false;
    const int64_t *m = member->data;
    return a - m[2 * a] == b - m[2 * b];
}

static scree_status check_key(const image_check *check, const image_column *key,
                              const law_numbers *laws, int64_t i)
{
    const int64_t *row = image_integers(key) + KEYS * i;
    const int64_t first = row[KEY_A];
    const int64_t second = row[KEY_B];
    const int64_t feature = row[KEY_FEATURE];
    const int number = wall_of(check, first);
    const bool wall = number >= 0;
    const int64_t a = wall ? -1 : check_body_of(check, first);
    const int64_t b = check_body_of(check, second);
    if (b < 0 && check->of_rank && first < second && feature >= 0)
        return SCREE_OK; // its rank looks at that body
    if (b < 0)
        return check_fault(check, key, i, "there is no grain with the id %" PRId64, second);
    if (!wall && a < 0)
        return check_fault(check, key, i, "there is no grain or wall with the id %" PRId64, first);
    if (first >= second) {
        return check_fault(check, key, i, "the ids %" PRId64 " and %" PRId64 " are not in order",
                           first, second);
    }
    if (!wall && one_body(check, a, b)) {
        return check_fault(check, key, i, "%" PRId64 " and %" PRId64 " are balls of one body",
                           first, second);
    }
    const bool balls = !wall && !has_core(check, a) && !has_core(check, b);
    if (feature < 0 || (balls && feature != 0))
        return check_fault(check, key, i, "the feature is %" PRId64, feature);
    const int64_t material_a = wall ? material_of_wall(check->model, number) : check->material[a];
    const int64_t material_b = check->material[b];
    const int32_t set = laws->set_of[material_a * check->model->materials + material_b];
    if (set < 0 || row[KEY_SET] != set) {
        return check_fault(check, key, i,
                           "the laws of the contact are those number %" PRId64
                           ", of its materials number %d",
                           row[KEY_SET], set);
    }
    return SCREE_OK;
}

// Parts of a history begin inside of it, one behind the other.
static scree_status check_layout(const image_check *check, const image_column *layout, int history)
{
    const int parts = layout->width - 1;
    for (int64_t i = 0; i < layout->rows; i++) {
        const int64_t *row = image_integers(layout) + layout->width * i;
        const int64_t width = row[parts];
        if (width < 0 || width > history || width > HISTORY_COLUMNS) {
            return check_fault(check, layout, i,
                               "histories of %" PRId64 " numbers in a column of %d", width,
                               history);
        }
        int64_t last = -1;
        for (int part = 0; part < parts; part++) {
            if (row[part] == -1)
                continue;
            if (row[part] <= last || row[part] >= width) {
                return check_fault(check, layout, i,
                                   "part %d of the history begins at %" PRId64 " of %" PRId64, part,
                                   row[part], width);
            }
            last = row[part];
        }
    }
    return SCREE_OK;
}

// The largest number of that column of a history. What laws keep are forces, lengths, moments, stiffnesses, speeds; the
// largest are those of a spring that is empty: it keeps a force, SPRING_EMPTY times as large (law/spring.h). Behind
// them stand the motion and the push of one step ago, of masses that may be as large as those of a case, and the books
// of the contact, which are only added up.
static double history_most(const int64_t *parts, int width, int64_t column)
{
    const int64_t motion = parts[width - 4];
    const int64_t books = parts[width - 2];
    if (books >= 0 && column >= books)
        return WORLD_BOOK_MOST;
    return motion >= 0 && column >= motion ? 1e100 : SPRING_FULL * SPRING_EMPTY;
}

static scree_status check_histories(const image_check *check, const image_column *key,
                                    const image_column *layout, const image_column *history)
{
    for (int64_t i = 0; i < history->rows; i++) {
        const int64_t set = image_integers(key)[KEYS * i + KEY_SET];
        const int64_t *parts = image_integers(layout) + layout->width * set;
        const int64_t numbers = parts[layout->width - 1];
        const double *kept = image_reals(history) + history->width * i;
        for (int64_t k = 0; k < numbers; k++) {
            const int number = (int)k;
            if (!isfinite(kept[k])) {
                return check_fault(check, history, i, "number %d is %g, which is no finite number",
                                   number, kept[k]);
            }
            if (fabs(kept[k]) > history_most(parts, layout->width, k)) {
                return check_fault(check, history, i, "number %d is %g, which is too large", number,
                                   kept[k]);
            }
        }
    }
    return SCREE_OK;
}

static const image_column *history_of(const image *im)
{
    for (int i = 0; i < im->count; i++) {
        if (!strcmp(im->column[i].name, "contact/history"))
            return &im->column[i];
    }
    return NULL;
}

static int layout_numbers(const image *im)
{
    bool older = image_find(im, "contact/layout", IMAGE_I64, LAYOUT_OLDER);
    return older ? LAYOUT_OLDER : LAYOUT_NUMBERS;
}

static scree_status check_forces(const image_check *check)
{
    const image_column *key;
    const image_column *layout;
    const image_column *history = history_of(check->im);
    law_numbers laws = {0};
    scree_status status = check_need(check, "contact/key", IMAGE_I64, KEYS, -1, &key);
    if (status == SCREE_OK) {
        status = check_need(check, "contact/history", IMAGE_F64, history ? history->width : 1,
                            key->rows, &history);
    }
    if (status == SCREE_OK)
        status = number_laws(check, &laws);
    if (status == SCREE_OK) {
        status = check_need(check, "contact/layout", IMAGE_I64, layout_numbers(check->im),
                            laws.sets, &layout);
    }
    if (status == SCREE_OK)
        status = check_layout(check, layout, history->width);
    for (int64_t i = 0; status == SCREE_OK && i < key->rows; i++) {
        status = check_key(check, key, &laws, i);
        if (status == SCREE_OK)
            status = check_order(check, key, i);
    }
    if (status == SCREE_OK)
        status = check_histories(check, key, layout, history);
    free(laws.set_of);
    return status;
}

// Of what one rank owns the other grain may be another's.
static bool there(const image_check *check, int64_t id)
{
    return check->of_rank || check_body_of(check, id) >= 0;
}

// The impulses of the nonsmooth solver: the key is b, a, feature, and a the lower id.
static scree_status check_impulses(const image_check *check)
{
    const image_column *key;
    const image_column *row;
    scree_status status = check_need(check, "contact/key", IMAGE_I64, 3, -1, &key);
    if (status == SCREE_OK)
        status = check_need(check, "contact/impulse", IMAGE_F64, 8, key->rows, &row);
    if (status == SCREE_OK)
        status = check_finite(check, row);
    for (int64_t i = 0; status == SCREE_OK && i < key->rows; i++) {
        const int64_t *k = image_integers(key) + 3 * i;
        const int64_t second = k[0];
        const int64_t first = k[1];
        bool wall = wall_of(check, first) >= 0;
        if (check_body_of(check, second) < 0) {
            status = check_fault(check, key, i, "there is no grain with the id %" PRId64, second);
        } else if (first >= second || !(wall || there(check, first))) {
            status = check_fault(check, key, i,
                                 "there is no grain or wall with the id %" PRId64 " below %" PRId64,
                                 first, second);
        } else {
            status = check_order(check, key, i);
        }
    }
    return status;
}

scree_status check_image_contacts(const image_check *check)
{
    return world_solver_of(check->model)->resolves ? check_forces(check) : check_impulses(check);
}

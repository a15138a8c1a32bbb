// fuzz_image.c - fuzz target: the image of a running world, with some of its numbers and columns changed, is restored:
// it is refused with a reason, or the world runs on, and comes back the same from an image of its own.
//
// An input names a case, how long it has run, the case that the image is restored with (mostly the same), and a list of
// changes. Bytes of a whole image would hardly ever be one.
#include "fuzz/cases.h"

#include "scene/packing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES_MOST = 24, STEPS = 2, ROWS_MOST = 4000 };

static const double odd_numbers[] = {0,      -0.0,     1,         -1,  1e300, -1e300,       1e-300,
                                     5e-324, INFINITY, -INFINITY, NAN, 1e20,  2147483648.0, 1e9,
                                     1e-9,   0.5};
static const int64_t odd_integers[] = {
    0, 1, -1, 2, 3, 7, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 1LL << 31, 1LL << 32};

// What packings alone read comes last: it does not move the columns that older inputs of the corpus speak of.
static bool is_for_packings(const image_column *c)
{
    return !strcmp(c->name, "case/sets") || !strcmp(c->name, "case/forms") ||
           !strcmp(c->name, "case/domain");
}

static void copy_columns(const image *from, bool for_packings, image *to)
{
    for (int i = 0; i < from->count; i++) {
        const image_column *c = &from->column[i];
        if (is_for_packings(c) != for_packings)
            continue;
        void *data =
            image_add(to, c->name, (image_shape){c->type, c->rows, c->width}, c->unit, c->doc);
        FUZZ_WANT(data != NULL);
        memcpy(data, c->data, (size_t)c->rows * (size_t)c->width * image_type_size(c->type));
    }
}

// A world of a case that begins with the grains of the image.
static const image *to_begin_with;

static scree_status read_that(const char *path, image *im, scree_error *error)
{
    (void)path;
    (void)error;
    copy_columns(to_begin_with, false, im);
    copy_columns(to_begin_with, true, im);
    return SCREE_OK;
}

static const choice *snapshot_packing(void)
{
    static const char text[] =
        "scree: 1\ngravity: 0\nmaterials: {a: {density: 1 g/cm^3}}\ndomain: {low: [0, 0, 0], high: "
        "[1 m, 1 m, 1 m]}\nshapes: {s: {ball: {radius: 1 mm}}}\npairs: {default: {normal: {law: "
        "linear, stiffness: 1 N/m}, tangential: none}}\nrun: {duration: 1 s}\ngrains: [{name: g, "
        "shape: s, material: a, packing: {law: snapshot, file: x}}]\n";
    static model m;
    if (!m.grains)
        FUZZ_WANT(fuzz_read_case(text, sizeof text - 1, &m));
    return &m.grains[0].packing;
}

static void begin_with(const model *of, const image *im)
{
    model m = *model_of_stage(of, 0);
    grain_list list = {0};
    scree_error error = {0};
    to_begin_with = im;
    m.read_image = read_that;
    m.grains = malloc(((size_t)m.grain_sets + 1) * sizeof *m.grains);
    FUZZ_WANT(m.grains != NULL);
    for (int i = 0; i < m.grain_sets; i++) {
        m.grains[i] = of->grains[i];
        m.grains[i].packing = *snapshot_packing();
        m.grains[i].mixed = (model_part){0};
    }
    const scree_status status = packing_build(&m, NULL, &list, NULL, &error);
    FUZZ_WANT(status == SCREE_OK || error.what[0]);
    grain_list_clear(&list);
    free(m.grains);
}

static void set_odd(fuzz_bytes *b, image_column *c, int64_t at)
{
    if (c->type == IMAGE_F64)
        ((double *)c->data)[at] = odd_numbers[fuzz_choice(b, 16)];
    if (c->type == IMAGE_I64)
        ((int64_t *)c->data)[at] = odd_integers[fuzz_choice(b, 12)];
    if (c->type == IMAGE_U8)
        ((uint8_t *)c->data)[at] = fuzz_byte(b);
}

static void set_raw(fuzz_bytes *b, image_column *c, int64_t at)
{
    const uint64_t word = fuzz_word(b);
    if (c->type == IMAGE_U8)
        ((uint8_t *)c->data)[at] = (uint8_t)word;
    else
        memcpy((char *)c->data + 8 * at, &word, sizeof word);
}

static void shift(fuzz_bytes *b, image_column *c, int64_t at)
{
    const int by = (int8_t)fuzz_byte(b);
    if (c->type == IMAGE_F64)
        ((double *)c->data)[at] *= 1 + 1e-3 * by;
    if (c->type == IMAGE_I64)
        ((uint64_t *)c->data)[at] += (uint64_t)(int64_t)by;
    if (c->type == IMAGE_U8)
        ((uint8_t *)c->data)[at] ^= (uint8_t)by;
}

// Another number of rows or values per row; new ones repeat what there was.
static void reshape(image_column *c, int64_t rows, int width)
{
    const size_t old_size = (size_t)c->rows * (size_t)c->width * image_type_size(c->type);
    const size_t size = (size_t)rows * (size_t)width * image_type_size(c->type);
    char *data = malloc(size > 0 ? size : 1);
    FUZZ_WANT(data != NULL);
    for (size_t i = 0; i < size; i++)
        data[i] = old_size > 0 ? ((char *)c->data)[i % old_size] : 0;
    free(c->data);
    c->data = data;
    c->rows = rows;
    c->width = width;
}

static void drop(image *im, image_column *c)
{
    free(c->data);
    *c = im->column[--im->count];
}

static void copy_row(fuzz_bytes *b, image_column *c)
{
    const size_t row = (size_t)c->width * image_type_size(c->type);
    const int64_t from = fuzz_choice(b, (int)c->rows);
    const int64_t to = fuzz_choice(b, (int)c->rows);
    memmove((char *)c->data + row * (size_t)to, (char *)c->data + row * (size_t)from, row);
}

static void change(fuzz_bytes *b, image *im)
{
    const int kind = fuzz_choice(b, 8);
    image_column *c = &im->column[fuzz_choice(b, im->count)];
    const int64_t values = c->rows * c->width;
    const int64_t at = values > 0 ? fuzz_choice(b, (int)(values < 65536 ? values : 65536)) : 0;
    if (kind < 6 && values == 0)
        return;
    switch (kind) {
    case 0:
        set_raw(b, c, at);
        break;
    case 1:
    case 2:
        set_odd(b, c, at);
        break;
    case 3:
    case 4:
        shift(b, c, at);
        break;
    case 5:
        copy_row(b, c);
        break;
    case 6:
        if (fuzz_byte(b) < 64)
            drop(im, c);
        else
            reshape(c, c->rows, fuzz_choice(b, 20));
        break;
    default:
        reshape(c, fuzz_byte(b) < 128 ? fuzz_choice(b, 60) : (c->rows + 1) % ROWS_MOST, c->width);
        break;
    }
}

static void restore(const model *m, const image *im)
{
    const world_options options = fuzz_options();
    scree_error error = {0};
    world *w = NULL;
    scree_status status = world_restore(m, &options, im, &w, &error);
    FUZZ_WANT(status == error.status);
    FUZZ_WANT((status == SCREE_OK) == (w != NULL));
    FUZZ_WANT(status == SCREE_OK || error.what[0]);
    if (w)
        fuzz_round_trip(m, w, STEPS);
    world_destroy(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, data + size};
    image im = {0};
    fuzz_cases_open();
    const int from = fuzz_choice(&b, FUZZ_CASES);
    const int age = fuzz_choice(&b, FUZZ_AGES);
    const int strange = fuzz_byte(&b);
    copy_columns(fuzz_case_image(from, age), false, &im);
    for (int i = 0; i < CHANGES_MOST && b.at < b.end && im.count > 0; i++)
        change(&b, &im);
    copy_columns(fuzz_case_image(from, age), true, &im);
    for (int i = 0; i < CHANGES_MOST && b.at < b.end; i++)
        change(&b, &im);
    begin_with(fuzz_case_model(from), &im);
    restore(fuzz_case_model(strange < 224 ? from : strange % FUZZ_CASES), &im);
    image_clear(&im);
    return 0;
}

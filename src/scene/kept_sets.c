// kept_sets.c - see kept_sets.h. Of each set four texts, each ended by a zero, stand one after the other.
#include "scene/kept_sets.h"

#include <stdlib.h>
#include <string.h>

enum { TEXTS = 4 };
static const char names_column[] = "case/sets";
static const char forms_column[] = "case/forms";
static const char domain_column[] = "case/domain";

static void texts_of(const model *model, int set, const char *text[TEXTS])
{
    const model_part *mixed = model_part_of(model, set);
    text[0] = model_set_name(model, set);
    text[1] = mixed->entry ? mixed->entry : text[0];
    text[2] = model_shape_of(model, set)->name;
    text[3] = model->material[model_material_of(model, set)].name;
}

void kept_sets_form(const model *model, int set, double form[FORM_NUMBERS])
{
    const model_clump *clump = &model_shape_of(model, set)->clump;
    memset(form, 0, FORM_NUMBERS * sizeof *form);
    form[FORM_DIMENSIONS] = model->dimensions;
    if (!clump->balls || clump->of_ball)
        return;
    form[FORM_BALLS] = clump->balls;
    form[FORM_RADIUS] = model_shape_of(model, set)->radius.value;
    form[FORM_VOLUME] = clump->volume;
    form[FORM_INERTIA] = clump->inertia.x;
    form[FORM_INERTIA + 1] = clump->inertia.y;
    form[FORM_INERTIA + 2] = clump->inertia.z;
}

static bool save_domain(const model *model, image *im)
{
    double *row = image_add(im, domain_column, (image_shape){IMAGE_F64, 1, DOMAIN_NUMBERS}, "m",
                            "lower corner, periods along the axes that have one, else 0");
    for (int axis = 0; row && axis < 3; axis++) {
        const double low = v3_component(model->low, axis);
        const bool periodic = model->boundary[axis] == BOUNDARY_PERIODIC;
        row[DOMAIN_LOW + axis] = low;
        row[DOMAIN_PERIOD + axis] = periodic ? v3_component(model->high, axis) - low : 0;
    }
    return row != NULL;
}

bool kept_sets_save(const model *model, image *im)
{
    const int sets = model->grain_sets + model->streams;
    const char *text[TEXTS];
    int64_t length = 0;
    for (int set = 0; set < sets; set++) {
        texts_of(model, set, text);
        for (int k = 0; k < TEXTS; k++)
            length += (int64_t)strlen(text[k]) + 1;
    }
    char *to = image_add(im, names_column, (image_shape){IMAGE_U8, length, 1}, "1",
                         "set, entry, shape and material of the sets, no part of the state");
    double *form =
        to ? image_add(im, forms_column, (image_shape){IMAGE_F64, sets, FORM_NUMBERS}, "SI",
                       "of their shapes: dimensions, balls, radius, volume, inertia")
           : NULL;
    for (int set = 0; form && set < sets; set++) {
        texts_of(model, set, text);
        for (int k = 0; k < TEXTS; k++) {
            strcpy(to, text[k]);
            to += strlen(text[k]) + 1;
        }
        kept_sets_form(model, set, form + FORM_NUMBERS * set);
    }
    return form && save_domain(model, im);
}

v3 kept_periods(const image *im)
{
    const image_column *domain = image_find(im, domain_column, IMAGE_F64, DOMAIN_NUMBERS);
    const image_column *edges = image_find(im, "cell/edges", IMAGE_F64, CELL_PARTS);
    double period[3] = {0, 0, 0};
    for (int axis = 0; axis < 3 && domain && domain->rows == 1; axis++) {
        period[axis] = image_reals(domain)[DOMAIN_PERIOD + axis];
        if (period[axis] > 0 && edges && edges->rows == 1)
            period[axis] = image_reals(edges)[axis];
    }
    return v3_at(period);
}

// The text behind one that ends before `end`; NULL where there is none.
static const char *next_text(const char **at, const char *end)
{
    const char *text = *at;
    const char *zero = text < end ? memchr(text, 0, (size_t)(end - text)) : NULL;
    if (!zero)
        return NULL;
    *at = zero + 1;
    return text;
}

bool kept_sets_find(const image *im, kept_sets *out)
{
    const image_column *names = image_find(im, names_column, IMAGE_U8, 1);
    const image_column *forms = image_find(im, forms_column, IMAGE_F64, FORM_NUMBERS);
    *out = (kept_sets){0};
    if (!names || !forms || forms->rows > INT32_MAX)
        return true;
    const int sets = (int)forms->rows;
    const char *at = names->data;
    const char *end = at + names->rows;
    out->set = calloc((size_t)sets + 1, sizeof *out->set);
    if (!out->set)
        return false;
    for (int set = 0; set < sets; set++) {
        kept_set *is = &out->set[set];
        is->name = next_text(&at, end);
        is->entry = next_text(&at, end);
        is->shape = next_text(&at, end);
        is->material = next_text(&at, end);
        is->form = image_reals(forms) + FORM_NUMBERS * set;
        if (!is->material)
            return true; // damaged: count stays 0
    }
    out->count = sets;
    return true;
}

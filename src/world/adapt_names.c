// adapt_names.c - the walls of a case, by their names; see adapt.h.
#include "world/adapt.h"

#include "world/internal.h"

#include <string.h>

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

// model.c - the table of models; see model.h. The list comes from the names of the files.
#include "fit/model.h"

#include "fit_model_list.h"

#include <stddef.h>

#define DECLARE(name) extern const fit_model fit_model_##name;
#define MODEL(name) &fit_model_##name,
#define WHAT(name) &fit_model_##name.what,
FIT_MODEL_LIST(DECLARE)

static const fit_model *const models[] = {FIT_MODEL_LIST(MODEL)};
static const plugin *const plugins[] = {FIT_MODEL_LIST(WHAT)};
enum { COUNT = sizeof models / sizeof *models };

const fit_model *fit_model_find(const plugin *what)
{
    for (int i = 0; i < COUNT; i++) {
        if (plugins[i] == what)
            return models[i];
    }
    return NULL;
}

const plugin *const *fit_model_plugins(int *count)
{
    *count = COUNT;
    return plugins;
}

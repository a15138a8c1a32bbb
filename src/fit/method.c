// method.c - the table of methods; see method.h. The list comes from the names of the files.
#include "fit/method.h"

#include "fit_method_list.h"

#include <stdlib.h>

#define DECLARE(name) extern const fit_method fit_method_##name;
#define METHOD(name) &fit_method_##name,
#define WHAT(name) &fit_method_##name.what,
FIT_METHOD_LIST(DECLARE)

static const fit_method *const methods[] = {FIT_METHOD_LIST(METHOD)};
static const plugin *const plugins[] = {FIT_METHOD_LIST(WHAT)};
enum { COUNT = sizeof methods / sizeof *methods };

const fit_method *fit_method_find(const plugin *what)
{
    for (int i = 0; i < COUNT; i++) {
        if (plugins[i] == what)
            return methods[i];
    }
    return NULL;
}

const plugin *const *fit_method_plugins(int *count)
{
    *count = COUNT;
    return plugins;
}

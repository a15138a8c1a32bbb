// ranks_refuse.c - what several ranks cannot do yet, in one list: refused by name before anything is made.
#include "world/ranks.h"

static scree_status refuse(const char *where, const char *hint, const char *what,
                           scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, where, hint, "several ranks cannot do that yet: %s", what);
}

scree_status ranks_refuse(const model *model, scree_error *error)
{
    if (model->maser.given)
        return refuse("maser", "run it in one process, with threads", "a stretch that feeds",
                      error);
    return SCREE_OK;
}

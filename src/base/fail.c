// fail.c - see fail.h.
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *scree_status_name(scree_status status)
{
    static const char *const names[] = {"ok",       "bad input",     "input/output error",
                                        "diverged", "out of memory", "stopped"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "unknown status";
}

static void fill(scree_error *error, scree_status status, const char *where, const char *hint,
                 const char *what, va_list args)
{
    error->status = status;
    snprintf(error->where, sizeof error->where, "%s", where ? where : "");
    snprintf(error->hint, sizeof error->hint, "%s", hint ? hint : "");
    vsnprintf(error->what, sizeof error->what, what, args);
}

scree_status fail(scree_error *error, scree_status status, const char *where, const char *hint,
                  const char *what, ...)
{
    if (error) {
        va_list args;
        va_start(args, what);
        fill(error, status, where, hint, what, args);
        va_end(args);
    }
    return status;
}

void fault_move(scree_error *error, const char *where)
{
    char what[sizeof error->what];
    if (!error)
        return;
    snprintf(what, sizeof what, "%.200s: %.300s", error->where, error->what);
    memcpy(error->what, what, sizeof what);
    snprintf(error->where, sizeof error->where, "%s", where);
}

scree_status fail_memory(scree_error *error, const char *where)
{
    return fail(error, SCREE_NO_MEMORY, where, "use fewer grains or a machine with more memory",
                "out of memory");
}

void fault_add(fault_list *list, scree_status status, const char *where, const char *hint,
               const char *what, ...)
{
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 8;
        scree_error *grown = realloc(list->item, (size_t)room * sizeof *grown);
        if (!grown) {
            list->out_of_memory = true;
            return;
        }
        list->item = grown;
        list->room = room;
    }
    va_list args;
    va_start(args, what);
    fill(&list->item[list->count++], status, where, hint, what, args);
    va_end(args);
}

void fault_tally_add(fault_tally *tally, const scree_error *fault)
{
    if (!tally->count++)
        tally->first = *fault;
    if (!tally->list)
        return;
    if (tally->count > FAULTS_LISTED)
        tally->list->left_out++;
    else
        fault_add(tally->list, fault->status, fault->where, fault->hint, "%s", fault->what);
}

scree_status fault_tally_end(const fault_tally *tally, scree_error *error)
{
    if (!tally->count)
        return SCREE_OK;
    if (error)
        *error = tally->first;
    return tally->first.status;
}

void fault_list_clear(fault_list *list)
{
    free(list->item);
    memset(list, 0, sizeof *list);
}

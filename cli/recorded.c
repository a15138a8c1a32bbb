// recorded.c - see recorded.h.
#include "cli/recorded.h"

#include "case/quantity.h"
#include "run/folder.h"

#include <stdlib.h>
#include <string.h>

int recorded_case(recorded *run, const char *folder, const settings *set)
{
    scree_error error;
    memset(run, 0, sizeof *run);
    if (!folder_exists(folder)) {
        fail(&error, SCREE_BAD_INPUT, folder, "give the folder of a run, such as chute/results",
             "there is no such folder");
        return give_up(&error);
    }
    char *path = folder_path(folder, "case.yaml");
    if (!path) {
        fail_memory(&error, folder);
        return give_up(&error);
    }
    const int code = session_open(&run->session, path, set, true);
    free(path);
    return code;
}

int recorded_open(recorded *run, const char *folder, const settings *set)
{
    scree_error error;
    int code = recorded_case(run, folder, set);
    if (code != ARGS_GO_ON)
        return code;
    if (record_open(&run->record, folder, &run->session.model, &error)) {
        code = give_up(&error);
        recorded_close(run);
    }
    return code;
}

void recorded_close(recorded *run)
{
    if (run->record.folder)
        record_close(&run->record);
    session_close(&run->session);
}

scree_status recorded_time(const char *option, const char *given, double *time, scree_error *error)
{
    quantity_fault fault = {0};
    if (!given || quantity_read(given, "s", time, &fault))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, option,
                fault.hint[0] ? fault.hint : "write a number with its unit, such as '1.2 s'", "%s",
                fault.what);
}

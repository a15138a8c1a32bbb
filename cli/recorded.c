// recorded.c - see recorded.h.
#include "cli/recorded.h"

#include "base/text.h"
#include "case/quantity.h"
#include "console/exit.h"
#include "run/folder.h"
#include "run/frames.h"
#include "store/snapshot.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    } else
        series_warn(run->record.list);
    return code;
}

bool recorded_is_file(const char *path)
{
    struct stat state;
    return !stat(path, &state) && S_ISREG(state.st_mode);
}

char *recorded_folder(const char *file)
{
    const char *slash = strrchr(file, '/');
    if (slash == file)
        return text_copy("/");
    return slash ? text_slice(file, (size_t)(slash - file)) : text_copy(".");
}

static scree_status see(world *world, record_moment *moment, scree_error *error)
{
    const scree_status status = world_frame(world, &moment->frame, error);
    return status ? status : moment_walls(moment, world, NULL, error);
}

static int see_state(recorded *run, const image *im, record_moment *moment)
{
    const machine any = {0};
    scree_error error;
    int threads;
    const int code = world_open(&run->session, &any, im, &run->world, &threads);
    if (code != ARGS_GO_ON)
        return code;
    return see(run->world, moment, &error) ? give_up(&error) : ARGS_GO_ON;
}

int recorded_state(recorded *run, const char *snapshot, const settings *set, record_moment *moment)
{
    scree_error error;
    image im = {0};
    memset(run, 0, sizeof *run);
    if (snapshot_read(snapshot, &im, &error))
        return give_up(&error);
    int code = session_open_state(&run->session, snapshot, &im, set, true);
    if (code == ARGS_GO_ON) {
        code = see_state(run, &im, moment);
        if (code != ARGS_GO_ON)
            recorded_close(run);
    }
    image_clear(&im);
    return code;
}

void recorded_close(recorded *run)
{
    if (run->record.folder)
        record_close(&run->record);
    world_destroy(run->world);
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

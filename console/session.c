// session.c - see session.h.
#include "console/session.h"

#include "base/place.h"
#include "base/text.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/paint.h"
#include "scene/stream.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int exit_code(scree_status status)
{
    switch (status) {
    case SCREE_OK:
        return EXIT_DONE;
    case SCREE_DIVERGED:
        return EXIT_DIVERGED;
    case SCREE_NO_MEMORY:
        return EXIT_MEMORY;
    case SCREE_STOPPED:
        return EXIT_INTERRUPT;
    case SCREE_BAD_INPUT:
    case SCREE_IO:
        break;
    }
    return EXIT_INPUT;
}

void print_error(const scree_error *error)
{
    const char *colon = *error->where ? ": " : "";
    fprintf(stderr, "%s%s%s%s%s", paint_on(stderr, PAINT_PLACE), error->where, colon,
            paint_on(stderr, PAINT_PLAIN), error->what);
    if (*error->hint)
        print_called_format(stderr, " (%s)", error->hint);
    fputc('\n', stderr);
}

int give_up(const scree_error *error)
{
    print_error(error);
    return exit_code(error->status);
}

static char *in_folder(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    return text_format("%s%s%s", folder, length && folder[length - 1] == '/' ? "" : "/", name);
}

// Is there one .par file and nothing else that may be a case? `par` gets it, owned; `names` gets all, for a message.
static bool one_par_in(const char *folder, char **par, char *names, size_t size)
{
    int pars = 0;
    int count = 0;
    size_t length = 0;
    DIR *list = opendir(folder);
    names[0] = 0;
    for (struct dirent *entry; list && (entry = readdir(list));) {
        const char *dot = strrchr(entry->d_name, '.');
        bool is_par = case_is_course(entry->d_name);
        if (!is_par && (!dot || (strcmp(dot, ".yaml") != 0 && strcmp(dot, ".yml") != 0)))
            continue;
        if (is_par && !pars++)
            *par = in_folder(folder, entry->d_name);
        if (length < size)
            length += (size_t)snprintf(names + length, size - length, "%s%s", count ? ", " : "",
                                       entry->d_name);
        count++;
    }
    if (list)
        closedir(list);
    return pars == 1 && count == 1;
}

// The case that is meant: a file, or of a folder its case.yaml, or the one .par file that is there.
static scree_status case_find(const char *given, char **path, scree_error *error)
{
    struct stat status;
    bool folder = !stat(given, &status) && S_ISDIR(status.st_mode);
    *path = folder ? in_folder(given, "case.yaml") : text_copy(given);
    if (!*path)
        return fail_memory(error, given);
    if (!folder || !stat(*path, &status))
        return SCREE_OK;
    free(*path);
    *path = NULL;
    char names[200];
    char hint[300];
    if (one_par_in(given, path, names, sizeof names))
        return *path ? SCREE_OK : fail_memory(error, given);
    free(*path);
    *path = NULL;
    if (*names)
        snprintf(hint, sizeof hint, "name the file that is meant; there are: %s", names);
    else
        snprintf(
            hint, sizeof hint,
            "give a case file, or the folder of one; scree new chute writes one to start from");
    return fail(error, SCREE_BAD_INPUT, given, hint, "the folder holds no case.yaml");
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return text_copy(".");
    return slash == path ? text_copy("/") : text_slice(path, (size_t)(slash - path));
}

static int out_of_memory(void)
{
    fprintf(stderr, "out of memory\n");
    return EXIT_MEMORY;
}

void print_faults(const fault_list *faults)
{
    long long more = faults->left_out;
    for (int i = 0; i < faults->count; i++)
        print_error(&faults->item[i]);
    if (faults->out_of_memory)
        fprintf(stderr, "out of memory: not all faults are shown\n");
    if (more)
        fprintf(stderr, "and %lld more\n", more);
    if (faults->count > 1)
        fprintf(stderr, "%lld faults\n", faults->count + more);
}

int session_give_up(const session *session, const scree_error *error)
{
    scree_error placed = *error;
    char place[sizeof placed.where];
    const settings none = {0};
    const settings *set = session->set ? session->set : &none;
    if (case_locate(session->path, set->item, set->count, error->where, place, sizeof place))
        memcpy(placed.where, place, sizeof place);
    return give_up(&placed);
}

// Of a faulty case only those that may be the reason: a misspelt key of a .par file is ignored, and missing.
static void print_notes(const fault_list *notes, bool faulty, bool quiet)
{
    for (int i = 0; i < notes->count; i++)
        if (faulty ? strstr(notes->item[i].what, "did you mean") != NULL : !quiet)
            fprintf(stderr, "%s: note: %s\n", notes->item[i].where, notes->item[i].what);
    if (notes->left_out && !quiet)
        fprintf(stderr, "and %lld more notes\n", (long long)notes->left_out);
}

scree_status session_confine(const char *folder, const char *path, scree_error *error)
{
    struct stat status;
    if (lstat(path, &status) || place_is_within(path, folder))
        return SCREE_OK; // what is not there is told elsewhere
    return fail(error, SCREE_BAD_INPUT, path, "put the file itself there, or leave out --confine",
                "this leads out of the folder of the case, and nothing else may be read");
}

int session_open(session *session, const char *path, const settings *set, bool quiet)
{
    fault_list faults = {0};
    fault_list notes = {0};
    memset(session, 0, sizeof *session);
    session->families = all_families();
    session->set = set;
    scree_error error;
    if (case_find(path, &session->path, &error))
        return give_up(&error);
    session->folder = folder_of(session->path);
    if (!session->folder) {
        free(session->path);
        return out_of_memory();
    }
    if (set->confine && session_confine(session->folder, session->path, &error)) {
        session_close(session);
        return give_up(&error);
    }
    session->families.within = set->confine ? session->folder : NULL;
    scree_status status =
        case_is_course(session->path)
            ? course_read(session->path, &(case_context){&session->families, set->item, set->count},
                          &session->model, &faults, &notes)
            : case_read(session->path, &(case_context){&session->families, set->item, set->count},
                        &session->model, &faults, &notes);
    if (status)
        print_faults(&faults);
    print_notes(&notes, status != SCREE_OK, quiet);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    if (!status)
        return ARGS_GO_ON;
    memset(&session->model, 0, sizeof session->model);
    session_close(session);
    return exit_code(status);
}

void session_close(session *session)
{
    model_clear(&session->model);
    free(session->path);
    free(session->folder);
    memset(session, 0, sizeof *session);
}

double grains_expected(const session *session, const world *world)
{
    double grains = (double)world_grains(world);
    double end = world_dt(world) * (double)session->model.steps;
    if (!session->model.steps)
        end = session->model.duration;
    for (int i = 0; i < session->model.streams; i++)
        grains += stream_expected(&session->model, i, end);
    return grains;
}

int session_foresee(const session *session, world *world)
{
    scree_error error;
    int stage;
    const scree_status status = world_foresee_stages(world, &stage, &error);
    if (status == SCREE_OK)
        return ARGS_GO_ON;
    if (status != SCREE_BAD_INPUT)
        return give_up(&error);
    scree_error placed = error;
    const char *name = session->model.stage[stage].name;
    snprintf(placed.where, sizeof placed.where, "stages.%.60s.set.%.100s", name, error.where);
    snprintf(placed.what, sizeof placed.what, "stage %.60s cannot begin: %.380s", name, error.what);
    return session_give_up(session, &placed);
}

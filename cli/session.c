// session.c - see session.h.
#include "cli/session.h"

#include "base/text.h"
#include "cli/commands.h"
#include "law/registry.h"
#include "measure/probe.h"
#include "scene/drive.h"
#include "scene/packing.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PRIMITIVES_MOST = 64 };

int exit_code(scree_status status)
{
    switch (status) {
    case SCREE_OK: return EXIT_DONE;
    case SCREE_DIVERGED: return EXIT_DIVERGED;
    case SCREE_NO_MEMORY: return EXIT_MEMORY;
    case SCREE_STOPPED: return EXIT_INTERRUPT;
    case SCREE_BAD_INPUT:
    case SCREE_IO: break;
    }
    return EXIT_INPUT;
}

// The primitives are known one by one; the list of them is filled once, with always the same.
static const plugin *const *primitives(int *count)
{
    static const plugin *list[PRIMITIVES_MOST];
    *count = primitive_count() < PRIMITIVES_MOST ? primitive_count() : PRIMITIVES_MOST;
    for (int i = 0; i < *count; i++) list[i] = primitive_plugin(i);
    return list;
}

case_families all_families(void)
{
    case_families f;
    f.normal = law_plugins(LAW_NORMAL, &f.normals);
    f.tangential = law_plugins(LAW_TANGENTIAL, &f.tangentials);
    f.rolling = law_plugins(LAW_ROLLING, &f.rollings);
    f.primitive = primitives(&f.primitives);
    f.drive = drive_plugins(&f.drives);
    f.packing = packing_plugins(&f.packings);
    f.probe = probe_plugins(&f.probes);
    return f;
}

void print_error(const scree_error *error)
{
    fprintf(stderr, "%s%s%s", error->where, *error->where ? ": " : "", error->what);
    if (*error->hint) fprintf(stderr, " (%s)", error->hint);
    fputc('\n', stderr);
}

int give_up(const scree_error *error)
{
    print_error(error);
    return exit_code(error->status);
}

static char *case_path(const char *given)
{
    struct stat s;
    if (stat(given, &s) || !S_ISDIR(s.st_mode)) return text_copy(given);
    size_t length = strlen(given);
    return text_format("%s%scase.yaml", given, length && given[length - 1] == '/' ? "" : "/");
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return text_copy(".");
    return slash == path ? text_copy("/") : text_slice(path, (size_t)(slash - path));
}

static int out_of_memory(void)
{
    fprintf(stderr, "out of memory\n");
    return EXIT_MEMORY;
}

static void print_faults(const fault_list *faults)
{
    for (int i = 0; i < faults->count; i++) print_error(&faults->item[i]);
    if (faults->out_of_memory) fprintf(stderr, "out of memory: not all faults are shown\n");
    if (faults->count > 1) fprintf(stderr, "%d faults\n", faults->count);
}

static void print_notes(const fault_list *notes)
{
    for (int i = 0; i < notes->count; i++) fprintf(stderr, "%s: note: %s\n", notes->item[i].where, notes->item[i].what);
}

int session_open(session *s, const char *path, const settings *set, bool quiet)
{
    fault_list faults = {0}, notes = {0};
    memset(s, 0, sizeof *s);
    s->families = all_families();
    s->path = case_path(path);
    s->folder = s->path ? folder_of(s->path) : NULL;
    if (!s->folder) return out_of_memory();
    scree_status status = case_is_course(s->path)
                              ? course_read(s->path, &s->families, set->item, set->count, &s->m, &faults, &notes)
                              : case_read(s->path, &s->families, set->item, set->count, &s->m, &faults, &notes);
    if (status)
        print_faults(&faults);
    else if (!quiet)
        print_notes(&notes);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    if (!status) return ARGS_GO_ON;
    memset(&s->m, 0, sizeof s->m);
    session_close(s);
    return exit_code(status);
}

void session_close(session *s)
{
    model_clear(&s->m);
    free(s->path);
    free(s->folder);
    memset(s, 0, sizeof *s);
}

world_options options_of(const machine *is, const char *folder)
{
    world_options o = {0};
    o.threads = is->threads > 4096 ? 4096 : is->threads > 0 ? (int)is->threads : omp_get_max_threads();
    o.width = is->width > 64 ? 64 : (int)is->width;
    o.folder = folder;
    return o;
}

// session.c - see session.h.
#include "cli/session.h"

#include "base/text.h"
#include "cli/commands.h"
#include "law/registry.h"
#include "measure/probe.h"
#include "scene/drive.h"
#include "scene/packing.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PRIMITIVES_MOST = 64, GRAINS_PER_THREAD = 4000 };

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
    for (int slot = 0; slot < LAW_SLOTS; slot++) f.law[slot] = law_plugins(slot, &f.laws[slot]);
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

// Grains now, and those that streams will bring.
static double grains_expected(const session *s, const world *w)
{
    double grains = (double)world_count(w), end = world_dt(w) * (double)s->m.steps;
    if (!s->m.steps) end = s->m.duration;
    for (int i = 0; i < s->m.streams; i++) {
        const model_stream *is = &s->m.stream[i];
        double span = (is->to < end ? is->to : end) - is->from, made = span > 0 ? is->rate * span : 0;
        grains += made < (double)is->most ? made : (double)is->most;
    }
    return grains;
}

static scree_status make(const session *s, const world_options *o, const image *im, world **w, scree_error *error)
{
    return im ? world_restore(&s->m, o, im, w, error) : world_create(&s->m, o, w, error);
}

scree_status world_open(const session *s, const machine *with, const image *im, world **w, int *threads,
                        scree_error *error)
{
    world_options o = {0};
    o.width = with->width > 64 ? 64 : (int)with->width;
    o.threads = with->threads > 4096 ? 4096 : with->threads > 0 ? (int)with->threads : omp_get_max_threads();
    o.folder = s->folder;
    *threads = o.threads;
    scree_status status = make(s, &o, im, w, error);
    if (status || with->threads > 0 || o.threads == 1) return status;
    double useful = floor(grains_expected(s, *w) / GRAINS_PER_THREAD);
    if (useful >= o.threads) return SCREE_OK;
    // Only now the number of grains is known. It is small, and so is making the world once more.
    world_destroy(*w);
    *threads = o.threads = useful < 1 ? 1 : (int)useful;
    return make(s, &o, im, w, error);
}

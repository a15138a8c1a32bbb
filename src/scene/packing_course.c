// packing_course.c - grains from a particle file of the course format: the number of grains, then lines `m r x y z vx
// vy vz` in SI units. Every grain has the mass of its line, whatever its material's density; `inf` masses do not move.
#include "scene/grain_table.h"

#include <stdlib.h>

static const row rows[] = {
    {"file", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "particle file, relative to the folder of the case"},
};

typedef struct target {
    const packing_job *job;
    grain_list *out;
} target;

static scree_status keep(void *context, const grain_entry *entry, scree_error *error)
{
    const target *to = context;
    return grain_list_add(to->out, to->job, entry, error);
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    target to = {job, out};
    char *path = packing_path(job->folder, choice_text(&job->set->packing, "file"));
    if (!path)
        return fail_memory(error, job->set->name);
    scree_status status = course_particles(path, keep, &to, NULL, job->faults, error);
    free(path);
    return status;
}

const char packing_course_example[] = "file: grains.txt";

const packing_kind packing_course = {
    {"course", "grains of a particle file of the course format", rows, sizeof rows / sizeof *rows},
    add};

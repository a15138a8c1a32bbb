// source_run.c - see source_run.h.
#include "view/source_run.h"

#include "base/hash.h"

#include <string.h>

static int64_t count(void *self)
{
    const source_run *run = self;
    return record_count(run->record);
}

static double time_of(void *self, int64_t moment)
{
    const source_run *run = self;
    return record_time(run->record, moment);
}

// Walls that stand elsewhere are moved by the page; other ones, or triangles of other numbers, are another scene.
static uint64_t scene_of(const record_moment *moment)
{
    const frame *seen = &moment->frame;
    const wall_surface *walls = &moment->surface.drawn;
    uint64_t hash = hash_number((uint64_t)(seen->stage + 1), 1);
    hash = hash_number((uint64_t)walls->triangles, hash);
    for (int i = 0; i < seen->walls; i++)
        hash = hash_of(seen->wall[i].name, strlen(seen->wall[i].name), hash);
    return hash;
}

// Files of one moment stay in memory until another one is asked for.
static scree_status hold(void *self, const view_wish *wish, view_moment *out, scree_error *error)
{
    source_run *run = self;
    const int64_t last = record_count(run->record) - 1;
    const int64_t wanted = wish->moment < 0 || wish->moment > last ? last : wish->moment;
    pthread_mutex_lock(&run->lock);
    if (run->at != wanted) {
        run->at = -1;
        scree_status status = record_read(run->record, wanted, &run->moment, error);
        if (status) {
            pthread_mutex_unlock(&run->lock);
            return status;
        }
        run->at = wanted;
        run->scene = scene_of(&run->moment);
    }
    *out = (view_moment){.frame = &run->moment.frame,
                         .walls = run->moment.surface.drawn,
                         .stood = &run->moment.frame,
                         .whole = true,
                         .has_contacts = run->moment.has_contacts,
                         .forces = run->moment.has_contacts ? &run->moment.frame : NULL,
                         .number = wanted,
                         .scene = run->scene};
    return SCREE_OK;
}

static void let(void *self)
{
    source_run *run = self;
    pthread_mutex_unlock(&run->lock);
}

scree_status source_run_open(source_run *run, const record *record, view_source *out,
                             scree_error *error)
{
    *run = (source_run){.record = record, .at = -1};
    if (pthread_mutex_init(&run->lock, NULL))
        return fail_memory(error, "view");
    *out = (view_source){.mode = "run",
                         .what = record->folder,
                         .model = record->model,
                         .self = run,
                         .count = count,
                         .time = time_of,
                         .hold = hold,
                         .let = let,
                         .tables = record->folder};
    return SCREE_OK;
}

void source_run_close(source_run *run)
{
    record_moment_clear(&run->moment);
    pthread_mutex_destroy(&run->lock);
}

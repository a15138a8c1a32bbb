// live.c - see live.h.
#include "view/live.h"

#include "base/hash.h"
#include "run/advance.h"
#include "run/pace.h"
#include "store/dump.h"
#include "view/control.h"
#include "view/looks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARNINGS = 8, WORDS_ROOM = 300 };

// What pages are told of the run besides what they see.
typedef struct news {
    int64_t step, end_step;
    double time, end_time, rate, left;
    double grains, contacts, kinetic; // NAN: not counted yet
    double residual, turned_over;     // J, at the last output; NAN: nobody counts
    char stage[80];
    char warning[WARNINGS][WORDS_ROOM];
    int warnings;
} news;

// The surfaces of the walls, made anew where other walls are there.
typedef struct walls_seen {
    surfaces surface;
    frame stood; // walls alone
    uint64_t scene;
} walls_seen;

struct live {
    onlooker onlooker;
    view_source source;
    looks glance, whole;
    walls_seen walls;
    long long number;
    budget pulse;
    bool stands;       // and that was told
    atomic_bool asked; // for the status, since that was counted
    control control;
    pthread_mutex_t lock; // of the news
    news news;
};

// ---- by the thread that steps: the walls

static uint64_t scene_of(const frame *seen)
{
    uint64_t hash = hash_number((uint64_t)(seen->stage + 1), 1);
    for (int i = 0; i < seen->walls; i++) {
        hash = hash_of(seen->wall[i].name, strlen(seen->wall[i].name), hash);
        hash = hash_number(seen->wall[i].absent, hash);
    }
    return hash;
}

static scree_status stand(walls_seen *walls, const frame *seen, scree_error *error)
{
    const size_t size = ((size_t)seen->walls + 1) * sizeof *seen->wall;
    frame_wall *grown = realloc(walls->stood.wall, size);
    if (!grown)
        return fail_memory(error, "view");
    walls->stood.wall = grown;
    walls->stood.walls = seen->walls;
    for (int i = 0; i < seen->walls; i++)
        grown[i] = seen->wall[i];
    return SCREE_OK;
}

// No page reads while both locks are held; where one does, the walls are as good a moment later.
static bool make_walls(live *live, const world *world, const frame *seen)
{
    walls_seen *walls = &live->walls;
    scree_error error;
    v3 low;
    v3 high;
    if (walls->scene == scene_of(seen))
        return true;
    if (pthread_rwlock_trywrlock(&live->glance.lock))
        return false;
    if (pthread_rwlock_trywrlock(&live->whole.lock)) {
        pthread_rwlock_unlock(&live->glance.lock);
        return false;
    }
    store_box(seen, seen->model, &low, &high);
    scree_status status = surfaces_of_walls(&walls->surface, world, seen, low, high, &error);
    if (status) // such walls are not seen
        walls->surface.drawn = (wall_surface){0};
    if (!stand(walls, seen, &error))
        walls->scene = scene_of(seen);
    pthread_rwlock_unlock(&live->whole.lock);
    pthread_rwlock_unlock(&live->glance.lock);
    return true;
}

// Nobody waits for a run that stands still, so it may be looked at as often as one likes.
static void look(live *live, world *world, bool paused)
{
    looks_take(&live->whole, world, paused ? 1 : LIVE_WHOLE_SHARE, &live->number);
    looks_take(&live->glance, world, paused ? 1 : LIVE_GLANCE_SHARE, &live->number);
    const looks *newest = live->glance.ready ? &live->glance : &live->whole;
    if (newest->ready && !make_walls(live, world, looks_newest(newest)))
        return;
    looks_show(&live->whole);
    looks_show(&live->glance);
}

// ---- by the thread that steps: what is told and done

static void tell(live *live, const output *output, const pace *pace)
{
    const frame_ledger *ledger = &output->seen.ledger;
    const bool counted = output->model->ledger && ledger->turned_over > 0;
    const stage_mark mark = world_stage(output->world);
    news *news = &live->news;
    pthread_mutex_lock(&live->lock);
    news->step = world_steps(output->world);
    news->end_step = output->end;
    news->time = world_time(output->world);
    news->end_time = news->time + (double)(output->end - news->step) * world_dt(output->world);
    news->rate = pace->rate;
    news->left = pace->rate > 0 ? (double)(output->end - news->step) / pace->rate : NAN;
    news->residual = counted ? ledger->residual : NAN;
    news->turned_over = counted ? ledger->turned_over : NAN;
    snprintf(news->stage, sizeof news->stage, "%.60s", mark.number >= 0 ? mark.name : "");
    pthread_mutex_unlock(&live->lock);
}

// What is counted over all grains.
static void count_pulse(live *live, const world *world, double share)
{
    if (!atomic_load(&live->asked) || !budget_begin(&live->pulse, share))
        return;
    const world_pulse pulse = world_pulse_of(world);
    budget_end(&live->pulse, share);
    atomic_store(&live->asked, false);
    pthread_mutex_lock(&live->lock);
    live->news.grains = (double)pulse.grains;
    live->news.contacts = (double)pulse.contacts;
    live->news.kinetic = pulse.kinetic;
    pthread_mutex_unlock(&live->lock);
}

// A page that has paused the run may be gone: whoever looks at the terminal or the log learns why nothing happens.
static void tell_pause(live *live, output *output, bool paused)
{
    const long long step = (long long)world_steps(output->world);
    if (paused == live->stands)
        return;
    live->stands = paused;
    output_log(output,
               paused ? "paused by a page, at step %lld" : "a page lets it go on, at step %lld",
               step);
    if (paused)
        fprintf(stderr,
                "paused by a page, at step %lld: a page lets it go on, Ctrl-C saves and ends it\n",
                step);
}

static int64_t between(void *self, struct output *output, const struct pace *pace, bool *paused)
{
    live *live = self;
    const struct timespec nap = {0, 10000000}; // 10 ms
    orders orders;
    for (;;) {
        tell(live, output, pace);
        orders = control_orders(&live->control, world_steps(output->world));
        // Steps one after the other are no end of a pause.
        if (orders.paused || orders.until == INT64_MAX)
            tell_pause(live, output, orders.paused);
        if (orders.keep)
            control_keep(&live->control, output);
        count_pulse(live, output->world, orders.paused ? 1 : LIVE_PULSE_SHARE);
        look(live, output->world, orders.paused);
        if (!orders.paused || run_is_asked_to_stop())
            break;
        *paused = true;
        nanosleep(&nap, NULL);
    }
    if (orders.until == INT64_MAX)
        return INT64_MAX;
    const int64_t left = orders.until - world_steps(output->world);
    return left < 1 ? 1 : left;
}

static void told(void *self, const char *warning)
{
    live *live = self;
    pthread_mutex_lock(&live->lock);
    news *news = &live->news;
    if (news->warnings < WARNINGS) {
        snprintf(news->warning[news->warnings], WORDS_ROOM, "%s", warning);
        news->warnings++;
    }
    pthread_mutex_unlock(&live->lock);
}

// ---- by the threads of pages

static int64_t count(void *self)
{
    (void)self;
    return 1;
}

static double time_of(void *self, int64_t moment)
{
    live *live = self;
    (void)moment;
    pthread_mutex_lock(&live->lock);
    const double time = live->news.time;
    pthread_mutex_unlock(&live->lock);
    return time;
}

// A first look needs none that is newer, but of forces each one does: it may be long since they were looked at.
static void ask(looks *kind, const view_wish *wish, const looks *of)
{
    if (wish->whole || wish->after >= 0 || atomic_load(&of->number) == 0 ||
        atomic_load(&kind->number) == 0)
        atomic_store(&kind->wanted, true);
}

// Force chains go with grains that are seen more often than the forces.
static scree_status hold(void *self, const view_wish *wish, view_moment *out, scree_error *error)
{
    live *live = self;
    const long long whole = atomic_load(&live->whole.number);
    const long long glance = atomic_load(&live->glance.number);
    const bool none = wish->chains && whole == 0;
    looks *of = wish->whole || none || whole > glance ? &live->whole : &live->glance;
    if (wish->whole || wish->chains)
        ask(&live->whole, wish, of);
    if (!wish->whole)
        ask(&live->glance, wish, of);
    if (atomic_load(&of->number) <= (wish->after < 0 ? 0 : wish->after))
        return fail(error, SCREE_STOPPED, "view", "ask again", "there is no newer look");
    // The walls belong to both kinds of looks.
    pthread_rwlock_rdlock(&live->glance.lock);
    pthread_rwlock_rdlock(&live->whole.lock);
    const frame *seen = &of->frame[of->front];
    *out = (view_moment){.frame = seen,
                         .walls = live->walls.surface.drawn,
                         .stood = &live->walls.stood,
                         .whole = of->whole,
                         .has_contacts = of->whole,
                         .forces = whole > 0 ? &live->whole.frame[live->whole.front] : NULL,
                         .number = atomic_load(&of->number),
                         .scene = live->walls.scene};
    return SCREE_OK;
}

static void let(void *self)
{
    live *live = self;
    pthread_rwlock_unlock(&live->whole.lock);
    pthread_rwlock_unlock(&live->glance.lock);
}

static scree_status act(void *self, const message *message, const char **words, scree_error *error)
{
    live *live = self;
    return control_act(&live->control, message, words, error);
}

static void status(void *self, json *out)
{
    live *live = self;
    atomic_store(&live->asked, true);
    control_tell(&live->control, out);
    pthread_mutex_lock(&live->lock);
    const news *news = &live->news;
    json_integer(out, "step", news->step);
    json_integer(out, "end_step", news->end_step);
    json_number(out, "time", news->time);
    json_number(out, "end_time", news->end_time);
    json_number(out, "rate", news->rate);
    json_number(out, "left", news->left);
    json_number(out, "grains", news->grains);
    json_number(out, "contacts", news->contacts);
    json_number(out, "kinetic", news->kinetic);
    json_number(out, "residual", news->residual);
    json_number(out, "residual_share", fabs(news->residual) / news->turned_over);
    json_text(out, "stage", news->stage);
    json_number(out, "glance_seconds", atomic_load(&live->glance.seconds));
    json_number(out, "whole_seconds", atomic_load(&live->whole.seconds));
    json_list(out, "warnings");
    for (int i = 0; i < news->warnings; i++)
        json_text(out, NULL, news->warning[i]);
    json_close(out);
    pthread_mutex_unlock(&live->lock);
}

// ---- begin and end

live *live_begin(const char *folder, const model *root, bool confine)
{
    live *live = calloc(1, sizeof *live);
    if (!live)
        return NULL;
    if (!control_begin(&live->control, folder, confine)) {
        free(live);
        return NULL;
    }
    live->onlooker = (onlooker){.self = live, .between = between, .told = told};
    live->source = (view_source){.mode = "live",
                                 .what = folder,
                                 .model = root,
                                 .self = live,
                                 .count = count,
                                 .time = time_of,
                                 .hold = hold,
                                 .let = let,
                                 .act = act,
                                 .status = status,
                                 .parameters = live->control.case_path,
                                 .tables = folder};
    // The first page finds sums that were made before it came.
    atomic_init(&live->asked, true);
    live->news.grains = NAN;
    live->news.contacts = NAN;
    live->news.kinetic = NAN;
    pthread_mutex_init(&live->lock, NULL);
    looks_begin(&live->glance, false);
    looks_begin(&live->whole, true);
    return live;
}

const onlooker *live_onlooker(live *live)
{
    return &live->onlooker;
}

view_source *live_source(live *live)
{
    return &live->source;
}

void live_end(live *live)
{
    if (!live)
        return;
    looks_end(&live->glance);
    looks_end(&live->whole);
    surfaces_clear(&live->walls.surface);
    frame_clear(&live->walls.stood);
    control_end(&live->control);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

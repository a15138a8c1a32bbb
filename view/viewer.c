// viewer.c - see viewer.h.
#include "view/viewer.h"

#include "base/text.h"
#include "view/pack.h"
#include "view/parameters.h"
#include "view/scene.h"
#include "view/tables.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { QUEUE = 16, WAIT_MS = 15 };

struct viewer {
    const view_source *source;
    viewer_send *send;
    void *to;
    pthread_t thread;
    pthread_mutex_t lock; // of all below
    pthread_cond_t news;
    bool closing;
    message queue[QUEUE];
    int first, waiting;
    message look; // the newest look that was asked for
    bool looks;   // it is not answered yet
    // Of the thread alone.
    pack_known known; // of the columns that the page has
};

static bool viewer_is_closing(viewer *viewer)
{
    pthread_mutex_lock(&viewer->lock);
    const bool closing = viewer->closing;
    pthread_mutex_unlock(&viewer->lock);
    return closing;
}

// ---- answers

static bool send_json(viewer *viewer, json *answer)
{
    json_close(answer);
    const bool good =
        answer->failed || viewer->send(viewer->to, false, answer->text, answer->length);
    json_clear(answer);
    return good;
}

static bool send_fault(viewer *viewer, const char *about, const scree_error *error)
{
    json answer = {0};
    json_begin(&answer);
    json_text(&answer, "kind", "fault");
    json_text(&answer, "about", about);
    json_text(&answer, "where", error->where);
    json_text(&answer, "what", error->what);
    json_text(&answer, "hint", error->hint);
    return send_json(viewer, &answer);
}

static void read_wish(const message *asked, view_wish *wish)
{
    double number = -1;
    *wish = (view_wish){.moment = -1, .after = -1};
    if (message_number(asked, "at", &number) && number >= 0 && number < 1e15)
        wish->moment = (int64_t)number;
    if (message_number(asked, "after", &number) && number >= 0 && number < 1e15)
        wish->after = (int64_t)number;
    wish->whole = message_flag(asked, "whole");
}

static bool send_bytes(viewer *viewer, const text_buffer *bytes)
{
    return viewer->send(viewer->to, true, bytes->data, bytes->length);
}

// Of force chains so many are packed, the strongest.
static int64_t rods_of(const message *asked)
{
    double number = PACK_RODS;
    message_number(asked, "rods", &number);
    return number >= 0 && number < 1e9 ? (int64_t)number : PACK_RODS;
}

// What the colours need is asked for with them: forces cost more to look at.
static scree_status read_pack_wish(const viewer *viewer, const message *asked, view_wish *wish,
                                   pack_wish *how, scree_error *error)
{
    const char *name = message_text(asked, "colour");
    *how = (pack_wish){.chains = message_flag(asked, "chains"), .rods = rods_of(asked)};
    if (!message_flag(asked, "anew"))
        how->known = viewer->known;
    if (!view_colour_find(&how->colour, name ? name : "speed", viewer->source->model))
        return fail(error, SCREE_BAD_INPUT, "colour", "the scene lists them",
                    "there is nothing to colour by called '%.60s'", name);
    wish->chains = how->chains;
    wish->whole = wish->whole || how->colour.whole;
    return SCREE_OK;
}

// *later: there is none yet.
static bool answer_look(viewer *viewer, const message *asked, bool *later)
{
    const view_source *source = viewer->source;
    view_wish wish;
    view_moment moment;
    pack_wish how;
    scree_error error;
    text_buffer bytes = {0};
    pack_known known = {0};
    read_wish(asked, &wish);
    scree_status status = read_pack_wish(viewer, asked, &wish, &how, &error);
    if (!status)
        status = source->hold(source->self, &wish, &moment, &error);
    *later = status == SCREE_STOPPED;
    if (*later)
        return true;
    if (!status) {
        status = pack_moment(&bytes, &moment, &how, &known, &error);
        source->let(source->self);
    }
    const bool good = status ? send_fault(viewer, "frame", &error) : send_bytes(viewer, &bytes);
    if (!status)
        viewer->known = known;
    text_buffer_clear(&bytes);
    return good;
}

// A run in progress is looked at for the first time, or with forces, a moment after somebody asked.
static scree_status hold_soon(viewer *viewer, const view_wish *wish, view_moment *moment,
                              scree_error *error)
{
    enum { TRIES = 200 };
    const struct timespec nap = {0, WAIT_MS * 1000000L};
    const view_source *source = viewer->source;
    scree_status status = source->hold(source->self, wish, moment, error);
    for (int i = 0; status == SCREE_STOPPED && i < TRIES && !viewer_is_closing(viewer); i++) {
        nanosleep(&nap, NULL);
        status = source->hold(source->self, wish, moment, error);
    }
    return status;
}

static bool answer_of_moment(viewer *viewer, const message *asked, bool grain)
{
    const view_source *source = viewer->source;
    view_wish wish;
    view_moment moment;
    scree_error error;
    json answer = {0};
    double id = -1;
    read_wish(asked, &wish);
    wish.after = -1;
    message_number(asked, "id", &id);
    if (hold_soon(viewer, &wish, &moment, &error))
        return send_fault(viewer, grain ? "grain" : "scene", &error);
    json_begin(&answer);
    if (grain)
        scene_write_grain(&answer, &moment, id >= 0 && id < 9e15 ? (int64_t)id : -1);
    else
        scene_write(&answer, source, &moment);
    source->let(source->self);
    return send_json(viewer, &answer);
}

static bool answer_status(viewer *viewer)
{
    json answer = {0};
    json_begin(&answer);
    json_text(&answer, "kind", "status");
    json_text(&answer, "mode", viewer->source->mode);
    json_text(&answer, "about", viewer->source->about);
    if (viewer->source->status)
        viewer->source->status(viewer->source->self, &answer);
    return send_json(viewer, &answer);
}

static bool answer_tables(viewer *viewer)
{
    json answer = {0};
    json_begin(&answer);
    view_tables_write(&answer, viewer->source->tables);
    return send_json(viewer, &answer);
}

static bool answer_parameters(viewer *viewer)
{
    json answer = {0};
    json_begin(&answer);
    view_parameters_write(&answer, viewer->source->parameters);
    return send_json(viewer, &answer);
}

static bool answer_act(viewer *viewer, const char *word, const message *asked)
{
    const view_source *source = viewer->source;
    scree_error error;
    json answer = {0};
    const char *words = NULL;
    if (source->act && source->act(source->self, asked, &words, &error))
        return send_fault(viewer, word, &error);
    if (!words) {
        fail(&error, SCREE_BAD_INPUT, word,
             "frame, scene, grain, status, tables; of a run in progress pause, go, step, save, "
             "branch",
             source->act ? "there is no such command"
                         : "that can be done to a run in progress only");
        return send_fault(viewer, word, &error);
    }
    json_begin(&answer);
    json_text(&answer, "kind", "done");
    json_text(&answer, "about", word);
    json_text(&answer, "words", words);
    return send_json(viewer, &answer);
}

static bool answer(viewer *viewer, const message *asked)
{
    const char *word = message_text(asked, "do");
    if (!strcmp(word, "scene") || !strcmp(word, "grain"))
        return answer_of_moment(viewer, asked, *word == 'g' && word[1] == 'r');
    if (!strcmp(word, "status"))
        return answer_status(viewer);
    if (!strcmp(word, "tables"))
        return answer_tables(viewer);
    if (!strcmp(word, "parameters"))
        return answer_parameters(viewer);
    return answer_act(viewer, word, asked);
}

// ---- the thread

static void wait_for_news(viewer *viewer)
{
    struct timespec until;
    const long billion = 1000000000;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_MS * 1000000L;
    until.tv_sec += until.tv_nsec / billion;
    until.tv_nsec %= billion;
    if (viewer->looks)
        pthread_cond_timedwait(&viewer->news, &viewer->lock, &until);
    else
        pthread_cond_wait(&viewer->news, &viewer->lock);
}

// Takes what is to be answered next; the lock is held.
static bool take_next(viewer *viewer, message *out)
{
    if (viewer->waiting == 0)
        return false;
    *out = viewer->queue[viewer->first];
    viewer->first = (viewer->first + 1) % QUEUE;
    viewer->waiting--;
    return true;
}

static bool serve_look(viewer *viewer)
{
    const message asked = viewer->look;
    bool later = false;
    viewer->looks = false;
    pthread_mutex_unlock(&viewer->lock);
    const bool good = answer_look(viewer, &asked, &later);
    pthread_mutex_lock(&viewer->lock);
    if (later && !viewer->looks) {
        viewer->look = asked;
        viewer->looks = true;
    }
    if (later && viewer->waiting == 0 && !viewer->closing)
        wait_for_news(viewer);
    return good;
}

static void *serve(void *context)
{
    viewer *viewer = context;
    message asked;
    bool good = true;
    pthread_mutex_lock(&viewer->lock);
    while (!viewer->closing && good) {
        if (take_next(viewer, &asked)) {
            pthread_mutex_unlock(&viewer->lock);
            good = answer(viewer, &asked);
            pthread_mutex_lock(&viewer->lock);
        } else if (viewer->looks) {
            good = serve_look(viewer);
        } else {
            wait_for_news(viewer);
        }
    }
    viewer->closing = true;
    pthread_mutex_unlock(&viewer->lock);
    return NULL;
}

viewer *viewer_begin(const view_source *source, viewer_send *send, void *to)
{
    viewer *viewer = calloc(1, sizeof *viewer);
    if (!viewer)
        return NULL;
    viewer->source = source;
    viewer->send = send;
    viewer->to = to;
    pthread_mutex_init(&viewer->lock, NULL);
    pthread_cond_init(&viewer->news, NULL);
    if (pthread_create(&viewer->thread, NULL, serve, viewer)) {
        free(viewer);
        return NULL;
    }
    return viewer;
}

// Puts it where the thread finds it; the lock is held.
static bool put(viewer *viewer, const message *asked)
{
    if (!strcmp(message_text(asked, "do"), "frame")) {
        viewer->look = *asked;
        viewer->looks = true;
        return true;
    }
    if (viewer->waiting == QUEUE)
        return false;
    viewer->queue[(viewer->first + viewer->waiting) % QUEUE] = *asked;
    viewer->waiting++;
    return true;
}

bool viewer_hear(viewer *viewer, const char *text, size_t length)
{
    message asked;
    const char *why = message_read(&asked, text, length);
    if (why || !message_text(&asked, "do"))
        return false;
    pthread_mutex_lock(&viewer->lock);
    const bool good = !viewer->closing && put(viewer, &asked);
    pthread_cond_signal(&viewer->news);
    pthread_mutex_unlock(&viewer->lock);
    return good;
}

void viewer_end(viewer *viewer)
{
    if (!viewer)
        return;
    pthread_mutex_lock(&viewer->lock);
    viewer->closing = true;
    pthread_cond_signal(&viewer->news);
    pthread_mutex_unlock(&viewer->lock);
    pthread_join(viewer->thread, NULL);
    pthread_cond_destroy(&viewer->news);
    pthread_mutex_destroy(&viewer->lock);
    free(viewer);
}

// orders.c - see orders.h.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // for program_invocation_name
#endif
#include "sweep/orders.h"

#include "base/text.h"
#include "console/called.h"
#include "console/words.h"
#include "store/file_in.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---- what has become of a run

char *order_folder(const orders *orders, const order *order)
{
    const bool below = *orders->below != 0;
    return text_format("%s%s%s/%s", orders->in->path, below ? "/" : "", orders->below, order->name);
}

// Notes tell nothing of an end.
static bool is_note(const char *line)
{
    static const char *const note[] = {"warning:", "nothing was saved of this run"};
    enum { NOTES = sizeof note / sizeof *note };
    bool is = false;
    for (int i = 0; i < NOTES; i++)
        is = is || !strncmp(line, note[i], strlen(note[i]));
    return is;
}

// The first line of what a run said that is no note. False: it said nothing.
static bool read_message(const orders *orders, const order *order, char words[POINT_WORDS])
{
    char *text = NULL;
    size_t size = 0;
    int length = 0;
    const char *slash = *orders->below ? "/" : "";
    char *path =
        text_format("%s/%s%smessages/%s.txt", orders->in->path, orders->below, slash, order->name);
    const bool there = path && !access(path, R_OK);
    if (there && !file_in_load(path, &text, &size, NULL)) {
        const char *line = text;
        while (is_note(line) && strchr(line, '\n'))
            line = strchr(line, '\n') + 1;
        const bool stopped = !strncmp(line, "stopped and saved", 17); // it goes on: no failure
        length = is_note(line) || stopped ? 0 : (int)strcspn(line, "\n");
        if (length)
            snprintf(words, POINT_WORDS, "failed: %.*s", length, line);
    }
    free(text);
    free(path);
    return length > 0;
}

point_state order_look(const orders *orders, const order *order, char words[POINT_WORDS])
{
    char *folder = order_folder(orders, order);
    const point_state state = folder ? point_look(folder, words) : POINT_NONE;
    const bool by_itself = state == POINT_WHOLE || state == POINT_FAILED;
    if (!folder)
        snprintf(words, POINT_WORDS, "out of memory");
    free(folder);
    if (by_itself || read_message(orders, order, words))
        return state;
    const bool saved = state == POINT_HALF && strcmp(words, "begun") != 0;
    if (saved)
        return state;
    if (order->code > 128)
        snprintf(words, POINT_WORDS, "ended by signal %d", order->code - 128);
    else if (order->code)
        snprintf(words, POINT_WORDS, "failed with code %d, and could not say why", order->code);
    return state;
}

void orders_clear(orders *orders)
{
    for (int64_t i = 0; orders->order && i < orders->count; i++)
        settings_clear(&orders->order[i].set);
    free(orders->order);
    orders->order = NULL;
    orders->count = 0;
}

// ---- errands

typedef struct errands {
    errand *errand;        // of those that are run
    int64_t *which;        // of the orders
    int64_t count, before; // before: those that were whole already
    const orders *wish;
    double begin;
    int64_t done;
} errands;

static void free_list(char **list)
{
    for (int i = 0; list && list[i]; i++)
        free(list[i]);
    free(list);
}

static void errands_clear(errands *all)
{
    for (int64_t i = 0; all->errand && i < all->count; i++) {
        free_list(all->errand[i].argument);
        free((char *)all->errand[i].messages);
    }
    free(all->errand);
    free(all->which);
}

// A run without one of its tables begins again: what was measured cannot be made from where it stands.
static bool goes_on(const char *folder)
{
    char words[POINT_WORDS];
    if (point_lost_a_table(folder, words))
        return false;
    char *snapshot = NULL;
    const bool saved = !folder_snapshot(folder, &snapshot, NULL);
    free(snapshot);
    return saved || !folder_restartable(folder, NULL);
}

// NULL where there was no memory for one of the words.
static char **whole_list(char **list, int words)
{
    bool ok = true;
    for (int i = 0; i < words; i++)
        ok = ok && list[i];
    if (ok)
        return list;
    for (int i = 0; i < words; i++)
        free(list[i]);
    free(list);
    return NULL;
}

static char **resume_words(const orders *orders, const char *folder)
{
    enum { WORDS = 6 };
    char **list = calloc(WORDS + 1, sizeof *list);
    int words = 0;
    if (!list)
        return NULL;
    list[words++] = text_copy(program_invocation_name);
    list[words++] = text_copy("resume");
    list[words++] = text_copy("--quiet");
    if (orders->no_pictures)
        list[words++] = text_copy("--no-picture");
    list[words++] = text_copy("--");
    list[words++] = text_copy(folder);
    return whole_list(list, words);
}

static char **run_words(const orders *orders, const order *order, const char *folder)
{
    enum { MORE = 13 };
    const settings *set = &order->set;
    char **list = calloc((size_t)set->count * 2 + MORE, sizeof *list);
    int words = 0;
    if (!list)
        return NULL;
    list[words++] = text_copy(program_invocation_name);
    list[words++] = text_copy("run");
    list[words++] = text_copy("--quiet");
    list[words++] = text_copy("--force");
    if (orders->no_pictures)
        list[words++] = text_copy("--no-picture");
    list[words++] = text_format("--out=%s", folder);
    for (int i = 0; i < set->count; i++) {
        const case_override *one = &set->item[i];
        list[words++] = text_format("--set=%s=%s", one->key, one->value);
    }
    if (set->confine)
        list[words++] = text_copy("--confine");
    list[words++] = text_copy("--");
    list[words++] = text_copy(order->path);
    return whole_list(list, words);
}

// Runs of a sweep that was killed save and end by themselves; that takes them a moment.
static void wait_for_others(const char *folder)
{
    enum { NAPS = 200 };
    const struct timespec nap = {0, 50 * 1000 * 1000};
    for (int i = 0; i < NAPS && folder_exists(folder); i++) {
        if (!lock_look(folder, NULL))
            break;
        nanosleep(&nap, NULL);
    }
}

static scree_status add_errand(errands *all, int64_t which, scree_error *error)
{
    const orders *wish = all->wish;
    const order *order = &wish->order[which];
    errand *errand = &all->errand[all->count];
    char *folder = order_folder(wish, order);
    const char *below = *wish->below ? "/" : "";
    char *name = text_format("%s%smessages/%s.txt", wish->below, below, order->name);
    char *messages = NULL;
    scree_status status = folder && name ? SCREE_OK : fail_memory(error, wish->in->path);
    if (!status)
        status = owned_path(&wish->in->files, name, &messages, error);
    if (!status) {
        wait_for_others(folder);
        errand->argument =
            goes_on(folder) ? resume_words(wish, folder) : run_words(wish, order, folder);
        errand->messages = messages;
        all->which[all->count++] = which;
        status = errand->argument ? SCREE_OK : fail_memory(error, folder);
    }
    free(folder);
    free(name);
    return status;
}

static double seconds_now(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

// A line for each run that has ended.
static void tell(void *about, const errand *done, int64_t running)
{
    errands *all = about;
    const orders *wish = all->wish;
    order *order = &wish->order[all->which[done - all->errand]];
    char words[POINT_WORDS];
    char took[WORD_ROOM];
    char left[WORD_ROOM];
    (void)running;
    all->done++;
    order->code = done->code;
    if (wish->quiet)
        return;
    order_look(wish, order, words);
    const double each = (seconds_now() - all->begin) / (double)all->done;
    const double rest = each * (double)(all->count - all->done);
    fprintf(stderr, "%lld of %lld  %s: %s in %s", (long long)(all->before + all->done),
            (long long)wish->count, order->name, words, word_span(took, done->seconds));
    if (rest > 0)
        fprintf(stderr, ", some %s left", word_span(left, rest));
    fputc('\n', stderr);
}

static scree_status find_errands(errands *all, scree_error *error)
{
    const orders *wish = all->wish;
    scree_status status = SCREE_OK;
    all->errand = calloc((size_t)wish->count + 1, sizeof *all->errand);
    all->which = calloc((size_t)wish->count + 1, sizeof *all->which);
    if (!all->errand || !all->which)
        return fail_memory(error, wish->in->path);
    for (int64_t i = 0; i < wish->count && !status; i++) {
        char words[POINT_WORDS];
        char *folder = order_folder(wish, &wish->order[i]);
        const point_state state = folder ? point_look(folder, words) : POINT_NONE;
        if (!folder)
            status = fail_memory(error, wish->in->path);
        else if (state == POINT_NONE || state == POINT_HALF)
            status = add_errand(all, i, error);
        else
            all->before++;
        free(folder);
    }
    return status;
}

// Files of runs that had nothing to say tell nothing.
static void remove_empty_messages(const errands *all)
{
    const orders *wish = all->wish;
    for (int64_t i = 0; i < all->count; i++) {
        char *text = NULL;
        size_t size = 1;
        const char *path = all->errand[i].messages;
        const bool there = path && !access(path, F_OK);
        const bool read = there && !file_in_load(path, &text, &size, NULL);
        if (read && !size)
            unlink(path);
        free(text);
    }
    char *folder =
        text_format("%s/%s%smessages", wish->in->path, wish->below, *wish->below ? "/" : "");
    if (folder)
        rmdir(folder); // only where nothing is in it
    free(folder);
}

scree_status orders_run(const orders *orders, int *signal, scree_error *error)
{
    errands all = {.wish = orders, .begin = seconds_now()};
    char *program = workers_program();
    workers workers = {.program = program, .told = tell, .about = &all};
    *signal = 0;
    scree_status status = program ? find_errands(&all, error)
                                  : fail(error, SCREE_IO, "", "is /proc mounted?",
                                         "cannot tell where this program is");
    workers_share(all.count, orders->jobs, orders->threads, &workers.jobs, &workers.threads);
    if (!status && all.count && !orders->quiet) {
        fprintf(stderr, "%lld run%s", (long long)all.count, all.count == 1 ? "" : "s");
        if (all.before)
            fprintf(stderr, ", %lld are there already", (long long)all.before);
        fprintf(stderr, ", %d at a time with %d thread%s each\n", workers.jobs, workers.threads,
                workers.threads == 1 ? "" : "s");
    }
    if (!status)
        status = workers_run(&workers, all.errand, all.count, error);
    *signal = workers.signal;
    remove_empty_messages(&all);
    errands_clear(&all);
    free(program);
    return status;
}

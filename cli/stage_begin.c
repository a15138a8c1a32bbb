// stage_begin.c - see stage_begin.h.
#include "cli/stage_begin.h"

#include "console/args.h"
#include "run/folder.h"

#include "base/text.h"
#include "case/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int find_stage(const session *session, const char *name, int *number)
{
    const model *model = &session->model;
    const char **names = calloc((size_t)model->stages + 1, sizeof *names);
    char hint[160] = "the case has no stages";
    *number = -1;
    for (int i = 0; names && i < model->stages; i++) {
        names[i] = model->stage[i].name;
        if (!strcmp(name, names[i]))
            *number = i;
    }
    const char *near = names ? text_closest(name, names, model->stages, 3) : NULL;
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%.60s'?", near);
    else if (model->stages)
        snprintf(hint, sizeof hint, "scree check CASE lists them");
    free(names);
    return *number >= 0 ? ARGS_GO_ON
                        : args_fail("run", hint, "there is no stage called '%.60s'", name);
}

// Does the run of a state go on with that stage? So does one that was to end with the stage before it.
static bool begins_stage(const session *session, const image *state, int stage)
{
    stage_mark mark;
    if (!image_stage(state, &mark) || mark.number != stage - 1 || mark.end == STAGE_END_NONE)
        return false;
    return mark.end != STAGE_END_LIMIT || session->model.stage[mark.number].goes_on;
}

typedef struct stage_search {
    const session *session;
    const char *now; // the case
    stage_begin *begin;
    int refused; // how good the one was that `why` tells of: 0 none was there, 1 a snapshot, 2 one of the stage
} stage_search;

// A state that is there and does not serve; of the best of those the first, which is the newest, is told.
static void refuse(stage_search *search, int good, const char *path, const char *words)
{
    if (good <= search->refused)
        return;
    search->refused = good;
    snprintf(search->begin->why, sizeof search->begin->why,
             "begins at the start of the run, for %.300s %s", path, words);
}

// Is the state at the beginning of the stage, of the same case up to it? Else says what it is.
static bool serves(const stage_search *search, char words[CASE_CHANGE_WORDS + 60])
{
    const session *session = search->session;
    const stage_begin *begin = search->begin;
    char changes[CASE_CHANGE_WORDS];
    if (!begins_stage(session, &begin->state, begin->last_stage)) {
        snprintf(words, CASE_CHANGE_WORDS + 60, "is no state at the beginning of the stage %.100s",
                 session->model.stage[begin->last_stage].name);
        return false;
    }
    if (case_same_until(&begin->state, search->now, &session->families, begin->last_stage, changes))
        return true;
    if (*changes)
        snprintf(words, CASE_CHANGE_WORDS + 60, "is of another case before that stage: %s",
                 changes);
    else
        snprintf(words, CASE_CHANGE_WORDS + 60,
                 "has no case that this version of the program can read");
    return false;
}

// A snapshot of that name in a folder; `good` is how near it is to what is asked for, as `refused`.
static bool take_file(stage_search *search, const char *folder, const char *name, int good)
{
    bool known;
    bool taken = false;
    char words[CASE_CHANGE_WORDS + 60];
    scree_error error;
    stage_begin *begin = search->begin;
    char *path = text_format("%s/%s.h5", folder, name);
    if (path && !access(path, F_OK)) {
        if (generation_given(path, STATE_WHOLE, &begin->from, &begin->state, &known, &error)) {
            snprintf(words, sizeof words, "cannot be used: %.400s", error.what);
            refuse(search, good, path, words);
        } else {
            taken = serves(search, words);
            if (!taken)
                refuse(search, good, path, words);
        }
    }
    if (!taken) {
        image_clear(&begin->state);
        free(path);
        return false;
    }
    begin->snapshot = path;
    begin->folder = text_copy(folder);
    *begin->why = 0;
    return true;
}

// The one that a stage leaves, or the last one of a run that ended before it.
static bool take_snapshot(stage_search *search, const char *folder)
{
    char name[STAGE_NAME_ROOM];
    const stage_begin *begin = search->begin;
    saving_stage_name(name, search->session->model.stage[begin->last_stage].name);
    return take_file(search, folder, name, 2) || take_file(search, folder, "snapshot", 1);
}

// The results beside the case, from the newest on.
static void search_beside(stage_search *search)
{
    enum { FOLDERS = 99 };
    const char *beside = search->session->folder;
    for (int i = FOLDERS; i > 0 && !search->begin->snapshot; i--) {
        char *folder =
            i > 1 ? text_format("%s/results-%d", beside, i) : text_format("%s/results", beside);
        if (folder && !access(folder, F_OK))
            take_snapshot(search, folder);
        free(folder);
    }
}

int stage_begin_find(stage_begin *begin, const session *session, const char *stage, const char *out)
{
    char *now = NULL;
    scree_error error;
    stage_search search = {.session = session, .begin = begin};
    const int code = find_stage(session, stage, &begin->last_stage);
    if (code != ARGS_GO_ON || begin->last_stage < 1 ||
        case_fingerprint(&session->model, NULL, session->folder, &session->families, &now, &error))
        return code;
    search.now = now;
    if (!out || !take_snapshot(&search, out))
        search_beside(&search);
    if (!begin->snapshot && !search.refused)
        snprintf(begin->why, sizeof begin->why,
                 "begins at the start of the run, for no stage-%.100s.h5 is in %.200s%sthe results "
                 "beside the case",
                 stage, out ? out : "", out ? " or " : "");
    free(now);
    return code;
}

void stage_begin_clear(stage_begin *begin)
{
    image_clear(&begin->state);
    free(begin->snapshot);
    free(begin->folder);
}

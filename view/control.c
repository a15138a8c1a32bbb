// control.c - see control.h.
#include "view/control.h"

#include "base/text.h"
#include "run/folder.h"
#include "view/parameters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- by the thread that steps

// A branch with the setting that was asked for; what the branch has to say its own view and its file tell. The lock is held.
static scree_status begin_branch(control *control, const output *output, const char *name,
                                 scree_error *error)
{
    char *snapshot = text_format("%s/%s.h5", output->folder, name);
    if (!snapshot)
        return fail_memory(error, name);
    branch *made = &control->branch[control->branches];
    const scree_status status = branch_begin(made,
                                             &(branch_wish){.folder = output->folder,
                                                            .snapshot = snapshot,
                                                            .setting = control->setting,
                                                            .confine = control->confine},
                                             error);
    free(snapshot);
    if (status) {
        branch_end(made);
        return status;
    }
    fprintf(stderr, "branch: %s\n", made->command);
    control->branches++;
    return SCREE_OK;
}

void control_keep(control *control, output *output)
{
    scree_error error;
    char name[STAGE_NAME_ROOM];
    scree_status status = output_keep(output, name, &error);
    pthread_mutex_lock(&control->lock);
    char *words = control->kept;
    snprintf(words, CONTROL_WORDS, "saved as %.100s.h5", name);
    if (!status && *control->setting)
        status = begin_branch(control, output, name, &error);
    if (status)
        snprintf(words, CONTROL_WORDS, "not done: %.100s (%.100s)", error.what, error.hint);
    control->setting[0] = 0;
    control->keep = false;
    pthread_mutex_unlock(&control->lock);
}

orders control_orders(control *control, int64_t step)
{
    pthread_mutex_lock(&control->lock);
    control->step = step;
    if (step >= control->until) {
        control->paused = true;
        control->until = INT64_MAX;
    }
    const orders orders = {control->paused, control->keep, control->until};
    pthread_mutex_unlock(&control->lock);
    return orders;
}

// ---- by the threads of pages

static scree_status refuse(const char *word, const char *what, const char *hint, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, word, hint, "%s", what);
}

static scree_status go_steps(control *control, const message *message, const char **words,
                             scree_error *error)
{
    static const int64_t range[2] = {1, 1000000000000};
    int64_t steps;
    if (!message_whole(message, "count", range, 1, &steps))
        return refuse("step", "its count is no whole number of steps, at least 1 and at most 1e12",
                      "give a number, as \"count\": 10, or none for one step", error);
    control->until = control->step + steps;
    control->paused = false;
    *words = "steps";
    return SCREE_OK;
}

// A branch that was refused has left nothing but words; the oldest such gives its place to another.
static bool make_room(control *control)
{
    for (int i = 0; i < control->branches && control->branches == CONTROL_BRANCHES; i++) {
        if (!branch_was_refused(&control->branch[i]))
            continue;
        branch_forget(&control->branch[i]);
        control->branches--;
        memmove(&control->branch[i], &control->branch[i + 1],
                (size_t)(control->branches - i) * sizeof control->branch[i]);
    }
    return control->branches < CONTROL_BRANCHES;
}

// A number with a unit has no other signs; what a terminal takes for a command has: the value is printed there.
static bool is_plain(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const bool latin_or_greek = *c >= 0xc2 && *c <= 0xcf && c[1] >= 0x80 && c[1] <= 0xbf;
        const bool commands = *c == 0xc2 && c[1] < 0xa0;
        if (latin_or_greek && !commands)
            c++;
        else if (*c < ' ' || *c > '~')
            return false;
    }
    return true;
}

// The key is one that the case has; of the value scree resume says what is wrong with it.
static scree_status ask_branch(control *control, const message *message, const char **words,
                               scree_error *error)
{
    const char *key = message_text(message, "key");
    const char *value = message_text(message, "value");
    if (!key || !value || !*value)
        return refuse("branch", "a branch needs a key and a value",
                      "give both as texts, as \"value\": \"0.8\"", error);
    if (!is_plain(value))
        return refuse("branch", "the value has signs that no number has",
                      "a value is a number, with its unit", error);
    if (*control->setting)
        return refuse("branch", "another branch is about to begin", "wait until it has", error);
    if (!make_room(control))
        return refuse("branch", "there are branches enough", "start others by scree resume", error);
    if (!view_parameters_has(control->case_path, key))
        return refuse("branch", "there is no number of that key that a branch may change",
                      "`parameters` lists those that there are", error);
    const int length = snprintf(control->setting, sizeof control->setting, "%s=%s", key, value);
    if (length >= BRANCH_SETTING) {
        control->setting[0] = 0;
        return refuse("branch", "key and value are too long", "give a shorter value", error);
    }
    control->keep = true;
    *words = "will be saved after this step, and branches from there";
    return SCREE_OK;
}

scree_status control_act(control *control, const message *message, const char **words,
                         scree_error *error)
{
    const char *word = message_text(message, "do");
    scree_status status = SCREE_OK;
    *words = NULL;
    pthread_mutex_lock(&control->lock);
    if (!strcmp(word, "pause")) {
        control->paused = true;
        control->until = INT64_MAX;
        *words = "paused";
    } else if (!strcmp(word, "go")) {
        control->paused = false;
        control->until = INT64_MAX;
        *words = "goes on";
    } else if (!strcmp(word, "step")) {
        status = go_steps(control, message, words, error);
    } else if (!strcmp(word, "save")) {
        control->keep = true;
        *words = "will be saved after this step";
    } else if (!strcmp(word, "branch")) {
        status = ask_branch(control, message, words, error);
    }
    pthread_mutex_unlock(&control->lock);
    return status;
}

void control_tell(control *control, json *out)
{
    pthread_mutex_lock(&control->lock);
    json_flag(out, "paused", control->paused);
    json_text(out, "kept", control->kept);
    json_list(out, "branches");
    for (int i = 0; i < control->branches; i++) {
        json_object(out, NULL);
        branch_tell(&control->branch[i], out);
        json_close(out);
    }
    json_close(out);
    pthread_mutex_unlock(&control->lock);
}

// ---- begin and end

bool control_begin(control *control, const char *folder, bool confine)
{
    *control = (struct control){.until = INT64_MAX, .confine = confine};
    control->case_path = folder_path(folder, "case.yaml");
    return control->case_path && pthread_mutex_init(&control->lock, NULL) == 0;
}

void control_end(control *control)
{
    for (int i = 0; i < control->branches; i++)
        branch_end(&control->branch[i]);
    free(control->case_path);
    pthread_mutex_destroy(&control->lock);
}

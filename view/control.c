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

static const char *go_steps(control *control, const message *message)
{
    double steps = 1;
    message_number(message, "count", &steps);
    if (!(steps >= 1 && steps <= 1e12))
        return "a number of steps is at least 1, and at most 1e12";
    control->until = control->step + (int64_t)steps;
    control->paused = false;
    return "steps";
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
static const char *ask_branch(control *control, const message *message)
{
    const char *key = message_text(message, "key");
    const char *value = message_text(message, "value");
    if (!key || !value || !*value)
        return "a branch needs a key and a value";
    if (!is_plain(value))
        return "a value is a number, with its unit";
    if (*control->setting)
        return "another branch is about to begin";
    if (!make_room(control))
        return "there are branches enough";
    if (!view_parameters_has(control->case_path, key))
        return "there is no number of that key that a branch may change";
    const int length = snprintf(control->setting, sizeof control->setting, "%s=%s", key, value);
    if (length >= BRANCH_SETTING) {
        control->setting[0] = 0;
        return "key and value are too long";
    }
    control->keep = true;
    return "will be saved after this step, and branches from there";
}

const char *control_act(control *control, const message *message)
{
    const char *word = message_text(message, "do");
    const char *answer = NULL;
    pthread_mutex_lock(&control->lock);
    if (!strcmp(word, "pause")) {
        control->paused = true;
        control->until = INT64_MAX;
        answer = "paused";
    } else if (!strcmp(word, "go")) {
        control->paused = false;
        control->until = INT64_MAX;
        answer = "goes on";
    } else if (!strcmp(word, "step")) {
        answer = go_steps(control, message);
    } else if (!strcmp(word, "save")) {
        control->keep = true;
        answer = "will be saved after this step";
    } else if (!strcmp(word, "branch")) {
        answer = ask_branch(control, message);
    }
    pthread_mutex_unlock(&control->lock);
    return answer;
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

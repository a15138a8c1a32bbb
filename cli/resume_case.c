// resume_case.c - see resume_case.h.
#include "cli/resume_case.h"

#include "base/text.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

// A probe that the snapshot does not know has no rows yet. A table of its name is of an older probe, which was taken
// out of the case: rows of both would stand in it.
static scree_status check_tables(const resumed_case *is, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < is->session->model.probes && !status; i++) {
        struct stat state;
        const char *name = is->session->model.probe[i].name;
        bool knows;
        status = case_knows(is->state, "probes", name, &knows, error);
        if (status || knows)
            continue;
        char *path = text_format("%s/probes/%s.csv", is->folder, name);
        if (!path)
            status = fail_memory(error, is->folder);
        else if (!lstat(path, &state))
            status = fail(error, SCREE_BAD_INPUT, path,
                          "call the new probe otherwise, or move the table away",
                          "this table is of an older probe of that name, which the last snapshot "
                          "does not know");
        free(path);
    }
    return status;
}

static const model *model_in_progress(const resumed_case *is)
{
    const model *root = &is->session->model;
    stage_mark mark = {0};
    image_stage(is->state, &mark);
    return mark.number < root->stages ? model_of_stage(root, mark.number) : root;
}

// Whose sums and totals are not those of the snapshot, of the stage in progress.
static scree_status compare_probes(const resumed_case *is, const char *now, bool **anew,
                                   scree_error *error)
{
    const model *model = model_in_progress(is);
    *anew = calloc((size_t)model->probes + 1, sizeof **anew);
    if (!*anew)
        return fail_memory(error, is->folder);
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->probes && !status; i++) {
        bool stays;
        status = case_probe_stays(is->state, now, &is->session->families, model->probe[i].name,
                                  &stays, error);
        (*anew)[i] = !stays;
    }
    return status;
}

scree_status resume_case_compare(const resumed_case *is, bool **anew, scree_error *error)
{
    char *now;
    const session *session = is->session;
    scree_status status =
        case_fingerprint(&session->model, NULL, session->folder, &session->families, &now, error);
    if (!status)
        status = case_compare(is->state, now, &session->families,
                              is->branch ? CHANGE_BRANCH : CHANGE_FREE, error);
    if (!status)
        status = case_compare_kept(is->state, now, &session->families, error);
    if (status == SCREE_BAD_INPUT)
        snprintf(error->where, sizeof error->where, "%.300s", is->path);
    if (!status)
        status = compare_probes(is, now, anew, error);
    free(now);
    return status || is->branch ? status : check_tables(is, error);
}

scree_status resume_case_changed(const resumed_case *is, bool *changed,
                                 char words[CASE_CHANGE_WORDS], scree_error *error)
{
    char *now;
    const session *session = is->session;
    scree_status status =
        case_fingerprint(&session->model, NULL, session->folder, &session->families, &now, error);
    if (!status)
        status = case_compare(is->state, now, &session->families, CHANGE_FREE, error);
    *changed = status == SCREE_BAD_INPUT;
    if (*changed)
        status = SCREE_OK;
    if (!status && words)
        status = case_tell_changes(is->state, now, &session->families, words, error);
    free(now);
    return status;
}

const char *resume_case_branching(const settings *set)
{
    for (int i = 0; i < set->count; i++)
        if (case_freedom_of(set->item[i].key) != CHANGE_FREE)
            return set->item[i].key;
    return NULL;
}

const char *resume_case_decided(const settings *set)
{
    for (int i = 0; i < set->count; i++)
        if (case_freedom_of(set->item[i].key) == CHANGE_DECIDED)
            return set->item[i].key;
    return NULL;
}

// session_state.c - the case of a snapshot that is looked at (session.h): that of its run, or the one that it carries.
#include "console/session.h"

#include "base/text.h"
#include "console/exit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static scree_status without_case(const char *snapshot, const char *why, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, snapshot,
                "put it into the folder of its run, or case.yaml of that beside it",
                "there is no case.yaml beside it, and %s", why);
}

// Files whose contents count stand in the text as `contents` and a hash; others are not read again.
static scree_status take_case(session *session, const char *snapshot, const image *im,
                              scree_error *error)
{
    const image_column *column = image_find(im, "case/text", IMAGE_U8, 1);
    if (!column)
        return without_case(snapshot, "it carries no case itself", error);
    char *text = text_slice(column->data, (size_t)column->rows);
    if (!text)
        return fail_memory(error, snapshot);
    const bool files = strstr(text, "file: \"contents ") || strstr(text, "file: contents ");
    free(text);
    if (files)
        return without_case(snapshot, "the case that it carries needs files, which it does not",
                            error);
    case_families known = session->families;
    known.text_alone = true;
    const settings *set = session->set;
    const case_source source = {column->data, (size_t)column->rows, snapshot};
    fault_list faults = {0};
    fault_list notes = {0};
    const scree_status status = case_parse(&source, &(case_context){&known, set->item, set->count},
                                           &session->model, &faults, &notes);
    if (status && faults.count > 0)
        *error = faults.item[0];
    else if (status)
        fail_memory(error, snapshot);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return status;
}

static int open_alone(session *session, const char *snapshot, const image *im, const settings *set)
{
    scree_error error;
    memset(session, 0, sizeof *session);
    session->families = all_families();
    session->set = set;
    session->path = text_copy(snapshot);
    session->folder = text_copy(".");
    scree_status status = session->path && session->folder
                              ? take_case(session, snapshot, im, &error)
                              : fail_memory(&error, snapshot);
    if (status == SCREE_OK)
        return ARGS_GO_ON;
    memset(&session->model, 0, sizeof session->model);
    session_close(session);
    return give_up(&error);
}

int session_open_state(session *session, const char *snapshot, const image *im, const settings *set,
                       bool quiet)
{
    const char *slash = strrchr(snapshot, '/');
    const int folder = slash ? (int)(slash - snapshot) + 1 : 0;
    char *beside = text_format("%.*scase.yaml", folder, snapshot);
    if (!beside)
        return EXIT_MEMORY;
    const int code = access(beside, F_OK) ? open_alone(session, snapshot, im, set)
                                          : session_open(session, beside, set, quiet);
    free(beside);
    return code;
}

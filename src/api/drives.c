// drives.c - see scree/event.h: drives of a program are walls that are led (scree/change.h), asked anew for each step.
#include "api/drives.h"

#include "scree/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void free_drive(asked_drive *drive)
{
    free(drive->wall);
    free(drive);
}

void drives_forget(scree_world *handle)
{
    while (handle->drive) {
        asked_drive *first = handle->drive;
        handle->drive = first->next;
        free_drive(first);
    }
}

scree_status drives_ask(scree_world *handle, bool *stops, scree_error *error)
{
    scree_status status = SCREE_OK;
    *stops = false;
    for (asked_drive *drive = handle->drive; drive && !status && !*stops; drive = drive->next) {
        double velocity[3] = {0, 0, 0};
        double spin[3] = {0, 0, 0};
        handle->calling = true;
        *stops = drive->drive(drive->context, handle, velocity, spin) != 0;
        handle->calling = false;
        if (!*stops)
            status = change_lead_step(handle, drive->wall, velocity, spin, error);
    }
    return status;
}

static asked_drive **find(scree_world *handle, const char *wall)
{
    asked_drive **link = &handle->drive;
    while (*link && strcmp((*link)->wall, wall) != 0)
        link = &(*link)->next;
    return link;
}

static scree_status append(asked_drive **link, const char *wall, scree_error *error)
{
    const size_t size = strlen(wall) + 1;
    asked_drive *made = calloc(1, sizeof *made);
    if (made)
        made->wall = malloc(size);
    if (!made || !made->wall) {
        free(made);
        return fail_memory(error, wall);
    }
    memcpy(made->wall, wall, size);
    *link = made;
    return SCREE_OK;
}

scree_status scree_world_drive(scree_world *handle, const char *wall, scree_drive drive,
                               void *context, scree_error *error)
{
    static const double still[3] = {0, 0, 0};
    asked_drive **link = find(handle, wall);
    if (handle->calling)
        return fail(error, SCREE_BAD_INPUT, wall, "give drives between calls of scree_world_step",
                    "a drive cannot come or go in a call between two steps");
    // It stands until it is asked, and a wall that cannot be led is refused.
    scree_status status = change_lead(handle, wall, still, still, 0, error);
    if (!status && drive && !*link)
        status = append(link, wall, error);
    if (status)
        return status;
    asked_drive *asked = *link;
    if (drive) {
        asked->drive = drive;
        asked->context = context;
    } else if (asked) {
        *link = asked->next;
        free_drive(asked);
    }
    return SCREE_OK;
}

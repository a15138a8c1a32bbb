// drives.h - motions of walls that a program tells step by step (scree/event.h), for what takes steps.
#ifndef SCREE_API_DRIVES_H
#define SCREE_API_DRIVES_H

#include "api/objects.h"

#include "scree/event.h"

#include <string.h>

typedef struct asked_drive {
    struct asked_drive *next;
    char *wall;
    scree_drive drive;
    void *context;
} asked_drive;

// Asks all of them for the step to come. *stops: one of them wants no more steps.
scree_status drives_ask(scree_world *handle, bool *stops, scree_error *error);
void drives_forget(scree_world *handle);
// Has the program a drive for the wall of that name?
static inline bool drives_lead(const scree_world *handle, const char *wall)
{
    const asked_drive *drive = handle->drive;
    while (drive && strcmp(drive->wall, wall) != 0)
        drive = drive->next;
    return drive != NULL;
}

#endif

// observe_frame.c - all that there is to see of a world now.
#include "world/observer.h"

static scree_status see(observer *observer, world *world, scree_error *error)
{
    // a look may find that lists must be built, which moves bodies: places come after it
    scree_status status = world_see_all(world, error);
    if (status == SCREE_OK)
        status = world_meet(world, error);
    if (status != SCREE_OK)
        return status;
    observer->place = world_places(world);
    status = observer_see(observer, world, world_balls(world), error);
    if (status == SCREE_OK)
        status = observer_see_solver(observer, world, NULL, error);
    if (status == SCREE_OK && !observer_sort(observer))
        status = fail_memory(error, "frame");
    return status == SCREE_OK ? observer_show(observer, world, error) : status;
}

scree_status world_frame_numbers(world *world, frame *frame, int64_t *contacts, scree_error *error)
{
    bool collected = false;
    scree_status status = SCREE_OK;
    if (frames_are_collected(world))
        status = frame_collect(world, frame, contacts, &collected, error);
    if (collected)
        return status;
    status = world_frame(world, frame, error);
    *contacts = frame->contact.count;
    return status;
}

scree_status world_frame(world *world, frame *frame, scree_error *error)
{
    observer observer;
    bool collected = false;
    scree_status status = SCREE_OK;
    if (frames_are_collected(world))
        status = frame_collect(world, frame, NULL, &collected, error);
    if (collected)
        return status;
    status = observer_make(&observer, world, frame) ? SCREE_OK : fail_memory(error, "frame");
    if (status == SCREE_OK)
        status = see(&observer, world, error);
    observer_clear(&observer);
    return status;
}

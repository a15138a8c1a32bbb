// resume_end.c - see resume_end.h.
#include "cli/resume_end.h"

#include "cli/outcome.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"
#include "run/output.h"

#include <stdio.h>

// Is the last stage over, so that nothing but another end of it leads on?
static bool stages_are_over(const world *world)
{
    const stage_mark last = world_stage(world);
    return world_is_over(world) && last.number + 1 == world_stages(world) && last.number >= 0 &&
           last.end != STAGE_END_NONE;
}

// How one goes on beyond the end of a run.
static void way_further(char *hint, size_t room, const char *folder, const world *world)
{
    char word[SHELL_ROOM];
    shell_word(word, folder);
    if (stages_are_over(world))
        snprintf(hint, room,
                 "its last stage is over; a branch may have a longer one: scree resume %s --set "
                 "stages.%.60s.until=... --out NEW",
                 word, world_stage(world).name);
    else
        snprintf(hint, room, "to go on further: scree resume %s --set run.duration='%.3g s'", word,
                 2 * world_time(world));
}

int resume_end(const resume_ending *is, world *world)
{
    const int64_t now = world_steps(world);
    const bool over = world_is_over(world);
    const int64_t end = over && world_stages(world) > 0 ? now : world_last_step(world);
    char hint[SHELL_ROOM + 200];
    uint64_t hash;
    scree_error error;
    if (is->branch || !over)
        return ARGS_GO_ON;
    way_further(hint, sizeof hint, is->folder, world);
    if (stages_are_over(world) && is->set->count > 0)
        return args_fail("resume", hint, "%s changes nothing: the run is finished, t = %.6g s",
                         is->set->item[0].key, world_time(world));
    if (now > end)
        return args_fail(
            "resume", hint, "the run has passed t = %.6g s: its snapshot is at t = %.6g s",
            world_time(world) - (double)(now - end) * world_dt(world), world_time(world));
    if (world_hash(world, &hash, &error))
        return give_up(&error);
    if (!is->saved || !output_ended(is->folder, now, hash))
        return ARGS_GO_ON;
    if (is->as_json)
        outcome_print(is->folder);
    if (!is->quiet)
        print_called_format(stdout, "the run is finished, t = %.6g s; nothing was changed (%s)\n",
                            world_time(world), hint);
    return EXIT_DONE;
}

// output_log.c - lines for the log of a run, with the time of day: of anything, of stages, of a case; see output.h.
#include "run/output.h"

#include "console/paint.h"
#include "run/scaling.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

void output_log(output *output, const char *text, ...)
{
    char stamp[40] = "";
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    if (!output->log)
        return;
    if (localtime_r(&now, &parts))
        strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &parts);
    fprintf(output->log, "%s  ", stamp);
    va_start(args, text);
    vfprintf(output->log, text, args);
    va_end(args);
    fputc('\n', output->log);
    fflush(output->log);
}

void output_log_no_sums(output *output)
{
    static const char words[] = "what the probes had kept is not there for this snapshot; means "
                                "and totals begin again at t = %.6g s";
    print_warning(words, world_time(output->world));
    output_log(output, words, world_time(output->world));
}

static const char *const end_words[STAGE_ENDS] = {
    [STAGE_END_NONE] = "goes on",
    [STAGE_END_TIME] = "its time is over",
    [STAGE_END_HOLDS] = "its condition holds",
    [STAGE_END_LIMIT] = "its limit is reached",
};

void output_log_stage(output *output)
{
    const stage_mark mark = world_stage(output->world);
    if (mark.number < 0)
        return;
    if (mark.end == STAGE_END_NONE) {
        output_log(output, "stage %s (%d of %d) since step %" PRId64 ", t = %.9g s", mark.name,
                   mark.number + 1, world_stages(output->world), mark.step, mark.time);
        return;
    }
    output_log(output, "stage %s (%d of %d) is over at step %" PRId64 ", t = %.9g s: %s", mark.name,
               mark.number + 1, world_stages(output->world), world_steps(output->world),
               world_time(output->world), end_words[mark.end]);
}

void output_log_case(output *output)
{
    char text[SCALING_ROOM];
    if (scaling_words(text, world_model(output->world)))
        output_log(output, "%s", text);
    char servo[AIMS_ROOM];
    aims_area area;
    for (int k = 0; k < world_walls(output->world); k++) {
        if (!aims_area_of(output->world, k, &area))
            continue;
        aims_area_words(servo, &area, world_model(output->world)->dimensions);
        output_log(output, "servo: %s", servo);
    }
    // One that is over is told when the next begins.
    if (world_stage(output->world).end == STAGE_END_NONE)
        output_log_stage(output);
}

void output_judge_aims(output *output, const model *next)
{
    const int before = output->aims.count;
    aims_judge(&output->aims, output->world, next);
    for (int i = before; i < output->aims.count; i++)
        output_log(output, "warning: %s", output->aims.text[i]);
}

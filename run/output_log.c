// output_log.c - a line for the log of a run, with the time of day; see output.h.
#include "run/output.h"

#include "run/scaling.h"

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

void output_log_case(output *output)
{
    char text[SCALING_ROOM];
    if (scaling_words(text, world_model(output->world)))
        output_log(output, "%s", text);
    output_log_stage(output);
}

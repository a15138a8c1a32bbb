// pace.c - see pace.h.
#include "run/pace.h"

#include "console/words.h"
#include "run/flows.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

void pace_begin(pace *pace, const output *output, bool quiet)
{
    *pace = (struct pace){.quiet = quiet, .terminal = isatty(STDERR_FILENO)};
    pace->begin = pace->shown = pace->saved = pace->rated = pace_clock();
    pace->first = pace->rated_step = world_steps(output->world);
}

void pace_pass(pace *pace, double seconds)
{
    pace->begin += seconds;
    pace->rated += seconds;
}

double pace_clock(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

// What a minute ago took long, or was quick, tells little of what is to come: a mean in which the past fades. In the
// first minute it is the plain mean since the begin.
void pace_gather(pace *pace, const output *output)
{
    const int64_t step = world_steps(output->world);
    const double now = pace_clock();
    const double memory = 60; // s
    const double span = now - pace->rated;
    const double age = now - pace->begin;
    if (!(span > 0))
        return;
    const double weight = span / (age < memory ? age : memory);
    pace->rate +=
        (weight < 1 ? weight : 1) * ((double)(step - pace->rated_step) / span - pace->rate);
    pace->rated = now;
    pace->rated_step = step;
}

static void show(pace *pace, output *output, double now)
{
    char rate[WORD_ROOM];
    char left[WORD_ROOM];
    char contacts[WORD_ROOM];
    char flow[FLOW_ROOM];
    char sweeps[EFFORT_ROOM];
    char line[336 + FLOW_ROOM + EFFORT_ROOM];
    const world_pulse pulse = world_pulse_of(output->world);
    const int64_t step = world_steps(output->world);
    pace_gather(pace, output);
    const double speed = pace->rate;
    flows_words(flow, world_flows_of(output->world));
    effort_gather(&output->effort, output->world);
    effort_progress(sweeps, &output->effort);
    const stage_mark mark = world_stage(output->world);
    char stage[80] = "";
    if (mark.number >= 0)
        snprintf(stage, sizeof stage, "  stage %.60s", mark.name);
    int length = snprintf(
        line, sizeof line,
        "%3.0f %%  t = %.4g of %.4g s%s  %s steps/s  %s contacts  kinetic %.3g J  %s%s%s%s%s left",
        output->end > 0 ? 100.0 * (double)step / (double)output->end : 100.0,
        world_time(output->world),
        world_time(output->world) + (double)(output->end - step) * world_dt(output->world), stage,
        word_rate(rate, speed), word_count(contacts, pulse.contacts), pulse.kinetic, sweeps,
        *sweeps ? "  " : "", flow, *flow ? "  " : "",
        word_span(left, (double)(output->end - step) / speed));
    if (pace->terminal)
        fprintf(stderr, "\r%-*s", pace->drawn, line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    pace->drawn = length;
    pace->shown = now;
}

void pace_wipe(pace *pace)
{
    if (pace->terminal && pace->drawn)
        fprintf(stderr, "\r%*s\r", pace->drawn, "");
    pace->drawn = 0;
}

void pace_show_now_and_then(pace *pace, output *output)
{
    double now = pace_clock();
    double rest = pace->terminal ? 0.2 : 10;
    if (!pace->quiet && now - pace->shown >= rest && world_steps(output->world) > pace->first)
        show(pace, output, now);
}

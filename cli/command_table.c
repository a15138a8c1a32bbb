// command_table.c - the commands of the program, in the order in which its help tells them; see command_table.h.
#include "cli/command_table.h"

#include "cli/commands.h"

#include <string.h>

const command commands[] = {
    {"run", run_main, "run a case; its results go to a folder"},
    {"check", check_main, "look at a case without running it: grains, step and why, memory, time"},
    {"resume", resume_main, "go on with a run, to the bit, or branch it with other settings"},
    {"info", info_main, "what a run or a snapshot holds, its state hash, exports"},
    {"measure", measure_main, "sample probes on the frames of a run, or on a snapshot"},
    {"picture", picture_main, "draw a moment of a run"},
    {"film", film_main, "the frames of a run as a film"},
    {"view", view_main, "a run, a snapshot or a case in a browser: turn, colour, scrub, plots"},
    {"plot", plot_main, "columns of tables as curves: PNG, SVG, PDF"},
    {"report", report_main, "one page on a run, a sweep or a fit: plots, numbers, checks"},
    {"list", list_main, "laws, drives, walls, packings and probes with their parameters"},
    {"sweep", sweep_main, "run a case over values of its keys, and tabulate what was measured"},
    {"fit", fit_main,
     "find parameters from experiments, on single grains or any case with a probe"},
    {"new", new_main, "write a commented case to start from"},
    {"bench", bench_main, "measure the speed"},
    {"law", law_main, "move one contact along a path and show what its laws answer"},
    {"shape", shape_main, "what a mesh file is as a body: volume, inertia, what is wrong with it"},
    {"solve", solve_main, "solve a friction problem from a file, or take one from a run"},
    {"verify", verify_main, "check the physics against closed forms"},
    {NULL, NULL, NULL},
};

const command *command_find(const char *name)
{
    for (const command *at = commands; at->name; at++)
        if (!strcmp(at->name, name))
            return at;
    return NULL;
}

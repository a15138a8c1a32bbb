// probe_given.c - a number of the program that uses the library (scree/measure.h): it is asked at each sample, and so takes part in
// tables and in the conditions of stages and of calls. Without such a program the probe is refused at its first sample.
#include "measure/table.h"

#include <math.h>

// Units of SI, in which the program gives the number; so nothing is converted.
static const char *const units[] = {"1",   "m",     "m^2", "m^3", "s",  "1/s", "kg",
                                    "m/s", "m/s^2", "rad", "N",   "Pa", "J",   "W"};
enum { UNITS = sizeof units / sizeof *units };

static const row rows[] = {
    {"unit", ROW_WORD, "1|m|m^2|m^3|s|1/s|kg|m/s|m/s^2|rad|N|Pa|J|W", 0, 0, UNITS - 1,
     "what the number counts"},
};

static const probe_head head[] = {{"time", "s"}, {"value", ""}};
enum { COLUMNS = sizeof head / sizeof *head };

static const char *unit_of(const choice *choice)
{
    const int index = (int)choice_real(choice, "unit");
    return index > 0 && index < UNITS ? units[index] : "";
}

// The name of the probe in its case.
static const char *name_of(const model *model, const choice *choice)
{
    for (int i = 0; i < model->probes; i++)
        if (&model->probe[i].measure == choice)
            return model->probe[i].name;
    return "";
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)state;
    double value[COLUMNS] = {frame->time, NAN};
    const frame_giver *giver = &frame->giver;
    const char *name = name_of(model, choice);
    if (!giver->number)
        return probe_fail(
            error, "given", "take it out, or run the case by a program that gives it",
            "the number is one of a program that uses the library (scree_world_give), "
            "and there is none");
    const scree_status status = giver->number(giver->context, name, frame, &value[1], error);
    return status ? status : table_row(table, value, error);
}

static const char *needs_run(const choice *choice, const model *model, const frame *first)
{
    (void)choice;
    (void)model;
    (void)first;
    return "is a number of the program that took the steps";
}

const char probe_given_example[] = "unit: J";

const probe probe_given = {
    .what = {"given", "a number of the program that uses the library", rows,
             sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .sample = sample,
    .unit_of_last = unit_of,
    .needs_run = needs_run,
};

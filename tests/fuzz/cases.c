// cases.c - see cases.h.
#include "fuzz/cases.h"

#include <stdio.h>
#include <stdlib.h>

const char *const fuzz_case_names[FUZZ_CASES] = {"balls",   "clumps", "outlines", "polyhedra",
                                                 "streams", "drives", "hard",     "sticky",
                                                 "cell",    "growth", "stages",   "maser"};
static const int ages[FUZZ_AGES] = {0, 20, 150};

// Made once, and read by all inputs of the process.
static model models[FUZZ_CASES];
static image images[FUZZ_CASES][FUZZ_AGES];
static bool opened;

static void open_case(int i)
{
    char path[80];
    size_t size;
    world *w = NULL;
    scree_error error = {0};
    const world_options options = fuzz_options();
    snprintf(path, sizeof path, "corpus/world/%s.yaml", fuzz_case_names[i]);
    char *text = fuzz_source(path, &size);
    FUZZ_WANT(fuzz_read_case(text, size, &models[i]));
    FUZZ_WANT(world_create(&models[i], &options, &w, &error) == SCREE_OK);
    for (int age = 0; age < FUZZ_AGES; age++) {
        FUZZ_WANT(world_step(w, ages[age] - world_steps(w), &error) == SCREE_OK);
        FUZZ_WANT(world_image(w, &images[i][age], &error) == SCREE_OK);
    }
    world_destroy(w);
    free(text);
}

void fuzz_cases_open(void)
{
    if (opened)
        return;
    for (int i = 0; i < FUZZ_CASES; i++)
        open_case(i);
    opened = true;
}

const model *fuzz_case_model(int i)
{
    return &models[i];
}
const image *fuzz_case_image(int i, int age)
{
    return &images[i][age];
}

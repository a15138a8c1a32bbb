// law_job.c - see law_job.h.
#include "cli/law_job.h"

#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/words.h"
#include "base/text.h"
#include "law/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first slot that has a law of this name, unless --slot says another; that there are more is told.
int find_law(law_job *job)
{
    int found = 0;
    char name[WORD_ROOM];
    text_buffer known = {0};
    text_buffer others = {0};
    for (int s = 0; s < LAW_SLOTS; s++) {
        int n;
        const plugin *const *list = law_plugins(s, &n);
        const plugin *is = plugin_find(list, n, job->name);
        text_append_format(&known, "%s%s: ", known.length ? "; " : "", law_slot_word(s));
        for (int i = 0; i < n; i++)
            text_append_format(&known, "%s%s", i ? ", " : "", word_name(name, list[i]->name));
        if (!is || (job->slot && strcmp(job->slot, law_slot_word(s)) != 0))
            continue;
        if (found++) {
            text_append_format(&others, "%s--slot %s", others.length ? ", " : "", law_slot_word(s));
            continue;
        }
        job->in = s;
        job->what = is;
    }
    int code = ARGS_GO_ON;
    if (found == 0)
        code = args_fail("law", known.data ? known.data : "scree list laws", "there is no law '%s'",
                         job->name);
    if (found > 1)
        print_called_format(stderr, "this is the %s law %s; another of that name: %s\n",
                            law_slot_word(job->in), job->name,
                            others.data ? others.data : "see scree list laws");
    text_buffer_clear(&known);
    text_buffer_clear(&others);
    return code;
}

// The case of an aluminium ball on a rigid plane.
static void write_case(const law_job *job, text_buffer *text)
{
    text_append_format(
        text, "scree: 1\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\nmaterials:\n"
              "  ball: {density: 2699 kg/m^3, young: 70 GPa, poisson: 0.3, yield: 100 MPa}\n"
              "  plane: {density: 2699 kg/m^3}\n"
              "pairs:\n  ball-plane:\n");
    for (int s = 0; s < LAW_SLOTS; s++) {
        bool this = s == job->in;
        const char *law = this ? job->what->name : s == LAW_NORMAL ? "hertz" : "none";
        const char *example = this ? law_example(s, job->what) : "";
        text_append_format(text, "    %s: {law: %s%s%s}\n", law_slot_word(s), law,
                           *example ? ", " : "", example);
    }
    text_append(
        text,
        "  default: {normal: {law: hertz}, tangential: none}\n"
        "shapes: {ball: {ball: {radius: 0.1 m}}}\n"
        "walls: {plane: {material: plane, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
        "run: {steps: 1}\n");
}

int read_own(const law_job *job, model *model)
{
    case_families families = all_families();
    fault_list faults = {0};
    fault_list notes = {0};
    text_buffer text = {0};
    int code = ARGS_GO_ON;
    write_case(job, &text);
    scree_error memory;
    if (text.failed)
        return give_up((fail_memory(&memory, "law"), &memory));
    if (case_parse(&(case_source){text.data, text.length, "law.yaml"},
                   &(case_context){&families, job->set.item, job->set.count}, model, &faults,
                   &notes)) {
        for (int i = 0; i < faults.count; i++)
            print_error(&faults.item[i]);
        code = EXIT_INPUT;
    }
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    text_buffer_clear(&text);
    return code;
}

static int material_of(const model *model, const char *name, size_t length)
{
    for (int i = 0; i < model->materials; i++)
        if (strlen(model->material[i].name) == length &&
            !memcmp(model->material[i].name, name, length))
            return i;
    return -1;
}

int mix_pair(const law_job *job, const model *model, law_set *set)
{
    const char *pair = job->pair ? job->pair : "ball-plane";
    const char *dash = strchr(pair, '-');
    int a = dash ? material_of(model, pair, (size_t)(dash - pair)) : -1;
    int b = dash ? material_of(model, dash + 1, strlen(dash + 1)) : -1;
    scree_error error;
    if (a < 0 || b < 0)
        return args_fail("law", "give --pair A-B with two names of its `materials`",
                         "'%s' is no pair of materials of the case", pair);
    return law_set_mix(model, a, b, set, &error) ? give_up(&error) : ARGS_GO_ON;
}

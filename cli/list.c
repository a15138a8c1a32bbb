// list.c - scree list: all that a case can name, with parameters, units, defaults and ranges, from the rows of the
// plug-ins.
#include "cli/commands.h"
#include "case/examples.h"
#include "cli/list_columns.h"
#include "cli/list_json.h"
#include "cli/list_laws.h"
#include "cli/list_materials.h"
#include "cli/list_rows.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"
#include "case/keys.h"
#include "case/templates.h"
#include "console/words.h"
#include "fit/method.h"
#include "fit/model.h"
#include "law/rows.h"
#include "scene/growth.h"

#include <math.h>
#include <string.h>

enum { NAME = LIST_NAME };

static void list_laws(const case_families *families)
{
    static const char *const titles[LAW_SLOTS] = {
        "normal laws (pairs.NAME.normal)", "cohesion laws (pairs.NAME.cohesion)",
        "tangential laws (pairs.NAME.tangential)", "rolling laws (pairs.NAME.rolling)",
        "twisting laws (pairs.NAME.twisting)"};
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        char name[WORD_ROOM];
        print_plugins(titles[slot], families->law[slot], families->laws[slot]);
        printf("  for solver: nonsmooth too:");
        for (int i = 0; i < families->laws[slot]; i++)
            if (law_has_rows(slot, families->law[slot][i]))
                printf(" %s", word_name(name, families->law[slot][i]->name));
        printf("\n\n");
    }
}

static void list_walls(const case_families *families)
{
    print_family("forms of walls (walls.NAME.FORM)", families->primitive, families->primitives);
}

static void list_drives(const case_families *families)
{
    print_family("drives (walls.NAME.drive)", families->drive, families->drives);
}

static void list_packings(const case_families *families)
{
    print_family("packings (grains, packing)", families->packing, families->packings);
}

static void list_regions(const case_families *families)
{
    print_family("regions (regions.NAME.FORM, or in place of a name)", families->region,
                 families->regions);
}

static void list_forces(const case_families *families)
{
    print_family("forces (forces.NAME)", families->force, families->forces);
}

static void list_growth(const case_families *families)
{
    static const plugin *const growth[] = {&growth_of_grains};
    (void)families;
    print_family("growth of radii (grains, streams: growth)", growth, 1);
}

// Sections of a case that are no plug-ins; each is a topic of its own, too.
static void list_sections(const case_families *families)
{
    int count;
    const plugin *const *sections = key_sections(&count);
    (void)families;
    print_family("sections of a case, and their keys", sections, count);
}

static void list_probes(const case_families *families)
{
    print_family("probes (probes.NAME)", families->probe, families->probes);
}

static void print_fit_columns(const char *title, const fit_column *column, int count)
{
    for (int i = 0; i < count; i++)
        printf("    %-*s %s [%s], %s\n", NAME, title, column[i].name, column[i].unit,
               column[i].doc);
}

static void list_fit(const case_families *families)
{
    int count;
    (void)families;
    print_wrapped(stdout,
                  "a fit compares measurements with a model of one contact (data), as below, or "
                  "with runs of any case that has a probe (experiments.NAME: {case, probe, column, "
                  "take, measured, error}; docs/fit.md)",
                  0, 110);
    printf("\n");
    const plugin *const *models = fit_model_plugins(&count);
    for (int i = 0; i < count; i++) {
        const fit_model *model = fit_model_find(models[i]);
        print_family("what can be measured (data.NAME of a fit)", &models[i], 1);
        print_fit_columns("given", model->input, model->inputs);
        print_fit_columns("measured", model->output, model->outputs);
        printf("\n");
    }
    const plugin *const *methods = fit_method_plugins(&count);
    print_family("how it can be searched (searches.NAME of a fit)", methods, count);
}

static void list_units(const case_families *families)
{
    (void)families;
    printf("units\n"
           "  Values carry units: 5 mm, 70 GPa, 21.1 deg, 2500 kg/m^3, 30 rpm. Products by * or a "
           "blank, quotients by /,\n"
           "  powers by ^, parentheses as usual; only 0 and pure numbers need none (30 %% and 2/7 "
           "are pure numbers).\n"
           "  m g s N Pa J W Hz rad with prefixes from n to T; besides them in t min h bar deg "
           "rpm\n\n");
}

static void list_columns(const case_families *families)
{
    (void)families;
    print_columns();
}

static void list_templates(const case_families *families)
{
    (void)families;
    print_called(stdout, "cases to start from (scree new NAME)\n");
    for (int i = 0; i < case_template_count(); i++) {
        int length;
        const char *doc = case_template_doc(i, &length);
        printf("  %-10s %.*s\n", case_template_name(i), length, doc);
    }
    printf("\n");
}

static void list_materials(const case_families *families)
{
    (void)families;
    print_materials();
}

static void print_shapes(int dimensions)
{
    int count;
    const char *const *shapes = case_shape_examples(dimensions, &count);
    for (int i = 0; i < count; i++)
        printf("  %s\n", shapes[i]);
}

static void list_shapes(const case_families *families)
{
    (void)families;
    printf("shapes of grains, as in shapes: {...} (docs/case-files.md has all keys)\n");
    print_shapes(3);
    printf("with dimensions: 2\n");
    print_shapes(2);
    printf("\n");
}

static const struct {
    const char *name;
    void (*print)(const case_families *families);
    const char *doc;
} topics[] = {
    {"sections", list_sections, "keys of domain, grains, streams, removals, run and output"},
    {"laws", list_laws, "what acts between two that touch"},
    {"shapes", list_shapes, "forms of grains"},
    {"walls", list_walls, "forms of walls"},
    {"drives", list_drives, "how walls move"},
    {"packings", list_packings, "where grains begin"},
    {"regions", list_regions, "parts of space, for packings, streams, removals, probes"},
    {"growth", list_growth, "radii that change in a run"},
    {"forces", list_forces, "what acts on grains without a contact"},
    {"probes", list_probes, "what is measured"},
    {"materials", list_materials, "cards of materials, with the sources of their values"},
    {"fit", list_fit, "models, methods and experiments of scree fit"},
    {"units", list_units, "how quantities are written"},
    {"columns", list_columns, "the state"},
    {"examples", list_templates, "cases to start from"},
};
enum { TOPICS = sizeof topics / sizeof *topics };

void list_offer(void)
{
    for (int i = 0; i < TOPICS; i++)
        printf("%s\t%s\n", topics[i].name, topics[i].doc);
}

static int print_topics(void)
{
    print_called(stdout, "topics: scree list TOPIC, or the name of anything in one\n");
    for (int i = 0; i < TOPICS; i++)
        printf("  %-10s %s\n", topics[i].name, topics[i].doc);
    return EXIT_DONE;
}

static int no_such_topic(const char *given)
{
    char hint[300] = "topics:";
    size_t length = strlen(hint);
    for (int i = 0; i < TOPICS && length < sizeof hint; i++)
        length += (size_t)snprintf(hint + length, sizeof hint - length, "%s %s", i ? "," : "",
                                   topics[i].name);
    return args_fail("list", hint, "there is nothing called '%s'", given);
}

// One plug-in by its name, whatever its family.
static bool print_named(const case_families *families, const char *name)
{
    int sections;
    const plugin *const *section = key_sections(&sections);
    const struct {
        const plugin *const *list;
        int count;
        const char *title;
    } all[] = {{families->law[LAW_NORMAL], families->laws[LAW_NORMAL], "a normal law"},
               {families->law[LAW_COHESION], families->laws[LAW_COHESION], "a cohesion law"},
               {families->law[LAW_TANGENTIAL], families->laws[LAW_TANGENTIAL], "a tangential law"},
               {families->law[LAW_ROLLING], families->laws[LAW_ROLLING], "a rolling law"},
               {families->law[LAW_TWISTING], families->laws[LAW_TWISTING], "a twisting law"},
               {families->primitive, families->primitives, "a form of walls"},
               {families->drive, families->drives, "a drive"},
               {families->packing, families->packings, "a packing"},
               {families->region, families->regions, "a region"},
               {families->force, families->forces, "a force"},
               {families->probe, families->probes, "a probe"},
               {section, sections, "a section of a case"}};
    bool found = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const plugin *is = plugin_find(all[i].list, all[i].count, name);
        if (is)
            print_family(all[i].title, &is, 1);
        found = found || is;
    }
    return print_material(name) || found;
}

static int print_markdown(const char *what)
{
    if (!strcmp(what, "columns"))
        print_columns_page();
    else if (!strcmp(what, "laws"))
        print_law_table();
    else if (!strcmp(what, "materials"))
        print_materials_page();
    else if (!print_law_page(what))
        return args_fail("list", "scree list columns --markdown",
                         "columns, laws, materials and SLOT-LAW make pages, '%s' does not", what);
    return EXIT_DONE;
}

int list_main(int argc, char **argv)
{
    const char *operand[OPERANDS_MOST];
    int operands;
    bool page = false;
    bool as_json = false;
    const option options[] = {
        {"markdown", OPTION_FLAG, &page, 0, NULL,
         "with columns: the page docs/columns.md; with laws: the table of docs/laws.md; "
         "with materials: the page docs/materials.md; with SLOT-LAW (normal-hertz): the head of "
         "its page"},
        {"json", OPTION_FLAG, &as_json, 0, NULL,
         "one JSON object: of a topic, or without one of all but units"},
    };
    const syntax syntax = {
        "list",
        "[TOPIC|NAME]",
        "Lists what a case can name, with parameters, units, defaults and ranges: a topic, or one "
        "thing\n"
        "by its name. Without either it tells which topics there are.",
        options,
        sizeof options / sizeof *options,
        0,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    if (page)
        return print_markdown(operands ? operand[0] : "");
    case_families families = all_families();
    if (as_json && operands && !strcmp(operand[0], "units"))
        return args_fail("list", "leave out --json", "units are told in words alone");
    if (as_json && !list_json(&families, operands ? operand[0] : NULL))
        return no_such_topic(operand[0]);
    if (as_json)
        return EXIT_DONE;
    if (!operands)
        return print_topics();
    for (int i = 0; i < TOPICS; i++) {
        if (strcmp(operand[0], topics[i].name) != 0)
            continue;
        topics[i].print(&families);
        return EXIT_DONE;
    }
    return print_named(&families, operand[0]) ? EXIT_DONE : no_such_topic(operand[0]);
}

// list.c - scree list: all that a case can name, with parameters, units, defaults and ranges, from the rows of the
// plug-ins.
#include "cli/commands.h"
#include "cli/list_columns.h"
#include "cli/list_laws.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/words.h"
#include "fit/method.h"
#include "fit/model.h"
#include "law/rows.h"
#include "scene/growth.h"

#include <math.h>
#include <string.h>

enum { NAME = 14, WIDTH = 110 };

static void print_range(const row *is)
{
    bool low = isfinite(is->low), high = isfinite(is->high), positive = is->low == ROW_POSITIVE;
    if (is->type == ROW_TEXT || is->type == ROW_FLAG || is->type == ROW_WORD ||
        is->type == ROW_WORDS || is->type == ROW_REGION)
        return;
    if (positive && high)
        printf(", above 0, at most %g", is->high);
    else if (positive)
        printf(", above 0");
    else if (low && high)
        printf(", from %g to %g", is->low, is->high);
    else if (low)
        printf(", at least %g", is->low);
    else if (high)
        printf(", at most %g", is->high);
}

static const char *kind_of(const row *is)
{
    switch (is->type) {
    case ROW_VECTOR:
        return "vector";
    case ROW_INTEGER:
        return "whole number";
    case ROW_FLAG:
        return "true or false";
    case ROW_WORD:
        return "one of";
    case ROW_WORDS:
        return "list of";
    case ROW_TEXT:
        return "text";
    case ROW_DISTRIBUTION:
        return "number or distribution";
    case ROW_REGION:
        return "region";
    case ROW_FORMULA:
        return "expression in t";
    case ROW_REAL:
        break;
    }
    return "number";
}

static void print_words(const row *is)
{
    int length;
    const char *word;
    for (int i = 0; (word = row_word(is, i, &length)); i++)
        printf("%s %.*s", i ? " or" : "", length, word);
}

static void print_default_word(const row *is)
{
    int length = 0;
    const char *word = row_word(is, (int)is->fallback, &length);
    if (word)
        printf(", default %.*s", length, word);
}

static void print_default_words(const row *is)
{
    int length;
    const char *word;
    printf(", default [");
    for (int i = 0; (word = row_word(is, i, &length)); i++) {
        if ((int)is->fallback >> i & 1)
            printf("%s%.*s", i ? ", " : "", length, word);
    }
    printf("]");
}

static void print_row(const row *is)
{
    printf("    %-*s %s", NAME, is->name, kind_of(is));
    if (is->type == ROW_WORD || is->type == ROW_WORDS)
        print_words(is);
    else if (is->type != ROW_TEXT && is->type != ROW_FLAG && is->type != ROW_REGION &&
             strcmp(is->unit, "1") != 0)
        printf(" in %s", is->unit);
    if (isnan(is->fallback))
        printf(", required");
    else if (is->fallback == ROW_OPTIONAL)
        printf(", optional");
    else if (is->type == ROW_FLAG)
        printf(", default %s", is->fallback != 0 ? "true" : "false");
    else if (is->type == ROW_WORD)
        print_default_word(is);
    else if (is->type == ROW_WORDS)
        print_default_words(is);
    else
        printf(", default %g", is->fallback);
    print_range(is);
    printf("\n    %-*s ", NAME, "");
    print_wrapped(stdout, is->doc, NAME + 5, WIDTH);
}

static void print_plugins(const char *title, const plugin *const *list, int count)
{
    printf("%s\n", title);
    for (int i = 0; i < count; i++) {
        char name[WORD_ROOM];
        printf("  %s: ", word_name(name, list[i]->name));
        print_wrapped(stdout, list[i]->doc, 4, WIDTH);
        for (int k = 0; k < list[i]->count; k++)
            print_row(&list[i]->rows[k]);
    }
}

static void print_family(const char *title, const plugin *const *list, int count)
{
    print_plugins(title, list, count);
    printf("\n");
}

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
    int count;
    const char *const *names = case_template_names(&count);
    (void)families;
    print_called(stdout, "cases to start from (scree new NAME)\n");
    for (int i = 0; i < count; i++)
        printf("  %s\n", names[i]);
    printf("\n");
}

// Shapes are no plug-ins with rows; each line is one that a case can have as it stands (a test reads them).
static void list_shapes(const case_families *families)
{
    static const char *const in_space[] = {
        "bead:    {ball: {diameter: {distribution: uniform, from: 3 mm, to: 4 mm}}}",
        "bean:    {clump: {ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}}}",
        "ring:    {clump: {ring: {balls: 6, radius: 3 mm, ball_radius: 1 mm}}}",
        "twin:    {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1 mm}, {at: [1.5 mm, 0 mm, 0 "
        "mm], radius: 1 mm}]}}",
        "filled:  {clump: {fill: {file: stone.obj, unit: mm, error: 20 %}}}",
        "rod:     {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [4 mm, 0 mm, 0 mm]], radius: "
        "1 mm}}",
        "pebble:  {spheropolyhedron: {file: stone.obj, unit: mm, scale: 2, radius: 0.2 mm}}",
        "stone:   {polyhedron: {file: stone.obj, unit: mm}}",
        "brick:   {polyhedron: {builder: {box: [25 cm, 12 cm, 6.5 cm]}}}",
        "die:     {polyhedron: {builder: {platonic: cube, size: 1 cm}}}",
        "nut:     {polyhedron: {builder: {prism: {sides: 6, radius: 1 cm, length: 8 mm}}}}",
    };
    static const char *const in_the_plane[] = {
        "rice:    {spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm]], radius: 0.5 mm}}",
        "peanut:  {spheropolygon: {vertices: [[-2 mm, 0 mm], [0 mm, 1 mm], [2 mm, 0 mm]], closed: "
        "false, radius: 1 "
        "mm}}",
        "wedge:   {spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm], [0 mm, 2 mm]], radius: "
        "0.2 mm}}",
        "leaf:    {clump: {fill: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm], [0 mm, 2 mm]], radius: "
        "0.2 mm, spacing: 0.3 "
        "mm}}}",
    };
    (void)families;
    printf("shapes of grains, as in shapes: {...} (docs/case-files.md has all keys)\n");
    for (size_t i = 0; i < sizeof in_space / sizeof *in_space; i++)
        printf("  %s\n", in_space[i]);
    printf("with dimensions: 2\n");
    for (size_t i = 0; i < sizeof in_the_plane / sizeof *in_the_plane; i++)
        printf("  %s\n", in_the_plane[i]);
    printf("\n");
}

static const struct {
    const char *name;
    void (*print)(const case_families *families);
} topics[] = {{"laws", list_laws},         {"shapes", list_shapes},     {"walls", list_walls},
              {"drives", list_drives},     {"packings", list_packings}, {"regions", list_regions},
              {"growth", list_growth},     {"forces", list_forces},     {"probes", list_probes},
              {"fit", list_fit},           {"units", list_units},       {"columns", list_columns},
              {"examples", list_templates}};
enum { TOPICS = sizeof topics / sizeof *topics };

// One plug-in by its name, whatever its family.
static bool print_named(const case_families *families, const char *name)
{
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
               {families->probe, families->probes, "a probe"}};
    bool found = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const plugin *is = plugin_find(all[i].list, all[i].count, name);
        if (is)
            print_family(all[i].title, &is, 1);
        found = found || is;
    }
    return found;
}

static int print_markdown(const char *what)
{
    if (!strcmp(what, "columns"))
        print_columns_page();
    else if (!strcmp(what, "laws"))
        print_law_table();
    else if (!print_law_page(what))
        return args_fail("list", "scree list columns --markdown",
                         "columns, laws and SLOT-LAW make pages, '%s' does not", what);
    return EXIT_DONE;
}

int list_main(int argc, char **argv)
{
    const char *operand[OPERANDS_MOST];
    int operands;
    bool page = false;
    const option options[] = {
        {"markdown", OPTION_FLAG, &page, 0, NULL,
         "with columns: the page docs/columns.md; with laws: the table of docs/laws.md; "
         "with SLOT-LAW (normal-hertz): the head of its page"},
    };
    const syntax syntax = {
        "list",
        "[laws|shapes|walls|drives|packings|regions|growth|forces|probes|fit|units|columns|"
        "examples|NAME]",
        "Lists what a case can name, with parameters, units, defaults and ranges; or one of them.",
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
    for (int i = 0; i < TOPICS; i++) {
        if (operands && strcmp(operand[0], topics[i].name) != 0)
            continue;
        topics[i].print(&families);
        if (operands)
            return EXIT_DONE;
    }
    if (!operands || print_named(&families, operand[0]))
        return EXIT_DONE;
    return args_fail(
        "list",
        "topics: laws, shapes, walls, drives, packings, regions, growth, forces, probes, "
        "fit, units, columns, examples",
        "there is nothing called '%s'", operand[0]);
}

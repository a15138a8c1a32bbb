// new.c - scree new: a commented case to start from, or with new_lammps.c the case of a LAMMPS data file.
#include "cli/commands.h"
#include "cli/flight.h"
#include "cli/made.h"
#include "cli/new_case.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"

#include "base/text.h"
#include "case/templates.h"

#include <stdlib.h>
#include <string.h>

// ---- cases to start from

// Files that stand beside the case of a template, and are made by a formula.
static const struct {
    const char *template, *file;
    char *(*text)(void);
} besides[] = {{"screw", "screw.obj", flight_mesh}};
enum { BESIDES = sizeof besides / sizeof *besides };

static int list_as_json(void)
{
    json line;
    made_begin(&line, NULL);
    json_list(&line, "cases");
    for (int i = 0; i < case_template_count(); i++) {
        int length;
        const char *doc = case_template_doc(i, &length);
        char *text = text_slice(doc, (size_t)length);
        json_object(&line, NULL);
        json_text(&line, "name", case_template_name(i));
        json_text(&line, "doc", text);
        json_close(&line);
        free(text);
    }
    json_close(&line);
    return made_end(&line);
}

static int list_templates(void)
{
    print_called(stdout, "cases to start from: scree new NAME [FOLDER]\n");
    for (int i = 0; i < case_template_count(); i++) {
        int length;
        const char *doc = case_template_doc(i, &length);
        printf("  %-10s %.*s\n", case_template_name(i), length, doc);
    }
    return EXIT_DONE;
}

static int tell_unknown(const char *given)
{
    const char *names[64];
    const int count = case_template_count();
    for (int i = 0; i < count && i < 64; i++)
        names[i] = case_template_name(i);
    const char *near = text_closest(given, names, count, 3);
    if (near)
        fprintf(stderr, "scree new: there is no case '%s' (did you mean '%s'?)\n", given, near);
    else
        fprintf(stderr, "scree new: there is no case '%s'\n", given);
    fprintf(stderr, "there are:");
    for (int i = 0; i < count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", names[i]);
    fprintf(stderr, "\n");
    return EXIT_INPUT;
}

static scree_status write_beside(new_case *made, int i, scree_error *error)
{
    char *text = besides[i].text();
    scree_status status =
        text ? new_write(made, besides[i].file, text, error) : fail_memory(error, besides[i].file);
    free(text);
    return status;
}

// All files or none.
static int new_template(const char *name, new_case *made)
{
    const char *folder = made->folder;
    scree_error error;
    const char *text = case_template(name);
    if (!text)
        return tell_unknown(name);
    scree_status status = new_check_free(folder, "case.yaml", &error);
    for (int i = 0; i < BESIDES && !status; i++) {
        if (!strcmp(besides[i].template, name))
            status = new_check_free(folder, besides[i].file, &error);
    }
    if (!status)
        status = new_write(made, "case.yaml", text, &error);
    for (int i = 0; i < BESIDES && !status; i++) {
        if (!strcmp(besides[i].template, name))
            status = write_beside(made, i, &error);
    }
    return status ? give_up(&error) : new_tell(made);
}

int new_main(int argc, char **argv)
{
    const char *lammps = NULL;
    new_case made = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"from-lammps", OPTION_TEXT, &lammps, 0, "FILE",
         "take the grains of a LAMMPS data file (atom_style sphere); then: scree new --from-lammps "
         "FILE [FOLDER]"},
        OPTION_JSON(made.as_json),
    };
    const syntax syntax = {
        "new",
        "[NAME [FOLDER]]",
        "Writes a commented case to FOLDER/case.yaml (default: a folder called NAME).\n"
        "Without a name it lists them.",
        options,
        sizeof options / sizeof *options,
        0,
        2};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    if (lammps && operands > 1)
        return args_fail("new", "usage: scree new --from-lammps FILE [FOLDER]",
                         "there is one argument too many");
    if (!lammps && !operands)
        return made.as_json ? list_as_json() : list_templates();
    made.folder = operands ? operand[operands - 1] : "from-lammps";
    code = lammps ? new_from_lammps(lammps, &made) : new_template(operand[0], &made);
    new_case_clear(&made);
    return code;
}

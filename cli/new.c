// new.c - scree new: a commented case to start from, or the case of a LAMMPS data file.
#include "cli/commands.h"
#include "cli/flight.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"
#include "run/folder.h"

#include "base/constants.h"
#include "base/text.h"
#include "case/templates.h"
#include "store/file_out.h"
#include "store/lammps_data.h"
#include "store/number.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Is FOLDER/NAME free? Nothing that is there is ever replaced.
static scree_status check_free(const char *folder, const char *name, scree_error *error)
{
    char *path = folder_path(folder, name);
    struct stat state;
    if (!path)
        return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    if (!lstat(path, &state))
        status = fail(error, SCREE_BAD_INPUT, path, "choose another folder: scree new NAME FOLDER",
                      "there is such a file already");
    free(path);
    return status;
}

// Writes FOLDER/NAME; refuses to replace what is there.
static scree_status write_new(const char *folder, const char *name, const char *text,
                              scree_error *error)
{
    char *path = folder_path(folder, name);
    if (!path)
        return fail_memory(error, folder);
    file_out out;
    scree_status status = check_free(folder, name, error);
    if (!status)
        status = folder_make(folder, error);
    if (!status)
        status = file_out_open(&out, path, error);
    if (!status) {
        file_out_write(&out, text, strlen(text));
        status = file_out_commit(&out, error);
    }
    free(path);
    return status;
}

static int say_next(const char *folder)
{
    char *path = folder_path(folder, "case.yaml");
    char typed[SHELL_ROOM];
    if (!path)
        return EXIT_MEMORY;
    shell_word(typed, path);
    print_called_format(stdout, "%s is written. Next:\n  scree check %s\n  scree run %s\n", path,
                        typed, typed);
    free(path);
    return EXIT_DONE;
}

// ---- cases to start from

// Files that stand beside the case of a template, and are made by a formula.
static const struct {
    const char *template, *file;
    char *(*text)(void);
} besides[] = {{"screw", "screw.obj", flight_mesh}};
enum { BESIDES = sizeof besides / sizeof *besides };

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

static scree_status write_beside(const char *folder, int i, scree_error *error)
{
    char *text = besides[i].text();
    scree_status status = text ? write_new(folder, besides[i].file, text, error)
                               : fail_memory(error, besides[i].file);
    free(text);
    return status;
}

// All files or none.
static int new_template(const char *name, const char *folder)
{
    scree_error error;
    const char *text = case_template(name);
    if (!text)
        return tell_unknown(name);
    scree_status status = check_free(folder, "case.yaml", &error);
    for (int i = 0; i < BESIDES && !status; i++) {
        if (!strcmp(besides[i].template, name))
            status = check_free(folder, besides[i].file, &error);
    }
    if (!status)
        status = write_new(folder, "case.yaml", text, &error);
    for (int i = 0; i < BESIDES && !status; i++) {
        if (!strcmp(besides[i].template, name))
            status = write_beside(folder, i, &error);
    }
    return status ? give_up(&error) : say_next(folder);
}

// ---- from LAMMPS

// The density of a type, or a negative number where its grains differ.
static double density_of(const lammps_data *data, int type)
{
    double density = 0;
    for (int64_t i = 0; i < data->count; i++) {
        if (data->type[i] != type)
            continue;
        if (density != 0 && density != data->density[i])
            return -1;
        density = data->density[i];
    }
    return density;
}

static void put_numbers(text_buffer *words, const double *value, int count)
{
    char text[NUMBER_ROOM];
    for (int i = 0; i < count; i++) {
        number_text(text, value[i]);
        text_append_format(words, "%s%s", i ? "," : "", text);
    }
    text_append(words, "\n");
}

// Positions are put back into the box by whole boxes only where the file says that a grain has left it; the reader of
// the table wraps them on periodic axes.
static char *grain_table(const lammps_data *data, int type)
{
    text_buffer text = {0};
    text_append(&text, "x,y,z,radius,vx,vy,vz,wx,wy,wz,mass\n");
    for (int64_t i = 0; i < data->count; i++) {
        if (data->type[i] != type)
            continue;
        double r = 0.5 * data->diameter[i];
        double mass = data->density[i] * (4.0 / 3.0 * PI * (r * r * r));
        v3 x = data->position[i];
        v3 v = data->velocity[i];
        v3 s = data->spin[i];
        const double value[] = {x.x, x.y, x.z, r, v.x, v.y, v.z, s.x, s.y, s.z, mass};
        put_numbers(&text, value, (int)(sizeof value / sizeof *value));
    }
    if (!text.failed)
        return text.data;
    text_buffer_clear(&text);
    return NULL;
}

// The name of a file on the line of a comment.
static void put_name(text_buffer *text, const char *from)
{
    for (const char *c = from; *c; c++)
        text_append_format(text, "%c", (unsigned char)*c < ' ' || *c == 127 ? '?' : *c);
}

static void put_head(text_buffer *text, const char *from, const lammps_data *data)
{
    text_append(text, "# The grains of ");
    put_name(text, from);
    text_append_format(
        text,
        ", %lld of them. The file says nothing of materials, laws, gravity and boundaries:\n"
        "# those below are a start, look through them. Its numbers are taken as SI units.\n"
        "scree: 1\ntitle: Grains from LAMMPS\ngravity: [0, 0, -9.81 m/s^2]\n\n"
        "# LAMMPS is periodic unless told otherwise. Others: wall (needs `material: NAME` here), "
        "open.\n"
        "domain:\n  low: [%.17g m, %.17g m, %.17g m]\n  high: [%.17g m, %.17g m, %.17g m]\n"
        "  boundary: {x: periodic, y: periodic, z: periodic}\n\nmaterials:\n",
        (long long)data->count, data->low.x, data->low.y, data->low.z, data->high.x, data->high.y,
        data->high.z);
}

static bool has_type(const lammps_data *data, int type)
{
    for (int64_t i = 0; i < data->count; i++)
        if (data->type[i] == type)
            return true;
    return false;
}

static char *lammps_case(const char *from, const lammps_data *data)
{
    text_buffer text = {0};
    put_head(&text, from, data);
    for (int t = 1; t <= data->types; t++) {
        double density = density_of(data, t);
        text_append_format(
            &text, "  type_%d: {density: %.17g kg/m^3, young: 10 MPa, poisson: 0.3}%s\n", t,
            density > 0 ? density : 2500, density > 0 ? "" : " # masses are those of the table");
    }
    text_append(
        &text,
        "\npairs:\n  default:\n    normal: {law: hertz, restitution: 0.8}\n"
        "    tangential: {law: mindlin, friction: 0.5}\n    rolling: {law: none}\n\n"
        "shapes:\n  ball: {ball: {radius: 1 mm}} # radii are those of the table\n\ngrains:\n");
    for (int t = 1; t <= data->types; t++)
        if (has_type(data, t))
            text_append_format(&text,
                               "  - {name: type_%d, shape: ball, material: type_%d, packing: {law: "
                               "csv, file: grains_%d.csv}}\n",
                               t, t, t);
    text_append(&text, "\nrun: {duration: 0.1 s, step: auto}\noutput: {every: 1 ms}\n");
    if (!text.failed)
        return text.data;
    text_buffer_clear(&text);
    return NULL;
}

// Nothing is written where not all can be.
static scree_status check_tables(const char *from, const lammps_data *data, const char *folder,
                                 scree_error *error)
{
    enum { TYPES_MOST = 1000 };
    scree_status status = SCREE_OK;
    if (data->count == 0)
        return fail(error, SCREE_BAD_INPUT, from, "check that it is the right file",
                    "the file holds no atoms");
    if (data->types > TYPES_MOST)
        return fail(error, SCREE_BAD_INPUT, from, "number the types that there are from 1 on",
                    "%d atom types are more than the %d that a case can be made of", data->types,
                    TYPES_MOST);
    for (int t = 1; t <= data->types && !status; t++) {
        struct stat state;
        char *path = text_format("%s/grains_%d.csv", folder, t);
        if (!path)
            status = fail_memory(error, folder);
        else if (has_type(data, t) && !lstat(path, &state))
            status = fail(error, SCREE_BAD_INPUT, path,
                          "choose another folder: scree new --from-lammps FILE FOLDER",
                          "there is such a file already");
        free(path);
    }
    return status;
}

static scree_status write_tables(const lammps_data *data, const char *folder, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int t = 1; t <= data->types && !status; t++) {
        if (!has_type(data, t))
            continue;
        char name[40];
        char *text = grain_table(data, t);
        snprintf(name, sizeof name, "grains_%d.csv", t);
        status = text ? write_new(folder, name, text, error) : fail_memory(error, name);
        free(text);
    }
    return status;
}

static int new_from_lammps(const char *from, const char *folder)
{
    lammps_data data;
    scree_error error;
    fault_list faults = {0};
    scree_status read = lammps_data_read(from, &data, &faults, &error);
    if (read && !faults.count)
        print_error(&error);
    print_faults(&faults);
    fault_list_clear(&faults);
    if (read)
        return exit_code(read);
    scree_status status = check_tables(from, &data, folder, &error);
    char *text = status ? NULL : lammps_case(from, &data);
    if (!status && !text)
        status = fail_memory(&error, from);
    if (!status)
        status = write_new(folder, "case.yaml", text, &error);
    if (!status)
        status = write_tables(&data, folder, &error);
    free(text);
    lammps_data_clear(&data);
    return status ? give_up(&error) : say_next(folder);
}

int new_main(int argc, char **argv)
{
    const char *lammps = NULL;
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"from-lammps", OPTION_TEXT, &lammps, 0, "FILE",
         "take the grains of a LAMMPS data file (atom_style sphere); then: scree new --from-lammps "
         "FILE [FOLDER]"},
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
    if (lammps)
        return operands > 1 ? args_fail("new", "usage: scree new --from-lammps FILE [FOLDER]",
                                        "there is one argument too many")
                            : new_from_lammps(lammps, operands ? operand[0] : "from-lammps");
    if (!operands)
        return list_templates();
    return new_template(operand[0], operand[operands - 1]);
}

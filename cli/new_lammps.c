// new_lammps.c - the case of a LAMMPS data file, for scree new: its grains as tables, and what the file does not say as a start.
#include "cli/new_case.h"
#include "console/exit.h"
#include "console/session.h"

#include "base/constants.h"
#include "base/text.h"
#include "store/lammps_data.h"
#include "store/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static scree_status write_tables(const lammps_data *data, new_case *made, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int t = 1; t <= data->types && !status; t++) {
        if (!has_type(data, t))
            continue;
        char name[40];
        char *text = grain_table(data, t);
        snprintf(name, sizeof name, "grains_%d.csv", t);
        status = text ? new_write(made, name, text, error) : fail_memory(error, name);
        free(text);
    }
    return status;
}

int new_from_lammps(const char *from, new_case *made)
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
    scree_status status = check_tables(from, &data, made->folder, &error);
    char *text = status ? NULL : lammps_case(from, &data);
    if (!status && !text)
        status = fail_memory(&error, from);
    if (!status)
        status = new_write(made, "case.yaml", text, &error);
    if (!status)
        status = write_tables(&data, made, &error);
    free(text);
    lammps_data_clear(&data);
    return status ? give_up(&error) : new_tell(made);
}

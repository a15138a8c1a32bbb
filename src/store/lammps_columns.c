// lammps_columns.c - records of a LAMMPS data file are sorted, checked and become columns; see lammps_parser.h.
#include "store/lammps_parser.h"

#include "store/lammps_data.h"

#include <inttypes.h>
#include <stdlib.h>

static int by_id(const void *a, const void *b)
{
    const int64_t *x = a;
    const int64_t *y = b; // both records begin with id and line
    if (x[0] != y[0])
        return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

scree_status lammps_sort_atoms(lammps_parser *parser)
{
    if (parser->atoms < 1)
        return SCREE_OK;
    qsort(parser->atom, (size_t)parser->atoms, sizeof *parser->atom, by_id);
    for (int64_t i = 1; i < parser->atoms; i++)
        if (parser->atom[i].id == parser->atom[i - 1].id) {
            parser->line = parser->atom[i].line;
            return lammps_fault(parser, "give every atom its own id",
                                "atom %" PRId64 " stood at line %" PRId64 " already",
                                parser->atom[i].id, parser->atom[i - 1].line);
        }
    return SCREE_OK;
}

// There are as many velocities as atoms: sorted, each must have the id of its atom.
scree_status lammps_sort_motions(lammps_parser *parser)
{
    if (!parser->motion || parser->atoms < 1)
        return SCREE_OK;
    qsort(parser->motion, (size_t)parser->atoms, sizeof *parser->motion, by_id);
    for (int64_t i = 0; i < parser->atoms; i++) {
        const lammps_motion *motion = &parser->motion[i];
        parser->line = motion->line;
        if (i && motion->id == motion[-1].id)
            return lammps_fault(parser, "keep one of the two lines",
                                "the velocity of atom %" PRId64 " stood at line %" PRId64
                                " already",
                                motion->id, motion[-1].line);
        if (motion->id < parser->atom[i].id)
            return lammps_fault(parser, "correct the id",
                                "there is no atom %" PRId64 " in the section Atoms", motion->id);
        if (motion->id > parser->atom[i].id)
            return lammps_fault(parser, "give a velocity for every atom",
                                "atom %" PRId64 " of line %" PRId64 " has no velocity",
                                parser->atom[i].id, parser->atom[i].line);
    }
    return SCREE_OK;
}

scree_status lammps_fill_columns(const lammps_parser *parser, lammps_data *data)
{
    const size_t length = (size_t)parser->atoms + 1;
    data->count = parser->atoms;
    data->types = (int32_t)parser->types;
    data->low = v3_make(parser->bounds[0][0], parser->bounds[1][0], parser->bounds[2][0]);
    data->high = v3_make(parser->bounds[0][1], parser->bounds[1][1], parser->bounds[2][1]);
    data->has_velocities = parser->motion != NULL;
    data->has_images = parser->images == 1;
    data->id = calloc(length, sizeof *data->id);
    data->type = calloc(length, sizeof *data->type);
    data->diameter = calloc(length, sizeof *data->diameter);
    data->density = calloc(length, sizeof *data->density);
    data->position = calloc(length, sizeof *data->position);
    data->velocity = calloc(length, sizeof *data->velocity);
    data->spin = calloc(length, sizeof *data->spin);
    data->image = calloc(length, sizeof *data->image);
    if (!data->id || !data->type || !data->diameter || !data->density || !data->position ||
        !data->velocity || !data->spin || !data->image)
        return fail_memory(parser->error, parser->name);
    for (int64_t i = 0; i < parser->atoms; i++) {
        const lammps_atom *atom = &parser->atom[i];
        data->id[i] = atom->id;
        data->type[i] = atom->type;
        data->diameter[i] = atom->diameter;
        data->density[i] = atom->density;
        data->position[i] = atom->position;
        data->image[i] = atom->image;
        if (!parser->motion)
            continue;
        data->velocity[i] = parser->motion[i].velocity;
        data->spin[i] = parser->motion[i].spin;
    }
    return SCREE_OK;
}

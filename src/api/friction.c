// friction.c - friction problems of scree/friction.h: thin words for friction/ and store/.
#include "scree/friction.h"

#include "api/objects.h"
#include "api/plain_locale.h"
#include "friction/solve.h"
#include "store/friction_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct scree_friction {
    friction_system system;
};

static scree_status open(scree_friction **out, scree_error *error)
{
    *out = calloc(1, sizeof **out);
    return *out ? SCREE_OK : fail_memory(error, "friction problem");
}

static scree_status keep(scree_status status, scree_friction **out)
{
    if (status) {
        free(*out);
        *out = NULL;
    }
    return status;
}

static friction_matrix matrix_of(const scree_matrix *matrix, const char *name)
{
    return (friction_matrix){.rows = matrix->rows,
                             .columns = matrix->columns,
                             .entries = matrix->entries,
                             .row = matrix->row,
                             .column = matrix->column,
                             .value = matrix->value,
                             .name = name};
}

scree_status scree_friction_create(const scree_friction_given *given, scree_friction **out,
                                   scree_error *error)
{
    const friction_given inside = {.dimension = given->dimension,
                                   .contacts = given->contacts,
                                   .where = "scree_friction_create",
                                   .friction = given->mu,
                                   .w = matrix_of(&given->w, "W"),
                                   .q = given->q,
                                   .m = matrix_of(&given->m, "M"),
                                   .h = matrix_of(&given->h, "H"),
                                   .f = given->f,
                                   .offset = given->offset};
    const plain_locale locale = plain_locale_begin();
    scree_status status = open(out, error);
    if (!status)
        status = keep(friction_system_make(&inside, &(*out)->system, error), out);
    plain_locale_end(locale);
    return status;
}

scree_status scree_friction_read(const char *path, scree_friction **out, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = open(out, error);
    if (!status)
        status = keep(friction_file_read(path, &(*out)->system, error), out);
    plain_locale_end(locale);
    return status;
}

scree_status scree_world_friction(const scree_world *handle, scree_friction **out,
                                  scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = open(out, error);
    if (!status)
        status = keep(world_friction(handle->world, &(*out)->system, error), out);
    plain_locale_end(locale);
    return status;
}

void scree_friction_destroy(scree_friction *problem)
{
    if (!problem)
        return;
    friction_system_clear(&problem->system);
    free(problem);
}

int scree_friction_dimension(const scree_friction *problem)
{
    return problem->system.dimension;
}

int32_t scree_friction_contacts(const scree_friction *problem)
{
    return problem->system.contacts;
}

// ---- numbers of the caller and those of the room, which has 3 a contact

static void give(const friction_system *system, const double *from, double *to)
{
    const size_t dimension = (size_t)system->dimension;
    for (size_t contact = 0; contact < (size_t)system->contacts; contact++)
        for (size_t row = 0; row < dimension; row++)
            to[dimension * contact + row] = from[3 * contact + row];
}

static void take(const friction_system *system, const double *from, double *to)
{
    const size_t dimension = (size_t)system->dimension;
    for (size_t contact = 0; contact < (size_t)system->contacts; contact++)
        for (size_t row = 0; row < dimension; row++)
            to[3 * contact + row] = from[dimension * contact + row];
}

// Zeroed; NULL without memory.
static double *room_for(const friction_system *system)
{
    return calloc(9 * (size_t)system->contacts, sizeof(double));
}

int scree_friction_guess(const scree_friction *problem, double *r)
{
    const friction_system *system = &problem->system;
    if (system->guess)
        give(system, system->guess, r);
    else
        memset(r, 0, (size_t)system->dimension * (size_t)system->contacts * sizeof *r);
    return system->guess != NULL;
}

scree_status scree_friction_write(const scree_friction *problem, const char *path, const double *r,
                                  const double *u, scree_error *error)
{
    const friction_system *system = &problem->system;
    const size_t size = 3 * (size_t)system->contacts;
    double *room = room_for(system);
    if (!room)
        return fail_memory(error, path);
    if (r && u) {
        take(system, r, room);
        take(system, u, room + size);
    }
    const plain_locale locale = plain_locale_begin();
    const friction_note about = {
        .title = "written by scree " SCREE_VERSION, .r = r && u ? room : NULL, .u = room + size};
    scree_status status = friction_file_write(path, system, &about, error);
    plain_locale_end(locale);
    free(room);
    return status;
}

static scree_status check_options(const scree_friction_options *options, scree_error *error)
{
    if (!(options->tolerance >= 0))
        return fail(error, SCREE_BAD_INPUT, "tolerance", "give 0 for 1e-9", "the tolerance is %g",
                    options->tolerance);
    if (options->iterations < 0)
        return fail(error, SCREE_BAD_INPUT, "iterations", "give 0 for 100000",
                    "%lld iterations cannot be made", (long long)options->iterations);
    return SCREE_OK;
}

static scree_status check_start(const friction_system *system, const double *start,
                                scree_error *error)
{
    for (int64_t i = 0; start && i < (int64_t)system->dimension * system->contacts; i++)
        if (!isfinite(start[i]))
            return fail(error, SCREE_BAD_INPUT, "reactions", "give finite numbers",
                        "number %lld of the reactions is %g", (long long)i, start[i]);
    return SCREE_OK;
}

scree_status scree_friction_solve(const scree_friction *problem,
                                  const scree_friction_options *options, double *r, double *u,
                                  scree_friction_result *result, scree_error *error)
{
    const friction_system *system = &problem->system;
    const scree_friction_options given = options ? *options : (scree_friction_options){0};
    const size_t size = 3 * (size_t)system->contacts;
    friction_outcome outcome;
    scree_status status = check_options(&given, error);
    if (!status)
        status = check_start(system, given.start, error);
    if (status)
        return status;
    double *room = room_for(system);
    if (!room)
        return fail_memory(error, "friction problem");
    if (given.start)
        take(system, given.start, room);
    const friction_wish wish = {
        .tolerance = given.tolerance > 0 ? given.tolerance : FRICTION_TOLERANCE,
        .iterations = given.iterations > 0 ? given.iterations : FRICTION_ITERATIONS,
        .start = room,
    };
    status = friction_solve(system, &wish, room + size, room + 2 * size, &outcome, error);
    if (!status) {
        give(system, room + size, r);
        give(system, room + 2 * size, u);
        *result = (scree_friction_result){.solved = outcome.solved,
                                          .residual = outcome.residual.scaled,
                                          .natural_map = outcome.residual.natural,
                                          .iterations = outcome.iterations};
    }
    free(room);
    return status;
}

scree_status scree_friction_residual(const scree_friction *problem, const double *r, double *u,
                                     scree_friction_result *result, scree_error *error)
{
    const friction_system *system = &problem->system;
    const size_t size = 3 * (size_t)system->contacts;
    scree_status status = check_start(system, r, error);
    if (status)
        return status;
    double *room = room_for(system);
    if (!room)
        return fail_memory(error, "friction problem");
    take(system, r, room);
    friction_velocity(system, room, room + size);
    const friction_residual residual = friction_residual_of(system, room, room + size);
    if (u)
        give(system, room + size, u);
    *result = (scree_friction_result){.residual = residual.scaled, .natural_map = residual.natural};
    free(room);
    return SCREE_OK;
}

// packing_vtk.c - grains at the points of a VTK file, such as frames of Scree, LIGGGHTS, Yade, MercuryDPM or Lethe.
//
// Arrays are known by the names that these programs give them, upper and lower case alike: radius or diameter (else that
// of the shape), velocity, spin, mass (else from the density). All others are passed over.
#include "scene/packing.h"

#include "scene/grain_table.h"
#include "scene/vtk_points.h"

#include <stdlib.h>

static const row rows[] = {
    {"file", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "VTK file (.vtk, .vtp, .vtu), relative to the folder of the case"},
    {"scale", ROW_REAL, "1", 1, ROW_POSITIVE, ROW_ANY_HIGH,
     "factor on all lengths and velocities: 0.001 for a file in mm"},
    {"type", ROW_INTEGER, "1", ROW_OPTIONAL, -1e9, 1e9,
     "only points whose array `type_array` has this value"},
    {"type_array", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "name of the array of `type`; default: type"},
    {"seed", ROW_INTEGER, "1", ROW_OPTIONAL, 0, 9007199254740991.0,
     "seed of radii that the file does not give"},
};

enum { RADIUS, DIAMETER, VELOCITY, SPIN, MASS, KNOWN };
static const char *const names[KNOWN][6] = {
    {"radius", "radii", "r"},
    {"diameter", "d"},
    {"velocity", "v", "vel", "velocities", "linvelvec"},
    {"angular_velocity", "angularvelocity", "omega", "angvelvec", "spin"},
    {"mass"},
};
static const int components[KNOWN] = {1, 1, 3, 3, 1};

typedef struct vtk_start {
    const packing_job *job;
    vtk_points points;
    const vtk_field *field[KNOWN]; // NULL: the file has none
    const vtk_field *type;         // NULL: all points are taken
    spread radius;
    rng sizes;
} vtk_start;

static scree_status find_fields(vtk_start *start, scree_error *error)
{
    const choice *choice = &start->job->set->packing;
    for (int i = 0; i < KNOWN; i++) {
        for (int k = 0; k < 6 && names[i][k] && !start->field[i]; k++) {
            const vtk_field *field = vtk_points_find(&start->points, names[i][k]);
            if (field && field->components == components[i])
                start->field[i] = field;
        }
    }
    if (!choice_given(choice, "type"))
        return SCREE_OK;
    const char *named = choice_text(choice, "type_array");
    const char *array = named ? named : "type";
    start->type = vtk_points_find(&start->points, array);
    if (start->type && start->type->components == 1)
        return SCREE_OK;
    return packing_fail(start->job, error, "name an array of the file with one value a point",
                        "there is no array '%.60s' to choose a type by", array);
}

static v3 vector_of(const vtk_field *field, int64_t i)
{
    if (!field)
        return v3_make(0, 0, 0);
    const double *x = &field->value[3 * i];
    return v3_make(x[0], x[1], x[2]);
}

static bool is_number(double x)
{
    return x - x == 0;
}

static bool are_numbers(v3 x)
{
    return is_number(x.x) && is_number(x.y) && is_number(x.z);
}

static scree_status refuse_point(const vtk_start *start, int64_t i, const char *what, double value,
                                 scree_error *error)
{
    return packing_fail(start->job, error, "correct the file, or leave such points out",
                        "%s of point %lld is %g", what, (long long)i, value);
}

static double radius_of(vtk_start *start, int64_t i, double scale)
{
    if (start->field[RADIUS])
        return scale * start->field[RADIUS]->value[i];
    if (start->field[DIAMETER])
        return 0.5 * scale * start->field[DIAMETER]->value[i];
    return rng_spread(&start->sizes, start->radius);
}

static scree_status add_point(vtk_start *start, int64_t i, grain_list *out, scree_error *error)
{
    const choice *choice = &start->job->set->packing;
    const double scale = choice_real(choice, "scale");
    const double radius = radius_of(start, i, scale);
    const double mass = start->field[MASS] ? start->field[MASS]->value[i] : 0;
    const grain_entry entry = {
        .position = v3_scale(scale, vector_of(&start->points.place, i)),
        .velocity = v3_scale(scale, vector_of(start->field[VELOCITY], i)),
        .spin = vector_of(start->field[SPIN], i),
        .radius = radius,
        .mass = mass,
        .told = true,
    };
    if (!(radius > 0) || !is_number(radius))
        return refuse_point(start, i, "the radius", radius, error);
    if (start->field[MASS] && !(mass > 0))
        return refuse_point(start, i, "the mass", mass, error);
    if (!are_numbers(entry.position) || !are_numbers(entry.velocity) || !are_numbers(entry.spin)) {
        return packing_fail(start->job, error, "correct the file, or leave such points out",
                            "place, velocity or spin of point %lld is no number", (long long)i);
    }
    return grain_list_add(out, start->job, &entry, error);
}

static scree_status add_all(vtk_start *start, grain_list *out, scree_error *error)
{
    const choice *choice = &start->job->set->packing;
    scree_status status = find_fields(start, error);
    if (!status)
        status = grain_list_expect(out, start->job, start->points.place.tuples, error);
    for (int64_t i = 0; i < start->points.place.tuples && !status; i++) {
        if (!start->type || start->type->value[i] == choice_real(choice, "type"))
            status = add_point(start, i, out, error);
    }
    return status;
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    vtk_start start = {
        .job = job,
        .radius = job->model->shape[job->set->shape].radius,
        .sizes = packing_rng(job, 0),
    };
    fault_tally tally = {.list = job->faults};
    scree_error fault;
    char *path = packing_path(job->folder, choice_text(&job->set->packing, "file"));
    if (!path)
        return fail_memory(error, job->set->name);
    scree_status status = vtk_points_read(path, &start.points, &fault);
    if (!status)
        status = add_all(&start, out, &fault);
    vtk_points_clear(&start.points);
    free(path);
    if (status)
        fault_tally_add(&tally, &fault);
    return fault_tally_end(&tally, error);
}

const char packing_vtk_example[] = "file: grains.vtk, scale: 0.001";

const packing_kind packing_vtk = {
    {"vtk", "grains at the points of a VTK file", rows, sizeof rows / sizeof *rows}, add};

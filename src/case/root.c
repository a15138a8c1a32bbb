// root.c - the root of a case: its sections in order, and those with fixed keys (domain, run, output); see parts.h.
#include "case/parts.h"

#include "case/case.h"
#include "base/text.h"
#include "case/reader.h"
#include "case/regions.h"
#include "case/tree.h"
#include "store/result_names.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

static const double autosave_default = 600; // s

static void read_version(reader *reader, node *root)
{
    int64_t version;
    node *node = reader_need(reader, root, "scree", "begin the file with scree: 1");
    if (reader_integer(reader, node, 0, INT64_MAX, &version) && version != VERSION) {
        reader_fault(reader, node, "this program reads scree: 1",
                     "scree = %s is a version of the format that is not known", node->text);
    }
}

static void read_dimensions(reader *reader, node *node, model *model)
{
    int64_t dimensions = 3;
    if (reader_integer(reader, node, 2, 3, &dimensions))
        model->dimensions = (int)dimensions;
    reader->dimensions = model->dimensions;
}

// A vector, a mapping {magnitude, direction}, or 0.
static void read_gravity(reader *reader, node *root, model *model)
{
    node *map = reader_take(reader, root, "gravity");
    double magnitude;
    v3 direction;
    if (!map) {
        reader_note(reader, root, "gravity is not given: none acts");
        return;
    }
    if (map->kind == NODE_LIST) {
        reader_vector(reader, map, &(value_range){"m/s^2", -INFINITY, INFINITY}, 0,
                      &model->gravity);
    } else if (map->kind == NODE_SCALAR &&
               reader_real(reader, map, "m/s^2", 0, INFINITY, &magnitude) && magnitude > 0) {
        reader_fault(reader, map,
                     "write [0, 0, -9.81 m/s^2] or {magnitude: 9.81 m/s^2, direction: [0, 0, -1]}",
                     "gravity = %.60s has no direction", map->text);
    }
    if (map->kind != NODE_MAP)
        return;
    bool good = reader_real(reader, reader_need(reader, map, "magnitude", "such as 9.81 m/s^2"),
                            "m/s^2", 0, INFINITY, &magnitude);
    node *way = reader_need(reader, map, "direction", "such as [0, 0, -1]");
    if (reader_vector(reader, way, &(value_range){"1", -1e100, 1e100}, 0, &direction)) {
        double norm = v3_norm(direction);
        if (!(norm > 1e-100))
            reader_fault(reader, way, "such as [0, 0, -1]", "gravity.direction has no length");
        else if (good)
            model->gravity = v3_scale(magnitude / norm, direction);
    }
    reader_finish(reader, map);
}

static void read_boundaries(reader *reader, node *map, model *model)
{
    static const char *const axes[] = {"x", "y", "z"};
    static const char *const kinds[] = {"open", "periodic", "wall"};
    if (!reader_is_map(reader, map))
        return;
    for (int i = 0; i < 3; i++) {
        node *axis = reader_take(reader, map, axes[i]);
        int kind = axis ? reader_word(reader, axis, kinds, 3) : -1;
        if (kind >= 0)
            model->boundary[i] = (boundary)kind;
        if (i == 2 && model->dimensions == 2 && kind > BOUNDARY_OPEN)
            reader_fault(reader, axis, "leave z out", "a 2D case has no boundary along z");
    }
    reader_finish(reader, map);
}

static void read_domain(reader *reader, node *root, model *model)
{
    node *map = reader_need(reader, root, "domain",
                            "give domain: {low: [x, y, z], high: [x, y, z], boundary: {...}}");
    static const char corner[] = "give a corner such as [0 m, 0 m, 0 m]";
    model->domain_material = -1;
    if (!reader_is_map(reader, map))
        return;
    bool flat = model->dimensions == 2;
    bool good = reader_vector(reader, reader_need(reader, map, "low", corner),
                              &(value_range){"m", -INFINITY, INFINITY}, -0.5, &model->low);
    good = reader_vector(reader, reader_need(reader, map, "high", corner),
                         &(value_range){"m", -INFINITY, INFINITY}, 0.5, &model->high) &&
           good;
    if (good && !(model->low.x < model->high.x && model->low.y < model->high.y &&
                  (model->low.z < model->high.z || (flat && model->low.z == model->high.z)))) {
        reader_fault(reader, map, "every component of `low` must be below that of `high`",
                     "the domain is empty");
    }
    node *boundaries = reader_take(reader, map, "boundary");
    node *material = reader_take(reader, map, "material");
    read_boundaries(reader, boundaries, model);
    model->domain_material = part_material_name(reader, material, model);
    bool wall = false;
    for (int i = 0; i < 3; i++)
        wall = wall || model->boundary[i] == BOUNDARY_WALL;
    if (wall && !material) {
        reader_fault(reader, map, "name one of `materials`: material: NAME",
                     "missing key 'material' in domain: its walls are made of something");
    }
    if (!wall && material) {
        reader_fault(reader, material, "leave it out, or make a boundary a wall",
                     "domain.material: the domain has no wall");
    }
    reader_finish(reader, map);
}

// How long: exactly one of `duration` and `steps`, or neither where stages say when they are over.
static void read_length(reader *reader, node *map, bool staged, model *model)
{
    node *duration = reader_take(reader, map, "duration");
    node *steps = reader_take(reader, map, "steps");
    model->no_duration = staged && !duration && !steps;
    if (model->no_duration)
        return; // stages say it
    if (!duration == !steps) {
        reader_fault(reader, map, "such as duration: 2 s",
                     duration ? "give duration or steps, not both"
                              : "missing key 'duration' in run");
    }
    if (steps)
        reader_integer(reader, steps, 1, INT64_MAX, &model->steps);
    else
        reader_real(reader, duration, "s", 0, INFINITY, &model->duration);
}

// How motion goes on in time, and how pairs are found.
static void read_schemes(reader *reader, node *map, model *model)
{
    node *integrator = reader_take(reader, map, "integrator");
    node *rotation = reader_take(reader, map, "rotation");
    node *search = reader_take(reader, map, "search");
    int word = integrator ? reader_word(reader, integrator, integrator_names, INTEGRATORS) : -1;
    if (word >= 0)
        model->integrator = (integrator_kind)word;
    if (rotation && model->integrator == INTEGRATOR_GEAR) {
        reader_fault(reader, rotation, "leave it out, or choose another integrator",
                     "run.rotation has no effect with integrator: gear, which turns bodies, too");
    }
    word = rotation ? reader_word(reader, rotation, rotation_names, ROTATIONS) : -1;
    if (word >= 0)
        model->rotation = (rotation_scheme)word;
    word = search ? reader_word(reader, search, search_names, SEARCHES) : -1;
    if (word >= 0)
        model->search = (search_kind)word;
}

static void read_run(reader *reader, node *root, model *model)
{
    static const char *const losses[] = {"stop", "remove"};
    static const char *const arms[] = {"common", "full"};
    const bool staged = node_find(root, "stages") != NULL;
    node *map = staged ? reader_take(reader, root, "run")
                       : reader_need(reader, root, "run", "give run: {duration: 1 s}");
    if (staged && !map) {
        model->no_duration = true;
        return;
    }
    if (!reader_is_map(reader, map))
        return;
    const node *stages = node_find(root, "stages");
    read_length(reader, map, stages && stages->count > 0, model);
    node *step = reader_take(reader, map, "step");
    node *loss = reader_take(reader, map, "on_loss");
    if (step && !(step->kind == NODE_SCALAR && !strcmp(step->text, "auto")))
        reader_real(reader, step, "s", ROW_POSITIVE, INFINITY, &model->step);
    read_schemes(reader, map, model);
    part_kit(reader, map, model);
    int word = loss ? reader_word(reader, loss, losses, 2) : -1;
    if (word >= 0)
        model->loss = (on_loss)word;
    node *arm = reader_take(reader, map, "arm");
    node *deepest = reader_take(reader, map, "deepest_overlap");
    model->full_arm = arm && reader_word(reader, arm, arms, 2) == 1;
    if (model->full_arm && model->solver == SOLVER_NONSMOOTH) {
        reader_fault(reader, arm, "leave it out, or choose solver: smooth",
                     "run.arm: the nonsmooth solver knows the common contact point alone");
    }
    if (deepest && deepest->kind == NODE_SCALAR && !strcmp(deepest->text, "none"))
        model->deepest = INFINITY;
    else
        reader_real(reader, deepest, "1", ROW_POSITIVE, INFINITY, &model->deepest);
    reader_flag(reader, reader_take(reader, map, "ledger"), &model->ledger);
    reader_flag(reader, reader_take(reader, map, "orientation"), &model->orientation);
    reader_finish(reader, map);
    bool short_run = model->steps == 0 && model->duration > 0 && model->step > model->duration;
    if (short_run)
        reader_note(reader, step, "run.step = %s is longer than the whole run", step->text);
}

// LAMMPS data files hold balls.
static void check_lammps(reader *reader, node *node, const model *model)
{
    for (int set = 0; set < model->grain_sets + model->streams; set++) {
        const int shape = set < model->grain_sets ? model->grains[set].shape
                                                  : model->stream[set - model->grain_sets].shape;
        if (shape < 0 || shape >= model->shapes || !model->shape[shape].core.vertices)
            continue;
        reader_fault(reader, node, "leave it out; a dump holds place, turn and shape",
                     "output.lammps: atom_style sphere cannot hold grains of the shape '%s'",
                     model->shape[shape].name);
        return;
    }
}

static bool is_word(const node *node, const char *word)
{
    return node && node->kind == NODE_SCALAR && !strcmp(node->text, word);
}

static void read_flag(reader *reader, node *map, const char *name, bool *out)
{
    reader_flag(reader, reader_take(reader, map, name), out);
}

static void read_seconds(reader *reader, node *map, const char *name, double *out)
{
    reader_real(reader, reader_take(reader, map, name), "s", 0, INFINITY, out);
}

static void read_output(reader *reader, node *map, model *model)
{
    model_output *output = &model->output;
    output->bodies = true;
    output->walls = true;
    output->autosave = autosave_default;
    if (!reader_is_map(reader, map))
        return;
    read_seconds(reader, map, "every", &output->every);
    read_seconds(reader, map, "snapshot_every", &output->snapshot_every);
    node *autosave = reader_take(reader, map, "autosave");
    if (is_word(autosave, "off"))
        output->autosave = 0;
    else
        reader_real(reader, autosave, "s", 0, INFINITY, &output->autosave);
    read_flag(reader, map, "bodies", &output->bodies);
    read_flag(reader, map, "contacts", &output->contacts);
    read_flag(reader, map, "walls", &output->walls);
    read_flag(reader, map, "dump", &output->dump);
    node *lammps = reader_take(reader, map, "lammps");
    reader_flag(reader, lammps, &output->lammps);
    if (output->lammps)
        check_lammps(reader, lammps, model);
    node *kardan = reader_take(reader, map, "kardan");
    reader_flag(reader, kardan, &output->kardan);
    if (output->kardan && !model_follows_turns(model)) {
        reader_fault(reader, kardan, "leave it out, or write run: {orientation: true}",
                     "output.kardan: this case has no grains whose orientation is followed");
    }
    reader_finish(reader, map);
}

static void read_random(reader *reader, node *node, model *model)
{
    int64_t seed = 0;
    if (!reader_is_map(reader, node))
        return;
    reader_integer(reader, reader_need(reader, node, "seed", "such as seed: 7"), 0, INT64_MAX,
                   &seed);
    model->seed = (uint64_t)seed;
    reader_finish(reader, node);
}

// The beginning of names of files that go into the folder of the run and nowhere else.
static char *read_result_name(reader *reader, const node *node)
{
    char *name = reader_copy(reader, node);
    const char *objection = name ? result_base_objection(name) : NULL;
    if (!objection)
        return name;
    char way[120];
    node_path(node, way, sizeof way);
    reader_fault(reader, node, "results go into the folder of the run: give a plain name",
                 "%s = %s: %s", way, name, objection);
    free(name);
    return NULL;
}

// What a .par file asks to be written besides; written by course_read and read back here.
static void read_course(reader *reader, node *map, model *model)
{
    model_course *course = &model->course;
    if (!reader_is_map(reader, map))
        return;
    course->active = true;
    node *out = reader_take(reader, map, "out_name");
    node *vtk = reader_take(reader, map, "vtk_name");
    if (out)
        course->out_name = read_result_name(reader, out);
    if (vtk)
        course->vtk_name = read_result_name(reader, vtk);
    reader_integer(reader, reader_take(reader, map, "out_every"), 0, INT64_MAX, &course->out_every);
    reader_integer(reader, reader_take(reader, map, "vtk_every"), 0, INT64_MAX, &course->vtk_every);
    reader_finish(reader, map);
}

void part_root(reader *reader, node *root, model *model)
{
    model->dimensions = 3;
    reader->dimensions = 3;
    model->deepest = 0.3;
    read_version(reader, root);
    node *title = reader_take(reader, root, "title");
    model->title = title ? reader_copy(reader, title) : text_copy("");
    if (!model->title && !title)
        reader->book->no_memory = true;
    read_dimensions(reader, reader_take(reader, root, "dimensions"), model);
    part_solver(reader, reader_take(reader, root, "solver"), reader_take(reader, root, "nonsmooth"),
                model);
    read_random(reader, reader_take(reader, root, "random"), model);
    read_gravity(reader, root, model);
    part_materials(reader,
                   reader_need(reader, root, "materials", "give materials: {NAME: {density: ...}}"),
                   model);
    part_pairs(reader, reader_take(reader, root, "pairs"), model);
    read_domain(reader, root, model);
    part_regions(reader, reader_take(reader, root, "regions"), model);
    part_shapes(reader, reader_take(reader, root, "shapes"), model);
    part_walls(reader, reader_take(reader, root, "walls"), model);
    part_grains(reader, reader_take(reader, root, "grains"), model);
    part_streams(reader, reader_take(reader, root, "streams"), model);
    part_removals(reader, reader_take(reader, root, "removals"), model);
    read_run(reader, root, model);
    part_cell(reader, reader_take(reader, root, "cell"), model, &model->cell);
    part_check_growth(reader, root, model);
    part_forces(reader, reader_take(reader, root, "forces"), model);
    read_output(reader, reader_take(reader, root, "output"), model);
    part_probes(reader, reader_take(reader, root, "probes"), model);
    read_course(reader, reader_take(reader, root, "course"), model);
    reader_take(reader, root, "stages"); // read when all else is (stages.c)
    reader_finish(reader, root);
    if (model->pair) {
        part_check_meetings(reader, root, model);
        part_check_radii(reader, root, model);
    }
}

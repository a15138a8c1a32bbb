// root.c - the root of a case: its sections in order, and those with fixed keys (domain, run, output); see parts.h.
#include "case/parts.h"

#include "case/case.h"
#include "base/text.h"
#include "case/keys.h"
#include "case/reader.h"
#include "case/regions.h"
#include "case/tree.h"
#include "store/result_names.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

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
    model->domain_material = -1;
    if (!reader_is_map(reader, map))
        return;
    bool flat = model->dimensions == 2;
    bool good = key_vector(reader, map, &keys_domain, "low", -0.5, &model->low);
    good = key_vector(reader, map, &keys_domain, "high", 0.5, &model->high) && good;
    if (good && !(model->low.x < model->high.x && model->low.y < model->high.y &&
                  (model->low.z < model->high.z || (flat && model->low.z == model->high.z)))) {
        reader_fault(reader, map, "every component of `low` must be below that of `high`",
                     "the domain is empty");
    }
    node *boundaries = key_take(reader, map, &keys_domain, "boundary");
    node *material = key_take(reader, map, &keys_domain, "material");
    read_boundaries(reader, boundaries, model);
    model->domain_material = part_material_name(reader, material, model);
    bool wall = false;
    for (int i = 0; i < 3; i++)
        wall = wall || model->boundary[i] == BOUNDARY_WALL;
    if (wall && !material) {
        reader_fault(reader, map, "name one of `materials`: material: NAME",
                     "missing key 'material' in domain: its walls are made of something");
    }
    // A stage or a branch that opens the last wall keeps the material; so it is no fault.
    if (!wall && material)
        reader_note(reader, material, "domain.material has no effect: the domain has no wall");
    reader_finish(reader, map);
}

// How long: exactly one of `duration` and `steps`, or neither where stages say when they are over.
static void read_length(reader *reader, node *map, bool staged, model *model)
{
    node *duration = key_take(reader, map, &keys_run, "duration");
    node *steps = key_take(reader, map, &keys_run, "steps");
    model->no_duration = staged && !duration && !steps;
    if (model->no_duration)
        return; // stages say it
    if (!duration == !steps) {
        reader_fault(reader, map, "such as duration: 2 s",
                     duration ? "give duration or steps, not both"
                              : "missing key 'duration' in run");
    }
    if (steps)
        key_integer(reader, map, &keys_run, "steps", &model->steps);
    else
        key_real(reader, map, &keys_run, "duration", &model->duration);
}

// How motion goes on in time, and how pairs are found.
static void read_schemes(reader *reader, node *map, model *model)
{
    const node *rotation = key_take(reader, map, &keys_run, "rotation");
    int word = key_word(reader, map, &keys_run, "integrator");
    if (word >= 0)
        model->integrator = (integrator_kind)word;
    if (rotation && model->integrator == INTEGRATOR_GEAR) {
        reader_fault(reader, rotation, "leave it out, or choose another integrator",
                     "run.rotation has no effect with integrator: gear, which turns bodies, too");
    }
    word = key_word(reader, map, &keys_run, "rotation");
    if (word >= 0)
        model->rotation = (rotation_scheme)word;
    word = key_word(reader, map, &keys_run, "search");
    if (word >= 0)
        model->search = (search_kind)word;
}

static bool is_word(const node *node, const char *word)
{
    return node && node->kind == NODE_SCALAR && !strcmp(node->text, word);
}

static void read_run(reader *reader, node *root, model *model)
{
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
    const node *step = key_take(reader, map, &keys_run, "step");
    if (!is_word(step, "auto"))
        key_real(reader, map, &keys_run, "step", &model->step);
    read_schemes(reader, map, model);
    part_kit(reader, map, model);
    const int word = key_word(reader, map, &keys_run, "on_loss");
    if (word >= 0)
        model->loss = (on_loss)word;
    const node *arm = key_take(reader, map, &keys_run, "arm");
    model->full_arm = key_word(reader, map, &keys_run, "arm") == 1;
    if (model->full_arm && model->solver == SOLVER_NONSMOOTH) {
        reader_fault(reader, arm, "leave it out, or choose solver: smooth",
                     "run.arm: the nonsmooth solver knows the common contact point alone");
    }
    if (is_word(key_take(reader, map, &keys_run, "deepest_overlap"), "none"))
        model->deepest = INFINITY;
    else
        key_real(reader, map, &keys_run, "deepest_overlap", &model->deepest);
    key_flag(reader, map, &keys_run, "ledger", &model->ledger);
    key_flag(reader, map, &keys_run, "orientation", &model->orientation);
    reader_finish(reader, map);
    bool short_run = model->steps == 0 && model->duration > 0 && model->step > model->duration;
    if (short_run)
        reader_note(reader, step, "run.step = %s is longer than the whole run", step->text);
}

// LAMMPS data files hold balls.
static void check_lammps(reader *reader, const node *node, const model *model)
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

static void read_output(reader *reader, node *map, model *model)
{
    model_output *output = &model->output;
    output->bodies = key_row(&keys_output, "bodies")->fallback != 0;
    output->walls = key_row(&keys_output, "walls")->fallback != 0;
    output->autosave = key_row(&keys_output, "autosave")->fallback;
    if (!reader_is_map(reader, map))
        return;
    key_real(reader, map, &keys_output, "every", &output->every);
    key_real(reader, map, &keys_output, "snapshot_every", &output->snapshot_every);
    if (is_word(key_take(reader, map, &keys_output, "autosave"), "off"))
        output->autosave = 0;
    else
        key_real(reader, map, &keys_output, "autosave", &output->autosave);
    key_flag(reader, map, &keys_output, "bodies", &output->bodies);
    key_flag(reader, map, &keys_output, "contacts", &output->contacts);
    key_flag(reader, map, &keys_output, "walls", &output->walls);
    key_flag(reader, map, &keys_output, "dump", &output->dump);
    const node *lammps = key_take(reader, map, &keys_output, "lammps");
    key_flag(reader, map, &keys_output, "lammps", &output->lammps);
    if (output->lammps)
        check_lammps(reader, lammps, model);
    const node *kardan = key_take(reader, map, &keys_output, "kardan");
    key_flag(reader, map, &keys_output, "kardan", &output->kardan);
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
    model->deepest = key_row(&keys_run, "deepest_overlap")->fallback;
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
    part_maser(reader, reader_take(reader, root, "maser"), root, model);
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

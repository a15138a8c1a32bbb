// case.c - reading a case: the file, the settings over it, the sections in order, and one list of all faults. See
// case.h and, for what the keys mean, docs/case-files.md.
#include "case/case.h"

#include "base/text.h"
#include "case/parts.h"
#include "case/reader.h"
#include "case/tree.h"
#include "scene/text_file.h"
#include "store/result_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, MAX_FILE = 64 << 20 };

static const double autosave_default = 600; // s

// --- sections with fixed keys ---------------------------------------------------------------------------------------

static void read_version(reader *r, node *root)
{
    int64_t version;
    node *n = reader_need(r, root, "scree", "begin the file with scree: 1");
    if (reader_integer(r, n, 0, INT64_MAX, &version) && version != VERSION)
        reader_fault(r, n, "this program reads scree: 1",
                     "scree = %s is a version of the format that is not known", n->text);
}

static void read_dimensions(reader *r, node *n, model *m)
{
    int64_t dimensions = 3;
    if (reader_integer(r, n, 2, 3, &dimensions))
        m->dimensions = (int)dimensions;
    r->dimensions = m->dimensions;
}

// A vector, a mapping {magnitude, direction}, or 0.
static void read_gravity(reader *r, node *root, model *m)
{
    node *n = reader_take(r, root, "gravity");
    double magnitude;
    v3 direction;
    if (!n) {
        reader_note(r, root, "gravity is not given: none acts");
        return;
    }
    if (n->kind == NODE_LIST)
        reader_vector(r, n, "m/s^2", -INFINITY, INFINITY, 0, &m->gravity);
    else if (n->kind == NODE_SCALAR && reader_real(r, n, "m/s^2", 0, INFINITY, &magnitude) &&
             magnitude > 0)
        reader_fault(r, n,
                     "write [0, 0, -9.81 m/s^2] or {magnitude: 9.81 m/s^2, direction: [0, 0, -1]}",
                     "gravity = %.60s has no direction", n->text);
    if (n->kind != NODE_MAP)
        return;
    bool good = reader_real(r, reader_need(r, n, "magnitude", "such as 9.81 m/s^2"), "m/s^2", 0,
                            INFINITY, &magnitude);
    node *way = reader_need(r, n, "direction", "such as [0, 0, -1]");
    if (reader_vector(r, way, "1", -1e100, 1e100, 0, &direction)) {
        double norm = v3_norm(direction);
        if (!(norm > 1e-100))
            reader_fault(r, way, "such as [0, 0, -1]", "gravity.direction has no length");
        else if (good)
            m->gravity = v3_scale(magnitude / norm, direction);
    }
    reader_finish(r, n);
}

static void read_boundaries(reader *r, node *n, model *m)
{
    static const char *const axes[] = {"x", "y", "z"};
    static const char *const kinds[] = {"open", "periodic", "wall"};
    if (!reader_is_map(r, n))
        return;
    for (int i = 0; i < 3; i++) {
        node *axis = reader_take(r, n, axes[i]);
        int kind = axis ? reader_word(r, axis, kinds, 3) : -1;
        if (kind >= 0)
            m->boundary[i] = (boundary)kind;
        if (i == 2 && m->dimensions == 2 && kind > BOUNDARY_OPEN)
            reader_fault(r, axis, "leave z out", "a 2D case has no boundary along z");
    }
    reader_finish(r, n);
}

static void read_domain(reader *r, node *root, model *m)
{
    node *n = reader_need(r, root, "domain",
                          "give domain: {low: [x, y, z], high: [x, y, z], boundary: {...}}");
    static const char corner[] = "give a corner such as [0 m, 0 m, 0 m]";
    m->domain_material = -1;
    if (!reader_is_map(r, n))
        return;
    bool flat = m->dimensions == 2;
    bool good =
        reader_vector(r, reader_need(r, n, "low", corner), "m", -INFINITY, INFINITY, -0.5, &m->low);
    good = reader_vector(r, reader_need(r, n, "high", corner), "m", -INFINITY, INFINITY, 0.5,
                         &m->high) &&
           good;
    if (good && !(m->low.x < m->high.x && m->low.y < m->high.y &&
                  (m->low.z < m->high.z || (flat && m->low.z == m->high.z))))
        reader_fault(r, n, "every component of `low` must be below that of `high`",
                     "the domain is empty");
    node *boundaries = reader_take(r, n, "boundary");
    node *material = reader_take(r, n, "material");
    read_boundaries(r, boundaries, m);
    m->domain_material = part_material_name(r, material, m);
    bool wall = false;
    for (int i = 0; i < 3; i++)
        wall = wall || m->boundary[i] == BOUNDARY_WALL;
    if (wall && !material)
        reader_fault(r, n, "name one of `materials`: material: NAME",
                     "missing key 'material' in domain: its walls are made of something");
    if (!wall && material)
        reader_fault(r, material, "leave it out, or make a boundary a wall",
                     "domain.material: the domain has no wall");
    reader_finish(r, n);
}

// How long: exactly one of `duration` and `steps`.
static void read_length(reader *r, node *n, model *m)
{
    node *duration = reader_take(r, n, "duration");
    node *steps = reader_take(r, n, "steps");
    if (!duration == !steps)
        reader_fault(r, n, "such as duration: 2 s",
                     duration ? "give duration or steps, not both"
                              : "missing key 'duration' in run");
    if (steps)
        reader_integer(r, steps, 1, INT64_MAX, &m->steps);
    else
        reader_real(r, duration, "s", 0, INFINITY, &m->duration);
}

// How motion goes on in time, and how pairs are found.
static void read_schemes(reader *r, node *n, model *m)
{
    node *integrator = reader_take(r, n, "integrator");
    node *rotation = reader_take(r, n, "rotation");
    node *search = reader_take(r, n, "search");
    int word = integrator ? reader_word(r, integrator, integrator_names, INTEGRATORS) : -1;
    if (word >= 0)
        m->integrator = (integrator_kind)word;
    if (rotation && m->integrator == INTEGRATOR_GEAR)
        reader_fault(r, rotation, "leave it out, or choose another integrator",
                     "run.rotation has no effect with integrator: gear, which turns bodies, too");
    word = rotation ? reader_word(r, rotation, rotation_names, ROTATIONS) : -1;
    if (word >= 0)
        m->rotation = (rotation_scheme)word;
    word = search ? reader_word(r, search, search_names, SEARCHES) : -1;
    if (word >= 0)
        m->search = (search_kind)word;
}

static void read_run(reader *r, node *root, model *m)
{
    static const char *const losses[] = {"stop", "remove"};
    static const char *const arms[] = {"common", "full"};
    node *n = reader_need(r, root, "run", "give run: {duration: 1 s}");
    if (!reader_is_map(r, n))
        return;
    read_length(r, n, m);
    node *step = reader_take(r, n, "step");
    node *loss = reader_take(r, n, "on_loss");
    if (step && !(step->kind == NODE_SCALAR && !strcmp(step->text, "auto")))
        reader_real(r, step, "s", ROW_POSITIVE, INFINITY, &m->step);
    read_schemes(r, n, m);
    int word = loss ? reader_word(r, loss, losses, 2) : -1;
    if (word >= 0)
        m->loss = (on_loss)word;
    node *arm = reader_take(r, n, "arm");
    node *deepest = reader_take(r, n, "deepest_overlap");
    m->full_arm = arm && reader_word(r, arm, arms, 2) == 1;
    if (m->full_arm && m->solver == SOLVER_NONSMOOTH)
        reader_fault(r, arm, "leave it out, or choose solver: smooth",
                     "run.arm: the nonsmooth solver knows the common contact point alone");
    if (deepest && deepest->kind == NODE_SCALAR && !strcmp(deepest->text, "none"))
        m->deepest = INFINITY;
    else
        reader_real(r, deepest, "1", ROW_POSITIVE, INFINITY, &m->deepest);
    reader_flag(r, reader_take(r, n, "ledger"), &m->ledger);
    reader_flag(r, reader_take(r, n, "orientation"), &m->orientation);
    reader_finish(r, n);
    bool short_run = m->steps == 0 && m->duration > 0 && m->step > m->duration;
    if (short_run)
        reader_note(r, step, "run.step = %s is longer than the whole run", step->text);
}

// LAMMPS data files hold balls.
static void check_lammps(reader *r, node *n, const model *m)
{
    for (int set = 0; set < m->grain_sets + m->streams; set++) {
        const int shape =
            set < m->grain_sets ? m->grains[set].shape : m->stream[set - m->grain_sets].shape;
        if (shape < 0 || shape >= m->shapes || !m->shape[shape].core.vertices)
            continue;
        reader_fault(r, n, "leave it out; a dump holds place, turn and shape",
                     "output.lammps: atom_style sphere cannot hold grains of the shape '%s'",
                     m->shape[shape].name);
        return;
    }
}

static void read_output(reader *r, node *n, model *m)
{
    model_output *o = &m->output;
    o->bodies = o->walls = true;
    o->autosave = autosave_default;
    if (!reader_is_map(r, n))
        return;
    reader_real(r, reader_take(r, n, "every"), "s", 0, INFINITY, &o->every);
    reader_real(r, reader_take(r, n, "snapshot_every"), "s", 0, INFINITY, &o->snapshot_every);
    node *autosave = reader_take(r, n, "autosave");
    if (autosave && autosave->kind == NODE_SCALAR && !strcmp(autosave->text, "off"))
        o->autosave = 0;
    else
        reader_real(r, autosave, "s", 0, INFINITY, &o->autosave);
    reader_flag(r, reader_take(r, n, "bodies"), &o->bodies);
    reader_flag(r, reader_take(r, n, "contacts"), &o->contacts);
    reader_flag(r, reader_take(r, n, "walls"), &o->walls);
    reader_flag(r, reader_take(r, n, "dump"), &o->dump);
    node *lammps = reader_take(r, n, "lammps");
    reader_flag(r, lammps, &o->lammps);
    if (o->lammps)
        check_lammps(r, lammps, m);
    node *kardan = reader_take(r, n, "kardan");
    reader_flag(r, kardan, &o->kardan);
    if (o->kardan && !model_follows_turns(m))
        reader_fault(r, kardan, "leave it out, or write run: {orientation: true}",
                     "output.kardan: this case has no grains whose orientation is followed");
    reader_finish(r, n);
}

static void read_random(reader *r, node *n, model *m)
{
    int64_t seed = 0;
    if (!reader_is_map(r, n))
        return;
    reader_integer(r, reader_need(r, n, "seed", "such as seed: 7"), 0, INT64_MAX, &seed);
    m->seed = (uint64_t)seed;
    reader_finish(r, n);
}

// The beginning of names of files that go into the folder of the run and nowhere else.
static char *read_result_name(reader *r, const node *n)
{
    char *name = reader_copy(r, n);
    const char *objection = name ? result_base_objection(name) : NULL;
    if (!objection)
        return name;
    char way[120];
    node_path(n, way, sizeof way);
    reader_fault(r, n, "results go into the folder of the run: give a plain name", "%s = %s: %s",
                 way, name, objection);
    free(name);
    return NULL;
}

// What a .par file asks to be written besides; written by course_read and read back here.
static void read_course(reader *r, node *n, model *m)
{
    model_course *c = &m->course;
    if (!reader_is_map(r, n))
        return;
    c->active = true;
    node *out = reader_take(r, n, "out_name");
    node *vtk = reader_take(r, n, "vtk_name");
    if (out)
        c->out_name = read_result_name(r, out);
    if (vtk)
        c->vtk_name = read_result_name(r, vtk);
    reader_integer(r, reader_take(r, n, "out_every"), 0, INT64_MAX, &c->out_every);
    reader_integer(r, reader_take(r, n, "vtk_every"), 0, INT64_MAX, &c->vtk_every);
    reader_finish(r, n);
}

static void read_root(reader *r, node *root, model *m)
{
    m->dimensions = r->dimensions = 3;
    m->deepest = 0.3;
    read_version(r, root);
    node *title = reader_take(r, root, "title");
    m->title = title ? reader_copy(r, title) : text_copy("");
    if (!m->title && !title)
        r->book->no_memory = true;
    read_dimensions(r, reader_take(r, root, "dimensions"), m);
    part_solver(r, reader_take(r, root, "solver"), reader_take(r, root, "nonsmooth"), m);
    read_random(r, reader_take(r, root, "random"), m);
    read_gravity(r, root, m);
    part_materials(r, reader_need(r, root, "materials", "give materials: {NAME: {density: ...}}"),
                   m);
    part_pairs(r, reader_take(r, root, "pairs"), m);
    read_domain(r, root, m);
    part_shapes(r, reader_take(r, root, "shapes"), m);
    part_walls(r, reader_take(r, root, "walls"), m);
    part_grains(r, reader_take(r, root, "grains"), m);
    part_streams(r, reader_take(r, root, "streams"), m);
    part_removals(r, reader_take(r, root, "removals"), m);
    read_run(r, root, m);
    read_output(r, reader_take(r, root, "output"), m);
    part_probes(r, reader_take(r, root, "probes"), m);
    read_course(r, reader_take(r, root, "course"), m);
    reader_finish(r, root);
    if (m->pair)
        part_check_meetings(r, root, m);
}

// --- the whole ------------------------------------------------------------------------------------------------------

// "--set KEY" for each setting, owned; NULL when out of memory.
static char **labels_make(const case_override *override, int overrides)
{
    char **label = calloc((size_t)overrides + 1, sizeof *label);
    for (int i = 0; label && i < overrides; i++)
        label[i] = text_format("--set %.200s", override[i].key);
    return label;
}

static void labels_free(char **label, int overrides)
{
    for (int i = 0; label && i < overrides; i++)
        free(label[i]);
    free(label);
}

static void read_tree(node *root, const char *name, const case_families *families, fault_book *book,
                      fault_list *notes, model *m)
{
    reader r = {families, book, notes, name, 3, families->within};
    if (root->kind == NODE_MAP && !node_find(root, "scree")) {
        // This may be any file. Its contents are not repeated in messages, so only what it lacks is told.
        book->count = book->left_out = 0;
        reader_fault(&r, root, "begin the file with scree: 1", "missing key 'scree' in the case");
    } else if (root->kind == NODE_MAP)
        read_root(&r, root, m);
    else
        reader_fault(&r, root, "begin with scree: 1", "a case is a mapping of keys to values");
    m->path = text_copy(name);
    if (!m->path)
        book->no_memory = true;
}

scree_status case_parse(const char *text, size_t length, const char *name,
                        const case_families *families, const case_override *override, int overrides,
                        model *out, fault_list *faults, fault_list *notes)
{
    fault_book book = {0};
    model m = {0};
    char **label = labels_make(override, overrides);
    if (!label)
        return SCREE_NO_MEMORY;
    node *root = tree_read(text, length, name, &book);
    for (int i = 0; root && i < overrides; i++)
        if (label[i])
            tree_override(root, &override[i], label[i], &book);
        else
            book.no_memory = true;
    if (root)
        read_tree(root, name, families, &book, notes, &m);
    bool no_memory = book.no_memory, faulty = book.count > 0 || !root;
    tree_free(root);
    book_close(&book, faults);
    labels_free(label, overrides);
    if (!no_memory && !faulty) {
        *out = m;
        return SCREE_OK;
    }
    model_clear(&m);
    if (no_memory)
        fault_add(faults, SCREE_NO_MEMORY, name, "use a machine with more memory",
                  "out of memory while reading");
    return no_memory ? SCREE_NO_MEMORY : SCREE_BAD_INPUT;
}

scree_status case_read(const char *path, const case_families *families,
                       const case_override *override, int overrides, model *out, fault_list *faults,
                       fault_list *notes)
{
    char *text;
    size_t length;
    scree_error error;
    scree_status status = text_file_load(path, MAX_FILE, &text, &length, &error);
    if (status) {
        fault_add(faults, status, error.where, error.hint, "%s", error.what);
        return status;
    }
    static const char snapshot[] = "scree-snapshot ";
    if (length >= sizeof snapshot && !memcmp(text, snapshot, sizeof snapshot - 1))
        status = fail(&error, SCREE_BAD_INPUT, path, "go on with it: scree resume",
                      "this is a snapshot, not a case");
    else if (memchr(text, 0, length))
        status = fail(&error, SCREE_BAD_INPUT, path, "give a case, a YAML file",
                      "this is not a text file");
    if (status)
        fault_add(faults, status, error.where, error.hint, "%s", error.what);
    else
        status = case_parse(text, length, path, families, override, overrides, out, faults, notes);
    free(text);
    return status;
}

// cell.c - a periodic cell that deforms: `cell` of a case; see parts.h and docs/cells.md.
#include "case/parts.h"

#include <math.h>
#include <string.h>

static bool is_periodic(const model *model, int axis)
{
    const bool locked = axis == 2 && model->dimensions == 2;
    return model->boundary[axis] == BOUNDARY_PERIODIC && !locked;
}

// The axes of a component: along the first one, across the second.
static const int along[CELL_PARTS] = {0, 1, 2, 0, 0, 1};
static const int across[CELL_PARTS] = {0, 1, 2, 1, 2, 2};

static bool may_move(reader *reader, const node *at, const model *model, int part)
{
    const char *name = cell_part_names[part];
    if (is_periodic(model, along[part]) && is_periodic(model, across[part]))
        return true;
    const int axis = is_periodic(model, along[part]) ? across[part] : along[part];
    reader_fault(reader, at, "make the axis periodic in domain.boundary, or leave it out",
                 "the cell cannot move by %s: the domain is not periodic along %c", name,
                 "xyz"[axis]);
    return false;
}

typedef struct given_control {
    cell_control what;
    double value;
} given_control;

static void control(reader *reader, const node *at, const model *model, int part,
                    given_control given, model_cell *cell)
{
    if (!may_move(reader, at, model, part))
        return;
    if (cell->control[part] != CELL_STILL) {
        reader_fault(reader, at, "give it once, as a rate or as a stress",
                     "what moves %s of the cell is given twice", cell_part_names[part]);
        return;
    }
    cell->control[part] = given.what;
    cell->value[part] = given.value;
}

// `rate` or `stress`: components, and a word for all axes together.
static void read_components(reader *reader, node *map, const model *model, cell_control what,
                            model_cell *cell)
{
    const bool rates = what == CELL_RATE;
    const char *unit = rates ? "1/s" : "Pa";
    double value;
    if (!reader_is_map(reader, map))
        return;
    const node *together = reader_take(reader, map, rates ? "isotropic" : "mean");
    if (reader_real(reader, together, unit, -INFINITY, INFINITY, &value)) {
        for (int axis = 0; axis < 3; axis++) {
            if (is_periodic(model, axis))
                control(reader, together, model, axis, (given_control){what, value}, cell);
        }
        cell->mean = !rates;
        cell->mean_stress = rates ? 0 : value;
    }
    for (int part = 0; part < CELL_PARTS; part++) {
        const node *at = reader_take(reader, map, cell_part_names[part]);
        if (reader_real(reader, at, unit, -INFINITY, INFINITY, &value))
            control(reader, at, model, part, (given_control){what, value}, cell);
    }
    reader_finish(reader, map);
}

static void read_keeping(reader *reader, const node *list, const model *model, model_cell *cell)
{
    static const char *const axes[] = {"x", "y", "z"};
    const given_control keeps = {CELL_KEEPS_VOLUME, 0};
    if (!list || !reader_is_list(reader, list))
        return;
    for (int i = 0; i < list->count; i++) {
        const node *at = list->entry[i].value;
        const int axis = reader_word(reader, at, axes, 3);
        if (axis >= 0)
            control(reader, at, model, axis, keeps, cell);
    }
}

static bool moves_by(const model_cell *cell, int part)
{
    return cell->control[part] != CELL_STILL;
}

// Over the borders alone a flow can be kept up that does not change of itself: a shear.
static void check_borders(reader *reader, const node *at, const model_cell *cell)
{
    bool other = moves_by(cell, CELL_XY) && moves_by(cell, CELL_YZ);
    for (int part = 0; part < CELL_PARTS; part++) {
        const bool shears = part >= CELL_XY && cell->control[part] == CELL_RATE;
        other = other || (moves_by(cell, part) && !shears);
    }
    if (other) {
        reader_fault(reader, at,
                     "give rates of shear alone (xy, xz or yz; xy not with yz), or "
                     "motion: homogeneous",
                     "cell.motion: borders alone keep up a steady shear and nothing else");
    }
}

static void check_solver(reader *reader, const node *at, const model *model)
{
    if (model->solver == SOLVER_NONSMOOTH) {
        reader_fault(reader, at, "choose solver: smooth, or leave the cell out",
                     "cell: the nonsmooth solver cannot deform a cell");
    }
    if (model->integrator == INTEGRATOR_GEAR) {
        reader_fault(reader, at, "choose integrator: velocity-verlet or leapfrog",
                     "cell: integrator: gear cannot follow a cell that deforms");
    }
    if (model->search == SEARCH_SORTED_LIST) {
        reader_fault(reader, at, "choose search: grid",
                     "cell: search: sorted-list knows no cell that deforms");
    }
}

// One that a stage or a branch ends keeps its entry, for the grains that it has brought.
static bool has_streams(const model *model)
{
    bool any = false;
    for (int i = 0; i < model->streams; i++)
        any = any || model->stream[i].to > model->stream[i].from;
    return any;
}

static void check_others(reader *reader, const node *at, const model *model)
{
    const double gravity[3] = {model->gravity.x, model->gravity.y, model->gravity.z};
    for (int axis = 0; axis < 3; axis++) {
        if (is_periodic(model, axis) && gravity[axis] != 0) {
            reader_fault(reader, at, "let gravity act along axes that are not periodic",
                         "cell: gravity acts along the periodic axis %c", "xyz"[axis]);
        }
    }
    if (has_streams(model)) {
        reader_fault(reader, at,
                     "fill the cell first, and deform it in a stage or a branch that ends the "
                     "stream: streams.NAME: none",
                     "cell: streams do not go with a cell that deforms");
    }
    for (int i = 0; i < model->grain_sets; i++) {
        if (model->grains[i].fixed) {
            reader_fault(reader, at, "let them move, or leave the cell out",
                         "cell: the grains '%s' are fixed and cannot move with it",
                         model->grains[i].name);
        }
    }
    for (int i = 0; i < model->walls; i++) {
        const choice *form = &model->wall[i].primitive;
        if (form->what && strcmp(form->what->name, "plane") != 0) {
            reader_fault(reader, at, "use planes, or leave the cell out",
                         "cell: the wall '%s' is no plane; its images would have to move",
                         model->wall[i].name);
        }
    }
}

void part_cell(reader *reader, node *map, const model *model, model_cell *cell)
{
    *cell = (model_cell){.to = INFINITY};
    if (map && map->kind == NODE_SCALAR && !strcmp(map->text, "none")) {
        reader_fault(reader, map,
                     "where there is none leave the key out; to stop one give it rates of 0/s, or "
                     "cell.to",
                     "cell: it cannot be taken away: its edges are part of the state");
        return;
    }
    if (!map || !reader_is_map(reader, map))
        return;
    cell->given = true;
    node *rate = reader_take(reader, map, "rate");
    node *stress = reader_take(reader, map, "stress");
    node *keeping = reader_take(reader, map, "keeps_volume");
    const node *motion = reader_take(reader, map, "motion");
    if (rate)
        read_components(reader, rate, model, CELL_RATE, cell);
    if (stress)
        read_components(reader, stress, model, CELL_STRESS, cell);
    read_keeping(reader, keeping, model, cell);
    reader_real(reader, reader_take(reader, map, "from"), "s", -INFINITY, INFINITY, &cell->from);
    reader_real(reader, reader_take(reader, map, "to"), "s", -INFINITY, INFINITY, &cell->to);
    reader_real(reader, reader_take(reader, map, "limit"), "1/s", ROW_POSITIVE, INFINITY,
                &cell->limit);
    reader_real(reader, reader_take(reader, map, "response"), "s", ROW_POSITIVE, INFINITY,
                &cell->response);
    const int word = motion ? reader_word(reader, motion, cell_driving_names, CELL_DRIVINGS) : -1;
    if (word >= 0)
        cell->driving = (cell_driving)word;
    if (cell->driving == CELL_BORDERS)
        check_borders(reader, motion, cell);
    check_solver(reader, map, model);
    check_others(reader, map, model);
    reader_finish(reader, map);
}

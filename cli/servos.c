// servos.c - see servos.h.
#include "cli/servos.h"

#include "cli/cell_room.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool servo_warning(const world *world, int wall, char out[SERVO_ROOM])
{
    char why[200];
    if (!world_servo_doubt(world, wall, why, sizeof why))
        return false;
    snprintf(out, SERVO_ROOM, "the servo of wall `%.60s` %.200s", world_wall_name(world, wall),
             why);
    return true;
}

bool servo_stage_warning(world *world, int stage, char out[SERVO_ROOM])
{
    scree_error error;
    return !world_stage_servo_doubt(world, stage, out, SERVO_ROOM, &error) && *out;
}

// Balls whose radii stay, without gravity and streams: how near they come is the motion of the cell alone.
static bool is_plain(const model *model)
{
    bool plain = model->streams == 0 && v3_norm(model->gravity) == 0;
    for (int i = 0; i < model->grain_sets; i++) {
        const bool ball = !model_clump_of(model, i) && !model_shape_of(model, i)->core.vertices;
        plain = plain && ball && !model_growth_of(model, i);
    }
    return plain;
}

// By how much the cell may shrink, as a share of its volume: exp(limit * time) along each axis that is pressed.
static double most_shrunk(const model *model, double now)
{
    const model_cell *cell = &model->cell;
    const double time = fmin(model->duration, cell->to) - fmax(now, cell->from);
    int axes = 0;
    for (int i = CELL_XX; i <= CELL_ZZ; i++) {
        if (cell->control[i] == CELL_RATE || cell->control[i] == CELL_KEEPS_VOLUME)
            return INFINITY;
        axes += cell->control[i] == CELL_STRESS;
    }
    return exp(axes * cell->limit * fmax(time, 0));
}

// What balls at rest fill of the cell; INFINITY where they touch or move.
static double filled_by(const frame *seen, bool flat)
{
    double sum = 0;
    if (seen->contact.count > 0 || seen->ledger.kinetic > 0)
        return INFINITY;
    for (int64_t i = 0; i < seen->ball.count; i++) {
        const double radius = seen->ball.radius[i];
        sum += flat ? PI * radius * radius : 4 * PI / 3 * radius * radius * radius;
    }
    return sum / seen->cell.volume;
}

bool servo_cell_warning(world *world, char out[SERVO_ROOM])
{
    static const double loosest = 0.5;      // of balls that bear anything
    static const double loosest_flat = 0.7; // of disks
    const model *model = world_model(world);
    const bool flat = model->dimensions == 2;
    frame seen = {0};
    scree_error error;
    bool stressed = model->cell.mean;
    for (int i = CELL_XX; i <= CELL_ZZ; i++)
        stressed = stressed || (model->cell.control[i] == CELL_STRESS && model->cell.value[i] > 0);
    if (!stressed || !(model->cell.limit > 0) || !is_plain(model) ||
        world_frame(world, &seen, &error))
        return false;
    const double filled = filled_by(&seen, flat);
    const double most = filled * most_shrunk(model, world_time(world));
    frame_clear(&seen);
    if (!(most < (flat ? loosest_flat : loosest)))
        return false;
    snprintf(out, SERVO_ROOM,
             "the cell does not come to its stress: its grains fill %.3g of it and do not touch, "
             "and by cell.limit it has at most %.3g of its volume less at the end of the run",
             filled, 1 - filled / most);
    return true;
}

bool servo_warnings_of(world *world, servo_warnings *out)
{
    const int walls = world_walls(world);
    const int stages = world_root(world)->stages;
    *out = (servo_warnings){.text = calloc((size_t)(walls + stages) + 3, sizeof *out->text)};
    out->area = aims_areas_of(world, &out->areas);
    if (!out->text || !out->area) {
        servo_warnings_clear(out);
        return false;
    }
    for (int k = 0; k < walls; k++)
        out->count += servo_warning(world, k, out->text[out->count]);
    out->count += servo_cell_warning(world, out->text[out->count]);
    out->count += cell_room_warning(world_root(world), out->text[out->count], SERVO_ROOM);
    for (int i = 0; i < stages; i++)
        out->count += servo_stage_warning(world, i, out->text[out->count]);
    return true;
}

void servo_warnings_clear(servo_warnings *warnings)
{
    free(warnings->text);
    free(warnings->area);
    *warnings = (servo_warnings){0};
}

// frame.c - see frame.h. Arrays of a frame are plain malloc blocks; the model and the names of walls are not its own.
#include "state/frame.h"

#include "state/model.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define GROW(name, type, unit, doc)                                                                \
    do {                                                                                           \
        type *grown = realloc(to->name, (size_t)room * sizeof *grown);                             \
        if (!grown)                                                                                \
            return false;                                                                          \
        to->name = grown;                                                                          \
    } while (0);
#define FREE(name, type, unit, doc) free(of->name);

bool frame_balls_reserve(frame_balls *to, int64_t count, bool orientation)
{
    // Where nothing is, the columns are there all the same: files of a series hold the same ones.
    const int64_t least = count > 0 ? count : 1;
    const int64_t room = least > to->room ? least : to->room;
    if (room > to->room || (orientation && !to->orientation)) {
        FRAME_BALLS(GROW)
        to->room = room;
    }
    if (!orientation) {
        free(to->orientation);
        to->orientation = NULL;
    }
    return true;
}

bool frame_given_reserve(frame_balls *to, bool given)
{
    free(to->given);
    to->given = given ? calloc((size_t)to->room + 1, sizeof *to->given) : NULL;
    return to->given || !given;
}

bool frame_contacts_reserve(frame_contacts *to, int64_t count)
{
    if (count <= to->room)
        return true;
    const int64_t room = count + count / 4 + 64;
    FRAME_CONTACTS(GROW)
    to->room = room;
    return true;
}

bool frame_sets_reserve(frame *frame, int sets)
{
    frame_set *grown = realloc(frame->of_set, ((size_t)sets + 1) * sizeof *grown);
    if (!grown)
        return false;
    frame->of_set = grown;
    frame->sets = sets;
    return true;
}

const model_core *frame_core(const frame *frame, int64_t i)
{
    if (!frame->model || !frame->ball.shape)
        return NULL;
    const model_core *core = &frame->model->shape[frame->ball.shape[i]].core;
    return core->vertices ? core : NULL;
}

bool frame_has_cores(const frame *frame)
{
    for (int k = 0; frame->model && frame->ball.shape && k < frame->model->shapes; k++)
        if (frame->model->shape[k].core.vertices)
            return true;
    return false;
}

int frame_wall_of(const frame *frame, int64_t id)
{
    for (int i = 0; i < frame->walls; i++)
        if (frame->wall[i].id == id)
            return i;
    return -1;
}

void frame_balls_clear(frame_balls *of)
{
    FRAME_BALLS(FREE)
    free(of->given);
    memset(of, 0, sizeof *of);
}

static void clear_contacts(frame_contacts *of)
{
    FRAME_CONTACTS(FREE)
}

void frame_release(frame *frame)
{
    frame_balls_clear(&frame->ball);
    clear_contacts(&frame->contact);
    frame->contact = (frame_contacts){0};
}

void frame_clear(frame *frame)
{
    frame_release(frame);
    free(frame->wall);
    free(frame->of_set);
    memset(frame, 0, sizeof *frame);
}

#define COPY(name, type, unit, doc)                                                                \
    if (from->name)                                                                                \
        memcpy(to->name, from->name, (size_t)from->count * sizeof *to->name);

static bool copy_balls(frame_balls *to, const frame_balls *from)
{
    if (!frame_balls_reserve(to, from->count, from->orientation) ||
        !frame_given_reserve(to, from->given))
        return false;
    FRAME_BALLS(COPY)
    COPY(given, v3, "N", "")
    to->count = from->count;
    return true;
}

static bool copy_contacts(frame_contacts *to, const frame_contacts *from)
{
    if (!frame_contacts_reserve(to, from->count))
        return false;
    FRAME_CONTACTS(COPY)
    to->count = from->count;
    return true;
}

static bool copy_walls(frame *to, const frame *from)
{
    frame_wall *grown = realloc(to->wall, ((size_t)from->walls + 1) * sizeof *grown);
    if (!grown)
        return false;
    to->wall = grown;
    to->walls = from->walls;
    if (from->walls)
        memcpy(grown, from->wall, (size_t)from->walls * sizeof *grown);
    return true;
}

bool frame_copy(frame *to, const frame *from)
{
    if (!copy_balls(&to->ball, &from->ball) || !copy_contacts(&to->contact, &from->contact) ||
        !copy_walls(to, from) || !frame_sets_reserve(to, from->sets)) {
        frame_clear(to);
        return false;
    }
    if (from->sets)
        memcpy(to->of_set, from->of_set, (size_t)from->sets * sizeof *to->of_set);
    to->time = from->time;
    to->step = from->step;
    to->model = from->model;
    to->stage = from->stage;
    to->ledger = from->ledger;
    to->cell = from->cell;
    to->pairs_near = from->pairs_near;
    to->giver = (frame_giver){0};
    return true;
}

static const size_t matrices[] = {offsetof(frame_cell, edges),   offsetof(frame_cell, start),
                                  offsetof(frame_cell, passed),  offsetof(frame_cell, gradient),
                                  offsetof(frame_cell, contact), offsetof(frame_cell, motion),
                                  offsetof(frame_cell, drift)};
enum { MATRICES = sizeof matrices / sizeof *matrices };

double frame_cell_stress(const frame_cell *cell, int part)
{
    const double of_motion = cell->motion.of[part] - cell->drift.of[part];
    return (cell->contact.of[part] + of_motion) / cell->volume;
}

void frame_cell_numbers(const frame_cell *cell, double number[FRAME_CELL_NUMBERS])
{
    *number++ = cell->deforms;
    *number++ = cell->corner.x;
    *number++ = cell->corner.y;
    *number++ = cell->corner.z;
    *number++ = cell->volume;
    for (int i = 0; i < MATRICES; i++)
        memcpy(number + CELL_PARTS * i, (const char *)cell + matrices[i], sizeof(cell_matrix));
}

void frame_cell_of_numbers(const double number[FRAME_CELL_NUMBERS], frame_cell *out)
{
    out->deforms = *number++ != 0;
    out->corner = v3_at(number);
    out->volume = number[3];
    number += 4;
    for (int i = 0; i < MATRICES; i++)
        memcpy((char *)out + matrices[i], number + CELL_PARTS * i, sizeof(cell_matrix));
}

void frame_ledger_without_books(frame_ledger *ledger)
{
    ledger->damping = NAN;
    ledger->friction = NAN;
    ledger->rolling = NAN;
    ledger->plastic = NAN;
    ledger->walls = NAN;
    ledger->cell = NAN;
    ledger->growth = NAN;
    ledger->drag = NAN;
    ledger->added = NAN;
    ledger->removed = NAN;
    ledger->start = NAN;
    ledger->residual = NAN;
    ledger->turned_over = NAN;
    ledger->worst = NAN;
    ledger->worst_a = -1;
    ledger->worst_b = -1;
}

int64_t frame_ball_from(const frame_balls *balls, int64_t id)
{
    const int64_t guess = balls->count > 0 ? id - balls->id[0] : -1;
    if (guess < 0)
        return 0;
    if (guess < balls->count && balls->id[guess] == id)
        return guess;
    int64_t low = 0;
    int64_t high = balls->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (balls->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int64_t frame_ball_of(const frame_balls *balls, int64_t id)
{
    const int64_t ball = frame_ball_from(balls, id);
    return ball < balls->count && balls->id[ball] == id ? ball : -1;
}

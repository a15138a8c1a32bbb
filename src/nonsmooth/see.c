// see.c - contacts of the nonsmooth solver for observers and snapshots.
//
// A look shows contacts where bodies are now, with the impulses of the step that led here over its length: the mean
// forces. What a snapshot keeps, and the next step begins with, are those impulses.
#include "nonsmooth/impulses.h"
#include "nonsmooth/stages.h"

#include "motion/ids.h"

#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { IMPULSE_NUMBERS = 8 };

static int by_key(const void *first_at, const void *second_at)
{
    const ns_contact *first = *(const ns_contact *const *)first_at;
    const ns_contact *second = *(const ns_contact *const *)second_at;
    if (first->id_a != second->id_a)
        return first->id_a < second->id_a ? -1 : 1;
    if (first->id_b != second->id_b)
        return first->id_b < second->id_b ? -1 : 1;
    return (first->feature > second->feature) - (first->feature < second->feature);
}

static void add_force(frame_balls *balls, int32_t at, v3 force, v3 torque)
{
    balls->force[at] = v3_add(balls->force[at], force);
    balls->torque[at] = v3_add(balls->torque[at], torque);
    balls->contacts[at]++;
}

// From the centre of the ball of the lower id to that of the other, the nearest way.
static v3 apart_of(const impulses *impulses, int32_t a, int32_t b)
{
    const bodies *bodies = &impulses->part->body;
    const double *ball_a = bodies->position[bodies->now][a].v;
    const double *ball_b = bodies->position[bodies->now][b].v;
    v3 apart = v3_make(ball_b[0] - ball_a[0], ball_b[1] - ball_a[1], ball_b[2] - ball_a[2]);
    return nearest_image(&impulses->part->stepping.context, apart);
}

// Torques are about the centre of the ball that the contact is with.
static void see(const impulses *impulses, frame *frame, const int32_t *place, const body_ids *ids,
                const ns_contact *contact, const impact_row *impulse)
{
    const rec4 *position = impulses->part->body.position[impulses->part->body.now];
    bool wall = contact->id_a < impulses->shared->walls;
    int32_t slot_b = body_ids_slot(ids, contact->id_b);
    int32_t slot_a = wall ? -1 : body_ids_slot(ids, contact->id_a);
    double sign = contact->turned ? -1 : 1;
    double per_step = 1 / impulses->shared->dt_before;
    v3 point = impulses_contact_point(impulses, contact);
    v3 linear = v3_fma(impulse->drag, impulse->push, contact->normal);
    v3 angular = v3_fma(impulse->roll, impulse->twist, contact->normal);
    v3 force = v3_scale(per_step, v3_scale(sign, linear));
    v3 torque = v3_scale(per_step, v3_scale(sign, angular));
    v3 at_b = v3_of(&position[slot_b]);
    v3 at_a = point;
    frame_contacts *contacts = &frame->contact;
    if (!wall) { // seen from where b is
        at_a = v3_sub(at_b, apart_of(impulses, slot_a, slot_b));
        v3 moment_a = v3_add(v3_cross(v3_sub(point, at_a), force), torque);
        add_force(&frame->ball, place[slot_a], v3_scale(-1, force), v3_scale(-1, moment_a));
    }
    v3 moment_b = v3_add(v3_cross(v3_sub(point, at_b), force), torque);
    add_force(&frame->ball, place[slot_b], force, moment_b);
    int64_t at = contacts->count++;
    contacts->a[at] = contact->id_a;
    contacts->b[at] = contact->id_b;
    contacts->position_a[at] = at_a;
    contacts->position_b[at] = at_b;
    contacts->point[at] = point;
    contacts->normal[at] = v3_scale(sign, contact->normal);
    contacts->overlap[at] = -contact->gap;
    contacts->force[at] = force;
    contacts->normal_force[at] = impulse->push / impulses->shared->dt_before;
}

// All contacts as they were found, by key.
static const ns_contact **found_by_key(const ns_solver *solver)
{
    const ns_contact **list = malloc(((size_t)solver->network.contacts + 1) * sizeof *list);
    for (int64_t i = 0; list && i < solver->network.contacts; i++)
        list[i] = link_contact(solver, i);
    if (list && solver->network.contacts > 0)
        qsort(list, (size_t)solver->network.contacts, sizeof *list, by_key);
    return list;
}

scree_status impulses_see(void *state, frame *frame, const int32_t *place, scree_error *error)
{
    impulses *impulses = state;
    body_ids ids = {0};
    const ns_contact **list = NULL;
    bool ok = body_ids_make(&impulses->part->body, &ids) && impulses_gather(impulses) &&
              frame_contacts_reserve(&frame->contact, impulses->solver.network.contacts + 1) &&
              (list = found_by_key(&impulses->solver));
    for (int64_t i = 0; ok && i < impulses->solver.network.contacts; i++) {
        impact_row impulse = {0};
        if (solver_recall(&impulses->solver, list[i], &impulse) || list[i]->gap < 0)
            see(impulses, frame, place, &ids, list[i], &impulse);
    }
    free(list);
    body_ids_clear(&ids);
    return ok ? SCREE_OK : fail_memory(error, "frame");
}

// In the order of keys, which is not that in which they are kept.
typedef struct saved_impulse {
    ns_key key;
    int64_t at;
} saved_impulse;

static int by_saved_key(const void *first_at, const void *second_at)
{
    const ns_key *first = &((const saved_impulse *)first_at)->key;
    const ns_key *second = &((const saved_impulse *)second_at)->key;
    if (first->id_b != second->id_b)
        return first->id_b < second->id_b ? -1 : 1;
    if (first->id_a != second->id_a)
        return first->id_a < second->id_a ? -1 : 1;
    return (first->feature > second->feature) - (first->feature < second->feature);
}

static bool is_there(const impulses *impulses, const body_ids *ids, int64_t id)
{
    return id < impulses->shared->walls || body_ids_slot(ids, id) >= 0;
}

bool impulses_save(const void *state, image *im)
{
    const impulses *impulses = state;
    const ns_memory *memory = &impulses->solver.memory;
    saved_impulse *list = malloc(((size_t)memory->count + 1) * sizeof *list);
    body_ids ids = {0};
    const bool enough = list && body_ids_make(&impulses->part->body, &ids);
    int64_t count = 0;
    for (int64_t i = 0; enough && i < memory->slots; i++) {
        const ns_key *key =
            &memory->kept[i].key; // a grain may have gone since the step that has thrown it
        if (memory->kept[i].there && is_there(impulses, &ids, key->id_a) &&
            is_there(impulses, &ids, key->id_b))
            list[count++] = (saved_impulse){*key, i};
    }
    body_ids_clear(&ids);
    if (!enough) {
        free(list);
        return false;
    }
    qsort(list, (size_t)count, sizeof *list, by_saved_key);
    int64_t *keys = image_add(im, "contact/key", (image_shape){IMAGE_I64, count, 3}, "1",
                              "id of b, id of a (a wall: its number), feature");
    double *row =
        keys ? image_add(im, "contact/impulse", (image_shape){IMAGE_F64, count, IMPULSE_NUMBERS},
                         "N s, N m s", "of the last step on b: push, tangential, rolling, twisting")
             : NULL;
    for (int64_t i = 0; row && i < count; i++) {
        const ns_key *key = &list[i].key;
        keys[3 * i] = key->id_b;
        keys[3 * i + 1] = key->id_a;
        keys[3 * i + 2] = key->feature;
        memcpy(row + IMPULSE_NUMBERS * i, memory->impulse[list[i].at], sizeof memory->impulse[i]);
    }
    free(list);
    return row != NULL;
}

scree_status impulses_load(void *state, const image *im, scree_error *error)
{
    impulses *impulses = state;
    const image_column *key = image_find(im, "contact/key", IMAGE_I64, 3);
    const image_column *row = image_find(im, "contact/impulse", IMAGE_F64, IMPULSE_NUMBERS);
    const image_column *diameter = image_find(im, "run/diameter", IMAGE_F64, 1);
    ns_memory *memory = &impulses->solver.memory;
    if (!key || !row || key->rows != row->rows) {
        return fail(error, SCREE_BAD_INPUT, "contact/impulse",
                    "resume with the solver that made the snapshot",
                    "the snapshot has no impulses of the nonsmooth solver");
    }
    if (!diameter || diameter->rows != 1) {
        return fail(error, SCREE_BAD_INPUT, "run/diameter", "take an unharmed snapshot",
                    "the snapshot does not say the characteristic diameter of its run");
    }
    if (!memory_reserve(memory, key->rows))
        return fail_memory(error, "contacts of the snapshot");
    memory->slots = key->rows;
    for (int64_t i = 0; i < key->rows; i++) {
        const int64_t *k = (const int64_t *)key->data + 3 * i;
        memory->kept[i] = (ns_kept){.key = {k[1], k[0], k[2]}, .there = true};
        memcpy(memory->impulse[i], (const double *)row->data + IMPULSE_NUMBERS * i,
               sizeof memory->impulse[i]);
    }
    return memory_chain(memory, impulses->shared->threads)
               ? SCREE_OK
               : fail_memory(error, "contacts of the snapshot");
}

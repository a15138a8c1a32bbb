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

static int compare(int64_t first, int64_t second)
{
    return (first > second) - (first < second);
}

static int by_key(const void *first_at, const void *second_at)
{
    const ns_contact *first = *(const ns_contact *const *)first_at;
    const ns_contact *second = *(const ns_contact *const *)second_at;
    if (first->id_a != second->id_a)
        return compare(first->id_a, second->id_a);
    if (first->id_b != second->id_b)
        return compare(first->id_b, second->id_b);
    return compare(first->feature, second->feature);
}

static void add_force(frame_balls *balls, int32_t at, v3 force, v3 torque)
{
    balls->force[at] = v3_add(balls->force[at], force);
    balls->torque[at] = v3_add(balls->torque[at], torque);
}

// From the centre of the ball of the lower id to that of the other, the nearest way.
static v3 apart_of(const impulses *impulses, int32_t a, int32_t b)
{
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    const rec4 *position = bodies->position[bodies->now];
    v3 apart = v3_sub(v3_of(&position[b]), v3_of(&position[a]));
    return nearest_image(&part->stepping.context, apart);
}

// The torque of a force at a point about a centre, with the moment that goes with it.
static v3 torque_about(v3 centre, v3 point, v3 force, v3 moment)
{
    v3 arm = v3_sub(point, centre);
    return v3_add(v3_cross(arm, force), moment);
}

// Torques are about the centre of the ball that the contact is with.
static void see(const impulses *impulses, frame *frame, const int32_t *place, const body_ids *ids,
                const ns_contact *contact, const impact_row *impulse)
{
    const shared *shared = impulses->shared;
    const bodies *bodies = &impulses->part->body;
    frame_contacts *contacts = &frame->contact;
    bool wall = contact->id_a < shared->first_grain;
    int32_t slot_b = body_ids_slot(ids, contact->id_b);
    double sign = contact->turned ? -1 : 1;
    double per_step = 1 / shared->dt_before;
    v3 point = impulses_contact_point(impulses, contact);
    v3 linear = v3_fma(impulse->drag, impulse->push, contact->normal);
    v3 angular = v3_fma(impulse->roll, impulse->twist, contact->normal);
    v3 force = v3_scale(per_step, v3_scale(sign, linear));
    v3 torque = v3_scale(per_step, v3_scale(sign, angular));
    v3 at_b = v3_of(&bodies->position[bodies->now][slot_b]);
    v3 at_a = point;
    if (!wall) { // seen from where b is
        int32_t slot_a = body_ids_slot(ids, contact->id_a);
        at_a = v3_sub(at_b, apart_of(impulses, slot_a, slot_b));
        v3 opposite = v3_scale(-1, force);
        v3 moment_a = torque_about(at_a, point, force, torque);
        add_force(&frame->ball, place[slot_a], opposite, v3_scale(-1, moment_a));
    }
    v3 moment_b = torque_about(at_b, point, force, torque);
    add_force(&frame->ball, place[slot_b], force, moment_b);
    int64_t at = contacts->count;
    contacts->a[at] = contact->id_a;
    contacts->b[at] = contact->id_b;
    contacts->position_a[at] = at_a;
    contacts->position_b[at] = at_b;
    contacts->point[at] = point;
    contacts->normal[at] = v3_scale(sign, contact->normal);
    contacts->overlap[at] = -contact->gap;
    contacts->force[at] = force;
    contacts->normal_force[at] = impulse->push / shared->dt_before;
    contacts->count++;
}

// All contacts as they were found, by key.
static const ns_contact **found_by_key(const ns_solver *solver)
{
    int64_t contacts = solver->network.contacts;
    const ns_contact **list = malloc(((size_t)contacts + 1) * sizeof *list);
    if (!list)
        return NULL;
    for (int64_t i = 0; i < contacts; i++)
        list[i] = link_contact(solver, i);
    if (contacts > 0)
        qsort(list, (size_t)contacts, sizeof *list, by_key);
    return list;
}

scree_status impulses_see(void *state, frame *frame, const int32_t *place, scree_error *error)
{
    impulses *impulses = state;
    const ns_solver *solver = &impulses->solver;
    body_ids ids = {0};
    const ns_contact **list = NULL;
    bool ok = body_ids_make(&impulses->part->body, &ids) && impulses_gather(impulses);
    int64_t contacts = ok ? solver->network.contacts : 0;
    ok = ok && frame_contacts_reserve(&frame->contact, contacts + 1);
    if (ok)
        list = found_by_key(solver);
    ok = ok && list;
    for (int64_t i = 0; ok && i < contacts; i++) {
        const ns_contact *contact = list[i];
        impact_row impulse = {0};
        bool pushed = solver_recall(solver, contact, &impulse);
        if (pushed || contact->gap < 0)
            see(impulses, frame, place, &ids, contact, &impulse);
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
        return compare(first->id_b, second->id_b);
    if (first->id_a != second->id_a)
        return compare(first->id_a, second->id_a);
    return compare(first->feature, second->feature);
}

static bool is_there(const impulses *impulses, const body_ids *ids, int64_t id)
{
    const shared *shared = impulses->shared;
    return id < shared->first_grain ? shared_wall_of(shared, id) >= 0 : body_ids_slot(ids, id) >= 0;
}

// The impulses whose bodies are there: a grain may have gone since the step that has thrown it. Returns how many.
static int64_t list_saved(const impulses *impulses, const body_ids *ids, saved_impulse *list)
{
    const ns_memory *memory = &impulses->solver.memory;
    int64_t count = 0;
    for (int64_t i = 0; i < memory->slots; i++) {
        const ns_kept *kept = &memory->kept[i];
        if (!kept->there)
            continue;
        if (!is_there(impulses, ids, kept->key.id_a) || !is_there(impulses, ids, kept->key.id_b))
            continue;
        list[count] = (saved_impulse){kept->key, i};
        count++;
    }
    qsort(list, (size_t)count, sizeof *list, by_saved_key);
    return count;
}

static bool save_list(const ns_memory *memory, const saved_impulse *list, int64_t count, image *im)
{
    image_shape key_shape = {IMAGE_I64, count, 3};
    image_shape impulse_shape = {IMAGE_F64, count, IMPULSE_NUMBERS};
    int64_t *keys = image_add(im, "contact/key", key_shape, "1",
                              "id of b, id of a (walls have ids below those of grains), feature");
    if (!keys)
        return false;
    double *row = image_add(im, "contact/impulse", impulse_shape, "N s, N m s",
                            "of the last step on b: push, tangential, rolling, twisting");
    if (!row)
        return false;
    for (int64_t i = 0; i < count; i++) {
        const ns_key *key = &list[i].key;
        const double *impulse = memory->impulse[list[i].at];
        keys[3 * i] = key->id_b;
        keys[3 * i + 1] = key->id_a;
        keys[3 * i + 2] = key->feature;
        memcpy(row + IMPULSE_NUMBERS * i, impulse, IMPULSE_NUMBERS * sizeof *impulse);
    }
    return true;
}

bool impulses_save(const void *state, image *im)
{
    const impulses *impulses = state;
    const ns_memory *memory = &impulses->solver.memory;
    saved_impulse *list = malloc(((size_t)memory->count + 1) * sizeof *list);
    body_ids ids = {0};
    bool ok = list && body_ids_make(&impulses->part->body, &ids);
    if (ok) {
        int64_t count = list_saved(impulses, &ids, list);
        ok = save_list(memory, list, count, im);
    }
    body_ids_clear(&ids);
    free(list);
    return ok;
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

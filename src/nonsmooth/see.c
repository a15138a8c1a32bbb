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

// Of two parts each sees what its own bodies feel, and that of the first body has the contact. Torques are about the centre of
// the ball that the contact is with.
static void see(const impulses *impulses, frame *frame, const int32_t *place, const body_ids *ids,
                const ns_contact *contact, const impact_row *impulse)
{
    const shared *shared = impulses->shared;
    const bodies *bodies = &impulses->part->body;
    frame_contacts *contacts = &frame->contact;
    bool wall = contact->id_a < shared->first_grain;
    int32_t slot_b = body_ids_slot(ids, contact->id_b);
    bool listed = true;
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
        listed = slot_a < bodies->count;
        if (listed)
            add_force(&frame->ball, place[slot_a], opposite, v3_scale(-1, moment_a));
    }
    v3 moment_b = torque_about(at_b, point, force, torque);
    if (slot_b < bodies->count)
        add_force(&frame->ball, place[slot_b], force, moment_b);
    if (!listed)
        return;
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

// The contacts that were found, by key.
static const ns_contact **found_by_key(const ns_solver *solver, int64_t *count)
{
    const ns_found *found = solver->network.found;
    int64_t contacts = 0;
    for (int thread = 0; thread < solver->threads; thread++)
        contacts += found[thread].count;
    const ns_contact **list = malloc(((size_t)contacts + 1) * sizeof *list);
    *count = 0;
    for (int thread = 0; list && thread < solver->threads; thread++) {
        for (int64_t i = 0; i < found[thread].count; i++)
            list[(*count)++] = &found[thread].contact[i];
    }
    if (list && contacts > 0)
        qsort(list, (size_t)contacts, sizeof *list, by_key);
    return list;
}

// Of the part that is looked at, the places of whose bodies begin there.
static bool see_part(impulses *impulses, frame *frame, const int32_t *place)
{
    const ns_solver *solver = &impulses->solver;
    body_ids ids = {0};
    int64_t contacts = 0;
    int64_t slot = -1;
    const ns_contact **list = found_by_key(solver, &contacts);
    bool ok = list && body_ids_make(&impulses->part->body, &ids);
    ok = ok && frame_contacts_reserve(&frame->contact, frame->contact.count + contacts + 1);
    for (int64_t i = 0; ok && i < contacts; i++) {
        const ns_contact *contact = list[i];
        impact_row impulse = {0};
        bool pushed = solver_recall(solver, contact, &slot, &impulse);
        if (pushed || contact->gap < 0)
            see(impulses, frame, place, &ids, contact, &impulse);
    }
    free(list);
    body_ids_clear(&ids);
    return ok;
}

scree_status impulses_see(void *state, const transport *with, frame *frame, const int32_t *place,
                          scree_error *error)
{
    impulses *impulses = state;
    ns_sharing *sharing = &impulses->sharing;
    sharing->with = with;
    bool ok = impulses_begin(impulses);
    for (part *part = sharing_here(sharing); ok && part < sharing_end(sharing); part++) {
        ok = impulses_find_to_see(impulses, part) && see_part(impulses, frame, place);
        place += part->body.count;
    }
    sharing->with = sharing->ranks;
    impulses->part = sharing_here(sharing);
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

static bool is_there(const impulses *impulses, int64_t id)
{
    const shared *shared = impulses->shared;
    return id < shared->first_grain ? shared_wall_of(shared, id) >= 0
                                    : sharing_mover(&impulses->sharing, id) >= 0;
}

// Does the grain of that id stand here?
static bool is_here(const ns_sharing *sharing, int64_t id)
{
    const int32_t mover = sharing_mover(sharing, id);
    return mover >= sharing_first(sharing, sharing_here(sharing)) &&
           mover < sharing_first(sharing, sharing_end(sharing));
}

// The impulses whose bodies are there: a grain may have gone since the step that has thrown it. Of two ranks that of the second
// grain saves them. Returns how many.
static int64_t list_saved(const impulses *impulses, saved_impulse *list)
{
    const ns_memory *memory = &impulses->solver.memory;
    int64_t count = 0;
    for (int64_t i = 0; i < memory->slots; i++) {
        const ns_kept *kept = &memory->kept[i];
        if (!kept->there)
            continue;
        if (!is_there(impulses, kept->key.id_a) || !is_here(&impulses->sharing, kept->key.id_b))
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

bool impulses_save(void *state, const transport *with, image *im)
{
    impulses *impulses = state;
    ns_sharing *sharing = &impulses->sharing;
    const ns_memory *memory = &impulses->solver.memory;
    saved_impulse *list = malloc(((size_t)memory->count + 1) * sizeof *list);
    sharing->with = with;
    bool ok = sharing_ids(sharing) && list;
    if (ok) {
        int64_t count = list_saved(impulses, list);
        ok = save_list(memory, list, count, im);
    }
    sharing->with = sharing->ranks;
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

// Of ranks the first one alone has read the snapshot.
void impulses_complete(void *state, const image *im)
{
    impulses *impulses = state;
    const ns_sharing *sharing = &impulses->sharing;
    ns_memory *memory = &impulses->solver.memory;
    (void)im;
    if (!sharing->ranks)
        return;
    if (!sharing_memory(sharing, memory) || !memory_chain(memory, impulses->shared->threads))
        sharing_abandon(sharing);
}

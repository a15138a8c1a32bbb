// see.c - contacts of the nonsmooth solver for observers and snapshots.
//
// A look shows contacts where bodies are now, with the impulses of the step that led here over its length: the mean
// forces. What a snapshot keeps, and the next step begins with, are those impulses.
#include "nonsmooth/impulses.h"

#include "motion/ids.h"

#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { IMPULSE_NUMBERS = 8 };

static int by_key(const void *p, const void *q)
{
    const ns_contact *x = *(const ns_contact *const *)p;
    const ns_contact *y = *(const ns_contact *const *)q;
    if (x->id_a != y->id_a)
        return x->id_a < y->id_a ? -1 : 1;
    if (x->id_b != y->id_b)
        return x->id_b < y->id_b ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
}

static void add_force(frame_balls *f, int32_t at, v3 force, v3 torque)
{
    f->force[at] = v3_add(f->force[at], force);
    f->torque[at] = v3_add(f->torque[at], torque);
    f->contacts[at]++;
}

// From the centre of the ball of the lower id to that of the other, the nearest way.
static v3 apart_of(const impulses *w, int32_t a, int32_t b)
{
    const double *x = w->part->body.position[w->part->body.now][a].v;
    const double *y = w->part->body.position[w->part->body.now][b].v;
    return nearest_image(&w->part->s.context, v3_make(y[0] - x[0], y[1] - x[1], y[2] - x[2]));
}

// Torques are about the centre of the ball that the contact is with.
static void see(const impulses *w, frame *f, const int32_t *place, const body_ids *s,
                const ns_contact *c, const impact_row *p)
{
    const rec4 *x = w->part->body.position[w->part->body.now];
    bool wall = c->id_a < w->shared->walls;
    int32_t slot_b = body_ids_slot(s, c->id_b);
    int32_t slot_a = wall ? -1 : body_ids_slot(s, c->id_a);
    double sign = c->turned ? -1 : 1;
    v3 point = impulses_contact_point(w, c);
    v3 force;
    v3 torque;
    force = v3_scale(1 / w->shared->dt_before, v3_scale(sign, v3_fma(p->t, p->push, c->normal)));
    torque =
        v3_scale(1 / w->shared->dt_before, v3_scale(sign, v3_fma(p->roll, p->twist, c->normal)));
    v3 at_b = v3_make(x[slot_b].v[0], x[slot_b].v[1], x[slot_b].v[2]);
    v3 at_a = point;
    frame_contacts *k = &f->contact;
    if (!wall) { // seen from where b is
        at_a = v3_sub(at_b, apart_of(w, slot_a, slot_b));
        add_force(&f->ball, place[slot_a], v3_scale(-1, force),
                  v3_scale(-1, v3_add(v3_cross(v3_sub(point, at_a), force), torque)));
    }
    add_force(&f->ball, place[slot_b], force, v3_add(v3_cross(v3_sub(point, at_b), force), torque));
    int64_t n = k->count++;
    k->a[n] = c->id_a;
    k->b[n] = c->id_b;
    k->position_a[n] = at_a;
    k->position_b[n] = at_b;
    k->point[n] = point;
    k->normal[n] = v3_scale(sign, c->normal);
    k->overlap[n] = -c->gap;
    k->force[n] = force;
    k->normal_force[n] = p->push / w->shared->dt_before;
}

// All contacts as they were found, by key.
static const ns_contact **found_by_key(const ns_solver *n)
{
    const ns_contact **list = malloc(((size_t)n->contacts + 1) * sizeof *list);
    for (int64_t i = 0; list && i < n->contacts; i++)
        list[i] = link_contact(n, i);
    if (list && n->contacts > 0)
        qsort(list, (size_t)n->contacts, sizeof *list, by_key);
    return list;
}

scree_status impulses_see(void *state, frame *f, const int32_t *place, scree_error *error)
{
    impulses *w = state;
    body_ids s = {0};
    const ns_contact **list = NULL;
    bool ok = body_ids_make(&w->part->body, &s) && impulses_gather(w) &&
              frame_contacts_reserve(&f->contact, w->solver.contacts + 1) &&
              (list = found_by_key(&w->solver));
    for (int64_t i = 0; ok && i < w->solver.contacts; i++) {
        impact_row p = {0};
        if (solver_recall(&w->solver, list[i], &p) || list[i]->gap < 0)
            see(w, f, place, &s, list[i], &p);
    }
    free(list);
    body_ids_clear(&s);
    return ok ? SCREE_OK : fail_memory(error, "frame");
}

// In the order of keys, which is not that in which they are kept.
typedef struct saved_impulse {
    ns_key key;
    int64_t at;
} saved_impulse;

static int by_saved_key(const void *p, const void *q)
{
    const ns_key *x = &((const saved_impulse *)p)->key;
    const ns_key *y = &((const saved_impulse *)q)->key;
    if (x->id_b != y->id_b)
        return x->id_b < y->id_b ? -1 : 1;
    if (x->id_a != y->id_a)
        return x->id_a < y->id_a ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
}

static bool is_there(const impulses *w, const body_ids *ids, int64_t id)
{
    return id < w->shared->walls || body_ids_slot(ids, id) >= 0;
}

bool impulses_save(const void *state, image *im)
{
    const impulses *w = state;
    const ns_memory *m = &w->solver.memory;
    saved_impulse *list = malloc(((size_t)m->count + 1) * sizeof *list);
    body_ids ids = {0};
    const bool memory = list && body_ids_make(&w->part->body, &ids);
    int64_t count = 0;
    for (int64_t i = 0; memory && i < m->slots; i++) {
        const ns_key *k =
            &m->kept[i].key; // a grain may have gone since the step that has thrown it
        if (m->kept[i].there && is_there(w, &ids, k->id_a) && is_there(w, &ids, k->id_b))
            list[count++] = (saved_impulse){*k, i};
    }
    body_ids_clear(&ids);
    if (!memory) {
        free(list);
        return false;
    }
    qsort(list, (size_t)count, sizeof *list, by_saved_key);
    int64_t *key = image_add(im, "contact/key", IMAGE_I64, count, 3, "1",
                             "id of b, id of a (a wall: its number), feature");
    double *row =
        key ? image_add(im, "contact/impulse", IMAGE_F64, count, IMPULSE_NUMBERS, "N s, N m s",
                        "of the last step on b: push, tangential, rolling, twisting")
            : NULL;
    for (int64_t i = 0; row && i < count; i++) {
        const ns_key *k = &list[i].key;
        key[3 * i] = k->id_b;
        key[3 * i + 1] = k->id_a;
        key[3 * i + 2] = k->feature;
        memcpy(row + IMPULSE_NUMBERS * i, m->impulse[list[i].at], sizeof m->impulse[i]);
    }
    free(list);
    return row != NULL;
}

scree_status impulses_load(void *state, const image *im, scree_error *error)
{
    impulses *w = state;
    const image_column *key = image_find(im, "contact/key", IMAGE_I64, 3);
    const image_column *row = image_find(im, "contact/impulse", IMAGE_F64, IMPULSE_NUMBERS);
    const image_column *diameter = image_find(im, "run/diameter", IMAGE_F64, 1);
    ns_memory *m = &w->solver.memory;
    if (!key || !row || key->rows != row->rows)
        return fail(error, SCREE_BAD_INPUT, "contact/impulse",
                    "resume with the solver that made the snapshot",
                    "the snapshot has no impulses of the nonsmooth solver");
    if (!diameter || diameter->rows != 1)
        return fail(error, SCREE_BAD_INPUT, "run/diameter", "take an unharmed snapshot",
                    "the snapshot does not say the characteristic diameter of its run");
    if (!memory_reserve(m, key->rows))
        return fail_memory(error, "contacts of the snapshot");
    m->slots = key->rows;
    for (int64_t i = 0; i < key->rows; i++) {
        const int64_t *k = (const int64_t *)key->data + 3 * i;
        m->kept[i] = (ns_kept){.key = {k[1], k[0], k[2]}, .there = true};
        memcpy(m->impulse[i], (const double *)row->data + IMPULSE_NUMBERS * i,
               sizeof m->impulse[i]);
    }
    return memory_chain(m, w->shared->threads) ? SCREE_OK
                                               : fail_memory(error, "contacts of the snapshot");
}

// observe_threads.c - several threads look at a world for one frame. Sums over what they see are exact, so nobody can tell who has
// added what; contacts are brought in order later (observe_contacts.c).
#include "world/losses.h"
#include "world/observer.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static int sets_of(const world *world)
{
    return world->shared->model->grain_sets + world->shared->model->streams;
}

bool observers_make(observers *observers, observer *first, const world *world)
{
    const int threads = world->shared->threads;
    const size_t room = (size_t)threads;
    *observers = (struct observers){.first = first, .threads = threads};
    observers->other = calloc(room, sizeof *observers->other);
    observers->frame = calloc(room, sizeof *observers->frame);
    observers->context = calloc(room, sizeof *observers->context);
    bool ok = observers->other && observers->frame && observers->context;
    for (int k = 0; ok && k < threads - 1; k++) {
        observer *other = &observers->other[k];
        frame *frame = &observers->frame[k];
        ok = observer_make(other, world, frame);
        frame->ball = first->frame->ball;
        frame->model = first->frame->model;
        other->place = first->place;
        other->pull = first->pull;
        observers->context[k + 1] = other;
    }
    if (ok)
        observers->context[0] = first;
    return ok;
}

// ---- merged

#define APPEND(name, type, unit, doc)                                                              \
    memcpy(to->name + to->count, from->name, (size_t)from->count * sizeof *to->name);

static bool append_contacts(observer *all, const observer *one)
{
    frame_contacts *to = &all->frame->contact;
    const frame_contacts *from = &one->frame->contact;
    const int64_t count = to->count + from->count;
    if (from->count == 0)
        return true; // there may be no arrays
    if (!frame_contacts_reserve(to, count) || !MEM_GROW(all->feature, all->features, count + 1))
        return false;
    memcpy(all->feature + to->count, one->feature, (size_t)from->count * sizeof *all->feature);
    FRAME_CONTACTS(APPEND)
    to->count = count;
    return true;
}

static bool append_pairs(pair_residuals *all, const pair_residuals *one)
{
    if (one->count == 0)
        return true;
    if (!world_reserve_pairs(all, one->count))
        return false;
    memcpy(all->item + all->count, one->item, (size_t)one->count * sizeof *one->item);
    all->count += one->count;
    return true;
}

static bool merge(observer *all, const observer *one, const world *world)
{
    const size_t sum = sizeof(exact_sum);
    const size_t sets = (size_t)sets_of(world);
    observer_add_sums((exact_sum *)all->sum, (const exact_sum *)one->sum,
                      sizeof(ledger_sums) / sum);
    if (all->of_set)
        observer_add_sums((exact_sum *)all->of_set, (const exact_sum *)one->of_set,
                          sets * sizeof *one->of_set / sum);
    if (all->lost)
        observer_add_sums(all->lost, one->lost, (size_t)world_count_losses(world->shared));
    observer_note_residual(all, one->worst, one->worst_a, one->worst_b);
    all->frame->pairs_near += one->frame->pairs_near;
    return !one->out_of_memory && append_contacts(all, one) &&
           append_pairs(&all->residuals, &one->residuals);
}

bool observers_merge(observers *observers)
{
    bool ok = !observers->first->out_of_memory;
    for (int k = 0; ok && k < observers->threads - 1; k++)
        ok = merge(observers->first, &observers->other[k], observers->first->world);
    return ok;
}

void observers_clear(observers *observers)
{
    for (int k = 0; observers->other && k < observers->threads - 1; k++) {
        observers->other[k].place = NULL; // the first has it
        observers->other[k].pull = NULL;
        observer_clear(&observers->other[k]);
    }
    for (int k = 0; observers->frame && k < observers->threads - 1; k++) {
        observers->frame[k].ball = (frame_balls){0}; // likewise
        frame_clear(&observers->frame[k]);
    }
    free(observers->other);
    free(observers->frame);
    free(observers->context);
}

// observe_ranks.c - a frame of a world of ranks, for who looks between steps: each rank sees the grains that it owns, rank 0
// adds up their sums, which are exact, and gets their rows in the order of all ids (world/lots.h). No rank needs copies of
// the grains of others, or lists of them.
//
// Where a rank finds something wrong nothing is collected: who looks at copies of all (world/mirror.h) finds it, and tells it.
#include "world/losses.h"
#include "world/lots.h"
#include "world/observer.h"

#include <stdlib.h>

enum { LOTS_MOST = 32, OF_BALLS = 0, OF_CONTACTS = 1, ORDERS = 2, PORTION = 1 << 16 };

bool frames_are_collected(const world *world)
{
    return world->ranks && world->inside == 0 && !world->mirror.here;
}

// ---- seen here

static bool place_own(observer *observer, const world *world)
{
    const int32_t own = world_own(world)->body.count;
    int32_t *order = world_own_order(world);
    observer->place = malloc(((size_t)own + 1) * sizeof *observer->place);
    const bool ok = order && observer->place;
    for (int32_t i = 0; ok && i < own; i++)
        observer->place[order[i]] = i;
    free(order);
    return ok;
}

// False: something is wrong, or there is no memory.
static bool see_own(observer *observer, world *world, frame *frame)
{
    const bool met = world_meet_own(world);
    bool ok = observer_make(observer, world, frame) && met && place_own(observer, world) &&
              observer_see(observer, world, world_own(world)->body.count, NULL) == SCREE_OK;
    if (!ranks_all(world, ok))
        return false;
    ok = observer_see_solver(observer, world, world->ranks, NULL) == SCREE_OK;
    return ok && observer_sort(observer);
}

// ---- sums

// Those of all ranks become those of rank 0.
static void add_sums(const world *world, exact_sum *sum, size_t count)
{
    exact_sum *all = ranks_gather(world, sum, count * sizeof *sum);
    for (int k = 1; all && ranks_lead(world) && k < world->parts; k++)
        observer_add_sums(sum, all + (size_t)k * count, count);
    free(all);
}

static void add_all_sums(observer *observer, const world *world)
{
    const shared *shared = world->shared;
    const size_t sum = sizeof(exact_sum);
    const size_t sets = (size_t)(shared->model->grain_sets + shared->model->streams);
    wall_load *load = world->part->scratch[0].load; // where a look adds them up
    add_sums(world, (exact_sum *)observer->sum, sizeof(ledger_sums) / sum);
    if (shared->walls > 0)
        add_sums(world, (exact_sum *)load, (size_t)shared->walls * sizeof *load / sum);
    if (observer->of_set)
        add_sums(world, (exact_sum *)observer->of_set, sets * sizeof *observer->of_set / sum);
    if (!observer->lost)
        return;
    // what threads of others have noted; rank 0 has its own when it shows them
    if (!ranks_lead(world))
        world_gather_losses_of(shared, world_own(world), observer->lost);
    add_sums(world, observer->lost, (size_t)world_count_losses(shared));
}

static void find_worst(observer *observer, const world *world)
{
    const pair_residual own = {
        .a = observer->worst_a,
        .b = observer->worst_b,
        .residual = observer->worst,
    };
    pair_residual *all = ranks_gather(world, &own, sizeof own);
    for (int k = 0; all && k < world->parts; k++)
        observer_note_residual(observer, all[k].residual, all[k].a, all[k].b);
    free(all);
}

// ---- rows

static int add_lot(lot *to, int count, const void *data, size_t row, int order)
{
    to[count] = (lot){data, row, order};
    return count + 1;
}

static int list_lots(const frame *frame, lot *to)
{
    const frame_balls *ball = &frame->ball;
    const frame_contacts *contact = &frame->contact;
    int n = 0;
#define ADD_BALL(name, type, unit, doc)                                                            \
    if (ball->name)                                                                                \
        n = add_lot(to, n, ball->name, sizeof *ball->name, OF_BALLS);
#define ADD_CONTACT(name, type, unit, doc)                                                         \
    n = add_lot(to, n, contact->name, sizeof *contact->name, OF_CONTACTS);
    FRAME_BALLS(ADD_BALL)
    ADD_BALL(given, v3, "N", "")
    FRAME_CONTACTS(ADD_CONTACT)
    return n;
}

static void take_rows(lots *lots, int number, size_t row, int64_t count, void *out)
{
    for (int64_t first = 0; first < count; first += PORTION) {
        const int64_t rows = count - first < PORTION ? count - first : PORTION;
        lots_take(lots, number, first, rows, (char *)out + (size_t)first * row);
    }
}

// The rows of all, in the frame of rank 0.
static bool take_all(lots *lots, const frame *own, frame *out)
{
    frame_balls *ball = &out->ball;
    frame_contacts *contact = &out->contact;
    const int64_t balls = lots_rows(lots, OF_BALLS);
    const int64_t contacts = lots_rows(lots, OF_CONTACTS);
    if (!frame_balls_reserve(ball, balls, own->ball.orientation != NULL) ||
        !frame_given_reserve(ball, own->ball.given != NULL) ||
        !frame_contacts_reserve(contact, contacts))
        return false;
    ball->count = balls;
    contact->count = contacts;
    int n = 0;
#define TAKE_BALL(name, type, unit, doc)                                                           \
    if (own->ball.name)                                                                            \
        take_rows(lots, n++, sizeof *ball->name, balls, ball->name);
#define TAKE_CONTACT(name, type, unit, doc)                                                        \
    take_rows(lots, n++, sizeof *contact->name, contacts, contact->name);
    FRAME_BALLS(TAKE_BALL)
    TAKE_BALL(given, v3, "N", "")
    FRAME_CONTACTS(TAKE_CONTACT)
    return true;
}

// By the ids of both; those of one pair are of one rank. NULL without memory.
static int64_t *contact_keys(const frame_contacts *contacts)
{
    int64_t *key = malloc((2 * (size_t)contacts->count + 1) * sizeof *key);
    for (int64_t i = 0; key && i < contacts->count; i++) {
        key[2 * i] = contacts->a[i];
        key[2 * i + 1] = contacts->b[i];
    }
    return key;
}

static void pass_rows(world *world, const frame *own, frame *out)
{
    static const char no_memory[] = "out of memory for a frame";
    lot lot[LOTS_MOST];
    int64_t *key = contact_keys(&own->contact);
    if (!key)
        ranks_abandon(world, no_memory);
    const lot_order order[ORDERS] = {
        {own->ball.count, own->ball.id, 1},
        {own->contact.count, key, 2},
    };
    lots *lots = lots_make(world, lot, list_lots(own, lot), order, ORDERS);
    if (!ranks_lead(world)) {
        lots_answer(lots);
    } else {
        if (!take_all(lots, own, out))
            ranks_abandon(world, no_memory);
        lots_end(lots);
    }
    free(key);
}

// ---- all of it

// What there is besides the rows.
static void take_numbers(const frame *own, frame *out)
{
    out->time = own->time;
    out->step = own->step;
    out->model = own->model;
    out->giver = own->giver;
    out->stage = own->stage;
}

// Called by all ranks; `out` is that of rank 0, which gets rows where it does not ask for the number of contacts alone. *seen
// false: some rank has found something wrong.
static scree_status collect(world *world, frame *out, bool rows, int64_t *contacts, bool *seen,
                            scree_error *error)
{
    observer observer;
    frame own = {0};
    scree_status status = SCREE_OK;
    const bool good = see_own(&observer, world, &own);
    *seen = ranks_all(world, good);
    if (*seen) {
        add_all_sums(&observer, world);
        find_worst(&observer, world);
        const int64_t near = ranks_sum(world, own.pairs_near);
        *contacts = ranks_sum(world, own.contact.count);
        if (rows)
            pass_rows(world, &own, out);
        if (ranks_lead(world)) {
            if (!rows)
                frame_release(out);
            take_numbers(&own, out);
            out->pairs_near = near;
            observer.frame = out;
            frame_clear(&own);
            status = observer_show(&observer, world, error);
        }
    }
    observer_clear(&observer);
    frame_clear(&own);
    return status;
}

void frame_answer(world *world, bool rows)
{
    bool seen;
    int64_t contacts;
    collect(world, NULL, rows, &contacts, &seen, NULL);
}

scree_status frame_collect(world *world, frame *frame, int64_t *numbers, bool *collected,
                           scree_error *error)
{
    int64_t contacts = 0;
    const bool rows = numbers == NULL;
    ranks_order(world, ORDER_FRAME, rows);
    world->inside++;
    const scree_status status = collect(world, frame, rows, &contacts, collected, error);
    world->inside--;
    if (numbers)
        *numbers = contacts;
    return status;
}

// books.c - the energy ledger is opened: at the start of a case, or of a branch that asks for one; and is carried over
// where a case changes.
//
// What there is then is the start. Contacts that there are have been loaded before: what they hold is no work that
// anybody did since, and what they lost on the way there is nobody's loss. The first look, as the first step, makes an
// elasto-plastic contact flow from touch to where it is, and counts half a step of dashpots and of walls where a branch
// opens in the middle of a motion. So each contact begins with the opposite of all that: at the opening its books say
// that nothing was lost, and close. The same holds for the contacts that a grain brings which a program adds or changes.
#include "world/adapt.h"
#include "world/ranks.h"

#include <stdlib.h>

// Which contacts begin so: those of grains from an id on, or of balls of some ids.
typedef struct opening {
    world *opened;
    int64_t first_id;
    const int64_t *id; // ascending, so many; NULL: none is named
    int64_t ids;
    int64_t contacts; // how many, each counted once, and what they hold, J
    exact_sum held;
} opening;

static int compare_ids(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one;
    const int64_t b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static bool is_new(const opening *opening, int64_t id)
{
    if (id >= opening->first_id)
        return true;
    const size_t ids = (size_t)opening->ids;
    return opening->id && bsearch(&id, opening->id, ids, sizeof id, compare_ids);
}

static bool opens(const opening *opening, const bodies *body, const bucket *bucket, int32_t contact)
{
    const bool of_grains = !bucket_walls(bucket->kind);
    if (is_new(opening, body->id[bucket->b[contact]]))
        return true;
    return of_grains && is_new(opening, body->id[bucket->a[contact]]);
}

// A contact of two blocks is of the one that has its first grain.
static void count_opened(opening *opening, const block *block, const bucket *bucket,
                         int32_t contact, double energy)
{
    const int32_t a = bucket->a[contact];
    if (!bucket_walls(bucket->kind) && !(a >= block->low && a < block->high))
        return;
    opening->contacts++;
    exact_sum_add(&opening->held, energy);
}

static void open_contacts(void *context, const world *world, const part *seen_part,
                          const block *seen_block, const contact_seen *seen, const scratch *scratch)
{
    opening *opening = context;
    const part *of = &opening->opened->part[seen_part - world->part];
    block *mine = &of->list.block[seen_block - seen_part->list.block];
    (void)scratch;
    for (int n = 0; n < mine->buckets; n++) {
        bucket *bucket = &mine->bucket[n];
        const int books = world->shared->layout[bucket->set].books;
        if (books < 0)
            continue;
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const contact_seen *one = &seen[1 + bucket->first + contact];
            const double energy = one->live ? one->energy : 0;
            if (!opens(opening, &of->body, bucket, contact))
                continue;
            for (int j = 0; j < BOOKS; j++)
                bucket->history[books + j][contact] -= one->book[j];
            bucket->history[books + BOOK_WORK][contact] -= energy;
            count_opened(opening, mine, bucket, contact, energy);
        }
    }
}

scree_status world_open_books(world *world, scree_error *error)
{
    shared *shared = world->shared;
    frame frame = {0};
    for (part *part = world->part; part < world_parts_end(world); part++) {
        for (int i = 0; i < part->list.blocks; i++)
            block_open_books(&part->stepping, &part->list.block[i]);
    }
    scree_status status = world_frame(world, &frame, error);
    const frame_ledger *ledger = &frame.ledger;
    shared->books.start = ledger->kinetic + ledger->gravitational + ledger->elastic;
    shared->books.held = ledger->elastic;
    shared->books.walls -= ledger->walls;
    shared->books.growth -= ledger->growth;
    shared->books.drag -= ledger->drag;
    frame_clear(&frame);
    opening all = {.opened = world, .first_id = INT64_MIN};
    return status == SCREE_OK ? world_look(world, open_contacts, &all, error) : status;
}

// ---- grains that a program adds

scree_status world_residual(world *world, double *out, scree_error *error)
{
    frame frame = {0};
    int64_t contacts;
    const scree_status status = world_frame_numbers(world, &frame, &contacts, error);
    *out = frame.ledger.residual;
    frame_clear(&frame);
    return status;
}

// What springs of a grain hold that is put into contact no force has done, and of the motion that is seen half a kick of
// these springs: that is what the grain brings, so that the books miss as much as `before`.
scree_status world_book_newcomers(world *world, int64_t first_id, double before, scree_error *error)
{
    past_books *books = &world->shared->books;
    opening came = {.opened = world, .first_id = first_id};
    double after = 0;
    scree_status status = world_look(world, open_contacts, &came, error);
    if (status != SCREE_OK || came.contacts == 0)
        return status;
    books->held += exact_sum_value(&came.held);
    status = world_residual(world, &after, error);
    if (status == SCREE_OK)
        books->added += after - before;
    return status;
}

// Grains that are changed have gone from the books with their contacts; what they are now, and whatever else looks otherwise under
// the contacts that begin, has been brought.
scree_status world_book_replaced(world *world, const int64_t *id, int64_t ids, double before,
                                 scree_error *error)
{
    past_books *books = &world->shared->books;
    opening opening = {.opened = world, .first_id = INT64_MAX, .id = id, .ids = ids};
    double after = 0;
    scree_status status = SCREE_OK;
    if (world->shared->solver->resolves)
        status = world_look(world, open_contacts, &opening, error);
    books->held += exact_sum_value(&opening.held);
    if (status == SCREE_OK)
        status = world_residual(world, &after, error);
    if (status == SCREE_OK)
        books->added += after - before;
    return status;
}

// ---- a case that changes

static const char balance_words[] = "what the energy books miss, no part of the state";

bool world_save_balance(world *world, image *im)
{
    frame frame = {0};
    double *balance = NULL;
    if (!world->shared->model->ledger)
        return true;
    if (!ranks_see_all(world)) { // looked up before
        balance = image_add(im, ADAPT_BALANCE, (image_shape){IMAGE_F64, 1, 1}, "J", balance_words);
        if (balance)
            *balance = world->missed;
        return balance != NULL;
    }
    if (world_frame(world, &frame, NULL) == SCREE_OK) {
        balance = image_add(im, ADAPT_BALANCE, (image_shape){IMAGE_F64, 1, 1}, "J", balance_words);
        if (balance)
            *balance = frame.ledger.residual;
    }
    frame_clear(&frame);
    return balance != NULL;
}

typedef struct settling {
    world *changed;
    const bool *marked; // slots; NULL: all
} settling;

static bool is_settled(const settling *settling, const bucket *bucket, int32_t contact)
{
    const bool *marked = settling->marked;
    const bool of_grains = !bucket_walls(bucket->kind);
    if (!marked || marked[bucket->b[contact]])
        return true;
    return of_grains && marked[bucket->a[contact]];
}

static void settle_contacts(void *context, const world *world, const part *seen_part,
                            const block *seen_block, const contact_seen *seen,
                            const scratch *scratch)
{
    const settling *settling = context;
    struct world *changed = settling->changed;
    const part *of = &changed->part[seen_part - world->part];
    block *mine = &of->list.block[seen_block - seen_part->list.block];
    (void)scratch;
    for (int n = 0; n < mine->buckets; n++) {
        bucket *bucket = &mine->bucket[n];
        const int books = world->shared->layout[bucket->set].books;
        if (books < 0)
            continue;
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const contact_seen *one = &seen[1 + bucket->first + contact];
            if (!is_settled(settling, bucket, contact))
                continue;
            double residual = one->live ? one->energy : 0;
            for (int j = 0; j < BOOKS; j++)
                residual += one->book[j];
            bucket->history[books + BOOK_WORK][contact] -= residual;
        }
    }
}

scree_status world_settle_books(world *world, const bool *marked, scree_error *error)
{
    settling settling = {world, marked};
    return world_look(world, settle_contacts, &settling, error);
}

// Other laws hold another energy in the same contacts, contacts with a wall that was taken away are no more, another
// gravity gives heights another worth. No force does that work: it is what the change of the case brings, and is counted
// as energy added, so that the books miss as much as before. The books of each contact are closed likewise.
scree_status world_book_change(world *world, const image *im, scree_error *error)
{
    const image_column *was = image_find(im, ADAPT_BALANCE, IMAGE_F64, 1);
    double now = 0;
    if (!was || was->rows != 1)
        return SCREE_OK;
    scree_status status = world_settle_books(world, NULL, error);
    if (status == SCREE_OK)
        status = world_residual(world, &now, error);
    if (status == SCREE_OK)
        world->shared->books.added += now - image_reals(was)[0];
    return status;
}

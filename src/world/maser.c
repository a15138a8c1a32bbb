// maser.c - a step with a maser; see maser.h.
//
// Copies are moved by the step of the world like all grains, under the forces of their neighbours there, and then put
// where the originals are. What that brings is energy added: the books of the world are looked at before and after, as
// where a case changes (books.c). Lists count the way by which copies were put elsewhere like a motion of images.
#include "world/maser_parts.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>
#include <string.h>

bool maser_spent(const world *world)
{
    return world->maser && world_spent(world->maser->stretch);
}

scree_status maser_step(world *world, maser_step_world *step, scree_error *error)
{
    struct maser *maser = world->maser;
    if (!maser)
        return SCREE_OK;
    const scree_status status = step(maser->stretch, 1, error);
    if (status && error)
        fault_move(error, "maser");
    return status;
}

// ---- where copies and originals are

static bool is_at(const bodies *bodies, int32_t slot, int64_t id)
{
    if (slot >= bodies->count)
        return false;
    return bodies->id[slot] == id;
}

static bool slots_are_right(const struct maser *maser, const bodies *originals,
                            const bodies *copies)
{
    bool right = true;
    for (int64_t i = 0; i < maser->links; i++) {
        const maser_link *link = &maser->link[i];
        const int64_t id = maser->first + i;
        right = right && is_at(originals, link->from, id);
        if (link->copy >= 0)
            right = right && is_at(copies, link->slot, link->copy);
    }
    return right;
}

// A copy that a removal or an open border took is no more.
static bool find_slots(struct maser *maser, const bodies *originals, const bodies *copies)
{
    body_ids ids = {0};
    if (slots_are_right(maser, originals, copies))
        return true;
    const bool good = body_ids_make(copies, &ids);
    for (int32_t slot = 0; slot < originals->count; slot++)
        maser->link[originals->id[slot] - maser->first].from = slot;
    for (int64_t i = 0; good && i < maser->links; i++) {
        maser_link *link = &maser->link[i];
        const int32_t slot = link->copy >= 0 ? body_ids_slot(&ids, link->copy) : -1;
        link->copy = slot >= 0 ? link->copy : -1;
        link->slot = slot >= 0 ? slot : 0;
    }
    body_ids_clear(&ids);
    return good;
}

// ---- copies

// How often an original has come past the end of the stretch, beyond those times at which a copy was let go; below 0
// while it is back upstream.
static int64_t passed(const struct maser *maser, const bodies *originals, const maser_link *link)
{
    const int32_t crossed = originals->image[3 * (size_t)link->from + (size_t)maser->axis];
    return (int64_t)(maser->sense * crossed) - link->let_go;
}

static rec4 place_of(const struct maser *maser, const bodies *originals, const maser_link *link,
                     int64_t periods)
{
    rec4 place = *position_now(originals, link->from);
    place.v[maser->axis] += maser->sense * (double)periods * maser->length;
    return place;
}

static void put_motion(const bodies *originals, const maser_link *link, bodies *copies,
                       int32_t slot)
{
    const int32_t from = link->from;
    *velocity_now(copies, slot) = *velocity_now(originals, from);
    *spin_now(copies, slot) = *spin_now(originals, from);
    if (copies->orientation)
        copies->orientation[slot] = originals->orientation[from];
}

// Images along the other axes; along that of the maser the world has none.
static void put_images(const struct maser *maser, const bodies *originals, const maser_link *link,
                       bodies *copies, int32_t slot)
{
    if (!copies->image)
        return;
    const int32_t *from = originals->image + 3 * (size_t)link->from;
    int32_t *to = copies->image + 3 * (size_t)slot;
    memcpy(to, from, 3 * sizeof *to);
    to[maser->axis] = 0;
}

// All copies to their originals; returns the longest way by which one was put elsewhere, m.
static double put_copies(const world *world, const struct maser *maser)
{
    const bodies *originals = &maser->stretch->part->body;
    bodies *copies = &world->part->body;
    double most2 = 0;
#pragma omp parallel for num_threads(world->shared->threads) reduction(max : most2)
    for (int64_t i = 0; i < maser->links; i++) {
        const maser_link *link = &maser->link[i];
        if (link->copy < 0)
            continue;
        const rec4 place = place_of(maser, originals, link, passed(maser, originals, link));
        rec4 *position = position_now(copies, link->slot);
        const v3 was = v3_of(position);
        const v3 way = v3_sub(v3_of(&place), was);
        *position = place;
        put_motion(originals, link, copies, link->slot);
        put_images(maser, originals, link, copies, link->slot);
        const v3 nearest = nearest_image(&world->part->stepping.context, way);
        most2 = real_max(most2, v3_dot(nearest, nearest));
    }
    return sqrt(most2);
}

// ---- copies that go on, and those that come

static scree_status add_copy(world *world, maser_link *link, scree_error *error)
{
    struct maser *maser = world->maser;
    const bodies *originals = &maser->stretch->part->body;
    part *part = world->part;
    bodies *bodies = &part->body;
    if (world->next_id >= ID_MOST - 1 || bodies->count >= INT32_MAX - 64) {
        return fail(error, SCREE_BAD_INPUT, "maser", "begin a case anew",
                    "too many grains have gone through the stretch");
    }
    if (bodies->count >= bodies->room &&
        !bodies_reserve(bodies, bodies->room + bodies->room / 4 + 64))
        return fail_memory(error, "maser");
    const int32_t at = bodies->count;
    const rec4 place = place_of(maser, originals, link, passed(maser, originals, link));
    const new_grain grain = {
        .set = originals->set[link->from],
        .material = originals->material[link->from],
        .position = v3_of(&place),
        .radius = place.v[3],
        .mass = 1 / bodies_inverse_mass(originals, link->from),
        .orientation = q4_identity(),
    };
    link->copy = world->next_id;
    link->slot = at;
    world_put_grain(world, bodies, &grain);
    put_motion(originals, link, bodies, at);
    put_images(maser, originals, link, bodies, at);
    if (!world_note_arrival(world, part, at, 1))
        return fail_memory(error, "maser");
    world->shared->least_allowance =
        real_min(world->shared->least_allowance, world_allowance(world, part, at));
    return SCREE_OK;
}

// Lets copies go that are past the end, in the order of their originals; others come. *came: whether any did.
static scree_status renew_copies(world *world, bool *came, scree_error *error)
{
    struct maser *maser = world->maser;
    const bodies *originals = &maser->stretch->part->body;
    scree_status status = SCREE_OK;
    for (int64_t i = 0; i < maser->links && !status; i++) {
        maser_link *link = &maser->link[i];
        if (passed(maser, originals, link) <= 0)
            continue;
        link->let_go++;
        *came = true;
        status = add_copy(world, link, error);
    }
    return status;
}

// ---- books

static bool mark_copies(struct maser *maser, const bodies *copies)
{
    if (!MEM_GROW(maser->copied, maser->copied_room, copies->count + 2))
        return false;
    for (int32_t slot = 0; slot < copies->count; slot++)
        maser->copied[slot] = false;
    for (int64_t i = 0; i < maser->links; i++) {
        if (maser->link[i].copy >= 0)
            maser->copied[maser->link[i].slot] = true;
    }
    return true;
}

// What the stretch has brought since the books missed `before`, J.
static scree_status book(world *world, double before, scree_error *error)
{
    struct maser *maser = world->maser;
    const bodies *copies = &world->part->body;
    if (!find_slots(maser, &maser->stretch->part->body, copies) || !mark_copies(maser, copies))
        return fail_memory(error, "maser");
    scree_status status = world_settle_books(world, maser->copied, error);
    if (status)
        return status;
    double after = 0;
    status = world_residual(world, &after, error);
    if (!status)
        world->shared->books.added += after - before;
    return status;
}

static scree_status follow(world *world, scree_error *error)
{
    struct maser *maser = world->maser;
    part *part = world->part;
    bool came = false;
    if (!find_slots(maser, &maser->stretch->part->body, &part->body))
        return fail_memory(error, "maser");
    const double way = put_copies(world, maser);
    part->stepping.moved += way;
    part->cell_way += way;
    const scree_status status = renew_copies(world, &came, error);
    if (!came)
        return status;
    const scree_status listed = world_refresh(world, true, status ? NULL : error);
    return status ? status : listed;
}

scree_status maser_follow(world *world, scree_error *error)
{
    if (!world->maser)
        return SCREE_OK;
    const bool books = world->shared->model->ledger;
    scree_status status = SCREE_OK;
    double before = 0;
    if (books)
        status = world_residual(world, &before, error);
    if (!status)
        status = follow(world, error);
    return status || !books ? status : book(world, before, error);
}

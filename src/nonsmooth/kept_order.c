// kept_order.c - the order of a block is that of the step before, as long as no contact of it begins or ends.
//
// Batches of a block are a function of its links alone: their keys give the order in which they are coloured, their bodies
// and hubs the colours, their kinds the batches. So where a block has the same links as in the step before, one after the
// other, sorting, colouring and packing would make what is there already. All of what they read is compared, not a sum
// of it. Of the two ways in which links may differ, others or the same in another order, both make a block anew.
#include "nonsmooth/stages.h"

#include "base/memory.h"

static bool same(const ns_link *now, const ns_link *then)
{
    const int64_t keys =
        (now->id_a ^ then->id_a) | (now->id_b ^ then->id_b) | (now->feature ^ then->feature);
    const int32_t bodies = (now->a ^ then->a) | (now->b ^ then->b) | (now->hub ^ then->hub);
    return keys == 0 && bodies == 0 && now->balls == then->balls && now->rich == then->rich;
}

bool block_is_ordered(const ns_solver *solver, const ns_block *block, int32_t dummy)
{
    const ns_link *link = solver->network.link;
    if (block->ordered_count != block->contacts || block->ordered_dummy != dummy)
        return false;
    for (int32_t i = 0; i < block->contacts; i++) {
        if (!same(&link[block->dealt[i]], &block->ordered[i]))
            return false;
    }
    return true;
}

bool block_note_order(const ns_solver *solver, ns_block *block, int32_t dummy)
{
    const ns_link *link = solver->network.link;
    if (!MEM_GROW(block->ordered, block->ordered_room, (int64_t)block->contacts + 1))
        return false;
    for (int32_t i = 0; i < block->contacts; i++)
        block->ordered[i] = link[block->dealt[i]];
    block->ordered_count = block->contacts;
    block->ordered_dummy = dummy;
    return true;
}

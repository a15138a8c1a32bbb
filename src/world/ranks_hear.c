// ranks_hear.c - who keeps account of every step is with rank 0 alone: it tells the others of which walls it hears, and
// through which surfaces grains may go, and gets what they have found after each step.
#include "world/ranks_hear.h"

#include "shape/mesh.h"

#include <stdlib.h>
#include <string.h>

void *ranks_bring(const world *world, const void *mine, int64_t count, size_t size,
                  int64_t *brought)
{
    const transport *ranks = world->ranks;
    *brought = 0;
    if (!ranks)
        return NULL;
    int64_t *of_rank = ranks_gather(world, &count, sizeof count);
    transport_piece *piece = calloc((size_t)ranks->ranks, sizeof *piece);
    int64_t others = 0;
    for (int k = 1; of_rank && ranks->rank == 0 && k < ranks->ranks; k++)
        others += of_rank[k];
    char *all = malloc((size_t)others * size + 1);
    if (!of_rank || !piece || !all)
        ranks_abandon(world, "out of memory for what is told of a step");
    char *to = all;
    for (int k = 0; k < ranks->ranks; k++) {
        const bool comes = ranks->rank == 0 && k > 0;
        const bool goes = ranks->rank > 0 && k == 0;
        piece[k] = (transport_piece){
            .send = mine,
            .send_size = goes ? (size_t)count * size : 0,
            .receive = to,
            .receive_size = comes ? (size_t)of_rank[k] * size : 0,
        };
        to += piece[k].receive_size;
    }
    ranks->swap(ranks->context, piece);
    free(of_rank);
    free(piece);
    if (ranks->rank == 0) {
        *brought = others;
        return all;
    }
    free(all);
    return NULL;
}

// ---- walls

static void share_heard(world *world)
{
    shared *shared = world->shared;
    shared->heard = false;
    for (int i = 0; i < shared->walls; i++) {
        bool heard = shared->wall[i].heard;
        ranks_tell(world, &heard, sizeof heard);
        shared->wall[i].heard = heard;
        shared->wall_state[i].heard = heard;
        shared->heard = shared->heard || heard;
    }
    for (part *part = world->part; part < world_parts_end(world); part++)
        part->stepping.heard = shared->heard;
}

void ranks_tell_heard(world *world)
{
    ranks_order(world, ORDER_LISTEN, 0);
    share_heard(world);
}

void ranks_answer_heard(world *world)
{
    share_heard(world);
}

// ---- surfaces: what ways through them are counted by

// Of the mesh of rank 0, whose numbers are known, the others get that array.
static void *share_array(const world *world, const void *array, int32_t count, size_t size)
{
    const size_t bytes = (size_t)count * size;
    void *copy = malloc(bytes + 1);
    if (!copy)
        ranks_abandon(world, "out of memory for a surface");
    if (ranks_lead(world) && bytes > 0)
        memcpy(copy, array, bytes);
    ranks_tell(world, copy, bytes);
    if (!ranks_lead(world))
        return copy;
    free(copy);
    return NULL;
}

// NULL on rank 0, which has it.
static mesh *share_surface(const world *world, const mesh *surface)
{
    mesh numbers = {0};
    if (surface)
        numbers = *surface;
    ranks_tell(world, &numbers, sizeof numbers);
    mesh *copy = calloc(1, sizeof *copy);
    if (!copy) {
        ranks_abandon(world, "out of memory for a surface");
        return NULL;
    }
    *copy = (mesh){
        .vertices = numbers.vertices,
        .triangles = numbers.triangles,
        .nodes = numbers.nodes,
        .tolerance = numbers.tolerance,
        .low = numbers.low,
        .high = numbers.high,
    };
    copy->vertex = share_array(world, numbers.vertex, numbers.vertices, sizeof *numbers.vertex);
    copy->triangle =
        share_array(world, numbers.triangle, numbers.triangles, sizeof *numbers.triangle);
    copy->node = share_array(world, numbers.node, numbers.nodes, sizeof *numbers.node);
    copy->order = share_array(world, numbers.order, numbers.triangles, sizeof *numbers.order);
    if (!ranks_lead(world))
        return copy;
    free(copy);
    return NULL;
}

void ranks_drop_gates(world *world)
{
    world_gates *all = &world->gates;
    for (int i = 0; all->copy && i < all->copies; i++) {
        free(all->copy[i]->vertex);
        free(all->copy[i]->triangle);
        free(all->copy[i]->node);
        free(all->copy[i]->order);
        free(all->copy[i]);
    }
    free(all->copy);
    all->copy = NULL;
    all->copies = 0;
}

void ranks_tell_gates(world *world)
{
    const world_gates *all = &world->gates;
    ranks_order(world, ORDER_GATES, all->gates);
    for (int i = 0; world->ranks && i < all->gates; i++)
        share_surface(world, all->gate[i].surface);
}

void ranks_answer_gates(world *world, int gates)
{
    world_gates *all = &world->gates;
    ranks_drop_gates(world);
    free(all->gate);
    all->gate = calloc((size_t)gates + 1, sizeof *all->gate);
    all->copy = calloc((size_t)gates + 1, sizeof *all->copy);
    if (!all->gate || !all->copy)
        ranks_abandon(world, "out of memory for surfaces");
    all->gates = gates;
    for (int i = 0; all->gate && all->copy && i < gates; i++) {
        all->copy[i] = share_surface(world, NULL);
        all->gate[i].surface = all->copy[i];
        all->copies = i + 1;
    }
}

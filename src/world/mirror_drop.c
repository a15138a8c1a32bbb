// mirror_drop.c - the memory of a mirror (world/mirror.c), and its end.
#include "world/mirror.h"

#include "state/bodies.h"

#include <stdlib.h>

bool mirror_make(world *w)
{
    const size_t parts = (size_t)w->parts;
    w->mirror.link = calloc(parts * parts, sizeof *w->mirror.link);
    w->mirror.was = calloc(parts, sizeof *w->mirror.was);
    return w->mirror.link && w->mirror.was;
}

void mirror_free(world *w)
{
    for (int i = 0; w->mirror.link && i < w->parts * w->parts; i++)
        free(w->mirror.link[i].slot);
    free(w->mirror.link);
    free(w->mirror.was);
    w->mirror = (world_mirror_state){0};
}

mirrored mirror_of(const part *part)
{
    const stepping *stepping = &part->stepping;
    return (mirrored){
        .moved = stepping->moved,
        .cell_way = part->cell_way,
        .measured = part->measured,
        .wall_moved = part->wall_moved,
        .measure = stepping->measure,
    };
}

static void recall(part *part, const mirrored *was)
{
    stepping *stepping = &part->stepping;
    stepping->moved = was->moved;
    stepping->measure = was->measure;
    part->cell_way = was->cell_way;
    part->measured = was->measured;
    part->wall_moved = was->wall_moved;
}

// Nobody steps it, and nobody looks at it.
static void empty(const world *w, part *part)
{
    const shared *shared = w->shared;
    part->body.count = 0;
    part->body.ghosts = 0;
    lists_forget(&part->list);
    followers_free(&part->follow);
    part->follow = (followers){0};
    part->stepping.follow = NULL;
    world_clear_losses(shared, part);
}

void ranks_forget_others(world *w)
{
    for (part *part = w->part; w->ranks && part < world_parts_end(w); part++) {
        if (part != world_own(w))
            empty(w, part);
    }
}

// Of a look between steps, which may have been the only one, nothing is kept.
static void give_back(world *w, part *part)
{
    bodies *body = &part->body;
    const bodies was = *body;
    const lists *list = &part->list;
    const int threads = list->threads;
    bodies_free(body);
    lists_free(&part->list);
    body->with_orientation = was.with_orientation;
    body->with_image = was.with_image;
    body->with_clumps = was.with_clumps;
    body->with_rate = was.with_rate;
    body->with_gear = was.with_gear;
    body->with_given = was.with_given;
    if (!bodies_reserve(body, 0) || !lists_init(&part->list, w->shared->model->search, threads,
                                                w->shared->width, part->stepping.skin))
        ranks_abandon(w, "out of memory");
}

void world_drop_mirror(world *w)
{
    if (!w->mirror.here)
        return;
    ranks_forget_others(w);
    for (part *part = w->part; !w->mirror.all && part < world_parts_end(w); part++) {
        if (part != world_own(w))
            give_back(w, part);
    }
    for (part *part = w->part; part < world_parts_end(w); part++) {
        if (part != world_own(w))
            recall(part, &w->mirror.was[part - w->part]);
    }
    w->mirror.here = false;
    w->mirror.all = false;
}

// frame.c - see frame.h. Arrays of a frame are plain malloc blocks; the names of walls belong to the model.
#include "state/frame.h"

#include <stdlib.h>
#include <string.h>

static void clear_bodies(frame_bodies *b)
{
    free(b->id);
    free(b->position);
    free(b->radius);
    free(b->mass);
    free(b->velocity);
    free(b->spin);
    free(b->orientation);
    free(b->force);
    free(b->torque);
    free(b->material);
    free(b->set);
    free(b->contacts);
}

static void clear_contacts(frame_contacts *c)
{
    free(c->a);
    free(c->b);
    free(c->point);
    free(c->normal);
    free(c->overlap);
    free(c->force);
    free(c->normal_force);
    free(c->position_a);
    free(c->position_b);
}

void frame_clear(frame *f)
{
    clear_bodies(&f->body);
    clear_contacts(&f->contact);
    free(f->wall);
    memset(f, 0, sizeof *f);
}

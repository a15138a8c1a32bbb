// cores.c - grains with a core in a world: their forms, what they cannot meet, where their corners are.
#include "world/internal.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

scree_status world_make_cores(world *w, scree_error *error)
{
    const model *m = w->shared->m;
    int sets = m->grain_sets + m->streams;
    w->shared->shape = calloc((size_t)m->shapes + 1, sizeof *w->shared->shape);
    w->shared->form = calloc((size_t)sets + 1, sizeof *w->shared->form);
    w->shared->core = calloc((size_t)sets + 1, sizeof *w->shared->core);
    if (!w->shared->shape || !w->shared->form || !w->shared->core)
        return fail_memory(error, "shapes");
    for (int i = 0; i < sets; i++) {
        const model_shape *shape = model_shape_of(m, i);
        grain_form *form = &w->shared->shape[shape - m->shape];
        if (shape->core.vertices == 0)
            continue;
        scree_status status =
            form->core ? SCREE_OK : grain_form_make(&shape->core, shape->name, form, error);
        if (status != SCREE_OK)
            return status;
        w->shared->form[i] = form;
        w->shared->core[i] = w->shared->cores = true;
    }
    return SCREE_OK;
}

void world_free_cores(world *w)
{
    for (int i = 0; w->shared->shape && i < w->shared->m->shapes; i++)
        grain_form_clear(&w->shared->shape[i]);
    free(w->shared->shape);
    free(w->shared->form);
    free(w->shared->core);
}

static int material_of(const model *m, int set)
{
    return set < m->grain_sets ? m->grains[set].material : m->stream[set - m->grain_sets].material;
}

double world_largest_contact_radius(const world *w, int material)
{
    double most = 0;
    for (int i = 0; i < w->shared->m->grain_sets + w->shared->m->streams; i++)
        if (w->shared->core[i] && material_of(w->shared->m, i) == material)
            most = real_max(most, w->shared->form[i]->core->contact_radius);
    return most;
}

// An attraction across a gap is that of the pair: what it holds on by is shared. In a plain sum each two features would
// hold on by themselves, and begin to in the middle of the gap.
static scree_status check_laws(const world *w, scree_error *error)
{
    const model *m = w->shared->m;
    for (int i = 0; i < w->shared->sets; i++)
        for (int k = 0; w->shared->reach[i] > 0 && k < m->grain_sets + m->streams; k++) {
            const law_set *set = &w->shared->law[i];
            int material = material_of(m, k);
            if (!w->shared->core[k] || !w->shared->form[k]->core->summed ||
                (material != set->a && material != set->b))
                continue;
            return fail(error, SCREE_BAD_INPUT, "pairs",
                        "leave `weights: sum` out, or use a law that ends with touch",
                        "the pair %.60s, %.60s attracts across a gap, which is not defined for the "
                        "plain sum of "
                        "features of the shape `%.60s`",
                        m->material[set->a].name, m->material[set->b].name,
                        model_shape_of(m, k)->name);
        }
    return SCREE_OK;
}

scree_status world_check_cores(const world *w, scree_error *error)
{
    if (!w->shared->cores)
        return SCREE_OK;
    if (w->shared->m->full_arm)
        return fail(error, SCREE_BAD_INPUT, "run.arm", "leave it out",
                    "full arms are a choice for balls");
    return check_laws(w, error);
}

static bool reserve(const world *w, part *p)
{
    const bodies *o = &p->body;
    stepping *s = &p->s;
    const int32_t slots = o->count + o->ghosts;
    int64_t need = 0;
    for (int32_t i = 0; i < slots; i++)
        need += w->shared->form[o->set[i]] ? w->shared->form[o->set[i]]->turned : 0;
    if (need > INT32_MAX)
        return false;
    if (slots > p->turned_slots) {
        mem_free(s->turned_first);
        s->turned_first = mem_array(o->room, sizeof *s->turned_first);
        p->turned_slots = s->turned_first ? o->room : 0;
    }
    if (need > p->turned_room) {
        mem_free(s->turned);
        s->turned = mem_array(need + need / 4, sizeof *s->turned);
        p->turned_room = s->turned ? need + need / 4 : 0;
    }
    return slots <= p->turned_slots && need <= p->turned_room;
}

static void turn_cores(const world *w, part *p, int32_t from, int32_t to)
{
    const bodies *o = &p->body;
#pragma omp parallel for num_threads(w->shared->threads) schedule(static)
    for (int32_t i = from; i < to; i++) {
        const double *q = o->orientation[i].v;
        if (w->shared->form[o->set[i]])
            grain_turn(w->shared->form[o->set[i]], (q4){q[0], q[1], q[2], q[3]},
                       p->s.turned + p->s.turned_first[i]);
    }
}

bool world_turn_cores(const world *w, part *p)
{
    const bodies *o = &p->body;
    if (!w->shared->cores)
        return true;
    if (!reserve(w, p))
        return false;
    int32_t first = 0;
    for (int32_t i = 0; i < o->count + o->ghosts; i++) {
        p->s.turned_first[i] = first;
        first += w->shared->form[o->set[i]] ? w->shared->form[o->set[i]]->turned : 0;
    }
    turn_cores(w, p, 0, o->count + o->ghosts);
    return true;
}

void world_turn_ghosts(const world *w, part *p)
{
    if (p->s.corners)
        turn_cores(w, p, p->body.count, p->body.count + p->body.ghosts);
}

double world_core_share(const model *m, const model_shape *shape)
{
    const model_clump *c = &shape->clump;
    double least = INFINITY;
    if (shape->core.vertices == 0)
        return 1;
    const double inertia[3] = {c->inertia.x, c->inertia.y, c->inertia.z};
    for (int d = m->dimensions == 2 ? 2 : 0; d < 3; d++)
        if (inertia[d] > 0)
            least = real_min(least, inertia[d]);
    return least < INFINITY ? 1 / (1 + c->volume * c->radius[0] * c->radius[0] / least) : 1;
}

// build.c - from a model to a world: grains, laws, walls, time step, memory.
#include "base/constants.h"
#include "world/internal.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/text.h"
#include "collide/arms.h"
#include "scene/stream.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool can_meet(const grain_extremes *e, int a, int b)
{
    bool mobile_a = isfinite(e[a].radius), mobile_b = isfinite(e[b].radius);
    bool there_a = mobile_a || isfinite(e[a].fixed_radius) || e[a].wall,
         there_b = mobile_b || isfinite(e[b].fixed_radius) || e[b].wall;
    return (mobile_a && there_b) || (mobile_b && there_a);
}

scree_status world_mix_laws(const model *m, const grain_extremes *e, law_set **law,
                            int32_t **set_of, int *sets, scree_error *error)
{
    size_t n = (size_t)m->materials;
    *law = calloc(n * n + 1, sizeof **law);
    *set_of = calloc(n * n + 1, sizeof **set_of);
    *sets = 0;
    if (!*law || !*set_of)
        return fail_memory(error, "laws");
    for (size_t i = 0; i < n * n; i++)
        (*set_of)[i] = -1;
    for (int a = 0; a < m->materials; a++)
        for (int b = a; b < m->materials; b++) {
            // those that cannot meet have a set as well where it can be had, so that the sets follow from the model
            // alone and a snapshot finds them again when the last grain of a material has gone
            bool meet = can_meet(e, a, b);
            scree_error unused;
            if (!meet && !model_pair_of(m, a, b)->given)
                continue;
            scree_status status = law_set_mix(m, a, b, &(*law)[*sets], meet ? error : &unused);
            if (status != SCREE_OK && meet)
                return status;
            if (status != SCREE_OK)
                continue;
            (*set_of)[a * m->materials + b] = (*set_of)[b * m->materials + a] = (*sets)++;
        }
    return SCREE_OK;
}

static scree_status add_wall(world *w, const char *name, primitive *shape, int material,
                             const choice *drive, scree_error *error)
{
    moving_wall *wall = &w->shared->wall[w->shared->walls++];
    wall->shape = shape;
    wall->name = text_copy(name);
    wall->material = material;
    wall->choice = drive;
    wall->drive = drive && drive->what ? drive_find(drive->what) : NULL;
    wall->start = wall->now =
        (wall_pose){primitive_reference(shape), v3_make(0, 0, 0), v3_make(0, 0, 0), q4_identity()};
    if (!wall->name)
        return fail_memory(error, "walls");
    if (!wall->drive)
        return SCREE_OK;
    if (wall->drive->check) {
        scree_status status = wall->drive->check(drive, name, error);
        if (status != SCREE_OK)
            return status;
    }
    drive_in in = moving_wall_drive_in(wall, 0);
    wall->drive->pose(drive, &in, wall->state, &wall->now);
    return SCREE_OK;
}

static scree_status add_domain_planes(world *w, scree_error *error)
{
    static const char *const names[] = {"domain-x-low",  "domain-x-high", "domain-y-low",
                                        "domain-y-high", "domain-z-low",  "domain-z-high"};
    const model *m = w->shared->m;
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        if (m->boundary[axis] != BOUNDARY_WALL || (axis == 2 && m->dimensions == 2))
            continue;
        double sign = side % 2 ? -1 : 1;
        v3 normal = v3_make(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
        primitive *plane;
        scree_status status =
            primitive_make_plane(side % 2 ? m->high : m->low, normal, &plane, error);
        if (status == SCREE_OK)
            status = add_wall(w, names[side], plane, m->domain_material, NULL, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

// A primitive names its rows, "mesh.unit"; in the case they stand in a wall. Lines of files stay as they are.
static void place_in_wall(const model_wall *wall, scree_error *error)
{
    if (!error)
        return;
    const char *form = wall->primitive.what->name;
    size_t n = strlen(form);
    char where[128];
    snprintf(where, sizeof where, "walls.%.60s.%.50s", wall->name, error->where);
    if (!strncmp(error->where, form, n) && (error->where[n] == '.' || !error->where[n]))
        snprintf(error->where, sizeof error->where, "%s", where);
}

scree_status world_make_walls(world *w, scree_error *error)
{
    const model *m = w->shared->m;
    size_t room = (size_t)m->walls + 6;
    w->shared->wall = calloc(room, sizeof *w->shared->wall);
    w->shared->wall_state = calloc(room, sizeof *w->shared->wall_state);
    w->shared->placed_wall = calloc(room, sizeof *w->shared->placed_wall);
    if (!w->shared->wall || !w->shared->wall_state || !w->shared->placed_wall)
        return fail_memory(error, "walls");
    scree_status status = add_domain_planes(w, error);
    for (int i = 0; status == SCREE_OK && i < m->walls; i++) {
        primitive *shape;
        mesh_report report;
        status = primitive_make(&m->wall[i].primitive, w->folder, &shape, &report, error);
        if (status)
            place_in_wall(&m->wall[i], error);
        if (status == SCREE_OK)
            status =
                add_wall(w, m->wall[i].name, shape, m->wall[i].material, &m->wall[i].drive, error);
        if (status == SCREE_OK && w->shared->cores)
            status = wall_faces_make(shape, &w->shared->wall[w->shared->walls - 1].faces, error);
    }
    return status;
}

static scree_status check_periodic(const world *w, double radius, scree_error *error)
{
    static const char *const axes[] = {"x", "y", "z"};
    const model *m = w->shared->m;
    const double length[3] = {m->high.x - m->low.x, m->high.y - m->low.y, m->high.z - m->low.z};
    for (int d = 0; d < 3; d++) {
        if (m->boundary[d] != BOUNDARY_PERIODIC || (d == 2 && m->dimensions == 2))
            continue;
        if (length[d] < 4.2 * radius)
            return fail(error, SCREE_BAD_INPUT, "domain",
                        "make the domain longer, or the axis a wall",
                        "the periodic %s axis is %.4g m long; it must be at least 2.1 diameters of "
                        "the largest grain (%.4g m)",
                        axes[d], length[d], 4.2 * radius);
    }
    return SCREE_OK;
}

// Coordinates are kept in single precision where near pairs are searched.
static scree_status check_domain(const model *m, scree_error *error)
{
    const double most = 1e15; // m
    const double low[3] = {m->low.x, m->low.y, m->low.z};
    const double high[3] = {m->high.x, m->high.y, m->high.z};
    for (int d = 0; d < m->dimensions; d++)
        if (!(low[d] >= -most && high[d] <= most))
            return fail(error, SCREE_BAD_INPUT, "domain", "check its unit, or make it smaller",
                        "the domain reaches from %g to %g m along %c, farther than %g m", low[d],
                        high[d], "xyz"[d], most);
    return SCREE_OK;
}

// More grains than fit into the box of a stream never find a place, and to try takes for ever. Of all in one step, so
// many fit as balls fill of a box at most.
static scree_status check_stream_step(const world *w, int i, scree_error *error)
{
    const double densest = w->shared->m->dimensions == 2 ? 0.91 : 0.75;
    const model_stream *s = &w->shared->m->stream[i];
    const spread size = w->shared->m->shape[s->shape].radius;
    const double r = size.kind != SPREAD_FIXED && size.from > 0 ? size.from : size.value;
    const v3 box = v3_sub(s->high, s->low);
    const double room = w->shared->m->dimensions == 2 ? box.x * box.y : box.x * box.y * box.z;
    const double ball = w->shared->m->dimensions == 2 ? PI * r * r : 4 * PI / 3 * r * r * r;
    const double most = densest * room / ball + 1;
    const double comes = real_min(stream_rate(w->shared->m, i) * w->shared->dt, (double)s->most);
    char where[128];
    if (comes <= most)
        return SCREE_OK;
    snprintf(where, sizeof where, "streams.%.100s", s->name);
    return fail(
        error, SCREE_BAD_INPUT, where, "lower its rate, enlarge its box, or take a shorter step",
        "the stream brings %.3g grains in a step of %.3g s, and no more than %.3g fit into its box",
        comes, w->shared->dt, most);
}

// A stream must be able to make its largest grain, and inside the domain.
static scree_status check_streams(const model *m, scree_error *error)
{
    for (int i = 0; i < m->streams; i++) {
        const model_stream *s = &m->stream[i];
        spread size = m->shape[s->shape].radius;
        double r = size.kind == SPREAD_FIXED ? size.value : size.to;
        char where[128];
        snprintf(where, sizeof where, "streams.%.100s", s->name);
        const double low[3] = {s->low.x, s->low.y, s->low.z};
        const double high[3] = {s->high.x, s->high.y, s->high.z};
        const double from[3] = {m->low.x, m->low.y, m->low.z};
        const double to[3] = {m->high.x, m->high.y, m->high.z};
        double made = stream_expected(m, i, m->steps ? 0 : m->duration);
        if (size.kind == SPREAD_FIXED && !packing_radius_fits(r))
            return fail(error, SCREE_BAD_INPUT, where, "check the radius and its unit",
                        "a grain of radius %g m is not one that can be computed with", r);
        if (made > 1e9)
            return fail(error, SCREE_BAD_INPUT, where, "lower its rate, or give it a `count`",
                        "the stream makes %.3g grains in the run, more than one world holds", made);
        for (int d = 0; d < (m->dimensions == 2 ? 2 : 3); d++) {
            if (low[d] < from[d] || high[d] > to[d])
                return fail(error, SCREE_BAD_INPUT, where, "move its box, or widen `domain`",
                            "the stream reaches out of the domain along %c: from %g to %g m, the "
                            "domain from %g to %g m",
                            "xyz"[d], low[d], high[d], from[d], to[d]);
            if (isfinite(r) && high[d] - low[d] < 2 * r)
                return fail(
                    error, SCREE_BAD_INPUT, where, "widen its box",
                    "the stream is %g m wide along %c, narrower than its largest grain (%g m)",
                    high[d] - low[d], "xyz"[d], 2 * r);
        }
    }
    return SCREE_OK;
}

part *world_nursery(world *w)
{
    return w->parts > 1 ? w->part + w->parts : w->part;
}

// With the nursery.
static part *end_of_all(world *w)
{
    return world_nursery(w) + 1;
}

// What the step needs, from model and laws.
static void set_stepping(world *w, part *p)
{
    const model *m = w->shared->m;
    stepping *s = &p->s;
    const double low[3] = {m->low.x, m->low.y, m->low.z};
    const double high[3] = {m->high.x, m->high.y, m->high.z};
    s->context.body = &p->body;
    s->context.layout = w->shared->layout;
    s->context.set_of = w->shared->set_of;
    s->context.reach = w->shared->reach;
    s->context.materials = m->materials;
    for (int d = 0; d < 3; d++) {
        bool locked = d == 2 && m->dimensions == 2;
        s->periodic[d] = m->boundary[d] == BOUNDARY_PERIODIC && !locked;
        s->low[d] = locked ? -1e300 : low[d];
        s->high[d] = locked ? 1e300 : high[d];
        s->context.length[d] = s->periodic[d] ? high[d] - low[d] : 0;
        s->context.inverse_length[d] = s->periodic[d] ? 1 / (high[d] - low[d]) : 0;
    }
    s->gravity[0] = m->gravity.x;
    s->gravity[1] = m->gravity.y;
    s->gravity[2] = m->gravity.z;
    s->law = w->shared->law;
    s->wall = w->shared->wall_state;
    s->walls = w->shared->walls;
    part_pace(p, w->shared);
    s->flat = m->dimensions == 2;
    s->rotation = m->rotation;
    s->extrapolate = m->integrator != INTEGRATOR_LEAPFROG;
    s->full_arm = m->full_arm;
    s->ledger = m->ledger;
    s->spin_factor = m->dimensions == 2 ? 2.0 : 2.5;
    s->too_deep = m->deepest;
    s->clump = w->shared->clump;
    s->inertia = w->shared->inertia;
    s->form = w->shared->cores ? w->shared->form : NULL;
    s->corners = w->shared->cores && (!s->flat || w->shared->solver->turns_outlines);
    s->rare = s->flat || p->body.with_orientation;
}

// Fixed bodies, wherever they are, make motion of all rare, and say which law sets have to do with them.
static void note_fixed(world *w)
{
    bool any = false;
    for (int k = 0; k < w->shared->sets; k++)
        w->shared->law[k].fixed = false;
    for (const part *p = w->part; p < end_of_all(w); p++)
        for (int32_t i = 0; i < p->body.count; i++) {
            const bodies *o = &p->body;
            if (o->velocity[o->now][i].v[3] > 0)
                continue;
            any = true;
            for (int k = 0; k < w->shared->sets; k++) {
                law_set *law = &w->shared->law[k];
                law->fixed = law->fixed || law->a == o->material[i] || law->b == o->material[i];
            }
        }
    for (part *p = w->part; p < end_of_all(w); p++)
        p->s.rare = p->s.rare || any;
}

static scree_status allocate_part(world *w, part *p, double skin, scree_error *error)
{
    p->s.skin = skin;
    if (!bodies_reserve(&p->body, p->body.room))
        return fail_memory(error, "grains");
    p->scratch = calloc((size_t)w->shared->threads, sizeof *p->scratch);
    p->report = calloc((size_t)w->shared->threads, sizeof *p->report);
    if (!p->scratch || !p->report ||
        !lists_init(&p->list, w->shared->m->search, w->shared->threads, w->shared->width, skin))
        return fail_memory(error, "lists");
    for (int t = 0; t < w->shared->threads; t++) {
        p->scratch[t].load = calloc((size_t)w->shared->walls + 1, sizeof *p->scratch[t].load);
        if (!p->scratch[t].load)
            return fail_memory(error, "walls");
    }
    return SCREE_OK;
}

scree_status world_allocate(world *w, scree_error *error)
{
    double largest = 0;
    double smallest = INFINITY;
    for (const part *p = w->part; p < end_of_all(w); p++)
        for (int32_t i = 0; i < p->body.count; i++) {
            double r = p->body.position[p->body.now][i].v[3];
            largest = real_max(largest, r);
            smallest = real_min(smallest, r);
        }
    scree_status status = check_periodic(w, largest, error);
    const double skin = w->skin_asked > 0    ? w->skin_asked
                        : isfinite(smallest) ? 0.35 * smallest
                                             : 1;
    for (part *p = w->part; status == SCREE_OK && p < end_of_all(w); p++) {
        set_stepping(w, p);
        status = allocate_part(w, p, skin, error);
    }
    if (status != SCREE_OK)
        return status;
    if (w->parts > 1 && !world_make_links(w))
        return fail_memory(error, "parts");
    note_fixed(w);
    shared_place_walls(w->shared);
    return w->shared->solver->make(w->shared, w->part, w->parts, &w->solver, error);
}

void world_body_options(const model *m, bodies *b)
{
    const bool schemes = world_solver_of(m)->schemes;
    bool clumps = false;
    for (int i = 0; i < m->grain_sets + m->streams; i++)
        clumps = clumps || model_shape_of(m, i)->clump.balls > 0;
    // Gear's scheme moves all bodies as it moves clumps
    b->with_gear = schemes && m->integrator == INTEGRATOR_GEAR;
    b->with_clumps = clumps || b->with_gear;
    b->with_orientation = m->orientation || b->with_clumps;
    b->with_rate =
        b->with_clumps && schemes && m->rotation == ROTATION_LEAPFROG && m->dimensions == 3;
    b->with_image = m->boundary[0] == BOUNDARY_PERIODIC || m->boundary[1] == BOUNDARY_PERIODIC ||
                    m->boundary[2] == BOUNDARY_PERIODIC;
}

static world *world_shell(const model *m, const world_options *options, scree_error *error)
{
    const world_options none = {0};
    if (!options)
        options = &none;
    const kernel *kernel = kernel_choose(options->width);
    if (!kernel) {
        fail(error, SCREE_BAD_INPUT, "width", "leave it out",
             "this processor has no kernel of vector width %d", options->width);
        return NULL;
    }
    if (options->parts > 1 && !world_solver_of(m)->parts) {
        fail(error, SCREE_BAD_INPUT, "parts", "run with --parts 1, or take the smooth solver",
             "the nonsmooth solver cannot deal grains to several parts");
        return NULL;
    }
    if (options->parts < 0 || options->parts > WORLD_PARTS_MOST) {
        fail(error, SCREE_BAD_INPUT, "parts", "give 0 or 1 for one", "%d parts are not 0 to %d",
             options->parts, WORLD_PARTS_MOST);
        return NULL;
    }
    world *w = calloc(1, sizeof *w);
    if (w)
        w->shared = calloc(1, sizeof *w->shared);
    if (w)
        w->parts = options->parts > 1 ? options->parts : 1;
    if (w)
        w->part = calloc((size_t)w->parts + 1, sizeof *w->part);
    if (!w || !w->shared || !w->part) {
        fail_memory(error, "world");
        if (w)
            free(w->shared);
        if (w)
            free(w->part);
        free(w);
        return NULL;
    }
    w->shared->m = m;
    w->shared->solver = world_solver_of(m);
    w->shared->width = kernel->width;
    w->shared->threads = options->threads > 0 ? options->threads : omp_get_max_threads();
    w->skin_asked = options->skin;
    w->poisons = options->poison;
    w->folder = text_copy(options->folder ? options->folder : ".");
    w->stream = calloc((size_t)m->streams + 1, sizeof *w->stream);
    for (int i = 0; w->stream && i < m->streams; i++)
        world_start_stream(w, i);
    w->shared->clump = calloc((size_t)(m->grain_sets + m->streams) + 1, sizeof *w->shared->clump);
    w->shared->inertia =
        calloc((size_t)(m->grain_sets + m->streams) + 1, sizeof *w->shared->inertia);
    for (int i = 0; w->shared->clump && w->shared->inertia && i < m->grain_sets + m->streams; i++) {
        const model_clump *c = &model_shape_of(m, i)->clump;
        w->shared->clump[i] = c->balls > 0 ? c : NULL;
        if (c->balls > 0)
            w->shared->inertia[i] = inertia_make(c->inertia);
    }
    for (part *p = w->part; p < end_of_all(w); p++)
        world_body_options(m, &p->body);
    w->shared->books.worst_a = w->shared->books.worst_b = -1;
    if (!w->folder || !w->stream || !w->shared->clump || !w->shared->inertia) {
        fail_memory(error, "world");
        world_destroy(w);
        return NULL;
    }
    return w;
}

// No R* of these two materials is larger: that of a ball on a plane, or in a drum not much wider than it.
static double largest_r_eff(const world *w, const law_set *set, double radius)
{
    double share = 1;
    for (int k = 0; k < w->shared->walls; k++) {
        const primitive *p = w->shared->wall[k].shape;
        const char *why;
        bool meets = w->shared->wall[k].material == set->a || w->shared->wall[k].material == set->b;
        if (meets && p->kind->largest_ball)
            share = real_min(share, 1 - radius / p->kind->largest_ball(p, &why));
    }
    return radius / real_max(share, 1e-3); // at 0 and below it does not fit, and is refused
}

// Whether two balls that move may have arms of their own; more often than they do harms nothing but the pace.
static bool may_be_unlike(const grain_extremes *a, const grain_extremes *b)
{
    if (!isfinite(a->radius) || !isfinite(b->radius))
        return false;
    return arms_of_own(a->radius, b->largest) || arms_of_own(b->radius, a->largest);
}

// Everything but the bodies' values.
static scree_status build(world *w, const grain_prospect *grains, scree_error *error)
{
    const model *m = w->shared->m;
    const grain_extremes *extreme = grains->extreme;
    scree_status status =
        world_mix_laws(m, extreme, &w->shared->law, &w->shared->set_of, &w->shared->sets, error);
    if (status == SCREE_OK)
        status = step_choice_of(m, w->shared->law, w->shared->set_of, grains, &w->choice, error);
    if (status != SCREE_OK)
        return status;
    w->shared->dt = w->shared->dt_before = w->choice.step;
    w->shared->diameter = w->choice.diameter;
    w->shared->layout = calloc((size_t)w->shared->sets + 1, sizeof *w->shared->layout);
    w->shared->reach = calloc((size_t)w->shared->sets + 1, sizeof *w->shared->reach);
    if (!w->shared->layout || !w->shared->reach)
        return fail_memory(error, "laws");
    status = world_make_walls(w, error);
    for (int i = 0; status == SCREE_OK && i < w->shared->sets; i++) {
        law_set *set = &w->shared->law[i];
        set->unlike = may_be_unlike(&extreme[set->a], &extreme[set->b]);
        w->shared->layout[i] = history_layout_of(set, m->integrator != INTEGRATOR_LEAPFROG,
                                                 w->shared->cores, m->ledger);
        double largest = real_max(extreme[set->a].largest, extreme[set->b].largest);
        double curved = real_max(world_largest_contact_radius(w, set->a),
                                 world_largest_contact_radius(w, set->b));
        if (set->far && largest > 0)
            w->shared->reach[i] =
                law_set_reach(set, largest_r_eff(w, set, real_max(largest, curved)));
        w->shared->reach_most = real_max(w->shared->reach_most, w->shared->reach[i]);
        if (w->shared->reach[i] > largest)
            status = fail(error, SCREE_BAD_INPUT, m->path, "lower the range of the attraction",
                          "contacts of %s and %s would live up to a gap of %.3g m, more than the "
                          "largest radius %.3g m",
                          m->material[set->a].name, m->material[set->b].name, w->shared->reach[i],
                          largest);
    }
    for (int i = 0; status == SCREE_OK && i < m->streams; i++)
        status = check_stream_step(w, i, error);
    if (status == SCREE_OK)
        status = world_check_cores(w, error);
    return status;
}

// When a saved world is made, its bodies are in the first part.
static bool look_at_body(const void *from, int64_t i, filling_grain *out)
{
    const world *w = from;
    const bodies *o = &w->part->body;
    const double *x = o->position[o->now][i].v;
    const double share = 1 / real_max(model_shape_of(w->shared->m, o->set[i])->clump.balls, 1);
    *out = (filling_grain){o->set[i], v3_make(x[0], x[1], x[2]), x[3], share};
    return o->velocity[o->now][i].v[3] > 0;
}

// The same from bodies that are there already.
static scree_status bodies_prospect(const world *w, grain_extremes *extreme, grain_prospect *out,
                                    scree_error *error)
{
    const bodies *o = &w->part->body;
    const rec4 *x = o->position[o->now];
    const rec4 *v = o->velocity[o->now];
    grain_list none = {0};
    grain_extremes_of(w->shared->m, &none, extreme);
    out->extreme = extreme;
    grain_speed_of(w->shared->m, &none, out);
    for (int32_t i = 0; i < o->count; i++) {
        if (o->material[i] < 0 || o->material[i] >= w->shared->m->materials)
            return fail(error, SCREE_BAD_INPUT, "body/material",
                        "resume with the case that made the snapshot",
                        "a grain has a material that the case does not have");
        grain_extremes *e = &extreme[o->material[i]];
        e->largest = real_max(e->largest, x[i].v[3]);
        const model_shape *shape = model_shape_of(w->shared->m, o->set[i]);
        double im = v[i].v[3];
        double r = shape->core.vertices ? shape->core.contact_radius : x[i].v[3];
        double fast = sqrt(v[i].v[0] * v[i].v[0] + v[i].v[1] * v[i].v[1] + v[i].v[2] * v[i].v[2]);
        if (!(im > 0)) {
            e->fixed_radius = real_min(e->fixed_radius, r);
            continue;
        }
        e->radius = real_min(e->radius, r);
        e->mass = real_min(e->mass, world_core_share(w->shared->m, shape) / im);
        out->speed = real_max(out->speed, 2 * fast);
    }
    return filling_of(w->shared->m, o->count, look_at_body, w, &out->filling, error);
}

static scree_status create(world *w, fault_list *faults, scree_error *error)
{
    const model *m = w->shared->m;
    grain_list grains = {0};
    scree_status status = check_domain(m, error);
    if (status == SCREE_OK)
        status = check_streams(m, error);
    if (status == SCREE_OK)
        status = packing_build(m, w->folder, &grains, faults, error);
    if (status == SCREE_OK)
        status = world_make_cores(w, error);
    if (status == SCREE_OK)
        status = world_check_start(w, &grains, faults, error);
    grain_extremes *extreme = calloc((size_t)m->materials + 1, sizeof *extreme);
    if (status == SCREE_OK && !extreme)
        status = fail_memory(error, "laws");
    if (status == SCREE_OK) {
        grain_extremes_of(m, &grains, extreme);
        grain_prospect prospect = {.extreme = extreme};
        grain_speed_of(m, &grains, &prospect);
        status = grain_filling_of(m, &grains, &prospect.filling, error);
        if (status == SCREE_OK)
            status = build(w, &prospect, error);
    }
    free(extreme);
    w->next_id = w->shared->walls;
    if (status == SCREE_OK)
        status = world_fill_bodies(w, &grains, error);
    grain_list_clear(&grains);
    if (status == SCREE_OK)
        status = world_allocate(w, error);
    if (status == SCREE_OK && !world_turn_cores(w, w->part))
        status = fail_memory(error, "shapes");
    if (status == SCREE_OK)
        status = world_check_walls(w, faults, error);
    if (status == SCREE_OK)
        status = world_refresh(w, true, error);
    return status == SCREE_OK && m->ledger ? world_open_books(w, error) : status;
}

scree_status world_create(const model *m, const world_options *options, world **out,
                          scree_error *error)
{
    world *w = world_shell(m, options, error);
    *out = NULL;
    if (!w)
        return error ? error->status : SCREE_NO_MEMORY;
    scree_status status = create(w, options ? options->faults : NULL, error);
    if (status == SCREE_OK)
        *out = w;
    else
        world_destroy(w);
    return status;
}

scree_status world_restore_shell(const model *m, const world_options *options, const image *im,
                                 world **out, scree_error *error)
{
    world *w = world_shell(m, options, error);
    *out = NULL;
    if (!w)
        return error ? error->status : SCREE_NO_MEMORY;
    scree_status status = bodies_from_image(&w->part->body, im, error);
    grain_extremes *extreme = calloc((size_t)m->materials + 1, sizeof *extreme);
    const image_column *time = image_find(im, "run/time", IMAGE_F64, 2);
    grain_prospect prospect = {0};
    if (status == SCREE_OK && !extreme)
        status = fail_memory(error, "laws");
    if (time && time->rows == 1)
        prospect.going = ((const double *)time->data)[1];
    if (status == SCREE_OK)
        status = bodies_prospect(w, extreme, &prospect, error);
    if (status == SCREE_OK)
        status = world_make_cores(w, error);
    if (status == SCREE_OK)
        status = build(w, &prospect, error);
    free(extreme);
    if (status == SCREE_OK)
        *out = w;
    else
        world_destroy(w);
    return status;
}

static void free_part(world *w, part *p)
{
    bodies_free(&p->body);
    lists_free(&p->list);
    for (int t = 0; p->scratch && t < w->shared->threads; t++) {
        mem_free(p->scratch[t].lines);
        free(p->scratch[t].gone);
        free(p->scratch[t].last);
        free(p->scratch[t].load);
    }
    free(p->scratch);
    free(p->report);
    mem_free(p->s.turned);
    mem_free(p->s.turned_first);
    written_free_step(p);
    followers_free(&p->follow);
    mem_free(p->s.pull);
}

void world_destroy(world *w)
{
    if (!w)
        return;
    for (part *p = w->part; p < end_of_all(w); p++)
        free_part(w, p);
    for (int i = 0; i < w->shared->walls; i++) {
        wall_faces_clear(&w->shared->wall[i].faces);
        primitive_free(w->shared->wall[i].shape);
        free(w->shared->wall[i].name);
    }
    free(w->shared->wall);
    free(w->shared->wall_state);
    free(w->shared->placed_wall);
    free(w->shared->law);
    free(w->shared->layout);
    free(w->shared->reach);
    free(w->shared->set_of);
    free(w->stream);
    free(w->near_stream);
    free(w->near_place);
    world_free_cores(w);
    written_free(w->shared);
    world_free_links(w);
    w->shared->solver->free(w->solver);
    free(w->shared->clump);
    free(w->shared->inertia);
    free(w->folder);
    free(w->shared);
    free(w->part);
    free(w);
}

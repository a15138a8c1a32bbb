// soundness.c - do the dashpots of the contacts of now slow down what they should, in steps of this length?
//
// `auto` chooses the step before the run, by an impact (timestep_pairs.c). Contacts that are pressed harder later have stronger
// dashpots, and those of all contacts of a grain act on it together. Dashpots C that see relative velocities B x make the
// velocities x of all bodies decay by M^-1 B^T C B; in steps dt they do as long as its largest eigenvalue times dt stays below
// what the integrator allows to one contact (strongest_dashpot); beyond, they drive. The eigenvalue is that of the Rayleigh
// quotient x B^T C B x / x M x after some power iterations, which is never above it. Balls, clumps and grains with corners are
// seen by the places of their contacts; rolling and twisting have no part in it.
#include "world/timestep.h"

#include "base/random.h"
#include "law/single.h"
#include "state/frame.h"

#include <math.h>
#include <stdlib.h>

typedef struct damped_body {
    int64_t id;
    double mass, inertia;
    double inverse_mass, inverse_inertia;
    double radius; // that laws see, m
    int material;
    v3 velocity, spin;   // of the vector that is iterated
    v3 momentum, moment; // what dashpots give it
} damped_body;

typedef struct damper {
    int64_t a, b; // bodies; a below 0: a wall
    v3 normal;
    v3 arm_a, arm_b;
    double along, across; // N s/m
} damper;

typedef struct dampers {
    const world *world;
    const frame *frame;
    damped_body *body;
    int64_t bodies;
    int64_t *body_of; // of each ball of the frame
    v3 *offset;       // of each ball from the centre of its body, m
    damper *damper;
    int64_t count;
} dampers;

// ---- bodies

// Of a grain that is no ball the smallest, so that nothing is thought slower than it is.
static double inertia_of(const model_clump *clump, double mass, double radius, bool flat)
{
    if (clump->balls == 0 || clump->of_ball || !(clump->volume > 0))
        return (flat ? 0.5 : 0.4) * mass * radius * radius;
    const double density = mass / clump->volume;
    if (flat)
        return density * clump->inertia.z;
    return density * real_min(clump->inertia.x, real_min(clump->inertia.y, clump->inertia.z));
}

// Balls of a body may stand on both sides of a periodic border.
static v3 nearest(const frame *frame, v3 way)
{
    const model *model = frame->model;
    double x[3] = {way.x, way.y, way.z};
    const double *edge = frame->cell.edges.of;
    const double length[3] = {edge[CELL_XX], edge[CELL_YY], edge[CELL_ZZ]};
    for (int axis = 0; axis < model->dimensions; axis++) {
        if (model->boundary[axis] == BOUNDARY_PERIODIC && length[axis] > 0)
            x[axis] -= length[axis] * floor(x[axis] / length[axis] + 0.5);
    }
    return v3_make(x[0], x[1], x[2]);
}

// Places of the balls of a body from its centre of mass; returns its mass.
static double place_balls(dampers *all, int64_t first, int64_t end)
{
    const frame_balls *ball = &all->frame->ball;
    v3 sum = v3_make(0, 0, 0);
    double mass = 0;
    double weight = 0;
    for (int64_t i = first; i < end; i++) {
        const double share = isfinite(ball->mass[i]) ? ball->mass[i] : 1;
        const v3 way = v3_sub(ball->position[i], ball->position[first]);
        all->offset[i] = nearest(all->frame, way);
        sum = v3_fma(sum, share, all->offset[i]);
        weight += share;
        mass += ball->mass[i];
    }
    const v3 centre = v3_scale(1 / weight, sum);
    for (int64_t i = first; i < end; i++) {
        all->offset[i] = v3_sub(all->offset[i], centre);
        all->body_of[i] = all->bodies;
    }
    return mass;
}

static void add_body(dampers *all, int64_t first, int64_t end)
{
    const frame_balls *ball = &all->frame->ball;
    const model *model = all->frame->model;
    const model_shape *shape = model_shape_of(model, ball->set[first]);
    const double mass = place_balls(all, first, end);
    const bool corners = shape->core.vertices > 0;
    const bool moves = isfinite(mass) && mass > 0;
    const double inertia =
        inertia_of(&shape->clump, mass, ball->radius[first], model->dimensions == 2);
    all->body[all->bodies++] = (damped_body){
        .id = ball->id[first],
        .mass = moves ? mass : 0,
        .inertia = moves ? inertia : 0,
        .inverse_mass = moves ? 1 / mass : 0,
        .inverse_inertia = moves && inertia > 0 ? 1 / inertia : 0,
        .radius = corners ? shape->core.contact_radius : ball->radius[first],
        .material = ball->material[first],
    };
}

static void find_bodies(dampers *all)
{
    const frame_balls *ball = &all->frame->ball;
    int64_t end;
    for (int64_t first = 0; first < ball->count; first = end) {
        end = first + 1;
        while (end < ball->count && ball->body[end] == ball->body[first])
            end++;
        add_body(all, first, end);
    }
}

// The ball of that id; -1: there is none.
static int64_t ball_of(const frame_balls *ball, int64_t id)
{
    int64_t low = 0;
    int64_t high = ball->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (ball->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ball->count && ball->id[low] == id ? low : -1;
}

// ---- dashpots

// Contacts of one pair share its stiffness (docs/contacts-of-shapes.md); balls have one.
static int64_t contacts_of_pair(const frame_contacts *contact, int64_t i)
{
    int64_t first = i;
    int64_t end = i + 1;
    while (first > 0 && contact->a[first - 1] == contact->a[i] &&
           contact->b[first - 1] == contact->b[i])
        first--;
    while (end < contact->count && contact->a[end] == contact->a[i] &&
           contact->b[end] == contact->b[i])
        end++;
    return end - first;
}

static const law_set *laws_of(const dampers *all, int64_t contact, const damped_body *a,
                              const damped_body *b)
{
    const shared *shared = all->world->shared;
    const int wall = a ? -1 : shared_wall_of(shared, all->frame->contact.a[contact]);
    if (!a && wall < 0)
        return NULL;
    const int material = a ? a->material : shared->wall[wall].material;
    const int set = shared->set_of[material * shared->model->materials + b->material];
    return set >= 0 ? &shared->law[set] : NULL;
}

static void add_damper(dampers *all, int64_t i)
{
    const frame_contacts *contact = &all->frame->contact;
    const frame_balls *ball = &all->frame->ball;
    const int64_t ball_a = ball_of(ball, contact->a[i]);
    const int64_t ball_b = ball_of(ball, contact->b[i]);
    if (ball_b < 0 || !(contact->overlap[i] > 0))
        return;
    const damped_body *b = &all->body[all->body_of[ball_b]];
    const damped_body *a = ball_a < 0 ? NULL : &all->body[all->body_of[ball_a]];
    const law_set *laws = laws_of(all, i, a, b);
    const double loose = b->inverse_mass + (a ? a->inverse_mass : 0);
    if (!laws || !(loose > 0))
        return;
    const double r_eff = 1 / (1 / b->radius + (a ? 1 / a->radius : 0));
    const double dt = world_dt(all->world);
    const double rate = 1e-3 * contact->overlap[i] / dt;
    const law_dashpots dashpots =
        law_single_dashpots(laws, r_eff, 1 / loose, contact->overlap[i], rate, dt);
    const double weight = 1 / (double)contacts_of_pair(contact, i);
    if (!isfinite(dashpots.normal) || !isfinite(dashpots.tangential))
        return;
    damper *to = &all->damper[all->count++];
    *to = (damper){
        .a = a ? all->body_of[ball_a] : -1,
        .b = all->body_of[ball_b],
        .normal = contact->normal[i],
        .arm_b = v3_add(v3_sub(contact->point[i], contact->position_b[i]), all->offset[ball_b]),
        .along = weight * dashpots.normal,
        .across = weight * dashpots.tangential,
    };
    if (a)
        to->arm_a = v3_add(v3_sub(contact->point[i], contact->position_a[i]), all->offset[ball_a]);
}

// ---- the eigenvalue

static v3 surface_velocity(const damped_body *body, v3 arm)
{
    return v3_add(body->velocity, v3_cross(body->spin, arm));
}

static void push(damped_body *body, v3 arm, v3 force)
{
    body->momentum = v3_add(body->momentum, force);
    body->moment = v3_add(body->moment, v3_cross(arm, force));
}

// Returns x B^T C B x, and leaves C B x on the bodies.
static double damp(dampers *all)
{
    double power = 0;
    for (int64_t i = 0; i < all->count; i++) {
        const damper *is = &all->damper[i];
        damped_body *b = &all->body[is->b];
        damped_body *a = is->a < 0 ? NULL : &all->body[is->a];
        v3 u = surface_velocity(b, is->arm_b);
        if (a)
            u = v3_sub(u, surface_velocity(a, is->arm_a));
        const double along = v3_dot(u, is->normal);
        const v3 slip = v3_fma(u, -along, is->normal);
        const v3 force = v3_fma(v3_scale(is->across, slip), is->along * along, is->normal);
        power += v3_dot(force, u);
        push(b, is->arm_b, force);
        if (a)
            push(a, is->arm_a, v3_scale(-1, force));
    }
    return power;
}

static double size_of(const dampers *all)
{
    double size = 0;
    for (int64_t i = 0; i < all->bodies; i++) {
        const damped_body *body = &all->body[i];
        size += body->mass * v3_dot(body->velocity, body->velocity);
        size += body->inertia * v3_dot(body->spin, body->spin);
    }
    return size;
}

static void begin_vector(dampers *all)
{
    rng random = rng_make(7, 0);
    const bool flat = all->frame->model->dimensions == 2;
    for (int64_t i = 0; i < all->bodies; i++) {
        damped_body *body = &all->body[i];
        if (!(body->mass > 0))
            continue;
        const double size = sqrt(body->inverse_mass * body->inertia);
        const double x = rng_range(&random, -1, 1);
        const double y = rng_range(&random, -1, 1);
        const double z = rng_range(&random, -1, 1);
        body->velocity = v3_make(x, y, flat ? 0 : z);
        if (size > 0)
            body->spin = v3_make(flat ? 0 : y / size, flat ? 0 : z / size, x / size);
    }
}

// x := M^-1 B^T C B x, of size 1.
static void next_vector(dampers *all)
{
    for (int64_t i = 0; i < all->bodies; i++) {
        damped_body *body = &all->body[i];
        body->velocity = v3_scale(body->inverse_mass, body->momentum);
        body->spin = v3_scale(body->inverse_inertia, body->moment);
        body->momentum = v3_make(0, 0, 0);
        body->moment = v3_make(0, 0, 0);
    }
    const double size = sqrt(size_of(all));
    for (int64_t i = 0; i < all->bodies && size > 0; i++) {
        damped_body *body = &all->body[i];
        body->velocity = v3_scale(1 / size, body->velocity);
        body->spin = v3_scale(1 / size, body->spin);
    }
}

// The largest eigenvalue, 1/s, and the body that has most of its vector.
static double fastest_decay(dampers *all, int64_t *worst)
{
    enum { ITERATIONS = 24 };
    double decay = 0;
    begin_vector(all);
    for (int i = 0; i < ITERATIONS; i++) {
        const double power = damp(all);
        const double size = size_of(all);
        decay = size > 0 ? power / size : 0;
        if (i + 1 < ITERATIONS)
            next_vector(all);
    }
    double most = -1;
    for (int64_t i = 0; i < all->bodies; i++) {
        const damped_body *body = &all->body[i];
        const double own = body->mass * v3_dot(body->velocity, body->velocity) +
                           body->inertia * v3_dot(body->spin, body->spin);
        if (own > most) {
            most = own;
            *worst = body->id;
        }
    }
    return decay;
}

scree_status world_soundness(const world *world, const frame *frame, step_soundness *out,
                             scree_error *error)
{
    dampers all = {.world = world, .frame = frame};
    const double dt = world_dt(world);
    *out = (step_soundness){.share = 0, .step = INFINITY, .grain = -1};
    if (!world->shared->solver->resolves || frame->ball.count == 0 || frame->contact.count == 0)
        return SCREE_OK;
    all.body = calloc((size_t)frame->ball.count, sizeof *all.body);
    all.body_of = calloc((size_t)frame->ball.count, sizeof *all.body_of);
    all.offset = calloc((size_t)frame->ball.count, sizeof *all.offset);
    all.damper = calloc((size_t)frame->contact.count, sizeof *all.damper);
    const bool room = all.body && all.body_of && all.offset && all.damper;
    if (room) {
        find_bodies(&all);
        for (int64_t i = 0; i < frame->contact.count; i++)
            add_damper(&all, i);
        const double decay = fastest_decay(&all, &out->grain);
        const double sound = strongest_dashpot(world->shared->model) / decay;
        out->share = decay > 0 ? dt / sound : 0;
        out->step = decay > 0 ? sound : INFINITY;
    }
    free(all.body);
    free(all.body_of);
    free(all.offset);
    free(all.damper);
    return room ? SCREE_OK : fail_memory(error, "soundness of the step");
}

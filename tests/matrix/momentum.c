// momentum.c - the momentum of all grains changes in a step by what gravity gives and by minus what the grains do to the
// walls, to rounding: velocities are half a step behind the places, so a step of forces takes those of the places before
// it, and a step of impulses tells the mean forces of that step.
#include "matrix/momentum.h"

#include "motion/solver.h"
#include "world/internal.h"

#include <math.h>

static const double *reals(const image *im, const char *name)
{
    const image_column *column = image_find(im, name, IMAGE_F64, 4);
    return column ? image_reals(column) : NULL;
}

static void add(momentum_seen *to, double mass, const double v[4])
{
    const v3 momentum = v3_scale(mass, v3_make(v[0], v[1], v[2]));
    to->momentum = v3_add(to->momentum, momentum);
    to->size += v3_norm(momentum);
    to->mass += mass;
}

static void see_bodies(const image *im, momentum_seen *out)
{
    const image_column *id = image_find(im, "body/id", IMAGE_I64, 1);
    const image_column *member = image_find(im, "body/member", IMAGE_I64, 2);
    const double *velocity = reals(im, "body/velocity");
    const double *centre = reals(im, "body/centre");
    const double *drift = reals(im, "body/drift");
    out->bodies = id->rows;
    for (int64_t i = 0; i < id->rows; i++) {
        const int64_t balls = member ? image_integers(member)[2 * i + 1] : 0;
        out->ids += image_integers(id)[i] * (i + 1);
        if (balls == 0 && velocity[4 * i + 3] > 0)
            add(out, 1 / velocity[4 * i + 3], velocity + 4 * i);
        else if (balls > 0 && !drift)
            out->unknown = true; // an integrator that keeps other things
        else if (balls > 0 && image_integers(member)[2 * i] == 0 && isfinite(centre[4 * i + 3]))
            add(out, centre[4 * i + 3], drift + 4 * i);
    }
}

bool momentum_see(world *w, const frame *f, momentum_seen *out)
{
    image im = {0};
    scree_error error = {0};
    *out = (momentum_seen){.stage = world_stages(w) ? world_stage(w).number : 0};
    if (world_image(w, &im, &error) != SCREE_OK)
        return false;
    see_bodies(&im, out);
    image_clear(&im);
    for (int i = 0; i < f->walls; i++) {
        if (f->wall[i].absent)
            continue;
        out->walls = v3_add(out->walls, f->wall[i].force);
        out->pushes += v3_norm(f->wall[i].force);
        out->walls_there += 1 << i % 16;
    }
    return true;
}

bool momentum_is_kept(const model *m)
{
    for (int i = 0; i < m->grain_sets; i++)
        if (m->grains[i].fixed)
            return false;
    for (int set = 0; set < m->grain_sets + m->streams; set++)
        if (model_growth_of(m, set))
            return false;
    return !m->cell.given && m->forces == 0 && m->damping == 0;
}

double momentum_missing(const world *w, const momentum_seen *before, const momentum_seen *after)
{
    const double dt = world_dt(w);
    const bool mean = w->shared->solver->means;
    const momentum_seen *pushed = mean ? after : before;
    const v3 gravity = world_model(w)->gravity;
    if (before->unknown || before->bodies != after->bodies || before->ids != after->ids ||
        before->stage != after->stage || before->walls_there != after->walls_there)
        return 0;
    // Scaled masses have the inertia that is seen, and the weight of what they are.
    const double heavy = before->mass / model_mass_scaling(world_model(w));
    v3 given = v3_scale(heavy * dt, gravity);
    given = v3_fma(given, -dt, pushed->walls);
    const v3 off = v3_sub(v3_sub(after->momentum, before->momentum), given);
    const double scale = before->size + dt * pushed->pushes + dt * heavy * v3_norm(gravity);
    return scale > 0 ? v3_norm(off) / scale : 0;
}

// constraints.c - the continuous stage: contacts as regularised constraints (AGX manual, 35.8), its warm start, how
// many sweeps, and the relaxation afterwards.
//
// With Y = 1/(1 + 4 tau/h) and K, g' of law/rows.h a row is
//   u_n' + (4 Y / h^2 K) push = -(4/h) Y g' + Y u_n,   push >= 0
// u_n after the impacts and before the forces. A body at rest then has push / h = -K g', the force of the law, whatever
// h and tau. tau = max(settling h, what the law damps): with the first an overlap is pushed out in some steps, however
// stiff.
//
// What does not touch yet, but may in this step, is a row as well: a spring of the stiffness that the law has under the
// weight of the lighter body, taken at the end of the step, u_n' + push / (h^2 K) = -gap / h. Without it a body whose
// contact has opened by a hair falls freely for a step, by far more than stiff contacts yield, and rests shake.
#include "nonsmooth/iterations.h"
#include "nonsmooth/division.h"

#include "base/mathlib.h"

#include <math.h>
#include <string.h>

enum { LOOK = 8 };                         // sweeps from one look at what is lacking to the next
static const double nothing_lacks = 1e-10; // of the speed that a step of falling brings

// Stiffness of the law under a weight; P ~ d^(2 e - 1) with e = d/-g' (law/rows.h).
static double stiffness_under(const law_set *set, const ns_contact *contact, double weight)
{
    double overlap = 1e-6 * contact->r_eff;
    normal_row row = law_set_normal_row(set, overlap, contact->r_eff, contact->m_eff);
    double push = -row.stiffness * row.gap;
    double power = 2 * overlap / -row.gap - 1;
    if (!(push > 0) || !(weight > 0))
        return row.stiffness;
    return row.stiffness * real_pow(weight / push, (power - 1) / power);
}

static void prepare_ahead(const ns_solver *solver, ns_contact *contact)
{
    const ns_settings *settings = &solver->set;
    double h = settings->step;
    if (!settings->choice->speculative || solver->limits[contact->set].pull > 0)
        return;
    // of all the stiffness of the pair: what does not touch has no share of it yet
    double weight = contact->m_eff * settings->gravity;
    double stiffness = stiffness_under(&solver->law[contact->set], contact, weight);
    contact->soft = 1 / (h * h * stiffness);
    contact->bias = -(contact->gap + contact->rise) / h;
}

// A corner that has just touched is soft: Hertz makes it so as long as its overlap is small, and of several corners of a
// pair it has the share that its overlap has. Where a touch falls into the very end of a step, next to nothing would
// answer in the one that follows, and the corner would go in by all of its way. A slender block that rocks is lifted by
// what pushes that out, and may fall over. So what closes is as stiff as it will be where its way ends, up to what weight
// makes of all of the pair. Its force, -K g', and its dashpot are what they were.
static void stiffen(const ns_solver *solver, const ns_contact *contact, double closing,
                    normal_row *row)
{
    const double overlap = -contact->gap;
    const double way = closing * solver->set.step;
    if (!contact->bends || !(way > 0) || solver->limits[contact->set].pull > 0)
        return;
    const law_set *set = &solver->law[contact->set];
    const double share = (overlap + way) / (overlap / contact->share + way);
    const double there =
        law_set_normal_row(set, overlap + way, contact->r_eff, contact->m_eff).stiffness;
    const double weight = contact->m_eff * solver->set.gravity;
    const double stiffness = real_min(share * there, stiffness_under(set, contact, weight));
    if (!(stiffness > row->stiffness))
        return;
    row->gap *= row->stiffness / stiffness;
    row->time *= row->stiffness / stiffness;
    row->stiffness = stiffness;
}

// u_n: after the impacts, before the forces.
static void prepare(const ns_solver *solver, ns_contact *contact, const ns_pace *pace, double u_n)
{
    contact->rise = contact_rise(solver, contact);
    if (contact->bends)
        contact->slide = contact_slide(solver, contact);
    contact->soft = -1;
    contact->bias = 0;
    if (contact->gap >= 0) {
        prepare_ahead(solver, contact);
        return;
    }
    normal_row row = law_set_normal_row(&solver->law[contact->set], -contact->gap, contact->r_eff,
                                        contact->m_eff);
    row.stiffness *= contact->share;
    if (!(row.stiffness > 0))
        return;
    stiffen(solver, contact, -u_n, &row);
    double y =
        row.time > pace->time ? settling_share(row.time, solver->set.step) : pace->settling_share;
    contact->soft = settling_compliance(solver, y, row.stiffness);
    contact->bias = -pace->four_over_step * y * row.gap + y * u_n;
    contact->bias -= (1 - y) * contact->rise / solver->set.step;
}

// How many sweeps, with how much of the last impulses and how long a settling time.
bool solver_choose_effort(ns_solver *solver)
{
    const model_nonsmooth *settings = solver->set.choice;
    bool asked = settings->iterations == 0 || isnan(settings->warm) ||
                 isnan(settings->settling); // else nobody wants to know
    network_figures figures = {
        .depth = 0,
        .heavy = 0,
        .hardness = 0,
    };
    if (asked && !solver_network(solver, &figures))
        return false;
    double h = solver->set.step;
    const iteration_load load = {
        .sag = solver->set.gravity * h * h / solver->set.diameter,
        .layers = figures.depth,
        .heavy = figures.heavy,
        .damping = settings->time / h,
        .hardness = figures.hardness,
    };
    solver->effort = iterations_choose(settings, load);
    solver->report.depth = figures.depth;
    solver->report.warm = solver->effort.warm;
    return true;
}

void solver_renew_rows(ns_solver *solver)
{
    ns_network *network = &solver->network;
    if (!solver->impacts.any)
        return; // all is as it was when contacts were begun with
    const ns_pace pace = solver_pace(solver);
#pragma omp parallel for num_threads(solver->threads) schedule(static)
    for (int64_t i = 0; i < network->contacts; i++) {
        ns_contact *contact = &network->contact[i];
        prepare(solver, contact, &pace, -contact_closing(solver, contact));
    }
}

// ---- warm start

// The impulses of contacts to the hubs, and those of contacts that stand last.
static void give_last(ns_solver *solver)
{
    ns_order *order = &solver->order;
    for (int i = 0; solver->hubs.count > 0 && i < order->phase_first[NS_PHASES]; i++)
        solver_give_block(solver, busy_block(solver, i), true, false);
    ns_block *last = &order->block[order->blocks];
    solver_give_block(solver, last, false, false);
    solver_give_block(solver, last, true, false);
}

// The impulses that contacts begin with, to their bodies; `fill`: and into the batches, while they are in cache.
static void give_all(ns_solver *solver, bool fill)
{
    ns_order *order = &solver->order;
#pragma omp parallel num_threads(solver->threads)
    for (int phase = 0; phase < NS_PHASES; phase++) {
#pragma omp for schedule(dynamic)
        for (int i = order->phase_first[phase]; i < order->phase_first[phase + 1]; i++) {
            ns_block *block = busy_block(solver, i);
            const bool filled = fill && division_mine(solver, i);
            if (filled)
                solver_fill_block(solver, block, phase, STAGE_CONSTRAINTS);
            solver_give_block(solver, block, false, filled);
        }
    }
    give_last(solver);
    if (fill)
        solver_fill_block(solver, &order->block[order->blocks], 0, STAGE_CONSTRAINTS);
}

// What mixed velocities have lost by rounding comes back: they are made once more of those before and all impulses.
static void give_again(ns_solver *solver, const mover_copy *before)
{
    memcpy(solver->movers.body, before->at, (size_t)solver->movers.count * sizeof *before->at);
    give_all(solver, false);
}

// Where grains have corners it depends on what the old impulses make of the velocities which of them stay (arrivals.c).
static bool begin_all(ns_solver *solver, bool warm)
{
    const bool at_once = warm && !solver->set.bends;
    if (warm)
        give_all(solver, at_once);
    if (!solver_hold(solver))
        return false;
    if (!at_once)
        solver_fill(solver, STAGE_CONSTRAINTS);
    return true;
}

// The part of a vector across the normal.
static v3 across(const ns_contact *contact, v3 vector)
{
    return v3_fma(vector, -v3_dot(vector, contact->normal), contact->normal);
}

static void recall(const ns_solver *solver, ns_contact *contact, double share, int64_t *slot)
{
    impact_row old;
    contact->impulse = (impact_row){0};
    const bool there = solver_recall(solver, contact, slot, &old);
    if (!there || !(contact->soft >= 0) || contact->hit)
        return;
    contact->impulse.push = share * old.push;
    contact->impulse.twist = share * old.twist;
    contact->impulse.drag = v3_scale(share, across(contact, old.drag));
    contact->impulse.roll = v3_scale(share, across(contact, old.roll));
}

// Of a contact that touches in this step and bore nothing before: what is lost of its energy because it is slower than an
// impact, although faster than what rests.
static double unkept(const ns_solver *solver, const ns_contact *contact, double closing)
{
    const bool bore = contact->impulse.push > 0;
    if (contact->hit || bore || !(closing > solver_resting_speed(solver)))
        return 0;
    const law_set *set = &solver->law[contact->set];
    const double e = law_set_restitution(set, contact->r_eff, contact->m_eff, closing);
    return e > 0 ? 0.5 * e * e * closing * closing / contact_feel(solver, contact).normal : 0;
}

ns_begun contact_begin(const ns_solver *solver, ns_contact *contact, const ns_pace *pace,
                       int64_t *slot)
{
    double closing = contact_closing(solver, contact);
    contact_turn_to_touch(solver, contact);
    contact->rise = contact_rise(solver, contact);
    const double approach = closing;
    const bool touches = closing + contact_fall(solver, contact) * solver->set.step >
                         contact_free_speed(solver, contact);
    contact->hit = touches && closing > contact_threshold(solver, contact);
    if (contact->hit)
        contact->delay = contact_delay(solver, contact);
    const bool stays = !contact->hit && !contact->bends; // where and as it was
    double u_n = stays ? -closing : -contact_closing(solver, contact);
    const law_set *set = &solver->law[contact->set];
    closing = contact_fallen(solver, contact) - u_n;
    contact->target = -contact_free_speed(solver, contact);
    if (contact->hit) {
        contact->target =
            closing * law_set_restitution(set, contact->r_eff, contact->m_eff, closing);
    }
    prepare(solver, contact, pace, u_n);
    recall(solver, contact, pace->share, slot);
    return (ns_begun){
        .speed = contact->hit ? closing : 0,
        .unkept = touches ? unkept(solver, contact, approach) : 0,
    };
}

// Until little is lacking, but not before the old impulses are settled: with fewer sweeps they are not stable, so that
// what is at rest would begin to move. Where nothing is lacking but for rounding it may: as soon as it moves by so much
// that it is seen, it gets more sweeps again.
static int sweep_chosen(ns_solver *solver, double enough, double nothing)
{
    int most = (int)solver->effort.sweeps;
    int least = (int)solver->effort.least;
    int done = 0;
    if (least > 0)
        done = solver_sweep(solver, STAGE_CONSTRAINTS, least, nothing, LOOK);
    if (done < least || (done > 0 && solver->report.residual <= real_max(enough, nothing)))
        return done;
    if (done < most)
        done += solver_sweep(solver, STAGE_CONSTRAINTS, most - done, enough, LOOK);
    return done;
}

// What is lacking after that makes an overlap of `bearable` for as long as overlaps take to go. More is swept away as
// well where sweeps are not counted by hand: under blows the load is more than gravity makes.
static int sweep_enough(ns_solver *solver)
{
    const model_nonsmooth *settings = solver->set.choice;
    const bool counted = settings->iterations > 0;                 // by hand
    const double falling = solver->set.gravity * solver->set.step; // the speed that a step brings
    const double weight = counted ? 0 : falling;
    const double time = solver->set.step * real_max(solver->effort.settling, 1);
    const double bearable = settings->tolerance * solver->set.diameter / time;
    if (solver->effort.mixed) {
        const double enough = settings->tolerance * weight;
        return solver_sweep_mixed(solver, enough, bearable, nothing_lacks * weight);
    }
    int done = sweep_chosen(solver, settings->tolerance * weight, nothing_lacks * weight);
    const int left = (int)settings->most - done;
    if (settings->iterations == 0 && left > 0 && solver->report.residual > bearable)
        done += solver_sweep(solver, STAGE_CONSTRAINTS, left, bearable, LOOK);
    return done;
}

bool solver_advance(ns_solver *solver)
{
    mover_copy *before = &solver->past.unswept;
    if (solver->effort.mixed && !solver_keep(solver, before))
        return false;
    if (!begin_all(solver, solver_pace(solver).share > 0))
        return false;
    solver->report.iterations = sweep_enough(solver);
    solver_collect(solver, STAGE_CONSTRAINTS);
    solver->arrivals.any = false;
    if (solver->effort.mixed)
        give_again(solver, before);
    return true;
}

void solver_relax(ns_solver *solver)
{
    ns_network *network = &solver->network;
    const double residual = solver->report.residual;
    const int sweeps = (int)solver->set.choice->relax;
    for (int64_t i = 0; i < network->contacts; i++) {
        ns_contact *contact = &network->contact[i];
        double target = contact->hit ? contact->target : 0;
        if (!(contact->soft >= 0))
            continue;
        contact->bias = real_min(contact->bias, target);
        contact->soft = 0;
    }
    solver_fill(solver, STAGE_CONSTRAINTS);
    solver_sweep(solver, STAGE_CONSTRAINTS, sweeps, 0, sweeps);
    solver_collect(solver, STAGE_CONSTRAINTS);
    solver->report.residual = residual;
}

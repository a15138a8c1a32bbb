// costs.c - see costs.h. All from one count, that of step_cost: the gain that is told is the quotient of what is told
// of both solvers, and times are measured for one and divided by it for the other.
#include "cli/costs.h"

#include "console/words.h"
#include "law/rows.h"

#include <math.h>
#include <stdio.h>

static const double told = 2; // times less to do, from which on the other solver is advised

const char *costs_hindrance(const model *model, char *why, size_t room)
{
    char remedy[300];
    if (model->full_arm)
        return "run.arm is full";
    for (int i = 0; i < model->materials * model->materials; i++)
        for (int slot = 0; model->pair[i].given && slot < LAW_SLOTS; slot++)
            if (law_rowless(slot, &model->pair[i].law[slot], why, remedy,
                            room < sizeof remedy ? room : sizeof remedy))
                return why;
    return NULL;
}

static bool comparable(const step_choice *choice, const step_cost *cost)
{
    return isfinite(choice->smooth) && isfinite(choice->nonsmooth) && cost->smooth > 0;
}

static const char *steps(char out[WORD_ROOM], double count)
{
    return word_count(out, (int64_t)(count + 0.5));
}

bool costs_words(char out[COSTS_ROOM], const model *model, const step_choice *choice)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char why[300];
    char blows[80] = "";
    const step_cost cost = step_cost_of(model, choice);
    if (!comparable(choice, &cost))
        return false;
    const char *hindrance = costs_hindrance(model, why, sizeof why);
    if (hindrance) {
        snprintf(out, COSTS_ROOM, "smooth: %s steps; nonsmooth: not in this case, for %s",
                 steps(a, cost.smooth), hindrance);
        return true;
    }
    const double gain = cost.gain > 1 ? cost.gain : 1 / cost.gain;
    if (cost.blows > 0)
        snprintf(blows, sizeof blows, " and %.0f of impacts", cost.blows);
    if (cost.gas) {
        snprintf(out, COSTS_ROOM,
                 "smooth: %s step%s; nonsmooth: %s step%s, each %.*f times the work. The grains "
                 "are a gas: they meet "
                 "others some %.2g times a second, and few touch at a time. So the %s solver has "
                 "%.*f times less to do, "
                 "give or take a factor of two",
                 steps(a, cost.smooth), cost.smooth < 1.5 ? "" : "s", steps(b, cost.nonsmooth),
                 cost.nonsmooth < 1.5 ? "" : "s",
                 cost.nonsmooth_work < 10 * cost.smooth_work ? 1 : 0,
                 cost.nonsmooth_work / cost.smooth_work, choice->meetings,
                 cost.gain > 1 ? "nonsmooth" : "smooth", gain < 10 ? 1 : 0, gain);
        return true;
    }
    snprintf(out, COSTS_ROOM,
             "smooth: %s step%s, each the work of %.0f sweeps over all contacts; nonsmooth: %s "
             "step%s of %.0f, with "
             "some %.0f of the constraints%s. So the %s solver has %.*f times less to do, give or "
             "take a factor of two",
             steps(a, cost.smooth), cost.smooth < 1.5 ? "" : "s", cost.smooth_work,
             steps(b, cost.nonsmooth), cost.nonsmooth < 1.5 ? "" : "s", cost.nonsmooth_work,
             cost.sweeps, blows, cost.gain > 1 ? "nonsmooth" : "smooth", gain < 10 ? 1 : 0, gain);
    return true;
}

bool costs_advice(char out[COSTS_ROOM], const model *model, const step_choice *choice)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char why[300];
    const step_cost cost = step_cost_of(model, choice);
    const bool smooth = model->solver == SOLVER_SMOOTH;
    const double gain = smooth ? cost.gain : 1 / cost.gain;
    if (!comparable(choice, &cost) || gain < told ||
        (smooth && costs_hindrance(model, why, sizeof why)))
        return false;
    const double mine = smooth ? cost.smooth : cost.nonsmooth;
    const double other = smooth ? cost.nonsmooth : cost.smooth;
    snprintf(out, COSTS_ROOM,
             "the %s solver would have some %.*f times less to do here: %s step%s instead of %s",
             smooth ? "nonsmooth" : "smooth", gain < 10 ? 1 : 0, gain, steps(a, other),
             other < 1.5 ? "" : "s", steps(b, mine));
    return true;
}

bool costs_warning(char out[COSTS_ROOM], const model *model, const step_choice *choice)
{
    snprintf(out, COSTS_ROOM, "%s", choice->warning);
    return *choice->warning ||
           (model->solver == SOLVER_NONSMOOTH && costs_advice(out, model, choice));
}

// ---- time

// In sweeps over one contact: what a step does for each grain, and how many contacts a grain has in a bed. Beds and
// fillings of docs/performance/ and of the examples.
static const double smooth_grain = 2, nonsmooth_grain = 8;

static double contacts_in_bed(const model *model)
{
    const bool flat = model->dimensions == 2;
    double most = 0;
    for (int i = 0; i < model->grain_sets + model->streams; i++) {
        const model_shape *shape = model_shape_of(model, i);
        most = fmax(most, shape->core.vertices ? (flat ? 2.5 : 4)
                          : shape->clump.balls ? 2.9
                          : flat               ? 1.7
                                               : 2.4);
    }
    return most;
}

double costs_growth(const model *model, const step_cost *cost, const cost_sample *seen)
{
    const bool smooth = model->solver == SOLVER_SMOOTH;
    const solver_effort *did = &seen->did;
    const double sweeps =
        did->steps ? (double)(did->sweeps + did->impact_sweeps) / (double)did->steps : 0;
    const double of_grains = seen->grains * (smooth ? smooth_grain : nonsmooth_grain);
    const double was =
        smooth ? cost->smooth_work : cost->nonsmooth_work - cost->sweeps - cost->blows + sweeps;
    const double will = smooth ? cost->smooth_work : cost->nonsmooth_work;
    const double bed = contacts_in_bed(model) * seen->grains;
    if (seen->contacts >= bed || !(of_grains > 0))
        return 1;
    return fmax(1, (of_grains + bed * will) / (of_grains + seen->contacts * was));
}

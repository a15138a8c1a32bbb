// rank_costs.c - see rank_costs.h.
//
// How many ranks pay is told by a model of measured parts. A rank of n balls has c n^(2/3) ghosts (in the plane c n^(1/2)), c
// as those that were counted have it. A step of it takes n times what a ball takes, and besides: half of that for each ghost,
// since contacts with it are computed twice; to send and take a ghost; and a meeting. It pays as long as what is besides takes
// no longer than the rest.
//
// By impulses ranks share out the sweeps alone (docs/nonsmooth.md, among ranks): of the time of a step in one process each has a
// part of that of the sweeps and all of the rest; besides, motion and contacts come from the others, and there are meetings after
// each phase of a sweep. It pays as long as the part of a rank of all that one process does is not less than what comes to it. Each
// has bodies and lists of its own grains, and all contacts of the problem.
#include "cli/rank_costs.h"

#include "base/mathlib.h"
#include "console/session.h"
#include "console/words.h"

#include <math.h>

int rank_costs_begin(machine *with, int64_t ranks)
{
    scree_error error;
    if (ranks <= 1)
        return ARGS_GO_ON;
    if (with->parts > 1) {
        fail(&error, SCREE_BAD_INPUT, "--ranks", "leave out --parts",
             "a rank has one part, and here there would be %lld", (long long)with->parts);
        return give_up(&error);
    }
    with->parts = ranks;
    return ARGS_GO_ON;
}

// Per step, as docs/ranks.md has them; the meeting is that of a fast network, which is slower than memory.
static const double seconds_of_ghost = 24e-9, seconds_of_meeting = 20e-6;
enum { RANKS_MOST = 1 << 20 };

typedef struct rank_model {
    double balls; // of all ranks
    double power; // of the balls of a rank, with which ghosts go
    double surface;
    double one; // a ball, s
} rank_model;

static bool still_pays(const rank_model *model, double ranks)
{
    const double balls = model->balls / ranks;
    const double ghosts = model->surface * pow(balls, model->power);
    const double besides = ghosts * (0.5 * model->one + seconds_of_ghost) + seconds_of_meeting;
    return besides <= balls * model->one;
}

static int64_t how_many_pay(const rank_model *model)
{
    int64_t few = 1;
    int64_t many = RANKS_MOST;
    while (many - few > 1) {
        const int64_t between = few + (many - few) / 2;
        if (still_pays(model, (double)between))
            few = between;
        else
            many = between;
    }
    return few;
}

// ---- by impulses

// A sweep takes so long a contact (world/cost.c); a byte of a copy as those above, of 96 bytes. A body and a contact have so many
// bytes, and there are so many meetings a step and a sweep (docs/nonsmooth.md).
static const double seconds_of_swept = 9e-9, bytes_of_ghost = 96, bytes_of_body = 164,
                    bytes_of_contact = 112, meetings_of_step = 6, meetings_of_sweep = 8;

typedef struct swept_model {
    double alike, swept; // of a step in one process, s
    double copies;       // motion and contacts of all, s
    double meetings;     // s
} swept_model;

static double besides_of(const swept_model *model, double ranks)
{
    const double others = 1 - 1 / ranks;
    return others * (model->alike + model->copies) + model->meetings;
}

static double step_of_rank(const swept_model *model, double ranks)
{
    return (model->alike + model->swept) / ranks + besides_of(model, ranks);
}

static void cost_impulses(rank_costs *costs, const solver_effort *did, const rank_sample *seen)
{
    const double steps = (double)did->steps;
    const double sweeps = (double)(did->sweeps + did->impact_sweeps) / steps;
    const double swept = seconds_of_swept * did->contact_sweeps / steps;
    const double bytes =
        bytes_of_body * costs->balls * costs->ranks + bytes_of_contact * (double)did->contacts;
    const swept_model model = {
        .alike = real_max(seen->step - swept, 0),
        .swept = real_min(swept, seen->step),
        .copies = seconds_of_ghost / bytes_of_ghost * bytes,
        .meetings = seconds_of_meeting * (meetings_of_step + meetings_of_sweep * sweeps),
    };
    costs->alike = model.alike;
    costs->seconds = step_of_rank(&model, costs->ranks);
    costs->seconds_most = costs->seconds;
    costs->pays = 1;
    for (int64_t ranks = 2; ranks < RANKS_MOST; ranks++) {
        const double part = (model.alike + model.swept) / (double)ranks;
        if (besides_of(&model, (double)ranks) > part)
            break;
        costs->pays = ranks;
    }
}

// ---- either

rank_costs rank_costs_of(world *world, const rank_sample *seen)
{
    const double memory = seen->memory;
    const solver_effort did = world_effort_of(world, false);
    rank_costs costs = {.ranks = world_parts(world), .memory_all = memory};
    double ghosts = 0;
    double largest = 0;
    for (int i = 0; i < costs.ranks; i++) {
        const world_part_load load = world_load_of_part(world, i);
        const double balls = (double)load.balls;
        const double copies = (double)load.ghosts;
        costs.balls += balls / costs.ranks;
        costs.balls_most = real_max(costs.balls_most, balls);
        costs.seconds += load.seconds / costs.ranks;
        costs.seconds_most = real_max(costs.seconds_most, load.seconds);
        costs.ghosts_most = real_max(costs.ghosts_most, copies / real_max(balls, 1));
        ghosts += copies / costs.ranks;
        largest = real_max(largest, balls + copies);
    }
    if (!(costs.balls > 0))
        return costs;
    costs.ghosts = ghosts / costs.balls;
    const double share = largest / (costs.balls * costs.ranks);
    costs.memory = memory * share;
    if (costs.ranks > 1 && did.steps > 0) {
        costs.memory = memory - (double)world_memory(world) * real_max(1 - share, 0);
        if (seen->step > 0)
            cost_impulses(&costs, &did, seen);
        return costs;
    }
    const double power = seen->dimensions == 2 ? 0.5 : 2.0 / 3;
    const rank_model model = {
        .balls = costs.balls * costs.ranks,
        .power = power,
        .surface = ghosts / pow(costs.balls, power),
        .one = costs.seconds / costs.balls / (1 + 0.5 * costs.ghosts),
    };
    if (costs.ranks > 1 && costs.seconds > 0)
        costs.pays = how_many_pay(&model);
    return costs;
}

bool rank_costs_words(char out[RANK_COSTS_ROOM], const rank_costs *costs)
{
    char mean[WORD_ROOM];
    char most[WORD_ROOM];
    char memory[WORD_ROOM];
    char all[WORD_ROOM];
    char pays[WORD_ROOM];
    char beyond[WORD_ROOM + 20] = "on any ranks";
    if (costs->ranks <= 1)
        return false;
    int at = snprintf(
        out, RANK_COSTS_ROOM,
        "%d, each with %s balls (%s at most) and copies of %.3g %% of that (%.3g %% at "
        "most); some %s a rank, and up to %s for rank 0 where it looks at all grains",
        costs->ranks, word_count(mean, (int64_t)costs->balls),
        word_count(most, (int64_t)costs->balls_most), 100 * costs->ghosts, 100 * costs->ghosts_most,
        word_bytes(memory, costs->memory), word_bytes(all, costs->memory_all));
    if (costs->pays > 1)
        snprintf(beyond, sizeof beyond, "beyond some %s ranks", word_count(pays, costs->pays));
    if (costs->alike > 0 && at < RANK_COSTS_ROOM)
        snprintf(
            out + at, (size_t)(RANK_COSTS_ROOM - at),
            "; a step takes each some %.3g ms, %.3g of them for what each does of all contacts; "
            "%s most of that would be for this, for copies and waiting",
            1e3 * costs->seconds, 1e3 * costs->alike, beyond);
    else if (costs->seconds > 0 && at < RANK_COSTS_ROOM)
        snprintf(out + at, (size_t)(RANK_COSTS_ROOM - at),
                 "; a step takes each %.3g ms of processor time (%.3g at most); %s most of that "
                 "would be "
                 "for copies and waiting",
                 1e3 * costs->seconds, 1e3 * costs->seconds_most, beyond);
    return true;
}

void rank_costs_json(json *json, const rank_costs *costs)
{
    if (costs->ranks <= 1)
        return;
    json_object(json, "ranks");
    json_integer(json, "ranks", costs->ranks);
    json_number(json, "balls", costs->balls);
    json_number(json, "balls_most", costs->balls_most);
    json_number(json, "ghosts", costs->ghosts);
    json_number(json, "ghosts_most", costs->ghosts_most);
    json_number(json, "seconds_of_step", costs->seconds);
    json_number(json, "seconds_of_step_most", costs->seconds_most);
    if (costs->alike > 0)
        json_number(json, "seconds_of_all_contacts", costs->alike);
    json_integer(json, "memory_bytes", (int64_t)costs->memory);
    json_integer(json, "memory_bytes_all", (int64_t)costs->memory_all);
    json_integer(json, "ranks_that_pay", costs->pays);
    json_close(json);
}

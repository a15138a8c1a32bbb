// probe_wall_wear.c - what grains have done to a wall, triangle by triangle, summed over every step: pressure, shear, impacts,
// the work of sliding and of impacts, wear after Archard and Finnie.
//
// A stroke (state/strokes.h) has a normal force N and the rest T, a time dt and a velocity u of the grain against the wall
// that goes straight from one value to another, u_n along the normal and u_t across it. A triangle of area A has
//   pressure sum N dt/A t and shear |sum T dt|/A t over all the time t,
//   work of sliding sum T.u_t dt/A with the mean of u_t (above zero where the wall is rubbed),
//   work of impacts sum over the part of dt in which u_n < 0 of N |u_n| dt/A: what grains bring in as they come nearer,
//   wear (depth) after J. F. Archard, J. Appl. Phys. 24, 981 (1953): (K/H) sum N |u_t| dt/A,
//   and after I. Finnie, Wear 3, 87 (1960): c sum N |u| f(a) dt/A over that part, with the angle a of u to the wall,
//   f = sin 2a - 3 sin^2 a up to tan a = 1/3, and cos^2 a/3 beyond: his factor for the mass and speed of an impact, taken
//   at each moment for the power that the grain brings.
// An impact begins where a ball touches the wall that did not in the step before; it belongs to the triangle of its first
// contact, and so does, in each step, the time for which the ball touches. Sums keep what they round off and go in the
// order of balls, so threads and parts cannot be seen.
#include "base/memory.h"
#include "measure/interval.h"
#include "measure/named_wall.h"
#include "measure/table.h"
#include "measure/twofold.h"
#include "measure/wall_mesh.h"

#include <stdlib.h>
#include <string.h>

static const char law[] = "wall-wear";

static const row rows[] = {
    WALL_MESH_ROWS,
    {"archard", ROW_REAL, "1/Pa", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "wear coefficient over hardness, K/H"},
    {"finnie", ROW_REAL, "1/Pa", ROW_OPTIONAL, 0, ROW_ANY_HIGH, "coefficient of Finnie's wear"},
    INTERVAL_ROWS,
};

static const probe_head head[] = {
    {"x", "m"},
    {"y", "m"},
    {"z", "m"},
    {"area", "m^2"},
    {"impacts", ""},
    {"contact_time", "s"},
    {"pressure", "Pa"},
    {"shear", "Pa"},
    {"work_sliding", "J/m^2"},
    {"work_impact", "J/m^2"},
    {"wear_archard", "m"},
    {"wear_finnie", "m"},
};
enum { COLUMNS = sizeof head / sizeof *head };
static const probe_role roles[] = {
    {"x", PROBE_PLACE},
    {"y", PROBE_PLACE},
    {"z", PROBE_PLACE},
    {"area", PROBE_PART},
    {"impacts", PROBE_PART},
    {"contact_time", PROBE_PART},
    {"pressure", PROBE_PER_AREA},
    {"work_sliding", PROBE_PER_AREA},
    {"work_impact", PROBE_PER_AREA},
    {"wear_archard", PROBE_PER_AREA},
    {"wear_finnie", PROBE_PER_AREA},
    {NULL, PROBE_VALUE},
};

// Of each triangle, summed over strokes.
enum { IMPACTS, TOUCHED, NORMAL, SHEAR_X, SHEAR_Y, SHEAR_Z, SLIDING, IMPACT, RUBBED, CUT, SUMS };

typedef struct touching_ball {
    int64_t id;
    wall_around around; // only to find its triangle sooner
} touching_ball;
typedef struct touching_balls {
    touching_ball *ball; // their ids ascend
    int64_t count, room;
} touching_balls;

struct probe_state {
    wall_mesh wall;
    interval time;
    twofold lasted;         // s
    double archard, finnie; // 1/Pa; NAN: not given
    twofold *sum;
    touching_balls now, before; // those that touch the wall, and did in the step before
    bool begun;                 // a step has been heard
};

static void end(probe_state *state)
{
    wall_mesh_clear(&state->wall);
    free(state->sum);
    free(state->now.ball);
    free(state->before.ball);
}

static double given_or_nan(const choice *choice, const char *name)
{
    return choice_given(choice, name) ? choice_real(choice, name) : NAN;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    state->time = interval_read(choice);
    state->archard = given_or_nan(choice, "archard");
    state->finnie = given_or_nan(choice, "finnie");
    const scree_status status = wall_mesh_read(choice, model, law, &state->wall, error);
    if (status)
        return status;
    const size_t count = (size_t)state->wall.mesh->triangles * SUMS;
    state->sum = calloc(count, sizeof *state->sum);
    return state->sum ? SCREE_OK : fail_memory(error, law);
}

// ---- a stroke

// The part of a stroke in which the grain comes nearer: from and to which share of its time.
typedef struct approach {
    double from, to;
} approach;

static approach approach_of(double first, double last)
{
    if (first < 0 && last <= 0)
        return (approach){0, 1};
    if (first < 0)
        return (approach){0, first / (first - last)};
    if (last < 0)
        return (approach){first / (first - last), 1};
    return (approach){0, 0};
}

static v3 between(v3 first, v3 last, double share)
{
    return v3_fma(first, share, v3_sub(last, first));
}

// Finnie's function of the angle to the wall.
static double cutting(double nearer, double along)
{
    const double square = nearer * nearer + along * along;
    if (!(square > 0))
        return 0;
    if (3 * nearer > along)
        return along * along / (3 * square);
    return (2 * nearer * along - 3 * nearer * nearer) / square;
}

static void add_approach(const stroke *stroke, double impulse, twofold *sum)
{
    const double first = v3_dot(stroke->before, stroke->normal);
    const double last = v3_dot(stroke->after, stroke->normal);
    const approach part = approach_of(first, last);
    const double share = part.to - part.from;
    if (!(share > 0) || !(impulse > 0))
        return;
    const double middle = 0.5 * (part.from + part.to);
    const v3 velocity = between(stroke->before, stroke->after, middle);
    const double nearer = -v3_dot(velocity, stroke->normal);
    const double along = v3_norm(v3_fma(velocity, nearer, stroke->normal));
    const double given = share * impulse;
    twofold_add(&sum[IMPACT], given * nearer);
    twofold_add(&sum[CUT], given * v3_norm(velocity) * cutting(nearer, along));
}

static void add_stroke(const stroke *stroke, double lasts, twofold *sum)
{
    const v3 normal = stroke->normal;
    const double push = v3_dot(stroke->force, normal);
    const v3 aside = v3_fma(stroke->force, -push, normal);
    const v3 velocity = between(stroke->before, stroke->after, 0.5);
    const v3 slip = v3_fma(velocity, -v3_dot(velocity, normal), normal);
    const double impulse = lasts * push;
    twofold_add(&sum[NORMAL], impulse);
    // the wall feels the opposite of what the grain does
    twofold_add(&sum[SHEAR_X], -lasts * aside.x);
    twofold_add(&sum[SHEAR_Y], -lasts * aside.y);
    twofold_add(&sum[SHEAR_Z], -lasts * aside.z);
    twofold_add(&sum[SLIDING], -lasts * v3_dot(aside, slip));
    twofold_add(&sum[RUBBED], impulse * v3_norm(slip));
    add_approach(stroke, impulse, sum);
}

// ---- a step

// The ball as it touched in the step before, NULL: it did not. `at` is where to look: balls come in order.
static const touching_ball *touched_before(const probe_state *state, int64_t id, int64_t *at)
{
    const touching_balls *before = &state->before;
    while (*at < before->count && before->ball[*at].id < id)
        (*at)++;
    const bool there = *at < before->count && before->ball[*at].id == id;
    return there ? &before->ball[*at] : NULL;
}

static void change_places(probe_state *state)
{
    const touching_balls older = state->before;
    state->before = state->now;
    state->now = older;
    state->now.count = 0;
    state->begun = true;
}

// The strokes of one ball.
static bool hear_ball(probe_state *state, const stroke *stroke, int64_t count, double lasts,
                      bool counts, int64_t *at)
{
    touching_balls *now = &state->now;
    const touching_ball *before = touched_before(state, stroke->ball, at);
    const bool strikes = state->begun && !before;
    if (!MEM_GROW(now->ball, now->room, now->count + 1))
        return false;
    touching_ball *ball = &now->ball[now->count++];
    *ball = before ? *before : (touching_ball){.id = stroke->ball};
    for (int64_t i = 0; i < count && counts; i++) {
        const int32_t triangle =
            wall_mesh_find_around(&state->wall, stroke[i].place, &ball->around);
        if (triangle < 0)
            continue;
        twofold *sum = state->sum + (int64_t)triangle * SUMS;
        add_stroke(&stroke[i], lasts, sum);
        if (i == 0)
            twofold_add(&sum[TOUCHED], lasts);
        if (i == 0 && strikes)
            twofold_add(&sum[IMPACTS], 1);
    }
    return true;
}

static scree_status hear(const strokes *strokes, probe_state *state, scree_error *error)
{
    const bool counts = interval_takes(&state->time, strokes->time);
    int64_t at = 0;
    int64_t next = 0;
    if (counts)
        twofold_add(&state->lasted, strokes->lasts);
    for (int64_t i = 0; i < strokes->count; i = next) {
        const stroke *of_ball = &strokes->stroke[i];
        next = i + 1;
        while (next < strokes->count && strokes->stroke[next].ball == of_ball->ball)
            next++;
        if (!hear_ball(state, of_ball, next - i, strokes->lasts, counts, &at))
            return fail_memory(error, law);
    }
    change_places(state);
    return SCREE_OK;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)model;
    (void)frame;
    (void)state;
    (void)table;
    (void)error;
    return SCREE_OK; // steps have told all
}

// ---- the table

static scree_status put_triangle(const probe_state *state, int32_t triangle, probe_table *table,
                                 scree_error *error)
{
    const twofold *twofold = state->sum + (int64_t)triangle * SUMS;
    const double area = state->wall.area[triangle];
    const v3 middle = wall_mesh_middle(&state->wall, triangle);
    const double mean = 1 / (twofold_value(&state->lasted) * area);
    double sum[SUMS];
    for (int i = 0; i < SUMS; i++)
        sum[i] = twofold_value(&twofold[i]);
    const v3 shear = v3_at(sum + SHEAR_X);
    const double value[COLUMNS] = {
        middle.x,
        middle.y,
        middle.z,
        area,
        sum[IMPACTS],
        sum[TOUCHED],
        mean * sum[NORMAL],
        mean * v3_norm(shear),
        sum[SLIDING] / area,
        sum[IMPACT] / area,
        state->archard * (sum[RUBBED] / area),
        state->finnie * (sum[CUT] / area),
    };
    return table_row(table, value, error);
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    scree_status status = SCREE_OK;
    (void)choice;
    (void)model;
    for (int32_t i = 0; i < state->wall.mesh->triangles && !status; i++)
        status = put_triangle(state, i, table, error);
    return status;
}

static bool surface(const probe_state *state, probe_surface *out)
{
    *out = wall_mesh_surface(&state->wall);
    return true;
}

static const char *needs_run(const choice *choice, const model *model, const frame *first)
{
    (void)choice;
    (void)model;
    (void)first;
    return "adds up every step, which only a run sees";
}

// ---- interruptions

enum { HEAD_NUMBERS = 5 };

static int64_t sums_of(const probe_state *state)
{
    return (int64_t)state->wall.mesh->triangles * SUMS * 2;
}

static bool save(const probe_state *state, probe_memory *out)
{
    const double kept[HEAD_NUMBERS] = {
        state->lasted.sum, state->lasted.rest,          state->time.last,
        state->begun,      (double)state->before.count,
    };
    bool good = memory_put(out, kept, HEAD_NUMBERS);
    for (int64_t i = 0; i < state->before.count && good; i++) {
        const double id = (double)state->before.ball[i].id;
        good = memory_put(out, &id, 1);
    }
    return good && memory_put(out, &state->sum->sum, sums_of(state));
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    const int64_t sums = sums_of(state);
    touching_balls *before = &state->before;
    if (count < HEAD_NUMBERS || !(value[4] >= 0) || count - HEAD_NUMBERS - sums != value[4])
        return false;
    const int64_t touching = (int64_t)value[4];
    if (!MEM_GROW(before->ball, before->room, touching + 1))
        return false;
    state->lasted = (twofold){value[0], value[1]};
    state->time.last = value[2];
    state->begun = value[3] != 0;
    before->count = touching;
    for (int64_t i = 0; i < touching; i++)
        before->ball[i] = (touching_ball){.id = (int64_t)value[HEAD_NUMBERS + i]};
    memcpy(state->sum, value + HEAD_NUMBERS + touching, (size_t)sums * sizeof *value);
    return true;
}

const char probe_wall_wear_example[] = "wall: floor";

const probe probe_wall_wear = {
    .what = {law, "work, impacts and wear of a wall over every step, triangle by triangle", rows,
             sizeof rows / sizeof *rows},
    .averages = true,
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .hears = "wall",
    .hear = hear,
    .needs_run = needs_run,
    .finish = finish,
    .surface = surface,
    .end = end,
    .save = save,
    .load = load,
};

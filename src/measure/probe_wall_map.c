// probe_wall_map.c - what grains do to a wall, triangle by triangle, as means over samples: pressure, shear, contacts, the
// power of sliding and of impacts.
//
// With the normal force N >= 0 and the rest T of the force of a contact, and the velocity u of the grain against the wall
// there, u_n along the normal and u_t across it, a triangle of area A has
//   pressure sum N/A, shear |sum T|/A, power of sliding sum T.u_t/A (above zero where the wall is rubbed),
//   power of impacts sum N max(-u_n, 0)/A: what grains bring in as they come nearer.
// What adds up over time is the business of wall-wear, which sees every step.
#include "base/memory.h"
#include "measure/interval.h"
#include "measure/named_wall.h"
#include "measure/table.h"
#include "measure/wall_mesh.h"

#include <stdlib.h>
#include <string.h>

static const char law[] = "wall-map";

static const row rows[] = {
    WALL_MESH_ROWS,
    INTERVAL_ROWS,
};

static const probe_head head[] = {
    {"x", "m"},
    {"y", "m"},
    {"z", "m"},
    {"area", "m^2"},
    {"contacts", ""},
    {"pressure", "Pa"},
    {"shear", "Pa"},
    {"power_sliding", "W/m^2"},
    {"power_impact", "W/m^2"},
};
static const probe_role roles[] = {
    {"x", PROBE_PLACE},
    {"y", PROBE_PLACE},
    {"z", PROBE_PLACE},
    {"area", PROBE_PART},
    {"contacts", PROBE_PART},
    {"pressure", PROBE_PER_AREA},
    {"power_sliding", PROBE_PER_AREA},
    {"power_impact", PROBE_PER_AREA},
    {NULL, PROBE_VALUE},
};
enum { COLUMNS = sizeof head / sizeof *head };

// Kept for each triangle, summed over samples.
enum { COUNT, NORMAL, SHEAR_X, SHEAR_Y, SHEAR_Z, SLIDING, IMPACT, SUMS };

struct probe_state {
    wall_mesh wall;
    interval time;
    double samples;
    double *sum;
};

static void end(probe_state *state)
{
    wall_mesh_clear(&state->wall);
    free(state->sum);
}

// The frame does not tell how fast a surface goes along its wall.
static scree_status check_surface(const model *model, const char *name, scree_error *error)
{
    for (int i = 0; i < model->walls; i++) {
        const model_wall *wall = &model->wall[i];
        if (strcmp(wall->name, name) != 0 || !wall->surface.what)
            continue;
        return probe_fail(error, law, "choose the probe wall-wear",
                          "the surface of the wall '%.60s' moves along itself", name);
    }
    return SCREE_OK;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    scree_status status = check_surface(model, choice_text(choice, "wall"), error);
    if (status)
        return status;
    state->time = interval_read(choice);
    status = wall_mesh_read(choice, model, law, &state->wall, error);
    if (status)
        return status;
    const size_t count = (size_t)state->wall.mesh->triangles * SUMS;
    state->sum = calloc(count, sizeof *state->sum);
    return state->sum ? SCREE_OK : fail_memory(error, law);
}

// Of a ball there against the wall.
static v3 velocity_at(const frame *frame, const frame_wall *wall, int64_t ball, v3 point)
{
    const frame_balls *balls = &frame->ball;
    const v3 arm = v3_sub(point, balls->position[ball]);
    const v3 turning = v3_cross(balls->spin[ball], arm);
    const v3 from = v3_sub(point, wall->position);
    const v3 carried = v3_cross(wall->spin, from);
    const v3 own = v3_add(balls->velocity[ball], turning);
    const v3 under = v3_add(wall->velocity, carried);
    return v3_sub(own, under);
}

static void add_contact(probe_state *state, const frame *frame, const frame_wall *wall,
                        int64_t contact, int64_t ball)
{
    const frame_contacts *contacts = &frame->contact;
    const v3 point = contacts->point[contact];
    const v3 normal = contacts->normal[contact];
    const v3 from = v3_sub(point, wall->position);
    const v3 local = q4_rotate(q4_conjugate(wall->orientation), from);
    const int32_t triangle = wall_mesh_find(&state->wall, local);
    if (triangle < 0)
        return;
    double *sum = state->sum + (int64_t)triangle * SUMS;
    const double push = contacts->normal_force[contact];
    const double pushed = push > 0 ? push : 0;
    const v3 aside = v3_fma(contacts->force[contact], -push, normal);
    const v3 velocity = velocity_at(frame, wall, ball, point);
    const double apart = v3_dot(velocity, normal);
    const v3 slip = v3_fma(velocity, -apart, normal);
    const double nearer = apart < 0 ? -apart : 0;
    sum[COUNT] += 1;
    sum[NORMAL] += push;
    // the wall feels the opposite of what the grain does
    sum[SHEAR_X] -= aside.x;
    sum[SHEAR_Y] -= aside.y;
    sum[SHEAR_Z] -= aside.z;
    sum[SLIDING] -= v3_dot(aside, slip);
    sum[IMPACT] += pushed * nearer;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    const frame_wall *wall = named_wall(frame, choice_text(choice, "wall"));
    (void)model;
    (void)table;
    (void)error;
    if (!interval_takes(&state->time, frame->time))
        return SCREE_OK;
    state->samples += 1;
    if (!wall || wall->absent)
        return SCREE_OK;
    for (int64_t i = 0; i < frame->contact.count; i++) {
        if (frame->contact.a[i] != wall->id)
            continue;
        const int64_t ball = frame_ball_of(&frame->ball, frame->contact.b[i]);
        if (ball >= 0)
            add_contact(state, frame, wall, i, ball);
    }
    return SCREE_OK;
}

static scree_status put_triangle(const probe_state *state, int32_t triangle, probe_table *table,
                                 scree_error *error)
{
    const double *sum = state->sum + (int64_t)triangle * SUMS;
    const double area = state->wall.area[triangle];
    const double mean = 1 / (state->samples * area);
    const v3 middle = wall_mesh_middle(&state->wall, triangle);
    const v3 shear = v3_at(sum + SHEAR_X);
    const double value[COLUMNS] = {
        middle.x,
        middle.y,
        middle.z,
        area,
        sum[COUNT] / state->samples,
        mean * sum[NORMAL],
        mean * v3_norm(shear),
        mean * sum[SLIDING],
        mean * sum[IMPACT],
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

enum { HEAD_NUMBERS = 2 };

static bool save(const probe_state *state, probe_memory *out)
{
    const double kept[HEAD_NUMBERS] = {state->time.last, state->samples};
    const int64_t sums = (int64_t)state->wall.mesh->triangles * SUMS;
    return memory_put(out, kept, HEAD_NUMBERS) && memory_put(out, state->sum, sums);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    const int64_t sums = (int64_t)state->wall.mesh->triangles * SUMS;
    if (count != HEAD_NUMBERS + sums)
        return false;
    state->time.last = value[0];
    state->samples = value[1];
    memcpy(state->sum, value + HEAD_NUMBERS, (size_t)sums * sizeof *state->sum);
    return true;
}

const char probe_wall_map_example[] = "wall: floor";

const probe probe_wall_map = {
    .what = {law, "pressure, shear and power at a wall, triangle by triangle", rows,
             sizeof rows / sizeof *rows},
    .averages = true,
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .finish = finish,
    .surface = surface,
    .end = end,
    .save = save,
    .load = load,
};

// main.c - Scree coupled to a field that another program computes: wind over a bed of grains. The wind blows by layers of height, drags the
// grains along, and is slowed by what it gives them.
//
//     cc main.c $(pkg-config --cflags --libs scree) -lm -o wind && ./wind 0.2
#include <scree/change.h>
#include <scree/event.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char text[] =
    "scree: 1\n"
    "title: Wind over a bed\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [8 cm, 2 cm, 8 cm], boundary: {x: periodic, y: periodic, "
    "z: wall}, material: sand}\n"
    "materials: {sand: {density: 100 kg/m^3, young: 1 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: "
    "0.5}}}\n"
    "shapes: {bead: {ball: {radius: 2 mm}}}\n"
    "forces: {wind: {law: given}}\n"
    "grains:\n"
    "  bed: {shape: bead, material: sand, packing: {law: lattice, spacing: [4.2 mm, 4.2 mm, 4.2 "
    "mm], "
    "counts: [19, 4, 3], origin: [2.2 mm, 2.2 mm, 2.1 mm]}}\n"
    "run: {duration: 1 s, step: auto, ledger: true}\n";

enum { LAYERS = 40, steps = 10 }; // the field goes on by so many steps of the grains
static const double height = 0.08, area = 0.08 * 0.02; // m, m^2
static const double air = 1.2, viscosity = 2e-3;       // kg/m^3; Pa s, of the eddies
static const double stokes =
    6 * 3.14159265358979 * 18e-6 * 2e-3 * 20; // kg/s, and 20 times Stokes' drag for the speed

typedef struct wind {
    double speed[LAYERS]; // along x, m/s
    double given,
        taken; // impulses, N s: by the air to the grains, and from the air by the ground and the grains
    double *force; // of each ball, N
    scree_error *error;
} wind;

static int layer_of(double z)
{
    const int layer = (int)(z / height * LAYERS);
    return layer < 0 ? 0 : layer < LAYERS ? layer : LAYERS - 1;
}

// The force on each grain, and what the layers lose by it: the same numbers with the other sign.
static void drag(wind *w, const scree_view *at, const scree_view *velocity, double dt)
{
    const double mass = air * area * height / LAYERS; // of a layer
    for (int64_t i = 0; i < at->rows; i++) {
        const int layer = layer_of(scree_row_float64(at, i)[2]);
        const double *own = scree_row_float64(velocity, i);
        double *force = &w->force[3 * i];
        force[0] = stokes * (w->speed[layer] - own[0]);
        force[1] = -stokes * own[1];
        force[2] = -stokes * own[2];
        w->speed[layer] -= dt * force[0] / mass;
        w->given += dt * force[0];
    }
}

// Eddies carry speed from layer to layer; above blows what blows, and at the ground the air stands. Explicit, in parts of the step.
static void mix(wind *w, double dt)
{
    const double thick = height / LAYERS, most = 0.2 * air * thick * thick / viscosity;
    const int parts = (int)ceil(dt / most);
    for (int part = 0; part < parts; part++) {
        double stress[LAYERS + 1];
        stress[0] = viscosity * w->speed[0] / (0.5 * thick);
        for (int i = 1; i < LAYERS; i++)
            stress[i] = viscosity * (w->speed[i] - w->speed[i - 1]) / thick;
        stress[LAYERS] = viscosity * (10 - w->speed[LAYERS - 1]) / (0.5 * thick);
        for (int i = 0; i < LAYERS; i++)
            w->speed[i] += dt / parts * (stress[i + 1] - stress[i]) / (air * thick);
        w->taken += dt / parts * (stress[0] - stress[LAYERS]) * area;
    }
}

// Called between two steps: the field goes on, and the grains get their forces.
static int blow(void *context, scree_world *world)
{
    wind *w = context;
    scree_view at, velocity;
    const double dt = steps * scree_world_step_size(world);
    scree_frame *frame =
        scree_frame_create(); // balls in the order of ids, as scree_world_push takes them
    int failed = !frame || scree_frame_take(frame, world, w->error) ||
                 scree_frame_column(frame, SCREE_BALLS, "position", &at, w->error) ||
                 scree_frame_column(frame, SCREE_BALLS, "velocity", &velocity, w->error);
    if (!failed) {
        drag(w, &at, &velocity, dt);
        mix(w, dt);
        failed = scree_world_push(world, NULL, w->force, at.rows, w->error) != SCREE_OK;
    }
    scree_frame_destroy(frame);
    return failed;
}

static double momentum_of(const wind *w)
{
    double sum = 0;
    for (int i = 0; i < LAYERS; i++)
        sum += w->speed[i] * air * area * height / LAYERS;
    return sum;
}

int main(int count, char **argument)
{
    const double end = count > 1 ? atof(argument[1]) : 0.5;
    scree_case *c = NULL;
    scree_world *world = NULL;
    scree_error e = {0};
    wind w = {.error = &e};
    for (int i = 0; i < LAYERS; i++)
        w.speed[i] = 10;
    const double before = momentum_of(&w);
    scree_status status = scree_case_parse(text, "wind.yaml", NULL, &c, &e);
    if (!status)
        status = scree_world_create(c, 1, &world, &e);
    if (!status)
        w.force = calloc(3 * (size_t)scree_world_ball_count(world), sizeof *w.force);
    if (!status)
        status = scree_world_at(world, 0, steps * scree_world_step_size(world),
                                (scree_event){blow, &w}, NULL, &e);
    for (int k = 1; !status && k <= 5; k++) {
        status = scree_world_step_until(world, end * k / 5, &e);
        if (!status)
            printf("t = %.2f s, wind at the ground %.3f m/s, 1 cm up %.3f m/s, given to the "
                   "grains %.3g N s\n",
                   scree_world_time(world), w.speed[1], w.speed[LAYERS / 8], w.given);
    }
    if (!status) // what the air has lost others have got
        printf("momentum out of balance by %.1e\n",
               fabs(before - momentum_of(&w) - w.given - w.taken) / before);
    free(w.force);
    scree_world_destroy(world);
    scree_case_destroy(c);
    if (status)
        fprintf(stderr, "%s: %s (%s)\n", e.where, e.what, e.hint);
    return status != SCREE_OK;
}

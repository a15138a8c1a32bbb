// main.c - a game loop: 10,000 grains in a glass tank, a paddle that follows the mouse, 30 pictures a second. A click throws balls in.
//
//     cc main.c $(pkg-config --cflags --libs scree sdl2) -lm -o game && ./game
//     SDL_VIDEODRIVER=dummy ./game 90        # so many pictures without a window
#define _POSIX_C_SOURCE 200809L // execv, setenv

#include <SDL.h>

#include <scree/change.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Two steps a picture, and few sweeps in each: a game wants what looks right in the time there is. Nothing moves by more than a grain is
// large in a step.
static const char text[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "solver: nonsmooth\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 m, 0.8 m, 3 m], "
    "boundary: {x: wall, y: wall, z: wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 10 MN/m, restitution: 0}, "
    "tangential: {law: cundall-strack, friction: 0.3}}}\n"
    "shapes: {bead: {ball: {radius: 32 mm}}}\n"
    "walls:\n"
    "  paddle: {material: glass, drive: {law: led, speed: 2 m/s}, "
    "box: {low: [1.8 m, 2 cm, 1.4 m], high: [2.2 m, 0.78 m, 1.6 m], side: outside}}\n"
    "grains:\n"
    "  bed: {shape: bead, material: glass, packing: {law: lattice, counts: [60, 12, 14], "
    "spacing: [65.2 mm, 65.2 mm, 65.2 mm], origin: [4 cm, 3.6 cm, 3.6 cm]}}\n"
    "nonsmooth: {iterations: 5, impact_speed: 50 m/s, precision: single}\n"
    "run: {duration: 3600 s, step: 16.666667 ms, deepest_overlap: 0.9}\n";

enum { PER_SECOND = 30, STEPS = 2, WIDE = 960, HIGH = 720 };
static const double scale = 240; // pixels a metre

static SDL_FRect rectangle(const double *at, double wide, double high)
{
    const float w = (float)(wide * scale), h = (float)(high * scale);
    return (SDL_FRect){(float)(at[0] * scale) - w / 2, HIGH - (float)(at[2] * scale) - h / 2, w, h};
}

// The balls as the state has them, without a copy: their order does not matter. Fast ones are bright.
static int draw(SDL_Renderer *canvas, const scree_world *w, scree_error *e)
{
    scree_view at, velocity;
    scree_pose paddle;
    if (scree_world_column(w, "position", &at, e) ||
        scree_world_column(w, "velocity", &velocity, e) ||
        scree_world_wall_pose(w, "paddle", &paddle, e))
        return 1;
    SDL_SetRenderDrawColor(canvas, 20, 22, 30, 255);
    SDL_RenderClear(canvas);
    for (int64_t i = 0; i < at.rows; i++) {
        const double *x = scree_row_float64(&at, i), *u = scree_row_float64(&velocity, i);
        const double speed2 = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        const double light = (0.4 + 0.6 * speed2 / (speed2 + 1)) * (1 - 0.8 * x[1]);
        const SDL_FRect ball = rectangle(x, 2 * x[3], 2 * x[3]);
        SDL_SetRenderDrawColor(canvas, (Uint8)(255 * light), (Uint8)(200 * light),
                               (Uint8)(120 * light), 255);
        SDL_RenderFillRectF(canvas, &ball);
    }
    const SDL_FRect plate = rectangle(paddle.position, 0.4, 0.2);
    SDL_SetRenderDrawColor(canvas, 120, 180, 255, 255);
    SDL_RenderFillRectF(canvas, &plate);
    SDL_RenderPresent(canvas);
    return 0;
}

// A handful of balls where the mouse is; those for which there is no place stay away.
static void throw_in(scree_world *w, int x, int y)
{
    for (int i = 0; i < 5; i++) {
        const scree_grain ball = {.set = "bed",
                                  .velocity = {0, 0, -2},
                                  .position = {x / scale, 0.08 + 0.16 * i, (HIGH - y) / scale}};
        scree_world_add(w, &ball, 1, NULL, NULL);
    }
}

// Towards the mouse, or without one up and down through the bed, as far as it comes in a picture.
static scree_status lead(scree_world *w, int headless, scree_error *e)
{
    scree_pose paddle;
    int x, y;
    scree_status status = scree_world_wall_pose(w, "paddle", &paddle, e);
    SDL_GetMouseState(&x, &y);
    double to[3] = {x / scale, 0.4, (HIGH - y) / scale};
    if (headless) {
        to[0] = 2;
        to[2] = (int)(scree_world_time(w) / 2) % 2 ? 1.5 : 0.98;
    }
    for (int k = 0; k < 3 && !status; k++) {
        const double way = to[k] - paddle.position[k],
                     most = 0.5 / PER_SECOND; // half a metre a second
        to[k] = paddle.position[k] + (way < -most ? -most : way > most ? most : way);
    }
    return status ? status : scree_world_wall_to(w, "paddle", to, NULL, 1.0 / PER_SECOND, e);
}

int main(int count, char **argument)
{
    const int pictures = count > 1 ? atoi(argument[1]) : 0;
    scree_case *c = NULL;
    scree_world *w = NULL;
    scree_error e = {0};
    // Threads of OpenMP that wait awake keep others from their work. It reads this before main.
    if (!getenv("OMP_WAIT_POLICY") && !setenv("OMP_WAIT_POLICY", "passive", 1))
        execv("/proc/self/exe", argument);
    if (SDL_Init(SDL_INIT_VIDEO))
        return fprintf(stderr, "%s\n", SDL_GetError()), 1;
    SDL_Window *window =
        SDL_CreateWindow("Scree", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, WIDE, HIGH, 0);
    SDL_Renderer *canvas = SDL_CreateRenderer(window, -1, 0);
    scree_status status = scree_case_parse(text, "tank.yaml", NULL, &c, &e);
    if (!status)
        status = scree_world_create(c, 2, &w, &e);
    const clock_t begin = clock();
    int shown = 0, late = 0, over = 0;
    for (; !status && !over && (!pictures || shown < pictures); shown++) {
        const Uint64 next = SDL_GetTicks64() + 1000 / PER_SECOND;
        for (SDL_Event event; SDL_PollEvent(&event);) {
            over = over || event.type == SDL_QUIT;
            if (event.type == SDL_MOUSEBUTTONDOWN)
                throw_in(w, event.button.x, event.button.y);
        }
        status = lead(w, pictures > 0, &e);
        if (!status)
            status = scree_world_step(w, STEPS, &e);
        if (!status && draw(canvas, w, &e))
            status = e.status;
        const Uint64 now = SDL_GetTicks64();
        late += now > next;
        if (now < next)
            SDL_Delay((Uint32)(next - now));
    }
    if (shown)
        printf("%d pictures, %d of them late, %.1f ms of processor time each\n", shown, late,
               1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC / shown);
    scree_world_destroy(w);
    scree_case_destroy(c);
    SDL_Quit();
    if (status)
        fprintf(stderr, "%s: %s (%s)\n", e.where, e.what, e.hint);
    return status != SCREE_OK;
}

// main.c - a thread steps, another draws: neither waits for the other. Instead of a window the drawing thread has the highest grain.
//
//     cc main.c $(pkg-config --cflags --libs scree) -lm -lpthread -o window && ./window 22 0.05
#include <scree/builder.h>
#include <scree/share.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double pace = 1.0 / 60; // s of the clock

static void fail(const scree_error *e)
{
    fprintf(stderr, "%s: %s (%s)\n", e->where, e->what, e->hint);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- the thread that draws

typedef struct window {
    scree_share *share;
    atomic_bool closed;
    int frames;
    double highest, longest; // m; s, of a take
} window;

static void draw(window *window, const scree_frame *frame)
{
    scree_view at;
    window->frames++;
    window->highest = -1e300;
    if (scree_frame_column(frame, SCREE_BALLS, "position", &at, NULL))
        return;
    for (int64_t i = 0; i < at.rows; i++) {
        const double z = scree_row_float64(&at, i)[2];
        window->highest = z > window->highest ? z : window->highest;
    }
}

static void *look(void *context)
{
    window *window = context;
    scree_reader *reader = scree_reader_create(window->share);
    int64_t drawn = -1;
    while (reader && !atomic_load(&window->closed)) {
        const double begin = now();
        const scree_frame *frame = scree_reader_take(reader); // never waits
        const double took = now() - begin;
        window->longest = took > window->longest ? took : window->longest;
        if (frame && scree_frame_steps(frame) != drawn) {
            drawn = scree_frame_steps(frame);
            draw(window, frame);
        }
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    scree_reader_destroy(reader);
    return NULL;
}

// ---- the thread that steps

// So many balls to a side, that fall into a bin.
static scree_world *make(int side)
{
    char packing[240];
    scree_error e;
    scree_case *c;
    scree_world *w;
    scree_builder *b = scree_builder_create();
    const double wide = 0.0105 * side;
    snprintf(
        packing, sizeof packing,
        "{law: lattice, counts: [%d, %d, %d], spacing: [10.1 mm, 10.1 mm, 9.9 mm], origin: [5.2 "
        "mm, 5.2 mm, 5 mm]}",
        side, side, side);
    const double high[3] = {wide, wide, 2 * wide};
    if (scree_builder_put(b, "gravity", "[0, 0, -9.81 m/s^2]", &e) ||
        scree_builder_put(b, "domain.low", "[0 m, 0 m, 0 m]", &e) ||
        scree_builder_numbers(b, "domain.high", high, 3, &e) ||
        scree_builder_put(b, "domain.boundary", "{x: wall, y: wall, z: wall}", &e) ||
        scree_builder_put(b, "domain.material", "glass", &e) ||
        scree_builder_put(b, "materials.glass",
                          "{density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}", &e) ||
        scree_builder_put(
            b, "pairs.default",
            "{normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, friction: 0.4}}",
            &e) ||
        scree_builder_number(b, "shapes.bead.ball.radius", 5e-3, &e) ||
        scree_builder_put(b, "grains.bed", "{shape: bead, material: glass}", &e) ||
        scree_builder_put(b, "grains.bed.packing", packing, &e) ||
        scree_builder_put(b, "run", "{duration: 1 s}", &e) ||
        scree_builder_case(b, "bin", &c, &e) || scree_world_create(c, 1, &w, &e))
        fail(&e);
    scree_case_destroy(c);
    scree_builder_destroy(b);
    return w;
}

static double steps_per_second(scree_world *w, double time)
{
    scree_error e;
    const int64_t before = scree_world_steps(w);
    const double begin = now();
    if (scree_world_step_until(w, scree_world_time(w) + time, &e))
        fail(&e);
    return (double)(scree_world_steps(w) - before) / (now() - begin);
}

int main(int count, char **word)
{
    scree_world *w = make(count > 1 ? atoi(word[1]) : 22);
    const double time = count > 2 ? atof(word[2]) : 0.05;
    window window = {.share = scree_share_create()};
    pthread_t thread;
    scree_error e;
    steps_per_second(w, 0.2 * time);
    const double alone = steps_per_second(w, time);
    const double begin = now();
    for (int i = 0; i < 10; i++) {
        if (scree_share_put(window.share, w, &e))
            fail(&e);
    }
    const double frame = (now() - begin) / 10;
    if (scree_world_share(w, window.share, SCREE_BY_CLOCK, pace, &e))
        fail(&e);
    if (pthread_create(&thread, NULL, look, &window))
        return 1;
    const double seen = steps_per_second(w, time);
    atomic_store(&window.closed, true);
    pthread_join(thread, NULL);
    printf("%lld balls: %.0f steps/s, %.0f steps/s while another thread looks; a frame takes %.3g "
           "ms, of %d the last has its "
           "highest grain at %.3g m\n",
           (long long)scree_world_ball_count(w), alone, seen, 1e3 * frame, window.frames,
           window.highest);
    printf("the longest take was %.3g ms\n", 1e3 * window.longest);
    scree_world_destroy(w);
    scree_share_destroy(window.share);
    return 0;
}

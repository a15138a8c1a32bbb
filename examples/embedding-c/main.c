// main.c - Scree inside another program: a case is read, run in pieces and looked at; the last lines are its state hash
// and the fastest grain.
//
//     cc main.c $(pkg-config --cflags --libs scree) -lm -o embedding && ./embedding ../02-settling/case.yaml
#include <scree/scree.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static int fail(const scree_error *e)
{
    fprintf(stderr, "%s: %s (%s)\n", e->where, e->what, e->hint);
    return 1;
}

static scree_status fastest(const scree_frame *f, int64_t *grain, double *speed, scree_error *e)
{
    scree_view velocity, id;
    scree_status status = scree_frame_column(f, SCREE_BALLS, "velocity", &velocity, e);
    if (!status)
        status = scree_frame_column(f, SCREE_BALLS, "id", &id, e);
    *speed = *grain = -1;
    for (int64_t i = 0; !status && i < velocity.rows; i++) {
        const double *u = scree_row_float64(&velocity, i),
                     s = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        if (s <= *speed)
            continue;
        *speed = s;
        *grain = *scree_row_int64(&id, i);
    }
    return status;
}

// Ten pieces of the run that the case asks for, a line for each.
static scree_status run(scree_world *w, scree_frame *f, scree_error *e)
{
    const int64_t end = scree_world_last_step(w);
    scree_view kinetic;
    scree_status status = SCREE_OK;
    for (int k = 1; !status && k <= 10; k++) {
        status = scree_world_step(w, end * k / 10 - scree_world_steps(w), e);
        if (!status)
            status = scree_frame_take(f, w, e);
        if (!status)
            status = scree_frame_column(f, SCREE_LEDGER, "kinetic", &kinetic, e);
        if (!status)
            printf("t = %.4g s, kinetic energy %.4g J\n", scree_world_time(w),
                   *scree_row_float64(&kinetic, 0));
    }
    return status;
}

int main(int count, char **argument)
{
    scree_case *c = NULL;
    scree_world *w = NULL;
    scree_frame *f = scree_frame_create();
    scree_error e = {SCREE_NO_MEMORY, "main", "out of memory", "close something"};
    uint64_t hash = 0;
    int64_t grain = -1;
    double speed = 0;
    const char *path = count > 1 ? argument[1] : "case.yaml";
    const char *const *settings =
        count > 2 ? (const char *const *)argument + 2 : NULL; // main's list ends with NULL
    scree_status status = f ? scree_case_read(path, settings, &c, &e) : SCREE_NO_MEMORY;
    for (int i = 1; status && c && scree_case_fault(c, i); i++)
        fail(scree_case_fault(c, i)); // `e` is the first
    if (!status)
        status = scree_world_create(c, 1, &w, &e);
    if (!status)
        status = run(w, f, &e);
    if (!status)
        status = scree_world_hash(w, &hash, &e);
    if (!status)
        status = fastest(f, &grain, &speed, &e);
    if (!status)
        printf("state hash %016" PRIx64 "\ngrain %" PRId64 " has %.4g m/s\n", hash, grain, speed);
    scree_frame_destroy(f);
    scree_world_destroy(w);
    scree_case_destroy(c);
    return status ? fail(&e) : 0;
}

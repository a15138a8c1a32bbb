// shapes.c - `scree bench shapes`: what a step costs of grains of each kind, in settled beds.
//
// Populations take turns, several rounds of `steps` each, and the fastest round counts. With one thread the time is
// that of the processor, which other work on the machine lengthens less than time on the wall. In the plane all grains
// have the area of the same disk; the clump of 726 disks fills the outline of 62 vertices (seed 001 section 5).
#include "bench/shapes.h"
#include "console/exit.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7 };

typedef struct measured {
    const bench_population *kind; // NULL: not asked for
    bench_scene scene;
    double best;     // s, of the fastest round
    double contacts; // a grain
    double touching; // pairs of grains that touch, a grain; a floor counts as a grain
    int64_t grains, builds;
} measured;

static double now(const bench_options *o)
{
    struct timespec t;
    clock_gettime(o->threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int advance(const bench_options *o, measured *p, int64_t steps, double *seconds)
{
    scree_error error = {0};
    double from = now(o);
    scree_status status = world_step(p->scene.w, steps, &error);
    *seconds = now(o) - from;
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

static int by_value(const void *p, const void *q)
{
    const int64_t *x = p;
    const int64_t *y = q;
    return (*x > *y) - (*x < *y);
}

// The body of a grain's id; a wall is its own.
static int64_t body_of(const frame *f, int64_t id)
{
    int64_t first = f->body.count ? f->body.id[0] : 0;
    return id < first ? id : f->body.body[id - first];
}

static int count_contacts(measured *p)
{
    frame f = {0};
    scree_error error = {0};
    if (world_frame(p->scene.w, &f, &error) != SCREE_OK)
        return give_up(&error);
    int64_t n = f.contact.count;
    int64_t pairs = 0;
    int64_t *pair = malloc(((size_t)n + 1) * sizeof *pair);
    for (int64_t i = 0; pair && i < n; i++)
        pair[i] = body_of(&f, f.contact.a[i]) << 32 | body_of(&f, f.contact.b[i]);
    if (pair)
        qsort(pair, (size_t)n, sizeof *pair, by_value);
    for (int64_t i = 0; pair && i < n; i++)
        pairs += !i || pair[i] != pair[i - 1];
    p->grains = world_grains(p->scene.w);
    p->contacts = (double)n / (double)p->grains;
    p->touching = (double)pairs / (double)p->grains;
    bool ok = pair != NULL;
    free(pair);
    frame_clear(&f);
    return ok ? EXIT_DONE : give_up((fail_memory(&error, "bench"), &error));
}

static int measure(const bench_options *o, measured p[POPULATIONS])
{
    double seconds;
    int code = EXIT_DONE;
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++) {
        if (!p[i].kind)
            continue;
        code = advance(o, &p[i], o->warm, &seconds);
        p[i].builds = -world_pulse_of(p[i].scene.w).list_builds;
    }
    for (int round = 0; round < ROUNDS && code == EXIT_DONE; round++)
        for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++) {
            if (!p[i].kind)
                continue;
            code = advance(o, &p[i], o->steps, &seconds);
            p[i].best = seconds < p[i].best ? seconds : p[i].best;
        }
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++) {
        if (!p[i].kind)
            continue;
        p[i].builds += world_pulse_of(p[i].scene.w).list_builds;
        code = count_contacts(&p[i]);
    }
    return code;
}

static double per_grain(const bench_options *o, const measured *p)
{
    return 1e9 * p->best / ((double)p->grains * (double)o->steps);
}

static void print_json(const bench_options *o, const measured all[POPULATIONS], const measured *p)
{
    json j = {0};
    double ns = per_grain(o, p);
    json_begin(&j);
    json_text(&j, "benchmark", "shapes");
    json_text(&j, "population", p->kind->name);
    json_number(&j, "grain_steps_per_second", 1e9 / ns);
    json_integer(&j, "n", p->grains);
    json_integer(&j, "elements_per_grain", p->kind->elements);
    json_number(&j, "contacts_per_grain", p->contacts);
    json_number(&j, "touching_pairs_per_grain", p->touching);
    json_number(&j, "ns_per_grain", ns);
    json_number(&j, "ns_per_contact", ns / p->contacts);
    json_number(&j, "seconds", p->best);
    json_text(&j, "clock", o->threads == 1 ? "processor" : "wall");
    json_integer(&j, "steps", o->steps);
    json_integer(&j, "rounds", ROUNDS);
    json_integer(&j, "list_builds", p->builds);
    json_integer(&j, "threads", o->threads);
    json_flag(&j, "ledger", o->ledger);
    const measured *disks = &all[DISKS];
    const measured *outlines = &all[OUTLINES];
    if (p == outlines && disks->kind)
        json_number(&j, "cost_to_disks", ns / per_grain(o, disks));
    if (p == &all[FILLED]) {
        json_number(&j, "overlapping_pairs_of_disks", p->contacts * (double)p->grains);
        if (outlines->kind)
            json_number(&j, "cost_to_spheropolygon_62", ns / per_grain(o, outlines));
        if (disks->kind)
            json_number(&j, "cost_of_pair_to_free_disks",
                        ns / p->contacts / (per_grain(o, disks) / disks->contacts));
    }
    json_close(&j);
    printf("%s\n", j.text ? j.text : "{}");
    json_clear(&j);
}

static void print_ratio(const char *what, double ratio, const char *beside)
{
    printf("%-58s %8.2f   %s\n", what, ratio, beside);
}

static void print_table(const bench_options *o, const measured p[POPULATIONS])
{
    printf("%-18s %7s %14s %10s %9s %12s %11s\n", "population", "grains", "grain-steps/s",
           "contacts", "touching", "ns a grain", "a contact");
    for (int i = 0; i < POPULATIONS; i++)
        if (p[i].kind) {
            double ns = per_grain(o, &p[i]);
            printf("%-18s %7lld %14.4g %10.2f %9.2f %12.1f %11.1f\n", p[i].kind->name,
                   (long long)p[i].grains, 1e9 / ns, p[i].contacts, p[i].touching, ns,
                   ns / p[i].contacts);
        }
    const measured *disks = &p[DISKS];
    const measured *outlines = &p[OUTLINES];
    const measured *filled = &p[FILLED];
    if (disks->kind && outlines->kind)
        print_ratio("cost of spheropolygon-62 to disks",
                    per_grain(o, outlines) / per_grain(o, disks),
                    "seed 001: 50; asked: at most 10");
    if (filled->kind && outlines->kind)
        print_ratio("cost of clump-726 to spheropolygon-62",
                    per_grain(o, filled) / per_grain(o, outlines), "seed 001: 40");
    if (filled->kind && disks->kind)
        print_ratio("cost of an overlapping pair of disks, in clumps to free",
                    per_grain(o, filled) / filled->contacts /
                        (per_grain(o, disks) / disks->contacts),
                    "asked: at most 1");
}

static int choose(const bench_options *options, measured p[POPULATIONS])
{
    int found = 0;
    for (int i = 0; i < POPULATIONS; i++) {
        if (options->population && strcmp(options->population, bench_populations[i].name) != 0)
            continue;
        p[i].kind = &bench_populations[i];
        p[i].best = DBL_MAX;
        found++;
    }
    if (!found)
        return args_fail(
            "bench",
            "populations are disks, spheropolygon-62, clump-726, clump-4, cubes and spherocubes",
            "there is no population `%s`", options->population);
    if (options->lammps && found > 1)
        return args_fail("bench", "choose one with --population",
                         "--write-lammps writes one population");
    return EXIT_DONE;
}

static int open_all(const bench_options *o, measured p[POPULATIONS])
{
    int code = EXIT_DONE;
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++)
        if (p[i].kind)
            code = bench_bed(o, i, o->n ? o->n : p[i].kind->n, &p[i].scene);
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE && o->lammps; i++)
        if (p[i].kind)
            code = p[i].scene.m.shape[0].core.vertices ? bench_write_bodies(o, &p[i].scene)
                                                       : bench_write_lammps(o, &p[i].scene);
    return code;
}

int bench_shapes(const bench_options *o)
{
    measured p[POPULATIONS] = {{0}};
    int code = choose(o, p);
    if (code == EXIT_DONE)
        code = open_all(o, p);
    bool timed = o->steps > 0;
    if (code == EXIT_DONE && timed)
        code = measure(o, p);
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE && timed && o->json; i++)
        if (p[i].kind)
            print_json(o, p, &p[i]);
    if (code == EXIT_DONE && timed && !o->json)
        print_table(o, p);
    for (int i = 0; i < POPULATIONS; i++)
        if (p[i].scene.w)
            bench_close(&p[i].scene);
    return code;
}

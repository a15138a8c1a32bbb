// allocator.c - a program with an allocator of its own, for allocator.sh: counts every block of the library over a whole run, finds none
// left, and lets the n-th allocation fail for many n.
//
//     allocator count|fail|late|plain
#include <scree/change.h>
#include <scree/event.h>
#include <scree/measure.h>
#include <scree/memory.h>
#include <scree/picture.h>
#include <scree/query.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long live, taken, fails_at; // blocks; allocations so far; the one that fails, 0: none

static int fails(void)
{
    return atomic_fetch_add(&taken, 1) + 1 == atomic_load(&fails_at);
}

// Blocks are filled, so that nobody takes them for zeroed.
static void *allocate(size_t size, void *user)
{
    void *block = fails() ? NULL : malloc(size);
    if (!block)
        return NULL;
    memset(block, 0xa5, size);
    atomic_fetch_add((atomic_long *)user, 1);
    return block;
}

static void *reallocate(void *block, size_t size, void *user)
{
    (void)user;
    return fails() ? NULL : realloc(block, size);
}

static void release(void *block, void *user)
{
    atomic_fetch_sub((atomic_long *)user, 1);
    free(block);
}

static const char text[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 0.2 m], boundary: {x: periodic, y: wall, "
    "z: wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
    "friction: 0.4}}}\n"
    "shapes:\n"
    "  bead: {ball: {radius: 8 mm}}\n"
    "  pair: {clump: {balls: [{at: [-5 mm, 0 m, 0 m], radius: 7 mm}, {at: [5 mm, 0 m, 0 m], "
    "radius: 7 mm}]}}\n"
    "  cube: {polyhedron: {builder: {box: [14 mm, 14 mm, 14 mm]}}}\n"
    "regions: {top: {box: {low: [0 m, 0 m, 15 cm], high: [10 cm, 10 cm, 19 cm]}}}\n"
    "streams:\n"
    "  - {name: pairs, shape: pair, material: glass, rate: 1/s, to: 0 s, inside: top}\n"
    "  - {name: cubes, shape: cube, material: glass, rate: 1/s, to: 0 s, inside: top}\n"
    "grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 20, seed: 3, "
    "inside: {box: {low: [1 cm, 1 cm, 1 cm], high: [9 cm, 9 cm, 9 cm]}}}}]\n"
    "probes: {profile: {law: velocity-profile, axis: z, bins: 5}}\n"
    "stages: [{name: fall, until: 'kinetic > 1 MJ', every: 10, limit: 3 ms, at_limit: next}, "
    "{name: rest}]\n"
    "run: {duration: 10 ms, step: 50 us, ledger: true, deepest_overlap: 0.5}\n";

static int go_on(void *context, scree_world *w)
{
    (void)context;
    (void)w;
    return 0;
}

static scree_status look(scree_world *w, int draws, scree_error *e)
{
    scree_frame *f = scree_frame_create();
    scree_query *q = NULL;
    scree_hit hit;
    void *data = NULL;
    int64_t size;
    const double from[3] = {0.05, 0.05, 0.19};
    scree_status status = f ? scree_frame_take(f, w, e) : SCREE_NO_MEMORY;
    if (!status)
        status = scree_query_create(w, &q, e);
    if (!status)
        status = scree_query_nearest(q, from, 1, &hit, e);
    if (!status && draws)
        status = scree_world_picture(w, &(scree_picture_options){.size = "96x64"}, &data, &size, e);
    scree_memory_free(data);
    data = NULL;
    if (!status)
        status = scree_world_vtk(w, SCREE_VTK_WALLS, &data, &size, e);
    scree_memory_free(data);
    scree_query_destroy(q);
    scree_frame_destroy(f);
    return status;
}

static scree_status use(scree_case *c, scree_world *w, int draws, scree_error *e)
{
    scree_probe *p = NULL;
    scree_world *again = NULL;
    void *data = NULL;
    int64_t size;
    int64_t id[2];
    const scree_grain come[2] = {{.set = "pairs", .position = {0.03, 0.05, 0.17}},
                                 {.set = "cubes", .position = {0.07, 0.05, 0.17}}};
    scree_status status = scree_probe_create(w, "profile", &p, e);
    if (!status)
        status = scree_world_add(w, come, 2, id, e);
    if (!status)
        status = scree_world_write(w, "velocity", id, (double[6]){0, 0, -1, 0, 0, -1}, 2, e);
    if (!status)
        status = scree_world_when(w, "count > 21", 1e-3, (scree_event){go_on, NULL}, NULL, e);
    if (!status)
        status = scree_world_step(w, 100, e);
    if (!status)
        status = scree_probe_sample(p, e);
    if (!status)
        status = scree_probe_finish(p, e);
    if (!status)
        status = look(w, draws, e);
    if (!status)
        status = scree_world_save_memory(w, &data, &size, e);
    if (!status)
        status = scree_world_load_memory(c, data, size, 1, &again, e);
    if (!status)
        status = scree_world_step(again, 20, e);
    if (!status)
        status = scree_world_remove(w, id, 1, e);
    scree_world_destroy(again);
    scree_memory_free(data);
    scree_probe_destroy(p);
    return status;
}

// A whole run; the hash of its end.
static scree_status run(int draws, unsigned long long *hash, scree_error *e)
{
    scree_case *c = NULL;
    scree_world *w = NULL;
    uint64_t bits = 0;
    scree_status status = scree_case_parse(text, "allocator.yaml", NULL, &c, e);
    if (!status)
        status = scree_world_create(c, 1, &w, e);
    if (!status)
        status = use(c, w, draws, e);
    if (!status)
        status = scree_world_hash(w, &bits, e);
    *hash = bits;
    scree_world_destroy(w);
    scree_case_destroy(c);
    return status;
}

static int told(scree_status status, const scree_error *e)
{
    if (status)
        printf("%s: %s: %s (%s)\n", scree_status_name(status), e->where, e->what, e->hint);
    return status != SCREE_OK;
}

// Every n-th allocation fails, once: the run says so or does without it, and no block is left.
static int fail_many(long all)
{
    scree_error e;
    unsigned long long hash;
    long refused = 0;
    long runs = 0;
    for (long n = 1; n <= all; n += n < 40 ? 1 : 1 + n / 15) {
        memset(&e, 0, sizeof e);
        atomic_store(&taken, 0);
        atomic_store(&fails_at, n);
        const scree_status status = run(0, &hash, &e);
        atomic_store(&fails_at, 0);
        runs++;
        refused += status == SCREE_NO_MEMORY;
        if ((status && status != SCREE_NO_MEMORY) || atomic_load(&live)) {
            printf("allocation %ld: %ld blocks are left\n", n, (long)atomic_load(&live));
            return told(status, &e) || 1;
        }
    }
    printf("%ld runs, %ld without memory\n", runs, refused);
    return 0;
}

int main(int count, char **words)
{
    const char *mode = count > 1 ? words[1] : "";
    const scree_allocator allocator = {allocate, reallocate, release, (void *)&live};
    scree_error e = {0};
    unsigned long long hash;
    if (!strcmp(mode, "plain"))
        return told(run(0, &hash, &e), &e) || printf("hash %016llx\n", hash) < 0;
    if (!strcmp(mode, "late")) {
        const int bad = told(run(0, &hash, &e), &e);
        return !told(scree_set_allocator(allocator, &e), &e) || bad;
    }
    scree_allocator half = allocator;
    half.release = NULL;
    if (!told(scree_set_allocator(half, &e), &e) || told(scree_set_allocator(allocator, &e), &e))
        return 1;
    if (!told(scree_set_allocator(allocator, &e), &e) || told(run(0, &hash, &e), &e))
        return 1;
    const long all = atomic_load(&taken);
    printf("%ld allocations, %ld blocks left, hash %016llx\n", all, (long)atomic_load(&live), hash);
    if (!strcmp(mode, "fail"))
        return fail_many(all);
    if (told(run(1, &hash, &e), &e) || told(run(1, &hash, &e), &e))
        return 1;
    printf("%ld blocks left with pictures\n", (long)atomic_load(&live));
    return 0;
}

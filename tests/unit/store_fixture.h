// store_fixture.h - for the tests of store/: a folder of their own, files that can only grow so far, a frame and a
// model full of chance.
#ifndef SCREE_TESTS_STORE_FIXTURE_H
#define SCREE_TESTS_STORE_FIXTURE_H

#include "../harness.h"

#include "state/frame.h"
#include "state/model.h"
#include "store/file_in.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

HARNESS_MAYBE_UNUSED static const char *in_folder(const char *name)
{
    static char path[4][128];
    static int turn;
    if (!*folder) {
        strcpy(folder, "test_store.XXXXXX");
        if (!mkdtemp(folder))
            printf("cannot make a folder\n");
    }
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

HARNESS_MAYBE_UNUSED static bool exists(const char *path)
{
    return !access(path, F_OK);
}

// The whole file as text, or NULL; freed by the caller.
HARNESS_MAYBE_UNUSED static char *slurp(const char *path, size_t *size)
{
    char *text;
    size_t length;
    if (file_in_load(path, &text, &length, NULL))
        return NULL;
    if (size)
        *size = length;
    return text;
}

HARNESS_MAYBE_UNUSED static bool file_is(const char *path, const char *wanted)
{
    char *text = slurp(path, NULL);
    bool same = text && !strcmp(text, wanted);
    free(text);
    return same;
}

HARNESS_MAYBE_UNUSED static bool put_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    return out && fputs(text, out) >= 0 && !fclose(out);
}

// From here on files can grow to `bytes` only, as on a full disk; 0 lifts the limit.
HARNESS_MAYBE_UNUSED static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static uint64_t seed = 88172645463325252u;
HARNESS_MAYBE_UNUSED static double chance(void) // 0 to 1
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (double)(seed >> 11) * 0x1p-53;
}
HARNESS_MAYBE_UNUSED static v3 chance3(double s)
{
    return v3_make(s * (chance() - 0.5), s * (chance() - 0.5), s * (chance() - 0.5));
}

HARNESS_MAYBE_UNUSED static frame make_frame(int64_t n, int64_t contacts)
{
    static frame_wall wall[2] = {
        {.name = "floor <1>", .force = {1, 2, 3}, .torque = {4, 5, 6}, .power = 7},
        {.name = "lid", .force = {-1, -2, -3}, .velocity = {0, 0, 0.5}, .spin = {9, 8, 7}}};
    frame f = {.time = 0.1, .step = 123456789012, .walls = 2};
    frame_balls *b = &f.ball;
    frame_contacts *c = &f.contact;
    f.wall = malloc(sizeof wall);
    memcpy(f.wall, wall, sizeof wall);
    b->count = n;
    c->count = contacts;
#define ROOM(list, count) (list) = calloc((size_t)(count) + 1, sizeof *(list))
    ROOM(b->id, n);
    ROOM(b->position, n);
    ROOM(b->radius, n);
    ROOM(b->mass, n);
    ROOM(b->velocity, n);
    ROOM(b->spin, n);
    ROOM(b->body, n);
    ROOM(b->orientation, n);
    ROOM(b->force, n);
    ROOM(b->torque, n);
    ROOM(b->material, n);
    ROOM(b->set, n);
    ROOM(b->contacts, n);
    ROOM(c->a, contacts);
    ROOM(c->b, contacts);
    ROOM(c->point, contacts);
    ROOM(c->normal, contacts);
    ROOM(c->overlap, contacts);
    ROOM(c->force, contacts);
    ROOM(c->normal_force, contacts);
    ROOM(c->position_a, contacts);
    ROOM(c->position_b, contacts);
#undef ROOM
    for (int64_t i = 0; i < n; i++) {
        b->id[i] = 3 + 2 * i;
        b->body[i] = b->id[i] - i % 2;
        b->position[i] = chance3(2);
        b->radius[i] = 1e-3 * (1 + chance());
        b->mass[i] =
            2500 * 4.0 / 3 * 3.14159265358979323846 * (b->radius[i] * b->radius[i] * b->radius[i]);
        b->velocity[i] = chance3(1e-5);
        b->spin[i] = chance3(1e3);
        b->orientation[i] =
            q4_unit((q4){chance() - 0.5, chance() - 0.5, chance() - 0.5, chance() - 0.5});
        b->force[i] = chance3(1);
        b->material[i] = (int32_t)(i % 2);
        b->set[i] = (int32_t)(i % 3);
        b->contacts[i] = (int32_t)(i % 7);
    }
    for (int64_t i = 0; i < contacts; i++) {
        c->a[i] = i;
        c->b[i] = i + 1;
        c->point[i] = chance3(1);
        c->normal[i] = chance3(1);
        c->force[i] = chance3(1);
        c->overlap[i] = chance();
        c->normal_force[i] = chance();
        c->position_a[i] = chance3(1);
        c->position_b[i] = chance3(1);
    }
    return f;
}

HARNESS_MAYBE_UNUSED static model make_model(void)
{
    static model_material material[2] = {{.name = "glass", .density = 2500},
                                         {.name = "steel", .density = 2500}};
    model m = {.dimensions = 3,
               .low = {-1, -1, -INFINITY},
               .high = {1, 1, INFINITY},
               .material = material,
               .materials = 2};
    m.boundary[0] = BOUNDARY_PERIODIC;
    m.boundary[1] = BOUNDARY_WALL;
    m.boundary[2] = BOUNDARY_OPEN;
    return m;
}

// At the end: no half-written file is left, and the folder goes.
HARNESS_MAYBE_UNUSED static void leave_nothing_behind(void)
{
    char command[128];
    snprintf(command, sizeof command, "ls %s | grep -q 'part$'", folder);
    CHECK(system(command) != 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}

#endif

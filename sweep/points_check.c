// points_check.c - the cases of all points of a sweep, before any is run; see points.h.
#include "base/hash.h"
#include "case/fingerprint.h"
#include "console/session.h"
#include "run/probing.h"
#include "sweep/points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TOLD_MOST = 5, BUILD_SECONDS = 20 };

// Of a world as it begins: are the probes what the case asks for?
static int rehearse(const session *session, world *world)
{
    frame frame = {0};
    scree_error error;
    scree_status status = world_frame(world, &frame, &error);
    if (!status)
        status = probing_rehearse(&session->model, world, &frame, &error);
    frame_clear(&frame);
    return status ? session_give_up(session, &error) : ARGS_GO_ON;
}

static int build(const session *session)
{
    const machine one = {.threads = 1};
    world *world;
    int threads;
    int code = world_open(session, &one, NULL, &world, &threads);
    if (code == ARGS_GO_ON) {
        code = rehearse(session, world);
        world_destroy(world);
    }
    return code;
}

static int check_point(const char *path, const settings *set, bool with_world, uint64_t *hash)
{
    session session;
    scree_error error;
    char *text = NULL;
    int code = session_open(&session, path, set, true);
    if (code != ARGS_GO_ON)
        return code;
    if (case_fingerprint(&session.model, NULL, session.folder, &session.families, &text, &error))
        code = session_give_up(&session, &error);
    else
        *hash = hash_of(text, strlen(text), *hash);
    if (code == ARGS_GO_ON && with_world)
        code = build(&session);
    free(text);
    session_close(&session);
    return code;
}

int points_check(const plan *plan, const char *path, const settings *set, bool quiet,
                 uint64_t *hash)
{
    int faulty = 0;
    int worst = ARGS_GO_ON;
    int built = 0;
    const clock_t begin = clock();
    *hash = (uint64_t)plan->points;
    for (int i = 0; i < plan->points && faulty < TOLD_MOST; i++) {
        settings own;
        char words[300];
        scree_error error;
        // Large worlds take a while to build, and what can be wrong with one shows in the first of them.
        const bool with_world = clock() - begin < BUILD_SECONDS * CLOCKS_PER_SEC;
        if (plan_settings(plan, i, set, &own, &error))
            return give_up(&error);
        const int code = check_point(path, &own, with_world, hash);
        settings_clear(&own);
        built += with_world;
        if (code == ARGS_GO_ON)
            continue;
        plan_words(plan, i, words, sizeof words);
        fprintf(stderr, "that is point %d of %d: %s\n", i + 1, plan->points, words);
        worst = code;
        faulty++;
    }
    if (faulty == TOLD_MOST)
        fprintf(stderr, "more points were not looked at\n");
    if (faulty)
        fprintf(stderr, "nothing was run\n");
    if (!faulty && !quiet && built < plan->points)
        fprintf(stderr, "note: the cases of all points were read, the grains of %d were placed\n",
                built);
    return worst;
}

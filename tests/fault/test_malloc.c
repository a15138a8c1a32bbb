// test_malloc.c - every n-th allocation fails, once: readers of cases, fits, meshes and tables, friction problems,
// worlds that are made, saved and restored, streams, frames and pictures. The call says so, nothing breaks, and what
// was asked again is given. Nothing leaks where a sanitizer looks. label: sanitize
#include "harness.h"
#include "support/failing.h"
#include "support/scenes.h"

#include "draw/picture.h"
#include "draw/picture_solid.h"
#include "fit/fit_file.h"
#include "friction/solve.h"
#include "shape/mesh_file.h"
#include "shape/solid.h"
#include "store/lammps_data.h"
#include "store/snapshot.h"

#include <stdlib.h>
#include <unistd.h>

// ---- what is done with too little memory: each gives its status, and cleans up

typedef scree_status work(const char *what, scree_error *error);

static scree_status first_of(const fault_list *faults, scree_status status, scree_error *error)
{
    if (status && faults->count > 0)
        *error = faults->item[0];
    if (status && faults->count == 0)
        fail_memory(error, "case");
    return status;
}

static scree_status read_case(const char *text, scree_error *error)
{
    const case_families families = all_families();
    model m;
    fault_list faults = {0};
    fault_list notes = {0};
    scree_status status = case_parse(&(case_source){text, strlen(text), "scene.yaml"},
                                     &(case_context){.families = &families}, &m, &faults, &notes);
    first_of(&faults, status, error);
    if (!status) {
        char *resolved = case_resolved(&m, &families);
        if (!resolved)
            status = fail_memory(error, "case");
        free(resolved);
        model_clear(&m);
    }
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return status;
}

static scree_status make_and_restore(const char *name, scree_error *error)
{
    static sim s;
    static bool read;
    const world_options options = options_of(1, 0, 0);
    world *again = NULL;
    image im = {0};
    frame seen = {0};
    const long kept = until_failure;
    until_failure = -1;
    if (!read || !s.m.title) {
        if (!sim_read(&s, scene_find(name)->text, NULL, 0))
            return SCREE_BAD_INPUT;
        read = true;
    }
    until_failure = kept;
    world *w = NULL;
    scree_status status = world_create(&s.m, &options, &w, error);
    if (!status)
        status = world_step(w, 12, error);
    if (!status)
        status = world_frame(w, &seen, error);
    if (!status)
        status = world_image(w, &im, error);
    if (!status)
        status = world_restore(&s.m, &options, &im, &again, error);
    if (!status)
        status = world_step(again, 2, error);
    until_failure = -1;
    frame_clear(&seen);
    image_clear(&im);
    world_destroy(w);
    world_destroy(again);
    return status;
}

static scree_status read_fit(const char *path, scree_error *error)
{
    fit_job job = {0};
    fault_list faults = {0};
    scree_status status = fit_read(path, NULL, 0, &job, &faults);
    first_of(&faults, status, error);
    if (!status)
        fit_job_clear(&job);
    fault_list_clear(&faults);
    return status;
}

static scree_status read_solid(const char *text, scree_error *error)
{
    mesh_soup soup = {0};
    solid s = {0};
    solid_report report;
    mass_properties mass;
    scree_status status = mesh_file_parse(&(mesh_bytes){text, strlen(text), "box.obj"},
                                          mesh_unit_find("mm"), 1, &soup, error);
    if (!status)
        status = solid_build(
            &(mesh_facets){.corner = soup.corner, .facets = soup.facets, .name = "box.obj"}, &s,
            &report, error);
    if (!status)
        status = solid_mass(&s, &mass, error);
    solid_clear(&s);
    mesh_soup_clear(&soup);
    return status;
}

static scree_status read_table(const char *text, scree_error *error)
{
    lammps_data d;
    scree_status status = lammps_data_parse(text, strlen(text), "table", &d, NULL, error);
    lammps_data_clear(&d);
    return status;
}

// Both kinds of pictures, of as much as makes them allocate all they ever do.
static scree_status draw_pictures(const char *path, scree_error *error)
{
    static const v3 points[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int64_t corners[1][3] = {{0, 1, 2}};
    static const int32_t wall[1] = {0};
    const wall_surface walls = {points, 3, corners, wall, 1, NULL, 0, NULL};
    const picture_options o = {.width = 64, .height = 64, .title = "a picture"};
    const picture_solid solid = {
        .corner = points, .triangles = 1, .width = 64, .height = 64, .title = "a solid"};
    const long kept = until_failure;
    until_failure = -1;
    frame f = {0};
    if (!frame_balls_reserve(&f.ball, 1, false))
        return fail_memory(error, "frame");
    f.ball.count = 1;
    f.ball.position[0] = f.ball.velocity[0] = v3_make(0, 0, 1);
    f.ball.radius[0] = f.ball.mass[0] = 1;
    f.ball.material[0] = 0;
    f.ball.id[0] = f.ball.body[0] = 0;
    until_failure = kept;
    scree_status status = picture_write_png(path, &f, &walls, &o, error);
    if (!status)
        status = picture_solid_png(path, &solid, error);
    until_failure = -1;
    frame_clear(&f);
    return status;
}

// Fails every allocation of `what` in turn until it comes through, or `most` of them at even distances.
static void fail_each(const char *words, work *does, const char *what, long step)
{
    long n = 0;
    scree_error error = {0};
    scree_status status = does(what, &error); // what is made once is made now
    REQUIRE(status == SCREE_OK);
    for (;; n += step) {
        error = (scree_error){0};
        one_failed = false;
        until_failure = n;
        status = does(what, &error);
        until_failure = -1;
        if (!one_failed)
            break;
        if (!CHECK_MSG(status == SCREE_OK || error.what[0], "%s, allocation %ld: %d without words",
                       words, n, status))
            return;
        if (!CHECK_MSG(status == SCREE_OK || status == SCREE_NO_MEMORY || status == SCREE_BAD_INPUT,
                       "%s, allocation %ld: %d, %s", words, n, status, error.what))
            return;
    }
    CHECK_MSG(status == SCREE_OK, "%s in the end: %s: %s", words, error.where, error.what);
    CHECK_MSG(n > 5 * step, "%s: only %ld allocations", words, n);
}

// A tolerance beyond reach brings sweeps and steps from within; with less memory the answer is none, and not another one.
static scree_status solve_friction(const char *what, scree_error *error)
{
    static const int32_t at[6] = {0, 1, 2, 3, 4, 5};
    static const double w[6] = {1, 0.5, 0.5, 2, 0.7, 0.6};
    static const double q[6] = {-1, 3, 0.1, -2, 0.3, 1};
    static const double mu[2] = {0.5, 0.3};
    static double first[6];
    static bool is_known;
    (void)what;
    const friction_given given = {.dimension = 3,
                                  .contacts = 2,
                                  .where = "test",
                                  .friction = mu,
                                  .w = {6, 6, 6, at, at, w, "W"},
                                  .q = q};
    const friction_wish wish = {.tolerance = 1e-300, .iterations = 6000};
    friction_system system;
    friction_outcome outcome;
    double r[6];
    double u[6];
    scree_status status = friction_system_make(&given, &system, error);
    if (!status)
        status = friction_solve(&system, &wish, r, u, &outcome, error);
    if (!status && !is_known)
        memcpy(first, r, sizeof first);
    is_known = is_known || !status;
    if (!status && memcmp(first, r, sizeof first))
        status = fail(error, SCREE_IO, "test", "", "other reactions");
    friction_system_clear(&system);
    return status;
}

static const char box[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                          "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
static const char table[] =
    "title\n\n2 atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms # sphere\n\n"
    "1 1 0.1 2500 0.2 0.2 0.2\n2 1 0.1 2500 0.7 0.2 0.2\n";

TEST(readers)
{
    fail_each("a case", read_case, scene_find("mixture")->text, 1);
    fail_each("a fit", read_fit, SCREE_SOURCE_DIR "/examples/05-soybean-fit/fit.yaml", 1);
    fail_each("a solid", read_solid, box, 1);
    fail_each("a table", read_table, table, 1);
}

TEST(friction_problems)
{
    fail_each("a friction problem", solve_friction, "", 1);
}

TEST(pictures)
{
    fail_each("pictures", draw_pictures, "picture.png", 1);
    unlink("picture.png");
}

TEST(worlds)
{
    fail_each("a world with a stream", make_and_restore, "stream", getenv("SCREE_SOAK") ? 1 : 3);
}

TEST_MAIN

// test_api_law.c - laws of a program (scree/law.h): Hertz's law as one has the bits of the law of the build, with grains of all
// shapes; histories, books, threads, parts, snapshots, the choice of a step; and every refusal by its words.
// label: sanitize threads
#include "unit/api_bed.h"

#include "base/constants.h"
#include "law/law.h"
#include "support/own_laws.h"

#include <scree/query.h>

// Balls of two sizes, pairs of balls and cubes fall on each other; %s is the normal law and %s the tangential one.
static const char bed[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 0.3 m], boundary: {x: periodic, y: wall, "
    "z: wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: %s, tangential: %s}}\n"
    "shapes:\n"
    "  bead: {ball: {radius: {distribution: uniform, from: 4 mm, to: 8 mm}}}\n"
    "  pair: {clump: {balls: [{at: [-5 mm, 0 m, 0 m], radius: 7 mm}, {at: [5 mm, 0 m, 0 "
    "m], radius: 7 mm}]}}\n"
    "  cube: {polyhedron: {builder: {box: [14 mm, 14 mm, 14 mm]}}}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: glass, packing: {law: random, count: 60, seed: 3,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 1 cm], high: [9 cm, 9 cm, 6 cm]}}}, velocity: [0.2 m/s, "
    "0 "
    "m/s, -1 m/s]}\n"
    "  - {name: pairs, shape: pair, material: glass, packing: {law: random, count: 8, seed: 4,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 8 cm], high: [9 cm, 9 cm, 13 cm]}}}, velocity: [0 m/s, "
    "0 "
    "m/s, -1 m/s]}\n"
    "  - {name: cubes, shape: cube, material: glass, packing: {law: random, count: 8, seed: 5,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 15 cm], high: [9 cm, 9 cm, 22 cm]}}}, velocity: [0 m/s, "
    "0 m/s, -2 m/s]}\n"
    "run: {duration: 1 s, step: %s, ledger: true, deepest_overlap: 0.5}\n";

static const char mindlin[] = "{law: mindlin, friction: 0.4}";

typedef struct bed_case {
    const char *normal, *tangential, *step;
    const scree_law_terms *terms; // NULL: no law of the program
    int threads, parts;
} bed_case;

static scree_status read_bed(const bed_case *is, scree_case **out, scree_error *e)
{
    char text[sizeof bed + 400];
    snprintf(text, sizeof text, bed, is->normal, is->tangential, is->step);
    return bed_read(text, is->terms, out, e);
}

static opened open_bed(const bed_case *is)
{
    char text[sizeof bed + 400];
    snprintf(text, sizeof text, bed, is->normal, is->tangential, is->step);
    return bed_open(text, is->terms, is->threads, is->parts);
}

// From a file, and from the text in it.
TEST(a_case_of_a_file_may_name_the_law)
{
    scree_law *law = NULL;
    scree_case *of = NULL;
    scree_error e = {0};
    char text[sizeof bed + 400];
    const scree_law_terms terms = own_linear();
    CHECK(scree_law_create(&terms, &law, &e) == SCREE_OK);
    const scree_law *laws[] = {law, NULL};
    const char *const settings[] = {"title=of a file", NULL};
    FILE *file = fopen("own.yaml", "w");
    REQUIRE(law && file);
    snprintf(text, sizeof text, bed, "{law: own-spring, stiffness: 5e4 N/m}", "none", "20 us");
    fputs(text, file);
    fclose(file);
    CHECK_MSG(scree_case_read_with("own.yaml", settings, laws, &of, &e) == SCREE_OK, "%s", e.what);
    CHECK(scree_case_fault(of, 0) == NULL);
    scree_case_destroy(of);
    CHECK(scree_case_read("own.yaml", settings, &of, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "own");
    scree_case_destroy(of);
    scree_law_destroy(law);
}

// ---- the same physics

TEST(hertz_has_the_bits_of_the_build)
{
    const scree_law_terms terms = own_hertz();
    char normal[120];
    snprintf(normal, sizeof normal, "{law: own-hertz, damping: %.17g}",
             SQRT_5 * law_damping_ratio(0.7, false) * sqrt(2.0 / 3.0));
    const opened build = open_bed(&(bed_case){.normal = "{law: hertz, restitution: 0.7}",
                                              .tangential = mindlin,
                                              .step = "20 us",
                                              .threads = 1});
    const opened own = open_bed(&(bed_case){
        .normal = normal, .tangential = mindlin, .step = "20 us", .terms = &terms, .threads = 2});
    for (int i = 0; i < 2; i++) {
        step(build.world, 1000);
        step(own.world, 1000);
        CHECK(bed_same_column(&build, &own, "position"));
        CHECK(bed_same_column(&build, &own, "velocity"));
        CHECK(bed_same_column(&build, &own, "spin"));
    }
    CHECK(ledger_of(build.world, "elastic") > 0);
    CHECK_REL(ledger_of(own.world, "elastic"), ledger_of(build.world, "elastic"), 1e-12);
    CHECK_REL(ledger_of(own.world, "damping"), ledger_of(build.world, "damping"), 1e-12);
    CHECK_REL(ledger_of(own.world, "friction"), ledger_of(build.world, "friction"), 1e-9);
    close_box(build);
    close_box(own);
}

// Springs across the normal that follow its stiffness, constant here as that of the build.
TEST(a_spring_has_the_bits_of_the_build)
{
    const scree_law_terms terms = own_linear();
    const char *across = "{law: cundall-strack, friction: 0.4, stiffness: 2e3 N/m}";
    const opened build =
        open_bed(&(bed_case){.normal = "{law: linear, stiffness: 5e3 N/m, damping: 0.5 N s/m}",
                             .tangential = across,
                             .step = "20 us"});
    const opened own =
        open_bed(&(bed_case){.normal = "{law: own-spring, stiffness: 5e3 N/m, dashpot: 0.5 N s/m}",
                             .tangential = across,
                             .step = "20 us",
                             .terms = &terms});
    step(build.world, 1500);
    step(own.world, 1500);
    CHECK(bed_same_column(&build, &own, "position"));
    CHECK(bed_same_column(&build, &own, "velocity"));
    CHECK_REL(ledger_of(own.world, "elastic"), ledger_of(build.world, "elastic"), 1e-12);
    close_box(build);
    close_box(own);
}

static const bed_case latched = {
    .normal = "{law: own_latch, stiffness: 5e3 N/m, restitution: 0.6}",
    .tangential = mindlin,
    .step = "20 us",
};

static bed_case latched_with(const scree_law_terms *terms, int threads, int parts)
{
    bed_case is = latched;
    is.terms = terms;
    is.threads = threads;
    is.parts = parts;
    return is;
}

static const bed_case walton_braun = {
    .normal = "{law: walton-braun, stiffness: 5e3 N/m, restitution: 0.6}",
    .tangential = "{law: cundall-strack, friction: 0.4, stiffness: 2e3 N/m}",
    .step = "20 us",
};

TEST(what_contacts_keep_is_that_of_the_build)
{
    const scree_law_terms terms = own_latch();
    const opened build = open_bed(&walton_braun);
    const opened own = open_bed(&(bed_case){.normal = latched.normal,
                                            .tangential = walton_braun.tangential,
                                            .step = "20 us",
                                            .terms = &terms});
    step(build.world, 2000);
    step(own.world, 2000);
    const double lost = ledger_of(build.world, "plastic");
    CHECK(lost > 0);
    CHECK_REL(ledger_of(own.world, "plastic"), lost, 1e-9);
    CHECK_REL(ledger_of(own.world, "residual"), ledger_of(build.world, "residual"), 1e-3);
    CHECK(bed_same_column(&build, &own, "position"));
    close_box(build);
    close_box(own);
}

TEST(books_are_kept)
{
    const scree_law_terms terms = own_latch();
    const bed_case is = latched_with(&terms, 1, 1);
    const opened own = open_bed(&is);
    const double before = ledger_of(own.world, "kinetic") + ledger_of(own.world, "gravitational");
    step(own.world, 2500);
    const double residual = ledger_of(own.world, "residual");
    CHECK(ledger_of(own.world, "plastic") > 0.05 * before);
    CHECK_MSG(fabs(residual) < 1e-4 * before, "%.3g of %.3g J", residual, before);
    close_box(own);
}

// ---- the same bits

TEST(threads_and_parts_make_no_difference)
{
    const scree_law_terms terms = own_latch();
    const bed_case one = latched_with(&terms, 1, 1);
    const bed_case two = latched_with(&terms, 2, 1);
    const bed_case parts = latched_with(&terms, 2, 3);
    const opened o[] = {open_bed(&one), open_bed(&two), open_bed(&parts)};
    for (int i = 0; i < 3; i++)
        step(o[i].world, 1000);
    CHECK(hash_of(o[0].world) == hash_of(o[1].world));
    CHECK(hash_of(o[0].world) == hash_of(o[2].world));
    for (int i = 0; i < 3; i++)
        close_box(o[i]);
}

typedef struct kept_state {
    void *data;
    int64_t size;
} kept_state;

static kept_state state_of_latch(void)
{
    const scree_law_terms terms = own_latch();
    const bed_case is = latched_with(&terms, 1, 1);
    const opened o = open_bed(&is);
    kept_state kept = {0};
    step(o.world, 700);
    CHECK(scree_world_save_memory(o.world, &kept.data, &kept.size, NULL) == SCREE_OK);
    close_box(o);
    return kept;
}

TEST(a_snapshot_goes_on_with_its_law)
{
    const kept_state kept = state_of_latch();
    const scree_law_terms terms = own_latch();
    const bed_case is = latched_with(&terms, 1, 1);
    const opened through = open_bed(&is);
    opened again = {0};
    scree_error e = {0};
    step(through.world, 1400);
    CHECK(read_bed(&is, &again.of, &e) == SCREE_OK);
    if (scree_world_load_memory(again.of, kept.data, kept.size, 2, &again.world, &e))
        tell(&e);
    REQUIRE(again.world);
    step(again.world, 700);
    CHECK(hash_of(again.world) == hash_of(through.world));
    scree_memory_free(kept.data);
    close_box(again);
    close_box(through);
}

static void refuse_to_go_on(const kept_state *kept, const bed_case *is, const char *words)
{
    scree_case *of = NULL;
    scree_world *world = NULL;
    scree_error e = {0};
    CHECK_MSG(read_bed(is, &of, &e) == SCREE_OK, "%s", e.what);
    CHECK(scree_world_load_memory(of, kept->data, kept->size, 1, &world, &e) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(e.what, words) != NULL, "%s", e.what);
    scree_world_destroy(world);
    scree_case_destroy(of);
}

TEST(a_snapshot_wants_its_law)
{
    const kept_state kept = state_of_latch();
    scree_law_terms terms = own_latch();
    const char *linear = "{law: linear, stiffness: 5e3 N/m, restitution: 0.6}";
    refuse_to_go_on(&kept, &(bed_case){.normal = linear, .tangential = mindlin, .step = "20 us"},
                    "was made with the law own_latch of a program, version 3");
    terms.version = 4;
    const bed_case newer = latched_with(&terms, 1, 1);
    refuse_to_go_on(&kept, &newer, "was made with version 3 of the law own_latch, and version 4");
    // with the law at hand another one may begin, as ever, but for those that keep numbers
    terms.version = 3;
    const char *braun = "{law: walton-braun, stiffness: 5e3 N/m, restitution: 0.6}";
    refuse_to_go_on(
        &kept,
        &(bed_case){.normal = braun,
                    .tangential = "{law: cundall-strack, friction: 0.4, stiffness: 2e3 N/m}",
                    .step = "20 us",
                    .terms = &terms},
        "normal.law was own_latch, is walton_braun");
    scree_memory_free(kept.data);
}

// ---- the step

TEST(auto_goes_by_the_stiffness)
{
    const scree_law_terms terms = own_linear();
    const scree_law_terms spheres = own_hertz();
    const opened linear =
        open_bed(&(bed_case){.normal = "{law: linear, stiffness: 5e3 N/m, damping: 0 N s/m}",
                             .tangential = "none",
                             .step = "auto"});
    const opened own = open_bed(&(bed_case){.normal = "{law: own-spring, stiffness: 5e3 N/m}",
                                            .tangential = "none",
                                            .step = "auto",
                                            .terms = &terms});
    const opened stiff = open_bed(&(bed_case){.normal = "{law: own-spring, stiffness: 5e5 N/m}",
                                              .tangential = "none",
                                              .step = "auto",
                                              .terms = &terms});
    const opened hertz = open_bed(&(bed_case){
        .normal = "{law: hertz, restitution: 1}", .tangential = "none", .step = "auto"});
    const opened own_of_spheres = open_bed(&(bed_case){
        .normal = "{law: own-hertz}", .tangential = "none", .step = "auto", .terms = &spheres});
    CHECK_REL(scree_world_step_size(own.world), scree_world_step_size(linear.world), 1e-12);
    CHECK_REL(scree_world_step_size(own.world) / scree_world_step_size(stiff.world), 10, 0.02);
    // the largest stiffness of an impact, where the law of the build takes its duration: 0.78, and up to a tenth less
    const double share =
        scree_world_step_size(own_of_spheres.world) / scree_world_step_size(hertz.world);
    CHECK_MSG(share > 0.7 && share < 0.8, "%.4g", share);
    const opened all[] = {linear, own, stiff, hertz, own_of_spheres};
    for (int i = 0; i < 5; i++)
        close_box(all[i]);
}

// ---- refusals

static int fails(void *context, int64_t count, const double *pair, const double *given,
                 double *kept, double *answer)
{
    const int how = *(const int *)context;
    (void)pair;
    (void)given;
    for (int64_t i = 0; i < count; i++) {
        kept[SCREE_LAW_MOST + i] = how == 5 ? NAN : how == 6 ? -1e300 : 7;
        answer[SCREE_LAW_ENERGY * SCREE_LAW_MOST + i] = how == 7 ? -1 : how == 8 ? 1e300 : 0;
        answer[SCREE_LAW_LOST * SCREE_LAW_MOST + i] = how == 9 ? -1e-6 : 0;
        answer[SCREE_LAW_ELASTIC * SCREE_LAW_MOST + i] = how == 1 ? NAN : how == 2 ? -1e-9 : 1e-3;
        answer[SCREE_LAW_STIFFNESS * SCREE_LAW_MOST + i] = 1e3;
        answer[SCREE_LAW_DASHPOT * SCREE_LAW_MOST + i] = how == 4 ? -2 : 0;
    }
    return how == 3;
}

// What the program says of that, of which it may say more than there is room for.
static void why(void *context, char *words, int room)
{
    (void)context;
    snprintf(words, (size_t)room, "the table\nhas no row");
}

static void says_why(void (*asked)(void *, char *, int), const char *words)
{
    scree_error e = {0};
    scree_error later = {0};
    int now = 0;
    void *data = NULL;
    int64_t size;
    const scree_law_terms terms = {.name = "bad",
                                   .version = 1,
                                   .kept = 2,
                                   .rise = 1,
                                   .push = fails,
                                   .context = &now,
                                   .why = asked};
    const opened o = open_bed(&(bed_case){"{law: own-bad}", "none", "20 us", &terms, 2, 1});
    char step[40];
    now = 3;
    CHECK(scree_world_step(o.world, 4000, &e) == SCREE_DIVERGED);
    CHECK_MSG(strstr(e.what, words) != NULL, "%s", e.what);
    snprintf(step, sizeof step, "step %lld", (long long)scree_world_steps(o.world));
    CHECK_MSG(strstr(e.where, step) != NULL, "%s", e.where);
    // Later calls repeat it: the law, the step, and what stopped it.
    CHECK(scree_world_step(o.world, 1, &later) == SCREE_DIVERGED);
    CHECK_MSG(!strcmp(later.what, e.what) && !strcmp(later.where, e.where), "%s", later.what);
    CHECK(scree_world_save_memory(o.world, &data, &size, &later) == SCREE_DIVERGED);
    CHECK_MSG(!strcmp(later.what, e.what), "%s", later.what);
    close_box(o);
}

TEST(a_failure_is_told_with_the_words_of_the_program)
{
    says_why(why, ": the table has no row");
    says_why(NULL, ": it answered 1");
}

static void stops(int how, const char *words)
{
    scree_error e = {0};
    int now = 0;
    const scree_law_terms terms = {
        .name = "bad", .version = 1, .kept = 2, .rise = 1, .push = fails, .context = &now};
    const opened o = open_bed(&(bed_case){.normal = "{law: own-bad}",
                                          .tangential = "none",
                                          .step = "20 us",
                                          .terms = &terms,
                                          .threads = 2});
    now = how;
    CHECK(scree_world_step(o.world, 4000, &e) == SCREE_DIVERGED);
    CHECK_MSG(strstr(e.what, words) != NULL, "%s", e.what);
    CHECK_MSG(strstr(e.what, "own-bad") != NULL, "%s", e.what);
    close_box(o);
}

TEST(a_world_is_not_made_where_the_function_fails)
{
    int how = 1;
    scree_case *of = NULL;
    scree_world *world = NULL;
    scree_error e = {0};
    const scree_law_terms terms = {
        .name = "bad", .version = 1, .kept = 2, .rise = 1, .push = fails, .context = &how};
    const bed_case is = {"{law: own-bad}", "none", "20 us", &terms, 1, 1};
    CHECK(read_bed(&is, &of, &e) == SCREE_OK);
    CHECK(scree_world_create(of, 1, &world, &e) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(e.what, "the normal law own_bad has no answer to an impact") != NULL, "%s",
              e.what);
    CHECK_MSG(strstr(e.what, "m/s: elastic = nan N") != NULL, "%s", e.what);
    how = 4;
    CHECK(scree_world_create(of, 1, &world, &e) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(e.what, "m/s: dashpot = -2 N s/m") != NULL, "%s", e.what);
    scree_case_destroy(of);
}

TEST(a_step_ends_where_the_function_fails)
{
    stops(1, "with what is no push: elastic = nan N");
    stops(2, "with what is no push: elastic + damping = -1e-09 N");
    stops(4, "with what is no push: dashpot = -2 N s/m");
    stops(3, "failed at contacts such as that");
    stops(5, "with what is no push: kept[1] = nan");
    stops(6, "with what is no push: kept[1] = -1e+300");
    stops(7, "with what is no push: energy = -1 J");
    stops(8, "with what is no push: energy = 1e+300 J");
    stops(9, "with what is no push: lost = -1e-06 J");
}

// A look fails as a step does, and the world goes on when the function answers again.
static void fails_in_looks(scree_world *world, int *now, int how, const char *words)
{
    scree_error e = {0};
    scree_query *query = NULL;
    scree_frame *frame = scree_frame_create();
    *now = how;
    CHECK(scree_frame_take(frame, world, &e) == SCREE_DIVERGED);
    CHECK_MSG(strstr(e.what, words) != NULL, "%s", e.what);
    CHECK(scree_query_create(world, &query, &e) == SCREE_DIVERGED);
    CHECK_MSG(strstr(e.what, words) != NULL, "%s", e.what);
    *now = 0;
    CHECK(scree_frame_take(frame, world, &e) == SCREE_OK);
    scree_frame_destroy(frame);
}

TEST(a_look_ends_where_the_function_fails)
{
    int now = 0;
    const scree_law_terms terms = {
        .name = "bad", .version = 1, .kept = 2, .rise = 1, .push = fails, .context = &now};
    const bed_case is = {"{law: own-bad}", "none", "20 us", &terms, 2, 1};
    const opened o = open_bed(&is);
    const opened untouched = open_bed(&is);
    step(o.world, 600);
    step(untouched.world, 600);
    fails_in_looks(o.world, &now, 1, "own-bad answered a contact of ");
    fails_in_looks(o.world, &now, 2, "what is no push: elastic + damping = -1e-09 N");
    fails_in_looks(o.world, &now, 5, "what is no push: kept[1] = nan");
    fails_in_looks(o.world, &now, 3, "own-bad failed at contacts such as that of ");
    step(o.world, 20);
    step(untouched.world, 20);
    CHECK(hash_of(o.world) == hash_of(untouched.world));
    close_box(o);
    close_box(untouched);
}

static void refuse_case(const bed_case *is, const char *words)
{
    scree_case *of = NULL;
    scree_error e = {0};
    CHECK(read_bed(is, &of, &e) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(e.what, words) != NULL, "%s", e.what);
    scree_case_destroy(of);
}

TEST(cases_without_the_law_are_refused_by_name)
{
    const scree_law_terms terms = own_latch();
    refuse_case(&(bed_case){.normal = "{law: own-latch, stiffness: 1 N/m}",
                            .tangential = mindlin,
                            .step = "20 us"},
                "'own-latch' is one of a program that embeds Scree");
    refuse_case(&(bed_case){.normal = "{law: own}", .tangential = mindlin, .step = "20 us"},
                "is given only by a program that embeds Scree");
    refuse_case(&(bed_case){.normal = "{law: own-latch, stiffness: 1 N/m}",
                            .tangential = mindlin,
                            .step = "20 us",
                            .terms = &terms},
                "restitution");
    refuse_case(&(bed_case){.normal = "{law: own-latch, stiffness: 1 Pa, restitution: 1}",
                            .tangential = mindlin,
                            .step = "20 us",
                            .terms = &terms},
                "stiffness");
    refuse_case(
        &(bed_case){.normal = "{law: own-latch, stiffness: 1 N/m, restitution: 1, version: 2}",
                    .tangential = mindlin,
                    .step = "20 us",
                    .terms = &terms},
        "wants version 2 of the law own_latch, and the program gives version 3");
    refuse_case(&(bed_case){.normal = "{law: own-latch, stiffness: 1 N/m, restitution: 1}",
                            .tangential = mindlin,
                            .step = "20 us, x: 1}\nsolver: nonsmooth\nunused: {a: 1",
                            .terms = &terms},
                "has no rows for the nonsmooth solver");
}

// Stages hand on what contacts keep, so that one may not change the law that keeps it.
TEST(a_stage_cannot_change_what_contacts_keep)
{
    scree_law_terms one = own_latch();
    scree_law_terms other = own_latch();
    scree_law *first = NULL;
    scree_law *second = NULL;
    scree_case *of = NULL;
    scree_error e = {0};
    char text[sizeof bed + 800];
    const char *stages = "stages:\n  - {name: a, until: time > 1 ms, limit: 0.5 s}\n"
                         "  - {name: b, set: {pairs.default.normal: {law: own-other, stiffness: "
                         "5e3 N/m, restitution: 0.6}}}\n";
    other.name = "other";
    snprintf(text, sizeof text, bed, latched.normal, mindlin, "20 us");
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s", stages);
    REQUIRE(!scree_law_create(&one, &first, &e) && !scree_law_create(&other, &second, &e));
    const scree_law *laws[] = {first, second, NULL};
    CHECK(scree_case_parse_with(text, "bed.yaml", NULL, laws, &of, &e) == SCREE_BAD_INPUT);
    bool told = false;
    for (int i = 0; of && scree_case_fault(of, i); i++)
        told = told || strstr(scree_case_fault(of, i)->what,
                              "normal.law was own_latch, is own_other, and what contacts keep");
    CHECK_MSG(told, "%s", e.what);
    scree_case_destroy(of);
    scree_law_destroy(first);
    scree_law_destroy(second);
}

TEST(a_law_for_one_thread_is_asked_by_one)
{
    scree_law_terms terms = own_latch();
    scree_case *of = NULL;
    scree_world *world = NULL;
    scree_error e = {0};
    terms.alone = 1;
    const bed_case is = latched_with(&terms, 1, 1);
    CHECK(read_bed(&is, &of, &e) == SCREE_OK);
    CHECK(scree_world_create(of, 2, &world, &e) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(e.what, "not for several threads at once, and 2") != NULL, "%s", e.what);
    CHECK(scree_world_create(of, 0, &world, &e) == SCREE_OK);
    scree_world_destroy(world);
    scree_case_destroy(of);
}

static void refuse_terms(const scree_law_terms *terms, const char *words)
{
    scree_law *law = NULL;
    scree_error e = {0};
    CHECK(scree_law_create(terms, &law, &e) == SCREE_BAD_INPUT);
    CHECK(law == NULL);
    CHECK_MSG(strstr(e.what, words) != NULL, "%s", e.what);
}

TEST(terms_are_checked)
{
    scree_law_parameter parameter[2] = {{"a", "1", 0, 0, 1, NULL}, {"b", "1", 0, 0, 1, NULL}};
    scree_law_terms good = own_linear();
    good.parameter = parameter;
    scree_law_terms terms = good;
    terms.name = "Spring";
    refuse_terms(&terms, "no name that a case could spell");
    terms = good;
    terms.push = NULL;
    refuse_terms(&terms, "has no function");
    terms = good;
    terms.version = 0;
    refuse_terms(&terms, "a version is below 1");
    terms = good;
    terms.parameters = 9;
    refuse_terms(&terms, "so many parameters");
    terms = good;
    terms.kept = 11;
    refuse_terms(&terms, "so many numbers");
    terms = good;
    terms.rise = 0;
    refuse_terms(&terms, "power of the push");
    terms = good;
    terms.onset = -1;
    refuse_terms(&terms, "power with which damping begins");
    parameter[1].name = "a";
    refuse_terms(&good, "two parameters");
    parameter[1].name = "version";
    refuse_terms(&good, "means something else");
    parameter[1].name = "b";
    parameter[1].unit = "";
    refuse_terms(&good, "has no unit");
    parameter[1].unit = "furlong";
    refuse_terms(&good, "the unit 'furlong' of a parameter is none");
    parameter[1].unit = "N/mm";
    refuse_terms(&good, "the unit 'N/mm' of a parameter is not SI");
    parameter[1].unit = "deg";
    refuse_terms(&good, "is not SI");
    parameter[1].unit = "1";
    parameter[1].fallback = 2;
    refuse_terms(&good, "out of its range");
    parameter[1].fallback = NAN;
    parameter[1].low = 3;
    refuse_terms(&good, "has no range");
}

static void count_down(void *context)
{
    --*(int *)context;
}

TEST(the_program_is_told_when_the_law_has_ended)
{
    int users = 1;
    scree_law_terms terms = own_latch();
    terms.release = count_down;
    terms.context = &users;
    const bed_case is = latched_with(&terms, 1, 1);
    opened o = open_bed(&is);
    scree_case_destroy(o.of);
    step(o.world, 10);
    CHECK(users == 1);
    scree_world_destroy(o.world);
    CHECK(users == 0);
}
TEST_MAIN

// test_api_law_springs.c - friction and resistance to rolling of a program (scree/law.h): laws of the build as those of a program have
// the state hash of the build, with balls, bodies and grains with corners at walls, any number of threads and parts, and over a
// snapshot; laws that nobody ships close their books; and refusals by their words.
// label: sanitize threads
#include "unit/api_bed.h"

#include "support/own_springs.h"

static const char bed[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 0.3 m], boundary: {x: periodic, y: wall, "
    "z: wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: %s, tangential: %s, rolling: %s}}\n"
    "shapes:\n"
    "  bead: {ball: {radius: {distribution: uniform, from: 4 mm, to: 8 mm}}}\n"
    "  pair: {clump: {balls: [{at: [-5 mm, 0 m, 0 m], radius: 7 mm}, {at: [5 mm, 0 m, 0 "
    "m], radius: 7 mm}]}}\n"
    "  cube: {polyhedron: {builder: {box: [14 mm, 14 mm, 14 mm]}}}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: glass, packing: {law: random, count: 60, seed: 3,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 1 cm], high: [9 cm, 9 cm, 6 cm]}}}, velocity: [0.3 m/s, "
    "0 m/s, -1 m/s], spin: [0, 30 rad/s, 0]}\n"
    "  - {name: pairs, shape: pair, material: glass, packing: {law: random, count: 8, seed: 4,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 8 cm], high: [9 cm, 9 cm, 13 cm]}}}, velocity: [0, 0, "
    "-1 m/s]}\n"
    "  - {name: cubes, shape: cube, material: glass, packing: {law: random, count: 8, seed: 5,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 15 cm], high: [9 cm, 9 cm, 22 cm]}}}, velocity: [0, 0, "
    "-2 m/s]}\n"
    "run: {duration: 1 s, step: 20 us, ledger: %s, deepest_overlap: 0.5%s}\n";

static const char hertz[] = "{law: hertz, restitution: 0.7}";
static const char linear[] = "{law: linear, stiffness: 2e4 N/m, restitution: 0.7}";

typedef struct bed_case {
    const char *normal, *tangential, *rolling, *more;
    scree_law_terms terms[2]; // of the program
    int laws;
    int threads, parts;
    bool unbooked;
} bed_case;

static void spell_bed(const bed_case *is, char *text, size_t room)
{
    snprintf(text, room, bed, is->normal, is->tangential, is->rolling ? is->rolling : "none",
             is->unbooked ? "false" : "true", is->more ? is->more : "");
}

static scree_status read_bed(const bed_case *is, scree_case **out, scree_error *e)
{
    char text[sizeof bed + 400];
    spell_bed(is, text, sizeof text);
    return bed_read_with(text, is->terms, is->laws, out, e);
}

static opened open_bed(const bed_case *is)
{
    char text[sizeof bed + 400];
    spell_bed(is, text, sizeof text);
    return bed_open_with(text, is->terms, is->laws, is->threads, is->parts);
}

// ---- the same physics

static bool close_to(opened one, opened other, const char *name)
{
    const double scale = ledger_of(one.world, "turned_over");
    return fabs(ledger_of(one.world, name) - ledger_of(other.world, name)) <= 1e-9 * scale;
}

// The whole state, with all that contacts keep.
static void is_the_same(const bed_case *build, const bed_case *own, int steps)
{
    opened one = open_bed(build);
    opened other = open_bed(own);
    for (int i = 0; i < 2; i++) {
        step(one.world, steps);
        step(other.world, steps);
        CHECK_MSG(hash_of(one.world) == hash_of(other.world), "%s, after %d steps", own->tangential,
                  (i + 1) * steps);
    }
    CHECK(bed_same_column(&one, &other, "position"));
    CHECK(bed_same_column(&one, &other, "spin"));
    if (!build->unbooked) {
        CHECK(ledger_of(other.world, "friction") > 0);
        CHECK(close_to(one, other, "friction") && close_to(one, other, "rolling"));
        CHECK(close_to(one, other, "elastic") && close_to(one, other, "residual"));
    }
    close_box(one);
    close_box(other);
}

static const char own_mindlin_text[] = "{law: own-mindlin, friction: 0.4}";

TEST(mindlin_has_the_bits_of_the_build)
{
    for (int k = 0; k < 2; k++) {
        is_the_same(&(bed_case){.normal = hertz,
                                .tangential = "{law: mindlin, friction: 0.4}",
                                .unbooked = k == 1},
                    &(bed_case){.normal = hertz,
                                .tangential = own_mindlin_text,
                                .terms = {own_mindlin()},
                                .laws = 1,
                                .threads = 2,
                                .unbooked = k == 1},
                    1000);
    }
}

TEST(also_where_it_slides_with_less_friction)
{
    scree_law_terms terms = own_mindlin();
    terms.slides = 1;
    is_the_same(
        &(bed_case){.normal = hertz,
                    .tangential = "{law: mindlin, friction: 0.4, dynamic_friction: 0.23}"},
        &(bed_case){.normal = hertz,
                    .tangential = "{law: own-mindlin, friction: 0.4, dynamic_friction: 0.23}",
                    .terms = {terms},
                    .laws = 1,
                    .threads = 2},
        1000);
}

TEST(a_share_of_the_normal_stiffness_has_the_bits_of_the_build)
{
    static const char *const normal[] = {linear, hertz, "{law: thornton, yield_pressure: 100 kPa}"};
    for (int i = 0; i < 3; i++) {
        is_the_same(
            &(bed_case){.normal = normal[i],
                        .tangential = "{law: cundall-strack, friction: 0.3, stiffness_ratio: 0.5, "
                                      "damping_ratio: 0.7}"},
            &(bed_case){.normal = normal[i],
                        .tangential = "{law: own-share, friction: 0.3, share: 0.5, damping: 0.7}",
                        .terms = {own_share()},
                        .laws = 1,
                        .threads = 2},
            700);
    }
}

TEST(a_constant_spring_has_the_bits_of_the_build)
{
    is_the_same(&(bed_case){.normal = linear,
                            .tangential = "{law: cundall-strack, friction: 0.3, stiffness: 1e4 "
                                          "N/m, damping: 0.4 N s/m}"},
                &(bed_case){.normal = linear,
                            .tangential =
                                "{law: own-still, friction: 0.3, stiffness: 1e4 N/m, dashpot: 0.4 "
                                "N s/m}",
                            .terms = {own_still()},
                            .laws = 1,
                            .threads = 2},
                1000);
}

TEST(rolling_has_the_bits_of_the_build)
{
    is_the_same(&(bed_case){.normal = hertz,
                            .tangential = "{law: mindlin, friction: 0.4}",
                            .rolling = "{law: elastic-plastic, friction: 0.1, damping: 0.3}"},
                &(bed_case){.normal = hertz,
                            .tangential = own_mindlin_text,
                            .rolling = "{law: own-roller, friction: 0.1, damping: 0.3}",
                            .terms = {own_mindlin(), own_rolling()},
                            .laws = 2,
                            .threads = 2},
                1000);
}

// Without a stiffness there is a dashpot alone. Its columns are those of a law without a spring.
TEST(a_dashpot_alone_has_the_bits_of_the_build)
{
    const opened build = open_bed(&(bed_case){
        .normal = linear, .tangential = "{law: viscous-coulomb, friction: 0.3, damping: 2 N s/m}"});
    const opened own = open_bed(&(bed_case){
        .normal = linear,
        .tangential = "{law: own-still, friction: 0.3, stiffness: 0 N/m, dashpot: 2 N s/m}",
        .terms = {own_still()},
        .laws = 1});
    step(build.world, 1500);
    step(own.world, 1500);
    CHECK(bed_same_column(&build, &own, "position"));
    CHECK(bed_same_column(&build, &own, "spin"));
    CHECK(close_to(build, own, "damping") && close_to(build, own, "residual"));
    close_box(build);
    close_box(own);
}

// ---- laws that nobody ships

enum { BROKEN_FINE };

// Friction falls with the speed and with the way on which the contact has slid, which it keeps, and so does the stiffness,
// which is there at once and goes with the overlap.
static int worn(void *context, int64_t count, const double *pair, const double *given, double *kept,
                double *answer)
{
    const int how = context ? *(const int *)context : BROKEN_FINE;
    for (int64_t i = 0; i < count; i++) {
        const double slid = given[SCREE_LAW_SLID * SCREE_LAW_MOST + i];
        const double speed = given[SCREE_LAW_SLIP * SCREE_LAW_MOST + i];
        const double rate = given[SCREE_LAW_RATE * SCREE_LAW_MOST + i];
        const double overlap = given[SCREE_LAW_OVERLAP * SCREE_LAW_MOST + i];
        const double r_eff = given[SCREE_LAW_RADIUS * SCREE_LAW_MOST + i];
        kept[i] += slid * speed * pair[SCREE_LAW_STEP];
        const double fresh = 1 / (1 + kept[i] / 1e-3);
        const double friction = 0.2 + (pair[0] - 0.2) * fresh;
        answer[SCREE_LAW_STIFFNESS * SCREE_LAW_MOST + i] =
            pair[1] * (0.5 + fresh) * (1 + overlap / r_eff);
        answer[SCREE_LAW_DASHPOT * SCREE_LAW_MOST + i] = 0.1;
        answer[SCREE_LAW_FRICTION * SCREE_LAW_MOST + i] = friction;
        answer[SCREE_LAW_SLIDING * SCREE_LAW_MOST + i] = friction / (1 + rate);
    }
    if (how == 1)
        answer[SCREE_LAW_FRICTION * SCREE_LAW_MOST] = NAN;
    if (how == 2)
        answer[SCREE_LAW_FRICTION * SCREE_LAW_MOST] = -0.25;
    if (how == 3)
        answer[SCREE_LAW_STIFFNESS * SCREE_LAW_MOST] = INFINITY;
    if (how == 4)
        answer[SCREE_LAW_DASHPOT * SCREE_LAW_MOST] = -2;
    if (how == 5)
        answer[SCREE_LAW_SLIDING * SCREE_LAW_MOST] = 7;
    if (how == 6)
        kept[0] = NAN;
    return how == 7 ? 3 : 0;
}

static scree_law_terms worn_terms(int *how)
{
    static const scree_law_parameter parameter[] = {
        {.name = "friction", .unit = "1", .fallback = 0.6, .low = 0.2, .high = 2},
        {.name = "stiffness", .unit = "N/m", .fallback = 5e3, .low = 0, .high = INFINITY},
    };
    return (scree_law_terms){
        .name = "worn",
        .version = 2,
        .parameter = parameter,
        .parameters = 2,
        .kept = 1,
        .push = worn,
        .context = how,
        .kind = SCREE_LAW_TANGENTIAL,
        .slides = 1,
    };
}

// The same against rolling: a moment over R* k R*, and friction that falls with the turn.
static int stiff_roll(void *context, int64_t count, const double *pair, const double *given,
                      double *kept, double *answer)
{
    const int how = context ? *(const int *)context : BROKEN_FINE;
    for (int64_t i = 0; i < count; i++) {
        const double r_eff = given[SCREE_LAW_RADIUS * SCREE_LAW_MOST + i];
        const double slip = given[SCREE_LAW_SLIP * SCREE_LAW_MOST + i];
        kept[i] += slip * pair[SCREE_LAW_STEP];
        answer[SCREE_LAW_STIFFNESS * SCREE_LAW_MOST + i] =
            pair[0] * r_eff * r_eff / (1 + 0.1 * kept[i]);
        answer[SCREE_LAW_FRICTION * SCREE_LAW_MOST + i] = 0.2 / (1 + kept[i]);
    }
    if (how == 1)
        answer[SCREE_LAW_FRICTION * SCREE_LAW_MOST] = -INFINITY;
    if (how == 2)
        answer[SCREE_LAW_STIFFNESS * SCREE_LAW_MOST] = -1;
    if (how == 3)
        answer[SCREE_LAW_DASHPOT * SCREE_LAW_MOST] = 1;
    return how == 4 ? 9 : 0;
}

static scree_law_terms roll_terms(int *how)
{
    static const scree_law_parameter stiffness = {
        .name = "stiffness", .unit = "N/m", .fallback = 500, .low = 0, .high = INFINITY};
    return (scree_law_terms){
        .name = "stiff_roll",
        .version = 1,
        .parameter = &stiffness,
        .parameters = 1,
        .kept = 1,
        .onset = SCREE_LAW_NO_DASHPOT,
        .push = stiff_roll,
        .context = how,
        .kind = SCREE_LAW_ROLLING,
    };
}

static bed_case worn_bed(int *how, int *how_it_rolls)
{
    return (bed_case){
        .normal = hertz,
        .tangential = "{law: own-worn}",
        .rolling = "{law: own-stiff-roll}",
        .terms = {worn_terms(how), roll_terms(how_it_rolls)},
        .laws = 2,
        .threads = 1,
    };
}

TEST(their_books_are_kept)
{
    const bed_case is = worn_bed(NULL, NULL);
    const opened o = open_bed(&is);
    const double before = ledger_of(o.world, "kinetic") + ledger_of(o.world, "gravitational");
    step(o.world, 2500);
    const double residual = ledger_of(o.world, "residual");
    CHECK_MSG(ledger_of(o.world, "friction") > 0.02 * before, "%.3g of %.3g J",
              ledger_of(o.world, "friction"), before);
    CHECK(ledger_of(o.world, "rolling") > 0);
    CHECK_MSG(fabs(residual) < 1e-4 * before, "%.3g of %.3g J", residual, before);
    close_box(o);
}

// What a law sees does not depend on whether somebody keeps books, which here want the most of a contact.
TEST(books_change_nothing)
{
    bed_case is = worn_bed(NULL, NULL);
    is.rolling = "none";
    is.laws = 1;
    const opened booked = open_bed(&is);
    is.unbooked = true;
    const opened unbooked = open_bed(&is);
    step(booked.world, 1000);
    step(unbooked.world, 1000);
    CHECK(bed_same_column(&booked, &unbooked, "position"));
    close_box(booked);
    close_box(unbooked);
}

TEST(threads_parts_and_snapshots_make_no_difference)
{
    bed_case is = worn_bed(NULL, NULL);
    const opened one = open_bed(&is);
    is.threads = 2;
    is.parts = 3;
    const opened two = open_bed(&is);
    scree_world *loaded = NULL;
    scree_world *wrong = NULL;
    scree_case *other = NULL;
    scree_error e = {0};
    void *data = NULL;
    int64_t size = 0;
    step(one.world, 1500);
    step(two.world, 1500);
    CHECK(hash_of(one.world) == hash_of(two.world));
    CHECK(scree_world_save_memory(one.world, &data, &size, NULL) == SCREE_OK);
    CHECK(scree_world_load_memory(one.of, data, size, 2, &loaded, NULL) == SCREE_OK);
    step(one.world, 300);
    step(loaded, 300);
    CHECK(hash_of(one.world) == hash_of(loaded));
    // Without the laws, and in another version, the state does not go on.
    is.laws = 0;
    is.tangential = "{law: mindlin, friction: 0.4}";
    is.rolling = "none";
    CHECK(read_bed(&is, &other, &e) == SCREE_OK);
    CHECK(scree_world_load_memory(other, data, size, 1, &wrong, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "was made with the law own_worn of a program, version 2");
    scree_case_destroy(other);
    is = worn_bed(NULL, NULL);
    is.terms[0].version = 3;
    CHECK(read_bed(&is, &other, &e) == SCREE_OK);
    CHECK(scree_world_load_memory(other, data, size, 1, &wrong, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "was made with version 2 of the law own_worn, and version 3");
    scree_case_destroy(other);
    // Nor with another law in their place.
    is = worn_bed(NULL, NULL);
    is.tangential = "{law: mindlin, friction: 0.4}";
    CHECK(read_bed(&is, &other, &e) == SCREE_OK);
    CHECK(scree_world_load_memory(other, data, size, 1, &wrong, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "tangential.law was own_worn, is mindlin, and what contacts keep");
    scree_case_destroy(other);
    is.tangential = "{law: own-worn}";
    is.rolling = "none";
    CHECK(read_bed(&is, &other, &e) == SCREE_OK);
    CHECK(scree_world_load_memory(other, data, size, 1, &wrong, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "rolling.law was own_stiff_roll, is none, and what contacts keep");
    scree_case_destroy(other);
    scree_memory_free(data);
    scree_world_destroy(loaded);
    close_box(one);
    close_box(two);
}

// ---- refusals

// In a look, after which the world goes on, and in a step.
static void stops(int how, int how_it_rolls, const char *law, const char *words)
{
    scree_error e = {0};
    int now = 0;
    int rolls_now = 0;
    char where[40];
    const bed_case is = worn_bed(&now, &rolls_now);
    const opened o = open_bed(&is);
    const opened untouched = open_bed(&is);
    scree_frame *frame = scree_frame_create();
    step(o.world, 800);
    step(untouched.world, 800);
    now = how;
    rolls_now = how_it_rolls;
    CHECK(scree_frame_take(frame, o.world, &e) == SCREE_DIVERGED);
    CHECK_HAS(e.what, words);
    CHECK_HAS(e.what, law);
    now = rolls_now = 0;
    step(o.world, 20);
    step(untouched.world, 20);
    CHECK(hash_of(o.world) == hash_of(untouched.world));
    now = how;
    rolls_now = how_it_rolls;
    CHECK(scree_world_step(o.world, 100, &e) == SCREE_DIVERGED);
    CHECK_HAS(e.what, words);
    CHECK_HAS(e.what, law);
    CHECK_HAS(e.what, " and grain ");
    snprintf(where, sizeof where, "step %lld", (long long)scree_world_steps(o.world));
    CHECK_HAS(e.where, where);
    scree_frame_destroy(frame);
    close_box(o);
    close_box(untouched);
}

TEST(a_step_or_a_look_ends_where_a_function_fails)
{
    stops(1, 0, "tangential law own-worn", "with what is no spring: friction = nan");
    stops(2, 0, "tangential law own-worn", "with what is no spring: friction = -0.25");
    stops(3, 0, "tangential law own-worn", "with what is no spring: stiffness = inf N/m");
    stops(4, 0, "tangential law own-worn", "with what is no spring: dashpot = -2 N s/m");
    stops(5, 0, "tangential law own-worn", "with what is no spring: sliding = 7");
    stops(6, 0, "tangential law own-worn", "with what is no spring: kept[0] = nan");
    stops(7, 0, "tangential law own-worn", ": it answered 3");
    stops(0, 1, "rolling law own-stiff-roll", "with what is no spring: friction = -inf");
    stops(0, 2, "rolling law own-stiff-roll", "with what is no spring: stiffness = -1 N m");
    stops(0, 3, "rolling law own-stiff-roll", "with what is no spring: dashpot = 1 N m s");
    stops(0, 4, "rolling law own-stiff-roll", ": it answered 9");
}

static void refused(const bed_case *is, const char *words)
{
    scree_case *of = NULL;
    scree_error e = {0};
    CHECK(read_bed(is, &of, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, words);
    scree_case_destroy(of);
}

TEST(refusals_of_cases)
{
    bed_case is = worn_bed(NULL, NULL);
    is.more = "}\nsolver: nonsmooth #";
    refused(&is, "the tangential law own-worn has no rows for the nonsmooth solver");
    is.tangential = "{law: mindlin, friction: 0.1}";
    refused(&is, "the rolling law own-stiff-roll has no rows for the nonsmooth solver");
    is = worn_bed(NULL, NULL);
    is.laws = 1;
    refused(&is, "'own-stiff-roll' is one of a program that embeds Scree, and this one gives none "
                 "of that name");
    is.rolling = "none";
    is.laws = 0;
    refused(&is, "'own-worn' is one of a program that embeds Scree");
    refused(&(bed_case){.normal = hertz, .tangential = "{law: own}"},
            "the tangential law own is given only by a program");
    refused(&(bed_case){.normal = hertz, .tangential = "none", .rolling = "{law: own}"},
            "the rolling law own is given only by a program");
    is = worn_bed(NULL, NULL);
    is.rolling = "{law: own-worn}"; // it is one of the other slot
    refused(&is, "this one gives none of that name");
}

static void refuse_terms(const scree_law_terms *terms, const char *words)
{
    scree_law *law = NULL;
    scree_error e = {0};
    CHECK(scree_law_create(terms, &law, &e) == SCREE_BAD_INPUT);
    CHECK(law == NULL);
    CHECK_HAS(e.what, words);
}

TEST(terms_are_checked)
{
    scree_law_terms terms = worn_terms(NULL);
    terms.kept = 8;
    refuse_terms(&terms, "so many numbers a contact cannot keep");
    terms = worn_terms(NULL);
    terms.onset = -0.5;
    refuse_terms(&terms, "power with which damping begins");
    terms.onset = 2.5;
    refuse_terms(&terms, "power with which damping begins");
    terms = worn_terms(NULL);
    terms.rise = 3;
    refuse_terms(&terms, "power with which the stiffness of a spring begins");
    terms.follows = (scree_law_follows)4;
    refuse_terms(&terms, "what the stiffness of a spring follows is unknown");
    terms = own_rolling();
    terms.follows = SCREE_LAW_WITH_GRIP;
    refuse_terms(&terms, "against rolling does not follow the grip");
    terms.kind = (scree_law_kind)4;
    refuse_terms(&terms, "such laws a program cannot give");
}

TEST_MAIN

// main.c - a contact law of a program: a spring that is stiffer on the way back than on the way in, so that what falls rebounds with the
// restitution that the case says; and the books that tell where the energy went.
//
//     cc main.c $(pkg-config --cflags --libs scree) -lm -ffp-contract=off -o law && ./law 0.6
#include <scree/law.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char text[] =
    "scree: 1\n"
    "title: A bed of balls with a law of its own\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 30 cm], boundary: {x: periodic, y: "
    "periodic, "
    "z: wall}, material: clay}\n"
    "materials: {clay: {density: 1800 kg/m^3}}\n"
    "pairs: {default: {normal: {law: own-latch, stiffness: 5e3 N/m, restitution: 0.5}, tangential: "
    "{law: cundall-strack, friction: 0.4, stiffness: 2e3 N/m}}}\n"
    "shapes: {bead: {ball: {radius: 2 mm}}}\n"
    "grains:\n"
    "  bed: {shape: bead, material: clay, packing: {law: lattice, spacing: [5 mm, 5 mm, 5 mm], "
    "counts: [8, 8, 10], origin: [2.5 mm, 2.5 mm, 1 cm], jitter: 0.4 mm, seed: 1}}\n"
    "run: {duration: 0.2 s, step: auto, ledger: true}\n";

// What the law is given for a contact, and what it answers.
#define GIVEN(what, i) given[(what)*SCREE_LAW_MOST + (i)]
#define ANSWER(what, i) answer[(what)*SCREE_LAW_MOST + (i)]

// K on the way in, K / e^2 back from the deepest overlap, which the contact keeps; not below 0.
static int latch(void *context, int64_t count, const double *pair, const double *given,
                 double *kept, double *answer)
{
    const double stiffness = pair[0];
    const double back = stiffness / (pair[1] * pair[1]);
    (void)context;
    for (int64_t i = 0; i < count; i++) {
        const double overlap = GIVEN(SCREE_LAW_OVERLAP, i);
        const double before = kept[i];
        const double deepest = fmax(before, overlap);
        const double push = fmax(stiffness * deepest - back * (deepest - overlap), 0);
        const double share = 1 - stiffness / back; // of the work of a loading, which is lost
        kept[i] = deepest;
        ANSWER(SCREE_LAW_ELASTIC, i) = push;
        ANSWER(SCREE_LAW_STIFFNESS, i) = overlap < deepest ? back : stiffness;
        ANSWER(SCREE_LAW_ENERGY, i) = push * push / (2 * back);
        ANSWER(SCREE_LAW_LOST, i) = 0.5 * stiffness * share * (deepest * deepest - before * before);
    }
    return 0;
}

static const scree_law_parameter parameters[] = {
    {.name = "stiffness", .unit = "N/m", .fallback = NAN, .low = 1e-3, .high = INFINITY},
    {.name = "restitution", .unit = "1", .fallback = NAN, .low = 0.05, .high = 1},
};

static const scree_law_terms terms = {
    .name = "latch",
    .version = 1,
    .doc = "spring that is stiffer on the way back",
    .parameter = parameters,
    .parameters = 2,
    .kept = 1,
    .rise = 1,
    .yields = 1,
    .push = latch,
};

static double ledger_of(scree_frame *frame, const char *name)
{
    scree_view view;
    if (scree_frame_column(frame, SCREE_LEDGER, name, &view, NULL))
        return NAN;
    return *scree_row_float64(&view, 0);
}

static scree_status tell_books(scree_world *world, scree_error *e)
{
    scree_frame *frame = scree_frame_create();
    const scree_status status = scree_frame_take(frame, world, e);
    if (!status)
        printf(
            "t = %.2f s: %.3g J move, %.3g J lost by the law, %.3g J by friction, %.0e J missing\n",
            scree_world_time(world), ledger_of(frame, "kinetic"), ledger_of(frame, "plastic"),
            ledger_of(frame, "friction"), fabs(ledger_of(frame, "residual")));
    scree_frame_destroy(frame);
    return status;
}

int main(int count, char **argument)
{
    char restitution[100];
    const char *settings[] = {restitution, NULL};
    scree_law *law = NULL;
    scree_case *c = NULL;
    scree_world *world = NULL;
    scree_error e = {0};
    snprintf(restitution, sizeof restitution, "pairs.default.normal.restitution=%s",
             count > 1 ? argument[1] : "0.5");
    scree_status status = scree_law_create(&terms, &law, &e);
    const scree_law *laws[] = {law, NULL};
    if (!status)
        status = scree_case_parse_with(text, "law.yaml", settings, laws, &c, &e);
    if (!status)
        status = scree_world_create(c, 0, &world, &e);
    for (int k = 1; !status && k <= 4; k++) {
        status = scree_world_step_until(world, 0.05 * k, &e);
        if (!status)
            status = tell_books(world, &e);
    }
    if (status)
        fprintf(stderr, "%s: %s (%s)\n", e.where, e.what, e.hint);
    scree_world_destroy(world);
    if (c)
        scree_case_destroy(c);
    scree_law_destroy(law);
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}

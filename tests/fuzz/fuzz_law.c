// fuzz_law.c - fuzz target: a set of contact laws drawn at random with parameters from their ranges, on one contact
// that is moved along a random path, and, of one input in four, in a world of two balls and a wall that is saved and
// restored in the middle: the same bits. Sets of laws that do not go together are refused by name when the case is
// read.
#include "fuzz/fuzz.h"

#include "law/registry.h"
#include "law/single.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 8192, PATH_STEPS = 40, WORLD_STEPS = 4 };

static const char *const slot_names[LAW_SLOTS] = {"normal", "cohesion", "tangential", "rolling",
                                                  "twisting"};

typedef struct case_text {
    char text[TEXT_ROOM];
    size_t length;
} case_text;

static void put(case_text *t, const char *words)
{
    const size_t length = strlen(words);
    FUZZ_WANT(t->length + length < TEXT_ROOM);
    memcpy(t->text + t->length, words, length + 1);
    t->length += length;
}

static void put_number(case_text *t, const char *key, double value, const char *unit)
{
    char words[160];
    snprintf(words, sizeof words, "%s%.17g%s%s", key, value, strcmp(unit, "1") == 0 ? "" : " ",
             strcmp(unit, "1") == 0 ? "" : unit);
    put(t, words);
}

// What materials and contacts may have, generously, within the range that the law allows.
static void sensible_range(const row *r, double *low, double *high)
{
    static const struct {
        const char *unit;
        double low, high;
    } known[] = {{"Pa", 1e3, 1e10}, {"N/m", 1, 1e7},  {"N m", 1e-6, 1e3},
                 {"m", 1e-9, 1e-3}, {"N", 1e-6, 1e2}, {"s", 1e-9, 1}};
    *low = 1e-3;
    *high = 1e3;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(r->unit, known[i].unit) == 0) {
            *low = known[i].low;
            *high = known[i].high;
        }
    if (r->high < *high)
        *high = r->high;
    if (r->low > *low)
        *low = r->low;
    if (*low > *high)
        *low = *high;
}

static void put_parameter(case_text *t, fuzz_bytes *b, const row *r)
{
    char key[80];
    const bool required = isnan(r->fallback);
    const int leave = fuzz_byte(b);
    if (r->type == ROW_TEXT || (!required && leave < 100))
        return;
    snprintf(key, sizeof key, ", %s: ", r->name);
    if (r->type == ROW_FLAG) {
        put(t, key);
        put(t, leave % 2 ? "true" : "false");
        return;
    }
    double low;
    double high;
    sensible_range(r, &low, &high);
    put_number(t, key, fuzz_number(b, low, high), r->unit);
}

static void put_laws(case_text *t, fuzz_bytes *b)
{
    put(t, "pairs: {default: {");
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        int count;
        const plugin *const *list = law_plugins(slot, &count);
        const int which =
            slot == LAW_NORMAL ? fuzz_choice(b, count) : fuzz_choice(b, count + 1) - 1;
        put(t, slot > 0 ? ", " : "");
        put(t, slot_names[slot]);
        put(t, which < 0 ? ": none" : ": {law: ");
        if (which < 0)
            continue;
        put(t, list[which]->name);
        for (int i = 0; i < list[which]->count; i++)
            put_parameter(t, b, &list[which]->rows[i]);
        put(t, "}");
    }
    put(t, "}}\n");
}

static void put_ball(case_text *t, fuzz_bytes *b, const char *name, const char *place)
{
    put(t, "  - {name: ");
    put(t, name);
    put(t, ", shape: ball, material: soft, velocity: [");
    for (int d = 0; d < 3; d++)
        put_number(t, d > 0 ? ", " : "", fuzz_number(b, -3, 3), "m/s");
    put(t, "], spin: [");
    for (int d = 0; d < 3; d++)
        put_number(t, d > 0 ? ", " : "", fuzz_number(b, -500, 500), "rad/s");
    put(t, "], packing: {law: lattice, counts: [1, 1, 1], spacing: [1 cm, 1 cm, 1 cm], origin: ");
    put(t, place);
    put(t, "}}\n");
}

static void write_case(case_text *t, fuzz_bytes *b)
{
    put(t,
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 4 cm], boundary: {z: wall}, material: "
        "soft}\n"
        "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25, yield: 50 kPa}}\n");
    put_laws(t, b);
    put(t, "shapes: {ball: {ball: {radius: 5 mm}}}\ngrains:\n");
    put_ball(t, b, "one", "[2 cm, 2 cm, 5.02 mm]");
    put_ball(t, b, "two", "[2.3 cm, 2.1 cm, 13.9 mm]");
    put(t, "run: {step: 10 us, steps: 100, on_loss: remove, deepest_overlap: none, ledger: ");
    put(t, fuzz_byte(b) % 2 ? "true, orientation: true}\n" : "false}\n");
}

static bool same(const law_answer *a, const law_answer *b)
{
    return a->push == b->push && a->drag[0] == b->drag[0] && a->drag[1] == b->drag[1] &&
           a->rolling[0] == b->rolling[0] && a->twisting == b->twisting && a->alive == b->alive;
}

// A contact and a copy of it made on the way answer alike, by numbers.
static void follow_path(const law_set *set, fuzz_bytes b)
{
    law_single c;
    law_single copy;
    law_single_begin(&c, set, 2.5e-3, 1e-3);
    for (int i = 0; i < PATH_STEPS && b.at < b.end; i++) {
        const double overlap = 2e-6 * (int8_t)fuzz_byte(&b);
        const double slip = 1e-7 * (int8_t)fuzz_byte(&b);
        const double turn = 1e-5 * (int8_t)fuzz_byte(&b);
        const law_motion m = {.overlap = overlap,
                              .slip = {slip, -turn},
                              .roll = {turn, slip},
                              .twist = turn,
                              .dt = 1e-5};
        if (i == PATH_STEPS / 4)
            copy = c;
        const law_answer a = law_single_step(&c, m);
        FUZZ_WANT(isfinite(a.push) && isfinite(a.drag[0]) && isfinite(a.drag[1]));
        FUZZ_WANT(isfinite(a.rolling[0]) && isfinite(a.twisting) && isfinite(a.energy));
        if (i < PATH_STEPS / 4)
            continue;
        const law_answer again = law_single_step(&copy, m);
        FUZZ_WANT(same(&a, &again));
    }
}

// A world costs much more than a path, so it is made of one input in four.
static void run(const model *m, fuzz_bytes b, bool with_world)
{
    world *w = NULL;
    law_set set;
    scree_error error = {0};
    const world_options options = fuzz_options();
    if (law_set_mix(m, 0, 0, &set, &error) == SCREE_OK)
        follow_path(&set, b);
    if (!with_world)
        return;
    scree_status status = world_create(m, &options, &w, &error);
    FUZZ_WANT((status == SCREE_OK) == (w != NULL));
    if (w)
        fuzz_round_trip(m, w, WORLD_STEPS);
    world_destroy(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, data + size};
    case_text t = {.length = 0};
    model m;
    write_case(&t, &b);
    if (getenv("FUZZ_SHOW"))
        fputs(t.text, stderr); // what a crashing input stands for
    if (!fuzz_read_case(t.text, t.length, &m))
        return 0;
    run(&m, b, size % 4 == 0);
    model_clear(&m);
    return 0;
}

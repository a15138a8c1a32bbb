// laws.c - `scree bench laws`: what each combination of laws costs, in nanoseconds a contact and step.
//
// All combinations work on the settled bed, whose contacts are made anew by their laws (histories begin with zeros) and
// run warm. They take turns, several rounds of `steps` each, and the fastest round counts: what else runs on the
// machine slows a round down, never speeds it up. The time is that of whole steps (gathering, laws, sums, motion,
// lists) over contacts; `contacts_per_particle` tells apart a law that is slow from one that has more contacts.
#include "bench/bench.h"
#include "console/exit.h"

#include "base/text.h"
#include "law/registry.h"
#include "store/snapshot.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, COMBINATIONS_MOST = 128 };

typedef struct combination {
    const plugin *law[LAW_SLOTS];
    bench_scene scene;
    int64_t grains, contacts;
    double best;   // s, of the fastest round
    bool left_out; // its world diverged
} combination;

typedef struct combination_list {
    combination item[COMBINATIONS_MOST];
    int count;
} combination_list;

// Parameters that suit the bed: grains of 5 mm and 5 MPa under loads up to 0.05 N, where some contacts yield and some
// do not.
static const struct {
    int slot;
    const char *name, *parameters;
} suited[] = {
    {LAW_NORMAL, "hertz", "restitution: 0.7"},
    {LAW_NORMAL, "linear", "stiffness: 1000 N/m, restitution: 0.7"},
    {LAW_NORMAL, "walton_braun", "stiffness: 1000 N/m, restitution: 0.7"},
    {LAW_NORMAL, "luding",
     "stiffness: 1000 N/m, unloading_stiffness: 2000 N/m, cohesion_stiffness: 100 N/m, "
     "plastic_depth: 0.1"},
    {LAW_NORMAL, "kuwabara_kono", "damping_time: 5e-5 s"},
    {LAW_NORMAL, "thornton", "yield_load: 0.01 N"},
    {LAW_NORMAL, "vu_quoc_zhang",
     "plastic_radius: 1.5e-3 m/N, flattening: 8 1/N, yield_load: 0.01 N"},
    {LAW_NORMAL, "jkr", "work_of_adhesion: 0.1 J/m^2, restitution: 0.7"},
    {LAW_NORMAL, "eepa", "adhesion_ratio: 0.1, restitution: 0.7"},
    {LAW_COHESION, "adhesion", "force: 1e-3 N, overlap: 5 um"},
    {LAW_COHESION, "dmt", "work_of_adhesion: 0.1 J/m^2"},
    {LAW_COHESION, "sjkr", "energy_density: 1 kPa"},
    {LAW_COHESION, "capillary", "surface_tension: 0.072 N/m, relative_volume: 1e-6"},
    {LAW_TANGENTIAL, "mindlin", "friction: 0.5"},
    {LAW_TANGENTIAL, "viscous_coulomb", "friction: 0.5, damping: 0.1 N s/m"},
    {LAW_ROLLING, "viscous", "damping: 1e-8 N m s"},
    {LAW_TWISTING, "viscous", "damping: 1e-8 N m s"},
};

static const char *parameters_of(int slot, const plugin *law)
{
    for (size_t i = 0; i < sizeof suited / sizeof *suited; i++) {
        if (suited[i].slot == slot && !strcmp(suited[i].name, law->name))
            return suited[i].parameters;
    }
    return law_example(slot, law);
}

static const plugin *find(int slot, const char *name)
{
    int n;
    const plugin *const *list = law_plugins(slot, &n);
    return plugin_find(list, n, name);
}

// Adds the set unless its laws do not go together or it is there already.
static void add(combination_list *list, const plugin *const law[LAW_SLOTS])
{
    char why[256];
    if (list->count == COMBINATIONS_MOST || law_misfit(law, why, sizeof why))
        return;
    for (int i = 0; i < list->count; i++) {
        if (!memcmp(list->item[i].law, law, sizeof list->item[i].law))
            return;
    }
    combination *added = &list->item[list->count++];
    memcpy(added->law, law, sizeof added->law);
    added->best = DBL_MAX;
}

// The set with every law of a slot in turn in its place.
static void add_each(combination_list *combinations, const plugin *normal, const plugin *tangential,
                     int slot)
{
    int n;
    const plugin *const *list = law_plugins(slot, &n);
    for (int i = 0; i < n; i++) {
        const plugin *law[LAW_SLOTS] = {[LAW_NORMAL] = normal, [LAW_TANGENTIAL] = tangential};
        law[slot] = list[i];
        add(combinations, law);
    }
}

// Every normal law with Mindlin's, or where that does not go with it, with Cundall and Strack's.
static void add_normals(combination_list *combinations, const plugin *mindlin, const plugin *spring)
{
    int n;
    char why[256];
    const plugin *const *list = law_plugins(LAW_NORMAL, &n);
    for (int i = 0; i < n; i++) {
        const plugin *law[LAW_SLOTS] = {[LAW_NORMAL] = list[i], [LAW_TANGENTIAL] = mindlin};
        if (law_misfit(law, why, sizeof why))
            law[LAW_TANGENTIAL] = spring;
        add(combinations, law);
    }
}

// Hertz with Mindlin first: the ratios are to it.
static void choose(combination_list *list)
{
    const plugin *hertz = find(LAW_NORMAL, "hertz");
    const plugin *mindlin = find(LAW_TANGENTIAL, "mindlin");
    const plugin *plastic = find(LAW_NORMAL, "vu_quoc_zhang");
    const plugin *first[LAW_SLOTS] = {[LAW_NORMAL] = hertz, [LAW_TANGENTIAL] = mindlin};
    add(list, first);
    add_normals(list, mindlin, find(LAW_TANGENTIAL, "cundall_strack"));
    add_each(list, hertz, mindlin, LAW_TANGENTIAL);
    add_each(list, plastic, mindlin, LAW_TANGENTIAL);
    add_each(list, hertz, mindlin, LAW_ROLLING);
    add_each(list, hertz, mindlin, LAW_TWISTING);
    add_each(list, hertz, mindlin, LAW_COHESION);
}

static char *laws_text(const combination *combination)
{
    text_buffer text = {0};
    for (int s = 0; s < LAW_SLOTS; s++) {
        if (combination->law[s]) {
            const char *parameters = parameters_of(s, combination->law[s]);
            text_append_format(&text, "%s%s: {law: %s%s%s}", text.length ? ", " : "",
                               law_slot_word(s), combination->law[s]->name, *parameters ? ", " : "",
                               parameters);
        }
    }
    if (text.failed)
        text_buffer_clear(&text);
    return text.data;
}

static void print_names(const combination *combination, char out[128])
{
    out[0] = 0;
    for (int s = 0; s < LAW_SLOTS; s++) {
        if (!combination->law[s])
            continue;
        bool spin = s == LAW_ROLLING || s == LAW_TWISTING; // whose names alone do not tell which
        size_t at = strlen(out);
        snprintf(out + at, 128 - at, "%s%s%s%s", at ? " + " : "", spin ? law_slot_word(s) : "",
                 spin ? " " : "", combination->law[s]->name);
    }
}

// A combination whose world diverges, or whose case is refused, is named and left out; the others go on.
static void leave_out(combination *combination, const char *why)
{
    char names[128];
    print_names(combination, names);
    fprintf(stderr, "scree bench laws: %s is left out: %s\n", names, why);
    combination->left_out = true;
}

// Leaves the combination out where its world diverges.
static int advance(combination *combination, int64_t steps, double *seconds)
{
    scree_error error = {0};
    struct timespec from;
    struct timespec to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    scree_status status = world_step(combination->scene.world, steps, &error);
    clock_gettime(CLOCK_MONOTONIC, &to);
    *seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    if (status == SCREE_DIVERGED)
        leave_out(combination, error.what);
    return status == SCREE_OK || combination->left_out ? EXIT_DONE : give_up(&error);
}

static int measure(const bench_options *options, combination_list *list)
{
    double seconds;
    int code = EXIT_DONE;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < list->count; i++) {
            combination *one = &list->item[i];
            if (one->left_out)
                continue;
            code = advance(one, options->steps, &seconds);
            one->best = seconds < one->best ? seconds : one->best;
            if (code != EXIT_DONE)
                return code;
        }
    }
    for (int i = 0; i < list->count; i++) {
        combination *one = &list->item[i];
        if (one->left_out)
            continue;
        const world_pulse pulse = world_pulse_of(one->scene.world);
        one->grains = pulse.grains;
        one->contacts = pulse.contacts;
    }
    return code;
}

static int print_one(const bench_options *options, combination *combination, double base)
{
    const double contacts = (double)combination->contacts;
    const double per_grain = contacts / (double)combination->grains;
    const double ns = 1e9 * combination->best / (contacts * (double)options->steps);
    char names[128];
    json json = {0};
    print_names(combination, names);
    if (!options->json) {
        printf("%-44s %8.1f %9.2f %10.2f\n", names, ns, ns / base, per_grain);
        return EXIT_DONE;
    }
    json_begin(&json);
    json_text(&json, "benchmark", "laws");
    for (int s = 0; s < LAW_SLOTS; s++) {
        const plugin *law = combination->law[s];
        json_text(&json, law_slot_word(s), law ? law->name : "none");
    }
    json_number(&json, "ns_per_contact", ns);
    json_number(&json, "ratio", ns / base);
    json_number(&json, "contacts_per_particle", per_grain);
    json_integer(&json, "n", combination->grains);
    json_integer(&json, "threads", options->threads);
    json_integer(&json, "steps", options->steps);
    json_integer(&json, "rounds", ROUNDS);
    json_flag(&json, "ledger", options->ledger);
    const int code = bench_put_hash(&combination->scene, &json);
    json_close(&json);
    bench_row(options, &json);
    return code;
}

static int open_all(const bench_options *options, combination_list *list, const image *bed)
{
    int code = EXIT_DONE;
    double seconds;
    for (int i = 0; i < list->count && code == EXIT_DONE; i++) {
        char *laws = laws_text(&list->item[i]);
        code = bench_bed_under(options, laws, bed, &list->item[i].scene);
        if (code == EXIT_INPUT && i > 0) {
            leave_out(&list->item[i], "the case above is refused");
            code = EXIT_DONE;
        } else if (code == EXIT_DONE) {
            code = advance(&list->item[i], options->warm, &seconds);
        }
        free(laws);
    }
    return code;
}

int bench_laws(const bench_options *options)
{
    combination_list *list = calloc(1, sizeof *list);
    image bed = {0};
    scree_error error = {0};
    if (!list)
        return give_up((fail_memory(&error, "bench"), &error));
    int code = bench_bed_image(options, &bed);
    if (code == EXIT_DONE) {
        bench_forget_contacts(&bed);
        choose(list);
        code = open_all(options, list, &bed);
    }
    image_clear(&bed);
    if (code == EXIT_DONE)
        code = measure(options, list);
    const combination *first = &list->item[0];
    if (code == EXIT_DONE && first->left_out) // to which all others are compared
        code = EXIT_DIVERGED;
    double base = code == EXIT_DONE
                      ? 1e9 * first->best / ((double)first->contacts * (double)options->steps)
                      : 1;
    if (code == EXIT_DONE && !options->json)
        printf("%-44s %8s %9s %10s\n", "laws", "ns", "ratio", "contacts");
    for (int i = 0; i < list->count && code == EXIT_DONE; i++) {
        if (!list->item[i].left_out)
            code = print_one(options, &list->item[i], base);
    }
    for (int i = 0; i < list->count; i++) {
        if (list->item[i].scene.world)
            bench_close(&list->item[i].scene);
    }
    free(list);
    return code;
}

// tips.c - grains at the tip of a cone of fifty facets: at rest on it between guides, at rest in the same cone turned over, and
// elastic impacts from the side, which may bring no energy.
//
// The cone has a half angle of 30 degrees, its tip at the origin. In the impacts there is neither gravity nor friction nor
// loss; each grain comes in its own direction and turn, and its way leads past the tip at up to three tenths of its radius.
#include "verify/scenes/scenes.h"

#include "base/constants.h"
#include "base/random.h"
#include "console/floors.h"

#include <math.h>
#include <stdio.h>

enum { FACETS = 50, IMPACTS = 24 };
static const double height = 0.06, opening = 0.57735026918962576; // m; tangent of the half angle
static const double radius = 5e-3, speed = 1; // about that of the grains, m; m/s
static const double guide = 1.01;             // of the half width of a grain

typedef struct subject {
    const char *name, *shape;
    double half, below; // width across, and how far it reaches below its centre as it stands, m
    double gain;        // most that is asked, of the energy
    bool rolls; // around the axis in the pit, since it touches the nearest of like facets alone
} subject;

// The clump has its three balls level; its centre is in the middle of them, over the tip.
static const subject subjects[] = {
    {"ball", "ball: {radius: 5 mm}", 5e-3, 5e-3, 1e-3, true},
    {"clump",
     "clump: {balls: [{at: [-2 mm, -2 mm, 0 mm], radius: 3 mm}, {at: [2 mm, -2 mm, 0 mm], radius: "
     "3 mm}, {at: [-2 mm, 2 mm, 0 mm], radius: 3 mm}, {at: [2 mm, 2 mm, 0 mm], radius: 3 mm}]}",
     5e-3, 1e-3, 1e-3, false},
    {"sharp cube", "polyhedron: {builder: {platonic: cube, size: 8 mm}}", 4e-3, 4e-3, 1e-3, false},
    {"rounded cube", "spheropolyhedron: {builder: {platonic: cube, size: 6 mm}, radius: 1 mm}",
     4e-3, 4e-3, 1e-3, false},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static v3 corner_of(int i, double up)
{
    const double angle = 2 * PI * i / FACETS;
    const double wide = opening * height;
    return v3_make(wide * cos(angle), wide * sin(angle), up * height);
}

static void write_corner(FILE *file, v3 corner)
{
    fprintf(file, "vertex %.17g %.17g %.17g\n", corner.x, corner.y, corner.z);
}

static void write_cone(FILE *file, double up)
{
    const v3 tip = v3_make(0, 0, 0);
    for (int i = 0; i < FACETS; i++) {
        fprintf(file, "facet normal 0 0 1\nouter loop\n");
        write_corner(file, tip);
        write_corner(file, corner_of(i, up));
        write_corner(file, corner_of(i + 1, up));
        fprintf(file, "endloop\nendfacet\n");
    }
}

// Into a file of its own, with its opening up or down.
static bool make_cone(const claim *claim, const char *folder, bool pit, char path[FLOOR_PATH + 40])
{
    snprintf(path, FLOOR_PATH + 40, "%s/%s.stl", folder, pit ? "pit" : "tip");
    FILE *file = fopen(path, "w");
    if (file) {
        fprintf(file, "solid cone\n");
        write_cone(file, pit ? 1 : -1);
        fprintf(file, "endsolid cone\n");
    }
    if (file && fclose(file) == 0)
        return true;
    scree_error error;
    fail(&error, SCREE_IO, path, "make room there", "the mesh cannot be written");
    claim_broken(claim, &error);
    return false;
}

static void put_vector(text_buffer *text, v3 v, const char *unit)
{
    text_append_format(text, "[%.17g %s, %.17g %s, %.17g %s]", v.x, unit, v.y, unit, v.z, unit);
}

typedef struct start {
    v3 place, turn, velocity;
} start;

static void write_grain(text_buffer *text, const start *start)
{
    text_append(text, "grains: [{name: g, shape: s, material: m, turn: ");
    put_vector(text, start->turn, "rad");
    text_append(text, ", velocity: ");
    put_vector(text, start->velocity, "m/s");
    text_append(text,
                ", packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: ");
    put_vector(text, start->place, "m");
    text_append(text, "}}]\n");
}

static void write_head(text_buffer *text, const subject *subject, double young, const char *path)
{
    text_append_format(
        text,
        "domain: {low: [-0.2 m, -0.2 m, -0.2 m], high: [0.2 m, 0.2 m, 0.2 m]}\nmaterials: {m: "
        "{density: "
        "2500 kg/m^3, young: %g MPa, poisson: 0.25}, smooth: {density: 2500 kg/m^3, young: %g MPa, "
        "poisson: 0.25}}\nshapes: {s: {%s}}\nwalls:\n  cone: {material: m, mesh: {file: %s, unit: "
        "m}}\n",
        young, young, subject->shape, path);
}

// ---- at rest

static bool settle(const claim *claim, const text_buffer *text, double *moves)
{
    trial trial;
    double fastest = 0;
    bool good = trial_open_buffer(&trial, claim, text);
    const double dt = good ? world_dt(trial.world) : 1;
    good = good && trial_step(&trial, (int64_t)(1.5 / dt));
    for (int look = 0; good && look < 20; look++) {
        good = trial_step(&trial, (int64_t)(0.01 / dt)) && trial_look(&trial);
        if (!good)
            break;
        const double along = v3_norm(trial.frame.ball.velocity[0]);
        const double round = radius * v3_norm(trial.frame.ball.spin[0]);
        fastest = fmax(fastest, along);
        fastest = fmax(fastest, round);
    }
    trial_close(&trial);
    *moves = fastest;
    return good;
}

// Four smooth planes around the grain.
static void write_guides(text_buffer *text, double wide)
{
    for (int i = 0; i < 4; i++) {
        const double side = i % 2 ? 1 : -1;
        const v3 inwards = i < 2 ? v3_make(-side, 0, 0) : v3_make(0, -side, 0);
        text_append_format(text, "  guide%d: {material: smooth, plane: {point: ", i);
        put_vector(text, v3_scale(-wide, inwards), "m");
        text_append(text, ", normal: ");
        put_vector(text, inwards, "");
        text_append(text, "}}\n");
    }
}

static bool rest(const claim *claim, const subject *subject, const char *path, bool pit)
{
    text_buffer text = {0};
    double moves;
    // In the pit it begins where the ball around it is just clear of the cone.
    const double up = pit ? 2.1 * 1.8 * subject->half : subject->below;
    const start start = {.place = {0, 0, up}, .turn = {0, 0, pit ? 0.1 : 0}};
    text_append(
        &text,
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\npairs:\n  default: {normal: {law: hertz, "
        "restitution: 0.3}, tangential: {law: mindlin, friction: 0.5}, rolling: {law: "
        "elastic-plastic, friction: 0.02}}\n  m-smooth: {normal: {law: hertz, restitution: 0.3}, "
        "tangential: none}\n");
    write_head(&text, subject, 10, path);
    if (!pit)
        write_guides(&text, guide * subject->half);
    write_grain(&text, &start);
    text_append(&text, "run: {steps: 1, step: auto}\n");
    const bool good = settle(claim, &text, &moves);
    text_buffer_clear(&text);
    const char *what =
        pit ? "in the pit after 1.5 s: speed, m/s" : "on the tip after 1.5 s: speed, m/s";
    if (good && pit && subject->rolls)
        claim_noted(claim, what, moves, 1e-6);
    else if (good)
        claim_at_most(claim, what, moves, 1e-6);
    return good;
}

// ---- impacts

static double between(rng *random, double most)
{
    return rng_range(random, -most, most);
}

static start impact_of(const subject *subject, int i)
{
    rng random = rng_make(16, (uint64_t)i);
    start start;
    const double lean = rng_range(&random, 0, PI / 3); // off the axis
    const double around = between(&random, PI);
    const v3 aside = v3_make(cos(around), sin(around), 0);
    const v3 down = v3_make(0, 0, -cos(lean));
    const v3 way = v3_fma(down, sin(lean), aside);
    const double x = between(&random, 0.3 * radius);
    const double y = between(&random, 0.3 * radius);
    const double far = 4 * subject->half;
    start.place = v3_fma(v3_make(x, y, 0), -far, way);
    start.velocity = v3_scale(speed, way);
    start.turn.x = between(&random, PI);
    start.turn.y = between(&random, PI);
    start.turn.z = between(&random, PI);
    return start;
}

// The energy that an impact has brought, of that before.
static bool strike(const claim *claim, const subject *subject, const char *path, int i,
                   double *gain)
{
    text_buffer text = {0};
    trial trial;
    const start start = impact_of(subject, i);
    text_append(&text, "scree: 1\ngravity: [0, 0, 0]\npairs: {default: {normal: {law: hertz}, "
                       "tangential: none}}\n");
    write_head(&text, subject, 100, path);
    write_grain(&text, &start);
    text_append(&text, "run: {steps: 1, step: auto, ledger: true}\n");
    bool good = trial_open_buffer(&trial, claim, &text) && trial_look(&trial);
    const double before = good ? trial.frame.ledger.kinetic : 1;
    const int64_t steps = good ? (int64_t)(0.05 / speed / world_dt(trial.world)) : 0;
    good = good && trial_step(&trial, steps) && trial_look(&trial);
    if (good) {
        const frame_ledger *ledger = &trial.frame.ledger;
        const double after = ledger->kinetic + ledger->elastic;
        *gain = after / before - 1;
    }
    trial_close(&trial);
    text_buffer_clear(&text);
    return good;
}

static void strike_all(const claim *claim, const subject *subject, const char *path)
{
    double most = -INFINITY;
    double least = INFINITY;
    for (int i = 0; i < IMPACTS; i++) {
        double gain;
        if (!strike(claim, subject, path, i, &gain))
            return;
        most = fmax(most, gain);
        least = fmin(least, gain);
    }
    claim_at_most(claim, "oblique impacts: largest gain of energy", most, subject->gain);
    claim_noted(claim, "oblique impacts: largest loss of energy", -least, 1e-3);
}

static void try_subject(const claim *claim, const subject *subject, const char *folder)
{
    char tip[FLOOR_PATH + 40];
    char pit[FLOOR_PATH + 40];
    if (!make_cone(claim, folder, false, tip) || !make_cone(claim, folder, true, pit))
        return;
    if (rest(claim, subject, tip, false) && rest(claim, subject, pit, true))
        strike_all(claim, subject, tip);
}

void verify_scene_tips(verify *verify)
{
    char folder[FLOOR_PATH] = "";
    scree_error error;
    for (int i = 0; i < SUBJECTS; i++) {
        claim claim;
        if (!claim_begin(&claim, verify, "rest; energy kept", "mesh: %s, cone tip of 50 facets",
                         subjects[i].name))
            continue;
        if (!*folder && floor_folder_make(folder, &error) != SCREE_OK) {
            claim_broken(&claim, &error);
            return;
        }
        try_subject(&claim, &subjects[i], folder);
    }
    if (*folder)
        floor_folder_remove(folder);
}

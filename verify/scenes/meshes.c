// meshes.c - grains on a flat floor that is cut into triangles, coarse, fine, irregular, T-jointed, against the same grains
// on the plane: nothing may tell that there are edges inside the floor.
//
// The floor is tilted, so that no coordinate is zero by chance, and so is gravity, by another 15 degrees. Each run has
// eight grains, in eight turns, far from each other.
#include "verify/scenes/scenes.h"

#include "console/floors.h"
#include "console/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GRAINS = 8, LOOKS = 40 };
static const double radius = 5e-3, apart = 0.04;
static const double floor_size[2] = {0.6, 0.4}, cell = 2.5e-3;

typedef struct subject {
    const char *name, *shape;
    double height; // of the centre of a grain that lies on the floor, m
    bool flat;     // begins without a turn, on a face
    double most;   // off the plane, over the radius, and over 1 m/s
} subject;

static const subject subjects[] = {
    {"ball", "ball: {radius: 5 mm}", 5e-3, false, 1e-9},
    {"clump",
     "clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 3 mm}, {at: [4 mm, 0 mm, 0 mm], radius: 3 "
     "mm}, {at: [0 mm, 5 mm, 0 mm], radius: 3 mm}]}",
     3e-3, true, 1e-6},
    {"sharp cube", "polyhedron: {builder: {platonic: cube, size: 8 mm}}", 4e-3, true, 1e-6},
    {"rounded cube", "spheropolyhedron: {builder: {platonic: cube, size: 6 mm}, radius: 1 mm}",
     4e-3, true, 1e-6},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

// How they begin, on the way and into the floor, m/s. Those that lie begin with an overlap: a gap of zero may round to either.
typedef struct passage {
    const char *name;
    double along, into, lift; // lift: of the centres above where they lie, m
    bool turned;
    double duration;
} passage;
static const passage thrown = {"bounce, slide and roll", 0.4, 0.5, 4e-3, true, 0.12};
static const passage sent = {"over 100 inner edges", 0.8, 0, -1e-7, false, 0.3};

typedef struct motion {
    v3 place, velocity, spin;
} motion;
typedef struct course {
    motion at[LOOKS][GRAINS];
} course;

// The axes of the floor in space.
typedef struct tilt {
    v3 along, across, up;
} tilt;

static tilt tilt_of_floor(void)
{
    const v3 up = v3_unit(v3_make(0.3, -0.2, 1));
    const v3 along = v3_unit(v3_cross(v3_make(0.1, 1, 0.05), up));
    return (tilt){along, v3_cross(up, along), up};
}

static v3 in_space(const tilt *tilt, double along, double across, double up)
{
    const v3 flat = v3_fma(v3_scale(along, tilt->along), across, tilt->across);
    return v3_fma(flat, up, tilt->up);
}

static void put_vector(text_buffer *text, v3 v, const char *unit)
{
    text_append_format(text, "[%.17g %s, %.17g %s, %.17g %s]", v.x, unit, v.y, unit, v.z, unit);
}

static void write_wall(text_buffer *text, const tilt *tilt, const char *file)
{
    if (!file) {
        text_append(text, "plane: {point: [0 m, 0 m, 0 m], normal: ");
        put_vector(text, tilt->up, "");
    } else {
        text_append_format(text, "mesh: {file: %s, unit: m, along_x: ", file);
        put_vector(text, tilt->along, "");
        text_append(text, ", along_z: ");
        put_vector(text, tilt->up, "");
    }
    text_append(text, "}}}\n");
}

static void write_grain(text_buffer *text, const tilt *tilt, const subject *subject,
                        const passage *passage, int i)
{
    const double begin = -0.4 * floor_size[0];
    const double across = apart * (i - 0.5 * (GRAINS - 1)) + 0.37 * cell;
    text_append_format(text, "  - {name: g%d, shape: s, material: m, turn: ", i);
    // On a face in the axes of the floor, or anyhow.
    v3 turn = v3_make(0.7 * i, 1.1 * i, 1.9 * i);
    if (!passage->turned) {
        const v3 z = v3_make(0, 0, 1);
        const v3 axis = v3_cross(z, tilt->up);
        turn = v3_scale(acos(tilt->up.z) / v3_norm(axis), axis);
    }
    put_vector(text, turn, "rad");
    text_append(text, ", velocity: ");
    put_vector(text, in_space(tilt, passage->along, 0.03 * i, -passage->into), "m/s");
    text_append(text,
                ", packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: ");
    const double height = passage->turned ? 1.2 * radius : subject->height;
    put_vector(text, in_space(tilt, begin, across, height + passage->lift), "m");
    text_append(text, "}}\n");
}

typedef struct stage {
    const char *folder, *solver;
    const subject *subject;
    const passage *passage;
    double step; // s; 0: auto
} stage;

static void write_case(text_buffer *text, const stage *stage, const char *file)
{
    const subject *subject = stage->subject;
    const tilt tilt = tilt_of_floor();
    text_append_format(text, "scree: 1\nsolver: %s\ngravity: ", stage->solver);
    const double fall = 9.81;
    put_vector(text, in_space(&tilt, 0.2588 * fall, 0, -0.9659 * fall), "m/s^2");
    text_append_format(
        text,
        "\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\nmaterials: {m: {density: "
        "2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\npairs: {default: {normal: {law: hertz, "
        "restitution: 0.6}, tangential: {law: mindlin, friction: 0.3}}}\nshapes: {s: {%s}}\n"
        "walls: {floor: {material: m, ",
        subject->shape);
    write_wall(text, &tilt, file);
    text_append(text, "grains:\n");
    for (int i = 0; i < GRAINS; i++)
        write_grain(text, &tilt, subject, stage->passage, i);
    text_append(text, "run: {steps: 1, orientation: true, step: ");
    if (stage->step > 0)
        text_append_format(text, "%.17g s}\n", stage->step);
    else
        text_append(text, "auto}\n");
}

static bool follow(const claim *claim, const text_buffer *text, double duration, course *out,
                   double *step)
{
    trial trial;
    bool good = trial_open_buffer(&trial, claim, text);
    *step = good ? world_dt(trial.world) : 0;
    const int64_t steps = good ? (int64_t)(duration / LOOKS / *step) + 1 : 0;
    for (int look = 0; good && look < LOOKS; look++) {
        good = trial_step(&trial, steps) && trial_look(&trial);
        for (int i = 0; good && i < GRAINS; i++) {
            out->at[look][i] = (motion){
                .place = trial.frame.ball.position[i],
                .velocity = trial.frame.ball.velocity[i],
                .spin = trial.frame.ball.spin[i],
            };
        }
    }
    trial_close(&trial);
    return good;
}

// The largest difference: of places, m; of velocities, and of spins times the radius, m/s.
static void compare(const course *one, const course *other, double *place, double *velocity)
{
    *place = 0;
    *velocity = 0;
    for (int look = 0; look < LOOKS; look++) {
        for (int i = 0; i < GRAINS; i++) {
            const motion *a = &one->at[look][i];
            const motion *b = &other->at[look][i];
            const double off = v3_distance(a->place, b->place);
            const double slower = v3_distance(a->velocity, b->velocity);
            const double turns = radius * v3_distance(a->spin, b->spin);
            *place = fmax(*place, off);
            *velocity = fmax(*velocity, slower);
            *velocity = fmax(*velocity, turns);
        }
    }
}

// All take the step that the run on the plane has chosen, the first of them.
static bool run_on(stage *stage, const claim *claim, const char *file, course *out)
{
    text_buffer text = {0};
    write_case(&text, stage, file);
    const bool good = follow(claim, &text, stage->passage->duration, out, &stage->step);
    text_buffer_clear(&text);
    return good;
}

static bool write_floor(const stage *stage, const claim *claim, floor_cut cut,
                        char path[FLOOR_PATH + 40])
{
    scree_error error;
    const floor_plan plan = {cut, {floor_size[0], floor_size[1]}, cell};
    snprintf(path, FLOOR_PATH + 40, "%s/%s.stl", stage->folder, floor_cut_names[cut]);
    if (floor_write(path, &plan, NULL, &error) == SCREE_OK)
        return true;
    claim_broken(claim, &error);
    return false;
}

static void compare_all(stage *stage, const claim *claim)
{
    course *plane = malloc(sizeof *plane);
    course *mesh = malloc(sizeof *mesh);
    bool good = plane && mesh && run_on(stage, claim, NULL, plane);
    for (int cut = 0; good && cut < FLOOR_CUTS; cut++) {
        char path[FLOOR_PATH + 40];
        char words[80];
        double place = 0;
        double velocity = 0;
        good = write_floor(stage, claim, (floor_cut)cut, path) && run_on(stage, claim, path, mesh);
        if (!good)
            break;
        compare(plane, mesh, &place, &velocity);
        if (stage->passage == &thrown) {
            snprintf(words, sizeof words, "%s: places off, over the radius", floor_cut_names[cut]);
            claim_at_most(claim, words, place / radius, stage->subject->most);
            snprintf(words, sizeof words, "%s: velocities off, m/s", floor_cut_names[cut]);
            claim_at_most(claim, words, velocity, stage->subject->most);
        } else {
            snprintf(words, sizeof words, "%s: velocities off, m/s", floor_cut_names[cut]);
            claim_at_most(claim, words, velocity, 1e-10);
        }
    }
    free(plane);
    free(mesh);
}

void verify_scene_meshes(verify *verify)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    static const passage *const passages[] = {&thrown, &sent};
    char folder[FLOOR_PATH] = "";
    scree_error error;
    for (int s = 0; s < 2; s++) {
        for (int p = 0; p < 2; p++) {
            for (int i = 0; i < SUBJECTS; i++) {
                claim claim;
                stage stage = {folder, solvers[s], &subjects[i], passages[p], 0};
                if (!claim_begin(&claim, verify, "the plane", "mesh: %s, %s, %s",
                                 stage.subject->name, stage.passage->name, stage.solver))
                    continue;
                if (!*folder && floor_folder_make(folder, &error) != SCREE_OK) {
                    claim_broken(&claim, &error);
                    return;
                }
                compare_all(&stage, &claim);
            }
        }
    }
    if (*folder)
        floor_folder_remove(folder);
}

// stresses.c - the probe `stress` against what it must be: forces on walls over their area in a box at rest and in an
// oedometer, moments of the forces on rough walls, and the pressure of an elastic gas (Carnahan and Starling 1969).
//
// At rest the mean stress is V s_ij = sum of x_j f_i over all forces f on the border, at x. Walls without friction carry forces
// along their normals alone, and V s_xx is the force on either wall across x times their distance, so s_xx is the force over the
// area. Friction on the walls across y pulls along x, too, at other x: then the sum holds, but not force over area.
#include "verify/scenes/scenes.h"

#include "measure/batches.h"
#include "measure/container.h"
#include "measure/probe.h"
#include "measure/table.h"

#include <math.h>
#include <string.h>

// The row that the probe of the case leaves of the frame that was looked at.
typedef struct stress_row {
    double xx, yy, zz, pressure;
    double motion; // a third of the trace of the part of motion
    double wall_xx, wall_yy, wall_zz;
} stress_row;

static double column(const probe *probe, const probe_table *table, const char *name)
{
    for (int i = 0; i < probe->columns; i++) {
        if (strcmp(probe->head[i].name, name) == 0)
            return table->value[i];
    }
    return NAN;
}

static bool sample(trial *trial, stress_row *out)
{
    scree_error error;
    probe_state *state = NULL;
    probe_table table = {0};
    const model_probe *asked = &trial->model.probe[0];
    const probe *is = probe_find(asked->measure.what);
    bool good = trial_look(trial);
    if (!good)
        return false;
    scree_status status = probe_begin(is, &asked->measure, &trial->model, &state, &table, &error);
    if (!status)
        status = is->sample(&asked->measure, &trial->model, &trial->frame, state, &table, &error);
    if (!status) {
        const double motion = column(is, &table, "kinetic_xx") + column(is, &table, "kinetic_yy") +
                              column(is, &table, "kinetic_zz");
        *out = (stress_row){
            .xx = column(is, &table, "xx"),
            .yy = column(is, &table, "yy"),
            .zz = column(is, &table, "zz"),
            .pressure = column(is, &table, "p"),
            .motion = motion / 3,
            .wall_xx = column(is, &table, "wall_xx"),
            .wall_yy = column(is, &table, "wall_yy"),
            .wall_zz = column(is, &table, "wall_zz"),
        };
    } else
        claim_broken(trial->claim, &error);
    probe_end(is, state);
    table_clear(&table);
    return !status;
}

// ---- samples at rest between walls

static const char ball[] = "ball: {radius: {distribution: uniform, from: 1.2 mm, to: 1.8 mm}}";
static const char clump[] = "clump: {balls: [{at: [-0.8 mm, 0, 0], radius: 1 mm}, {at: [0.8 mm, 0, "
                            "0], radius: 1.2 mm}, {at: [0, 0.8 mm, 0.3 mm], radius: 0.8 mm}]}";

typedef struct sample_case {
    const char *name;
    const char *shape;
    const char *wall; // tangential law of grain and wall
    const char *lid;  // its drive
    int64_t steps;
    bool rough;
} sample_case;

static const sample_case samples[] = {
    {"balls in a box", ball, "none",
     "{law: servo, axis: [0, 0, -1], pressure: 2 kPa, speed: 1 m/s}", 60000, false},
    {"oedometer of clumps", clump, "none",
     "{law: servo, axis: [0, 0, -1], pressure: 4 kPa, speed: 1 m/s}", 60000, false},
    {"balls in a rough box", ball, "{law: mindlin, friction: 0.4}",
     "{law: servo, axis: [0, 0, -1], pressure: 2 kPa, speed: 1 m/s}", 60000, true},
};

static const double edge = 25e-3; // of the box across, m

static void write_sample(const sample_case *is, text_buffer *text)
{
    text_append_format(
        text,
        "scree: 1\ngravity: 0\ndomain: {low: [-5 mm, -5 mm, -5 mm], high: [4 cm, 4 cm, 6 cm]}\n"
        "materials: {g: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}, s: {density: 7800 "
        "kg/m^3, young: 10 MPa, poisson: 0.3}}\npairs: {g-s: {normal: {law: hertz, restitution: "
        "0.5}, tangential: %s}, default: {normal: {law: hertz, restitution: 0.5}, tangential: "
        "{law: mindlin, friction: 0.4}}}\nshapes: {b: {%s}}\nwalls:\n"
        "  low: {material: s, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n"
        "  lid: {material: s, plane: {point: [0, 0, 4 cm], normal: [0, 0, -1]}, drive: %s}\n"
        "  xl: {material: s, plane: {point: [0, 0, 0], normal: [1, 0, 0]}}\n"
        "  xh: {material: s, plane: {point: [%.17g m, 0, 0], normal: [-1, 0, 0]}}\n"
        "  yl: {material: s, plane: {point: [0, 0, 0], normal: [0, 1, 0]}}\n"
        "  yh: {material: s, plane: {point: [0, %.17g m, 0], normal: [0, -1, 0]}}\n"
        "grains: [{name: bed, shape: b, material: g, packing: {law: random, count: 120, low: [0, "
        "0, 0], high: [%.17g m, %.17g m, 4 cm]}}]\n"
        "run: {duration: 1 s, step: 5 us, damping: {local: 0.5}}\n"
        "probes: {s: {law: stress, x_low: xl, x_high: xh, y_low: yl, y_high: yh, z_low: low, "
        "z_high: lid}}\n",
        is->wall, is->shape, is->lid, edge, edge, edge, edge);
}

// x_j f_i of all contacts with walls, over the volume between them: f is the force on the wall.
static v3 moments_of(const trial *trial)
{
    const frame_contacts *contacts = &trial->frame.contact;
    v3 sum = {0, 0, 0};
    double height = NAN;
    for (int i = 0; i < trial->frame.walls; i++) {
        if (strcmp(trial->frame.wall[i].name, "lid") == 0)
            height = trial->frame.wall[i].position.z;
    }
    for (int64_t i = 0; i < contacts->count; i++) {
        if (contacts->a[i] >= trial->frame.walls)
            continue;
        const v3 at = contacts->point[i];
        const v3 force = contacts->force[i]; // on the grain
        sum.x -= at.x * force.x;
        sum.y -= at.y * force.y;
        sum.z -= at.z * force.z;
    }
    return v3_scale(1 / (edge * edge * height), sum);
}

static void at_rest(verify *verify, const sample_case *is)
{
    claim claim;
    trial trial;
    stress_row row;
    text_buffer text = {0};
    const char *source = is->rough ? "V s = sum of x f on walls" : "force on walls over area";
    if (!claim_begin(&claim, verify, source, "stress: %s", is->name))
        return;
    write_sample(is, &text);
    bool good = trial_open_buffer(&trial, &claim, &text);
    good = good && trial_step(&trial, is->steps) && sample(&trial, &row);
    if (good && is->rough) {
        const v3 moments = moments_of(&trial);
        claim_relative(&claim, "xx over moments", row.xx / moments.x, 1, 1e-3);
        claim_relative(&claim, "yy over moments", row.yy / moments.y, 1, 1e-3);
        claim_relative(&claim, "zz over moments", row.zz / moments.z, 1, 1e-3);
        claim_noted(&claim, "xx over force and area, less 1", row.xx / row.wall_xx - 1, 1e-3);
        claim_noted(&claim, "yy over force and area, less 1", row.yy / row.wall_yy - 1, 1e-3);
        claim_noted(&claim, "zz over force and area, less 1", row.zz / row.wall_zz - 1, 1e-3);
    } else if (good) {
        claim_relative(&claim, "xx over force and area", row.xx / row.wall_xx, 1, 1e-3);
        claim_relative(&claim, "yy over force and area", row.yy / row.wall_yy, 1, 1e-3);
        claim_relative(&claim, "zz over force and area", row.zz / row.wall_zz, 1, 1e-3);
        claim_at_least(&claim, "stress zz, Pa", row.zz, 100);
    }
    trial_close(&trial);
    text_buffer_clear(&text);
}

// ---- the gas

// Pressure over that of points, of hard balls that fill such a part of space.
static double carnahan_starling(double filled)
{
    const double squared = filled * filled;
    const double rest = 1 - filled;
    return (1 + filled + squared - filled * squared) / (rest * rest * rest);
}

static bool watch(trial *trial, int64_t count, double expected, batches *sums)
{
    enum { BETWEEN = 36, SETTLING = 10000 }; // about a contact; some twelve free times
    stress_row row;
    bool good = trial_step(trial, SETTLING);
    for (int64_t i = 0; good && i < count; i++) {
        good = trial_step(trial, BETWEEN) && sample(trial, &row);
        if (!good)
            break;
        double *open = batches_open(sums);
        open[0] += row.pressure;
        open[1] += expected * row.motion;
        batches_close(sums);
    }
    return good;
}

static void gas(verify *verify)
{
    enum { BALLS = 1000, SAMPLES = 25000 };
    const double pi = 3.14159265358979323846;
    const double length = 27.57e-3;
    const double radius = 1e-3;
    const double filled = BALLS * 4.0 / 3 * pi * pow(radius / length, 3);
    claim claim;
    trial trial;
    batches sums;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "Carnahan and Starling 1969", "stress: elastic gas"))
        return;
    if (!batches_make(&sums, 2)) {
        batches_clear(&sums);
        verify->out_of_memory = true;
        return;
    }
    text_append_format(
        &text,
        "scree: 1\ngravity: 0\ndomain: {low: [0, 0, 0], high: [%.17g m, %.17g m, %.17g m], "
        "boundary: {x: periodic, y: periodic, z: periodic}}\n"
        "materials: {g: {density: 2500 kg/m^3, young: 2 GPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
        "shapes: {b: {ball: {radius: %.17g m}}}\ngrains: [{name: gas, shape: b, material: g, "
        "temperature: 0.04 m^2/s^2, packing: {law: random, count: %d}}]\n"
        "run: {duration: 1 s, step: 0.55 us, ledger: false}\nprobes: {s: {law: stress}}\n",
        length, length, length, radius, BALLS);
    bool good = trial_open_buffer(&trial, &claim, &text);
    good = good && watch(&trial, SAMPLES, carnahan_starling(filled), &sums);
    if (good) {
        const claim_mean ratio = {batches_ratio(&sums, 0, 1), batches_error(&sums, 0, 1)};
        claim_over_seeds(&claim, "pressure over that expected", ratio, CLAIM_RELATIVE, 1, 0.01);
        claim_at_most(&claim, "its standard error", ratio.error, 0.003);
    }
    trial_close(&trial);
    batches_clear(&sums);
    text_buffer_clear(&text);
}

void verify_scene_stresses(verify *verify)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        at_rest(verify, &samples[i]);
    if (verify->full)
        gas(verify);
}

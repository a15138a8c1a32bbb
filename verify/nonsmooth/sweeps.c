// sweeps.c - how well so many sweeps do, and whether they give the same bits: T8, T9, T10.
#include "verify/nonsmooth/nonsmooth.h"

#include "world/world.h"

#include <stdio.h>

static const double radius = 0.005, g = 9.81;

// --- T8 -------------------------------------------------------------------------------------------------------------

// The overlap under ball i of a column of n at rest.
static double depth_under(int i, int n, double young)
{
    return impulse_overlap(young, i ? radius : 2 * radius, (n - i) * impulse_ball_mass() * g);
}

static void write_column(int n, int sweeps, double step, double young, text_buffer *text)
{
    char settings[60];
    double z = radius;
    snprintf(settings, sizeof settings, "iterations: %d, warm: 0, impact_speed: 1e9 m/s", sweeps);
    const impulse_case given = {.settings = settings,
                                .laws = "normal: {law: hertz}, tangential: none",
                                .young = young,
                                .gravity = {0, 0, -g},
                                .step = step,
                                .reach = 2,
                                .run = "deepest_overlap: none"};
    impulse_head(&given, text);
    text_append(
        text,
        "shapes: {ball: {ball: {radius: 5 mm}}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\ngrains:\n");
    for (int i = 0; i < n; i++, z += 2 * radius) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        z -= depth_under(i, n, young);
        impulse_grain(text, name, "ball", v3_make(0, 0, z), impulse_still, impulse_still);
    }
}

// The largest deviation of an overlap from that at rest, in diameters.
static double overlap_left(const v3 *x, int n, double young)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        const double gap = i ? 2 * radius - (x[i].z - x[i - 1].z) : radius - x[0].z;
        const double off = fabs(gap - depth_under(i, n, young));
        most = fmax(most, off / (2 * radius));
    }
    return most;
}

// A column of n balls, N cold sweeps a step: what is left over of the overlaps in the steady state, over kappa = 1 of
// the law  e (1 + 4 s)/4 (g h^2/d) n/N.
static void column(verify *verify, int n, int sweeps, double step)
{
    enum { SETTLE = 1500, WATCHED = 200 };
    const double young = 1e9;
    const double fallen = g * step * step / (2 * radius); // in a step, in diameters
    const double law = 1.25 * (1 + 4 * 4.5) / 4 * fallen * n / sweeps;
    double most = 0;
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "error of N sweeps", "T8 n=%d N=%d h=%g", n, sweeps, step))
        return;
    write_column(n, sweeps, step, young, &text);
    if (!impulse_open(&trial, &claim, &text))
        return;
    for (int k = 0; k < WATCHED && trial_step(&trial, k ? 1 : SETTLE) && trial_look(&trial); k++)
        most = fmax(most, overlap_left(trial.frame.ball.position, n, young));
    if (trial.world) {
        claim_at_least(&claim, "overlap left over / law", most / law, 0.5);
        claim_at_most(&claim, "overlap left over / law of colours", most / (2 * law), 1);
    }
    trial_close(&trial);
}

// --- T9 -------------------------------------------------------------------------------------------------------------

typedef struct press {
    int edge; // balls along it
    double pressure, step, friction;
    const char *settings;
} press;

static void write_press(const press *press, text_buffer *text)
{
    const double d = 2 * radius;
    const double edge = press->edge * d;
    const double area = edge * edge;
    char laws[120];
    snprintf(laws, sizeof laws, "normal: {law: hertz}, tangential: {law: mindlin, friction: %g}",
             press->friction);
    const impulse_case given = {.settings = press->settings,
                                .laws = laws,
                                .young = 1e8,
                                .step = press->step,
                                .reach = 1.5 * edge,
                                .run = "deepest_overlap: none"};
    impulse_head(&given, text);
    text_append(text, "shapes: {ball: {ball: {radius: {distribution: uniform, from: 4.5 mm, to: 5 "
                      "mm}}}}\nwalls:\n");
    text_append(text, "  bottom: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n"
                      "  left: {material: m, plane: {point: [0, 0, 0], normal: [1, 0, 0]}}\n"
                      "  front: {material: m, plane: {point: [0, 0, 0], normal: [0, 1, 0]}}\n");
    text_append_format(text,
                       "  right: {material: m, plane: {point: [%g m, 0, 0], normal: [-1, 0, 0]}}\n"
                       "  back: {material: m, plane: {point: [0, %g m, 0], normal: [0, -1, 0]}}\n"
                       "  lid: {material: m, plane: {point: [0, 0, %g m], normal: [0, 0, -1]}, "
                       "drive: {law: force, axis: "
                       "[0, 0, 1], force: %.17g N, mass: %g kg}}\n",
                       edge, edge, 1.05 * edge, -press->pressure * area,
                       0.001 * press->edge * press->edge);
    text_append_format(
        text,
        "grains: {balls: {shape: ball, material: m, packing: {law: lattice, spacing: [1 cm, 1 cm, "
        "1 cm], "
        "counts: [%d, %d, %d], origin: [5 mm, 5 mm, 5 mm], jitter: 0.1 mm, seed: 5}}}\n",
        press->edge, press->edge, press->edge);
}

// Fluctuation of the push and largest overlap that the prototype of the solver had with 10, 40, 160 sweeps: of 1 and of
// 100 kPa, cold and warm.
static const double prototype[2][2][3][2] = {
    {{{0.021, 0.0315}, {0.004, 0.0088}, {0.0008, 0.0025}},
     {{0.016, 0.0026}, {0.0013, 0.0056}, {0.0004, 0.0024}}},
    {{{0.0051, 0.0404}, {0.0033, 0.0453}, {0.0032, 0.0383}},
     {{0.0019, 0.0376}, {0.02, 0.0386}, {0.0032, 0.0383}}}};

// 8^3 balls without friction or weight in a box under a lid: what the bottom carries.
static void press_balls(verify *verify, double pressure, bool warm, int sweeps)
{
    enum { STEPS = 800, WATCHED = 100 };
    double sum = 0;
    double square = 0;
    double overlap = 0;
    double asked = pressure * 0.08 * 0.08;
    char settings[60];
    claim claim;
    trial trial;
    text_buffer text = {0};
    snprintf(settings, sizeof settings, "iterations: %d%s", sweeps, warm ? "" : ", warm: 0");
    const press press = {8, pressure, pressure > 1e4 ? 1e-4 : 1e-3, 0, settings};
    if (!claim_begin(&claim, verify, "force balance", "T9 %g Pa, %s N=%d", pressure,
                     warm ? "warm" : "cold", sweeps))
        return;
    write_press(&press, &text);
    if (!impulse_open(&trial, &claim, &text))
        return;
    for (int k = 0;
         k < WATCHED && trial_step(&trial, k ? 1 : STEPS - WATCHED) && trial_look(&trial); k++) {
        double share = -trial.frame.wall[0].force.z / asked;
        sum += share;
        square += share * share;
        for (int64_t i = 0; i < trial.frame.contact.count; i++)
            overlap = fmax(overlap, trial.frame.contact.overlap[i]);
    }
    if (trial.world) {
        const double *was = prototype[pressure > 1e4][warm][sweeps > 40 ? 2 : sweeps > 10];
        const double mean = sum / WATCHED;
        claim_relative(&claim, "push on the bottom / (p L^2)", mean, 1, 0.01);
        claim_noted(&claim, "its fluctuation", sqrt(fmax(square / WATCHED - mean * mean, 0)),
                    was[0]);
        claim_noted(&claim, "largest overlap / d", overlap / (2 * radius), was[1]);
    }
    trial_close(&trial);
}

// --- T10 ------------------------------------------------------------------------------------------------------------

static bool hash_of(const claim *claim, const press *press, int threads, int width, uint64_t *hash)
{
    trial trial;
    scree_error error;
    text_buffer text = {0};
    write_press(press, &text);
    bool good = trial_open_with(&trial, claim, &text, threads, width) && trial_step(&trial, 60);
    text_buffer_clear(&text);
    if (good && world_hash(trial.world, hash, &error)) {
        claim_broken(claim, &error);
        good = false;
    }
    if (trial.world)
        trial_close(&trial);
    return good;
}

// Balls with friction under a lid, in some blocks of contacts: threads and widths.
static void same_bits(verify *verify)
{
    static const struct {
        int threads, width;
    } other[] = {{2, 0}, {3, 0}, {4, 0}, {1, 1}, {1, 4}};
    const press press = {13, 1e4, 3e-4, 0.5, "iterations: 20"};
    uint64_t first = 0;
    uint64_t hash = 0;
    int different = 0;
    claim claim;
    if (!claim_begin(&claim, verify, "order of sums", "T10 bits") ||
        !hash_of(&claim, &press, 1, 0, &first))
        return;
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        if (!hash_of(&claim, &press, other[i].threads, other[i].width, &hash))
            return;
        different += hash != first;
    }
    claim_at_most(&claim, "other threads, widths that differ", different, 0);
}

void verify_nonsmooth_sweeps(verify *verify)
{
    for (int n = 10; n <= (verify->full ? 80 : 40); n *= 2)
        for (int parts = 4; parts >= 1; parts /= 2)
            for (int h = 1; h <= 2; h++)
                column(verify, n, n / parts, h * 1e-3);
    for (int i = 0; i < 2; i++)
        for (int warm = 0; warm < 2; warm++)
            for (int sweeps = 10; sweeps <= (verify->full ? 160 : 40); sweeps *= 4)
                press_balls(verify, i ? 1e5 : 1e3, warm, sweeps);
    same_bits(verify);
}

// probe_contacts.c - the contact network in numbers: coordination, overlaps, normal forces.
//
// The coordination number is the mean number of contacts of a grain, those with walls and fixed grains included, over
// all grains that are not fixed; `floating` is the share of them with fewer than two contacts, which bear nothing. The
// contacts of a clump are those of its balls. An overlap is taken over the radius of the smaller ball. Where there are
// no grains or no contacts, means and largest are nan.
//
// Grains that bear nothing are left out of the mechanical coordination number of Thornton 2000 (Géotechnique 50, 43):
// (ends - N1)/(N - N0 - N1), with N0 and N1 the grains that have no contact and one, ends 2 for each contact of two
// grains, and 1 at walls and fixed ones.
#include "measure/table.h"
#include "measure/whole.h"

static const row rows[1]; // none, but a list must not be empty

static const probe_head head[] = {{"time", "s"},        {"contacts", ""},    {"wall_contacts", ""},
                                  {"coordination", ""}, {"floating", ""},    {"overlap_mean", ""},
                                  {"overlap_max", ""},  {"force_mean", "N"}, {"force_max", "N"},
                                  {"mechanical", ""},   {"of_grains", ""}};
enum { COLUMNS = sizeof head / sizeof *head };

// Radius of the grain with that id; infinite for a wall.
static double radius_of(const frame_balls *balls, int64_t id)
{
    const int64_t ball = frame_ball_of(balls, id);
    return ball >= 0 ? balls->radius[ball] : INFINITY;
}

typedef struct network {
    double walls, overlap, deepest, force, strongest;
} network;

static network look(const frame *frame)
{
    // fmax takes the other number where one is nan: nothing has no largest
    network network = {
        .walls = 0,
        .overlap = 0,
        .deepest = NAN,
        .force = 0,
        .strongest = NAN,
    };
    const frame_contacts *contacts = &frame->contact;
    for (int64_t i = 0; i < contacts->count; i++) {
        double a = radius_of(&frame->ball, contacts->a[i]);
        double b = radius_of(&frame->ball, contacts->b[i]);
        double ratio = contacts->overlap[i] / fmin(a, b);
        network.walls += isinf(a) || isinf(b);
        network.overlap += ratio;
        network.deepest = fmax(network.deepest, ratio);
        network.force += contacts->normal_force[i];
        network.strongest = fmax(network.strongest, contacts->normal_force[i]);
    }
    return network;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)state;
    const frame_balls *balls = &frame->ball;
    double grains = 0;
    double ends = 0;
    double floating = 0;
    double single = 0;
    double count = (double)frame->contact.count;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        if (!isfinite(grain.mass))
            continue;
        grains += 1;
        ends += grain.contacts;
        floating += grain.contacts < 2;
        single += grain.contacts == 1;
    }
    network network = look(frame); // 0/0 gives the nan of means over nothing
    const double value[COLUMNS] = {frame->time,
                                   count,
                                   network.walls,
                                   ends / grains,
                                   floating / grains,
                                   network.overlap / count,
                                   network.deepest,
                                   network.force / count,
                                   network.strongest,
                                   (ends - single) / (grains - floating),
                                   (ends - network.walls) / grains};
    return table_row(table, value, error);
}

const char probe_contacts_example[] = "";

const probe probe_contacts = {
    .what = {"contacts", "number of contacts, coordination number, overlaps and normal forces",
             rows, 0},
    .head = head,
    .columns = COLUMNS,
    .sample = sample,
};

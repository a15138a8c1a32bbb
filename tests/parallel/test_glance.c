// Short looks at a world (world_glance) beside whole ones: in scenes of clumps, streams, meshes and solids the same grains and walls at the same places, and the
// same state afterwards.
#include "harness.h"
#include "support/scenes.h"

enum { STEPS = 20, LOOKS = 2 };

// Row of the whole frame, whose balls stand in the order of their ids; -1: none.
static int64_t row_of(const frame *seen, int64_t id)
{
    int64_t low = 0;
    int64_t high = seen->ball.count;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (seen->ball.id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < seen->ball.count && seen->ball.id[low] == id ? low : -1;
}

static int64_t same_grains(const frame *glance, const frame *seen)
{
    const frame_balls *one = &glance->ball;
    const frame_balls *other = &seen->ball;
    int64_t same = 0;
    for (int64_t i = 0; i < one->count; i++) {
        const int64_t k = row_of(seen, one->id[i]);
        if (k < 0 || !other->position)
            continue;
        const bool place = v3_norm(v3_sub(one->position[i], other->position[k])) == 0;
        const bool kind = one->radius[i] == other->radius[k] && one->set[i] == other->set[k] &&
                          one->shape[i] == other->shape[k] && one->body[i] == other->body[k] &&
                          one->material[i] == other->material[k];
        same += place && kind;
    }
    return same;
}

static bool same_walls(const frame *glance, const frame *seen)
{
    bool same = glance->walls == seen->walls;
    for (int i = 0; same && i < seen->walls; i++) {
        const frame_wall *one = &glance->wall[i];
        const frame_wall *other = &seen->wall[i];
        same = one->id == other->id && one->absent == other->absent &&
               v3_norm(v3_sub(one->position, other->position)) == 0 &&
               one->orientation.w == other->orientation.w;
    }
    return same;
}

static bool same_cell(const frame_cell *one, const frame_cell *other)
{
    bool same = one->deforms == other->deforms && one->volume == other->volume;
    same = same && v3_norm(v3_sub(one->corner, other->corner)) == 0;
    for (int k = 0; k < CELL_PARTS; k++)
        same = same && one->edges.of[k] == other->edges.of[k] &&
               one->gradient.of[k] == other->gradient.of[k];
    return same;
}

static void look_at_scene(const scene *scene, int parts)
{
    sim looked;
    sim alone;
    frame glance = {0};
    scree_error error;
    world_options options = options_of(2, 0, 0);
    options.parts = parts;
    const bool open = sim_open(&looked, scene->text, NULL, 0, &options) &&
                      sim_open(&alone, scene->text, NULL, 0, &options);
    CHECK(open);
    for (int k = 0; open && k < LOOKS; k++) {
        CHECK(sim_step(&looked, STEPS) && sim_step(&alone, STEPS));
        // The second time grains may stand as before, and then only what moves is filled in.
        for (int twice = 0; twice < 2; twice++)
            CHECK(world_glance(looked.w, &glance, &error) == SCREE_OK);
        frame seen = sim_frame(&looked);
        CHECK(glance.ball.count == seen.ball.count);
        CHECK(same_grains(&glance, &seen) == seen.ball.count);
        CHECK(same_walls(&glance, &seen));
        CHECK(same_cell(&glance.cell, &seen.cell));
        CHECK(glance.step == seen.step && glance.time == seen.time);
        frame_clear(&seen);
    }
    if (open)
        CHECK(sim_hash(&looked) == sim_hash(&alone));
    frame_clear(&glance);
    sim_close(&looked);
    sim_close(&alone);
}

TEST(short_looks_see_what_whole_looks_see)
{
    static const char *const names[] = {"clumps", "stirred", "mesh",
                                        "stream", "solids",  "nonsmooth-stream"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (harness_takes(i))
            look_at_scene(scene_find(names[i]), 1);
}

// A cell that leans and becomes lower, with balls that grow.
static const char sheared[] =
    "scree: 1\ntitle: A cell that leans, and balls that grow\n"
    "domain: {low: [0 mm, 0 mm, 0 mm], high: [12 mm, 12 mm, 12 mm],\n"
    "  boundary: {x: periodic, y: periodic, z: periodic}}\n"
    "cell: {rate: {xy: 20/s, zz: -10/s}}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: none}}\n"
    "shapes: {bead: {ball: {radius: {distribution: uniform, from: 0.6 mm, to: 0.7 mm}}}}\n"
    "grains:\n  - {name: beads, shape: bead, material: glass, growth: {rate: 5/s},\n"
    "     packing: {law: random, count: 150, seed: 3}}\n"
    "run: {steps: 1000, step: 2 us}\n";

TEST(a_cell_that_deforms_and_balls_that_grow)
{
    const scene scene = {"sheared", sheared, 40, 40};
    look_at_scene(&scene, 1);
    look_at_scene(&scene, 3);
}

TEST(in_several_parts)
{
    look_at_scene(scene_find("slope"), 3);
}

TEST_MAIN

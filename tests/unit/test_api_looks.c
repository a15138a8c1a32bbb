// test_api_looks.c - looks of a program at a world change nothing: whatever it looks at, and whenever, the world goes on to the
// state, and the hash, that it would have come to unseen.
#include "unit/api_box.h"

// A ball that touches a standing lid at the start, with the books open: their look at the start is no step.
static const char lying[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 0.1 m]}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "
    "friction: 0.4}}}\n"
    "shapes: {bead: {ball: {radius: 5 mm}}}\n"
    "walls: {lid: {material: glass, plane: {point: [0 m, 0 m, 20 mm], normal: [0, 0, 1]}, drive: "
    "{law: led, speed: 1 m/s}}}\n"
    "grains: [{name: one, shape: bead, material: glass, packing: {law: lattice, spacing: [1 m, 1 "
    "m, 1 m], counts: [1, 1, 1], origin: [5 cm, 5 cm, 24.99 mm]}}]\n"
    "run: {duration: 10 ms, step: 20 us, ledger: true}\n";

static opened open_lying(void)
{
    opened o = {0};
    scree_error e = {0};
    if (scree_case_parse(lying, "lying.yaml", NULL, &o.of, &e) ||
        scree_world_create(o.of, 1, &o.world, &e))
        tell(&e);
    CHECK(o.world != NULL);
    return o;
}

static void look_by_frame(scree_world *w)
{
    ledger_of(w, "residual");
}

static void look_by_hash(scree_world *w)
{
    hash_of(w);
}

static void look_by_saving(scree_world *w)
{
    void *data = NULL;
    int64_t size = 0;
    CHECK(scree_world_save_memory(w, &data, &size, NULL) == SCREE_OK);
    scree_memory_free(data);
}

// Nothing of this is a change: what is written is what there is.
static void write_what_there_is(scree_world *w)
{
    const int64_t id = 1;
    double velocity[3] = {0};
    read_ball(w, id, "velocity", velocity);
    CHECK(scree_world_write(w, "velocity", &id, velocity, 1, NULL) == SCREE_OK);
}

typedef void look(scree_world *w);
static look *const looks[] = {look_by_frame, look_by_hash, look_by_saving, write_what_there_is};
enum { LOOKS = sizeof looks / sizeof *looks };

// The hash after 60 steps, with a look before step `at`; -1: with none.
static uint64_t hash_after(look *look, int at)
{
    opened o = open_lying();
    if (at >= 0) {
        step(o.world, at);
        look(o.world);
        step(o.world, 60 - at);
    } else {
        step(o.world, 60);
    }
    const uint64_t hash = hash_of(o.world);
    close_box(o);
    return hash;
}

TEST(a_look_changes_nothing_that_the_world_will_come_to)
{
    const uint64_t unseen = hash_after(NULL, -1);
    for (int i = 0; i < LOOKS; i++) {
        for (int at = 0; at < 3; at++)
            CHECK_MSG(hash_after(looks[i], at) == unseen, "look %d before step %d", i, at);
    }
}

// A copy is equal to the bit, and stays so.
TEST(a_copy_goes_on_as_its_original_does)
{
    opened o = open_lying();
    void *data = NULL;
    int64_t size = 0;
    scree_world *copy = NULL;
    CHECK(scree_world_save_memory(o.world, &data, &size, NULL) == SCREE_OK);
    CHECK(scree_world_load_memory(o.of, data, size, 1, &copy, NULL) == SCREE_OK);
    opened unseen = open_lying();
    step(copy, 60);
    step(unseen.world, 60);
    CHECK(hash_of(copy) == hash_of(unseen.world));
    scree_memory_free(data);
    scree_world_destroy(copy);
    close_box(unseen);
    close_box(o);
}

TEST_MAIN

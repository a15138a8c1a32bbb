// test_torn.c - grains with corners that part: contacts in their last step are no longer touched, and end with the same bits in
// a run that was saved there and goes on, whose contacts have never been touched. label: sanitize
#include "harness.h"
#include "support/scenes.h"

static const char text[] =
    "scree: 1\ngravity: 0\n"
    "domain: {low: [-3 cm, -3 cm, -3 cm], high: [3 cm, 3 cm, 3 cm], boundary: {x: wall, y: wall, "
    "z: wall}, material: soft}\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25, yield: 0.2 MPa}}\n"
    "pairs: {default: {normal: {law: thornton}, cohesion: {law: dmt, work_of_adhesion: 2 J/m^2}, "
    "tangential: {law: mindlin, friction: 0.3}, rolling: {law: elastic_plastic, friction: 0.3}}}\n"
    "shapes: {die: {polyhedron: {builder: {platonic: cube, size: 7 mm}}}}\n"
    "grains: [{name: bed, shape: die, material: soft, temperature: 1.5 m^2/s^2, spin: [50 rad/s, "
    "20 rad/s, 90 rad/s], packing: {law: lattice, spacing: [12 mm, 12 mm, 12 mm], counts: [4, 4, "
    "4], origin: [-18 mm, -18 mm, -18 mm]}}]\n"
    "run: {duration: 20 ms, ledger: true, deepest_overlap: none}\n";

enum { STEPS = 600, EVERY = 3, THEN = 2 };

// Goes on from there for some steps, which the run itself takes as well.
static bool goes_on_alike(sim *whole, const world_options *options)
{
    sim again;
    image im = {0};
    scree_error error = {0};
    bool good = CHECK(world_image(whole->w, &im, &error) == SCREE_OK) &&
                CHECK(sim_read(&again, text, NULL, 0));
    if (!good) {
        image_clear(&im);
        return false;
    }
    good = CHECK(sim_restore(&again, &im, options)) && CHECK(sim_step(whole, THEN)) &&
           CHECK(sim_step(&again, THEN));
    good = good && CHECK_MSG(sim_hash(whole) == sim_hash(&again), "another state at step %lld",
                             (long long)world_steps(whole->w));
    image_clear(&im);
    sim_close(&again);
    return good;
}

TEST(contacts_that_part_end_alike)
{
    const world_options plain = options_of(1, 0, 0);
    sim whole;
    bool good = true;
    int64_t fewest = INT64_MAX;
    int64_t most = 0;
    REQUIRE(sim_open(&whole, text, NULL, 0, &plain));
    while (good && world_steps(whole.w) < STEPS) {
        const int64_t contacts = world_pulse_of(whole.w).contacts;
        fewest = contacts < fewest ? contacts : fewest;
        most = contacts > most ? contacts : most;
        good = CHECK(sim_step(&whole, EVERY)) && goes_on_alike(&whole, &plain);
    }
    CHECK_MSG(most > fewest + 10, "%lld to %lld contacts", (long long)fewest, (long long)most);
    sim_close(&whole);
}

TEST_MAIN

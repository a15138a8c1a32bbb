// test_probes_bodies.c - probes of walls, contacts, energies, forces and single grains; each by a frame that is filled
// by hand.
#include "probe_fixture.h"

// Where all contacts attract, the largest force is that of the weakest of them and not the zero of no contact.
TEST(the_largest_of_attractions_attracts)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("contacts");
    int64_t from[] = {1, 2}, to[] = {2, 3};
    double overlap[] = {0.002, 0.001}, force[] = {-5, -3};
    b.f.contact =
        (frame_contacts){.count = 2, .a = from, .b = to, .overlap = overlap, .normal_force = force};
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "force_max"), -3, 0);
    CHECK_NEAR(cell(&r, 0, "force_mean"), -4, 0);
    rig_clear(&r);
}

TEST(a_wall_tells_its_force)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("wall-force");
    set_text(&r, "wall", "lit");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "'lit'");
    CHECK_HAS(r.error.hint, "lid");
    set_text(&r, "wall", "domain-y-low"); // y is open
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    set_text(&r, "wall", "lid");
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "force_y"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "torque_z"), 6, 0);
    CHECK_NEAR(cell(&r, 0, "power"), 7, 0);
    CHECK_NEAR(cell(&r, 0, "x"), 8, 0);
    CHECK_NEAR(cell(&r, 0, "velocity_y"), 9, 0);
    CHECK_NEAR(cell(&r, 0, "spin_z"), 10, 0);
    CHECK_NEAR(cell(&r, 0, "quaternion_w"), 0.6, 0);
    CHECK_NEAR(cell(&r, 0, "quaternion_z"), 0.8, 0);
    rig_clear(&r);
    r = rig_make("wall-force");
    set_text(&r, "wall", "domain-x-low");
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "force_y"), 0, 0);
    rig_clear(&r);
}

TEST(energy_splits_motion_and_spin)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("energy");
    b.spin[1] = v3_make(0, 10, 0);
    b.f.ledger.rotational = 0.5 * 0.4 * 3 * 0.01 * 100;
    b.f.ledger.kinetic = 0.5 * 4 + 1.5 * 1.25 + b.f.ledger.rotational;
    b.f.ledger.friction = 0.25;
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "translational"), 0.5 * 4 + 1.5 * 1.25, 1e-15);
    CHECK_NEAR(cell(&r, 0, "rotational"), 0.5 * 0.4 * 3 * 0.01 * 100, 1e-15);
    CHECK_NEAR(cell(&r, 0, "friction"), 0.25, 0);
    rig_clear(&r);
    r = rig_make("energy");
    b.m.ledger = false;
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "ledger: true");
    rig_clear(&r);
}

TEST(contacts_are_counted_per_grain)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("contacts");
    int64_t from[] = {1, 2}, to[] = {2, 3};
    double overlap[] = {0.002, 0.001}, force[] = {5, 3};
    b.radius[1] = 0.05;
    b.contacts[0] = 2;
    b.contacts[1] = 1;
    b.f.contact =
        (frame_contacts){.count = 2, .a = from, .b = to, .overlap = overlap, .normal_force = force};
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "contacts"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "wall_contacts"), 1, 0);
    CHECK_NEAR(cell(&r, 0, "coordination"), 1.5, 0); // the fixed grain does not count
    CHECK_NEAR(cell(&r, 0, "floating"), 0.5, 0);
    CHECK_NEAR(cell(&r, 0, "overlap_max"), 0.02, 1e-17);
    CHECK_NEAR(cell(&r, 0, "overlap_mean"), 0.02, 1e-17);
    CHECK_NEAR(cell(&r, 0, "force_mean"), 4, 0);
    CHECK_NEAR(cell(&r, 0, "force_max"), 5, 0);
    rig_clear(&r);
}

// The two grains as balls of one body: radii 0.1 and 0.2 and so weights of 1 and 8, over the periodic border along z,
// turning about y. The body has half of what its balls have each for itself.
static void make_one_body(bench *b)
{
    static double radius[] = {0.1, 0.2};
    static v3 at[2];
    b->shape[0].clump = (model_clump){
        .balls = 2,
        .radius = radius,
        .at = at,
        .level = 1,
        .volume = 0.5 * 4.0 / 3 * pi * 9e-3,
    };
    b->radius[1] = 0.2;
    b->mass[0] = 1;
    b->mass[1] = 8;
    b->body[1] = b->body[0];
    b->position[0] = v3_make(0.5, 0.5, 0.1);
    b->position[1] = v3_make(0.5, 0.5, 1.99); // the centre is at z = 0.1 - 8/9 0.11 = 0.00222...
    b->velocity[0] = v3_make(10, 0, 0);
    b->velocity[1] = v3_make(1, 0, 0);
    b->contacts[0] = 1;
    b->contacts[1] = 2;
}

TEST(balls_of_a_body_are_one_grain)
{
    bench b;
    bench_make(&b);
    make_one_body(&b);
    whole_grain g = whole_grain_at(&b.m, &b.f.ball, 0);
    CHECK_NEAR(g.position.z, 0.1 - 8.0 / 9 * 0.11, 1e-15);
    CHECK_NEAR(g.velocity.x, 2, 1e-15);
    CHECK(g.balls == 2 && g.mass == 9 && g.contacts == 3);
    b.position[1].z = 1.97; // now beyond the border: at 2 + 0.1 - 8/9 0.13
    CHECK_NEAR(whole_grain_at(&b.m, &b.f.ball, 0).position.z, 2.1 - 8.0 / 9 * 0.13, 1e-15);
    g = whole_grain_at(&b.m, &b.f.ball, 2);
    CHECK(g.balls == 1 && g.id == 4 && isinf(g.mass));

    rig contacts = rig_make("contacts"), energy = rig_make("energy"), flow = rig_make("flow-rate");
    set_text(&flow, "axis", "z");
    set(&flow, "at", 0, 0, 0);
    b.f.ledger.kinetic = 20;
    b.f.ledger.rotational = 2;
    REQUIRE(begin(&contacts, &b) == SCREE_OK && begin(&energy, &b) == SCREE_OK &&
            begin(&flow, &b) == SCREE_OK);
    CHECK(sample(&contacts, &b) == SCREE_OK && sample(&energy, &b) == SCREE_OK &&
          sample(&flow, &b) == SCREE_OK);
    CHECK_NEAR(cell(&contacts, 0, "coordination"), 3, 0);
    CHECK_NEAR(cell(&contacts, 0, "floating"), 0, 0);
    CHECK_NEAR(cell(&energy, 0, "translational"), 0.5 * 9 * 4, 1e-13);
    CHECK_NEAR(cell(&energy, 0, "rotational"), 2, 1e-13);
    b.position[0].z = 0.13;
    b.position[1].z = 0.01; // upwards over the border, as one
    CHECK(sample(&flow, &b) == SCREE_OK);
    CHECK_NEAR(cell(&flow, 1, "grains"), 1, 0);
    CHECK_NEAR(cell(&flow, 1, "mass"), 9, 0);
    rig_clear(&contacts);
    rig_clear(&energy);
    rig_clear(&flow);
}

TEST(a_body_has_one_velocity_and_the_volume_that_its_balls_fill)
{
    bench b;
    bench_make(&b);
    make_one_body(&b);
    rig profile = rig_make("velocity-profile"), box = rig_make("region");
    set(&profile, "bins", 2, 0, 0);
    set(&box, "low", 0, 0, 0);
    set(&box, "high", 1, 1, 1);
    REQUIRE(begin(&profile, &b) == SCREE_OK && begin(&box, &b) == SCREE_OK);
    CHECK(sample(&profile, &b) == SCREE_OK && sample(&box, &b) == SCREE_OK);
    REQUIRE(profile.is->finish(&profile.c, &b.m, profile.state, &profile.table, &profile.error) ==
            SCREE_OK);
    CHECK_NEAR(cell(&profile, 0, "grains"), 1, 0);
    CHECK_NEAR(cell(&profile, 0, "velocity_x"), 2, 1e-15);
    CHECK(isnan(cell(&profile, 0, "temperature")) && isnan(cell(&box, 0, "temperature")));
    double all = 0.5 * 4.0 / 3 * pi * 9e-3;
    CHECK_REL(cell(&profile, 0, "solid_fraction") + cell(&profile, 1, "solid_fraction"), all,
              1e-13);
    CHECK_NEAR(cell(&box, 0, "grains"), 1, 0);
    CHECK_NEAR(cell(&box, 0, "mass"), 9, 0);
    CHECK_NEAR(cell(&box, 0, "velocity_x"), 2, 1e-15);
    CHECK_REL(cell(&box, 0, "solid_fraction"), all, 1e-13);
    rig_clear(&profile);
    rig_clear(&box);
}

TEST(forces_are_sorted_into_bins)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("force-histogram"), again = rig_make("force-histogram");
    v3 force[] = {{3, 4, 0}, {0, 0, 1}, {0, 0.5, 0}, {0, 0, 90}};
    double normal[] = {4, 1, -0.5, 90};
    b.f.contact = (frame_contacts){.count = 4, .force = force, .normal_force = normal};
    set(&r, "high", 10, 0, 0);
    set(&again, "high", 10, 0, 0);
    set(&r, "bins", 5, 0, 0);
    set(&again, "bins", 5, 0, 0);
    set(&r, "from", 1, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK && begin(&again, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK); // too early
    b.f.time = 1;
    CHECK(sample(&r, &b) == SCREE_OK);
    b.f.contact.count = 2;
    b.f.time = 2;
    probe_memory memory = {0};
    CHECK(r.is->save(r.state, &memory));
    CHECK(again.is->load(again.state, memory.value, memory.count));
    CHECK(!again.is->load(again.state, memory.value, memory.count - 1));
    CHECK(sample(&again, &b) == SCREE_OK);
    REQUIRE(again.is->finish(&again.c, &b.m, again.state, &again.table, &again.error) == SCREE_OK);
    REQUIRE(again.table.rows == 5);
    CHECK_NEAR(cell(&again, 0, "force"), 1, 1e-15);
    CHECK_NEAR(cell(&again, 0, "contacts"), 1.5, 0); // 1 and 0.5, then 1
    CHECK_NEAR(cell(&again, 2, "contacts"), 1, 0);   // 5 both times
    CHECK_NEAR(cell(&again, 2, "share"), 2 / 6.0, 1e-15);
    CHECK_NEAR(cell(&again, 4, "up_to"), 5 / 6.0, 1e-15); // all but 90
    free(memory.value);
    rig_clear(&r);
    rig_clear(&again);
}

TEST(a_histogram_is_of_the_force_that_is_asked_for)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("force-histogram");
    v3 force[] = {{3, 4, 0}, {0, 0.5, 0}};
    double normal[] = {4, -0.5};
    b.f.contact = (frame_contacts){.count = 2, .force = force, .normal_force = normal};
    set(&r, "high", 0, 0, 0);
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "from 0 N to 0 N is empty");
    set(&r, "high", 5, 0, 0);
    set(&r, "bins", 1, 0, 0);
    set_text(&r, "of", "tangential");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "resultant or normal");
    set_text(&r, "of", "normal");
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "share"), 0.5, 0); // 4 N; an attraction of 0.5 N is below
    CHECK_NEAR(cell(&r, 0, "up_to"), 1, 0);
    rig_clear(&r);
}

TEST(one_grain_is_followed_while_it_is_there)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("body");
    set(&r, "id", 3, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "z"), 0.75, 0);
    CHECK_NEAR(cell(&r, 0, "velocity_z"), 0.5, 0);
    b.id[1] = 9;
    CHECK(sample(&r, &b) == SCREE_BAD_INPUT); // at the start it must be there where none can come
    CHECK_HAS(r.error.what, "there is no grain 3: ids reach from 2 to 9");
    b.f.step = 1;
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK(isnan(cell(&r, 1, "z")));
    rig_clear(&r);
    r = rig_make("body");
    set(&r, "id", 1, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "id 1 is a wall, lid; the first grain has the id 2");
    rig_clear(&r);
}

// Makes a probe `body` of that grain and samples once; the place z that it finds.
static double z_of(const char *grain, const bench *b)
{
    rig r = rig_make("body");
    set_text(&r, "grain", grain);
    bool good = begin(&r, b) == SCREE_OK && sample(&r, b) == SCREE_OK;
    double z = good ? cell(&r, 0, "z") : NAN;
    rig_clear(&r);
    return z;
}

TEST(a_grain_is_called_by_the_name_of_its_set)
{
    bench b;
    bench_make(&b);
    CHECK(z_of("flow", &b) == 0.25 && z_of("flow/1", &b) == 0.25);
    CHECK(z_of("flow/2", &b) == 0.75);
    CHECK(z_of("bottom", &b) == 1.95);
    CHECK(z_of("3", &b) == 0.75); // an id
    b.body[1] = b.body[0];        // a clump is one grain
    b.set[2] = 0;
    CHECK(z_of("flow/2", &b) == 1.95);
}

static const char *refusal(const char *grain, const bench *b, const char **hint)
{
    static scree_error error;
    rig r = rig_make("body");
    set_text(&r, "grain", grain);
    bool refused = begin(&r, b) == SCREE_BAD_INPUT || sample(&r, b) == SCREE_BAD_INPUT;
    error = r.error;
    rig_clear(&r);
    *hint = error.hint;
    return refused ? error.what : "";
}

TEST(a_grain_that_is_not_there_is_refused)
{
    bench b;
    const char *hint;
    bench_make(&b);
    CHECK_HAS(refusal("flov", &b, &hint), "there are no grains called 'flov'");
    CHECK_HAS(hint, "did you mean 'flow'?");
    CHECK_HAS(refusal("pebbles", &b, &hint), "there are no grains called 'pebbles'");
    CHECK_HAS(hint, "such as flow, flow/3 for its third");
    CHECK_HAS(refusal("flow/0", &b, &hint), "'0' is no number of a grain");
    CHECK_HAS(hint, "count from 1");
    CHECK_HAS(refusal("flow/-1", &b, &hint), "'-1' is no number of a grain");
    CHECK_HAS(refusal("flow/x", &b, &hint), "'x' is no number of a grain");
    CHECK_HAS(refusal("flow/", &b, &hint), "is no number of a grain");
    CHECK_HAS(refusal("flow/3", &b, &hint), "'flow' has 2 grains, so none is number 3");
    CHECK_HAS(refusal("9007199254740993", &b, &hint), "no id as large as 9007199254740993");
    // A branch has no step 0, and a set gets no more grains.
    b.f.step = 7;
    CHECK_HAS(refusal("flow/3", &b, &hint), "'flow' has 2 grains now, so none is number 3");
    static char rain[] = "rain";
    model_stream stream = {.name = rain, .most = 5};
    b.m.stream = &stream;
    b.m.streams = 1;
    CHECK_STR(refusal("rain/5", &b, &hint), "");
    CHECK_HAS(refusal("rain/6", &b, &hint),
              "the stream 'rain' brings 5 grains, so none is number 6");
    CHECK_HAS(hint, "raise the `count`");
    stream.most = 0;
    CHECK_HAS(refusal("rain", &b, &hint), "brings 0 grains, so none is number 1");
    rig r = rig_make("body");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "grain: NAME");
    set(&r, "id", 2, 0, 0);
    set_text(&r, "grain", "flow");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "both `grain` and `id`");
    rig_clear(&r);
}

// The second grain that a stream brings: it comes later, the first has gone by then, and the run is interrupted.
TEST(a_grain_of_a_stream_is_waited_for)
{
    bench b;
    bench_make(&b);
    static char rain[] = "rain";
    model_stream stream = {.name = rain, .most = INT64_MAX};
    b.m.stream = &stream;
    b.m.streams = 1;
    rig r = rig_make("body"), again = rig_make("body");
    set_text(&r, "grain", "rain/2");
    set_text(&again, "grain", "rain/2");
    REQUIRE(begin(&r, &b) == SCREE_OK && begin(&again, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK && isnan(cell(&r, 0, "z")));
    b.f.step = 1;
    b.set[1] = 2; // the first grain of the stream: the one with the id 3
    CHECK(sample(&r, &b) == SCREE_OK && isnan(cell(&r, 1, "z")));
    probe_memory memory = {0};
    CHECK(r.is->save(r.state, &memory) && again.is->load(again.state, memory.value, memory.count));
    b.id[1] = b.body[1] = 8;
    b.position[1].z = 0.875; // it went, and the second came
    b.id[2] = b.body[2] = 9;
    CHECK(sample(&again, &b) == SCREE_OK && cell(&again, 0, "z") == 0.875);
    b.set[0] = 2; // whatever else comes, it is this one
    CHECK(sample(&again, &b) == SCREE_OK && cell(&again, 1, "z") == 0.875);
    free(memory.value);
    rig_clear(&r);
    rig_clear(&again);
}

TEST(turns_of_one_grain)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("orientation");
    set(&r, "id", 3, 0, 0);
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "orientation: true");
    b.m.orientation = true;
    q4 turn[GRAINS] = {{1, 0, 0, 0}, {cos(0.35), 0, 0, sin(0.35)}, {1, 0, 0, 0}}; // by 0.7 about z
    b.f.ball.orientation = turn;
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK(cell(&r, 0, "quaternion_w") == turn[1].w && cell(&r, 0, "quaternion_z") == turn[1].z);
    CHECK_NEAR(cell(&r, 0, "gamma"), 0.7, 1e-15);
    CHECK_NEAR(cell(&r, 0, "alpha"), 0, 1e-15);
    turn[1] = (q4){cos(0.1), 0, sin(0.1), 0}; // by 0.2 about y
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "beta"), 0.2, 1e-15);
    b.id[1] = 9;
    b.f.step = 1;
    CHECK(sample(&r, &b) == SCREE_OK && isnan(cell(&r, 2, "quaternion_w")) &&
          isnan(cell(&r, 2, "alpha")));
    rig_clear(&r);
}

TEST_MAIN

// test_case.c - cases become models: values, defaults, settings, spelling in other units, the resolved text, templates.
#include "case_fixture.h"
#include "harness.h"

#include <math.h>

static const char chute[] =
    "scree: 1\n"
    "title: Glass beads down a rough chute\n"
    "gravity: {magnitude: 9.81 m/s^2, direction: [0.36, 0, -0.933]}\n"
    "solver: smooth\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4.16 cm, 15.2 cm, 12 cm], boundary: {x: periodic, y: "
    "wall, z: open}, "
    "material: glass}\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}\n"
    "  steel: {density: 7.8 g/cm^3, young: rigid}\n"
    "pairs:\n"
    "  default: {normal: {law: hertz, restitution: 0.9}, tangential: {law: mindlin, friction: "
    "0.3}, rolling: {law: "
    "none}}\n"
    "  steel-glass: {normal: {law: linear, stiffness: 1e5 N/m, tension: true}, tangential: none}\n"
    "  steel-steel: {normal: {law: linear, stiffness: 2e5 N/m}, tangential: none}\n"
    "shapes:\n"
    "  bead: {ball: {radius: {distribution: uniform, from: 1.4 mm, to: 1.6 mm}}}\n"
    "  big: {ball: {diameter: 5 mm}}\n"
    "walls:\n"
    "  bottom: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, drive: {law: "
    "fixed}}\n"
    "  paddle: {material: steel, mesh: {file: 'a \"b\" c.stl', unit: 1 mm}, drive: {law: rotation, "
    "rate: 30 rpm, axis: "
    "[0, 1, 0]}}\n"
    "grains:\n"
    "  - {name: flow, shape: bead, material: glass, packing: {law: random, count: 4000, inside: "
    "domain, seed: 7}}\n"
    "  - {name: rain, shape: big, material: steel, velocity: [0, 0, -1 m/s], packing: {law: "
    "lattice, spacing: [1 cm, 1 "
    "cm, 1 cm]}}\n"
    "streams:\n"
    "  - {name: feed, shape: bead, material: glass, low: [0, 0, 10 cm], high: [4 cm, 15 cm, 12 "
    "cm], rate: 100/s, "
    "count: 50}\n"
    "removals:\n"
    "  sink: {low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm], every: 1 ms}\n"
    "run: {duration: 2 s, step: auto, on_loss: stop}\n"
    "output: {every: 10 ms, bodies: true, contacts: false}\n"
    "probes:\n"
    "  profile: {law: velocity_profile, axis: z, bins: 24, from: 1 s, every: 5 ms}\n";

static void expect_ok(const reading *r)
{
    char *text = fault_text(&r->faults);
    CHECK_MSG(r->status == SCREE_OK && r->faults.count == 0, "\n%s", text);
    free(text);
}

TEST(the_design_case)
{
    reading r = read_case(chute);
    expect_ok(&r);
    REQUIRE(r.status == SCREE_OK);
    const model *m = &r.m;
    CHECK_STR(m->title, "Glass beads down a rough chute");
    CHECK_STR(m->path, "case.yaml");
    CHECK(m->dimensions == 3 && m->resolved == NULL);
    CHECK_REL(v3_norm(m->gravity), 9.81, 1e-15);
    CHECK_REL(m->gravity.x / m->gravity.z, -0.36 / 0.933, 1e-14);
    CHECK(m->high.x == 0.0416 && m->high.y == 0.152 && m->high.z == 0.12);
    CHECK(m->boundary[0] == BOUNDARY_PERIODIC && m->boundary[1] == BOUNDARY_WALL &&
          m->boundary[2] == BOUNDARY_OPEN);
    CHECK(m->domain_material == 0 && m->materials == 2);
    CHECK(m->material[0].density == 2500 && m->material[0].young == 70e9 &&
          m->material[0].poisson == 0.22);
    CHECK(m->material[1].density == 7800 && isinf(m->material[1].young));
    CHECK(model_pair_of(m, 0, 0)->law[LAW_NORMAL].what == &hertz);
    CHECK(choice_real(&model_pair_of(m, 0, 0)->law[LAW_TANGENTIAL], "friction") == 0.3);
    CHECK(model_pair_of(m, 0, 0)->law[LAW_ROLLING].what == NULL);
    for (int k = 0; k < 2; k++) {
        const model_pair *p = model_pair_of(m, k, 1 - k);
        CHECK(p->given && choice_real(&p->law[LAW_NORMAL], "stiffness") == 1e5 &&
              choice_flag(&p->law[LAW_NORMAL], "tension"));
        CHECK(isnan(choice_real(&p->law[LAW_NORMAL], "damping")) &&
              !choice_given(&p->law[LAW_NORMAL], "damping"));
        CHECK(p->law[LAW_TANGENTIAL].what == NULL);
    }
    CHECK(m->shape[0].radius.kind == SPREAD_UNIFORM && m->shape[0].radius.from == 0.0014 &&
          m->shape[0].radius.to == 0.0016);
    CHECK(m->shape[1].radius.kind == SPREAD_FIXED && m->shape[1].radius.value == 0.0025);
    CHECK(m->walls == 2 && m->wall[0].primitive.what == &plane &&
          m->wall[1].drive->what == &rotation);
    CHECK_REL(choice_real(m->wall[1].drive, "rate"), 3.14159265358979324, 1e-15);
    CHECK_STR(choice_text(&m->wall[1].primitive, "file"), "a \"b\" c.stl");
    CHECK(m->grain_sets == 2 && m->grains[1].velocity.z == -1 && m->grains[1].material == 1 &&
          m->grains[1].shape == 1);
    CHECK(choice_real(&m->grains[0].packing, "count") == 4000);
    CHECK(m->streams == 1 && m->stream[0].rate == 100 && m->stream[0].most == 50 &&
          isinf(m->stream[0].to));
    CHECK(m->removals == 1 && m->removal[0].every == 0.001);
    CHECK(m->duration == 2 && m->step == 0 && m->steps == 0 && m->loss == ON_LOSS_STOP);
    CHECK(m->output.every == 0.01 && m->output.bodies && !m->output.contacts && m->output.walls);
    CHECK(m->probes == 1 && choice_real(&m->probe[0].measure, "bins") == 24 &&
          m->probe[0].every == 0.005);
    CHECK_STR(choice_text(&m->probe[0].measure, "axis"), "z");
    reading_clear(&r);
}

static char *resolved(const reading *r)
{
    case_families f = test_families();
    return r->status == SCREE_OK ? case_resolved(&r->m, &f) : NULL;
}

// A bare nought needs no unit, wherever it stands, and is the zero vector in place of one.
TEST(nought_stands_everywhere)
{
    static const char text[] =
        "scree: 1\n"
        "gravity: 0\n"
        "dimensions: %d\n"
        "domain: {low: %s, high: [1 m, 1 m%s]}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
        "shapes: {pair: {clump: {balls: [{at: %s, radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 "
        "mm}]}}}\n"
        "walls: {w: {material: glass, plane: {point: %s, normal: [0, 1, 0]}, drive: {law: "
        "rotation, rate: 0, axis: [0, "
        "0, 1]}}}\n"
        "grains:\n"
        "  - {name: a, shape: pair, material: glass, velocity: %s, spin: %s, turn: %s, packing: "
        "{law: lattice, "
        "spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: %s}}\n"
        "run: {duration: 1 s}\n";
    static const char *const noughts[] = {"0", "[0, 0, 0]", "0.0", "[0 , 0e3, 0.00]"};
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        char *full_text[4] = {NULL};
        for (int k = 0; k < 4; k++) {
            char full[4096];
            const char *z = noughts[k], *low = dimensions == 2 && z[0] == '[' ? "[0, 0]" : z;
            snprintf(full, sizeof full, text, dimensions, low, dimensions == 2 ? "" : ", 1 m", z, z,
                     z, z, z, z);
            reading r = read_case(full);
            expect_ok(&r);
            const model *m = &r.m;
            if (CHECK(r.status == SCREE_OK && m->grain_sets == 1)) {
                CHECK(m->grains[0].turned && v3_norm(m->grains[0].velocity) == 0 &&
                      v3_norm(m->grains[0].spin) == 0);
                CHECK(m->low.z == (dimensions == 2 ? -0.5 : 0));
                full_text[k] = resolved(&r);
            }
            reading_clear(&r);
        }
        for (int k = 1; k < 4; k++)
            if (CHECK(full_text[0] && full_text[k]))
                CHECK_STR(full_text[k], full_text[0]);
        for (int k = 0; k < 4; k++)
            free(full_text[k]);
    }
}

// The resolved text says everything a model holds, so equal texts are equal models, bit for bit: it prints doubles
// exactly.
TEST(the_same_case_in_other_units)
{
    static const char *const spelt[][3] = {
        {"LENGTH", "[0.0416 m, 0.152 m, 0.12 m]", "[41.6 mm, 152000 um, 12e-2 m]"},
        {"YOUNG", "70 GPa", "70e3 N/mm^2"},
        {"DENSITY", "2500 kg/m^3", "2.5 mg/mm^3"},
        {"RADIUS", "0.0013 m", "1.3 mm"},
        {"TIME", "0.7 s", "700 ms"},
        {"SPEED", "[0, 0, -0.1 m/s]", "[0 m/s, 0 um/s, -100 um/ms]"},
        {"GRAVITY", "[0.1 m/s^2, 0, -9.81 m/s^2]", "[100 mm/s^2, 0, -0.00981 mm/ms^2]"},
    };
    const char *form =
        "scree: 1\ngravity: %s\nmaterials: {a: {density: %s, young: %s, poisson: 25 %%}}\n"
        "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
        "domain: {low: [0, 0, 0], high: %s}\nshapes: {s: {ball: {radius: %s}}}\n"
        "grains: [{name: g, shape: s, material: a, velocity: %s, packing: {law: lattice, spacing: "
        "[1 "
        "cm, 1 cm, 1 cm]}}]\n"
        "run: {duration: %s}\n";
    char *text[2];
    for (int k = 0; k < 2; k++) {
        char in[1200];
        snprintf(in, sizeof in, form, spelt[6][k + 1], spelt[2][k + 1], spelt[1][k + 1],
                 spelt[0][k + 1], spelt[3][k + 1], spelt[5][k + 1], spelt[4][k + 1]);
        reading r = read_case(in);
        expect_ok(&r);
        text[k] = resolved(&r);
        reading_clear(&r);
    }
    CHECK_STR(text[0], text[1]);
    free(text[0]);
    free(text[1]);
}

TEST(resolved_reads_back)
{
    reading first = read_case(chute);
    char *once = resolved(&first);
    REQUIRE(once);
    reading again = read_case(once);
    expect_ok(&again);
    char *twice = resolved(&again);
    CHECK_STR(twice, once);
    CHECK_HAS(once, "step: auto");
    CHECK(!memcmp(&first.m.gravity, &again.m.gravity, sizeof(v3)) &&
          !memcmp(&first.m.high, &again.m.high, sizeof(v3)));
    CHECK(first.m.shape[0].radius.value == again.m.shape[0].radius.value);
    first.m.step = 1.0 / 3e5;
    free(once);
    once = resolved(&first);
    reading stepped = read_case(once);
    expect_ok(&stepped);
    CHECK(stepped.m.step == 1.0 / 3e5);
    free(once);
    free(twice);
    reading_clear(&first);
    reading_clear(&again);
    reading_clear(&stepped);
}

// The settings of the nonsmooth solver stand beside either solver, and the word that chooses is the only thing that
// changes in the resolved case.
TEST(the_nonsmooth_solver)
{
    const case_override set[] = {{"nonsmooth",
                                  "{tolerance: 0.5 %, iterations: 64, most_iterations: 200, warm: "
                                  "0.85, diameter: 3 mm, settling: 0, "
                                  "damping_time: 2 us, impact_speed: 5 mm/s, impact_sweeps: 20, "
                                  "impact: cascade, speculative: "
                                  "false, relax: 3, precision: single}"},
                                 {"solver", "nonsmooth"}};
    reading plain = read_case(chute), r = read_with(chute, strlen(chute), set, 2);
    expect_ok(&r);
    REQUIRE(r.status == SCREE_OK);
    const model_nonsmooth *n = &r.m.nonsmooth, *usual = &plain.m.nonsmooth;
    CHECK(plain.m.solver == SOLVER_SMOOTH && r.m.solver == SOLVER_NONSMOOTH);
    CHECK(n->tolerance == 0.005 && n->iterations == 64 && n->most == 200 && n->warm == 0.85 &&
          n->diameter == 0.003);
    CHECK(n->settling == 0 && n->time == 2e-6 && n->impact == 0.005 && n->impact_sweeps == 20);
    CHECK(n->mode == IMPACT_CASCADE && !n->speculative && n->relax == 3 && n->single);
    CHECK(usual->tolerance == 0.01 && usual->iterations == 0 && isnan(usual->warm) &&
          usual->diameter == 0);
    CHECK(isnan(usual->settling) && isnan(usual->impact) && usual->mode == IMPACT_SIMULTANEOUS &&
          usual->speculative);
    char *once = resolved(&r), *other = resolved(&plain);
    reading again = read_case(once);
    char *twice = resolved(&again);
    expect_ok(&again);
    CHECK_STR(twice, once);
    CHECK_HAS(once, "\nsolver: nonsmooth\n");
    CHECK_HAS(once, "\n  iterations: 64\n");
    CHECK_HAS(other, "\nsolver: smooth\n");
    CHECK_HAS(other,
              "\n  iterations: auto\n  most_iterations: 1000\n  warm: auto\n  diameter: auto\n");
    const case_override back[] = {{"solver", "smooth"}};
    reading switched = read_with(twice, strlen(twice), back, 1);
    CHECK(switched.m.solver == SOLVER_SMOOTH);
    switched.m.solver = SOLVER_NONSMOOTH;
    char *same = resolved(&switched);
    CHECK_STR(same, once);
    free(once);
    free(other);
    free(twice);
    free(same);
    reading_clear(&plain);
    reading_clear(&r);
    reading_clear(&again);
    reading_clear(&switched);
}

TEST(words_of_the_nonsmooth_solver)
{
    const case_override set[] = {
        {"nonsmooth", "{iterations: auto, warm: auto, diameter: auto, impact_speed: auto}"}};
    reading r = read_with(chute, strlen(chute), set, 1);
    expect_ok(&r);
    CHECK(r.m.nonsmooth.iterations == 0 && isnan(r.m.nonsmooth.warm) &&
          r.m.nonsmooth.diameter == 0);
    CHECK(isnan(r.m.nonsmooth.impact));
    reading_clear(&r);
}

// E* and G* of a pair, where two rigid materials have none to mix; told back, and refused where they are no moduli.
TEST(moduli_of_a_pair)
{
    const char *text =
        "scree: 1\ndomain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}\n"
        "materials: {a: {density: 1 g/cm^3}, b: {density: 1 g/cm^3, young: 1 GPa, poisson: 0.2}}\n"
        "pairs:\n  a-a: {effective_modulus: 3 MPa, effective_shear_modulus: 1 MPa, normal: {law: "
        "hertz}, tangential: "
        "{law: mindlin, friction: 0.1}}\n  b-b: {normal: {law: hertz}, tangential: none}\n  a-b: "
        "{normal: {law: "
        "hertz}, "
        "tangential: none}\n"
        "shapes: {s: {ball: {radius: 1 cm}}}\n"
        "grains: {g: {shape: s, material: a, packing: {law: random, count: 10}}}\nrun: {duration: "
        "1 s}\n";
    reading r = read_case(text);
    expect_ok(&r);
    REQUIRE(r.status == SCREE_OK);
    const model_pair *own = model_pair_of(&r.m, 0, 0), *mixed = model_pair_of(&r.m, 1, 1);
    CHECK(own->modulus == 3e6 && own->shear_modulus == 1e6 && mixed->modulus == 0 &&
          mixed->shear_modulus == 0);
    char *once = resolved(&r);
    REQUIRE(once);
    CHECK_HAS(once, "effective_modulus: 3e+06 Pa");
    reading again = read_case(once);
    expect_ok(&again);
    CHECK(model_pair_of(&again.m, 0, 0)->modulus == 3e6 &&
          model_pair_of(&again.m, 0, 0)->shear_modulus == 1e6);
    const case_override none = {"pairs.a-a.effective_modulus", "0 Pa"};
    reading bad = read_with(text, strlen(text), &none, 1);
    CHECK(bad.status == SCREE_BAD_INPUT && bad.faults.count == 1);
    CHECK_HAS(bad.faults.item[0].what, "pairs.a-a.effective_modulus = 0 Pa is not above 0");
    free(once);
    reading_clear(&r);
    reading_clear(&again);
    reading_clear(&bad);
}

TEST(settings_of_the_command_line)
{
    const case_override set[] = {{"run.duration", "0.5 s"},
                                 {"grains.0.packing.count", "12"},
                                 {"grains.rain.velocity", "[0, 0, 2 m/s]"},
                                 {"output.contacts", "true"},
                                 {"random.seed", "9"},
                                 {"materials.glass.young", "7 MPa"},
                                 {"title", "other"},
                                 {"shapes.bead.ball", "{radius: 1 mm}"}};
    reading r = read_with(chute, strlen(chute), set, sizeof set / sizeof *set);
    expect_ok(&r);
    REQUIRE(r.status == SCREE_OK);
    CHECK(r.m.duration == 0.5 && choice_real(&r.m.grains[0].packing, "count") == 12 &&
          r.m.grains[1].velocity.z == 2);
    CHECK(r.m.output.contacts && r.m.seed == 9 && r.m.material[0].young == 7e6);
    CHECK(r.m.shape[0].radius.kind == SPREAD_FIXED && r.m.shape[0].radius.value == 0.001);
    CHECK_STR(r.m.title, "other");
    reading_clear(&r);
}

static const char flat[] =
    "scree: 1\ndimensions: 2\ngravity: [0, -9.81 m/s^2]\nmaterials: {a: {density: 1 g/cm^3}}\n"
    "pairs: {a-a: {normal: {law: linear, stiffness: 1 N/m}, tangential: none}}\n"
    "domain: {low: [0, 0], high: [1 m, 2 m]}\nshapes: {s: {ball: {radius: 1 cm}}}\n"
    "grains: {disks: {shape: s, material: a, packing: {law: random, count: 10}}}\n"
    "run: {steps: 100, step: 1 ms, deepest_overlap: none, arm: full, integrator: leapfrog, "
    "on_loss: remove}\n";

TEST(flat_case_and_anchors)
{
    reading r = read_case(flat);
    expect_ok(&r);
    CHECK(r.m.dimensions == 2 && r.m.gravity.y == -9.81 && r.m.low.z == -0.5 && r.m.high.z == 0.5);
    CHECK(r.m.steps == 100 && isinf(r.m.deepest) && r.m.full_arm &&
          r.m.integrator == INTEGRATOR_LEAPFROG && r.m.loss == ON_LOSS_REMOVE);
    CHECK_STR(r.m.grains[0].name, "disks");
    char *text = resolved(&r);
    reading again = read_case(text);
    expect_ok(&again);
    free(text);
    reading_clear(&again);
    reading_clear(&r);
    r = read_case("scree: 1\ngravity: 0\nmaterials: {a: &m {density: 1 g/cm^3, young: 1 MPa, "
                  "poisson: 0}, b: *m}\n"
                  "domain: {low: &o [0, 0, 0], high: [1 m, 2 m, 1 m]}\nrun: {duration: 0}\n");
    expect_ok(&r);
    CHECK(r.m.materials == 2 && r.m.material[1].young == 1e6 && r.notes.count == 0);
    reading_clear(&r);
}

TEST(schemes_of_motion)
{
    static const char text[] =
        "scree: 1\ngravity: 0\nmaterials: {a: {density: 1 g/cm^3, young: 1 MPa, poisson: 0}}\n"
        "domain: {low: [0, 0, 0], high: [1 m, 2 m, 1 m]}\nrun: {duration: 0}\n";
    reading r = read_case(text);
    expect_ok(&r);
    CHECK(r.m.integrator == INTEGRATOR_VELOCITY_VERLET && r.m.rotation == ROTATION_SPLIT);
    reading_clear(&r);
    for (int i = 0; i < ROTATIONS; i++) {
        const case_override set = {"run.rotation", rotation_names[i]};
        r = read_with(text, sizeof text - 1, &set, 1);
        expect_ok(&r);
        char *full = resolved(&r);
        reading again = read_case(full);
        expect_ok(&again);
        CHECK((int)r.m.rotation == i && (int)again.m.rotation == i);
        free(full);
        reading_clear(&again);
        reading_clear(&r);
    }
    for (int i = 0; i < INTEGRATORS; i++) {
        const case_override set = {"run.integrator", integrator_names[i]};
        r = read_with(text, sizeof text - 1, &set, 1);
        expect_ok(&r);
        char *full = resolved(&r);
        reading again = read_case(full);
        expect_ok(&again);
        CHECK((int)r.m.integrator == i && (int)again.m.integrator == i);
        free(full);
        reading_clear(&again);
        reading_clear(&r);
    }
    const case_override both[] = {{"run.integrator", "gear"}, {"run.rotation", "split"}};
    r = read_with(text, sizeof text - 1, both, 2);
    REQUIRE(r.faults.count == 1);
    CHECK_STR(r.faults.item[0].what,
              "run.rotation has no effect with integrator: gear, which turns bodies, too");
    reading_clear(&r);
    const case_override angles[] = {{"output.kardan", "true"}, {"run.orientation", "true"}};
    r = read_with(text, sizeof text - 1, angles, 1);
    REQUIRE(r.faults.count == 1);
    CHECK_STR(r.faults.item[0].what,
              "output.kardan: this case has no grains whose orientation is followed");
    reading_clear(&r);
    r = read_with(text, sizeof text - 1, angles, 2);
    expect_ok(&r);
    CHECK(r.m.output.kardan);
    reading_clear(&r);
    const case_override odd = {"run.integrator", "gears"};
    r = read_with(text, sizeof text - 1, &odd, 1);
    REQUIRE(r.faults.count == 1);
    CHECK_STR(r.faults.item[0].what, "run.integrator = gears is not known");
    CHECK_STR(r.faults.item[0].hint, "did you mean 'gear'?");
    reading_clear(&r);
}

TEST(search_is_chosen)
{
    reading r = read_case(flat);
    CHECK(r.m.search == SEARCH_GRID);
    reading_clear(&r);
    for (int i = 0; i < SEARCHES; i++) {
        const case_override set = {"run.search", search_names[i]};
        char line[40];
        snprintf(line, sizeof line, "  search: %s\n", search_names[i]);
        r = read_with(flat, sizeof flat - 1, &set, 1);
        expect_ok(&r);
        char *full = resolved(&r);
        CHECK_MSG((int)r.m.search == i && full && strstr(full, line), "%s", search_names[i]);
        free(full);
        reading_clear(&r);
    }
}

// Flips, cuts and doublings of a good case: whatever comes, the reader says yes or no, and a no has a reason. Sanitizer
// builds make this a memory test.
TEST(mutated_cases_never_crash)
{
    rng r = rng_make(11, 0);
    static const char odd[] = "[]{}:,&*!|>%@-#'\"\n\t <=?0123456789.eE\x80\xC3";
    int bad = 0;
    for (int i = 0; i < 3000; i++) {
        char text[2 * sizeof chute];
        size_t n = sizeof chute - 1;
        memcpy(text, chute, n);
        int edits = 1 + (int)rng_below(&r, 4);
        for (int k = 0; k < edits; k++) {
            size_t at = rng_below(&r, n), length = rng_below(&r, 12);
            if (at + length > n)
                length = n - at;
            switch (rng_below(&r, 4)) {
            case 0:
                text[at] = odd[rng_below(&r, sizeof odd - 1)];
                break;
            case 1:
                memmove(text + at, text + at + length, n - at - length);
                n -= length;
                break;
            case 2:
                memmove(text + at + length, text + at, n - at);
                n += length;
                break;
            default:
                n = at ? at : 1;
                break;
            }
        }
        reading got = read_with(text, n, NULL, 0);
        CHECK((got.status == SCREE_OK) == (got.faults.count == 0));
        for (int k = 0; k < got.faults.count; k++)
            CHECK(got.faults.item[k].what[0]);
        bad += got.status != SCREE_OK;
        char *back = resolved(&got);
        CHECK(!back == (got.status != SCREE_OK));
        free(back);
        reading_clear(&got);
    }
    CHECK(bad > 1000 && bad < 3000);
}

TEST_MAIN

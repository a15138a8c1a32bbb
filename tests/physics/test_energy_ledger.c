// label: sanitize
// test_energy_ledger.c - small closed forms for the ledger: work of a moving wall, heat of a slipping ball, of a ball
// that rolls to rest, and whole scenes whose books must close.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MATERIAL                                                                                   \
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\nshapes: {ball: "     \
    "{ball: {radius: 1 "                                                                           \
    "cm}}}\n"
#define ONE_BALL(at, more)                                                                         \
    "grains: [{name: one, shape: ball, material: soft, " more                                      \
    " packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: " at "}}]\n"
#define SPACE "domain: {low: [-1 m, -1 m, -1 m], high: [9 m, 1 m, 1 m]}\n"
static const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-6;

static frame_ledger ledger_of(sim *s)
{
    frame f = sim_frame(s);
    frame_ledger l = f.ledger;
    frame_clear(&f);
    return l;
}

static frame_ledger run_for(const char *text, double seconds)
{
    sim s;
    frame_ledger l = {0};
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return l;
    if (CHECK(sim_step(&s, (int64_t)(seconds / world_dt(s.w)))))
        l = ledger_of(&s);
    sim_close(&s);
    return l;
}

// A wall that comes with V sends an elastic ball at rest away with 2 V: its work is the ball's energy.
TEST(moving_wall_does_the_work)
{
    frame_ledger l =
        run_for("scree: 1\ngravity: 0\n" MATERIAL SPACE
                "pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
                "walls: {piston: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [1, 0, "
                "0]}, drive: {law: velocity, "
                "velocity: [1 m/s, 0 m/s, 0 m/s]}}}\n" ONE_BALL(
                    "[12 mm, 0 m, 0 m]", "") "run: {duration: 1 s, ledger: true}\n",
                0.02);
    double want = 0.5 * mass * 4;
    CHECK_REL(l.walls, want, 1e-3);
    CHECK_REL(l.kinetic, want, 1e-3);
    CHECK_NEAR(l.residual, 0, 1e-4 * want);
}

// With restitution e the ball leaves with (1 + e) V; the dashpot has taken (1 - e^2)/2 m V^2 in the frame of the wall.
TEST(moving_wall_with_losses)
{
    double e = 0.5;
    frame_ledger l =
        run_for("scree: 1\ngravity: 0\n" MATERIAL SPACE
                "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"
                "walls: {piston: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [1, 0, "
                "0]}, drive: {law: velocity, "
                "velocity: [1 m/s, 0 m/s, 0 m/s]}}}\n" ONE_BALL(
                    "[12 mm, 0 m, 0 m]", "") "run: {duration: 1 s, ledger: true}\n",
                0.03);
    CHECK_REL(l.walls, mass * (1 + e), 2e-3);
    CHECK_REL(l.kinetic, 0.5 * mass * (1 + e) * (1 + e), 2e-3);
    CHECK_REL(l.damping, 0.5 * mass * (1 - e * e), 5e-3);
    CHECK_NEAR(l.residual, 0, 1e-3 * l.turned_over);
}

// A ball on a plane that shakes along itself, and under a lid that a force pushes: the residual of books with walls
// that are accelerated falls fourfold when the step is halved.
static double shaken(const char *wall, const char *step)
{
    char text[1400];
    snprintf(text, sizeof text,
             "scree: 1\ngravity: [0, 0, -10 m/s^2]\n" MATERIAL SPACE
             "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
             "friction: 0.4}}}\n"
             "walls: {w: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, "
             "drive: {law: %s}}}\n" ONE_BALL("[0 m, 0 m, 9.999 mm]",
                                             "") "run: {duration: 1 s, step: %s, ledger: true}\n",
             wall, step);
    frame_ledger l = run_for(text, 0.1);
    CHECK(l.walls != 0 && l.turned_over > 0);
    return fabs(l.residual) / l.turned_over;
}

TEST(accelerated_walls_are_second_order)
{
    static const char *const walls[] = {
        "oscillation, direction: [1, 0, 0], amplitude: 3 mm, frequency: 30 Hz, phase: 90 deg",
        "oscillation, direction: [1, 0, 0], amplitude: 0.3 mm, frequency: 30 Hz, phase: 90 deg",
        "force, axis: [1, 0, 0], force: 0.05 N, mass: 10 g",
        "force, axis: [0, 0, 1], force: 0.2 N, mass: 10 g, damping: 1 N s/m",
    };
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++) {
        double coarse = shaken(walls[i], "20 us"), fine = shaken(walls[i], "10 us");
        CHECK(coarse < 1e-3);
        CHECK(fine < 0.35 * coarse);
    }
}

// Ball set down on a plane with v0 and no spin: it slips until v = 5/7 v0, and a seventh of m v0^2 has become heat
// (Routh 1905).
TEST(slipping_ball_heats)
{
    double overlap = mass * 9.81 / 1e5;
    char text[1024];
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n" MATERIAL SPACE
        "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, "
        "tangential: {law: "
        "cundall-strack, friction: 0.3}}}\n"
        "walls: {floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
        "grains: [{name: one, shape: ball, material: soft, velocity: [1 m/s, 0 m/s, 0 m/s],\n"
        "  packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, "
        "%.17g m]}}]\n"
        "run: {duration: 1 s, ledger: true}\n",
        0.01 - overlap);
    frame_ledger l = run_for(text, 0.2);
    CHECK_REL(l.kinetic, 0.5 * mass * 5 / 7, 2e-3);
    CHECK_REL(l.friction + l.damping, mass / 7, 2e-3);
    CHECK_MSG(l.friction > 0.9 * mass / 7 && l.damping >= 0, "friction %g, damping %g of %g J",
              l.friction, l.damping, mass / 7);
    CHECK_NEAR(l.residual, 0, 1e-3 * l.turned_over);
}

// A ball that rolls without slip comes to rest by rolling resistance: nearly all of 7/10 m v^2 is rolling heat.
TEST(rolling_ball_comes_to_rest)
{
    double overlap = mass * 9.81 / 1e5;
    char text[1200];
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n" MATERIAL SPACE
        "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, "
        "tangential: {law: "
        "cundall-strack, friction: 0.6, damping_ratio: 0.3},\n"
        "  rolling: {law: elastic-plastic, friction: 0.05}}}\n"
        "walls: {floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
        "grains: [{name: one, shape: ball, material: soft, velocity: [0.2 m/s, 0 m/s, 0 m/s], "
        "spin: [0 rad/s, 20 "
        "rad/s, 0 rad/s],\n"
        "  packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, "
        "%.17g m]}}]\n"
        "run: {duration: 1 s, ledger: true}\n",
        0.01 - overlap);
    frame_ledger l = run_for(text, 1.0);
    double start = 0.7 * mass * 0.04;
    CHECK(l.kinetic < 1e-4 * start);
    CHECK_REL(l.rolling + l.friction + l.damping, start, 5e-3);
    CHECK_MSG(l.rolling > 0.9 * start && l.damping >= 0,
              "rolling %g, friction %g, damping %g of %g J", l.rolling, l.friction, l.damping,
              start);
    CHECK_NEAR(l.residual, 0, 1e-3 * l.turned_over);
}

// A JKR contact that slips while it is drawn apart: as it tears its tangential spring is lost with the rest.
TEST(a_contact_that_tears_closes_its_books)
{
    static const char *const others[] = {"", ", rolling: {law: elastic-plastic, friction: 0.1}"};
    for (int k = 0; k < 2; k++) {
        char text[1200];
        snprintf(text, sizeof text,
                 "scree: 1\ngravity: 0\nmaterials: {soft: {density: 1000 kg/m^3, young: 1 MPa, "
                 "poisson: 0.3}}\nshapes: "
                 "{ball: {ball: {radius: 5 mm}}}\n" SPACE
                 "pairs: {default: {normal: {law: jkr, work_of_adhesion: 3 J/m^2}, tangential: "
                 "{law: mindlin, friction: "
                 "0.5}%s}}\nwalls: {floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], "
                 "normal: [0, 0, 1]}}}\n"
                 "grains: [{name: one, shape: ball, material: soft, velocity: [0.05 m/s, 0 m/s, "
                 "-0.3 m/s], packing: "
                 "{law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, "
                 "5.01 mm]}}]\n"
                 "run: {duration: 1 s, step: 5 us, ledger: true}\n",
                 others[k]);
        frame_ledger l = run_for(text, 0.05);
        CHECK(l.elastic == 0 && l.plastic > 0 && l.friction > 0);
        CHECK_MSG(fabs(l.residual) < 5e-4 * l.turned_over, "residual %.3g of %.3g J", l.residual,
                  l.turned_over);
    }
}

// Where nobody counts there are no zeros that look as if somebody had; the energies of now are what they are in any
// case.
TEST(a_ledger_that_is_off_has_no_numbers)
{
    const scene *s = scene_find("rolling");
    frame_ledger l[2];
    for (int on = 0; on < 2; on++) {
        const case_override set = {"run.ledger", on ? "true" : "false"};
        sim a;
        REQUIRE(sim_open(&a, s->text, &set, 1, NULL));
        if (CHECK(sim_step(&a, s->steps)))
            l[on] = ledger_of(&a);
        sim_close(&a);
    }
    CHECK(l[0].kinetic == l[1].kinetic && l[0].rotational == l[1].rotational);
    CHECK(l[0].gravitational == l[1].gravitational && l[0].elastic == l[1].elastic);
    CHECK(isnan(l[0].friction) && isnan(l[0].damping) && isnan(l[0].rolling) &&
          isnan(l[0].plastic));
    CHECK(isnan(l[0].walls) && isnan(l[0].added) && isnan(l[0].removed) && isnan(l[0].start));
    CHECK(isnan(l[0].residual) && isnan(l[0].turned_over) && isnan(l[0].worst));
    CHECK(l[0].worst_a == -1 && l[0].worst_b == -1);
    CHECK(l[1].friction > 0 && l[1].turned_over > 0);
}

// Contacts that are there as a case begins have been loaded before: what they hold is the start, and what they lost on
// the way there, to plastic flow above all, is nobody's loss.
TEST(contacts_that_are_there_at_the_start)
{
    static const char *const normal[] = {
        "hertz, restitution: 0.7",
        "thornton, yield_pressure: 200 kPa",
        "walton-braun, stiffness: 40 kN/m, restitution: 0.7",
        "luding, stiffness: 20 kN/m, unloading_stiffness: 60 kN/m",
        "eepa, adhesion_ratio: 0.3",
        "jkr, work_of_adhesion: 1 J/m^2, restitution: 0.7",
    };
    for (size_t i = 0; i < sizeof normal / sizeof *normal; i++) {
        char text[1200];
        snprintf(
            text, sizeof text,
            "scree: 1\ngravity: 0\n" MATERIAL SPACE
            "pairs: {default: {normal: {law: %s}, tangential: {law: cundall-strack, friction: 0.3, "
            "stiffness: 10 "
            "kN/m}, rolling: {law: elastic-plastic, friction: 0.05}}}\n"
            "walls: {floor: {material: soft, plane: {point: 0, normal: [0, 0, 1]}}}\n" ONE_BALL(
                "[0, 0, 9.96 mm]", "velocity: [0.05 m/s, 0, -0.1 m/s], spin: [10 rad/s, 20 rad/s, "
                                   "30 rad/s],") "run: {duration: 1 s, "
                                                 "step: 5 us, ledger: "
                                                 "true}\n",
            normal[i]);
        frame_ledger l = run_for(text, 0.01);
        CHECK_MSG(fabs(l.residual) < 2e-5 * l.turned_over && l.worst < 5e-5 * l.turned_over,
                  "%s: residual %.3g, worst contact %.3g of %.3g J", normal[i], l.residual, l.worst,
                  l.turned_over);
    }
}

// Springs follow the stiffness of the normal law or its grip, which need not change alike: a linear spring keeps the
// one while the other grows, the stiffness of a yielding one ends before its grip does. A spring that fades with the
// wrong one makes energy that nobody put in, at any step.
TEST(springs_follow_what_they_are_made_of)
{
    static const char *const laws[] = {
        "normal: {law: linear, stiffness: 20 kN/m, restitution: 0.7}, tangential: {law: mindlin, "
        "friction: 0.4}",
        "normal: {law: linear, stiffness: 20 kN/m, restitution: 0.7}, tangential: {law: mindlin, "
        "friction: 0.4, form: "
        "total}",
        "normal: {law: hunt-crossley, exponent: 2, reference_force: 8 N, reference_overlap: 0.2 "
        "mm, restitution: 0.7}, "
        "tangential: {law: cundall-strack, friction: 0.4}, rolling: {law: elastic-plastic, "
        "friction: 0.1}",
        "normal: {law: vu-quoc-zhang, plastic_radius: 2e-5 m/N, flattening: 1e-3 1/N, yield_load: "
        "0.05 N}, tangential: "
        "{law: cundall-strack, friction: 0.4}, twisting: {law: elastic-plastic, friction: 0.1}",
        "normal: {law: vu-quoc-zhang, plastic_radius: 2e-5 m/N, flattening: 1e-3 1/N, yield_load: "
        "0.05 N}, tangential: "
        "none, rolling: {law: elastic-plastic, friction: 0.1}",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        char text[1200];
        snprintf(
            text, sizeof text,
            "scree: 1\ngravity: 0\n" MATERIAL SPACE "pairs: {default: {%s}}\n"
            "walls: {floor: {material: soft, plane: {point: 0, normal: [0, 0, 1]}}}\n" ONE_BALL(
                "[0, 0, 10 mm]",
                "velocity: [0.03 m/s, 0.01 m/s, -0.1 m/s], spin: [10 rad/s, 20 rad/s, -30 "
                "rad/s],") "run: {duration: 1 s, step: 5 us, ledger: true}\n",
            laws[i]);
        frame_ledger l = run_for(text, 0.01);
        CHECK_MSG(l.elastic == 0 && l.friction + l.rolling > 0 &&
                      fabs(l.residual) < 2e-5 * l.turned_over,
                  "%s: residual %.3g of %.3g J", laws[i], l.residual, l.turned_over);
    }
}

// A branch may open books in the middle of a motion: they begin with nothing lost and nothing missing.
TEST(books_that_a_branch_opens)
{
    static const case_override off = {"run.ledger", "false"}, on = {"run.ledger", "true"};
    static const char *const names[] = {"stirred", "rolling", "clumps",
                                        "geared",  "solids",  "nonsmooth-stirred"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const scene *is = scene_find(names[i]);
        sim from, to;
        image im = {0};
        scree_error e = {0};
        REQUIRE(sim_open(&from, is->text, &off, 1, NULL));
        bool ok = CHECK(sim_step(&from, is->steps / 4)) &&
                  CHECK(world_image(from.w, &im, &e) == SCREE_OK) &&
                  CHECK(sim_read(&to, is->text, &on, 1)) && CHECK(sim_restore(&to, &im, NULL));
        image_clear(&im);
        sim_close(&from);
        if (!ok)
            continue;
        frame_ledger l = ledger_of(&to);
        double lost =
            fabs(l.friction) + fabs(l.damping) + fabs(l.rolling) + fabs(l.plastic) + fabs(l.walls);
        CHECK_MSG(l.turned_over > 0 && fabs(l.residual) + l.worst + lost < 1e-12 * l.turned_over,
                  "%s: residual %.3g, worst %.3g, lost %.3g of %.3g J", names[i], l.residual,
                  l.worst, lost, l.turned_over);
        if (CHECK(sim_step(&to, 3)))
            l = ledger_of(&to);
        CHECK_MSG(fabs(l.residual) < 2e-4 * l.turned_over, "%s, 3 steps on: %.3g of %.3g J",
                  names[i], l.residual, l.turned_over);
        sim_close(&to);
    }
}

// Every scene with its ledger on, at the automatic step (1/40 of the duration of an impact; a thousandth is promised at
// 1/50), while all grains meet at once. Where corners attract more is left: what it does that shares of an attraction
// shift from one to the other.
TEST(books_of_scenes_close)
{
    for (int i = 0; i < scene_count; i++) {
        sim s;
        const case_override set = {"run.ledger", "true"};
        double share = strstr(scenes[i].name, "sticky-outlines") ? 1e-2 : 2e-3;
        if (!CHECK(sim_open(&s, scenes[i].text, &set, 1, NULL)))
            continue;
        for (int k = 1; k <= 4 && CHECK(sim_step(&s, scenes[i].steps / 4)); k++) {
            frame_ledger l = ledger_of(&s);
            CHECK_MSG(l.turned_over > 0 && fabs(l.residual) < share * l.turned_over,
                      "%s, step %d: residual %.3g of %.3g J; worst %lld with %lld, %.3g J",
                      scenes[i].name, k * scenes[i].steps / 4, l.residual, l.turned_over,
                      (long long)l.worst_a, (long long)l.worst_b, l.worst);
        }
        sim_close(&s);
    }
}

// Cubes that meet have several contacts, whose books are out by 2e-3 and more of what was turned
// over: they have one energy together, and their shares shift. The books of the pair close, while they touch and when they
// have parted, whichever of the contacts has ended before.
TEST(books_of_a_pair_with_several_contacts_close)
{
    static const char text[] =
        "scree: 1\ngravity: 0\nmaterials: {m: {density: 1000 kg/m^3, young: 500 MPa, poisson: "
        "0.3}}\npairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
        "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\nshapes: {s: {polyhedron: "
        "{builder: {platonic: cube, size: 1 cm}}}}\ngrains:\n  - {name: a, shape: s, material: m, "
        "velocity: [1 m/s, 0, 0], packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, "
        "1 m], origin: [0, 0, 0]}}\n  - {name: b, shape: s, material: m, turn: [0.01 rad, 0.02 "
        "rad, 0.03 rad], packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], "
        "origin: [12 mm, 2 mm, 1 mm]}}\nrun: {steps: 8000, step: 0.5 us, ledger: true}\n";
    sim s;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    double most = 0;
    int64_t most_contacts = 0;
    for (int k = 0; k < 400 && CHECK(sim_step(&s, 20)); k++) {
        frame f = sim_frame(&s);
        most = fmax(most, f.ledger.worst / f.ledger.turned_over);
        most_contacts = f.contact.count > most_contacts ? f.contact.count : most_contacts;
        frame_clear(&f);
    }
    CHECK_MSG(most_contacts > 2, "%d contacts", (int)most_contacts);
    CHECK_MSG(most < 1e-4, "out by %g", most);
    sim_close(&s);
}

// Grains that come and go: what they bring and take is what they had, so that hardly a residual is left where grains
// fall through a sink.
static double coming_and_going(double step)
{
    char text[1200];
    snprintf(text, sizeof text,
             "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n" MATERIAL
             "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
             "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 2 m]}\n"
             "streams: {rain: {shape: ball, material: soft, low: [0 m, 0 m, 1.5 m], high: [1 m, 1 "
             "m, 1.9 m], velocity: "
             "[0 m/s, 0 m/s, -0.1 m/s], rate: 100/s, count: 20, seed: 4}}\n"
             "removals: {sink: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 0.6 m], every: 10 ms}}\n"
             "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: "
             "[0.1 m, 0.1 m, 0.1 "
             "m], counts: [5, 5, 1], origin: [0.3 m, 0.3 m, 1.2 m]}}]\n"
             "run: {duration: 1 s, step: %.17g s, ledger: true}\n",
             step);
    frame_ledger l = run_for(text, 0.5);
    CHECK(l.removed != 0 && l.added != 0);
    return fabs(l.residual) / l.turned_over;
}

TEST(streams_and_removals_balance)
{
    double coarse = coming_and_going(2e-4), fine = coming_and_going(1e-4);
    CHECK_MSG(coarse < 1e-6 && fine < 1e-6,
              "residual %.3g of what is turned over, %.3g with half the step", coarse, fine);
}

TEST_MAIN

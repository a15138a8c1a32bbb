// test_yield.c - the closed forms of yield and of the elasto-plastic contact against the published tables of Zhang 1998
// and against plain integrations made here.
#include "harness.h"
#include "law/vu_quoc_zhang.h"
#include "law/yield.h"

#include <stddef.h>

// Aluminium ball of radius 0.1 m and a soybean, both on a rigid plane (Zhang 1998, chapters 6 and appendix E).
static const vqz_pair aluminium = {0.1, 7e10 / (1 - 0.3 * 0.3), 36.45, 2.33e-7, 2.69e-4};
static const double aluminium_mass = 11.305545; // 2699 kg/m^3
static const vqz_pair soybean = {4.05e-3, 1.288e8 / (1 - 0.4134 * 0.4134), 0.3952, 2.202e-5,
                                 2.97e-6};
static const double soybean_mass = 1.49e-4;

TEST(pressure_factor_of_the_yield_point)
{
    static const double table[][2] = {{0.25, 1.55435}, {0.3, 1.61280},    {0.35, 1.67411},
                                      {0.4, 1.73848},  {0.4134, 1.75628}, {0.4314, 1.78056},
                                      {0.5, 1.87724}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK_NEAR(yield_point_of(table[i][0]).factor, table[i][1], 1e-5);
    CHECK_NEAR(yield_point_of(0.3).depth, 0.48086, 1e-5);
}

TEST(yield_loads_of_the_tables)
{
    yield_body al = {0.3, 1e8};
    double load = yield_load_of(0.1, aluminium.e_star, al);
    CHECK_REL(load, 36.637, 1e-4);
    CHECK_REL(load * pow(1.61 / 1.61280, 3), 36.447, 1e-4); // the seed's rounded factor
    CHECK_REL(yield_load_of(4.05e-3, soybean.e_star, (yield_body){0.4134, 2.75e6}), 0.39570, 1e-4);
    CHECK_REL(
        yield_load_of(2.75e-3, 2.098e8 / (1 - 0.4314 * 0.4314), (yield_body){0.4314, 4.857e6}),
        0.38042, 1e-4);
    CHECK_REL(yield_stress_from(0.3952, 4.05e-3, soybean.e_star, 0.4134), 2748835.58, 1e-6);
}

TEST(the_weaker_body_yields_first)
{
    yield_body strong = {0.3, 3e8}, weak = {0.3, 1e8}, never = {0.3, INFINITY};
    double alone = yield_load_of(0.05, 4e10, weak);
    CHECK(yield_load_of_pair(0.05, 4e10, strong, weak) == alone);
    CHECK(yield_load_of_pair(0.05, 4e10, weak, never) == alone);
    CHECK(isinf(yield_load_of_pair(0.05, 4e10, never, never)));
    // A body with a smaller factor A_Y can be the weaker one with the same stress.
    CHECK(yield_load_of_pair(0.05, 4e10, (yield_body){0.5, 1e8}, (yield_body){0.2, 1e8}) ==
          yield_load_of(0.05, 4e10, (yield_body){0.2, 1e8}));
}

TEST(elastic_peaks_of_table_7)
{
    hertz_peak slow = hertz_peak_of(0.1, aluminium.e_star, aluminium_mass, 0.02);
    hertz_peak fast = hertz_peak_of(0.1, aluminium.e_star, aluminium_mass, 0.2);
    CHECK_REL(slow.duration, 1.1596e-3, 1e-4);
    CHECK_REL(fast.duration, 7.3166e-4, 1e-4);
    CHECK_REL(slow.force, 717.4, 1e-3);
    CHECK_REL(fast.force, 11370, 1e-3);
    CHECK_REL(slow.radius, 0.8877e-3, 1e-3);
    double speed = yield_speed_of(36.45, 0.1, aluminium.e_star, aluminium_mass);
    CHECK_REL(hertz_peak_of(0.1, aluminium.e_star, aluminium_mass, speed).force, 36.45, 1e-12);
    CHECK_REL(yield_speed_of(0.3952, 4.05e-3, soybean.e_star, soybean_mass), 0.1431, 1e-3);
}

typedef struct impact_row {
    double speed, restitution, force, overlap, residual, duration;
} impact_row;

static void check_impacts(const vqz_pair *p, double mass, const impact_row *row, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        vqz_impact got = vqz_impact_of(p, mass, row[i].speed);
        CHECK_REL(got.restitution, row[i].restitution, 1e-3);
        CHECK_REL(got.force, row[i].force, 1e-3);
        CHECK_REL(got.overlap, row[i].overlap, 1e-3);
        CHECK_REL(got.residual, row[i].residual, 1e-3);
        CHECK_REL(got.duration, row[i].duration, 1e-3);
    }
}

TEST(aluminium_impacts_of_tables_7_5_and_7_6)
{
    static const impact_row row[] = {{0.02, 0.8383, 634.9, 8.471e-6, 2.215e-6, 1.1815e-3},
                                     {0.06, 0.7010, 2337.3, 2.119e-5, 1.049e-5, 8.986e-4},
                                     {0.10, 0.6146, 4395.7, 3.208e-5, 1.994e-5, 7.641e-4},
                                     {0.20, 0.4777, 10431, 5.546e-5, 4.310e-5, 5.965e-4}};
    check_impacts(&aluminium, aluminium_mass, row, 4);
}

TEST(soybean_drops_of_figure_e_10)
{
    static const impact_row row[] = {{1.705, 0.7466, 5.443, 8.452e-5, 2.906e-5, 1.404e-4},
                                     {2.381, 0.7020, 7.547, 1.162e-4, 4.722e-5, 1.363e-4},
                                     {3.156, 0.6626, 9.875, 1.528e-4, 7.034e-5, 1.335e-4}};
    static const double printed[] = {0.7457, 0.7009, 0.6615};
    check_impacts(&soybean, soybean_mass, row, 3);
    for (int i = 0; i < 3; i++)
        CHECK_REL(vqz_impact_of(&soybean, soybean_mass, row[i].speed).restitution, printed[i],
                  2e-3);
}

TEST(below_yield_the_impact_is_elastic)
{
    vqz_impact got = vqz_impact_of(&soybean, soybean_mass, 0.14),
               over = vqz_impact_of(&soybean, soybean_mass, 0.15);
    CHECK(got.restitution == 1 && got.residual == 0);
    CHECK_REL(got.duration, hertz_peak_of(4.05e-3, soybean.e_star, soybean_mass, 0.14).duration,
              1e-14);
    CHECK(over.restitution < 1 && over.restitution > 0.99);
    // Just above yield the duration goes over into the elastic one.
    double speed = yield_speed_of(0.3952, 4.05e-3, soybean.e_star, soybean_mass) * (1 + 1e-9);
    CHECK_REL(vqz_impact_of(&soybean, soybean_mass, speed).duration,
              hertz_peak_of(4.05e-3, soybean.e_star, soybean_mass, speed).duration, 1e-6);
}

TEST(quasi_static_paths_of_figures_6_14_to_6_16)
{
    static const double row[][3] = {
        {1495, 1.560e-5, 0.7542}, {962.1, 1.143e-5, 0.8003}, {468.1, 6.789e-6, 0.8628}};
    for (int i = 0; i < 3; i++) {
        double force = row[i][0];
        CHECK_REL(vqz_overlap(&aluminium, force), row[i][1], 1e-3);
        CHECK_REL(sqrt(vqz_work_back(&aluminium, force) / vqz_work(&aluminium, force)), row[i][2],
                  1e-3);
    }
}

TEST(force_and_overlap_are_each_others_inverse)
{
    for (double force = 1e-3; force < 1e5; force *= 1.7) {
        CHECK_REL(vqz_force(&aluminium, vqz_overlap(&aluminium, force)), force, 1e-13);
        CHECK_REL(vqz_force(&soybean, vqz_overlap(&soybean, force)), force, 1e-13);
        double overlap = vqz_overlap(&soybean, force);
        CHECK_REL(vqz_unloading_force(&soybean, force, overlap), force,
                  1e-9); // continuous where it turns
        CHECK(vqz_unloading_force(&soybean, force, vqz_residual(&soybean, force)) <= 1e-9 * force);
    }
    CHECK(vqz_force(&soybean, 0) == 0 && vqz_force(&soybean, -1e-6) == 0);
}

// The work against a sum over many small pieces of the path, and the duration against small steps in time.
TEST(work_and_duration_against_small_steps)
{
    double peak = 4395.7, work = 0, back = 0, was = 0, overlap = vqz_overlap(&aluminium, peak);
    const int n = 200000;
    for (int i = 1; i <= n; i++) {
        double force = vqz_force(&aluminium, overlap * i / n);
        work += 0.5 * (force + was) * overlap / n;
        was = force;
        back += vqz_unloading_force(&aluminium, peak, overlap * (i - 0.5) / n) * overlap / n;
    }
    CHECK_REL(vqz_work(&aluminium, peak), work, 1e-8);
    CHECK_REL(vqz_work_back(&aluminium, peak), back, 1e-8);
    double x = 0, v = 1.705, dt = 1e-9, time = 0, most = 0, top = 0;
    while (time < 1e-3) {
        double force = v > 0 ? vqz_force(&soybean, x) : vqz_unloading_force(&soybean, top, x);
        if (v <= 0 && force == 0)
            break;
        if (force > most)
            most = force;
        if (v > 0)
            top = force;
        v -= force / soybean_mass * dt;
        x += v * dt;
        time += dt;
    }
    vqz_impact got = vqz_impact_of(&soybean, soybean_mass, 1.705);
    CHECK_REL(got.duration, time, 1e-4);
    CHECK_REL(got.restitution, -v / 1.705, 1e-4);
    CHECK_REL(got.force, most, 1e-4);
}

TEST(a_curvature_for_which_force_does_not_grow_has_no_answer)
{
    vqz_pair odd = soybean;
    odd.k_c = 1e3;
    odd.c_a = 0;
    CHECK(isnan(vqz_impact_of(&odd, soybean_mass, 1.705).restitution));
}
TEST_MAIN

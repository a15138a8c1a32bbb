// test_probes_oblique.c - profiles across any direction: the same as those along an axis of a case that is turned, slices with the
// volume that they have in the domain, and what is refused.
#include "probe_fixture.h"

// All grains turned about y, so that [1, 0, 1] becomes z.
static void turn(bench *b)
{
    const double share = sqrt(0.5);
    for (int i = 0; i < GRAINS; i++) {
        const v3 at = b->position[i];
        const v3 goes = b->velocity[i];
        b->position[i] = v3_make(share * (at.x - at.z), at.y, share * (at.x + at.z));
        b->velocity[i] = v3_make(share * (goes.x - goes.z), goes.y, share * (goes.x + goes.z));
    }
    b->m.low = v3_make(-2, 0, -1);
    b->m.high = v3_make(2, 1, 3);
}

static void open_bench(bench *b)
{
    bench_make(b);
    for (int axis = 0; axis < 3; axis++)
        b->m.boundary[axis] = BOUNDARY_OPEN;
}

static void measure(rig *r, const bench *b)
{
    set(r, "bins", 7, 0, 0);
    set(r, "low", 0.3, 0, 0);
    set(r, "high", 1.8, 0, 0);
    CHECK_MSG(begin(r, b) == SCREE_OK, "%s", r->error.what);
    CHECK(sample(r, b) == SCREE_OK);
    CHECK(r->is->finish(&r->c, &b->m, r->state, &r->table, &r->error) == SCREE_OK);
}

// A box of 1 x 1 x 2: what lies below x + z = t is t^2/2 for t < 1 and t - 1/2 up to 2, each times 1.
static double below(double place)
{
    const double t = sqrt(2) * place;
    return t < 1 ? 0.5 * t * t : t < 2 ? t - 0.5 : 2 - 0.5 * (3 - t) * (3 - t);
}

TEST(a_direction_is_an_axis_of_the_turned_case)
{
    bench b;
    open_bench(&b);
    rig oblique = rig_make("velocity-profile");
    set(&oblique, "axis", 3, 0, 3);
    measure(&oblique, &b);
    bench turned;
    open_bench(&turned);
    turn(&turned);
    rig straight = rig_make("velocity-profile");
    set_text(&straight, "axis", "z");
    measure(&straight, &turned);
    double grains = 0;
    for (int bin = 0; bin < 7; bin++) {
        const double from = 0.3 + 1.5 * bin / 7;
        const double volume = below(from + 1.5 / 7) - below(from);
        const double solid = cell(&oblique, bin, "solid_fraction") * volume;
        const double mass = cell(&oblique, bin, "density") * volume;
        const double section = 4 * 1.5 / 7;
        grains += cell(&oblique, bin, "grains");
        CHECK_NEAR(cell(&oblique, bin, "position"), cell(&straight, bin, "position"), 1e-14);
        CHECK(cell(&oblique, bin, "grains") == cell(&straight, bin, "grains"));
        CHECK_NEAR(solid, section * cell(&straight, bin, "solid_fraction"), 1e-14);
        CHECK_NEAR(mass, section * cell(&straight, bin, "density"), 1e-12);
    }
    CHECK(grains == 2); // the third is fixed
    rig_clear(&oblique);
    rig_clear(&straight);
}

// Names and directions of axes are the same, to the last bit; the ends are those of the domain.
TEST(directions_along_axes_and_ends)
{
    bench b;
    open_bench(&b);
    rig named = rig_make("velocity-profile");
    rig given = rig_make("velocity-profile");
    set_text(&named, "axis", "x");
    set(&given, "axis", 2, 0, 0);
    measure(&named, &b);
    measure(&given, &b);
    for (int k = 0; k < 7 * named.table.columns; k++)
        CHECK(!memcmp(&named.table.value[k], &given.table.value[k], sizeof(double)));
    rig_clear(&named);
    rig_clear(&given);
    rig whole = rig_make("velocity-profile");
    set(&whole, "axis", 1, 0, -1);
    set(&whole, "bins", 1, 0, 0);
    REQUIRE(begin(&whole, &b) == SCREE_OK);
    CHECK(sample(&whole, &b) == SCREE_OK);
    REQUIRE(whole.is->finish(&whole.c, &b.m, whole.state, &whole.table, &whole.error) == SCREE_OK);
    CHECK_NEAR(cell(&whole, 0, "position"), -0.5 * sqrt(0.5), 1e-14); // from -2 to 1, over root 2
    CHECK_REL(cell(&whole, 0, "solid_fraction"), 2 * 4.0 / 3 * pi * 1e-3 / 2, 1e-12);
    rig_clear(&whole);
}

static void check_refused(const bench *b, v3 axis, const char *what)
{
    rig r = rig_make("velocity-profile");
    set(&r, "axis", axis.x, axis.y, axis.z);
    CHECK(begin(&r, b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, what);
    rig_clear(&r);
}

TEST(what_is_no_direction_is_refused)
{
    bench b;
    open_bench(&b);
    check_refused(&b, v3_make(0, 0, 0), "is no direction");
    b.m.boundary[2] = BOUNDARY_PERIODIC;
    check_refused(&b, v3_make(1, 0, 1), "oblique to z, which is periodic");
    open_bench(&b);
    b.m.high.x = INFINITY;
    check_refused(&b, v3_make(1, 0, 1), "no end along");
    b.m.dimensions = 2;
    check_refused(&b, v3_make(1, 0, 1), "leaves the plane");
}

enum { RINGS = 4 };

// Rings about [1, 1, 0] and, of the same grains turned by 45 degrees about z, about y say the same.
TEST(rings_around_any_direction)
{
    const v3 axes[2] = {{0, 1, 0}, {1, 1, 0}};
    double seen[2][RINGS][3];
    for (int turned = 0; turned < 2; turned++) {
        bench b;
        bench_make(&b);
        for (int axis = 0; axis < 3; axis++)
            b.m.boundary[axis] = BOUNDARY_OPEN;
        rig r = rig_make("radial-profile");
        set(&r, "point", 0.5, 0.5, 1);
        set(&r, "axis", axes[turned].x, axes[turned].y, axes[turned].z);
        set(&r, "radius", 0.4, 0, 0);
        set(&r, "bins", RINGS, 0, 0);
        const v3 along = v3_unit(axes[turned]);
        const v3 aside = v3_make(along.y, -along.x, 0);
        const double foot = 0.5 * (along.x + along.y);
        set(&r, "low", foot - 0.3, 0, 0);
        set(&r, "high", foot + 0.3, 0, 0);
        const v3 middle = v3_make(0.5, 0.5, 1);
        b.position[0] = v3_fma(v3_fma(middle, 0.25, aside), 0.1, along);
        b.position[1] = v3_fma(v3_fma(middle, 0.05, along), 0.15, v3_make(0, 0, 1));
        b.velocity[0] = v3_fma(v3_scale(0.5, aside), 0.1, along);
        b.velocity[1] = v3_scale(0.2, aside); // around, as the thumb is along the axis
        REQUIRE(begin(&r, &b) == SCREE_OK);
        REQUIRE(sample(&r, &b) == SCREE_OK);
        REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
        CHECK_NEAR(cell(&r, 2, "velocity_out"), 0.5, 1e-14);
        CHECK_NEAR(cell(&r, 2, "velocity_along"), 0.1, 1e-14);
        CHECK_NEAR(cell(&r, 1, "velocity_around"), 0.2, 1e-14);
        for (int ring = 0; ring < RINGS; ring++) {
            seen[turned][ring][0] = cell(&r, ring, "grains");
            seen[turned][ring][1] = cell(&r, ring, "solid_fraction");
            seen[turned][ring][2] = cell(&r, ring, "density");
        }
        rig_clear(&r);
    }
    for (int ring = 0; ring < RINGS; ring++)
        for (int value = 0; value < 3; value++)
            CHECK_NEAR(seen[1][ring][value], seen[0][ring][value], 1e-9);
    CHECK(seen[0][1][1] > 0);
}

TEST_MAIN

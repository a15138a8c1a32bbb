// test_probes_network.c - the network of contacts: fabric and force-chains, by frames that are filled by hand.
#include "swarm_fixture.h"

enum { CONTACTS_MOST = 64 };

typedef struct links {
    int64_t a[CONTACTS_MOST], b[CONTACTS_MOST];
    v3 point[CONTACTS_MOST], normal[CONTACTS_MOST], force[CONTACTS_MOST];
    v3 position_a[CONTACTS_MOST], position_b[CONTACTS_MOST];
    double overlap[CONTACTS_MOST], push[CONTACTS_MOST];
} links;

static void links_attach(links *l, swarm *s)
{
    s->f.contact = (frame_contacts){.room = CONTACTS_MOST,
                                    .a = l->a,
                                    .b = l->b,
                                    .point = l->point,
                                    .normal = l->normal,
                                    .overlap = l->overlap,
                                    .force = l->force,
                                    .normal_force = l->push,
                                    .position_a = l->position_a,
                                    .position_b = l->position_b};
}

static void link_put(links *l, swarm *s, v3 normal, double push, v3 aside)
{
    const int64_t at = s->f.contact.count++;
    l->a[at] = 3;
    l->b[at] = 4;
    l->normal[at] = normal;
    l->push[at] = push;
    l->force[at] = v3_add(v3_scale(push, normal), aside);
}

// Along the six axes of an icosahedron polynomials up to the fifth order have the mean that they have over the sphere. So
// forces that are of second order give back what they were made of.
TEST(second_orders_come_back_from_an_icosahedron)
{
    swarm *s = swarm_make(2);
    links l;
    rig r = rig_make("fabric");
    const double golden = 0.5 * (1 + sqrt(5.0)), n = 1 / sqrt(1 + golden * golden);
    const double b_z = 0.6, c_z = -0.2; // diag(-1/2, -1/2, 1) times that
    links_attach(&l, s);
    for (int k = 0; k < 6; k++) {
        const double one = k % 2 ? n : -n, two = golden * n;
        const v3 axis = k < 2   ? v3_make(one, two, 0)
                        : k < 4 ? v3_make(0, one, two)
                                : v3_make(two, 0, one);
        const double second = 1.5 * axis.z * axis.z - 0.5; // n . diag . n
        const v3 turned = v3_make(-0.5 * axis.x, -0.5 * axis.y, axis.z);
        const v3 aside = v3_scale(3 * c_z, v3_fma(turned, -second, axis));
        link_put(&l, s, axis, 3 * (1 + b_z * second), aside);
    }
    l.a[6] = 1; // at a wall, which does not count
    l.b[6] = 3;
    l.normal[6] = v3_make(0, 0, 1);
    s->f.contact.count = 7;
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "contacts"), 6, 0);
    CHECK_NEAR(cell(&r, 0, "xx"), 1.0 / 3, 1e-15);
    CHECK_NEAR(cell(&r, 0, "yz"), 0, 1e-15);
    CHECK_NEAR(cell(&r, 0, "anisotropy"), 0, 1e-14);
    // sqrt(3/2 b:b) of diag(-1/2, -1/2, 1) b is 3/2 b
    CHECK_NEAR(fabs(cell(&r, 0, "anisotropy_normal")), 1.5 * b_z, 1e-14);
    CHECK_NEAR(fabs(cell(&r, 0, "anisotropy_tangential")), 1.5 * fabs(c_z), 1e-14);
    rig_clear(&r);
    free(s);
}

// Contacts of 1 + a n n: 18 of 36 along z where uniform ones had 12. Stress and anisotropies go together as q/p says.
TEST(directed_contacts_have_an_axis)
{
    swarm *s = swarm_make(2);
    links l;
    rig r = rig_make("fabric");
    links_attach(&l, s);
    for (int k = 0; k < 36; k++) {
        const v3 axis = k < 14 ? v3_make(0, 0, -1) : k < 25 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
        link_put(&l, s, axis, 2, v3_make(0, 0, 0));
    }
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    const double f = 14.0 / 36, a = 7.5 * (f - 1.0 / 3);
    CHECK_REL(cell(&r, 0, "zz"), f, 1e-14);
    CHECK_NEAR(cell(&r, 0, "direction_z"), 1, 1e-14);
    CHECK_REL(cell(&r, 0, "anisotropy"), 1.5 * a, 1e-13);
    // the contacts are taken off the forces: 14/(1 + a) along z, 11/(1 - a/2) along x and y
    const double z = 14 / (1 + a), x = 11 / (1 - 0.5 * a);
    const double b = 7.5 * (z / (z + 2 * x) - 1.0 / 3);
    CHECK_REL(cell(&r, 0, "anisotropy_normal"), 1.5 * b, 1e-12);
    CHECK_NEAR(cell(&r, 0, "anisotropy_tangential"), 0, 1e-15);
    // ten along z and one along x, where the second order has less than none
    s->f.contact.count = 0;
    for (int k = 0; k < 11; k++)
        link_put(&l, s, k ? v3_make(0, 0, 1) : v3_make(1, 0, 0), 1, v3_make(0, 0, 0));
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK(isnan(cell(&r, 1, "anisotropy_normal")) && cell(&r, 1, "anisotropy") > 0);
    s->f.contact.count = 0;
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK(isnan(cell(&r, 2, "xx")) && isnan(cell(&r, 2, "direction_x")));
    rig_clear(&r);
    free(s);
}

// In the plane: F = diag(1/2 + a/4, 1/2 - a/4).
TEST(fabric_in_the_plane)
{
    swarm *s = swarm_make(2);
    links l;
    rig r = rig_make("fabric");
    links_attach(&l, s);
    s->m.dimensions = 2;
    for (int k = 0; k < 48;
         k++) { // 48 directions, forces 1 + 0.4 cos 2(t - 30 deg), -0.3 sin 2(t - 30 deg)
        const double angle = 2 * pi * (k + 0.5) / 48, about = 2 * (angle - pi / 6);
        const v3 axis = v3_make(cos(angle), sin(angle), 0);
        const v3 across = v3_make(-sin(angle), cos(angle), 0);
        link_put(&l, s, axis, 1 + 0.4 * cos(about), v3_scale(-0.3 * sin(about), across));
    }
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "anisotropy"), 0, 1e-14);
    CHECK_NEAR(fabs(cell(&r, 0, "anisotropy_normal")), 0.4, 1e-13);
    CHECK_NEAR(fabs(cell(&r, 0, "anisotropy_tangential")), 0.3, 1e-13);
    CHECK_NEAR(cell(&r, 0, "zz"), 0, 0);
    rig_clear(&r);
    free(s);
}

// ---- force-chains

// A column of 5 balls under 2 N, and one of 3 beside it under 0.2 N; one ball leans at the first with 0.1 N.
static void put_columns(swarm *s, links *l)
{
    links_attach(l, s);
    for (int k = 0; k < 9; k++) {
        const v3 foot = k < 5 ? v3_make(0.2, 0.2, 0.1) : v3_make(0.7, 0.2, 0.1);
        s->position[k] = v3_add(foot, v3_make(0, 0, 0.2 * (k < 5 ? k : k - 5)));
    }
    s->position[8] = v3_make(0.4, 0.2, 0.5);
    for (int k = 0; k < 8; k++) {
        const bool lean = k == 7;
        const int a = lean ? 2 : k < 4 ? k : k + 1;
        const int b = lean ? 8 : a + 1;
        if (!lean && k == 6)
            continue;
        const int64_t at = s->f.contact.count++;
        l->a[at] = s->id[a];
        l->b[at] = s->id[b];
        l->position_a[at] = s->position[a];
        l->position_b[at] = s->position[b];
        l->point[at] = v3_scale(0.5, v3_add(s->position[a], s->position[b]));
        l->normal[at] = v3_unit(v3_sub(s->position[b], s->position[a]));
        l->push[at] = lean ? 0.1 : a < 5 ? 2 : 0.2;
        l->force[at] = v3_scale(l->push[at], l->normal[at]);
    }
}

TEST(a_loaded_column_is_a_chain)
{
    swarm *s = swarm_make(9);
    links l;
    rig r = rig_make("force-chains");
    put_columns(s, &l);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "chains"), 1, 0);
    CHECK_NEAR(cell(&r, 0, "length_mean"), 5, 0);
    CHECK_NEAR(cell(&r, 0, "length_max"), 5, 0);
    CHECK_NEAR(cell(&r, 0, "in_chains"), 5.0 / 9, 1e-15);
    CHECK_NEAR(cell(&r, 0, "carrying"), 5.0 / 9, 1e-15);
    const double ball = 4.0 / 3 * pi * 1e-3;
    CHECK_REL(cell(&r, 0, "load_max"), 2 * 2 * 0.1 / ball, 1e-13);
    // the third ball fixed: two chains of two are none
    s->mass[2] = INFINITY;
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "chains"), 0, 0);
    CHECK(isnan(cell(&r, 1, "length_mean")));
    rig_clear(&r);
    free(s);
}

// A column across a periodic border whose loads are the same but for rounding.
TEST(equal_loads_are_no_chains)
{
    enum { BALLS = 5 };
    swarm *s = swarm_make(BALLS);
    links l;
    rig r = rig_make("force-chains");
    links_attach(&l, s);
    for (int k = 0; k < BALLS; k++)
        s->position[k] = v3_make(0.2, 0.2, 0.1 + 0.2 * k);
    for (int k = 0; k < BALLS; k++) {
        const int64_t at = s->f.contact.count++;
        l.a[at] = s->id[k];
        l.b[at] = s->id[(k + 1) % BALLS];
        l.position_a[at] = s->position[k];
        l.position_b[at] = v3_add(s->position[k], v3_make(0, 0, 0.2));
        l.point[at] = v3_add(s->position[k], v3_make(0, 0, 0.1));
        l.normal[at] = v3_make(0, 0, 1);
        l.push[at] = 2 * (1 + 1e-13 * k);
        l.force[at] = v3_scale(l.push[at], l.normal[at]);
    }
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "chains"), 0, 0);
    CHECK_NEAR(cell(&r, 0, "carrying"), 0, 0);
    CHECK(cell(&r, 0, "load_mean") > 0);
    rig_clear(&r);
    free(s);
}

// A bend of the column by more than the angle cuts it.
TEST(a_bend_cuts_a_chain)
{
    swarm *s = swarm_make(9);
    links l;
    rig r = rig_make("force-chains");
    put_columns(s, &l);
    set(&r, "angle", 0.2, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    const v3 aside = v3_make(0.2 * sin(0.3), 0, 0.2 * cos(0.3));
    l.position_b[2] = v3_add(l.position_a[2], aside); // the line from the third to the fourth leans
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "length_max"), 3, 0);
    rig_clear(&r);
    free(s);
}

// The last ball of the column is squeezed sideways by two walls, harder than by the column.
TEST(a_grain_whose_load_is_across_is_not_of_the_chain)
{
    swarm *s = swarm_make(9);
    links l;
    rig r = rig_make("force-chains");
    put_columns(s, &l);
    for (int side = -1; side <= 1; side += 2) {
        const int64_t at = s->f.contact.count++;
        l.a[at] = 1; // a wall
        l.b[at] = s->id[4];
        l.position_b[at] = s->position[4];
        l.point[at] = v3_add(s->position[4], v3_make(0.1 * side, 0, 0));
        l.force[at] = v3_make(-5 * side, 0, 0);
    }
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    for (int k = 0; k < 4; k++) {
        l.force[k] = v3_scale(4, l.force[k]);
        l.push[k] *= 4;
    }
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "length_max"), 4, 0);
    rig_clear(&r);
    free(s);
}
TEST_MAIN

// test_outlines.c - contacts of outlines by lanes against those of all pairs of features, bit for bit, and the bound of
// what a pair may have come nearer against what it has. label: sanitize
#include "harness.h"

#include "base/mathlib.h"
#include "base/random.h"
#include "smooth/grains.h"

#include <string.h>

enum { VERTICES = 9, PAIRS = 2 * VERTICES * VERTICES };

typedef struct outline {
    v3 body[VERTICES], space[VERTICES];
    int32_t edge[VERTICES][2];
    double radius, reach, w, z; // of the rounding, of the whole; orientation
} outline;

static void turn(outline *o, double angle)
{
    outline_pose p = {.beyond = 0};
    o->w = cos(0.5 * angle);
    o->z = sin(0.5 * angle);
    outline_turn(&p, 0, o->w, o->z);
    for (int i = 0; i < VERTICES; i++) {
        v3 v = o->body[i];
        o->space[i] =
            v3_make(p.cosine[0] * v.x + -p.sine[0] * v.y, p.sine[0] * v.x + p.cosine[0] * v.y, 0);
        CHECK_NEAR(v3_norm(v3_sub(o->space[i], q4_rotate((q4){o->w, 0, 0, o->z}, v))), 0, 1e-15);
    }
}

static outline any_outline(rng *r)
{
    outline o = {.radius = rng_range(r, 0.05, 0.4)};
    for (int i = 0; i < VERTICES; i++) {
        double angle = 2 * 3.14159265358979 * i / VERTICES, size = rng_range(r, 0.4, 1);
        o.body[i] = v3_make(size * cos(angle), size * sin(angle), 0);
        o.edge[i][0] = i;
        o.edge[i][1] = (i + 1) % VERTICES;
        o.reach = real_max(o.reach, size + o.radius);
    }
    turn(&o, rng_range(r, -3, 3));
    return o;
}

static sphero sphero_of(const outline *o)
{
    return (sphero){.vertex = o->space,
                    .edge = (const int32_t(*)[2])o->edge,
                    .vertices = VERTICES,
                    .edges = VERTICES,
                    .radius = o->radius};
}

// Lanes of all pairs of features; those with vertices of a come first, and a group may have both.
static int32_t lanes_of(const outline *a, const outline *b, const sphero_pair *pair, int pairs,
                        outline_group *group)
{
    memset(group, 0, (PAIRS / OUTLINE_LANES + 1) * sizeof *group);
    for (int i = 0; i < pairs; i++) {
        outline_group *g = &group[i / OUTLINE_LANES];
        bool of_a = pair[i].kind == TOUCH_VERTEX_EDGE;
        int lane = g->count++;
        v3 point = of_a ? a->body[pair[i].of_a] : b->body[pair[i].of_b];
        const outline *other = of_a ? b : a;
        const int32_t *edge = other->edge[of_a ? pair[i].of_b : pair[i].of_a];
        g->point[0][lane] = point.x;
        g->point[1][lane] = point.y;
        g->from[0][lane] = other->body[edge[0]].x;
        g->from[1][lane] = other->body[edge[0]].y;
        g->to[0][lane] = other->body[edge[1]].x;
        g->to[1][lane] = other->body[edge[1]].y;
        g->of_a += of_a;
        g->key[lane] = touch_feature(pair[i].kind, pair[i].of_a, pair[i].of_b);
    }
    return (pairs + OUTLINE_LANES - 1) / OUTLINE_LANES;
}

static void check_lanes(const outline *a, const outline *b, v3 offset, int *touches)
{
    static sphero_pair pair[PAIRS];
    static outline_group group[PAIRS / OUTLINE_LANES + 1];
    static touch item[PAIRS];
    sphero x = sphero_of(a), y = sphero_of(b);
    int pairs = sphero_near(&x, &y, offset, true, 10, (sphero_room){pair, PAIRS});
    touch_list list = {.item = item, .room = PAIRS};
    sphero_touches(&x, &y, offset, &(sphero_list){pair, pairs, INFINITY}, 0, &list);
    outline_pose pose = {.offset = {offset.x, offset.y}, .radius = {a->radius, b->radius}};
    outline_turn(&pose, 0, a->w, a->z);
    outline_turn(&pose, 1, b->w, b->z);
    int32_t groups = lanes_of(a, b, pair, pairs, group), found = 0;
    for (int32_t n = 0; n < groups; n++) {
        outline_touches t;
        outline_meet(&pose, &group[n], &t);
        CHECK(t.lost == 0);
        for (int i = 0; i < OUTLINE_LANES; i++) {
            if (!(t.hit >> i & 1))
                continue;
            CHECK(found < list.count);
            if (found >= list.count)
                return;
            const touch *want = &item[found++];
            CHECK(group[n].key[i] == want->feature);
            CHECK(t.gap[i] == want->gap && t.normal[0][i] == want->normal.x &&
                  t.normal[1][i] == want->normal.y);
            CHECK(t.point[0][i] == want->point.x && t.point[1][i] == want->point.y);
        }
    }
    CHECK(found == list.count);
    *touches += found;
}

TEST(lanes_give_the_bits_of_features)
{
    rng r = rng_make(31, 0);
    int touches = 0;
    for (int n = 0; n < 3000; n++) {
        outline a = any_outline(&r), b = any_outline(&r);
        double far = rng_range(&r, 1, a.reach + b.reach), way = rng_range(&r, -3.2, 3.2);
        check_lanes(&a, &b, v3_make(far * cos(way), far * sin(way), 0), &touches);
    }
    CHECK(touches > 3000);
}

// Features that lie on each other have no normal.
TEST(features_on_each_other_are_lost)
{
    outline_group g = {.count = 1, .of_a = 1};
    outline_pose pose = {.cosine = {1, 1}, .radius = {0.1, 0.1}};
    outline_touches t;
    g.to[0][0] = 1;
    outline_meet(&pose, &g, &t);
    CHECK(t.hit == 0 && t.lost == 1);
    g.point[1][0] = 0.15;
    outline_meet(&pose, &g, &t);
    CHECK(t.hit == 1 && t.lost == 0);
    CHECK_NEAR(t.gap[0], -0.05, 1e-15);
}

// No two features come nearer by more than the bound, and it is not idle: some use most of it.
TEST(the_bound_of_a_motion_holds)
{
    rng r = rng_make(32, 0);
    double most = 0;
    for (int n = 0; n < 400; n++) {
        outline a = any_outline(&r), b = any_outline(&r);
        v3 offset = v3_make(rng_range(&r, -2, 2), rng_range(&r, -2, 2), 0);
        outline_watch w = {.offset = {offset.x, offset.y}, .turn = {{a.w, a.z}, {b.w, b.z}}};
        outline c = a, d = b;
        double size = rng_range(&r, 0, 0.5);
        turn(&c, 2 * real_atan2(a.z, a.w) + rng_range(&r, -size, size));
        turn(&d, 2 * real_atan2(b.z, b.w) + rng_range(&r, -size, size));
        v3 moved =
            v3_add(offset, v3_make(rng_range(&r, -size, size), rng_range(&r, -size, size), 0));
        rec4 p = {{c.w, 0, 0, c.z}}, q = {{d.w, 0, 0, d.z}};
        const double at[2] = {moved.x, moved.y};
        double bound = outline_moved(&w, at, a.reach, &p, b.reach, &q);
        sphero x = sphero_of(&a), y = sphero_of(&b), u = sphero_of(&c), v = sphero_of(&d);
        static sphero_pair pair[PAIRS];
        int pairs = sphero_near(&x, &y, offset, true, 10, (sphero_room){pair, PAIRS});
        for (int i = 0; i < pairs; i++) {
            double nearer =
                sphero_apart(&x, &y, offset, pair[i]) - sphero_apart(&u, &v, moved, pair[i]);
            CHECK(nearer <= bound + 1e-5);
            most = real_max(most, nearer / bound);
        }
    }
    CHECK(most > 0.5);
}

TEST_MAIN

// test_outline_inside.c - corners of an outline that are in another one, as the solver by impulses meets them
// (collide/outline_inside.h): pushed back over the edge they came in by, with no jump where the core is reached.
#include "harness.h"

#include "base/random.h"
#include "collide/outline_inside.h"

#include <math.h>

enum { MOST = 64, CORNERS = 6 };

#define ROUNDING 0.01

static const v3 angle[CORNERS] = {{-1, -1, 0}, {1, -1, 0}, {1, 0, 0},
                                  {0, 0, 0},   {0, 1, 0},  {-1, 1, 0}};
static const int32_t around[CORNERS][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}};

typedef struct pair {
    v3 of_a[CORNERS], of_b[CORNERS];
    sphero a, b;
} pair;

static void turn(const v3 *body, double by, v3 *out)
{
    for (int i = 0; i < CORNERS; i++) {
        out[i] = v3_make(cos(by) * body[i].x - sin(by) * body[i].y,
                         sin(by) * body[i].x + cos(by) * body[i].y, 0);
    }
}

static void make_pair(pair *pair, double turn_a, double turn_b)
{
    turn(angle, turn_a, pair->of_a);
    turn(angle, turn_b, pair->of_b);
    pair->a = (sphero){
        .vertex = pair->of_a,
        .edge = around,
        .vertices = CORNERS,
        .edges = CORNERS,
        .radius = ROUNDING,
    };
    pair->b = pair->a;
    pair->b.vertex = pair->of_b;
}

static int meet(const pair *pair, v3 offset, touch *item)
{
    sphero_pair near[MOST * 4];
    const double reach = 0.01;
    int pairs = sphero_near(&pair->a, &pair->b, offset, true, reach, (sphero_room){near, MOST * 4});
    touch_list list = {.item = item, .room = MOST};
    sphero_touches(&pair->a, &pair->b, offset, &(sphero_list){near, pairs, 0}, reach, &list);
    outlines_push_out(&pair->a, &pair->b, offset, 0, &list);
    CHECK(list.count <= MOST);
    touch_share_beyond(item, list.count, 0);
    return list.count;
}

// The corner of b points up into the lowest edge of a.
TEST(a_corner_goes_back_over_its_edge)
{
    static pair pair;
    touch item[MOST];
    const double quarter = 0.78539816339744831;
    make_pair(&pair, 0, 5 * quarter);
    const double up = sqrt(2.0); // of the corner at (-1, -1)
    for (double depth = 0.001; depth < 0.2; depth += 0.013) {
        int count = meet(&pair, v3_make(0.2, depth - up - 1, 0), item);
        CHECK_MSG(count == 1, "%d contacts", count);
        CHECK_NEAR(item[0].gap, -(depth + 2 * ROUNDING), 1e-12);
        CHECK_NEAR(item[0].normal.y, -1, 1e-12);
        CHECK_NEAR(item[0].point.x, 0.2, 1e-12);
        CHECK_NEAR(item[0].point.y, 0.5 * depth - 1, 1e-12);
    }
}

// Where the nearest edge changes the direction of the push does at once, but not its size.
static double push(const touch *item, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += item[i].weight * fmax(-item[i].gap, 0);
    return sum;
}

TEST(nothing_jumps_where_cores_meet)
{
    static pair pair;
    touch item[MOST];
    rng r = rng_make(3, 1);
    const double step = 1e-4;
    double largest = 0;
    int inside = 0;
    for (int course = 0; course < 300; course++) {
        make_pair(&pair, rng_range(&r, 0, 6.28), rng_range(&r, 0, 6.28));
        const double aim = rng_range(&r, 0, 6.28);
        const v3 way = v3_make(cos(aim), sin(aim), 0);
        double last = 0;
        for (double far = 3.2; far > 0; far -= step) {
            const double now = push(item, meet(&pair, v3_scale(far, way), item));
            if (now > 2.5 * ROUNDING)
                break;
            inside += now > 2 * ROUNDING;
            largest = fmax(largest, fabs(now - last));
            last = now;
        }
    }
    printf("    %d places in cores; largest step of the force %g\n", inside, largest);
    CHECK(inside > 5000);
    CHECK(largest < 0.2 * ROUNDING + 10 * step);
}

TEST_MAIN

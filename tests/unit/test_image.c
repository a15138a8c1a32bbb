// test_image.c - images and their hash; clearing of frames and of models in every state of building. label: sanitize
//
// Under the address sanitizer a forgotten or doubly freed block fails these tests.
#include <stddef.h>

#include "state/image.h"

#include "harness.h"
#include "state/frame.h"
#include "state/model.h"

#include <stdlib.h>

static char *copy(const char *text)
{
    char *made = malloc(strlen(text) + 1);
    return made ? strcpy(made, text) : NULL;
}

// The columns in the order given by `order`, digits of their numbers.
static void fill(image *im, const char *order)
{
    for (; *order; order++) {
        if (*order == '0') {
            double *x =
                image_add(im, "body/position", (image_shape){IMAGE_F64, 2, 3}, "m", "centres");
            for (int i = 0; x && i < 6; i++)
                x[i] = 0.1 * i;
        } else if (*order == '1') {
            int64_t *id =
                image_add(im, "body/id", (image_shape){IMAGE_I64, 2, 1}, "1", "permanent ids");
            for (int i = 0; id && i < 2; i++)
                id[i] = 10 + i;
        } else {
            char *text =
                image_add(im, "run/case", (image_shape){IMAGE_U8, 5, 1}, "", "text of the case");
            if (text)
                memcpy(text, "glass", 5);
        }
    }
}

static uint64_t hash_in_order(const char *order)
{
    image im = {0};
    fill(&im, order);
    uint64_t h = image_hash(&im);
    image_clear(&im);
    return h;
}

TEST(columns_are_kept_and_found)
{
    image im = {0};
    fill(&im, "012");
    REQUIRE(im.count == 3);
    const image_column *c = image_find(&im, "body/position", IMAGE_F64, 3);
    REQUIRE(c);
    CHECK(c->rows == 2 && ((double *)c->data)[5] == 0.5);
    CHECK_STR(c->unit, "m");
    CHECK_STR(c->doc, "centres");
    CHECK(!image_find(&im, "body/position", IMAGE_I64, 3) &&
          !image_find(&im, "body/position", IMAGE_F64, 1));
    CHECK(!image_find(&im, "body", IMAGE_F64, 3) && image_find(&im, "run/case", IMAGE_U8, 1));
    double *empty = image_add(&im, "contact/history", (image_shape){IMAGE_F64, 0, 3}, "m", NULL);
    CHECK(empty && image_find(&im, "contact/history", IMAGE_F64, 3)->rows == 0);
    double *fresh = image_add(&im, "x", (image_shape){IMAGE_F64, 50, 2}, NULL, NULL);
    double sum = 0;
    for (int i = 0; fresh && i < 100; i++)
        sum += fabs(fresh[i]);
    CHECK(fresh && sum == 0);
    CHECK(!image_add(&im, "y", (image_shape){IMAGE_F64, INT64_MAX / 2, 3}, NULL, NULL) &&
          im.count == 5); // too large is no memory
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "many/%d", i);
        CHECK(image_add(&im, name, (image_shape){IMAGE_U8, 1, 1}, "", ""));
    }
    CHECK(im.count == 105 && image_find(&im, "many/99", IMAGE_U8, 1));
    image_clear(&im);
    CHECK(!im.column && !im.count);
    image_clear(&im);
}

TEST(sizes_of_types)
{
    CHECK(image_type_size(IMAGE_F64) == 8 && image_type_size(IMAGE_I64) == 8 &&
          image_type_size(IMAGE_U8) == 1);
}

TEST(hash_does_not_depend_on_the_order_of_columns)
{
    uint64_t want = hash_in_order("012");
    CHECK(hash_in_order("021") == want && hash_in_order("102") == want &&
          hash_in_order("120") == want);
    CHECK(hash_in_order("201") == want && hash_in_order("210") == want);
    CHECK(hash_in_order("01") != want && hash_in_order("") != want);
    // Recorded hashes of states shall stay comparable: a change of this number breaks them all.
    CHECK_MSG(want == UINT64_C(0xadae696977d4a658), "0x%016llx", (unsigned long long)want);
}

TEST(hash_sees_every_bit)
{
    uint64_t want = hash_in_order("012");
    for (int change = 0; change < 9; change++) {
        image im = {0};
        fill(&im, "012");
        REQUIRE(im.count == 3);
        double *x = im.column[0].data;
        char *text = im.column[2].data;
        switch (change) {
        case 0:
            x[0] = -0.0;
            break;
        case 1:
            x[5] = nextafter(x[5], 1);
            break;
        case 2:
            ((int64_t *)im.column[1].data)[1]++;
            break;
        case 3:
            text[4] = 'S';
            break;
        case 4:
            im.column[0].rows = 3;
            im.column[0].width = 2;
            break; // the same bytes in another shape
        case 5:
            im.column[0].type = IMAGE_I64;
            break;
        case 6:
            strcpy(im.column[0].name, "body/velocity");
            break;
        case 7:
            im.column[2].rows = 4;
            break;
        default:
            image_add(&im, "wall/force", (image_shape){IMAGE_F64, 0, 3}, "N", "");
            break;
        }
        CHECK_MSG(image_hash(&im) != want, "change %d went unseen", change);
        image_clear(&im);
    }
    image im = {0};
    fill(&im, "012");
    strcpy(im.column[0].doc, "other words"); // documentation and units are no state
    strcpy(im.column[0].unit, "mm");
    CHECK(image_hash(&im) == want);
    image_clear(&im);
}

TEST(frames_are_cleared)
{
    frame f = {0};
    frame_clear(&f);
    f.ball.id = calloc(4, sizeof *f.ball.id);
    f.ball.position = calloc(4, sizeof *f.ball.position);
    f.ball.radius = calloc(4, sizeof *f.ball.radius);
    f.ball.mass = calloc(4, sizeof *f.ball.mass);
    f.ball.velocity = calloc(4, sizeof *f.ball.velocity);
    f.ball.spin = calloc(4, sizeof *f.ball.spin);
    f.ball.orientation = calloc(4, sizeof *f.ball.orientation);
    f.ball.force = calloc(4, sizeof *f.ball.force);
    f.ball.torque = calloc(4, sizeof *f.ball.torque);
    f.ball.material = calloc(4, sizeof *f.ball.material);
    f.ball.set = calloc(4, sizeof *f.ball.set);
    f.ball.contacts = calloc(4, sizeof *f.ball.contacts);
    f.contact.a = calloc(4, sizeof *f.contact.a);
    f.contact.b = calloc(4, sizeof *f.contact.b);
    f.contact.point = calloc(4, sizeof *f.contact.point);
    f.contact.normal = calloc(4, sizeof *f.contact.normal);
    f.contact.overlap = calloc(4, sizeof *f.contact.overlap);
    f.contact.force = calloc(4, sizeof *f.contact.force);
    f.contact.normal_force = calloc(4, sizeof *f.contact.normal_force);
    f.contact.position_a = calloc(4, sizeof *f.contact.position_a);
    f.contact.position_b = calloc(4, sizeof *f.contact.position_b);
    f.wall = calloc(2, sizeof *f.wall);
    f.walls = 2;
    f.ball.count = f.ball.room = 4;
    frame_clear(&f);
    CHECK(!f.ball.id && !f.ball.contacts && !f.contact.position_b && !f.wall && !f.walls &&
          !f.ball.count);
}

static const row rows[] = {{"file", ROW_TEXT, "", ROW_REQUIRED, 0, 0, "a path"},
                           {"radius", ROW_REAL, "m", ROW_REQUIRED, 0, 1, "a radius"}};
static const plugin plug = {"mesh", "triangles", rows, 2};

static choice chosen(void)
{
    choice c = {&plug, calloc(2, sizeof *c.value)};
    if (c.value)
        c.value[0].text = copy("a.stl");
    return c;
}

// A model with all its lists; lists not named in `lists` are left unallocated although their counters are set.
static void build(model *m, const char *lists)
{
    memset(m, 0, sizeof *m);
    m->materials = 2;
    m->shapes = m->walls = m->grain_sets = m->streams = m->removals = m->probes = 1;
    m->title = copy("title");
    m->path = copy("case.yaml");
    m->resolved = copy("scree: 1");
    m->course.out_name = copy("out");
    m->course.vtk_name = copy("vtk");
    if (strchr(lists, 'm') && (m->material = calloc(2, sizeof *m->material)))
        m->material[1].name = copy("glass");
    if (strchr(lists, 'p') && (m->pair = calloc(4, sizeof *m->pair))) {
        m->pair[3].law[LAW_NORMAL] = chosen();
        m->pair[1].law[LAW_ROLLING] = chosen();
        m->pair[0].law[LAW_TANGENTIAL].what = &plug; // chosen, its values not yet there
    }
    if (strchr(lists, 's') && (m->shape = calloc(1, sizeof *m->shape)))
        m->shape->name = copy("bead");
    if (strchr(lists, 'w') && (m->wall = calloc(1, sizeof *m->wall))) {
        m->wall->name = copy("bottom");
        m->wall->primitive = chosen();
        m->wall->drive = calloc(1, sizeof *m->wall->drive);
        m->wall->drives = 1;
        *m->wall->drive = chosen();
    }
    if (strchr(lists, 'g') && (m->grains = calloc(1, sizeof *m->grains))) {
        m->grains->name = copy("flow");
        m->grains->packing = chosen();
    }
    if (strchr(lists, 't') && (m->stream = calloc(1, sizeof *m->stream)))
        m->stream->name = copy("rain");
    if (strchr(lists, 'r') && (m->removal = calloc(1, sizeof *m->removal)))
        m->removal->name = copy("drain");
    if (strchr(lists, 'b') && (m->probe = calloc(1, sizeof *m->probe))) {
        m->probe->name = copy("profile");
        m->probe->measure = chosen();
    }
}

TEST(models_are_cleared)
{
    model m;
    static const char *const lists[] = {"mpswgtrb", "", "m", "p", "mp", "wg", "strb"};
    for (int i = 0; i < 7; i++) {
        build(&m, lists[i]);
        model_clear(&m);
        CHECK(!m.material && !m.pair && !m.wall && !m.title && !m.materials && !m.course.out_name);
        model_clear(&m); // and once more
    }
    memset(&m, 0, sizeof m);
    model_clear(&m);
    CHECK(!m.title);
}

TEST_MAIN

// test_mesh_files.c - OBJ and PLY beside STL: the same solids from all forms, damage named by line or byte. label:
// sanitize
#include "harness.h"
#include "shape/mesh_file.h"
#include "support/poly_shapes.h"

#include <stdlib.h>

static scree_status parse(const poly_file *f, const char *name, const char *unit, mesh_soup *soup,
                          scree_error *error)
{
    return mesh_file_parse(&(mesh_bytes){(const char *)f->data, f->size, name},
                           mesh_unit_find(unit), 1, soup, error);
}

static scree_status parse_text(const char *text, const char *name, const char *unit,
                               mesh_soup *soup, scree_error *error)
{
    return mesh_file_parse(&(mesh_bytes){text, strlen(text), name}, mesh_unit_find(unit), 1, soup,
                           error);
}

typedef struct form {
    const char *name, *format;
    bool single; // coordinates are rounded to single precision
} form;
static const form forms[] = {{"a.stl", "ascii STL", false},
                             {"a.stl", "binary STL", true},
                             {"a.obj", "OBJ", false},
                             {"a.ply", "ascii PLY", false},
                             {"a.ply", "binary PLY, little-endian", false},
                             {"a.ply", "binary PLY, big-endian", false},
                             {"a.PLY", "binary PLY, little-endian", true},
                             {"nameless", "binary PLY, big-endian", true}};
enum { FORMS = sizeof forms / sizeof *forms };

static poly_file write_form(const poly *p, int form)
{
    switch (form) {
    case 0:
        return poly_stl(p, false);
    case 1:
        return poly_stl(p, true);
    case 2:
        return poly_obj(p);
    case 3:
        return poly_ply(p, PLY_WRITE_ASCII, true);
    case 4:
        return poly_ply(p, PLY_WRITE_LITTLE, true);
    case 5:
        return poly_ply(p, PLY_WRITE_BIG, true);
    case 6:
        return poly_ply(p, PLY_WRITE_LITTLE, false);
    default:
        return poly_ply(p, PLY_WRITE_BIG, false);
    }
}

// gcc 12's straight-line vectoriser leaves out (double)(float) of neighbouring numbers, hence volatile.
static double rounded(double x)
{
    volatile float single = (float)x;
    return single;
}

// Coordinates are rounded to single precision first, so that all forms can hold them.
static void check_forms(poly *p, const char *what)
{
    for (int32_t i = 0; i < p->points; i++)
        p->point[i] =
            v3_make(rounded(p->point[i].x), rounded(p->point[i].y), rounded(p->point[i].z));
    int32_t facets;
    v3 *want = poly_soup(p, &facets);
    for (int k = 0; k < FORMS; k++) {
        poly_file f = write_form(p, k);
        mesh_soup soup;
        scree_error error = {0};
        const scree_status status = parse(&f, forms[k].name, "m", &soup, &error);
        CHECK_MSG(!status, "%s as %s: %s: %s", what, forms[k].format, error.where, error.what);
        if (status)
            continue;
        CHECK_STR(soup.format, forms[k].format);
        CHECK_MSG(soup.facets == facets, "%s as %s: %d", what, forms[k].format, soup.facets);
        CHECK(soup.faces == (k < 2 ? facets : p->faces) && !soup.unused && !soup.repeated &&
              !soup.opposed);
        int wrong = 0;
        for (int32_t i = 0; i < 3 * facets && soup.facets == facets; i++)
            wrong += soup.corner[i].x != want[i].x || soup.corner[i].y != want[i].y ||
                     soup.corner[i].z != want[i].z;
        CHECK_MSG(!wrong, "%s as %s: %d corners differ", what, forms[k].format, wrong);
        mesh_soup_clear(&soup);
        free(f.data);
    }
    free(want);
    poly_clear(p);
}

TEST(all_forms_give_the_same_solid)
{
    poly box = poly_box(v3_make(-1, 0.1, 0), v3_make(2.25, 1.7, 8)), ell = poly_l_prism(0.3);
    poly torus = poly_torus(2, 0.5, 24, 10), pot = poly_pot(30, 12), ball = poly_ball(1, 12, 7);
    check_forms(&box, "box");
    check_forms(&ell, "L");
    check_forms(&torus, "torus");
    check_forms(&pot, "pot");
    check_forms(&ball, "ball");
}

// The mark that some editors put before a text in UTF-8 is no part of it; a binary STL file may begin with any bytes,
// and a text in UTF-16 is told by name.
TEST(marks_before_a_text)
{
    static const int texts[] = {0, 2, 3};
    poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const form *form = &forms[texts[i]];
        poly_file f = write_form(&p, texts[i]),
                  marked = {.data = malloc(f.size + 3), .size = f.size + 3};
        mesh_soup soup, same;
        scree_error error = {0};
        REQUIRE(marked.data);
        memcpy(marked.data, "\xef\xbb\xbf", 3);
        memcpy((char *)marked.data + 3, f.data, f.size);
        REQUIRE(!parse(&f, form->name, "m", &soup, &error));
        CHECK_MSG(!parse(&marked, form->name, "m", &same, &error), "%s: %s", form->format,
                  error.what);
        CHECK(same.facets == soup.facets && !strcmp(same.format, form->format));
        mesh_soup_clear(&same);
        memcpy(marked.data, "\xff\xfe", 2);
        CHECK(parse(&marked, form->name, "m", &same, &error) == SCREE_BAD_INPUT);
        CHECK_HAS(error.what, "UTF-16");
        mesh_soup_clear(&soup);
        free(f.data);
        free(marked.data);
    }
    poly_file binary = write_form(&p, 1);
    mesh_soup soup;
    scree_error error = {0};
    memcpy(binary.data, "\xef\xbb\xbf", 3);
    CHECK(!parse(&binary, "a.stl", "m", &soup, &error) && !strcmp(soup.format, "binary STL"));
    mesh_soup_clear(&soup);
    free(binary.data);
    poly_clear(&p);
}

TEST(units_and_scale_give_the_same_doubles)
{
    // 3.3 mm is the double nearest to 0.0033, from text; a binary file holds the double nearest to 3.3.
    poly p = poly_box(v3_make(0, 0, 0), v3_make(3.3, 3.3, 3.3));
    for (int k = 0; k < FORMS; k++) {
        poly_file f = write_form(&p, k);
        mesh_soup soup, scaled;
        scree_error error;
        REQUIRE(!parse(&f, forms[k].name, "mm", &soup, &error));
        REQUIRE(!mesh_file_parse(&(mesh_bytes){(const char *)f.data, f.size, forms[k].name},
                                 mesh_unit_find("mm"), 4, &scaled, &error));
        double most = 0, most_scaled = 0;
        for (int32_t i = 0; i < 3 * soup.facets; i++) {
            most = soup.corner[i].x > most ? soup.corner[i].x : most;
            most_scaled = scaled.corner[i].x > most_scaled ? scaled.corner[i].x : most_scaled;
        }
        if (forms[k].single)
            CHECK_REL(most, 0.0033, 1e-7);
        else
            CHECK(most == 0.0033);
        CHECK(most_scaled == 4 * most);
        mesh_soup_clear(&soup);
        mesh_soup_clear(&scaled);
        free(f.data);
    }
    poly_clear(&p);
    CHECK(!mesh_unit_find("furlong") && mesh_unit_find("in")->factor == 254);
}

TEST(a_face_with_a_notch_keeps_its_area)
{
    const char *text =
        "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nv 9 9 9\nl 1 2 3\np 6\nf 1 2 3 4 5\n";
    mesh_soup soup;
    scree_error error;
    REQUIRE(!parse_text(text, "notch.obj", "m", &soup, &error));
    CHECK(soup.facets == 3 && soup.faces == 1 && soup.cut == 1 && !soup.bent && soup.unused == 1 &&
          soup.skipped == 2);
    double area = 0;
    for (int t = 0; t < 3; t++)
        area += 0.5 * v3_cross(v3_sub(soup.corner[3 * t + 1], soup.corner[3 * t]),
                               v3_sub(soup.corner[3 * t + 2], soup.corner[3 * t]))
                          .z;
    CHECK_NEAR(area, 16 - 0.5 * 4 * 3, 1e-14);
    mesh_soup_clear(&soup);
}

// A cube whose faces have corners of their own: 24 points in 8 places. Lines of STL have no points to repeat.
TEST(points_in_one_place_are_counted)
{
    static const char *const face[6] = {
        "0 0 0\n0 1 0\n1 1 0\n1 0 0\n", "0 0 1\n1 0 1\n1 1 1\n0 1 1\n",
        "0 0 0\n1 0 0\n1 0 1\n0 0 1\n", "0 1 0\n0 1 1\n1 1 1\n1 1 0\n",
        "0 0 0\n0 0 1\n0 1 1\n0 1 0\n", "1 0 0\n1 1 0\n1 1 1\n1 0 1\n"};
    char obj[2000] = "", ply[2000];
    int at = snprintf(
        ply, sizeof ply,
        "ply\nformat ascii 1.0\nelement vertex 24\nproperty float x\nproperty float y\nproperty "
        "float "
        "z\nelement face 6\nproperty list uchar int vertex_index\nend_header\n%s%s%s%s%s%s",
        face[0], face[1], face[2], face[3], face[4], face[5]);
    for (int f = 0; f < 6; f++)
        at += snprintf(ply + at, sizeof ply - (size_t)at, "4 %d %d %d %d\n", 4 * f, 4 * f + 1,
                       4 * f + 2, 4 * f + 3);
    size_t used = 0;
    for (int f = 0; f < 6; f++) {
        for (const char *line = face[f]; *line; line += 6)
            used += (size_t)snprintf(obj + used, sizeof obj - used, "v %.6s", line);
        used += (size_t)snprintf(obj + used, sizeof obj - used, "f -4 -3 -2 -1\n");
    }
    const char *const text[] = {obj, ply}, *const name[] = {"cube.obj", "cube.ply"};
    for (int k = 0; k < 2; k++) {
        mesh_soup soup;
        scree_error error;
        REQUIRE(!parse_text(text[k], name[k], "mm", &soup, &error));
        CHECK(soup.repeated == 16 && soup.facets == 12 && !soup.unused);
        mesh_soup_clear(&soup);
    }
}

#define PLY_HEAD                                                                                   \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float " \
    "z\n"
#define PLY_FACE "element face 1\nproperty list uchar int vertex_index\nend_header\n"

TEST(damaged_text_names_line_word_and_remedy)
{
    static const struct {
        const char *name, *text, *where, *what;
    } row[] = {
        {"a.obj", "", "a.obj", "empty"},
        {"a.obj", "v 0 0\nf 1 2 3\n", "a.obj:1", "three coordinates"},
        {"a.obj", "v 0 zero 0\n", "a.obj:1", "'zero'"},
        {"a.obj", "v 0 nan 0\n", "a.obj:1", "'nan'"},
        {"a.obj", "v 0 0 0\nv 1 0 0\n\nf 1 2 0\n", "a.obj:4", "not a point of a face: '0'"},
        {"a.obj", "v 0 0 0\nf 1 -2 1\n", "a.obj:2", "'-2'"},
        {"a.obj", "v 0 0 0\nf 1 1x 1\n", "a.obj:2", "'1x'"},
        {"a.obj", "v 0 0 0\nf 1 1 99999999999\n", "a.obj:2", "'99999999999'"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", "a.obj:3", "face 1 has 2"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n", "a.obj:3",
         "does not exist: the file has 2 points"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "a.obj", "no faces"},
        {"a.obj", "v 0 0 0\ncstype bezier\n", "a.obj:2",
         "free-form curves and surfaces are not read: 'cstype'"},
        {"a.obj", "solid x\n", "a.obj:1", "no line of an OBJ file"},
        {"a.obj", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n", "a.obj:5", "crosses itself"},
        {"a.ply", "solid x\n", "a.ply", "first line is not 'ply'"},
        {"a.ply", "ply\nformat ascii 1.0\n", "a.ply:3", "the header has no end"},
        {"a.ply", "ply\nformat ascii 2.0\n", "a.ply:2", "'2.0'"},
        {"a.ply", "ply\nformat octal 1.0\n", "a.ply:2", "'octal'"},
        {"a.ply", "ply\nelement vertex many\n", "a.ply:2", "'many'"},
        {"a.ply", "ply\nproperty float x\n", "a.ply:2", "in front of the first element"},
        {"a.ply", "ply\nelement vertex 3\nproperty real x\n", "a.ply:3",
         "unknown type of number: 'real'"},
        {"a.ply", "ply\nelement vertex 3\nproperty float x\nproperty float x\n", "a.ply:4",
         "stands twice: 'x'"},
        {"a.ply", "ply\nelement vertex 3\nelement vertex 3\nend_header\n", "a.ply:4",
         "does not say the format"},
        {"a.ply", "ply\nwhat is this\n", "a.ply:2", "no word of a PLY header: 'what'"},
        {"a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n",
         "a.ply:5", "x, y and z"},
        {"a.ply", PLY_HEAD "end_header\n0 0 0\n", "a.ply:7", "no element 'face'"},
        {"a.ply",
         PLY_HEAD "element tristrips 1\nproperty list int int vertex_indices\nend_header\n",
         "a.ply:9", "triangle strips"},
        {"a.ply", PLY_HEAD "element face 1\nproperty list float int vertex_index\n", "a.ply:8",
         "'float'"},
        {"a.ply", PLY_HEAD "element face 1\nproperty list uchar float vertex_index\n", "a.ply:8",
         "no whole numbers"},
        {"a.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 one 0\n3 0 1 2\n", "a.ply:12", "'one'"},
        {"a.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "a.ply:13",
         "the file has 3 points"},
        {"a.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", "a.ply:13",
         "-1 is no count"},
        {"a.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n2 0 1\n", "a.ply:13", "face 1 has 2"},
        {"a.ply", PLY_HEAD PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1", "a.ply:13",
         "ends inside its data"},
        {"a.mesh", "no idea what", "a.mesh", "neither STL nor PLY, and not named as an OBJ file"},
        {"a.stl", "no idea what", "a.stl", "not an STL file"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mesh_soup soup;
        scree_error error = {0};
        CHECK_MSG(parse_text(row[i].text, row[i].name, "mm", &soup, &error) == SCREE_BAD_INPUT,
                  "row %zu", i);
        CHECK_STR(error.where, row[i].where);
        CHECK_HAS(error.what, row[i].what);
        CHECK(error.hint[0] && !soup.corner);
    }
}

TEST(damaged_binary_names_the_byte)
{
    poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1));
    poly_file f = poly_ply(&p, PLY_WRITE_LITTLE, false);
    const char *end = strstr((const char *)f.data, "end_header\n");
    REQUIRE(end != NULL);
    const size_t data = (size_t)(end - (const char *)f.data) + 11;
    mesh_soup soup;
    scree_error error;
    char where[64];
    const poly_file cut = {f.data, data + 8 * 13 + 5, 0};
    CHECK(parse(&cut, "a.ply", "m", &soup, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "6 items of 'face' do not fit into the file");
    snprintf(where, sizeof where, "a.ply: byte %zu", data + 8 * 13);
    CHECK_STR(error.where, where);
    const unsigned char nan[4] = {0, 0, 0xc0, 0x7f};
    memcpy(f.data + data + 13 * 2 + 4, nan, 4);
    CHECK(parse(&f, "a.ply", "m", &soup, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "a coordinate of point 3 is not a finite number");
    snprintf(where, sizeof where, "a.ply: byte %zu", data + 13 * 2 + 4);
    CHECK_STR(error.where, where);
    free(f.data);
    poly_clear(&p);
}

// Coordinates of every type of number, in both orders of bytes, negative ones where there are such.
TEST(all_types_of_numbers)
{
    static const struct {
        const char *name;
        int size;
        bool has_sign, is_real;
    } type[] = {{"char", 1, true, false},   {"uint8", 1, false, false},
                {"int16", 2, true, false},  {"ushort", 2, false, false},
                {"int", 4, true, false},    {"uint32", 4, false, false},
                {"float32", 4, true, true}, {"double", 8, true, true}};
    for (int k = 0; k < 16; k++) {
        const int size = type[k / 2].size;
        const bool big = k % 2;
        char file[512];
        int at = snprintf(
            file, 400,
            "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty %s x\nproperty %s y\n"
            "property %s z\nelement face 1\nproperty list ushort uchar vertex_index\nend_header\n",
            big ? "big" : "little", type[k / 2].name, type[k / 2].name, type[k / 2].name);
        const int low = type[k / 2].has_sign ? -7 : 3;
        const double want[9] = {low, 0, 1, 100, low, 2, 5, 6, 7};
        for (int i = 0; i < 9; i++) {
            uint64_t bits = (uint64_t)(int64_t)want[i];
            const float single = (float)want[i];
            if (type[k / 2].is_real && size == 8)
                memcpy(&bits, &want[i], 8);
            if (type[k / 2].is_real && size == 4) {
                uint32_t word;
                memcpy(&word, &single, 4);
                bits = word;
            }
            for (int b = 0; b < size; b++)
                file[at++] = (char)(bits >> 8 * (big ? size - 1 - b : b));
        }
        const char list[5] = {big ? 0 : 3, big ? 3 : 0, 0, 1, 2};
        memcpy(file + at, list, 5);
        mesh_soup soup;
        scree_error error = {0};
        const scree_status status = mesh_file_parse(&(mesh_bytes){file, (size_t)at + 5, "a.ply"},
                                                    mesh_unit_find("m"), 1, &soup, &error);
        CHECK_MSG(!status, "%s: %s", type[k / 2].name, error.what);
        if (status)
            continue;
        for (int i = 0; i < 3; i++)
            CHECK(soup.corner[i].x == want[3 * i] && soup.corner[i].y == want[3 * i + 1] &&
                  soup.corner[i].z == want[3 * i + 2]);
        mesh_soup_clear(&soup);
    }
}

TEST(files_that_cannot_be_opened)
{
    mesh_soup soup;
    scree_error error;
    CHECK(mesh_file_read("no-such-file.obj", mesh_unit_find("m"), 1, &soup, &error) == SCREE_IO);
    CHECK_STR(error.where, "no-such-file.obj");
    CHECK(mesh_file_read(".", mesh_unit_find("m"), 1, &soup, &error) == SCREE_IO);
}

// Random damage gives a soup of finite corners or a fault with a place, never anything else.
TEST(random_damage)
{
    uint64_t state = 99;
    poly p = poly_l_prism(1);
    int accepted = 0;
    for (int k = 0; k < FORMS; k++) {
        poly_file f = write_form(&p, k);
        unsigned char *copy = malloc(f.size);
        REQUIRE(copy != NULL);
        for (int round = 0; round < 1500; round++) {
            memcpy(copy, f.data, f.size);
            size_t size = f.size;
            for (int n = round % 4; n >= 0; n--) {
                state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
                const size_t at = (size_t)(state >> 33) % size;
                if (round % 7 == 0)
                    size = at + 1;
                else
                    copy[at] = (unsigned char)(state >> 20);
            }
            mesh_soup soup;
            scree_error error = {0};
            const poly_file damaged = {copy, size, 0};
            if (parse(&damaged, forms[k].name, "cm", &soup, &error)) {
                CHECK(error.where[0] && error.what[0] && error.hint[0] && !soup.corner);
                continue;
            }
            accepted++;
            int wild = soup.facets < 1;
            for (int32_t i = 0; i < 3 * soup.facets; i++)
                wild += !isfinite(soup.corner[i].x) || !isfinite(soup.corner[i].y) ||
                        !isfinite(soup.corner[i].z);
            CHECK(!wild);
            mesh_soup_clear(&soup);
        }
        free(copy);
        free(f.data);
    }
    CHECK(accepted > 500);
    poly_clear(&p);
}

TEST_MAIN

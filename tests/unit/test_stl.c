// test_stl.c - the STL reader: both forms, units, every kind of damage, and random mutations. label: sanitize
#include "harness.h"
#include "mesh_shapes.h"

#include "shape/stl.h"

static scree_status parse(const bytes *b, const char *unit, stl_soup *soup, scree_error *error)
{
    return stl_parse(b->data, b->size, "part.stl", stl_unit_find(unit), soup, error);
}

static facets brick(void)
{
    facets f = {0};
    add_box(&f, v3_make(-1, 0.5, 0), v3_make(2.25, 1.75, 8), 2);
    return f;
}

TEST(ascii_and_binary_give_the_same_soup)
{
    facets f = brick();
    bytes text = ascii_stl(&f), binary = binary_stl(&f);
    stl_soup a, b;
    scree_error error;
    REQUIRE(!parse(&text, "m", &a, &error) && !parse(&binary, "m", &b, &error));
    CHECK(!a.binary && b.binary);
    CHECK(a.facets == f.count && b.facets == f.count);
    CHECK(!memcmp(a.corner, b.corner, 3 * (size_t)f.count * sizeof *a.corner));
    CHECK(!memcmp(a.corner, f.corner, 3 * (size_t)f.count * sizeof *a.corner));
    CHECK(a.opposed == 0 && b.opposed == 0);
    stl_clear(&a);
    stl_clear(&b);
    CHECK(!a.corner && !a.facets);
    free(text.data);
    free(binary.data);
    free(f.corner);
}

#define FACET(numbers) "facet normal 0 0 1\nouter loop\n" numbers "endloop\nendfacet\n"

static scree_status parse_text(const char *text, const char *unit, stl_soup *soup,
                               scree_error *error)
{
    return stl_parse(text, strlen(text), "part.stl", stl_unit_find(unit), soup, error);
}

TEST(units_shift_the_decimal_point)
{
    static const struct {
        const char *unit;
        double want;
    } row[] = {{"m", 3.3},     {"cm", 0.033},   {"mm", 0.0033},
               {"um", 3.3e-6}, {"in", 0.08382}, {"ft", 1.00584}};
    const char *text =
        "solid\n" FACET("vertex 3.3 0 0\nvertex 0 33e-1 0\nvertex 0 0 +.33E1\n") "endsolid\n";
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        stl_soup soup;
        scree_error error;
        REQUIRE(!parse_text(text, row[i].unit, &soup, &error));
        CHECK_REL(soup.corner[0].x, row[i].want, 3e-16);
        CHECK(soup.corner[1].y == soup.corner[0].x && soup.corner[2].z == soup.corner[0].x);
        if (i < 4)
            CHECK(soup.corner[0].x == row[i].want); // decimal units round once
        stl_clear(&soup);
    }
    CHECK(stl_unit_find("furlong") == NULL);
}

TEST(several_solids_blank_lines_and_capitals)
{
    const char *text = "SOLID first one\r\n" FACET(
        "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n") "endsolid first one\r\n\n"
                                                      "solid\n" FACET(
                                                          "VERTEX 0 0 1\nvertex 0 1 1\nvertex 1 0 "
                                                          "1\n") "endsolid";
    stl_soup soup;
    scree_error error;
    REQUIRE(!parse_text(text, "m", &soup, &error));
    CHECK(soup.facets == 2);
    CHECK(soup.opposed == 1); // the second turns against its normal
    stl_clear(&soup);
}

TEST(damaged_text_names_line_word_and_remedy)
{
    static const struct {
        const char *text, *where, *what;
    } row[] = {
        {"solid\nfacet normal 0 0 1\nouter loop\nvertx 0 0 0\n", "part.stl:4",
         "expected 'vertex', found 'vertx'"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 zero 0\n", "part.stl:4", "'zero'"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n", "part.stl:4", "'nan'"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 inf 0\n", "part.stl:4", "'inf'"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0x10 0\n", "part.stl:4", "'0x10'"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 1e999 0 0\n", "part.stl:4", "'1e999'"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0", "part.stl:5",
         "ends inside a facet"},
        {"solid\nfacet normal 0 0 1\nouter loop\n", "part.stl:4", "'vertex' should stand"},
        {"solid a\n" FACET("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"), "part.stl:9",
         "without 'endsolid'"},
        {"solid a\nfacets\n", "part.stl:2", "expected 'facet' or 'endsolid', found 'facets'"},
        {"solid a\nendsolid\nnonsense\n", "part.stl:3", "unexpected 'nonsense'"},
        {"solid a\nendsolid\n", "part.stl", "no facets"},
        {"ply\nformat ascii 1.0\n", "part.stl", "not an STL file"},
        {"", "part.stl", "empty"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        stl_soup soup;
        scree_error error = {0};
        CHECK(parse_text(row[i].text, "mm", &soup, &error) == SCREE_BAD_INPUT);
        CHECK_STR(error.where, row[i].where);
        CHECK_HAS(error.what, row[i].what);
        CHECK(error.hint[0] && !soup.corner);
    }
}

TEST(damaged_binary_names_byte_and_sizes)
{
    facets f = brick();
    bytes b = binary_stl(&f);
    stl_soup soup;
    scree_error error;
    b.size -= 7;
    CHECK(parse(&b, "m", &soup, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "part.stl: byte 80");
    CHECK_HAS(error.what, "with 48 facets has 2484 bytes, this one has 2477");
    b.size += 7;
    const unsigned char nan[4] = {0, 0, 0xc0, 0x7f};
    memcpy(b.data + 84 + 3 * 50 + 24, nan, 4);
    CHECK(parse(&b, "m", &soup, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "part.stl: byte 258");
    CHECK_HAS(error.what, "corner 2 of facet 4");
    b.size = 84;
    memset(b.data + 80, 0, 4);
    CHECK(parse(&b, "m", &soup, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "no facets");
    free(b.data);
    free(f.corner);
}

// Random damage must give a soup or an error, never anything else; every soup is finite.
static void mutate(bytes original, uint64_t *state, int rounds, int *accepted)
{
    char *copy = malloc(original.size);
    if (!copy)
        abort();
    for (int i = 0; i < rounds; i++) {
        memcpy(copy, original.data, original.size);
        size_t size = original.size;
        for (int k = (int)uniform(state, 0, 4); k >= 0; k--)
            copy[(size_t)uniform(state, 0, (double)size)] = (char)(int)uniform(state, -128, 128);
        if (uniform(state, 0, 1) < 0.2)
            size = (size_t)uniform(state, 0, (double)size);
        stl_soup soup;
        scree_error error;
        scree_status status = stl_parse(copy, size, "x", stl_unit_find("mm"), &soup, &error);
        bool fine =
            status ? status == SCREE_BAD_INPUT && !soup.corner && error.what[0] : soup.facets > 0;
        for (int64_t c = 0; !status && c < 3 * (int64_t)soup.facets; c++)
            fine &= isfinite(v3_norm(soup.corner[c]));
        CHECK(fine);
        *accepted += !status;
        stl_clear(&soup);
    }
    free(copy);
}

TEST(random_mutations)
{
    facets f = {0};
    add_box(&f, v3_make(0, 0, 0), v3_make(1, 2, 3), 1);
    bytes text = ascii_stl(&f), binary = binary_stl(&f);
    uint64_t state = 12345;
    int accepted = 0;
    mutate(text, &state, 5000, &accepted);
    mutate(binary, &state, 5000, &accepted);
    CHECK_MSG(accepted > 500 && accepted < 9500, "%d of 10000 accepted",
              accepted); // both ways were walked
    free(text.data);
    free(binary.data);
    free(f.corner);
}

TEST_MAIN

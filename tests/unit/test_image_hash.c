// test_image_hash.c - the tree of the state hash: against its description in docs/reproducibility.md, written out once
// more here; made by several that own any rows; and that no bit escapes it. label: sanitize
#include "base/hash.h"
#include "base/random.h"
#include "harness.h"
#include "state/image.h"

#include <stdlib.h>

enum { PARTS = 5 };

// What docs/reproducibility.md says, byte by byte.
static uint64_t described(const image *im, const char *const *name, int names)
{
    uint64_t state = 0;
    for (int n = 0; n < names; n++) {
        const image_column *c = NULL;
        for (int i = 0; i < im->count; i++)
            if (!strcmp(im->column[i].name, name[n]))
                c = &im->column[i];
        if (!c)
            return 0;
        const uint64_t shape[3] = {(uint64_t)c->type, (uint64_t)c->rows, (uint64_t)c->width};
        unsigned char head[100] = {0};
        size_t length = strlen(c->name) + 1;
        memcpy(head, c->name, length);
        for (int k = 0; k < 24; k++)
            head[length++] = (unsigned char)(shape[k / 8] >> 8 * (k % 8));
        uint64_t hash = hash_of(head, length, 0);
        const int64_t row = c->width * (c->type == IMAGE_U8 ? 1 : 8);
        for (int64_t at = 0; at < c->rows; at += 65536) {
            const int64_t rows = c->rows - at < 65536 ? c->rows - at : 65536;
            const uint64_t run = hash_of((char *)c->data + at * row, (size_t)(rows * row), 0);
            hash = hash_of(&run, 8, hash);
        }
        state = hash_of(&hash, 8, state);
    }
    return state;
}

static image make(int64_t rows)
{
    image im = {0};
    rng r = rng_make(21, (uint64_t)rows);
    double *x = image_add(&im, "body/position", (image_shape){IMAGE_F64, rows, 2}, "m", "");
    int64_t *id = image_add(&im, "body/id", (image_shape){IMAGE_I64, rows, 1}, "1", "");
    char *text = image_add(&im, "case/text", (image_shape){IMAGE_U8, 5, 1}, "", "");
    double *time = image_add(&im, "run/time", (image_shape){IMAGE_F64, 1, 2}, "s", "");
    if (!x || !id || !text || !time)
        abort();
    for (int64_t i = 0; i < rows; i++) {
        id[i] = (i ? id[i - 1] : 0) + 1 + (int64_t)rng_below(&r, 1000);
        x[2 * i] = rng_range(&r, -1, 1);
        x[2 * i + 1] = rng_range(&r, -1, 1);
    }
    memcpy(text, "glass", 5);
    time[1] = 1e-5;
    return im;
}

TEST(the_tree_is_the_one_described)
{
    static const char *const name[] = {"body/id", "body/position", "run/time"};
    static const int64_t rows[] = {0, 1, 65535, 65536, 65537, 200000};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        image im = make(rows[k]);
        CHECK_MSG(image_hash(&im) == described(&im, name, 3), "%lld rows", (long long)rows[k]);
        CHECK(image_runs(rows[k]) == (rows[k] + 65535) / 65536);
        image_clear(&im);
    }
}

// Each part owns rows by chance. A run is hashed by one of the parts, which has got its rows from their owners in the
// order of the parts, and puts them in that of the ids; who wants the state hash gets the hashes of the runs alone.
static uint64_t hash_by_parts(const image_column *column, const int *owner)
{
    const size_t row = (size_t)column->width * image_type_size(column->type);
    char *run = malloc((size_t)IMAGE_RUN_ROWS * row);
    uint64_t hash = image_column_begin(column);
    for (int64_t k = 0; run && k < image_runs(column->rows); k++) {
        const int64_t first = k * IMAGE_RUN_ROWS;
        const int64_t left = column->rows - first;
        const int64_t count = left < IMAGE_RUN_ROWS ? left : IMAGE_RUN_ROWS;
        for (int part = PARTS - 1; part >= 0; part--)
            for (int64_t i = first; i < first + count; i++)
                if (owner[i] == part)
                    memcpy(run + (size_t)(i - first) * row, (char *)column->data + (size_t)i * row,
                           row);
        hash = image_hash_join(hash, image_run_hash(column->type, column->width, run, count));
    }
    free(run);
    return hash;
}

TEST(parts_make_it_together)
{
    image im = make(150000);
    rng r = rng_make(22, 0);
    int *owner = malloc(150000 * sizeof *owner);
    REQUIRE(owner);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 150000; i++)
            owner[i] = (int)rng_below(&r, round == 0 ? 1 : PARTS);
        uint64_t state = image_hash_join(0, hash_by_parts(&im.column[1], owner));
        state = image_hash_join(state, hash_by_parts(&im.column[0], owner));
        state = image_hash_join(state, hash_by_parts(&im.column[3], owner));
        CHECK(state == image_hash(&im));
    }
    free(owner);
    image_clear(&im);
}

static bool sees(const image *im, uint64_t want, unsigned char *at, int bit)
{
    *at ^= (unsigned char)(1 << bit);
    const bool seen = image_hash(im) != want;
    *at ^= (unsigned char)(1 << bit);
    return seen;
}

TEST(no_bit_escapes)
{
    image small = make(40);
    uint64_t want = image_hash(&small);
    int64_t missed = 0;
    for (int i = 0; i < small.count; i++) {
        const image_column *c = &small.column[i];
        if (!strcmp(c->name, "case/text"))
            continue;
        const int64_t bytes = c->rows * c->width * (int64_t)image_type_size(c->type);
        for (int64_t bit = 0; bit < 8 * bytes; bit++)
            missed += !sees(&small, want, (unsigned char *)c->data + bit / 8, (int)(bit % 8));
    }
    CHECK(missed == 0 && image_hash(&small) == want);
    ((char *)small.column[2].data)[0] = 'G'; // the text of the case is told of the state
    CHECK(image_hash(&small) == want);
    image_clear(&small);

    image large = make(140000);
    unsigned char *x = large.column[0].data;
    rng r = rng_make(23, 0);
    want = image_hash(&large);
    static const int64_t row[] = {0, 65535, 65536, 131071, 131072, 139999};
    for (int k = 0; k < 60; k++) {
        const int64_t at = k < 6 ? row[k] : (int64_t)rng_below(&r, 140000);
        missed += !sees(&large, want, x + 16 * at + rng_below(&r, 16), (int)rng_below(&r, 8));
    }
    CHECK(missed == 0);
    for (int i = 0; i < 8; i++) { // two runs, or two rows, in each other's place
        double *a = (double *)large.column[0].data + i;
        double *b = a + 2 * 65536;
        const double keep = *a;
        *a = *b;
        *b = keep;
        CHECK(image_hash(&large) != want);
        *b = *a;
        *a = keep;
        CHECK(image_hash(&large) == want);
    }
    image_clear(&large);
}

TEST_MAIN

// test_base.c - memory, text, numbers in text, hashing, sorting and turns. label: sanitize
#include "base/constants.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/turns.h"
#include "harness.h"

#include <float.h>
#include <locale.h>
#include <stdlib.h>

// The address sanitizer stops a program that asks for too much, unless told that the answer NULL is wanted.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

TEST(arrays_grow)
{
    int *list = NULL;
    int64_t room = 0;
    int moves = 0;
    for (int i = 0; i < 100000; i++) {
        int64_t before = room;
        REQUIRE(MEM_GROW(list, room, i + 1));
        moves += room != before;
        list[i] = i;
    }
    CHECK(room >= 100000 && moves < 40);
    int wrong = 0;
    for (int i = 0; i < 100000; i++)
        wrong += list[i] != i;
    CHECK(wrong == 0);
    // What cannot be had leaves everything as it was.
    int *old = list;
    int64_t old_room = room;
    CHECK(!MEM_GROW(list, room, INT64_MAX));
    CHECK(!MEM_GROW(list, room, INT64_MAX / 4));
    CHECK(!mem_grow((void **)&list, &room, (int64_t)1 << 58, 1));
    CHECK(list == old && room == old_room && list[99999] == 99999);
    free(list);
}

static bool all_zero(const unsigned char *p, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (p[i])
            return false;
    return true;
}

TEST(blocks_are_aligned_and_zeroed)
{
    static const size_t size[] = {0, 1, 63, 64, 65, 4096, (4 << 20) - 1, 4 << 20, (5 << 20) + 3};
    for (int i = 0; i < 9; i++) {
        unsigned char *a = mem_aligned(size[i]), *b = mem_large(size[i]);
        REQUIRE(a && b);
        CHECK((uintptr_t)a % MEM_ALIGNMENT == 0 && (uintptr_t)b % MEM_ALIGNMENT == 0);
        CHECK(all_zero(a, size[i]) && all_zero(b, size[i]));
        memset(a, 1, size[i]);
        memset(b, 2, size[i]);
        mem_free(a);
        mem_free(b);
    }
    mem_free(NULL);
    double *d = mem_array(100, sizeof *d);
    REQUIRE(d);
    CHECK(all_zero((unsigned char *)d, 100 * sizeof *d));
    mem_free(d);
    CHECK(!mem_array(-1, 8) && !mem_array(INT64_MAX, 8) && !mem_array(INT64_MAX / 2, 2));
    CHECK(!mem_aligned(SIZE_MAX) && !mem_large(SIZE_MAX) && !mem_large(SIZE_MAX / 2));
}

TEST(copies_and_formats)
{
    char *a = text_copy("grain"), *b = text_format("%s %d %s", a, 7, "of a rather long line"),
         *c = text_slice("walls", 4);
    CHECK_STR(a, "grain");
    CHECK_STR(b, "grain 7 of a rather long line");
    CHECK_STR(c, "wall");
    CHECK(!text_copy(NULL));
    free(a);
    free(b);
    free(c);
}

TEST(buffers_grow)
{
    text_buffer t = {0};
    char line[600];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = 0;
    text_append(&t, "a");
    text_append_format(&t, "%d", 12);
    text_append_slice(&t, "bcd", 2);
    CHECK_STR(t.data, "a12bc");
    text_append_format(&t, "<%s>", line); // longer than any buffer inside
    CHECK(t.length == 5 + 601 && t.data[605] == '>' && strlen(t.data) == t.length && !t.failed);
    for (int i = 0; i < 10000; i++)
        text_append_format(&t, "%04d", i);
    CHECK(t.length == 606 + 40000 && !strcmp(t.data + t.length - 8, "99989999"));
    t.failed = true;
    text_append(&t, "no");
    CHECK(t.length == 606 + 40000);
    text_buffer_clear(&t);
    CHECK(!t.data && !t.length && !t.failed);
}

TEST(distances_between_words)
{
    CHECK(text_distance("", "") == 0 && text_distance("", "abc") == 3 &&
          text_distance("abc", "") == 3);
    CHECK(text_distance("hertz", "hertz") == 0 && text_distance("hertz", "herz") == 1);
    CHECK(text_distance("freedom", "fredom") == 1 && text_distance("ca", "ac") == 1);
    CHECK(text_distance("kitten", "sitting") == 3 && text_distance("ca", "abc") == 3);
    CHECK(text_distance("rpiodes", "periods") == 4);
    char longer[200];
    memset(longer, 'a', 199);
    longer[199] = 0;
    CHECK(text_distance(longer, "a") == 199 && text_distance(longer, longer) == 0);
    // A distance is symmetric, and obeys the triangle inequality where no swap is involved.
    static const char *const word[] = {"young",   "poisson",     "density", "gravity",
                                       "granite", "restitution", "y",       ""};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            CHECK(text_distance(word[i], word[j]) == text_distance(word[j], word[i]));
}

TEST(closest_word)
{
    static const char *const key[] = {"density", NULL, "young", "poisson", "restitution"};
    CHECK_STR(text_closest("yuong", key, 5, 2), "young");
    CHECK_STR(text_closest("poison", key, 5, 2), "poisson");
    CHECK(!text_closest("friction", key, 5, 3) && !text_closest("x", key, 0, 9));
    static const char *const twins[] = {"bat", "cat"};
    CHECK_STR(text_closest("rat", twins, 2, 1), "bat");
}

TEST(list_for_people)
{
    char list[24] = "there are:";
    text_list_add(list, sizeof list, "abc");
    CHECK_STR(list, "there are: abc");
    text_list_add(list, sizeof list, "defg");
    CHECK_STR(list, "there are: abc and more");
    text_list_add(list, sizeof list, "h");
    CHECK_STR(list, "there are: abc and more");
    char bare[24] = "";
    text_list_add(bare, sizeof bare, "abc");
    text_list_add(bare, sizeof bare, "defg");
    CHECK_STR(bare, "abc, defg");
    text_list_add(bare, sizeof bare, "hijk");
    CHECK_STR(bare, "abc, defg and more");
}

static void check_number(const char *text, double want, const char *rest)
{
    double got = -1;
    const char *end = NULL;
    CHECK_MSG(text_number(text, &got, &end), "\"%s\" not read", text);
    CHECK_MSG(!memcmp(&got, &want, sizeof got), "\"%s\" read as %.17g", text, got);
    CHECK_STR(end, rest);
}

TEST(numbers_in_text)
{
    check_number("0", 0, "");
    check_number("-0.0", -0.0, "");
    check_number("70 GPa", 70, " GPa");
    check_number("+.5e1x", 5, "x");
    check_number("5.", 5, "");
    check_number("1e", 1, "e");
    check_number("1e+", 1, "e+");
    check_number("2 e5", 2, " e5");
    check_number("0x10", 0, "x10");
    check_number("1,5", 1, ",5");
    check_number("1_000", 1, "_000");
    check_number("0.1", 0.1, "");
    check_number("00012.50", 12.5, "");
    check_number("1.7976931348623157e308", DBL_MAX, "");
    check_number("4.9406564584124654e-324", 0x1p-1074, "");
    check_number("2.2250738585072011e-308", 0x0.fffffffffffffp-1022,
                 ""); // once an endless loop in a well-known reader
    check_number("9007199254740993", 9007199254740992.0, ""); // a tie goes to even
    check_number("9007199254740993.00000000000000000000000000001", 9007199254740994.0, "");
    check_number("0.000000000000000000000000000000000000000000012e44", 1.2, "");
    check_number("12000000000000000000000000000000000000000000e-42", 12, "");
    static const char *const wrong[] = {
        "",     "-",   ".",   "e5",    " 1",     "nan",    "inf",
        "-inf", "NaN", "--1", "1e309", "-1e400", "1e-400", "1e99999999999999999999"};
    for (int i = 0; i < 14; i++) {
        double kept = 42;
        const char *end = NULL;
        CHECK_MSG(!text_number(wrong[i], &kept, &end) && kept == 42 && !end, "\"%s\" was read",
                  wrong[i]);
    }
}

// 17 digits name every double; the C library writes them, whatever it reads.
TEST(numbers_survive_writing_and_reading)
{
    rng r = rng_make(11, 0);
    char text[64];
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = rng_u64(&r);
        double x, got = 0;
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        if (i % 2)
            x = rng_range(&r, -1000, 1000);
        snprintf(text, sizeof text, i % 3 ? "%.17g" : "%.40e", x);
        if (!text_number(text, &got, NULL) || got != x)
            CHECK_MSG(false, "%s read as %.17g", text, got);
        // Short decimals take the quick way; the C library must agree.
        snprintf(text, sizeof text, "%.*g", 1 + i % 16, x);
        if (fabs(x) > 1e300 || fabs(x) < 1e-300)
            continue;
        if (!text_number(text, &got, NULL) || got != strtod(text, NULL))
            CHECK_MSG(false, "%s read as %.17g", text, got);
    }
    CHECK(r.s[0] != 0);
}

TEST(very_long_numbers)
{
    static char text[3000];
    // Half way between 1 and the next double, 1 + 2^-53, is written exactly with 53 decimals; one digit far behind
    // decides.
    int n = snprintf(text, sizeof text, "%.53f", 1 + 0x1p-52);
    const char *middle = "1.00000000000000011102230246251565404236316680908203125";
    n = snprintf(text, sizeof text, "%s", middle);
    check_number(text, 1, "");
    memset(text + n, '0', 2000);
    text[n + 2000] = 0;
    check_number(text, 1, "");
    text[n + 1999] = '1';
    check_number(text, 1 + 0x1p-52, "");
    memset(text, '9', 2999);
    text[2999] = 0;
    double kept;
    CHECK(!text_number(text, &kept, NULL));
    text[1] = '.';
    check_number(text, 10, "");
}

TEST(shifted_numbers_are_rounded_once)
{
    double a, b;
    const char *end;
    CHECK(text_number_shifted("3.3 mm", -3, &a, &end) && a == 0.0033 && !strcmp(end, " mm"));
    CHECK(text_number_shifted("70", 9, &a, NULL) && a == 70e9);
    for (
        int i = 1; i < 10000;
        i++) { // millimetres and metres are the same doubles, which a multiplication would not give
        char metres[32], millimetres[32];
        snprintf(metres, sizeof metres, "0.%07d", i);
        snprintf(millimetres, sizeof millimetres, "%d.%04d", i / 10000, i % 10000);
        REQUIRE(text_number(metres, &a, NULL) && text_number_shifted(millimetres, -3, &b, NULL));
        CHECK(a == b);
    }
    CHECK(text_number_shifted("1", 308, &a, NULL) && a == 1e308);
    CHECK(!text_number_shifted("1e300", 9, &a, NULL) &&
          !text_number_shifted("1e-300", -30, &a, NULL));
}

TEST(numbers_do_not_depend_on_the_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    const char *set = NULL;
    for (int i = 0; i < 4 && !set; i++)
        set = setlocale(LC_NUMERIC, names[i]);
    if (!set)
        SKIP("no locale with a decimal comma is installed");
    check_number("1.5", 1.5, "");
    check_number("1,5", 1, ",5");
    check_number("3.14159265358979323846", 3.14159265358979323846, "");
    setlocale(LC_NUMERIC, "C");
}

TEST(hash_gives_published_values)
{
    CHECK(hash_of("", 0, 0) == UINT64_C(0xef46db3751d8e999));
    CHECK(hash_of("a", 1, 0) == UINT64_C(0xd24ec4f1a98c6e5b));
    CHECK(hash_of("abc", 3, 0) == UINT64_C(0x44bc2cf5ad770999));
    const char *line = "Nobody inspects the spammish repetition";
    CHECK(hash_of(line, strlen(line), 0) == UINT64_C(0xfbcea83c8a378bf1));
}

TEST(hash_takes_numbers_by_their_lowest_byte_first)
{
    const double word[] = {1.5, -0.0};
    const unsigned char bytes[] = {0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x80};
    CHECK(hash_of(word, sizeof word, 7) == hash_of(bytes, sizeof bytes, 7));
    CHECK(hash_number(UINT64_C(0x3ff8000000000000), 7) == hash_of(bytes, 8, 7));
    CHECK(hash_number(1, 7) != hash_number(1, 8) && hash_number(1, 7) != hash_number(2, 7));
}

// With x = 1 - s^2 nothing is infinite; Simpson's rule.
TEST(impacts_of_hertz_last_as_long_as_their_integral)
{
    enum { CUTS = 2000 };
    double sum = 1 / sqrt(2.5) + 1;
    for (int i = 1; i < CUTS; i++) {
        double s = (double)i / CUTS;
        sum += (i % 2 ? 4 : 2) * s / sqrt(1 - pow(1 - s * s, 2.5));
    }
    CHECK_REL(HERTZ_DURATION, 4 * sum / (3 * CUTS), 1e-11);
    CHECK_REL(HERTZ_DURATION, 0.8 * sqrt(PI) * tgamma(0.4) / tgamma(0.9), 1e-14);
}

static int by_key_and_place(const void *a, const void *b)
{
    const sort_pair *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

// Values are the places before sorting, so that qsort by (key, value) is the stable order.
static void check_sort(int count, uint64_t mask, int shift, rng *r)
{
    sort_pair *a = mem_array(count, sizeof *a), *b = mem_array(count, sizeof *b),
              *scratch = mem_array(count, sizeof *b);
    if (CHECK(a && b && scratch)) {
        for (int i = 0; i < count; i++)
            a[i] = b[i] = (sort_pair){(rng_u64(r) & mask) << shift, (uint32_t)i};
        sort_u64_by_key(a, count, scratch);
        qsort(b, (size_t)count, sizeof *b, by_key_and_place);
        int wrong = 0;
        for (int i = 0; i < count; i++)
            wrong += a[i].key != b[i].key || a[i].value != b[i].value;
        CHECK_MSG(wrong == 0, "%d pairs, mask %llx: %d wrong", count, (unsigned long long)mask,
                  wrong);
    }
    mem_free(a);
    mem_free(b);
    mem_free(scratch);
}

TEST(pairs_are_sorted_and_equal_keys_keep_their_order)
{
    rng r = rng_make(13, 0);
    static const int count[] = {0, 1, 2, 10, 47, 48, 49, 300, 5000, 40000};
    for (int i = 0; i < 10; i++) {
        check_sort(count[i], UINT64_MAX, 0, &r);
        check_sort(count[i], 7, 0, &r);
        check_sort(count[i], 0xffff, 20, &r); // an odd number of passes ends in the scratch
        check_sort(count[i], 0xff, 56, &r);
        check_sort(count[i], 0, 0, &r);
    }
}

TEST(keys_sort_as_their_numbers_do)
{
    static const double d[] = {-INFINITY, -DBL_MAX, -1,  -0x1p-1074, -0.0,    0.0,
                               0x1p-1074, 1,        1.5, DBL_MAX,    INFINITY};
    for (int i = 0; i < 10; i++)
        CHECK(sort_key_f64(d[i]) < sort_key_f64(d[i + 1]));
    static const int64_t n[] = {INT64_MIN, -5, -1, 0, 1, INT64_MAX};
    for (int i = 0; i < 5; i++)
        CHECK(sort_key_i64(n[i]) < sort_key_i64(n[i + 1]));
}

enum { TURN_THREADS = 4, TURN_ITEMS = 1000 };

// Each item is taken once, whoever takes it: by all threads at once, by one that does all the work, and by none.
TEST(turns_give_each_item_once)
{
    turns *t = mem_array(TURN_THREADS, sizeof *t);
    REQUIRE(t);
    for (int count = 0; count <= TURN_ITEMS; count += count < 6 ? 1 : 331) {
        int taken[TURN_ITEMS] = {0}, next;
        turns_deal(t, TURN_THREADS, count);
        if (count % 2 == 0) {
#pragma omp parallel for num_threads(TURN_THREADS) schedule(static, 1) private(next)
            for (int me = 0; me < TURN_THREADS; me++)
                for (int i; (i = turns_take(t, TURN_THREADS, me, &next)) >= 0;) {
#pragma omp atomic
                    taken[i]++;
                }
        } else {
            int expected = -1;
            for (int i; (i = turns_take(t, TURN_THREADS, 2, &next)) >= 0; expected = next) {
                taken[i]++;
                CHECK(expected < 0 || i == expected);
            }
        }
        int wrong = 0;
        for (int i = 0; i < TURN_ITEMS; i++)
            wrong += taken[i] != (i < count);
        CHECK_MSG(wrong == 0, "%d items: %d not taken once", count, wrong);
        CHECK(turns_take(t, TURN_THREADS, 1, &next) < 0 && next < 0);
    }
    mem_free(t);
}

TEST_MAIN

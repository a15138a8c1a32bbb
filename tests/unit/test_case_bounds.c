// test_case_bounds.c - texts that are made to take long, or much memory: nests, many keys, names, anchors, long texts.
// Each is read or refused within a second of one core; some had taken half a minute.
//
// label: sanitize
#include "case_fixture.h"
#include "harness.h"

#include <time.h>

enum { BYTES = 300000 };

typedef struct long_text {
    char *data;
    size_t length, room;
} long_text;

static void add(long_text *t, const char *piece)
{
    size_t length = strlen(piece);
    if (t->length + length + 1 > t->room) {
        t->room = 2 * (t->room + length + 1);
        t->data = realloc(t->data, t->room);
        if (!t->data)
            abort();
    }
    memcpy(t->data + t->length, piece, length + 1);
    t->length += length;
}

static void add_many(long_text *t, const char *piece, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(t, piece);
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

// Of processor time, s. What these texts would take if something grew with the square of their length is minutes; a second is
// too little under sanitizers on a busy machine.
static const double soon = 10;

// Reads the text and frees it: it is refused, soon, and with `what` where that is given; returns how many faults there
// are.
static int64_t refused(long_text *t, const char *what)
{
    double begin = seconds();
    reading r = read_with(t->data, t->length, NULL, 0);
    CHECK(seconds() - begin < soon);
    CHECK(r.status == SCREE_BAD_INPUT);
    CHECK(r.faults.count >= 1 && r.faults.count <= 100);
    if (what && r.faults.count)
        CHECK_STR(r.faults.item[0].what, what);
    int64_t faults = r.faults.count + r.faults.left_out;
    reading_clear(&r);
    free(t->data);
    memset(t, 0, sizeof *t);
    return faults;
}

TEST(nests)
{
    static const char *const pieces[] = {"[", "[\n", "{a: ", "- ", "? ", "!!seq ["};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        long_text t = {0};
        add(&t, i == 3 || i == 4 ? "" : "scree: 1\na: ");
        add_many(&t, pieces[i], BYTES / strlen(pieces[i]));
        CHECK(refused(&t, "nested too deep") == 1);
    }
}

// What closes again is as deep.
TEST(closed_nests)
{
    long_text t = {0};
    add(&t, "a: ");
    add_many(&t, "[", BYTES / 2);
    add_many(&t, "]", BYTES / 2);
    CHECK(refused(&t, "nested too deep") == 1);
}

// One after the other, as long as they are not in each other, brackets are no nest.
TEST(flat_lists)
{
    long_text t = {0};
    add(&t, "scree: 1\na: [");
    add_many(&t, "[[]], ", 40000);
    add(&t, "]\n");
    CHECK(refused(&t, NULL) > 1);
}

TEST(many_keys)
{
    enum { KEYS = 100000 };
    long_text t = {0};
    char line[40];
    add(&t, "scree: 1\n");
    for (int i = 0; i < KEYS; i++) {
        snprintf(line, sizeof line, "key_%d: 1\n", i);
        add(&t, line);
    }
    CHECK(refused(&t, NULL) >= KEYS);
    add(&t, "scree: 1\n");
    for (int i = 0; i < KEYS; i++) {
        snprintf(line, sizeof line, "key_%d: 1\n", i % (KEYS / 2));
        add(&t, line);
    }
    CHECK(refused(&t, "key 'key_0' stands twice, first on line 2") >= KEYS / 2);
}

TEST(many_names)
{
    enum { NAMES = 40000 };
    long_text t = {0};
    char line[40];
    add(&t, "scree: 1\nprobes:\n");
    for (int i = 0; i < NAMES; i++) {
        snprintf(line, sizeof line, "- {name: p%d}\n", i % (NAMES - 1));
        add(&t, line);
    }
    CHECK(refused(&t, NULL) >= NAMES);
}

TEST(many_anchors)
{
    long_text t = {0};
    char line[40];
    for (int i = 0; i < 30000; i++) {
        snprintf(line, sizeof line, "k%d: &k%d 1\n", i, i);
        add(&t, line);
    }
    CHECK(refused(&t, "there are more than 1000 anchors") == 1);
    add(&t, "a: &a 1\nb: [");
    add_many(&t, "*a, ", BYTES / 4);
    add(&t, "]\n");
    CHECK(refused(&t, NULL) >= 1);
}

// A text of a megabyte that is named 70000 times would be 70 GB.
TEST(long_texts)
{
    long_text t = {0};
    add(&t, "title: &a ");
    add_many(&t, "abcdefgh", 125000);
    add(&t, "\nb: [");
    add_many(&t, "*a, ", 70000);
    add(&t, "]\n");
    CHECK(refused(&t, "too much text once all aliases are expanded") == 1);
    add(&t, "gravity: [");
    add_many(&t, "1", BYTES);
    add(&t, ", 0, 0]\ntitle: \"");
    add_many(&t, "abcdefgh", 1000000);
    add(&t, "\"\n");
    CHECK(refused(&t, NULL) >= 1);
}

// A map of many keys keeps them all findable when settings add to it and take from it.
TEST(settings_in_a_large_map)
{
    long_text t = {0};
    char line[60];
    add(&t, "scree: 1\nrun: {duration: 1 s, steps_a: 1");
    for (int i = 0; i < 50; i++) {
        snprintf(line, sizeof line, ", key_%d: 1", i);
        add(&t, line);
    }
    add(&t, "}\n");
    const case_override set[] = {{"run.steps", "7"}, {"run.key_49", "2"}, {"run.fresh.one", "3"}};
    reading r = read_with(t.data, t.length, set, 3);
    int unknown = 0, both = 0;
    for (int i = 0; i < r.faults.count; i++) {
        unknown += strstr(r.faults.item[i].what, "unknown key 'key_") != NULL;
        both += strstr(r.faults.item[i].what, "not both") != NULL;
    }
    CHECK(unknown == 50 && both == 0);
    reading_clear(&r);
    free(t.data);
}
TEST_MAIN

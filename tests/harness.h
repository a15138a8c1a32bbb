// harness.h - a small test harness: one test program is one .c file with TESTs and a closing TEST_MAIN.
//
//     TEST(ball_falls_freely)
//     {
//         CHECK(world != NULL);
//         CHECK_NEAR(height, 0.5 * 9.81, 1e-12);
//     }
//     TEST_MAIN
//
// Tests register themselves before main and run in the order of the file; arguments select those whose name contains
// one of them. A failing check prints file, line and both values and the test goes on; REQUIRE leaves the test. A test
// in which no check ran fails, for it proves nothing. The last line printed is `N passed, N failed`. Exit status: 0
// when all passed, 1 when a test failed or none was found, 77 (ctest: skipped) when all were skipped.
//
// Every macro is a call of one function, so its arguments are evaluated once, and its value is whether the check held.
// Checks are to be made by one thread at a time.
//
// The tests run in an empty folder that is theirs alone, made under TMPDIR (/tmp) and removed at the end; what they
// read of the sources has the path SCREE_SOURCE_DIR. Only a program that crashes leaves its folder, to be looked at.
#ifndef SCREE_TESTS_HARNESS_H
#define SCREE_TESTS_HARNESS_H

#include <dirent.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HARNESS_SHOWN                                                                              \
    20 // failures printed per test; a failing check in a loop shall not bury the others

typedef struct harness_test {
    const char *name;
    void (*run)(void);
    struct harness_test *next;
} harness_test;

static struct {
    harness_test *first, *last;
    int checks, failures; // of the running test
    bool skipped;
} harness;

#define HARNESS_MAYBE_UNUSED __attribute__((unused))

// Which share of like cases is this process's, of how many? SCREE_SHARE "1/4" is the first of four equal shares: so builds with sanitizers have
// it, since like cases meet the same memory, and the quick tests. Without it, and with SCREE_WHOLE, all are.
typedef struct harness_share {
    int own, all;
} harness_share;

HARNESS_MAYBE_UNUSED static harness_share harness_shares(void)
{
    const char *share = getenv("SCREE_SHARE");
    harness_share is = {1, 1};
    const bool shared = share && sscanf(share, "%d/%d", &is.own, &is.all) == 2;
    const bool sound = is.own >= 1 && is.all >= is.own;
    return shared && sound && !getenv("SCREE_WHOLE") ? is : (harness_share){1, 1};
}

// Is the i-th of them this process's?
HARNESS_MAYBE_UNUSED static bool harness_takes(int i)
{
    const harness_share share = harness_shares();
    return i % share.all == share.own - 1;
}

// How many of so many that are made by chance are.
HARNESS_MAYBE_UNUSED static int harness_of(int cases)
{
    return cases / harness_shares().all;
}

HARNESS_MAYBE_UNUSED static void harness_register(harness_test *test)
{
    if (harness.last)
        harness.last->next = test;
    else
        harness.first = test;
    harness.last = test;
}

// Counts a check; returns true where its failure is to be printed.
static bool harness_failed(bool held)
{
    harness.checks++;
    if (held)
        return false;
    harness.failures++;
    if (harness.failures == HARNESS_SHOWN + 1)
        printf("    ... further failures of this test are not shown\n");
    return harness.failures <= HARNESS_SHOWN;
}

HARNESS_MAYBE_UNUSED static bool harness_check(const char *file, int line, const char *text,
                                               bool held)
{
    if (harness_failed(held))
        printf("%s:%d: failed: %s\n", file, line, text);
    return held;
}

__attribute__((format(printf, 5, 6))) HARNESS_MAYBE_UNUSED static bool
harness_check_message(const char *file, int line, const char *text, bool held, const char *format,
                      ...)
{
    if (harness_failed(held)) {
        va_list args;
        va_start(args, format);
        printf("%s:%d: failed: %s: ", file, line, text);
        vprintf(format, args);
        printf("\n");
        va_end(args);
    }
    return held;
}

// The negated comparisons make a NaN fail; equal infinities pass.
HARNESS_MAYBE_UNUSED static bool harness_near(const char *file, int line, const char *text,
                                              double got, double want, double tolerance)
{
    double off = got == want ? 0 : fabs(got - want);
    bool held = off <= tolerance;
    if (harness_failed(held))
        printf("%s:%d: failed: %s: got %.17g, want %.17g, off by %.3g, allowed %.3g\n", file, line,
               text, got, want, off, tolerance);
    return held;
}

HARNESS_MAYBE_UNUSED static bool harness_relative(const char *file, int line, const char *text,
                                                  double got, double want, double tolerance)
{
    double off = got == want ? 0 : fabs(got - want) / fabs(want);
    bool held = off <= tolerance;
    if (harness_failed(held))
        printf("%s:%d: failed: %s: got %.17g, want %.17g, relative error %.3g, allowed %.3g\n",
               file, line, text, got, want, off, tolerance);
    return held;
}

HARNESS_MAYBE_UNUSED static bool harness_same_text(const char *file, int line, const char *text,
                                                   const char *got, const char *want)
{
    bool held = got && want ? !strcmp(got, want) : got == want;
    if (harness_failed(held))
        printf("%s:%d: failed: %s:\n    got  \"%s\"\n    want \"%s\"\n", file, line, text,
               got ? got : "(null)", want ? want : "(null)");
    return held;
}

// Does `got` contain `part`? For error messages, of which a test wants to fix the telling words only.
HARNESS_MAYBE_UNUSED static bool harness_has_text(const char *file, int line, const char *text,
                                                  const char *got, const char *part)
{
    bool held = got && part && strstr(got, part);
    if (harness_failed(held))
        printf("%s:%d: failed: %s:\n    got  \"%s\"\n    which does not contain \"%s\"\n", file,
               line, text, got ? got : "(null)", part ? part : "(null)");
    return held;
}

HARNESS_MAYBE_UNUSED static void harness_skip(const char *file, int line, const char *why)
{
    printf("%s:%d: skipped: %s\n", file, line, why);
    harness.skipped = true;
}

#define TEST(name)                                                                                 \
    static void test_##name(void);                                                                 \
    __attribute__((constructor)) static void register_##name(void)                                 \
    {                                                                                              \
        static harness_test entry = {#name, test_##name, NULL};                                    \
        harness_register(&entry);                                                                  \
    }                                                                                              \
    static void test_##name(void)

#define CHECK(condition) harness_check(__FILE__, __LINE__, #condition, (condition))
// CHECK_MSG(condition, "format", ...): the message is printed when the condition does not hold.
#define CHECK_MSG(condition, ...)                                                                  \
    harness_check_message(__FILE__, __LINE__, #condition, (condition), __VA_ARGS__)
#define CHECK_NEAR(got, want, tolerance)                                                           \
    harness_near(__FILE__, __LINE__, #got, (got), (want), (tolerance))
#define CHECK_REL(got, want, tolerance)                                                            \
    harness_relative(__FILE__, __LINE__, #got, (got), (want), (tolerance))
#define CHECK_STR(got, want) harness_same_text(__FILE__, __LINE__, #got, (got), (want))
#define CHECK_HAS(got, part) harness_has_text(__FILE__, __LINE__, #got, (got), (part))
// Leaves the test at once when the condition does not hold.
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!CHECK(condition))                                                                     \
            return;                                                                                \
    } while (0)
// Leaves the test and counts it as neither passed nor failed.
#define SKIP(why)                                                                                  \
    do {                                                                                           \
        harness_skip(__FILE__, __LINE__, why);                                                     \
        return;                                                                                    \
    } while (0)

enum { HARNESS_PATH = 4096 };

// Makes the folder and goes there.
static bool harness_enter(char folder[HARNESS_PATH])
{
    const char *parent = getenv("TMPDIR");
    const int length = snprintf(folder, HARNESS_PATH, "%s/scree-test-XXXXXX",
                                parent && parent[0] ? parent : "/tmp");
    if (length < HARNESS_PATH && mkdtemp(folder) && !chdir(folder))
        return true;
    printf("cannot make a folder %s for the files of the tests (set TMPDIR to one that can be "
           "written)\n",
           folder);
    return false;
}

// Removes a folder with all that is in it; links are not followed.
static void harness_remove(const char *folder)
{
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char path[HARNESS_PATH];
        struct stat about;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= HARNESS_PATH ||
            lstat(path, &about))
            continue;
        if (S_ISDIR(about.st_mode))
            harness_remove(path);
        else
            unlink(path);
    }
    if (open)
        closedir(open);
    rmdir(folder);
}

static void harness_leave(const char *folder)
{
    if (!chdir("/"))
        harness_remove(folder);
}

static bool harness_selected(const char *name, int count, char **filter)
{
    for (int i = 1; i < count; i++)
        if (strstr(name, filter[i]))
            return true;
    return count < 2;
}

static int harness_main(int count, char **filter)
{
    int passed = 0, failed = 0, skipped = 0;
    char folder[HARNESS_PATH];
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // what was printed before a crash shall be seen
    if (!harness_enter(folder))
        return 1;
    for (harness_test *test = harness.first; test; test = test->next) {
        if (!harness_selected(test->name, count, filter))
            continue;
        harness.checks = harness.failures = 0;
        harness.skipped = false;
        const clock_t begun = clock();
        test->run();
        const double taken = (double)(clock() - begun) / CLOCKS_PER_SEC;
        if (taken > 1) // what to look at first where tests take too long
            printf("%s took %.1f s of processors\n", test->name, taken);
        if (!harness.skipped && !harness.checks) {
            printf("%s checked nothing\n", test->name);
            harness.failures++;
        }
        if (harness.failures) {
            failed++;
            printf("FAILED %s: %d of %d checks\n", test->name, harness.failures, harness.checks);
        } else if (harness.skipped)
            skipped++;
        else
            passed++;
    }
    harness_leave(folder);
    if (!(passed + failed + skipped))
        printf("no test found\n");
    if (skipped)
        printf("%d skipped\n", skipped);
    printf("%d passed, %d failed\n", passed, failed);
    if (failed || !(passed + skipped))
        return 1;
    return passed ? 0 : 77;
}

#define TEST_MAIN                                                                                  \
    int main(int count, char **filter)                                                             \
    {                                                                                              \
        return harness_main(count, filter);                                                        \
    }

#endif

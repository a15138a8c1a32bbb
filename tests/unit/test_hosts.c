// test_hosts.c - machines of ranks in words: each once, in the order in which they come, with how many ranks are there.
#include "harness.h"

#include "ranks/hosts.h"

#include <stdio.h>
#include <string.h>

TEST(each_once)
{
    static const char names[3][HOST_NAME_ROOM] = {"b", "a", "b"};
    char words[HOST_WORDS_ROOM];
    host_words(names[0], 3, words);
    CHECK_MSG(strcmp(words, "b (2), a (1)") == 0, "'%s'", words);
}

TEST(many)
{
    enum { RANKS = 200 };
    static char names[RANKS][HOST_NAME_ROOM];
    char words[HOST_WORDS_ROOM];
    for (int i = 0; i < RANKS; i++)
        snprintf(names[i], HOST_NAME_ROOM, "node%d", i / 2);
    host_words(names[0], RANKS, words);
    CHECK_MSG(strncmp(words, "node0 (2), node1 (2), ", 22) == 0, "'%s'", words);
    const char *more = strstr(words, ", and ");
    CHECK_MSG(more && strstr(more, " more"), "'%s'", words);
}

TEST(one_here)
{
    char name[HOST_NAME_ROOM] = {0};
    char words[HOST_WORDS_ROOM];
    char want[HOST_WORDS_ROOM];
    host_name(name);
    host_words(name, 1, words);
    snprintf(want, sizeof want, "%s (1)", name);
    CHECK_MSG(strcmp(words, want) == 0, "'%s'", words);
}

TEST_MAIN

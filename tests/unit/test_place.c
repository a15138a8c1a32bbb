// test_place.c - names of files inside of a folder, and names that lead out of it.
#include "base/place.h"
#include "harness.h"

TEST(names_stay_inside)
{
    CHECK(!place_objection("bodies_000000.vtp"));
    CHECK(!place_objection("probes/lid.csv"));
    CHECK(!place_objection("..."));
    CHECK(!place_objection("a b/ü.out"));
    CHECK(place_objection(""));
    CHECK(place_objection("/etc/motd"));
    CHECK(place_objection(".."));
    CHECK(place_objection("../a"));
    CHECK(place_objection("a/../b"));
    CHECK(place_objection("a/.."));
    CHECK(place_objection("a/./b"));
    CHECK(place_objection("a//b"));
    CHECK(place_objection("a/"));
    CHECK(place_objection("a\nb"));
    CHECK(place_objection("a\x7f"));
}

TEST_MAIN

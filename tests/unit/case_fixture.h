// case_fixture.h - plug-ins for tests of the case reader, and short ways to read a text. The plug-ins are the tests'
// own: they use every type of row, and the messages that tests expect do not change with the laws of the engine.
#ifndef SCREE_TESTS_CASE_FIXTURE_H
#define SCREE_TESTS_CASE_FIXTURE_H

#include "case/case.h"
#include "scene/packing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLUGIN(id, text)                                                                           \
    static const plugin id = {text, "for tests", id##_rows, sizeof id##_rows / sizeof *id##_rows};

static const row hertz_rows[] = {{"restitution", ROW_REAL, "1", 1, 0, 1, "restitution"}};
PLUGIN(hertz, "hertz")
static const row linear_rows[] = {
    {"stiffness", ROW_REAL, "N/m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "spring stiffness"},
    {"damping", ROW_REAL, "N s/m", ROW_OPTIONAL, 0, ROW_ANY_HIGH, "dashpot"},
    {"tension", ROW_FLAG, "1", 0, 0, 1, "may pull"}};
PLUGIN(linear, "linear")
static const row mindlin_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0, ROW_ANY_HIGH, "coefficient of friction"}};
PLUGIN(mindlin, "mindlin")
static const row viscous_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0, ROW_ANY_HIGH, "coefficient of friction"},
    {"damping", ROW_REAL, "N s/m", ROW_REQUIRED, 0, ROW_ANY_HIGH, "dashpot"}};
PLUGIN(viscous, "viscous-coulomb")
static const row rolling_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0, ROW_ANY_HIGH, "coefficient of rolling friction"}};
PLUGIN(rolling, "elastic-plastic")
static const row plane_rows[] = {
    {"point", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "some point"},
    {"normal", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "into the grains"}};
PLUGIN(plane, "plane")
static const row mesh_rows[] = {
    {"file", ROW_TEXT, "1", ROW_REQUIRED, 0, 0, "an STL file"},
    {"unit", ROW_REAL, "m", 1, ROW_POSITIVE, ROW_ANY_HIGH, "length of its unit"}};
PLUGIN(mesh, "mesh")
static const row fixed_rows[] = {{"unused", ROW_REAL, "1", ROW_OPTIONAL, 0, 1, "nothing"}};
PLUGIN(fixed, "fixed")
static const row rotation_rows[] = {
    {"rate", ROW_REAL, "rad/s", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "angular velocity"},
    {"axis", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "axis"}};
PLUGIN(rotation, "rotation")
static const row profile_rows[] = {
    {"axis", ROW_TEXT, "1", ROW_REQUIRED, 0, 0, "x, y or z"},
    {"bins", ROW_INTEGER, "1", 10, 1, 1e6, "number of slices"},
    {"from", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "first time"},
    {"width", ROW_DISTRIBUTION, "m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH, "width"}};
PLUGIN(profile, "velocity-profile")

static const plugin *const normals[] = {&hertz, &linear};
static const plugin *const tangentials[] = {&mindlin, &viscous};
static const plugin *const rollings[] = {&rolling};
static const plugin *const primitives[] = {&mesh, &plane};
static const plugin *const drives[] = {&fixed, &rotation};
static const plugin *const probes[] = {&profile};

static inline case_families test_families(void)
{
    case_families f = {
        .law = {[LAW_NORMAL] = normals, [LAW_TANGENTIAL] = tangentials, [LAW_ROLLING] = rollings},
        .laws = {[LAW_NORMAL] = 2, [LAW_TANGENTIAL] = 2, [LAW_ROLLING] = 1},
        .primitive = primitives,
        .primitives = 2,
        .drive = drives,
        .drives = 2,
        .probe = probes,
        .probes = 1};
    f.packing = packing_plugins(&f.packings);
    return f;
}

typedef struct reading {
    scree_status status;
    model m;
    fault_list faults, notes;
} reading;

static inline reading read_with(const char *text, size_t length, const case_override *set, int sets)
{
    reading r = {0};
    case_families f = test_families();
    r.status = case_parse(&(case_source){text, length, "case.yaml"}, &(case_context){&f, set, sets},
                          &r.m, &r.faults, &r.notes);
    return r;
}

static inline reading read_case(const char *text)
{
    return read_with(text, strlen(text), NULL, 0);
}

static inline void reading_clear(reading *r)
{
    model_clear(&r->m);
    fault_list_clear(&r->faults);
    fault_list_clear(&r->notes);
}

// All faults, one line each: where: what; hint
static inline char *fault_text(const fault_list *list)
{
    size_t room = 1, length = 0;
    for (int i = 0; i < list->count; i++)
        room += sizeof(scree_error) + 8;
    char *text = malloc(room);
    if (!text)
        abort();
    text[0] = 0;
    for (int i = 0; i < list->count; i++) {
        const scree_error *e = &list->item[i];
        length += (size_t)snprintf(text + length, room - length, "%s: %s%s%s\n", e->where, e->what,
                                   *e->hint ? "; " : "", e->hint);
    }
    return text;
}

#endif

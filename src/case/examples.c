// examples.c - see examples.h. The lists come from the names of the files of the plug-ins.
#include "case/examples.h"

#include "drive_list.h"
#include "measure/probe.h"
#include "packing_list.h"
#include "primitive_list.h"
#include "probe_list.h"
#include "region_list.h"
#include "scene/drive.h"
#include "scene/packing.h"
#include "scene/region.h"

#include <stddef.h>

#define DRIVE(name)                                                                                \
    extern const drive drive_##name;                                                               \
    extern const char drive_##name##_example[];
#define PACKING(name)                                                                              \
    extern const packing_kind packing_##name;                                                      \
    extern const char packing_##name##_example[];
#define PRIMITIVE(name)                                                                            \
    extern const plugin primitive_##name##_plugin;                                                 \
    extern const char primitive_##name##_example[];
#define PROBE(name)                                                                                \
    extern const probe probe_##name;                                                               \
    extern const char probe_##name##_example[];
#define REGION(name)                                                                               \
    extern const region_kind region_##name;                                                        \
    extern const char region_##name##_example[];
DRIVE_LIST(DRIVE)
PACKING_LIST(PACKING)
PRIMITIVE_LIST(PRIMITIVE)
PROBE_LIST(PROBE)
REGION_LIST(REGION)

typedef struct entry {
    const plugin *what;
    const char *example;
} entry;

#define DRIVE_ENTRY(name) {&drive_##name.what, drive_##name##_example},
#define PACKING_ENTRY(name) {&packing_##name.what, packing_##name##_example},
#define PRIMITIVE_ENTRY(name) {&primitive_##name##_plugin, primitive_##name##_example},
#define PROBE_ENTRY(name) {&probe_##name.what, probe_##name##_example},
#define REGION_ENTRY(name) {&region_##name.what, region_##name##_example},
static const entry entries[] = {DRIVE_LIST(DRIVE_ENTRY) PACKING_LIST(PACKING_ENTRY) PRIMITIVE_LIST(
    PRIMITIVE_ENTRY) PROBE_LIST(PROBE_ENTRY) REGION_LIST(REGION_ENTRY)};

const char *case_example(const plugin *what)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (entries[i].what == what)
            return entries[i].example;
    return NULL;
}

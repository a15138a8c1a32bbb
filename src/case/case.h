// case.h - from a case file to a checked model, and back to a text with every default in it. See docs/case-files.md.
#ifndef SCREE_CASE_CASE_H
#define SCREE_CASE_CASE_H

#include "base/fail.h"
#include "state/model.h"

#include <stddef.h>

// The plug-ins that a case may name, from the folders that own them.
typedef struct case_families {
    const plugin *const *law[LAW_SLOTS]; // normal, cohesion, tangential, rolling, twisting
    int laws[LAW_SLOTS];
    const plugin *const *primitive;
    int primitives;
    const plugin *const *drive;
    int drives;
    const plugin *const *packing;
    int packings;
    const plugin *const *region;
    int regions;
    const plugin *const *force;
    int forces;
    const plugin *const *probe;
    int probes;
    const char *within; // a case names no files outside of this folder; NULL: it may
    bool
        text_alone; // only the text of the case is wanted: files that regions name need not be there
} case_families;

// All that the library has.
case_families all_families(void);

// One `--set run.duration='0.5 s'`: the way to a value (list entries by number from 0 or by name) and its YAML text.
typedef struct case_override {
    const char *key, *value;
} case_override;

// What a case may name, and the settings over it.
typedef struct case_context {
    const case_families *families;
    const case_override *override;
    int overrides;
} case_context;

// A text in memory; `name` stands for it in messages.
typedef struct case_source {
    const char *text;
    size_t length;
    const char *name;
} case_source;

// Reads a case file. SCREE_OK: `*out` is a model the caller clears. Otherwise `*out` is untouched and `faults` has all
// that was found, in the order of the text. `notes` gets remarks on a case that is fine (same struct; their status is
// SCREE_OK).
scree_status case_read(const char *path, const case_context *context, model *out,
                       fault_list *faults, fault_list *notes);
// The same from memory; `name` stands in messages and becomes the model's path.
scree_status case_parse(const case_source *given, const case_context *context, model *out,
                        fault_list *faults, fault_list *notes);

// Where in the case a value stands, for faults found behind the reading: "case.yaml:13:34: walls.lid.plane" for
// "walls.lid.plane", the place being that of as much of the way as is there. False: there is nothing of it, or `way`
// is the path of a file.
bool case_locate(const char *path, const case_override *override, int overrides, const char *way,
                 char *out, size_t size);

// The case as YAML with all defaults filled in, in SI and exact: it reads back to the same model bit for bit. `step:
// auto` is replaced by the model's step once that is chosen (not 0). The caller frees; NULL when out of memory.
char *case_resolved(const model *model, const case_families *families);

// The course format: a .par file of `key value` lines and a particle file; see docs/case-files.md.
bool case_is_course(const char *path);
scree_status course_read(const char *par_path, const case_context *context, model *out,
                         fault_list *faults, fault_list *notes);

#endif

// law_job.h - what `scree law` was asked for: which law, of which pair of materials.
#ifndef SCREE_CLI_LAW_JOB_H
#define SCREE_CLI_LAW_JOB_H

#include "console/args.h"
#include "law/registry.h"

typedef struct law_job {
    const char *name, *slot, *path, *file, *pair, *out;
    settings set;
    double radius, speed, depth;
    bool plot, as_json;
    int in; // slot of the law
    const plugin *what;
} law_job;

// ARGS_GO_ON, or an exit code after a message.
int find_law(law_job *job);
int mix_pair(const law_job *job, const model *model, law_set *set);
// The case of our own, where none was named: a ball on a plane.
int read_own(const law_job *job, model *model);

#endif

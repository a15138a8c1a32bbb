// asked_probes.h - which probes a command line names: `--set probes.NAME...`.
#ifndef SCREE_CLI_ASKED_PROBES_H
#define SCREE_CLI_ASKED_PROBES_H

#include "console/args.h"
#include "state/model.h"

// Is it one of them? *any: some probe is named; else it stays as it is.
bool probe_is_named(const model_probe *probe, const settings *set, bool *any);

#endif

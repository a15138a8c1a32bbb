// measure.h - the probes of a case, for a program: what `scree run` writes to probes/NAME.csv, as numbers in memory. The
// conventions are those of scree.h.
#ifndef SCREE_MEASURE_H
#define SCREE_MEASURE_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct scree_probe scree_probe;

// The probe of that name in `probes` of the case of this world, with nothing measured yet; of a case with stages, of the stage
// that the world is in. It belongs to the world: destroy it before that. Grains that come and go are told to it from now on, so
// flows and residence times are those since then. Refused: names that are not there, what a probe refuses.
scree_status scree_probe_create(scree_world *handle, const char *name, scree_probe **out,
                                scree_error *error);
void scree_probe_destroy(scree_probe *probe);

// Looks at the world as it is now: one more row, or of a probe that averages one more look at what its rows are means of. Costs
// a frame and what the probe does with it. It goes on into the next stage. Refused: in a
// stage that has no probe of the name.
scree_status scree_probe_sample(scree_probe *probe, scree_error *error);

// The table so far: a row for each sample, or of a probe that averages its means at the last scree_probe_finish. Columns by index, 0, 1, ...; the
// first is the time where there is one. False beyond the last. `doc` of the view is empty; it is valid until the next call with this
// probe that is not const.
int scree_probe_column(const scree_probe *probe, int index, scree_view *out);
// Makes the means of a probe that averages from all its samples so far; others have nothing to finish. More samples may follow.
scree_status scree_probe_finish(scree_probe *probe, scree_error *error);

// ---- numbers of the program ----------------------------------------------------------------------------------------
//
// A case with probes: {NAME: {law: given, unit: J}} asks the program for a number of its own, and has it wherever a probe may stand: as
// NAME.value in `until` of stages and in scree_world_when ("heat.value > 3 J"), and as the last column of the table of scree_probe_create.

// Gives *value, in the unit of SI that the case names, of the world as the frame shows it, whole step and all; nan: there is none, and what
// compares it does not hold. The frame is borrowed for the call (scree_frame_copy keeps it), and the world is const to it. Other than 0:
// no number, and what asked for it ends with SCREE_STOPPED. Asked by the thread that takes the steps, at each look of a condition and each
// sample, when these come is decided by the case and the calls of the program alone: so a number that depends on nothing but the frame
// makes the same bits for any number of threads and parts.
typedef int (*scree_number)(void *context, const scree_world *handle, const scree_frame *seen,
                            double *value);
// Who gives the number of that probe from now on, in all stages; NULL: nobody, and a look at it is refused, as at first. No part of the
// state: after a load give it again. Refused: names that no stage has among its probes, or with another law.
scree_status scree_world_give(scree_world *handle, const char *probe, scree_number number,
                              void *context, scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif

// strokes.h - the strokes of a step on walls that are heard (state/strokes.h).
//
// A block notes forces and places while its lines are there. Velocities come when all bodies have moved: half a step back
// and half a step on, which is what a kick takes them from and to, so that force times their mean times the kick is what
// the contact gives to the grain, to rounding.
#ifndef SCREE_SMOOTH_STROKES_H
#define SCREE_SMOOTH_STROKES_H

#include "smooth/smooth.h"

// Of the contacts of a block, once their lines are there; without memory trouble is reported.
void block_note_strokes(const stepping *stepping, const block *block, scratch *scratch,
                        report *report);
// Velocities of the balls where they are not known yet, at the end of a step that was computed, before buffers change places.
void strokes_complete(const stepping *stepping, stroke_notes *notes);

#endif

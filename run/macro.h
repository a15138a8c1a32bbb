// macro.h - in-paraview.py in the folder of a run: a program for ParaView that shows its frames as our pictures do.
#ifndef SCREE_RUN_MACRO_H
#define SCREE_RUN_MACRO_H

#include "base/embedded.h"
#include "store/owned.h"
#include "state/model.h"

extern const embedded_text macro_texts[]; // of run/macro; NULL ends them

#define MACRO_NAME "in-paraview.py"

scree_status macro_write(owned *files, const model *model, scree_error *error);

#endif

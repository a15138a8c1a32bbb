// log.h - what happens to a world beside its steps, told to a program (scree/event.h).
#ifndef SCREE_API_LOG_H
#define SCREE_API_LOG_H

#include "api/objects.h"

// After steps: tells what has changed since the last look.
void log_tell(scree_world *handle);
void log_forget(scree_world *handle);

#endif

// given.h - numbers of the program for probes `given`, as scree/measure.h has them.
#ifndef SCREE_API_GIVEN_H
#define SCREE_API_GIVEN_H

#include "api/objects.h"

// The world asks this handle for them from now on.
void given_listen(scree_world *handle);
void given_forget(scree_world *handle);

#endif

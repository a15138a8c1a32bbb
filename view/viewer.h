// viewer.h - one page that looks on: what it asks for stands in a short queue, and a thread of its own answers. So a page that
// reads slowly, or not at all, keeps nobody waiting but itself.
//
// A look is asked for again and again; of those that were not answered yet only the newest counts. Everything else is answered
// in its order; a page that asks for more than the queue holds is closed.
#ifndef SCREE_VIEW_VIEWER_H
#define SCREE_VIEW_VIEWER_H

#include "view/source.h"

#include <stdbool.h>

typedef struct viewer viewer;

// Sends one message; false: the connection is gone. Called by the thread of the viewer alone.
typedef bool viewer_send(void *to, bool binary, const char *data, size_t length);

viewer *viewer_begin(const view_source *source, viewer_send *send, void *to); // NULL: no memory
// A message came. False: the connection is to be closed.
bool viewer_hear(viewer *viewer, const char *text, size_t length);
// Waits for the answer that is on its way, if there is one.
void viewer_end(viewer *viewer);

#endif

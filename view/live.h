// live.h - a view of a run while it goes.
//
// The thread that steps takes a look only where a page has asked for one and the last one is about a tenth of a second old, and so
// rarely that short looks take no more than LIVE_GLANCE_SHARE of its work, those with forces LIVE_WHOLE_SHARE. Pages read the look before meanwhile: nobody waits for them.
#ifndef SCREE_VIEW_LIVE_H
#define SCREE_VIEW_LIVE_H

#include "run/onlooker.h"
#include "view/source.h"

#define LIVE_GLANCE_SHARE 0.02
#define LIVE_WHOLE_SHARE 0.008
#define LIVE_PULSE_SHARE 0.002 // sums over all grains for the progress

typedef struct live live;

// `folder` is that of the run, `root` its case; both are borrowed. Branches read no file outside of its folder where `confine`.
// NULL: no memory.
live *live_begin(const char *folder, const model *root, bool confine);
const onlooker *live_onlooker(live *live);
view_source *live_source(live *live); // valid as long
void live_end(live *live);            // after the server and the run have let go of it

#endif

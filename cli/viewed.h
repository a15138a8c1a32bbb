// viewed.h - a run that is looked at in a browser while it goes: scree run --view.
#ifndef SCREE_CLI_VIEWED_H
#define SCREE_CLI_VIEWED_H

#include "console/args.h"
#include "run/output.h"
#include "view/assets.h"
#include "view/live.h"
#include "view/server.h"

typedef struct viewed_wish {
    bool on;
    int64_t port;
    bool confine, as_json; // as the run
} viewed_wish;

#define OPTION_VIEW(wish)                                                                          \
    {"view",     OPTION_FLAG,                                                                      \
     &(wish).on, 0,                                                                                \
     NULL,       "show the run in a browser on this machine while it goes; prints the address"},   \
    {                                                                                              \
        "port", OPTION_INTEGER, &(wish).port, 0, "N", "of that address; default: any that is free" \
    }

typedef struct viewed {
    live *live;
    view_server *server;
} viewed;

// Is what was asked for possible? Before anything is made; takes over what the run was told besides. ARGS_GO_ON, or an exit
// code after a fault was told.
int viewed_check(viewed_wish *wish, const settings *set, bool as_json);
// All that may still be refused, before an older run is removed; after it viewed_end in any case. Nothing where no view was asked
// for.
scree_status viewed_listen(viewed *viewed, const viewed_wish *wish, scree_error *error);
// Shows the run, and prints the address.
scree_status viewed_begin(viewed *viewed, const viewed_wish *wish, output *output,
                          scree_error *error);
void viewed_end(viewed *viewed);

#endif

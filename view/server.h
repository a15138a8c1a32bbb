// server.h - the page of a view, for a browser on this machine: HTTP and WebSocket on 127.0.0.1 alone, below an address that
// nobody can guess.
//
// Whoever does not know the token of the address, asks under another host name (as a page of somebody else would whose name was
// made to lead here), or comes from a page of another origin is refused before anything is looked at.
#ifndef SCREE_VIEW_SERVER_H
#define SCREE_VIEW_SERVER_H

#include "view/source.h"

typedef struct view_server view_server;

enum { VIEWERS_MOST = 8, ADDRESS_ROOM = 120 };

// False: this program was built without the library that it needs; the fault says which and what to do.
scree_status view_server_there(scree_error *error);

// `port` 0: any that is free. Nobody is let in before there is something to show.
scree_status view_server_listen(view_server **out, int port, scree_error *error);
// The source is borrowed, and is asked by several threads at a time.
void view_server_show(view_server *server, const view_source *source);
// With the token: whoever has it may look, and act where one can.
const char *view_server_address(const view_server *server);
// Waits for answers that are on their way, and closes all connections.
void view_server_close(view_server *server);

#endif

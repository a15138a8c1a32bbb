// hosts.h - on which machines ranks are, in words.
#ifndef SCREE_RANKS_HOSTS_H
#define SCREE_RANKS_HOSTS_H

#include <stddef.h>

enum { HOST_NAME_ROOM = 128, HOST_WORDS_ROOM = 400 };

// The name of this machine.
void host_name(char out[HOST_NAME_ROOM]);
// "node1 (4), node2 (3)": names of so many ranks, one behind the other, HOST_NAME_ROOM bytes each; machines in the order in which
// they come, and "and 5 more" where there is no room for all.
void host_words(const char *names, int ranks, char out[HOST_WORDS_ROOM]);

#endif

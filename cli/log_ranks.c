// log_ranks.c - see log_ranks.h.
#include "cli/log_ranks.h"

#include "ranks/mpi.h"

void log_ranks(output *output, const machine *with)
{
    const int ranks = world_ranks(output->world);
    const char *several = output->threads == 1 ? "" : "s";
    const char *hosts = mpi_hosts(with->given);
    if (ranks > 1)
        output_log(output, "grains are shared among %d ranks%s%s, each a process with %d thread%s",
                   ranks, hosts ? " on " : "", hosts ? hosts : "", output->threads, several);
    else if (world_parts(output->world) > 1)
        output_log(output, "grains are dealt to %d parts", world_parts(output->world));
}

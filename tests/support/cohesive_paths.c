// cohesive_paths.c - the laws two contacts at a time, where every processor of the family can (SSE2); see the header.
#ifdef __SSE2__
#define SCREE_WIDTH 2
#endif
#include "support/cohesive_paths.h"

void cohesive_paths_two(const double (*overlap)[PATH_CONTACTS], path_results out)
{
    path_drive(overlap, out);
}

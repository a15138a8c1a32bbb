// grids.h - the table of a probe whose rows are the cells of a grid as an image for ParaView (.vti).
#ifndef SCREE_RUN_GRIDS_H
#define SCREE_RUN_GRIDS_H

#include "measure/probe.h"

// Columns NAME_x, NAME_y, NAME_z become a vector NAME, the six NAME_xx ... NAME_yz a tensor in the order of VTK (xx, yy, zz,
// xy, yz, xz); the places x, y, z are left to the grid.
scree_status grids_write(const char *path, const probe_table *table, const probe_grid *grid,
                         double time, scree_error *error);

#endif

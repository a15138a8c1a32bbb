// grids.h - the table of a probe whose rows are the cells of a grid, or triangles, for ParaView (.vti, .vtp).
#ifndef SCREE_RUN_GRIDS_H
#define SCREE_RUN_GRIDS_H

#include "measure/probe.h"

// Columns NAME_x, NAME_y, NAME_z become a vector NAME, the six NAME_xx ... NAME_yz a tensor in the order of VTK (xx, yy, zz,
// xy, yz, xz); the places x, y, z are left to the grid.
scree_status grids_write(const char *path, const probe_table *table, const probe_grid *grid,
                         double time, scree_error *error);
scree_status grids_write_surface(const char *path, const probe_table *table,
                                 const probe_surface *surface, scree_error *error);

// NAME.vti or NAME.vtp of a probe that averages; else nothing is written.
const char *grids_ending(const probe *is); // NULL: it has none
scree_status grids_write_mean(const char *path, const probe *is, const probe_state *state,
                              const probe_table *table, scree_error *error);

#endif

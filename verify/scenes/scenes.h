// scenes.h - the experiments of `scree verify scenes`: cells, packings, and what many grains do together.
#ifndef SCREE_CLI_VERIFY_SCENES_H
#define SCREE_CLI_VERIFY_SCENES_H

#include "verify/verify.h"

void verify_scene_cells(verify *verify); // cells of lattices, of a row, of a gas
void verify_scene_cell_flows(
    verify *verify); // many grains in cells: work, servos, frames of reference
void verify_scene_stresses(verify *verify); // the probe against walls and the pressure of a gas
void verify_scene_kit(verify *verify);      // local damping, stiffness by the radius, scaled masses
void verify_scene_packings(verify *verify);
void verify_scene_columns(verify *verify);  // Janssen
void verify_scene_silos(verify *verify);    // Beverloo
void verify_scene_shears(verify *verify);   // friction of steady shear
void verify_scene_inclines(verify *verify); // the same down a slope
void verify_scene_drums(verify *verify);    // the slope in a drum
void verify_scene_biaxials(verify *verify); // dense and loose samples in the plane
void verify_scene_meshes(verify *verify);   // floors of triangles against the plane
void verify_scene_tips(verify *verify);     // grains at the tip of a cone of facets

#endif

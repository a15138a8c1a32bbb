// parts.h - the sections of a case that are lists of things: materials, pairs, shapes, walls, grains, streams,
// removals, probes; and the solver.
//
// Each fills its list in the model and writes faults to the reader's book. Names are looked up in lists read before, so
// the order is materials, pairs, shapes, walls, grains. A NULL node is a section left out.
#ifndef SCREE_CASE_PARTS_H
#define SCREE_CASE_PARTS_H

#include "case/reader.h"

// `solver`, and `nonsmooth`, which may stand there with any solver. To be called first, for laws and other things may
// not go with a solver.
void part_solver(reader *reader, const node *name, node *node, model *model);
void part_materials(reader *reader, node *node, model *model);
void part_pairs(reader *reader, node *map, model *model);
void part_shapes(reader *reader, node *map, model *model);
void part_walls(reader *reader, node *map, model *model);
void part_grains(reader *reader, node *map, model *model);
void part_streams(reader *reader, node *map, model *model);
// `growth` of an entry of grains or streams (growth.c); and what does not go with one, to be called when all but probes
// has been read.
void part_growth(reader *reader, node *map, choice *out);
void part_check_growth(reader *reader, const node *root, const model *model);
// A periodic cell that deforms, and what does not go with one; to be called when all but probes has been read.
void part_cell(reader *reader, node *map, const model *model, model_cell *cell);
// Of `run`, what slow flows are computed with; once grains, streams, solver and integrator are read.
void part_kit(reader *reader, node *map, model *model);
void part_forces(reader *reader, node *map, model *model); // when `run` and `cell` have been read
// A periodic stretch from which a bed flows on (maser.c); when all but probes has been read.
void part_maser(reader *reader, node *map, const node *root, model *model);
void part_removals(reader *reader, node *map, model *model);
void part_probes(reader *reader, node *map, model *model);

// The same of a shape; of one of several sizes its first class.
int part_shape_name(reader *reader, const node *node, const model *model);
// The index of the material that the node names, -1 with a fault (and -1 for NULL).
int part_material_name(reader *reader, const node *node, const model *model);

// Every two materials that can meet must have laws that they can work with. To be called after all sections are read,
// `root` is the whole case.
void part_check_meetings(reader *reader, const node *root, const model *model);

// A stiffness is given, or a modulus that makes one with radii; and those that meet have such radii (radii.c).
void part_check_stiffness(reader *reader, const node *at, const choice *law);
void part_check_radii(reader *reader, const node *root, const model *model);

// The whole case: its sections in order, and what must hold between them.
void part_root(reader *reader, node *root, model *model);

#endif

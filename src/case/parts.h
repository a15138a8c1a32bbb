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
void part_solver(reader *r, const node *name, node *n, model *m);
void part_materials(reader *r, node *n, model *m);
void part_pairs(reader *r, node *n, model *m);
void part_shapes(reader *r, node *n, model *m);
void part_walls(reader *r, node *n, model *m);
void part_grains(reader *r, node *n, model *m);
void part_streams(reader *r, node *n, model *m);
void part_removals(reader *r, node *n, model *m);
void part_probes(reader *r, node *n, model *m);

// The index of the material that the node names, -1 with a fault (and -1 for NULL).
int part_material_name(reader *r, const node *n, const model *m);

// Every two materials that can meet must have laws that they can work with. To be called after all sections are read,
// `root` is the whole case.
void part_check_meetings(reader *r, const node *root, const model *m);

#endif

// scenes_walls.h - scenes of grains with corners at walls with faces, edges and corners of their own; see scenes.h.
#ifndef SCREE_TESTS_SCENES_WALLS_H
#define SCREE_TESTS_SCENES_WALLS_H

extern const char
    corners_at_walls_text[]; // a mesh, a disk, a post, a block and a stirrer, in space
extern const char outlines_at_walls_text[];          // the same in the plane
extern const char nonsmooth_corners_at_walls_text[]; // of the first

#endif

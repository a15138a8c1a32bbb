// mesh_ray.h - the first triangle of a mesh on a ray.
#ifndef SCREE_SHAPE_MESH_RAY_H
#define SCREE_SHAPE_MESH_RAY_H

#include "shape/mesh.h"
#include "shape/ray.h"

// The way to the first of its triangles, from either side, and which it is; INFINITY: there is none on the ray.
double mesh_ray(const mesh *mesh, const ray *ray, int32_t *triangle);

#endif

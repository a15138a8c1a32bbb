// grain_mesh.h - where a grain with a core touches a wall that has faces, edges and corners (wall_faces.h).
//
// Vertices of the grain meet faces, edges meet edges, and corners of the wall meet faces and edges of the grain; each
// pair counts where it is the nearest there is (grains with a radius) or a way out (sharp ones). See
// docs/contacts-of-shapes.md. Contacts with like normals share the stiffness of the pair.
#ifndef SCREE_COLLIDE_GRAIN_MESH_H
#define SCREE_COLLIDE_GRAIN_MESH_H

#include "collide/grain.h"

// The features that may touch before grain and wall have come nearer by `distance`, as a list for grain_mesh_touches.
// Writes at most `room` numbers; returns how many there are. All corners of the grain are turned.
int32_t grain_mesh_near(const placed_wall *wall, const grain_pose *pose, v3 centre, double distance,
                        int32_t *list, int32_t room);

// Contacts with a gap below `reach`, as grain_wall_touches. list->lost counts places where the grain has gone through.
bool grain_mesh_touches(const grain_at_wall *at, const int32_t *near, touch_list *list,
                        double *curvature);

// Does the wall go through the core of the grain, so that contacts do not tell how deep it is? `triangle` are the
// triangles of wall->faces within reach of the grain.
bool grain_mesh_crosses(const placed_wall *wall, const grain_pose *pose, v3 centre,
                        const int32_t *triangle, int32_t triangles);

#endif

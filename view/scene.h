// scene.h - what all looks at a scene have in common, as JSON for a page: the case, the shapes of grains, the surfaces of walls,
// what grains may be coloured by, the times of the moments.
#ifndef SCREE_VIEW_SCENE_H
#define SCREE_VIEW_SCENE_H

#include "view/source.h"

void scene_write(json *out, const view_source *source, const view_moment *moment);
// One grain: what it is, how it moves, its contacts with their forces. `id` is that of a ball.
void scene_write_grain(json *out, const view_moment *moment, int64_t id);

#endif

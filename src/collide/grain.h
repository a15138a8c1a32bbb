// grain.h - where two grains meet, or a grain and a wall, whatever their surfaces are: one door for all of them.
//
// A pair goes the way that both can go (docs/contacts-of-shapes.md): two convex grains, or a convex one and a ball, by
// their contact polygon; two sharp solids as solids; all else by pairs of features. The stiffness of a pair is shared
// among its contacts unless all its cores ask for the plain sum (model_core.weights).
#ifndef SCREE_COLLIDE_GRAIN_H
#define SCREE_COLLIDE_GRAIN_H

#include "collide/ball_wall.h"
#include "collide/convex.h"
#include "collide/depths.h"
#include "collide/grain_sides.h"
#include "collide/sharp.h"
#include "collide/sphero.h"
#include "collide/wall_faces.h"
#include "state/model.h"

// A core made ready to meet others. Owns what it has made; the core is the model's.
typedef struct grain_form {
    const model_core *core;
    convex_form hull;   // of a core that meets as a convex body
    sharp solid;        // of one that encloses a volume, without its rounding
    depth_field depths; // of one that meets by a potential
    double deepest;     // of crossed edges of solids, m
    double size; // of a rounded one that does: radius of the ball of that volume, and rounding, m
    double slim; // radius and least distance of a face from the centre, m; 0: without faces
    // Of corners: the part of the surface around one, over that from which on it counts in full, at most 1. So fine
    // facets do not make a grain the stiffer the finer they are. NULL: all count in full.
    double *counts;
    v3 inner; // a place deep in the grain: its centre, where that is in it
    grain_sides sides;
    // How many vectors a pose needs: its vertices, and what else convex_turn leaves of a hull.
    int32_t turned;
} grain_form;

// `name` stands for the shape in messages. grain_form_clear frees; also after a failure.
scree_status grain_form_make(const model_core *core, const char *name, grain_form *out,
                             scree_error *error);
void grain_form_clear(grain_form *form);

// A grain as it lies in space, seen from its centre.
typedef struct grain_pose {
    const grain_form *form; // NULL: a ball
    double radius;          // of the ball, m
    q4 turn;                // body to space
    const v3 *turned;       // from grain_turn
    // At the faces of a wall its anchors tell from which side a rounded core came that is in them: for the solver by
    // impulses, whose overlaps may be deeper than a thin rounding.
    bool anchored;
} grain_pose;
void grain_turn(const grain_form *form, q4 turn, v3 *turned); // turned[form->turned]
// The same of some vertices alone, each in its place.
void grain_turn_some(const grain_form *form, q4 turn, const int32_t *vertex, int32_t count,
                     v3 *turned);

// Radius of curvature for laws that need one, m.
static inline double grain_contact_radius(const grain_form *form, double ball)
{
    return form ? form->core->contact_radius : ball;
}

// What overlaps of the pair are measured by, m: as long as they are a part of it, it is known which way leads out.
// Where features meet that ends where cores do, elsewhere it goes on.
double grain_depth_scale(const grain_form *a, double ball_a, const grain_form *b, double ball_b,
                         bool pushes);
// The same at a wall, for the solver by impulses; `faces`: at its faces, which a core that encloses nothing must not
// reach.
double grain_wall_depth_scale(const grain_form *form, double ball, bool faces);

// Its features as it lies; a ball is a vertex, with `lone_edge` an edge without length as well.
sphero grain_features(const grain_pose *pose, bool lone_edge);
// The weights of a pair of which one has a core.
model_weights grain_weights(const grain_form *a, const grain_form *b);
// True where the pair meets by features, whose near pairs are worth keeping from step to step.
bool grain_by_features(const grain_form *a, const grain_form *b, bool pushes);
// True where two meet that enclose volumes, sharp or rounded, of which not both are convex: for the solver by impulses.
bool grain_by_solids(const grain_form *a, const grain_form *b);
// Two grains; `offset` leads from the centre of a to that of b. `flat`: in the plane.
typedef struct grain_pair {
    const grain_pose *a, *b;
    v3 offset;
    bool flat;
} grain_pair;
// Near pairs of features, as sphero_near.
int grain_near(const grain_pair *pair, double margin, sphero_room out);
// Contacts with a gap below `reach`, weighted. `near` has the near features of a pair that meets by features. `memory`
// saves time alone.
void grain_touches(const grain_pair *pair, const sphero_list *near, double reach,
                   convex_memory *memory, touch_list *list);

// ---- walls

// Is a wall within `distance` of the ball around a grain with a core?
bool grain_wall_around(const placed_wall *wall, v3 centre, double ball, double distance);
// The features within `distance` of touch, as a list for grain_wall_touches. Writes at most `room` numbers; returns how
// many there are. All corners are turned.
int32_t grain_wall_near(const placed_wall *wall, const grain_pose *pose, v3 centre, double distance,
                        int32_t *list, int32_t room);
// Does a sharp grain meet a wall with faces by depths, where laws only push?
static inline bool grain_wall_by_depths(const grain_form *form, const wall_faces *faces)
{
    return form->depths.groups > 0 && form->core->weights == WEIGHTS_NORM &&
           !faces->surface->joined;
}
// Do a grain and a wall with faces push by a potential, where laws only push? So do rounded grains and meshes, by
// features, and sharp ones by depths.
static inline bool grain_wall_by_features(const grain_form *form, const wall_faces *faces)
{
    const bool rounded = form->core->radius > 0 && form->core->weights == WEIGHTS_NORM;
    return rounded && !faces->made && !faces->surface->joined;
}
static inline bool grain_wall_has_potential(const grain_form *form, const wall_faces *faces)
{
    return grain_wall_by_features(form, faces) || grain_wall_by_depths(form, faces);
}
// A grain with a core beside a wall; contacts with a gap below `reach` are looked for.
typedef struct grain_at_wall {
    const placed_wall *wall;
    const grain_pose *pose;
    v3 centre;
    double reach;
} grain_at_wall;
// Contacts of a grain with a core and a wall. The normal points from the wall to the grain, the point, seen from the
// grain's centre, lies on the wall. `curvature` is that of the wall at each contact. `near` is a list for all that has
// moved since and `reach`; of a wall without faces it has vertices alone, and NULL stands for all of them. Returns
// false where the wall has too many contacts with one vertex.
bool grain_wall_touches(const grain_at_wall *meeting, const int32_t *near, int32_t count,
                        touch_list *list, double *curvature);

#endif

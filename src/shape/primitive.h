// primitive.h - the surfaces that walls are made of: plane, box, cylinder, cone, disk, triangle mesh.
//
// A primitive is immutable geometry in a frame of its own. Its origin is the reference point, about which torques are
// taken and rotations turn unless a drive says otherwise; at the start the frame stands at primitive_reference() with
// axes parallel to those of space. The world moves the frame; a primitive knows nothing of motion.
//
// One file primitive_NAME.c each; the build finds it. It describes its parameters by the rows of primitive_NAME_plugin
// and its geometry by the functions of primitive_NAME_kind. Which side is solid, and what is one contact, is in
// docs/walls.md.
#ifndef SCREE_SHAPE_PRIMITIVE_H
#define SCREE_SHAPE_PRIMITIVE_H

#include "base/fail.h"
#include "base/row.h"
#include "base/vec.h"
#include "shape/mesh.h"
#include "shape/mesh_sections.h"
#include "shape/ray.h"

#include <stddef.h>
#include <stdint.h>

// A place where a surface comes nearest to a ball's centre, in the primitive's frame.
typedef struct primitive_touch {
    v3 normal; // unit, away from the solid (sheets: towards the centre)
    v3 point;  // on the surface
    // Of the centre from the point along the normal, m; negative: the centre is inside the solid.
    double distance;
    // What the surface adds to 1/R*, 1/m: -1/R of the inside of a cylinder, 0 of all others.
    double curvature;
    bool
        round; // bent there about an axis, so that the contact moves along it by more or less than the ball
    int64_t feature; // stable key >= 0 of this part of the surface
} primitive_touch;

enum { PRIMITIVE_TOUCH_MOST = 8 };

// Where a ray first meets a surface, from either side.
typedef struct primitive_hit {
    double way; // m
    v3 normal;  // unit, towards where the ray comes from
} primitive_hit;

typedef struct triangle_soup { // for drawing
    v3 *vertex;
    int32_t *triangle; // three indices each
    int32_t vertices, triangles;
} triangle_soup;

typedef struct
    draw_window { // what an infinite surface is cut to: a box of space, and where the primitive stands
    v3 position;
    q4 orientation;
    v3 low, high;
    int round; // facets of a full circle
} draw_window;

typedef struct primitive primitive;

// What a primitive can do; `p` is always one of its own. Points and boxes are in the primitive's frame.
typedef struct primitive_kind {
    const plugin *rows;
    // Builds from checked values. `folder` is where relative paths start. Only a mesh fills the report.
    scree_status (*make)(const choice *choice, const char *folder, primitive **out,
                         mesh_report *report, scree_error *error);
    void (*release)(primitive *primitive); // what hangs on it, not p; NULL: nothing does
    // Contacts of a ball around `centre` that are closer than `within`; -1: more than PRIMITIVE_TOUCH_MOST.
    int (*touches)(const primitive *primitive, v3 centre, double within, const int32_t *candidate,
                   int candidates, primitive_touch out[PRIMITIVE_TOUCH_MOST]);
    // Parts within `distance` of the centre; NULL: the whole is the one part, 0.
    int (*near)(const primitive *primitive, v3 centre, double distance, int32_t *candidate,
                int room);
    // The first place of the surface on a ray; false: it misses it.
    bool (*ray)(const primitive *primitive, const ray *ray, primitive_hit *out);
    // Box around the surface; not called where the extent is infinite.
    void (*bounds)(const primitive *primitive, v3 *low, v3 *high);
    // How large it looks along a unit vector, m^2, in the plane m; see primitive_face. NULL: it has no end.
    double (*face)(const primitive *primitive, v3 along, bool flat);
    bool one_round_face; // it is a disk, a meridian without height
    // Radius from which on a ball does not fit, and the words for that; NULL: every ball fits.
    double (*largest_ball)(const primitive *primitive, const char **why);
    // Does a grain with corners that comes from its free side always touch it with a corner first? So it is with planes
    // and with the inside of what is closed. NULL: it does not.
    bool (*meets_vertices)(const primitive *primitive);
    // The mesh that it is; NULL: it is none.
    const mesh *(*surface)(const primitive *primitive);
    // The sections of the file of which it is a part; none where it is the whole file. NULL: it has no file.
    const mesh_sections *(*sections)(const primitive *primitive);
    // The same, with the parts beside it where they have been joined: what is touched.
    const mesh *(*joined)(const primitive *primitive);
    // Reads the parts beside it, which stand still to it; NULL: it has no parts.
    scree_status (*join)(primitive *primitive, const choice *choice, const char *folder,
                         const char *const *part, int parts, scree_error *error);
    // Adds its triangles, in its own frame, to an empty soup; false when out of memory. Finite ones ignore the window.
    bool (*draw)(const primitive *primitive, const draw_window *window, triangle_soup *soup);
} primitive_kind;

struct primitive { // first member of every primitive
    const primitive_kind *kind;
    v3 reference;  // in space, at the start, m
    double extent; // largest distance of the surface from the origin, m
    bool sheet; // nothing is behind it: it pushes to the side where a centre is, whichever that is
    // What was read and healed, in words, owned by the primitive; NULL: nothing to tell.
    const char *report;
};

// All primitives, in the order of their names.
const plugin *const *primitive_plugins(int *count);

// Builds the primitive chosen in a case (choice->what is one of the plug-ins above). Free with primitive_free. `report`
// may be NULL. error->where is the parameter ("cylinder.radius") or the place in a file.
scree_status primitive_make(const choice *choice, const char *folder, primitive **out,
                            mesh_report *report, scree_error *error);
// Where it is a part of a mesh file: makes it one surface with other parts of that file, which stand still to it. Then what
// touches an edge or a face between them has one contact, with one of the parts.
scree_status primitive_join(primitive *primitive, const choice *choice, const char *folder,
                            const char *const *part, int parts, scree_error *error);
// The plane that a domain boundary stands for: solid behind the point, against the normal (any length but zero).
scree_status primitive_make_plane(v3 point, v3 normal, primitive **out, scree_error *error);
void primitive_free(primitive *primitive); // NULL is fine

const char *primitive_name(const primitive *primitive);
// The sections of the file of which a mesh is a part; NULL: it is no part.
const mesh_sections *primitive_sections(const primitive *primitive);
// What a mesh read, healed and left, on one line; NULL for other primitives.
const char *primitive_report(const primitive *primitive);
v3 primitive_reference(const primitive *primitive);
// Largest distance of the surface from the reference point: a turn by an angle moves no point further than that times
// the angle. INFINITY for a plane.
double primitive_extent(const primitive *primitive);
// Largest distance of the surface, as it stands at the start, from the line through a point along a unit vector, m;
// INFINITY for a plane. What is round is taken by its facets, PRIMITIVE_ROUND to a circle.
scree_status primitive_arm(const primitive *primitive, v3 point, v3 along, double *out,
                           scree_error *error);
// Is it made of triangles from a file? Then it has parts, and most of it is far from where one looks.
bool primitive_is_mesh(const primitive *primitive);
// How much of the surface, turned like that, faces a way along a unit vector of space: the sum of what its faces that look
// that way have across it, or that of those which look back, where that is more; of what does not hide itself, the area
// of its shadow. M^2; in the plane the length of that, m. INFINITY for a plane.
double primitive_face(const primitive *primitive, q4 orientation, v3 along, bool flat);
// How much of that lies within a box of space, whose sides may be infinite: of a mesh and, to some 1e-5, of a disk it is cut, and
// *share of the face is within; of others it is told whether they reach beyond, and *share is 1.
typedef enum face_part { FACE_INSIDE, FACE_CUT, FACE_BEYOND } face_part;
typedef struct face_view {
    v3 position; // of the reference point, m
    q4 orientation;
    v3 along;     // unit
    v3 low, high; // of the box, m
} face_view;
face_part primitive_face_within(const primitive *primitive, const face_view *view, double *share);
// Box around the surface in space; infinite components for a plane.
void primitive_bounds(const primitive *primitive, v3 position, q4 orientation, v3 *low, v3 *high);
// The first place of the surface as it stands in space on a ray of space; false: it misses it.
bool primitive_ray(const primitive *primitive, v3 position, q4 orientation, const ray *ray,
                   primitive_hit *out);
// SCREE_BAD_INPUT, with `name` (of the wall) as the place, where a ball of that radius is too large for the inside of
// the primitive: it would touch from all sides.
scree_status primitive_admits(const primitive *primitive, const char *name, double radius,
                              scree_error *error);
enum { PRIMITIVE_DRAWN = 64 }; // facets of a circle in pictures
// Triangles for drawing, in space; an infinite plane is cut to the box of the window. Clear with triangle_soup_clear. A
// plane outside of the box gives no triangles.
scree_status primitive_surface(const primitive *primitive, const draw_window *window,
                               triangle_soup *out, scree_error *error);
void triangle_soup_clear(triangle_soup *soup);

// The surface in the primitive's own frame, of one that is not a plane: its own mesh; else one of facets, inscribed, is
// made, which the caller frees (*made; NULL: it was there).
enum { PRIMITIVE_ROUND = 96 }; // facets of a circle: within 0.00054 of its radius
scree_status primitive_facets(const primitive *primitive, const mesh **surface, mesh **made,
                              scree_error *error);

// ---- for the files of the primitives

// A zeroed block of `size` bytes that begins with a primitive of that kind; NULL when out of memory.
primitive *primitive_allocate(size_t size, const primitive_kind *kind);
bool soup_add_vertex(triangle_soup *soup, v3 point);
bool soup_add_triangle(triangle_soup *soup, int32_t a, int32_t b, int32_t c);

typedef enum primitive_side { SIDE_INSIDE, SIDE_OUTSIDE } primitive_side; // where the grains are
scree_status primitive_read_side(const choice *choice, const char *where, primitive_side *side,
                                 scree_error *error);
v3 choice_v3(const choice *choice, const char *name);

#endif

// shape.c - scree shape: what a mesh file is as a solid body: what was healed, volume, centre, inertia, convexity, and
// a picture.
#include "cli/commands.h"
#include "cli/shape_case.h"
#include "cli/shape_look.h"
#include "cli/shape_wall.h"
#include "cli/target.h"
#include "console/args.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/words.h"

#include "shape/hull.h"
#include "shape/mesh_file.h"
#include "shape/solid.h"
#include "store/json.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 100, INDENT = 22 };

// ---- finding out

// What is no body may be a good wall, and often was meant as one.
static void tell_of_wall(scree_error *error)
{
    char hint[sizeof error->hint];
    snprintf(hint, sizeof hint, "%.220s; as a wall the mesh is good as it stands, see --wall",
             error->hint);
    memcpy(error->hint, hint, sizeof hint);
}

// False where there is no soup to speak of; `status` says whether the body is sound.
static bool look(shape_look *s)
{
    const mesh_unit *unit = mesh_unit_find(s->with->unit ? s->with->unit : "m");
    if (!unit) {
        s->status = fail(&s->error, SCREE_BAD_INPUT, "--unit", "say m, cm, mm, um, in or ft",
                         "the unit '%s' is unknown", s->with->unit);
        return false;
    }
    s->status = mesh_file_read(s->path, unit, s->with->scale, &s->soup, &s->error);
    if (s->status)
        return false;
    s->status = shape_wall_look(&s->soup, s->with->tolerance, s->path, &s->wall, &s->error);
    if (s->status || s->with->as_wall)
        return !s->status;
    s->status = solid_build(s->soup.corner, s->soup.facets, s->with->tolerance, s->path, &s->solid,
                            &s->report, &s->error);
    if (s->status)
        tell_of_wall(&s->error);
    if (!s->status)
        s->status = solid_mass(&s->solid, &s->mass, &s->error);
    hull h;
    if (!s->status &&
        !hull_build(s->solid.surface->vertex, s->solid.surface->vertices, s->path, &h, NULL)) {
        s->hull_share = s->solid.volume / h.volume;
        hull_clear(&h);
    }
    return true;
}

// ---- words

static void print_vector(const char *label, v3 a, const char *unit)
{
    printf("  %-20s(%.9g, %.9g, %.9g) %s\n", label, a.x, a.y, a.z, unit);
}

static void print_file(const shape_look *s)
{
    char facets[WORD_ROOM];
    const mesh_soup *soup = &s->soup;
    printf("%s: %s, %s faces, lengths in %s%s\n", s->path, soup->format,
           word_count(facets, soup->faces), s->with->unit ? s->with->unit : "m",
           s->with->unit ? "" : " (--unit says otherwise)");
    if (soup->cut)
        printf(
            "  %-20s%d of more than three corners were cut into triangles, %d of them not flat\n",
            "faces", soup->cut, soup->bent);
    if (soup->opposed)
        printf(
            "  %-20s%d stored normals point against the turn of their corners; the corners count\n",
            "normals", soup->opposed);
    if (soup->repeated)
        printf("  %-20s%d where another one stands; they are one vertex\n", "repeated points",
               soup->repeated);
    if (soup->unused || soup->skipped)
        printf("  %-20s%d points that no face uses, %d lines and points\n", "left out",
               soup->unused, soup->skipped);
}

static void print_spots(const solid_report *r)
{
    for (int i = 0; i < r->spots; i++) {
        const solid_spot *p = &r->spot[i];
        printf("  %-20s%s", i ? "" : "spots", solid_flaw_words(p->flaw));
        if (p->faces > 2)
            printf(" (%d)", p->faces);
        printf(": (%.6g, %.6g, %.6g)", p->from.x, p->from.y, p->from.z);
        if (v3_norm(v3_sub(p->to, p->from)) > 0)
            printf(" to (%.6g, %.6g, %.6g)", p->to.x, p->to.y, p->to.z);
        printf(" m\n");
    }
}

static void print_convexity(const shape_look *s)
{
    if (s->solid.convex) {
        printf("  %-20syes, within the tolerance of %.3g m\n", "convex", s->report.tolerance);
        return;
    }
    printf("  %-20sno", "convex");
    if (s->solid.dent > s->report.tolerance)
        printf("; the surface stands up by %.3g m over the plane of a neighbouring triangle",
               s->solid.dent);
    if (s->hull_share > 0)
        printf("%s%.4g %% of its convex hull", "; ", 100 * s->hull_share);
    printf("\n");
}

static void print_body(const shape_look *s)
{
    const mass_properties *m = &s->mass;
    printf("  %-20s%.9g m^3\n", "volume", m->volume);
    printf("  %-20s%.9g m^2\n", "surface", s->solid.area);
    print_vector("centre of mass", m->centre, "m");
    print_vector("inertia / density", m->principal, "m^5, about the principal axes");
    printf("  %-20s(%.9g, %.9g, %.9g, %.9g) as quaternion (w, x, y, z)\n", "principal axes",
           m->axes.w, m->axes.x, m->axes.y, m->axes.z);
    printf("  %-20s%.9g m about the centre of mass\n", "bounding radius", m->bounding_radius);
    print_convexity(s);
}

static void print_look(const shape_look *s)
{
    const bool body = !s->with->as_wall;
    const v3 low = body ? s->report.low : s->wall.low;
    const v3 high = body ? s->report.high : s->wall.high;
    print_file(s);
    if (body) {
        printf("  %-20s", s->status ? "as a body" : "surface found");
        print_wrapped(stdout, s->report.text, INDENT, LINE_WIDTH);
    }
    if (s->status || !body)
        shape_wall_print(&s->wall);
    printf("  %-20sfrom (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) m\n", "box", low.x, low.y, low.z,
           high.x, high.y, high.z);
    print_spots(&s->report);
    if (!s->status && body)
        print_body(s);
}

// ---- JSON

static void json_vector(json *j, const char *key, v3 a)
{
    json_list(j, key);
    json_number(j, NULL, a.x);
    json_number(j, NULL, a.y);
    json_number(j, NULL, a.z);
    json_close(j);
}

static void json_report(json *j, const shape_look *s)
{
    const solid_report *r = &s->report;
    const struct {
        const char *key;
        int32_t value;
    } count[] = {{"vertices", r->vertices},
                 {"edges", r->edges},
                 {"triangles", r->triangles},
                 {"flat_faces", r->patches},
                 {"shells", r->shells},
                 {"cavities", r->cavities},
                 {"faces_read", s->soup.faces},
                 {"faces_cut", s->soup.cut},
                 {"faces_not_flat", s->soup.bent},
                 {"normals_opposed", s->soup.opposed},
                 {"points_unused", s->soup.unused},
                 {"points_repeated", s->soup.repeated},
                 {"moved", r->moved},
                 {"degenerate", r->degenerate},
                 {"duplicate", r->duplicate},
                 {"sheets", r->sheets},
                 {"split", r->split},
                 {"turned", r->turned},
                 {"open_edges", r->open_edges},
                 {"branched_edges", r->branched_edges},
                 {"one_sided_edges", r->one_sided_edges},
                 {"crossings", r->crossings},
                 {"pinched_vertices", r->pinches}};
    json_object(j, "surface");
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        json_integer(j, count[i].key, count[i].value);
    json_number(j, "tolerance", r->tolerance);
    json_vector(j, "low", r->low);
    json_vector(j, "high", r->high);
    json_text(j, "report", r->text);
    json_list(j, "spots");
    for (int i = 0; i < r->spots; i++) {
        json_object(j, NULL);
        json_text(j, "flaw", solid_flaw_words(r->spot[i].flaw));
        json_integer(j, "faces", r->spot[i].faces);
        json_vector(j, "from", r->spot[i].from);
        json_vector(j, "to", r->spot[i].to);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

static void json_body(json *j, const shape_look *s)
{
    const mass_properties *m = &s->mass;
    json_object(j, "body");
    json_number(j, "volume", m->volume);
    json_number(j, "area", s->solid.area);
    json_vector(j, "centre", m->centre);
    json_vector(j, "inertia_per_density", m->principal);
    json_list(j, "principal_axes");
    json_number(j, NULL, m->axes.w);
    json_number(j, NULL, m->axes.x);
    json_number(j, NULL, m->axes.y);
    json_number(j, NULL, m->axes.z);
    json_close(j);
    json_number(j, "bounding_radius", m->bounding_radius);
    json_flag(j, "convex", s->solid.convex);
    json_number(j, "dent", s->solid.dent);
    if (s->hull_share > 0)
        json_number(j, "share_of_hull", s->hull_share);
    else
        json_null(j, "share_of_hull");
    json_close(j);
}

static void print_json(const shape_look *s, bool read)
{
    json j = {0};
    json_begin(&j);
    json_text(&j, "file", s->path);
    json_flag(&j, "sound", !s->status);
    if (read) {
        json_text(&j, "format", s->soup.format);
        json_text(&j, "unit", s->with->unit ? s->with->unit : "m");
        json_number(&j, "scale", s->with->scale);
        if (!s->with->as_wall)
            json_report(&j, s);
        shape_wall_json(&j, &s->wall);
    }
    if (!s->status && !s->with->as_wall)
        json_body(&j, s);
    if (s->status) {
        json_object(&j, "fault");
        json_text(&j, "where", s->error.where);
        json_text(&j, "what", s->error.what);
        json_text(&j, "hint", s->error.hint);
        json_close(&j);
    }
    json_close(&j);
    printf("%s\n", j.failed ? "{}" : j.text);
    json_clear(&j);
}

// ---- the whole

static int show(shape_look *s)
{
    scree_error error;
    const bool read = look(s);
    if (s->with->as_json)
        print_json(s, read);
    else if (read)
        print_look(s);
    if (read && s->with->picture) {
        if (shape_look_draw(s, &error))
            return give_up(&error);
        if (!s->with->as_json)
            printf("  %-20s%s\n", "picture", s->with->picture);
    } else if (read && !s->with->as_json)
        printf("  %-20snone; --out NAME.png draws it\n", "picture");
    return s->status ? give_up(&s->error) : EXIT_DONE;
}

static int show_file(const char *path, const shape_options *with)
{
    shape_look seen = {.path = path, .with = with};
    int code = show(&seen);
    mesh_soup_clear(&seen.soup);
    solid_clear(&seen.solid);
    return code;
}

static bool is_case(const char *path)
{
    const char *end = strrchr(path, '.');
    return end && (!strcmp(end, ".yaml") || !strcmp(end, ".yml"));
}

// `name`: of a shape of a case; NULL: `path` is a mesh.
static int show_either(const char *path, const char *name, const shape_options *with,
                       const settings *set)
{
    scree_error error;
    if (target_check(with->picture, TARGET_PNG, &error))
        return give_up(&error);
    if (!name && !set->count && !is_case(path))
        return show_file(path, with);
    if (name && !with->unit && with->scale == 1 && with->tolerance == 0 && !with->as_wall)
        return shape_of_case(path, name, set, with->as_json, with->picture);
    if (name)
        fail(&error, SCREE_BAD_INPUT, "scree shape", "change the case",
             "unit, scale, tolerance and wall are for files");
    else if (is_case(path))
        fail(&error, SCREE_BAD_INPUT, path,
             "name a shape behind the case; scree check lists them all",
             "a case may have several shapes");
    else
        fail(&error, SCREE_BAD_INPUT, "scree shape", "name a shape behind the case",
             "--set is for cases");
    return give_up(&error);
}

int shape_main(int argc, char **argv)
{
    shape_options with = {.scale = 1};
    settings set = {0};
    const char *operand[OPERANDS_MOST] = {NULL};
    int operands;
    const option options[] = {
        {"unit", OPTION_TEXT, &with.unit, 0, "UNIT",
         "length unit of the file: m, cm, mm, um, in or ft; default: m"},
        {"scale", OPTION_REAL, &with.scale, DBL_MIN, "S", "factor on all lengths; default: 1"},
        {"tolerance", OPTION_REAL, &with.tolerance, 0, "METRES",
         "corners closer than this are one; default: a millionth of the diagonal"},
        OPTION_SET(set),
        OPTION_CONFINE(set),
        {"wall", OPTION_FLAG, &with.as_wall, 0, NULL,
         "what the mesh is as a wall, which may be open"},
        {"json", OPTION_FLAG, &with.as_json, 0, NULL, "one line of JSON"},
        {"out", OPTION_TEXT, &with.picture, 0, "NAME.png", "draw the body"},
    };
    const syntax s = {"shape",
                      "FILE | CASE NAME",
                      "Says what the mesh in an STL, OBJ or PLY file is as a solid body: what had "
                      "to be healed, volume,\n"
                      "centre, inertia at density one, bounding radius, convex or not. A surface "
                      "that is open, branches,\n"
                      "or crosses itself is refused, with the places; as a wall it may be good. "
                      "With a name behind it: a shape of a "
                      "case, as the case\n"
                      "makes it, with --set, --json and --out.",
                      options,
                      sizeof options / sizeof *options,
                      1,
                      2};
    int code = args_read(&s, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON)
        code = show_either(operand[0], operands == 2 ? operand[1] : NULL, &with, &set);
    settings_clear(&set);
    return code;
}

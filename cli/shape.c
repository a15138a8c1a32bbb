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
static bool look(shape_look *found)
{
    const mesh_unit *unit = mesh_unit_find(found->with->unit ? found->with->unit : "m");
    if (!unit) {
        found->status =
            fail(&found->error, SCREE_BAD_INPUT, "--unit", "say m, cm, mm, um, in or ft",
                 "the unit '%s' is unknown", found->with->unit);
        return false;
    }
    found->status =
        mesh_file_read(found->path, unit, found->with->scale, &found->soup, &found->error);
    if (found->status)
        return false;
    found->status = shape_wall_look(&found->soup, found->with->tolerance, found->path, &found->wall,
                                    &found->error);
    if (found->status || found->with->as_wall)
        return !found->status;
    found->status = solid_build(&(mesh_facets){.corner = found->soup.corner,
                                               .facets = found->soup.facets,
                                               .tolerance = found->with->tolerance,
                                               .name = found->path},
                                &found->solid, &found->report, &found->error);
    if (found->status)
        tell_of_wall(&found->error);
    if (!found->status)
        found->status = solid_mass(&found->solid, &found->mass, &found->error);
    hull hull;
    if (!found->status && !hull_build(found->solid.surface->vertex, found->solid.surface->vertices,
                                      found->path, &hull, NULL)) {
        found->hull_share = found->solid.volume / hull.volume;
        hull_clear(&hull);
    }
    return true;
}

// ---- words

static void print_vector(const char *label, v3 a, const char *unit)
{
    printf("  %-20s(%.9g, %.9g, %.9g) %s\n", label, a.x, a.y, a.z, unit);
}

static void print_file(const shape_look *look)
{
    char facets[WORD_ROOM];
    const mesh_soup *soup = &look->soup;
    printf("%s: %s, %s faces, lengths in %s%s\n", look->path, soup->format,
           word_count(facets, soup->faces), look->with->unit ? look->with->unit : "m",
           look->with->unit ? "" : " (--unit says otherwise)");
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

static void print_spots(const solid_report *report)
{
    for (int i = 0; i < report->spots; i++) {
        const solid_spot *spot = &report->spot[i];
        printf("  %-20s%s", i ? "" : "spots", solid_flaw_words(spot->flaw));
        if (spot->faces > 2)
            printf(" (%d)", spot->faces);
        printf(": (%.6g, %.6g, %.6g)", spot->from.x, spot->from.y, spot->from.z);
        if (v3_norm(v3_sub(spot->to, spot->from)) > 0)
            printf(" to (%.6g, %.6g, %.6g)", spot->to.x, spot->to.y, spot->to.z);
        printf(" m\n");
    }
}

static void print_convexity(const shape_look *look)
{
    if (look->solid.convex) {
        printf("  %-20syes, within the tolerance of %.3g m\n", "convex", look->report.tolerance);
        return;
    }
    printf("  %-20sno", "convex");
    if (look->solid.dent > look->report.tolerance)
        printf("; the surface stands up by %.3g m over the plane of a neighbouring triangle",
               look->solid.dent);
    if (look->hull_share > 0)
        printf("%s%.4g %% of its convex hull", "; ", 100 * look->hull_share);
    printf("\n");
}

static void print_body(const shape_look *look)
{
    const mass_properties *mass = &look->mass;
    printf("  %-20s%.9g m^3\n", "volume", mass->volume);
    printf("  %-20s%.9g m^2\n", "surface", look->solid.area);
    print_vector("centre of mass", mass->centre, "m");
    print_vector("inertia / density", mass->principal, "m^5, about the principal axes");
    printf("  %-20s(%.9g, %.9g, %.9g, %.9g) as quaternion (w, x, y, z)\n", "principal axes",
           mass->axes.w, mass->axes.x, mass->axes.y, mass->axes.z);
    printf("  %-20s%.9g m about the centre of mass\n", "bounding radius", mass->bounding_radius);
    print_convexity(look);
}

static void print_look(const shape_look *look)
{
    const bool body = !look->with->as_wall;
    const v3 low = body ? look->report.low : look->wall.low;
    const v3 high = body ? look->report.high : look->wall.high;
    print_file(look);
    if (body) {
        printf("  %-20s", look->status ? "as a body" : "surface found");
        print_wrapped(stdout, look->report.text, INDENT, LINE_WIDTH);
    }
    if (look->status || !body)
        shape_wall_print(&look->wall);
    shape_wall_parts(&look->soup);
    printf("  %-20sfrom (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) m\n", "box", low.x, low.y, low.z,
           high.x, high.y, high.z);
    print_spots(&look->report);
    if (!look->status && body)
        print_body(look);
}

// ---- JSON

static void json_vector(json *json, const char *key, v3 a)
{
    json_list(json, key);
    json_number(json, NULL, a.x);
    json_number(json, NULL, a.y);
    json_number(json, NULL, a.z);
    json_close(json);
}

static void json_report(json *json, const shape_look *look)
{
    const solid_report *report = &look->report;
    const struct {
        const char *key;
        int32_t value;
    } count[] = {{"vertices", report->vertices},
                 {"edges", report->edges},
                 {"triangles", report->triangles},
                 {"flat_faces", report->patches},
                 {"shells", report->shells},
                 {"cavities", report->cavities},
                 {"faces_read", look->soup.faces},
                 {"faces_cut", look->soup.cut},
                 {"faces_not_flat", look->soup.bent},
                 {"normals_opposed", look->soup.opposed},
                 {"points_unused", look->soup.unused},
                 {"points_repeated", look->soup.repeated},
                 {"moved", report->moved},
                 {"degenerate", report->degenerate},
                 {"duplicate", report->duplicate},
                 {"sheets", report->sheets},
                 {"split", report->split},
                 {"turned", report->turned},
                 {"open_edges", report->open_edges},
                 {"branched_edges", report->branched_edges},
                 {"one_sided_edges", report->one_sided_edges},
                 {"crossings", report->crossings},
                 {"pinched_vertices", report->pinches}};
    json_object(json, "surface");
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        json_integer(json, count[i].key, count[i].value);
    json_number(json, "tolerance", report->tolerance);
    json_vector(json, "low", report->low);
    json_vector(json, "high", report->high);
    json_text(json, "report", report->text);
    json_list(json, "spots");
    for (int i = 0; i < report->spots; i++) {
        json_object(json, NULL);
        json_text(json, "flaw", solid_flaw_words(report->spot[i].flaw));
        json_integer(json, "faces", report->spot[i].faces);
        json_vector(json, "from", report->spot[i].from);
        json_vector(json, "to", report->spot[i].to);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void json_body(json *json, const shape_look *look)
{
    const mass_properties *mass = &look->mass;
    json_object(json, "body");
    json_number(json, "volume", mass->volume);
    json_number(json, "area", look->solid.area);
    json_vector(json, "centre", mass->centre);
    json_vector(json, "inertia_per_density", mass->principal);
    json_list(json, "principal_axes");
    json_number(json, NULL, mass->axes.w);
    json_number(json, NULL, mass->axes.x);
    json_number(json, NULL, mass->axes.y);
    json_number(json, NULL, mass->axes.z);
    json_close(json);
    json_number(json, "bounding_radius", mass->bounding_radius);
    json_flag(json, "convex", look->solid.convex);
    json_number(json, "dent", look->solid.dent);
    if (look->hull_share > 0)
        json_number(json, "share_of_hull", look->hull_share);
    else
        json_null(json, "share_of_hull");
    json_close(json);
}

static void print_json(const shape_look *look, bool read)
{
    json json = {0};
    json_begin(&json);
    json_text(&json, "file", look->path);
    json_flag(&json, "sound", !look->status);
    if (read) {
        json_text(&json, "format", look->soup.format);
        json_text(&json, "unit", look->with->unit ? look->with->unit : "m");
        json_number(&json, "scale", look->with->scale);
        if (!look->with->as_wall)
            json_report(&json, look);
        shape_wall_json(&json, &look->wall);
    }
    if (!look->status && !look->with->as_wall)
        json_body(&json, look);
    if (look->status) {
        json_object(&json, "fault");
        json_text(&json, "where", look->error.where);
        json_text(&json, "what", look->error.what);
        json_text(&json, "hint", look->error.hint);
        json_close(&json);
    }
    json_close(&json);
    printf("%s\n", json.failed ? "{}" : json.text);
    json_clear(&json);
}

// ---- the whole

static int show(shape_look *found)
{
    scree_error error;
    const bool read = look(found);
    if (found->with->as_json)
        print_json(found, read);
    else if (read)
        print_look(found);
    if (read && found->with->picture) {
        if (shape_look_draw(found, &error))
            return give_up(&error);
        if (!found->with->as_json)
            printf("  %-20s%s\n", "picture", found->with->picture);
    } else if (read && !found->with->as_json)
        printf("  %-20snone; --out NAME.png draws it\n", "picture");
    return found->status ? give_up(&found->error) : EXIT_DONE;
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
    if (target_picture(with->picture, &error) ||
        target_ends(with->picture, ".png", "a PNG file", &error))
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
    const syntax syntax = {
        "shape",
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
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON)
        code = show_either(operand[0], operands == 2 ? operand[1] : NULL, &with, &set);
    settings_clear(&set);
    return code;
}

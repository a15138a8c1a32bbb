// shape.c - scree shape: what a mesh file is as a solid body: what was healed, volume, centre, inertia, convexity, and
// a picture.
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "cli/shape_case.h"
#include "cli/words.h"

#include "shape/hull.h"
#include "shape/mesh_file.h"
#include "shape/solid.h"
#include "store/json.h"
#include "store/picture_solid.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 100, INDENT = 22, PICTURE_WORDS = 110 };

typedef struct shape_options {
    const char *unit, *picture;
    double scale, tolerance;
    bool as_json;
} shape_options;

typedef struct shape_look {
    const char *path;
    const shape_options *with;
    mesh_soup soup;
    solid solid;
    solid_report report;
    mass_properties mass; // of density one
    double hull_share;    // of the volume of the convex hull; 0: not known
    scree_status status;
    scree_error error;
} shape_look;

// ---- finding out

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
    if (s->status) return false;
    s->status =
        solid_build(s->soup.corner, s->soup.facets, s->with->tolerance, s->path, &s->solid, &s->report, &s->error);
    if (!s->status) s->status = solid_mass(&s->solid, &s->mass, &s->error);
    hull h;
    if (!s->status && !hull_build(s->solid.surface->vertex, s->solid.surface->vertices, s->path, &h, NULL)) {
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
    printf("%s: %s, %s faces, lengths in %s%s\n", s->path, soup->format, word_count(facets, soup->faces),
           s->with->unit ? s->with->unit : "m", s->with->unit ? "" : " (--unit says otherwise)");
    if (soup->cut)
        printf("  %-20s%d of more than three corners were cut into triangles, %d of them not flat\n", "faces",
               soup->cut, soup->bent);
    if (soup->opposed)
        printf("  %-20s%d stored normals point against the turn of their corners; the corners count\n", "normals",
               soup->opposed);
    if (soup->repeated)
        printf("  %-20s%d where another one stands; they are one vertex\n", "repeated points", soup->repeated);
    if (soup->unused || soup->skipped)
        printf("  %-20s%d points that no face uses, %d lines and points\n", "left out", soup->unused, soup->skipped);
}

static void print_spots(const solid_report *r)
{
    for (int i = 0; i < r->spots; i++) {
        const solid_spot *p = &r->spot[i];
        printf("  %-20s%s", i ? "" : "spots", solid_flaw_words(p->flaw));
        if (p->faces > 2) printf(" (%d)", p->faces);
        printf(": (%.6g, %.6g, %.6g)", p->from.x, p->from.y, p->from.z);
        if (v3_norm(v3_sub(p->to, p->from)) > 0) printf(" to (%.6g, %.6g, %.6g)", p->to.x, p->to.y, p->to.z);
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
        printf("; the surface stands up by %.3g m over the plane of a neighbouring triangle", s->solid.dent);
    if (s->hull_share > 0) printf("%s%.4g %% of its convex hull", "; ", 100 * s->hull_share);
    printf("\n");
}

static void print_body(const shape_look *s)
{
    const mass_properties *m = &s->mass;
    printf("  %-20s%.9g m^3\n", "volume", m->volume);
    printf("  %-20s%.9g m^2\n", "surface", s->solid.area);
    print_vector("centre of mass", m->centre, "m");
    print_vector("inertia / density", m->principal, "m^5, about the principal axes");
    printf("  %-20s(%.9g, %.9g, %.9g, %.9g) as quaternion (w, x, y, z)\n", "principal axes", m->axes.w, m->axes.x,
           m->axes.y, m->axes.z);
    printf("  %-20s%.9g m about the centre of mass\n", "bounding radius", m->bounding_radius);
    print_convexity(s);
}

static void print_look(const shape_look *s)
{
    print_file(s);
    printf("  %-20s", "surface found");
    print_wrapped(stdout, s->report.text, INDENT, LINE_WIDTH);
    printf("  %-20sfrom (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) m\n", "box", s->report.low.x, s->report.low.y,
           s->report.low.z, s->report.high.x, s->report.high.y, s->report.high.z);
    print_spots(&s->report);
    if (!s->status) print_body(s);
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
                 {"split", r->split},
                 {"turned", r->turned},
                 {"open_edges", r->open_edges},
                 {"branched_edges", r->branched_edges},
                 {"one_sided_edges", r->one_sided_edges},
                 {"crossings", r->crossings},
                 {"pinched_vertices", r->pinches}};
    json_object(j, "surface");
    for (size_t i = 0; i < sizeof count / sizeof *count; i++) json_integer(j, count[i].key, count[i].value);
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
        json_report(&j, s);
    }
    if (!s->status) json_body(&j, s);
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

// ---- the picture

// Edges at which the surface bends by more than some 25 degrees.
static picture_line *sharp_edges(const solid *s, int64_t *count)
{
    const mesh *m = s->surface;
    *count = 0;
    picture_line *list = m ? malloc(((size_t)m->edges + 1) * sizeof *list) : NULL;
    for (int32_t e = 0; list && e < m->edges; e++) {
        if (m->edge[e].turn > 0.9) continue;
        for (int k = 0; k < 2; k++) list[*count][k] = m->vertex[m->edge[e].vertex[k]];
        ++*count;
    }
    return list;
}

static void picture_words(const shape_look *s, char first[PICTURE_WORDS], char second[PICTURE_WORDS])
{
    const solid_report *r = &s->report;
    const char *detail = strstr(s->error.what, ", the first");
    const int length = detail ? (int)(detail - s->error.what) : PICTURE_WORDS - 20;
    if (s->status)
        snprintf(first, PICTURE_WORDS, "no sound body: %.*s", length, s->error.what);
    else
        snprintf(first, PICTURE_WORDS, "volume %.4g m^3, bounding radius %.4g m, %s", s->mass.volume,
                 s->mass.bounding_radius, s->solid.convex ? "convex" : "not convex");
    const int at = snprintf(second, PICTURE_WORDS, "%d triangles, %d vertices", r->triangles, r->vertices);
    if (r->shells)
        snprintf(second + at, (size_t)(PICTURE_WORDS - at), ", %d %s", r->shells, r->shells == 1 ? "shell" : "shells");
}

// A sound body as it was healed, any other as it stands in the file, with its flaws marked.
static scree_status draw(const shape_look *s, scree_error *error)
{
    char first[PICTURE_WORDS], second[PICTURE_WORDS];
    const char *words[] = {first, second}, *slash = strrchr(s->path, '/');
    picture_line mark[SOLID_SPOTS_MOST];
    int64_t edges;
    const mesh *m = s->solid.surface;
    v3 *corner = m ? malloc(3 * (size_t)m->triangles * sizeof *corner) : NULL;
    if (m && !corner) return fail_memory(error, s->with->picture);
    for (int64_t i = 0; m && i < 3 * (int64_t)m->triangles; i++)
        corner[i] = m->vertex[m->triangle[i / 3].vertex[i % 3]];
    for (int i = 0; i < s->report.spots; i++) {
        mark[i][0] = s->report.spot[i].from;
        mark[i][1] = s->report.spot[i].to;
    }
    picture_words(s, first, second);
    picture_line *edge = sharp_edges(&s->solid, &edges);
    const picture_solid p = {.corner = m ? corner : s->soup.corner,
                             .triangles = m ? m->triangles : s->soup.facets,
                             .edge = (const picture_line *)edge,
                             .edges = edge ? edges : 0,
                             .mark = (const picture_line *)mark,
                             .marks = s->report.spots,
                             .title = slash ? slash + 1 : s->path,
                             .words = words,
                             .lines = 2};
    scree_status status = picture_solid_png(s->with->picture, &p, error);
    free(edge);
    free(corner);
    return status;
}

static int show(shape_look *s)
{
    scree_error error;
    const bool read = look(s);
    if (s->with->as_json)
        print_json(s, read);
    else if (read)
        print_look(s);
    if (read && s->with->picture) {
        if (draw(s, &error)) return give_up(&error);
        if (!s->with->as_json) printf("  %-20s%s\n", "picture", s->with->picture);
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
static int show_either(const char *path, const char *name, const shape_options *with, const settings *set)
{
    scree_error error;
    if (!name && !set->count && !is_case(path)) return show_file(path, with);
    if (name && !with->unit && with->scale == 1 && with->tolerance == 0)
        return shape_of_case(path, name, set, with->as_json, with->picture);
    if (name)
        fail(&error, SCREE_BAD_INPUT, "scree shape", "change the case", "unit, scale and tolerance are for files");
    else if (is_case(path))
        fail(&error, SCREE_BAD_INPUT, path, "name a shape behind the case; scree check lists them all",
             "a case may have several shapes");
    else
        fail(&error, SCREE_BAD_INPUT, "scree shape", "name a shape behind the case", "--set is for cases");
    return give_up(&error);
}

int shape_main(int argc, char **argv)
{
    shape_options with = {.scale = 1};
    settings set = {0};
    const char *operand[OPERANDS_MOST] = {NULL};
    int operands;
    const option options[] = {
        {"unit", OPTION_TEXT, &with.unit, 0, "UNIT", "length unit of the file: m, cm, mm, um, in or ft; default: m"},
        {"scale", OPTION_REAL, &with.scale, DBL_MIN, "S", "factor on all lengths; default: 1"},
        {"tolerance", OPTION_REAL, &with.tolerance, 0, "METRES",
         "corners closer than this are one; default: a millionth of the diagonal"},
        OPTION_SET(set),
        {"json", OPTION_FLAG, &with.as_json, 0, NULL, "one line of JSON"},
        {"out", OPTION_TEXT, &with.picture, 0, "NAME.png", "draw the body"},
    };
    const syntax s = {
        "shape",
        "FILE | CASE NAME",
        "Says what the mesh in an STL, OBJ or PLY file is as a solid body: what had to be healed, volume,\n"
        "centre, inertia at density one, bounding radius, convex or not. A surface that is open, branches,\n"
        "or crosses itself is refused, with the places. With a name behind it: a shape of a case, as the case\n"
        "makes it, with --set, --json and --out.",
        options,
        sizeof options / sizeof *options,
        1,
        2};
    int code = args_read(&s, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON) code = show_either(operand[0], operands == 2 ? operand[1] : NULL, &with, &set);
    settings_clear(&set);
    return code;
}

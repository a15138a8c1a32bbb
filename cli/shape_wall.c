// shape_wall.c - see shape_wall.h. A wall is touched from both sides and has no mass: it may be open, branch, and cross
// itself.
#include "cli/shape_wall.h"

#include "console/words.h"

#include <stdio.h>

enum { INDENT = 22, LINE_WIDTH = 100, WORDS = MESH_REPORT_TEXT + 40 };

scree_status shape_wall_look(const mesh_soup *soup, double tolerance, const char *path,
                             mesh_report *report, scree_error *error)
{
    mesh *built;
    scree_status status = mesh_build(
        &(mesh_facets){
            .corner = soup->corner, .facets = soup->facets, .tolerance = tolerance, .name = path},
        &built, report, error);
    if (status)
        return status;
    mesh_free(built);
    report->opposed = soup->opposed;
    report->bent = soup->bent;
    report->skipped = soup->skipped;
    mesh_report_describe(report);
    return SCREE_OK;
}

void shape_wall_print(const mesh_report *report)
{
    char words[WORDS];
    snprintf(words, sizeof words, "good as it stands: %s", report->text);
    printf("  %-20s", "as a wall");
    print_wrapped(stdout, words, INDENT, LINE_WIDTH);
}

void shape_wall_parts(const mesh_soup *soup)
{
    char name[200];
    const mesh_sections *sections = &soup->sections;
    const bool named = sections->count > 1 || (sections->count == 1 && *sections->item[0].names);
    for (int32_t i = 0; named && i < sections->count; i++) {
        if (!sections->item[i].facets)
            continue;
        mesh_section_words(&sections->item[i], name, sizeof name);
        printf("  %-20s%s: %d facets\n", i ? "" : "parts", name, sections->item[i].facets);
    }
}

static void vector_json(json *json, const char *name, v3 at)
{
    json_list(json, name);
    json_number(json, NULL, at.x);
    json_number(json, NULL, at.y);
    json_number(json, NULL, at.z);
    json_close(json);
}

void shape_wall_json(json *json, const mesh_report *report)
{
    json_object(json, "wall");
    json_flag(json, "closed", report->closed);
    json_integer(json, "triangles", report->triangles);
    json_integer(json, "vertices", report->vertices);
    json_integer(json, "flat_faces", report->patches);
    json_integer(json, "open_edges", report->open_edges);
    json_integer(json, "branched_edges", report->branched_edges);
    json_integer(json, "partial_edges", report->partial_edges);
    json_integer(json, "flipped", report->flipped);
    if (report->open_edges)
        vector_json(json, "first_open", report->at_open);
    if (report->partial_edges)
        vector_json(json, "first_partial", report->at_partial);
    if (report->branched_edges)
        vector_json(json, "first_branched", report->at_branched);
    json_text(json, "report", report->text);
    json_close(json);
}

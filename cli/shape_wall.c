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
    json_text(json, "report", report->text);
    json_close(json);
}

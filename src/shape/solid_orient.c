// solid_orient.c - shells, faces turned to one side, shells turned outwards, pinched vertices. See solid.h.
//
// A shell is what is connected over edges. Which side is out follows from the sign of its volume, and from how many
// other shells it is inside of: the winding number, that is the solid angle under which another shell is seen, over 4 pi.
#include "shape/solid_stages.h"

#include "base/corners.h"
#include "base/constants.h"
#include "base/mathlib.h"
#include "base/solid_angle.h"

#include <stdlib.h>
#include <string.h>

typedef struct shell {
    v3 low, high, vertex; // vertex: some vertex of it
    int64_t first, last;  // its faces in order[]
    double volume, area;
} shell;

typedef struct orienter {
    healer *healer;
    signed char *side; // of each face: -1 where it is to be turned, 0 where not seen
    int32_t *order;    // faces, shell by shell
    shell *shell;
} orienter;

// ---- one side

// Gives the faces of a shell their sides. Over a consistent edge, neighbours run in opposite directions.
static void flood(orienter *orienter, int32_t seed, int64_t *count, solid_report *report)
{
    healer *healer = orienter->healer;
    int64_t at = *count;
    orienter->order[(*count)++] = seed;
    orienter->side[seed] = 1;
    healer->shell[seed] = healer->shells;
    for (; at < *count; at++) {
        const int32_t face = orienter->order[at];
        for (int k = 0; k < 3; k++) {
            const int32_t s = 3 * face + k;
            const int32_t other = healer->partner[s];
            const int32_t neighbour = other / 3;
            const int side = side_from(healer, s) != side_from(healer, other)
                                 ? orienter->side[face]
                                 : -orienter->side[face];
            if (!orienter->side[neighbour]) {
                orienter->side[neighbour] = (signed char)side;
                healer->shell[neighbour] = healer->shells;
                orienter->order[(*count)++] = neighbour;
            } else if (orienter->side[neighbour] != side && s < other) {
                report->one_sided_edges++;
                solid_add_spot(report, SOLID_ONE_SIDED, healer->vertex[side_from(healer, s)],
                               healer->vertex[side_to(healer, s)], 2);
            }
        }
    }
}

static void turn(int32_t *face)
{
    const int32_t keep = face[1];
    face[1] = face[2];
    face[2] = keep;
}

// ---- outwards

static void measure_shell(const healer *healer, const int32_t *order, shell *shell)
{
    shell->high = healer->vertex[healer->face[order[shell->first]][0]];
    shell->low = shell->high;
    shell->vertex = shell->low;
    shell->volume = 0;
    shell->area = 0;
    for (int64_t i = shell->first; i < shell->last; i++) {
        const int32_t *corner = healer->face[order[i]];
        v3 point[3];
        for (int k = 0; k < 3; k++) {
            point[k] = healer->vertex[corner[k]];
            shell->low = v3_min(shell->low, point[k]);
            shell->high = v3_max(shell->high, point[k]);
            point[k] = v3_sub(point[k], shell->vertex);
        }
        shell->volume += v3_dot(point[0], v3_cross(point[1], point[2])) / 6;
        shell->area += v3_norm(v3_triangle(point[0], point[1], point[2])) / 2;
    }
}

static bool box_holds(const shell *shell, v3 point)
{
    return !box_misses(shell->low, shell->high, point);
}

static bool holds(const orienter *orienter, const shell *shell, v3 point)
{
    if (!box_holds(shell, point))
        return false;
    double sum = 0;
    for (int64_t i = shell->first; i < shell->last; i++) {
        const int32_t *corner = orienter->healer->face[orienter->order[i]];
        const v3 a = v3_sub(orienter->healer->vertex[corner[0]], point);
        const v3 b = v3_sub(orienter->healer->vertex[corner[1]], point);
        const v3 c = v3_sub(orienter->healer->vertex[corner[2]], point);
        sum += solid_angle(a, b, c);
    }
    return fabs(sum) > 2 * PI; // half of the full angle
}

static scree_status turn_outwards(orienter *orienter, scree_error *error)
{
    healer *healer = orienter->healer;
    for (int32_t i = 0; i < healer->shells; i++) {
        shell *shell = &orienter->shell[i];
        int depth = 0;
        for (int32_t j = 0; j < healer->shells; j++)
            depth += j != i && holds(orienter, &orienter->shell[j], shell->vertex);
        if (!(fabs(shell->volume) > healer->tolerance * shell->area / 2)) {
            return fail(error, SCREE_BAD_INPUT, healer->name,
                        "give a body with a thickness, and check unit and scale",
                        "shell %d of %d encloses no volume: its mean thickness of %g m is below "
                        "the tolerance of %g m",
                        i + 1, healer->shells, 2 * fabs(shell->volume) / shell->area,
                        healer->tolerance);
        }
        healer->cavities += depth % 2;
        if ((shell->volume > 0) == (depth % 2 == 0))
            continue;
        for (int64_t k = shell->first; k < shell->last; k++) {
            const int32_t face = orienter->order[k];
            turn(healer->face[face]);
            orienter->side[face] = (signed char)-orienter->side[face];
        }
    }
    return SCREE_OK;
}

// ---- pinches

// Goes around the vertices: each has as many fans as it takes rounds to see all sides that begin at it.
static scree_status find_pinches(healer *healer, solid_report *report, scree_error *error)
{
    int32_t *fans = calloc((size_t)healer->vertices, sizeof *fans);
    int32_t *faces = calloc((size_t)healer->vertices, sizeof *faces);
    bool *seen = calloc(3 * (size_t)healer->faces, 1);
    const bool room = fans && faces && seen;
    for (int32_t side = 0; room && side < 3 * healer->faces; side++) {
        const int32_t vertex = side_from(healer, side);
        fans[vertex] += !seen[side];
        for (int32_t at = side; !seen[at]; at = healer->partner[at - at % 3 + (at % 3 + 2) % 3]) {
            seen[at] = true;
            faces[vertex]++;
        }
    }
    for (int32_t vertex = 0; room && vertex < healer->vertices; vertex++) {
        if (fans[vertex] < 2)
            continue;
        report->pinches++;
        solid_add_spot(report, SOLID_PINCH, healer->vertex[vertex], healer->vertex[vertex],
                       faces[vertex]);
    }
    free(fans);
    free(faces);
    free(seen);
    return room ? SCREE_OK : fail_memory(error, healer->name);
}

// ---- the whole

static scree_status find_shells(orienter *orienter, solid_report *report, scree_error *error)
{
    healer *healer = orienter->healer;
    int64_t count = 0;
    for (int32_t face = 0; face < healer->faces; face++) {
        if (orienter->side[face])
            continue;
        if (healer->shells == SOLID_SHELLS_MOST) {
            return fail(error, SCREE_BAD_INPUT, healer->name, "give one body a file",
                        "the surface falls into more than %d pieces", SOLID_SHELLS_MOST);
        }
        shell *shell = &orienter->shell[healer->shells];
        shell->first = count;
        flood(orienter, face, &count, report);
        shell->last = count;
        healer->shells++;
    }
    report->shells = healer->shells;
    if (report->one_sided_edges) {
        return fail(error, SCREE_BAD_INPUT, healer->name,
                    "part the surface where it passes through itself",
                    "the surface has one side only, as a Moebius band has: no choice of an outside "
                    "fits all faces");
    }
    return SCREE_OK;
}

static scree_status orient(orienter *orienter, solid_report *report, scree_error *error)
{
    healer *healer = orienter->healer;
    scree_status status = find_shells(orienter, report, error);
    if (status)
        return status;
    for (int64_t face = 0; face < healer->faces; face++) {
        if (orienter->side[face] < 0)
            turn(healer->face[face]);
    }
    for (int32_t i = 0; i < healer->shells; i++)
        measure_shell(healer, orienter->order, &orienter->shell[i]);
    status = turn_outwards(orienter, error);
    for (int64_t face = 0; face < healer->faces; face++)
        report->turned += orienter->side[face] < 0;
    report->cavities = healer->cavities;
    if (!status)
        status = solid_pair_sides(healer, error); // turned faces have other sides
    if (!status)
        status = find_pinches(healer, report, error);
    return status;
}

scree_status solid_orient(healer *healer, solid_report *report, scree_error *error)
{
    orienter orienter = {.healer = healer};
    const size_t count = (size_t)healer->faces;
    orienter.side = calloc(count, sizeof *orienter.side);
    orienter.order = malloc(count * sizeof *orienter.order);
    orienter.shell = malloc(SOLID_SHELLS_MOST * sizeof *orienter.shell);
    healer->shell = malloc(count * sizeof *healer->shell);
    scree_status status = orienter.side && orienter.order && orienter.shell && healer->shell
                              ? orient(&orienter, report, error)
                              : fail_memory(error, healer->name);
    free(orienter.side);
    free(orienter.order);
    free(orienter.shell);
    return status;
}

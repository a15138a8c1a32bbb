// floors.c - see floors.h.
#include "console/floors.h"

#include "base/random.h"
#include "base/vec.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const floor_cut_names[FLOOR_CUTS] = {"coarse", "fine", "irregular", "T-jointed"};

static const double shift =
    0.24; // of a cell, most that a corner moves along each axis: no triangle turns over
static const double sliver = 1e-3; // of a triangle, from one of its edges

typedef struct writer {
    FILE *file;
    const floor_plan *plan;
    int64_t facets;
} writer;

static void put(writer *writer, v3 a, v3 b, v3 c)
{
    const v3 corner[3] = {a, b, c};
    fprintf(writer->file, "facet normal 0 0 1\nouter loop\n");
    for (int k = 0; k < 3; k++)
        fprintf(writer->file, "vertex %.17g %.17g 0\n", corner[k].x, corner[k].y);
    fprintf(writer->file, "endloop\nendfacet\n");
    writer->facets++;
}

// Places go from 0 to 1 along both sides.
static v3 at(const writer *writer, double x, double y)
{
    return v3_make((x - 0.5) * writer->plan->size[0], (y - 0.5) * writer->plan->size[1], 0);
}

static int cells_along(const floor_plan *plan, int axis)
{
    const int cells = (int)(plan->size[axis] / plan->cell + 0.5);
    return cells > 1 ? cells : 1;
}

static void write_coarse(writer *writer)
{
    put(writer, at(writer, 0, 0), at(writer, 1, 0), at(writer, 1, 1));
    put(writer, at(writer, 0, 0), at(writer, 1, 1), at(writer, 0, 1));
}

// The corner of the grid; inside of the floor it has moved, each time it is asked for to the same place.
static v3 corner_of(const writer *writer, int i, int j, bool moved)
{
    const int n = cells_along(writer->plan, 0);
    const int m = cells_along(writer->plan, 1);
    rng rng = rng_make(7, (uint64_t)i * 100003 + (uint64_t)j);
    const bool within_x = i > 0 && i < n;
    const bool within_y = j > 0 && j < m;
    double x = i;
    double y = j;
    if (moved && within_x && within_y) {
        x += rng_range(&rng, -shift, shift);
        y += rng_range(&rng, -shift, shift);
    }
    return at(writer, x / n, y / m);
}

// In three, by a place next to the edge a b.
static void put_with_sliver(writer *writer, v3 a, v3 b, v3 c)
{
    const v3 middle = v3_scale(0.5, v3_add(a, b));
    const v3 place = v3_fma(middle, sliver, v3_sub(c, middle));
    put(writer, a, b, place);
    put(writer, b, c, place);
    put(writer, c, a, place);
}

static void write_grid(writer *writer, bool irregular)
{
    rng rng = rng_make(3, 0);
    for (int j = 0; j < cells_along(writer->plan, 1); j++) {
        for (int i = 0; i < cells_along(writer->plan, 0); i++) {
            const v3 a = corner_of(writer, i, j, irregular);
            const v3 b = corner_of(writer, i + 1, j, irregular);
            const v3 c = corner_of(writer, i + 1, j + 1, irregular);
            const v3 d = corner_of(writer, i, j + 1, irregular);
            const uint64_t chance = irregular ? rng_below(&rng, 8) : 0;
            const bool other = chance & 1;
            put(writer, a, b, other ? d : c);
            if (chance >= 6)
                put_with_sliver(writer, c, d, other ? b : a);
            else
                put(writer, c, d, other ? b : a);
        }
    }
}

static void write_strips(writer *writer)
{
    const int strips = cells_along(writer->plan, 1);
    const int most = cells_along(writer->plan, 0);
    for (int j = 0; j < strips; j++) {
        const int cells = 1 + most * (3 + 5 * j % 7) / 9;
        const double low = (double)j / strips;
        const double high = (j + 1.0) / strips;
        for (int i = 0; i < cells; i++) {
            const double from = (double)i / cells;
            const double to = (i + 1.0) / cells;
            const v3 a = at(writer, from, low);
            const v3 b = at(writer, to, low);
            const v3 c = at(writer, to, high);
            const v3 d = at(writer, from, high);
            put(writer, a, b, c);
            put(writer, a, c, d);
        }
    }
}

scree_status floor_write(const char *path, const floor_plan *plan, int64_t *facets,
                         scree_error *error)
{
    writer writer = {.file = fopen(path, "w"), .plan = plan};
    if (!writer.file)
        return fail(error, SCREE_IO, path, "check the folder", "cannot write the floor");
    fprintf(writer.file, "solid floor\n");
    switch (plan->cut) {
    case FLOOR_COARSE:
        write_coarse(&writer);
        break;
    case FLOOR_JOINED:
        write_strips(&writer);
        break;
    default:
        write_grid(&writer, plan->cut == FLOOR_IRREGULAR);
    }
    fprintf(writer.file, "endsolid floor\n");
    if (facets)
        *facets = writer.facets;
    if (fclose(writer.file))
        return fail(error, SCREE_IO, path, "check the space on the disk", "cannot write the floor");
    return SCREE_OK;
}

// ---- the folder

scree_status floor_folder_make(char out[FLOOR_PATH], scree_error *error)
{
    const char *place = getenv("TMPDIR");
    const bool good = place && *place && strlen(place) < FLOOR_PATH - 40;
    snprintf(out, FLOOR_PATH, "%s/scree-floors-XXXXXX", good ? place : "/tmp");
    if (mkdtemp(out))
        return SCREE_OK;
    return fail(error, SCREE_IO, out, "set TMPDIR to a folder that can be written",
                "cannot make a folder for mesh files");
}

void floor_folder_remove(const char *folder)
{
    DIR *open = opendir(folder);
    if (!open)
        return;
    for (const struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        char path[FLOOR_PATH + 260];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    closedir(open);
    rmdir(folder);
}

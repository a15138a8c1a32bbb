// shape_ball_file.c - the balls of a clump from a file: a line `x y z r` for each, as the multisphere lists of LIGGGHTS
// (`fix particletemplate/multisphere`) and of MercuryDPM's clumps are; see shapes.h.
#include "case/shapes.h"

#include "scene/grain_table.h"
#include "shape/mesh_input.h"

#include <math.h>
#include <stdlib.h>

static bool add_ball(model_clump *clump, int *room, const double value[4], double factor)
{
    if (clump->balls == *room) {
        const int more = *room ? 2 * *room : 64;
        v3 *at = realloc(clump->at, (size_t)more * sizeof *at);
        if (at)
            clump->at = at;
        double *radius = realloc(clump->radius, (size_t)more * sizeof *radius);
        if (radius)
            clump->radius = radius;
        if (!at || !radius)
            return false;
        *room = more;
    }
    clump->at[clump->balls] = v3_scale(factor, v3_at(value));
    clump->radius[clump->balls++] = factor * value[3];
    return true;
}

static scree_status read_line(const grain_table_scan *scan, double value[4], scree_error *error)
{
    static const char *const name[4] = {"x", "y", "z", "r"};
    scree_status status = SCREE_OK;
    if (scan->fields != 4) {
        return grain_table_fail(scan, error, "write x y z r",
                                "a ball has 4 numbers, this line has %d", scan->fields);
    }
    for (int i = 0; i < 4 && !status; i++)
        status = grain_table_number(scan, i, name[i], false, &value[i], error);
    if (!status && !(value[3] > 0)) {
        return grain_table_fail(scan, error, "give a radius above zero", "r = %g is not above zero",
                                value[3]);
    }
    return status;
}

static bool read_all(reader *reader, const node *at, const char *path, double factor,
                     model_clump *clump)
{
    grain_table_scan scan;
    fault_list faults = {0};
    scree_error fault;
    int room = 0;
    bool good = true;
    if (grain_table_open(&scan, path, &faults)) {
        while (grain_table_next(&scan)) {
            double value[4];
            const scree_status status = read_line(&scan, value, &fault);
            if (status && !grain_table_goes_on(&scan, &fault))
                break;
            if (!status && !add_ball(clump, &room, value, factor)) {
                reader->book->no_memory = true;
                good = false;
                break;
            }
        }
    }
    good = grain_table_close(&scan, &fault) == SCREE_OK && good;
    for (int i = 0; i < faults.count; i++)
        reader_fault(reader, at, faults.item[i].hint, "%s: %s", faults.item[i].where,
                     faults.item[i].what);
    fault_list_clear(&faults);
    if (good && clump->balls == 0) {
        reader_fault(reader, at, "give a line x y z r for each ball", "there is no ball in %.120s",
                     path);
        return false;
    }
    return good;
}

bool shape_ball_file(reader *reader, node *map, model_clump *clump)
{
    double scale = 1;
    const node *file = reader_need(reader, map, "file", "a list with a line x y z r for each ball");
    const node *word = reader_need(reader, map, "unit",
                                   "say the length unit of the file: m, cm, mm, um, in or ft");
    const node *factor = reader_take(reader, map, "scale");
    const char *name = file ? reader_text(reader, file) : NULL;
    const char *unit_name = word ? reader_text(reader, word) : NULL;
    const mesh_unit *unit = unit_name ? mesh_unit_find(unit_name) : NULL;
    if (unit_name && !unit) {
        reader_fault(reader, word, "known are: m, cm, mm, um, in, ft",
                     "'%.40s' is no length unit of a file", unit_name);
    }
    bool good = !factor || reader_real(reader, factor, "1", ROW_POSITIVE, INFINITY, &scale);
    reader_finish(reader, map);
    if (!name || !unit || !good || !reader_may_read(reader, file, name))
        return false;
    char *path = reader_path(reader, name);
    if (!path) {
        reader->book->no_memory = true;
        return false;
    }
    good = read_all(reader, file, path, scale * mesh_input_metres(unit, 1), clump);
    free(path);
    return good;
}

// core_edges.c - see core_edges.h.
#include "shape/core_edges.h"

#include "shape/core_faces.h"
#include "shape/mass_parts.h"
#include "shape/plate.h"

#include <stdlib.h>

bool core_edges_of_outline(model_core *core, bool closed)
{
    core->edges = closed ? core->vertices : core->vertices - 1;
    core->edge = malloc((size_t)core->edges * sizeof *core->edge + 1);
    for (int32_t i = 0; core->edge && i < core->edges; i++) {
        core->edge[i][0] = i;
        core->edge[i][1] = (i + 1) % core->vertices;
    }
    return core->edge;
}

scree_status core_edges_of_faces(model_core *core, scree_error *error)
{
    if (core_is_plate(core))
        return core_edges_of_outline(core, true) ? SCREE_OK
                                                 : fail_memory(error, "edges of a plate");
    mass_edges all;
    mass_properties unused; // refuses what is not closed, or turned inwards
    scree_status status =
        mass_polyhedron(core->vertex, core->vertices, (const int32_t(*)[3])core->triangle,
                        core->triangles, &unused, error);
    if (status)
        return status;
    status =
        mass_edges_find((const int32_t(*)[3])core->triangle, core->triangles, NULL, 0, &all, error);
    if (status)
        return status;
    core->edge = malloc((size_t)all.edges * sizeof *core->edge + 1);
    if (!core->edge)
        status = fail_memory(error, "edges of a grain");
    for (int32_t i = 0; !status && i < all.edges; i++) {
        const mass_edge_use *use = &all.use[all.edge[i].first];
        if (core_face_of(core, use[0].triangle) == core_face_of(core, use[1].triangle))
            continue;
        core->edge[core->edges][0] = all.edge[i].from;
        core->edge[core->edges++][1] = all.edge[i].to;
    }
    mass_edges_clear(&all);
    return status;
}

// fuzz_mesh.c - fuzz target: any bytes as an STL, OBJ or PLY file, made into a solid whose tables and mass are checked.
// The first byte picks the unit and the name of the file.
#include "fuzz/fuzz.h"

#include "shape/mesh_file.h"
#include "shape/solid.h"

enum { FACETS_MOST = 1000 };

// Closed, turned outwards, with a volume and a mass.
static void check(const solid *s)
{
    const mesh *m = s->surface;
    mass_properties mass;
    for (int32_t e = 0; e < m->edges; e++)
        FUZZ_WANT(m->edge[e].triangles == 2);
    FUZZ_WANT(s->volume > 0 && s->area > 0);
    if (solid_mass(s, &mass, NULL) == SCREE_OK)
        FUZZ_WANT(mass.volume > 0 && mass.bounding_radius > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const unit[] = {"m", "cm", "mm", "um", "in", "ft"};
    static const char *const name[] = {"fuzz", "fuzz.obj", "fuzz.ply"};
    mesh_soup soup;
    solid s = {0};
    solid_report report;
    scree_error error = {0};
    if (size == 0)
        return 0;
    const mesh_unit *of = mesh_unit_find(unit[data[0] % 6]);
    if (mesh_file_parse(&(mesh_bytes){(const char *)data + 1, size - 1, name[data[0] / 6 % 3]}, of,
                        1, &soup, &error) == SCREE_OK) {
        if (soup.facets <= FACETS_MOST &&
            solid_build(
                &(mesh_facets){.corner = soup.corner, .facets = soup.facets, .name = "fuzz"}, &s,
                &report, &error) == SCREE_OK)
            check(&s);
    } else
        FUZZ_WANT(error.what[0]);
    solid_clear(&s);
    mesh_soup_clear(&soup);
    return 0;
}

// fuzz_mesh.c - libFuzzer target: any bytes as an STL, OBJ or PLY file, made into a solid whose tables and mass are
// checked.
//
// clang -fsanitize=fuzzer,address,undefined with the library; run for as long as you like. The first byte picks the
// unit and the name of the file.
#include "shape/mesh_file.h"
#include "shape/solid.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Closed, turned outwards, with a volume and a mass.
static void check(const solid *s)
{
    const mesh *m = s->surface;
    mass_properties mass;
    for (int32_t e = 0; e < m->edges; e++)
        if (m->edge[e].triangles != 2) abort();
    if (!(s->volume > 0 && s->area > 0)) abort();
    if (!solid_mass(s, &mass, NULL) && !(mass.volume > 0 && mass.bounding_radius > 0)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const unit[] = {"m", "cm", "mm", "um", "in", "ft"};
    static const char *const name[] = {"fuzz", "fuzz.obj", "fuzz.ply"};
    mesh_soup soup;
    solid s = {0};
    solid_report report;
    scree_error error;
    if (!size) return 0;
    const mesh_unit *of = mesh_unit_find(unit[data[0] % 6]);
    if (!mesh_file_parse((const char *)data + 1, size - 1, name[data[0] / 6 % 3], of, 1, &soup, &error) &&
        soup.facets <= 5000 && !solid_build(soup.corner, soup.facets, 0, "fuzz", &s, &report, &error))
        check(&s);
    solid_clear(&s);
    mesh_soup_clear(&soup);
    return 0;
}

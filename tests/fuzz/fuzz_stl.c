// fuzz_stl.c - fuzz target: any bytes as an STL file, built into a mesh and touched by balls. The first byte picks the
// unit.
#include "fuzz/fuzz.h"

#include "shape/mesh.h"
#include "shape/stl.h"

enum { FACETS_MOST = 2000, BALLS = 16, CANDIDATES = 256 };

static void touch(const mesh *m)
{
    int32_t candidate[CANDIDATES];
    mesh_touch touch[MESH_TOUCH_MOST];
    const v3 extent = v3_sub(m->high, m->low);
    for (int i = 0; i < BALLS; i++) {
        const v3 at = v3_add(m->low, v3_scale(i / (BALLS - 1.0), extent));
        const double radius = 0.02 * (i + 1) * v3_norm(extent);
        int count = mesh_near(m, at, radius, candidate, CANDIDATES);
        if (count > CANDIDATES)
            continue;
        count = mesh_touches(m, at, radius, candidate, count, touch);
        for (int k = 0; count <= MESH_TOUCH_MOST && k < count; k++)
            FUZZ_WANT(touch[k].distance >= 0 && touch[k].distance < radius);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const unit[] = {"m", "cm", "mm", "um", "in", "ft"};
    stl_soup soup;
    scree_error error = {0};
    mesh_report report;
    mesh *m = NULL;
    if (size == 0)
        return 0;
    if (stl_parse((const char *)data + 1, size - 1, "fuzz", stl_unit_find(unit[data[0] % 6]), &soup,
                  &error) == SCREE_OK) {
        if (soup.facets <= FACETS_MOST &&
            mesh_build(&(mesh_facets){.corner = soup.corner, .facets = soup.facets, .name = "fuzz"},
                       &m, &report, &error) == SCREE_OK)
            touch(m);
    } else
        FUZZ_WANT(error.what[0]);
    mesh_free(m);
    stl_clear(&soup);
    return 0;
}

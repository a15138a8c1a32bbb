// fuzz_stl.c - libFuzzer target: any bytes as an STL file, built into a mesh and touched by balls.
//
// clang -fsanitize=fuzzer,address,undefined with the library; run for as long as you like. The first byte picks the
// unit.
#include "shape/mesh.h"
#include "shape/stl.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void touch(const mesh *m)
{
    int32_t candidate[256];
    mesh_touch touch[MESH_TOUCH_MOST];
    double size = v3_norm(v3_sub(m->high, m->low));
    for (int i = 0; i < 16; i++) {
        v3 at = v3_add(m->low, v3_scale(i / 15.0, v3_sub(m->high, m->low)));
        double radius = 0.02 * (i + 1) * size;
        int count = mesh_near(m, at, radius, candidate, 256);
        if (count <= 256) count = mesh_touches(m, at, radius, candidate, count, touch);
        for (int k = 0; count <= MESH_TOUCH_MOST && k < count; k++)
            if (!(touch[k].distance >= 0 && touch[k].distance < radius)) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const unit[] = {"m", "cm", "mm", "um", "in", "ft"};
    stl_soup soup;
    scree_error error;
    mesh_report report;
    mesh *m = NULL;
    if (!size) return 0;
    if (!stl_parse((const char *)data + 1, size - 1, "fuzz", stl_unit_find(unit[data[0] % 6]), &soup, &error) &&
        !mesh_build(soup.corner, soup.facets, 0, "fuzz", &m, &report, &error))
        touch(m);
    mesh_free(m);
    stl_clear(&soup);
    return 0;
}

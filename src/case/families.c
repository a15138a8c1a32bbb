// families.c - all plug-ins of the library, from the folders that own them. Readers take them as an argument, so that
// they can be tested with other ones.
#include "case/case.h"

#include "law/registry.h"
#include "measure/probe.h"
#include "scene/drive.h"
#include "scene/packing.h"
#include "shape/primitive.h"

case_families all_families(void)
{
    case_families f = {0};
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        f.law[slot] = law_plugins(slot, &f.laws[slot]);
    f.primitive = primitive_plugins(&f.primitives);
    f.drive = drive_plugins(&f.drives);
    f.packing = packing_plugins(&f.packings);
    f.probe = probe_plugins(&f.probes);
    return f;
}

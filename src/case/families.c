// families.c - all plug-ins of the library, from the folders that own them. Readers take them as an argument, so that
// they can be tested with other ones.
#include "case/case.h"

#include "law/registry.h"
#include "measure/probe.h"
#include "scene/drive.h"
#include "scene/force.h"
#include "scene/packing.h"
#include "scene/region.h"
#include "shape/primitive.h"

case_families all_families(void)
{
    case_families families = {0};
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        families.law[slot] = law_plugins(slot, &families.laws[slot]);
    families.primitive = primitive_plugins(&families.primitives);
    families.drive = drive_plugins(&families.drives);
    families.packing = packing_plugins(&families.packings);
    families.region = region_plugins(&families.regions);
    families.force = force_plugins(&families.forces);
    families.probe = probe_plugins(&families.probes);
    return families;
}

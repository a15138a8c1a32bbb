// forces.c - `forces` of a case: what acts on grains without a contact; see parts.h.
#include "case/parts.h"
#include "case/sections.h"
#include "state/slow.h"

static void check_others(reader *reader, const node *at, const model *model)
{
    if (model->integrator == INTEGRATOR_GEAR) {
        reader_fault(reader, at, "choose integrator: velocity-verlet or leapfrog",
                     "forces: integrator: gear knows gravity alone");
    }
    if (model_mass_scaling(model) != 1) {
        reader_fault(reader, at, "leave out run.mass_scaling, or the forces",
                     "forces: they do not go with scaled masses");
    }
    if (model->cell.given) {
        reader_fault(reader, at, "leave out the cell, or the forces",
                     "forces: they do not go with a cell that deforms");
    }
}

void part_forces(reader *reader, node *map, model *model)
{
    const case_families *families = reader->families;
    const plugin_family family = {families->force, families->forces, "force"};
    if (!section_is(reader, map) ||
        !(model->force = section_list(reader, map, sizeof *model->force, &model->forces)))
        return;
    for (int i = 0; i < map->count; i++) {
        node *thing = section_thing(reader, map, i, &model->force[i].name);
        if (thing)
            reader_choice(reader, thing, &family, false, &model->force[i].law);
    }
    if (map->count > 0)
        check_others(reader, map, model);
}

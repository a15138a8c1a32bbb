// choices.c - see choices.h.
#include "verify/laws/choices.h"

#include "law/registry.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const scene_material law_softish = {2500, 1e8, 0.25};

static const known normals[] = {
    {LAW_NORMAL, "linear", "stiffness: 2e4 N/m, restitution: 0.7", ""},
    {LAW_NORMAL, "hertz", "restitution: 1", " e=1"},
    {LAW_NORMAL, "hertz", "restitution: 0.7", ""},
    {LAW_NORMAL, "kuwabara-kono", "damping_time: 1e-5 s", ""},
    {LAW_NORMAL, "hunt-crossley", "restitution: 0.7", ""},
    {LAW_NORMAL, "hunt-crossley", "restitution: 0.7, exponent: 1, reference_force: 2e4 N", " n=1"},
    {LAW_NORMAL, "walton-braun", "stiffness: 2e4 N/m, restitution: 0.7", ""},
    {LAW_NORMAL, "walton-braun", "stiffness: 2e4 N/m, hardening: 4000 1/m", " hardening"},
    {LAW_NORMAL, "thornton", "yield_load: 0.3 N", ""},
    {LAW_NORMAL, "vu-quoc-zhang",
     "plastic_radius: 2e-5 m/N, flattening: 0.01 1/N, yield_load: 0.3 N", ""},
    {LAW_NORMAL, "jkr", "work_of_adhesion: 10 J/m^2, restitution: 0.7", ""},
    {LAW_NORMAL, "luding",
     "stiffness: 2e4 N/m, unloading_stiffness: 6e4 N/m, cohesion_stiffness: 5e3 N/m, "
     "plastic_depth: 0.05",
     ""},
    {LAW_NORMAL, "eepa", "adhesion_ratio: 0.2", ""},
};
static const known cohesions[] = {
    {LAW_COHESION, "adhesion", "force: 0.1 N, overlap: 5 um", ""},
    {LAW_COHESION, "sjkr", "energy_density: 1e5 Pa", ""},
    {LAW_COHESION, "dmt", "work_of_adhesion: 10 J/m^2", ""},
    {LAW_COHESION, "capillary", "surface_tension: 2 N/m, relative_volume: 1e-4", ""},
};
static const known tangentials[] = {
    {LAW_TANGENTIAL, "none", "", ""},
    {LAW_TANGENTIAL, "viscous-coulomb", "friction: 0.5, damping: 0.5 N s/m", ""},
    {LAW_TANGENTIAL, "cundall-strack", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "mindlin", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "walton-braun", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "mindlin-deresiewicz", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "vu-quoc-zhang", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "vu-quoc-zhang", "friction: 0.5, walton_braun: true, rolling_correction: true",
     " (5)"},
    {LAW_TANGENTIAL, "mindlin-deresiewicz", "friction: 0.5, damping: 1", " damped"},
    {LAW_TANGENTIAL, "vu-quoc-zhang", "friction: 0.5, damping: 1", " damped"},
};
static const known rollings[] = {
    {LAW_ROLLING, "constant", "friction: 0.2", ""},
    {LAW_ROLLING, "viscous", "friction: 0.2, damping: 1e-5 N m s", ""},
    {LAW_ROLLING, "elastic-plastic", "friction: 0.2", ""},
};
static const known twistings[] = {
    {LAW_TWISTING, "constant", "friction: 0.2", ""},
    {LAW_TWISTING, "viscous", "friction: 0.2, damping: 1e-5 N m s", ""},
    {LAW_TWISTING, "elastic-plastic", "friction: 0.2", ""},
};
#define COUNT(list) ((int)(sizeof list / sizeof *list))
static const struct {
    const known *list;
    int count;
} chosen[LAW_SLOTS] = {[LAW_NORMAL] = {normals, COUNT(normals)},
                       [LAW_COHESION] = {cohesions, COUNT(cohesions)},
                       [LAW_TANGENTIAL] = {tangentials, COUNT(tangentials)},
                       [LAW_ROLLING] = {rollings, COUNT(rollings)},
                       [LAW_TWISTING] = {twistings, COUNT(twistings)}};

// Names are the same with - and with _.
static bool named(const char *one, const char *other)
{
    for (; *one && *other; one++, other++)
        if (*one != *other && !(strchr("-_", *one) && strchr("-_", *other)))
            return false;
    return *one == *other;
}

static bool is_chosen(int slot, const char *name)
{
    for (int i = 0; i < chosen[slot].count; i++)
        if (named(chosen[slot].list[i].law, name))
            return true;
    return false;
}

void known_laws(int slot, known_list *out)
{
    int count;
    const plugin *const *law = law_plugins(slot, &count);
    out->count = chosen[slot].count;
    assert(out->count + count <= KNOWN_MOST);
    memcpy(out->item, chosen[slot].list, (size_t)out->count * sizeof *out->item);
    for (int i = 0; i < count; i++)
        if (!is_chosen(slot, law[i]->name) && !law_has(slot, law[i], LAW_GIVEN))
            out->item[out->count++] = (known){slot, law[i]->name, law_example(slot, law[i]), ""};
}

known known_law(int slot, const char *name)
{
    known found = {slot, name, "", ""};
    for (int i = 0; i < chosen[slot].count; i++)
        if (named(chosen[slot].list[i].law, name) && !*chosen[slot].list[i].note)
            found = chosen[slot].list[i];
    return found;
}

// NULL: none
static const plugin *plugin_of(const known *known)
{
    int count = 0;
    const plugin *const *law = known ? law_plugins(known->slot, &count) : NULL;
    for (int i = 0; i < count; i++)
        if (named(law[i]->name, known->law))
            return law[i];
    return NULL;
}

bool known_is(const known *known, unsigned traits)
{
    const plugin *law = plugin_of(known);
    return law && law_has(known->slot, law, traits);
}

bool known_is_law(const known *known)
{
    return plugin_of(known);
}

bool known_same(const known *one, const known *other)
{
    return one->slot == other->slot && !strcmp(one->law, other->law) &&
           !strcmp(one->note, other->note);
}

bool choice_allowed(const choice_of_laws *laws)
{
    const plugin *law[LAW_SLOTS];
    char why[256];
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        law[slot] = plugin_of(laws->slot[slot]);
    return !law_misfit(law, why, sizeof why);
}

bool choice_attracts(const choice_of_laws *laws)
{
    return laws->slot[LAW_COHESION] || known_is(laws->slot[LAW_NORMAL], LAW_COHESIVE);
}

void choice_write(const choice_of_laws *laws, char out[LAWS_ROOM])
{
    *out = 0;
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        const known *known = laws->slot[slot];
        const char *law = known ? known->law : "none";
        const char *parameters = known ? known->parameters : "";
        const size_t at = strlen(out);
        snprintf(out + at, LAWS_ROOM - at, "%s%s: {law: %s%s%s}", at ? ", " : "",
                 law_slot_word(slot), law, *parameters ? ", " : "", parameters);
    }
}

// materials.c - materials and the laws between them; see parts.h.
//
// Nothing is mixed in silence: which laws act between two materials is what the case says for that pair or as
// `default`.
#include "case/parts.h"

#include "base/text.h"
#include "law/own.h"
#include "law/registry.h"
#include "law/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const slot_families[LAW_SLOTS] = {"normal law", "cohesion law", "tangential law",
                                                     "rolling law", "twisting law"};

enum { MAX_MATERIALS = 256 }; // the table of pairs is quadratic

static void read_material(reader *reader, node *map, model_material *out)
{
    if (!reader_is_map(reader, map))
        return;
    reader_take(reader, map, "from"); // a card: what it tells stands in the map by now
    reader_real(reader, reader_need(reader, map, "density", "give a density, such as 2500 kg/m^3"),
                "kg/m^3", ROW_POSITIVE, INFINITY, &out->density);
    const node *young = reader_take(reader, map, "young");
    const node *poisson = reader_take(reader, map, "poisson");
    bool rigid = young && young->kind == NODE_SCALAR && !strcmp(young->text, "rigid");
    if (young && !rigid) {
        out->young = 1; // a value that could not be read shall not be taken for rigid as well
        reader_real(reader, young, "Pa", ROW_POSITIVE, INFINITY, &out->young);
    }
    reader_real(reader, poisson, "1", -1, 0.5, &out->poisson);
    reader_real(reader, reader_take(reader, map, "yield"), "Pa", ROW_POSITIVE, INFINITY,
                &out->yield);
    if (young && !rigid && !poisson) {
        reader_fault(reader, map, "give Poisson's ratio, such as poisson: 0.25",
                     "missing key 'poisson' beside 'young'");
    }
    reader_finish(reader, map);
}

void part_materials(reader *reader, node *node, model *model)
{
    if (!reader_is_map(reader, node))
        return;
    if (!node->count) {
        reader_fault(reader, node, "give at least one, such as glass: {density: 2500 kg/m^3}",
                     "materials is empty");
    }
    if (node->count > MAX_MATERIALS) {
        reader_fault(reader, node, "", "%d materials are more than %d", node->count, MAX_MATERIALS);
        return;
    }
    model->material = calloc((size_t)node->count + 1, sizeof *model->material);
    if (!model->material) {
        reader->book->no_memory = true;
        return;
    }
    model->materials = node->count;
    for (int i = 0; i < node->count; i++) {
        node_entry *entry = &node->entry[i];
        entry->seen = true;
        if (reader_name_is_good(reader, entry->value, entry->key) &&
            (strchr(entry->key, '-') || !strcmp(entry->key, "default"))) {
            reader_fault(reader, entry->value, "use '_' instead",
                         "'%s' cannot name a material: pairs are written a-b or default",
                         entry->key);
        }
        model->material[i] = (model_material){
            .name = text_copy(entry->key),
            .density = 0,
            .young = INFINITY,
            .poisson = 0,
            .yield = NAN,
        };
        if (!model->material[i].name)
            reader->book->no_memory = true;
        read_material(reader, entry->value, &model->material[i]);
    }
}

static int material_find(const model *model, const char *name, size_t length)
{
    for (int i = 0; i < model->materials; i++) {
        if (model->material[i].name && strlen(model->material[i].name) == length &&
            !strncmp(model->material[i].name, name, length))
            return i;
    }
    return -1;
}

int part_material_name(reader *reader, const node *node, const model *model)
{
    const char *name = node ? reader_text(reader, node) : NULL;
    if (!name)
        return -1;
    int i = material_find(model, name, strlen(name));
    if (i >= 0 || !model->materials)
        return i;
    const char *names[64];
    int count = model->materials < 64 ? model->materials : 64;
    for (int k = 0; k < count; k++)
        names[k] = model->material[k].name;
    const char *near = text_closest(name, names, count, 3);
    char hint[120] = "name one of `materials`";
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    reader_fault(reader, node, hint, "there is no material '%.60s'", name);
    return -1;
}

static bool choice_copy(choice *to, const choice *from)
{
    *to = (choice){NULL, NULL};
    if (!from->what)
        return true;
    to->value = calloc((size_t)from->what->count + 1, sizeof *to->value);
    if (!to->value)
        return false;
    to->what = from->what;
    bool good = true;
    for (int i = 0; i < from->what->count; i++) {
        to->value[i] = from->value[i];
        to->value[i].text = text_copy(from->value[i].text);
        good = good && (!from->value[i].text || to->value[i].text);
    }
    return good;
}

static bool pair_copy(model_pair *to, const model_pair *from)
{
    bool good = true;
    to->given = from->given;
    to->modulus = from->modulus;
    to->shear_modulus = from->shear_modulus;
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        good = choice_copy(&to->law[slot], &from->law[slot]) && good;
    return good;
}

static void pair_clear(model_pair *pair)
{
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        if (pair->law[slot].value)
            choice_clear(&pair->law[slot]);
        pair->law[slot] = (choice){NULL, NULL};
    }
}

// E* or G*, where it is not to be mixed from the materials.
static void read_modulus(reader *reader, const node *node, double *out)
{
    if (!node)
        return;
    *out = 1; // a value that could not be read shall not be taken for none
    reader_real(reader, node, "Pa", ROW_POSITIVE, INFINITY, out);
}

// Impulses may leave nothing of a motion; a dashpot that does so is one that no step follows. The laws refuse it as well,
// but cannot say where it stands.
static void check_restitution(reader *reader, const node *law, const choice *normal)
{
    const plugin *what = normal->what;
    if (!what || own_of(what) || !plugin_row(what, "restitution"))
        return;
    const double value = choice_real(normal, "restitution");
    if (value < LAW_LEAST_RESTITUTION)
        reader_fault(reader, law, "give at least 0.01, or choose solver: nonsmooth",
                     "the law %s with a restitution of %g takes a dashpot that no step follows",
                     what->name, value);
}

// A law of a program goes on only with the version of its function that the case was written for.
static void check_version(reader *reader, const node *law, const choice *chosen)
{
    const law_own *own = own_of(chosen->what);
    const int given = own ? (int)chosen->value[OWN_VERSION].number[0] : 0;
    if (!own || reader->text_alone || given == own_version(own))
        return;
    reader_fault(reader, law, "run it with the program that has that version, or start anew",
                 "the case wants version %d of the law %s, and the program gives version %d", given,
                 chosen->what->name, own_version(own));
}

static void read_laws(reader *reader, node *map, const model *model, model_pair *out)
{
    static const char *const missing[LAW_SLOTS] = {
        [LAW_NORMAL] = "say which law pushes: normal: {law: NAME, ...}",
        [LAW_TANGENTIAL] = "say which law holds or slides, or write tangential: {law: none}"};
    const plugin *chosen[LAW_SLOTS];
    char why[256];
    char remedy[256];
    if (!reader_is_map(reader, map))
        return;
    reader_take(reader, map, "from"); // the same
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        node *law = missing[slot] ? reader_need(reader, map, law_slot_word(slot), missing[slot])
                                  : reader_take(reader, map, law_slot_word(slot));
        reader_choice(reader, law,
                      &(plugin_family){reader->families->law[slot], reader->families->laws[slot],
                                       slot_families[slot]},
                      slot != LAW_NORMAL, &out->law[slot]);
        chosen[slot] = out->law[slot].what;
        if (model->solver == SOLVER_NONSMOOTH &&
            law_rowless(slot, &out->law[slot], why, remedy, sizeof why))
            reader_fault(reader, law, remedy, "%s", why);
        if (model->solver == SOLVER_SMOOTH && slot == LAW_NORMAL)
            check_restitution(reader, law, &out->law[slot]);
        if (slot == LAW_NORMAL)
            part_check_stiffness(reader, law, &out->law[slot]);
        check_version(reader, law, &out->law[slot]);
    }
    if (law_misfit(chosen, why, sizeof why))
        reader_fault(reader, map, "choose laws that go together: scree list laws", "%s", why);
    read_modulus(reader, reader_take(reader, map, "effective_modulus"), &out->modulus);
    read_modulus(reader, reader_take(reader, map, "effective_shear_modulus"), &out->shear_modulus);
    reader_finish(reader, map);
}

// The two materials of a key such as glass-steel.
static bool pair_key(reader *reader, const node *at, const char *key, const model *model,
                     int *first, int *second)
{
    const char *dash = strchr(key, '-');
    *first = dash ? material_find(model, key, (size_t)(dash - key)) : -1;
    *second = dash ? material_find(model, dash + 1, strlen(dash + 1)) : -1;
    if (*first >= 0 && *second >= 0)
        return true;
    if (model->materials && dash) {
        reader_fault(reader, at, "name two of `materials`, or write default",
                     "pairs.%.60s: there is no material '%.*s'", key,
                     *first < 0 ? (int)(dash - key) : (int)strlen(dash + 1),
                     *first < 0 ? key : dash + 1);
    } else if (model->materials) {
        reader_fault(reader, at, "write the names of two materials as a-b, or default",
                     "pairs.%.60s is no pair of materials", key);
    }
    return false;
}

// Puts `laws` (taken over) at both places of the symmetric table.
static void put_pair(reader *reader, model *model, int first, int second, const model_pair *laws)
{
    model_pair *one = &model->pair[first * model->materials + second];
    model_pair *other = &model->pair[second * model->materials + first];
    if (!pair_copy(one, laws))
        reader->book->no_memory = true;
    if (first != second && !pair_copy(other, laws))
        reader->book->no_memory = true;
}

// What was set on the command line in a value, NULL: nothing.
static const node *setting_in(const node *map)
{
    const node *found = map->line > 0 ? NULL : map;
    for (int i = 0; !found && i < map->count; i++)
        found = setting_in(map->entry[i].value);
    return found;
}

// A setting of pairs.default has no effect where all pairs have laws of their own, as in the resolved case of a run.
static bool is_idle_setting(reader *reader, const node *others, const model *model)
{
    const node *set = setting_in(others);
    for (int first = 0; first < model->materials; first++) {
        for (int second = first; second < model->materials; second++) {
            if (!model_pair_of(model, first, second)->given)
                return false;
        }
    }
    if (!set || !model->materials)
        return false;
    const char *name = model->material[0].name;
    char hint[200];
    snprintf(hint, sizeof hint,
             "set the pair by its name, such as pairs.%.48s-%.48s.tangential.friction", name, name);
    reader_fault(reader, set, hint,
                 "pairs.default has no effect: all pairs of materials have laws of their own");
    return true;
}

void part_pairs(reader *reader, node *map, model *model)
{
    model_pair fallback = {0};
    const size_t pairs = (size_t)(model->materials * model->materials);
    model->pair = calloc(pairs + 1, sizeof *model->pair);
    if (!model->pair) {
        reader->book->no_memory = true;
        return;
    }
    if (!reader_is_map(reader, map))
        return;
    for (int i = 0; i < map->count; i++) {
        node_entry *entry = &map->entry[i];
        int first;
        int second;
        entry->seen = true;
        if (!strcmp(entry->key, "default"))
            continue;
        model_pair laws = {.given = true};
        read_laws(reader, entry->value, model, &laws);
        if (pair_key(reader, entry->value, entry->key, model, &first, &second)) {
            if (model_pair_of(model, first, second)->given) {
                reader_fault(reader, entry->value, "leave one of them",
                             "pairs.%.60s: the laws of this pair were given before", entry->key);
            } else {
                put_pair(reader, model, first, second, &laws);
            }
        }
        pair_clear(&laws);
    }
    node *others = node_find(map, "default");
    if (others && !is_idle_setting(reader, others, model)) {
        fallback.given = true;
        read_laws(reader, others, model, &fallback);
    }
    for (int first = 0; fallback.given && first < model->materials; first++) {
        for (int second = first; second < model->materials; second++) {
            if (!model_pair_of(model, first, second)->given)
                put_pair(reader, model, first, second, &fallback);
        }
    }
    pair_clear(&fallback);
}

// --- who meets whom -------------------------------------------------------------------------------------------------

// A normal law that states no stiffness of its own takes it from the materials.
static bool takes_moduli(const model_pair *pair)
{
    const plugin *what = pair->law[LAW_NORMAL].what;
    if (own_of(what))
        return false;
    return what && !plugin_row(what, "stiffness");
}

static void check_pair(reader *reader, const node *root, const model *model, int first, int second)
{
    const model_pair *pair = model_pair_of(model, first, second);
    const char *one = model->material[first].name;
    const char *other = model->material[second].name;
    const node *pairs = node_find(root, "pairs");
    const node *materials = node_find(root, "materials");
    if (!pair->given) {
        reader_fault(reader, pairs ? pairs : root,
                     "add that pair, or `default` for all that are not given",
                     "no laws for %.60s-%.60s, which can meet", one, other);
    } else if (takes_moduli(pair) && !(pair->modulus > 0) && isinf(model->material[first].young) &&
               isinf(model->material[second].young)) {
        reader_fault(reader, materials ? materials : root,
                     "give `young` and `poisson` of a material, `effective_modulus` of the pair, "
                     "or a law with its "
                     "own stiffness",
                     "law '%s' between %.60s and %.60s needs an elastic partner",
                     pair->law[LAW_NORMAL].what->name, one, other);
    }
}

// Sets the flag of a material; -1 was complained of where it was read.
static void mark(bool *flag, int material)
{
    if (material >= 0)
        flag[material] = true;
}

void part_check_meetings(reader *reader, const node *root, const model *model)
{
    bool grain[MAX_MATERIALS] = {false};
    bool wall[MAX_MATERIALS] = {false};
    for (int i = 0; i < model->grain_sets; i++)
        mark(grain, model->grains[i].material);
    for (int i = 0; i < model->streams; i++)
        mark(grain, model->stream[i].material);
    for (int i = 0; i < model->walls; i++)
        mark(wall, model->wall[i].material);
    mark(wall, model->domain_material);
    for (int first = 0; first < model->materials; first++) {
        for (int second = first; second < model->materials; second++) {
            const bool grains = grain[first] && grain[second];
            const bool at_wall = (grain[first] && wall[second]) || (wall[first] && grain[second]);
            if (grains || at_wall)
                check_pair(reader, root, model, first, second);
        }
    }
}

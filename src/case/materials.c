// materials.c - materials and the laws between them; see parts.h.
//
// Nothing is mixed in silence: which laws act between two materials is what the case says for that pair or as
// `default`.
#include "case/parts.h"

#include "base/text.h"
#include "law/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const slot_names[LAW_SLOTS] = {"normal", "cohesion", "tangential", "rolling",
                                                  "twisting"};
static const char *const slot_families[LAW_SLOTS] = {"normal law", "cohesion law", "tangential law",
                                                     "rolling law", "twisting law"};

enum { MAX_MATERIALS = 256 }; // the table of pairs is quadratic

static void read_material(reader *r, node *n, model_material *out)
{
    if (!reader_is_map(r, n))
        return;
    reader_real(r, reader_need(r, n, "density", "give a density, such as 2500 kg/m^3"), "kg/m^3",
                ROW_POSITIVE, INFINITY, &out->density);
    const node *young = reader_take(r, n, "young");
    const node *poisson = reader_take(r, n, "poisson");
    bool rigid = young && young->kind == NODE_SCALAR && !strcmp(young->text, "rigid");
    if (young && !rigid) {
        out->young = 1; // a value that could not be read shall not be taken for rigid as well
        reader_real(r, young, "Pa", ROW_POSITIVE, INFINITY, &out->young);
    }
    reader_real(r, poisson, "1", -1, 0.5, &out->poisson);
    reader_real(r, reader_take(r, n, "yield"), "Pa", ROW_POSITIVE, INFINITY, &out->yield);
    if (young && !rigid && !poisson)
        reader_fault(r, n, "give Poisson's ratio, such as poisson: 0.25",
                     "missing key 'poisson' beside 'young'");
    reader_finish(r, n);
}

void part_materials(reader *r, node *n, model *m)
{
    if (!reader_is_map(r, n))
        return;
    if (!n->count)
        reader_fault(r, n, "give at least one, such as glass: {density: 2500 kg/m^3}",
                     "materials is empty");
    if (n->count > MAX_MATERIALS) {
        reader_fault(r, n, "", "%d materials are more than %d", n->count, MAX_MATERIALS);
        return;
    }
    m->material = calloc((size_t)n->count + 1, sizeof *m->material);
    if (!m->material) {
        r->book->no_memory = true;
        return;
    }
    m->materials = n->count;
    for (int i = 0; i < n->count; i++) {
        node_entry *e = &n->entry[i];
        e->seen = true;
        if (reader_name_is_good(r, e->value, e->key) &&
            (strchr(e->key, '-') || !strcmp(e->key, "default")))
            reader_fault(r, e->value, "use '_' instead",
                         "'%s' cannot name a material: pairs are written a-b or default", e->key);
        m->material[i] = (model_material){text_copy(e->key), 0, INFINITY, 0, NAN};
        if (!m->material[i].name)
            r->book->no_memory = true;
        read_material(r, e->value, &m->material[i]);
    }
}

static int material_find(const model *m, const char *name, size_t length)
{
    for (int i = 0; i < m->materials; i++)
        if (m->material[i].name && strlen(m->material[i].name) == length &&
            !strncmp(m->material[i].name, name, length))
            return i;
    return -1;
}

int part_material_name(reader *r, const node *n, const model *m)
{
    const char *name = n ? reader_text(r, n) : NULL;
    if (!name)
        return -1;
    int i = material_find(m, name, strlen(name));
    if (i >= 0 || !m->materials)
        return i;
    const char *names[64];
    int count = m->materials < 64 ? m->materials : 64;
    for (int k = 0; k < count; k++)
        names[k] = m->material[k].name;
    const char *near = text_closest(name, names, count, 3);
    char hint[120] = "name one of `materials`";
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    reader_fault(r, n, hint, "there is no material '%.60s'", name);
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
    for (int s = 0; s < LAW_SLOTS; s++)
        good = choice_copy(&to->law[s], &from->law[s]) && good;
    return good;
}

static void pair_clear(model_pair *p)
{
    for (int s = 0; s < LAW_SLOTS; s++) {
        if (p->law[s].value)
            choice_clear(&p->law[s]);
        p->law[s] = (choice){NULL, NULL};
    }
}

// E* or G*, where it is not to be mixed from the materials.
static void read_modulus(reader *r, const node *n, double *out)
{
    if (!n)
        return;
    *out = 1; // a value that could not be read shall not be taken for none
    reader_real(r, n, "Pa", ROW_POSITIVE, INFINITY, out);
}

static void read_laws(reader *r, node *n, const model *m, model_pair *out)
{
    static const char *const missing[LAW_SLOTS] = {
        [LAW_NORMAL] = "say which law pushes: normal: {law: NAME, ...}",
        [LAW_TANGENTIAL] = "say which law holds or slides, or write tangential: {law: none}"};
    const plugin *chosen[LAW_SLOTS];
    char why[256];
    char remedy[256];
    if (!reader_is_map(r, n))
        return;
    for (int s = 0; s < LAW_SLOTS; s++) {
        node *law = missing[s] ? reader_need(r, n, slot_names[s], missing[s])
                               : reader_take(r, n, slot_names[s]);
        reader_choice(r, law, r->families->law[s], r->families->laws[s], slot_families[s],
                      s != LAW_NORMAL, &out->law[s]);
        chosen[s] = out->law[s].what;
        if (m->solver == SOLVER_NONSMOOTH && law_rowless(s, &out->law[s], why, remedy, sizeof why))
            reader_fault(r, law, remedy, "%s", why);
    }
    if (law_misfit(chosen, why, sizeof why))
        reader_fault(r, n, "choose laws that go together: scree list laws", "%s", why);
    read_modulus(r, reader_take(r, n, "effective_modulus"), &out->modulus);
    read_modulus(r, reader_take(r, n, "effective_shear_modulus"), &out->shear_modulus);
    reader_finish(r, n);
}

// The two materials of a key such as glass-steel.
static bool pair_key(reader *r, const node *at, const char *key, const model *m, int *a, int *b)
{
    const char *dash = strchr(key, '-');
    *a = dash ? material_find(m, key, (size_t)(dash - key)) : -1;
    *b = dash ? material_find(m, dash + 1, strlen(dash + 1)) : -1;
    if (*a >= 0 && *b >= 0)
        return true;
    if (m->materials && dash)
        reader_fault(r, at, "name two of `materials`, or write default",
                     "pairs.%.60s: there is no material '%.*s'", key,
                     *a < 0 ? (int)(dash - key) : (int)strlen(dash + 1), *a < 0 ? key : dash + 1);
    else if (m->materials)
        reader_fault(r, at, "write the names of two materials as a-b, or default",
                     "pairs.%.60s is no pair of materials", key);
    return false;
}

// Puts `laws` (taken over) at both places of the symmetric table.
static void put_pair(reader *r, model *m, int a, int b, const model_pair *laws)
{
    if (!pair_copy(&m->pair[a * m->materials + b], laws))
        r->book->no_memory = true;
    if (a != b && !pair_copy(&m->pair[b * m->materials + a], laws))
        r->book->no_memory = true;
}

// What was set on the command line in a value, NULL: nothing.
static const node *setting_in(const node *n)
{
    const node *found = n->line > 0 ? NULL : n;
    for (int i = 0; !found && i < n->count; i++)
        found = setting_in(n->entry[i].value);
    return found;
}

// A setting of pairs.default has no effect where all pairs have laws of their own, as in the resolved case of a run.
static bool is_idle_setting(reader *r, const node *others, const model *m)
{
    const node *set = setting_in(others);
    for (int a = 0; a < m->materials; a++)
        for (int b = a; b < m->materials; b++)
            if (!model_pair_of(m, a, b)->given)
                return false;
    if (!set || !m->materials)
        return false;
    const char *name = m->material[0].name;
    char hint[200];
    snprintf(hint, sizeof hint,
             "set the pair by its name, such as pairs.%.48s-%.48s.tangential.friction", name, name);
    reader_fault(r, set, hint,
                 "pairs.default has no effect: all pairs of materials have laws of their own");
    return true;
}

void part_pairs(reader *r, node *n, model *m)
{
    model_pair fallback = {0};
    m->pair = calloc((size_t)(m->materials * m->materials) + 1, sizeof *m->pair);
    if (!m->pair) {
        r->book->no_memory = true;
        return;
    }
    if (!reader_is_map(r, n))
        return;
    for (int i = 0; i < n->count; i++) {
        node_entry *e = &n->entry[i];
        int a;
        int b;
        e->seen = true;
        if (!strcmp(e->key, "default"))
            continue;
        model_pair laws = {.given = true};
        read_laws(r, e->value, m, &laws);
        if (pair_key(r, e->value, e->key, m, &a, &b)) {
            if (model_pair_of(m, a, b)->given)
                reader_fault(r, e->value, "leave one of them",
                             "pairs.%.60s: the laws of this pair were given before", e->key);
            else
                put_pair(r, m, a, b, &laws);
        }
        pair_clear(&laws);
    }
    node *others = node_find(n, "default");
    if (others && !is_idle_setting(r, others, m)) {
        fallback.given = true;
        read_laws(r, others, m, &fallback);
    }
    for (int a = 0; fallback.given && a < m->materials; a++)
        for (int b = a; b < m->materials; b++)
            if (!model_pair_of(m, a, b)->given)
                put_pair(r, m, a, b, &fallback);
    pair_clear(&fallback);
}

// --- who meets whom -------------------------------------------------------------------------------------------------

// A normal law that states no stiffness of its own takes it from the materials.
static bool takes_moduli(const model_pair *p)
{
    const plugin *what = p->law[LAW_NORMAL].what;
    for (int i = 0; what && i < what->count; i++)
        if (!strcmp(what->rows[i].name, "stiffness"))
            return false;
    return what != NULL;
}

static void check_pair(reader *r, const node *root, const model *m, int a, int b)
{
    const model_pair *p = model_pair_of(m, a, b);
    const char *one = m->material[a].name;
    const char *other = m->material[b].name;
    const node *pairs = node_find(root, "pairs");
    const node *materials = node_find(root, "materials");
    if (!p->given)
        reader_fault(r, pairs ? pairs : root,
                     "add that pair, or `default` for all that are not given",
                     "no laws for %.60s-%.60s, which can meet", one, other);
    else if (takes_moduli(p) && !(p->modulus > 0) && isinf(m->material[a].young) &&
             isinf(m->material[b].young))
        reader_fault(r, materials ? materials : root,
                     "give `young` and `poisson` of a material, `effective_modulus` of the pair, "
                     "or a law with its "
                     "own stiffness",
                     "law '%s' between %.60s and %.60s needs an elastic partner",
                     p->law[LAW_NORMAL].what->name, one, other);
}

// Sets the flag of a material; -1 was complained of where it was read.
static void mark(bool *flag, int material)
{
    if (material >= 0)
        flag[material] = true;
}

void part_check_meetings(reader *r, const node *root, const model *m)
{
    bool grain[MAX_MATERIALS] = {false}, wall[MAX_MATERIALS] = {false};
    for (int i = 0; i < m->grain_sets; i++)
        mark(grain, m->grains[i].material);
    for (int i = 0; i < m->streams; i++)
        mark(grain, m->stream[i].material);
    for (int i = 0; i < m->walls; i++)
        mark(wall, m->wall[i].material);
    mark(wall, m->domain_material);
    for (int a = 0; a < m->materials; a++)
        for (int b = a; b < m->materials; b++)
            if ((grain[a] && (grain[b] || wall[b])) || (wall[a] && grain[b]))
                check_pair(r, root, m, a, b);
}

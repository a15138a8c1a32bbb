// stages.c - see stages.h. What a stage sets it may not decide anew: each case is held against the one before, as a
// branch is against its run (freedom.h).
#include "case/stages.h"

#include "base/text.h"
#include "case/case.h"
#include "case/changes.h"
#include "case/condition.h"
#include "case/fingerprint.h"
#include "case/freedom.h"
#include "case/nodes.h"
#include "case/sections.h"
#include "state/stage_end.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY = 100, STAGES_MOST = 1000 };

typedef struct stages_reading {
    reader *reader;
    stages_read_case *read_case;
    node *tree; // with all that was set so far
    model *root;
    char *before; // the case before, resolved; NULL: it had faults
} stages_reading;

// ---- settings

// Keys that are of the whole run.
static bool is_of_run(const char *key)
{
    static const char *const keys[] = {"stages", "run.duration", "run.steps", "scree",
                                       "title",  "let",          "course"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const size_t length = strlen(keys[i]);
        if (!strncmp(key, keys[i], length) && (key[length] == 0 || key[length] == '.'))
            return true;
    }
    return false;
}

static text_place place_of(const node *node)
{
    return (text_place){node->source, node->line, node->column};
}

static void apply(stages_reading *reading, node *set)
{
    reader *reader = reading->reader;
    for (int i = 0; i < set->count; i++) {
        node_entry *entry = &set->entry[i];
        entry->seen = true;
        if (is_of_run(entry->key)) {
            reader_fault(reader, entry->value, case_stage_hint,
                         "a stage cannot set %.80s, which is of the whole run", entry->key);
            continue;
        }
        node *value = node_copy(entry->value);
        if (value)
            tree_put(reading->tree, entry->key, value, place_of(entry->value), reader->book);
        else
            reader->book->no_memory = true;
    }
}

// ---- the case of a stage

static bool is_known(const fault_book *book, const fault_place *fault)
{
    for (int i = 0; i < book->count; i++) {
        const fault_place *one = &book->item[i];
        if (one->line == fault->line && one->column == fault->column &&
            !strcmp(one->error.what, fault->error.what))
            return true;
    }
    return false;
}

// Faults of the case without settings stand in those of all stages, too, and are told once.
static void add_faults(fault_book *book, fault_book *more)
{
    for (int i = 0; i < more->count; i++) {
        const fault_place *fault = &more->item[i];
        if (is_known(book, fault))
            continue;
        const int before = book->count;
        book_add(book, (text_place){fault->error.where, 0, 0}, fault->error.hint, "%s",
                 fault->error.what);
        if (book->count > before) {
            fault_place *last = &book->item[book->count - 1];
            last->line = fault->line;
            last->column = fault->column;
        }
    }
    book->no_memory = book->no_memory || more->no_memory;
    fault_list ignored = {0};
    book_close(more, &ignored);
    fault_list_clear(&ignored);
}

// The case of the tree as it is now; NULL: faults have been told.
static model *read_stage_case(stages_reading *reading)
{
    fault_book book = {0};
    reader own = *reading->reader;
    own.book = &book;
    own.notes = NULL;
    model *model = calloc(1, sizeof *model);
    node *tree = node_copy(reading->tree);
    own.model = model;
    if (model)
        model->path = text_copy(own.name);
    if (model && model->path && tree)
        reading->read_case(&own, tree, model);
    else
        book.no_memory = true;
    const bool good = book.count == 0 && !book.no_memory;
    add_faults(reading->reader->book, &book);
    tree_free(tree);
    if (good)
        return model;
    if (model)
        model_clear(model);
    free(model);
    return NULL;
}

// ---- what may change

static bool not_free(const case_difference *change, const void *context)
{
    (void)context;
    return case_freedom_of_change(change) > CHANGE_STAGE;
}

// The setting that a change came from.
static const node *setting_of(const node *set, const char *path)
{
    const node *found = set;
    size_t longest = 0;
    for (int i = 0; set && i < set->count; i++) {
        const char *key = set->entry[i].key;
        const size_t length = strlen(key);
        const char *section = strchr(key, '.');
        const size_t begin = section ? (size_t)(section - key) : length;
        const bool same_section = !strncmp(path, key, begin);
        const bool whole = !strncmp(path, key, length) && length > longest;
        if (whole || (same_section && longest == 0)) {
            found = set->entry[i].value;
            longest = whole ? length : longest;
        }
    }
    return found;
}

static void check_change(const stages_reading *reading, const node *at, const node *set,
                         const char *now)
{
    case_changes changes = {.tells = not_free};
    if (!reading->before || !now)
        return;
    if (case_changes_find(reading->before, now, &changes) == SCREE_NO_MEMORY)
        reading->reader->book->no_memory = true;
    for (int i = 0; i < changes.count && i < CHANGES_TOLD; i++) {
        const case_change *is = &changes.item[i];
        reader_fault(reading->reader, setting_of(set ? set : at, is->path), case_stage_hint,
                     "a stage cannot change %s, which was %s", is->path,
                     *is->was ? is->was : "not there");
    }
}

// Contacts go over from one stage to the next with what they keep.
static void check_kept(const stages_reading *reading, const node *at, const node *set,
                       const char *now)
{
    scree_error error = {0};
    if (!reading->before || !now)
        return;
    const scree_status status = case_compare_texts_kept(reading->before, now, &error);
    if (status == SCREE_NO_MEMORY)
        reading->reader->book->no_memory = true;
    else if (status)
        reader_fault(reading->reader, setting_of(set ? set : at, "pairs"), error.hint, "%s",
                     error.what);
}

// ---- when it is over

static bool is_comparison(const node *node)
{
    return node->kind == NODE_SCALAR && strpbrk(node->text, "<>=");
}

void stages_name_values(reader *reader, node *root, const model *model)
{
    node *stages = node_find(root, "stages");
    for (int i = 0; stages && i < stages->count; i++) {
        node *map = stages->entry[i].value;
        node *until = map && map->kind == NODE_MAP ? node_find(map, "until") : NULL;
        if (!until || !is_comparison(until))
            continue;
        char hidden[CONDITION_NAME_ROOM];
        char *text = condition_resolve(until->text, model, &reader->scope, hidden);
        if (!text) {
            reader->book->no_memory = true;
            return;
        }
        if (*hidden)
            reader_note(reader, until,
                        "`%s` is a word of conditions and not let.%s, of which ${%s} is the value",
                        hidden, hidden, hidden);
        free(until->text);
        until->text = text;
    }
}

static void read_condition(reader *reader, const node *node, model_stage *out)
{
    quantity_fault fault;
    out->until = reader_copy(reader, node);
    out->until_holds = calloc(1, sizeof *out->until_holds);
    if (!out->until || !out->until_holds) {
        reader->book->no_memory = true;
        return;
    }
    char way[80];
    node_path(node, way, sizeof way);
    if (!out->model || condition_read(out->until, out->model, out->until_holds, &fault))
        return;
    // Without the files of a case, and so its regions, not all probes can say which columns they have.
    if (reader->text_alone)
        *out->until_holds = (condition){0};
    else if (*fault.what)
        reader_fault(reader, node, fault.hint, "%s = %.100s %s", way, out->until, fault.what);
    else
        reader->book->no_memory = true;
}

static bool is_same_source(const node *one, const node *other)
{
    const char *const first = one->source ? one->source : "";
    const char *const second = other->source ? other->source : "";
    return !strcmp(first, second);
}

// The last stage may last as long as the run.
static void read_until(reader *reader, node *map, bool last, const model *root, model_stage *out)
{
    static const char *const ends[] = {"stop", "next"};
    node *until = reader_take(reader, map, "until");
    node *every = reader_take(reader, map, "every");
    node *limit = reader_take(reader, map, "limit");
    node *at_limit = reader_take(reader, map, "at_limit");
    const char *hint = "such as until: 2 s, or until: 'kinetic < 1e-4 J'";
    out->every = EVERY;
    out->lasts = INFINITY;
    out->limit = INFINITY;
    if (every)
        reader_integer(reader, every, 1, INT32_MAX, &out->every);
    if (limit)
        reader_real(reader, limit, "s", ROW_POSITIVE, INFINITY, &out->limit);
    const int word = at_limit ? reader_word(reader, at_limit, ends, 2) : 0;
    out->goes_on = word == 1;
    if (!until && !(last && !root->no_duration)) {
        reader_fault(reader, map, hint, "missing key 'until': it says when the stage is over");
        return;
    }
    if (until && is_comparison(until)) {
        read_condition(reader, until, out);
        const bool known = out->until_holds && isfinite(stage_latest_end(out, 0));
        if (!limit && root->no_duration && !known && !reader->text_alone) {
            reader_fault(reader, until, "give the stage a limit, such as limit: 10 s",
                         "the condition may never hold, and neither the stage has a limit nor the "
                         "run a duration");
        }
        return;
    }
    if (until)
        reader_real_or(reader, until, &(value_range){"s", ROW_POSITIVE, INFINITY}, hint,
                       &out->lasts);
    if (until && !isfinite(out->lasts))
        return; // what it is to be is not known
    const node *useless = every ? every : limit ? limit : at_limit;
    const char *key = every ? "every" : limit ? "limit" : "at_limit";
    // A setting over the case may put a time where a condition stood: what that needed stays behind, as resolved cases have it.
    const bool left_behind = useless && until && !is_same_source(until, useless);
    if (useless && !left_behind)
        reader_fault(reader, useless, "leave it out, or write a condition",
                     "%s has no effect on a stage that lasts for a time", key);
}

// ---- the list

static void read_one(stages_reading *reading, node *list, int i)
{
    reader *reader = reading->reader;
    model *root = reading->root;
    model_stage *stage = &root->stage[i];
    node *map = section_thing(reader, list, i, &stage->name);
    if (!map)
        return;
    node *set = reader_take(reader, map, "set");
    const bool sets = set && reader_is_map(reader, set);
    if (sets)
        apply(reading, set);
    stage->model = read_stage_case(reading);
    read_until(reader, map, i == list->count - 1, root, stage);
    reader_finish(reader, map);
    char *now = stage->model ? case_resolved(stage->model, reader->families) : NULL;
    if (i > 0)
        check_change(reading, map, sets ? set : NULL, now);
    if (i > 0)
        check_kept(reading, map, sets ? set : NULL, now);
    free(reading->before);
    reading->before = now;
}

// The most that the stages take, s.
static double most_of(const model *root)
{
    double end = 0;
    for (int i = 0; i < root->stages; i++)
        end = stage_latest_end(&root->stage[i], end);
    return end;
}

static void settle_duration(reader *reader, const node *list, model *root)
{
    double sum = 0;
    for (int i = 0; i < root->stages; i++) {
        const model_stage *stage = &root->stage[i];
        if (!stage->until_holds && isfinite(stage->lasts))
            sum += stage->lasts;
    }
    if (root->no_duration)
        root->duration = most_of(root);
    else if (root->steps == 0 && sum > root->duration * (1 + 1e-9))
        reader_fault(reader, list, "make the run longer, or leave run.duration out",
                     "the stages take %g s, but run.duration is %g s", sum, root->duration);
    for (int i = 0; i < root->stages; i++) {
        if (root->stage[i].model)
            root->stage[i].model->duration = root->duration;
    }
}

void stages_read(reader *reader, const node *written, node *list, stages_read_case *read_case,
                 model *root)
{
    if (!section_is(reader, list))
        return;
    if (list->count > STAGES_MOST) {
        reader_fault(reader, list, "leave some out", "there are more than %d stages", STAGES_MOST);
        return;
    }
    if (list->count == 0)
        return;
    stages_reading reading = {
        .reader = reader,
        .read_case = read_case,
        .tree = node_copy(written),
        .root = root,
    };
    root->stage = section_list(reader, list, sizeof *root->stage, &root->stages);
    if (!reading.tree)
        reader->book->no_memory = true;
    for (int i = 0; root->stage && i < root->stages && !reader->book->no_memory; i++)
        read_one(&reading, list, i);
    if (root->stage)
        settle_duration(reader, list, root);
    free(reading.before);
    tree_free(reading.tree);
}

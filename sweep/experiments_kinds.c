// experiments_kinds.c - what is run for experiments: a case with settings; see experiments.h.
#include "sweep/experiment_parts.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool add_setting(experiment_kind *kind, const char *key, const char *value)
{
    const size_t count = (size_t)kind->set.count + 1;
    char **values = realloc(kind->value, count * sizeof *values);
    if (!values)
        return false;
    kind->value = values;
    char *copy = text_copy(value);
    if (!copy || !settings_add(&kind->set, key, copy)) {
        free(copy);
        return false;
    }
    kind->value[kind->set.count - 1] = copy;
    return true;
}

static void read_settings(fit_reading *reading, node *map, experiment_kind *kind)
{
    if (!map || !reader_is_map(&reading->reader, map))
        return;
    for (int i = 0; i < map->count; i++) {
        node_entry *entry = &map->entry[i];
        entry->seen = true;
        const char *text = reader_text(&reading->reader, entry->value);
        if (text && !add_setting(kind, entry->key, text))
            reading->reader.book->no_memory = true;
    }
}

static bool same_kind(const experiment_kind *one, const experiment_kind *other)
{
    const int count = one->set.count;
    bool same = !strcmp(one->path, other->path);
    same = same && count == other->set.count;
    for (int i = 0; same && i < count; i++) {
        const case_override *mine = &one->set.item[i];
        const case_override *yours = &other->set.item[i];
        same = !strcmp(mine->key, yours->key);
        same = same && !strcmp(mine->value, yours->value);
    }
    return same;
}

void experiments_kind_clear(experiment_kind *kind)
{
    for (int i = 0; i < kind->set.count; i++)
        free(kind->value[i]);
    free(kind->value);
    settings_clear(&kind->set);
    for (int i = 0; i < FIT_PARAMETERS_MOST; i++)
        axis_clear(&kind->way[i]);
    axis_clear(&kind->seed);
    free(kind->path);
    memset(kind, 0, sizeof *kind);
}

int experiments_find_kind(experiments *all, fit_reading *reading, node *map)
{
    experiment_kind kind = {0};
    reader *reader = &reading->reader;
    const node *at = reader_need(reader, map, "case", "name the case that is run");
    const char *name = at ? reader_text(reader, at) : NULL;
    kind.set.confine = reader->within != NULL;
    read_settings(reading, reader_take(reader, map, "set"), &kind);
    if (!name || !reader_may_read(reader, at, name)) {
        experiments_kind_clear(&kind);
        return -1;
    }
    const bool whole = *name == '/' || !strcmp(reading->folder, ".");
    kind.path = whole ? text_copy(name) : text_format("%s/%s", reading->folder, name);
    experiment_kind *more = realloc(all->kind, (size_t)(all->kinds + 1) * sizeof *more);
    if (more)
        all->kind = more;
    if (!more || !kind.path) {
        reader->book->no_memory = true;
        experiments_kind_clear(&kind);
        return -1;
    }
    for (int i = 0; i < all->kinds; i++) {
        if (!same_kind(&all->kind[i], &kind))
            continue;
        experiments_kind_clear(&kind);
        return i;
    }
    all->kind[all->kinds] = kind;
    return all->kinds++;
}

// condition_names.c - the variables of a condition; see condition_parse.h. In each side the names of variables are replaced
// by private ones, so that names with points and dashes can be told from arithmetic, and the rest is an expression.
#include "case/condition_parse.h"

#include "base/text.h"
#include "case/expression_parse.h"
#include "case/unit.h"
#include "measure/table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_letter(char sign)
{
    return isalpha((unsigned char)sign) || sign == '_';
}

bool condition_name_sign(char sign)
{
    return is_letter(sign) || unit_is_digit(sign);
}

// The number of a variable, which is added where it is not there; -1 with a fault.
static int variable_number(condition_parse *parse, condition_variable is, const char *unit)
{
    condition *out = parse->out;
    for (int i = 0; i < out->variables; i++) {
        const condition_variable *one = &out->variable[i];
        if (one->source == is.source && one->number == is.number && one->column == is.column &&
            one->sets == is.sets)
            return i;
    }
    if (out->variables == CONDITION_VARIABLES) {
        unit_complain(parse->fault, "write a shorter one", "asks for more than %d values",
                      CONDITION_VARIABLES);
        return -1;
    }
    if (!unit_parse(unit, &parse->unit[out->variables], parse->fault))
        return -1;
    out->variable[out->variables] = is;
    return out->variables++;
}

// How long "probe.NAME.COLUMN" or "NAME.COLUMN" is at the beginning of a text; 0: it is another one.
static size_t column_length(const char *at, const char *probe, const char *column)
{
    char name[200];
    const int written = snprintf(name, sizeof name, "%.90s.%.90s", probe, column);
    const size_t length = (size_t)written;
    const size_t before = !strncmp(at, "probe.", 6) ? 6 : 0;
    if (strncmp(at + before, name, length) != 0 || condition_name_sign(at[before + length]))
        return 0;
    return before + length;
}

// A column of a probe at the beginning of the text. Returns its length; 0: there is none.
static size_t find_column(condition_parse *parse, const char *at, int *number)
{
    size_t longest = 0;
    const probe_column *found = NULL;
    condition_variable is = {.source = CONDITION_PROBE};
    for (int i = 0; i < parse->model->probes; i++) {
        const known_probe *probe = &parse->probe[i];
        for (int k = 0; k < probe->table.columns && !probe->averages; k++) {
            const size_t length = column_length(at, probe->name, probe->table.column[k].name);
            if (length <= longest)
                continue;
            longest = length;
            found = &probe->table.column[k];
            is.number = i;
            is.column = k;
        }
    }
    if (found)
        *number = variable_number(parse, is, found->unit);
    return longest;
}

// count(NAME), with the bracket at `at`. Returns its length; 0 with a fault.
static size_t find_count(condition_parse *parse, const char *at, int *number)
{
    const model *model = parse->model;
    const char *close = strchr(at, ')');
    char name[80];
    if (!close) {
        unit_complain(parse->fault, "", "misses a ')' behind count(");
        return 0;
    }
    const char *begin = at + 1 + strspn(at + 1, " ");
    size_t length = (size_t)(close - begin);
    while (length > 0 && begin[length - 1] == ' ')
        length--;
    snprintf(name, sizeof name, "%.*s", (int)length, begin);
    condition_variable is = {.source = CONDITION_COUNT, .number = -1};
    const int sets = model->grain_sets + model->streams;
    is.number = model_sets_named(model, name, &is.sets);
    const char *names[32];
    int known = 0;
    for (int i = 0; i < sets; i++) {
        if (known < 32)
            names[known++] = model_set_name(model, i);
    }
    if (is.number < 0 && strcmp(name, "grains") != 0) {
        const char *near = text_closest(name, names, known, 3);
        char hint[120] = "count(grains) counts all; else name a set of grains or a stream";
        if (near)
            snprintf(hint, sizeof hint, "did you mean '%.60s'?", near);
        unit_complain(parse->fault, hint,
                      "counts '%s', and no set of grains or stream is called so", name);
        return 0;
    }
    *number = variable_number(parse, is, "1");
    return (size_t)(close + 1 - at);
}

// A name with a point in it that is no column of a probe.
static void complain_of_column(condition_parse *parse, const char *at, size_t length)
{
    const model *model = parse->model;
    char name[120];
    char hint[200] = "";
    size_t used = 0;
    if (!strncmp(at, "probe.", 6)) {
        at += 6;
        length -= 6;
    }
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    for (int i = 0; i < model->probes; i++) {
        const known_probe *probe = &parse->probe[i];
        const size_t own = strlen(probe->name);
        if (strncmp(name, probe->name, own) != 0 || name[own] != '.')
            continue;
        if (probe->fails) {
            unit_complain(parse->fault, probe->why.hint,
                          "asks the probe '%s', which cannot be made: %s", probe->name,
                          probe->why.what);
            return;
        }
        if (probe->averages) {
            unit_complain(parse->fault, "take a probe that gives a row for each time",
                          "asks the probe '%s', which gives one table at the end", probe->name);
            return;
        }
        for (int k = 0; k < probe->table.columns && used < sizeof hint; k++)
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s%s",
                                     k ? ", " : "its columns are ", probe->table.column[k].name);
        unit_complain(parse->fault, hint, "asks the probe '%s' for '%s', which it does not give",
                      probe->name, name + own + 1);
        return;
    }
    char *dot = strchr(name, '.');
    if (dot)
        *dot = 0;
    const char *names[32];
    int known = 0;
    for (int i = 0; i < model->probes && known < 32; i++)
        names[known++] = parse->probe[i].name;
    const char *near = text_closest(name, names, known, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%.60s'?", near);
    else
        snprintf(hint, sizeof hint, "%s",
                 known ? "name one of `probes`" : "the case has no probes");
    unit_complain(parse->fault, hint, "asks the probe '%s', which is not there in this stage",
                  name);
}

// How long a name with its points and dashes is.
static size_t dotted_length(const char *at)
{
    size_t length = 0;
    while (condition_name_sign(at[length]) || at[length] == '.' || at[length] == '-')
        length++;
    while (length > 0 && !condition_name_sign(at[length - 1]))
        length--;
    return length;
}

// One name: a variable becomes a private name in `out`, all else stays as it is. Returns how long it was; 0: fault.
static size_t put_name(condition_parse *parse, const char *at, text_buffer *out)
{
    int number = -1;
    size_t length = find_column(parse, at, &number);
    if (length == 0) {
        length = 0;
        while (condition_name_sign(at[length]))
            length++;
        if (at[length] == '.') {
            complain_of_column(parse, at, dotted_length(at));
            return 0;
        }
        int source = 0;
        while (source < CONDITION_PROBE && (strlen(condition_names[source].name) != length ||
                                            strncmp(condition_names[source].name, at, length) != 0))
            source++;
        const char *behind = at + length + strspn(at + length, " ");
        if (source == CONDITION_COUNT && *behind == '(') {
            const size_t more = find_count(parse, behind, &number);
            if (more == 0)
                return 0;
            length = (size_t)(behind - at) + more;
        } else if (source < CONDITION_PROBE) {
            const condition_variable is = {.source = (condition_source)source, .number = -1};
            number = variable_number(parse, is, condition_names[source].unit);
        } else {
            text_append_slice(out, at, length);
            return length;
        }
    }
    if (number < 0)
        return 0;
    text_append_format(out, " variable_%d ", number);
    return length;
}

// The piece with private names; owned. NULL: fault.
static char *rename_variables(condition_parse *parse, piece is)
{
    text_buffer out = {0};
    text_append(&out, "");
    char *text = text_slice(is.begin, (size_t)(is.end - is.begin));
    bool ok = text != NULL;
    for (const char *at = text; ok && *at;) {
        const char *end = at + 1;
        double unused;
        if (is_letter(*at)) {
            const size_t length = put_name(parse, at, &out);
            ok = length > 0;
            at += length;
            continue;
        }
        if (unit_is_digit(*at)) {
            if (!text_number(at, &unused, &end))
                end = at + 1;
            end += expression_unit_length(end);
        }
        text_append_slice(&out, at, (size_t)(end - at));
        at = end;
    }
    free(text);
    if (ok && !out.failed)
        return out.data;
    text_buffer_clear(&out);
    return NULL;
}

static expression_found look_up(void *names, const char *name, expression_value *out,
                                quantity_fault *fault)
{
    const condition_parse *parse = names;
    int number = -1;
    (void)fault;
    if (sscanf(name, "variable_%d", &number) != 1 || number < 0 || number >= parse->out->variables)
        return EXPRESSION_UNKNOWN;
    out->unit = parse->unit[number];
    out->value = number;
    return EXPRESSION_VARIABLE;
}

static const char *nearest(void *names, const char *word)
{
    const char *list[CONDITION_PROBE];
    (void)names;
    for (int i = 0; i < CONDITION_PROBE; i++)
        list[i] = condition_names[i].name;
    return text_closest(word, list, CONDITION_PROBE, 3);
}

bool condition_side(condition_parse *parse, piece is, formula *out, unit_value *unit)
{
    const expression_scope scope = {.lookup = look_up, .names = parse, .nearest = nearest};
    char *text = rename_variables(parse, is);
    const bool good = text && expression_read(text, &scope, out, unit, parse->fault);
    free(text);
    return good;
}

// ---- probes

// What it would measure; where it cannot be made, why not.
static scree_status know_columns(const model *model, const choice *measure, known_probe *out)
{
    probe_state *state = NULL;
    const probe *is = probe_find(measure->what);
    const scree_status status = probe_begin(is, measure, model, &state, &out->table, &out->why);
    out->fails = status != SCREE_OK;
    if (status)
        out->table = (probe_table){0};
    probe_end(is, state);
    return status;
}

// Only probes that the text has the name of are begun: that may take long.
bool condition_know_probes(condition_parse *parse, const char *text)
{
    const model *model = parse->model;
    parse->probe = calloc((size_t)model->probes + 1, sizeof *parse->probe);
    bool room = parse->probe;
    for (int i = 0; room && i < model->probes; i++) {
        const model_probe *asked = &model->probe[i];
        known_probe *known = &parse->probe[i];
        known->name = asked->name;
        known->averages = probe_find(asked->measure.what)->averages;
        if (strstr(text, known->name))
            room = know_columns(model, &asked->measure, known) != SCREE_NO_MEMORY;
    }
    return room;
}

void condition_forget_probes(condition_parse *parse)
{
    for (int i = 0; parse->probe && i < parse->model->probes; i++)
        table_clear(&parse->probe[i].table);
    free(parse->probe);
}

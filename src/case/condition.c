// condition.c - see condition.h. The text is cut at its words `or`, `and`, `not` and at the sign that compares; the sides
// are expressions (condition_names.c).
#include "case/condition_parse.h"

#include "case/expression_parse.h"
#include "case/unit.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_MOST = 1000 };

// ---- comparisons and words

static piece trim(piece is)
{
    while (is.begin < is.end && isspace((unsigned char)*is.begin))
        is.begin++;
    while (is.end > is.begin && isspace((unsigned char)is.end[-1]))
        is.end--;
    return is;
}

// Where a word stands outside of all brackets; NULL: it does not.
static const char *find_word(piece is, const char *word)
{
    const size_t length = strlen(word);
    int depth = 0;
    for (const char *at = is.begin; at < is.end; at++) {
        depth += (*at == '(') - (*at == ')');
        const bool begins = at == is.begin || !condition_name_sign(at[-1]);
        const bool fits = depth == 0 && begins && (size_t)(is.end - at) >= length &&
                          !strncmp(at, word, length) && !condition_name_sign(at[length]) &&
                          at[length] != '.';
        if (fits)
            return at;
    }
    return NULL;
}

static const char *find_sign(piece is)
{
    int depth = 0;
    for (const char *at = is.begin; at < is.end; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0 && (*at == '<' || *at == '>' || *at == '=' || *at == '!'))
            return at;
    }
    return NULL;
}

static bool add_step(condition_parse *parse, condition_operation operation)
{
    if (parse->out->steps == CONDITION_STEPS)
        return unit_complain(parse->fault, "write a shorter one",
                             "has more than %d comparisons and words", CONDITION_STEPS);
    parse->out->step[parse->out->steps++].operation = operation;
    return true;
}

static bool same_units(condition_parse *parse, const condition_step *step, const unit_value *left,
                       const unit_value *right)
{
    char one[100];
    char other[100];
    const formula *sides[] = {&step->left, &step->right};
    for (int i = 0; i < 2; i++) { // a bare 0 fits all
        if (formula_is_constant(sides[i]) && formula_at(sides[i], 0, NULL) == 0)
            return true;
    }
    if (unit_same_dimension(left, right))
        return true;
    unit_describe(left, one, sizeof one);
    unit_describe(right, other, sizeof other);
    char unit[100];
    unit_spell(left, unit, sizeof unit);
    char hint[160];
    snprintf(hint, sizeof hint, "give the other side in %s", unit);
    return unit_complain(parse->fault, strcmp(unit, "1") ? hint : "", "compares %s with %s", one,
                         other);
}

static bool comparison(condition_parse *parse, piece is, const char *sign)
{
    const bool equal = sign + 1 < is.end && sign[1] == '=';
    unit_value left;
    unit_value right;
    if (*sign == '=' || *sign == '!')
        return unit_complain(parse->fault, "write <, <=, > or >=",
                             "asks whether two values are equal, which they may never be");
    const condition_operation less = equal ? CONDITION_LESS_OR_EQUAL : CONDITION_LESS;
    const condition_operation more = equal ? CONDITION_GREATER_OR_EQUAL : CONDITION_GREATER;
    if (!add_step(parse, *sign == '<' ? less : more))
        return false;
    condition_step *step = &parse->out->step[parse->out->steps - 1];
    const piece first = trim((piece){is.begin, sign});
    const piece second = trim((piece){sign + 1 + equal, is.end});
    if (find_sign(second))
        return unit_complain(parse->fault, "join two comparisons by `and`",
                             "compares more than two values at once");
    if (!condition_side(parse, first, &step->left, &left) ||
        !condition_side(parse, second, &step->right, &right))
        return false;
    if (formula_is_constant(&step->left) && formula_is_constant(&step->right))
        return unit_complain(parse->fault, "ask for something that changes, such as kinetic",
                             "compares '%.*s', which never changes", (int)(is.end - is.begin),
                             is.begin);
    return same_units(parse, step, &left, &right);
}

static bool any_of(condition_parse *parse, piece is);

static bool one(condition_parse *parse, piece is)
{
    is = trim(is);
    const char *sign = find_sign(is);
    if (is.begin == is.end)
        return unit_complain(parse->fault, "such as kinetic < 1e-4 J",
                             "misses a comparison beside `and`, `or` or `not`");
    if (find_word(is, "not") == is.begin)
        return one(parse, (piece){is.begin + 3, is.end}) && add_step(parse, CONDITION_NOT);
    if (sign)
        return comparison(parse, is, sign);
    if (*is.begin == '(' && is.end[-1] == ')')
        return any_of(parse, (piece){is.begin + 1, is.end - 1});
    return unit_complain(parse->fault, "write it as kinetic < 1e-4 J",
                         "has '%.*s', which compares nothing", (int)(is.end - is.begin), is.begin);
}

// The piece is cut at all places of a word.
static bool joined(condition_parse *parse, piece is, const char *word,
                   bool (*each)(condition_parse *, piece), condition_operation operation)
{
    bool first = true;
    for (;;) {
        const char *at = find_word(is, word);
        if (!each(parse, (piece){is.begin, at ? at : is.end}))
            return false;
        if (!first && !add_step(parse, operation))
            return false;
        if (!at)
            return true;
        first = false;
        is.begin = at + strlen(word);
    }
}

static bool all_of(condition_parse *parse, piece is)
{
    return joined(parse, is, "and", one, CONDITION_AND);
}

static bool any_of(condition_parse *parse, piece is)
{
    if (++parse->nest > NEST_MOST)
        return unit_complain(parse->fault, "write a shorter one", "is nested too deep");
    return joined(parse, is, "or", all_of, CONDITION_OR);
}

// ---- the whole

bool condition_read(const char *text, const model *model, condition *out, quantity_fault *fault)
{
    condition_parse parse = {.model = model, .out = out, .fault = fault};
    memset(out, 0, sizeof *out);
    memset(fault, 0, sizeof *fault);
    if (strlen(text) > TEXT_MOST)
        return unit_complain(fault, "write a shorter one", "has more than %d signs", TEXT_MOST);
    const bool good =
        condition_know_probes(&parse, text) && any_of(&parse, (piece){text, text + strlen(text)});
    condition_forget_probes(&parse);
    return good;
}

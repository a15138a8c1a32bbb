// expression.c - see expression.h. A descent through the grammar
//
//   sum     = product { (+ | -) product }
//   product = sign { (* | /) sign }
//   sign    = { + | - } power
//   power   = primary [ ^ sign ]
//   primary = number [ unit ] | name | name ( sum { , sum } ) | ( sum )
//
// that writes a formula in postfix order and keeps the dimension of each part.
#include "case/expression_parse.h"

#include "base/text.h"
#include "case/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const function functions[] = {
    {"sqrt", FORMULA_SQRT, HALVES},           {"abs", FORMULA_ABS, KEEPS},
    {"floor", FORMULA_FLOOR, PLAIN_TO_PLAIN}, {"exp", FORMULA_EXP, PLAIN_TO_PLAIN},
    {"log", FORMULA_LOG, PLAIN_TO_PLAIN},     {"sin", FORMULA_SIN, ANGLE_TO_PLAIN},
    {"cos", FORMULA_COS, ANGLE_TO_PLAIN},     {"tan", FORMULA_TAN, ANGLE_TO_PLAIN},
    {"asin", FORMULA_ASIN, PLAIN_TO_ANGLE},   {"acos", FORMULA_ACOS, PLAIN_TO_ANGLE},
    {"atan", FORMULA_ATAN, PLAIN_TO_ANGLE},   {"min", FORMULA_MIN, BOTH_KEEP},
    {"max", FORMULA_MAX, BOTH_KEEP},          {"atan2", FORMULA_ATAN2, BOTH_TO_ANGLE},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const unit_value plain = {.times = 1, .divide = 1};
static const unit_value seconds = {.power = {[UNIT_S] = 2}, .times = 1, .divide = 1};

static bool sum(parse *parse, unit_value *unit);

// One level deeper, into parentheses or a power; each level takes room on the stack.
static bool go_deeper(parse *parse)
{
    if (++parse->nest <= NEST_MOST)
        return true;
    return unit_complain(parse->fault, "give parts of it names under let", "is nested too deep");
}

// ---- words

static void skip_blanks(parse *parse)
{
    while (*parse->at == ' ' || *parse->at == '\t')
        parse->at++;
}

static bool accept(parse *parse, char sign)
{
    skip_blanks(parse);
    if (*parse->at != sign)
        return false;
    parse->at++;
    return true;
}

static const function *function_find(const char *name)
{
    for (int i = 0; i < FUNCTIONS; i++) {
        if (!strcmp(functions[i].name, name))
            return &functions[i];
    }
    return NULL;
}

static bool push(parse *parse, formula_operation operation, double number)
{
    if (formula_add(parse->out, operation, number))
        return true;
    return unit_complain(parse->fault, "give parts of it names under let",
                         "is too long for one expression");
}

static bool number(parse *parse, unit_value *unit)
{
    const char *end;
    double value;
    char text[100];
    if (!text_number(parse->at, &value, &end))
        return unit_complain(parse->fault, "take another unit",
                             "is too large or too small for a double");
    const size_t length = parse->bare ? 0 : expression_unit_length(end);
    if (length >= sizeof text)
        return unit_complain(parse->fault, "take a name for it", "has a unit that is too long");
    snprintf(text, sizeof text, "%.*s", (int)length, end);
    if (!unit_parse(text, unit, parse->fault) || !expression_in_proportion(parse, unit))
        return false;
    if (!unit_convert(parse->at, unit, &value, parse->fault))
        return false;
    parse->at = end + length;
    return push(parse, FORMULA_NUMBER, value);
}

// ---- the grammar

static bool call(parse *parse, const function *function, unit_value *unit)
{
    const bool two = function->kind == BOTH_KEEP || function->kind == BOTH_TO_ANGLE;
    if (!sum(parse, unit))
        return false;
    bool more = accept(parse, ',');
    if (more != two) {
        return unit_complain(parse->fault, "put commas between its values", "%s() takes %s",
                             function->name, two ? "two values or more" : "one value");
    }
    while (more) {
        unit_value other;
        char what[40];
        snprintf(what, sizeof what, "%s() of", function->name);
        if (!sum(parse, &other) || !expression_same(parse, what, unit, &other))
            return false;
        if (!push(parse, function->operation, 0))
            return false;
        more = function->kind == BOTH_KEEP && accept(parse, ',');
    }
    if (!two && !push(parse, function->operation, 0))
        return false;
    if (!accept(parse, ')'))
        return unit_complain(parse->fault, "close the bracket", "misses a ')' behind %s(",
                             function->name);
    const formula_step *last = &parse->out->step[parse->out->steps - 1];
    if (last->operation == FORMULA_FLOOR)
        return unit_complain(parse->fault, "take min, max or abs", "jumps: floor() of t");
    return expression_apply(parse, function, unit);
}

static bool unknown_name(parse *parse, const char *name)
{
    char hint[120] = "names stand under let: {NAME: value}";
    const char *near = NULL;
    if (parse->scope->nearest)
        near = parse->scope->nearest(parse->scope->names, name);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    return unit_complain(parse->fault, hint, "has an unknown name '%s'", name);
}

static bool named(parse *parse, const char *name, unit_value *unit)
{
    expression_value value;
    if (!strcmp(name, "pi")) {
        *unit = plain;
        return push(parse, FORMULA_NUMBER, 3.14159265358979323846);
    }
    if (!strcmp(name, "t") && parse->scope->time) {
        *unit = seconds;
        return push(parse, FORMULA_TIME, 0);
    }
    expression_found found = EXPRESSION_UNKNOWN;
    if (parse->scope->lookup)
        found = parse->scope->lookup(parse->scope->names, name, &value, parse->fault);
    if (found == EXPRESSION_WRONG)
        return false;
    if (found == EXPRESSION_KNOWN || found == EXPRESSION_VARIABLE) {
        *unit = value.unit;
        return push(parse, found == EXPRESSION_KNOWN ? FORMULA_NUMBER : FORMULA_VARIABLE,
                    value.value);
    }
    if (!expression_is_unit(name, strlen(name)))
        return unknown_name(parse, name);
    double one;
    if (!unit_parse(name, unit, parse->fault) || !unit_convert("1", unit, &one, parse->fault))
        return false;
    return push(parse, FORMULA_NUMBER, one);
}

static bool name_or_call(parse *parse, unit_value *unit)
{
    char name[NAME_ROOM];
    const size_t length = expression_name_length(parse->at);
    if (length >= sizeof name)
        return unit_complain(parse->fault, "take a shorter one", "has a name that is too long");
    snprintf(name, sizeof name, "%.*s", (int)length, parse->at);
    parse->at += length;
    const function *function = function_find(name);
    const char *behind = parse->at + strspn(parse->at, " ");
    if (*behind != '(' || !function)
        return named(parse, name, unit);
    parse->at = behind + 1;
    return call(parse, function, unit);
}

static bool primary(parse *parse, unit_value *unit)
{
    skip_blanks(parse);
    const char *at = parse->at;
    if (unit_is_digit(*at) || (*at == '.' && unit_is_digit(at[1])))
        return number(parse, unit);
    if (expression_name_length(at) > 0)
        return name_or_call(parse, unit);
    if (!accept(parse, '(')) {
        if (!*at)
            return unit_complain(parse->fault, "put a number or a name there",
                                 "ends where a value should stand");
        return unit_complain(parse->fault, "put a number or a name there",
                             "has no value at '%.20s'", at);
    }
    const bool bare = parse->bare;
    parse->bare = false;
    if (!sum(parse, unit))
        return false;
    parse->bare = bare;
    if (accept(parse, ')'))
        return true;
    return unit_complain(parse->fault, "close the bracket", "misses a ')'");
}

static bool sign(parse *parse, unit_value *unit);

static bool power(parse *parse, unit_value *unit)
{
    unit_value exponent;
    if (!primary(parse, unit))
        return false;
    if (!accept(parse, '^'))
        return true;
    const bool bare = parse->bare;
    parse->bare = true;
    if (!go_deeper(parse) || !sign(parse, &exponent))
        return false;
    parse->bare = bare;
    parse->nest--;
    formula *out = parse->out;
    const formula_step *last = &out->step[out->steps - 1];
    if (last->operation != FORMULA_NUMBER || !unit_same_dimension(&exponent, &plain)) {
        return unit_complain(parse->fault, "write exp(y*log(x)) for what changes with time",
                             "has a power that is no plain constant number");
    }
    const double value = last->number;
    out->steps--;
    if (!expression_raise(parse, unit, value))
        return false;
    return push(parse, FORMULA_POWER, value);
}

static bool sign(parse *parse, unit_value *unit)
{
    bool negative = false;
    for (;;) {
        if (accept(parse, '-'))
            negative = !negative;
        else if (!accept(parse, '+'))
            break;
    }
    if (!power(parse, unit))
        return false;
    return !negative || push(parse, FORMULA_NEGATE, 0);
}

static bool product(parse *parse, unit_value *unit)
{
    unit_value factor;
    if (!sign(parse, unit))
        return false;
    for (;;) {
        const bool divided = accept(parse, '/');
        if (!divided && !accept(parse, '*'))
            return true;
        if (!sign(parse, &factor))
            return false;
        if (!push(parse, divided ? FORMULA_DIVIDE : FORMULA_MULTIPLY, 0))
            return false;
        if (!expression_multiply(parse, unit, &factor, divided ? -1 : 1))
            return false;
    }
}

static bool sum(parse *parse, unit_value *unit)
{
    unit_value other;
    if (!go_deeper(parse) || !product(parse, unit))
        return false;
    for (;;) {
        const bool less = accept(parse, '-');
        if (!less && !accept(parse, '+'))
            break;
        if (!product(parse, &other))
            return false;
        if (!expression_same(parse, less ? "subtracts" : "adds", unit, &other))
            return false;
        if (!push(parse, less ? FORMULA_SUBTRACT : FORMULA_ADD, 0))
            return false;
    }
    parse->nest--;
    return true;
}

// A word that is left over may be a name without an operator before it.
static const char *hint_for_rest(const char *rest)
{
    const bool word = (*rest >= 'a' && *rest <= 'z') || (*rest >= 'A' && *rest <= 'Z');
    if (!strcmp(rest, "SI"))
        return "give the number a unit, such as 5 mm";
    return word ? "put an operator before it, such as *"
                : "leave it out, or put *, /, + or - before it";
}

bool expression_read(const char *text, const expression_scope *scope, formula *out,
                     unit_value *unit, quantity_fault *fault)
{
    parse parse = {
        .at = text,
        .scope = scope,
        .out = out,
        .fault = fault,
    };
    *out = (formula){0};
    *unit = plain;
    fault->what[0] = 0;
    fault->hint[0] = 0;
    if (!sum(&parse, unit))
        return false;
    skip_blanks(&parse);
    if (*parse.at) {
        return unit_complain(fault, hint_for_rest(parse.at), "has '%.20s' left over at its end",
                             parse.at);
    }
    if (formula_is_constant(out) && !isfinite(formula_at(out, 0, NULL)))
        return unit_complain(fault, "see to what divides, and to the range of its functions",
                             "has no finite value");
    return true;
}

// ---- names and values

// Puts the value of the name at the beginning of `text` into `out`, or the name itself where it has none.
static void put_name(text_buffer *out, const char *text, size_t length,
                     const expression_scope *scope)
{
    char name[NAME_ROOM];
    char printed[160];
    expression_value value;
    quantity_fault ignored;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const bool named = length < sizeof name && scope->lookup &&
                       scope->lookup(scope->names, name, &value, &ignored) == EXPRESSION_KNOWN;
    if (!named) {
        text_append_slice(out, text, length);
        return;
    }
    expression_print(&value, printed, sizeof printed);
    text_append_format(out, "(%s)", printed);
}

char *expression_resolve(const char *text, const expression_scope *scope)
{
    text_buffer out = {0};
    text_append(&out, "");
    for (const char *at = text; *at;) {
        const char *end = at + 1;
        double unused;
        const size_t name = expression_name_length(at);
        if (name > 0) {
            put_name(&out, at, name, scope);
            at += name;
            continue;
        }
        if (unit_is_digit(*at) && !text_number(at, &unused, &end))
            end = at + 1;
        text_append_slice(&out, at, (size_t)(end - at));
        at = end;
    }
    if (!out.failed)
        return out.data;
    text_buffer_clear(&out);
    return NULL;
}

bool expression_name_is_good(const char *name, quantity_fault *fault)
{
    const size_t length = expression_name_length(name);
    if (!length || name[length] || length >= NAME_ROOM || strchr(name, '%'))
        return unit_complain(fault, "use letters, digits and '_', and begin with a letter",
                             "'%.60s' cannot be a name", name);
    if (expression_is_unit(name, length))
        return unit_complain(fault, "take a longer one", "'%s' cannot be a name: it is a unit",
                             name);
    if (function_find(name) || !strcmp(name, "pi") || !strcmp(name, "t"))
        return unit_complain(fault, "take another one",
                             "'%s' cannot be a name: it means something in expressions", name);
    return true;
}

void expression_print(const expression_value *value, char *out, size_t size)
{
    char unit[100];
    unit_spell(&value->unit, unit, sizeof unit);
    quantity_print(value->value, unit, out, size);
}

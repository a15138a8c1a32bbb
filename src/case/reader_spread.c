// reader_spread.c - distributions of a value in a case; see reader.h and base/spread.h.
#include "case/reader_kinds.h"

#include "base/spread.h"
#include "case/reader.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES_MOST = 1000 };

// A map that a distribution is read from.
typedef struct spread_node {
    reader *reader;
    node *map;
    value_range range; // of the value
} spread_node;

static bool read_part(const spread_node *from, const char *key, const char *hint,
                      const value_range *range, double *out)
{
    node *node = reader_need(from->reader, from->map, key, hint);
    return reader_real(from->reader, node, range->unit, range->low, range->high, out);
}

static bool fault(const spread_node *from, const char *hint, const char *what)
{
    char path[READER_PATH];
    reader_fault(from->reader, from->map, hint, "%s: %s", reader_path_of(from->map, path), what);
    return false;
}

static bool read_limits(const spread_node *from, spread *spread)
{
    const bool low = read_part(from, "from", "give the lower limit", &from->range, &spread->from);
    const bool high = read_part(from, "to", "give the upper limit", &from->range, &spread->to);
    return low && high;
}

static bool read_bell(const spread_node *from, spread *spread)
{
    const bool log = spread->kind == SPREAD_LOGNORMAL;
    const value_range width = {log ? "1" : from->range.unit, 0, INFINITY};
    bool good = read_part(from, "mean", "give the mean value", &from->range, &spread->value);
    good = read_part(from, "deviation",
                     log ? "give the standard deviation of the logarithm, a plain number"
                         : "give the standard deviation",
                     &width, &spread->deviation) &&
           good;
    return good;
}

static bool read_rosin_rammler(const spread_node *from, spread *spread)
{
    const value_range power = {"1", 0.01, 1000};
    bool good = read_part(from, "size", "give the size that 63.2 % are finer than", &from->range,
                          &spread->value);
    good = read_part(from, "exponent", "give the exponent, such as 3: the larger, the narrower",
                     &power, &spread->exponent) &&
           good;
    return good;
}

// ---- tables

static bool read_numbers(const spread_node *from, const node *list, const value_range *range,
                         double *out)
{
    bool good = true;
    for (int i = 0; i < list->count; i++) {
        good = reader_real(from->reader, list->entry[i].value, range->unit, range->low, range->high,
                           &out[i]) &&
               good;
    }
    return good;
}

static bool ascends(const spread_table *table, const double *value, bool strictly)
{
    for (int i = 1; i < table->sizes; i++) {
        if (strictly ? !(value[i] > value[i - 1]) : !(value[i] >= value[i - 1]))
            return false;
    }
    return true;
}

static bool table_is_sound(const spread_node *from, const spread_table *table)
{
    double sum = 0;
    for (int i = 0; i < table->sizes; i++)
        sum += table->part[i];
    if (!ascends(table, table->size, true))
        return fault(from, "write each size once, the smallest first", "`sizes` do not ascend");
    if (!(sum > 0))
        return fault(from, "give at least one a share", "nothing has a share");
    if (table->shares)
        return true;
    if (!ascends(table, table->part, false))
        return fault(from, "say how much is finer than each size, such as [0, 0.3, 1]",
                     "`finer` falls");
    const double last = table->part[table->sizes - 1];
    if (!(fabs(last - 1) <= 1e-6 || fabs(last - 100) <= 1e-4))
        return fault(from,
                     "end with a size that all is finer than: 1, or 100 of a curve in percent",
                     "`finer` does not end with all");
    if (!table->steps && table->part[0] != 0)
        return fault(from, "begin with a size that nothing is finer than, or write curve: steps",
                     "`finer` does not begin with 0");
    return true;
}

static bool read_curve(const spread_node *from, spread_table *table)
{
    static const char *const words[] = {"linear", "steps"};
    const node *curve = reader_take(from->reader, from->map, "curve");
    const int word = curve ? reader_word(from->reader, curve, words, 2) : 0;
    table->steps = word == 1;
    if (curve && table->shares)
        return fault(from, "leave `curve` out, or give `finer`", "`shares` are of single sizes");
    return word >= 0;
}

// The lists of a table, which are as long as each other.
static bool take_lists(const spread_node *from, node **sizes, node **parts, bool *shares)
{
    reader *reader = from->reader;
    *sizes = reader_need(reader, from->map, "sizes", "give them in a list: [1 mm, 2 mm, 4 mm]");
    node *share = reader_take(reader, from->map, "shares");
    node *finer = reader_take(reader, from->map, "finer");
    *parts = share ? share : finer;
    *shares = share != NULL;
    if (!share == !finer)
        return fault(from, "shares: [0.2, 0.5, 0.3] of each size, or finer: [0, 0.3, 1]",
                     share ? "give `shares` or `finer`, not both"
                           : "missing key 'shares' or 'finer'");
    if (!reader_is_list(reader, *sizes) || !reader_is_list(reader, *parts))
        return false;
    if ((*sizes)->count != (*parts)->count)
        return fault(from, "give a number for each size", "the lists are not of one length");
    if ((*sizes)->count < (share ? 1 : 2) || (*sizes)->count > SIZES_MOST)
        return fault(from, "give two to a thousand", "that many sizes are no table");
    return true;
}

// Limits may be left out: they are those of the table, and never wider.
static bool read_table_limits(const spread_node *from, spread *spread)
{
    const spread_table *table = spread->table;
    node *low = reader_take(from->reader, from->map, "from");
    node *high = reader_take(from->reader, from->map, "to");
    const value_range *range = &from->range;
    double least = table->size[0];
    double most = table->size[table->sizes - 1];
    bool good =
        !low || reader_real(from->reader, low, range->unit, range->low, range->high, &least);
    good =
        (!high || reader_real(from->reader, high, range->unit, range->low, range->high, &most)) &&
        good;
    spread->from = least > table->size[0] ? least : table->size[0];
    spread->to = most < table->size[table->sizes - 1] ? most : table->size[table->sizes - 1];
    return good;
}

static bool read_table(const spread_node *from, spread *spread)
{
    const value_range part = {"1", 0, 1e100};
    node *sizes;
    node *parts;
    bool shares;
    if (!take_lists(from, &sizes, &parts, &shares))
        return false;
    spread->table = spread_table_make(sizes->count);
    if (!spread->table) {
        from->reader->book->no_memory = true;
        return false;
    }
    spread->table->shares = shares;
    bool good = read_numbers(from, sizes, &from->range, spread->table->size);
    good = read_numbers(from, parts, &part, spread->table->part) && good;
    good = read_curve(from, spread->table) && good;
    good = good && table_is_sound(from, spread->table);
    return good && read_table_limits(from, spread);
}

// ---- all kinds

// Limits must be in order and a deviation not negative; the mean must lie between the limits.
static bool is_sound(const spread_node *from, const spread *spread)
{
    const bool bell = spread->kind == SPREAD_NORMAL || spread->kind == SPREAD_LOGNORMAL;
    if (spread->from > spread->to)
        return fault(from, "exchange the two", "'from' is above 'to'");
    if (bell && !(spread->value >= spread->from && spread->value <= spread->to))
        return fault(from, "widen the limits", "'mean' lies outside of 'from' and 'to'");
    const bool needs_size = spread->power > 0 || spread->kind == SPREAD_ROSIN_RAMMLER;
    if (needs_size && !(spread->from > 0))
        return fault(from, "raise 'from'", "sizes by mass or volume must be above zero");
    return true;
}

static bool read_kind(const spread_node *from, spread *spread)
{
    if (spread->kind == SPREAD_TABLE)
        return read_table(from, spread);
    bool good = read_limits(from, spread);
    if (spread->kind == SPREAD_NORMAL || spread->kind == SPREAD_LOGNORMAL)
        good = read_bell(from, spread) && good;
    if (spread->kind == SPREAD_ROSIN_RAMMLER)
        good = read_rosin_rammler(from, spread) && good;
    return good;
}

static bool close_spread(const spread_node *from, spread *spread)
{
    if (!spread_close(spread)) {
        from->reader->book->no_memory = true;
        return false;
    }
    if (spread_has_share(spread) && isfinite(spread->mean))
        return true;
    return fault(from, "widen the limits", "nothing is between 'from' and 'to'");
}

bool reader_spread(reader *reader, node *map, const char *unit, double low, double high,
                   spread *out)
{
    if (map && map->kind == NODE_SCALAR) {
        double value;
        if (!reader_real(reader, map, unit, low, high, &value))
            return false;
        *out = (spread){
            .kind = SPREAD_FIXED,
            .value = value,
            .from = value,
            .to = value,
            .deviation = 0,
        };
        return true;
    }
    if (!reader_is_map(reader, map))
        return false;
    const node *word = reader_need(reader, map, "distribution",
                                   "known are: uniform, normal, lognormal, rosin-rammler, table");
    const int kind = word ? reader_word(reader, word, spread_kind_names + 1, SPREAD_KINDS - 1) : -1;
    if (kind < 0)
        return false;
    const node *counted = reader_take(reader, map, "by");
    const int by = counted ? reader_word(reader, counted, spread_by_names, SPREAD_COUNTS) : 0;
    const spread_node from = {reader, map, {unit, low, high}};
    spread spread = {
        .kind = (spread_kind)(kind + 1),
        .by = by > 0 ? (spread_by)by : SPREAD_BY_NUMBER,
        .power = by > 0 ? reader->dimensions : 0,
    };
    bool good = read_kind(&from, &spread) && by >= 0;
    reader_finish(reader, map);
    good = good && is_sound(&from, &spread) && close_spread(&from, &spread);
    if (good)
        *out = spread;
    else
        spread_clear(&spread);
    return good;
}

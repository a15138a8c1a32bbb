// spread.c - see spread.h.
#include "base/spread.h"

#include "base/mathlib.h"
#include "base/spread_integral.h"

#include <stdlib.h>
#include <string.h>

const char *const spread_kind_names[SPREAD_KINDS] = {"",          "uniform",       "normal",
                                                     "lognormal", "rosin-rammler", "table"};
const char *const spread_by_names[SPREAD_COUNTS] = {"number", "mass", "volume"};

// ---- tables

spread_table *spread_table_make(int sizes)
{
    spread_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->sizes = sizes;
    table->size = calloc((size_t)sizes + 1, sizeof *table->size);
    table->part = calloc((size_t)sizes + 1, sizeof *table->part);
    if (table->size && table->part)
        return table;
    free(table->size);
    free(table->part);
    free(table);
    return NULL;
}

void spread_clear(spread *spread)
{
    if (!spread->table)
        return;
    free(spread->table->size);
    free(spread->table->part);
    free(spread->table->piece);
    free(spread->table);
    spread->table = NULL;
}

static bool is_single(const spread_table *table)
{
    return table->shares || table->steps;
}

// The share that ends at size i: of that size, or of those from the one before to it.
static double part_of(const spread_table *table, int i)
{
    if (table->shares || i == 0)
        return table->part[i];
    return table->part[i] - table->part[i - 1];
}

// What is left between the limits, by number.
static void cut_table(const spread *spread, spread_table *table)
{
    double sum = 0;
    const bool single = is_single(table);
    for (int i = single ? 0 : 1; i < table->sizes; i++) {
        const double part = part_of(table, i);
        const double begin = single ? table->size[i] : table->size[i - 1];
        const double low = real_max(begin, spread->from);
        const double high = real_min(table->size[i], spread->to);
        const bool empty = single ? high < low : !(high > low);
        if (!(part > 0) || empty)
            continue;
        const double kept = single ? part : part * ((high - low) / (table->size[i] - begin));
        sum += spread->power ? kept * spread_mean_power(-spread->power, low, high) : kept;
        table->piece[table->pieces++] = (spread_piece){low, high, sum};
    }
}

// ---- by mass and volume: pieces in which x^-p varies little, weighted with its largest value

enum { PIECES_MOST = 4200 }; // half octaves in all numbers that there are
static const double piece_ratio = 1.4142135623730951;

static bool needs_pieces(const spread *spread)
{
    const bool normal = spread->kind == SPREAD_NORMAL && spread->deviation > 0;
    return spread->power > 0 && (normal || spread->kind == SPREAD_ROSIN_RAMMLER);
}

static void cut_by_octaves(const spread *spread, spread_table *table)
{
    double sum = 0;
    double low = spread->from;
    while (low < spread->to && table->pieces < PIECES_MOST) {
        const bool last = table->pieces == PIECES_MOST - 1;
        const double high = last ? spread->to : real_min(piece_ratio * low, spread->to);
        const double scaled = real_pow(low / spread->from, -spread->power);
        sum += scaled * spread_integral(spread, 0, low, high);
        table->piece[table->pieces++] = (spread_piece){low, high, sum};
        low = high;
    }
}

static bool make_pieces(spread *spread)
{
    const bool octaves = needs_pieces(spread);
    if (!octaves && spread->kind != SPREAD_TABLE)
        return true;
    if (!spread->table)
        spread->table = spread_table_make(0);
    if (!spread->table)
        return false;
    spread_table *table = spread->table;
    const int room = octaves ? PIECES_MOST : table->sizes;
    free(table->piece);
    table->pieces = 0;
    table->piece = calloc((size_t)room + 1, sizeof *table->piece);
    if (!table->piece)
        return false;
    if (octaves)
        cut_by_octaves(spread, table);
    else
        cut_table(spread, table);
    return true;
}

// ---- moments and quantiles

static bool is_one_value(const spread *spread)
{
    const bool bell = spread->kind == SPREAD_NORMAL || spread->kind == SPREAD_LOGNORMAL;
    return spread->kind == SPREAD_FIXED || (bell && !(spread->deviation > 0)) ||
           (spread->kind != SPREAD_TABLE && !(spread->to > spread->from));
}

static double one_value(const spread *spread)
{
    const bool fixed = spread->kind == SPREAD_FIXED || spread->kind == SPREAD_NORMAL ||
                       spread->kind == SPREAD_LOGNORMAL;
    return fixed ? spread->value : spread->from;
}

// Of the number of grains below x, times their value to a power, up to a factor.
static double number_below(const spread *spread, double power, double x)
{
    const double low = spread->from;
    const double high = real_min(x, spread->to);
    if (spread->kind != SPREAD_TABLE)
        return high > low ? spread_integral(spread, power - spread->power, low, high) : 0;
    double sum = 0;
    double before = 0;
    for (int i = 0; i < spread->table->pieces; i++) {
        const spread_piece *piece = &spread->table->piece[i];
        const double number = piece->until - before;
        const bool single = !(piece->high > piece->low);
        const double end = real_min(piece->high, x);
        before = piece->until;
        if (end < piece->low || (!single && !(end > piece->low)))
            continue;
        const double all = spread_mean_power(-spread->power, piece->low, piece->high);
        const double part = spread_mean_power(power - spread->power, piece->low, end) / all;
        sum += number * part * (single ? 1 : (end - piece->low) / (piece->high - piece->low));
    }
    return sum;
}

double spread_moment(const spread *spread, double power)
{
    if (is_one_value(spread))
        return real_pow(one_value(spread), power);
    const double all = number_below(spread, 0, INFINITY);
    return number_below(spread, power, INFINITY) / all;
}

double spread_mean(const spread *spread)
{
    return spread->kind == SPREAD_FIXED ? spread->value : spread->mean;
}

double spread_share(const spread *spread, double x)
{
    if (is_one_value(spread))
        return x >= one_value(spread) ? 1 : 0;
    return number_below(spread, 0, x) / number_below(spread, 0, INFINITY);
}

double spread_least(const spread *spread)
{
    return spread->kind == SPREAD_FIXED ? spread->value : spread->from;
}

double spread_most(const spread *spread)
{
    return spread->kind == SPREAD_FIXED ? spread->value : spread->to;
}

double spread_quantile(const spread *spread, double share)
{
    double low = spread_least(spread);
    double high = spread_most(spread);
    if (is_one_value(spread))
        return one_value(spread);
    const double wanted = share * number_below(spread, 0, INFINITY);
    for (int i = 0; i < 100; i++) {
        const double middle = low + 0.5 * (high - low);
        if (!(middle > low && middle < high))
            break;
        if (number_below(spread, 0, middle) < wanted)
            low = middle;
        else
            high = middle;
    }
    return high;
}

// ---- classes

// Where the sum of value^power of the grains below is that part of all.
static double border_of(const spread *spread, double power, double part)
{
    double low = spread->from;
    double high = spread->to;
    const double wanted = part * number_below(spread, power, INFINITY);
    for (int i = 0; i < 100; i++) {
        const double middle = low + 0.5 * (high - low);
        if (!(middle > low && middle < high))
            break;
        if (number_below(spread, power, middle) < wanted)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static int single_sizes(const spread *spread, int most, spread_class *out)
{
    const spread_table *table = spread->table;
    const double all = table->piece[table->pieces - 1].until;
    double before = 0;
    for (int i = 0; i < table->pieces && i < most; i++) {
        out[i] = (spread_class){table->piece[i].low, (table->piece[i].until - before) / all};
        before = table->piece[i].until;
    }
    return table->pieces;
}

int spread_classes(const spread *spread, int dimensions, int most, spread_class *out)
{
    if (is_one_value(spread)) {
        out[0] = (spread_class){one_value(spread), 1};
        return 1;
    }
    if (spread->kind == SPREAD_TABLE && is_single(spread->table))
        return single_sizes(spread, most, out);
    const double all = number_below(spread, 0, INFINITY);
    double number = 0;
    double volume = 0;
    for (int i = 0; i < most; i++) {
        const bool last = i == most - 1;
        const double part = (i + 1.0) / most;
        const double end = last ? INFINITY : border_of(spread, spread->power, part);
        const double number_now = number_below(spread, 0, end);
        const double volume_now = number_below(spread, dimensions, end);
        const double mean = (volume_now - volume) / (number_now - number);
        out[i].size = dimensions == 2 ? sqrt(mean) : real_cbrt(mean);
        out[i].share = (number_now - number) / all;
        number = number_now;
        volume = volume_now;
    }
    return most;
}

// ---- life

// Grains of the tail beyond t = (from/size)^exponent are larger than `from` by one part in t exponent: what lies still
// farther out could not be told from `from`.
static const double farthest_tail = 1e12;

static bool is_beyond(const spread *spread)
{
    if (spread->kind != SPREAD_ROSIN_RAMMLER)
        return false;
    return !(real_pow(spread->from / spread->value, spread->exponent) <= farthest_tail);
}

bool spread_has_share(const spread *spread)
{
    if (is_beyond(spread))
        return false;
    return spread->kind != SPREAD_TABLE || (spread->table && spread->table->pieces > 0);
}

bool spread_close(spread *spread)
{
    if (is_beyond(spread))
        return true;
    if (!make_pieces(spread))
        return false;
    if (spread->kind == SPREAD_UNIFORM && spread->power == 0)
        spread->mean = spread->from + 0.5 * (spread->to - spread->from);
    else if (spread_has_share(spread))
        spread->mean = spread_moment(spread, 1);
    if (spread->kind == SPREAD_UNIFORM || spread->kind == SPREAD_TABLE)
        spread->value = spread->mean;
    return true;
}

bool spread_scale(spread *spread, double factor)
{
    spread->value *= factor;
    spread->from *= factor;
    spread->to *= factor;
    if (spread->kind == SPREAD_NORMAL)
        spread->deviation *= factor; // of a lognormal it is a pure number
    for (int i = 0; spread->table && i < spread->table->sizes; i++)
        spread->table->size[i] *= factor;
    return spread_close(spread);
}

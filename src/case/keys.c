// keys.c - see keys.h.
#include "case/keys.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(rows) (int)(sizeof(rows) / sizeof *(rows))
#define OPTIONAL_TEXT ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH
#define REQUIRED_TEXT ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH
#define ANY_VALUE ROW_ANY_LOW, ROW_ANY_HIGH

// What grains of sets and of streams are.
#define KIND_ROWS                                                                                  \
    {"name", ROW_TEXT, "name", OPTIONAL_TEXT,                                                      \
     "of an entry of a list; in a mapping it is the key"},                                         \
        {"shape", ROW_TEXT, "name of a shape", OPTIONAL_TEXT,                                      \
         "what they are; required, but with mixture"},                                             \
        {"material", ROW_TEXT, "name of a material", OPTIONAL_TEXT,                                \
         "what they are made of; required, but with mixture"},                                     \
        {"mixture", ROW_TEXT, "list of {shape, material, fraction}", OPTIONAL_TEXT,                \
         "several kinds instead of shape and material"},                                           \
    {                                                                                              \
        "by", ROW_TEXT, "number, mass or volume", OPTIONAL_TEXT,                                   \
            "what fractions of the mixture count; number where left out"                           \
    }

// Where they come in or go out.
#define PLACE_ROWS                                                                                 \
    {"low", ROW_TEXT, "vector in m", OPTIONAL_TEXT,                                                \
     "lower corner of a box; required without inside"},                                            \
        {"high", ROW_TEXT, "vector in m", OPTIONAL_TEXT, "upper corner of the box"},               \
    {                                                                                              \
        "inside", ROW_TEXT, "region", OPTIONAL_TEXT,                                               \
            "the name of a region, or one in place, instead of the box"                            \
    }

static const row domain_rows[] = {
    {"low", ROW_VECTOR, "m", ROW_REQUIRED, ANY_VALUE, "lower corner, such as [0 m, 0 m, 0 m]"},
    {"high", ROW_VECTOR, "m", ROW_REQUIRED, ANY_VALUE, "upper corner, such as [1 m, 1 m, 1 m]"},
    {"boundary", ROW_TEXT, "{x, y, z} of open, periodic or wall", OPTIONAL_TEXT,
     "of both sides along each axis; open where left out"},
    {"material", ROW_TEXT, "name of a material", OPTIONAL_TEXT,
     "of the walls; required with one, refused without"},
};
const plugin keys_domain = {"domain", "the box in which grains are", domain_rows,
                            COUNT(domain_rows)};

static const row grains_rows[] = {
    KIND_ROWS,
    {"packing", ROW_TEXT, "packing", REQUIRED_TEXT,
     "where the grains start: packing: {law: NAME, ...}"},
    {"velocity", ROW_VECTOR, "m/s", 0, ANY_VALUE, "of all of them at the start"},
    {"spin", ROW_VECTOR, "rad/s", 0, ANY_VALUE, "of all of them at the start"},
    {"temperature", ROW_REAL, "m^2/s^2", 0, 0, ROW_ANY_HIGH,
     "mean square of a component of random velocities besides"},
    {"fixed", ROW_FLAG, "1", 0, 0, 1, "they do not move"},
    {"locked", ROW_TEXT, "rotation", OPTIONAL_TEXT, "none of them turns"},
    {"turn", ROW_VECTOR, "rad", ROW_OPTIONAL, ANY_VALUE,
     "rotation vector from the axes of the shape; by chance where left out"},
    {"growth", ROW_TEXT, "{rate or velocity or file, ...}", OPTIONAL_TEXT,
     "radii that change in the run: scree list growth"},
};
const plugin keys_grains = {"grains", "grains that are there from the start", grains_rows,
                            COUNT(grains_rows)};

static const row streams_rows[] = {
    KIND_ROWS,
    PLACE_ROWS,
    {"rate", ROW_TEXT, "number in 1/s or kg/s", REQUIRED_TEXT,
     "grains per second, such as 100/s, or mass per second, such as 2 kg/s"},
    {"velocity", ROW_TEXT, "vector or number in m/s", OPTIONAL_TEXT,
     "with which they come in; a number along the direction of the region; 0 where left out"},
    {"temperature", ROW_REAL, "m^2/s^2", 0, 0, ROW_ANY_HIGH,
     "mean square of a component of random velocities besides"},
    {"from", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "when the first is due"},
    {"to", ROW_REAL, "s", ROW_OPTIONAL, 0, ROW_ANY_HIGH, "none is due later"},
    {"count", ROW_INTEGER, "1", ROW_OPTIONAL, 1, ROW_ANY_HIGH, "so many in all"},
    {"mass", ROW_REAL, "kg", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "so much in all, of a rate in kg/s"},
    {"every", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "what is due in such a time comes at its begin"},
    {"seed", ROW_INTEGER, "1", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "of its random numbers; that of random where left out"},
    {"locked", ROW_TEXT, "rotation", OPTIONAL_TEXT, "none of them turns"},
    {"growth", ROW_TEXT, "{rate or velocity or file, ...}", OPTIONAL_TEXT,
     "radii that change in the run: scree list growth"},
};
const plugin keys_streams = {"streams", "grains that come in while it runs", streams_rows,
                             COUNT(streams_rows)};

static const row removals_rows[] = {
    {"name", ROW_TEXT, "name", OPTIONAL_TEXT, "of an entry of a list; in a mapping it is the key"},
    PLACE_ROWS,
    {"every", ROW_REAL, "s", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "how often it is emptied, such as 1 ms"},
    {"fraction", ROW_REAL, "1", 1, ROW_POSITIVE, 1, "only such a share each time, by chance"},
    {"seed", ROW_INTEGER, "1", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "of its random numbers; that of random where left out"},
};
const plugin keys_removals = {"removals", "where grains are taken out", removals_rows,
                              COUNT(removals_rows)};

static const row maser_rows[] = {
    {"axis", ROW_WORD, "x|y|z", ROW_REQUIRED, 0, 0, "along which the bed flows"},
    {"from", ROW_REAL, "m", ROW_REQUIRED, ANY_VALUE, "where grains come in: the upstream end"},
    {"to", ROW_REAL, "m", ROW_REQUIRED, ANY_VALUE, "from where their copies flow on"},
};
const plugin keys_maser = {"maser", "a periodic stretch from which a moving bed flows on",
                           maser_rows, COUNT(maser_rows)};

static const row run_rows[] = {
    {"duration", ROW_REAL, "s", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "how long; this or steps is required, but where there are stages"},
    {"steps", ROW_INTEGER, "1", ROW_OPTIONAL, 1, ROW_ANY_HIGH, "the same as a number of steps"},
    {"step", ROW_REAL, "s", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "time step, or auto, which chooses it once and is what holds where it is left out"},
    {"integrator", ROW_WORD, "velocity-verlet|leapfrog|gear", 0, 0, 0,
     "how motion goes on in time, with the smooth solver"},
    {"rotation", ROW_WORD, "split|axes|leapfrog", 0, 0, 0, "how clumps turn"},
    {"on_loss", ROW_WORD, "stop|remove", 0, 0, 0, "what happens as a grain leaves the domain"},
    {"deepest_overlap", ROW_REAL, "1", 0.3, ROW_POSITIVE, ROW_ANY_HIGH,
     "of the smaller radius; deeper stops the run; or none"},
    {"search", ROW_WORD, "grid|sorted-list", 0, 0, 0, "how near pairs are found; the same bits"},
    {"ledger", ROW_FLAG, "1", 0, 0, 1, "books of energy"},
    {"orientation", ROW_FLAG, "1", 0, 0, 1, "follow how balls are turned"},
    {"damping", ROW_TEXT, "{local, except}", OPTIONAL_TEXT,
     "Cundall's local damping, with the smooth solver"},
    {"mass_scaling", ROW_REAL, "1", 1, 1e-3, 1e15,
     "inertia over that of the masses; weights stay; with the smooth solver"},
    {"arm", ROW_WORD, "common|full", 0, 0, 0,
     "lever arms to the common point of contact, or radii"},
};
const plugin keys_run = {"run", "how long, in which steps", run_rows, COUNT(run_rows)};

static const row output_rows[] = {
    {"every", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "time between frames; 0: none"},
    {"snapshot_every", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH,
     "time between snapshots; 0: one at the end"},
    {"autosave", ROW_REAL, "s", 600, 0, ROW_ANY_HIGH, "wall time between saves, or off"},
    {"bodies", ROW_FLAG, "1", 1, 0, 1, "frames of grains"},
    {"contacts", ROW_FLAG, "1", 0, 0, 1, "frames of contacts"},
    {"walls", ROW_FLAG, "1", 1, 0, 1, "frames of walls"},
    {"dump", ROW_FLAG, "1", 0, 0, 1, "frames as dumps of LIGGGHTS"},
    {"lammps", ROW_FLAG, "1", 0, 0, 1, "frames as LAMMPS data, of balls"},
    {"kardan", ROW_FLAG, "1", 0, 0, 1, "Kardan angles in frames"},
};
const plugin keys_output = {"output", "files that are written", output_rows, COUNT(output_rows)};

const plugin *const *key_sections(int *count)
{
    static const plugin *const all[] = {&keys_domain, &keys_grains, &keys_streams, &keys_removals,
                                        &keys_maser,  &keys_run,    &keys_output};
    *count = COUNT(all);
    return all;
}

// ---- reading by rows

const row *key_row(const plugin *keys, const char *key)
{
    const row *found = plugin_row(keys, key);
    assert(found); // a key has a row
    return found;
}

node *key_take(reader *reader, node *map, const plugin *keys, const char *key)
{
    const row *is = key_row(keys, key);
    return isnan(is->fallback) ? reader_need(reader, map, is->name, is->doc)
                               : reader_take(reader, map, is->name);
}

bool key_real(reader *reader, node *map, const plugin *keys, const char *key, double *out)
{
    const row *is = key_row(keys, key);
    return reader_real(reader, key_take(reader, map, keys, key), is->unit, is->low, is->high, out);
}

bool key_flag(reader *reader, node *map, const plugin *keys, const char *key, bool *out)
{
    return reader_flag(reader, key_take(reader, map, keys, key), out);
}

bool key_integer(reader *reader, node *map, const plugin *keys, const char *key, int64_t *out)
{
    const row *is = key_row(keys, key);
    const int64_t high = is->high < 9e15 ? (int64_t)is->high : INT64_MAX;
    return reader_integer(reader, key_take(reader, map, keys, key), (int64_t)is->low, high, out);
}

bool key_vector(reader *reader, node *map, const plugin *keys, const char *key, double third,
                v3 *out)
{
    const row *is = key_row(keys, key);
    return reader_vector(reader, key_take(reader, map, keys, key),
                         &(value_range){is->unit, is->low, is->high}, third, out);
}

int key_word(reader *reader, node *map, const plugin *keys, const char *key)
{
    enum { WORDS = 16, ROOM = 24 };
    char text[WORDS][ROOM];
    const char *words[WORDS];
    const row *is = key_row(keys, key);
    const node *node = key_take(reader, map, keys, key);
    int count = 0;
    int length;
    for (const char *word; count < WORDS && (word = row_word(is, count, &length)); count++) {
        snprintf(text[count], ROOM, "%.*s", length, word);
        words[count] = text[count];
    }
    return node ? reader_word(reader, node, words, count) : -1;
}

// rounds.c - see fuzz.h: decisions from bytes, cases, and worlds that are saved and restored.
#include "fuzz/fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_want(bool held, const char *text, const char *file, int line)
{
    if (held)
        return;
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, text);
    abort();
}

// ---- decisions

uint8_t fuzz_byte(fuzz_bytes *b)
{
    if (b->at == b->end)
        return 0;
    return *b->at++;
}

int fuzz_choice(fuzz_bytes *b, int count)
{
    int value = fuzz_byte(b);
    if (count > 256)
        value = 256 * value + fuzz_byte(b);
    return value % count;
}

uint64_t fuzz_word(fuzz_bytes *b)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | fuzz_byte(b);
    return word;
}

double fuzz_number(fuzz_bytes *b, double low, double high)
{
    const int step = fuzz_byte(b);
    if (step == 0)
        return low;
    if (step == 255)
        return high;
    if (low > 0)
        return exp(log(low) + (log(high) - log(low)) * step / 255);
    return low + (high - low) * step / 255;
}

size_t fuzz_cut(const uint8_t *data, size_t size, const uint8_t **rest, size_t *rest_size)
{
    static const char cut[] = "\n%%%%\n";
    const size_t length = sizeof cut - 1;
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(data + i, cut, length) == 0) {
            *rest = data + i + length;
            *rest_size = size - i - length;
            return i + 1;
        }
    *rest = data + size;
    *rest_size = 0;
    return size;
}

// ---- worlds

bool fuzz_read_case(const char *text, size_t size, model *m)
{
    const case_families families = all_families();
    fault_list faults = {0};
    fault_list notes = {0};
    scree_status status = case_parse(&(case_source){text, size, "case.yaml"},
                                     &(case_context){.families = &families}, m, &faults, &notes);
    FUZZ_WANT((status == SCREE_OK) == (faults.count == 0));
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return status == SCREE_OK;
}

world_options fuzz_options(void)
{
    world_options options = {0};
    options.threads = 1;
    return options;
}

static bool take_image(world *w, image *im)
{
    scree_error error = {0};
    scree_status status = world_image(w, im, &error);
    FUZZ_WANT(status == error.status);
    return status == SCREE_OK;
}

// Names the columns of two images that differ.
static void tell_difference(const image *a, const image *b)
{
    if (a->count != b->count)
        fprintf(stderr, "%d columns, %d columns\n", a->count, b->count);
    for (int i = 0; i < a->count && i < b->count; i++) {
        const image_column *x = &a->column[i];
        const image_column *y = &b->column[i];
        const size_t size = image_type_size(x->type);
        if (strcmp(x->name, y->name) != 0 || x->rows != y->rows || x->width != y->width) {
            fprintf(stderr, "%s: %lld x %d; %s: %lld x %d\n", x->name, (long long)x->rows, x->width,
                    y->name, (long long)y->rows, y->width);
            continue;
        }
        for (int64_t k = 0; k < x->rows * x->width; k++) {
            const char *p = (const char *)x->data + size * (size_t)k;
            const char *q = (const char *)y->data + size * (size_t)k;
            if (memcmp(p, q, size) == 0)
                continue;
            if (x->type == IMAGE_F64)
                fprintf(stderr, "%s[%lld]: %.17g, %.17g\n", x->name, (long long)k,
                        *(const double *)p, *(const double *)q);
            else
                fprintf(stderr, "%s[%lld] differs\n", x->name, (long long)k);
        }
    }
}

static void tell(world *w, world *again)
{
    image a = {0};
    image b = {0};
    scree_error error;
    if (world_image(w, &a, &error) == SCREE_OK && world_image(again, &b, &error) == SCREE_OK)
        tell_difference(&a, &b);
    image_clear(&a);
    image_clear(&b);
}

static void want_same_bits(world *w, world *again)
{
    uint64_t hash = 0;
    uint64_t hash_again = 1;
    scree_error error = {0};
    FUZZ_WANT(world_hash(w, &hash, &error) == SCREE_OK);
    FUZZ_WANT(world_hash(again, &hash_again, &error) == SCREE_OK);
    if (hash != hash_again)
        tell(w, again);
    FUZZ_WANT(hash == hash_again);
}

// What has become faster in the last step of a run than a world can be is refused; the next step would have stopped.
static bool beyond_speeds(const image *im)
{
    static const char *const names[] = {"body/velocity", "body/spin"};
    const double fastest = 1e15; // as in world/check_bodies.c
    for (int which = 0; which < 2; which++) {
        const image_column *c = image_find(im, names[which], IMAGE_F64, 4);
        for (int64_t k = 0; c && k < 4 * c->rows; k++)
            if (k % 4 != 3 && !(fabs(((const double *)c->data)[k]) < fastest))
                return true;
    }
    const image_column *pose = image_find(im, "wall/pose", IMAGE_F64, 13);
    for (int64_t k = 0; pose && k < 13 * pose->rows; k++)
        if (k % 13 >= 3 && k % 13 < 9 && !(fabs(((const double *)pose->data)[k]) < fastest))
            return true;
    return false;
}

void fuzz_round_trip(const model *m, world *w, int steps)
{
    const world_options options = fuzz_options();
    scree_error error = {0};
    scree_error error_again = {0};
    image im = {0};
    world *again = NULL;
    if (world_step(w, steps, &error) != SCREE_OK)
        return;
    if (!take_image(w, &im))
        return;
    scree_status restored = world_restore(m, &options, &im, &again, &error);
    if (restored != SCREE_OK && beyond_speeds(&im)) {
        image_clear(&im);
        return;
    }
    if (restored != SCREE_OK)
        fprintf(stderr, "%s: %s\n", error.where, error.what);
    FUZZ_WANT(restored == SCREE_OK);
    want_same_bits(w, again);
    scree_status status = world_step(w, steps, &error);
    scree_status status_again = world_step(again, steps, &error_again);
    FUZZ_WANT(status == status_again);
    FUZZ_WANT(world_spent(w) == world_spent(again));
    if (!world_spent(w))
        want_same_bits(w, again);
    world_destroy(again);
    image_clear(&im);
}

// fuzz_law_path.c - fuzz target: any bytes as a table of positions for `scree law --path`; what is read is finite, and
// a contact with Hertz's and Mindlin's laws can be moved along it, the same by a copy of it.
#include "cli/law_path.h"
#include "fuzz/fuzz.h"

#include "law/single.h"

#include <math.h>
#include <string.h>

enum { ROWS_MOST = 200 };

static const char head[] =
    "scree: 1\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
    "friction: 0.4}}}\n"
    "shapes: {ball: {ball: {radius: 1 mm}}}\n"
    "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, counts: [1, 1, 1], "
    "spacing: [1 cm, 1 "
    "cm, 1 "
    "cm], origin: [0 m, 0 m, 0 m]}}]\n"
    "run: {steps: 1}\n";

static void follow(const law_set *set, const law_path *p)
{
    law_single c;
    law_single_begin(&c, set, 1e-3, 1e-5);
    for (int64_t i = 0; i < p->rows && i < ROWS_MOST; i++) {
        const double *row = p->at + PATH_COLUMNS * i;
        for (int column = 0; column < PATH_COLUMNS; column++)
            FUZZ_WANT(isfinite(row[column]));
        const law_motion m = {
            .overlap = row[PATH_OVERLAP], .slip = {row[PATH_SLIP_X], row[PATH_SLIP_Y]}, .dt = 1e-6};
        law_single copy = c;
        const law_answer a = law_single_step(&c, m);
        const law_answer again = law_single_step(&copy, m);
        FUZZ_WANT(memcmp(&a.push, &again.push, sizeof a.push) == 0);
        FUZZ_WANT(memcmp(a.drag, again.drag, sizeof a.drag) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static law_set set;
    static model m;
    static bool opened;
    law_path p;
    scree_error error = {0};
    if (!opened) {
        FUZZ_WANT(fuzz_read_case(head, strlen(head), &m));
        FUZZ_WANT(law_set_mix(&m, 0, 0, &set, &error) == SCREE_OK);
        opened = true;
    }
    fuzz_file("path.csv", data, size);
    scree_status status = law_path_read(&p, "path.csv", &error);
    FUZZ_WANT(status == SCREE_OK ? p.rows > 0 : error.what[0] && p.rows == 0);
    if (status == SCREE_OK)
        follow(&set, &p);
    law_path_clear(&p);
    return 0;
}

// beds.c - beds of shaped grains by fixed recipes, kept in the cache.
//
// In the plane grains of the area of a disk of 2.5 mm radius fall from a loose lattice onto a floor, periodic sideways,
// with soft contacts and restitution 0.1, and are relaxed with the contacts that are measured. Clumps of disks begin
// where the settled outlines lie, since they are the same grain. Solids fall likewise; sharp and rounded cubes from
// rows and layers that are shifted against each other, so that faces lie on parts of faces. Beds of more than 1000
// grains are the bed of 1000 side by side.
#include "bench/shapes.h"
#include "console/exit.h"

#include "base/mathlib.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 1000 };

// ---- the case

// Cells of the lattice of a bed of n grains, and how many tiles lie side by side.
typedef struct bed_form {
    int64_t cells[3], tiles[2];
} bed_form;

static bed_form form_of(const bench_recipe *recipe, int64_t n)
{
    const int64_t tiles = n > TILE ? (n + TILE - 1) / TILE : 1;
    const int64_t base = n > TILE ? TILE : n;
    const bool flat = recipe->dimensions == 2;
    const double root = flat ? sqrt((double)base) : cbrt((double)base);
    const int64_t side = (int64_t)(root + 0.5);
    const int64_t layer = side * side;
    bed_form form = {.tiles = {1, 1}};
    for (int64_t k = 2; !flat && k * k <= tiles; k++) {
        if (tiles % k == 0)
            form.tiles[1] = k;
    }
    form.tiles[0] = tiles / form.tiles[1];
    form.cells[0] = side * form.tiles[0];
    form.cells[1] = flat ? (base + side - 1) / side : side * form.tiles[1];
    form.cells[2] = flat ? 1 : (base + layer - 1) / layer;
    return form;
}

static char *case_text(const bench_population *population, int64_t n, bool falling)
{
    const bench_recipe *recipe = population->recipe;
    bed_form form = form_of(recipe, n);
    double w = recipe->pitch;
    double x = w * (double)form.cells[0];
    double y = w * (double)form.cells[1];
    double z = w * (double)form.cells[2];
    char *shape = population->shape();
    char *text = NULL;
    const char *laws = falling ? recipe->falling : recipe->measured;
    double step = falling ? recipe->falling_step : recipe->measured_step;
    const double lowest = recipe->dimensions == 3 ? 0.5 * w : 0;
    int64_t most = n > TILE ? TILE * form.tiles[0] * form.tiles[1] : n;
    char *grains = text_format(
        "grains: [{name: bed, shape: grain, material: stone, %spacking: {law: lattice, %scounts: "
        "[%lld, %lld, %lld], spacing: [%.17g m, %.17g m, %.17g m], origin: [%.17g m, %.17g m, "
        "%.17g m], jitter: 0.1 mm, seed: 5, most: %lld}}]\n"
        "run: {duration: 1 s, step: %.17g s, deepest_overlap: 1}\n",
        recipe->turn, recipe->lattice, (long long)form.cells[0], (long long)form.cells[1],
        (long long)form.cells[2], w, w, w, 0.5 * w, 0.5 * w, lowest, (long long)most, step);
    if (recipe->dimensions == 3) {
        text = text_format("scree: 1\ngravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]\ndomain: {low: [0 "
                           "m, 0 m, 0 m], high: [%.17g m, %.17g "
                           "m, %.17g m], boundary: {x: periodic, y: periodic, z: "
                           "open}}\nmaterials: {stone: {density: 2500 kg/m^3, "
                           "young: 5 MPa, poisson: 0.3}}\npairs: {default: {%s}}\nshapes: {grain: "
                           "{%s}}\nwalls: {floor: {material: "
                           "stone, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n%s",
                           x, y, 2 * z, laws, shape ? shape : "", grains ? grains : "");
    } else {
        text = text_format("scree: 1\ndimensions: 2\ngravity: [0 m/s^2, -9.81 m/s^2]\ndomain: "
                           "{low: [0 m, 0 m], high: [%.17g m, %.17g "
                           "m], boundary: {x: periodic, y: open}}\nmaterials: {stone: {density: "
                           "2500 kg/m^3}}\npairs: {default: "
                           "{%s}}\nshapes: {grain: {%s}}\nwalls: {floor: {material: stone, plane: "
                           "{point: [0 m, 0 m], normal: [0, "
                           "1]}}}\n%s",
                           x, 2 * y, laws, shape ? shape : "", grains ? grains : "");
    }
    free(shape);
    free(grains);
    return text;
}

// ---- places from another bed

static double *values(const image *im, const char *name)
{
    const image_column *column = image_find(im, name, IMAGE_F64, 4);
    return column ? column->data : NULL;
}

// A coordinate in the image nearest to `near`, then inside [0, whole).
static double beside(double x, double near, double period, double whole)
{
    x -= period * floor((x - near) / period + 0.5);
    return x - whole * floor(x / whole);
}

// A row of a tile: places go on by the way to the tile, and balls of clumps stay beside the centre of theirs.
static void shift_row(double *row, const double shift[2], const double *centre,
                      const double size[2], const bed_form *form, int axes)
{
    for (int k = 0; k < axes; k++) {
        const double shifted = row[k] + shift[k];
        const double length = size[k] * (double)form->tiles[k];
        row[k] = centre ? beside(shifted, centre[k] + shift[k], size[k], length) : shifted;
    }
}

// Rows of a bed, copied side by side. Balls of a clump that lay across the border go next to the rest of it.
static void copy_tiles(const image *from, image *to, const bed_form *form, v3 size,
                       const model *model)
{
    static const struct {
        const char *name;
        bool place;
    } column[] = {
        {"body/position", true},     {"body/velocity", false}, {"body/spin", false},
        {"body/orientation", false}, {"body/centre", true},    {"body/drift", false},
        {"body/turning", false},
    };
    const double *centre = values(from, "body/centre");
    const double sides[2] = {size.x, size.y};
    const int balls = model->shape[0].clump.balls;
    const int axes = model->dimensions == 3 ? 2 : 1;
    const int64_t tiles = form->tiles[0] * form->tiles[1];
    for (size_t c = 0; c < sizeof column / sizeof *column; c++) {
        const image_column *source = image_find(from, column[c].name, IMAGE_F64, 4);
        double *target = values(to, column[c].name);
        const bool of_ball = c == 0 && balls > 0;
        if (!source || !target)
            continue;
        for (int64_t t = 0; t < tiles; t++) {
            const int64_t tile_x = t % form->tiles[0];
            const int64_t tile_y = t / form->tiles[0];
            const double shift[2] = {size.x * (double)tile_x, size.y * (double)tile_y};
            for (int64_t i = 0; i < source->rows; i++) {
                const double *head = of_ball ? centre + 4 * (i - i % balls) : NULL;
                double *row = target + 4 * (t * source->rows + i);
                memcpy(row, image_reals(source) + 4 * i, 4 * sizeof *row);
                if (column[c].place)
                    shift_row(row, shift, head, sides, form, axes);
            }
        }
    }
}

// Balls of clumps where grains of another bed lie.
static void place_clumps(const image *from, image *to, const model *model)
{
    const model_clump *clump = &model->shape[0].clump;
    const double low = model->low.x;
    const double length = model->high.x - model->low.x;
    const image_column *centre = image_find(from, "body/centre", IMAGE_F64, 4);
    const double *turn = values(from, "body/orientation");
    double *position = values(to, "body/position");
    double *orientation = values(to, "body/orientation");
    double *head = values(to, "body/centre");
    if (!centre || !turn || !position || !orientation || !head)
        return;
    for (int64_t i = 0; i < centre->rows; i++) {
        const double *x = image_reals(centre) + 4 * i;
        const double *q = turn + 4 * i;
        const q4 turned = {q[0], q[1], q[2], q[3]};
        const int64_t first = i * clump->balls;
        for (int k = 0; k < clump->balls; k++) {
            const int64_t row = first + k;
            v3 at = v3_add(v3_at(x), q4_rotate(turned, clump->at[k]));
            at.x -= length * floor((at.x - low) / length);
            position[4 * row] = at.x;
            position[4 * row + 1] = at.y;
            memcpy(orientation + 4 * row, q, 4 * sizeof *q);
        }
        memcpy(head + 4 * first, x, 3 * sizeof *x);
    }
}

// A case as text, the name of its bed in the cache, and how many grains it has.
typedef struct case_name {
    const char *text, *name;
    int64_t grains;
} case_name;

// A world of that case whose grains lie as those of the bed `from`.
static int open_placed(const bench_options *options, const case_name *made,
                       const bench_population *population, bench_scene *from, bench_scene *scene)
{
    image places = {0};
    image im = {0};
    scree_error error = {0};
    bed_form form = form_of(population->recipe, made->grains);
    v3 size = v3_sub(from->model.high, from->model.low);
    int code = bench_make(options, made->text, made->name, scene);
    if (code == EXIT_DONE &&
        (world_image(from->world, &places, &error) || world_image(scene->world, &im, &error)))
        code = give_up(&error);
    if (code == EXIT_DONE) {
        if (population->like < 0)
            copy_tiles(&places, &im, &form, size, &scene->model);
        else
            place_clumps(&places, &im, &scene->model);
        bench_forget_contacts(&im);
        bench_close(scene);
        code = bench_restore(options, made->text, made->name, &im, scene);
    }
    image_clear(&places);
    image_clear(&im);
    return code;
}

// ---- recipes

// Steps with the measured contacts until the bed rests. Where it takes the places of other grains it has farther to go.
static int64_t rest_of(const bench_population *population)
{
    return population->like < 0 ? 3000 : 40000;
}

static char *bed_name(const bench_population *population, int64_t n)
{
    return text_format("shapes-%s-%lld%s", population->name, (long long)n,
                       population->like < 0 ? "" : "-rested");
}

// Lets grains fall, or puts clumps where the outlines lie; then relaxes them with the measured contacts.
static int make_bed(const bench_options *options, const bench_population *population, int64_t n,
                    bench_scene *scene)
{
    char *soft = case_text(population, n, true);
    char *text = case_text(population, n, false);
    char *name = bed_name(population, n);
    const bench_recipe *recipe = population->recipe;
    image im = {0};
    scree_error error = {0};
    bench_scene falling = {0};
    int code = population->like < 0 ? bench_make(options, soft, name, &falling)
                                    : bench_bed(options, population->like, n, &falling);
    if (code == EXIT_DONE && population->like < 0) {
        code = bench_progress(&falling, (int64_t)(recipe->fall / recipe->falling_step + 0.5),
                              population->name);
    }
    if (code == EXIT_DONE && population->like < 0) {
        code = world_image(falling.world, &im, &error) == SCREE_OK ? EXIT_DONE : give_up(&error);
        if (code == EXIT_DONE)
            code = bench_restore(options, text, name, &im, scene);
    } else if (code == EXIT_DONE) {
        const case_name asked = {
            .text = text,
            .name = name,
            .grains = n,
        };
        code = open_placed(options, &asked, population, &falling, scene);
    }
    if (code == EXIT_DONE)
        code = bench_progress(scene, rest_of(population), population->name);
    if (code == EXIT_DONE)
        code = bench_keep(options, name, scene);
    image_clear(&im);
    if (falling.world)
        bench_close(&falling);
    free(soft);
    free(text);
    free(name);
    return code;
}

int bench_bed(const bench_options *options, int population, int64_t n, bench_scene *scene)
{
    const bench_population *kind = &bench_populations[population];
    bench_options plain = *options;
    plain.ledger = false;
    plain.threads = 1;
    int64_t base = n > TILE ? TILE : n;
    char *name = bed_name(kind, base);
    char *text = case_text(kind, base, false);
    char *wide = case_text(kind, n, false);
    const bench_options *first = n > TILE ? &plain : options;
    bool made = false, tiled = n > TILE;
    bench_scene bed;
    bench_scene *here = tiled ? &bed : scene; // a world holds on to the model of its scene
    memset(&bed, 0, sizeof bed);
    memset(scene, 0, sizeof *scene);
    int code = bench_open(first, text, name, here, &made);
    if (code == EXIT_DONE && made) {
        bench_close(here);
        code = make_bed(&plain, kind, base, here);
        bench_close(here);
        if (code == EXIT_DONE)
            code = bench_open(first, text, name, here, &made);
    }
    if (code == EXIT_DONE && tiled) {
        bench_population copies = *kind;
        const case_name asked = {
            .text = wide,
            .name = name,
            .grains = n,
        };
        copies.like = -1;
        code = open_placed(options, &asked, &copies, &bed, scene);
    }
    if (bed.world)
        bench_close(&bed);
    free(name);
    free(text);
    free(wide);
    return code;
}

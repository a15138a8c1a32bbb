// film.c - scree film: the frames of a run as a film. The view and the colours are those of the whole: a first pass over the frames finds the
// box of what is seen and the ends of the colour bar, a second one draws.
#include "cli/commands.h"
#include "cli/encoder.h"
#include "cli/film.h"
#include "cli/target.h"
#include "console/exit.h"
#include "console/letters.h"

#include "base/text.h"
#include "run/folder.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct scene {
    const recorded *run;
    look look;
    record_moment moment;
    int64_t first, last; // frames
    v3 low, high;        // of all that is seen
    double least, most;  // ends of the colours
    double strongest;    // contact, N
} scene;

static v3 lower(v3 a, v3 b)
{
    return v3_make(fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z));
}

static v3 upper(v3 a, v3 b)
{
    return v3_make(fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z));
}

static scree_status find_frames(scene *scene, const film_wish *wish, scree_error *error)
{
    const record *record = &scene->run->record;
    double from = -INFINITY;
    double to = INFINITY;
    scree_status status = recorded_time("--from", wish->from, &from, error);
    if (!status)
        status = recorded_time("--to", wish->to, &to, error);
    scene->first = 0;
    scene->last = record_count(record) - 1;
    while (scene->first <= scene->last && record_time(record, scene->first) < from)
        scene->first++;
    while (scene->last >= scene->first && record_time(record, scene->last) > to)
        scene->last--;
    if (status || scene->first <= scene->last)
        return status;
    char hint[160];
    snprintf(hint, sizeof hint, "the frames are of %.6g s to %.6g s; give the earlier time first",
             record_time(record, 0), record_time(record, record_count(record) - 1));
    return fail(error, SCREE_BAD_INPUT, wish->from ? "--from" : "--to", hint,
                "there are no frames from %.6g s to %.6g s", from, to);
}

static scree_status measure_one(scene *scene, int64_t k, scree_error *error)
{
    picture_options options;
    v3 low;
    v3 high;
    double least;
    double most;
    const frame *frame = &scene->moment.frame;
    scree_status status = record_read(&scene->run->record, k, &scene->moment, error);
    if (!status)
        status = look_at(&scene->look, &scene->moment, &options, error);
    if (status || frame->ball.count == 0)
        return status;
    look_box(&scene->moment, &low, &high);
    picture_range(frame, &options, &least, &most);
    scene->low = lower(scene->low, low);
    scene->high = upper(scene->high, high);
    scene->least = fmin(scene->least, least);
    scene->most = fmax(scene->most, most);
    for (int64_t i = 0; i < frame->contact.count; i++)
        scene->strongest = fmax(scene->strongest, fabs(frame->contact.normal_force[i]));
    return SCREE_OK;
}

// What all pictures have in common.
static scree_status measure(scene *scene, scree_error *error)
{
    scree_status status = SCREE_OK;
    scene->low = v3_make(INFINITY, INFINITY, INFINITY);
    scene->high = v3_scale(-1, scene->low);
    scene->least = INFINITY;
    scene->most = -INFINITY;
    for (int64_t k = scene->first; k <= scene->last && !status; k++)
        status = measure_one(scene, k, error);
    picture_options *options = &scene->look.options;
    const bool seen = scene->low.x <= scene->high.x;
    if (status || !seen)
        return status;
    options->still = options->fit = true;
    options->box_low = scene->low;
    options->box_high = scene->high;
    options->strongest = scene->strongest;
    options->low = scene->least;
    options->high = scene->most;
    return SCREE_OK;
}

// The time with as many digits as the frames differ by.
static void write_time(const scene *scene, double time, char *out, size_t room)
{
    const record *record = &scene->run->record;
    const int64_t frames = scene->last - scene->first;
    const double span = record_time(record, scene->last) - record_time(record, scene->first);
    const double step = frames > 0 ? span / (double)frames : 1;
    const int digits = step < 1 && step > 0 ? (int)ceil(-log10(step) - 1e-9) : 0;
    snprintf(out, room, "t = %.*f s", digits < 9 ? digits : 9, time);
}

// ---- pictures, as many at a time as there are threads

typedef struct painter {
    look look;
    record_moment moment;
    uint32_t *pixel;
    scree_status status;
    scree_error error;
} painter;

static scree_status paint(const scene *scene, int64_t k, painter *painter)
{
    char words[60];
    picture_options options;
    scree_error *error = &painter->error;
    scree_status status = record_read(&scene->run->record, k, &painter->moment, error);
    if (!status)
        status = look_at(&painter->look, &painter->moment, &options, error);
    if (status)
        return status;
    write_time(scene, painter->moment.frame.time, words, sizeof words);
    options.words = words;
    const wall_surface walls = look_walls(&painter->moment);
    return picture_draw("film", &painter->moment.frame, &walls, &options, painter->pixel, error);
}

// The pictures of frames from `first` on, which the encoder gets in their order.
static scree_status paint_some(const scene *scene, int64_t first, painter *painters, int count,
                               encoder *encoder, scree_error *error)
{
#pragma omp parallel for num_threads(count) schedule(static, 1)
    for (int i = 0; i < count; i++)
        painters[i].status = paint(scene, first + i, &painters[i]);
    scree_status status = SCREE_OK;
    for (int i = 0; i < count && !status; i++) {
        status = painters[i].status;
        if (status)
            *error = painters[i].error;
        else
            status = encoder_add(encoder, painters[i].pixel, error);
    }
    return status;
}

static scree_status begin_painters(const scene *scene, painter *painters, int count,
                                   scree_error *error)
{
    const picture_options *options = &scene->look.options;
    const size_t pixels = (size_t)options->width * (size_t)options->height;
    for (int i = 0; i < count; i++) {
        painters[i].look = (look){.options = *options,
                                  .model = scene->look.model,
                                  .column = scene->look.column,
                                  .cut = scene->look.cut,
                                  .cut_at = scene->look.cut_at,
                                  .cut_below = scene->look.cut_below};
        painters[i].pixel = malloc(pixels * sizeof *painters[i].pixel);
        if (!painters[i].pixel)
            return fail_memory(error, "film");
    }
    return SCREE_OK;
}

static void end_painters(painter *painters, int count)
{
    for (int i = 0; i < count; i++) {
        record_moment_clear(&painters[i].moment);
        look_end(&painters[i].look);
        free(painters[i].pixel);
    }
    free(painters);
}

static scree_status encode(const scene *scene, painter *painters, int count, encoder *encoder,
                           scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int64_t k = scene->first; k <= scene->last && !status; k += count) {
        const int64_t left = scene->last + 1 - k;
        const int some = left < count ? (int)left : count;
        status = paint_some(scene, k, painters, some, encoder, error);
    }
    return status;
}

static scree_status make(const scene *scene, const char *path, int rate, int threads,
                         scree_error *error)
{
    const picture_options *options = &scene->look.options;
    const int64_t frames = scene->last - scene->first + 1;
    const film_form form = {options->width, options->height, (int)frames, rate};
    encoder encoder;
    painter *painters = calloc((size_t)threads, sizeof *painters);
    scree_status status =
        painters ? begin_painters(scene, painters, threads, error) : fail_memory(error, path);
    if (!status)
        status = encoder_open(&encoder, path, form, error);
    if (!status) {
        status = encode(scene, painters, threads, &encoder, error);
        const scree_status closed = encoder_close(&encoder, !status, status ? NULL : error);
        status = status ? status : closed;
    }
    if (painters)
        end_painters(painters, threads);
    return status;
}

static int threads_of(const film_wish *wish)
{
    return wish->machine.threads > 0 ? (int)wish->machine.threads : omp_get_max_threads();
}

scree_status film_make(const recorded *run, const film_wish *wish, const char *path,
                       int64_t *frames, scree_error *error)
{
    scene scene = {.run = run};
    scree_status status = look_begin(&scene.look, &wish->look, &run->session.model, error);
    if (!status)
        status = target_is_free(path, error);
    if (!status)
        status = find_frames(&scene, wish, error);
    if (!status)
        status = measure(&scene, error);
    if (!status)
        status = make(&scene, path, (int)wish->rate, threads_of(wish), error);
    *frames = scene.last - scene.first + 1;
    record_moment_clear(&scene.moment);
    look_end(&scene.look);
    return status;
}

static scree_status draw(const recorded *run, const film_wish *wish, const char *path,
                         scree_error *error)
{
    int64_t frames;
    const scree_status status = film_make(run, wish, path, &frames, error);
    if (status)
        return status;
    note_missing_letters();
    printf("%s: %lld frames, %.3g s\n", path, (long long)frames,
           (double)frames / (double)wish->rate);
    return SCREE_OK;
}

int film_main(int argc, char **argv)
{
    enum { RATE = 25, RATE_MOST = 1000 };
    film_wish wish = {.rate = RATE};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"fps", OPTION_INTEGER, &wish.rate, 1, "N", "frames a second of the film; default: 25"},
        {"from", OPTION_TEXT, &wish.from, 0, "TIME", "first time that is shown"},
        {"to", OPTION_TEXT, &wish.to, 0, "TIME", "last time that is shown"},
        {"out", OPTION_TEXT, &wish.out, 0, "FILE",
         "default: film.png in the folder of the run, an animated PNG, which browsers play; .mp4, "
         ".webm and .gif where ffmpeg is installed"},
        OPTION_THREADS(wish.machine),
        LOOK_OPTIONS(wish.look),
    };
    const syntax syntax = {"film",
                           "FOLDER",
                           "Draws the frames of a run (output: {every: ..., bodies: true}) one "
                           "after another, with one view and one range of colours.",
                           options,
                           sizeof options / sizeof *options,
                           1,
                           1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON && wish.rate > RATE_MOST)
        code = args_fail("film", "give 1 to 1000", "--fps %lld is too quick", (long long)wish.rate);
    if (code != ARGS_GO_ON)
        return code;
    const settings none = {0};
    recorded run;
    scree_error error;
    code = recorded_open(&run, operand[0], &none);
    if (code != ARGS_GO_ON)
        return code;
    char *path = wish.out ? text_copy(wish.out) : folder_path(operand[0], "film.png");
    scree_status status = path ? draw(&run, &wish, path, &error) : fail_memory(&error, operand[0]);
    free(path);
    recorded_close(&run);
    return status ? give_up(&error) : EXIT_DONE;
}

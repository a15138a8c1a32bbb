// film.c - scree film: the frames of a run as a film. The view and the colours are those of the whole: a first pass over the frames finds the
// box of what is seen and the ends of the colour bar, a second one draws.
#include "cli/commands.h"
#include "cli/encoder.h"
#include "cli/film.h"
#include "cli/made.h"
#include "cli/target.h"
#include "console/exit.h"
#include "console/letters.h"

#include "base/corners.h"
#include "base/text.h"
#include "run/folder.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene {
    const recorded *run;
    look look;
    record_moment moment;
    int64_t first, last; // frames
    int64_t *frame;      // those among them that are whole, owned
    int64_t frames;
    v3 low, high;       // of all that is seen
    double least, most; // ends of the colours
    double map_low, map_high;
    int64_t mapped;    // frames with the map of walls that is asked for
    int64_t otherwise; // a frame with other maps alone; -1: there is none
    double strongest;  // contact, N
} scene;

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

// Colours of walls begin and end where those of all frames do.
static void measure_map(scene *scene, const picture_map *map)
{
    double low = map->low;
    double high = map->high;
    if (!map->value || !scene->look.has_map)
        return;
    scene->mapped++;
    if (low == high)
        picture_map_range(map->value, scene->look.walls.shown.drawn.triangles, &low, &high);
    scene->map_low = fmin(scene->map_low, low);
    scene->map_high = fmax(scene->map_high, high);
}

static scree_status read_frame(const scene *scene, int64_t k, record_moment *moment,
                               scree_error *error)
{
    const record *record = &scene->run->record;
    const scree_status status = record_read(record, k, moment, error);
    return status ? status : record_check(record, k, moment, error);
}

static scree_status measure_one(scene *scene, int64_t k, scree_error *error)
{
    picture_options options;
    v3 low;
    v3 high;
    double least;
    double most;
    const frame *frame = &scene->moment.frame;
    scree_status status = look_at(&scene->look, &scene->moment, &options, error);
    if (status)
        return status;
    scene->frame[scene->frames++] = k;
    if (!scene->look.has_map && scene->moment.surface.drawn.values > 0)
        scene->otherwise = k;
    measure_map(scene, &options.map);
    if (frame->ball.count == 0)
        return SCREE_OK;
    look_box(&scene->moment, &low, &high);
    picture_range(frame, &options, &least, &most);
    scene->low = v3_min(scene->low, low);
    scene->high = v3_max(scene->high, high);
    scene->least = fmin(scene->least, least);
    scene->most = fmax(scene->most, most);
    for (int64_t i = 0; i < frame->contact.count; i++)
        scene->strongest = fmax(scene->strongest, fabs(frame->contact.normal_force[i]));
    return SCREE_OK;
}

// A frame that a crash or a copy has damaged is told by its name, and the film goes on with the others; `first` keeps the first of
// such faults.
static void leave_out(const scene *scene, int64_t k, const scree_error *fault, scree_error *first)
{
    const double time = record_time(&scene->run->record, k);
    fprintf(stderr, "note: the frame of t = %.6g s is left out: %s: %s\n", time, fault->where,
            fault->what);
    if (!first->status)
        *first = *fault;
}

// None of the frames has the map of walls: the fault is that of a picture of one of them.
static scree_status fail_without_map(scene *scene, scree_error *error)
{
    picture_options options;
    scene->look.may_lack_map = false;
    if (scene->otherwise >= 0 && read_frame(scene, scene->otherwise, &scene->moment, error))
        return error->status;
    return look_at(&scene->look, &scene->moment, &options, error);
}

// What all pictures have in common.
static scree_status measure(scene *scene, scree_error *error)
{
    scree_status status = SCREE_OK;
    *error = (scree_error){.status = SCREE_OK};
    scene->frame = malloc((size_t)(scene->last + 1 - scene->first) * sizeof *scene->frame);
    if (!scene->frame)
        return fail_memory(error, "film");
    scene->low = v3_make(INFINITY, INFINITY, INFINITY);
    scene->high = v3_scale(-1, scene->low);
    scene->least = INFINITY;
    scene->most = -INFINITY;
    scene->look.may_lack_map = true; // walls come and go
    scene->otherwise = -1;
    scene->map_low = INFINITY;
    scene->map_high = -INFINITY;
    for (int64_t k = scene->first; k <= scene->last && !status; k++) {
        scree_error fault;
        const scree_status read = read_frame(scene, k, &scene->moment, &fault);
        if (!read)
            status = measure_one(scene, k, error);
        else if (read == SCREE_NO_MEMORY)
            status = fail_memory(error, "film");
        else
            leave_out(scene, k, &fault, error);
    }
    if (!status && scene->frames == 0)
        status = error->status;
    if (!status && scene->look.map && scene->mapped == 0)
        status = fail_without_map(scene, error);
    picture_options *options = &scene->look.options;
    const bool seen = scene->low.x <= scene->high.x;
    if (!status && scene->map_low < scene->map_high) {
        options->map.low = scene->map_low;
        options->map.high = scene->map_high;
    }
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
    scree_status status = read_frame(scene, scene->frame[k], &painter->moment, error);
    if (!status)
        status = look_at(&painter->look, &painter->moment, &options, error);
    if (status)
        return status;
    const double pace = look_pace(&scene->run->record, scene->first, scene->last);
    picture_time(painter->moment.frame.time, pace, false, words, sizeof words);
    options.words = words;
    const wall_surface walls = look_walls(&painter->look, &painter->moment);
    return picture_draw("film", &painter->moment.frame, &walls, &options, painter->pixel, error);
}

// The pictures of whole frames from `first` on, which the encoder gets in their order.
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
                                  .cut_below = scene->look.cut_below,
                                  .map = scene->look.map,
                                  .may_lack_map = true};
        memcpy(painters[i].look.map_name, scene->look.map_name, sizeof scene->look.map_name);
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
    for (int64_t k = 0; k < scene->frames && !status; k += count) {
        const int64_t left = scene->frames - k;
        const int some = left < count ? (int)left : count;
        status = paint_some(scene, k, painters, some, encoder, error);
    }
    return status;
}

static scree_status make(const scene *scene, const char *path, int rate, int threads,
                         scree_error *error)
{
    const picture_options *options = &scene->look.options;
    const film_form form = {options->width, options->height, (int)scene->frames, rate};
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

static film_made made_of(const scene *scene)
{
    const record *record = &scene->run->record;
    film_made made = {.frames = scene->frames, .from = NAN, .to = NAN};
    made.left_out = scene->last + 1 - scene->first - scene->frames;
    if (scene->frames > 0) {
        made.from = record_time(record, scene->frame[0]);
        made.to = record_time(record, scene->frame[scene->frames - 1]);
    }
    return made;
}

scree_status film_make(const recorded *run, const film_wish *wish, const char *path,
                       film_made *made, scree_error *error)
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
    *made = made_of(&scene);
    free(scene.frame);
    record_moment_clear(&scene.moment);
    look_end(&scene.look);
    return status;
}

static void tell(const film_made *made, const char *path, double duration)
{
    json line;
    made_begin(&line, NULL);
    made_files(&line, &path, 1);
    json_integer(&line, "frames", made->frames);
    json_integer(&line, "left_out", made->left_out);
    json_number(&line, "from", made->from);
    json_number(&line, "to", made->to);
    json_number(&line, "duration", duration);
    made_end(&line);
}

static scree_status draw(const recorded *run, const film_wish *wish, const char *path,
                         scree_error *error)
{
    film_made made;
    const scree_status status = film_make(run, wish, path, &made, error);
    if (status)
        return status;
    note_missing_letters();
    const double duration = (double)made.frames / (double)wish->rate;
    if (wish->as_json)
        tell(&made, path, duration);
    else
        printf("%s: %lld frames, %.3g s\n", path, (long long)made.frames, duration);
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
        OPTION_JSON(wish.as_json),
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
    if (recorded_is_file(operand[0])) {
        fail(&error, SCREE_BAD_INPUT, operand[0],
             "give the folder of a run with output: {every: ...}, or draw it with scree picture",
             "a film needs frames, and this is a single file");
        return give_up(&error);
    }
    code = recorded_open(&run, operand[0], &none);
    if (code != ARGS_GO_ON)
        return code;
    char *path = wish.out ? text_copy(wish.out) : folder_path(operand[0], "film.png");
    scree_status status = path ? draw(&run, &wish, path, &error) : fail_memory(&error, operand[0]);
    free(path);
    recorded_close(&run);
    return status ? give_up(&error) : EXIT_DONE;
}

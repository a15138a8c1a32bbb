// shape_case.c - see shape_case.h.
#include "cli/shape_case.h"

#include "base/spread.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/shapes.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/words.h"
#include "console/letters.h"
#include "draw/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 100 };

// The number of the shape, -1 with words on what there is.
static int find(const session *session, const char *name, scree_error *error)
{
    const model *model = &session->model;
    text_buffer names = {0};
    const char **list = calloc((size_t)model->shapes + 1, sizeof *list);
    for (int i = 0; i < model->shapes; i++) {
        if (!strcmp(model->shape[i].name, name)) {
            free(list);
            text_buffer_clear(&names);
            return i;
        }
        if (list)
            list[i] = model->shape[i].name;
        text_append_format(&names, "%s%s", i ? ", " : "", model->shape[i].name);
    }
    const char *near = list ? text_closest(name, list, model->shapes, 3) : NULL;
    char hint[200];
    snprintf(hint, sizeof hint, near ? "did you mean '%.60s'?" : "there are: %.160s",
             near ? near : names.data);
    fail(error, SCREE_BAD_INPUT, session->path, model->shapes ? hint : "give it `shapes`",
         "there is no shape '%.60s'", name);
    free(list);
    text_buffer_clear(&names);
    return -1;
}

// A frame of this one grain as the case gives it.
static bool one_grain(const model *model, int shape, frame *frame)
{
    const model_shape *form = &model->shape[shape];
    const bool balls = form->clump.balls && !form->core.vertices;
    const int count = balls ? form->clump.balls : 1;
    const int made_of = shape_material(model, shape);
    const q4 axes = form->clump.balls ? form->clump.axes : q4_identity();
    frame->model = model;
    if (!frame_balls_reserve(&frame->ball, count, true))
        return false;
    frame->ball.count = count;
    for (int i = 0; i < count; i++) {
        frame->ball.id[i] = i;
        frame->ball.body[i] = 0;
        frame->ball.position[i] = balls ? q4_rotate(axes, form->clump.at[i]) : v3_make(0, 0, 0);
        frame->ball.radius[i] = balls ? form->clump.radius[i] : spread_mean(&form->radius);
        frame->ball.mass[i] = 1;
        frame->ball.velocity[i] = frame->ball.spin[i] = frame->ball.force[i] =
            frame->ball.torque[i] = v3_make(0, 0, 0);
        frame->ball.orientation[i] = axes;
        frame->ball.material[i] = made_of > 0 ? made_of : 0;
        frame->ball.set[i] = frame->ball.contacts[i] = 0;
        frame->ball.shape[i] = shape;
    }
    return true;
}

static scree_status draw(const model *model, int shape, const char *path, scree_error *error)
{
    frame frame = {0};
    char words[SHAPE_WORDS];
    picture_options options = {
        .title = model->shape[shape].name, .colour = PICTURE_MATERIAL, .kinds = model->materials};
    const char **names = calloc((size_t)model->materials + 1, sizeof *names);
    if (!names)
        return fail_memory(error, path);
    for (int i = 0; i < model->materials; i++)
        names[i] = model->material[i].name;
    options.kind = names;
    if (model->dimensions == 2) {
        options.view = v3_make(0, 0, -1);
        options.up = v3_make(0, 1, 0);
    }
    shape_summary(model, shape, words);
    options.words = words;
    scree_status status = one_grain(model, shape, &frame) ? SCREE_OK : fail_memory(error, path);
    if (!status)
        status = picture_write_png(path, &frame, NULL, &options, error);
    if (!status)
        note_missing_letters();
    frame_clear(&frame);
    free(names);
    return status;
}

// Nothing but rounding is 0.
static double rounded(double x, double size)
{
    return fabs(x) > 1e-12 * size ? x : 0;
}

static void print_text(const session *session, int shape, const char *picture)
{
    char text[SHAPE_WORDS];
    const model_shape *of = &session->model.shape[shape];
    shape_words(&session->model, shape, text);
    print_wrapped(stdout, text, 2, LINE_WIDTH);
    v3 c = of->clump.centre;
    double r = spread_mean(&of->radius);
    printf("  %-20s(%.9g, %.9g, %.9g) m\n", "centre of mass", rounded(c.x, r), rounded(c.y, r),
           rounded(c.z, r));
    if (of->clump.balls) {
        q4 turn = of->clump.axes;
        printf("  %-20s(%.9g, %.9g, %.9g, %.9g) as quaternion (w, x, y, z)\n", "principal axes",
               turn.w, turn.x, turn.y, turn.z);
    }
    if (of->core.vertices)
        printf("  %-20s%.9g m\n", "contact radius", of->core.contact_radius);
    if (picture)
        printf("  %-20s%s\n", "picture", picture);
}

static void print_json(const session *session, int shape)
{
    json json = {0};
    json_begin(&json);
    json_text(&json, "case", session->path);
    shape_json(&json, "shape", &session->model, shape);
    json_close(&json);
    printf("%s\n", json.failed ? "{}" : json.text);
    json_clear(&json);
}

int shape_of_case(const char *path, const char *name, const settings *set, bool as_json,
                  const char *picture)
{
    session session;
    scree_error error;
    int code = session_open(&session, path, set, as_json);
    if (code != ARGS_GO_ON)
        return code;
    int shape = find(&session, name, &error);
    code = EXIT_DONE;
    if (shape < 0)
        code = give_up(&error);
    else if (picture && draw(&session.model, shape, picture, &error))
        code = give_up(&error);
    else if (as_json)
        print_json(&session, shape);
    else
        print_text(&session, shape, picture);
    session_close(&session);
    return code;
}

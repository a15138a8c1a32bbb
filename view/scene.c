// scene.c - see scene.h.
#include "view/scene.h"

#include "scene/stream.h"
#include "view/colour.h"

#include <math.h>
#include <string.h>

static void put_v3(json *out, const char *name, v3 v)
{
    json_list(out, name);
    json_number(out, NULL, v.x);
    json_number(out, NULL, v.y);
    json_number(out, NULL, v.z);
    json_close(out);
}

static void put_turn(json *out, const char *name, q4 q)
{
    json_list(out, name);
    json_number(out, NULL, q.x);
    json_number(out, NULL, q.y);
    json_number(out, NULL, q.z);
    json_number(out, NULL, q.w);
    json_close(out);
}

// ---- the case

static void put_domain(json *out, const model *model)
{
    static const char *const words[] = {
        [BOUNDARY_OPEN] = "open", [BOUNDARY_PERIODIC] = "periodic", [BOUNDARY_WALL] = "wall"};
    json_object(out, "domain");
    put_v3(out, "low", model->low);
    put_v3(out, "high", model->high);
    json_list(out, "boundary");
    for (int axis = 0; axis < 3; axis++)
        json_text(out, NULL, words[model->boundary[axis]]);
    json_close(out);
    json_close(out);
}

static void put_names(json *out, const model *model)
{
    const int sets = model->grain_sets + model->streams;
    json_list(out, "set_names");
    for (int i = 0; i < sets; i++)
        json_text(out, NULL, model_set_name(model, i));
    json_close(out);
    json_list(out, "shape_names");
    for (int i = 0; i < model->shapes; i++)
        json_text(out, NULL, model->shape[i].name);
    json_close(out);
    json_list(out, "material_names");
    for (int i = 0; i < model->materials; i++)
        json_text(out, NULL, model->material[i].name);
    json_close(out);
}

static void put_colours(json *out, const model *model)
{
    view_colour colour;
    json_list(out, "colours");
    for (int i = 0; view_colour_at(&colour, i, model); i++) {
        json_object(out, NULL);
        json_text(out, "name", colour.name);
        json_text(out, "unit", strcmp(colour.unit, "1") ? colour.unit : "");
        json_flag(out, "kinds", colour.kinds);
        json_flag(out, "whole", colour.whole);
        json_close(out);
    }
    json_close(out);
}

// ---- shapes

static void put_core(json *out, const model_core *core)
{
    json_number(out, "radius", core->radius);
    json_list(out, "vertices");
    for (int32_t i = 0; i < core->vertices; i++)
        put_v3(out, NULL, core->vertex[i]);
    json_close(out);
    json_list(out, "edges");
    for (int32_t i = 0; i < core->edges; i++) {
        json_integer(out, NULL, core->edge[i][0]);
        json_integer(out, NULL, core->edge[i][1]);
    }
    json_close(out);
    json_list(out, "triangles");
    for (int32_t i = 0; i < core->triangles; i++)
        for (int k = 0; k < 3; k++)
            json_integer(out, NULL, core->triangle[i][k]);
    json_close(out);
}

// Of grains with corners their surface in their own axes; balls have none, those of clumps are seen ball by ball.
static void put_shapes(json *out, const model *model)
{
    json_list(out, "shapes");
    for (int i = 0; i < model->shapes; i++) {
        const model_core *core = &model->shape[i].core;
        json_object(out, NULL);
        json_flag(out, "core", core->vertices > 0);
        if (core->vertices > 0)
            put_core(out, core);
        json_close(out);
    }
    json_close(out);
}

// ---- walls

static void put_points(json *out, const wall_surface *walls)
{
    json_list(out, "wall_points");
    for (int64_t i = 0; i < walls->points; i++) {
        json_number(out, NULL, walls->point[i].x);
        json_number(out, NULL, walls->point[i].y);
        json_number(out, NULL, walls->point[i].z);
    }
    json_close(out);
    json_list(out, "wall_triangles");
    for (int64_t i = 0; i < walls->triangles; i++)
        for (int k = 0; k < 3; k++)
            json_integer(out, NULL, walls->corner[i][k]);
    json_close(out);
    json_list(out, "wall_of");
    for (int64_t i = 0; i < walls->triangles; i++)
        json_integer(out, NULL, walls->wall[i]);
    json_close(out);
}

// How they stood where the surface was made: a page moves it by the difference.
static void put_walls(json *out, const view_moment *moment)
{
    const frame *stood = moment->stood;
    const int borders = stood->walls - moment->frame->model->walls;
    put_points(out, &moment->walls);
    json_list(out, "walls");
    for (int i = 0; i < stood->walls; i++) {
        json_object(out, NULL);
        json_text(out, "name", stood->wall[i].name);
        json_flag(out, "border", i < borders);
        put_v3(out, "position", stood->wall[i].position);
        put_turn(out, "turn", stood->wall[i].orientation);
        json_close(out);
    }
    json_close(out);
}

// Where grains will come, and which way they go.
static void put_streams(json *out, const model *model)
{
    json_list(out, "streams");
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        if (!stream_is_entry(model, i))
            continue;
        json_object(out, NULL);
        json_text(out, "name", stream->name);
        put_v3(out, "low", stream->low);
        put_v3(out, "high", stream->high);
        put_v3(out, "velocity", stream->velocity);
        json_close(out);
    }
    json_close(out);
}

void scene_write(json *out, const view_source *source, const view_moment *moment)
{
    const model *model = moment->frame->model;
    json_text(out, "kind", "scene");
    json_integer(out, "scene", (int64_t)(moment->scene & 0xffffffff));
    json_text(out, "mode", source->mode);
    json_text(out, "what", source->what);
    json_text(out, "title", model->title);
    json_integer(out, "dimensions", model->dimensions);
    json_flag(out, "can_act", source->act != NULL);
    json_flag(out, "can_branch", source->parameters != NULL);
    json_flag(out, "has_tables", source->tables != NULL);
    put_v3(out, "up", view_upwards(model));
    put_v3(out, "gravity", model->gravity);
    put_domain(out, model);
    put_names(out, model);
    put_colours(out, model);
    put_shapes(out, model);
    put_walls(out, moment);
    put_streams(out, model);
    json_list(out, "times");
    for (int64_t k = 0; k < source->count(source->self); k++)
        json_number(out, NULL, source->time(source->self, k));
    json_close(out);
}

// ---- a grain

static int64_t find(const frame_balls *balls, int64_t id)
{
    for (int64_t i = 0; i < balls->count; i++)
        if (balls->id[i] == id)
            return i;
    return -1;
}

static void put_partner(json *out, const frame *seen, int64_t id)
{
    const int wall = frame_wall_of(seen, id);
    if (wall >= 0)
        json_text(out, "wall", seen->wall[wall].name);
    else
        json_integer(out, "with", id);
}

// Of a body of several balls those of all its balls; the force is that on this body.
static void put_contacts(json *out, const frame *seen, int64_t first, int64_t last)
{
    const frame_contacts *contacts = &seen->contact;
    json_list(out, "touches");
    for (int64_t i = 0; i < contacts->count; i++) {
        const bool is_a = contacts->a[i] >= first && contacts->a[i] <= last;
        const bool is_b = contacts->b[i] >= first && contacts->b[i] <= last;
        if (!is_a && !is_b)
            continue;
        json_object(out, NULL);
        put_partner(out, seen, is_b ? contacts->a[i] : contacts->b[i]);
        put_v3(out, "force", is_b ? contacts->force[i] : v3_scale(-1, contacts->force[i]));
        json_number(out, "normal_force", contacts->normal_force[i]);
        json_number(out, "overlap", contacts->overlap[i]);
        put_v3(out, "point", contacts->point[i]);
        json_close(out);
    }
    json_close(out);
}

static void put_motion(json *out, const view_moment *moment, int64_t i)
{
    const frame_balls *balls = &moment->frame->ball;
    json_number(out, "radius", balls->radius[i]);
    put_v3(out, "position", balls->position[i]);
    put_v3(out, "velocity", balls->velocity[i]);
    json_number(out, "speed", v3_norm(balls->velocity[i]));
    if (!moment->whole)
        return;
    json_number(out, "mass", balls->mass[i]);
    put_v3(out, "spin", balls->spin[i]);
    put_v3(out, "force", balls->force[i]);
    put_v3(out, "torque", balls->torque[i]);
    json_integer(out, "contacts", balls->contacts[i]);
}

void scene_write_grain(json *out, const view_moment *moment, int64_t id)
{
    const frame *seen = moment->frame;
    const frame_balls *balls = &seen->ball;
    const int64_t i = find(balls, id);
    json_text(out, "kind", "grain");
    json_integer(out, "id", id);
    json_integer(out, "number", moment->number);
    json_number(out, "time", seen->time);
    json_flag(out, "there", i >= 0);
    if (i < 0)
        return;
    const int64_t body = balls->body[i];
    int64_t last = body;
    for (int64_t k = 0; k < balls->count; k++)
        if (balls->body[k] == body && balls->id[k] > last)
            last = balls->id[k];
    json_integer(out, "body", body);
    json_integer(out, "balls", last - body + 1);
    json_text(out, "set", model_set_name(seen->model, balls->set[i]));
    json_text(out, "shape", seen->model->shape[balls->shape[i]].name);
    json_text(out, "material", seen->model->material[balls->material[i]].name);
    put_motion(out, moment, i);
    json_flag(out, "has_contacts", moment->has_contacts);
    if (moment->has_contacts)
        put_contacts(out, seen, body, last);
}

// query.c - questions of scree/query.h: thin words for those of world/seek.h.
#include "scree/query.h"

#include "api/objects.h"
#include "base/memory.h"
#include "world/seek.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct scree_query {
    scree_world *of;
    seek *seek;
};

scree_status scree_query_create(scree_world *handle, scree_query **out, scree_error *error)
{
    scree_query *query = calloc(1, sizeof *query);
    *out = NULL;
    if (!query)
        return fail_memory(error, "query");
    query->of = handle;
    const scree_status status = scree_query_renew(query, error);
    if (status) {
        free(query);
        return status;
    }
    *out = query;
    return SCREE_OK;
}

scree_status scree_query_renew(scree_query *query, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    seek *now;
    const scree_status status = seek_make(query->of->world, &now, error);
    if (!status) {
        seek_free(query->seek);
        query->seek = now;
    }
    plain_locale_end(locale);
    return status;
}

void scree_query_destroy(scree_query *query)
{
    if (!query)
        return;
    seek_free(query->seek);
    free(query);
}

// ---- what is given

static scree_status check_now(const scree_query *query, scree_error *error)
{
    if (!seek_is_of_now(query->seek))
        return fail(error, SCREE_BAD_INPUT, "query", "call scree_query_renew",
                    "the world has gone on since it was looked at");
    if (!seek_knows_grains(query->seek))
        return fail(error, SCREE_BAD_INPUT, "query", "call scree_query_renew",
                    "grains were added, removed or changed since the world was looked at");
    return SCREE_OK;
}

static scree_status check_room(int64_t room, scree_error *error)
{
    if (room >= 0)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "room", "give 0 or more", "room for %lld is none",
                (long long)room);
}

// A place that the world has: in the plane its third number does not count.
static v3 place_of(const scree_query *query, const double at[3])
{
    return v3_make(at[0], at[1], seek_is_flat(query->seek) ? 0 : at[2]);
}

static scree_status check_place(v3 at, const char *name, scree_error *error)
{
    if (isfinite(at.x) && isfinite(at.y) && isfinite(at.z))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, name, "give three finite numbers", "it is no place");
}

static scree_status check_length(double length, bool endless, const char *name, scree_error *error)
{
    if (length >= 0 && (endless || isfinite(length)))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, name, "give 0 or more metres", "%g m is no length", length);
}

static scree_status check_corners(v3 low, v3 high, scree_error *error)
{
    if (low.x <= high.x && low.y <= high.y && low.z <= high.z)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "high", "give the lower corner first",
                "the box (%g, %g, %g) to (%g, %g, %g) m has no inside", low.x, low.y, low.z, high.x,
                high.y, high.z);
}

// ---- grains in a room

static void put_ids(const seek_ids *found, scree_ids *ids)
{
    const int64_t copied = found->count < ids->room ? found->count : ids->room;
    if (copied > 0)
        memcpy(ids->id, found->id, (size_t)copied * sizeof *ids->id);
    ids->count = found->count;
}

scree_status scree_query_box(const scree_query *query, const double low[3], const double high[3],
                             scree_ids *ids, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const v3 from = place_of(query, low);
    const v3 to = place_of(query, high);
    seek_ids found = {0};
    scree_status status = check_now(query, error);
    if (!status)
        status = check_room(ids->room, error);
    if (!status)
        status = check_corners(from, to, error);
    if (!status)
        status = seek_box(query->seek, from, to, &found, error);
    if (!status)
        put_ids(&found, ids);
    free(found.id);
    plain_locale_end(locale);
    return status;
}

scree_status scree_query_ball(const scree_query *query, const double centre[3], double radius,
                              scree_ids *ids, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const v3 at = place_of(query, centre);
    seek_ids found = {0};
    scree_status status = check_now(query, error);
    if (!status)
        status = check_room(ids->room, error);
    if (!status)
        status = check_place(at, "centre", error);
    if (!status)
        status = check_length(radius, false, "radius", error);
    if (!status)
        status = seek_ball(query->seek, at, radius, &found, error);
    if (!status)
        put_ids(&found, ids);
    free(found.id);
    plain_locale_end(locale);
    return status;
}

// ---- what is first

static void put_vector(double out[3], v3 vector)
{
    out[0] = vector.x;
    out[1] = vector.y;
    out[2] = vector.z;
}

static void put_hit(const seek_hit *hit, scree_hit *out)
{
    *out = (scree_hit){
        .kind = hit->wall >= 0 ? SCREE_HIT_WALL : SCREE_HIT_GRAIN,
        .wall = hit->wall,
        .id = hit->id,
        .distance = hit->way,
    };
    if (hit->way == INFINITY)
        out->kind = SCREE_HIT_NOTHING;
    put_vector(out->place, hit->place);
    put_vector(out->normal, hit->normal);
}

static scree_status direction_of(const scree_query *query, const double direction[3], v3 *along,
                                 scree_error *error)
{
    *along = v3_unit(place_of(query, direction));
    const double length = v3_norm(*along);
    if (isfinite(length) && length > 0.5)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "direction",
                "give three numbers, not all 0, in the plane of a 2D world", "it is no direction");
}

scree_status scree_query_ray(const scree_query *query, const double from[3],
                             const double direction[3], double length, scree_hit *out,
                             scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    ray ray = {.from = place_of(query, from)};
    seek_hit hit;
    scree_status status = check_now(query, error);
    if (!status)
        status = check_place(ray.from, "from", error);
    if (!status)
        status = direction_of(query, direction, &ray.along, error);
    if (!status)
        status = check_length(length, true, "length", error);
    if (!status)
        status = seek_ray(query->seek, &ray, length, &hit, error);
    if (!status)
        put_hit(&hit, out);
    plain_locale_end(locale);
    return status;
}

scree_status scree_query_nearest(const scree_query *query, const double point[3], double most,
                                 scree_hit *out, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const v3 at = place_of(query, point);
    scree_status status = check_now(query, error);
    if (!status)
        status = check_place(at, "point", error);
    if (!status)
        status = check_length(most, true, "most", error);
    if (!status) {
        const seek_hit hit = seek_nearest(query->seek, at, most);
        put_hit(&hit, out);
    }
    plain_locale_end(locale);
    return status;
}

// ---- contacts

static scree_touch touch_of(const seek_touch *touch)
{
    scree_touch out = {
        .partner = touch->partner,
        .wall = touch->wall,
        .overlap = touch->overlap,
    };
    put_vector(out.place, touch->place);
    put_vector(out.normal, touch->normal);
    put_vector(out.force, touch->force);
    return out;
}

static scree_status find_touches(const scree_query *query, int64_t id, scree_touches *touches,
                                 scree_error *error)
{
    int64_t count;
    if (!seek_touches(query->seek, id, NULL, 0, &count))
        return fail(error, SCREE_BAD_INPUT, "id",
                    "ask for a grain or a wall; of several balls the first has the id of the grain",
                    "there was none of the id %lld", (long long)id);
    const int64_t wanted = count < touches->room ? count : touches->room;
    seek_touch *found = mem_array(wanted + 1, sizeof *found);
    if (!found)
        return fail_memory(error, "contacts");
    seek_touches(query->seek, id, found, wanted, &count);
    for (int64_t i = 0; i < wanted; i++)
        touches->touch[i] = touch_of(&found[i]);
    touches->count = count;
    mem_free(found);
    return SCREE_OK;
}

scree_status scree_query_contacts(const scree_query *query, int64_t id, scree_touches *touches,
                                  scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = check_now(query, error);
    if (!status)
        status = check_room(touches->room, error);
    if (!status)
        status = find_touches(query, id, touches, error);
    plain_locale_end(locale);
    return status;
}

// strokes.c - see strokes.h.
#include "smooth/strokes.h"

#include "base/memory.h"
#include "smooth/at_wall.h"

static void note_contact(const stepping *stepping, const bucket *bucket, int32_t contact, v3 force,
                         stroke_note *out)
{
    const int32_t slot = bucket->b[contact];
    *out = (stroke_note){
        .stroke =
            {
                .ball = stepping->context.body->id[slot],
                .feature = bucket->feature[contact],
                .normal = normal_at_wall(bucket, contact),
                .force = force,
            },
        .point = place_at_wall(stepping->context.body, bucket, contact),
        .wall = bucket->a[contact],
        .slot = slot,
    };
}

static bool note_bucket(const stepping *stepping, const bucket *bucket, scratch *scratch)
{
    stroke_notes *notes = &scratch->strokes;
    for (int32_t contact = 0; contact < bucket->count; contact++) {
        if (!stepping->wall[bucket->a[contact]].heard)
            continue;
        const size_t line = (size_t)(1 + bucket->first + contact);
        const v3 on_wall = v3_at(scratch->lines + 8 * line);
        if (v3_dot(on_wall, on_wall) == 0)
            continue;
        if (!MEM_GROW(notes->note, notes->room, notes->count + 1))
            return false;
        const v3 on_ball = v3_scale(-1, on_wall);
        note_contact(stepping, bucket, contact, on_ball, &notes->note[notes->count++]);
    }
    return true;
}

void block_note_strokes(const stepping *stepping, const block *block, scratch *scratch,
                        report *report)
{
    for (int index = 0; index < block->buckets; index++) {
        const bucket *bucket = &block->bucket[index];
        if (bucket_walls(bucket->kind) && !note_bucket(stepping, bucket, scratch)) {
            report_trouble(stepping, report, TROUBLE_MEMORY, block->low, -1, false);
            return;
        }
    }
}

static v3 velocity_of(const bodies *bodies, int buffer, const stroke_note *note)
{
    const rec4 *rim = &bodies->spin[buffer][note->slot];
    const v3 spin = v3_scale(rim->v[3], v3_of(rim));
    const v3 centre = v3_of(&bodies->position[bodies->now][note->slot]);
    const v3 turning = v3_cross(spin, v3_sub(note->point, centre));
    return v3_add(v3_of(&bodies->velocity[buffer][note->slot]), turning);
}

void strokes_complete(const stepping *stepping, stroke_notes *notes)
{
    const bodies *bodies = stepping->context.body;
    for (int64_t i = 0; i < notes->count; i++) {
        stroke_note *note = &notes->note[i];
        if (note->slot < 0)
            continue;
        note->stroke.before = velocity_of(bodies, bodies->now, note);
        note->stroke.after = velocity_of(bodies, 1 - bodies->now, note);
    }
}

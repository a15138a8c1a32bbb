// books.c - the energy ledger is opened: at the start of a case, or of a branch that asks for one.
//
// What there is then is the start. Contacts that there are have been loaded before: what they hold is no work that
// anybody did since, and what they lost on the way there is nobody's loss. The first look, as the first step, makes an
// elasto-plastic contact flow from touch to where it is, and counts half a step of dashpots and of walls where a branch
// opens in the middle of a motion. So each contact begins with the opposite of all that: at the opening its books say
// that nothing was lost, and close.
#include "world/internal.h"

static void open_contacts(void *context, const world *w, const part *p, const block *b,
                          const contact_seen *seen, const scratch *t)
{
    const part *of = &((world *)context)->part[p - w->part];
    block *mine = &of->list.block[b - p->list.block];
    (void)t;
    for (int n = 0; n < mine->buckets; n++) {
        bucket *k = &mine->bucket[n];
        const history_layout *l = &w->shared->layout[k->set];
        for (int32_t c = 0; l->books >= 0 && c < k->count; c++) {
            const contact_seen *s = &seen[1 + k->first + c];
            for (int j = 0; j < BOOKS; j++)
                k->history[l->books + j][c] -= s->book[j];
            if (s->live)
                k->history[l->books + BOOK_WORK][c] -= s->energy;
        }
    }
}

scree_status world_open_books(world *w, scree_error *error)
{
    frame f = {0};
    for (part *p = w->part; p < w->part + w->parts; p++)
        for (int i = 0; i < p->list.blocks; i++)
            block_open_books(&p->s, &p->list.block[i]);
    scree_status status = world_frame(w, &f, error);
    const frame_ledger *l = &f.ledger;
    w->shared->books.start = l->kinetic + l->gravitational + l->elastic;
    w->shared->books.held = l->elastic;
    w->shared->books.walls -= l->walls;
    frame_clear(&f);
    return status == SCREE_OK ? world_look(w, open_contacts, w, error) : status;
}

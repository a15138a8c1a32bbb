// fault_book.c - the faults of a text with their places, in the order of the text; see tree.h.
#include "case/tree.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FAULTS = 100 };

bool book_is_full(const fault_book *book)
{
    return book->count == MAX_FAULTS;
}

static bool make_room(fault_book *book)
{
    if (book->count < book->room)
        return true;
    const int room = book->room ? 2 * book->room : 8;
    fault_place *grown = realloc(book->item, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    book->item = grown;
    book->room = room;
    return true;
}

void book_add(fault_book *book, text_place at, const char *hint, const char *what, ...)
{
    if (book_is_full(book)) {
        book->left_out++;
        return;
    }
    if (!make_room(book)) {
        book->no_memory = true;
        return;
    }
    fault_place *place = &book->item[book->count];
    scree_error *error = &place->error;
    *place = (fault_place){
        .line = at.line > 0 ? at.line : INT_MAX,
        .column = at.column,
        .order = book->count,
        .error = {.status = SCREE_BAD_INPUT},
    };
    if (at.line > 0)
        snprintf(error->where, sizeof error->where, "%s:%d:%d", at.source, at.line, at.column);
    else
        snprintf(error->where, sizeof error->where, "%s", at.source);
    va_list args;
    va_start(args, what);
    vsnprintf(error->what, sizeof error->what, what, args);
    va_end(args);
    snprintf(error->hint, sizeof error->hint, "%s", hint ? hint : "");
    book->count++;
}

static int by_place(const void *left, const void *right)
{
    const fault_place *first = left;
    const fault_place *second = right;
    if (first->line != second->line)
        return first->line < second->line ? -1 : 1;
    if (first->column != second->column)
        return first->column < second->column ? -1 : 1;
    return first->order < second->order ? -1 : 1;
}

// What an alias names is read as often as it is named; its faults are told once.
static bool told(const fault_book *book, int at)
{
    const scree_error *error = &book->item[at].error;
    for (int i = at - 1; i >= 0 && !strcmp(error->where, book->item[i].error.where); i--) {
        if (!strcmp(error->what, book->item[i].error.what))
            return true;
    }
    return false;
}

void book_close(fault_book *book, fault_list *faults)
{
    if (book->count)
        qsort(book->item, (size_t)book->count, sizeof *book->item, by_place);
    for (int i = 0; i < book->count; i++) {
        const scree_error *error = &book->item[i].error;
        if (!told(book, i))
            fault_add(faults, error->status, error->where, error->hint, "%s", error->what);
    }
    faults->left_out += book->left_out;
    faults->out_of_memory = faults->out_of_memory || book->no_memory;
    free(book->item);
    memset(book, 0, sizeof *book);
}

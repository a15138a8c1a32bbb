// pair_books.c - see pair_books.h. Books are added in the order of features, so that no bit depends on where contacts stand
// in memory.
#include "smooth/pair_books.h"

static bool are_of_pair(const bucket *bucket, int32_t contact, int32_t other)
{
    return bucket->a[contact] == bucket->a[other] && bucket->b[contact] == bucket->b[other];
}

// The contact of the pair that has the lowest feature of those which stay, or -1.
static int32_t staying(const bucket *bucket, const int32_t *gone, int32_t of)
{
    int32_t lowest = -1;
    int32_t passed = 0; // of those that end
    for (int32_t i = 0; i < bucket->count; i++) {
        if (passed < bucket->ended && gone[passed] == i) {
            passed++;
            continue;
        }
        const bool lower = lowest < 0 || bucket->feature[i] < bucket->feature[lowest];
        if (are_of_pair(bucket, of, i) && lower)
            lowest = i;
    }
    return lowest;
}

// The contact of the pair that ends and has the lowest feature above that of `after`, of all at -1; or -1.
static int32_t next_to_end(const bucket *bucket, const int32_t *gone, int32_t of, int32_t after)
{
    int32_t lowest = -1;
    for (int32_t k = 0; k < bucket->ended; k++) {
        const int32_t i = gone[k];
        const bool above = after < 0 || bucket->feature[i] > bucket->feature[after];
        const bool lower = lowest < 0 || bucket->feature[i] < bucket->feature[lowest];
        if (are_of_pair(bucket, of, i) && above && lower)
            lowest = i;
    }
    return lowest;
}

static void add_books(double *const *book, int32_t from, int32_t to)
{
    for (int j = 0; j < BOOKS; j++) {
        book[j][to] += book[j][from];
        book[j][from] = 0;
    }
    book[BOOK_FRICTION][to] += book[BOOK_LET_GO][from];
    book[BOOK_LET_GO][from] = 0;
}

void pair_books_hand_on(const stepping *stepping, bucket *bucket, const int32_t *gone)
{
    const int first = stepping->context.layout[bucket->set].books;
    if (first < 0 || !bucket_cores(bucket->kind))
        return;
    for (int32_t k = 0; k < bucket->ended; k++) {
        int32_t ending = next_to_end(bucket, gone, gone[k], -1);
        if (ending != gone[k])
            continue; // the pair has had its turn, or will have
        int32_t to = staying(bucket, gone, ending);
        for (; ending >= 0; ending = next_to_end(bucket, gone, gone[k], ending)) {
            if (to < 0)
                to = ending;
            else
                add_books(bucket->history + first, ending, to);
        }
    }
}

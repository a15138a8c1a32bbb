// film.c - see film.h.
#include "draw/film.h"

#include "draw/mark.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SIGNATURE = 8, CHUNK_HEAD = 8, CHUNK_CHECK = 4, WORD = 4 };

static void put_word(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < WORD; i++)
        to[i] = (uint8_t)(value >> (8 * (WORD - 1 - i)));
}

static uint32_t word_at(const uint8_t *from)
{
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

// A chunk of two parts, of which the first may be empty.
static void write_chunk(film *film, const char *type, const uint8_t *first, size_t first_size,
                        const uint8_t *second, size_t second_size)
{
    uint8_t head[CHUNK_HEAD];
    uint8_t check[CHUNK_CHECK];
    put_word(head, (uint32_t)(first_size + second_size));
    memcpy(head + WORD, type, WORD);
    uLong sum = crc32(0, head + WORD, WORD);
    if (first_size > 0)
        sum = crc32(sum, first, (uInt)first_size);
    if (second_size > 0)
        sum = crc32(sum, second, (uInt)second_size);
    put_word(check, (uint32_t)sum);
    file_out_write(&film->out, head, sizeof head);
    if (first_size > 0)
        file_out_write(&film->out, first, first_size);
    if (second_size > 0)
        file_out_write(&film->out, second, second_size);
    file_out_write(&film->out, check, sizeof check);
}

// How many pictures there are; they are shown again and again.
static void write_count(film *film)
{
    uint8_t data[2 * WORD] = {0};
    put_word(data, (uint32_t)film->form.pictures);
    write_chunk(film, "acTL", data, sizeof data, NULL, 0);
}

static void write_mark(film *film)
{
    static const uint8_t mark[] = "Software\0" DRAW_MARK;
    write_chunk(film, "tEXt", mark, sizeof mark - 1, NULL, 0);
}

// Size and time of the next picture, which replaces the one before.
static void write_control(film *film)
{
    enum { TIME = 5 * WORD, SIZE = 26 };
    uint8_t data[SIZE] = {0};
    put_word(data, film->next++);
    put_word(data + WORD, (uint32_t)film->form.width);
    put_word(data + 2 * WORD, (uint32_t)film->form.height);
    data[TIME + 1] = 1;
    data[TIME + 2] = (uint8_t)(film->form.rate >> 8);
    data[TIME + 3] = (uint8_t)film->form.rate;
    write_chunk(film, "fcTL", data, sizeof data, NULL, 0);
}

static void write_data(film *film, const uint8_t *data, uint32_t size)
{
    uint8_t number[WORD];
    if (film->added == 0) {
        write_chunk(film, "IDAT", data, size, NULL, 0);
        return;
    }
    put_word(number, film->next++);
    write_chunk(film, "fdAT", number, sizeof number, data, size);
}

scree_status film_open(film *film, const char *path, film_form form, scree_error *error)
{
    memset(film, 0, sizeof *film);
    film->form = form;
    return file_out_open(&film->out, path, error);
}

scree_status film_add(film *film, const uint32_t *pixel, scree_error *error)
{
    const film_form *form = &film->form;
    scree_status status =
        png_pack(film->out.path, form->width, form->height, pixel, &film->packed, error);
    if (status)
        return status;
    const uint8_t *at = film->packed.data + SIGNATURE;
    const uint8_t *end = film->packed.data + film->packed.size;
    bool controlled = false;
    if (film->added == 0)
        file_out_write(&film->out, film->packed.data, SIGNATURE);
    while (at < end) {
        const uint32_t size = word_at(at);
        const uint8_t *data = at + CHUNK_HEAD;
        const bool head = !memcmp(at + WORD, "IHDR", WORD);
        const bool picture = !memcmp(at + WORD, "IDAT", WORD);
        if (head && film->added == 0) {
            write_chunk(film, "IHDR", data, size, NULL, 0);
            write_count(film);
            write_mark(film);
        }
        if (picture && !controlled)
            write_control(film);
        controlled = controlled || picture;
        if (picture)
            write_data(film, data, size);
        at = data + size + CHUNK_CHECK;
    }
    film->added++;
    return SCREE_OK;
}

scree_status film_close(film *film, bool whole, scree_error *error)
{
    scree_status status = SCREE_OK;
    free(film->packed.data);
    if (whole) {
        write_chunk(film, "IEND", NULL, 0, NULL, 0);
        status = file_out_commit(&film->out, error);
    } else {
        file_out_abort(&film->out);
    }
    memset(film, 0, sizeof *film);
    return status;
}

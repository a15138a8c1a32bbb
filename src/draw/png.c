// png.c - see png.h.
//
// libpng reports a failure by jumping out of the function that called it, to the setjmp of `encode`. That function
// keeps nothing in variables of its own which it changes before the jump and reads after it, and owns nothing.
#include "draw/png.h"

#include "draw/mark.h"

#include "base/memory.h"
#include "store/file_out.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct png_fault {
    bool no_memory;
    char words[128]; // of libpng
} png_fault;

static void take_fault(png_structp png, png_const_charp words)
{
    png_fault *fault = png_get_error_ptr(png);
    snprintf(fault->words, sizeof fault->words, "%s", words);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp words)
{
    (void)png;
    (void)words;
}

static png_voidp take_memory(png_structp png, png_alloc_size_t size)
{
    void *block = malloc(size);
    png_fault *fault = png_get_mem_ptr(png);
    if (!block)
        fault->no_memory = true;
    return block;
}

static void give_memory(png_structp png, png_voidp block)
{
    (void)png;
    free(block);
}

// What cannot be written is remembered by the file and told when it is committed.
static void take_bytes(png_structp png, png_bytep data, size_t size)
{
    file_out_write(png_get_io_ptr(png), data, size);
}

static void keep_bytes(png_structp png, png_bytep data, size_t size)
{
    png_bytes *out = png_get_io_ptr(png);
    if (!MEM_GROW(out->data, out->room, out->size + (int64_t)size)) {
        png_fault *fault = png_get_mem_ptr(png);
        fault->no_memory = true;
        png_error(png, "out of memory");
    }
    memcpy(out->data + out->size, data, size);
    out->size += (int64_t)size;
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

// Tells libpng where the three colours of a number 0x00RRGGBB lie in memory.
static void set_order_of_bytes(png_structp png)
{
    const uint32_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    if (first == 1)
        png_set_bgr(png);
    png_set_filler(png, 0, first == 1 ? PNG_FILLER_AFTER : PNG_FILLER_BEFORE);
}

// Pictures of grains have smooth faces: differences from the left or the upper neighbour pack well, and quickly.
static bool encode(png_structp png, png_infop info, int width, int height, const uint32_t *pixel)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_compression_level(png, 2);
    png_set_compression_mem_level(png, 9);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB | PNG_FILTER_UP);
    png_set_compression_buffer_size(png, 1 << 16);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_text mark = {.compression = PNG_TEXT_COMPRESSION_NONE,
                     .key = (char[]){"Software"},
                     .text = (char[]){DRAW_MARK},
                     .text_length = sizeof DRAW_MARK - 1};
    png_set_text(png, info, &mark, 1);
    png_write_info(png, info);
    set_order_of_bytes(png);
    for (int y = 0; y < height; y++)
        png_write_row(png, (png_const_bytep)(pixel + (size_t)y * (size_t)width));
    png_write_end(png, info);
    return true;
}

typedef struct png_job {
    const char *name; // what a fault names
    int width, height;
    const uint32_t *pixel;
} png_job;

static scree_status write_to(const png_job *job, png_rw_ptr sink, void *to, scree_error *error)
{
    png_fault fault = {0};
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &fault, take_fault,
                                                ignore_warning, &fault, take_memory, give_memory);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (png)
        png_set_write_fn(png, to, sink, flush_nothing);
    const bool good = info && encode(png, info, job->width, job->height, job->pixel);
    png_destroy_write_struct(&png, &info);
    if (good)
        return SCREE_OK;
    if (fault.no_memory || !fault.words[0])
        return fail_memory(error, job->name);
    return fail(error, SCREE_BAD_INPUT, job->name, "choose another size of the picture",
                "libpng cannot write it: %s", fault.words);
}

scree_status png_write(const char *path, int width, int height, const uint32_t *pixel,
                       scree_error *error)
{
    const png_job job = {path, width, height, pixel};
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    status = write_to(&job, take_bytes, &out, error);
    if (!status)
        return file_out_commit(&out, error);
    file_out_abort(&out);
    return status;
}

scree_status png_pack(const char *name, int width, int height, const uint32_t *pixel,
                      png_bytes *out, scree_error *error)
{
    out->size = 0;
    return write_to(&(png_job){name, width, height, pixel}, keep_bytes, out, error);
}

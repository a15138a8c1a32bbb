// font.c - see font.h.
//
// The file is opened by FreeType and read as letters are drawn, without a search through all fonts of the machine (by
// fontconfig, which takes a tenth of a second when a machine draws its first picture, and writes into the home of the
// user). Cairo keeps letters that it has drawn for as long as the program runs, and with them their file. So the file
// is opened once, for all pictures; this is the only state that they share, and results do not depend on it.
#include "draw/font.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include <pthread.h>
#include <stdlib.h>
#include FT_FREETYPE_H

static const char *const place[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",   // Debian, Ubuntu
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", // Fedora
    "/usr/share/fonts/TTF/DejaVuSans.ttf",               // Arch
    "/usr/share/fonts/truetype/DejaVuSans.ttf",          // openSUSE
};

static const char strokes[] = "@cairo:"; // how Cairo calls its own

typedef struct font_file {
    FT_Library library;
    FT_Face face;
} font_file;

static void font_file_close(void *of)
{
    font_file *file = of;
    if (file->face)
        FT_Done_Face(file->face);
    if (file->library)
        FT_Done_FreeType(file->library);
    free(file);
}

cairo_font_face_t *font_open(const char *name)
{
    static const cairo_user_data_key_t key;
    font_file *file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    if (FT_Init_FreeType(&file->library) || FT_New_Face(file->library, name, 0, &file->face)) {
        font_file_close(file);
        return NULL;
    }
    cairo_font_face_t *letters = cairo_ft_font_face_create_for_ft_face(file->face, 0);
    if (!cairo_font_face_set_user_data(letters, &key, file, font_file_close))
        return letters;
    cairo_font_face_destroy(letters);
    font_file_close(file);
    return NULL;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cairo_font_face_t *shared; // NULL: not found yet

// Also asked again after a failure: the memory or the file may have come.
static cairo_font_face_t *find(void)
{
    const char *chosen = getenv("SCREE_FONT");
    if (chosen && *chosen)
        return font_open(chosen);
    cairo_font_face_t *found = NULL;
    for (size_t k = 0; !found && k < sizeof place / sizeof *place; k++)
        found = font_open(place[k]);
    return found;
}

cairo_font_face_t *font_take(void)
{
    pthread_mutex_lock(&lock);
    if (!shared)
        shared = find();
    cairo_font_face_t *letters = shared ? cairo_font_face_reference(shared) : NULL;
    pthread_mutex_unlock(&lock);
    if (letters)
        return letters;
    return cairo_toy_font_face_create(strokes, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

const char *font_missing(void)
{
    pthread_mutex_lock(&lock);
    const bool there = shared != NULL;
    pthread_mutex_unlock(&lock);
    if (there)
        return NULL;
    const char *chosen = getenv("SCREE_FONT");
    return chosen && *chosen ? chosen : place[0];
}

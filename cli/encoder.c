// encoder.c - see encoder.h. ffmpeg gets raw pictures and writes PATH.part, which takes its name when all is there.
#include "cli/encoder.h"

#include "base/text.h"
#include "cli/target.h"
#include "draw/mark.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const struct {
    const char *ending, *format; // of ffmpeg
    const char *pixels;          // that players know
} formats[] = {{".mp4", "mp4", "yuv420p"}, {".webm", "webm", "yuv420p"}, {".gif", "gif", "rgb24"}};
enum { FORMATS = sizeof formats / sizeof *formats };

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path);
    const size_t size = strlen(ending);
    return length > size && !strcmp(path + length - size, ending);
}

static int format_of(const char *path)
{
    for (int i = 0; i < FORMATS; i++) {
        if (ends_in(path, formats[i].ending))
            return i;
    }
    return -1;
}

// The mark behind the end of a film, as its format has what players skip: a box `free`, an element Void, bytes behind the trailer.
static bool add_mark(const char *path)
{
    static const char mark[] = DRAW_MARK;
    enum { MARK = sizeof mark - 1, BOX = 8 };
    static const char box[] = {0, 0, 0, BOX + MARK, 'f', 'r', 'e', 'e'};
    static const char element[] = {(char)0xec, (char)(0x80 | MARK)};
    const bool boxed = ends_in(path, ".mp4.part");
    const bool in_element = ends_in(path, ".webm.part");
    FILE *file = fopen(path, "ab");
    if (!file)
        return false;
    if (boxed)
        fwrite(box, 1, sizeof box, file);
    if (in_element)
        fwrite(element, 1, sizeof element, file);
    fwrite(mark, 1, MARK, file);
    const bool written = !ferror(file);
    return !fclose(file) && written;
}

// Starts ffmpeg with `from` as its standard input; 0 or an errno.
static int start(encoder *encoder, int from, int format)
{
    char size[40];
    char rate[20];
    char *target = text_format("file:%s", encoder->part);
    if (!target)
        return ENOMEM;
    snprintf(size, sizeof size, "%dx%d", encoder->form.width, encoder->form.height);
    snprintf(rate, sizeof rate, "%d", encoder->form.rate);
    const uint32_t one = 1;
    const bool little = *(const char *)&one == 1;
    const char *const words[] = {"ffmpeg",
                                 "-hide_banner",
                                 "-loglevel",
                                 "error",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 little ? "bgr0" : "0rgb",
                                 "-video_size",
                                 size,
                                 "-framerate",
                                 rate,
                                 "-i",
                                 "pipe:0",
                                 "-vf",
                                 "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                 "-pix_fmt",
                                 formats[format].pixels,
                                 "-f",
                                 formats[format].format,
                                 target,
                                 NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO);
    const int number =
        posix_spawnp(&encoder->child, words[0], &actions, NULL, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    free(target);
    return number;
}

static scree_status no_ffmpeg(const char *path, int number, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, path,
                "install ffmpeg (apt install ffmpeg), or give a name that ends in .png: browsers "
                "play that, too",
                "ffmpeg, which makes such films, cannot be started: %s", strerror(number));
}

static scree_status open_pipe(encoder *encoder, int format, scree_error *error)
{
    int ends[2];
    if (pipe(ends))
        return fail(error, SCREE_IO, encoder->path, "close other programs", "no pipe to ffmpeg: %s",
                    strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    const int number = start(encoder, ends[0], format);
    close(ends[0]);
    encoder->to = ends[1];
    encoder->piped = number == 0;
    if (number == 0)
        return SCREE_OK;
    close(ends[1]);
    unlink(encoder->part);
    return no_ffmpeg(encoder->path, number, error);
}

static void forget(encoder *encoder)
{
    if (encoder->lock >= 0)
        close(encoder->lock);
    free(encoder->path);
    free(encoder->part);
    memset(encoder, 0, sizeof *encoder);
}

// So that no other program begins the same film meanwhile.
static scree_status take_part(encoder *encoder, scree_error *error)
{
    if (!encoder->path || !encoder->part)
        return fail_memory(error, "film");
    encoder->lock = file_part_open(encoder->part);
    if (encoder->lock >= 0)
        return SCREE_OK;
    const int number = errno;
    return number == EWOULDBLOCK
               ? file_busy(error, encoder->path)
               : file_fault(error, encoder->path, "cannot create the file", number);
}

scree_status encoder_open(encoder *encoder, const char *path, film_form form, scree_error *error)
{
    const int format = format_of(path);
    memset(encoder, 0, sizeof *encoder);
    encoder->form = form;
    encoder->lock = -1;
    if (ends_in(path, ".png") || ends_in(path, ".apng")) {
        const scree_status status = target_picture(path, error);
        return status ? status : film_open(&encoder->film, path, form, error);
    }
    if (format < 0) {
        return fail(error, SCREE_BAD_INPUT, path,
                    "give a name that ends in .png (which browsers play), .mp4, .webm or .gif",
                    "what kind of film this is to be is not known");
    }
    scree_status status = target_picture(path, error);
    if (status)
        return status;
    encoder->path = text_copy(path);
    encoder->part = text_format("%s.part", path);
    status = take_part(encoder, error);
    if (!status)
        status = open_pipe(encoder, format, error);
    if (status)
        forget(encoder);
    return status;
}

scree_status encoder_add(encoder *encoder, const uint32_t *pixel, scree_error *error)
{
    if (!encoder->piped)
        return film_add(&encoder->film, pixel, error);
    const char *at = (const char *)pixel;
    size_t left = (size_t)encoder->form.width * (size_t)encoder->form.height * sizeof *pixel;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN); // an ffmpeg that ended is told as a fault
    int number = 0;
    while (left > 0 && !number) {
        const ssize_t written = write(encoder->to, at, left);
        if (written < 0 && errno != EINTR)
            number = errno;
        if (written > 0) {
            at += written;
            left -= (size_t)written;
        }
    }
    signal(SIGPIPE, before);
    if (!number)
        return SCREE_OK;
    return fail(error, SCREE_IO, encoder->path, "see what ffmpeg says above",
                "ffmpeg takes no more pictures: %s", strerror(number));
}

scree_status encoder_close(encoder *encoder, bool whole, scree_error *error)
{
    if (!encoder->piped)
        return film_close(&encoder->film, whole, error);
    int state = 0;
    close(encoder->to);
    while (waitpid(encoder->child, &state, 0) < 0 && errno == EINTR) {
    }
    const bool made = whole && WIFEXITED(state) && WEXITSTATUS(state) == 0;
    const bool good = made && add_mark(encoder->part);
    scree_status status = SCREE_OK;
    if (whole && !good) {
        status = fail(error, SCREE_IO, encoder->path,
                      "see what ffmpeg says above, or give a name that ends in .png",
                      "ffmpeg could not make this film");
    }
    if (good && rename(encoder->part, encoder->path)) {
        status = fail(error, SCREE_IO, encoder->path, "check the rights of the folder",
                      "cannot be written: %s", strerror(errno));
    }
    if (!good)
        unlink(encoder->part);
    forget(encoder);
    return status;
}

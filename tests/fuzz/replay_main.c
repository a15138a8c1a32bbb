// replay_main.c - runs a fuzz target over files and folders of files: the corpus, as a quick test in an ordinary build.
//
// An input that breaks the target ends the program by a signal; its name is the last one printed.
#define _DEFAULT_SOURCE
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

FILE *__real_fopen(const char *path, const char *mode);

static int replay_file(const char *path)
{
    struct stat about;
    FILE *file = __real_fopen(path, "rb");
    if (!file || fstat(fileno(file), &about) != 0) {
        perror(path);
        exit(1);
    }
    uint8_t *bytes = malloc((size_t)about.st_size + 1);
    if (!bytes || fread(bytes, 1, (size_t)about.st_size, file) != (size_t)about.st_size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    printf("%s\n", path);
    fflush(stdout);
    // A copy of exactly this size, so that a sanitizer sees the first byte beyond the input.
    uint8_t *exact = malloc(about.st_size > 0 ? (size_t)about.st_size : 1);
    if (!exact)
        return 0;
    memcpy(exact, bytes, (size_t)about.st_size);
    free(bytes);
    LLVMFuzzerTestOneInput(exact, (size_t)about.st_size);
    free(exact);
    return 1;
}

static int replay(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        perror(path);
        exit(1);
    }
    if (!S_ISDIR(about.st_mode))
        return replay_file(path);
    struct dirent **entry;
    const int entries = scandir(path, &entry, NULL, alphasort);
    int count = 0;
    for (int i = 0; i < entries; i++) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", path, entry[i]->d_name);
        if (entry[i]->d_name[0] != '.')
            count += replay(name);
        free(entry[i]);
    }
    free(entry);
    return count;
}

int main(int count, char **argument)
{
    int inputs = 0;
    for (int i = 1; i < count; i++)
        inputs += replay(argument[i]);
    printf("%d inputs, none broke anything\n", inputs);
    return inputs > 0 ? 0 : 1;
}

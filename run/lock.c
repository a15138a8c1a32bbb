// lock.c - see lock.h.
#include "run/lock.h"

#include "base/text.h"
#include "store/file_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { OWNER_ROOM = 200 };

// What the holder has written about itself; signs that cannot be shown become question marks.
static void read_owner(int file, char text[OWNER_ROOM])
{
    ssize_t length = pread(file, text, OWNER_ROOM - 1, 0);
    text[length > 0 ? length : 0] = 0;
    text[strcspn(text, "\n")] = 0;
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            *c = '?';
    if (!*text)
        snprintf(text, OWNER_ROOM, "another process");
}

static void write_owner(int file)
{
    char host[100] = "";
    char text[OWNER_ROOM];
    char since[40] = "";
    struct tm parts;
    time_t now = time(NULL);
    if (gethostname(host, sizeof host - 1))
        snprintf(host, sizeof host, "an unknown host");
    if (localtime_r(&now, &parts))
        strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", &parts);
    int length =
        snprintf(text, sizeof text, "process %ld on %s, since %s\n", (long)getpid(), host, since);
    // Only a message to whoever comes second: a disk that is full for it is found by the files that matter.
    if (ftruncate(file, 0) || pwrite(file, text, (size_t)length, 0) != length)
        return;
}

static scree_status refuse(const char *folder, int file, scree_error *error)
{
    char owner[OWNER_ROOM];
    read_owner(file, owner);
    return fail(error, SCREE_BAD_INPUT, folder,
                "wait until it has ended, or choose another folder with --out",
                "another run is at work in this folder: %s", owner);
}

// Is the file that was opened still the one of that name? Its last holder may have removed it meanwhile.
static bool still_there(int file, const char *path)
{
    struct stat mine;
    struct stat named;
    if (fstat(file, &mine) || lstat(path, &named))
        return false;
    return mine.st_dev == named.st_dev && mine.st_ino == named.st_ino;
}

// A lock is empty or tells of its holder, and has no second name. Anything else is somebody's file, which is neither
// written over nor removed.
static bool is_lock(int file)
{
    static const char begin[] = "process ";
    char text[sizeof begin] = "";
    struct stat status;
    if (fstat(file, &status) || !S_ISREG(status.st_mode) || status.st_nlink > 1)
        return false;
    const ssize_t length = pread(file, text, sizeof begin - 1, 0);
    return length == 0 || (length > 0 && !strncmp(text, begin, sizeof begin - 1));
}

// Whoever only looks holds the lock for an instant, so one refusal does not count.
static int lock_patiently(int file)
{
    const struct timespec rest = {0, 10000000};
    for (int i = 0; i < 5; i++) {
        if (!flock(file, LOCK_EX | LOCK_NB))
            return 0;
        if (errno != EWOULDBLOCK)
            return errno;
        nanosleep(&rest, NULL);
    }
    return EWOULDBLOCK;
}

static bool not_known(int number)
{
    return number == ENOLCK || number == ENOTSUP || number == ENOSYS;
}

// One try. `*again`: the file went away before it was locked.
static scree_status try_once(folder_lock *lock, const char *folder, bool *again, scree_error *error)
{
    *again = false;
    lock->file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (lock->file < 0)
        return file_fault(error, lock->path, "cannot make the lock of the folder", errno);
    if (!is_lock(lock->file))
        return fail(error, SCREE_BAD_INPUT, lock->path,
                    "move it away, or choose another folder with --out",
                    "a file is here that no run of Scree has written, and the lock of the folder "
                    "has its name");
    const int number = lock_patiently(lock->file);
    if (number == EWOULDBLOCK)
        return refuse(folder, lock->file, error);
    if (not_known(number))
        fprintf(stderr,
                "note: the file system of %s knows no locks; take care that no other run writes "
                "there\n",
                folder);
    else if (number)
        return file_fault(error, lock->path, "cannot lock the folder", number);
    if (still_there(lock->file, lock->path))
        return SCREE_OK;
    close(lock->file);
    lock->file = -1;
    *again = true;
    return SCREE_OK;
}

scree_status lock_take(folder_lock *lock, const char *folder, scree_error *error)
{
    lock->file = -1;
    lock->path = text_format("%s/" LOCK_NAME, folder);
    if (!lock->path)
        return fail_memory(error, folder);
    bool again = true;
    scree_status status = SCREE_OK;
    while (!status && again)
        status = try_once(lock, folder, &again, error);
    if (!status) {
        write_owner(lock->file);
        return SCREE_OK;
    }
    if (lock->file >= 0)
        close(lock->file);
    free(lock->path);
    *lock = (folder_lock){-1, NULL};
    return status;
}

scree_status lock_look(const char *folder, scree_error *error)
{
    char *path = text_format("%s/" LOCK_NAME, folder);
    if (!path)
        return fail_memory(error, folder);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    free(path);
    if (file < 0)
        return SCREE_OK;
    scree_status status = SCREE_OK;
    if (flock(file, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK)
        status = refuse(folder, file, error);
    close(file);
    return status;
}

void lock_drop(folder_lock *lock)
{
    if (lock->file >= 0) {
        unlink(lock->path); // while it is held, so that nobody can have taken it in between
        close(lock->file);
    }
    free(lock->path);
    *lock = (folder_lock){-1, NULL};
}

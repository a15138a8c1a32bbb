// syscall_fault.c - runs a command and lets the n-th of its system calls that change files fail, or kills it there.
//
//     syscall_fault count COMMAND...          prints how many there are, on descriptor 2, as the last line
//     syscall_fault fail N ERROR COMMAND...   the N-th (from 1) fails with that number of errno; the command goes on
//     syscall_fault kill N COMMAND...         the command gets SIGKILL before the N-th
//
// Counted are openings for writing, writes, truncations, syncs, renames, links, removals and new folders, of all
// threads of the process; writes to the standard streams are not. By ptrace, since stdio does not write through symbols
// that a preloaded library could replace. Exit status: that of the command, 137 where it was killed, 77 where ptrace is
// not allowed or this processor is not known.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77, USAGE = 2, KILLED = 137, THREADS_MOST = 1024 };

#if defined __x86_64__

typedef enum mode { MODE_COUNT, MODE_FAIL, MODE_KILL } mode;

typedef struct plan {
    mode what;
    long at;
    int error;
} plan;

// Threads that are between the beginning and the end of a call; `failing` is the one whose call was taken away.
typedef struct tracer {
    plan plan;
    long seen;
    pid_t child, failing;
    pid_t inside[THREADS_MOST];
    int insiders;
} tracer;

static bool changes_files(const struct user_regs_struct *r)
{
    const int writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    switch (r->orig_rax) {
    case SYS_open:
        return (r->rsi & (unsigned)writing) != 0;
    case SYS_openat:
        return (r->rdx & (unsigned)writing) != 0;
    case SYS_write:
    case SYS_pwrite64:
    case SYS_writev:
        return r->rdi > 2;
    case SYS_creat:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_link:
    case SYS_linkat:
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_mkdir:
    case SYS_mkdirat:
    case SYS_rmdir:
        return true;
    default:
        return false;
    }
}

// Whether the thread leaves a call now; remembers it as inside otherwise.
static bool leaves(tracer *t, pid_t thread)
{
    for (int i = 0; i < t->insiders; i++)
        if (t->inside[i] == thread) {
            t->inside[i] = t->inside[--t->insiders];
            return true;
        }
    if (t->insiders < THREADS_MOST)
        t->inside[t->insiders++] = thread;
    return false;
}

static void at_call(tracer *t, pid_t thread)
{
    struct user_regs_struct r;
    if (ptrace(PTRACE_GETREGS, thread, NULL, &r) != 0)
        return;
    if (leaves(t, thread)) {
        if (t->failing != thread)
            return;
        t->failing = 0;
        r.rax = (unsigned long long)-(long long)t->plan.error;
        ptrace(PTRACE_SETREGS, thread, NULL, &r);
        return;
    }
    if (!changes_files(&r))
        return;
    if (++t->seen != t->plan.at)
        return;
    if (t->plan.what == MODE_KILL)
        kill(t->child, SIGKILL);
    if (t->plan.what != MODE_FAIL)
        return;
    t->failing = thread;
    r.orig_rax = (unsigned long long)-1; // no such call: the kernel does nothing
    ptrace(PTRACE_SETREGS, thread, NULL, &r);
}

static int follow(tracer *t)
{
    for (;;) {
        int status;
        int pass_on = 0;
        const pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0)
            return 1;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (thread == t->child)
                return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            continue;
        }
        const int signal = WSTOPSIG(status);
        if (signal == (SIGTRAP | 0x80))
            at_call(t, thread);
        else if (signal != SIGTRAP && signal != SIGSTOP)
            pass_on = signal;
        ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(long)pass_on);
    }
}

static int run(const plan *p, char **command)
{
    const pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(SKIPPED);
        raise(SIGSTOP);
        execvp(command[0], command);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status))
        return SKIPPED;
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)options) != 0) {
        kill(child, SIGKILL);
        return SKIPPED;
    }
    tracer t = {.plan = *p, .child = child};
    ptrace(PTRACE_SYSCALL, child, NULL, NULL);
    const int code = follow(&t);
    if (p->what == MODE_COUNT)
        fprintf(stderr, "%ld\n", t.seen);
    return code;
}

int main(int count, char **argument)
{
    plan p = {MODE_COUNT, 0, 0};
    int at = 2;
    if (count > 4 && strcmp(argument[1], "fail") == 0) {
        p = (plan){MODE_FAIL, atol(argument[2]), atoi(argument[3])};
        at = 4;
    } else if (count > 3 && strcmp(argument[1], "kill") == 0) {
        p = (plan){MODE_KILL, atol(argument[2]), 0};
        at = 3;
    } else if (count < 3 || strcmp(argument[1], "count") != 0) {
        fprintf(stderr, "usage: syscall_fault count|fail N ERROR|kill N COMMAND...\n");
        return USAGE;
    }
    return run(&p, argument + at);
}

#else

int main(void)
{
    fprintf(stderr, "syscall_fault: not on this processor\n");
    return SKIPPED;
}

#endif

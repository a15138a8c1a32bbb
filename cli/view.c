// view.c - scree view: a run that is over, a snapshot, or a case before it runs, in a browser.
#include "cli/commands.h"
#include "cli/made.h"
#include "cli/recorded.h"
#include "console/called.h"
#include "console/exit.h"
#include "run/folder.h"
#include "view/checked.h"
#include "view/server.h"
#include "view/source_run.h"
#include "view/source_still.h"

#include "base/text.h"
#include "store/snapshot.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct view_options {
    settings set;
    machine machine;
    int64_t port;
    bool as_json;
} view_options;

// Whatever thread they would reach, only wait_for_end takes them.
static void hold_signals(sigset_t *ends)
{
    sigemptyset(ends);
    sigaddset(ends, SIGINT);
    sigaddset(ends, SIGTERM);
    sigaddset(ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, ends, NULL);
    signal(SIGPIPE, SIG_IGN);
}

// At once, for the view lasts until a signal.
static void tell(const view_source *source, const char *address)
{
    json line;
    made_begin(&line, NULL);
    json_text(&line, "address", address);
    json_text(&line, "mode", source->mode);
    json_text(&line, "what", source->what);
    made_end(&line);
}

static int serve(const view_source *source, const view_options *with)
{
    view_server *server;
    scree_error error;
    sigset_t ends;
    int which;
    hold_signals(&ends);
    if (view_server_listen(&server, (int)with->port, &error))
        return give_up(&error);
    view_server_show(server, source);
    if (with->as_json) {
        tell(source, view_server_address(server));
    } else {
        printf("%s\n", view_server_address(server));
        fprintf(stderr, "open that address in a browser on this machine; Ctrl-C ends the view\n");
    }
    fflush(stdout);
    sigwait(&ends, &which);
    view_server_close(server);
    return EXIT_DONE;
}

static int view_run(const char *folder, const view_options *with)
{
    recorded run;
    source_run of;
    view_source source;
    scree_error error;
    int code = recorded_open(&run, folder, &with->set);
    if (code != ARGS_GO_ON)
        return code;
    if (source_run_open(&of, &run.record, &source, &error)) {
        code = give_up(&error);
    } else {
        code = serve(&source, with);
        source_run_close(&of);
    }
    recorded_close(&run);
    return code;
}

// A world of the case, or with `im` in that state, seen once.
static int view_world(const image *im, const char *what, const view_options *with)
{
    session session;
    world *world = NULL;
    source_still still;
    view_source source;
    scree_error error;
    checked checked = {0};
    int threads;
    int code = im ? session_open_state(&session, what, im, &with->set, false)
                  : session_open(&session, what, &with->set, false);
    if (code != ARGS_GO_ON)
        return code;
    code = world_open(&session, &with->machine, im, &world, &threads);
    if (code == ARGS_GO_ON && source_still_open(&still, world, &source, &error)) {
        code = give_up(&error);
    } else if (code == ARGS_GO_ON) {
        source.mode = im ? "snapshot" : "case";
        source.what = what;
        if (!im)
            checked_begin(&checked, &source, session.path, &with->set);
        code = serve(&source, with);
        checked_end(&checked);
        source_still_close(&still);
    }
    world_destroy(world);
    session_close(&session);
    return code;
}

static int view_snapshot(const char *path, const view_options *with)
{
    image im = {0};
    scree_error error;
    if (snapshot_read(path, &im, &error))
        return give_up(&error);
    const int code = view_world(&im, path, with);
    image_clear(&im);
    return code;
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t tail = strlen(ending);
    return length > tail && !strcmp(text + length - tail, ending);
}

// The folder of a run with frames, one without (its newest snapshot), a snapshot, a case or the folder of one.
static int view_what(const char *given, const view_options *with)
{
    scree_error error;
    struct stat state;
    if (view_server_there(&error))
        return give_up(&error);
    const bool folder = !stat(given, &state) && S_ISDIR(state.st_mode);
    if (folder && folder_holds_run(given)) {
        char *frames = folder_path(given, "bodies.pvd");
        const bool has_frames = frames && !access(frames, F_OK);
        free(frames);
        if (has_frames)
            return view_run(given, with);
        char *path;
        if (folder_snapshot(given, &path, &error))
            return give_up(&error);
        const int code = view_snapshot(path, with);
        free(path);
        return code;
    }
    return ends_with(given, ".h5") || ends_with(given, ".h5.previous")
               ? view_snapshot(given, with)
               : view_world(NULL, given, with);
}

int view_main(int argc, char **argv)
{
    view_options with = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"port", OPTION_INTEGER, &with.port, 0, "N", "default: any that is free"},
        OPTION_SET(with.set),
        OPTION_CONFINE(with.set),
        OPTION_THREADS(with.machine),
        OPTION_WIDTH(with.machine),
        OPTION_JSON(with.as_json),
    };
    const syntax syntax = {
        "view",
        "FOLDER|SNAPSHOT|CASE",
        "Shows the frames of a run, a snapshot, or a case before it runs, in a browser on this "
        "machine.\n"
        "Prints the address of the page, which holds a secret: whoever knows it may look. scree "
        "run "
        "CASE --view\n"
        "shows a run while it goes on.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON && with.port > 65535)
        code = args_fail("view", "leave it out for any that is free", "--port has no %lld",
                         (long long)with.port);
    if (code == ARGS_GO_ON)
        code = view_what(operand[0], &with);
    settings_clear(&with.set);
    return code;
}

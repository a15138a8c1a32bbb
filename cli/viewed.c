// viewed.c - see viewed.h.
#include "cli/viewed.h"

#include "console/session.h"

#include <stdio.h>

static scree_status check(const viewed_wish *wish, scree_error *error)
{
    if (!wish->on && wish->port)
        return fail(error, SCREE_BAD_INPUT, "--port", "add --view, or leave it out",
                    "it is that of a view");
    if (wish->port > 65535)
        return fail(error, SCREE_BAD_INPUT, "--port", "leave it out for any that is free",
                    "there is no port %lld", (long long)wish->port);
    if (!wish->on)
        return SCREE_OK;
    view_assets assets;
    scree_status status = view_server_there(error);
    if (!status)
        status = view_assets_find(&assets, error);
    if (!status)
        view_assets_clear(&assets);
    return status;
}

int viewed_check(viewed_wish *wish, const settings *set, bool as_json)
{
    scree_error error;
    wish->confine = set->confine;
    wish->as_json = as_json;
    return check(wish, &error) ? give_up(&error) : ARGS_GO_ON;
}

scree_status viewed_listen(viewed *viewed, const viewed_wish *wish, scree_error *error)
{
    *viewed = (struct viewed){0};
    return wish->on ? view_server_listen(&viewed->server, (int)wish->port, error) : SCREE_OK;
}

scree_status viewed_begin(viewed *viewed, const viewed_wish *wish, output *output,
                          scree_error *error)
{
    if (!wish->on)
        return SCREE_OK;
    viewed->live = live_begin(output->folder, output->root, wish->confine);
    if (!viewed->live)
        return fail_memory(error, "view");
    view_server_show(viewed->server, live_source(viewed->live));
    output->onlooker = live_onlooker(viewed->live);
    // With --json the standard output has one object and nothing else.
    FILE *to = wish->as_json ? stderr : stdout;
    fprintf(to, "view: %s\n", view_server_address(viewed->server));
    fflush(to);
    return SCREE_OK;
}

void viewed_end(viewed *viewed)
{
    view_server_close(viewed->server);
    live_end(viewed->live);
    *viewed = (struct viewed){0};
}

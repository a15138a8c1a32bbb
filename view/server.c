// server.c - see server.h. With civetweb (https://civetweb.github.io/civetweb/), whose threads call what stands here.
#include "view/server.h"

#ifdef SCREE_HAVE_CIVETWEB

#include "base/text.h"
#include "view/assets.h"
#include "view/viewer.h"

#include <civetweb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { TOKEN_BYTES = 16, TOKEN_SIGNS = 2 * TOKEN_BYTES, HOST_ROOM = 40 };

struct view_server {
    _Atomic(const view_source *) source; // NULL: nothing is shown yet
    view_assets assets;
    struct mg_context *web;
    int port;
    char token[TOKEN_SIGNS + 1];
    char address[ADDRESS_ROOM];
    atomic_int viewers;
};

scree_status view_server_there(scree_error *error)
{
    (void)error;
    return SCREE_OK;
}

// ---- who may come in

// Takes as long whatever the difference.
static bool same_token(const char *given, const char *token)
{
    unsigned char differ = 0;
    for (size_t i = 0; i < TOKEN_SIGNS; i++) {
        if (!given[i])
            return false;
        differ |= (unsigned char)(given[i] ^ token[i]);
    }
    return differ == 0;
}

static bool is_own_host(const view_server *server, const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};
    char own[HOST_ROOM];
    for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
        snprintf(own, sizeof own, "%s:%d", names[i], server->port);
        if (!strcmp(host, own))
            return true;
    }
    return false;
}

static bool is_own_origin(const view_server *server, const char *origin)
{
    static const char scheme[] = "http://";
    const size_t length = strlen(scheme);
    return !strncmp(origin, scheme, length) && is_own_host(server, origin + length);
}

// What follows the token in the address; NULL: refused.
static const char *admit(const view_server *server, const struct mg_connection *connection)
{
    const char *origin = mg_get_header(connection, "Origin");
    const char *path = mg_get_request_info(connection)->local_uri;
    if (!atomic_load(&server->source) || !is_own_host(server, mg_get_header(connection, "Host")))
        return NULL;
    if (origin && !is_own_origin(server, origin))
        return NULL;
    if (!path || *path != '/' || !same_token(path + 1, server->token))
        return NULL;
    return path[1 + TOKEN_SIGNS] == '/' ? path + 1 + TOKEN_SIGNS + 1 : NULL;
}

// ---- files

static void send_head(struct mg_connection *connection, const char *status, const char *type,
                      size_t size)
{
    mg_printf(connection,
              "HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n"
              "Connection: close\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
              "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n"
              "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' "
              "'unsafe-inline'; img-src 'self' data: blob:; media-src blob:; connect-src 'self'; "
              "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\r\n",
              status, type, size);
}

static int refuse(struct mg_connection *connection, const char *status)
{
    send_head(connection, status, "text/plain", strlen(status) + 1);
    mg_printf(connection, "%s\n", status);
    return atoi(status);
}

static int serve_file(struct mg_connection *connection, void *context)
{
    const view_server *server = context;
    const char *name = admit(server, connection);
    const char *method = mg_get_request_info(connection)->request_method;
    const view_assets *assets = &server->assets;
    const char *page = view_texts[0].text;
    const struct {
        const char *name, *type, *text;
        size_t size;
    } files[] = {{"", "text/html", page, strlen(page)},
                 {"view.js", "text/javascript", assets->script, assets->script_size},
                 {"view.css", "text/css", assets->style, assets->style_size}};
    if (!name)
        return refuse(connection, "403 Forbidden");
    if (strcmp(method, "GET") != 0)
        return refuse(connection, "405 Method Not Allowed");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(name, files[i].name) != 0)
            continue;
        send_head(connection, "200 OK", files[i].type, files[i].size);
        mg_write(connection, files[i].text, files[i].size);
        return 200;
    }
    return refuse(connection, "404 Not Found");
}

// ---- WebSocket

static int on_connect(const struct mg_connection *connection, void *context)
{
    view_server *server = context;
    const char *name = admit(server, connection);
    const char *origin = mg_get_header(connection, "Origin");
    const bool ours = name && !strcmp(name, "socket") && origin;
    return !ours || atomic_load(&server->viewers) >= VIEWERS_MOST;
}

static bool send_message(void *to, bool binary, const char *data, size_t length)
{
    const int kind = binary ? MG_WEBSOCKET_OPCODE_BINARY : MG_WEBSOCKET_OPCODE_TEXT;
    return mg_websocket_write(to, kind, data, length) > 0;
}

// Counted here and not before: a connection whose handshake fails in between is never told to be closed. Of two that come at once
// one may be too many; it gets no viewer, and is closed when it says something.
static void on_ready(struct mg_connection *connection, void *context)
{
    view_server *server = context;
    if (atomic_fetch_add(&server->viewers, 1) >= VIEWERS_MOST)
        return;
    mg_set_user_connection_data(
        connection, viewer_begin(atomic_load(&server->source), send_message, connection));
}

static int on_data(struct mg_connection *connection, int bits, char *data, size_t length,
                   void *context)
{
    viewer *viewer = mg_get_user_connection_data(connection);
    const int kind = bits & 0xf;
    const bool last = bits & 0x80;
    const bool extended = bits & 0x70; // of an extension, and none was agreed on
    (void)context;
    if (extended)
        return 0;
    if (kind == MG_WEBSOCKET_OPCODE_PING || kind == MG_WEBSOCKET_OPCODE_PONG)
        return 1;
    // Messages in pieces or of bytes are none of ours.
    if (kind != MG_WEBSOCKET_OPCODE_TEXT || !last || !viewer)
        return 0;
    return viewer_hear(viewer, data, length);
}

static void on_close(const struct mg_connection *connection, void *context)
{
    view_server *server = context;
    viewer_end(mg_get_user_connection_data(connection));
    mg_set_user_connection_data(connection, NULL);
    atomic_fetch_sub(&server->viewers, 1);
}

// ---- begin and end

static int say_nothing(const struct mg_connection *connection, const char *message)
{
    (void)connection;
    (void)message;
    return 1;
}

static scree_status make_token(view_server *server, scree_error *error)
{
    unsigned char bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return fail(error, SCREE_IO, "view", NULL, "the system gives no random numbers");
    for (int i = 0; i < TOKEN_BYTES; i++)
        snprintf(server->token + (ptrdiff_t)(2 * i), 3, "%02x", bytes[i]);
    return SCREE_OK;
}

static scree_status listen_at(view_server *server, int port, scree_error *error)
{
    char where[HOST_ROOM];
    char why[200] = "";
    struct mg_server_port ports[2];
    snprintf(where, sizeof where, "127.0.0.1:%d", port);
    // Threads beyond those of pages: one that opens connections and says nothing keeps each busy until its time is over. What asks
    // whether another origin may come (a preflight) gets no answer of the library's own, which would be yes. A page that says nothing
    // is asked every websocket_timeout_ms, and after five questions without an answer another may have its place.
    const char *options[] = {"listening_ports",
                             where,
                             "num_threads",
                             "40",
                             "request_timeout_ms",
                             "10000",
                             "access_control_allow_methods",
                             "",
                             "websocket_timeout_ms",
                             "2000",
                             "enable_websocket_ping_pong",
                             "yes",
                             "access_control_list",
                             "-0.0.0.0/0,+127.0.0.1",
                             "enable_directory_listing",
                             "no",
                             NULL};
    const struct mg_callbacks callbacks = {.log_message = say_nothing, .log_access = say_nothing};
    struct mg_init_data init = {&callbacks, server, options};
    struct mg_error_data fault = {.text = why, .text_buffer_size = sizeof why};
    mg_init_library(MG_FEATURES_WEBSOCKET);
    server->web = mg_start2(&init, &fault);
    if (!server->web || mg_get_server_ports(server->web, 2, ports) < 1)
        return fail(error, SCREE_IO, where, port ? "choose another --port, or leave it out" : NULL,
                    "cannot listen there%s%.150s", *why ? ": " : "", why);
    server->port = ports[0].port;
    snprintf(server->address, sizeof server->address, "http://127.0.0.1:%d/%s/", server->port,
             server->token);
    mg_set_request_handler(server->web, "**", serve_file, server);
    mg_set_websocket_handler(server->web, "**", on_connect, on_ready, on_data, on_close, server);
    return SCREE_OK;
}

scree_status view_server_listen(view_server **out, int port, scree_error *error)
{
    view_server *server = calloc(1, sizeof *server);
    *out = server;
    if (!server)
        return fail_memory(error, "view");
    scree_status status = view_assets_find(&server->assets, error);
    if (!status)
        status = make_token(server, error);
    if (!status)
        status = listen_at(server, port, error);
    if (status) {
        view_server_close(server);
        *out = NULL;
    }
    return status;
}

void view_server_show(view_server *server, const view_source *source)
{
    atomic_store(&server->source, source);
}

const char *view_server_address(const view_server *server)
{
    return server->address;
}

void view_server_close(view_server *server)
{
    if (!server)
        return;
    if (server->web) {
        mg_stop(server->web);
        mg_exit_library();
    }
    view_assets_clear(&server->assets);
    free(server);
}

#else

scree_status view_server_there(scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, "view",
                "install libcivetweb-dev (scripts/set-up view), then build again: cmake build && "
                "make build",
                "this program was built without the library civetweb, which serves the page");
}

scree_status view_server_listen(view_server **out, int port, scree_error *error)
{
    (void)port;
    *out = NULL;
    return view_server_there(error);
}

void view_server_show(view_server *server, const view_source *source)
{
    (void)server;
    (void)source;
}

const char *view_server_address(const view_server *server)
{
    (void)server;
    return "";
}

void view_server_close(view_server *server)
{
    (void)server;
}

#endif

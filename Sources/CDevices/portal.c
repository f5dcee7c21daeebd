#define _GNU_SOURCE
#include "portal_parts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

static int fail(ak_Portal *portal, int answer, const char *text) {
    ak_portal_explain(&portal->reason, text, "");
    return answer;
}

// MARK: - What it can do

// Reads a number among its properties; ABSENT where it has no such property.
static int ask_number(ak_Portal *portal, const char *property, uint32_t *number) {
    sd_bus_message *reply, *message = ak_portal_message(portal, AK_PORTAL_PATH, "org.freedesktop.DBus.Properties", "Get");
    if (message && ak_bus.message_append(message, "ss", AK_PORTAL_SCREENS, property) < 0) message = ak_bus.message_unref(message);
    int answer = ak_portal_call(portal, message, &reply);
    if (answer != AK_PORTAL_DONE) return answer;
    if (ak_bus.message_is_method_error(reply, NULL) > 0) {
        answer = ak_portal_judge(portal, reply);
        if (answer == AK_PORTAL_UNWILLING) answer = fail(portal, AK_PORTAL_ABSENT, "the portal shares no screens");
    } else if (ak_portal_read_variant(reply, "u", number) <= 0) {
        answer = fail(portal, AK_PORTAL_SENSELESS, "the portal does not say in numbers what it can do");
    }
    ak_bus.message_unref(reply);
    return answer;
}

static int learn(ak_Portal *portal, ak_PortalFacts *facts) {
    *facts = (ak_PortalFacts){0};
    int answer = ak_portal_find(portal);
    if (answer == AK_PORTAL_DONE) answer = ask_number(portal, "version", &facts->version);
    if (answer == AK_PORTAL_DONE) answer = ask_number(portal, "AvailableSourceTypes", &facts->sources);
    // It came with version 2.
    if (answer == AK_PORTAL_DONE && facts->version >= 2) {
        answer = ask_number(portal, "AvailableCursorModes", &facts->pointers);
        if (answer == AK_PORTAL_ABSENT) answer = fail(portal, AK_PORTAL_DONE, "");
    }
    if (answer == AK_PORTAL_DONE && (facts->version == 0 || facts->sources == 0))
        answer = fail(portal, AK_PORTAL_ABSENT, "the portal shares no screens");
    return answer;
}

// A portal that was there once may have come back under another name.
static int meet(ak_Portal *portal, ak_PortalFacts *facts) {
    ak_portal_begin(portal);
    int answer = ak_portal_take(portal);
    if (answer == AK_PORTAL_LOST && ak_bus.is_ready(portal->bus) > 0) {
        ak_portal_end(portal);
        ak_portal_forget(portal);
        portal->is_lost = 0;
        ak_portal_begin(portal);
    }
    return learn(portal, facts);
}

int ak_portal_look(ak_Portal *portal, ak_PortalFacts *facts) {
    // What is shared may end meanwhile, which is for those to hear who wait for it.
    portal->heeds_end = 0;
    int answer = meet(portal, facts);
    portal->heeds_end = 1;
    return answer;
}

// MARK: - Requests

typedef struct Token {
    char text[32];
} Token;

// Nobody else is to guess it.
static Token make_token(void) {
    uint64_t number = 0;
    Token token;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) < 0) number = (uint64_t)ak_portal_now();
    snprintf(token.text, sizeof token.text, "assetkit%016llx", (unsigned long long)number);
    return token;
}

// The path that something of ours has by its token; NULL where there is no memory.
static char *own_path(ak_Portal *portal, const char *kind, const char *token) {
    const char *name;
    char *path = NULL;
    if (ak_bus.get_unique_name(portal->bus, &name) < 0 || *name != ':') return NULL;
    if (asprintf(&path, "%s/%s/%s/%s", AK_PORTAL_PATH, kind, name + 1, token) < 0) return NULL;
    for (char *byte = path + sizeof AK_PORTAL_PATH + strlen(kind) + 1; *byte; byte++)
        if (*byte == '.') *byte = '_';
    return path;
}

// Which request a call has made: as a rule the one whose path is known, but old portals find one themselves.
static int take_request(ak_Portal *portal, sd_bus_message *reply) {
    const char *path;
    if (ak_bus.message_is_method_error(reply, NULL) > 0) return ak_portal_judge(portal, reply);
    if (ak_bus.message_read(reply, "o", &path) <= 0) return fail(portal, AK_PORTAL_SENSELESS, "the portal gives no request for a question");
    return ak_portal_name_request(portal, path) ? AK_PORTAL_DONE : AK_PORTAL_LOST;
}

// Asks, and waits for the response, which may take as long as a user takes. Whatever happens, nothing of the request stays.
static int request(ak_Portal *portal, sd_bus_message *message, const Token *token, int is_for_user, sd_bus_message **response) {
    sd_bus_message *reply;
    *response = NULL;
    ak_portal_forget_request(portal);
    portal->request = own_path(portal, "request", token->text);
    int answer = ak_portal_call(portal, message, &reply);
    if (answer == AK_PORTAL_DONE) answer = take_request(portal, reply);
    if (reply) ak_bus.message_unref(reply);
    if (is_for_user) portal->deadline = -1;
    while (answer == AK_PORTAL_DONE && !portal->response) answer = ak_portal_turn(portal);
    if (is_for_user) portal->deadline = ak_portal_now() + portal->patience;
    // An answer that has come counts, also where the end has come with it; one to nobody knows what does not.
    if (portal->is_request_certain && portal->response && answer != AK_PORTAL_LOST && answer != AK_PORTAL_WOKEN) {
        *response = portal->response;
        portal->response = NULL;
        answer = fail(portal, AK_PORTAL_DONE, "");
    } else if (portal->request && (answer == AK_PORTAL_WOKEN || answer == AK_PORTAL_STALLED)) {
        ak_portal_tell(portal, portal->request, AK_PORTAL_REQUEST, "Close");
    }
    ak_portal_forget_request(portal);
    return answer;
}

// Reads a response and lets go of it.
static int judge_response(ak_Portal *portal, sd_bus_message *response, int (*read)(sd_bus_message *, const char *, void *),
                          void *context) {
    uint32_t code;
    if (ak_portal_read_response(response, &code, read, context) < 0)
        return fail(portal, AK_PORTAL_SENSELESS, "the portal answers in another form than portals do");
    if (code == 0) return AK_PORTAL_DONE;
    return code == 1 ? AK_PORTAL_REFUSED : AK_PORTAL_ENDED;
}

static int pass_entry(sd_bus_message *message, const char *key, void *context) {
    (void)key, (void)context;
    return ak_bus.message_skip(message, "v");
}

// Ends a message, which is not there any more where one of its parts could not be made.
static sd_bus_message *checked(sd_bus_message *message, int problem) {
    if (message && problem < 0) return ak_bus.message_unref(message);
    return message;
}

// MARK: - Sharing

static int create_session(ak_Portal *portal) {
    Token token = make_token(), session = make_token();
    const char *path = NULL;
    sd_bus_message *response, *message = ak_portal_message(portal, AK_PORTAL_PATH, AK_PORTAL_SCREENS, "CreateSession");
    if (message)
        message = checked(message, ak_bus.message_append(message, "a{sv}", 2, "handle_token", "s", token.text,
                                                         "session_handle_token", "s", session.text));
    int answer = request(portal, message, &token, 0, &response);
    if (answer == AK_PORTAL_DONE) {
        answer = judge_response(portal, response, ak_portal_read_session, &path);
        if (answer == AK_PORTAL_DONE && path && strlen(path) < 4096 && ak_bus.object_path_is_valid(path) > 0)
            portal->session = strdup(path);
        else if (answer == AK_PORTAL_DONE)
            answer = fail(portal, AK_PORTAL_SENSELESS, "the portal gives no session");
        ak_bus.message_unref(response);
    } else {
        // It may come into being yet.
        char *own = own_path(portal, "session", session.text);
        if (own) ak_portal_tell(portal, own, AK_PORTAL_SESSION, "Close");
        free(own);
    }
    portal->is_ended = 0;
    return answer == AK_PORTAL_DONE && !portal->session ? AK_PORTAL_LOST : answer;
}

static uint32_t pointer_mode(const ak_PortalFacts *facts, int shows_pointer) {
    uint32_t wish = shows_pointer ? AK_PORTAL_SHOWS_POINTER : AK_PORTAL_HIDES_POINTER;
    return facts->pointers & wish;
}

static int append_wish(sd_bus_message *message, const ak_PortalFacts *facts, const ak_PortalWish *wish) {
    uint32_t mode = pointer_mode(facts, wish->shows_pointer);
    int remembers = wish->is_to_be_remembered && facts->version >= 4, problem = 0;
    const char *token = remembers && wish->token && *wish->token ? wish->token : NULL;
    if (mode) problem = ak_bus.message_append(message, "{sv}", "cursor_mode", "u", mode);
    if (problem >= 0 && remembers) problem = ak_bus.message_append(message, "{sv}", "persist_mode", "u", (uint32_t)2);
    if (problem >= 0 && token && strlen(token) <= AK_PORTAL_LONGEST_TOKEN)
        problem = ak_bus.message_append(message, "{sv}", "restore_token", "s", token);
    return problem;
}

static int select_sources(ak_Portal *portal, const ak_PortalFacts *facts, const ak_PortalWish *wish) {
    Token token = make_token();
    sd_bus_message *response, *message = ak_portal_message(portal, AK_PORTAL_PATH, AK_PORTAL_SCREENS, "SelectSources");
    if (message) {
        int problem = ak_bus.message_append(message, "o", portal->session);
        if (problem >= 0) problem = ak_bus.message_open_container(message, 'a', "{sv}");
        if (problem >= 0) problem = ak_bus.message_append(message, "{sv}", "handle_token", "s", token.text);
        if (problem >= 0) problem = ak_bus.message_append(message, "{sv}", "types", "u", wish->sources & facts->sources);
        if (problem >= 0) problem = append_wish(message, facts, wish);
        if (problem >= 0) problem = ak_bus.message_close_container(message);
        message = checked(message, problem);
    }
    int answer = request(portal, message, &token, 0, &response);
    if (answer != AK_PORTAL_DONE) return answer;
    answer = judge_response(portal, response, pass_entry, NULL);
    ak_bus.message_unref(response);
    return answer;
}

static int start(ak_Portal *portal, ak_PortalChoice *choice) {
    Token token = make_token();
    sd_bus_message *response, *message = ak_portal_message(portal, AK_PORTAL_PATH, AK_PORTAL_SCREENS, "Start");
    if (message)
        message = checked(message, ak_bus.message_append(message, "osa{sv}", portal->session, "", 1, "handle_token", "s", token.text));
    int answer = request(portal, message, &token, 1, &response);
    if (answer != AK_PORTAL_DONE) return answer;
    choice->node = UINT32_MAX;
    answer = judge_response(portal, response, ak_portal_read_choice, choice);
    ak_bus.message_unref(response);
    // That number stands for any sender, a camera too.
    if (answer == AK_PORTAL_DONE && choice->node == UINT32_MAX)
        return fail(portal, AK_PORTAL_SENSELESS, "the portal says yes and shares nothing");
    return answer;
}

static int open_remote(ak_Portal *portal, ak_PortalChoice *choice) {
    sd_bus_message *reply, *message = ak_portal_message(portal, AK_PORTAL_PATH, AK_PORTAL_SCREENS, "OpenPipeWireRemote");
    if (message) message = checked(message, ak_bus.message_append(message, "oa{sv}", portal->session, 0));
    int answer = ak_portal_call(portal, message, &reply), descriptor = -1, domain = 0;
    if (answer != AK_PORTAL_DONE) return answer;
    socklen_t length = sizeof domain;
    if (ak_bus.message_is_method_error(reply, NULL) > 0)
        answer = ak_portal_judge(portal, reply);
    else if (ak_bus.message_read(reply, "h", &descriptor) <= 0 ||
             getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) || domain != AF_UNIX)
        answer = fail(portal, AK_PORTAL_SENSELESS, "the portal gives no connection to PipeWire");
    else if ((choice->descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)) < 0)
        answer = fail(portal, AK_PORTAL_LOST, "there are too many open files");
    ak_bus.message_unref(reply);
    return answer;
}

int ak_portal_ask(ak_Portal *portal, const ak_PortalWish *wish, ak_PortalChoice *choice) {
    ak_PortalFacts facts;
    memset(choice, 0, sizeof *choice);
    choice->descriptor = -1;
    ak_portal_end(portal);
    int answer = meet(portal, &facts);
    if (answer == AK_PORTAL_DONE && !(wish->sources & facts.sources))
        answer = fail(portal, AK_PORTAL_ABSENT, "the portal shares nothing of the kind");
    if (answer == AK_PORTAL_DONE) answer = create_session(portal);
    if (answer == AK_PORTAL_DONE) answer = select_sources(portal, &facts, wish);
    if (answer == AK_PORTAL_DONE) answer = start(portal, choice);
    int is_chosen = answer == AK_PORTAL_DONE;
    if (is_chosen) answer = open_remote(portal, choice);
    if (answer == AK_PORTAL_DONE) return answer;
    if (is_chosen && answer == AK_PORTAL_UNWILLING) answer = AK_PORTAL_UNOPENED;
    // What was promised before it failed is worth nothing, but for the token where that is not to blame.
    ak_PortalChoice nothing = {.descriptor = -1};
    if (answer == AK_PORTAL_UNOPENED) memcpy(nothing.token, choice->token, sizeof nothing.token);
    *choice = nothing;
    ak_portal_end(portal);
    return answer;
}

int ak_portal_wait(ak_Portal *portal, int64_t moment) {
    portal->reason[0] = 0;
    portal->deadline = moment;
    int answer = ak_portal_take(portal);
    while (answer == AK_PORTAL_DONE) answer = ak_portal_turn(portal);
    return answer == AK_PORTAL_STALLED ? AK_PORTAL_DONE : answer;
}

void ak_portal_end(ak_Portal *portal) {
    char *session = portal->session;
    portal->session = NULL;
    if (session && !portal->is_ended) ak_portal_tell(portal, session, AK_PORTAL_SESSION, "Close");
    portal->is_ended = 0;
    free(session);
    // Also what was said of a session that has not come into being.
    if (ak_bus.is_ready(portal->bus) > 0) ak_portal_flush(portal);
}

#include "portal_parts.h"

#include <stdlib.h>
#include <string.h>

// MARK: - Calls

static int on_reply(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    *(sd_bus_message **)context = ak_bus.message_ref(message);
    return 1;
}

int ak_portal_call(ak_Portal *portal, sd_bus_message *message, sd_bus_message **reply) {
    *reply = NULL;
    if (!message) {
        ak_portal_explain(&portal->reason, "a question cannot be put into words", "");
        return AK_PORTAL_SENSELESS;
    }
    sd_bus_slot *slot = NULL;
    int problem = ak_bus.call_async(portal->bus, &slot, message, on_reply, reply, UINT64_MAX);
    ak_bus.message_unref(message);
    int answer = problem < 0 ? AK_PORTAL_LOST : ak_portal_take(portal);
    while (!*reply && answer == AK_PORTAL_DONE) answer = ak_portal_turn(portal);
    if (slot) ak_bus.slot_unref(slot);
    if (answer != AK_PORTAL_DONE && *reply) *reply = ak_bus.message_unref(*reply);
    return answer;
}

int ak_portal_judge(ak_Portal *portal, sd_bus_message *message) {
    const sd_bus_error *error = ak_bus.message_get_error(message);
    const char *name = error && error->name ? error->name : "", *text = error && error->message ? error->message : name;
    ak_portal_explain(&portal->reason, "", text);
    const char *gone[] = {"ServiceUnknown", "NameHasNoOwner", "Disconnected"}, *mute[] = {"NoReply", "Timeout", "TimedOut"};
    const char prefix[] = "org.freedesktop.DBus.Error.";
    if (strncmp(name, prefix, sizeof prefix - 1)) return AK_PORTAL_UNWILLING;
    for (int index = 0; index < 3; index++) {
        if (!strcmp(name + sizeof prefix - 1, gone[index])) return AK_PORTAL_LOST;
        if (!strcmp(name + sizeof prefix - 1, mute[index])) return AK_PORTAL_STALLED;
    }
    return AK_PORTAL_UNWILLING;
}

sd_bus_message *ak_portal_bus_message(ak_Portal *portal, const char *member) {
    sd_bus_message *message = NULL;
    int problem = ak_bus.message_new_method_call(portal->bus, &message, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                                 "org.freedesktop.DBus", member);
    return problem < 0 ? NULL : message;
}

sd_bus_message *ak_portal_message(ak_Portal *portal, const char *path, const char *interface, const char *member) {
    sd_bus_message *message = NULL;
    int problem = ak_bus.message_new_method_call(portal->bus, &message, portal->service, path, interface, member);
    return problem < 0 ? NULL : message;
}

void ak_portal_tell(ak_Portal *portal, const char *path, const char *interface, const char *member) {
    if (!portal->service || portal->is_lost) return;
    sd_bus_message *message = ak_portal_message(portal, path, interface, member);
    if (!message) return;
    if (ak_bus.message_set_expect_reply(message, 0) >= 0) ak_bus.send(portal->bus, message, NULL);
    ak_bus.message_unref(message);
}

// MARK: - What the portal says by itself

static int is_from_portal(const ak_Portal *portal, sd_bus_message *message) {
    const char *sender = ak_bus.message_get_sender(message);
    return portal->service && sender && !strcmp(sender, portal->service);
}

static void forget_other(ak_Portal *portal) {
    if (portal->other) portal->other = ak_bus.message_unref(portal->other);
    free(portal->other_path);
    portal->other_path = NULL;
}

int ak_portal_name_request(ak_Portal *portal, const char *path) {
    char *request = strdup(path);
    if (!request) return 0;
    if (portal->request && strcmp(portal->request, path)) {
        // Not that one.
        ak_bus.message_unref(portal->response);
        portal->response = NULL;
        if (portal->other_path && !strcmp(portal->other_path, path)) {
            portal->response = portal->other;
            portal->other = NULL;
        }
    }
    forget_other(portal);
    free(portal->request);
    portal->request = request;
    portal->is_request_certain = 1;
    return 1;
}

void ak_portal_forget_request(ak_Portal *portal) {
    if (portal->response) portal->response = ak_bus.message_unref(portal->response);
    forget_other(portal);
    free(portal->request);
    portal->request = NULL;
    portal->is_request_certain = 0;
}

static int on_response(sd_bus_message *message, void *context, sd_bus_error *error) {
    ak_Portal *portal = context;
    (void)error;
    const char *path = ak_bus.message_get_path(message);
    if (!is_from_portal(portal, message) || !path || !portal->request) return 0;
    if (!strcmp(path, portal->request)) {
        ak_bus.message_unref(portal->response);
        portal->response = ak_bus.message_ref(message);
    } else if (!portal->is_request_certain) {
        forget_other(portal);
        portal->other_path = strdup(path);
        portal->other = ak_bus.message_ref(message);
    }
    return 0;
}

static int on_closed(sd_bus_message *message, void *context, sd_bus_error *error) {
    ak_Portal *portal = context;
    (void)error;
    const char *path = ak_bus.message_get_path(message);
    if (!is_from_portal(portal, message) || !path || !portal->session || strcmp(path, portal->session)) return 0;
    ak_portal_explain(&portal->reason, "the desktop has ended it", "");
    portal->is_ended = 1;
    return 0;
}

static int on_owner(sd_bus_message *message, void *context, sd_bus_error *error) {
    ak_Portal *portal = context;
    (void)error;
    const char *name, *before, *after;
    if (ak_bus.message_read(message, "sss", &name, &before, &after) < 0) return 0;
    if (!portal->service || strcmp(name, portal->service) || *after) return 0;
    ak_portal_explain(&portal->reason, "the portal is gone", "");
    portal->is_lost = 1;
    return 0;
}

static int listen_to(ak_Portal *portal, sd_bus_slot **slot, const char *rule, const char *name, const char *rest,
                     sd_bus_message_handler_t hear) {
    char text[1024];
    size_t length = strlen(rule) + strlen(name) + strlen(rest);
    if (length >= sizeof text) return 0;
    strcat(strcat(strcpy(text, rule), name), rest);
    // Without waiting for the answer: the bus does one thing after the other.
    return ak_bus.add_match_async(portal->bus, slot, text, hear, NULL, portal) >= 0;
}

static int listen_to_service(ak_Portal *portal) {
    const char *by = "type='signal',sender='";
    return listen_to(portal, &portal->responses, by, portal->service,
                     "',interface='org.freedesktop.portal.Request',member='Response'", on_response) &&
           listen_to(portal, &portal->closings, by, portal->service,
                     "',interface='org.freedesktop.portal.Session',member='Closed'", on_closed) &&
           listen_to(portal, &portal->owners,
                     "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
                     "arg0='",
                     portal->service, "'", on_owner);
}

void ak_portal_forget(ak_Portal *portal) {
    sd_bus_slot **slots[] = {&portal->responses, &portal->closings, &portal->owners};
    for (int index = 0; index < 3; index++)
        if (*slots[index]) *slots[index] = ak_bus.slot_unref(*slots[index]);
    ak_portal_forget_request(portal);
    free(portal->service);
    portal->service = NULL;
}

// MARK: - Finding the portal

static int is_known_name(sd_bus_message *names) {
    const char *name;
    int is_known = 0;
    if (ak_bus.message_enter_container(names, 'a', "s") < 0) return 0;
    while (ak_bus.message_read(names, "s", &name) > 0) is_known |= !strcmp(name, AK_PORTAL_NAME);
    return is_known;
}

// Whether the bus could start it.
static int ask_whether_startable(ak_Portal *portal) {
    sd_bus_message *names;
    int answer = ak_portal_call(portal, ak_portal_bus_message(portal, "ListActivatableNames"), &names);
    if (answer == AK_PORTAL_DONE && !is_known_name(names)) {
        ak_portal_explain(&portal->reason, "nobody on the session bus is a portal", "");
        answer = AK_PORTAL_ABSENT;
    }
    if (names) ak_bus.message_unref(names);
    return answer;
}

static int start_service(ak_Portal *portal) {
    sd_bus_message *reply, *message = ak_portal_bus_message(portal, "StartServiceByName");
    if (message && ak_bus.message_append(message, "su", AK_PORTAL_NAME, (uint32_t)0) < 0) message = ak_bus.message_unref(message);
    int answer = ak_portal_call(portal, message, &reply);
    if (answer == AK_PORTAL_DONE && ak_bus.message_is_method_error(reply, NULL) > 0)
        answer = ak_portal_judge(portal, reply) == AK_PORTAL_STALLED ? AK_PORTAL_STALLED : AK_PORTAL_ABSENT;
    if (reply) ak_bus.message_unref(reply);
    return answer;
}

// ABSENT where nobody has the name.
static int ask_for_owner(ak_Portal *portal) {
    sd_bus_message *reply, *message = ak_portal_bus_message(portal, "GetNameOwner");
    if (message && ak_bus.message_append(message, "s", AK_PORTAL_NAME) < 0) message = ak_bus.message_unref(message);
    int answer = ak_portal_call(portal, message, &reply);
    const char *owner;
    if (answer == AK_PORTAL_DONE && ak_bus.message_is_method_error(reply, NULL) > 0) {
        answer = AK_PORTAL_ABSENT;
    } else if (answer == AK_PORTAL_DONE) {
        // Names of one's own begin with a colon; those that one takes could be another's tomorrow.
        int is_read = ak_bus.message_read(reply, "s", &owner) > 0 && *owner == ':' && strlen(owner) < 256;
        if (is_read && !strchr(owner, '\'')) portal->service = strdup(owner);
        if (!portal->service) {
            ak_portal_explain(&portal->reason, "the session bus gives no name for the portal", "");
            answer = AK_PORTAL_SENSELESS;
        }
    }
    if (reply) ak_bus.message_unref(reply);
    return answer;
}

int ak_portal_find(ak_Portal *portal) {
    if (portal->service) return AK_PORTAL_DONE;
    int answer = ask_for_owner(portal);
    if (answer == AK_PORTAL_ABSENT) {
        answer = ask_whether_startable(portal);
        if (answer == AK_PORTAL_DONE) answer = start_service(portal);
        if (answer == AK_PORTAL_DONE) answer = ask_for_owner(portal);
    }
    if (answer != AK_PORTAL_DONE || listen_to_service(portal)) return answer;
    ak_portal_forget(portal);
    return AK_PORTAL_LOST;
}

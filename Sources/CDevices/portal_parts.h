// What the parts of the portal's code share: the functions of the library, a connection, and waiting.
#ifndef CDEVICES_PORTAL_PARTS_H
#define CDEVICES_PORTAL_PARTS_H

#include "CDevicesPortal.h"

#include <poll.h>
#include <stdint.h>
#include <systemd/sd-bus.h>
#include <time.h>

// MARK: - Library

// What is used of the library: nothing that waits by itself, which it does as long as it likes.
#define BUS_FUNCTIONS(do)                                                                                                        \
    do(new) do(set_address) do(set_bus_client) do(negotiate_fds) do(start) do(is_ready) do(close_unref) do(get_fd)               \
    do(get_events) do(get_timeout) do(process) do(get_n_queued_write) do(get_unique_name) do(add_match_async) do(call_async)     \
    do(send) do(slot_unref) do(object_path_is_valid) do(message_new_method_call) do(message_ref) do(message_unref)               \
    do(message_append) do(message_open_container) do(message_close_container) do(message_set_expect_reply)                       \
    do(message_is_method_error) do(message_get_error) do(message_get_path) do(message_get_sender) do(message_read)               \
    do(message_skip) do(message_peek_type) do(message_enter_container) do(message_exit_container)

#define DECLARE_BUS(name) __typeof__(&sd_bus_##name) name;

/// The library, there once `ak_portal_has_library` has said so.
extern struct ak_Bus {
    BUS_FUNCTIONS(DECLARE_BUS)
} ak_bus;

// MARK: - Connections

struct ak_Portal {
    sd_bus *bus;
    int cutter;  // the connection's socket once more, which stays when the library has closed its own
    int wake;    // can be read from while nobody is to wait
    int64_t patience, deadline;
    // What ends a call before its time.
    int heeds_wake, heeds_end;
    // The bus, or the portal of `service`, is gone.
    int is_lost;
    // The portal's own name on the bus, and what it says by itself. NULL while it is not known.
    char *service;
    sd_bus_slot *responses, *closings, *owners;
    // The path of a request, and what the portal has said of it. Until the reply has named the path for certain, it may turn out to be that
    // of the last thing that was said of another one.
    char *request, *other_path;
    int is_request_certain;
    sd_bus_message *response, *other;
    // What is shared: NULL where nothing is.
    char *session;
    int is_ended;
    char reason[256];
};

static const char AK_PORTAL_NAME[] = "org.freedesktop.portal.Desktop", AK_PORTAL_PATH[] = "/org/freedesktop/portal/desktop",
                  AK_PORTAL_SCREENS[] = "org.freedesktop.portal.ScreenCast", AK_PORTAL_REQUEST[] = "org.freedesktop.portal.Request",
                  AK_PORTAL_SESSION[] = "org.freedesktop.portal.Session";

/// Nanoseconds of CLOCK_MONOTONIC.
static inline int64_t ak_portal_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Waits for any of some descriptors, until a moment (without an end where it is negative).
void ak_portal_poll(struct pollfd *descriptors, int count, int64_t moment);

/// Begins a call: its time runs from now on, and nobody has said why anything failed.
void ak_portal_begin(ak_Portal *portal);
/// Notes why a call fails. What others have said is made fit to be shown.
void ak_portal_explain(char (*reason)[256], const char *before, const char *text);

/// What to wait for on behalf of the bus, and until when at most.
struct pollfd ak_portal_interest(ak_Portal *portal, int64_t *moment);
/// Takes what has come from the bus. DONE, or LOST, or ENDED where a session has.
int ak_portal_take(ak_Portal *portal);
/// Waits for the bus once, until the deadline. DONE where something may have come.
int ak_portal_turn(ak_Portal *portal);
/// Sees to it that what was said is on its way, without waiting for long.
void ak_portal_flush(ak_Portal *portal);

// MARK: - Calls

/// Calls, and waits for the reply, which is there where the answer is DONE. Lets go of the message. Errors are replies too.
int ak_portal_call(ak_Portal *portal, sd_bus_message *message, sd_bus_message **reply);
/// Makes of an error what is told of it.
int ak_portal_judge(ak_Portal *portal, sd_bus_message *error);
/// A call of the bus itself.
sd_bus_message *ak_portal_bus_message(ak_Portal *portal, const char *member);
/// A call of the portal that is known.
sd_bus_message *ak_portal_message(ak_Portal *portal, const char *path, const char *interface, const char *member);
/// Says something to the portal that needs no answer.
void ak_portal_tell(ak_Portal *portal, const char *path, const char *interface, const char *member);
/// Notes which path a request has for certain; 0 where there is no memory.
int ak_portal_name_request(ak_Portal *portal, const char *path);
/// Lets go of the request, and of what was said of any.
void ak_portal_forget_request(ak_Portal *portal);
/// Finds the portal's own name, and listens to what it says.
int ak_portal_find(ak_Portal *portal);
void ak_portal_forget(ak_Portal *portal);

// MARK: - Answers

/// Reads a value of one simple type out of a variant; 0, past it, where it is of another type.
int ak_portal_read_variant(sd_bus_message *message, const char *type, void *value);
/// Reads what comes with a response: its number, and what `read` makes of each entry, which is to go past its variant and answer
/// less than 0 where that cannot be done.
int ak_portal_read_response(sd_bus_message *message, uint32_t *code, int (*read)(sd_bus_message *, const char *, void *),
                            void *context);
/// Reads an entry of what a session's beginning gives: `context` is a `const char *` that lives as long as the message.
int ak_portal_read_session(sd_bus_message *message, const char *key, void *context);
/// Reads an entry of what the user's answer gives: `context` is an `ak_PortalChoice`, whose node is UINT32_MAX until there is one.
int ak_portal_read_choice(sd_bus_message *message, const char *key, void *context);

#endif

#define _GNU_SOURCE
#include "guard.h"
#include "portal_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static const int64_t millisecond = 1000000;

// MARK: - Words

void ak_portal_explain(char (*reason)[256], const char *before, const char *text) {
    size_t length = (size_t)snprintf(*reason, sizeof *reason, "%s", before);
    for (const unsigned char *byte = (const unsigned char *)text; *byte && length < sizeof *reason - 1; byte++) {
        // Characters that move a terminal's cursor are none to be shown, also those of two bytes.
        int is_control = *byte < 0x20 || *byte == 0x7F, is_long_control = *byte == 0xC2 && byte[1] >= 0x80 && byte[1] < 0xA0;
        (*reason)[length++] = is_control || is_long_control ? ' ' : (char)*byte;
        if (is_long_control) byte++;
    }
    // Not with a part of a character at the end.
    if (length == sizeof *reason - 1) {
        while (length > 0 && ((unsigned char)(*reason)[length - 1] & 0xC0) == 0x80) length--;
        if (length > 0 && (unsigned char)(*reason)[length - 1] >= 0xC0) length--;
    }
    (*reason)[length] = 0;
}

const char *ak_portal_reason(const ak_Portal *portal) { return portal->reason; }

void ak_portal_begin(ak_Portal *portal) {
    portal->reason[0] = 0;
    portal->deadline = ak_portal_now() + portal->patience;
}

// MARK: - Waiting

void ak_portal_poll(struct pollfd *descriptors, int count, int64_t moment) {
    int64_t left = moment < 0 ? 0 : moment - ak_portal_now();
    if (left < 0) left = 0;
    struct timespec limit = {left / 1000000000, left % 1000000000};
    if (ppoll(descriptors, (nfds_t)count, moment < 0 ? NULL : &limit, NULL) >= 0) return;
    for (int index = 0; index < count; index++) descriptors[index].revents = 0;
}

struct pollfd ak_portal_interest(ak_Portal *portal, int64_t *moment) {
    struct pollfd interest = {ak_bus.get_fd(portal->bus), 0, 0};
    int events = ak_bus.get_events(portal->bus);
    if (events > 0) interest.events = (short)events;
    uint64_t limit;
    if (ak_bus.get_timeout(portal->bus, &limit) >= 0 && limit < (uint64_t)INT64_MAX / 1000) {
        int64_t nanoseconds = (int64_t)limit * 1000;
        if (*moment < 0 || nanoseconds < *moment) *moment = nanoseconds;
    }
    return interest;
}

static void lose(ak_Portal *portal, const char *text) {
    ak_portal_explain(&portal->reason, text, "");
    portal->is_lost = 1;
}

int ak_portal_take(ak_Portal *portal) {
    // The library reads as long as anything comes.
    ak_Guard guard;
    int is_guarded = ak_guard_begin(&guard, portal->cutter, (ak_portal_now() + portal->patience) / millisecond);
    for (int count = 0; count < 256 && !portal->is_lost; count++) {
        int taken = ak_bus.process(portal->bus, NULL);
        if (taken == 0) break;
        if (taken < 0 && taken != -EINTR) lose(portal, "the session bus has ended the connection");
    }
    if (is_guarded) ak_guard_end(&guard);
    if (is_guarded && guard.has_cut) lose(portal, "the session bus does not come to an end");
    if (portal->is_lost) return AK_PORTAL_LOST;
    return portal->session && portal->is_ended ? AK_PORTAL_ENDED : AK_PORTAL_DONE;
}

static int is_woken(ak_Portal *portal) {
    struct pollfd wake = {portal->wake, POLLIN, 0};
    return portal->heeds_wake && poll(&wake, 1, 0) > 0;
}

int ak_portal_turn(ak_Portal *portal) {
    if (is_woken(portal)) return AK_PORTAL_WOKEN;
    if (portal->deadline >= 0 && ak_portal_now() >= portal->deadline) return AK_PORTAL_STALLED;
    int64_t moment = portal->deadline;
    struct pollfd descriptors[] = {ak_portal_interest(portal, &moment), {portal->wake, POLLIN, 0}};
    ak_portal_poll(descriptors, portal->heeds_wake ? 2 : 1, moment);
    return ak_portal_take(portal);
}

void ak_portal_flush(ak_Portal *portal) {
    int64_t deadline = portal->deadline;
    int heeds_wake = portal->heeds_wake;
    uint64_t waiting;
    portal->heeds_wake = 0;
    portal->deadline = ak_portal_now() + 250 * millisecond;
    while (!portal->is_lost && ak_bus.get_n_queued_write(portal->bus, &waiting) >= 0 && waiting > 0) {
        int answer = ak_portal_turn(portal);
        if (answer == AK_PORTAL_STALLED || answer == AK_PORTAL_LOST) break;
    }
    portal->deadline = deadline;
    portal->heeds_wake = heeds_wake;
}

void ak_portal_wake(ak_Portal *portal) {
    uint64_t one = 1;
    ssize_t written = write(portal->wake, &one, sizeof one);
    (void)written;
}

void ak_portal_rest(ak_Portal *portal) {
    uint64_t count;
    ssize_t taken = read(portal->wake, &count, sizeof count);
    (void)taken;
}

// MARK: - Connecting

// Where the session's bus is by custom; 0 where it cannot be said.
static int usual_address(char *address, size_t capacity) {
    const char *given = secure_getenv("DBUS_SESSION_BUS_ADDRESS"), *folder = secure_getenv("XDG_RUNTIME_DIR");
    if (given && *given) return (size_t)snprintf(address, capacity, "%s", given) < capacity;
    if (!folder || *folder != '/') return 0;
    size_t length = (size_t)snprintf(address, capacity, "unix:path=");
    for (const char *byte = folder; *byte; byte++) {
        int is_plain = (*byte >= 'a' && *byte <= 'z') || (*byte >= 'A' && *byte <= 'Z') || (*byte >= '0' && *byte <= '9') ||
                       strchr("-_/.", *byte);
        if (length + 8 > capacity) return 0;
        length += (size_t)snprintf(address + length, capacity - length, is_plain ? "%c" : "%%%02x", (unsigned char)*byte);
    }
    snprintf(address + length, capacity - length, "/bus");
    return 1;
}

static int start(ak_Portal *portal, const char *address) {
    int problem = ak_bus.new(&portal->bus);
    if (problem >= 0) problem = ak_bus.set_address(portal->bus, address);
    if (problem >= 0) problem = ak_bus.set_bus_client(portal->bus, 1);
    if (problem >= 0) problem = ak_bus.negotiate_fds(portal->bus, 1);
    if (problem >= 0) problem = ak_bus.start(portal->bus);
    if (problem >= 0 && (portal->cutter = fcntl(ak_bus.get_fd(portal->bus), F_DUPFD_CLOEXEC, 3)) < 0) problem = -EMFILE;
    if (problem < 0 && portal->bus) portal->bus = ak_bus.close_unref(portal->bus);
    return problem;
}

static int connect_bus(ak_Portal *portal, const char *address) {
    int problem;
    // A bus that has as many waiting as it takes says so at once.
    while ((problem = start(portal, address)) == -EAGAIN && ak_portal_now() < portal->deadline) poll(NULL, 0, 20);
    if (problem == -EMFILE) return AK_PORTAL_LOST;
    if (problem == -EAGAIN) return AK_PORTAL_STALLED;
    if (problem < 0) return AK_PORTAL_ABSENT;
    int is_ready, answer = AK_PORTAL_DONE;
    while ((is_ready = ak_bus.is_ready(portal->bus)) == 0 && answer == AK_PORTAL_DONE) answer = ak_portal_turn(portal);
    return answer == AK_PORTAL_DONE && is_ready < 0 ? AK_PORTAL_LOST : answer;
}

int ak_portal_open(ak_Portal **made, const char *address, int milliseconds) {
    *made = NULL;
    char usual[4096];
    if (!ak_portal_has_library()) return AK_PORTAL_ABSENT;
    if (!address && !usual_address(usual, sizeof usual)) return AK_PORTAL_ABSENT;
    ak_Portal *portal = calloc(1, sizeof *portal);
    if (!portal) return AK_PORTAL_LOST;
    portal->patience = milliseconds * millisecond;
    portal->cutter = -1;
    portal->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    ak_portal_begin(portal);
    int answer = portal->wake < 0 ? AK_PORTAL_LOST : connect_bus(portal, address ? address : usual);
    portal->heeds_wake = 1;
    if (answer == AK_PORTAL_DONE)
        *made = portal;
    else
        ak_portal_close(portal);
    return answer;
}

void ak_portal_close(ak_Portal *portal) {
    if (portal->bus) {
        ak_portal_end(portal);
        ak_portal_forget(portal);
        ak_bus.close_unref(portal->bus);
    }
    if (portal->cutter >= 0) close(portal->cutter);
    if (portal->wake >= 0) close(portal->wake);
    free(portal);
}

#define _GNU_SOURCE
#include "guard.h"
#include "portal_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static const int64_t millisecond = 1000000;

// MARK: - Words

// Characters that move a terminal's cursor, or turn the direction of what is written, are none to be shown.
static int is_shown(uint32_t character) {
    const uint32_t hidden[][2] = {{0, 0x1F}, {0x7F, 0x9F}, {0x61C, 0x61C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
    for (size_t index = 0; index < sizeof hidden / sizeof *hidden; index++)
        if (character >= hidden[index][0] && character <= hidden[index][1]) return 0;
    return 1;
}

// How many bytes the character has that a text (which is not empty) begins with, and which one it is; 0 where it is none of UTF-8, and one
// byte long.
static size_t read_character(const unsigned char *text, uint32_t *character) {
    const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t count = *text < 0x80 ? 1 : *text < 0xC0 ? 0 : *text < 0xE0 ? 2 : *text < 0xF0 ? 3 : *text < 0xF8 ? 4 : 0;
    *character = 0;
    if (count == 0) return 1;
    uint32_t value = count == 1 ? *text : *text & (0x7Fu >> count);
    for (size_t index = 1; index < count; index++) {
        if ((text[index] & 0xC0) != 0x80) return 1;
        value = value << 6 | (text[index] & 0x3F);
    }
    if (value < least[count] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 1;
    *character = value;
    return count;
}

void ak_portal_explain(char (*reason)[256], const char *before, const char *text) {
    size_t length = strnlen(before, sizeof *reason - 1), count;
    memcpy(*reason, before, length);
    for (const unsigned char *place = (const unsigned char *)text; *place; place += count) {
        uint32_t character;
        count = read_character(place, &character);
        size_t shown = is_shown(character) ? count : 1;
        if (shown > sizeof *reason - 1 - length) break;
        if (is_shown(character))
            memcpy(*reason + length, place, shown);
        else
            (*reason)[length] = ' ';
        length += shown;
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

// The connection ends, too: where the library has closed its own descriptor there is still this one, and the portal would go on sharing.
static void lose(ak_Portal *portal, const char *text) {
    ak_portal_explain(&portal->reason, text, "");
    portal->is_lost = 1;
    shutdown(portal->cutter, SHUT_RDWR);
}

int ak_portal_take(ak_Portal *portal) {
    // The library reads as long as anything comes.
    ak_Guard guard;
    if (!ak_guard_begin(&guard, portal->cutter, (ak_portal_now() + portal->patience) / millisecond))
        lose(portal, "nobody can watch over the session bus");
    for (int count = 0; count < 256 && !portal->is_lost; count++) {
        int taken = ak_bus.process(portal->bus, NULL);
        if (taken == 0) break;
        if (taken < 0 && taken != -EINTR) lose(portal, "the session bus has ended the connection");
    }
    ak_guard_end(&guard);
    if (guard.has_cut) lose(portal, "the session bus does not come to an end");
    if (portal->is_lost) return AK_PORTAL_LOST;
    return portal->session && portal->is_ended && portal->heeds_end ? AK_PORTAL_ENDED : AK_PORTAL_DONE;
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

// Keeps of a list of addresses those that lie on this machine; 0 where there are none. All others are not worth it, since descriptors
// cannot be passed there, and their names may be asked for as long as it takes, or they are programs.
static int keep_near(char *kept, size_t capacity, const char *address) {
    const char near[] = "unix:";
    size_t length = 0;
    while (*address) {
        size_t count = strcspn(address, ";");
        if (!strncmp(address, near, sizeof near - 1)) {
            if (count + 2 > capacity - length) return 0;
            memcpy(kept + length, address, count);
            length += count;
            kept[length++] = ';';
        }
        address += count + (address[count] == ';');
    }
    if (length) kept[length - 1] = 0;
    return length > 0;
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
    char usual[4096], near[4096];
    if (!ak_portal_has_library()) return AK_PORTAL_ABSENT;
    if (!address && !usual_address(usual, sizeof usual)) return AK_PORTAL_ABSENT;
    if (!keep_near(near, sizeof near, address ? address : usual)) return AK_PORTAL_ABSENT;
    ak_Portal *portal = calloc(1, sizeof *portal);
    if (!portal) return AK_PORTAL_LOST;
    portal->patience = milliseconds * millisecond;
    portal->cutter = -1;
    portal->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    ak_portal_begin(portal);
    int answer = portal->wake < 0 ? AK_PORTAL_LOST : connect_bus(portal, near);
    portal->heeds_wake = portal->heeds_end = 1;
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

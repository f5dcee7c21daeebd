#define _GNU_SOURCE
#include "screen_parts.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// MARK: - Calls

// How much longer than the wait for a reply the guard waits, which leaves no connection.
static const int64_t grace = 250;

void ak_screen_begin(ak_Screen *screen, ak_ScreenCall *call) {
    // A server that is gone must not end the process: its socket may answer a write with a signal.
    sigset_t pipe, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    call->was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &call->before);
    screen->deadline = ak_milliseconds() + screen->patience;
    // Nobody is to wait without an end for what nobody can watch over.
    if (!ak_guard_begin(&call->guard, screen->cutter, screen->deadline + grace)) shutdown(screen->cutter, SHUT_RDWR);
}

int ak_screen_end(ak_Screen *screen, ak_ScreenCall *call, int answer) {
    ak_guard_end(&call->guard);
    sigset_t pipe, pending;
    sigpending(&pending);
    if (!call->was_pending && sigismember(&pending, SIGPIPE)) {
        struct timespec none = {0, 0};
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        sigtimedwait(&pipe, NULL, &none);
    }
    pthread_sigmask(SIG_SETMASK, &call->before, NULL);
    if (call->guard.has_cut) return AK_SCREEN_STALLED;
    return screen->connection && ak_core.connection_has_error(screen->connection) ? AK_SCREEN_LOST : answer;
}

// MARK: - Waiting

void ak_screen_take_events(ak_Screen *screen) {
    // A server that says more than anybody needs to know is not listened to for ever.
    for (int count = 0; count < 4096; count++) {
        xcb_generic_event_t *event = ak_core.poll_for_event(screen->connection);
        if (!event) return;
        int kind = event->response_type & 0x7F;
        if (kind != 0 && kind != XCB_MAPPING_NOTIFY) screen->has_changed = 1;
        free(event);
    }
}

// Waits until the server has sent something, until a moment (for ever where that is negative).
static int wait_for_server(ak_Screen *screen, int64_t deadline) {
    struct pollfd descriptors[] = {
        {screen->wake, POLLIN, 0},
        {ak_core.get_file_descriptor(screen->connection), POLLIN, 0},
    };
    int64_t left = deadline - ak_milliseconds();
    if (deadline >= 0 && left <= 0) return AK_SCREEN_STALLED;
    poll(descriptors, 2, deadline < 0 ? -1 : (int)left);
    return descriptors[0].revents ? AK_SCREEN_WOKEN : AK_SCREEN_DONE;
}

int ak_screen_await(ak_Screen *screen, unsigned int request, void *reply) {
    xcb_generic_error_t *error = NULL;
    *(void **)reply = NULL;
    ak_core.flush(screen->connection);
    for (;;) {
        // Replies are found only after events were looked for: that reads what has come.
        ak_screen_take_events(screen);
        if (ak_core.connection_has_error(screen->connection)) return AK_SCREEN_LOST;
        if (ak_core.poll_for_reply(screen->connection, request, reply, &error)) {
            free(error);
            if (*(void **)reply) return AK_SCREEN_DONE;
            return ak_core.connection_has_error(screen->connection) ? AK_SCREEN_LOST : AK_SCREEN_REFUSED;
        }
        int answer = wait_for_server(screen, screen->deadline);
        if (answer != AK_SCREEN_DONE) {
            ak_core.discard_reply(screen->connection, request);
            return answer;
        }
    }
}

int ak_screen_settle(ak_Screen *screen, xcb_void_cookie_t cookie) {
    void *focus;
    int answer = ak_screen_await(screen, ak_core.get_input_focus(screen->connection).sequence, &focus);
    free(focus);
    if (answer != AK_SCREEN_DONE) {
        ak_core.discard_reply(screen->connection, cookie.sequence);
        return answer;
    }
    // The server is through with it, so this does not wait.
    xcb_generic_error_t *error = ak_core.request_check(screen->connection, cookie);
    answer = error ? AK_SCREEN_REFUSED : AK_SCREEN_DONE;
    free(error);
    return answer;
}

size_t ak_reply_size(const void *reply) {
    // So libxcb counts, in 32 bits.
    return 32 + (size_t)(uint32_t)(((const xcb_generic_reply_t *)reply)->length * 4u);
}

// MARK: - Connections

// Asks for all that libxcb would wait for without an end.
static int learn_extensions(ak_Screen *screen) {
    xcb_extension_t *all[] = {ak_randr.extension, ak_xfixes.extension, ak_shm.extension};
    for (int index = 0; index < 3; index++)
        if (all[index]) ak_core.prefetch_extension_data(screen->connection, all[index]);
    void *focus;
    int answer = ak_screen_await(screen, ak_core.get_input_focus(screen->connection).sequence, &focus);
    free(focus);
    return answer;
}

// Asking an extension that is not there ends the connection.
static int offers(ak_Screen *screen, xcb_extension_t *extension) {
    if (!extension || ak_core.connection_has_error(screen->connection)) return 0;
    const xcb_query_extension_reply_t *reply = ak_core.get_extension_data(screen->connection, extension);
    return reply && reply->present;
}

static int begin_randr(ak_Screen *screen) {
    if (!offers(screen, ak_randr.extension)) return AK_SCREEN_DONE;
    xcb_randr_query_version_reply_t *version;
    int answer = ak_screen_await(screen, ak_randr.query_version(screen->connection, 1, 5).sequence, &version);
    if (answer == AK_SCREEN_DONE) {
        screen->has_randr = version->major_version > 1 || (version->major_version == 1 && version->minor_version >= 2);
        screen->has_monitors = screen->has_randr && (version->major_version > 1 || version->minor_version >= 5);
    }
    free(version);
    if (!screen->has_randr) return answer;
    // Monitors that somebody defines change no output; only the root window tells of them.
    uint32_t mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
    ak_core.change_window_attributes(screen->connection, screen->root, XCB_CW_EVENT_MASK, &mask);
    ak_randr.select_input(screen->connection, screen->root,
                          XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE |
                              XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE);
    return answer;
}

static int begin_xfixes(ak_Screen *screen) {
    if (!offers(screen, ak_xfixes.extension)) return AK_SCREEN_DONE;
    xcb_xfixes_query_version_reply_t *version;
    int answer = ak_screen_await(screen, ak_xfixes.query_version(screen->connection, 4, 0).sequence, &version);
    screen->has_xfixes = answer == AK_SCREEN_DONE;
    free(version);
    return answer;
}

static int begin_sharing(ak_Screen *screen, int wish) {
    // A server that is not reached through a socket of this machine is elsewhere, and takes a descriptor for the connection's end.
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (wish == AK_SCREEN_SHARES_NOTHING || getsockname(screen->cutter, (struct sockaddr *)&address, &length) ||
        address.ss_family != AF_UNIX || !offers(screen, ak_shm.extension))
        return AK_SCREEN_DONE;
    xcb_shm_query_version_reply_t *version;
    int answer = ak_screen_await(screen, ak_shm.query_version(screen->connection).sequence, &version);
    if (answer == AK_SCREEN_DONE) {
        int takes_descriptors = version->major_version > 1 || (version->major_version == 1 && version->minor_version >= 2);
        screen->may_share_descriptors = takes_descriptors && wish != AK_SCREEN_SHARES_SEGMENTS;
        screen->may_share_segments = wish != AK_SCREEN_SHARES_DESCRIPTORS;
    }
    free(version);
    return answer;
}

static int is_serious(int answer) { return answer == AK_SCREEN_STALLED || answer == AK_SCREEN_LOST; }

// What a connection needs to know of its server. An extension that refuses is as good as none.
static int learn(ak_Screen *screen, int number, int sharing) {
    if (ak_core.connection_has_error(screen->connection)) return AK_SCREEN_LOST;
    if (!ak_screen_find(ak_core.get_setup(screen->connection), number, &screen->root, &screen->has_true_colours))
        return AK_SCREEN_REFUSED;
    int answer = learn_extensions(screen);
    if (!is_serious(answer)) answer = begin_randr(screen);
    if (!is_serious(answer)) answer = begin_xfixes(screen);
    if (!is_serious(answer)) answer = begin_sharing(screen, sharing);
    return is_serious(answer) ? answer : AK_SCREEN_DONE;
}

static int connect_screen(ak_Screen *screen, const char *name, int sharing) {
    char *host = NULL;
    int display = 0, number = 0;
    if (!ak_core.parse_display(name, &host, &display, &number)) return AK_SCREEN_REFUSED;
    int64_t deadline = ak_milliseconds() + screen->patience;
    int descriptor = ak_screen_socket(host, display, deadline);
    free(host);
    if (descriptor < 0) return ak_milliseconds() < deadline ? AK_SCREEN_LOST : AK_SCREEN_STALLED;
    screen->cutter = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (screen->cutter < 0) {
        close(descriptor);
        return AK_SCREEN_REFUSED;
    }
    ak_ScreenSecret secret;
    xcb_auth_info_t way = {0};
    int has_secret = ak_screen_secret(descriptor, display, &secret);
    if (has_secret) way = (xcb_auth_info_t){secret.name_length, secret.name, secret.data_length, secret.data};
    ak_ScreenCall call;
    ak_screen_begin(screen, &call);
    // From here on the descriptor is libxcb's.
    screen->connection = ak_core.connect_to_fd(descriptor, has_secret ? &way : NULL);
    return ak_screen_end(screen, &call, learn(screen, number, sharing));
}

int ak_screen_open(ak_Screen **made, const char *display, int sharing, int milliseconds) {
    *made = NULL;
    if (!ak_screen_has_library()) return AK_SCREEN_REFUSED;
    ak_Screen *screen = calloc(1, sizeof *screen);
    if (!screen) return AK_SCREEN_REFUSED;
    screen->sharing = AK_SCREEN_SHARES_NOTHING;
    screen->cutter = -1;
    screen->patience = milliseconds;
    screen->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int answer = screen->wake < 0 ? AK_SCREEN_REFUSED : connect_screen(screen, display, sharing);
    if (answer == AK_SCREEN_DONE)
        *made = screen;
    else
        ak_screen_close(screen);
    return answer;
}

void ak_screen_close(ak_Screen *screen) {
    if (screen->connection) {
        ak_ScreenCall call;
        ak_screen_begin(screen, &call);
        ak_screen_forget_pixels(screen);
        ak_core.disconnect(screen->connection);
        screen->connection = NULL;
        ak_screen_end(screen, &call, AK_SCREEN_DONE);
    }
    if (screen->cutter >= 0) close(screen->cutter);
    if (screen->wake >= 0) close(screen->wake);
    free(screen);
}

int ak_screen_has_true_colours(const ak_Screen *screen) { return screen->has_true_colours; }
int ak_screen_tells_changes(const ak_Screen *screen) { return screen->has_randr; }
int ak_screen_knows_pointer(const ak_Screen *screen) { return screen->has_xfixes; }
int ak_screen_sharing(const ak_Screen *screen) { return screen->sharing; }

int ak_screen_pause(ak_Screen *screen, int64_t moment) {
    struct pollfd wake = {screen->wake, POLLIN, 0};
    while (1) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t left = moment - ((int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
        struct timespec limit = {left > 0 ? left / 1000000000 : 0, left > 0 ? left % 1000000000 : 0};
        // A signal ends it before its time, and nothing is to be before it.
        if (ppoll(&wake, 1, &limit, NULL) > 0) return AK_SCREEN_WOKEN;
        if (left <= 0) return AK_SCREEN_DONE;
    }
}

void ak_screen_wake(ak_Screen *screen) {
    uint64_t one = 1;
    ssize_t written = write(screen->wake, &one, sizeof one);
    (void)written;
}

void ak_screen_rest(ak_Screen *screen) {
    uint64_t count;
    ssize_t taken = read(screen->wake, &count, sizeof count);
    (void)taken;
}

void ak_screen_cut(ak_Screen *screen) { shutdown(screen->cutter, SHUT_RDWR); }

int ak_screen_wait(ak_Screen *screen) {
    int answer = AK_SCREEN_DONE;
    while (answer == AK_SCREEN_DONE) {
        ak_ScreenCall call;
        ak_screen_begin(screen, &call);
        ak_core.flush(screen->connection);
        ak_screen_take_events(screen);
        answer = ak_screen_end(screen, &call, screen->has_changed ? AK_SCREEN_CHANGED : AK_SCREEN_DONE);
        // Changes may be far apart.
        if (answer == AK_SCREEN_DONE) answer = wait_for_server(screen, -1);
    }
    screen->has_changed = 0;
    return answer;
}

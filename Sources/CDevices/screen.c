#define _GNU_SOURCE
#include "CDevicesScreen.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <xcb/randr.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/xfixes.h>

// What is used of the libraries.
#define CORE_FUNCTIONS(do)                                                                                                       \
    do(connect) do(connection_has_error) do(disconnect) do(get_setup) do(setup_roots_iterator) do(screen_next)                   \
    do(screen_allowed_depths_iterator) do(depth_next) do(depth_visuals_iterator) do(visualtype_next)                             \
    do(setup_pixmap_formats_iterator) do(format_next) do(generate_id) do(flush) do(get_extension_data)                           \
    do(get_file_descriptor) do(poll_for_event) do(poll_for_reply) do(discard_reply) do(request_check)                            \
    do(change_window_attributes) do(get_geometry) do(get_atom_name) do(get_atom_name_name) do(get_atom_name_name_length)         \
    do(get_input_focus) do(get_image) do(get_image_data) do(get_image_data_length)
#define RANDR_FUNCTIONS(do)                                                                                                      \
    do(query_version) do(select_input) do(get_monitors) do(get_monitors_monitors_iterator) do(monitor_info_next)                 \
    do(monitor_info_outputs) do(monitor_info_outputs_length) do(get_screen_resources_current)                                    \
    do(get_screen_resources_current_modes) do(get_screen_resources_current_modes_length) do(get_output_info) do(get_crtc_info)
#define SHM_FUNCTIONS(do) do(query_version) do(attach_checked) do(attach_fd_checked) do(detach) do(get_image)
#define XFIXES_FUNCTIONS(do)                                                                                                     \
    do(query_version) do(get_cursor_image) do(get_cursor_image_cursor_image) do(get_cursor_image_cursor_image_length)

#define DECLARE_CORE(name) __typeof__(&xcb_##name) name;
#define DECLARE_RANDR(name) __typeof__(&xcb_randr_##name) name;
#define DECLARE_SHM(name) __typeof__(&xcb_shm_##name) name;
#define DECLARE_XFIXES(name) __typeof__(&xcb_xfixes_##name) name;
static struct {
    CORE_FUNCTIONS(DECLARE_CORE)
} x;
static struct {
    xcb_extension_t *extension;
    RANDR_FUNCTIONS(DECLARE_RANDR)
} randr;
static struct {
    xcb_extension_t *extension;
    SHM_FUNCTIONS(DECLARE_SHM)
} shm;
static struct {
    xcb_extension_t *extension;
    XFIXES_FUNCTIONS(DECLARE_XFIXES)
} xfixes;
static int has_core = 0, has_randr = 0, has_shm = 0, has_xfixes = 0;

static int find(void *library, void *target, const char *name) {
    void *found = dlsym(library, name);
    *(void **)target = found;
    return found != NULL;
}

static int load_core(void) {
    void *library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_CORE(name) &&find(library, &x.name, "xcb_" #name)
    return 1 CORE_FUNCTIONS(FIND_CORE);
}

static int load_randr(void) {
    void *library = dlopen("libxcb-randr.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_RANDR(name) &&find(library, &randr.name, "xcb_randr_" #name)
    return find(library, &randr.extension, "xcb_randr_id") RANDR_FUNCTIONS(FIND_RANDR);
}

static int load_shm(void) {
    void *library = dlopen("libxcb-shm.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_SHM(name) &&find(library, &shm.name, "xcb_shm_" #name)
    return find(library, &shm.extension, "xcb_shm_id") SHM_FUNCTIONS(FIND_SHM);
}

static int load_xfixes(void) {
    void *library = dlopen("libxcb-xfixes.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_XFIXES(name) &&find(library, &xfixes.name, "xcb_xfixes_" #name)
    return find(library, &xfixes.extension, "xcb_xfixes_id") XFIXES_FUNCTIONS(FIND_XFIXES);
}

static void load(void) {
    has_core = load_core();
    if (!has_core) return;
    has_randr = load_randr();
    has_shm = load_shm();
    has_xfixes = load_xfixes();
}

int ak_screen_has_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return has_core;
}

struct ak_Screen {
    xcb_connection_t *connection;
    xcb_screen_t *screen;
    int wake;  // can be read from while nobody is to wait
    int has_randr, has_monitors, has_xfixes, has_true_colours;
    int has_changed;
    // Memory that the server writes pixels to.
    int may_share_descriptors, may_share_segments;
    int sharing;
    uint32_t segment;
    uint8_t *pixels;
    size_t capacity;
};

// A server that is gone must not end the process: its socket may answer a write with a signal.
typedef struct {
    sigset_t before;
    int was_pending;
} SignalGuard;

static SignalGuard begin(void) {
    SignalGuard guard;
    sigset_t pipe, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    guard.was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &guard.before);
    return guard;
}

static void end(const SignalGuard *guard) {
    sigset_t pipe, pending;
    sigpending(&pending);
    if (!guard->was_pending && sigismember(&pending, SIGPIPE)) {
        struct timespec none = {0, 0};
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        sigtimedwait(&pipe, NULL, &none);
    }
    pthread_sigmask(SIG_SETMASK, &guard->before, NULL);
}

// MARK: - Waiting

// How long a server may take to answer. One that is stopped never does, and would keep its clients for ever.
static const int64_t patience = 5000;

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Takes what the server has sent: nothing but changes was asked for, but all clients are told what keys mean.
static void take_events(ak_Screen *screen) {
    xcb_generic_event_t *event;
    while ((event = x.poll_for_event(screen->connection))) {
        int kind = event->response_type & 0x7F;
        if (kind != 0 && kind != XCB_MAPPING_NOTIFY) screen->has_changed = 1;
        free(event);
    }
}

// Waits until the server has sent something, until a moment (for ever where that is negative).
static int wait_for_server(ak_Screen *screen, int64_t deadline) {
    struct pollfd descriptors[] = {{screen->wake, POLLIN, 0}, {x.get_file_descriptor(screen->connection), POLLIN, 0}};
    int64_t left = deadline - milliseconds();
    if (deadline >= 0 && left <= 0) return AK_SCREEN_STALLED;
    poll(descriptors, 2, deadline < 0 ? -1 : (int)left);
    return descriptors[0].revents ? AK_SCREEN_WOKEN : AK_SCREEN_DONE;
}

// Waits for the reply to a request, which is not there where the answer is not that it is done.
static int await(ak_Screen *screen, unsigned int request, void *reply) {
    xcb_generic_error_t *error = NULL;
    int64_t deadline = milliseconds() + patience;
    *(void **)reply = NULL;
    x.flush(screen->connection);
    for (;;) {
        // Replies are found only after events were looked for: that reads what has come.
        take_events(screen);
        if (x.connection_has_error(screen->connection)) return AK_SCREEN_LOST;
        if (x.poll_for_reply(screen->connection, request, reply, &error)) {
            free(error);
            if (*(void **)reply) return AK_SCREEN_DONE;
            return x.connection_has_error(screen->connection) ? AK_SCREEN_LOST : AK_SCREEN_REFUSED;
        }
        int answer = wait_for_server(screen, deadline);
        if (answer != AK_SCREEN_DONE) {
            x.discard_reply(screen->connection, request);
            return answer;
        }
    }
}

// Waits until a request without a reply is done.
static int settle(ak_Screen *screen, xcb_void_cookie_t cookie) {
    void *focus;
    int answer = await(screen, x.get_input_focus(screen->connection).sequence, &focus);
    free(focus);
    if (answer != AK_SCREEN_DONE) {
        x.discard_reply(screen->connection, cookie.sequence);
        return answer;
    }
    // The server is through with it, so this does not wait.
    xcb_generic_error_t *error = x.request_check(screen->connection, cookie);
    answer = error ? AK_SCREEN_REFUSED : AK_SCREEN_DONE;
    free(error);
    return answer;
}

// MARK: - Connections

static xcb_screen_t *screen_of(xcb_connection_t *connection, int number) {
    xcb_screen_iterator_t screens = x.setup_roots_iterator(x.get_setup(connection));
    for (; screens.rem > 1 && number > 0; number--) x.screen_next(&screens);
    return screens.rem ? screens.data : NULL;
}

static int find_true_colours(xcb_connection_t *connection, xcb_screen_t *screen) {
    const xcb_setup_t *setup = x.get_setup(connection);
    if (setup->image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) return 0;
    int bits = 0;
    for (xcb_format_iterator_t all = x.setup_pixmap_formats_iterator(setup); all.rem; x.format_next(&all))
        if (all.data->depth == screen->root_depth) bits = all.data->bits_per_pixel;
    if ((screen->root_depth != 24 && screen->root_depth != 32) || bits != 32) return 0;
    for (xcb_depth_iterator_t depths = x.screen_allowed_depths_iterator(screen); depths.rem; x.depth_next(&depths))
        for (xcb_visualtype_iterator_t all = x.depth_visuals_iterator(depths.data); all.rem; x.visualtype_next(&all))
            if (all.data->visual_id == screen->root_visual)
                return all.data->_class == XCB_VISUAL_CLASS_TRUE_COLOR && all.data->red_mask == 0xFF0000 &&
                       all.data->green_mask == 0xFF00 && all.data->blue_mask == 0xFF;
    return 0;
}

// Asking an extension that is not there ends the connection.
static int offers(ak_Screen *screen, xcb_extension_t *extension) {
    const xcb_query_extension_reply_t *reply = x.get_extension_data(screen->connection, extension);
    return reply && reply->present;
}

static void begin_randr(ak_Screen *screen) {
    if (!has_randr || !offers(screen, randr.extension)) return;
    xcb_randr_query_version_reply_t *version;
    if (await(screen, randr.query_version(screen->connection, 1, 5).sequence, &version) == AK_SCREEN_DONE) {
        screen->has_randr = version->major_version > 1 || (version->major_version == 1 && version->minor_version >= 2);
        screen->has_monitors = screen->has_randr && (version->major_version > 1 || version->minor_version >= 5);
    }
    free(version);
    if (!screen->has_randr) return;
    // Monitors that somebody defines change no output; only the root window tells of them.
    uint32_t mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
    x.change_window_attributes(screen->connection, screen->screen->root, XCB_CW_EVENT_MASK, &mask);
    randr.select_input(screen->connection, screen->screen->root,
                       XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE |
                           XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE);
}

static void begin_xfixes(ak_Screen *screen) {
    if (!has_xfixes || !offers(screen, xfixes.extension)) return;
    xcb_xfixes_query_version_reply_t *version;
    screen->has_xfixes = await(screen, xfixes.query_version(screen->connection, 4, 0).sequence, &version) == AK_SCREEN_DONE;
    free(version);
}

static void begin_sharing(ak_Screen *screen, int wish) {
    if (wish == AK_SCREEN_SHARES_NOTHING || !has_shm || !offers(screen, shm.extension)) return;
    // A server that is not reached through a socket of this machine is elsewhere, and takes a descriptor for the connection's end.
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int descriptor = x.get_file_descriptor(screen->connection);
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) || address.ss_family != AF_UNIX) return;
    xcb_shm_query_version_reply_t *version;
    if (await(screen, shm.query_version(screen->connection).sequence, &version) == AK_SCREEN_DONE) {
        int takes_descriptors = version->major_version > 1 || (version->major_version == 1 && version->minor_version >= 2);
        screen->may_share_descriptors = takes_descriptors && wish != AK_SCREEN_SHARES_SEGMENTS;
        screen->may_share_segments = wish != AK_SCREEN_SHARES_DESCRIPTORS;
    }
    free(version);
}

ak_Screen *ak_screen_open(const char *display, int sharing) {
    if (!ak_screen_has_library()) return NULL;
    ak_Screen *screen = calloc(1, sizeof *screen);
    if (!screen) return NULL;
    int number = 0;
    SignalGuard guard = begin();
    screen->sharing = AK_SCREEN_SHARES_NOTHING;
    screen->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    screen->connection = x.connect(display, &number);
    int is_open = screen->wake >= 0 && !x.connection_has_error(screen->connection);
    if (is_open) screen->screen = screen_of(screen->connection, number);
    if (screen->screen) {
        screen->has_true_colours = find_true_colours(screen->connection, screen->screen);
        begin_randr(screen);
        begin_xfixes(screen);
        begin_sharing(screen, sharing);
        is_open = !x.connection_has_error(screen->connection);
    }
    end(&guard);
    if (is_open && screen->screen) return screen;
    ak_screen_close(screen);
    return NULL;
}

static void free_pixels(ak_Screen *screen) {
    if (!screen->pixels) return;
    if (!x.connection_has_error(screen->connection)) shm.detach(screen->connection, screen->segment);
    if (screen->sharing == AK_SCREEN_SHARES_SEGMENTS)
        shmdt(screen->pixels);
    else
        munmap(screen->pixels, screen->capacity);
    screen->pixels = NULL;
    screen->capacity = 0;
    screen->sharing = AK_SCREEN_SHARES_NOTHING;
}

void ak_screen_close(ak_Screen *screen) {
    SignalGuard guard = begin();
    free_pixels(screen);
    x.disconnect(screen->connection);
    end(&guard);
    if (screen->wake >= 0) close(screen->wake);
    free(screen);
}

int ak_screen_has_true_colours(const ak_Screen *screen) { return screen->has_true_colours; }
int ak_screen_tells_changes(const ak_Screen *screen) { return screen->has_randr; }
int ak_screen_knows_pointer(const ak_Screen *screen) { return screen->has_xfixes; }
int ak_screen_sharing(const ak_Screen *screen) { return screen->sharing; }

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

void ak_screen_cut(ak_Screen *screen) { shutdown(x.get_file_descriptor(screen->connection), SHUT_RDWR); }

int ak_screen_wait(ak_Screen *screen) {
    SignalGuard guard = begin();
    int answer = AK_SCREEN_DONE;
    x.flush(screen->connection);
    while (answer == AK_SCREEN_DONE) {
        take_events(screen);
        if (x.connection_has_error(screen->connection))
            answer = AK_SCREEN_LOST;
        else if (screen->has_changed)
            answer = AK_SCREEN_CHANGED;
        else
            answer = wait_for_server(screen, -1);
    }
    screen->has_changed = 0;
    end(&guard);
    return answer;
}

// MARK: - Outputs

static void name_output(ak_Screen *screen, xcb_atom_t atom, ak_ScreenOutput *output) {
    xcb_get_atom_name_reply_t *reply;
    if (await(screen, x.get_atom_name(screen->connection, atom).sequence, &reply) == AK_SCREEN_DONE) {
        int length = x.get_atom_name_name_length(reply);
        if (length > (int)sizeof output->name - 1) length = sizeof output->name - 1;
        memcpy(output->name, x.get_atom_name_name(reply), length);
        output->name[length] = 0;
    }
    free(reply);
}

static int refresh_of(const xcb_randr_mode_info_t *mode) {
    uint64_t pixels = (uint64_t)mode->htotal * mode->vtotal;
    if (!pixels) return 0;
    uint64_t refresh = ((uint64_t)mode->dot_clock * 1000 + pixels / 2) / pixels;
    if (mode->mode_flags & XCB_RANDR_MODE_FLAG_INTERLACE) refresh *= 2;
    if (mode->mode_flags & XCB_RANDR_MODE_FLAG_DOUBLE_SCAN) refresh /= 2;
    return refresh > INT32_MAX ? 0 : (int)refresh;
}

// How often what shows at an output changes.
static int find_refresh(ak_Screen *screen, xcb_randr_output_t output, xcb_randr_get_screen_resources_current_reply_t *resources) {
    xcb_connection_t *connection = screen->connection;
    xcb_randr_get_output_info_reply_t *information = NULL;
    xcb_randr_get_crtc_info_reply_t *crtc = NULL;
    int refresh = 0;
    unsigned int request = randr.get_output_info(connection, output, resources->config_timestamp).sequence;
    if (await(screen, request, &information) == AK_SCREEN_DONE && information->crtc) {
        request = randr.get_crtc_info(connection, information->crtc, resources->config_timestamp).sequence;
        const xcb_randr_mode_info_t *modes = randr.get_screen_resources_current_modes(resources);
        if (await(screen, request, &crtc) == AK_SCREEN_DONE)
            for (int index = 0; index < randr.get_screen_resources_current_modes_length(resources); index++)
                if (modes[index].id == crtc->mode) refresh = refresh_of(&modes[index]);
    }
    free(information);
    free(crtc);
    return refresh;
}

// Leaves of an output what is on the screen.
static void clip(ak_ScreenOutput *output, int width, int height) {
    int right = output->x + output->width, bottom = output->y + output->height;
    if (output->x < 0) output->x = 0;
    if (output->y < 0) output->y = 0;
    output->width = (right < width ? right : width) - output->x;
    output->height = (bottom < height ? bottom : height) - output->y;
}

static int list_monitors(ak_Screen *screen, const ak_ScreenOutput *whole, ak_ScreenOutput *outputs, int capacity, int *count) {
    xcb_randr_get_monitors_reply_t *monitors = NULL;
    xcb_randr_get_screen_resources_current_reply_t *resources = NULL;
    xcb_window_t root = screen->screen->root;
    int answer = await(screen, randr.get_monitors(screen->connection, root, 1).sequence, &monitors);
    if (answer == AK_SCREEN_DONE)
        answer = await(screen, randr.get_screen_resources_current(screen->connection, root).sequence, &resources);
    if (answer == AK_SCREEN_DONE) {
        xcb_randr_monitor_info_iterator_t all = randr.get_monitors_monitors_iterator(monitors);
        for (; all.rem && *count < capacity; randr.monitor_info_next(&all)) {
            const xcb_randr_monitor_info_t *monitor = all.data;
            ak_ScreenOutput output = {.x = monitor->x, .y = monitor->y, .width = monitor->width, .height = monitor->height};
            clip(&output, whole->width, whole->height);
            if (output.width < 1 || output.height < 1) continue;
            output.is_primary = monitor->primary != 0;
            name_output(screen, monitor->name, &output);
            if (randr.monitor_info_outputs_length(monitor))
                output.refresh = find_refresh(screen, randr.monitor_info_outputs(monitor)[0], resources);
            outputs[(*count)++] = output;
        }
    }
    free(monitors);
    free(resources);
    return answer == AK_SCREEN_REFUSED ? AK_SCREEN_DONE : answer;
}

int ak_screen_list(ak_Screen *screen, ak_ScreenOutput *outputs, int *count) {
    int capacity = *count;
    *count = 0;
    SignalGuard guard = begin();
    screen->has_changed = 0;
    // What the server said of its screens when the connection began is not true any more after a change.
    xcb_get_geometry_reply_t *geometry;
    int answer = await(screen, x.get_geometry(screen->connection, screen->screen->root).sequence, &geometry);
    if (answer == AK_SCREEN_DONE) {
        ak_ScreenOutput whole = {"screen", 0, 0, geometry->width, geometry->height, 1, 0};
        if (screen->has_monitors) answer = list_monitors(screen, &whole, outputs, capacity, count);
        if (answer == AK_SCREEN_DONE && *count == 0 && capacity > 0) outputs[(*count)++] = whole;
    }
    free(geometry);
    if (x.connection_has_error(screen->connection)) answer = AK_SCREEN_LOST;
    end(&guard);
    return answer;
}

// MARK: - Pictures

static int share_descriptor(ak_Screen *screen, size_t size) {
    int descriptor = memfd_create("assetkit-screen", MFD_CLOEXEC);
    if (descriptor < 0) return AK_SCREEN_REFUSED;
    void *memory = MAP_FAILED;
    if (ftruncate(descriptor, (off_t)size) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) {
        close(descriptor);
        return AK_SCREEN_REFUSED;
    }
    uint32_t segment = x.generate_id(screen->connection);
    // The descriptor is closed by the library when it is sent.
    int answer = settle(screen, shm.attach_fd_checked(screen->connection, segment, descriptor, 0));
    if (answer != AK_SCREEN_DONE) {
        munmap(memory, size);
        return answer;
    }
    screen->segment = segment;
    screen->pixels = memory;
    screen->capacity = size;
    screen->sharing = AK_SCREEN_SHARES_DESCRIPTORS;
    return answer;
}

static int share_segment(ak_Screen *screen, size_t size) {
    int identifier = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    if (identifier < 0) return AK_SCREEN_REFUSED;
    void *memory = shmat(identifier, NULL, 0);
    if (memory == (void *)-1) {
        shmctl(identifier, IPC_RMID, NULL);
        return AK_SCREEN_REFUSED;
    }
    uint32_t segment = x.generate_id(screen->connection);
    int answer = settle(screen, shm.attach_checked(screen->connection, segment, (uint32_t)identifier, 0));
    // It goes with the last one who has it attached.
    shmctl(identifier, IPC_RMID, NULL);
    if (answer != AK_SCREEN_DONE) {
        shmdt(memory);
        return answer;
    }
    screen->segment = segment;
    screen->pixels = memory;
    screen->capacity = size;
    screen->sharing = AK_SCREEN_SHARES_SEGMENTS;
    return answer;
}

// Makes memory for a picture where the server shares any. What it refuses once is not tried again.
static int make_pixels(ak_Screen *screen, size_t size) {
    if (screen->pixels && screen->capacity >= size) return AK_SCREEN_DONE;
    free_pixels(screen);
    if (screen->may_share_descriptors) {
        int answer = share_descriptor(screen, size);
        if (answer != AK_SCREEN_REFUSED) return answer;
        screen->may_share_descriptors = 0;
    }
    if (screen->may_share_segments) {
        int answer = share_segment(screen, size);
        if (answer != AK_SCREEN_REFUSED) return answer;
        screen->may_share_segments = 0;
    }
    return AK_SCREEN_DONE;
}

// Copies pixels, and makes them opaque: what the server has in the fourth byte means nothing. As many at once as is worth it where
// nothing is optimised.
static void copy_row(uint8_t *target, const uint8_t *source, int width) {
    typedef uint32_t Pixels __attribute__((vector_size(64)));
    const Pixels opaque = (Pixels){0} + 0xFF000000u;
    int column = 0;
    for (; column + 16 <= width; column += 16) {
        Pixels pixels;
        memcpy(&pixels, source + column * 4, sizeof pixels);
        pixels |= opaque;
        memcpy(target + column * 4, &pixels, sizeof pixels);
    }
    for (; column < width; column++) {
        uint32_t pixel;
        memcpy(&pixel, source + column * 4, sizeof pixel);
        pixel |= 0xFF000000u;
        memcpy(target + column * 4, &pixel, sizeof pixel);
    }
}

// Draws the pointer, whose pixels are multiplied by their alpha, where it is within the picture.
static void draw_pointer(const xcb_xfixes_get_cursor_image_reply_t *pointer, int x_origin, int y_origin, int width, int height,
                         uint8_t *pixels, long bytes_per_row) {
    int left = pointer->x - pointer->xhot - x_origin, top = pointer->y - pointer->yhot - y_origin;
    const uint32_t *image = xfixes.get_cursor_image_cursor_image(pointer);
    for (int row = top < 0 ? -top : 0; row < pointer->height && top + row < height; row++) {
        for (int column = left < 0 ? -left : 0; column < pointer->width && left + column < width; column++) {
            uint32_t source = image[row * pointer->width + column], rest = 255 - (source >> 24);
            uint8_t *target = pixels + (top + row) * bytes_per_row + (left + column) * 4;
            for (int component = 0; component < 3; component++) {
                uint32_t value = (source >> (component * 8) & 0xFF) + (target[component] * rest + 127) / 255;
                target[component] = value > 255 ? 255 : value;
            }
        }
    }
}

static int read_pixels(ak_Screen *screen, int x_origin, int y_origin, int width, int height, unsigned int pointer_request,
                       xcb_get_image_cookie_t image_request, uint8_t *pixels, long bytes_per_row) {
    void *reply;
    xcb_xfixes_get_cursor_image_reply_t *pointer = NULL;
    int answer = await(screen, image_request.sequence, &reply);
    if (pointer_request && answer == AK_SCREEN_DONE) {
        answer = await(screen, pointer_request, &pointer);
        // It has no picture while the server shows none.
        if (answer == AK_SCREEN_REFUSED) answer = AK_SCREEN_DONE;
    } else if (pointer_request) {
        x.discard_reply(screen->connection, pointer_request);
    }
    size_t row_size = (size_t)width * 4;
    if (answer == AK_SCREEN_DONE && !screen->pixels && (size_t)x.get_image_data_length(reply) < row_size * height)
        answer = AK_SCREEN_REFUSED;
    if (answer == AK_SCREEN_DONE) {
        const uint8_t *source = screen->pixels ? screen->pixels : x.get_image_data(reply);
        for (int row = 0; row < height; row++) copy_row(pixels + row * bytes_per_row, source + row * row_size, width);
        if (pointer) draw_pointer(pointer, x_origin, y_origin, width, height, pixels, bytes_per_row);
    }
    free(pointer);
    free(reply);
    return answer;
}

int ak_screen_grab(ak_Screen *screen, int x_origin, int y_origin, int width, int height, int shows_pointer, void *pixels,
                   long bytes_per_row) {
    if (width < 1 || height < 1) return AK_SCREEN_REFUSED;
    SignalGuard guard = begin();
    xcb_connection_t *connection = screen->connection;
    xcb_window_t root = screen->screen->root;
    take_events(screen);
    int answer = make_pixels(screen, (size_t)width * height * 4);
    if (x.connection_has_error(connection)) answer = AK_SCREEN_LOST;
    if (answer == AK_SCREEN_DONE && screen->has_changed) answer = AK_SCREEN_CHANGED;
    if (answer == AK_SCREEN_DONE) {
        xcb_get_image_cookie_t image;
        if (screen->pixels)
            image.sequence = shm.get_image(connection, root, x_origin, y_origin, width, height, ~0u, XCB_IMAGE_FORMAT_Z_PIXMAP,
                                           screen->segment, 0).sequence;
        else
            image = x.get_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, root, x_origin, y_origin, width, height, ~0u);
        unsigned int pointer = 0;
        if (shows_pointer && screen->has_xfixes) pointer = xfixes.get_cursor_image(connection).sequence;
        answer = read_pixels(screen, x_origin, y_origin, width, height, pointer, image, pixels, bytes_per_row);
    }
    // The screen may have become smaller between the two.
    if (answer == AK_SCREEN_REFUSED && screen->has_changed) answer = AK_SCREEN_CHANGED;
    end(&guard);
    return answer;
}

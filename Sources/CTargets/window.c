#define _GNU_SOURCE
#include "CTargetsWindow.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <time.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

// What is used of libxcb.
#define ALL_FUNCTIONS(do)                                                                                                        \
    do(connect) do(connection_has_error) do(disconnect) do(get_setup) do(setup_roots_iterator) do(screen_next)                   \
    do(screen_allowed_depths_iterator) do(depth_next) do(depth_visuals_iterator) do(visualtype_next)                             \
    do(setup_pixmap_formats_iterator) do(format_next) do(generate_id) do(create_window) do(map_window) do(destroy_window)        \
    do(create_gc) do(flush) do(put_image) do(change_property) do(intern_atom) do(intern_atom_reply) do(get_property)             \
    do(get_property_reply) do(get_property_value) do(get_property_value_length) do(send_event) do(configure_window)              \
    do(get_geometry) do(get_geometry_reply) do(translate_coordinates) do(translate_coordinates_reply)                           \
    do(wait_for_event) do(get_input_focus) do(get_input_focus_reply) do(get_keyboard_mapping) do(get_keyboard_mapping_reply)     \
    do(get_keyboard_mapping_keysyms) do(get_maximum_request_length) do(get_extension_data) do(request_check)                     \
    do(send_request)

#define DECLARE(name) __typeof__(&xcb_##name) name;
static struct {
    ALL_FUNCTIONS(DECLARE)
} x;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define LOAD(name)                                                                                                               \
    *(void **)&x.name = dlsym(library, "xcb_" #name);                                                                            \
    if (!x.name) return;
    ALL_FUNCTIONS(LOAD)
    is_loaded = 1;
}

struct ak_Window {
    xcb_connection_t *connection;
    xcb_screen_t *screen;
    xcb_window_t window;
    xcb_gcontext_t context;
    int width, height;  // as events said last; used by the thread that waits for them
    xcb_atom_t protocols, delete_window, state, fullscreen;
    // Keys.
    xcb_keysym_t *keysyms;
    int keysyms_per_code, first_code, code_count;
    // The pixels of the area, shared with the server where that works.
    int can_share;
    uint32_t segment;
    uint8_t *pixels;
    size_t capacity;
    int is_shared;
    int drawn_width, drawn_height;
    // Where it was before it filled a screen that has no window manager.
    int is_filling;
    int x_before, y_before, width_before, height_before;
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

// MIT-SHM, whose requests libxcb-shm would send the same way.
static xcb_extension_t shared_memory = {"MIT-SHM", 0};

static xcb_void_cookie_t send_shared(xcb_connection_t *connection, int opcode, int flags, void *request, size_t size) {
    xcb_protocol_request_t protocol = {.count = 1, .ext = &shared_memory, .opcode = opcode, .isvoid = 1};
    struct iovec parts[3];
    xcb_void_cookie_t cookie;
    // Two before the first are the library's own.
    parts[2].iov_base = request;
    parts[2].iov_len = size;
    cookie.sequence = x.send_request(connection, flags, parts + 2, &protocol);
    return cookie;
}

static void free_pixels(ak_Window *window) {
    if (window->is_shared) {
        struct {
            uint8_t major, minor;
            uint16_t length;
            uint32_t segment;
        } detach = {0, 0, 0, window->segment};
        send_shared(window->connection, 2, 0, &detach, sizeof detach);
        shmdt(window->pixels);
    } else {
        free(window->pixels);
    }
    window->pixels = NULL;
    window->capacity = 0;
    window->is_shared = 0;
}

static int share_pixels(ak_Window *window, size_t size) {
    int identifier = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    if (identifier < 0) return 0;
    void *memory = shmat(identifier, NULL, 0);
    if (memory == (void *)-1) {
        shmctl(identifier, IPC_RMID, NULL);
        return 0;
    }
    struct {
        uint8_t major, minor;
        uint16_t length;
        uint32_t segment, identifier;
        uint8_t read_only, pad[3];
    } attach = {0, 0, 0, x.generate_id(window->connection), identifier, 1, {0, 0, 0}};
    xcb_void_cookie_t cookie = send_shared(window->connection, 1, XCB_REQUEST_CHECKED, &attach, sizeof attach);
    xcb_generic_error_t *error = x.request_check(window->connection, cookie);
    // It goes with the last one who has it attached.
    shmctl(identifier, IPC_RMID, NULL);
    if (error) {
        // The server is on another machine.
        free(error);
        shmdt(memory);
        return 0;
    }
    window->segment = attach.segment;
    window->pixels = memory;
    window->capacity = size;
    window->is_shared = 1;
    return 1;
}

static int make_pixels(ak_Window *window, size_t size) {
    if (window->pixels && window->capacity >= size) return 1;
    free_pixels(window);
    if (window->can_share) {
        if (share_pixels(window, size)) return 1;
        window->can_share = 0;
    }
    window->pixels = malloc(size);
    window->capacity = window->pixels ? size : 0;
    return window->pixels != NULL;
}

static xcb_atom_t atom(xcb_connection_t *connection, const char *name) {
    xcb_intern_atom_cookie_t cookie = x.intern_atom(connection, 0, strlen(name), name);
    xcb_intern_atom_reply_t *reply = x.intern_atom_reply(connection, cookie, NULL);
    xcb_atom_t result = reply ? reply->atom : XCB_ATOM_NONE;
    free(reply);
    return result;
}

static void read_keys(ak_Window *window) {
    const xcb_setup_t *setup = x.get_setup(window->connection);
    int count = setup->max_keycode - setup->min_keycode + 1;
    xcb_get_keyboard_mapping_reply_t *reply = x.get_keyboard_mapping_reply(
        window->connection, x.get_keyboard_mapping(window->connection, setup->min_keycode, count), NULL);
    if (!reply) return;
    size_t size = (size_t)count * reply->keysyms_per_keycode * sizeof(xcb_keysym_t);
    xcb_keysym_t *copy = malloc(size);
    if (copy) {
        memcpy(copy, x.get_keyboard_mapping_keysyms(reply), size);
        free(window->keysyms);
        window->keysyms = copy;
        window->keysyms_per_code = reply->keysyms_per_keycode;
        window->first_code = setup->min_keycode;
        window->code_count = count;
    }
    free(reply);
}

static uint32_t keysym(const ak_Window *window, int code, int state) {
    int index = code - window->first_code;
    if (index < 0 || index >= window->code_count || window->keysyms_per_code < 1) return 0;
    const xcb_keysym_t *columns = window->keysyms + (size_t)index * window->keysyms_per_code;
    int is_letter = columns[0] >= 'a' && columns[0] <= 'z';
    int wants_second = (state & XCB_MOD_MASK_SHIFT) ? 1 : 0;
    if (is_letter && (state & XCB_MOD_MASK_LOCK)) wants_second = !wants_second;
    if (wants_second && window->keysyms_per_code > 1 && columns[1]) return columns[1];
    return columns[0];
}

static xcb_screen_t *screen_of(xcb_connection_t *connection, int number) {
    xcb_screen_iterator_t screens = x.setup_roots_iterator(x.get_setup(connection));
    for (; screens.rem > 1 && number > 0; number--) x.screen_next(&screens);
    return screens.data;
}

// Whether the screen takes pixels as we have them.
static int takes_our_pixels(xcb_connection_t *connection, xcb_screen_t *screen) {
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

static void set_text(ak_Window *window, xcb_atom_t name, xcb_atom_t type, const char *text, size_t length) {
    x.change_property(window->connection, XCB_PROP_MODE_REPLACE, window->window, name, type, 8, length, text);
}

static void set_title(ak_Window *window, const char *title) {
    xcb_atom_t utf8 = atom(window->connection, "UTF8_STRING");
    set_text(window, XCB_ATOM_WM_NAME, utf8, title, strlen(title));
    set_text(window, atom(window->connection, "_NET_WM_NAME"), utf8, title, strlen(title));
}

static void fit_to_screen(ak_WindowWish *wish, const xcb_screen_t *screen) {
    int most_width = screen->width_in_pixels, most_height = screen->height_in_pixels;
    if (wish->width < 1) wish->width = 1;
    if (wish->height < 1) wish->height = 1;
    if (!wish->has_size && (wish->width > most_width || wish->height > most_height)) {
        double ratio = (double)most_width / wish->width, other = (double)most_height / wish->height;
        if (other < ratio) ratio = other;
        wish->width = wish->width * ratio + 0.5;
        wish->height = wish->height * ratio + 0.5;
        if (wish->width < 1) wish->width = 1;
        if (wish->height < 1) wish->height = 1;
    }
    if (wish->width > 32767) wish->width = 32767;
    if (wish->height > 32767) wish->height = 32767;
    if (wish->from_right) wish->x = most_width - wish->width - wish->x;
    if (wish->from_bottom) wish->y = most_height - wish->height - wish->y;
}

static void set_hints(ak_Window *window, const ak_WindowWish *wish) {
    // XSizeHints: size and place were chosen by the user (1, 2), or by the program (8); the window's own corner is meant (512).
    uint32_t hints[18] = {0};
    hints[0] = (wish->has_place ? 1 | 512 : 0) | (wish->has_size ? 2 : 8);
    hints[1] = wish->x;
    hints[2] = wish->y;
    hints[3] = wish->width;
    hints[4] = wish->height;
    hints[17] = 10;  // static gravity: the picture area is where it was put, whatever the borders
    x.change_property(window->connection, XCB_PROP_MODE_REPLACE, window->window, XCB_ATOM_WM_NORMAL_HINTS,
                      XCB_ATOM_WM_SIZE_HINTS, 32, 18, hints);
}

static void make_window(ak_Window *window, const ak_WindowWish *wish) {
    xcb_connection_t *connection = window->connection;
    window->window = x.generate_id(connection);
    window->context = x.generate_id(connection);
    uint32_t values[] = {window->screen->black_pixel, XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_STRUCTURE_NOTIFY |
                                                          XCB_EVENT_MASK_KEY_PRESS};
    x.create_window(connection, XCB_COPY_FROM_PARENT, window->window, window->screen->root, wish->x, wish->y, wish->width,
                    wish->height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, window->screen->root_visual,
                    XCB_CW_BACK_PIXEL | XCB_CW_EVENT_MASK, values);
    x.create_gc(connection, window->context, window->window, 0, NULL);
    set_title(window, wish->title);
    static const char class_name[] = "assetkit\0AssetKit";
    set_text(window, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, class_name, sizeof class_name);
    set_hints(window, wish);
    window->protocols = atom(connection, "WM_PROTOCOLS");
    window->delete_window = atom(connection, "WM_DELETE_WINDOW");
    window->state = atom(connection, "_NET_WM_STATE");
    window->fullscreen = atom(connection, "_NET_WM_STATE_FULLSCREEN");
    x.change_property(connection, XCB_PROP_MODE_REPLACE, window->window, window->protocols, XCB_ATOM_ATOM, 32, 1,
                      &window->delete_window);
    x.map_window(connection, window->window);
    x.flush(connection);
}

static const char *open_window(ak_Window *window, ak_WindowWish *wish) {
    int number = 0;
    window->connection = x.connect(wish->display, &number);
    if (x.connection_has_error(window->connection)) return "";
    window->screen = screen_of(window->connection, number);
    if (!window->screen || !takes_our_pixels(window->connection, window->screen))
        return "the display does not show 16 million colours (TrueColor of 24 bits)";
    const xcb_query_extension_reply_t *extension = x.get_extension_data(window->connection, &shared_memory);
    window->can_share = !wish->avoids_shared_memory && extension && extension->present;
    fit_to_screen(wish, window->screen);
    window->width = wish->width;
    window->height = wish->height;
    read_keys(window);
    make_window(window, wish);
    return x.connection_has_error(window->connection) ? "the display is gone" : NULL;
}

ak_Window *ak_window_open(ak_WindowWish *wish, char *reason, unsigned long capacity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) {
        snprintf(reason, capacity, "libxcb.so.1 is not installed");
        return NULL;
    }
    ak_Window *window = calloc(1, sizeof *window);
    if (!window) {
        snprintf(reason, capacity, "there is no memory left");
        return NULL;
    }
    SignalGuard guard = begin();
    const char *problem = open_window(window, wish);
    end(&guard);
    if (!problem) return window;
    const char *name = wish->display ? wish->display : getenv("DISPLAY");
    if (*problem)
        snprintf(reason, capacity, "%s", problem);
    else if (name && *name)
        snprintf(reason, capacity, "nobody answers at the display '%s'", name);
    else
        snprintf(reason, capacity, "DISPLAY names none");
    ak_window_close(window);
    return NULL;
}

void ak_window_next(ak_Window *window, ak_WindowEvent *event) {
    memset(event, 0, sizeof *event);
    SignalGuard guard = begin();
    for (int is_found = 0; !is_found;) {
        xcb_generic_event_t *next = x.wait_for_event(window->connection);
        if (!next) {
            event->kind = AK_WINDOW_LOST;
            break;
        }
        is_found = 1;
        switch (next->response_type & 0x7F) {
        case XCB_CONFIGURE_NOTIFY: {
            xcb_configure_notify_event_t *configured = (void *)next;
            is_found = configured->width != window->width || configured->height != window->height;
            event->kind = AK_WINDOW_RESIZED;
            event->width = window->width = configured->width;
            event->height = window->height = configured->height;
            break;
        }
        case XCB_EXPOSE:
            // The last of several says that there are no more.
            is_found = ((xcb_expose_event_t *)next)->count == 0;
            event->kind = AK_WINDOW_EXPOSED;
            break;
        case XCB_KEY_PRESS: {
            xcb_key_press_event_t *pressed = (void *)next;
            event->kind = AK_WINDOW_KEY;
            event->keysym = keysym(window, pressed->detail, pressed->state);
            break;
        }
        case XCB_CLIENT_MESSAGE: {
            xcb_client_message_event_t *message = (void *)next;
            is_found = message->type == window->protocols && message->data.data32[0] == window->delete_window;
            event->kind = AK_WINDOW_CLOSED;
            break;
        }
        case XCB_MAPPING_NOTIFY:
            read_keys(window);
            is_found = 0;
            break;
        case XCB_DESTROY_NOTIFY:
            event->kind = AK_WINDOW_GONE;
            break;
        default:
            // Errors too: what they are about is gone.
            is_found = 0;
        }
        free(next);
    }
    end(&guard);
}

static void put(ak_Window *window) {
    int width = window->drawn_width, height = window->drawn_height;
    if (window->is_shared) {
        struct {
            uint8_t major, minor;
            uint16_t length;
            uint32_t drawable, context;
            uint16_t total_width, total_height, x, y, width, height;
            int16_t to_x, to_y;
            uint8_t depth, format, sends_event, pad;
            uint32_t segment, offset;
        } put = {0,     0,     0, window->window, window->context, width, height, 0, 0, width, height, 0, 0,
                 window->screen->root_depth, XCB_IMAGE_FORMAT_Z_PIXMAP, 0, 0, window->segment, 0};
        send_shared(window->connection, 3, 0, &put, sizeof put);
        return;
    }
    size_t row_size = (size_t)width * 4;
    size_t most = (size_t)x.get_maximum_request_length(window->connection) * 4 - 64;
    int rows = most / row_size < 1 ? 1 : most / row_size > (size_t)height ? height : (int)(most / row_size);
    for (int row = 0; row < height; row += rows) {
        int count = height - row < rows ? height - row : rows;
        x.put_image(window->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, window->window, window->context, width, count, 0, row, 0,
                    window->screen->root_depth, row_size * count, window->pixels + row * row_size);
    }
}

// Sends what is drawn, and waits until the server is through with it.
static int show(ak_Window *window) {
    put(window);
    xcb_get_input_focus_cookie_t cookie = x.get_input_focus(window->connection);
    free(x.get_input_focus_reply(window->connection, cookie, NULL));
    return !x.connection_has_error(window->connection);
}

static void draw_row(uint32_t *target, const uint32_t *source, int width, int drawn_width) {
    if (width == drawn_width) {
        memcpy(target, source, (size_t)width * 4);
        return;
    }
    uint64_t step = ((uint64_t)width << 32) / drawn_width, place = step / 2;
    for (int column = 0; column < drawn_width; column++, place += step) target[column] = source[place >> 32];
}

int ak_window_draw(ak_Window *window, int area_width, int area_height, const void *pixels, long bytes_per_row, int width,
                   int height) {
    SignalGuard guard = begin();
    int is_alive = !x.connection_has_error(window->connection);
    if (is_alive && make_pixels(window, (size_t)area_width * area_height * 4)) {
        int drawn_width = width, drawn_height = height;
        // Sizes are rounded: sides that nearly touch do.
        int fits = width <= area_width && height <= area_height && (area_width - width < 2 || area_height - height < 2);
        if (!fits && width > 0 && height > 0) {
            int by_width = (int64_t)area_width * height <= (int64_t)area_height * width;
            drawn_width = by_width ? area_width : (int)((int64_t)area_height * width / height);
            drawn_height = by_width ? (int)((int64_t)area_width * height / width) : area_height;
        }
        if (drawn_width < 1 || drawn_height < 1) drawn_width = drawn_height = 0;
        int left = (area_width - drawn_width) / 2, top = (area_height - drawn_height) / 2;
        for (int row = 0; row < area_height; row++) {
            uint32_t *target = (uint32_t *)window->pixels + (size_t)row * area_width;
            int drawn_row = row - top;
            if (drawn_row < 0 || drawn_row >= drawn_height) {
                memset(target, 0, (size_t)area_width * 4);
                continue;
            }
            int source_row = drawn_height == height ? drawn_row : (int)(((int64_t)drawn_row * 2 + 1) * height / (2 * drawn_height));
            memset(target, 0, (size_t)left * 4);
            draw_row(target + left, (const void *)((const uint8_t *)pixels + source_row * bytes_per_row), width, drawn_width);
            memset(target + left + drawn_width, 0, (size_t)(area_width - left - drawn_width) * 4);
        }
        window->drawn_width = area_width;
        window->drawn_height = area_height;
        is_alive = show(window);
    }
    end(&guard);
    return is_alive;
}

int ak_window_draw_again(ak_Window *window) {
    SignalGuard guard = begin();
    int is_alive = !x.connection_has_error(window->connection);
    if (is_alive && window->pixels) is_alive = show(window);
    end(&guard);
    return is_alive;
}

// Whether a window manager makes windows as large as the screen.
static int has_manager(ak_Window *window) {
    xcb_connection_t *connection = window->connection;
    xcb_atom_t supported = atom(connection, "_NET_SUPPORTED");
    xcb_get_property_cookie_t cookie =
        x.get_property(connection, 0, window->screen->root, supported, XCB_ATOM_ATOM, 0, 4096);
    xcb_get_property_reply_t *reply = x.get_property_reply(connection, cookie, NULL);
    if (!reply) return 0;
    const xcb_atom_t *atoms = x.get_property_value(reply);
    int count = x.get_property_value_length(reply) / 4, is_found = 0;
    for (int index = 0; index < count; index++) is_found |= atoms[index] == window->fullscreen;
    free(reply);
    return is_found;
}

static void ask_manager(ak_Window *window, int fullscreen) {
    xcb_client_message_event_t message = {
        .response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = window->window, .type = window->state};
    message.data.data32[0] = fullscreen ? 1 : 0;
    message.data.data32[1] = window->fullscreen;
    message.data.data32[3] = 1;
    x.send_event(window->connection, 0, window->screen->root,
                 XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT, (const char *)&message);
}

static void fill_screen(ak_Window *window, int fullscreen) {
    xcb_connection_t *connection = window->connection;
    if (fullscreen == window->is_filling) return;
    int16_t place[2];
    uint16_t size[2];
    if (fullscreen) {
        xcb_get_geometry_reply_t *geometry =
            x.get_geometry_reply(connection, x.get_geometry(connection, window->window), NULL);
        if (!geometry) return;
        window->x_before = geometry->x;
        window->y_before = geometry->y;
        window->width_before = geometry->width;
        window->height_before = geometry->height;
        free(geometry);
        place[0] = place[1] = 0;
        size[0] = window->screen->width_in_pixels;
        size[1] = window->screen->height_in_pixels;
    } else {
        place[0] = window->x_before;
        place[1] = window->y_before;
        size[0] = window->width_before;
        size[1] = window->height_before;
    }
    uint32_t values[] = {place[0], place[1], size[0], size[1], XCB_STACK_MODE_ABOVE};
    x.configure_window(connection, window->window,
                       XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT |
                           XCB_CONFIG_WINDOW_STACK_MODE,
                       values);
    window->is_filling = fullscreen;
}

int ak_window_set_fullscreen(ak_Window *window, int fullscreen) {
    SignalGuard guard = begin();
    if (!window->is_filling && has_manager(window))
        ask_manager(window, fullscreen);
    else
        fill_screen(window, fullscreen);
    x.flush(window->connection);
    int is_alive = !x.connection_has_error(window->connection);
    end(&guard);
    return is_alive;
}

int ak_window_set_title(ak_Window *window, const char *title) {
    SignalGuard guard = begin();
    set_title(window, title);
    x.flush(window->connection);
    int is_alive = !x.connection_has_error(window->connection);
    end(&guard);
    return is_alive;
}

int ak_window_shares_memory(const ak_Window *window) { return window->is_shared; }

void ak_window_destroy(ak_Window *window) {
    SignalGuard guard = begin();
    x.destroy_window(window->connection, window->window);
    x.flush(window->connection);
    end(&guard);
}

void ak_window_close(ak_Window *window) {
    SignalGuard guard = begin();
    if (!x.connection_has_error(window->connection)) {
        free_pixels(window);
        x.flush(window->connection);
    } else if (window->is_shared) {
        shmdt(window->pixels);
    } else {
        free(window->pixels);
    }
    x.disconnect(window->connection);
    end(&guard);
    free(window->keysyms);
    free(window);
}

#include "screen_parts.h"

#include <stdlib.h>
#include <string.h>

// What a server says is walked through by hand: what its numbers promise may not be there.

// MARK: - What is said at the beginning

static const void *piece(const uint8_t *start, size_t size, size_t offset, size_t count) {
    return offset <= size && count <= size - offset ? start + offset : NULL;
}

static int is_true_colour(const xcb_visualtype_t *visual) {
    return visual->_class == XCB_VISUAL_CLASS_TRUE_COLOR && visual->red_mask == 0xFF0000 && visual->green_mask == 0xFF00 &&
           visual->blue_mask == 0xFF;
}

// Goes behind a screen; 0 where it is not all there. `has` becomes whether what is shown on it are 24 bits of colours.
static int read_screen(const uint8_t *start, size_t size, size_t *offset, const xcb_screen_t **screen, int *has) {
    *has = 0;
    *screen = piece(start, size, *offset, sizeof **screen);
    if (!*screen) return 0;
    *offset += sizeof **screen;
    for (int depth = 0; depth < (*screen)->allowed_depths_len; depth++) {
        const xcb_depth_t *each = piece(start, size, *offset, sizeof *each);
        if (!each) return 0;
        *offset += sizeof *each;
        const xcb_visualtype_t *visuals = piece(start, size, *offset, each->visuals_len * sizeof *visuals);
        if (!visuals) return 0;
        *offset += each->visuals_len * sizeof *visuals;
        for (int index = 0; index < each->visuals_len; index++)
            if (visuals[index].visual_id == (*screen)->root_visual) *has = is_true_colour(&visuals[index]);
    }
    return 1;
}

int ak_screen_find(const xcb_setup_t *setup, int number, xcb_window_t *root, int *has_true_colours) {
    const uint8_t *start = (const uint8_t *)setup;
    size_t size = setup ? 8 + (size_t)setup->length * 4 : 0;
    if (size < sizeof *setup) return 0;
    size_t offset = sizeof *setup + ((setup->vendor_len + 3u) & ~3u);
    const xcb_format_t *formats = piece(start, size, offset, setup->pixmap_formats_len * sizeof *formats);
    if (!formats || setup->roots_len == 0) return 0;
    offset += setup->pixmap_formats_len * sizeof *formats;
    // A number that there is no screen of means the last one.
    int wanted = number < 0 ? 0 : number < setup->roots_len ? number : setup->roots_len - 1;
    const xcb_screen_t *screen = NULL;
    int has_visual = 0;
    for (int index = 0; index <= wanted; index++)
        if (!read_screen(start, size, &offset, &screen, &has_visual)) return 0;
    int bits = 0;
    for (int index = 0; index < setup->pixmap_formats_len; index++)
        if (formats[index].depth == screen->root_depth) bits = formats[index].bits_per_pixel;
    *root = screen->root;
    *has_true_colours = has_visual && bits == 32 && (screen->root_depth == 24 || screen->root_depth == 32) &&
                        setup->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST;
    return 1;
}

// MARK: - Outputs

static int name_output(ak_Screen *screen, xcb_atom_t atom, ak_ScreenOutput *output) {
    xcb_get_atom_name_reply_t *reply;
    int answer = ak_screen_await(screen, ak_core.get_atom_name(screen->connection, atom).sequence, &reply);
    if (answer == AK_SCREEN_DONE) {
        size_t length = reply->name_len, most = ak_reply_size(reply) - sizeof *reply;
        if (length > most) length = most;
        if (length > sizeof output->name - 1) length = sizeof output->name - 1;
        memcpy(output->name, reply + 1, length);
        output->name[length] = 0;
    }
    free(reply);
    return answer;
}

static int refresh_of(const xcb_randr_mode_info_t *mode) {
    uint64_t pixels = (uint64_t)mode->htotal * mode->vtotal;
    if (!pixels) return 0;
    uint64_t refresh = ((uint64_t)mode->dot_clock * 1000 + pixels / 2) / pixels;
    if (mode->mode_flags & XCB_RANDR_MODE_FLAG_INTERLACE) refresh *= 2;
    if (mode->mode_flags & XCB_RANDR_MODE_FLAG_DOUBLE_SCAN) refresh /= 2;
    return refresh > INT32_MAX ? 0 : (int)refresh;
}

// The modes that a server knows, and how many are there.
static const xcb_randr_mode_info_t *modes_of(const xcb_randr_get_screen_resources_current_reply_t *resources, size_t *count) {
    size_t size = ak_reply_size(resources) - sizeof *resources;
    size_t before = ((size_t)resources->num_crtcs + resources->num_outputs) * 4;
    const xcb_randr_mode_info_t *modes = piece((const uint8_t *)(resources + 1), size, before, sizeof *modes * resources->num_modes);
    *count = modes ? resources->num_modes : 0;
    return modes;
}

// How often what shows at an output changes.
static int find_refresh(ak_Screen *screen, xcb_randr_output_t output,
                        const xcb_randr_get_screen_resources_current_reply_t *resources, int *refresh) {
    xcb_connection_t *connection = screen->connection;
    xcb_randr_get_output_info_reply_t *information = NULL;
    xcb_randr_get_crtc_info_reply_t *crtc = NULL;
    unsigned int request = ak_randr.get_output_info(connection, output, resources->config_timestamp).sequence;
    int answer = ak_screen_await(screen, request, &information);
    if (answer == AK_SCREEN_DONE && information->crtc) {
        request = ak_randr.get_crtc_info(connection, information->crtc, resources->config_timestamp).sequence;
        answer = ak_screen_await(screen, request, &crtc);
    }
    if (answer == AK_SCREEN_DONE && crtc) {
        size_t count;
        const xcb_randr_mode_info_t *modes = modes_of(resources, &count);
        for (size_t index = 0; index < count; index++)
            if (modes[index].id == crtc->mode) *refresh = refresh_of(&modes[index]);
    }
    free(information);
    free(crtc);
    return answer;
}

// Leaves of an output what is on the screen.
static void clip(ak_ScreenOutput *output, int width, int height) {
    int right = output->x + output->width, bottom = output->y + output->height;
    if (output->x < 0) output->x = 0;
    if (output->y < 0) output->y = 0;
    output->width = (right < width ? right : width) - output->x;
    output->height = (bottom < height ? bottom : height) - output->y;
}

// Adds what is known of a monitor. What the server refuses to say of it is left open.
static int add_monitor(ak_Screen *screen, const xcb_randr_monitor_info_t *monitor, const ak_ScreenOutput *whole,
                       const xcb_randr_get_screen_resources_current_reply_t *resources, ak_ScreenOutput *outputs, int *count) {
    ak_ScreenOutput output = {.x = monitor->x, .y = monitor->y, .width = monitor->width, .height = monitor->height};
    clip(&output, whole->width, whole->height);
    if (output.width < 1 || output.height < 1) return AK_SCREEN_DONE;
    output.is_primary = monitor->primary != 0;
    int answer = name_output(screen, monitor->name, &output);
    if (monitor->nOutput && (answer == AK_SCREEN_DONE || answer == AK_SCREEN_REFUSED)) {
        xcb_randr_output_t first;
        memcpy(&first, monitor + 1, sizeof first);
        answer = find_refresh(screen, first, resources, &output.refresh);
    }
    outputs[(*count)++] = output;
    return answer == AK_SCREEN_REFUSED ? AK_SCREEN_DONE : answer;
}

static int list_monitors(ak_Screen *screen, const ak_ScreenOutput *whole, ak_ScreenOutput *outputs, int capacity, int *count) {
    xcb_randr_get_monitors_reply_t *monitors = NULL;
    xcb_randr_get_screen_resources_current_reply_t *resources = NULL;
    int answer = ak_screen_await(screen, ak_randr.get_monitors(screen->connection, screen->root, 1).sequence, &monitors);
    if (answer == AK_SCREEN_DONE)
        answer = ak_screen_await(
            screen, ak_randr.get_screen_resources_current(screen->connection, screen->root).sequence, &resources);
    size_t offset = sizeof *monitors, size = monitors ? ak_reply_size(monitors) : 0;
    for (uint32_t index = 0; answer == AK_SCREEN_DONE && index < monitors->nMonitors && *count < capacity; index++) {
        const xcb_randr_monitor_info_t *monitor = piece((const uint8_t *)monitors, size, offset, sizeof *monitor);
        if (!monitor || !piece((const uint8_t *)monitors, size, offset + sizeof *monitor, (size_t)monitor->nOutput * 4)) break;
        offset += sizeof *monitor + (size_t)monitor->nOutput * 4;
        answer = add_monitor(screen, monitor, whole, resources, outputs, count);
    }
    free(monitors);
    free(resources);
    return answer == AK_SCREEN_REFUSED ? AK_SCREEN_DONE : answer;
}

int ak_screen_list(ak_Screen *screen, ak_ScreenOutput *outputs, int *count) {
    int capacity = *count;
    *count = 0;
    ak_ScreenCall call;
    ak_screen_begin(screen, &call);
    screen->has_changed = 0;
    // What the server said of its screens when the connection began is not true any more after a change.
    xcb_get_geometry_reply_t *geometry;
    int answer = ak_screen_await(screen, ak_core.get_geometry(screen->connection, screen->root).sequence, &geometry);
    if (answer == AK_SCREEN_DONE) {
        ak_ScreenOutput whole = {"screen", 0, 0, geometry->width, geometry->height, 1, 0};
        if (screen->has_monitors) answer = list_monitors(screen, &whole, outputs, capacity, count);
        if (answer == AK_SCREEN_DONE && *count == 0 && capacity > 0) outputs[(*count)++] = whole;
    }
    free(geometry);
    return ak_screen_end(screen, &call, answer);
}

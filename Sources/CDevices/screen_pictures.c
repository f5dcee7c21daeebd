#define _GNU_SOURCE
#include "screen_parts.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

// More than any screen has; what is larger is a mistake or an attack.
static const size_t largest_picture = (size_t)1 << 30;

// MARK: - Memory

static void free_memory(ak_Screen *screen) {
    if (!screen->memory) return;
    if (!ak_core.connection_has_error(screen->connection)) ak_shm.detach(screen->connection, screen->segment);
    if (screen->sharing == AK_SCREEN_SHARES_SEGMENTS)
        shmdt(screen->memory);
    else
        munmap(screen->memory, screen->capacity);
    screen->memory = NULL;
    screen->capacity = 0;
    screen->sharing = AK_SCREEN_SHARES_NOTHING;
}

static void free_reply(ak_Screen *screen) {
    free(screen->reply);
    screen->reply = NULL;
    screen->pixels = NULL;
}

void ak_screen_forget_pixels(ak_Screen *screen) {
    free_reply(screen);
    free_memory(screen);
}

static void keep(ak_Screen *screen, uint32_t segment, void *memory, size_t size, int sharing) {
    screen->segment = segment;
    screen->memory = memory;
    screen->capacity = size;
    screen->sharing = sharing;
}

static int share_descriptor(ak_Screen *screen, size_t size) {
    int descriptor = memfd_create("assetkit-screen", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return AK_SCREEN_REFUSED;
    void *memory = MAP_FAILED;
    // Who makes it shorter takes the memory away under whoever reads it, which would end the process.
    if (ftruncate(descriptor, (off_t)size) == 0 &&
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) {
        close(descriptor);
        return AK_SCREEN_REFUSED;
    }
    uint32_t segment = ak_core.generate_id(screen->connection);
    // The descriptor is closed by the library when it is sent.
    int answer = ak_screen_settle(screen, ak_shm.attach_fd_checked(screen->connection, segment, descriptor, 0));
    if (answer != AK_SCREEN_DONE)
        munmap(memory, size);
    else
        keep(screen, segment, memory, size, AK_SCREEN_SHARES_DESCRIPTORS);
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
    uint32_t segment = ak_core.generate_id(screen->connection);
    int answer = ak_screen_settle(screen, ak_shm.attach_checked(screen->connection, segment, (uint32_t)identifier, 0));
    // It goes with the last one who has it attached.
    shmctl(identifier, IPC_RMID, NULL);
    if (answer != AK_SCREEN_DONE)
        shmdt(memory);
    else
        keep(screen, segment, memory, size, AK_SCREEN_SHARES_SEGMENTS);
    return answer;
}

// Makes memory for a picture where the server shares any. What it refuses once is not tried again.
static int make_memory(ak_Screen *screen, size_t size) {
    if (screen->memory && screen->capacity >= size) return AK_SCREEN_DONE;
    free_memory(screen);
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

// MARK: - Pictures

// Draws the pointer, whose pixels are multiplied by their alpha, where it is within the picture.
static void draw_pointer(ak_Screen *screen, const xcb_xfixes_get_cursor_image_reply_t *pointer, int x_origin, int y_origin) {
    int left = pointer->x - pointer->xhot - x_origin, top = pointer->y - pointer->yhot - y_origin;
    size_t count = (ak_reply_size(pointer) - sizeof *pointer) / 4;
    if ((size_t)pointer->width * pointer->height > count) return;
    const uint32_t *image = (const uint32_t *)(pointer + 1);
    for (int row = top < 0 ? -top : 0; row < pointer->height && top + row < screen->height; row++) {
        for (int column = left < 0 ? -left : 0; column < pointer->width && left + column < screen->width; column++) {
            uint32_t source = image[row * pointer->width + column], rest = 255 - (source >> 24);
            uint8_t *target = screen->pixels + ((size_t)(top + row) * screen->width + (left + column)) * 4;
            for (int component = 0; component < 3; component++) {
                uint32_t value = (source >> (component * 8) & 0xFF) + (target[component] * rest + 127) / 255;
                target[component] = value > 255 ? 255 : (uint8_t)value;
            }
        }
    }
}

// How many milliseconds a server may say nothing to who wants a picture. One that is alive begins to answer at once, however long
// it takes to send all of it.
static const int longest_silence = 2000;

static void expect_answer(ak_Screen *screen) {
    int limit = screen->patience < longest_silence ? screen->patience : longest_silence;
    screen->deadline = ak_milliseconds() + limit;
}

// Waits for the pixels, and for the pointer where that was asked for.
static int receive(ak_Screen *screen, xcb_get_image_cookie_t image, unsigned int pointer_request,
                   xcb_xfixes_get_cursor_image_reply_t **pointer) {
    expect_answer(screen);
    int answer = ak_screen_await(screen, image.sequence, &screen->reply);
    if (!pointer_request) return answer;
    if (answer != AK_SCREEN_DONE) {
        ak_core.discard_reply(screen->connection, pointer_request);
        return answer;
    }
    expect_answer(screen);
    answer = ak_screen_await(screen, pointer_request, pointer);
    // It has no picture while the server shows none.
    return answer == AK_SCREEN_REFUSED ? AK_SCREEN_DONE : answer;
}

static int read_picture(ak_Screen *screen, int x_origin, int y_origin, int shows_pointer) {
    xcb_connection_t *connection = screen->connection;
    uint16_t width = (uint16_t)screen->width, height = (uint16_t)screen->height;
    int16_t left = (int16_t)x_origin, top = (int16_t)y_origin;
    xcb_get_image_cookie_t image;
    if (screen->memory)
        image.sequence = ak_shm.get_image(connection, screen->root, left, top, width, height, ~0u, XCB_IMAGE_FORMAT_Z_PIXMAP,
                                          screen->segment, 0).sequence;
    else
        image = ak_core.get_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, screen->root, left, top, width, height, ~0u);
    unsigned int pointer_request = 0;
    if (shows_pointer && screen->has_xfixes) pointer_request = ak_xfixes.get_cursor_image(connection).sequence;
    xcb_xfixes_get_cursor_image_reply_t *pointer = NULL;
    int answer = receive(screen, image, pointer_request, &pointer);
    if (answer == AK_SCREEN_DONE) {
        size_t size = (size_t)screen->width * screen->height * 4, before = sizeof(xcb_get_image_reply_t);
        if (screen->memory)
            screen->pixels = screen->memory;
        else if (ak_reply_size(screen->reply) - before >= size)
            screen->pixels = (uint8_t *)screen->reply + before;
        else
            answer = AK_SCREEN_REFUSED;
        if (screen->pixels && pointer) draw_pointer(screen, pointer, x_origin, y_origin);
    }
    free(pointer);
    return answer;
}

int ak_screen_grab(ak_Screen *screen, int x, int y, int width, int height, int shows_pointer) {
    free_reply(screen);
    if (width < 1 || height < 1 || width > 0xFFFF || height > 0xFFFF || x < 0 || x > INT16_MAX || y < 0 || y > INT16_MAX ||
        (size_t)width * height > largest_picture / 4)
        return AK_SCREEN_REFUSED;
    ak_ScreenCall call;
    ak_screen_begin(screen, &call);
    expect_answer(screen);
    screen->width = width;
    screen->height = height;
    ak_screen_take_events(screen);
    int answer = make_memory(screen, (size_t)width * height * 4);
    if (ak_core.connection_has_error(screen->connection)) answer = AK_SCREEN_LOST;
    if (answer == AK_SCREEN_DONE && screen->has_changed) answer = AK_SCREEN_CHANGED;
    if (answer == AK_SCREEN_DONE) answer = read_picture(screen, x, y, shows_pointer);
    // The screen may have become smaller between the two.
    if (answer == AK_SCREEN_REFUSED && screen->has_changed) answer = AK_SCREEN_CHANGED;
    answer = ak_screen_end(screen, &call, answer);
    if (answer != AK_SCREEN_DONE) free_reply(screen);
    return answer;
}

const void *ak_screen_pixels(const ak_Screen *screen) { return screen->pixels; }

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

void ak_screen_copy(const ak_Screen *screen, void *pixels, long bytes_per_row) {
    if (!screen->pixels) return;
    for (int row = 0; row < screen->height; row++)
        copy_row((uint8_t *)pixels + row * bytes_per_row, screen->pixels + (size_t)row * screen->width * 4, screen->width);
}

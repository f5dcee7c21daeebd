// What the parts of the screen's code share: the functions of the libraries, a connection, and waiting.
#ifndef CDEVICES_SCREEN_PARTS_H
#define CDEVICES_SCREEN_PARTS_H

#include "CDevicesScreen.h"
#include "guard.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <xcb/randr.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/xfixes.h>

// MARK: - Libraries

// What is used of the libraries. Nothing that walks through what a server has sent: those functions go by the numbers in it, wherever
// it ends.
#define CORE_FUNCTIONS(do)                                                                                                       \
    do(parse_display) do(connect_to_fd) do(connection_has_error) do(disconnect) do(get_setup) do(generate_id) do(flush)          \
    do(prefetch_extension_data) do(get_extension_data) do(get_file_descriptor) do(poll_for_event) do(poll_for_reply)             \
    do(discard_reply) do(request_check) do(change_window_attributes) do(get_geometry) do(get_atom_name) do(get_input_focus)      \
    do(get_image)
#define RANDR_FUNCTIONS(do)                                                                                                      \
    do(query_version) do(select_input) do(get_monitors) do(get_screen_resources_current) do(get_output_info) do(get_crtc_info)
#define SHM_FUNCTIONS(do) do(query_version) do(attach_checked) do(attach_fd_checked) do(detach) do(get_image)
#define XFIXES_FUNCTIONS(do) do(query_version) do(get_cursor_image)

#define DECLARE_CORE(name) __typeof__(&xcb_##name) name;
#define DECLARE_RANDR(name) __typeof__(&xcb_randr_##name) name;
#define DECLARE_SHM(name) __typeof__(&xcb_shm_##name) name;
#define DECLARE_XFIXES(name) __typeof__(&xcb_xfixes_##name) name;

/// libxcb, there once `ak_screen_has_library` has said so.
extern struct ak_Core {
    CORE_FUNCTIONS(DECLARE_CORE)
} ak_core;
/// Libraries of extensions. `extension` is NULL where one is not there.
extern struct ak_RandR {
    xcb_extension_t *extension;
    RANDR_FUNCTIONS(DECLARE_RANDR)
} ak_randr;
extern struct ak_Shm {
    xcb_extension_t *extension;
    SHM_FUNCTIONS(DECLARE_SHM)
} ak_shm;
extern struct ak_XFixes {
    xcb_extension_t *extension;
    XFIXES_FUNCTIONS(DECLARE_XFIXES)
} ak_xfixes;

// MARK: - Sockets

/// The socket of a server, connected until a moment at the latest; less than zero where nobody answers.
int ak_screen_socket(const char *host, int display, int64_t deadline);

/// What lets a program in: the name of the way, and the secret.
typedef struct ak_ScreenSecret {
    char name[64], data[64];
    int name_length, data_length;
} ak_ScreenSecret;

/// Finds the secret for a server in the user's file of them; 0 where there is none.
int ak_screen_secret(int socket, int display, ak_ScreenSecret *secret);

// MARK: - Connections

struct ak_Screen {
    xcb_connection_t *connection;
    int cutter;  // the connection's socket once more, which stays when libxcb has closed its own
    int wake;    // can be read from while nobody is to wait
    int patience;
    int64_t deadline;  // of the call that is under way
    xcb_window_t root;
    int has_randr, has_monitors, has_xfixes, has_true_colours;
    int has_changed;
    // Memory that the server writes pixels to.
    int may_share_descriptors, may_share_segments;
    int sharing;
    uint32_t segment;
    uint8_t *memory;
    size_t capacity;
    // The last picture: in that memory, or in a reply.
    void *reply;
    uint8_t *pixels;
    int width, height;
};

/// A call that may take so long and no longer.
typedef struct ak_ScreenCall {
    sigset_t before;
    int was_pending;
    ak_Guard guard;
} ak_ScreenCall;

/// Every call that speaks to the server lies between these two. The end makes of an answer what is told.
void ak_screen_begin(ak_Screen *screen, ak_ScreenCall *call);
int ak_screen_end(ak_Screen *screen, ak_ScreenCall *call, int answer);

/// Takes what the server has sent: nothing but changes was asked for, but all clients are told what keys mean.
void ak_screen_take_events(ak_Screen *screen);
/// Waits for the reply to a request, which is not there where the answer is not that it is done.
int ak_screen_await(ak_Screen *screen, unsigned int request, void *reply);
/// Waits until a request without a reply is done.
int ak_screen_settle(ak_Screen *screen, xcb_void_cookie_t cookie);

/// How many bytes a reply has, whatever else it says.
size_t ak_reply_size(const void *reply);

/// Finds a screen, and whether its pixels are as they are read here, in what a server says when a connection begins; 0 where that
/// makes no sense.
int ak_screen_find(const xcb_setup_t *setup, int number, xcb_window_t *root, int *has_true_colours);

/// Lets go of pictures and their memory.
void ak_screen_forget_pixels(ak_Screen *screen);

#endif

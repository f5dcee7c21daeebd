// A window of X11 that shows pictures, through libxcb: unlike libX11, that ends no process and has no handlers that all
// windows of a process share.
#ifndef CTARGETS_WINDOW_H
#define CTARGETS_WINDOW_H

#include <stdint.h>

typedef struct ak_Window ak_Window;

enum {
    AK_WINDOW_LOST,     // the connection is gone
    AK_WINDOW_GONE,     // the window was destroyed: the last event
    AK_WINDOW_RESIZED,  // width, height
    AK_WINDOW_EXPOSED,  // what it shows is needed again
    AK_WINDOW_KEY,      // keysym
    AK_WINDOW_CLOSED,   // its user wants it closed
};

typedef struct ak_WindowEvent {
    int kind;
    int width, height;
    uint32_t keysym;
} ak_WindowEvent;

/// What a window is to be like. An offset counts from the right or from the bottom where `from_right` or `from_bottom` says so.
typedef struct ak_WindowWish {
    const char *display;
    const char *title;
    int width, height;
    int has_size, has_place;
    int x, y;
    int from_right, from_bottom;
    int avoids_shared_memory;
} ak_WindowWish;

/// Opens a window. NULL with half a sentence in `reason`. Width and height of the wish become those that it has.
ak_Window *ak_window_open(ak_WindowWish *wish, char *reason, unsigned long capacity);
/// Waits for the next event. One thread at a time.
void ak_window_next(ak_Window *window, ak_WindowEvent *event);
/// Draws a picture of 32-bit pixels (blue first) into an area of a size, black around it, and waits until it is shown. It is as
/// it is where it fits and touches two sides of the area, else it is made to by repeating or leaving out pixels. A picture of
/// no width is black. One thread at a time. Answers whether the connection is still there.
int ak_window_draw(ak_Window *window, int area_width, int area_height, const void *pixels, long bytes_per_row, int width,
                   int height);
/// Draws again what was drawn last.
int ak_window_draw_again(ak_Window *window);
int ak_window_set_fullscreen(ak_Window *window, int fullscreen);
int ak_window_set_title(ak_Window *window, const char *title);
/// Whether pictures go through memory that the server shares.
int ak_window_shares_memory(const ak_Window *window);
/// Makes the window vanish; the last event follows.
void ak_window_destroy(ak_Window *window);
/// Ends the connection, when no other call is going on.
void ak_window_close(ak_Window *window);

#endif

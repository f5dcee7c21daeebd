// Screens of an X server, through libxcb, which is loaded when it is first needed. So are the libraries of extensions, each of
// which may be missing: RandR tells outputs and changes, MIT-SHM shares memory with the server, XFixes knows the pointer.
#ifndef CDEVICES_SCREEN_H
#define CDEVICES_SCREEN_H

#include <stdint.h>

/// A connection to a server, and one of its screens. One thread at a time calls, but for `ak_screen_wake` and
/// `ak_screen_cut`.
typedef struct ak_Screen ak_Screen;

enum {
    AK_SCREEN_DONE,
    AK_SCREEN_CHANGED,  // outputs may be others, or of other sizes: they are to be listed again
    AK_SCREEN_REFUSED,  // the server does not do it, for instance because what is asked for is not on the screen
    AK_SCREEN_STALLED,  // the server does not answer
    AK_SCREEN_WOKEN,    // somebody has called `ak_screen_wake`
    AK_SCREEN_LOST,     // the server is gone
};

enum {
    AK_SCREEN_SHARES_AS_IT_CAN,
    AK_SCREEN_SHARES_DESCRIPTORS,  // memory whose descriptor the server gets
    AK_SCREEN_SHARES_SEGMENTS,     // memory of System V, which servers before 2013 need
    AK_SCREEN_SHARES_NOTHING,      // all pixels come through the connection
};

/// A part of the screen that is shown somewhere: a monitor, or all of it where nobody knows better.
typedef struct ak_ScreenOutput {
    char name[64];
    int x, y, width, height;
    int is_primary;
    int refresh;  // pictures in a thousand seconds; 0 where that is not known
} ak_ScreenOutput;

/// Whether libxcb is there.
int ak_screen_has_library(void);
/// Connects to a server. Each call, and this one too, takes so many milliseconds at most, but for the time that a name takes to
/// become an address.
int ak_screen_open(ak_Screen **made, const char *display, int sharing, int milliseconds);
void ak_screen_close(ak_Screen *screen);

/// Whether pixels are as they are read here: 24 bits of red, green and blue in 32.
int ak_screen_has_true_colours(const ak_Screen *screen);
/// Whether the server tells of changes.
int ak_screen_tells_changes(const ak_Screen *screen);
/// Whether the server knows what the pointer looks like.
int ak_screen_knows_pointer(const ak_Screen *screen);
/// How the last picture came: one of `AK_SCREEN_SHARES_`.
int ak_screen_sharing(const ak_Screen *screen);

/// Lists outputs; `count` is the capacity, and then how many there are. What has changed before is known then.
int ak_screen_list(ak_Screen *screen, ak_ScreenOutput *outputs, int *count);
/// Reads a part of the screen. The answer is `AK_SCREEN_CHANGED`, and nothing is read, until the outputs are listed after a change,
/// and `AK_SCREEN_STALLED` where the server does not begin to answer within two seconds.
int ak_screen_grab(ak_Screen *screen, int x, int y, int width, int height, int shows_pointer);
/// What was read last, where the server has put it, until the next grab: 32-bit pixels, blue first, whose fourth byte means nothing,
/// row behind row. NULL where nothing was.
const void *ak_screen_pixels(const ak_Screen *screen);
/// Copies what was read last, with alpha of 255.
void ak_screen_copy(const ak_Screen *screen, void *pixels, long bytes_per_row);
/// Waits until something changes or happens.
int ak_screen_wait(ak_Screen *screen);
/// Waits until a moment of CLOCK_MONOTONIC, in nanoseconds, and for nothing else: nobody but this thread has to run for it to go on.
/// Answers AK_SCREEN_DONE, or AK_SCREEN_WOKEN.
int ak_screen_pause(ak_Screen *screen, int64_t moment);
/// Ends the call that waits for the server or for a moment, and all that follow until `ak_screen_rest`.
void ak_screen_wake(ak_Screen *screen);
void ak_screen_rest(ak_Screen *screen);
/// Ends the connection under whoever waits for the rest of a reply, which nothing else can. Any thread may call.
void ak_screen_cut(ak_Screen *screen);

#endif

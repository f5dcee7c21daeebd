// Pictures that a desktop sends through PipeWire, whose library is loaded when it is first needed.
#ifndef CDEVICES_PIPEWIRE_H
#define CDEVICES_PIPEWIRE_H

#include "CDevicesPortal.h"

#include <stdint.h>

/// A stream of pictures from one sender. One thread at a time calls, but for `ak_stream_wake`. Threads of its own take pictures between
/// calls too. A PipeWire that talks without an end delays a call by two seconds or so, and is cut off: LOST.
///
/// What senders say of their pictures is not trusted, and pixels are not read through mappings. What is behind the descriptor is trusted as
/// far as the library trusts it, which reads what is told of pictures in memory that the other side may take away.
typedef struct ak_Stream ak_Stream;

enum {
    AK_STREAM_DONE,
    AK_STREAM_PICTURE,  // there is a newer picture
    AK_STREAM_ENDED,    // sharing was ended from the desktop's side
    AK_STREAM_REFUSED,  // there is no such sender, or it sends nothing that can be read here; `ak_stream_reason` has more
    AK_STREAM_GONE,     // the sender is gone
    AK_STREAM_STALLED,  // nothing has come in time
    AK_STREAM_WOKEN,    // somebody has called `ak_stream_wake`
    AK_STREAM_LOST,     // PipeWire is gone, or what is behind the descriptor is something else; or the portal is gone
};

/// What is known of the newest picture.
typedef struct ak_StreamPicture {
    /// Counts pictures that came, from 1; 0 where there is none yet. Numbers that were never seen belong to pictures that a newer one
    /// has replaced.
    int64_t number;
    /// When it was made, as its sender says, where that makes sense; else when it came: CLOCK_MONOTONIC in nanoseconds. Never after the
    /// time when it came, and never before the picture before it.
    int64_t moment;
    /// Of what is to be seen of it, at most 32767, and 134217728 pixels in all. They may be others than those of the picture
    /// before: windows change, and so do screens.
    int width, height;
    /// How many pictures could not be used until now: their sender said that they are broken, or what it said of them made no sense.
    int64_t broken_count;
} ak_StreamPicture;

/// Whether the library is there.
int ak_stream_has_library(void);
/// Begins to take pictures of a node, at most so many in so many seconds (`rate` / `rate_scale`; of senders that know no less than one a
/// second, that many may come), through a connection to PipeWire. The descriptor is the stream's from here on, whatever is answered. Waits
/// for no answer, but loads what the library needs, one call after the other. Answers DONE, REFUSED or LOST.
int ak_stream_open(ak_Stream **made, int descriptor, uint32_t node, int rate, int rate_scale);
void ak_stream_close(ak_Stream *stream);

/// Waits until there is the first picture, for so many milliseconds at most: STALLED then. `portal` is whose session it is, or NULL: its
/// end is an end of the stream.
int ak_stream_await_picture(ak_Stream *stream, ak_Portal *portal, int milliseconds);
/// Waits until a moment of CLOCK_MONOTONIC in nanoseconds (without an end where that is negative), or for a newer picture than at the last
/// return where `wants_pictures` is not 0. Pictures are taken meanwhile, and only the newest is kept. DONE when the moment has come, even
/// if it lies in the past. A desktop has half a second to say that what is gone was ended, and nothing has ended until then. ENDED, GONE,
/// LOST and REFUSED stay: nothing comes any more; the newest picture may still be there.
int ak_stream_wait(ak_Stream *stream, ak_Portal *portal, int64_t moment, int wants_pictures);

/// What is known of the newest picture.
void ak_stream_look(const ak_Stream *stream, ak_StreamPicture *picture);
/// Copies the newest picture into 32-bit pixels, blue first, with alpha of 255. `width` and `height` are those that it must have. DONE,
/// or REFUSED where it has others, is not there any more, or its memory is shorter than its sender has said; then something of it may
/// be written, the picture counts as broken, and is not to be read again.
int ak_stream_copy(ak_Stream *stream, void *pixels, long bytes_per_row, int width, int height);

/// Ends the call that waits, and all that follow until `ak_stream_rest`. Any thread may call. `ak_portal_wake` of the portal that is waited
/// for too does not.
void ak_stream_wake(ak_Stream *stream);
void ak_stream_rest(ak_Stream *stream);

/// Half a sentence on why a stream does not go on, of plain printable characters and bearable length; empty where nobody has said.
const char *ak_stream_reason(const ak_Stream *stream);

#endif

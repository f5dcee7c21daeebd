// What the parts of the code of PipeWire's streams share: the functions of the library, values, and a stream.
#ifndef CDEVICES_PIPEWIRE_PARTS_H
#define CDEVICES_PIPEWIRE_PARTS_H

#include "CDevicesPipeWire.h"
#include "pipewire_binary.h"

#include <stdbool.h>

// MARK: - Library

#define PIPEWIRE_FUNCTIONS(do)                                                                                                   \
    do(const char *, get_library_version, (void)) do(void, init, (int *, char ***))                                              \
    do(struct pw_thread_loop *, thread_loop_new, (const char *, const void *))                 \
    do(int, thread_loop_start, (struct pw_thread_loop *)) do(void, thread_loop_stop, (struct pw_thread_loop *))                  \
    do(void, thread_loop_lock, (struct pw_thread_loop *)) do(void, thread_loop_unlock, (struct pw_thread_loop *))                \
    do(struct pw_loop *, thread_loop_get_loop, (struct pw_thread_loop *))                                                        \
    do(void, thread_loop_destroy, (struct pw_thread_loop *))                                                                     \
    do(struct pw_context *, context_new, (struct pw_loop *, struct pw_properties *, size_t))                                     \
    do(void, context_destroy, (struct pw_context *))                                                                             \
    do(struct pw_core *, context_connect_fd, (struct pw_context *, int, struct pw_properties *, size_t))                         \
    do(int, core_disconnect, (struct pw_core *))                                                                                 \
    do(void, proxy_add_object_listener, (struct pw_proxy *, ak_PWListener *, const void *, void *))                              \
    do(struct pw_properties *, properties_new, (const char *, ...))                                                              \
    do(struct pw_stream *, stream_new, (struct pw_core *, const char *, struct pw_properties *))                                 \
    do(void, stream_destroy, (struct pw_stream *))                                                                               \
    do(void, stream_add_listener, (struct pw_stream *, ak_PWListener *, const ak_PWStreamEvents *, void *))                      \
    do(int, stream_connect, (struct pw_stream *, int, uint32_t, int, const ak_PWPod **, uint32_t))                               \
    do(int, stream_update_params, (struct pw_stream *, const ak_PWPod **, uint32_t))                                             \
    do(ak_PWBuffer *, stream_dequeue_buffer, (struct pw_stream *))                                                               \
    do(int, stream_queue_buffer, (struct pw_stream *, ak_PWBuffer *)) do(int, stream_set_active, (struct pw_stream *, bool))     \
    do(void, log_set_level, (int))

#define DECLARE_PIPEWIRE(result, name, arguments) result(*name) arguments;

/// The library, there once `ak_stream_has_library` has said so.
extern struct ak_PipeWire {
    PIPEWIRE_FUNCTIONS(DECLARE_PIPEWIRE)
} ak_pw;

// MARK: - Values

/// What pictures of a stream are like.
typedef struct ak_StreamFormat {
    uint32_t pixels;  // 0 where there is none
    uint32_t width, height;
} ak_StreamFormat;

/// More than any screen has. A picture of as many pixels has 512 MiB, whatever less its sender needs for it.
enum { AK_STREAM_LONGEST_SIDE = 32767, AK_STREAM_MOST_PIXELS = 1 << 27 };

/// Values one behind the other, in memory of one's own.
typedef struct ak_PodWriter {
    uint64_t words[128];
    size_t count;  // of bytes
} ak_PodWriter;

/// Writes which formats can be read.
const ak_PWPod *ak_pod_write_formats(ak_PodWriter *writer, uint32_t rate, uint32_t rate_scale);
/// Writes what memory pictures of a format may be in.
const ak_PWPod *ak_pod_write_buffers(ak_PodWriter *writer, const ak_StreamFormat *format);
/// Writes that something is to be told of each picture.
const ak_PWPod *ak_pod_write_meta(ak_PodWriter *writer, uint32_t type, uint32_t size);
/// Reads a format; 0 where it is none of those that can be read.
int ak_pod_read_format(const ak_PWPod *pod, ak_StreamFormat *format);

// MARK: - Pictures

/// Where a picture is: rows of a file of memory.
typedef struct ak_StreamPlace {
    int descriptor;
    int64_t offset;
    uint32_t stride;
    uint32_t pixels, width, height;
    int64_t moment;  // 0 where its sender says none
} ak_StreamPlace;

enum { AK_STREAM_IS_PICTURE, AK_STREAM_IS_NOTHING, AK_STREAM_IS_BROKEN };

/// Finds a picture in a buffer. What senders say is not to be believed, and may change while it is read.
int ak_stream_find_picture(const ak_PWMemory *memory, const ak_StreamFormat *format, ak_StreamPlace *place);
/// Reads its rows; 0 where there are fewer bytes than there should be.
int ak_stream_read_rows(const ak_StreamPlace *place, uint8_t *pixels, long bytes_per_row);

#endif

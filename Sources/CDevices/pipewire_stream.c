#define _GNU_SOURCE
#include "guard.h"
#include "pipewire_parts.h"
#include "portal_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static const int64_t millisecond = 1000000;

struct ak_Stream {
    int wake;    // can be read from while nobody is to wait
    int news;    // can be read from when the library's thread has noted something
    int cutter;  // the connection's socket once more, to cut it
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_stream *stream;
    ak_PWListener core_listener, stream_listener;
    // What both threads use, under the loop's lock.
    struct {
        ak_StreamFormat format;
        // The newest picture, where it is still there.
        ak_PWBuffer *buffer;
        ak_StreamPlace place;
        ak_StreamPicture picture;
        // Why nothing comes any more, or DONE.
        int end;
        char reason[256];
        // Nothing comes without buffers: since when there have been none, although there were pictures, or 0.
        int buffer_count;
        int64_t unlinked_at;
    } shared;
    // What the caller's thread knows of that. An end that the desktop may yet give a reason for is none until `word_ends`, or 0.
    int64_t seen_number, known_number, unlinked_at, word_ends;
    int end;
    char reason[256];
};

// How long a stream may be without buffers: while the sender changes its size, or while who connects senders with streams starts anew.
static const int64_t longest_change = 10000 * 1000000LL;
// How long a desktop may take to say that it has ended what has ended already.
static const int64_t longest_word = 500 * 1000000LL;

// How long the first picture takes where all goes well, with some to spare.
static const int64_t usual_beginning = 300 * 1000000LL;

// How many milliseconds the library may be busy with what comes, until nothing more is to come.
static const int64_t longest_talk = 2000;
// How often it is looked for that, so that what comes meanwhile fits into memory.
static const int64_t longest_rest = 250 * 1000000LL;

// The library reads as long as anything comes, has its lock meanwhile, and keeps its answers. Who cannot be watched over is cut at once.
static void watch(const ak_Stream *stream, ak_Guard *guard) {
    if (!ak_guard_begin(guard, stream->cutter, ak_milliseconds() + longest_talk)) shutdown(stream->cutter, SHUT_RDWR);
}

static void lock(const ak_Stream *stream) {
    ak_Guard guard;
    watch(stream, &guard);
    ak_pw.thread_loop_lock(stream->loop);
    ak_guard_end(&guard);
}

static void unlock(const ak_Stream *stream) { ak_pw.thread_loop_unlock(stream->loop); }

static void raise_event(int descriptor) {
    uint64_t one = 1;
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;
}

static void lower_event(int descriptor) {
    uint64_t count;
    ssize_t taken = read(descriptor, &count, sizeof count);
    (void)taken;
}

static void end(ak_Stream *stream, int how, const char *text) {
    if (stream->shared.end != AK_STREAM_DONE) return;
    ak_portal_explain(&stream->shared.reason, "", text);
    stream->shared.end = how;
    raise_event(stream->news);
}

// MARK: - Pictures

static void give_back(ak_Stream *stream) {
    if (stream->shared.buffer) ak_pw.stream_queue_buffer(stream->stream, stream->shared.buffer);
    stream->shared.buffer = NULL;
}

// When a picture was made. Senders have clocks of their own, and some have none.
static int64_t moment_of(const ak_Stream *stream, int64_t claim) {
    int64_t now = ak_portal_now(), moment = claim <= now && claim > now - 1000 * millisecond ? claim : now;
    return moment > stream->shared.picture.moment ? moment : stream->shared.picture.moment;
}

static void take(ak_Stream *stream, ak_PWBuffer *buffer, const ak_StreamPlace *place) {
    give_back(stream);
    stream->shared.buffer = buffer;
    stream->shared.place = *place;
    stream->shared.picture.number++;
    stream->shared.picture.moment = moment_of(stream, place->moment);
    stream->shared.picture.width = (int)place->width;
    stream->shared.picture.height = (int)place->height;
}

static void on_process(void *context) {
    ak_Stream *stream = context;
    ak_PWBuffer *buffer;
    // There are no more than that at a time.
    for (int count = 0; count < 64 && (buffer = ak_pw.stream_dequeue_buffer(stream->stream)); count++) {
        ak_StreamPlace place;
        int kind = buffer->memory ? ak_stream_find_picture(buffer->memory, &stream->shared.format, &place) : AK_STREAM_IS_BROKEN;
        if (kind == AK_STREAM_IS_PICTURE) {
            take(stream, buffer, &place);
            continue;
        }
        if (kind == AK_STREAM_IS_BROKEN) stream->shared.picture.broken_count++;
        ak_pw.stream_queue_buffer(stream->stream, buffer);
    }
    raise_event(stream->news);
}

static void on_add_buffer(void *context, ak_PWBuffer *buffer) {
    ak_Stream *stream = context;
    (void)buffer;
    stream->shared.buffer_count++;
    stream->shared.unlinked_at = 0;
    raise_event(stream->news);
}

static void on_remove_buffer(void *context, ak_PWBuffer *buffer) {
    ak_Stream *stream = context;
    if (stream->shared.buffer == buffer) stream->shared.buffer = NULL;
    if (--stream->shared.buffer_count > 0 || !stream->shared.picture.number) return;
    stream->shared.unlinked_at = ak_portal_now();
    raise_event(stream->news);
}

void ak_stream_look(const ak_Stream *stream, ak_StreamPicture *picture) {
    lock(stream);
    *picture = stream->shared.picture;
    unlock(stream);
}

static int copy(ak_Stream *stream, void *pixels, long bytes_per_row, int width, int height) {
    const ak_StreamPicture *picture = &stream->shared.picture;
    if (!stream->shared.buffer || width != picture->width || height != picture->height) return AK_STREAM_REFUSED;
    if (ak_stream_read_rows(&stream->shared.place, pixels, bytes_per_row)) return AK_STREAM_DONE;
    stream->shared.picture.broken_count++;
    give_back(stream);
    return AK_STREAM_REFUSED;
}

int ak_stream_copy(ak_Stream *stream, void *pixels, long bytes_per_row, int width, int height) {
    // Under the lock, so that the sender does not get it back meanwhile.
    lock(stream);
    int answer = copy(stream, pixels, bytes_per_row, width, height);
    unlock(stream);
    return answer;
}

// MARK: - What PipeWire says

static void on_param(void *context, uint32_t id, const ak_PWPod *param) {
    ak_Stream *stream = context;
    if (id != AK_PW_PARAM_FORMAT) return;
    if (!param) {
        stream->shared.format = (ak_StreamFormat){0};
        return;
    }
    if (!ak_pod_read_format(param, &stream->shared.format)) {
        end(stream, AK_STREAM_REFUSED, "the desktop sends pictures of a kind or a size that was not asked for");
        return;
    }
    ak_PodWriter writers[3];
    const ak_PWPod *params[] = {
        ak_pod_write_buffers(&writers[0], &stream->shared.format),
        ak_pod_write_meta(&writers[1], AK_PW_META_HEADER, sizeof(ak_PWHeader)),
        ak_pod_write_meta(&writers[2], AK_PW_META_CROP, sizeof(ak_PWRegion)),
    };
    if (ak_pw.stream_update_params(stream->stream, params, 3) < 0)
        end(stream, AK_STREAM_REFUSED, "PipeWire does not take what is said of the memory for pictures");
}

static void on_state(void *context, int before, int state, const char *error) {
    ak_Stream *stream = context;
    int is_over = state == AK_PW_ERROR || (state == AK_PW_UNCONNECTED && before > AK_PW_UNCONNECTED);
    if (!is_over) return;
    int was_there = stream->shared.picture.number > 0;
    const char *text = was_there ? "the sender is gone" : "PipeWire has no such sender";
    end(stream, was_there ? AK_STREAM_GONE : AK_STREAM_REFUSED, error ? error : text);
}

static void on_core_error(void *context, uint32_t id, int sequence, int result, const char *text) {
    ak_Stream *stream = context;
    (void)sequence;
    // What is wrong with the stream is told as its state. And a server does not know any more what it has just taken away, which is no
    // more than that: both have spoken at the same time.
    if (id == 0 && result != -ENOENT) end(stream, AK_STREAM_LOST, text ? text : "");
}

static const ak_PWCoreEvents core_events = {.error = on_core_error};
static const ak_PWStreamEvents stream_events = {
    .state_changed = on_state,
    .param_changed = on_param,
    .add_buffer = on_add_buffer,
    .remove_buffer = on_remove_buffer,
    .process = on_process,
};

// MARK: - Opening

// A descriptor that is not a connection to somebody on this machine is not let near the library.
static int is_connection(int descriptor) {
    int domain = 0, type = 0;
    socklen_t length = sizeof domain, type_length = sizeof type;
    return !getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) && domain == AF_UNIX &&
           !getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &type_length) && type == SOCK_STREAM &&
           fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 && fcntl(descriptor, F_SETFL, O_RDWR | O_NONBLOCK) >= 0;
}

static int start_library(ak_Stream *stream) {
    int is_started = 0;
    // What it remembers of the machine for all contexts, it learns without a lock.
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    stream->loop = ak_pw.thread_loop_new("assetkit.pw", NULL);
    // Threads of real-time priority are not worth it here: newer libraries limit for them how long any thread of the process may compute,
    // and a program of which one computes longer is ended.
    struct pw_properties *properties = stream->loop ? ak_pw.properties_new("module.rt", "false", (char *)NULL) : NULL;
    if (properties) stream->context = ak_pw.context_new(ak_pw.thread_loop_get_loop(stream->loop), properties, 0);
    if (stream->context) is_started = ak_pw.thread_loop_start(stream->loop) >= 0;
    pthread_mutex_unlock(&one_at_a_time);
    return is_started;
}

// The library says that it closes a descriptor also where it fails, and does not; it may do one day.
static void close_left(int descriptor, int same) {
    struct stat left, kept;
    if (!fstat(descriptor, &left) && !fstat(same, &kept) && left.st_dev == kept.st_dev && left.st_ino == kept.st_ino) close(descriptor);
}

static int connect_stream(ak_Stream *stream, int descriptor, uint32_t node, int rate, int rate_scale) {
    stream->core = ak_pw.context_connect_fd(stream->context, descriptor, NULL, 0);
    if (!stream->core) {
        close_left(descriptor, stream->cutter);
        return AK_STREAM_LOST;
    }
    ak_pw.proxy_add_object_listener((struct pw_proxy *)stream->core, &stream->core_listener, &core_events, stream);
    struct pw_properties *properties = ak_pw.properties_new("media.type", "Video", "media.category", "Capture", "media.role", "Screen",
                                                            "node.dont-fallback", "true", (char *)NULL);
    if (properties) stream->stream = ak_pw.stream_new(stream->core, "AssetKit", properties);
    if (!stream->stream) return AK_STREAM_REFUSED;
    ak_pw.stream_add_listener(stream->stream, &stream->stream_listener, &stream_events, stream);
    ak_PodWriter writer;
    const ak_PWPod *formats = ak_pod_write_formats(&writer, (uint32_t)rate, (uint32_t)rate_scale);
    // Where the sender goes no other one is to take its place: it could be anybody.
    int flags = AK_PW_AUTOCONNECT | AK_PW_DONT_RECONNECT;
    int problem = ak_pw.stream_connect(stream->stream, AK_PW_INPUT, node, flags, &formats, 1);
    return problem < 0 ? AK_STREAM_REFUSED : AK_STREAM_DONE;
}

static int start(ak_Stream *stream, int descriptor, uint32_t node, int rate, int rate_scale) {
    stream->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    stream->news = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    stream->cutter = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (stream->wake < 0 || stream->news < 0 || stream->cutter < 0 || !start_library(stream)) {
        close(descriptor);
        return AK_STREAM_REFUSED;
    }
    lock(stream);
    int answer = connect_stream(stream, descriptor, node, rate, rate_scale);
    unlock(stream);
    return answer;
}

int ak_stream_open(ak_Stream **made, int descriptor, uint32_t node, int rate, int rate_scale) {
    *made = NULL;
    ak_Stream *stream = NULL;
    int answer = AK_STREAM_REFUSED;
    if (ak_stream_has_library() && node != UINT32_MAX && rate > 0 && rate_scale > 0) {
        answer = is_connection(descriptor) ? AK_STREAM_DONE : AK_STREAM_LOST;
        if (answer == AK_STREAM_DONE) stream = calloc(1, sizeof *stream);
    }
    if (!stream) {
        close(descriptor);
        return answer == AK_STREAM_DONE ? AK_STREAM_REFUSED : answer;
    }
    // Signals are for the program's own threads, and the library starts two of its own.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    answer = start(stream, descriptor, node, rate, rate_scale);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (answer == AK_STREAM_DONE)
        *made = stream;
    else
        ak_stream_close(stream);
    return answer;
}

void ak_stream_close(ak_Stream *stream) {
    ak_Guard guard;
    watch(stream, &guard);
    if (stream->stream) {
        // While its thread runs: where there is none the other one calls in its place, and does not know the lock.
        lock(stream);
        give_back(stream);
        ak_pw.stream_destroy(stream->stream);
        unlock(stream);
    }
    if (stream->loop) ak_pw.thread_loop_stop(stream->loop);
    if (stream->core) ak_pw.core_disconnect(stream->core);
    if (stream->context) ak_pw.context_destroy(stream->context);
    if (stream->loop) ak_pw.thread_loop_destroy(stream->loop);
    ak_guard_end(&guard);
    if (stream->cutter >= 0) close(stream->cutter);
    if (stream->wake >= 0) close(stream->wake);
    if (stream->news >= 0) close(stream->news);
    free(stream);
}

const char *ak_stream_reason(const ak_Stream *stream) { return stream->reason; }

// MARK: - Waiting

void ak_stream_wake(ak_Stream *stream) { raise_event(stream->wake); }
void ak_stream_rest(ak_Stream *stream) { lower_event(stream->wake); }

// Takes what the library's thread has noted, and answers how it has ended.
static int take_news(ak_Stream *stream) {
    lower_event(stream->news);
    lock(stream);
    stream->known_number = stream->shared.picture.number;
    stream->unlinked_at = stream->shared.unlinked_at;
    if (stream->unlinked_at && ak_portal_now() - stream->unlinked_at > longest_change) end(stream, AK_STREAM_GONE, "the sender is gone");
    int how = stream->shared.end;
    if (how != AK_STREAM_DONE) memcpy(stream->reason, stream->shared.reason, sizeof stream->reason);
    unlock(stream);
    return how;
}

// A desktop that ends sharing takes the sender away, and then says so, or first. Until then nothing has ended.
static int awaits_word(ak_Stream *stream, int how, int of_portal) {
    if (of_portal != AK_PORTAL_DONE || (how != AK_STREAM_GONE && how != AK_STREAM_LOST)) return 0;
    if (!stream->word_ends) stream->word_ends = ak_portal_now() + longest_word;
    return ak_portal_now() < stream->word_ends;
}

static int take_all(ak_Stream *stream, ak_Portal *portal) {
    if (stream->end != AK_STREAM_DONE) return stream->end;
    int how = take_news(stream), of_portal = portal ? ak_portal_take(portal) : AK_PORTAL_LOST;
    if (portal && (of_portal == AK_PORTAL_ENDED || (of_portal == AK_PORTAL_LOST && how == AK_STREAM_DONE))) {
        how = of_portal == AK_PORTAL_ENDED ? AK_STREAM_ENDED : AK_STREAM_LOST;
        snprintf(stream->reason, sizeof stream->reason, "%s", ak_portal_reason(portal));
    }
    if (!awaits_word(stream, how, of_portal)) stream->end = how;
    return stream->end;
}

// Waits for whatever comes first, and looks at the library now and then.
static void wait_until(ak_Stream *stream, ak_Portal *portal, int64_t moment) {
    int64_t look = ak_portal_now() + longest_rest;
    if (stream->word_ends && stream->word_ends < look) look = stream->word_ends;
    if (moment < 0 || look < moment) moment = look;
    struct pollfd descriptors[3] = {
        {stream->news, POLLIN, 0},
        {stream->wake, POLLIN, 0},
    };
    if (portal) descriptors[2] = ak_portal_interest(portal, &moment);
    ak_portal_poll(descriptors, portal ? 3 : 2, moment);
}

int ak_stream_wait(ak_Stream *stream, ak_Portal *portal, int64_t moment, int wants_pictures) {
    for (;;) {
        int answer = take_all(stream, portal);
        if (answer != AK_STREAM_DONE) return answer;
        int is_new = stream->known_number != stream->seen_number;
        struct pollfd wake = {stream->wake, POLLIN, 0};
        if (poll(&wake, 1, 0) > 0) return AK_STREAM_WOKEN;
        if (moment >= 0 && ak_portal_now() >= moment) answer = AK_STREAM_STALLED;
        if (is_new && wants_pictures) answer = AK_STREAM_PICTURE;
        if (answer != AK_STREAM_DONE) {
            stream->seen_number = stream->known_number;
            return answer == AK_STREAM_STALLED ? AK_STREAM_DONE : answer;
        }
        wait_until(stream, portal, moment);
    }
}

// Has the sender begin once more: what it sends before PipeWire is ready for the other side is lost, and a still screen has nothing else.
static void begin_again(ak_Stream *stream) {
    lock(stream);
    if (stream->shared.end == AK_STREAM_DONE) {
        ak_pw.stream_set_active(stream->stream, false);
        ak_pw.stream_set_active(stream->stream, true);
    }
    unlock(stream);
}

int ak_stream_await_picture(ak_Stream *stream, ak_Portal *portal, int milliseconds) {
    int64_t deadline = ak_portal_now() + milliseconds * millisecond;
    if (stream->seen_number) return take_all(stream, portal);
    // Longer each time, since a machine may be slow.
    for (int64_t patience = usual_beginning;; patience *= 2) {
        int64_t next = ak_portal_now() + patience, moment = next < deadline ? next : deadline;
        if (moment < stream->word_ends) moment = stream->word_ends;
        int answer = ak_stream_wait(stream, portal, moment, 1);
        if (answer == AK_STREAM_PICTURE) return AK_STREAM_DONE;
        if (answer != AK_STREAM_DONE) return answer;
        // What is gone is not late.
        if (moment >= deadline && ak_portal_now() >= stream->word_ends) return AK_STREAM_STALLED;
        begin_again(stream);
    }
}

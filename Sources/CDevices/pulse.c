#include "CDevicesPulse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <pulse/pulseaudio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// What is used of libpulse.
#define ALL_FUNCTIONS(do)                                                                                                        \
    do(threaded_mainloop_new) do(threaded_mainloop_free) do(threaded_mainloop_start) do(threaded_mainloop_stop)                  \
    do(threaded_mainloop_lock) do(threaded_mainloop_unlock) do(threaded_mainloop_wait) do(threaded_mainloop_signal)              \
    do(threaded_mainloop_get_api) do(threaded_mainloop_in_thread) do(threaded_mainloop_set_name)                                 \
    do(context_new) do(context_connect) do(context_disconnect) do(context_unref) do(context_get_state) do(context_errno)         \
    do(context_set_state_callback) do(context_set_subscribe_callback) do(context_subscribe)                                      \
    do(context_get_server_info) do(context_get_source_info_list) do(context_get_source_info_by_name)                             \
    do(context_set_source_port_by_name)                                                                                          \
    do(context_rttime_new) do(context_rttime_restart)                                                                            \
    do(stream_new) do(stream_connect_record) do(stream_disconnect) do(stream_unref) do(stream_get_state)                         \
    do(stream_set_state_callback) do(stream_set_read_callback) do(stream_set_suspended_callback)                                 \
    do(stream_set_moved_callback) do(stream_set_overflow_callback) do(stream_set_latency_update_callback)                        \
    do(stream_is_suspended) do(stream_get_buffer_attr) do(stream_readable_size) do(stream_peek) do(stream_drop)                  \
    do(stream_get_timing_info) do(stream_update_timing_info)                                                                     \
    do(operation_unref) do(operation_get_state) do(operation_cancel)                                                             \
    do(strerror) do(rtclock_now) do(channel_map_init_extend) do(proplist_gets)

#define DECLARE(name) __typeof__(&pa_##name) name;
static struct {
    ALL_FUNCTIONS(DECLARE)
} pa;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define LOAD(name)                                                                                                               \
    *(void **)&pa.name = dlsym(library, "pa_" #name);                                                                            \
    if (!pa.name) return;
    ALL_FUNCTIONS(LOAD)
    is_loaded = 1;
}

struct ak_PulseServer {
    pa_threaded_mainloop *loop;
    pa_context *context;
    ak_PulseServerClient client;
    // All of this with the loop's lock held, which its own thread has.
    int is_ready, is_lost, is_silenced;    // it is ready while its end would be told; before, whoever waits is answered so
    pa_stream *stream;
    pa_time_event *watchdog;
    char *source, *name;
    pa_sample_spec spec;
    pa_channel_map map;
    uint32_t fragment_size;
    int64_t stall_time;
    int is_recording, is_second_try;
    int64_t frame;       // the number of the next frame
    int64_t begun_at;    // when the recording began
    int64_t heard_at;    // when sound came last, or could begin to: CLOCK_MONOTONIC
    int64_t asked_at;    // when the timing was asked for last
    int64_t offset;      // by how much the wall clock was ahead of CLOCK_MONOTONIC when it was looked at last
    int64_t came_at;     // when the first sound since the start came; 0 before
    int is_timed;        // since then it is known which frame sounded when
    int64_t started_at;
};

// A wait that ends.
typedef struct Limit {
    ak_PulseServer *server;
    pa_time_event *event;
    int is_over;
} Limit;

static int64_t now_of(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void forget(pa_operation *operation) {
    if (operation) pa.operation_unref(operation);
}

static void tell(ak_PulseServer *server, int event, const char *reason) {
    if (!server->is_silenced) server->client.tell(server->client.context, event, reason);
}

static void on_limit(pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *context) {
    Limit *limit = context;
    (void)api, (void)event, (void)time;
    limit->is_over = 1;
    pa.threaded_mainloop_signal(limit->server->loop, 0);
}

static void begin(Limit *limit, ak_PulseServer *server, int milliseconds) {
    limit->server = server;
    limit->event = pa.context_rttime_new(server->context, pa.rtclock_now() + (pa_usec_t)milliseconds * 1000, on_limit, limit);
    // A wait that could not end is not begun.
    limit->is_over = !limit->event;
}

static void end(Limit *limit) {
    if (limit->event) pa.threaded_mainloop_get_api(limit->server->loop)->time_free(limit->event);
}

static int problem_of(ak_PulseServer *server, const Limit *limit, const char **reason) {
    int code = pa.context_errno(server->context);
    *reason = pa.strerror(code);
    if (limit->is_over && !server->is_lost) return AK_PULSE_NO_ANSWER;
    switch (code) {
    case PA_ERR_ACCESS:
    case PA_ERR_AUTHKEY: return AK_PULSE_REFUSED;
    case PA_ERR_NOENTITY: return AK_PULSE_NO_SOURCE;
    default: return server->is_lost ? AK_PULSE_NO_SERVER : AK_PULSE_FAILED;
    }
}

// Waits for an answer, and does not want it any more when it is late.
static int wait_for(ak_PulseServer *server, pa_operation *operation, Limit *limit, const char **reason) {
    if (!operation) return problem_of(server, limit, reason);
    while (pa.operation_get_state(operation) == PA_OPERATION_RUNNING && !server->is_lost && !limit->is_over)
        pa.threaded_mainloop_wait(server->loop);
    int is_done = pa.operation_get_state(operation) == PA_OPERATION_DONE;
    if (!is_done) pa.operation_cancel(operation);
    pa.operation_unref(operation);
    return is_done ? AK_PULSE_FINE : problem_of(server, limit, reason);
}

static void on_context_state(pa_context *context, void *user) {
    ak_PulseServer *server = user;
    pa_context_state_t state = pa.context_get_state(context);
    if ((state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED) && !server->is_lost) {
        server->is_lost = 1;
        server->is_recording = 0;
        if (server->is_ready) tell(server, AK_PULSE_SERVER_GONE, pa.strerror(pa.context_errno(context)));
    }
    pa.threaded_mainloop_signal(server->loop, 0);
}

static int connect_context(ak_PulseServer *server, const char *address, const char *name, int milliseconds, const char **reason) {
    server->context = pa.context_new(pa.threaded_mainloop_get_api(server->loop), name);
    if (!server->context) {
        *reason = "there is no memory left";
        return AK_PULSE_FAILED;
    }
    pa.context_set_state_callback(server->context, on_context_state, server);
    Limit limit;
    begin(&limit, server, milliseconds);
    int is_failed = pa.context_connect(server->context, address, PA_CONTEXT_NOAUTOSPAWN, NULL) < 0;
    if (is_failed) server->is_lost = 1;
    while (pa.context_get_state(server->context) != PA_CONTEXT_READY && !server->is_lost && !limit.is_over)
        pa.threaded_mainloop_wait(server->loop);
    server->is_ready = pa.context_get_state(server->context) == PA_CONTEXT_READY;
    int problem = server->is_ready ? AK_PULSE_FINE : problem_of(server, &limit, reason);
    end(&limit);
    return problem;
}

int ak_pulse_is_installed(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

int ak_pulse_server_open(
    ak_PulseServer **made,
    const char *address,
    const char *application_name,
    ak_PulseServerClient client,
    int milliseconds,
    const char **reason
) {
    *made = NULL;
    *reason = "";
    if (!ak_pulse_is_installed()) return AK_PULSE_NOT_INSTALLED;
    ak_PulseServer *server = calloc(1, sizeof *server);
    pa_threaded_mainloop *loop = server ? pa.threaded_mainloop_new() : NULL;
    if (!loop) {
        free(server);
        *reason = "there is no memory left";
        return AK_PULSE_FAILED;
    }
    server->loop = loop;
    server->client = client;
    pa.threaded_mainloop_set_name(loop, "assetkit.sound");
    int problem = AK_PULSE_FAILED;
    if (pa.threaded_mainloop_start(loop) < 0) {
        *reason = "no thread can be started";
    } else {
        pa.threaded_mainloop_lock(loop);
        problem = connect_context(server, address, application_name, milliseconds, reason);
        pa.threaded_mainloop_unlock(loop);
    }
    if (problem == AK_PULSE_FINE)
        *made = server;
    else
        ak_pulse_server_close(server);
    return problem;
}

int ak_pulse_server_is_connected(ak_PulseServer *server) {
    int is_own = pa.threaded_mainloop_in_thread(server->loop);
    if (!is_own) pa.threaded_mainloop_lock(server->loop);
    int is_connected = !server->is_lost;
    if (!is_own) pa.threaded_mainloop_unlock(server->loop);
    return is_connected;
}

typedef struct Listing {
    ak_PulseServer *server;
    void (*show)(void *context, const ak_PulseSource *source);
    void *context;
    char *default_source, *default_sink;
} Listing;

static void on_server(pa_context *context, const pa_server_info *info, void *user) {
    Listing *listing = user;
    (void)context;
    if (info && info->default_source_name) listing->default_source = strdup(info->default_source_name);
    if (info && info->default_sink_name) listing->default_sink = strdup(info->default_sink_name);
    pa.threaded_mainloop_signal(listing->server->loop, 0);
}

static const char *text_of(const char *text) { return text ? text : ""; }

static void on_listed_source(pa_context *context, const pa_source_info *info, int end, void *user) {
    Listing *listing = user;
    (void)context;
    if (end) {
        pa.threaded_mainloop_signal(listing->server->loop, 0);
        return;
    }
    if (!info || !info->name) return;
    const char *sink = info->monitor_of_sink == PA_INVALID_INDEX ? NULL : text_of(info->monitor_of_sink_name);
    ak_PulsePort ports[AK_PULSE_MOST_PORTS];
    int port_count = 0;
    for (uint32_t index = 0; info->ports && index < info->n_ports && port_count < AK_PULSE_MOST_PORTS; index++) {
        const pa_source_port_info *port = info->ports[index];
        if (!port) break;
        if (!port->name) continue;
        ports[port_count++] = (ak_PulsePort){.name = port->name, .description = text_of(port->description)};
    }
    ak_PulseSource source = {
        .name = info->name,
        .description = text_of(info->description),
        .product = text_of(pa.proplist_gets(info->proplist, PA_PROP_DEVICE_PRODUCT_NAME)),
        .vendor = text_of(pa.proplist_gets(info->proplist, PA_PROP_DEVICE_VENDOR_NAME)),
        .rate = info->sample_spec.rate > INT32_MAX ? INT32_MAX : (int)info->sample_spec.rate,
        .channels = info->sample_spec.channels,
        .is_monitor = sink != NULL,
        .is_default = listing->default_source && !strcmp(info->name, listing->default_source),
        .is_monitor_of_default = sink && listing->default_sink && !strcmp(sink, listing->default_sink),
        .ports = ports,
        .port_count = port_count,
        .active_port = info->active_port ? info->active_port->name : NULL,
    };
    listing->show(listing->context, &source);
}

int ak_pulse_server_list(
    ak_PulseServer *server,
    void (*show)(void *context, const ak_PulseSource *source),
    void *context,
    int milliseconds,
    const char **reason
) {
    Listing listing = {.server = server, .show = show, .context = context};
    Limit limit;
    *reason = "";
    pa.threaded_mainloop_lock(server->loop);
    begin(&limit, server, milliseconds);
    int problem = wait_for(server, pa.context_get_server_info(server->context, on_server, &listing), &limit, reason);
    if (problem == AK_PULSE_FINE)
        problem = wait_for(
            server, pa.context_get_source_info_list(server->context, on_listed_source, &listing), &limit, reason);
    end(&limit);
    pa.threaded_mainloop_unlock(server->loop);
    free(listing.default_source);
    free(listing.default_sink);
    return problem;
}

typedef struct Choice {
    ak_PulseServer *server;
    int is_done, error;
} Choice;

static void on_choice(pa_context *context, int is_done, void *user) {
    Choice *choice = user;
    choice->is_done = is_done;
    choice->error = pa.context_errno(context);
    pa.threaded_mainloop_signal(choice->server->loop, 0);
}

int ak_pulse_server_choose_port(
    ak_PulseServer *server,
    const char *source,
    const char *port,
    int milliseconds,
    const char **reason
) {
    Choice choice = {.server = server};
    Limit limit;
    *reason = "";
    pa.threaded_mainloop_lock(server->loop);
    begin(&limit, server, milliseconds);
    int problem = wait_for(
        server, pa.context_set_source_port_by_name(server->context, source, port, on_choice, &choice), &limit, reason);
    end(&limit);
    pa.threaded_mainloop_unlock(server->loop);
    if (problem != AK_PULSE_FINE || choice.is_done) return problem;
    *reason = pa.strerror(choice.error);
    // The latter is said of sources that have no ports at all.
    int is_absent = choice.error == PA_ERR_NOENTITY || choice.error == PA_ERR_NOTIMPLEMENTED;
    return is_absent ? AK_PULSE_NO_SOURCE : AK_PULSE_FAILED;
}

static void on_event(pa_context *context, pa_subscription_event_type_t type, uint32_t index, void *user) {
    (void)context, (void)type, (void)index;
    tell(user, AK_PULSE_CHANGED, NULL);
}

static void on_success(pa_context *context, int is_done, void *user) {
    ak_PulseServer *server = user;
    (void)context, (void)is_done;
    pa.threaded_mainloop_signal(server->loop, 0);
}

int ak_pulse_server_watch(ak_PulseServer *server, int milliseconds, const char **reason) {
    Limit limit;
    *reason = "";
    pa.threaded_mainloop_lock(server->loop);
    begin(&limit, server, milliseconds);
    pa.context_set_subscribe_callback(server->context, on_event, server);
    pa_subscription_mask_t wanted = PA_SUBSCRIPTION_MASK_SOURCE | PA_SUBSCRIPTION_MASK_SINK | PA_SUBSCRIPTION_MASK_SERVER;
    int problem = wait_for(server, pa.context_subscribe(server->context, wanted, on_success, server), &limit, reason);
    end(&limit);
    pa.threaded_mainloop_unlock(server->loop);
    return problem;
}

static const int64_t millisecond = 1000000;

static void ask_for_timing(ak_PulseServer *server) {
    int64_t now = now_of(CLOCK_MONOTONIC);
    // Often at first, when little is known.
    int64_t interval = (now - server->started_at < 1000 * millisecond ? 20 : 100) * millisecond;
    if (now - server->asked_at < interval) return;
    server->asked_at = now;
    forget(pa.stream_update_timing_info(server->stream, NULL, NULL));
}

// Frames of sound that a time has, of a rate that is one.
static int64_t frames_of(const ak_PulseServer *server, int64_t nanoseconds) {
    return nanoseconds / millisecond * server->spec.rate / 1000;
}

// How many frames more there can be by now, and ten seconds of them for servers that were late.
static int64_t room(const ak_PulseServer *server) {
    return frames_of(server, now_of(CLOCK_MONOTONIC) - server->begun_at + 10000 * millisecond) - server->frame;
}

static void hear(ak_PulseServer *server, const void *samples, int64_t count) {
    // A gap that is longer than the recording is none, but a server that has lost its count.
    if (!samples && count > room(server)) {
        tell(server, AK_PULSE_OVERFLOW, NULL);
        return;
    }
    // Silence may be long: it comes in pieces that nobody has to wait for.
    int64_t most = samples ? count : server->spec.rate / 10 + 1;
    while (count > 0 && server->is_recording && !server->is_silenced) {
        int64_t part = count < most ? count : most;
        int64_t first = server->frame;
        server->frame += part;
        count -= part;
        server->client.hear(server->client.context, samples, (long)part, first);
    }
}

// The first sound waits for its time, which is known at once as a rule.
static int is_to_wait(ak_PulseServer *server) {
    int64_t now = now_of(CLOCK_MONOTONIC);
    server->heard_at = now;
    if (!server->came_at) {
        server->came_at = now;
        server->asked_at = 0;
    }
    return !server->is_timed && now - server->came_at < 200 * millisecond;
}

static void begin_anew(ak_PulseServer *server) {
    server->heard_at = server->started_at = now_of(CLOCK_MONOTONIC);
    server->asked_at = server->came_at = 0;
    server->is_timed = 0;
    server->offset = now_of(CLOCK_REALTIME) - server->heard_at;
}

static void on_read(pa_stream *stream, size_t size, void *context) {
    ak_PulseServer *server = context;
    (void)size;
    if (server->is_recording && !server->is_silenced && is_to_wait(server)) {
        ask_for_timing(server);
        return;
    }
    size_t frame_size = sizeof(float) * server->spec.channels;
    while (server->is_recording && !server->is_silenced) {
        size_t readable = pa.stream_readable_size(stream);
        if (readable == (size_t)-1 || readable == 0) break;
        const void *samples = NULL;
        size_t length = 0;
        if (pa.stream_peek(stream, &samples, &length) < 0 || length == 0) break;
        server->is_second_try = 0;
        hear(server, samples, (int64_t)(length / frame_size));
        // Whoever heard it may have ended the recording.
        if (!server->stream) return;
        pa.stream_drop(stream);
    }
    if (server->is_recording && !server->is_silenced) ask_for_timing(server);
}

int ak_pulse_frames_ahead(const ak_PulseRecord *record, int64_t *frames) {
    // No server holds back more than a minute.
    const int64_t longest = 60000000;
    int64_t waiting, in_device;
    if (record->rate < 1 || record->frame_size < 1 || record->source_time > (uint64_t)longest || record->sink_time > (uint64_t)longest)
        return 0;
    if (__builtin_sub_overflow(record->write_index, record->read_index, &waiting)) return 0;
    waiting /= record->frame_size;
    if (waiting > longest / 1000000 * record->rate || waiting < -(longest / 1000000 * record->rate)) return 0;
    // A monitor has what its sink has not played yet.
    in_device = ((int64_t)record->source_time - (int64_t)record->sink_time) * record->rate / 1000000;
    *frames = waiting + in_device;
    return 1;
}

int ak_pulse_moment(int64_t stamp, int64_t wall, int64_t host, int64_t *offset, int64_t *moment) {
    // Clocks that are read one after the other are never this far apart by that, nor does a clock that is put right gain so much.
    const int64_t smallest_step = 50 * millisecond;
    int64_t before = *offset, step, age;
    if (__builtin_sub_overflow(wall, host, offset) || __builtin_sub_overflow(*offset, before, &step)) return 0;
    if (step > smallest_step || step < -smallest_step) return 0;
    if (__builtin_sub_overflow(wall, stamp, &age) || age < 0 || age > 10000 * millisecond) return 0;
    *moment = host - age;
    return 1;
}

// The server's record says, for a moment in the past, how much waited on its side and how much the device had. What was sent before
// the record has arrived before it, so the next frame is the one that the record calls the next to be read.
static void on_timing(pa_stream *stream, void *context) {
    ak_PulseServer *server = context;
    const pa_timing_info *info = pa.stream_get_timing_info(stream);
    if (!info || !server->is_recording || server->is_silenced || pa.stream_is_suspended(stream) != 0) return;
    if (info->write_index_corrupt || info->read_index_corrupt) return;
    int64_t stamp = (int64_t)info->timestamp.tv_sec * 1000000000 + (int64_t)info->timestamp.tv_usec * 1000;
    int64_t moment;
    if (!ak_pulse_moment(stamp, now_of(CLOCK_REALTIME), now_of(CLOCK_MONOTONIC), &server->offset, &moment)) return;
    // An answer from before the start.
    if (moment < server->started_at) return;
    // Before anything has come, servers say when they were asked, and not when the source began.
    if (!server->came_at) return;
    ak_PulseRecord record = {
        .write_index = info->write_index,
        .read_index = info->read_index,
        .source_time = info->source_usec,
        .sink_time = info->sink_usec,
        .frame_size = (int)sizeof(float) * server->spec.channels,
        .rate = (int)server->spec.rate,
    };
    int64_t ahead;
    if (!ak_pulse_frames_ahead(&record, &ahead)) return;
    server->client.time(server->client.context, server->frame + ahead, moment);
    int was_timed = server->is_timed;
    server->is_timed = 1;
    if (!was_timed) on_read(stream, 0, server);
}

static void on_suspended(pa_stream *stream, void *context) {
    ak_PulseServer *server = context;
    if (!server->is_recording) return;
    int is_suspended = pa.stream_is_suspended(stream) > 0;
    begin_anew(server);
    tell(server, is_suspended ? AK_PULSE_SUSPENDED : AK_PULSE_RESUMED, NULL);
}

static void on_moved(pa_stream *stream, void *context) {
    ak_PulseServer *server = context;
    (void)stream;
    if (!server->is_recording) return;
    begin_anew(server);
    tell(server, AK_PULSE_MOVED, NULL);
}

static void on_overflow(pa_stream *stream, void *context) {
    ak_PulseServer *server = context;
    (void)stream;
    if (server->is_recording) tell(server, AK_PULSE_OVERFLOW, NULL);
}

static void on_stream_state(pa_stream *stream, void *context) {
    ak_PulseServer *server = context;
    pa_stream_state_t state = pa.stream_get_state(stream);
    pa.threaded_mainloop_signal(server->loop, 0);
    if (state != PA_STREAM_FAILED && state != PA_STREAM_TERMINATED) return;
    // The server's end is told where it is seen.
    if (!server->is_recording || server->is_lost || pa.context_get_state(server->context) != PA_CONTEXT_READY) return;
    server->is_recording = 0;
    tell(server, AK_PULSE_SOURCE_GONE, NULL);
}

static int open_stream(ak_PulseServer *server) {
    server->stream = pa.stream_new(server->context, server->name, &server->spec, &server->map);
    if (!server->stream) return 0;
    pa.stream_set_state_callback(server->stream, on_stream_state, server);
    pa.stream_set_read_callback(server->stream, on_read, server);
    pa.stream_set_latency_update_callback(server->stream, on_timing, server);
    pa.stream_set_suspended_callback(server->stream, on_suspended, server);
    pa.stream_set_moved_callback(server->stream, on_moved, server);
    pa.stream_set_overflow_callback(server->stream, on_overflow, server);
    pa_buffer_attr buffer = {
        .maxlength = (uint32_t)-1,
        .tlength = (uint32_t)-1,
        .prebuf = (uint32_t)-1,
        .minreq = (uint32_t)-1,
        .fragsize = server->fragment_size,
    };
    // Where the source goes the recording ends: what another one hears is not what was asked for. What the library interpolates
    // between the server's records is not needed, since each of them says of which moment it is.
    pa_stream_flags_t flags = PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_ADJUST_LATENCY | PA_STREAM_DONT_MOVE;
    begin_anew(server);
    return pa.stream_connect_record(server->stream, server->source, &buffer, flags) >= 0;
}

static void close_stream(ak_PulseServer *server) {
    pa_stream *stream = server->stream;
    if (!stream) return;
    server->stream = NULL;
    pa.stream_set_state_callback(stream, NULL, NULL);
    pa.stream_set_read_callback(stream, NULL, NULL);
    pa.stream_set_latency_update_callback(stream, NULL, NULL);
    pa.stream_set_suspended_callback(stream, NULL, NULL);
    pa.stream_set_moved_callback(stream, NULL, NULL);
    pa.stream_set_overflow_callback(stream, NULL, NULL);
    pa.stream_disconnect(stream);
    pa.stream_unref(stream);
}

static void look_again(ak_PulseServer *server) {
    pa_usec_t interval = (pa_usec_t)(server->stall_time / 4000);
    pa.context_rttime_restart(server->context, server->watchdog, pa.rtclock_now() + (interval < 1000 ? 1000 : interval));
}

// How long nothing may come. Some sources have much at once and then nothing for a while, but none for longer than this.
static const int64_t longest_patience = 10000 * 1000000LL;

static int64_t patience(ak_PulseServer *server) {
    const pa_buffer_attr *buffer = pa.stream_get_buffer_attr(server->stream);
    if (!buffer || buffer->fragsize == (uint32_t)-1) return server->stall_time;
    int64_t bytes_per_second = (int64_t)server->spec.rate * server->spec.channels * (int64_t)sizeof(float);
    int64_t twice = 2 * (int64_t)buffer->fragsize * 1000000000 / bytes_per_second;
    if (twice > longest_patience) twice = longest_patience;
    return twice > server->stall_time ? twice : server->stall_time;
}

static void on_watchdog(pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *context) {
    ak_PulseServer *server = context;
    (void)api, (void)event, (void)time;
    if (!server->is_recording || server->is_silenced) return;
    look_again(server);
    if (pa.stream_is_suspended(server->stream) > 0) return;
    if (now_of(CLOCK_MONOTONIC) - server->heard_at < patience(server)) return;
    int is_lost = server->is_second_try;
    if (!is_lost) {
        server->is_second_try = 1;
        close_stream(server);
        is_lost = !open_stream(server);
    }
    if (is_lost) server->is_recording = 0;
    tell(server, is_lost ? AK_PULSE_STALLED : AK_PULSE_RESTARTED, NULL);
}

static void on_recorded_source(pa_context *context, const pa_source_info *info, int end, void *user) {
    ak_PulseServer *server = user;
    (void)context;
    if (end) {
        pa.threaded_mainloop_signal(server->loop, 0);
        return;
    }
    if (!info) return;
    server->spec = info->sample_spec;
    server->map = info->channel_map;
}

// Takes what the source has where nothing else is wanted.
static void settle(ak_PulseServer *server, ak_PulseRecording *recording) {
    server->spec.format = PA_SAMPLE_FLOAT32NE;
    if (recording->rate > 0) server->spec.rate = (uint32_t)recording->rate;
    if (recording->channels > 0 && recording->channels != server->spec.channels) {
        server->spec.channels = (uint8_t)recording->channels;
        pa.channel_map_init_extend(&server->map, server->spec.channels, PA_CHANNEL_MAP_WAVEEX);
    }
    recording->rate = (int)server->spec.rate;
    recording->channels = server->spec.channels;
    uint32_t frames = server->spec.rate * (uint32_t)recording->fragment_milliseconds / 1000;
    server->fragment_size = (frames ? frames : 1) * (uint32_t)sizeof(float) * server->spec.channels;
    server->stall_time = recording->stall_milliseconds * millisecond;
    server->source = strdup(recording->source);
    server->name = strdup(recording->name);
}

static int begin_recording(ak_PulseServer *server, ak_PulseRecording *recording, Limit *limit, const char **reason) {
    int problem = wait_for(
        server, pa.context_get_source_info_by_name(server->context, recording->source, on_recorded_source, server), limit,
        reason);
    if (problem != AK_PULSE_FINE) return problem;
    // The answer to a question about one that is not there is none.
    if (server->spec.channels == 0) return AK_PULSE_NO_SOURCE;
    settle(server, recording);
    if (server->spec.rate < 1 || server->spec.rate > AK_PULSE_MOST_FRAMES || server->spec.channels > AK_PULSE_MOST_CHANNELS) {
        *reason = "it says of its source what no source can be";
        return AK_PULSE_FAILED;
    }
    server->watchdog = pa.context_rttime_new(server->context, PA_USEC_INVALID, on_watchdog, server);
    if (!server->source || !server->name || !server->watchdog || !open_stream(server)) return problem_of(server, limit, reason);
    while (pa.stream_get_state(server->stream) == PA_STREAM_CREATING && !server->is_lost && !limit->is_over)
        pa.threaded_mainloop_wait(server->loop);
    if (pa.stream_get_state(server->stream) != PA_STREAM_READY) return problem_of(server, limit, reason);
    server->is_recording = 1;
    server->begun_at = now_of(CLOCK_MONOTONIC);
    look_again(server);
    return AK_PULSE_FINE;
}

int ak_pulse_server_record(ak_PulseServer *server, ak_PulseRecording *recording, int milliseconds, const char **reason) {
    Limit limit;
    *reason = "";
    pa.threaded_mainloop_lock(server->loop);
    begin(&limit, server, milliseconds);
    server->is_ready = 0;
    int problem = begin_recording(server, recording, &limit, reason);
    server->is_ready = 1;
    end(&limit);
    pa.threaded_mainloop_unlock(server->loop);
    return problem;
}

int ak_pulse_server_is_own_thread(ak_PulseServer *server) { return pa.threaded_mainloop_in_thread(server->loop); }

void ak_pulse_server_silence(ak_PulseServer *server) {
    // On its own thread the lock is held already, and taking it again would end the process.
    int is_own = pa.threaded_mainloop_in_thread(server->loop);
    if (!is_own) pa.threaded_mainloop_lock(server->loop);
    server->is_silenced = 1;
    server->is_recording = 0;
    close_stream(server);
    if (!is_own) pa.threaded_mainloop_unlock(server->loop);
}

void ak_pulse_server_close(ak_PulseServer *server) {
    pa.threaded_mainloop_lock(server->loop);
    server->is_silenced = 1;
    server->is_recording = 0;
    close_stream(server);
    if (server->watchdog) pa.threaded_mainloop_get_api(server->loop)->time_free(server->watchdog);
    if (server->context) {
        pa.context_set_state_callback(server->context, NULL, NULL);
        pa.context_set_subscribe_callback(server->context, NULL, NULL);
        pa.context_disconnect(server->context);
        pa.context_unref(server->context);
    }
    pa.threaded_mainloop_unlock(server->loop);
    pa.threaded_mainloop_stop(server->loop);
    pa.threaded_mainloop_free(server->loop);
    free(server->source);
    free(server->name);
    free(server);
}

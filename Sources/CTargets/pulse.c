#include "CTargetsPulse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <pulse/pulseaudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// What is used of libpulse.
#define ALL_FUNCTIONS(do)                                                                                                        \
    do(threaded_mainloop_new) do(threaded_mainloop_free) do(threaded_mainloop_start) do(threaded_mainloop_stop)                  \
    do(threaded_mainloop_lock) do(threaded_mainloop_unlock) do(threaded_mainloop_wait) do(threaded_mainloop_signal)              \
    do(threaded_mainloop_get_api) do(threaded_mainloop_in_thread) do(threaded_mainloop_set_name)                                 \
    do(context_new) do(context_connect) do(context_disconnect) do(context_unref) do(context_get_state) do(context_errno)         \
    do(context_set_state_callback) do(context_get_sink_info_by_name) do(context_rttime_new) do(context_rttime_restart)           \
    do(stream_new) do(stream_connect_playback) do(stream_disconnect) do(stream_unref) do(stream_get_state)                       \
    do(stream_set_state_callback) do(stream_set_write_callback) do(stream_set_underflow_callback)                               \
    do(stream_set_latency_update_callback) do(stream_writable_size) do(stream_begin_write) do(stream_cancel_write)               \
    do(stream_write) do(stream_cork) do(stream_flush) do(stream_get_timing_info) do(stream_update_timing_info)                   \
    do(stream_set_name) do(operation_unref) do(operation_get_state) do(strerror) do(rtclock_now) do(channel_map_init_extend)

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

struct ak_Pulse {
    pa_threaded_mainloop *loop;
    pa_context *context;
    pa_stream *stream;
    pa_time_event *retry;
    ak_PulseClient client;
    int rate, channels;
    // All of this with the loop's lock held, which its own thread has.
    int is_running, is_ready, is_lost, is_silenced;
    int is_short;            // the source had less than there was room for
    int64_t written;         // frames since the start, silence before them not counted
    int64_t silence_left;    // frames of silence that belong before the first one
    int64_t silence_total;
    int64_t started_at;      // CLOCK_MONOTONIC
    int64_t asked_at;        // when the timing was asked for last
    int64_t sink_time;       // how long the device takes, in nanoseconds, as last heard of
    // What is known of the position, behind a lock of its own, so that nobody waits for the source.
    pthread_mutex_t lock;
    int is_known;
    int64_t frame, host_time;
};

static int64_t now_of(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int lock(ak_Pulse *pulse) {
    // On its own thread it is held already, and taking it again would end the process.
    if (pa.threaded_mainloop_in_thread(pulse->loop)) return 0;
    pa.threaded_mainloop_lock(pulse->loop);
    return 1;
}

static void unlock(ak_Pulse *pulse, int was_taken) {
    if (was_taken) pa.threaded_mainloop_unlock(pulse->loop);
}

static void forget(pa_operation *operation) {
    if (operation) pa.operation_unref(operation);
}

static void set_known(ak_Pulse *pulse, int is_known, int64_t frame, int64_t host_time) {
    pthread_mutex_lock(&pulse->lock);
    pulse->is_known = is_known;
    pulse->frame = frame;
    pulse->host_time = host_time;
    pthread_mutex_unlock(&pulse->lock);
}

static void lose(ak_Pulse *pulse) {
    if (pulse->is_lost) return;
    pulse->is_lost = 1;
    pulse->is_running = 0;
    set_known(pulse, 0, 0, 0);
    if (pulse->is_ready && !pulse->is_silenced)
        pulse->client.tell(pulse->client.context, AK_PULSE_LOST, pa.strerror(pa.context_errno(pulse->context)));
}

static void ask_for_timing(ak_Pulse *pulse, int64_t interval) {
    int64_t now = now_of(CLOCK_MONOTONIC);
    if (now - pulse->asked_at < interval) return;
    pulse->asked_at = now;
    forget(pa.stream_update_timing_info(pulse->stream, NULL, NULL));
}

// Writes as much as there is room for and the source has.
static void write_sound(ak_Pulse *pulse) {
    size_t frame_size = sizeof(float) * pulse->channels;
    while (pulse->is_running && !pulse->is_lost) {
        size_t room = pa.stream_writable_size(pulse->stream);
        if (room == (size_t)-1 || room < frame_size) return;
        void *memory = NULL;
        size_t size = room;
        if (pa.stream_begin_write(pulse->stream, &memory, &size) < 0 || !memory || size < frame_size) return;
        long wanted = size / frame_size, count;
        if (pulse->silence_left > 0) {
            count = wanted < pulse->silence_left ? wanted : (long)pulse->silence_left;
            memset(memory, 0, count * frame_size);
            pulse->silence_left -= count;
        } else {
            count = pulse->client.fill(pulse->client.context, memory, wanted);
            if (count < 0) count = 0;
            if (count > wanted) count = wanted;
            pulse->is_short = count < wanted;
            // It may have stopped the stream.
            if (!pulse->is_running) count = 0;
            pulse->written += count;
        }
        if (count == 0 || pa.stream_write(pulse->stream, memory, count * frame_size, NULL, 0, PA_SEEK_RELATIVE) < 0) {
            pa.stream_cancel_write(pulse->stream);
            return;
        }
        if (pulse->is_short) return;
    }
}

static const pa_usec_t retry_time = 5000;

static void fill(ak_Pulse *pulse) {
    pulse->is_short = 0;
    write_sound(pulse);
    if (!pulse->is_running) return;
    // The server asks once for what it needs.
    if (pulse->is_short) pa.context_rttime_restart(pulse->context, pulse->retry, pa.rtclock_now() + retry_time);
    ask_for_timing(pulse, 20000000);
}

static void on_retry(pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *context) {
    (void)api, (void)event, (void)time;
    fill(context);
}

static void on_write(pa_stream *stream, size_t size, void *context) {
    (void)stream, (void)size;
    fill(context);
}

static void on_underflow(pa_stream *stream, void *context) {
    ak_Pulse *pulse = context;
    (void)stream;
    if (!pulse->is_running || pulse->written == 0 || pulse->is_silenced) return;
    set_known(pulse, 0, 0, 0);
    pulse->client.tell(pulse->client.context, AK_PULSE_UNDERRUN, NULL);
    ask_for_timing(pulse, 0);
}

// The server's record says, for a moment in the past, how much waits in the stream and how long the device takes for what it has
// already.
static void on_timing(pa_stream *stream, void *context) {
    ak_Pulse *pulse = context;
    const pa_timing_info *info = pa.stream_get_timing_info(stream);
    if (!info) return;
    pulse->sink_time = (int64_t)info->sink_usec * 1000;
    if (!pulse->is_running || pulse->written == 0 || info->write_index_corrupt || info->read_index_corrupt) return;
    int64_t real_now = now_of(CLOCK_REALTIME);
    int64_t age = real_now - ((int64_t)info->timestamp.tv_sec * 1000000000 + (int64_t)info->timestamp.tv_usec * 1000);
    int64_t moment = now_of(CLOCK_MONOTONIC) - age;
    // An answer from before the start, or a wall clock that was set.
    if (age < 0 || age > 10000000000 || moment < pulse->started_at) return;
    int64_t frame_size = (int64_t)sizeof(float) * pulse->channels;
    int64_t handed = pulse->written + pulse->silence_total - (info->write_index - info->read_index) / frame_size;
    int64_t in_sink = pulse->sink_time * pulse->rate / 1000000000;
    int64_t since = info->since_underrun / frame_size;
    int64_t heard, ahead = 0;
    if (info->playing) {
        // Before what was handed to the device since, it still plays silence.
        heard = handed - (in_sink < since ? in_sink : since);
        if (since < in_sink) ahead = in_sink - since;
    } else {
        // So much silence is behind the last frame in the device.
        if (since >= in_sink && pulse->is_known) {
            set_known(pulse, 0, 0, 0);
            return;
        }
        heard = handed - (since < in_sink ? in_sink - since : 0);
    }
    heard -= pulse->silence_total;
    if (heard < 0) {
        ahead -= heard;
        heard = 0;
    }
    if (!info->playing && heard == 0) return;
    set_known(pulse, 1, heard, moment + ahead * 1000000000 / pulse->rate);
}

static void on_stream_state(pa_stream *stream, void *context) {
    ak_Pulse *pulse = context;
    pa_stream_state_t state = pa.stream_get_state(stream);
    if (state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED) lose(pulse);
    pa.threaded_mainloop_signal(pulse->loop, 0);
}

static void on_context_state(pa_context *context, void *user) {
    ak_Pulse *pulse = user;
    pa_context_state_t state = pa.context_get_state(context);
    if (state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED) lose(pulse);
    pa.threaded_mainloop_signal(pulse->loop, 0);
}

static void on_sink(pa_context *context, const pa_sink_info *info, int end, void *user) {
    ak_Pulse *pulse = user;
    (void)context;
    if (!end && info) {
        pulse->rate = info->sample_spec.rate;
        if (pulse->channels > info->sample_spec.channels) pulse->channels = info->sample_spec.channels;
    }
    if (end) pa.threaded_mainloop_signal(pulse->loop, 0);
}

static const char *connect_context(ak_Pulse *pulse, const ak_PulseWish *wish) {
    pulse->context = pa.context_new(pa.threaded_mainloop_get_api(pulse->loop), wish->application_name);
    if (!pulse->context) return "there is no memory left";
    pa.context_set_state_callback(pulse->context, on_context_state, pulse);
    if (pa.context_connect(pulse->context, wish->server, PA_CONTEXT_NOAUTOSPAWN, NULL) < 0)
        return pa.strerror(pa.context_errno(pulse->context));
    while (pa.context_get_state(pulse->context) != PA_CONTEXT_READY) {
        if (pulse->is_lost) return pa.strerror(pa.context_errno(pulse->context));
        pa.threaded_mainloop_wait(pulse->loop);
    }
    pa_operation *operation = pa.context_get_sink_info_by_name(
        pulse->context, wish->device ? wish->device : "@DEFAULT_SINK@", on_sink, pulse);
    while (operation && pa.operation_get_state(operation) == PA_OPERATION_RUNNING && !pulse->is_lost)
        pa.threaded_mainloop_wait(pulse->loop);
    forget(operation);
    return pulse->is_lost ? pa.strerror(pa.context_errno(pulse->context)) : NULL;
}

static const char *connect_stream(ak_Pulse *pulse, const ak_PulseWish *wish) {
    pa_sample_spec spec = {.format = PA_SAMPLE_FLOAT32NE, .rate = pulse->rate, .channels = pulse->channels};
    pa_channel_map map;
    pa.channel_map_init_extend(&map, pulse->channels, PA_CHANNEL_MAP_WAVEEX);
    pulse->stream = pa.stream_new(pulse->context, wish->stream_name, &spec, &map);
    if (!pulse->stream) return pa.strerror(pa.context_errno(pulse->context));
    pa.stream_set_state_callback(pulse->stream, on_stream_state, pulse);
    pa.stream_set_write_callback(pulse->stream, on_write, pulse);
    pa.stream_set_underflow_callback(pulse->stream, on_underflow, pulse);
    pa.stream_set_latency_update_callback(pulse->stream, on_timing, pulse);
    uint32_t frame_size = sizeof(float) * pulse->channels;
    pa_buffer_attr buffer = {
        .maxlength = (uint32_t)-1,
        .tlength = (uint32_t)((int64_t)pulse->rate * wish->buffer_milliseconds / 1000) * frame_size,
        // The first frame plays, and so does the first one after an underrun. At 0 the server would count the silence.
        .prebuf = frame_size,
        .minreq = (uint32_t)-1,
        .fragsize = (uint32_t)-1,
    };
    pa_stream_flags_t flags = PA_STREAM_START_CORKED | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_ADJUST_LATENCY;
    if (pa.stream_connect_playback(pulse->stream, wish->device, &buffer, flags, NULL, NULL) < 0)
        return pa.strerror(pa.context_errno(pulse->context));
    while (pa.stream_get_state(pulse->stream) != PA_STREAM_READY) {
        if (pulse->is_lost) return pa.strerror(pa.context_errno(pulse->context));
        pa.threaded_mainloop_wait(pulse->loop);
    }
    pulse->retry = pa.context_rttime_new(pulse->context, PA_USEC_INVALID, on_retry, pulse);
    // What the device takes is asked for before anybody needs it.
    ask_for_timing(pulse, 0);
    return pulse->retry ? NULL : "there is no memory left";
}

ak_Pulse *ak_pulse_open(ak_PulseWish *wish, ak_PulseClient client, char *reason, unsigned long capacity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) {
        snprintf(reason, capacity, "libpulse.so.0 is not installed");
        return NULL;
    }
    ak_Pulse *pulse = calloc(1, sizeof *pulse);
    pa_threaded_mainloop *loop = pulse ? pa.threaded_mainloop_new() : NULL;
    if (!loop) {
        free(pulse);
        snprintf(reason, capacity, "there is no memory left");
        return NULL;
    }
    pulse->loop = loop;
    pulse->client = client;
    pulse->rate = 48000;
    pulse->channels = wish->channels;
    pulse->asked_at = -1000000000;
    pthread_mutex_init(&pulse->lock, NULL);
    pa.threaded_mainloop_set_name(loop, "assetkit.pulse");
    const char *problem = NULL;
    if (pa.threaded_mainloop_start(loop) < 0) {
        problem = "no thread can be started";
    } else {
        pa.threaded_mainloop_lock(loop);
        problem = connect_context(pulse, wish);
        if (!problem) problem = connect_stream(pulse, wish);
        pulse->is_ready = !problem;
        pa.threaded_mainloop_unlock(loop);
    }
    if (problem) {
        snprintf(reason, capacity, "%s", problem);
        ak_pulse_close(pulse);
        return NULL;
    }
    wish->rate = pulse->rate;
    wish->channels = pulse->channels;
    return pulse;
}

void ak_pulse_start(ak_Pulse *pulse, int64_t host_time) {
    int was_taken = lock(pulse);
    if (!pulse->is_lost && !pulse->is_silenced) {
        int64_t now = now_of(CLOCK_MONOTONIC);
        int64_t wait = host_time - now - pulse->sink_time;
        pulse->is_running = 1;
        pulse->written = 0;
        pulse->silence_total = pulse->silence_left = wait > 0 ? (wait / 1000 * pulse->rate + 999999) / 1000000 : 0;
        pulse->started_at = now;
        set_known(pulse, 0, 0, 0);
        fill(pulse);
        if (pulse->is_running) forget(pa.stream_cork(pulse->stream, 0, NULL, NULL));
    }
    unlock(pulse, was_taken);
}

void ak_pulse_stop(ak_Pulse *pulse) {
    int was_taken = lock(pulse);
    if (pulse->is_running) {
        pulse->is_running = 0;
        pa.context_rttime_restart(pulse->context, pulse->retry, PA_USEC_INVALID);
        forget(pa.stream_cork(pulse->stream, 1, NULL, NULL));
        forget(pa.stream_flush(pulse->stream, NULL, NULL));
    }
    set_known(pulse, 0, 0, 0);
    unlock(pulse, was_taken);
}

int ak_pulse_position(ak_Pulse *pulse, int64_t *frame, int64_t *host_time) {
    pthread_mutex_lock(&pulse->lock);
    int is_known = pulse->is_known;
    *frame = pulse->frame;
    *host_time = pulse->host_time;
    pthread_mutex_unlock(&pulse->lock);
    return is_known;
}

void ak_pulse_set_stream_name(ak_Pulse *pulse, const char *name) {
    int was_taken = lock(pulse);
    if (!pulse->is_lost) forget(pa.stream_set_name(pulse->stream, name, NULL, NULL));
    unlock(pulse, was_taken);
}

int ak_pulse_is_own_thread(ak_Pulse *pulse) { return pa.threaded_mainloop_in_thread(pulse->loop); }

void ak_pulse_silence(ak_Pulse *pulse) {
    int was_taken = lock(pulse);
    pulse->is_silenced = 1;
    unlock(pulse, was_taken);
    ak_pulse_stop(pulse);
}

void ak_pulse_close(ak_Pulse *pulse) {
    pa.threaded_mainloop_lock(pulse->loop);
    pulse->is_silenced = 1;
    pulse->is_running = 0;
    if (pulse->retry) pa.threaded_mainloop_get_api(pulse->loop)->time_free(pulse->retry);
    if (pulse->stream) {
        pa.stream_set_state_callback(pulse->stream, NULL, NULL);
        pa.stream_set_write_callback(pulse->stream, NULL, NULL);
        pa.stream_set_underflow_callback(pulse->stream, NULL, NULL);
        pa.stream_set_latency_update_callback(pulse->stream, NULL, NULL);
        pa.stream_disconnect(pulse->stream);
        pa.stream_unref(pulse->stream);
    }
    if (pulse->context) {
        pa.context_set_state_callback(pulse->context, NULL, NULL);
        pa.context_disconnect(pulse->context);
        pa.context_unref(pulse->context);
    }
    pa.threaded_mainloop_unlock(pulse->loop);
    pa.threaded_mainloop_stop(pulse->loop);
    pa.threaded_mainloop_free(pulse->loop);
    pthread_mutex_destroy(&pulse->lock);
    free(pulse);
}

// Sources of a PulseAudio server (or PipeWire in its place), through libpulse.
#ifndef CDEVICES_PULSE_H
#define CDEVICES_PULSE_H

#include <stdint.h>

typedef struct ak_PulseServer ak_PulseServer;

/// What can be in the way.
enum {
    AK_PULSE_FINE,
    AK_PULSE_NOT_INSTALLED,
    AK_PULSE_NO_SERVER,
    AK_PULSE_REFUSED,
    AK_PULSE_NO_ANSWER,
    AK_PULSE_NO_SOURCE,
    AK_PULSE_FAILED,
};

/// What can happen while a connection is open.
enum {
    /// Sources, or which one is the default, may be others than before.
    AK_PULSE_CHANGED,
    /// The server is gone. Nothing follows.
    AK_PULSE_SERVER_GONE,
    /// The source that is recorded is gone. Nothing follows.
    AK_PULSE_SOURCE_GONE,
    /// Nothing came for a while, nor after the recording was started anew. Nothing follows.
    AK_PULSE_STALLED,
    /// Nothing comes until the source goes on.
    AK_PULSE_SUSPENDED,
    /// The source goes on, or is another one, or sound was lost, or the recording was started anew: times do not go on.
    AK_PULSE_RESUMED,
    AK_PULSE_MOVED,
    AK_PULSE_OVERFLOW,
    AK_PULSE_RESTARTED,
};

/// What is called on the connection's own thread.
typedef struct ak_PulseServerClient {
    void *context;
    /// Says what happened. `reason` is of the server's end.
    void (*tell)(void *context, int event, const char *reason);
    /// Hands over interleaved frames of a recording, the first of which has the number `first`; NULL for silence in place of what
    /// the server does not have.
    void (*hear)(void *context, const float *samples, long frame_count, int64_t first);
    /// Says which frame, counted from the first one of the recording, sounded when: CLOCK_MONOTONIC in nanoseconds.
    void (*time)(void *context, int64_t frame, int64_t host_time);
} ak_PulseServerClient;

/// Where the sound of a source can come from, such as a line or a microphone in front.
typedef struct ak_PulsePort {
    const char *name, *description;
} ak_PulsePort;

/// No source has more ports. Those beyond are not shown.
enum { AK_PULSE_MOST_PORTS = 32 };

/// What is known of a source. The texts live as long as the call that shows it.
typedef struct ak_PulseSource {
    const char *name, *description, *product, *vendor;
    int rate, channels;
    int is_monitor, is_default, is_monitor_of_default;
    const ak_PulsePort *ports;
    int port_count;
    /// The one that its sound comes from; NULL where it has none.
    const char *active_port;
} ak_PulseSource;

/// What servers can convert to.
enum { AK_PULSE_MOST_FRAMES = 384000, AK_PULSE_MOST_CHANNELS = 32 };

/// What a server says of a stream at a moment: bytes that were written and read, and how long sound takes to and from devices, in
/// microseconds.
typedef struct ak_PulseRecord {
    int64_t write_index, read_index;
    uint64_t source_time, sink_time;
    int frame_size, rate;
} ak_PulseRecord;

/// How many frames were heard at that moment that have not come yet; 0 for a record that makes no sense.
int ak_pulse_frames_ahead(const ak_PulseRecord *record, int64_t *frames);
/// When a record was made on which the wall clock's time is written, on CLOCK_MONOTONIC; both clocks are as of now. 0 where that
/// cannot be told: the wall clock was set, or the machine has slept, since `offset`, or no record is that old. `offset` is what the
/// wall clock was ahead of the other when it was looked at last, and becomes that of now.
int ak_pulse_moment(int64_t stamp, int64_t wall, int64_t host, int64_t *offset, int64_t *moment);

/// A recording. Without a rate or channels, those of the source.
typedef struct ak_PulseRecording {
    const char *source, *name;
    int rate, channels;
    int fragment_milliseconds;
    /// After how much time without sound the recording is started anew, and after how much more it has stalled.
    int stall_milliseconds;
} ak_PulseRecording;

int ak_pulse_is_installed(void);

// What can take long takes this many milliseconds at most. Texts in `reason` are the library's, and stay.

/// Connects to a server that runs; none is started. NULL for the one that the environment says. Answers what is in the way.
int ak_pulse_server_open(
    ak_PulseServer **made,
    const char *server,
    const char *application_name,
    ak_PulseServerClient client,
    int milliseconds,
    const char **reason
);
/// Whether the server is still there, as far as is known.
int ak_pulse_server_is_connected(ak_PulseServer *server);
/// Shows all sources, one after the other, on the connection's thread.
int ak_pulse_server_list(
    ak_PulseServer *server,
    void (*show)(void *context, const ak_PulseSource *source),
    void *context,
    int milliseconds,
    const char **reason
);
/// Has the sound of a source come from one of its ports, for all who record it.
int ak_pulse_server_choose_port(
    ak_PulseServer *server,
    const char *source,
    const char *port,
    int milliseconds,
    const char **reason
);
/// Has changes told from now on.
int ak_pulse_server_watch(ak_PulseServer *server, int milliseconds, const char **reason);
/// Begins to record, once per connection. Rate and channels become those of the recording.
int ak_pulse_server_record(ak_PulseServer *server, ak_PulseRecording *recording, int milliseconds, const char **reason);
/// Whether this is the connection's own thread, which can neither wait nor close it.
int ak_pulse_server_is_own_thread(ak_PulseServer *server);
/// Calls nobody any more, and ends the recording.
void ak_pulse_server_silence(ak_PulseServer *server);
void ak_pulse_server_close(ak_PulseServer *server);

#endif

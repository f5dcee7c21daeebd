// A stream of sound to a PulseAudio server (or PipeWire in its place), through libpulse.
#ifndef CTARGETS_PULSE_H
#define CTARGETS_PULSE_H

#include <stdint.h>

typedef struct ak_Pulse ak_Pulse;

enum { AK_PULSE_UNDERRUN, AK_PULSE_LOST };

/// What is called on the stream's own thread.
typedef struct ak_PulseClient {
    void *context;
    /// Fills a buffer of interleaved samples and answers how many frames it wrote.
    long (*fill)(void *context, float *samples, long frame_count);
    /// Says what happened. `reason` is of the loss.
    void (*tell)(void *context, int kind, const char *reason);
} ak_PulseClient;

/// What a stream is to be like. NULL for the server, the device and the names that the environment says.
typedef struct ak_PulseWish {
    const char *server, *device, *application_name, *stream_name;
    int rate, channels;
    int buffer_milliseconds;
} ak_PulseWish;

/// Opens a stream that does not run yet. Rate and channels of the wish become those that it has. NULL with half a sentence in
/// `reason`.
ak_Pulse *ak_pulse_open(ak_PulseWish *wish, ak_PulseClient client, char *reason, unsigned long capacity);
/// Begins to ask for sound, of which the first frame is heard at `host_time` (CLOCK_MONOTONIC, nanoseconds) at the earliest.
void ak_pulse_start(ak_Pulse *pulse, int64_t host_time);
void ak_pulse_stop(ak_Pulse *pulse);
/// Which frame is heard when. Answers whether that is known. Waits for nobody.
int ak_pulse_position(ak_Pulse *pulse, int64_t *frame, int64_t *host_time);
void ak_pulse_set_stream_name(ak_Pulse *pulse, const char *name);
/// Whether this is the stream's own thread, which cannot close it.
int ak_pulse_is_own_thread(ak_Pulse *pulse);
/// Calls nobody any more.
void ak_pulse_silence(ak_Pulse *pulse);
void ak_pulse_close(ak_Pulse *pulse);

#endif

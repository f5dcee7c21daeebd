#include "CTargetsALSA.h"

#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// What is used of libasound.
#define ALL_FUNCTIONS(do)                                                                                                        \
    do(pcm_open) do(pcm_close) do(pcm_hw_params_malloc) do(pcm_hw_params_free) do(pcm_hw_params_any) do(pcm_hw_params)           \
    do(pcm_hw_params_set_access) do(pcm_hw_params_set_format) do(pcm_hw_params_set_rate_near)                                   \
    do(pcm_hw_params_set_channels_near) do(pcm_hw_params_set_buffer_time_near) do(pcm_hw_params_set_period_time_near)            \
    do(pcm_avail_update) do(pcm_wait) do(pcm_writei) do(pcm_start) do(pcm_state) do(pcm_prepare) do(pcm_drop) do(pcm_delay)      \
    do(strerror) do(lib_error_set_handler)

#define DECLARE(name) __typeof__(&snd_##name) name;
static struct {
    ALL_FUNCTIONS(DECLARE)
} snd;
static int is_loaded = 0;

// It would write to standard error what callers are told anyway.
static void be_quiet(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

static void load(void) {
    void *library = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define LOAD(name)                                                                                                               \
    *(void **)&snd.name = dlsym(library, "snd_" #name);                                                                          \
    if (!snd.name) return;
    ALL_FUNCTIONS(LOAD)
    snd.lib_error_set_handler(be_quiet);
    is_loaded = 1;
}

struct ak_Card {
    snd_pcm_t *pcm;
    int channels;
    int is_float;
    int error;
};

static int configure(ak_Card *card, int *rate, int *channels, int buffer_milliseconds) {
    snd_pcm_hw_params_t *wish = NULL;
    int status = snd.pcm_hw_params_malloc(&wish);
    if (status < 0) return status;
    unsigned wanted_rate = *rate, wanted_channels = *channels, buffer = buffer_milliseconds * 1000u, period = buffer / 5;
    status = snd.pcm_hw_params_any(card->pcm, wish);
    if (status >= 0) status = snd.pcm_hw_params_set_access(card->pcm, wish, SND_PCM_ACCESS_RW_INTERLEAVED);
    if (status >= 0) {
        card->is_float = snd.pcm_hw_params_set_format(card->pcm, wish, SND_PCM_FORMAT_FLOAT) >= 0;
        if (!card->is_float) status = snd.pcm_hw_params_set_format(card->pcm, wish, SND_PCM_FORMAT_S16);
    }
    if (status >= 0) status = snd.pcm_hw_params_set_channels_near(card->pcm, wish, &wanted_channels);
    if (status >= 0) status = snd.pcm_hw_params_set_rate_near(card->pcm, wish, &wanted_rate, NULL);
    // How much a device has ahead is its own affair where it has no choice.
    if (status >= 0) snd.pcm_hw_params_set_buffer_time_near(card->pcm, wish, &buffer, NULL);
    if (status >= 0) snd.pcm_hw_params_set_period_time_near(card->pcm, wish, &period, NULL);
    if (status >= 0) status = snd.pcm_hw_params(card->pcm, wish);
    snd.pcm_hw_params_free(wish);
    *rate = wanted_rate;
    *channels = card->channels = wanted_channels;
    return status;
}

ak_Card *ak_card_open(const char *device, int *rate, int *channels, int buffer_milliseconds, char *reason,
                      unsigned long capacity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) {
        snprintf(reason, capacity, "libasound.so.2 is not installed");
        return NULL;
    }
    ak_Card *card = calloc(1, sizeof *card);
    int status = card ? snd.pcm_open(&card->pcm, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK) : -ENOMEM;
    if (status >= 0) {
        status = configure(card, rate, channels, buffer_milliseconds);
        if (status >= 0) return card;
        snd.pcm_close(card->pcm);
    }
    snprintf(reason, capacity, "%s", snd.strerror(status));
    free(card);
    return NULL;
}

static long recover(ak_Card *card, long status) {
    if (status == -EAGAIN || status == -EINTR) return 0;
    // Suspended sound is resumed from its beginning: the frames ahead are lost as in an underrun.
    if ((status == -EPIPE || status == -ESTRPIPE) && snd.pcm_prepare(card->pcm) >= 0) return -1;
    card->error = (int)status;
    return -2;
}

long ak_card_wait(ak_Card *card, int milliseconds) {
    long room = snd.pcm_avail_update(card->pcm);
    if (room == 0 && milliseconds > 0) {
        int status = snd.pcm_wait(card->pcm, milliseconds);
        if (status < 0) return recover(card, status);
        room = snd.pcm_avail_update(card->pcm);
    }
    return room < 0 ? recover(card, room) : room;
}

long ak_card_write(ak_Card *card, const float *samples, long frame_count) {
    long written;
    if (card->is_float) {
        written = snd.pcm_writei(card->pcm, samples, frame_count);
    } else {
        short converted[4096];
        long most = (long)(sizeof converted / sizeof *converted) / card->channels;
        if (frame_count > most) frame_count = most;
        for (long index = 0; index < frame_count * card->channels; index++) {
            float value = samples[index] * 32768.0f;
            value += value < 0 ? -0.5f : 0.5f;
            converted[index] = value > 32767 ? 32767 : value < -32768 ? -32768 : (short)value;
        }
        written = snd.pcm_writei(card->pcm, converted, frame_count);
    }
    if (written < 0) return recover(card, written);
    if (snd.pcm_state(card->pcm) == SND_PCM_STATE_PREPARED) snd.pcm_start(card->pcm);
    return written;
}

long ak_card_delay(ak_Card *card) {
    snd_pcm_sframes_t delay = 0;
    return snd.pcm_delay(card->pcm, &delay) < 0 ? -1 : delay < 0 ? 0 : delay;
}

void ak_card_drop(ak_Card *card) {
    snd.pcm_drop(card->pcm);
    snd.pcm_prepare(card->pcm);
}

const char *ak_card_reason(const ak_Card *card) { return snd.strerror(card->error); }

void ak_card_close(ak_Card *card) {
    snd.pcm_close(card->pcm);
    free(card);
}

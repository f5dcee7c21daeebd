#include "CDevicesALSA.h"
#include "alsa_library.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct ak_ALSARecording {
    const ak_ALSALibrary *snd;
    snd_pcm_t *pcm;
    snd_pcm_status_t *status;
    int error;
};

static int set_hardware(ak_ALSARecording *recording, int *rate, int *channels, unsigned block, unsigned buffer) {
    const ak_ALSALibrary *snd = recording->snd;
    snd_pcm_t *pcm = recording->pcm;
    snd_pcm_hw_params_t *wish = NULL;
    int status = snd->pcm_hw_params_malloc(&wish);
    if (status < 0) return status;
    unsigned near_rate = (unsigned)*rate, near_channels = (unsigned)*channels;
    status = snd->pcm_hw_params_any(pcm, wish);
    if (status >= 0) status = snd->pcm_hw_params_set_access(pcm, wish, SND_PCM_ACCESS_RW_INTERLEAVED);
    if (status >= 0) status = snd->pcm_hw_params_set_format(pcm, wish, SND_PCM_FORMAT_FLOAT);
    if (status >= 0) status = snd->pcm_hw_params_set_channels_near(pcm, wish, &near_channels);
    if (status >= 0) status = snd->pcm_hw_params_set_rate_near(pcm, wish, &near_rate, NULL);
    // How much a device holds, and how much of it comes at once, is its own affair where it has no choice.
    if (status >= 0) snd->pcm_hw_params_set_period_time_near(pcm, wish, &block, NULL);
    if (status >= 0) snd->pcm_hw_params_set_buffer_time_near(pcm, wish, &buffer, NULL);
    if (status >= 0) status = snd->pcm_hw_params(pcm, wish);
    snd->pcm_hw_params_free(wish);
    *rate = (int)near_rate;
    *channels = (int)near_channels;
    return status;
}

static int set_software(ak_ALSARecording *recording) {
    const ak_ALSALibrary *snd = recording->snd;
    snd_pcm_sw_params_t *wish = NULL;
    snd_pcm_uframes_t boundary = 0;
    int status = snd->pcm_sw_params_malloc(&wish);
    if (status < 0) return status;
    status = snd->pcm_sw_params_current(recording->pcm, wish);
    if (status >= 0) status = snd->pcm_sw_params_get_boundary(wish, &boundary);
    // It begins when it is told to, not when somebody reads.
    if (status >= 0) status = snd->pcm_sw_params_set_start_threshold(recording->pcm, wish, boundary);
    if (status >= 0) {
        // Without stamps it is asked what time it is.
        snd->pcm_sw_params_set_tstamp_mode(recording->pcm, wish, SND_PCM_TSTAMP_ENABLE);
        snd->pcm_sw_params_set_tstamp_type(recording->pcm, wish, SND_PCM_TSTAMP_TYPE_MONOTONIC);
        status = snd->pcm_sw_params(recording->pcm, wish);
    }
    snd->pcm_sw_params_free(wish);
    return status;
}

ak_ALSARecording *ak_alsa_open(
    const char *path,
    const char *id,
    int *rate,
    int *channels,
    int block_milliseconds,
    int buffer_milliseconds,
    int *error
) {
    ak_ALSARecording *recording = calloc(1, sizeof *recording);
    *error = -ENOMEM;
    if (!recording) return NULL;
    recording->snd = ak_alsa_library();
    *error = recording->snd ? recording->snd->pcm_status_malloc(&recording->status) : -ENOSYS;
    ak_ALSAConfiguration configuration = {0};
    if (*error >= 0) *error = ak_alsa_configuration_take(&configuration, path);
    if (*error >= 0) {
        // With whatever converts numbers, rates and channels.
        char name[256];
        int length = snprintf(name, sizeof name, "plug:'%s'", id);
        *error = length < (int)sizeof name ? ak_alsa_open_pcm(&recording->pcm, &configuration, name) : -ENOENT;
        ak_alsa_configuration_leave(&configuration);
    }
    unsigned block = (unsigned)block_milliseconds * 1000, buffer = (unsigned)buffer_milliseconds * 1000;
    if (*error >= 0) *error = set_hardware(recording, rate, channels, block, buffer);
    if (*error >= 0) *error = set_software(recording);
    if (*error >= 0) return recording;
    ak_alsa_close(recording);
    return NULL;
}

static int fail(ak_ALSARecording *recording, long status) {
    recording->error = (int)status;
    return AK_ALSA_GONE;
}

int ak_alsa_start(ak_ALSARecording *recording) {
    const ak_ALSALibrary *snd = recording->snd;
    snd->pcm_drop(recording->pcm);
    int status = snd->pcm_prepare(recording->pcm);
    if (status >= 0) status = snd->pcm_start(recording->pcm);
    return status < 0 ? fail(recording, status) : 0;
}

static long recover(ak_ALSARecording *recording, long status) {
    if (status == -EAGAIN || status == -EINTR) return 0;
    // What a sleep interrupts begins anew, as what nobody has taken in time.
    if (status == -EPIPE || status == -ESTRPIPE) return ak_alsa_start(recording) < 0 ? AK_ALSA_GONE : AK_ALSA_LOST;
    return fail(recording, status);
}

long ak_alsa_wait(ak_ALSARecording *recording, int milliseconds) {
    const ak_ALSALibrary *snd = recording->snd;
    long count = snd->pcm_avail_update(recording->pcm);
    if (count == 0 && milliseconds > 0) {
        int status = snd->pcm_wait(recording->pcm, milliseconds);
        if (status < 0) return recover(recording, status);
        count = snd->pcm_avail_update(recording->pcm);
    }
    // A device that is pulled out may answer as one that has nothing.
    if (count == 0 && snd->pcm_state(recording->pcm) == SND_PCM_STATE_DISCONNECTED) return fail(recording, -ENODEV);
    return count < 0 ? recover(recording, count) : count;
}

long ak_alsa_read(ak_ALSARecording *recording, float *samples, long frame_count) {
    const ak_ALSALibrary *snd = recording->snd;
    long status = snd->pcm_readi(recording->pcm, samples, (snd_pcm_uframes_t)frame_count);
    return status < 0 ? recover(recording, status) : status;
}

int ak_alsa_clock(ak_ALSARecording *recording, int64_t *host_time, long *frames_ahead) {
    const ak_ALSALibrary *snd = recording->snd;
    if (snd->pcm_status(recording->pcm, recording->status) < 0) return 0;
    struct timespec now, stamp;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snd->pcm_status_get_htstamp(recording->status, &stamp);
    int64_t moment = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    int64_t stamped = (int64_t)stamp.tv_sec * 1000000000 + stamp.tv_nsec;
    // What is made of plug-ins has stamps of another clock, or none.
    int is_stamped = stamped <= moment && moment - stamped < 1000000000;
    *host_time = is_stamped ? stamped : moment;
    *frames_ahead = snd->pcm_status_get_delay(recording->status);
    return *frames_ahead >= 0;
}

int ak_alsa_error(const ak_ALSARecording *recording) { return recording->error; }

void ak_alsa_close(ak_ALSARecording *recording) {
    if (recording->pcm) recording->snd->pcm_close(recording->pcm);
    if (recording->status) recording->snd->pcm_status_free(recording->status);
    free(recording);
}

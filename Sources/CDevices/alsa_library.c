#include "CDevicesALSA.h"
#include "alsa_library.h"

#include <dlfcn.h>
#include <pthread.h>

static ak_ALSALibrary snd;
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
    AK_ALSA_FUNCTIONS(LOAD)
    snd.lib_error_set_handler(be_quiet);
    is_loaded = 1;
}

const ak_ALSALibrary *ak_alsa_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &snd : NULL;
}

int ak_alsa_is_installed(void) { return ak_alsa_library() != NULL; }

const char *ak_alsa_text(int error) { return ak_alsa_library() ? snd.strerror(error) : ""; }

int ak_alsa_configuration_take(ak_ALSAConfiguration *configuration, const char *path) {
    *configuration = (ak_ALSAConfiguration){.is_own = path != NULL};
    if (!path) return snd.config_update_ref(&configuration->top);
    int status = snd.config_update_r(&configuration->top, &configuration->update, path);
    return status < 0 ? status : 0;
}

void ak_alsa_configuration_leave(ak_ALSAConfiguration *configuration) {
    if (!configuration->top) return;
    if (configuration->is_own) {
        snd.config_delete(configuration->top);
        snd.config_update_free(configuration->update);
    } else {
        snd.config_unref(configuration->top);
    }
}

int ak_alsa_open_pcm(snd_pcm_t **pcm, ak_ALSAConfiguration *configuration, const char *name) {
    return snd.pcm_open_lconf(pcm, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK, configuration->top);
}

#include "CStretching.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <rubberband/rubberband-c.h>

// What is used of librubberband. It is not linked: few programs stretch sound, and it brings the runtime of C++ along.
static struct {
    __typeof__(&rubberband_new) open;
    __typeof__(&rubberband_delete) close;
    __typeof__(&rubberband_set_time_ratio) set_time_ratio;
    __typeof__(&rubberband_set_max_process_size) set_max_process_size;
    __typeof__(&rubberband_get_preferred_start_pad) start_pad;
    __typeof__(&rubberband_get_start_delay) start_delay;
    __typeof__(&rubberband_process) process;
    __typeof__(&rubberband_available) available;
    __typeof__(&rubberband_retrieve) retrieve;
    __typeof__(&rubberband_set_default_debug_level) set_default_debug_level;
} rubberband;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen("librubberband.so.2", RTLD_NOW | RTLD_LOCAL);
    struct {
        const char *name;
        void **place;
    } wanted[] = {
        {"rubberband_new", (void **)&rubberband.open},
        {"rubberband_delete", (void **)&rubberband.close},
        {"rubberband_set_time_ratio", (void **)&rubberband.set_time_ratio},
        {"rubberband_set_max_process_size", (void **)&rubberband.set_max_process_size},
        {"rubberband_get_preferred_start_pad", (void **)&rubberband.start_pad},
        {"rubberband_get_start_delay", (void **)&rubberband.start_delay},
        {"rubberband_process", (void **)&rubberband.process},
        {"rubberband_available", (void **)&rubberband.available},
        {"rubberband_retrieve", (void **)&rubberband.retrieve},
        {"rubberband_set_default_debug_level", (void **)&rubberband.set_default_debug_level},
    };
    if (!library) return;
    for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
        *wanted[index].place = dlsym(library, wanted[index].name);
        if (!*wanted[index].place) return;
    }
    // At 0, which is usual, it writes warnings to standard error.
    rubberband.set_default_debug_level(-1);
    is_loaded = 1;
}

struct ak_Stretcher {
    RubberBandState state;
};

int ak_stretcher_is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

ak_Stretcher *ak_stretcher_open(unsigned rate, unsigned channels, double ratio, double pitch, int has_short_window,
                                unsigned most) {
    if (!ak_stretcher_is_there()) return NULL;
    // Never its threads: which of them is faster must not matter. Channels together: their sum has no comb.
    int options = RubberBandOptionProcessRealTime | RubberBandOptionEngineFiner | RubberBandOptionThreadingNever |
                  RubberBandOptionChannelsTogether |
                  (pitch == 1 ? RubberBandOptionPitchHighSpeed : RubberBandOptionPitchHighQuality) |
                  (has_short_window ? RubberBandOptionWindowShort : RubberBandOptionWindowStandard);
    ak_Stretcher *stretcher = malloc(sizeof *stretcher);
    if (!stretcher) return NULL;
    stretcher->state = rubberband.open(rate, channels, options, ratio, pitch);
    rubberband.set_max_process_size(stretcher->state, most);
    return stretcher;
}

void ak_stretcher_set_ratio(ak_Stretcher *stretcher, double ratio) {
    rubberband.set_time_ratio(stretcher->state, ratio);
}

unsigned ak_stretcher_pad(const ak_Stretcher *stretcher) { return rubberband.start_pad(stretcher->state); }

unsigned ak_stretcher_delay(const ak_Stretcher *stretcher) { return rubberband.start_delay(stretcher->state); }

void ak_stretcher_process(ak_Stretcher *stretcher, const float *const *planes, unsigned count) {
    rubberband.process(stretcher->state, planes, count, 0);
}

int ak_stretcher_available(const ak_Stretcher *stretcher) { return rubberband.available(stretcher->state); }

unsigned ak_stretcher_take(ak_Stretcher *stretcher, float *const *planes, unsigned count) {
    return rubberband.retrieve(stretcher->state, planes, count);
}

void ak_stretcher_close(ak_Stretcher *stretcher) {
    rubberband.close(stretcher->state);
    free(stretcher);
}

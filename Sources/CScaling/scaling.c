#include "CScaling.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <zimg.h>

// What is used of libzimg. It is not linked: few programs scale, and all would load it when they start.
static struct {
    __typeof__(&zimg_image_format_default) format_default;
    __typeof__(&zimg_graph_builder_params_default) params_default;
    __typeof__(&zimg_filter_graph_build) build;
    __typeof__(&zimg_filter_graph_get_tmp_size) working_size;
    __typeof__(&zimg_filter_graph_process) process;
    __typeof__(&zimg_filter_graph_free) free;
} zimg;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen("libzimg.so.2", RTLD_NOW | RTLD_LOCAL);
    struct {
        const char *name;
        void **place;
    } wanted[] = {
        {"zimg_image_format_default", (void **)&zimg.format_default},
        {"zimg_graph_builder_params_default", (void **)&zimg.params_default},
        {"zimg_filter_graph_build", (void **)&zimg.build},
        {"zimg_filter_graph_get_tmp_size", (void **)&zimg.working_size},
        {"zimg_filter_graph_process", (void **)&zimg.process},
        {"zimg_filter_graph_free", (void **)&zimg.free},
    };
    if (!library) return;
    for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
        *wanted[index].place = dlsym(library, wanted[index].name);
        if (!*wanted[index].place) return;
    }
    is_loaded = 1;
}

struct ak_PlaneScaler {
    zimg_filter_graph *graph;
    void *working_memory;
};

static zimg_image_format plane(unsigned width, unsigned height, unsigned depth) {
    zimg_image_format format;
    zimg.format_default(&format, ZIMG_API_VERSION);
    format.width = width;
    format.height = height;
    format.pixel_type = depth > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE;
    format.depth = depth;
    // Codes stay what they are, so it only matters that both sides say the same. In this range more bits are a shift,
    // which is exact.
    format.pixel_range = ZIMG_RANGE_LIMITED;
    return format;
}

static zimg_cpu_type_e processor(int vectors) {
    // Never ZIMG_CPU_AUTO_64B: what version 3.0.4 has for AVX-512 gives other numbers where rows become half as long.
    if (vectors >= 2) return ZIMG_CPU_AUTO;
#if defined(__x86_64__)
    return vectors == 1 ? ZIMG_CPU_X86_SSE2 : ZIMG_CPU_NONE;
#else
    return vectors == 1 ? ZIMG_CPU_AUTO : ZIMG_CPU_NONE;
#endif
}

ak_PlaneScaler *ak_plane_scaler_open(const ak_PlaneScaling *scaling) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    zimg_image_format source = plane(scaling->source_width, scaling->source_height, scaling->depth);
    source.active_region.left = scaling->left;
    source.active_region.top = scaling->top;
    source.active_region.width = scaling->width;
    source.active_region.height = scaling->height;
    zimg_image_format target = plane(scaling->target_width, scaling->target_height, scaling->depth);
    zimg_graph_builder_params params;
    zimg.params_default(&params, ZIMG_API_VERSION);
    params.resample_filter = ZIMG_RESIZE_BICUBIC;
    // The kernel of libswscale, which scales everything else: b = 0, c = 0.6.
    params.filter_param_a = 0;
    params.filter_param_b = 0.6;
    params.dither_type = ZIMG_DITHER_NONE;
    params.cpu_type = processor(scaling->vectors);
    ak_PlaneScaler *scaler = calloc(1, sizeof *scaler);
    if (!scaler) return NULL;
    size_t size = 0;
    scaler->graph = zimg.build(&source, &target, &params);
    if (scaler->graph && zimg.working_size(scaler->graph, &size) == ZIMG_ERROR_SUCCESS) {
        // Whole blocks, and never none, as aligned_alloc asks for.
        scaler->working_memory = aligned_alloc(64, (size / 64 + 1) * 64);
    }
    if (scaler->working_memory) return scaler;
    ak_plane_scaler_close(scaler);
    return NULL;
}

int ak_plane_scaler_run(ak_PlaneScaler *scaler, const void *source, ptrdiff_t source_stride, void *target,
                        ptrdiff_t target_stride) {
    zimg_image_buffer_const from = {.version = ZIMG_API_VERSION};
    zimg_image_buffer to = {.version = ZIMG_API_VERSION};
    from.plane[0].data = source;
    from.plane[0].stride = source_stride;
    from.plane[0].mask = ZIMG_BUFFER_MAX;
    to.plane[0].data = target;
    to.plane[0].stride = target_stride;
    to.plane[0].mask = ZIMG_BUFFER_MAX;
    return zimg.process(scaler->graph, &from, &to, scaler->working_memory, NULL, NULL, NULL, NULL);
}

void ak_plane_scaler_close(ak_PlaneScaler *scaler) {
    if (!scaler) return;
    if (scaler->graph) zimg.free(scaler->graph);
    free(scaler->working_memory);
    free(scaler);
}

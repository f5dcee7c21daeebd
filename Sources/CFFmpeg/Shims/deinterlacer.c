#include "CFFmpeg.h"

#include <dlfcn.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <pthread.h>
#include <stdio.h>

// What is used of libavfilter. It is not linked: with all that it brings along it would double every program's start.
static struct {
    __typeof__(&avfilter_get_by_name) get_by_name;
    __typeof__(&avfilter_graph_alloc) graph_alloc;
    __typeof__(&avfilter_graph_free) graph_free;
    __typeof__(&avfilter_graph_create_filter) graph_create_filter;
    __typeof__(&avfilter_graph_config) graph_config;
    __typeof__(&avfilter_link) link;
    __typeof__(&av_buffersrc_add_frame_flags) add_frame;
    __typeof__(&av_buffersink_get_frame) get_frame;
} filters;
static int load_error = 0;

static void load(void) {
    void *library = dlopen("libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    struct {
        const char *name;
        void **place;
    } wanted[] = {
        {"avfilter_get_by_name", (void **)&filters.get_by_name},
        {"avfilter_graph_alloc", (void **)&filters.graph_alloc},
        {"avfilter_graph_free", (void **)&filters.graph_free},
        {"avfilter_graph_create_filter", (void **)&filters.graph_create_filter},
        {"avfilter_graph_config", (void **)&filters.graph_config},
        {"avfilter_link", (void **)&filters.link},
        {"av_buffersrc_add_frame_flags", (void **)&filters.add_frame},
        {"av_buffersink_get_frame", (void **)&filters.get_frame},
    };
    for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
        if (library) *wanted[index].place = dlsym(library, wanted[index].name);
        if (!*wanted[index].place) load_error = AVERROR_FILTER_NOT_FOUND;
    }
}

struct ak_Deinterlacer {
    AVFilterGraph *graph;
    AVFilterContext *source;
    AVFilterContext *sink;
};

static int build(ak_Deinterlacer *deinterlacer, const AVFrame *frame) {
    char format[128];
    AVFilterContext *filter = NULL;
    AVFilterGraph *graph = deinterlacer->graph;
    graph->nb_threads = 1;
    snprintf(format, sizeof format, "video_size=%dx%d:pix_fmt=%d:time_base=1/1", frame->width, frame->height,
             frame->format);
    int result = filters.graph_create_filter(&deinterlacer->source, filters.get_by_name("buffer"), "in", format, NULL,
                                             graph);
    if (result >= 0) {
        result = filters.graph_create_filter(&filter, filters.get_by_name("bwdif"), "bwdif",
                                             "mode=send_frame:parity=auto:deint=all", NULL, graph);
    }
    if (result >= 0) {
        result = filters.graph_create_filter(&deinterlacer->sink, filters.get_by_name("buffersink"), "out", NULL, NULL,
                                             graph);
    }
    if (result >= 0) result = filters.link(deinterlacer->source, 0, filter, 0);
    if (result >= 0) result = filters.link(filter, 0, deinterlacer->sink, 0);
    return result < 0 ? result : filters.graph_config(graph, NULL);
}

int ak_deinterlacer_open(ak_Deinterlacer **deinterlacer, const AVFrame *frame) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (load_error < 0) return load_error;
    ak_Deinterlacer *fresh = av_mallocz(sizeof *fresh);
    if (!fresh) return AVERROR(ENOMEM);
    fresh->graph = filters.graph_alloc();
    int result = fresh->graph ? build(fresh, frame) : AVERROR(ENOMEM);
    if (result < 0) {
        ak_deinterlacer_close(fresh);
        return result;
    }
    *deinterlacer = fresh;
    return 0;
}

int ak_deinterlacer_send(ak_Deinterlacer *deinterlacer, AVFrame *frame) {
    return filters.add_frame(deinterlacer->source, frame, AV_BUFFERSRC_FLAG_KEEP_REF | AV_BUFFERSRC_FLAG_PUSH);
}

int ak_deinterlacer_receive(ak_Deinterlacer *deinterlacer, AVFrame *frame) {
    return filters.get_frame(deinterlacer->sink, frame);
}

void ak_deinterlacer_close(ak_Deinterlacer *deinterlacer) {
    if (!deinterlacer) return;
    filters.graph_free(&deinterlacer->graph);
    av_free(deinterlacer);
}

// pictures WIDTH HEIGHT [RATE] - a sender of pictures on PipeWire, as desktops are, for tests.
//
// Prints "node ID" when others can take its pictures, "streaming" or "paused" when somebody does or does not, and "sent N" or "full"
// (there is no memory free) for each picture. Pictures have eight bars of colour (white, yellow, cyan, green, magenta, red, blue, black), and along
// their upper eighth the number of the picture in 16 fields, highest bit first, white for 1. With a RATE of 0, the default, there is one
// picture when somebody begins, and then one for each "next".
//
// Reads commands, one a line:
//   next | size W H | crop X Y W H (0 0 0 0: none) | format BGRx|BGRA|RGBx|RGBA|xRGB|xBGR|ARGB|ABGR|GRAY8 | rate N
//   honest | corrupted | empty | shrunk | stride N | offset N | bytes N | past | future | pipe  - what it says of the next pictures
//   quit
#define _GNU_SOURCE
#include <errno.h>
#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct {
    struct pw_main_loop *loop;
    struct pw_stream *stream;
    struct spa_source *timer;
    struct spa_video_info_raw format;
    uint32_t width, height, kind;
    int rate, number, is_streaming, is_told;
    struct spa_region crop;
    char lie[32];
    long value;
} sender;

static const struct {
    const char *name;
    uint32_t id;
    int red, green, blue, rest;
} kinds[] = {
    {"BGRx", SPA_VIDEO_FORMAT_BGRx, 2, 1, 0, 3}, {"BGRA", SPA_VIDEO_FORMAT_BGRA, 2, 1, 0, 3},
    {"RGBx", SPA_VIDEO_FORMAT_RGBx, 0, 1, 2, 3}, {"RGBA", SPA_VIDEO_FORMAT_RGBA, 0, 1, 2, 3},
    {"xRGB", SPA_VIDEO_FORMAT_xRGB, 1, 2, 3, 0}, {"ARGB", SPA_VIDEO_FORMAT_ARGB, 1, 2, 3, 0},
    {"xBGR", SPA_VIDEO_FORMAT_xBGR, 3, 2, 1, 0}, {"ABGR", SPA_VIDEO_FORMAT_ABGR, 3, 2, 1, 0},
    // What nobody asks for: its pixels are never drawn.
    {"GRAY8", SPA_VIDEO_FORMAT_GRAY8, 0, 0, 0, 0},
};

static int lies(const char *how) { return !strcmp(sender.lie, how); }

static void draw(uint8_t *pixels, size_t stride) {
    const uint8_t colours[8] = {7, 6, 3, 2, 5, 4, 1, 0};  // red 4, green 2, blue 1
    uint32_t width = sender.format.size.width, height = sender.format.size.height, kind = sender.kind;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            int colour = colours[x * 8 / width];
            if (y < height / 8) colour = sender.number >> (15 - x * 16 / width) & 1 ? 7 : 0;
            uint8_t *pixel = pixels + y * stride + x * 4;
            pixel[kinds[kind].red] = colour & 4 ? 255 : 0;
            pixel[kinds[kind].green] = colour & 2 ? 255 : 0;
            pixel[kinds[kind].blue] = colour & 1 ? 255 : 0;
            pixel[kinds[kind].rest] = 17;
        }
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void describe(struct spa_buffer *buffer, size_t stride, size_t size) {
    struct spa_data *data = &buffer->datas[0];
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
    struct spa_meta_region *crop = spa_buffer_find_meta_data(buffer, SPA_META_VideoCrop, sizeof *crop);
    *data->chunk = (struct spa_chunk){0, (uint32_t)size, (int32_t)stride, 0};
    if (header) {
        *header = (struct spa_meta_header){.pts = now(), .seq = (uint64_t)sender.number};
        if (lies("past")) header->pts = 12345;
        if (lies("future")) header->pts += 3600 * SPA_NSEC_PER_SEC;
    }
    if (crop) crop->region = sender.crop;
    if (lies("corrupted")) data->chunk->flags = SPA_CHUNK_FLAG_CORRUPTED;
    if (lies("empty")) data->chunk->size = 0;
    if (lies("stride")) data->chunk->stride = (int32_t)sender.value;
    if (lies("offset")) data->chunk->offset = (uint32_t)sender.value;
    if (lies("bytes")) data->chunk->size = (uint32_t)sender.value;
}

static void on_process(void *context) {
    (void)context;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(sender.stream);
    if (!buffer) {
        printf("full\n");
        return;
    }
    struct spa_data *data = &buffer->buffer->datas[0];
    size_t stride = sender.format.size.width * 4, size = stride * sender.format.size.height;
    if (data->fd >= 0 && data->data && data->maxsize >= size) {
        // Unsealed memory may be of any length, at any time.
        if (ftruncate((int)data->fd, (off_t)data->maxsize) == 0) draw(data->data, stride);
        describe(buffer->buffer, stride, size);
        if (lies("shrunk") && ftruncate((int)data->fd, 4096) != 0) perror("pictures: shrinking");
    }
    printf("sent %d\n", sender.number++);
    pw_stream_queue_buffer(sender.stream, buffer);
}

static void next_picture(void) {
    if (sender.is_streaming) pw_stream_trigger_process(sender.stream);
}

static void on_timer(void *context, uint64_t expirations) {
    (void)context, (void)expirations;
    next_picture();
}

static void set_timer(void) {
    struct timespec soon = {0, 1}, interval = {0, 0};
    if (sender.rate > 0) interval.tv_nsec = 1000000000 / (sender.rate + (sender.rate == 1));
    if (!sender.is_streaming) soon.tv_nsec = 0;
    pw_loop_update_timer(pw_main_loop_get_loop(sender.loop), sender.timer, &soon, &interval, false);
}

static void on_state(void *context, enum pw_stream_state before, enum pw_stream_state state, const char *error) {
    (void)context, (void)before;
    if (state == PW_STREAM_STATE_ERROR) fprintf(stderr, "pictures: %s\n", error ? error : "error");
    if (state == PW_STREAM_STATE_ERROR || (state == PW_STREAM_STATE_UNCONNECTED && sender.is_told)) pw_main_loop_quit(sender.loop);
    uint32_t node = pw_stream_get_node_id(sender.stream);
    if (state == PW_STREAM_STATE_PAUSED && !sender.is_told) {
        sender.is_told = 1;
        printf("node %u\n", node);
    }
    int is_streaming = state == PW_STREAM_STATE_STREAMING;
    if (is_streaming != sender.is_streaming) printf(is_streaming ? "streaming\n" : "paused\n");
    sender.is_streaming = is_streaming;
    set_timer();
}

static const struct spa_pod *format_pod(struct spa_pod_builder *builder) {
    struct spa_rectangle size = SPA_RECTANGLE(sender.width, sender.height);
    struct spa_fraction rate = SPA_FRACTION(0, 1), first = SPA_FRACTION(60, 1), least = SPA_FRACTION(1, 1), most = SPA_FRACTION(240, 1);
    return spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
        SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_format, SPA_POD_Id(kinds[sender.kind].id),
        SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate),
        SPA_FORMAT_VIDEO_maxFramerate, SPA_POD_CHOICE_RANGE_Fraction(&first, &least, &most));
}

static void on_param(void *context, uint32_t id, const struct spa_pod *param) {
    (void)context;
    if (!param || id != SPA_PARAM_Format || spa_format_video_raw_parse(param, &sender.format) < 0) return;
    printf("format %u %u at most %u/%u\n", sender.format.size.width, sender.format.size.height, sender.format.max_framerate.num,
           sender.format.max_framerate.denom);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    int stride = (int)sender.format.size.width * 4, size = stride * (int)sender.format.size.height;
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
                                   SPA_POD_CHOICE_RANGE_Int(4, 2, 8), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1), SPA_PARAM_BUFFERS_size,
                                   SPA_POD_Int(size), SPA_PARAM_BUFFERS_stride, SPA_POD_Int(stride), SPA_PARAM_BUFFERS_dataType,
                                   SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd)),
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
                                   SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
                                   SPA_POD_Id(SPA_META_VideoCrop), SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_region))),
    };
    pw_stream_update_params(sender.stream, params, 3);
}

static void on_add_buffer(void *context, struct pw_buffer *buffer) {
    (void)context;
    struct spa_data *data = &buffer->buffer->datas[0];
    size_t size = (size_t)sender.format.size.width * 4 * sender.format.size.height;
    int is_pipe = lies("pipe"), ends[2];
    data->type = SPA_DATA_MemFd;
    data->flags = SPA_DATA_FLAG_READWRITE;
    data->fd = memfd_create("pictures", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    data->mapoffset = 0;
    data->maxsize = (uint32_t)size;
    if (data->fd < 0 || ftruncate((int)data->fd, (off_t)size) != 0) return perror("pictures: memory");
    data->data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, (int)data->fd, 0);
    if (data->data == MAP_FAILED) data->data = NULL;
    if (!is_pipe || pipe(ends) != 0) return;
    dup2(ends[0], (int)data->fd);
    close(ends[0]);
}

static void on_remove_buffer(void *context, struct pw_buffer *buffer) {
    (void)context;
    struct spa_data *data = &buffer->buffer->datas[0];
    if (data->data) munmap(data->data, data->maxsize);
    if (data->fd >= 0) close((int)data->fd);
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state,
    .param_changed = on_param,
    .add_buffer = on_add_buffer,
    .remove_buffer = on_remove_buffer,
    .process = on_process,
};

static void offer_format(void) {
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *param = format_pod(&builder);
    pw_stream_update_params(sender.stream, &param, 1);
}

static void obey(char *line) {
    char word[32] = "", name[32] = "";
    long a = 0, b = 0, c = 0, d = 0;
    int count = sscanf(line, "%31s %ld %ld %ld %ld", word, &a, &b, &c, &d);
    if (!strcmp(word, "quit")) {
        pw_main_loop_quit(sender.loop);
    } else if (!strcmp(word, "next")) {
        next_picture();
    } else if (!strcmp(word, "size") && count == 3) {
        sender.width = (uint32_t)a;
        sender.height = (uint32_t)b;
        offer_format();
    } else if (!strcmp(word, "crop") && count == 5) {
        sender.crop = SPA_REGION((int32_t)a, (int32_t)b, (uint32_t)c, (uint32_t)d);
    } else if (!strcmp(word, "rate")) {
        sender.rate = (int)a;
        set_timer();
    } else if (!strcmp(word, "format") && sscanf(line, "%*s %31s", name) == 1) {
        for (uint32_t kind = 0; kind < SPA_N_ELEMENTS(kinds); kind++)
            if (!strcmp(kinds[kind].name, name)) sender.kind = kind;
        offer_format();
    } else {
        snprintf(sender.lie, sizeof sender.lie, "%s", word);
        sender.value = a;
    }
}

static void on_input(void *context, int descriptor, uint32_t mask) {
    static char text[256];
    static size_t length = 0;
    (void)context, (void)mask;
    ssize_t taken = read(descriptor, text + length, sizeof text - 1 - length);
    if (taken <= 0) {
        pw_main_loop_quit(sender.loop);
        return;
    }
    length += (size_t)taken;
    text[length] = 0;
    char *begin = text, *end;
    for (; (end = strchr(begin, '\n')); begin = end + 1) {
        *end = 0;
        obey(begin);
    }
    length = strlen(begin);
    memmove(text, begin, length + 1);
}

int main(int count, char **words) {
    if (count < 3) return fprintf(stderr, "usage: pictures WIDTH HEIGHT [RATE]\n"), 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    sender.width = (uint32_t)atoi(words[1]);
    sender.height = (uint32_t)atoi(words[2]);
    sender.rate = count > 3 ? atoi(words[3]) : 0;
    pw_init(&count, &words);
    sender.loop = pw_main_loop_new(NULL);
    struct pw_loop *loop = pw_main_loop_get_loop(sender.loop);
    sender.timer = pw_loop_add_timer(loop, on_timer, NULL);
    pw_loop_add_io(loop, STDIN_FILENO, SPA_IO_IN, false, on_input, NULL);
    struct pw_properties *properties = pw_properties_new(PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_NODE_NAME, "pictures", NULL);
    sender.stream = pw_stream_new_simple(loop, "pictures", properties, &events, NULL);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *param = format_pod(&builder);
    int problem = sender.stream ? pw_stream_connect(sender.stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
                                                    PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_ALLOC_BUFFERS, &param, 1)
                                : -ENOTCONN;
    if (problem < 0) return fprintf(stderr, "pictures: %s\n", strerror(-problem)), 1;
    pw_main_loop_run(sender.loop);
    pw_stream_destroy(sender.stream);
    pw_main_loop_destroy(sender.loop);
    return 0;
}

// The least that finding the peaks of a file's sound can cost on one thread over the same FFmpeg libraries: demux,
// decode, convert to 16 bits, mix, and keep the lowest and the highest of every 256 samples.
//
// The peaks go to a file as pairs of 16-bit numbers, so that they can be held against ours.
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswresample/swresample.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES_PER_POINT = 256 };

struct meter {
    FILE *file;
    int channels, count, low, high;
};

static void close_point(struct meter *meter) {
    int16_t pair[2] = {(int16_t)(meter->low / meter->channels), (int16_t)(meter->high / meter->channels)};
    fwrite(pair, sizeof pair, 1, meter->file);
    meter->count = 0;
    meter->low = INT32_MAX;
    meter->high = INT32_MIN;
}

static void measure(struct meter *meter, const int16_t *samples, int frames) {
    int channels = meter->channels;
    while (frames > 0) {
        int here = SAMPLES_PER_POINT - meter->count < frames ? SAMPLES_PER_POINT - meter->count : frames;
        int low = meter->low, high = meter->high;
        for (int frame = 0; frame < here; frame++) {
            int sum = 0;
            for (int channel = 0; channel < channels; channel++) sum += *samples++;
            low = sum < low ? sum : low;
            high = sum > high ? sum : high;
        }
        meter->low = low;
        meter->high = high;
        meter->count += here;
        frames -= here;
        if (meter->count == SAMPLES_PER_POINT) close_point(meter);
    }
}

static int fail(const char *step) {
    fprintf(stderr, "floor: cannot %s\n", step);
    return 1;
}

static int drain(AVCodecContext *decoder, SwrContext **resampler, AVFrame *frame, struct meter *meter, int16_t *buffer,
                 int capacity) {
    while (avcodec_receive_frame(decoder, frame) == 0) {
        if (!*resampler) {
            meter->channels = frame->ch_layout.nb_channels;
            swr_alloc_set_opts2(resampler, &frame->ch_layout, AV_SAMPLE_FMT_S16, frame->sample_rate, &frame->ch_layout,
                                frame->format, frame->sample_rate, 0, NULL);
            if (!*resampler || swr_init(*resampler) < 0) return fail("convert");
        }
        uint8_t *planes[1] = {(uint8_t *)buffer};
        int made = swr_convert(*resampler, planes, capacity / meter->channels, (const uint8_t **)frame->extended_data,
                               frame->nb_samples);
        if (made < 0) return fail("convert");
        measure(meter, buffer, made);
        av_frame_unref(frame);
    }
    return 0;
}

int main(int count, char *arguments[]) {
    if (count != 3) {
        fprintf(stderr, "usage: floor FILE PEAKS\n");
        return 2;
    }
    av_log_set_level(AV_LOG_QUIET);
    AVFormatContext *context = NULL;
    if (avformat_open_input(&context, arguments[1], NULL, NULL) < 0) return fail("open");
    if (avformat_find_stream_info(context, NULL) < 0) return fail("probe");
    const AVCodec *codec = NULL;
    int index = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0);
    if (index < 0) return fail("find sound");
    AVStream *stream = context->streams[index];
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    avcodec_parameters_to_context(decoder, stream->codecpar);
    decoder->pkt_timebase = stream->time_base;
    decoder->thread_count = 1;
    if (avcodec_open2(decoder, codec, NULL) < 0) return fail("decode");
    struct meter meter = {fopen(arguments[2], "wb"), 1, 0, INT32_MAX, INT32_MIN};
    if (!meter.file) return fail("write");
    int capacity = 1 << 20;
    int16_t *buffer = malloc((size_t)capacity * sizeof *buffer);
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    SwrContext *resampler = NULL;
    while (av_read_frame(context, packet) >= 0) {
        if (packet->stream_index == index && avcodec_send_packet(decoder, packet) >= 0 &&
            drain(decoder, &resampler, frame, &meter, buffer, capacity))
            return 1;
        av_packet_unref(packet);
    }
    avcodec_send_packet(decoder, NULL);
    if (drain(decoder, &resampler, frame, &meter, buffer, capacity)) return 1;
    if (meter.count > 0) close_point(&meter);
    return fclose(meter.file) ? fail("write") : 0;
}

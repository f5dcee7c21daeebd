// What still pictures must cost: a bare C program that decodes only what is needed, on so many threads.
//
// floor COUNT tolerant|exact THREADS FOLDER FILE   COUNT pictures at the middles of equal parts, 320 wide, as JPEG
// floor at SECONDS tolerant|exact THREADS FOLDER FILE   one picture
// floor version
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path, *folder;
static int count, is_exact, decoder_threads;
static double single = -1;
static atomic_int next_number;

static void fail(const char *what) {
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

typedef struct {
    AVFormatContext *format;
    AVCodecContext *decoder, *encoder;
    struct SwsContext *scaler;
    AVFrame *small;
    int stream;
} Worker;

static void open_worker(Worker *worker) {
    memset(worker, 0, sizeof *worker);
    if (avformat_open_input(&worker->format, path, NULL, NULL) < 0) fail("cannot open");
    // Formats without a full header need probing; the others are spared it.
    if (strstr(worker->format->iformat->name, "mp4") == NULL && avformat_find_stream_info(worker->format, NULL) < 0)
        fail("cannot probe");
    worker->stream = av_find_best_stream(worker->format, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
    if (worker->stream < 0) fail("no pictures");
    AVCodecParameters *parameters = worker->format->streams[worker->stream]->codecpar;
    const AVCodec *codec = avcodec_find_decoder(parameters->codec_id);
    worker->decoder = avcodec_alloc_context3(codec);
    avcodec_parameters_to_context(worker->decoder, parameters);
    worker->decoder->thread_count = decoder_threads;
    if (avcodec_open2(worker->decoder, codec, NULL) < 0) fail("cannot decode");
    for (unsigned i = 0; i < worker->format->nb_streams; i++)
        if ((int)i != worker->stream) worker->format->streams[i]->discard = AVDISCARD_ALL;
}

static void write_picture(Worker *worker, AVFrame *frame, int number) {
    if (!worker->scaler) {
        int height = (320 * frame->height / frame->width + 1) & ~1;
        worker->scaler = sws_getContext(frame->width, frame->height, frame->format, 320, height, AV_PIX_FMT_YUVJ420P,
                                        SWS_BICUBIC, NULL, NULL, NULL);
        worker->small = av_frame_alloc();
        worker->small->width = 320;
        worker->small->height = height;
        worker->small->format = AV_PIX_FMT_YUVJ420P;
        av_frame_get_buffer(worker->small, 0);
        const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_MJPEG);
        worker->encoder = avcodec_alloc_context3(codec);
        worker->encoder->width = 320;
        worker->encoder->height = height;
        worker->encoder->pix_fmt = AV_PIX_FMT_YUVJ420P;
        worker->encoder->time_base = (AVRational){1, 25};
        worker->encoder->thread_count = 1;
        worker->encoder->flags |= AV_CODEC_FLAG_QSCALE;
        worker->encoder->global_quality = FF_QP2LAMBDA * 3;
        if (avcodec_open2(worker->encoder, codec, NULL) < 0) fail("cannot encode");
    }
    sws_scale(worker->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, worker->small->data,
              worker->small->linesize);
    worker->small->pts = number;
    worker->small->quality = worker->encoder->global_quality;
    AVPacket *packet = av_packet_alloc();
    if (avcodec_send_frame(worker->encoder, worker->small) < 0) fail("cannot encode");
    if (avcodec_receive_packet(worker->encoder, packet) < 0) fail("no JPEG");
    char name[4096];
    snprintf(name, sizeof name, "%s/%03d.jpg", folder, number);
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(packet->data, packet->size, 1, file) != 1) fail("cannot write");
    fclose(file);
    av_packet_free(&packet);
}

// Takes frames until one is the wanted one; the newest that is shown no later than it is the answer.
static int take(Worker *worker, AVFrame *frame, AVFrame *best, int64_t wanted) {
    while (avcodec_receive_frame(worker->decoder, frame) >= 0) {
        if (frame->pts <= wanted || !best->data[0]) {
            av_frame_unref(best);
            av_frame_move_ref(best, frame);
        } else {
            return 1;
        }
    }
    return 0;
}

static void make_picture(Worker *worker, double seconds, int number) {
    AVStream *stream = worker->format->streams[worker->stream];
    int64_t start = stream->start_time == AV_NOPTS_VALUE ? 0 : stream->start_time;
    // A time that is a tick stays that tick, whatever is lost in the division.
    int64_t wanted = start + (int64_t)floor(seconds / av_q2d(stream->time_base) + 1e-6);
    if (av_seek_frame(worker->format, worker->stream, wanted, AVSEEK_FLAG_BACKWARD) < 0) fail("cannot seek");
    avcodec_flush_buffers(worker->decoder);
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc(), *best = av_frame_alloc();
    while (av_read_frame(worker->format, packet) >= 0) {
        if (packet->stream_index != worker->stream) {
            av_packet_unref(packet);
            continue;
        }
        if (packet->dts != AV_NOPTS_VALUE && packet->dts > wanted) break;
        // A picture that nothing refers to and that is shown a whole second earlier is not wanted.
        int is_early = packet->pts != AV_NOPTS_VALUE && packet->pts < wanted - (int64_t)(0.5 / av_q2d(stream->time_base));
        worker->decoder->skip_frame = is_early ? AVDISCARD_NONREF : AVDISCARD_DEFAULT;
        avcodec_send_packet(worker->decoder, packet);
        av_packet_unref(packet);
        if (!is_exact || take(worker, frame, best, wanted)) break;
    }
    if (!best->data[0] || is_exact) avcodec_send_packet(worker->decoder, NULL);
    take(worker, frame, best, wanted);
    if (!best->data[0]) fail("no picture");
    write_picture(worker, best, number);
    av_packet_free(&packet);
    av_frame_free(&frame);
    av_frame_free(&best);
}

static void *work(void *unused) {
    (void)unused;
    Worker worker;
    open_worker(&worker);
    double duration = worker.format->duration / (double)AV_TIME_BASE;
    for (int number; (number = atomic_fetch_add(&next_number, 1)) < count;)
        make_picture(&worker, single >= 0 ? single : (number + 0.5) * duration / count, number);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "version")) {
        printf("%s\n", av_version_info());
        return 0;
    }
    av_log_set_level(AV_LOG_QUIET);
    if (argc == 7 && !strcmp(argv[1], "at")) {
        single = atof(argv[2]);
        count = 1;
        argv++;
    } else if (argc != 6) {
        fail("see the comment at the top of the source");
    } else {
        count = atoi(argv[1]);
    }
    is_exact = !strcmp(argv[2], "exact");
    int threads = atoi(argv[3]);
    folder = argv[4];
    path = argv[5];
    // One picture is decoded on all threads, many are spread over them.
    decoder_threads = count == 1 ? threads : 1;
    if (count == 1) threads = 1;
    pthread_t others[64];
    for (int i = 1; i < threads && i < 64; i++) pthread_create(&others[i], NULL, work, NULL);
    work(NULL);
    for (int i = 1; i < threads && i < 64; i++) pthread_join(others[i], NULL);
    return 0;
}

// FFmpeg as Swift sees it: its headers, the constants that Swift's importer leaves out, and the two callbacks that C
// has to catch because they are variadic or carry a va_list.
#ifndef CFFMPEG_H
#define CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavcodec/vorbis_parser.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avstring.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/md5.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/spherical.h>
#include <libavutil/stereo3d.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int64_t ak_NOPTS_VALUE = AV_NOPTS_VALUE;
static const int ak_ERROR_AGAIN = AVERROR(EAGAIN);
static const int ak_ERROR_EOF = AVERROR_EOF;
static const int ak_ERROR_EXIT = AVERROR_EXIT;
static const int ak_ERROR_IO = AVERROR(EIO);
static const int ak_ERROR_PERMISSION = AVERROR(EPERM);
static const int ak_ERROR_INVALID_DATA = AVERROR_INVALIDDATA;
static const int ak_ERROR_NO_MEMORY = AVERROR(ENOMEM);
static const int ak_ERROR_UNSUPPORTED = AVERROR(ENOSYS);
static const int ak_ERROR_TIMED_OUT = AVERROR(ETIMEDOUT);
static const int ak_ERROR_HTTP_NOT_FOUND = AVERROR_HTTP_NOT_FOUND;
static const int ak_ERROR_PROTOCOL_NOT_FOUND = AVERROR_PROTOCOL_NOT_FOUND;
static const int ak_ERROR_DEMUXER_NOT_FOUND = AVERROR_DEMUXER_NOT_FOUND;
static const int ak_ERROR_DECODER_NOT_FOUND = AVERROR_DECODER_NOT_FOUND;
static const int ak_ERROR_ENCODER_NOT_FOUND = AVERROR_ENCODER_NOT_FOUND;
static const int ak_ERROR_FILTER_NOT_FOUND = AVERROR_FILTER_NOT_FOUND;
static const int ak_ERROR_INPUT_CHANGED = AVERROR_INPUT_CHANGED;
static const int ak_ERROR_PATCH_WELCOME = AVERROR_PATCHWELCOME;

/// The negative code that FFmpeg makes of an error number of the operating system.
static inline int ak_error(int number) { return AVERROR(number); }

/// Scales a whole picture: the planes of one frame into those of another.
static inline int ak_scale(struct SwsContext *context, const AVFrame *source, AVFrame *target) {
    return sws_scale(context, (const uint8_t *const *)source->data, source->linesize, 0, source->height, target->data,
                     target->linesize);
}

/// Fills a picture with black.
static inline int ak_fill_black(AVFrame *frame) {
    ptrdiff_t rows[4];
    for (int plane = 0; plane < 4; plane++) rows[plane] = frame->linesize[plane];
    return av_image_fill_black(frame->data, rows, frame->format, frame->color_range, frame->width, frame->height);
}

/// Resamples the sound of a frame, or drains where there is none.
static inline int ak_resample(struct SwrContext *context, uint8_t **target, int capacity, const AVFrame *source) {
    return swr_convert(context, target, capacity, source ? (const uint8_t **)source->extended_data : NULL,
                       source ? source->nb_samples : 0);
}

/// FFmpeg's filter bwdif for pictures of one size and format.
typedef struct ak_Deinterlacer ak_Deinterlacer;

/// Makes a deinterlacer for pictures like `frame`. libavfilter is loaded on the first call; without it the answer is
/// AVERROR_FILTER_NOT_FOUND.
int ak_deinterlacer_open(ak_Deinterlacer **deinterlacer, const AVFrame *frame);
/// Hands over the next picture, which stays as it is.
int ak_deinterlacer_send(ak_Deinterlacer *deinterlacer, AVFrame *frame);
/// Takes the next result: that of a picture comes when its follower has been sent.
int ak_deinterlacer_receive(ak_Deinterlacer *deinterlacer, AVFrame *frame);
void ak_deinterlacer_close(ak_Deinterlacer *deinterlacer);

/// The last message that FFmpeg logged on this thread while the record was in place.
typedef struct ak_LogRecord {
    int level;
    char text[512];
    struct ak_LogRecord *outer;
} ak_LogRecord;

/// Takes a finished line and FFmpeg's level. Called on whatever thread logs.
typedef void (*ak_LogHandler)(int level, const char *text);

/// Routes everything FFmpeg logs here, so that nothing reaches the terminal. Safe to call more than once.
void ak_log_install(void);
/// Hands every line of up to `level` to `handler`; NULL stops that.
void ak_log_set_handler(ak_LogHandler handler, int level);
/// Puts a record in place for the calling thread, inside the one that is there.
void ak_log_begin(ak_LogRecord *record);
/// Takes the innermost record of the calling thread away.
void ak_log_end(void);

#endif

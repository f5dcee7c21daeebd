// The least that any program over the same FFmpeg libraries can do: open files, and, if asked to, probe their streams.
//
// It prints nothing but errors and linking is all it shares with the tools that it is the floor of. Several files are
// opened one after the other in the same process.
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <stdio.h>
#include <string.h>

static int report(const char *path, const char *step, int code) {
    char words[AV_ERROR_MAX_STRING_SIZE];
    av_strerror(code, words, sizeof words);
    fprintf(stderr, "floor: cannot %s '%s': %s\n", step, path, words);
    return 1;
}

static int visit(const char *path, int probes) {
    AVFormatContext *context = NULL;
    int code = avformat_open_input(&context, path, NULL, NULL);
    if (code < 0) return report(path, "open", code);
    if (probes) code = avformat_find_stream_info(context, NULL);
    avformat_close_input(&context);
    return code < 0 ? report(path, "probe", code) : 0;
}

int main(int count, char *arguments[]) {
    const char *mode = count > 1 ? arguments[1] : "";
    if (strcmp(mode, "version") == 0) {
        // Every library is called once, so that the linker keeps them all, as it does for a tool that needs them.
        printf("%s %u %u %u %u\n", av_version_info(), avformat_version(), avcodec_version(), swscale_version(),
               swresample_version());
        return 0;
    }
    int probes = strcmp(mode, "probe") == 0;
    if (!probes && strcmp(mode, "open") != 0) {
        fprintf(stderr, "usage: floor version | open [FILE…] | probe [FILE…]\n");
        return 2;
    }
    av_log_set_level(AV_LOG_QUIET);
    int failures = 0;
    for (int index = 2; index < count; index++) failures += visit(arguments[index], probes);
    return failures ? 1 : 0;
}

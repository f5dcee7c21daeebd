// emitter: what recorders record. Every second a square turns white for a tenth of a second and a sweep is heard, both at the
// moment that pa_stream_get_time() says. A strip of blocks beside the square tells, a hundred times a second, what the monotonic
// clock shows, so that each picture of a recording says when it was taken. Around them stands a still picture like a desktop.
// Writes the moment of each flash on that clock, a line each.
// usage: emitter SWEEP.f32 SECONDS WIDTH HEIGHT
// build: gcc -O2 emitter.c -o emitter -lX11 -lpulse -lpthread
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <X11/Xlib.h>
#include <pulse/pulseaudio.h>

enum {
    rate = 48000,
    block = 16,      // pixels of a block of the strip
    bits = 28,       // of the strip: 1, 0, 24 of the clock's milliseconds, 0, 1
    side = 320,      // of the square, below the strip
    history = 401,   // how many looks at the stream's time the middle is taken of
};

static float *sweep;
static long count, position;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void rest(double seconds) {
    struct timespec t = {0, (long)(seconds * 1e9)};
    if (seconds > 0) nanosleep(&t, NULL);
}

static void on_write(pa_stream *s, size_t n, void *u) {
    float *out;
    size_t size = n;
    pa_stream_begin_write(s, (void **)&out, &size);
    size_t frames = size / (2 * sizeof(float));
    for (size_t i = 0; i < frames; i++, position++) {
        long place = position % rate;
        out[2 * i] = out[2 * i + 1] = position >= rate && place < count ? sweep[place] : 0;
    }
    pa_stream_write(s, out, frames * 2 * sizeof(float), NULL, 0, PA_SEEK_RELATIVE);
}

static void on_context(pa_context *c, void *u) { pa_threaded_mainloop_signal(u, 0); }
static void on_stream(pa_stream *s, void *u) { pa_threaded_mainloop_signal(u, 0); }

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The moment at which the stream's time was 0: the middle of many looks, since each is off by a little.
static double zero(pa_threaded_mainloop *m, pa_stream *s) {
    static double looks[history], sorted[history];
    static long seen;
    pa_usec_t t = 0;
    pa_threaded_mainloop_lock(m);
    int failed = pa_stream_get_time(s, &t);
    double at = now();
    pa_threaded_mainloop_unlock(m);
    if (failed >= 0 && t > 0) looks[seen++ % history] = at - t * 1e-6;
    long known = seen < history ? seen : history;
    if (!known) return 0;
    memcpy(sorted, looks, known * sizeof *looks);
    qsort(sorted, known, sizeof *sorted, by_size);
    return sorted[known / 2];
}

static pa_stream *play(pa_threaded_mainloop *m) {
    pa_context *c = pa_context_new(pa_threaded_mainloop_get_api(m), "emitter");
    pa_context_set_state_callback(c, on_context, m);
    pa_threaded_mainloop_start(m);
    pa_threaded_mainloop_lock(m);
    pa_context_connect(c, NULL, 0, NULL);
    while (pa_context_get_state(c) != PA_CONTEXT_READY) {
        if (!PA_CONTEXT_IS_GOOD(pa_context_get_state(c))) {
            fprintf(stderr, "no PulseAudio\n");
            exit(1);
        }
        pa_threaded_mainloop_wait(m);
    }
    pa_sample_spec spec = {PA_SAMPLE_FLOAT32LE, rate, 2};
    pa_stream *s = pa_stream_new(c, "sweeps", &spec, NULL);
    pa_stream_set_state_callback(s, on_stream, m);
    pa_stream_set_write_callback(s, on_write, m);
    // A short buffer, so that a recorder that joins does not move the time of the sink.
    pa_buffer_attr a = {(uint32_t)-1, rate / 25 * 2 * sizeof(float), (uint32_t)-1, (uint32_t)-1, (uint32_t)-1};
    pa_stream_connect_playback(s, NULL, &a,
        PA_STREAM_ADJUST_LATENCY | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_INTERPOLATE_TIMING, NULL, NULL);
    while (pa_stream_get_state(s) != PA_STREAM_READY) pa_threaded_mainloop_wait(m);
    pa_threaded_mainloop_unlock(m);
    return s;
}

// A still picture: windows of many colours with lines of something like text in them.
static void desktop(Display *d, Window w, GC g, int width, int height) {
    unsigned random = 20;
    for (int i = 0; i < 40; i++) {
        int box[4];
        for (int k = 0; k < 4; k++) box[k] = (random = random * 1664525u + 1013904223u) >> 16;
        int x = box[0] % width, y = box[1] % height, across = 80 + box[2] % 500, down = 60 + box[3] % 300;
        XSetForeground(d, g, random >> 8);
        XFillRectangle(d, w, g, x, y, across, down);
        for (int line = y + 10; line < y + down - 8; line += 14)
            for (int place = x + 8; place < x + across - 12;) {
                unsigned word = (random = random * 1664525u + 1013904223u) >> 16;
                XSetForeground(d, g, word & 1 ? 0x202020 : 0xe0e0e0);
                XFillRectangle(d, w, g, place, line, 2 + word % 9, 7);
                place += 5 + word % 17;
            }
    }
}

static void tell(Display *d, Pixmap strip, Window w, GC g) {
    unsigned code = 2u << 26 | ((unsigned)(uint64_t)(now() * 1e3) & 0xffffff) << 2 | 1;
    for (int i = 0; i < bits; i++) {
        XSetForeground(d, g, code >> (bits - 1 - i) & 1 ? 0xffffff : 0);
        XFillRectangle(d, strip, g, i * block, 0, block, block);
    }
    // At once, so that nobody sees a half of it.
    XCopyArea(d, strip, w, g, 0, 0, bits * block, block, 0, 0);
    XSync(d, 0);
}

int main(int ac, char **av) {
    if (ac != 5) {
        fprintf(stderr, "usage: emitter SWEEP.f32 SECONDS WIDTH HEIGHT\n");
        return 2;
    }
    FILE *f = fopen(av[1], "rb");
    if (!f) return perror(av[1]), 1;
    fseek(f, 0, SEEK_END);
    count = ftell(f) / sizeof(float);
    rewind(f);
    sweep = malloc(count * sizeof(float));
    if (fread(sweep, sizeof(float), count, f) != (size_t)count) return 1;
    double end = now() + atof(av[2]);
    int width = atoi(av[3]), height = atoi(av[4]);

    Display *d = XOpenDisplay(NULL);
    if (!d) return fprintf(stderr, "no display\n"), 1;
    int screen = DefaultScreen(d);
    XSetWindowAttributes attributes = {.override_redirect = 1};
    Window w = XCreateWindow(d, RootWindow(d, screen), 0, 0, width, height, 0, CopyFromParent, InputOutput, CopyFromParent,
                             CWOverrideRedirect, &attributes);
    Pixmap strip = XCreatePixmap(d, w, bits * block, block, DefaultDepth(d, screen));
    XMapRaised(d, w);
    GC g = XCreateGC(d, w, 0, NULL);
    XSetGraphicsExposures(d, g, 0);
    desktop(d, w, g, width, height);
    XSetForeground(d, g, 0);
    XFillRectangle(d, w, g, 0, block, side, side);
    XSync(d, 0);

    pa_threaded_mainloop *m = pa_threaded_mainloop_new();
    pa_stream *s = play(m);
    long second = 1;
    int isWhite = 0;
    double told = 0;
    while (now() < end) {
        double start = zero(m, s), next = start + second + (isWhite ? 0.1 : 0);
        if (!start) {
            rest(0.001);
            continue;
        }
        if (now() >= next) {
            isWhite = !isWhite;
            XSetForeground(d, g, isWhite ? 0xffffff : 0);
            XFillRectangle(d, w, g, 0, block, side, side);
            XSync(d, 0);
            if (isWhite) {
                printf("%.6f\n", next);
                fflush(stdout);
            } else second++;
            // Late from the start or after a long break: what is gone is not shown.
            while (!isWhite && start + second < now()) second++;
            continue;
        }
        // The strip stands back when a flash is near.
        if (now() - told >= 0.01 && next - now() > 0.004) {
            told = now();
            tell(d, strip, w, g);
            continue;
        }
        double left = next - now(), nap = left < 0.0015 ? left : 0.001;
        rest(nap);
    }
    return 0;
}

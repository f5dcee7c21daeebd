// emitter: the reference emitter of the A/V sync rig.
// Plays a mono float noise file through PulseAudio and draws each frame's bar code at the moment
// pa_stream_get_time() says that frame's time is being heard. What probe + analysis.py report for this
// program is the rig's own bias and jitter: take it off what they report for a player.
// usage: emitter NOISE.f32 FPS SECONDS TLENGTH_MS
// build: gcc -O2 emitter.c -o emitter -lX11 -lpulse -lpthread
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <X11/Xlib.h>
#include <pulse/pulseaudio.h>

static float *noise;
static long count, pos;

static void on_write(pa_stream *s, size_t n, void *u) {
    float *o;
    size_t k = n;
    pa_stream_begin_write(s, (void **)&o, &k);
    size_t want = k / 8;
    for (size_t i = 0; i < want; i++) {
        float v = pos < count ? noise[pos] : 0;
        pos++;
        o[2 * i] = o[2 * i + 1] = v;
    }
    pa_stream_write(s, o, want * 8, NULL, 0, PA_SEEK_RELATIVE);
}
static void on_context(pa_context *c, void *u) { pa_threaded_mainloop_signal(u, 0); }
static void on_stream(pa_stream *s, void *u) { pa_threaded_mainloop_signal(u, 0); }

int main(int ac, char **av) {
    if (ac != 5) { fprintf(stderr, "usage: emitter NOISE.f32 FPS SECONDS TLENGTH_MS\n"); return 2; }
    FILE *f = fopen(av[1], "rb");
    if (!f) { perror(av[1]); return 1; }
    fseek(f, 0, SEEK_END);
    count = ftell(f) / 4;
    rewind(f);
    noise = malloc(count * 4);
    if (fread(noise, 4, count, f) != (size_t)count) return 1;
    int fps = atoi(av[2]), tlength = atoi(av[4]);
    double secs = atof(av[3]);

    Display *d = XOpenDisplay(NULL);
    if (!d) { fprintf(stderr, "no display\n"); return 1; }
    int sc = DefaultScreen(d);
    XSetWindowAttributes wa = {.override_redirect = 1};
    Window w = XCreateWindow(d, RootWindow(d, sc), 0, 0, 256, 32, 0, CopyFromParent, InputOutput, CopyFromParent,
                             CWOverrideRedirect, &wa);
    XMapRaised(d, w);
    GC g = XCreateGC(d, w, 0, NULL);
    XSync(d, 0);

    pa_threaded_mainloop *m = pa_threaded_mainloop_new();
    pa_context *c = pa_context_new(pa_threaded_mainloop_get_api(m), "emitter");
    pa_context_set_state_callback(c, on_context, m);
    pa_threaded_mainloop_start(m);
    pa_threaded_mainloop_lock(m);
    pa_context_connect(c, NULL, 0, NULL);
    while (pa_context_get_state(c) != PA_CONTEXT_READY) {
        if (!PA_CONTEXT_IS_GOOD(pa_context_get_state(c))) { fprintf(stderr, "no PulseAudio\n"); return 1; }
        pa_threaded_mainloop_wait(m);
    }
    pa_sample_spec spec = {PA_SAMPLE_FLOAT32LE, 48000, 2};
    pa_stream *s = pa_stream_new(c, "calib", &spec, NULL);
    pa_stream_set_state_callback(s, on_stream, m);
    pa_stream_set_write_callback(s, on_write, m);
    pa_buffer_attr a = {(uint32_t)-1, 48 * 8 * tlength, (uint32_t)-1, (uint32_t)-1, (uint32_t)-1};
    pa_stream_connect_playback(s, NULL, &a,
        PA_STREAM_ADJUST_LATENCY | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_INTERPOLATE_TIMING, NULL, NULL);
    while (pa_stream_get_state(s) != PA_STREAM_READY) pa_threaded_mainloop_wait(m);
    pa_threaded_mainloop_unlock(m);

    long k = 0, total = secs * fps;
    while (k < total) {
        pa_usec_t t = 0;
        pa_threaded_mainloop_lock(m);
        int r = pa_stream_get_time(s, &t);
        pa_threaded_mainloop_unlock(m);
        double left = (double)k / fps - (r < 0 ? 0 : t / 1e6);
        if (r >= 0 && t > 0 && left <= 0) {
            int code = 2 << 14 | (k & 0x3fff); // two guard bits 1,0 then 14 bits of frame number
            for (int i = 0; i < 16; i++) {
                XSetForeground(d, g, (code >> (15 - i)) & 1 ? 0xffffff : 0);
                XFillRectangle(d, w, g, i * 16, 0, 16, 32);
            }
            XSync(d, 0);
            k++;
            continue;
        }
        double nap = left > 0.002 ? 0.002 : left < 0.0002 ? 0.0002 : left;
        struct timespec ts = {0, (long)(nap * 1e9)};
        nanosleep(&ts, NULL);
    }
    return 0;
}

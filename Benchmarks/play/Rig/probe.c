// probe: the measuring end of the A/V sync rig.
// Records a PulseAudio monitor and polls a bar code strip of an X11 screen 1,000 times a second,
// both stamped with CLOCK_MONOTONIC.
// usage: probe SECONDS SOURCE X Y NBITS BLOCKPX OUTPREFIX
// writes OUTPREFIX.f32 (48 kHz stereo float), OUTPREFIX.ats (arrival_ns frames_so_far latency_us),
//        OUTPREFIX.vts (before_ns after_ns code, one line each time the code changes)
// build: gcc -O2 probe.c -o probe -lX11 -lXext -lpulse -lpthread
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <time.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <pulse/pulseaudio.h>

static FILE *audio, *audioStamps;
static int64_t frames;

static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void on_read(pa_stream *s, size_t n, void *u) {
    const void *p;
    size_t k;
    while (pa_stream_readable_size(s) > 0) {
        int64_t t = now_ns();
        if (pa_stream_peek(s, &p, &k) < 0 || !k) break;
        if (p) fwrite(p, 1, k, audio);
        else { void *z = calloc(1, k); fwrite(z, 1, k, audio); free(z); } // a hole in the stream
        frames += k / 8;
        pa_usec_t l = 0;
        int neg = 0;
        pa_stream_get_latency(s, &l, &neg);
        fprintf(audioStamps, "%lld %lld %lld\n", (long long)t, (long long)frames,
                (long long)(neg ? -(int64_t)l : (int64_t)l));
        pa_stream_drop(s);
    }
}

static void on_context(pa_context *c, void *u) { pa_threaded_mainloop_signal(u, 0); }

static FILE *out(const char *prefix, const char *ext, const char *mode) {
    char fn[1024];
    snprintf(fn, sizeof fn, "%s.%s", prefix, ext);
    FILE *f = fopen(fn, mode);
    if (!f) { perror(fn); exit(1); }
    return f;
}

int main(int ac, char **av) {
    if (ac != 8) { fprintf(stderr, "usage: probe SECONDS SOURCE X Y NBITS BLOCKPX OUTPREFIX\n"); return 2; }
    double secs = atof(av[1]);
    int x = atoi(av[3]), y = atoi(av[4]), bits = atoi(av[5]), block = atoi(av[6]);
    audio = out(av[7], "f32", "wb");
    audioStamps = out(av[7], "ats", "w");
    FILE *video = out(av[7], "vts", "w");

    pa_threaded_mainloop *m = pa_threaded_mainloop_new();
    pa_context *c = pa_context_new(pa_threaded_mainloop_get_api(m), "probe");
    pa_context_set_state_callback(c, on_context, m);
    pa_threaded_mainloop_start(m);
    pa_threaded_mainloop_lock(m);
    pa_context_connect(c, NULL, 0, NULL);
    while (pa_context_get_state(c) != PA_CONTEXT_READY) {
        if (!PA_CONTEXT_IS_GOOD(pa_context_get_state(c))) { fprintf(stderr, "no PulseAudio\n"); return 1; }
        pa_threaded_mainloop_wait(m);
    }
    pa_sample_spec spec = {PA_SAMPLE_FLOAT32LE, 48000, 2};
    pa_stream *s = pa_stream_new(c, "probe", &spec, NULL);
    pa_stream_set_read_callback(s, on_read, m);
    pa_buffer_attr a = {(uint32_t)-1, (uint32_t)-1, (uint32_t)-1, (uint32_t)-1, 48000 * 8 / 500}; // 2 ms fragments
    if (pa_stream_connect_record(s, av[2], &a,
            PA_STREAM_ADJUST_LATENCY | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_INTERPOLATE_TIMING) < 0) {
        fprintf(stderr, "cannot record %s\n", av[2]);
        return 1;
    }
    pa_threaded_mainloop_unlock(m);

    Display *d = XOpenDisplay(NULL);
    if (!d) { fprintf(stderr, "no display\n"); return 1; }
    int sc = DefaultScreen(d);
    XShmSegmentInfo si;
    XImage *im = XShmCreateImage(d, DefaultVisual(d, sc), DefaultDepth(d, sc), ZPixmap, NULL, &si, bits * block, 1);
    si.shmid = shmget(IPC_PRIVATE, im->bytes_per_line * im->height, IPC_CREAT | 0600);
    si.shmaddr = im->data = shmat(si.shmid, NULL, 0);
    si.readOnly = 0;
    XShmAttach(d, &si);
    XSync(d, 0);
    shmctl(si.shmid, IPC_RMID, NULL);

    int64_t t0 = now_ns(), end = t0 + (int64_t)(secs * 1e9), next = t0, prev = t0, worst = 0;
    long polls = 0, last = -1;
    while (now_ns() < end) {
        int64_t before = now_ns();
        XShmGetImage(d, RootWindow(d, sc), im, x, y, AllPlanes);
        int64_t after = now_ns();
        if (after - prev > worst) worst = after - prev;
        prev = after;
        long code = 0;
        for (int i = 0; i < bits; i++) {
            unsigned long p = XGetPixel(im, i * block + block / 2, 0);
            code = code * 2 + ((int)((p >> 16 & 255) + (p >> 8 & 255) + (p & 255)) > 384);
        }
        if (code != last) {
            fprintf(video, "%lld %lld %ld\n", (long long)before, (long long)after, code);
            last = code;
        }
        polls++;
        next += 1000000;
        int64_t wait = next - now_ns();
        if (wait > 0) { struct timespec ts = {0, wait}; nanosleep(&ts, NULL); }
        else next = now_ns();
    }
    pa_threaded_mainloop_lock(m);
    pa_stream_disconnect(s);
    pa_threaded_mainloop_unlock(m);
    fclose(video); fclose(audio); fclose(audioStamps);
    fprintf(stderr, "polls/s %.0f worst gap %.2f ms audio frames %lld\n", polls / secs, worst / 1e6, (long long)frames);
    return 0;
}

// v4l2fuse: a camera without a kernel driver. One file of a FUSE file system answers V4L2's ioctls, poll and mmap, so that whatever
// opens it by its path streams from it; what insists on a character device does not.
//
// Commands on standard input, one a line:
//   unplug | plug            the node disappears, and open handles get ENODEV; it comes back
//   stall on | stall off     the sensor delivers nothing, and poll finds nothing; it goes on
//   drop N                   the next N pictures are left out, which is a gap in v4l2_buffer.sequence
//   error N                  the next N buffers carry V4L2_BUF_FLAG_ERROR
//   busy on | busy off       S_FMT, REQBUFS and STREAMON answer EBUSY, as if another process streamed
// Pictures are YUYV. The top 16 rows hold the number of the picture in 16 bits, the least one at the left, each a sixteenth of the
// width wide (luma 235 is 1, 16 is 0); a bar moves by 4 pixels a picture; the luma of the background is the control for brightness.
// It has no VIDIOC_*_EXT_CTRLS, which carry a pointer that a FUSE file may not follow, and one client streams at a time.
//
// usage: mkdir camera && v4l2fuse -f camera      (the camera is camera/video0; SIGTERM ends it)
// build: gcc -O2 v4l2fuse.c -o v4l2fuse $(pkg-config --cflags --libs fuse3) -lpthread
#define FUSE_USE_VERSION 35
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAXBUF = 8, MAXPOLL = 16, INO = 2 };
static const struct { unsigned w, h; } sizes[] = {{320, 240}, {640, 480}, {1280, 720}, {1920, 1080}};
static const unsigned rates[] = {30, 15, 5};
enum { NSIZE = sizeof sizes / sizeof *sizes, NRATE = sizeof rates / sizeof *rates };

struct ctl {
    __u32 id;
    int type;
    const char *name;
    int min, max, step, def, val;
    __u32 flags;
    const char *menu[4];
};
static struct ctl ctls[] = {
    {V4L2_CID_BRIGHTNESS, V4L2_CTRL_TYPE_INTEGER, "Brightness", 0, 255, 1, 128, 128},
    {V4L2_CID_AUTO_WHITE_BALANCE, V4L2_CTRL_TYPE_BOOLEAN, "White Balance, Automatic", 0, 1, 1, 1, 1},
    {V4L2_CID_GAIN, V4L2_CTRL_TYPE_INTEGER, "Gain", 0, 255, 1, 16, 16},
    {V4L2_CID_WHITE_BALANCE_TEMPERATURE, V4L2_CTRL_TYPE_INTEGER, "White Balance Temperature", 2000, 7500, 10,
     4600, 4600, V4L2_CTRL_FLAG_INACTIVE},
    {V4L2_CID_EXPOSURE_AUTO,
     V4L2_CTRL_TYPE_MENU,
     "Auto Exposure",
     0,
     3,
     1,
     3,
     3,
     0,
     {NULL, "Manual Mode", NULL, "Aperture Priority Mode"}},
    {V4L2_CID_EXPOSURE_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Exposure Time, Absolute", 3, 2047, 1, 250, 250,
     V4L2_CTRL_FLAG_INACTIVE},
    {V4L2_CID_FOCUS_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Focus, Absolute", 0, 250, 5, 0, 0,
     V4L2_CTRL_FLAG_INACTIVE},
    {V4L2_CID_FOCUS_AUTO, V4L2_CTRL_TYPE_BOOLEAN, "Focus, Automatic Continuous", 0, 1, 1, 1, 1},
    {V4L2_CID_ZOOM_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Zoom, Absolute", 100, 500, 1, 100, 100},
    {V4L2_CID_FLASH_LED_MODE, V4L2_CTRL_TYPE_MENU, "LED Mode", 0, 2, 1, 0, 0, 0, {"Off", "Flash", "Torch"}},
};
enum { NCTL = sizeof ctls / sizeof *ctls };

static struct {
    pthread_mutex_t m;
    pthread_cond_t c;
    struct fuse_session *se;
    struct fuse_pollhandle *ph[MAXPOLL];
    int nph;
    unsigned w, h, fps, nbuf, len, seq;
    int streaming, gone, stall, busy, drop, bad;
    uint64_t next_fh, owner;
    struct {
        unsigned char *data;
        unsigned off, seq;
        int queued, bad;
        struct timespec t;
    } b[MAXBUF];
    unsigned inq[MAXBUF], nin, out[MAXBUF], nout;
} S = {.m = PTHREAD_MUTEX_INITIALIZER,
       .c = PTHREAD_COND_INITIALIZER,
       .w = 640,
       .h = 480,
       .fps = 30,
       .next_fh = 1};

static struct ctl *find(__u32 id) {
    for (int i = 0; i < NCTL; i++)
        if (ctls[i].id == id) return &ctls[i];
    return NULL;
}

static struct ctl *after(__u32 id) {
    struct ctl *r = NULL;
    for (int i = 0; i < NCTL; i++)
        if (ctls[i].id > id && (!r || ctls[i].id < r->id)) r = &ctls[i];
    return r;
}
// A manual value is inactive while its automatic mode is on, as drivers of USB cameras have it.
static void dependents(void) {
    find(V4L2_CID_WHITE_BALANCE_TEMPERATURE)->flags =
        find(V4L2_CID_AUTO_WHITE_BALANCE)->val ? V4L2_CTRL_FLAG_INACTIVE : 0;
    find(V4L2_CID_EXPOSURE_ABSOLUTE)->flags =
        find(V4L2_CID_EXPOSURE_AUTO)->val != V4L2_EXPOSURE_MANUAL ? V4L2_CTRL_FLAG_INACTIVE : 0;
    find(V4L2_CID_FOCUS_ABSOLUTE)->flags = find(V4L2_CID_FOCUS_AUTO)->val ? V4L2_CTRL_FLAG_INACTIVE : 0;
}

static void paint(unsigned char *d, unsigned seq) {
    unsigned bar = (seq * 4) % S.w, bg = ctls[0].val;
    for (unsigned y = 0; y < S.h; y++, d += S.w * 2)
        for (unsigned x = 0; x < S.w; x++) {
            d[2 * x] = y < 16                     ? ((seq >> (x * 16 / S.w)) & 1 ? 235 : 16)
                       : x >= bar && x < bar + 32 ? 235
                                                  : bg;
            d[2 * x + 1] = 128;
        }
}

static void wake(void) {
    pthread_cond_broadcast(&S.c);
    while (S.nph) {
        fuse_lowlevel_notify_poll(S.ph[--S.nph]);
        fuse_pollhandle_destroy(S.ph[S.nph]);
    }
}

static void stop(void) {
    S.streaming = 0;
    S.nin = S.nout = 0;
    for (int i = 0; i < MAXBUF; i++) S.b[i].queued = 0;
    wake();
}

static void *sensor(void *arg) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    for (;;) {
        t.tv_nsec += 1000000000L / S.fps;
        while (t.tv_nsec >= 1000000000L) {
            t.tv_nsec -= 1000000000L;
            t.tv_sec++;
        }
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
        pthread_mutex_lock(&S.m);
        if (S.streaming && !S.gone && !S.stall) {
            unsigned n = S.seq++;
            if (S.drop > 0) S.drop--;
            else if (S.nin > 0) {
                unsigned i = S.inq[0], off = S.b[i].off, len = S.len;
                memmove(S.inq, S.inq + 1, --S.nin * sizeof *S.inq);
                paint(S.b[i].data, n);
                S.b[i].seq = n;
                S.b[i].t = t;
                S.b[i].bad = S.bad > 0;
                if (S.bad > 0) S.bad--;
                pthread_mutex_unlock(&S.m);
                // The client's mapped pages go, so that its next touch reads the new picture.
                fuse_lowlevel_notify_inval_inode(S.se, INO, off, len);
                pthread_mutex_lock(&S.m);
                if (S.streaming && S.nout < MAXBUF) {
                    S.out[S.nout++] = i;
                    wake();
                }
            }
        }
        pthread_mutex_unlock(&S.m);
    }
    return NULL;
}

static void *commands(void *arg) {
    char line[64], w[16], v[16];
    int n;
    while (fgets(line, sizeof line, stdin)) {
        n = sscanf(line, "%15s %15s", w, v);
        if (n < 1) continue;
        int on = n > 1 && !strcmp(v, "on"), num = n > 1 ? atoi(v) : 1, gone;
        pthread_mutex_lock(&S.m);
        if (!strcmp(w, "unplug")) {
            S.gone = 1;
            stop();
        } else if (!strcmp(w, "plug")) {
            S.gone = 0;
            S.nbuf = 0;
            S.owner = 0;
        } else if (!strcmp(w, "stall")) S.stall = on;
        else if (!strcmp(w, "busy")) S.busy = on;
        else if (!strcmp(w, "drop")) S.drop = num;
        else if (!strcmp(w, "error")) S.bad = num;
        gone = S.gone;
        pthread_mutex_unlock(&S.m);
        if (gone) fuse_lowlevel_notify_delete(S.se, FUSE_ROOT_ID, INO, "video0", 6);
    }
    return NULL;
}

static void attr(fuse_ino_t ino, struct stat *st) {
    memset(st, 0, sizeof *st);
    st->st_ino = ino;
    st->st_mode = ino == FUSE_ROOT_ID ? S_IFDIR | 0755 : S_IFREG | 0666;
    st->st_nlink = 1;
    if (ino == INO) st->st_size = MAXBUF * (8 << 20);
}

static void op_lookup(fuse_req_t r, fuse_ino_t p, const char *n) {
    if (p != FUSE_ROOT_ID || strcmp(n, "video0") || S.gone) {
        fuse_reply_err(r, ENOENT);
        return;
    }
    struct fuse_entry_param e = {.ino = INO};
    attr(INO, &e.attr);
    fuse_reply_entry(r, &e);
}

static void op_getattr(fuse_req_t r, fuse_ino_t i, struct fuse_file_info *f) {
    struct stat st;
    attr(i, &st);
    fuse_reply_attr(r, &st, 0);
}

static void op_readdir(fuse_req_t r, fuse_ino_t i, size_t sz, off_t off, struct fuse_file_info *f) {
    char b[512];
    size_t n = 0;
    struct stat st;
    const char *nm[] = {".", "..", "video0"};
    if (off) {
        fuse_reply_buf(r, NULL, 0);
        return;
    }
    for (int k = 0; k < (S.gone ? 2 : 3); k++) {
        attr(k == 2 ? INO : FUSE_ROOT_ID, &st);
        n += fuse_add_direntry(r, b + n, sizeof b - n, nm[k], &st, k + 1);
    }
    fuse_reply_buf(r, b, n < sz ? n : sz);
}

static void op_open(fuse_req_t r, fuse_ino_t i, struct fuse_file_info *f) {
    if (i != INO || S.gone) {
        fuse_reply_err(r, i != INO ? EISDIR : ENODEV);
        return;
    }
    pthread_mutex_lock(&S.m);
    f->fh = S.next_fh++;
    pthread_mutex_unlock(&S.m);
    fuse_reply_open(r, f);
}

static void op_release(fuse_req_t r, fuse_ino_t i, struct fuse_file_info *f) {
    pthread_mutex_lock(&S.m);
    if (S.owner == f->fh) {
        stop();
        S.nbuf = 0;
        S.owner = 0;
    }
    pthread_mutex_unlock(&S.m);
    fuse_reply_err(r, 0);
}

// Page faults of the client's mmap arrive here.
static void op_read(fuse_req_t r, fuse_ino_t i, size_t sz, off_t off,
                    struct fuse_file_info *f) {
    char *o = calloc(1, sz);
    pthread_mutex_lock(&S.m);
    for (size_t d = 0; d < sz && S.len;) {
        unsigned k = (off + d) / S.len, in = (off + d) % S.len;
        size_t n = S.len - in < sz - d ? S.len - in : sz - d;
        if (k < S.nbuf) memcpy(o + d, S.b[k].data + in, n);
        d += n;
    }
    pthread_mutex_unlock(&S.m);
    fuse_reply_buf(r, o, sz);
    free(o);
}

static void op_poll(fuse_req_t r, fuse_ino_t i, struct fuse_file_info *f, struct fuse_pollhandle *ph) {
    pthread_mutex_lock(&S.m);
    if (ph) {
        if (S.nph == MAXPOLL) wake();
        S.ph[S.nph++] = ph;
    }
    unsigned ev = S.gone ? POLLERR | POLLHUP : S.nout ? POLLIN | POLLRDNORM : S.streaming ? 0 : POLLERR;
    pthread_mutex_unlock(&S.m);
    fuse_reply_poll(r, ev);
}

static void choose(struct v4l2_pix_format *p) {
    unsigned best = 0;
    long bd = 1L << 60;
    for (unsigned i = 0; i < NSIZE; i++) {
        long d = labs((long)sizes[i].w * sizes[i].h - (long)p->width * p->height);
        if (d < bd) {
            bd = d;
            best = i;
        }
    }
    p->width = sizes[best].w;
    p->height = sizes[best].h;
    p->pixelformat = V4L2_PIX_FMT_YUYV;
    p->field = V4L2_FIELD_NONE;
    p->bytesperline = p->width * 2;
    p->sizeimage = p->width * p->height * 2;
    p->colorspace = V4L2_COLORSPACE_SRGB;
    p->priv = 0;
}

static void describe(struct v4l2_buffer *b, unsigned i) {
    b->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    b->memory = V4L2_MEMORY_MMAP;
    b->index = i;
    b->length = S.len;
    b->m.offset = S.b[i].off;
    b->field = V4L2_FIELD_NONE;
    b->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_TSTAMP_SRC_SOE |
               (S.b[i].queued ? V4L2_BUF_FLAG_QUEUED : 0);
}

union arg {
    struct v4l2_capability cap;
    struct v4l2_fmtdesc fd;
    struct v4l2_frmsizeenum fs;
    struct v4l2_frmivalenum fi;
    struct v4l2_format fmt;
    struct v4l2_streamparm sp;
    struct v4l2_requestbuffers rb;
    struct v4l2_buffer buf;
    struct v4l2_queryctrl qc;
    struct v4l2_querymenu qm;
    struct v4l2_control ct;
    struct v4l2_input inp;
    int i;
    char pad[1024];
};
static int control(unsigned cmd, union arg *u) {
    struct ctl *c;
    switch (cmd) {
    case VIDIOC_QUERYCTRL: {
        __u32 id = u->qc.id & V4L2_CTRL_ID_MASK;
        c = u->qc.id & V4L2_CTRL_FLAG_NEXT_CTRL ? after(id) : find(id);
        if (!c) return EINVAL;
        memset(&u->qc, 0, sizeof u->qc);
        u->qc.id = c->id;
        u->qc.type = c->type;
        strcpy((char *)u->qc.name, c->name);
        u->qc.minimum = c->min;
        u->qc.maximum = c->max;
        u->qc.step = c->step;
        u->qc.default_value = c->def;
        u->qc.flags = c->flags;
        return 0;
    }
    case VIDIOC_QUERYMENU:
        c = find(u->qm.id);
        if (!c || u->qm.index > 3 || !c->menu[u->qm.index]) return EINVAL;
        strcpy((char *)u->qm.name, c->menu[u->qm.index]);
        return 0;
    case VIDIOC_G_CTRL:
        c = find(u->ct.id);
        if (!c) return EINVAL;
        u->ct.value = c->val;
        return 0;
    default:
        c = find(u->ct.id);
        if (!c) return EINVAL;
        if (c->type == V4L2_CTRL_TYPE_MENU && (u->ct.value < 0 || u->ct.value > 3 || !c->menu[u->ct.value]))
            return ERANGE;
        if (u->ct.value < c->min) u->ct.value = c->min;
        if (u->ct.value > c->max) u->ct.value = c->max;
        c->val = u->ct.value;
        dependents();
        return 0;
    }
}

static int video(unsigned cmd, union arg *u, struct fuse_file_info *f) {
    int mine = !S.owner || S.owner == f->fh;
    switch (cmd) {
    case VIDIOC_QUERYCAP:
        memset(&u->cap, 0, sizeof u->cap);
        strcpy((char *)u->cap.driver, "v4l2fuse");
        strcpy((char *)u->cap.card, "FUSE test camera");
        strcpy((char *)u->cap.bus_info, "platform:v4l2fuse-0");
        u->cap.device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_EXT_PIX_FORMAT;
        u->cap.capabilities = u->cap.device_caps | V4L2_CAP_DEVICE_CAPS;
        return 0;
    case VIDIOC_G_INPUT: u->i = 0; return 0;
    case VIDIOC_S_INPUT: return u->i ? EINVAL : 0;
    case VIDIOC_ENUMINPUT:
        if (u->inp.index) return EINVAL;
        memset(&u->inp, 0, sizeof u->inp);
        strcpy((char *)u->inp.name, "Camera 1");
        u->inp.type = V4L2_INPUT_TYPE_CAMERA;
        return 0;
    case VIDIOC_ENUM_FMT:
        if (u->fd.index || u->fd.type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return EINVAL;
        strcpy((char *)u->fd.description, "YUYV 4:2:2");
        u->fd.pixelformat = V4L2_PIX_FMT_YUYV;
        u->fd.flags = 0;
        return 0;
    case VIDIOC_ENUM_FRAMESIZES:
        if (u->fs.index >= NSIZE || u->fs.pixel_format != V4L2_PIX_FMT_YUYV) return EINVAL;
        u->fs.type = V4L2_FRMSIZE_TYPE_DISCRETE;
        u->fs.discrete.width = sizes[u->fs.index].w;
        u->fs.discrete.height = sizes[u->fs.index].h;
        return 0;
    case VIDIOC_ENUM_FRAMEINTERVALS:
        if (u->fi.index >= NRATE || u->fi.pixel_format != V4L2_PIX_FMT_YUYV) return EINVAL;
        u->fi.type = V4L2_FRMIVAL_TYPE_DISCRETE;
        u->fi.discrete.numerator = 1;
        u->fi.discrete.denominator = rates[u->fi.index];
        return 0;
    case VIDIOC_G_FMT:
        u->fmt.fmt.pix.width = S.w;
        u->fmt.fmt.pix.height = S.h;
        choose(&u->fmt.fmt.pix);
        return 0;
    case VIDIOC_TRY_FMT: choose(&u->fmt.fmt.pix); return 0;
    case VIDIOC_S_FMT:
        if (S.busy || !mine || S.nbuf) return EBUSY;
        choose(&u->fmt.fmt.pix);
        S.w = u->fmt.fmt.pix.width;
        S.h = u->fmt.fmt.pix.height;
        return 0;
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM:
        if (cmd == VIDIOC_S_PARM && u->sp.parm.capture.timeperframe.numerator) {
            double want = (double)u->sp.parm.capture.timeperframe.denominator /
                          u->sp.parm.capture.timeperframe.numerator,
                   bd = 1e9;
            for (unsigned i = 0; i < NRATE; i++) {
                double d = rates[i] > want ? rates[i] - want : want - rates[i];
                if (d < bd) {
                    bd = d;
                    S.fps = rates[i];
                }
            }
        }
        memset(&u->sp.parm, 0, sizeof u->sp.parm);
        u->sp.parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
        u->sp.parm.capture.timeperframe.numerator = 1;
        u->sp.parm.capture.timeperframe.denominator = S.fps;
        return 0;
    case VIDIOC_REQBUFS:
        if (u->rb.memory != V4L2_MEMORY_MMAP) return EINVAL;
        if (S.busy || !mine || S.streaming) return EBUSY;
        stop();
        S.nbuf = u->rb.count > MAXBUF ? MAXBUF : u->rb.count;
        S.len = (S.w * S.h * 2 + 4095) & ~4095u;
        S.owner = S.nbuf ? f->fh : 0;
        for (unsigned i = 0; i < MAXBUF; i++) {
            free(S.b[i].data);
            S.b[i].data = i < S.nbuf ? calloc(1, S.len) : NULL;
            S.b[i].off = i * S.len;
        }
        u->rb.count = S.nbuf;
        u->rb.capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP;
        return 0;
    case VIDIOC_QUERYBUF:
        if (u->buf.index >= S.nbuf) return EINVAL;
        describe(&u->buf, u->buf.index);
        return 0;
    case VIDIOC_QBUF:
        if (!mine) return EBUSY;
        if (u->buf.index >= S.nbuf || S.b[u->buf.index].queued) return EINVAL;
        S.b[u->buf.index].queued = 1;
        S.inq[S.nin++] = u->buf.index;
        describe(&u->buf, u->buf.index);
        return 0;
    case VIDIOC_STREAMON:
        if (S.busy || !mine) return EBUSY;
        if (!S.nbuf) return EINVAL;
        S.streaming = 1;
        S.seq = 0;
        return 0;
    case VIDIOC_STREAMOFF:
        if (!mine) return EBUSY;
        stop();
        return 0;
    case VIDIOC_DQBUF:
        if (!mine) return EBUSY;
        while (!S.nout && S.streaming && !S.gone && !(f->flags & O_NONBLOCK)) pthread_cond_wait(&S.c, &S.m);
        if (S.gone) return ENODEV;
        if (!S.streaming) return EINVAL;
        if (!S.nout) return EAGAIN;
        {
            unsigned i = S.out[0];
            memmove(S.out, S.out + 1, --S.nout * sizeof *S.out);
            S.b[i].queued = 0;
            describe(&u->buf, i);
            u->buf.bytesused = S.w * S.h * 2;
            u->buf.sequence = S.b[i].seq;
            u->buf.timestamp.tv_sec = S.b[i].t.tv_sec;
            u->buf.timestamp.tv_usec = S.b[i].t.tv_nsec / 1000;
            if (S.b[i].bad) u->buf.flags |= V4L2_BUF_FLAG_ERROR;
            return 0;
        }
    case VIDIOC_QUERYCTRL:
    case VIDIOC_QUERYMENU:
    case VIDIOC_G_CTRL:
    case VIDIOC_S_CTRL: return control(cmd, u);
    default: return ENOTTY;
    }
}

static void op_ioctl(fuse_req_t r, fuse_ino_t ino, unsigned cmd, void *arg, struct fuse_file_info *f,
                     unsigned fl, const void *in, size_t isz, size_t osz) {
    union arg u;
    memset(&u, 0, sizeof u);
    if (in && isz <= sizeof u) memcpy(&u, in, isz);
    pthread_mutex_lock(&S.m);
    int err = S.gone ? ENODEV : video(cmd, &u, f);
    pthread_mutex_unlock(&S.m);
    if (err) fuse_reply_err(r, err);
    else fuse_reply_ioctl(r, 0, &u, osz);
}

static const struct fuse_lowlevel_ops ops = {.lookup = op_lookup,
                                             .getattr = op_getattr,
                                             .readdir = op_readdir,
                                             .open = op_open,
                                             .release = op_release,
                                             .read = op_read,
                                             .ioctl = op_ioctl,
                                             .poll = op_poll};

int main(int argc, char **argv) {
    struct fuse_args a = FUSE_ARGS_INIT(argc, argv);
    struct fuse_cmdline_opts o;
    struct fuse_loop_config lc = {0, 10};
    pthread_t t;
    int rc;
    if (fuse_parse_cmdline(&a, &o) || !o.mountpoint) {
        fprintf(stderr, "usage: v4l2fuse -f DIR\n");
        return 2;
    }
    S.se = fuse_session_new(&a, &ops, sizeof ops, NULL);
    if (!S.se) return 1;
    fuse_set_signal_handlers(S.se);
    if (fuse_session_mount(S.se, o.mountpoint)) return 1;
    fuse_daemonize(o.foreground);
    pthread_create(&t, NULL, sensor, NULL);
    pthread_create(&t, NULL, commands, NULL);
    rc = fuse_session_loop_mt(S.se, &lc);
    fuse_session_unmount(S.se);
    fuse_session_destroy(S.se);
    return rc != 0;
}

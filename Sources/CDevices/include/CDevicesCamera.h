// Cameras of the kernel (V4L2).
#ifndef CDEVICES_CAMERA_H
#define CDEVICES_CAMERA_H

#include <linux/videodev2.h>
#include <poll.h>
#include <stdint.h>

/// The system calls that cameras are used through; tests put others in their place. Each answers a negative errno where it fails, and
/// none sees to EINTR.
typedef struct ak_CameraCalls {
    void *context;
    int (*open)(void *context, const char *path, int flags);
    int (*close)(void *context, int descriptor);
    int (*ioctl)(void *context, int descriptor, unsigned long request, void *argument);
    /// Maps bytes for reading and writing, shared with the driver. NULL with a negative errno in `failure`.
    void *(*map)(void *context, int descriptor, uint64_t offset, uint64_t byte_count, int *failure);
    int (*unmap)(void *context, void *address, uint64_t byte_count);
    int (*poll)(void *context, struct pollfd *descriptors, int count, int milliseconds);
} ak_CameraCalls;

/// Those of the kernel.
ak_CameraCalls ak_camera_calls(void);

// The same through a table. What a signal interrupts is tried again, a thousand times at most.
int ak_camera_open(const ak_CameraCalls *calls, const char *path, int flags);
int ak_camera_close(const ak_CameraCalls *calls, int descriptor);
int ak_camera_ioctl(const ak_CameraCalls *calls, int descriptor, unsigned long request, void *argument);
void *ak_camera_map(const ak_CameraCalls *calls, int descriptor, uint64_t offset, uint64_t byte_count, int *failure);
int ak_camera_unmap(const ak_CameraCalls *calls, void *address, uint64_t byte_count);
/// Waits without an end.
int ak_camera_poll(const ak_CameraCalls *calls, struct pollfd *descriptors, int count);

/// A descriptor that is readable as long as its count is not zero, or a negative errno. A count goes back by one, or to zero where
/// `counts` is 0.
int ak_event_make(int counts);
void ak_event_raise(int descriptor);
void ak_event_take(int descriptor);

// Swift cannot work these numbers out: the sizes of structures are in them.
static const unsigned long ak_QUERYCAP = VIDIOC_QUERYCAP;
static const unsigned long ak_ENUM_FMT = VIDIOC_ENUM_FMT;
static const unsigned long ak_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long ak_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long ak_G_FMT = VIDIOC_G_FMT;
static const unsigned long ak_S_FMT = VIDIOC_S_FMT;
static const unsigned long ak_TRY_FMT = VIDIOC_TRY_FMT;
static const unsigned long ak_G_PARM = VIDIOC_G_PARM;
static const unsigned long ak_S_PARM = VIDIOC_S_PARM;
static const unsigned long ak_REQBUFS = VIDIOC_REQBUFS;
static const unsigned long ak_QUERYBUF = VIDIOC_QUERYBUF;
static const unsigned long ak_QBUF = VIDIOC_QBUF;
static const unsigned long ak_DQBUF = VIDIOC_DQBUF;
static const unsigned long ak_STREAMON = VIDIOC_STREAMON;
static const unsigned long ak_STREAMOFF = VIDIOC_STREAMOFF;
static const unsigned long ak_QUERYCTRL = VIDIOC_QUERYCTRL;
static const unsigned long ak_QUERYMENU = VIDIOC_QUERYMENU;
static const unsigned long ak_G_CTRL = VIDIOC_G_CTRL;
static const unsigned long ak_S_CTRL = VIDIOC_S_CTRL;

#endif

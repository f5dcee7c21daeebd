#define _GNU_SOURCE
#include "CDevicesCamera.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static int answer(int value) { return value < 0 ? -errno : value; }

static int system_open(void *context, const char *path, int flags) {
    (void)context;
    return answer(open(path, flags));
}

static int system_close(void *context, int descriptor) {
    (void)context;
    return answer(close(descriptor));
}

static int system_ioctl(void *context, int descriptor, unsigned long request, void *argument) {
    (void)context;
    return answer(ioctl(descriptor, request, argument));
}

static void *system_map(void *context, int descriptor, uint64_t offset, uint64_t byte_count, int *failure) {
    (void)context;
    void *address = mmap(NULL, byte_count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, (off_t)offset);
    if (address != MAP_FAILED) return address;
    *failure = -errno;
    return NULL;
}

static int system_unmap(void *context, void *address, uint64_t byte_count) {
    (void)context;
    return answer(munmap(address, byte_count));
}

static int system_poll(void *context, struct pollfd *descriptors, int count, int milliseconds) {
    (void)context;
    return answer(poll(descriptors, (nfds_t)count, milliseconds));
}

ak_CameraCalls ak_camera_calls(void) {
    return (ak_CameraCalls){NULL, system_open, system_close, system_ioctl, system_map, system_unmap, system_poll};
}

// Signals come now and then. A driver that says nothing else is broken, and must not hold the thread for ever.
enum { PATIENCE = 1000 };

int ak_camera_open(const ak_CameraCalls *calls, const char *path, int flags) {
    int value = -EINTR;
    for (int i = 0; i < PATIENCE && value == -EINTR; i++) value = calls->open(calls->context, path, flags);
    return value;
}

int ak_camera_close(const ak_CameraCalls *calls, int descriptor) {
    // Interrupted or not, Linux has closed it.
    return calls->close(calls->context, descriptor);
}

int ak_camera_ioctl(const ak_CameraCalls *calls, int descriptor, unsigned long request, void *argument) {
    int value = -EINTR;
    for (int i = 0; i < PATIENCE && value == -EINTR; i++)
        value = calls->ioctl(calls->context, descriptor, request, argument);
    return value;
}

void *ak_camera_map(const ak_CameraCalls *calls, int descriptor, uint64_t offset, uint64_t byte_count, int *failure) {
    void *address = NULL;
    *failure = -EINTR;
    for (int i = 0; i < PATIENCE && !address && *failure == -EINTR; i++)
        address = calls->map(calls->context, descriptor, offset, byte_count, failure);
    return address;
}

int ak_camera_unmap(const ak_CameraCalls *calls, void *address, uint64_t byte_count) {
    return calls->unmap(calls->context, address, byte_count);
}

int ak_camera_poll(const ak_CameraCalls *calls, struct pollfd *descriptors, int count) {
    int value = -EINTR;
    for (int i = 0; i < PATIENCE && value == -EINTR; i++)
        value = calls->poll(calls->context, descriptors, count, -1);
    return value;
}

int ak_event_make(int counts) {
    return answer(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | (counts ? EFD_SEMAPHORE : 0)));
}

void ak_event_raise(int descriptor) {
    // It cannot fail but where it is raised 2^64 times already.
    uint64_t one = 1;
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {}
}

void ak_event_take(int descriptor) {
    uint64_t count;
    while (read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {}
}

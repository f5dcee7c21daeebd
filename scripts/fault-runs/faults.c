// faults: what a process writes to one file, counted, and one call of them made to fail. Loaded before the C library.
//
// FAULT_FILE  the file whose calls count: writes, barriers, reservations, and changes of its size, from 1
// FAULT_LOG   gets a line for each before it happens: number, call, bytes, offset, seconds of the monotonic clock
// FAULT_JOURNAL  gets a line for each that was done, call, bytes, offset, mode and seconds, and behind it the bytes of a write
// FAULT_CALL  which one is hit
// FAULT_KIND  kill: the process is killed before it; torn: in the middle of what it writes; short: it writes a half; EIO: it
//             fails, and those after it do not; full: from there on there is room for what was reserved alone; bare: the same
//             where nothing can be reserved, after a half of the write; quota, bare-quota: as these two, and it is the user who
//             has no room any more
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, journal_lock = PTHREAD_MUTEX_INITIALIZER;
static long number;
// Why nothing that needs room is written any more; 0 as long as there is some.
static int full_reason;
static long reserved;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_ours(int file) {
    char link[64], path[PATH_MAX + 1];
    const char *wanted = getenv("FAULT_FILE");
    if (!wanted) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, PATH_MAX);
    if (size <= 0) return 0;
    path[size] = 0;
    return !strcmp(path, wanted);
}

static void die(void) {
    raise(SIGKILL);
    for (;;) pause();
}

// Counts a call and tells of it; whether it is the one to be hit, with that kind.
static int is_hit(const char *call, long size, long offset, const char *kind) {
    const char *wanted = getenv("FAULT_CALL"), *wanted_kind = getenv("FAULT_KIND"), *log = getenv("FAULT_LOG");
    static int file = -1;
    static long last;
    if (call) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        last = ++number;
        if (file < 0 && log) file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (file >= 0) dprintf(file, "%ld %s %ld %ld %.6f\n", number, call, size, offset, t.tv_sec + t.tv_nsec * 1e-9);
    }
    return wanted && wanted_kind && atol(wanted) == last && !strcmp(wanted_kind, kind);
}

// Keeps what was done.
static void note(const char *call, long size, long offset, int mode, const void *bytes) {
    static int file = -1;
    const char *path = getenv("FAULT_JOURNAL");
    if (!path) return;
    pthread_mutex_lock(&journal_lock);
    if (file < 0) file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    dprintf(file, "%s %ld %ld %d %.6f\n", call, size, offset, mode, t.tv_sec + t.tv_nsec * 1e-9);
    for (long place = 0, count = 0; bytes && place < size; place += count)
        if ((count = write(file, (const char *)bytes + place, size - place)) <= 0) abort();
    pthread_mutex_unlock(&journal_lock);
}

static long end(int file) {
    struct stat status;
    return fstat(file, &status) ? 0 : status.st_size;
}

static int is_bare(void) {
    const char *kind = getenv("FAULT_KIND");
    return kind && !strncmp(kind, "bare", 4);
}

// Whether room ends with this call, in one of two ways; if so, it is remembered why.
static int fills(const char *disk, const char *quota) {
    if (is_hit(NULL, 0, 0, disk)) return full_reason = ENOSPC;
    if (is_hit(NULL, 0, 0, quota)) return full_reason = EDQUOT;
    return 0;
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    __typeof__(&pwrite) real = REAL(pwrite);
    if (!is_ours(file)) return real(file, bytes, size, offset);
    pthread_mutex_lock(&lock);
    ssize_t result;
    long room = end(file) > reserved ? end(file) : reserved;
    int needs_room = offset + (long)size > room;
    if (is_hit("pwrite", size, offset, "kill")) die();
    if (is_hit(NULL, 0, 0, "torn")) {
        real(file, bytes, size / 2, offset);
        die();
    }
    if (is_hit(NULL, 0, 0, "EIO")) {
        result = -1;
        errno = EIO;
    } else if (full_reason && needs_room) {
        result = -1;
        errno = full_reason;
    } else if (needs_room && fills("bare", "bare-quota")) {
        errno = full_reason;
        result = size > 1 ? real(file, bytes, size / 2, offset) : -1;
    } else if (is_hit(NULL, 0, 0, "short") && size > 1) {
        result = real(file, bytes, size / 2, offset);
    } else {
        result = real(file, bytes, size, offset);
    }
    int reason = errno;
    if (result > 0) note("pwrite", result, offset, 0, bytes);
    pthread_mutex_unlock(&lock);
    errno = reason;
    return result;
}

static int failed(int file, const char *call, long size, long offset, int needs_room) {
    pthread_mutex_lock(&lock);
    int reason = 0;
    if (is_hit(call, size, offset, "kill")) die();
    if (is_hit(NULL, 0, 0, "EIO")) reason = EIO;
    if (needs_room) fills("full", "quota");
    if (needs_room && full_reason) reason = full_reason;
    pthread_mutex_unlock(&lock);
    errno = reason;
    return reason;
}

int fdatasync(int file) {
    if (is_ours(file) && failed(file, "fdatasync", 0, 0, 0)) return -1;
    int result = REAL(fdatasync)(file);
    if (!result && is_ours(file)) note("fdatasync", 0, 0, 0, NULL);
    return result;
}

int fsync(int file) {
    if (is_ours(file) && failed(file, "fsync", 0, 0, 0)) return -1;
    int result = REAL(fsync)(file);
    if (!result && is_ours(file)) note("fsync", 0, 0, 0, NULL);
    return result;
}

int ftruncate(int file, off_t size) {
    if (is_ours(file) && failed(file, "ftruncate", size, 0, 0)) return -1;
    int result = REAL(ftruncate)(file, size);
    if (!result && is_ours(file)) note("ftruncate", size, 0, 0, NULL);
    return result;
}

int fallocate(int file, int mode, off_t offset, off_t size) {
    if (!is_ours(file)) return REAL(fallocate)(file, mode, offset, size);
    if (failed(file, "fallocate", size, offset, 1)) return -1;
    if (is_bare()) {
        errno = EOPNOTSUPP;
        return -1;
    }
    int result = REAL(fallocate)(file, mode, offset, size);
    if (!result && offset + size > reserved) reserved = offset + size;
    if (!result) note("fallocate", size, offset, mode, NULL);
    return result;
}

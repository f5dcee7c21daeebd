#define _GNU_SOURCE
#include <malloc.h>
#include "CSystem.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

int64_t ak_copy_range(int source, int64_t *from, int target, int64_t *to, uint64_t count) {
    return copy_file_range(source, from, target, to, count, 0);
}

int ak_reserve(int descriptor, int64_t offset, int64_t count) {
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, count);
}

// Locks of the open description, and not of the process: to close another descriptor of the file ends none of them.
int ak_lock_file(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int ak_is_file_locked(int descriptor) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

int ak_set_scheduling_right(int allowed) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct rights[_LINUX_CAPABILITY_U32S_3] = {{0}};
    if (syscall(SYS_capget, &header, rights) != 0) return 0;
    const __u32 right = CAP_TO_MASK(CAP_SYS_NICE);
    __u32 *effective = &rights[CAP_TO_INDEX(CAP_SYS_NICE)].effective;
    const __u32 wanted = allowed ? *effective | right : *effective & ~right;
    if (wanted == *effective) return 0;
    *effective = wanted;
    return syscall(SYS_capset, &header, rights) == 0;
}

int ak_limit_processors(int count) {
    cpu_set_t all, some;
    if (sched_getaffinity(0, sizeof all, &all) != 0) return -1;
    CPU_ZERO(&some);
    // From where the caller runs: otherwise all processes would share the first processors, and leave the others idle.
    const int here = sched_getcpu();
    const int first = here > 0 && here < CPU_SETSIZE ? here : 0;
    int taken = 0;
    for (int step = 0; step < CPU_SETSIZE && taken < count; step++) {
        const int number = (first + step) % CPU_SETSIZE;
        if (!CPU_ISSET(number, &all)) continue;
        CPU_SET(number, &some);
        taken++;
    }
    if (taken == 0) return -1;
    return sched_setaffinity(0, sizeof some, &some) == 0 ? taken : -1;
}

int ak_processor_count(void) {
    cpu_set_t all;
    return sched_getaffinity(0, sizeof all, &all) == 0 ? CPU_COUNT(&all) : -1;
}

int ak_map_blocks_from(int count) {
#ifdef __GLIBC__
    return mallopt(M_MMAP_THRESHOLD, count);
#else
    return 0;
#endif
}

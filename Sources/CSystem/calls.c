#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

int64_t ak_copy_range(int source, int64_t *from, int target, int64_t *to, uint64_t count) {
    return copy_file_range(source, from, target, to, count, 0);
}

int ak_reserve(int descriptor, int64_t offset, int64_t count) {
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, count);
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

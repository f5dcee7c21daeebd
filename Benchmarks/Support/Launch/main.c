// Runs a program to its end and writes to a file descriptor how long it took, how much memory it had at most, and how
// many bytes it and the programs it waited for were handed by calls that read.
//
// A small program of its own, because Linux counts the memory of whoever starts a program towards that program's peak:
// the interpreter that runs the benchmarks is larger than some of our peers.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double seconds_of(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

// What the kernel counted for a process that has ended and was not waited for yet; -1 where it does not say.
static long long bytes_read_by(pid_t process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/io", (long)process);
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    long long bytes;
    if (fscanf(file, "rchar: %lld", &bytes) != 1) bytes = -1;
    fclose(file);
    return bytes;
}

int main(int count, char *arguments[]) {
    if (count < 3) {
        fprintf(stderr, "usage: launch DESCRIPTOR PROGRAM [ARGUMENT…]\n");
        return 2;
    }
    int descriptor = atoi(arguments[1]);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);

    double start = seconds_now();
    pid_t child = fork();
    if (child < 0) {
        perror("launch: fork");
        return 1;
    }
    if (child == 0) {
        execvp(arguments[2], arguments + 2);
        fprintf(stderr, "launch: cannot run '%s': %s\n", arguments[2], strerror(errno));
        _exit(127);
    }

    siginfo_t end;
    while (waitid(P_PID, (id_t)child, &end, WEXITED | WNOWAIT) < 0) {
        if (errno != EINTR) return 1;
    }
    double elapsed = seconds_now() - start;
    long long bytes_read = bytes_read_by(child);
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) return 1;
    }
    int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    // Linux counts the resident memory in KiB.
    double processor = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    dprintf(descriptor, "%.9f %.6f %ld %lld %d\n", elapsed, processor, usage.ru_maxrss, bytes_read, exit_code);
    return 0;
}

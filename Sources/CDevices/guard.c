#include "guard.h"

#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>

int64_t ak_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// One thread watches over all connections while there are any to watch over.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static ak_Guard *guards = NULL;
static int is_running = 0;
// When the thread looks next.
static int64_t next_look;
// A thread that has nothing to do ends after so many milliseconds: who grabs begins thirty calls a second.
static const int64_t idle_time = 2000;

static void make_condition(void) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

// Cuts what has come to its end, and answers when to look again.
static int64_t cut_late(int64_t now) {
    int64_t next = now + idle_time;
    for (ak_Guard *guard = guards; guard; guard = guard->next) {
        if (guard->has_cut) continue;
        if (guard->deadline <= now) {
            guard->has_cut = 1;
            shutdown(guard->descriptor, SHUT_RDWR);
        } else if (guard->deadline < next) {
            next = guard->deadline;
        }
    }
    return next;
}

static void *watch(void *context) {
    (void)context;
    pthread_mutex_lock(&lock);
    int is_idle = 0;
    do {
        next_look = cut_late(ak_milliseconds());
        is_idle = !guards;
        struct timespec moment = {next_look / 1000, next_look % 1000 * 1000000};
        while (ak_milliseconds() < next_look && pthread_cond_timedwait(&changed, &lock, &moment) == 0)
            moment = (struct timespec){next_look / 1000, next_look % 1000 * 1000000};
    } while (guards || !is_idle);
    is_running = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static int start(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // Signals are for the program's own threads.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int is_started = pthread_create(&thread, &attributes, watch, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return is_started;
}

int ak_guard_begin(ak_Guard *guard, int descriptor, int64_t deadline) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_condition);
    *guard = (ak_Guard){descriptor, deadline, 0, NULL};
    pthread_mutex_lock(&lock);
    guard->next = guards;
    guards = guard;
    if (!is_running) {
        next_look = deadline;
        is_running = start();
    } else if (deadline < next_look) {
        next_look = deadline;
        pthread_cond_signal(&changed);
    }
    int is_watched = is_running;
    pthread_mutex_unlock(&lock);
    if (!is_watched) ak_guard_end(guard);
    return is_watched;
}

void ak_guard_end(ak_Guard *guard) {
    pthread_mutex_lock(&lock);
    for (ak_Guard **place = &guards; *place; place = &(*place)->next) {
        if (*place != guard) continue;
        *place = guard->next;
        break;
    }
    pthread_mutex_unlock(&lock);
}

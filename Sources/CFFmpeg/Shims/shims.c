#include "CFFmpeg.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local ak_LogRecord *current_record;
static _Atomic(ak_LogHandler) current_handler;
static atomic_int handler_level = AV_LOG_QUIET;

static void keep(ak_LogRecord *record, int level, const char *text) {
    // A later message replaces an earlier one only when it is at least as grave: the cause, not the chatter after it.
    if (!record || level > AV_LOG_WARNING || (record->level != AV_LOG_QUIET && level > record->level)) return;
    record->level = level;
    snprintf(record->text, sizeof record->text, "%s", text);
}

static void log_line(void *context, int level, const char *format, va_list arguments) {
    // The byte above holds a colour for terminals.
    level &= 0xff;
    ak_LogHandler handler = level <= atomic_load(&handler_level) ? atomic_load(&current_handler) : NULL;
    if (!handler && (!current_record || level > AV_LOG_WARNING)) return;
    char text[512];
    int print_prefix = 0;
    av_log_format_line2(context, level, format, arguments, text, sizeof text, &print_prefix);
    text[strcspn(text, "\r\n")] = 0;
    if (!text[0]) return;
    keep(current_record, level, text);
    if (handler) handler(level, text);
}

extern char **environ;

// SVT-AV1 writes to the terminal, and only the environment can stop it. Whoever wants to see it has set the variable
// already. Other threads may be reading the environment, so nothing of it is moved or freed: a longer one takes its place.
// Doing this before there are threads would be too early: Swift looks for the program's arguments in front of the
// environment that the kernel made, and a statically linked program may not have looked yet.
static void quiet_svt_av1(void) {
    if (getenv("SVT_LOG")) return;
    size_t count = 0;
    while (environ && environ[count]) count++;
    char **longer = malloc((count + 2) * sizeof *longer);
    if (!longer) return;
    if (count) memcpy(longer, environ, count * sizeof *longer);
    longer[count] = "SVT_LOG=-2";
    longer[count + 1] = NULL;
    __atomic_store_n(&environ, longer, __ATOMIC_RELEASE);
}

static void install(void) {
    av_log_set_callback(log_line);
    quiet_svt_av1();
}

void ak_log_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}

void ak_log_set_handler(ak_LogHandler handler, int level) {
    atomic_store(&handler_level, handler ? level : AV_LOG_QUIET);
    atomic_store(&current_handler, handler);
}

void ak_log_begin(ak_LogRecord *record) {
    record->level = AV_LOG_QUIET;
    record->text[0] = 0;
    record->outer = current_record;
    current_record = record;
}

void ak_log_end(void) {
    if (current_record) current_record = current_record->outer;
}

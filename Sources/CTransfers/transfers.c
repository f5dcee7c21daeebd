#include "CTransfers.h"

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// What is used of libcurl. It is not linked: it brings some twenty libraries along, and most programs read files only.
#define ALL_FUNCTIONS(do)                                                                                                        \
    do(global_init) do(version_info) do(slist_append) do(slist_free_all) do(easy_init) do(easy_cleanup) do(easy_reset)           \
    do(easy_setopt) do(easy_getinfo) do(easy_header) do(easy_strerror) do(multi_init) do(multi_cleanup) do(multi_add_handle)     \
    do(multi_remove_handle) do(multi_perform) do(multi_poll) do(multi_timeout) do(multi_info_read)                               \
    do(url) do(url_set) do(url_get) do(url_cleanup) do(free)

#define DECLARE(name) __typeof__(&curl_##name) name;
static struct {
    ALL_FUNCTIONS(DECLARE)
} curl;
static int is_loaded = 0;
// Libraries of TLS have numbers of their own for what is wrong with a certificate.
static int is_gnutls = 0;
static struct curl_slist *fields = NULL;

static void load(void) {
    // FFmpeg has brought GnuTLS along. Who has the other one only gets the same from it.
    void *library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define LOAD(name)                                                                                                               \
    *(void **)&curl.name = dlsym(library, "curl_" #name);                                                                        \
    if (!curl.name) return;
    ALL_FUNCTIONS(LOAD)
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return;
    const curl_version_info_data *version = curl.version_info(CURLVERSION_NOW);
    is_gnutls = version->ssl_version && strncmp(version->ssl_version, "GnuTLS", 6) == 0;
    // A packed file cannot be read from its middle.
    fields = curl.slist_append(NULL, "Accept-Encoding: identity");
    is_loaded = fields != NULL;
}

int ak_transfers_are_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

struct ak_Transfer {
    CURL *easy;
    CURLM *multi;
    int is_running, has_ended, is_secure;
    CURLcode result;
    char words[CURL_ERROR_SIZE];
    // What has come and has not been taken. The library hands out what it has at hand at once, which is not much.
    unsigned char *bytes;
    size_t first, end, capacity;
    // What has been said of one answer before its bytes, and of all on the way to the last one.
    size_t head_size, head_lines, all_heads_size;
    // Who is asked where it may be sent on to, and where it has come to.
    int (*allows)(void *context, const char *url);
    void *context;
    CURLU *place;
    int may_send_on, has_sent_on, is_forbidden;
};

// Redirects, and twice as many where each server wants to be told a password.
enum { most_requests = 40 };
// More than any server says.
static const size_t head_limit = 64 << 10, line_limit = 200, all_heads_limit = 1 << 20;

// Whether it may go where a line of an answer sends it on to. The library goes by the first such line of an answer; who says so
// twice is up to something.
static int goes_on(ak_Transfer *transfer, const char *line, size_t length) {
    static const char name[] = "Location:";
    const size_t start = sizeof name - 1;
    if (!transfer->may_send_on || length < start || strncasecmp(line, name, start) != 0) return 1;
    size_t first = start, end = length;
    while (first < end && strchr(" \t", line[first])) first++;
    while (end > first && strchr(" \t\r\n", line[end - 1])) end--;
    char *target = strndup(line + first, end - first), *address = NULL;
    // As the library itself understands it, from where it has come to.
    int is_address = target && !transfer->has_sent_on &&
                     curl.url_set(transfer->place, CURLUPART_URL, target, CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
                     curl.url_get(transfer->place, CURLUPART_URL, &address, 0) == CURLUE_OK;
    transfer->has_sent_on = 1;
    int is_allowed = is_address && transfer->allows(transfer->context, address);
    if (!is_allowed) transfer->is_forbidden = 1;
    if (address) curl.free(address);
    free(target);
    return is_allowed;
}

// An answer begins: those of 300 to 399 send on.
static void begin_answer(ak_Transfer *transfer, const char *line, size_t length) {
    transfer->head_size = transfer->head_lines = 0;
    const char *status = memchr(line, ' ', length);
    transfer->may_send_on = transfer->allows && status && status + 1 < line + length && status[1] == '3';
    transfer->has_sent_on = 0;
}

static size_t take_line(char *line, size_t size, size_t count, void *opaque) {
    ak_Transfer *transfer = opaque;
    size_t length = size * count;
    if (length >= 5 && memcmp(line, "HTTP/", 5) == 0) begin_answer(transfer, line, length);
    transfer->head_size += length;
    transfer->head_lines += 1;
    transfer->all_heads_size += length;
    int is_too_much = transfer->head_size > head_limit || transfer->head_lines > line_limit ||
                      transfer->all_heads_size > all_heads_limit;
    return is_too_much || !goes_on(transfer, line, length) ? 0 : length;
}

static size_t take_bytes(char *bytes, size_t size, size_t count, void *opaque) {
    ak_Transfer *transfer = opaque;
    size_t length = size * count;
    if (transfer->end + length > transfer->capacity) {
        size_t capacity = (transfer->end + length) * 2;
        void *larger = realloc(transfer->bytes, capacity);
        if (!larger) return 0;
        transfer->bytes = larger;
        transfer->capacity = capacity;
    }
    memcpy(transfer->bytes + transfer->end, bytes, length);
    transfer->end += length;
    return length;
}

// Children that a program starts have no business with it.
static int close_in_children(void *opaque, curl_socket_t descriptor, curlsocktype purpose) {
    (void)opaque, (void)purpose;
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0 ? CURL_SOCKOPT_ERROR : CURL_SOCKOPT_OK;
}

ak_Transfer *ak_transfer_open(void) {
    if (!ak_transfers_are_there()) return NULL;
    ak_Transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->easy = curl.easy_init();
    transfer->multi = curl.multi_init();
    if (transfer->easy && transfer->multi) return transfer;
    ak_transfer_close(transfer);
    return NULL;
}

void ak_transfer_end(ak_Transfer *transfer) {
    if (transfer->is_running) curl.multi_remove_handle(transfer->multi, transfer->easy);
    transfer->is_running = 0;
    transfer->first = transfer->end = 0;
}

void ak_transfer_close(ak_Transfer *transfer) {
    ak_transfer_end(transfer);
    if (transfer->easy) curl.easy_cleanup(transfer->easy);
    if (transfer->multi) curl.multi_cleanup(transfer->multi);
    if (transfer->place) curl.url_cleanup(transfer->place);
    free(transfer->bytes);
    free(transfer);
}

int ak_transfer_begin(ak_Transfer *transfer, const ak_Request *request) {
    ak_transfer_end(transfer);
    CURL *easy = transfer->easy;
    curl.easy_reset(easy);
    transfer->has_ended = 0;
    transfer->is_secure = request->is_secure;
    transfer->result = CURLE_OK;
    transfer->words[0] = 0;
    transfer->head_size = transfer->head_lines = transfer->all_heads_size = 0;
    transfer->allows = request->allows;
    transfer->context = request->context;
    transfer->may_send_on = transfer->has_sent_on = transfer->is_forbidden = 0;
    CURLcode status = CURLE_OK;
    if (request->allows) {
        if (transfer->place) curl.url_cleanup(transfer->place);
        transfer->place = curl.url();
        if (!transfer->place) status = CURLE_OUT_OF_MEMORY;
        else if (curl.url_set(transfer->place, CURLUPART_URL, request->url, 0) != CURLUE_OK) status = CURLE_URL_MALFORMAT;
    }
    // What cannot be set is not gone without: it may be what keeps others out.
#define SET(option, value)                                                                                                       \
    if (status == CURLE_OK) status = curl.easy_setopt(easy, option, value)
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_REDIR_PROTOCOLS_STR, request->is_secure ? "https" : "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 1L);
    SET(CURLOPT_MAXREDIRS, (long)request->redirect_limit);
    // The name and the password go to the server of the first address only.
    if (request->name) {
        SET(CURLOPT_USERNAME, request->name);
        SET(CURLOPT_PASSWORD, request->password);
    }
    SET(CURLOPT_HTTPAUTH, CURLAUTH_BASIC | CURLAUTH_DIGEST);
    SET(CURLOPT_PROXYAUTH, CURLAUTH_BASIC | CURLAUTH_DIGEST);
    SET(CURLOPT_USERAGENT, request->user_agent);
    SET(CURLOPT_HTTPHEADER, fields);
    char range[32];
    snprintf(range, sizeof range, "%lld-", (long long)request->offset);
    SET(CURLOPT_RANGE, range);
    if (request->authorities_file) {
        SET(CURLOPT_CAINFO, request->authorities_file);
        SET(CURLOPT_PROXY_CAINFO, request->authorities_file);
    }
    if (request->authorities_folder) {
        SET(CURLOPT_CAPATH, request->authorities_folder);
        SET(CURLOPT_PROXY_CAPATH, request->authorities_folder);
    }
    // Both are what the library does anyway; nobody is to find out by a change of that.
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    // Signals are the program's.
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    SET(CURLOPT_SOCKOPTFUNCTION, close_in_children);
    SET(CURLOPT_ERRORBUFFER, transfer->words);
    SET(CURLOPT_HEADERFUNCTION, take_line);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, take_bytes);
    SET(CURLOPT_WRITEDATA, transfer);
#undef SET
    // Refused as long as there is one from a transfer that never connected, which will do as well.
    curl.easy_setopt(easy, CURLOPT_BUFFERSIZE, 65536L);
    if (status == CURLE_OK && curl.multi_add_handle(transfer->multi, easy) != CURLM_OK) status = CURLE_FAILED_INIT;
    transfer->is_running = status == CURLE_OK;
    transfer->has_ended = !transfer->is_running;
    transfer->result = status;
    return status;
}

void ak_transfer_advance(ak_Transfer *transfer) {
    long due = 0;
    // Bytes that nobody wants, such as a redirect's, may never end: whoever waits looks at the clock between.
    for (int step = 0; step < 16 && !transfer->has_ended && transfer->end == 0 && due == 0; step++) {
        int running = 0, left = 0;
        if (curl.multi_perform(transfer->multi, &running) != CURLM_OK) {
            transfer->has_ended = 1;
            transfer->result = CURLE_FAILED_INIT;
            return;
        }
        for (CURLMsg *message; (message = curl.multi_info_read(transfer->multi, &left));) {
            if (message->msg != CURLMSG_DONE) continue;
            transfer->has_ended = 1;
            transfer->result = message->data.result;
        }
        // Some steps follow each other at once.
        if (curl.multi_timeout(transfer->multi, &due) != CURLM_OK) due = -1;
    }
}

int ak_transfer_wait(ak_Transfer *transfer, int milliseconds) {
    int ready = 0;
    long due = -1;
    if (curl.multi_poll(transfer->multi, NULL, 0, milliseconds, &ready) != CURLM_OK || ready > 0) return 1;
    return curl.multi_timeout(transfer->multi, &due) == CURLM_OK && due == 0;
}

int ak_transfer_has_bytes(const ak_Transfer *transfer) { return transfer->end > transfer->first; }

int ak_transfer_has_ended(const ak_Transfer *transfer) { return transfer->has_ended; }

size_t ak_transfer_take(ak_Transfer *transfer, void *bytes, size_t count) {
    size_t left = transfer->end - transfer->first;
    if (count > left) count = left;
    if (count == 0) return 0;
    memcpy(bytes, transfer->bytes + transfer->first, count);
    transfer->first += count;
    if (transfer->first == transfer->end) transfer->first = transfer->end = 0;
    return count;
}

// What the last answer was.

int ak_transfer_status(const ak_Transfer *transfer) {
    long status = 0;
    curl.easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    return (int)status;
}

int64_t ak_transfer_length(const ak_Transfer *transfer) {
    curl_off_t length = -1;
    curl.easy_getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    return length;
}

const char *ak_transfer_field(const ak_Transfer *transfer, const char *name) {
    struct curl_header *found = NULL;
    CURLHcode status = curl.easy_header(transfer->easy, name, 0, CURLH_HEADER, -1, &found);
    return status == CURLHE_OK ? found->value : NULL;
}

int ak_transfer_ends_with_connection(const ak_Transfer *transfer) {
    long version = 0;
    curl.easy_getinfo(transfer->easy, CURLINFO_HTTP_VERSION, &version);
    if (version != CURL_HTTP_VERSION_1_0 && version != CURL_HTTP_VERSION_1_1) return 0;
    return ak_transfer_length(transfer) < 0 && !ak_transfer_field(transfer, "Transfer-Encoding");
}

// Why it ended.

// The bits of gnutls_certificate_status_t, and the numbers of X509_V_ERR.
static ak_TransferEnd certificate_reason(const ak_Transfer *transfer) {
    long found = 0;
    curl.easy_getinfo(transfer->easy, CURLINFO_SSL_VERIFYRESULT, &found);
    // It is in order, or the name was looked at first.
    if (found == 0 || (!is_gnutls && found == 1)) return ak_transfer_other_name;
    if (is_gnutls) {
        if (found & 1 << 5) return ak_transfer_revoked_certificate;
        if (found & (1 << 6 | 1 << 7)) return ak_transfer_unknown_authority;
        if (found & 1 << 10) return ak_transfer_expired_certificate;
        if (found & 1 << 9) return ak_transfer_early_certificate;
        if (found & 1 << 14) return ak_transfer_other_name;
        return ak_transfer_bad_certificate;
    }
    switch (found) {
    case 9: return ak_transfer_early_certificate;
    case 10: return ak_transfer_expired_certificate;
    case 23: return ak_transfer_revoked_certificate;
    case 2: case 18: case 19: case 20: case 21: case 27: return ak_transfer_unknown_authority;
    case 62: case 64: return ak_transfer_other_name;
    default: return ak_transfer_bad_certificate;
    }
}

// An answer sent it on, and to where it may not go. That answer is not the last one by now, but the last that says where to.
static ak_TransferEnd redirect_reason(const ak_Transfer *transfer, ak_TransferEnd otherwise) {
    for (int number = most_requests; number >= 0; number--) {
        struct curl_header *target = NULL;
        if (curl.easy_header(transfer->easy, "Location", 0, CURLH_HEADER, number, &target) != CURLHE_OK) continue;
        int is_insecure = transfer->is_secure && strncasecmp(target->value, "http:", 5) == 0;
        return is_insecure ? ak_transfer_sent_to_insecure : ak_transfer_sent_nowhere;
    }
    return otherwise;
}

ak_TransferEnd ak_transfer_reason(const ak_Transfer *transfer) {
    if (transfer->is_forbidden) return ak_transfer_sent_to_forbidden;
    switch (transfer->result) {
    case CURLE_OK: return ak_transfer_complete;
    case CURLE_URL_MALFORMAT: return redirect_reason(transfer, ak_transfer_no_address);
    case CURLE_UNSUPPORTED_PROTOCOL:
        // What says nothing before its bytes is a protocol too, which nobody has spoken since 1996.
        if (strstr(transfer->words, "HTTP/0.9")) return ak_transfer_strange;
        return redirect_reason(transfer, ak_transfer_strange);
    case CURLE_TOO_MANY_REDIRECTS: return ak_transfer_sent_too_often;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return ak_transfer_unknown_name;
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY:
    case CURLE_OPERATION_TIMEDOUT: return ak_transfer_unreachable;
    case CURLE_SSL_CONNECT_ERROR: return ak_transfer_no_handshake;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING: return ak_transfer_cut;
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return ak_transfer_broken;
    case CURLE_WEIRD_SERVER_REPLY:
    // Lines that are longer than it takes.
    case CURLE_OUT_OF_MEMORY:
    case CURLE_WRITE_ERROR: return ak_transfer_strange;
    case CURLE_PEER_FAILED_VERIFICATION: return certificate_reason(transfer);
    case CURLE_SSL_CACERT_BADFILE: return ak_transfer_no_authorities;
    default: return ak_transfer_failed;
    }
}

const char *ak_transfer_words(const ak_Transfer *transfer) {
    // The number stays what it was where the system had nothing to do with it.
    int is_of_system = transfer->result == CURLE_COULDNT_CONNECT || transfer->result == CURLE_RECV_ERROR ||
                       transfer->result == CURLE_SEND_ERROR;
    long number = 0;
    curl.easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &number);
    if (is_of_system && number > 0) return strerror((int)number);
    // Which function it was that said so is nobody's business.
    static const char function[] = "gnutls_handshake() failed: ";
    if (strncmp(transfer->words, function, sizeof function - 1) == 0) return transfer->words + sizeof function - 1;
    return transfer->words[0] ? transfer->words : curl.easy_strerror(transfer->result);
}

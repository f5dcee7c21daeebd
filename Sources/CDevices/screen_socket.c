#define _GNU_SOURCE
#include "screen_parts.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// MARK: - Connecting

// libxcb connects without an end where a server does not take connections, so sockets are opened here.

static int connect_until(const struct sockaddr *address, socklen_t length, int64_t deadline) {
    int descriptor = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    int64_t left;
    while ((left = deadline - ak_milliseconds()) > 0) {
        if (connect(descriptor, address, length) == 0 || errno == EISCONN) return descriptor;
        struct pollfd wait = {descriptor, POLLOUT, 0};
        if (errno == EINPROGRESS || errno == EALREADY)
            poll(&wait, 1, (int)left);
        else if (errno == EAGAIN)  // a local server has as many waiting as it takes
            poll(NULL, 0, left < 20 ? (int)left : 20);
        else if (errno != EINTR)
            break;
    }
    close(descriptor);
    return -1;
}

static int connect_locally(const char *path, int is_abstract, int64_t deadline) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length + 2 > sizeof address.sun_path) return -1;
    memcpy(address.sun_path + (is_abstract ? 1 : 0), path, length);
    return connect_until((struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1), deadline);
}

static int connect_to_machine(const char *host, int display, int64_t deadline) {
    char port[16];
    snprintf(port, sizeof port, "%d", 6000 + display);
    struct addrinfo wish = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    // Names take as long as the resolver gives them.
    if (getaddrinfo(host, port, &wish, &found) != 0) return -1;
    int descriptor = -1;
    for (struct addrinfo *each = found; each && descriptor < 0; each = each->ai_next)
        descriptor = connect_until(each->ai_addr, each->ai_addrlen, deadline);
    freeaddrinfo(found);
    int yes = 1;
    if (descriptor >= 0) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return descriptor;
}

int ak_screen_socket(const char *host, int display, int64_t deadline) {
    if (display < 0 || display > 59535) return -1;
    if (*host && strcmp(host, "unix")) return connect_to_machine(host, display, deadline);
    char path[64];
    snprintf(path, sizeof path, "/tmp/.X11-unix/X%d", display);
    int descriptor = connect_locally(path, 1, deadline);
    if (descriptor < 0) descriptor = connect_locally(path, 0, deadline);
    return descriptor < 0 && !*host ? connect_to_machine("localhost", display, deadline) : descriptor;
}

// MARK: - Secrets

// As libXau has it.
typedef struct Secret {
    unsigned short family, address_length;
    char *address;
    unsigned short number_length;
    char *number;
    unsigned short name_length;
    char *name;
    unsigned short data_length;
    char *data;
} Secret;
enum { FAMILY_INTERNET = 0, FAMILY_INTERNET6 = 6, FAMILY_LOCAL = 256 };

static Secret *(*best_secret)(unsigned short, unsigned short, const char *, unsigned short, const char *, int, char **, const int *);
static void (*dispose_secret)(Secret *);

static void load_secrets(void) {
    void *library = dlopen("libXau.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    *(void **)&dispose_secret = dlsym(library, "XauDisposeAuth");
    if (dispose_secret) *(void **)&best_secret = dlsym(library, "XauGetBestAuthByAddr");
}

// What the file calls a server: its address, or the name of this machine.
static int name_server(int socket, char *name, size_t capacity, unsigned short *length) {
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    memset(&peer, 0, sizeof peer);
    if (getpeername(socket, (struct sockaddr *)&peer, &size)) return -1;
    if (peer.ss_family == AF_INET) {
        const struct in_addr *address = &((struct sockaddr_in *)&peer)->sin_addr;
        if (address->s_addr != htonl(INADDR_LOOPBACK)) {
            memcpy(name, address, *length = sizeof *address);
            return FAMILY_INTERNET;
        }
    } else if (peer.ss_family == AF_INET6) {
        const struct in6_addr *address = &((struct sockaddr_in6 *)&peer)->sin6_addr;
        int is_old = IN6_IS_ADDR_V4MAPPED(address);
        int is_loopback = is_old ? address->s6_addr[12] == 127 : IN6_IS_ADDR_LOOPBACK(address);
        if (!is_loopback) {
            *length = is_old ? 4 : 16;
            memcpy(name, address->s6_addr + (is_old ? 12 : 0), *length);
            return is_old ? FAMILY_INTERNET : FAMILY_INTERNET6;
        }
    }
    if (gethostname(name, capacity)) return -1;
    name[capacity - 1] = 0;
    *length = (unsigned short)strlen(name);
    return FAMILY_LOCAL;
}

int ak_screen_secret(int socket, int display, ak_ScreenSecret *secret) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_secrets);
    char address[256], number[16], way[] = "MIT-MAGIC-COOKIE-1";
    unsigned short length = 0;
    int family = name_server(socket, address, sizeof address, &length);
    if (!best_secret || family < 0) return 0;
    char *ways[] = {way};
    int way_length = sizeof way - 1;
    int number_length = snprintf(number, sizeof number, "%d", display);
    Secret *found = best_secret((unsigned short)family, length, address, (unsigned short)number_length, number, 1, ways, &way_length);
    if (!found) return 0;
    int fits = found->name_length <= sizeof secret->name && found->data_length <= sizeof secret->data;
    if (fits) {
        memcpy(secret->name, found->name, secret->name_length = found->name_length);
        memcpy(secret->data, found->data, secret->data_length = found->data_length);
    }
    dispose_secret(found);
    return fits;
}

import AssetKit

/// Hears of a reader who is gone. Whoever writes all the time learns that from writing; who waits for something to tell does not.
enum ClosedOutput {
    /// Calls `body` once, on a thread of its own, when nobody reads any more what is written to a pipe or a terminal.
    static func watch(_ descriptor: CInt, _ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            var output = pollfd(fd: descriptor, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0 { guard errno == EINTR else { return } }
            if CInt(output.revents) & (POLLERR | POLLHUP) != 0 { body() }
        }
    }
}

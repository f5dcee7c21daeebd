internal import Foundation

/// Threads for work that blocks or takes long: it must not hold a thread of Swift's own pool.
@usableFromInline
package enum WorkerThread {
    /// Decoders, scalers and most encoders keep their working memory on the heap, and some encoders a little on the stack.
    /// Memory that nobody touches costs nothing.
    private static let stackSize = 4 << 20

    /// Runs `body` on a thread of its own.
    @usableFromInline
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.stackSize = stackSize
        thread.start()
    }
}

public import Foundation

extension NotificationCenter {
    /// The notifications of a name, of one object where one is given, from this call on.
    ///
    /// They are kept until somebody takes them; the sequence ends when the task that waits for them is cancelled.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(self, name, object)
    }

    /// Notifications as they come.
    public struct Notifications: AsyncSequence, Sendable {
        public typealias Element = Notification
        public typealias Failure = Never

        private let stream: AsyncStream<Box>

        fileprivate init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
            stream = AsyncStream { continuation in
                let token = Token(
                    center: center,
                    observer: center.addObserver(forName: name, object: object, queue: nil) { notification in
                        continuation.yield(Box(notification: notification))
                    }
                )
                continuation.onTermination = { _ in token.center.removeObserver(token.observer) }
            }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: stream.makeAsyncIterator()) }

        /// Waits for one notification after the other.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncStream<Box>.Iterator

            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await base.next(isolation: actor)?.notification
            }
        }
    }

    /// SAFETY: a notification is a value; what it carries, its poster hands to observers on every thread anyway.
    fileprivate struct Box: @unchecked Sendable {
        let notification: Notification
    }

    /// SAFETY: the centre may be used from every thread, and the observer is only handed back to it.
    private struct Token: @unchecked Sendable {
        let center: NotificationCenter
        let observer: any NSObjectProtocol
    }
}

internal import Foundation

/// A call to a client on its queue.
struct OutputCall: Sendable {
    let queue: DispatchQueue?
    let body: @Sendable () -> Void
}

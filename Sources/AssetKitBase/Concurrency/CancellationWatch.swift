/// Somebody who is to hear when a flag is raised, as long as this is held.
package final class CancellationWatch: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

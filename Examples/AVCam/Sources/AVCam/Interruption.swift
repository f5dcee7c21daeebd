import AssetKit

/// Ctrl-C and SIGTERM.
enum Interruption {
    /// Does work that the first signal cancels, so that it can end what it has begun: a movie is whole then. A second one ends the
    /// program.
    static func cancelling(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        let sources = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                if task.isCancelled { exit(130) }
                task.cancel()
            }
            source.activate()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        try await task.value
    }
}

internal import AssetKitMedia

/// The requests that a compositor has not finished, and who waits for them. No thread, no compositor.
struct OpenRequests: Sendable {
    typealias Handler = @Sendable (Result<CVPixelBuffer, any Error>) -> Void

    /// What becomes of a request that is to be opened.
    enum Opening: Sendable, Hashable {
        case number(Int)
        /// All are cancelled.
        case refused
    }

    /// More wait until one is finished, so that memory stays bounded.
    static let limit = 3

    /// By their numbers; nil where nobody waits for the answer any more.
    private var handlers: [Int: Handler?] = [:]
    private var lastNumber = 0
    private(set) var isCancelled = false
    /// The compositor is being told that all are cancelled.
    var isTelling = false

    var count: Int { handlers.count }

    /// Nothing is under way with the compositor.
    var isIdle: Bool { handlers.isEmpty && !isTelling }

    /// Opens one; nil where it has to wait.
    mutating func open(_ handler: @escaping Handler) -> Opening? {
        if isCancelled { return .refused }
        guard count < Self.limit else { return nil }
        lastNumber += 1
        handlers[lastNumber] = .some(handler)
        return .number(lastNumber)
    }

    /// Who waits for one that has an answer now. It stays open until it is closed.
    mutating func take(_ number: Int) -> Handler? {
        guard let handler = handlers[number] else { return nil }
        handlers.updateValue(nil, forKey: number)
        return handler
    }

    mutating func close(_ number: Int) { handlers.removeValue(forKey: number) }

    /// From now on none is opened. Gives those who wait; nil where it has been done already.
    mutating func cancel() -> [Handler]? {
        guard !isCancelled else { return nil }
        (isCancelled, isTelling) = (true, true)
        defer { for number in handlers.keys { handlers.updateValue(nil, forKey: number) } }
        return handlers.sorted { $0.key < $1.key }.compactMap(\.value)
    }

    /// Some are opened again. What was cancelled and never finished is forgotten.
    mutating func resume() {
        guard isCancelled else { return }
        (handlers, isCancelled) = ([:], false)
    }
}

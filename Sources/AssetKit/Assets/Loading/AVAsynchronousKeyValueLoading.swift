internal import Foundation

/// Something whose properties are loaded when they are asked for.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
    /// Loads keys and calls back once, when all of them are loaded, failed or cancelled, on any thread; at once where
    /// nothing is left to load.
    func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)

    /// How far the loading of a key has come; `outError` gets the reason where it failed or was cancelled.
    func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus
}

extension AVAsynchronousKeyValueLoading {
    /// Loads keys and calls nobody back.
    public func loadValuesAsynchronously(forKeys keys: [String]) {
        loadValuesAsynchronously(forKeys: keys, completionHandler: nil)
    }

    /// How far the loading of a key has come.
    public func statusOfValue(forKey key: String) -> AVKeyValueStatus { statusOfValue(forKey: key, error: nil) }

    /// The value of a property, loaded first where it is not there yet.
    ///
    /// Throws what loading failed with, every time again, and `CancellationError` when the task is cancelled.
    public func load<T>(
        _ property: AVAsyncProperty<Self, T>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> T {
        try await load([property.key])
        return try property.value(self)
    }

    /// The values of several properties, loaded together.
    public func load<A, B, each C>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ rest: repeat AVAsyncProperty<Self, each C>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, repeat each C) {
        var keys = [propertyA.key, propertyB.key]
        for property in repeat each rest { keys.append(property.key) }
        try await load(keys)
        return (try propertyA.value(self), try propertyB.value(self), repeat try (each rest).value(self))
    }

    /// How far the loading of a property has come, and its value where it is there.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        var error: NSError?
        switch statusOfValue(forKey: property.key, error: &error) {
        case .unknown, .cancelled: return .notYetLoaded
        case .loading: return .loading
        case .loaded:
            do {
                return .loaded(try property.value(self))
            } catch {
                return .failed(error as NSError)
            }
        case .failed: return .failed(error ?? AVError(.unknown) as NSError)
        }
    }

    private func load(_ keys: [String]) async throws {
        if let loading = self as? any KeyLoading {
            try await loading.loadKeys(keys)
            return
        }
        try await waitForCompletion { loadValuesAsynchronously(forKeys: keys, completionHandler: $0) }
        for key in keys {
            var error: NSError?
            guard statusOfValue(forKey: key, error: &error) == .loaded else {
                throw error ?? AVError(.unknown) as NSError
            }
        }
    }
}

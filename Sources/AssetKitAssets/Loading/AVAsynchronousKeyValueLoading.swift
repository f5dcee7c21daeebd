public import AssetKitBase
public import AssetKitMedia
internal import Foundation

/// Something whose properties are loaded when they are asked for: assets, tracks and metadata items.
///
/// `load` takes the names of one or more properties and gives their values, in that order:
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// let (duration, tracks, isProtected) = try await asset.load(.duration, .tracks, .hasProtectedContent)
/// print(duration.seconds, tracks.count, isProtected)
/// switch asset.status(of: .duration) {
/// case .loaded(let duration): print("known:", duration.seconds)
/// case .loading, .notYetLoaded: print("not known yet")
/// case .failed(let error): print(error.localizedDescription)
/// }
/// ```
///
/// An asset is loaded as a whole: one load serves all of its properties and everybody who waits. Tracks exist only once
/// their asset is loaded, so asking them never waits. The functions with keys and handlers are the older spelling of
/// the same; keys are those of Objective-C, and `isPlayable` and `playable` mean the same one.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
    /// Loads keys and calls back once, when all of them are loaded, failed or cancelled, on any thread; at once where
    /// nothing is left to load.
    @preconcurrency
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
    /// ```swift
    /// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
    /// print(try await asset.load(.duration).seconds)
    /// ```
    ///
    /// No thread waits meanwhile. A cancelled task stops waiting at once; the load goes on for others.
    ///
    /// - Parameters:
    ///   - property: Its name, such as `.duration`.
    ///   - isolation: The actor that asks; leave it out.
    /// - Returns: The value.
    /// - Throws: The ``AVError`` that loading failed with, every time again: to try again, make another object. A
    ///   `CancellationError` when the task is cancelled.
    public func load<T>(
        _ property: AVAsyncProperty<Self, T>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> T {
        try await load([property.key])
        return try property.value(self)
    }

    /// The values of several properties, loaded together.
    ///
    /// - Parameters:
    ///   - propertyA: The name of the first one.
    ///   - propertyB: The name of the second one.
    ///   - rest: The names of the others.
    ///   - isolation: The actor that asks; leave it out.
    /// - Returns: The values in the same order.
    /// - Throws: The ``AVError`` that loading failed with, and a `CancellationError` when the task is cancelled.
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

    /// How far the loading of a property has come, and its value where it is there. Starts nothing and never waits.
    ///
    /// - Parameter property: Its name, such as `.duration`.
    /// - Returns: The value, the error, or how far it has come. A load that was cancelled counts as not yet started.
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

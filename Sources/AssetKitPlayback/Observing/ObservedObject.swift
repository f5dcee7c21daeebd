internal import AssetKitMedia
internal import Observation

/// An object whose properties Swift's Observation follows, besides observers by key path: a closure of `withObservationTracking`
/// that reads one is told of its next change.
protocol ObservedObject: AKKeyValueObserving, Observable, Sendable {
    var registrar: ObservationRegistrar { get }
}

extension SteppingCore {
    /// Tells those who observe a property what has become of it, in either way.
    func announce<Object: ObservedObject, Value: Sendable>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>,
        old: Value,
        new: Value
    ) {
        // SAFETY: key paths of the properties announced capture nothing, and nobody changes one.
        nonisolated(unsafe) let keyPath = keyPath
        notice {
            object.akObservers.announce(keyPath, old: old, new: nil, isPrior: true)
            object.registrar.willSet(object, keyPath: keyPath)
            object.registrar.didSet(object, keyPath: keyPath)
            object.akObservers.announce(keyPath, old: old, new: new, isPrior: false)
        }
    }
}

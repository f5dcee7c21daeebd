public import Foundation

/// The name of a property that is loaded when it is asked for, whatever it belongs to.
open class AVAnyAsyncProperty: CustomStringConvertible, @unchecked Sendable {
    // SAFETY: fixed after init.
    let key: String

    init(key: String) { self.key = key }

    public var description: String { key }
}

/// The name of a property of `Root` that has this type: what `load(_:)` takes, spelled `.duration`.
open class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let value: @Sendable (Root) throws -> Value

    /// Makes a property whose value can be read once its key is loaded.
    init(_ key: String, _ value: @escaping @Sendable (Root) throws -> Value) {
        self.value = value
        super.init(key: key)
    }
}

extension AVAsyncProperty {
    /// How far the loading of a property has come.
    public enum Status {
        /// Nobody asked for it yet, or loading it was cancelled.
        case notYetLoaded
        /// It is being loaded.
        case loading
        /// It is there.
        case loaded(Value)
        /// It could not be loaded.
        case failed(NSError)
    }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}
extension AVAsyncProperty.Status: Equatable where Value: Equatable {}

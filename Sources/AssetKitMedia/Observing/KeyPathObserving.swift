internal import AssetKitBase

/// Keys of the dictionary that observers of properties by name get.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// Makes a key of a text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The number of a ``NSKeyValueChange``.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    /// The value behind the change.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    /// The value before the change.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    /// Whether the change is about to happen.
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// An observer that is told about properties by name. Without the Objective-C runtime it has to say that it is one, by
/// adopting this protocol.
protocol KeyPathObserving: AnyObject {
    /// A property has changed.
    func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    )
}

/// An object with properties that can be observed by name.
protocol KeyPathObservable: AKKeyValueObserving {
    /// The properties that have a name.
    static var observableKeys: [String: AnyKeyPath] { get }
}

extension KeyPathObservable {
    /// Tells an observer about a property by name. It is not kept: when nobody else holds it, it is told no more.
    ///
    /// A name that is none of ``observableKeys`` is a mistake of the program, as on Apple's systems.
    func addObserver(
        _ observer: any KeyPathObserving,
        forKeyPath keyPath: String,
        options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer? = nil
    ) {
        guard let path = Self.observableKeys[keyPath] as? PartialKeyPath<Self> else {
            programmerError("\(Self.self) has no property '\(keyPath)' that can be observed")
        }
        let handler = { [weak self, weak observer] (change: AKKeyValueObservers.Change) in
            guard let self, let observer else { return }
            var values: [NSKeyValueChangeKey: Any] = [.kindKey: NSKeyValueChange.setting.rawValue]
            values[.newKey] = change.new
            values[.oldKey] = change.old
            if change.isPrior { values[.notificationIsPriorKey] = true }
            observer.observeValue(forKeyPath: keyPath, of: self, change: values, context: context)
        }
        akObservers.keep(akObservers.add(path, options, handler), of: observer, keyPath: keyPath, context: context)
        guard options.contains(.initial) else { return }
        handler(.init(old: nil, new: options.contains(.new) ? self[keyPath: path] : nil, isPrior: false))
    }

    /// Ends what ``addObserver(_:forKeyPath:options:context:)`` began, the latest of the same arguments first.
    func removeObserver(
        _ observer: any KeyPathObserving,
        forKeyPath keyPath: String,
        context: UnsafeMutableRawPointer? = nil
    ) {
        akObservers.cancel(of: observer, keyPath: keyPath, context: context)
    }
}

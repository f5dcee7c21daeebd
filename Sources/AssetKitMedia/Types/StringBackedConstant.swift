public import Foundation

/// A constant that is a text underneath: it casts to `NSString`, and prints as the text.
///
/// It is public because clients see of a type only what protocols give it that they see too: `init(_:)`, the description and the
/// cast would be gone with a protocol of the package's. It is underscored because nobody else is to use it.
public protocol _StringBackedConstant: RawRepresentable<String>, Hashable, Sendable, CustomStringConvertible,
    _ObjectiveCBridgeable
where _ObjectiveCType == NSString {
    /// Makes the constant of a text, also of one without a name.
    init(rawValue: String)
}

extension _StringBackedConstant {
    /// Makes the constant of a text, also of one without a name.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    public var description: String { rawValue }

    public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

    public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
        result = Self(rawValue: String._unconditionallyBridgeFromObjectiveC(source))
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
        _forceBridgeFromObjectiveC(source, result: &result)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
        Self(rawValue: source.map { String._unconditionallyBridgeFromObjectiveC($0) } ?? "")
    }
}

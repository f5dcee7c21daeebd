/// A value of JSON. Numbers are kept as they are written, so none loses a digit.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// The text of the number; also `NaN`, `Infinity` and `-Infinity`, which OTIO writes.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// A number that reads back to the same bits.
    package static func double(_ number: Double) -> JSONValue {
        guard number.isFinite else { return .number(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity") }
        return .number("\(number)")
    }

    package static func integer(_ number: Int64) -> JSONValue { .number("\(number)") }

    package var objectValue: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    package var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    package var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The nearest binary number; nil for what is none, and for infinities and NaN.
    package var doubleValue: Double? {
        guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    package subscript(_ key: String) -> JSONValue? { objectValue?[key] }
}

import AssetKit

/// Any JSON value. A number keeps its exact integer and its nearest binary64 apart, because neither can stand for the
/// other at 64 bits.
enum JSONValue: Decodable, Equatable {
    case null
    case boolean(Bool)
    case number(integer: Int64?, floatingPoint: Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let boolean: Bool = try Self.value(in: container) {
            self = .boolean(boolean)
        } else if let number: Double = try Self.value(in: container) {
            self = .number(integer: try? container.decode(Int64.self), floatingPoint: number)
        } else if let string: String = try Self.value(in: container) {
            self = .string(string)
        } else if let array: [JSONValue] = try Self.value(in: container) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The value, if it is of this type. One that is and cannot be read throws, so that no other type is blamed for it.
    private static func value<Value: Decodable>(in container: any SingleValueDecodingContainer) throws -> Value? {
        do {
            return try container.decode(Value.self)
        } catch DecodingError.typeMismatch(_, let context)
            where context.codingPath.count == container.codingPath.count
        {
            return nil
        } catch let error as DecodingError {
            throw error
        } catch {
            // The decoder has no public error for a number outside binary64 and for half a surrogate pair.
            let what = Value.self == Double.self ? "a number too large for binary64" : "a text that is no Unicode"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: what)
        }
    }
}

extension JSONValue {
    /// Reads the fields of one object; what is wrong with the text is said in one clause.
    static func fields(of text: Data) throws(VectorLine.Malformed) -> [String: JSONValue] {
        do {
            return try JSONDecoder().decode([String: JSONValue].self, from: text)
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
            throw VectorLine.Malformed(description: "\(path.joined(separator: ".")) is \(context.debugDescription)")
        } catch DecodingError.typeMismatch {
            throw VectorLine.Malformed(description: "it is JSON, but no object")
        } catch {
            throw VectorLine.Malformed(description: "it is not JSON")
        }
    }
}

extension JSONValue {
    /// The value as a program would put it into a dictionary.
    var foreignValue: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let boolean): boolean
        case .number(let integer?, _): integer
        case .number(nil, let floatingPoint): floatingPoint
        case .string(let string): string
        case .array(let values): values.map(\.foreignValue)
        case .object(let fields): fields.mapValues(\.foreignValue)
        }
    }
}

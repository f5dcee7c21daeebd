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
        } else if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? container.decode(Double.self) {
            self = .number(integer: try? container.decode(Int64.self), floatingPoint: number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

extension JSONValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "null"
        case .boolean(let boolean): "\(boolean)"
        case .number(let integer, let floatingPoint): integer.map { "\($0)" } ?? "\(floatingPoint)"
        case .string(let string): "\"\(string)\""
        case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
        case .object(let fields):
            "{\(fields.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", "))}"
        }
    }
}

import AssetKit

/// A JSON document to print, with its keys in the order they are given.
indirect enum JSON: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([(key: String, value: JSON)])

    /// The document on indented lines.
    var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// The document on one line.
    var line: String {
        switch self {
        case .array(let values): return "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let fields):
            let parts = fields.map { "\(JSON.string($0.key).text): \($0.value.line)" }
            return "{" + parts.joined(separator: ", ") + "}"
        default: return text
        }
    }
}

extension JSON {
    /// A time as every verb prints it. Times that are not numbers have no seconds.
    init(_ time: CMTime) {
        var fields: [(key: String, value: JSON)] = [
            ("value", .integer(time.value)), ("timescale", .integer(Int64(time.timescale))),
        ]
        if time.isNumeric { fields.append(("seconds", .number(time.seconds))) }
        self = .object(fields)
    }

    init(_ range: CMTimeRange) {
        self = .object([("start", JSON(range.start)), ("duration", JSON(range.duration))])
    }
}

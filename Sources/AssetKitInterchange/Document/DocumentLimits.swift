/// What documents from anywhere may cost.
enum DocumentLimits {
    static let bytes = 64 << 20
    static let depth = 256
    /// Values of JSON, elements and attributes of XML.
    static let values = 2_000_000
    /// Compositions within compositions.
    static let nesting = 32
    /// What is looked at when compositions that are referred to many times are laid out each time.
    static let visits = 1_000_000
    /// Elements that are laid out once more, because compositions are referred to many times.
    static let repeats = 250_000
    static let tracks = 4_096
    /// Times are below this many seconds, which is 31 years: their sums then fit a time to the nanosecond.
    static let seconds: Int64 = 1_000_000_000

    static func checkSize(_ bytes: Int) throws(InterchangeError) {
        guard bytes <= Self.bytes else {
            throw InterchangeError("the document has \(bytes) bytes, and more than \(Self.bytes) are not read")
        }
    }
}

/// The NAL units of a sample as MP4, MOV and Matroska store it: each after its length in 1 to 4 bytes.
///
/// An iterator of its own, because `IteratorProtocol` cannot throw: call ``next()`` until it returns `nil`.
package struct LengthPrefixedUnits {
    package let lengthSize: Int
    private var rest: ArraySlice<UInt8>

    package init(_ sample: ArraySlice<UInt8>, lengthSize: Int) {
        precondition((1...4).contains(lengthSize), "a length prefix of \(lengthSize) bytes")
        self.lengthSize = lengthSize
        rest = sample
    }

    /// The next unit, which may be empty; `nil` at the end; throws when the sample ends inside a unit.
    package mutating func next() throws(BitstreamError) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        guard rest.count >= lengthSize else { throw .endOfData }
        let length = rest.prefix(lengthSize).reduce(0) { ($0 << 8) | Int($1) }
        let body = rest.dropFirst(lengthSize)
        guard length <= body.count else { throw .endOfData }
        rest = body.dropFirst(length)
        return body.prefix(length)
    }
}

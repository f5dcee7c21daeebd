/// The NAL units of a sample in memory, each after its length: ``LengthPrefixedUnits`` without a copy of the sample.
///
/// The units are valid as long as the sample is. An iterator of its own, because `IteratorProtocol` cannot throw.
struct StoredUnits {
    private let sample: UnsafeRawBufferPointer
    private let lengthSize: Int
    private var position = 0

    init(_ sample: UnsafeRawBufferPointer, lengthSize: Int) {
        precondition((1...4).contains(lengthSize), "a length prefix of \(lengthSize) bytes")
        self.sample = sample
        self.lengthSize = lengthSize
    }

    /// The next unit that is not empty; `nil` at the end; throws when the sample ends inside a unit.
    mutating func next() throws(BitstreamError) -> UnsafeRawBufferPointer? {
        while position < sample.count {
            guard sample.count - position >= lengthSize else { throw .endOfData }
            var length = 0
            for index in position..<position + lengthSize { length = length << 8 | Int(sample[index]) }
            position += lengthSize
            guard length <= sample.count - position else { throw .endOfData }
            let unit = UnsafeRawBufferPointer(rebasing: sample[position..<position + length])
            position += length
            if length > 0 { return unit }
        }
        return nil
    }
}
